"""Since when the rules have provably been what they are: the revisions of the Ruleset, back from the one that is in force."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from parsers.gamestate.names import fold
from parsers.history.rules import read_revision
from parsers.ruleset import read_ruleset
from parsers.ruleset.model import Variable

if TYPE_CHECKING:
    from parsers.model import Revision
    from parsers.ruleset.model import Rule, Ruleset
    from validators.view import GameView


class RulesThen:
    """The Ruleset at earlier moments, as far as its revisions are known without a gap."""

    def __init__(self, view: GameView) -> None:
        self._view = view
        self._read = lru_cache(maxsize=8)(_read)

    @cached_property
    def _revisions(self) -> Sequence[Revision]:
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

    def at(self, moment: datetime) -> Ruleset | None:
        """The rules that provably stood at a moment; None where that is not known."""
        found = next((each for each in self._revisions if each.timestamp <= moment), None)
        rules = self._view.rules
        if found is None or found.text is None or rules is None:
            return None
        return rules if found.revid == rules.revid else self._read(found.text, rules.page)

    def held(self, moment: datetime, holds: Callable[[Sequence[Rule]], bool]) -> bool | None:
        """Whether something held of the rules from a moment until now; None where they are not known back to it."""
        for each in self._revisions:
            if not holds(read_revision(each.text or "").rules):
                return False
            if each.timestamp <= moment:
                return True
        return None

    def said(self, moment: datetime, rule: str, quote: str) -> bool | None:
        """Whether a rule had a sentence from a moment until now."""
        wanted = fold(quote)
        return self.held(moment, lambda rules: any(wanted in fold(each.text) for each in rules if each.title == rule))

    def defined(self, moment: datetime, variable: Variable) -> bool | None:
        """Whether every rule that defines or names a variable has been the same from a moment until now."""
        name, today = fold(variable.name), list[tuple[str, str, bool]]()

        def same(rules: Sequence[Rule]) -> bool:
            texts = [(each.title, each.text, each.effective) for each in rules if each.title == variable.rule or name in fold(each.text)]
            if not today:
                today.extend(texts)
            return texts == today

        return self.held(moment, same)


def _read(text: str, page: str) -> Ruleset:
    return read_ruleset(text, page=page, gamestate=True)
