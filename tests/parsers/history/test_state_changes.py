"""What the edits of a tracking page changed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from parsers.gamestate.tracking_page import read_gamestate
from parsers.history.page_change import ChangeKind, PageChange
from parsers.history.state_changes import state_changes
from parsers.model import Roster
from parsers.ruleset import read_ruleset
from tests.support.cases import cases

RULES = read_ruleset(
    """= Core Rules =
== Players ==
Each Player plays.
= Dynastic Rules =
== Coal ==
Each Player has Coal, which is a publicly-tracked non-negative integer defaulting to 5.
== Mooring ==
Each Player has a Mooring, which is publicly tracked and is either Wharf or Basin.
== Toll ==
There is a publicly-tracked number named Toll that defaults to 2.
""",
    gamestate=True,
)
ROSTER = Roster(("Ana", "Bo", "Cy"), ("Di",))

PAGE = """The boats.

'''Toll''': 2

{| class="wikitable"
! Player !! Coal !! Mooring !! Note
|-
| Ana || 3 || Wharf || x
|-
| Bo || 5 || Basin || y
|}

{|
|+ Idle
! Player !! Coal !! Mooring
|-
| Di || 5 || Wharf
|}
"""


def changes(old: str, new: str) -> list[PageChange]:
    return list(
        state_changes(*(read_gamestate(text, RULES, ROSTER, page="Boats") for text in (old, new)))
    )


def change(old: str, new: str, page: str = PAGE) -> list[PageChange]:
    """What putting one text in place of another changes on the page."""
    assert page.count(old) == 1
    return changes(page, page.replace(old, new))


@cases("edits")
def test_an_edit_is_described_as_what_it_is(
    old: str, new: str, changed: list[dict[str, Any]]
) -> None:
    expected = [PageChange(**each | {"kind": ChangeKind(each["kind"])}) for each in changed]
    assert change(old, new) == expected
    back = [
        PageChange(_reverse(one.kind), one.subject, one.variable, one.new, one.old)
        for one in expected
    ]
    assert changes(PAGE.replace(old, new), PAGE) == back


def _reverse(kind: ChangeKind) -> ChangeKind:
    opposite = {"added": "removed", "removed": "added"}
    what, dash, how = kind.value.partition("-")
    return ChangeKind(f"{what}{dash}{opposite.get(how, how)}")


def test_a_column_added_or_removed_is_one_change() -> None:
    wide = (
        PAGE.replace("!! Note", "!! Note !! Rank")
        .replace("|| x", "|| x || 1")
        .replace("|| y", "|| y || 2")
    )
    assert changes(PAGE, wide) == [PageChange(ChangeKind.COLUMN_ADDED, None, "Rank", None, "Rank")]
    assert changes(wide, PAGE) == [
        PageChange(ChangeKind.COLUMN_REMOVED, None, "Rank", "Rank", None)
    ]
    assert [one.kind for one in change("!! Note", "!! Remark")] == [
        ChangeKind.COLUMN_ADDED,
        ChangeKind.COLUMN_REMOVED,
    ]
    renamed = [PageChange(ChangeKind.COLUMN_RENAMED, None, "Coal", "Coal", "Coals")]
    assert changes(PAGE, PAGE.replace("!! Coal", "!! Coals")) == renamed


def test_the_layout_of_tables_is_no_change() -> None:
    sorted_rows = PAGE.replace(
        "| Ana || 3 || Wharf || x\n|-\n| Bo || 5 || Basin || y",
        "| Bo || 5 || Basin || y\n|-\n| Ana || 3 || Wharf || x",
    )
    assert changes(PAGE, sorted_rows) == []
    moved = PAGE.replace("Coal !! Mooring !! Note", "Mooring !! Note !! Coal")
    moved = moved.replace("3 || Wharf || x", "Wharf || x || 3").replace(
        "5 || Basin || y", "Basin || y || 5"
    )
    assert changes(PAGE, moved) == []


def test_a_table_that_tracks_nothing_known_is_text() -> None:
    plain = PAGE + "\n{|\n| one || two\n|}\n"
    assert [one.kind for one in change("one || two", "one || three", plain)] == [ChangeKind.TEXT]


def boats(*rows: str, header: str = "! Boat !! Owner") -> str:
    lines = "".join(f"|-\n| {row}\n" for row in rows)
    return f"{{|\n{header}\n{lines}|}}\n"


SWIFT, SLOW = "Swift || Ana", "Slow || Bo"


def test_a_list_of_one_row_that_gets_a_second_has_the_same_columns() -> None:
    slow = {"Boat": "Slow"}
    added = PageChange(ChangeKind.ROW_ADDED, "Bo", None, None, slow)
    removed = PageChange(ChangeKind.ROW_REMOVED, "Bo", None, slow, None)
    assert changes(boats(SWIFT), boats(SWIFT, SLOW)) == [added]
    assert changes(boats(SWIFT, SLOW), boats(SWIFT)) == [removed]
    both = changes(boats(SWIFT), boats("Mid || Ana", SLOW))
    assert both == [added, PageChange(ChangeKind.VALUE, "Ana", "Boat", "Swift", "Mid")][::-1]
    assert [one.kind for one in changes(boats(), boats(SWIFT, SLOW))] == [ChangeKind.ROW_ADDED] * 2


def test_a_list_of_other_columns_is_another_list() -> None:
    wide = boats(f"{SWIFT} || 3", f"{SLOW} || 4", header="! Boat !! Owner !! Speed")
    kinds = {one.kind for one in changes(boats(SWIFT), wide)}
    assert kinds == {ChangeKind.COLUMN_ADDED, ChangeKind.ROW_ADDED, ChangeKind.TEXT}


@pytest.mark.parametrize("seed", range(5))
def test_only_the_random_edits_that_were_made_are_reported(seed: int) -> None:
    rng = random.Random(seed)
    names = ["Ana", "Bo", "Cy"]

    def page(values: dict[tuple[str, str], str], order: list[str]) -> str:
        rows = "".join(
            f"|-\n| {name} || {values[name, 'Coal']} || {values[name, 'Mooring']}\n"
            for name in order
        )
        return f"{{|\n! Player !! Coal !! Mooring\n{rows}|}}\n'''Toll''': {values['', 'Toll']}\n"

    values = (
        {(name, "Coal"): "5" for name in names}
        | {(name, "Mooring"): "Wharf" for name in names}
        | {("", "Toll"): "2"}
    )
    for _ in range(20):
        before = dict(values)
        for key in rng.sample(list(values), rng.randrange(4)):
            values[key] = (
                str(rng.randrange(9)) if key[1] != "Mooring" else rng.choice(["Wharf", "Basin"])
            )
        wanted = {
            (name or None, label, before[name, label], new)
            for (name, label), new in values.items()
            if before[name, label] != new
        }
        found = changes(page(before, names), page(values, rng.sample(names, 3)))
        assert {(one.subject, one.variable, one.old, one.new) for one in found} == wanted
        assert len(found) == len(wanted)
