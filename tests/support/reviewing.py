"""Reviews of the Rulesets in tests."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

from parsers.ruleset import read_ruleset
from parsers.ruleset.reviews import Reviews, RuleReview
from sync.settings.review_file import read_reviews
from tests.support.paths import DEMO

__all__ = ["demo_reviews", "harmless"]

AT = datetime(2024, 1, 1, tzinfo=UTC)


@cache
def demo_reviews() -> Reviews:
    """The reviews of the sample game."""
    return read_reviews(DEMO / "reviewed.toml")


def harmless(text: str) -> Reviews:
    """Return reviews of every rule of a Ruleset, according to which none can change a verdict."""
    return Reviews(
        tuple(
            RuleReview(rule.fingerprint, "Anna", AT, complete=True)
            for rule in read_ruleset(text).reviewable
        )
    )
