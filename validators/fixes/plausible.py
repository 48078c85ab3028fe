"""Whether so many fixes at once can be right: where most of a column would change, the page was probably misread.

A misread limit makes every player's value illegal, a missing cell shifts a whole row, and many rows seem to be missing
from a page or a roster that was cut short. A person has to look at such fixes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from parsers.gamestate.change import AddRow, MoveRow, RemoveRow, SetValue
from parsers.gamestate.model import GameState
from validators.finding import Finding

__all__ = ["SHARE", "implausible"]

SHARE = 3
"""At most one in this many may be changed at once."""
_ALWAYS = 2
"""This many may be changed however few there are."""

_Group = tuple[str, ...]


def implausible(state: GameState, findings: Iterable[Finding]) -> dict[str, str]:
    """Why fixes are too many to be right, in a clause, by the fingerprints of their findings.

    They are too many if they change more than a third of the values of a column or a row, or add, move or remove more than
    a third as many rows as the active players have, and more than two in either case.
    """
    found = tuple(dict.fromkeys(findings))
    groups = [(finding.fingerprint, group) for finding in found for group in _groups(finding)]
    # A value and the edit that set it have the same fix.
    fixes = {(group, finding.fix.change) for finding in found if finding.fix is not None for group in _groups(finding)}
    many, there = Counter(group for group, _ in fixes), _sizes(state, {group for _, group in groups})
    # A column that is misread for the active players is misread for the idle, too.
    over = {_both(group): group for group in many if many[group] > _ALWAYS and SHARE * many[group] > there[group]}
    said = dict[str, str]()
    for mark, group in groups:
        if (first := over.get(_both(group))) is not None:
            said.setdefault(mark, _said(first, many[first], there[first]))
    return said


def _both(group: _Group) -> _Group:
    """The group; of a column, that of active and idle players together."""
    return group[:3] if group[0] == "column" else group


def _groups(finding: Finding) -> Iterator[_Group]:
    """The groups that a fix belongs to: its column and row, or the rows that findings of its code change."""
    change = finding.fix.change if finding.fix is not None else None
    if isinstance(change, SetValue):
        yield from _of_value(change.owner, change.subject, change.label, idle=change.idle)
    elif isinstance(change, AddRow | MoveRow | RemoveRow):
        yield ("rows", finding.code)


def _of_value(owner: str, subject: str, label: str, *, idle: bool) -> Iterator[_Group]:
    if subject:
        yield ("column", owner, label, str(idle))
        yield ("row", owner, subject, str(idle))


def _sizes(state: GameState, groups: Iterable[_Group]) -> Counter[_Group]:
    """How many values or rows there are in each group."""
    sizes = Counter(group for entry in state.entries for group in _of_value(entry.owner, entry.subject, entry.label, idle=entry.idle))
    rows = len({row.name for row in state.rows if row.own and not row.idle})
    return sizes + Counter({group: rows for group in groups if group[0] == "rows"})


def _said(group: _Group, many: int, there: int) -> str:
    if group[0] == "rows":
        return f"{many} players' rows would be added, moved or removed, and the page has {there}"
    of = group[2] if group[0] == "column" else f"the row of {group[2]}"
    return f"{many} of the {there} values of {of} would be changed"
