"""What the rules provably were at earlier moments: the revisions of the Ruleset, back from the one that is in force."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import cached_property, lru_cache

from parsers.gamestate.names import fold
from parsers.history.rules import read_revision
from parsers.model import Revision
from parsers.ruleset import read_ruleset
from parsers.ruleset.model import Ruleset
from validators.view import GameView


class RulesThen:
    """The Ruleset at earlier moments, as far as its revisions are known without a gap."""

    def __init__(self, view: GameView) -> None:
        self._view = view
        self._read = lru_cache(maxsize=8)(lambda text, page: read_ruleset(text, page=page, gamestate=True))

    @cached_property
    def _revisions(self) -> tuple[Revision, ...]:
        """The newest first."""
        return tuple(self._chain())

    def _chain(self) -> Iterator[Revision]:
        view, rules = self._view, self._view.rules
        if rules is None or rules.revid is None:
            return
        known = {each.revid: each for each in (*view.histories.get(rules.page, ()), *(one.revision for one in view.stood))}
        at = known.get(rules.revid)
        while at is not None and at.text is not None:
            yield at
            # An id that an import gave out of order must not lead round in circles.
            at = known.get(at.parentid) if 0 < at.parentid < at.revid else None

    def _then(self, moment: datetime) -> Revision | None:
        return next((each for each in self._revisions if each.timestamp <= moment), None)

    def at(self, moment: datetime) -> Ruleset | None:
        """The rules that provably stood at a moment; None where that is not known."""
        found, rules = self._then(moment), self._view.rules
        if found is None or rules is None:
            return None
        return rules if found.revid == rules.revid else self._read(found.text, rules.page)

    def said(self, moment: datetime, rule: str, quote: str) -> bool | None:
        """Whether a rule had a sentence at a moment; where the rules are not known back to it, None unless it did not later, too."""
        if not self._revisions:
            return None
        found, wanted = self._then(moment), fold(quote)
        rules = read_revision((found or self._revisions[-1]).text or "").rules
        said = any(wanted in fold(each.text) for each in rules if each.title == rule)
        return said if found is not None or not said else None
