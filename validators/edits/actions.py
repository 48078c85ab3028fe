"""Which actions of the rules an edit of the tracking page may be: by what it changed, and by what its summary names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from parsers.gamestate.names import label, parts
from parsers.gamestate.table_rows import column_label
from parsers.history.model import ChangeKind, PageChange
from parsers.model import Confidence
from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.ruleset.model import Action
from validators.edits.effects import RuleSentence
from validators.edits.grounds import Grounds, MadeEdit

_WORD = later(r"[^\W_]+")
_NUMBER = later(r"-?\d{1,20}(?:\.\d{1,20})?")
_BECOMES = later(r"\b(?:(?P<before>[^.;,]{1,80}?) becomes? |sets? (?P<set>[^.;,]{1,80}?) to )(?P<value>[\w-]+)")
_WHICHEVER = later(r"(?:an?|any|one|either|the|their|its|that|equal|whatever|whichever|half|twice|another|some\w*|be|have)$")
_BLANK = "blank|empty|none|nothing"
_ENDINGS = ("ing", "ed", "es", "s", "e")
_MOST_WORDS = 4
"""A longer name is a phrase of the rule ("set their Tow to the name of a player"), which no summary repeats."""
_LEAST_STEM = 3


@dataclass(frozen=True, slots=True)
class ActionTaken:
    """An action that an edit may have been: one of the rules', or a column's of the profile (``quote`` and ``rule`` then are blank).

    High: the values that changed are those that the action changes, by as much as it says, and no other action fits so. Medium: they
    are, but so they are for another action, or values changed as well that only the rest of its rule names. Low: only the summary
    names it.
    """

    action: Action
    confidence: Confidence
    why: str


def actions_of(edit: MadeEdit, grounds: Grounds) -> tuple[ActionTaken, ...]:
    """The actions that an edit may have been, the surest first; none where it changed anything but values and text beside them.

    Whether its editor was allowed to take it is not asked.
    """
    values = [change for change in edit.changes if change.kind is not ChangeKind.TEXT]
    if not values or any(change.kind is not ChangeKind.VALUE for change in values):
        return ()
    changed = _changed(values)
    found = [*_by_profile(changed, grounds), *(taken for one in grounds.actions if (taken := _taken(edit, changed, *one)) is not None)]
    named = [one for one in found if "summary" in one.why]
    sure = [one for one in found if one.confidence is Confidence.HIGH]
    if len(sure) > 1 and (best := [one for one in sure if one in named]) and len(best) == 1:
        sure = best
    if len(sure) > 1:
        alike = "its changes fit several actions"
        found = [ActionTaken(one.action, Confidence.MEDIUM, alike) if one in sure else one for one in found]
    elif sure:
        found = [one for one in found if one in sure or one.confidence is not Confidence.HIGH]
    return tuple(sorted(found, key=lambda one: one.confidence.rank))


def _by_profile(changed: Mapping[str, Sequence[PageChange]], grounds: Grounds) -> Iterator[ActionTaken]:
    """The actions that the profile has a cadence for, each by the column that it changes."""
    columns = grounds.view.profile.columns
    for column, cadence in grounds.view.profile.cadence.items():
        names = {label(column), label(columns.get(column, column)), *variables_of(column, grounds)}
        if any(label(name) in names for name in changed):
            action = Action(column, cadence, "", "")
            yield ActionTaken(action, Confidence.HIGH, f"it changed {column}, whose action the profile names")


def variables_of(column: str, grounds: Grounds) -> set[str]:
    """The variables of the columns and labels of the page that have this header."""
    state, header = grounds.view.gamestate, label(column)
    if state is None:
        return set()
    return {label(column_label(each)) for _, each in state.columns if header in (label(each.name), *parts(each.name)[-1:])} | {
        label(each.match.variable.name) for each in state.labels if each.match is not None and label(each.value.label) == header
    }


def _taken(
    edit: MadeEdit, changed: Mapping[str, Sequence[PageChange]], action: Action, sentence: RuleSentence, around: frozenset[str]
) -> ActionTaken | None:
    """The action if the edit may be it; ``around`` are the variables that its rule names."""
    named = names_action(edit.revision.comment, action.name)
    effects = sentence.effects
    by = ((changes, effects[name]) for name, changes in changed.items() if name in effects)
    fits = bool(effects) and all(agree(changes, each) and all(may_become(sentence, one) for one in changes) for changes, each in by)
    whole = fits and all(name in changed for name in effects)
    extra = changed.keys() - effects.keys()
    if whole and not extra:
        why = f"its changes are those of “{action.name}”" + (", which its summary names" if named else "")
        return ActionTaken(action, Confidence.HIGH, why)
    touched = changed.keys() & (effects.keys() or around)
    if touched and changed.keys() <= effects.keys() | around and (named or (whole and extra)):
        why = f"it changed values that “{action.name}” changes" + (", which its summary names" if named else "")
        return ActionTaken(action, Confidence.MEDIUM, why)
    return ActionTaken(action, Confidence.LOW, f"only its summary names “{action.name}”") if named else None


def may_become(sentence: RuleSentence, change: PageChange) -> bool:
    """Whether a value may be what it became, where the sentence says to what it is set ("set their Lamp to Bright")."""
    low = with_digits(" ".join(sentence.text.casefold().split()))
    name = with_digits((change.variable or "").casefold())
    found = (each for each in _BECOMES.finditer(low) if name in (each["before"] or each["set"]))
    told = next(found, None)
    if told is None or _WHICHEVER.match(told["value"]):
        return True
    new = with_digits(str(change.new or "").casefold())
    words = _BLANK if new in ("", "-") else re.escape(new)
    return re.search(rf"(?<![\w-])(?:{words})(?!\w)", low) is not None


def _changed(changes: Iterable[PageChange]) -> Mapping[str, Sequence[PageChange]]:
    found: dict[str, list[PageChange]] = {}
    for change in changes:
        found.setdefault(change.variable or "", []).append(change)
    return found


def agree(changes: Sequence[PageChange], differences: frozenset[int] | None) -> bool:
    """Whether values changed by as much as the rule says; one that is no number says nothing against it."""
    by = [difference(change) for change in changes]
    return differences is None or all(each is None or each in differences for each in by)


def difference(change: PageChange) -> Decimal | None:
    """By how much a number changed; None where either value is none."""
    old, new = (str(value or "").replace("−", "-").replace(",", "").strip() for value in (change.old, change.new))
    return Decimal(new) - Decimal(old) if _NUMBER.fullmatch(old) and _NUMBER.fullmatch(new) else None


def names_action(comment: str | None, name: str) -> bool:
    """Whether a summary names an action, in any form of its words ("cast off" for "Casting Off")."""
    wanted, said = _stems(name), _stems((comment or "")[:500])
    if not wanted or len(wanted) > _MOST_WORDS:
        return False
    return any(said[place : place + len(wanted)] == wanted for place in range(len(said) - len(wanted) + 1))


def _stems(text: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(text.casefold())]


def _stem(word: str) -> str:
    ending = next((each for each in _ENDINGS if word.endswith(each) and len(word) - len(each) >= _LEAST_STEM), "")
    return word.removesuffix(ending)
