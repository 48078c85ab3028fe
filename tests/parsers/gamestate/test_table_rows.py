"""Tables in the shapes that tracking pages have."""

from __future__ import annotations

import pytest

from parsers.gamestate.gamestate_model import GameState, Role
from parsers.gamestate.tracking_page import read_gamestate
from parsers.model import Confidence
from parsers.ruleset.ruleset_model import Terms
from tests.parsers.gamestate.playing import (
    ROSTER,
    choice,
    column,
    entry,
    number,
    read,
    rules_of,
    table,
    variable,
    whys,
)
from tests.support.cases import cases

COAL, SALT = number("Coal"), number("Salt")


def values(state: GameState, name: str = "Ana") -> dict[str, object]:
    return {label: reading.value for label, reading in state.players.get(name, {}).items()}


# The column of players


@pytest.mark.parametrize(
    "header", ["Clerk", "Clerks", "Player", "Name", "Clerk name", "Clerk's Name", "Office / Clerk"]
)
def test_the_players_column_has_the_dynastys_word_or_name(header: str) -> None:
    state = read(table(f"{header} | Coal", "Ana | 3"), COAL)
    assert values(state) == {"Coal": 3}
    assert (state.tables[0].owner, state.unread) == ("player", ())


def test_a_column_without_the_word_is_found_by_its_names() -> None:
    state = read(table("Who | Coal", "Ana | 3", "Bo Bell | 4", "Cy | 5"), COAL)
    assert values(state) == {"Coal": 3}
    assert entry(state, "Coal").confidence is Confidence.MEDIUM
    assert whys(state) == ["no column is headed “Clerk” or “Name”; column 1, “Who”, names players"]


def test_of_two_columns_for_players_the_one_that_names_more_is_taken() -> None:
    state = read(table("Player | Clerk | Coal", "one | Ana | 3", "two | Bo Bell | 4"), COAL)
    assert values(state) == {"Player": "one", "Coal": 3}
    assert whys(state) == [
        "several columns name players (“Player” and “Clerk”); column 2 is used because it names the"
        " most"
    ]


def test_a_column_name_in_which_nobody_is_a_player() -> None:
    text = table("Name | Coal", "Fog | 3", "Ice | 4")
    assert whys(read(text, COAL)) == [
        "nobody in the column “Name” is a player, so the table's rows belong to nobody"
    ]
    assert not whys(read(text, SALT))
    assert values(read(text, COAL, roster=None), "Fog") == {"Coal": 3}
    assert not read(table("Name | Coal"), COAL).rows


# Rows


def test_names_of_no_player_are_skipped() -> None:
    state = read(
        table("Clerk | Coal", "Ana | 3", ">Clerk | Coal", "Total | 9", "  | 4", " | ", "Cy | 1"),
        COAL,
    )
    assert [row.name for row in state.rows] == ["Ana", "Cy"]
    assert whys(state) == ["the row names no player"]


def test_a_cell_that_spans_rows_is_one_player_with_a_list() -> None:
    text = """{|
! Clerk !! Hold !! Coal !! Salt
|-
| rowspan=3 | Ana || Tin || rowspan=3 | 4 || 1
|-
| Zinc || 2
|-
| - || -
|-
| Bo Bell || - || 5
|}"""
    state = read(text, variable("Hold", "list"), COAL, SALT)
    assert values(state) == {"Hold": ("Tin", "Zinc"), "Coal": 4, "Salt": ("1", "2")}
    assert values(state, "Bo Bell") == {"Hold": (), "Coal": 5}
    assert [(row.name, row.own) for row in state.rows] == [("Ana", True), ("Bo Bell", True)]


# Values and columns


def test_parts_of_a_variable_keep_their_headers() -> None:
    state = read(
        table("Clerk | Realms / N | Realms / S", "Ana | 1 | 2"), variable("Realms", "list")
    )
    assert values(state) == {"Realms / N": 1, "Realms / S": 2}
    assert state.untracked == ()


def test_an_unlikely_match_that_its_values_contradict_is_none() -> None:
    text = table("Clerk | Coal | Sal.", "Ana | red | far", "Cy | blue | off", "Bo Bell | - | 3")
    state = read(text, number("Coal", of="game"), SALT)
    assert column(state, "Coal").match is None
    assert column(state, "Coal").why == "most of its values do not fit Coal"
    match = column(state, "Sal.").match
    assert match is not None
    assert match.confidence is Confidence.LOW


@pytest.mark.parametrize(
    ("cell", "confidence"),
    [
        ("3", Confidence.HIGH),
        ("lots", Confidence.HIGH),
        ("{{icon|3}}", Confidence.HIGH),
        ("{{icon|lots}}", Confidence.LOW),
    ],
)
def test_a_value_that_does_not_fit_is_doubtful_if_a_template_made_it(
    cell: str, confidence: Confidence
) -> None:
    assert (
        entry(
            read(table("Clerk | Coal", "Ana | CELL").replace("CELL", cell), COAL), "Coal"
        ).confidence
        is confidence
    )


def test_the_games_variable_in_a_players_column_is_doubtful() -> None:
    state = read(table("Clerk | Toll", "Ana | 3"), number("Toll", of="game"))
    match = column(state, "Toll").match
    assert match is not None
    assert (match.confidence, match.why) == (Confidence.LOW, "the same name, but it is the game's")


# The idle


@pytest.mark.parametrize("caption", ["Idle Clerks", "Former clerks", "Inactive"])
def test_a_caption_marks_idle_players(caption: str) -> None:
    state = read(table("Clerk | Coal", "Ana | 3", caption=caption), COAL)
    assert (state.players, state.rows[0].idle, state.tables[0].idle) == ({}, True, True)
    assert state.idle["Ana"]["Coal"].value == 3


def test_only_who_is_idle_on_the_roster_is_idle_by_a_remark() -> None:
    state = read(table("Clerk | Coal", "Ana | 3", "Bo Bell (idle) | 4", "Eff [idle] | 5"), COAL)
    assert [(row.name, row.idle) for row in state.rows] == [
        ("Ana", False),
        ("Bo Bell", False),
        ("Eff", True),
    ]


def test_a_row_across_the_table_divides_it() -> None:
    text = (
        "{|\n! Clerk !! Coal\n|-\n| Ana || 3\n|-\n| colspan=2 | Idle\n|-\n| Eff || 4\n|-\n|"
        " colspan=2 | Guests\n|-\n| Cy || 5\n|}"
    )
    state = read(text, COAL)
    assert (list(state.players), list(state.idle)) == (["Ana", "Cy"], ["Eff"])


# Things

POWER = number("Power", of="Bot")


def test_a_table_of_things() -> None:
    state = read(
        table(
            "Bot | Power | Owner | Hat",
            "Rust | 3 | Ana | red",
            "Rust | 4 | Cy | - ",
            " - | 1 | Cy | ",
        ),
        POWER,
        COAL,
    )
    assert {
        name: {k: r.value for k, r in had.items()} for name, had in state.things["Bot"].items()
    } == {
        "Rust": {"Power": 3, "Hat": "red"},
        "Rust (2)": {"Power": 4, "Hat": None},
    }
    assert (state.rows, column(state, "Owner").role, state.tables[0].owner) == (
        (),
        Role.OWNER,
        "Bot",
    )
    assert whys(state) == ["the row names no player"]


def test_a_table_of_what_players_have_several_of_is_not_one_of_the_players() -> None:
    state = read(
        "== Bots ==\n"
        + table("Clerk | Name | Power", "Ana | Rust | 3", "Ana | Hum | 3", "Cy | Whir | 3"),
        POWER,
    )
    assert not any(row.own for row in state.rows)


def test_players_values_in_a_table_of_things_belong_to_them() -> None:
    rows = (
        "|-\n| rowspan=2 | Ana || rowspan=2 | 7 || Rust || 1\n|-\n| Hum || 2\n|-\n| Cy || 3 || -"
        " || -\n"
    )
    text = "{|\n! Clerk !! Coal !! Bot !! Power\n" + rows + "|}"
    state = read(text, POWER, COAL)
    assert (values(state), values(state, "Cy")) == ({"Coal": 7}, {"Coal": 3})
    assert {name: had["Power"].value for name, had in state.things["Bot"].items()} == {
        "Rust": 1,
        "Hum": 2,
    }


# The game

TOLL, WATER = number("Toll", of="game"), choice("Water", "Low", "High", of="game")


@cases("pages")
def test_value_of_the_game_in_many_forms(text: str) -> None:
    state = read(text, TOLL, WATER, COAL)
    assert state.game["Toll"].value == 3
    assert (
        state.wiki.source[state.game["Toll"].entries[0].place.start :]
        .lstrip("'Tol: ")
        .startswith("3")
    )


# Lying sideways


def test_a_table_may_have_players_across() -> None:
    state = read(table(" | Ana | Bo Bell", "Coal | 3 | 4", "Salt | 1 | 2"), COAL, SALT)
    assert (values(state), values(state, "Bo Bell")) == (
        {"Coal": 3, "Salt": 1},
        {"Coal": 4, "Salt": 2},
    )
    place = entry(state, "Salt", "Bo Bell").place
    cell = state.wiki.tables[0].grid[place.row or 0][place.column or 0]
    assert cell is not None
    assert (cell.text, state.tables[0].sideways, state.unread) == ("2", True, ())


# The page as a whole


def test_what_the_page_is_called_and_what_was_not_read() -> None:
    state = read_gamestate("{|\n| x", rules_of(), ROSTER, page="Here", revid=7)
    assert (state.page, state.revid) == ("Here", 7)
    assert [(unread.where, unread.grave) for unread in state.unread] == [("line 1", True)]
    assert read_gamestate("", rules_of(terms=None), None).page == "The Page"
    assert read_gamestate("", rules_of(terms=Terms("Clerk", "Clerks", None)), None).tables == ()


def test_tables_beyond_a_bound_are_not_read() -> None:
    state = read(table("Toll", "3") * 2001, TOLL)
    assert (len(state.tables), whys(state)) == (
        2000,
        ["the page has more than 2000 tables; the others are not read"],
    )


def test_names_of_idle_players_mark_their_table() -> None:
    assert list(
        read(table("Clerk | Coal", "Ana | 3") + table("Clerk | Coal", "Eff | 3"), COAL).idle
    ) == ["Eff"]
    assert not read(table("Clerk | Coal", "Ana | 3", "Eff | 4"), COAL).idle
