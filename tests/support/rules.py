"""Rulesets made from plain parameters, for tests of what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

from parsers.ruleset.clauses import keys
from parsers.ruleset.reviews import ClauseValue
from parsers.ruleset.ruleset_model import Clause, Ruleset, Terms

__all__ = ["BASICS", "ruleset_of"]

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
        "interregnum.ends": "posted",
        "time.utc": True,
        "post.dates_final": True,
        "comment.final": True,
        "comment.none_after_resolution": True,
        "time.day": True,
        "time.week": True,
    }
)
"""What every edition of the rules says, and no test of the numbers wants to spell out."""


def ruleset_of(voting: Mapping[str, object], **changes: object) -> Ruleset:
    """A Ruleset with these values of ``voting`` over :data:`BASICS`; each clause's rule is its
    key."""
    values = {**BASICS, **voting}
    clauses: dict[str, Clause | None] = dict.fromkeys(keys())
    for key, value in values.items():
        if value is not None:
            clauses[key] = Clause(
                cast(ClauseValue, tuple(value) if isinstance(value, list) else value),
                f"rule of {key}",
                f"the clause on {key}",
            )
    fields: dict[str, object] = {
        "sections": ("Core Rules", "Dynastic Rules", "Special Case", "Appendix"),
        "rules": (),
        "terms": Terms("Player", "Players", "Emperor"),
        "tracking_page": None,
        "voting": MappingProxyType(clauses),
    }
    return Ruleset(**{**fields, **changes})  # type: ignore[arg-type]
