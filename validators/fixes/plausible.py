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
    groups = [(finding, group) for finding in found for group in _groups(finding)]
    # A value and the edit that set it have the same fix.
    many = Counter(group for group, _ in {(group, finding.fix and finding.fix.change) for finding, group in groups})
    there = _sizes(state, many)
    # A column that is misread for the active players is misread for the idle, too.
    over = {group[:3]: group for group in many if many[group] > _ALWAYS and SHARE * many[group] > there[group]}
    said = dict[str, str]()
    for finding, group in groups:
        if (first := over.get(group[:3])) is not None:
            said.setdefault(finding.fingerprint, _said(first, many[first], there[first]))
    return said


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
        yield ("row", owner, f"{subject}\x1f{idle}")


def _sizes(state: GameState, groups: Iterable[_Group]) -> Counter[_Group]:
    """How many values or rows there are in each group."""
    sizes = Counter(group for entry in state.entries for group in _of_value(entry.owner, entry.subject, entry.label, idle=entry.idle))
    rows = len({row.name for row in state.rows if row.own and not row.idle})
    return sizes + Counter({group: rows for group in groups if group[0] == "rows"})


def _said(group: _Group, many: int, there: int) -> str:
    if group[0] == "rows":
        return f"{many} players' rows would be added, moved or removed, and the page has {there}"
    of = group[2] if group[0] == "column" else "the row of " + group[2].partition("\x1f")[0]
    return f"{many} of the {there} values of {of} would be changed"
