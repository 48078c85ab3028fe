"""What would settle the findings about the tracking page, that it does, and how many at once are
too many, on both sides of the edge.
"""

from __future__ import annotations

import pytest

from parsers.gamestate.change import GamestateChange, SetValue, changed
from parsers.gamestate.gamestate_model import GameState
from parsers.gamestate.tracking_page import read_gamestate
from parsers.model import Roster
from parsers.refusal import Refused
from parsers.ruleset.ruleset_model import Variable
from tests.parsers.gamestate.playing import ROSTER, choice, number, table, variable
from tests.support.cases import cases
from tests.validators.gamestate_runs import CODES, findings, part, rules, view
from validators.checks.run import run_all
from validators.finding import Finding, Fix
from validators.fixes.tracking_fixes import implausible, with_value

COAL, LAMP, FRIEND = (
    number("Coal", 0, 30),
    choice("Lamp", "Dark", "Dim", "Bright"),
    variable("Friend", "name"),
)
KNOWN = {
    each.name: each
    for each in (
        COAL,
        LAMP,
        FRIEND,
        variable("Kit", "list", choices=("Salt", "2", "3"), default=""),
    )
}
FULL = ("Ana | 1", "Bo Bell | 2", "Cy | 3")


def only(code: str, page: str, *variables: Variable) -> Finding:
    (finding,) = findings(code, page, *variables)
    return finding


def fix_of(finding: Finding) -> Fix:
    assert finding.fix is not None
    assert finding.fix.change is not None
    assert finding.fix.page == "The Page"
    return finding.fix


@cases("proposed")
def test_proposed_corrections_settle_their_findings(
    code: str, tables: list[str], names: list[str]
) -> None:
    page, variables = "".join(map(part, tables)), [KNOWN[name] for name in names]

    def reread(source: str) -> GameState:
        return read_gamestate(source, rules(*variables), ROSTER)

    joined = [] if any(each.startswith("Idle: ") for each in tables) else ["Cy"]
    seen = view(page, rules(*variables), joined=joined)
    (found,) = run_all(seen, select=[code]).findings
    fix = fix_of(found)
    assert isinstance(fix.change, GamestateChange)
    if isinstance(fix.change, SetValue) and not fix.change.known:
        with pytest.raises(Refused, match=r"the correct value of Ana's .* is unknown"):
            changed(reread(page), fix.change, reread)
        return
    after = changed(reread(page), fix.change, reread)
    assert findings(code, after, *variables) == []


def test_proposals_as_sentences() -> None:
    def words(code: str, page: str, *variables: Variable) -> str:
        return fix_of(only(code, page, *variables)).summary

    page = table("Player | Lamp", "Ana | Drak", "Bo Bell | Dim", "Cy | Dim")
    assert words("BN402", page, LAMP) == "set Ana's Lamp from “Drak” to “Dark”, which it resembles"
    page = table("Player | Friend", "Ana | Bo Bel", "Bo Bell | Cy", "Cy | -")
    assert (
        words("BN404", page, FRIEND)
        == "set Ana's Friend from “Bo Bel” to “Bo Bell”, the name on the roster"
    )
    assert (
        words("BN306", table("Player | Coal", *FULL[:2]), COAL)
        == "add a row for Cy, with the last legal values that they had in this dynasty"
    )
    assert (
        words("BN405", table("Player | Coal", *FULL, "Ana | 1"), COAL)
        == "remove the second of the equal rows of Ana"
    )


@cases("not_proposed")
def test_nothing_is_proposed_where_nobody_can_know(
    code: str, tables: list[str], names: list[str]
) -> None:
    page, variables = "".join(map(part, tables)), [KNOWN[name] for name in names]
    assert only(code, page, *variables).fix is None


def test_of_two_choices_as_near_neither_is_proposed() -> None:
    way = variable("Way", "choice", choices=("North", "Norte", "2", "3"))
    assert (
        "unknown"
        in fix_of(only("BN402", table("Player | Way", "Ana | Nort", *FULL[1:]), way)).summary
    )


def test_another_value_takes_the_place_of_the_proposed_one() -> None:
    fix = fix_of(only("BN401", table("Player | Coal", "Ana | 31", *FULL[1:]), COAL))
    assert isinstance(fix.change, SetValue)
    other = with_value(fix, fix.change, 17, "its last legal value", "$17")
    assert other.summary == "set Ana's Coal from “31” to “17”, its last legal value"
    assert other.change == SetValue("player", "Ana", "Coal", "31", 17, text="$17")
    assert (other.kind, other.page) == (fix.kind, fix.page)


# Too many at once

FEW, SALT, SOOT, HAT = (
    number("Coal", 0, 9),
    number("Salt", 0, 9),
    number("Soot", 0, 9),
    choice("Hat", "Red", "Blue"),
)
NAMES = "Ana Bo Cy Dee Eve Fay Gil Hal Ina Jo".split()


def said(text: str, roster: Roster) -> list[str]:
    seen = view(text, rules(FEW, SALT, SOOT, HAT), roster=roster)
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
    assert said(column(wrong, players), Roster(tuple(NAMES[:players]), ())) == [
        f"{wrong} of the {players} values of Coal would be changed"
    ]


def test_a_limit_that_was_misread_for_the_active_was_so_for_the_idle() -> None:
    seen = view(
        table("Player | Coal", *(f"{name} | 10" for name in NAMES[:4]))
        + table("Player | Coal", "Jo | 10", "Ina | 1", caption="Idle"),
        rules(FEW),
        roster=Roster(tuple(NAMES[:4]), ("Ina", "Jo")),
    )
    found = run_all(seen, select=["BN401"]).findings
    assert seen.gamestate is not None
    assert implausible(seen.gamestate, found) == {
        each.fingerprint: "4 of the 4 values of Coal would be changed" for each in found
    }
    assert len(found) == 5


def test_a_row_with_shifted_cells() -> None:
    right = [f"{name} | 1 | 2 | 3 | Red" for name in NAMES[1:]]
    roster = Roster(tuple(NAMES), ())
    assert said(
        table("Player | Coal | Salt | Soot | Hat", "Ana | 11 | 12 | 13 | Red", *right), roster
    ) == ["3 of the 4 values of the row of Ana would be changed"]
    assert (
        said(table("Player | Coal | Salt | Soot | Hat", "Ana | 11 | 12 | 3 | Red", *right), roster)
        == []
    )


@pytest.mark.parametrize(("there", "missing", "many"), [(9, 3, False), (8, 3, True), (1, 2, False)])
def test_rows_that_are_missing(there: int, missing: int, many: bool) -> None:
    names = [f"P{number}" for number in range(there + missing)]
    text = table("Player | Coal", *(f"{name} | 1" for name in names[:there]))
    why = (
        [f"{missing} players' rows would be added, moved or removed, and the page has {there}"]
        if many
        else []
    )
    assert said(text, Roster(tuple(names), ())) == why


def test_rows_of_the_idle_among_the_active() -> None:
    text = table("Player | Coal", *(f"{name} | 1" for name in NAMES[:8]))
    assert said(text, Roster(tuple(NAMES[:4]), tuple(NAMES[4:]))) == [
        "4 players' rows would be added, moved or removed, and the page has 8"
    ]
    assert said(text, Roster(tuple(NAMES[:6]), tuple(NAMES[6:]))) == []


def test_a_variable_of_the_game_is_one_of_none() -> None:
    seen = view(
        "Fog: '''99'''\n\n" + column(0, 3),
        rules(number("Fog", 0, 9, of="game"), FEW, SALT),
        roster=Roster(tuple(NAMES[:3]), ()),
    )
    assert seen.gamestate is not None
    (finding,) = run_all(seen, select=["BN401"]).findings
    assert implausible(seen.gamestate, [finding] * 9) == {}
