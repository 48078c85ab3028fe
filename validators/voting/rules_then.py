"""The rules of earlier moments."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from parsers.refusal import Refused
from parsers.ruleset import read_ruleset
from parsers.ruleset.reviews import Reviews
from parsers.ruleset.ruleset_model import Ruleset
from validators.view import GameView, RulesetInForce
from validators.wording import Doubt, DoubtKind, doubt


def lacking_clauses(rules: Ruleset) -> list[str]:
    """Return the names of the parameters that every verdict needs and that were not read."""
    needed = (rules.voting.quorum, rules.voting.popular_quorum, rules.voting.unpopular_quorum)
    return [each.name for each in needed if each.value is None]


class RulesThen:
    """The known revisions of a view's Ruleset, each read once."""

    def __init__(self, view: GameView) -> None:
        self._view = view
        self._rules: dict[int, Ruleset | None] = {}

    def stood(self, moment: datetime) -> RulesetInForce | None:
        """Return the revision of the Ruleset provably in force at a moment, read or not."""
        return next(
            (
                in_force
                for in_force in self._view.read.stood
                if in_force.revision.timestamp <= moment <= in_force.until
            ),
            None,
        )

    def at(self, moment: datetime) -> tuple[Ruleset | None, Doubt | None]:
        """Return the rules provably in force at a moment, else None and why they are unknown."""
        found = self.stood(moment)
        if found is None:
            stood = self._view.read.stood
            if not stood:
                return None, doubt(DoubtKind.NO_REVISIONS)
            return None, doubt(DoubtKind.NO_REVISIONS_BEFORE, start=stood[-1].revision.timestamp)
        revid = found.revision.revid
        if self._view.rules is not None and revid == self._view.rules.revid:
            return self._view.rules, None
        if revid not in self._rules:
            text = found.revision.text
            reviews = self._view.read.reviews
            self._rules[revid] = (
                None if text is None else _read(text, found.revision.title, revid, reviews)
            )
        rules = self._rules[revid]
        if rules is None or lacking_clauses(rules):
            return None, doubt(DoubtKind.REVISION_UNREAD, revid=revid)
        return rules, None


@lru_cache(maxsize=256)
def _read(text: str, title: str, revid: int, reviews: Reviews) -> Ruleset | None:
    try:
        return read_ruleset(text, page=title, revid=revid, reviews=reviews)
    except Refused:  # longer than any Ruleset
        return None
