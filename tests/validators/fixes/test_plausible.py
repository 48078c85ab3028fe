"""How many changes at once are too many, on both sides of the edge."""

from __future__ import annotations

import pytest

from parsers.model import Roster
from tests.parsers.gamestate.playing import choice, number, table
from tests.validators.gamestate_runs import CODES, rules, view
from validators.checks.run import run_all
from validators.fixes.tracking_fixes import implausible

COAL, SALT, SOOT, HAT = number("Coal", 0, 9), number("Salt", 0, 9), number("Soot", 0, 9), choice("Hat", "Red", "Blue")
NAMES = "Ana Bo Cy Dee Eve Fay Gil Hal Ina Jo".split()


def said(text: str, roster: Roster) -> list[str]:
    seen = view(text, rules(COAL, SALT, SOOT, HAT), roster=roster)
    assert seen.gamestate is not None
    return sorted(set(implausible(seen.gamestate, run_all(seen, select=CODES).findings).values()))


def column(wrong: int, players: int) -> str:
    rows = (f"{name} | {10 if at < wrong else 1} | 1" for at, name in enumerate(NAMES[:players]))
    return table("Player | Coal | Salt", *rows)


@pytest.mark.parametrize(("wrong", "players"), [(1, 1), (2, 2), (2, 3), (3, 9)])
def test_a_third_of_a_column_may_be_wrong_and_two_may_always(wrong: int, players: int) -> None:
    assert said(column(wrong, players), Roster(tuple(NAMES[:players]), ())) == []


@pytest.mark.parametrize(("wrong", "players"), [(3, 3), (3, 8), (4, 9), (10, 10)])
def test_more_of_a_column_is_a_limit_that_was_misread(wrong: int, players: int) -> None:
    assert said(column(wrong, players), Roster(tuple(NAMES[:players]), ())) == [f"{wrong} of the {players} values of Coal would be changed"]


def test_a_limit_that_was_misread_for_the_active_was_so_for_the_idle() -> None:
    seen = view(
        table("Player | Coal", *(f"{name} | 10" for name in NAMES[:4])) + table("Player | Coal", "Jo | 10", "Ina | 1", caption="Idle"),
        rules(COAL),
        roster=Roster(tuple(NAMES[:4]), ("Ina", "Jo")),
    )
    found = run_all(seen, select=["BN401"]).findings
    assert seen.gamestate is not None
    assert implausible(seen.gamestate, found) == {each.fingerprint: "4 of the 4 values of Coal would be changed" for each in found}
    assert len(found) == 5


def test_a_row_whose_cells_are_shifted() -> None:
    right = [f"{name} | 1 | 2 | 3 | Red" for name in NAMES[1:]]
    roster = Roster(tuple(NAMES), ())
    assert said(table("Player | Coal | Salt | Soot | Hat", "Ana | 11 | 12 | 13 | Red", *right), roster) == [
        "3 of the 4 values of the row of Ana would be changed"
    ]
    assert said(table("Player | Coal | Salt | Soot | Hat", "Ana | 11 | 12 | 3 | Red", *right), roster) == []


@pytest.mark.parametrize(("there", "missing", "many"), [(9, 3, False), (8, 3, True), (1, 2, False)])
def test_rows_that_are_missing(there: int, missing: int, many: bool) -> None:
    names = [f"P{number}" for number in range(there + missing)]
    text = table("Player | Coal", *(f"{name} | 1" for name in names[:there]))
    why = [f"{missing} players' rows would be added, moved or removed, and the page has {there}"] if many else []
    assert said(text, Roster(tuple(names), ())) == why


def test_rows_of_the_idle_among_the_active() -> None:
    text = table("Player | Coal", *(f"{name} | 1" for name in NAMES[:8]))
    assert said(text, Roster(tuple(NAMES[:4]), tuple(NAMES[4:]))) == [
        "4 players' rows would be added, moved or removed, and the page has 8"
    ]
    assert said(text, Roster(tuple(NAMES[:6]), tuple(NAMES[6:]))) == []


def test_a_variable_of_the_game_is_one_of_none() -> None:
    seen = view("Fog: '''99'''\n\n" + column(0, 3), rules(number("Fog", 0, 9, of="game"), COAL, SALT), roster=Roster(tuple(NAMES[:3]), ()))
    assert seen.gamestate is not None
    (finding,) = run_all(seen, select=["BN401"]).findings
    assert implausible(seen.gamestate, [finding] * 9) == {}
