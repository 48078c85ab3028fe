"""Rulesets made from plain parameters, for tests of their effects."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import cast

from parsers.ruleset import read_ruleset
from parsers.ruleset.parameters import PARAMETERS, AnyParameter, Parameter, voting_rules
from parsers.ruleset.reviews import ClauseValue, Reviews, RuleReview
from parsers.ruleset.ruleset_model import Ruleset, Terms

__all__ = ["BASICS", "NAMES", "reviews_of_pages", "ruleset_of", "values_of"]

NAMES = tuple(each.name for each in PARAMETERS)

BASICS: Mapping[str, ClauseValue] = MappingProxyType(
    {
        "quorum": "half-plus-one",
        "vote.last_icon": True,
        "vote.author_implicit": "for",
        "vote.players_only": True,
        "deferential.players": "follow-emperor",
        "popular.quorum": True,
        "unpopular.quorum": True,
        "hiatus.stops_proposals": True,
        "interregnum.no_dovs": True,
        "downtime.suspends_dovs": True,
        "post.illegal_unpopular": True,
        "post.empty_invalid": True,
        "dov.not_by_emperor": True,
        "dov.fails_others": True,
        "dov.crowns_author": True,
        "interregnum.ends": "posted",
        "time.utc": True,
        "post.dates_final": True,
        "comment.final": True,
        "comment.none_after_resolution": True,
        "time.day": True,
        "time.week": True,
    }
)
"""Parameters that every edition has and that tests of numbers need not repeat."""


def values_of(rules: Ruleset) -> dict[str, ClauseValue | None]:
    """Return the values of all voting parameters by name, None for an unread one."""
    return {each.name: each.value for each in rules.voting}


def ruleset_of(voting: Mapping[str, object], **changes: object) -> Ruleset:
    """Return a Ruleset with these values of ``voting`` over :data:`BASICS`; each clause's rule is
    its key.
    """
    values = {**BASICS, **voting}
    assert values.keys() <= set(NAMES)
    read: dict[str, AnyParameter] = {
        key: Parameter(
            key,
            cast(ClauseValue, tuple(value) if isinstance(value, list) else value),
            f"rule of {key}",
            f"the clause on {key}",
        )
        for key, value in values.items()
        if value is not None
    }
    fields: dict[str, object] = {
        "sections": ("Core Rules", "Dynastic Rules", "Special Case", "Appendix"),
        "rules": (),
        "terms": Terms("Player", "Players", "Emperor"),
        "tracking_page": None,
        "voting": voting_rules(read),
    }
    return Ruleset(**{**fields, **changes})  # type: ignore[arg-type]


def reviews_of_pages(*texts: str, but: Collection[str] = (), **said: object) -> Reviews:
    """Return Anna's reviews of every rule of these pages, except these titles: no effect on
    verdicts, and a complete reading. ``said`` has other reviews, by rule title with underscores for
    spaces.
    """
    reviews: list[RuleReview] = []
    for each in (rule for text in texts for rule in read_ruleset(text).reviewable):
        if each.rule not in but:
            given = {"complete": True, **cast("dict[str, object]", said.get(each.rule, {}))}
            when = datetime(2024, 1, 1, tzinfo=UTC)
            reviews.append(RuleReview(each.fingerprint, "Anna", when, **given))  # type: ignore[arg-type]
    return Reviews(tuple(reviews))
