"""What the rules provably were at earlier moments: the revisions of the Ruleset, back from the one that is in force."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import cached_property, lru_cache

from parsers.gamestate.names import fold
from parsers.history.rules import read_revision
from parsers.model import Revision
from parsers.ruleset import read_ruleset
from parsers.ruleset.model import Rule, Ruleset, Variable
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

    def _held(self, moment: datetime, holds: Callable[[Sequence[Rule]], bool]) -> bool | None:
        """Whether something held of the rules at a moment; where they are not known back to it, None unless it did not later, too."""
        if not self._revisions:
            return None
        found = self._then(moment)
        held = holds(read_revision((found or self._revisions[-1]).text or "").rules)
        return held if found is not None or not held else None

    def said(self, moment: datetime, rule: str, quote: str) -> bool | None:
        """Whether a rule had a sentence at a moment."""
        wanted = fold(quote)
        return self._held(moment, lambda rules: any(wanted in fold(each.text) for each in rules if each.title == rule))

    def defined(self, moment: datetime, variable: Variable) -> bool | None:
        """Whether every rule that defines or names a variable was at a moment what it is now."""
        name = fold(variable.name)

        def texts(rules: Sequence[Rule]) -> list[tuple[str, str, bool]]:
            return [(each.title, each.text, each.effective) for each in rules if each.title == variable.rule or name in fold(each.text)]

        return self._held(moment, lambda rules: texts(rules) == texts(read_revision(self._revisions[0].text or "").rules))
