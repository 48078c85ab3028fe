"""Changing a page in the terms of the game, and the changes that cannot be made."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.gamestate.change import AddRow, GamestateChange, MoveRow, RemoveRow, SetValue, changed
from parsers.gamestate.gamestate_model import GameState
from parsers.gamestate.typed import TypedValue, written
from parsers.refusal import Refused
from tests.parsers.gamestate.playing import choice, number, read, table, variable
from tests.support.cases import cases

COAL, LAMP, HOLD, HAT = (
    number("Coal", 0, 30),
    choice("Lamp", "Dark", "Dim"),
    variable("Hold", "list"),
    variable("Hat", "string", default=""),
)
TOLL = number("Toll", of="game")
VARIABLES = (COAL, LAMP, HOLD, HAT, TOLL)


def reread(source: str) -> GameState:
    return read(source, *VARIABLES)


def apply(source: str, change: GamestateChange) -> str:
    return changed(reread(source), change, reread)


def refusal(source: str, change: GamestateChange) -> str:
    with pytest.raises(Refused, match=r"\w") as caught:
        apply(source, change)
    return str(caught.value)


def coal(old: str, new: TypedValue, name: str = "Ana", *, idle: bool = False) -> SetValue:
    return SetValue("player", name, "Coal", old, new, idle)


PAGE = """Before.

{| class="wikitable"
! Player !! Coal !! Lamp
|-
| Ana || 31 || Dark <!-- lit? -->
|-
| Bo Bell || - || Dim
|}

'''Toll''': 3
"""


def test_one_value_changes_and_nothing_else() -> None:
    assert apply(PAGE, coal("31", 30)) == PAGE.replace("|| 31 ||", "|| 30 ||")
    assert apply(PAGE, coal("-", 7, "Bo Bell")) == PAGE.replace("Bell || - ||", "Bell || 7 ||")
    assert apply(PAGE, SetValue("player", "Ana", "Lamp", "Dark", "Dim")) == PAGE.replace(
        "Dark <!--", "Dim <!--"
    )
    assert apply(PAGE, SetValue("game", "", "Toll", "3", 2)) == PAGE.replace(
        "'''Toll''': 3", "'''Toll''': 2"
    )
    assert apply(PAGE, coal("31", None)) == PAGE.replace("|| 31 ||", "|| - ||")


def test_a_value_that_is_another_by_now_is_left_alone() -> None:
    assert refusal(PAGE, coal("32", 5)) == "Ana's Coal is now “31”, not the expected “32”"
    assert (
        refusal(PAGE, coal("1", 5, "Cy"))
        == "Cy's Coal, with the value “1”, is no longer on the page"
    )
    assert (
        refusal(PAGE, SetValue("game", "", "Fog", "1", 2))
        == "Fog, with the value “1”, is no longer on the page"
    )
    twice = PAGE + PAGE
    assert refusal(twice, coal("31", 5)).endswith("in 2 places of the page, not in one")


def test_what_would_not_be_read_as_the_value_is_not_written() -> None:
    assert (
        refusal(PAGE, coal("31", "much"))
        == "Ana's Coal cannot be written so that it reads as “much”"
    )
    assert refusal(PAGE, SetValue("player", "Ana", "Lamp", "Dark", "Green")).endswith(
        "reads as “Green”"
    )
    full = table("Player | Coal", "Ana | 31", "Bo Bell | 2")
    assert "| Ana\n| \n" in apply(full, coal("31", None))


@pytest.mark.parametrize("more", ["1 <!-- a note -->", "1<ref>by a vote</ref>", "[[One|1]]"])
def test_of_two_rows_that_only_look_alike_none_is_removed(more: str) -> None:
    page = table(
        "Player | Coal", "Ana | 1", "Bo Bell | 2", f"Ana | {more.replace('|', ';')}"
    ).replace(";", "|")
    why = "the rows of Ana are written differently, so one of them must be removed manually"
    assert refusal(page, RemoveRow("Ana", copies=True)) == why
    alike = table(
        "Player | Coal",
        f"Ana | {more.replace('|', ';')}",
        "Bo Bell | 2",
        f"Ana | {more.replace('|', ';')}",
    ).replace(";", "|")
    assert apply(alike, RemoveRow("Ana", copies=True)).count(more) == 1


@pytest.mark.parametrize(
    "text",
    [
        "31<ref>by a vote</ref>",
        "31<REF name=x />",
        "[[Debt|31]]",
        "[https://wiki.example/ 31]",
    ],
)
def test_text_beside_a_value_is_kept(text: str) -> None:
    page = table("Player | Coal", f"Ana | {text.replace('|', ';')}", "Bo Bell | 2").replace(
        ";", "|"
    )
    assert (
        refusal(page, coal("31", 5))
        == "the value contains a template, a reference or a link, so it must be changed manually"
    )


def test_values_made_of_templates_are_for_people() -> None:
    page = table("Player | Hold", "Ana | {{box;Salt;red}}".replace(";", "{{!}}"), "Bo Bell | -")
    state = reread(page)
    (entry,) = [each for each in state.entries if each.subject == "Ana"]
    assert refusal(page, SetValue("player", "Ana", "Hold", entry.text, ("Glass",))).startswith(
        "the value contains a template"
    )
    plain = table("Player | Hold", "Ana | Salt, Glass", "Bo Bell | -")
    assert "| Ana\n| Glass\n" in apply(
        plain, SetValue("player", "Ana", "Hold", "Salt, Glass", ("Glass",))
    )


def test_a_new_row_has_the_starting_values_in_the_style_of_the_page() -> None:
    new = apply(PAGE, AddRow("Bea"))
    assert new == PAGE.replace("|-\n| Bo Bell", "|-\n| Bea || 0 || Dark\n|-\n| Bo Bell")
    assert apply(PAGE, AddRow("Cy")) == PAGE.replace("|| Dim\n", "|| Dim\n|-\n| Cy || 0 || Dark\n")
    # One that would come first has no row above to follow, and comes last.
    assert apply(PAGE, AddRow("Abe")) == PAGE.replace(
        "|| Dim\n", "|| Dim\n|-\n| Abe || 0 || Dark\n"
    )
    unsorted = table("Player | Coal | Notes | Hat", "Bo Bell | ★★ | x | -", "Ana | ★ | y | red")
    assert apply(unsorted, AddRow("Bea")).endswith("|-\n| Bea\n| 0\n|\n| -\n|}\n")


def test_a_row_has_the_values_that_a_returning_player_had() -> None:
    assert "| Cy || 4 || Dim\n" in apply(PAGE, AddRow("Cy", (("Coal", "4"), ("Lamp", "Dim"))))
    assert "| Cy || 4 || Dark\n" in apply(PAGE, AddRow("Cy", (("Coal", "4"),)))
    why = refusal(PAGE, AddRow("Cy", (("Soot", "4"),)))
    assert why == "the former values of Cy cannot all be written"
    why = refusal(PAGE, AddRow("Cy", since=datetime(2024, 1, 10, tzinfo=UTC)))
    assert why == "the former values of Cy are unknown"


def test_a_new_row_goes_into_every_table_of_the_players() -> None:
    few = table("Player | Hat", "Ana | red")
    other = table("Player | Hat", "Ana | red", "Bo Bell | blue", "Cy | green")
    everybody = table("Player | Coal", "Ana | 1", "Bo Bell | 2")
    listing = table("Player | Hold", "Ana | a", "Ana | b", "Bo Bell | c", "Bo Bell | d")
    idle = table("Player | Coal", "Eff | 1", caption="Idle")
    new = apply(everybody + few + other + listing + idle, AddRow("Cy"))
    assert (
        new == everybody.replace("| 2\n|}", "| 2\n|-\n| Cy\n| 0\n|}") + few + other + listing + idle
    )
    assert refusal(other, AddRow("Cy")) == "every table of players already has the row"
    no_table = "the page has no table of the active players"
    assert refusal("No table.", AddRow("Cy")) == refusal(idle, AddRow("Cy")) == no_table
    assert refusal(PAGE, AddRow("-")) == "the new row would not be read as the row of “-”"
    assert (
        refusal(table("Player | Coal"), AddRow("Cy"))
        == "the table has no row whose style can be copied"
    )


IDLE = PAGE + table("Player | Lamp | Coal", "Eff | Dim | {{box}} 4", caption="Idle players")


def test_a_row_moves_to_the_idle_and_back_column_by_column() -> None:
    gone = apply(IDLE, MoveRow("Ana", idle=True))
    assert "| Ana || 31" not in gone
    assert gone.endswith(
        "|-\n| Eff\n| Dim\n| {{box}} 4\n|-\n| Ana\n| Dark <!-- lit? -->\n| 31\n|}\n"
    )
    back = apply(gone, MoveRow("Ana", idle=False))
    assert "|-\n| Ana || 31 || Dark <!-- lit? -->\n" in back
    assert [row.name for row in reread(back).rows] == ["Bo Bell", "Ana", "Eff"]


def test_rows_that_cannot_be_moved() -> None:
    assert (
        refusal(PAGE, MoveRow("Ana", idle=True))
        == "Ana has 1 rows to move, and the page has 0 tables of idle players to move them to"
    )
    assert refusal(IDLE, MoveRow("Cy", idle=True)).startswith("Cy has 0 rows to move")
    twice = IDLE + table("Player | Coal", "Eff | 1", caption="Idle")
    assert "2 tables of idle players" in refusal(twice, MoveRow("Ana", idle=True))
    both = IDLE.replace("| Eff\n", "| Bo Bell\n| Dim\n| 5\n|-\n| Eff\n")
    assert (
        refusal(both, MoveRow("Bo Bell", idle=True))
        == "Bo Bell already has a row among the idle players"
    )
    narrow = PAGE + table("Player | Lamp", "Eff | Dim", caption="Idle")
    assert (
        refusal(narrow, MoveRow("Ana", idle=True))
        == "the table of idle players has no column “Coal”"
    )
    wide = (
        '{|\n! Player !! Coal !! Lamp\n|-\n| Ana || colspan="2" | 1\n|-\n| Bo Bell || 2 ||'
        " Dim\n|}\n" + table("Player | Coal | Lamp", "Eff | 1 | Dim", caption="Idle")
    )
    assert refusal(wide, MoveRow("Ana", idle=True)).startswith("a cell spans several rows")


def test_rows_are_removed_from_among_the_active() -> None:
    assert apply(PAGE, RemoveRow("Bo Bell")) == PAGE.replace("|-\n| Bo Bell || - || Dim\n", "")
    page = table("Player | Coal", "Ana | 1", "Bo Bell | 2", "Ana | 3", "Cy | 4", "Ana | 1")
    assert apply(page, RemoveRow("Ana", copies=True)) == table(
        "Player | Coal", "Ana | 1", "Bo Bell | 2", "Ana | 3", "Cy | 4"
    )
    assert apply(page, RemoveRow("Ana")) == table("Player | Coal", "Bo Bell | 2", "Cy | 4")
    assert refusal(PAGE, RemoveRow("Cy")) == "there is no row of Cy to remove"
    assert refusal(IDLE, RemoveRow("Eff")) == "there is no row of Eff to remove"
    lines = '{|\n! Player !! Coal\n|-\n| rowspan="2" | Ana || 1\n|-\n| 2\n|-\n| Bo Bell || 3\n|}\n'
    assert (
        refusal(lines, RemoveRow("Ana"))
        == "Ana has several lines in the table, so they must be changed manually"
    )


# How a value is written


@cases("styles")
def test_a_value_in_the_style_of_the_old_text(
    value: TypedValue | list[str] | None, old: str, text: str
) -> None:
    assert written(tuple(value) if isinstance(value, list) else value, old, "") == text


@given(st.text(max_size=40), st.integers(0, 30))
def test_a_number_is_written_so_that_it_is_read_or_not_at_all(old: str, new: int) -> None:
    page = PAGE.replace("31", " ".join(old.split()).replace("|", "").replace("\n", ""))
    state = reread(page)
    entries = [entry for entry in state.entries if (entry.subject, entry.label) == ("Ana", "Coal")]
    if not entries:
        return
    try:
        source = changed(state, SetValue("player", "Ana", "Coal", entries[0].text, new), reread)
    except Refused:
        return
    assert reread(source).players["Ana"]["Coal"].value == new
    others = [
        {entry.label: entry.text for entry in each.entries if entry.subject == "Bo Bell"}
        for each in (state, reread(source))
    ]
    assert others[0] == others[1]


PIECES = [
    *"ab ]}[{|~<>/!-=*#:;'&@\n\u202e\x07",
    "[[",
    "]]",
    "{{",
    "}}",
    "~~~~",
    "<nowiki>",
    "|-",
    "|}",
]
HOSTILE = st.lists(st.sampled_from(PIECES), min_size=1, max_size=12).map("".join)


@given(HOSTILE)
def test_a_value_shows_in_its_cell_and_is_nothing_else_or_is_not_written(text: str) -> None:
    page = table("Player | Hat | Coal", "Ana | red | 1", "Bo Bell | blue | 2")
    state = reread(page)
    try:
        source = changed(state, SetValue("player", "Ana", "Hat", "red", text), reread)
    except Refused:
        return
    after = reread(source)
    assert after.players["Ana"]["Hat"].value == text
    assert after.players["Bo Bell"]["Hat"].value == "blue"
    assert (len(after.rows), len(after.tables), after.wiki.templates) == (2, 1, ())
    assert "~~~" not in source
