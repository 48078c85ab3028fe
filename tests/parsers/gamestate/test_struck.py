"""What is struck out is seen, and holds no longer."""

from __future__ import annotations

import pytest

from parsers.gamestate.change import SetValue, changed
from parsers.gamestate.gamestate_model import GameState
from parsers.gamestate.typed import TypedValue, ValueKind
from parsers.model import Confidence
from tests.parsers.gamestate.playing import COAL_AND_MORE, entry, number, read, table
from tests.support.cases import cases


def page(text: str) -> GameState:
    return read(text, *COAL_AND_MORE)


@cases("struck")
def test_the_value_is_what_is_not_struck_out(
    label: str, content: str, seen: str, value: TypedValue | list[str]
) -> None:
    state = read("{|\n! Player !! " + label + "\n|-\n| Ana || " + content + "\n|}", *COAL_AND_MORE)
    value = tuple(value) if isinstance(value, list) else value
    found = entry(state, label)
    assert (found.text.replace("\n", " "), found.typed.value, found.typed.failed) == (
        seen,
        value,
        False,
    )
    assert state.players["Ana"][label].value == value
    assert state.tables[0].rows[0][1] == found.text


@pytest.mark.parametrize(
    ("label", "kind", "value"),
    [("Coal", ValueKind.NONE, None), ("Lamp", ValueKind.NONE, None), ("Hold", ValueKind.LIST, ())],
)
def test_a_text_that_is_struck_out_as_a_whole_is_nothing(
    label: str, kind: ValueKind, value: TypedValue
) -> None:
    state = page(table(f"Player | {label}", "Ana | <s>Dark</s>"))
    found = entry(state, label)
    assert (found.text, found.typed) == ("Dark", (kind, value, "“Dark” is struck out", False))


@pytest.mark.parametrize(
    "content",
    [
        "5<sup>1</sup>",
        "2<SUB>3</SUB>",
        "'''5'''<!-- x --><sup>[a]</sup>",
        "<b>5</b><sup>1</sup>",
        "4 <sup>1</sup>",
        "5{{raised|1}}",
        "5{{raised|<i>1</i>}}",
        "{{big|5}}1",
        "5{{#if:x|1}}",
    ],
)
def test_a_number_with_a_raised_part_or_a_digit_of_a_template_is_not_read(content: str) -> None:
    row = f"| Ana || {content} || Dark<sup>1</sup>"
    state = page("{|\n! Player !! Coal !! Lamp\n|-\n" + row + "\n|}")
    for label in ("Coal", "Lamp"):
        found = entry(state, label)
        assert (found.typed.value, found.typed.failed) == (found.text, True)
        assert found.confidence is Confidence.LOW


@pytest.mark.parametrize(
    "line",
    ["{{pill|Toll|3<sup>1</sup>}}", "'''Toll''': 3<sup>1</sup>", "'''Toll''': 3{{raised|1}}"],
)
def test_a_value_outside_tables_with_a_raised_part_is_not_read(line: str) -> None:
    found = entry(read(line, number("Toll", of="game")), "Toll", "")
    assert (found.typed.value, found.typed.failed) == ("31", True)
    assert found.confidence is Confidence.LOW


@pytest.mark.parametrize(
    "content",
    [
        "5 <sup>(of 9)</sup>",
        "5{{coal}}",
        "5 {{raised|(of 9)}}",
        "<s>3</s>{{big|5}}",
        "5<br><sup>(of 9)</sup>",
        "5 <nowiki>(<sup>)</nowiki>",
    ],
)
def test_a_number_set_apart_from_what_is_raised_is_read(content: str) -> None:
    state = page("{|\n! Player !! Coal\n|-\n| Ana || " + content + "\n|}")
    found = entry(state, "Coal")
    assert (found.typed.value, found.confidence) == (5, Confidence.HIGH)


def test_rows_belong_to_whoever_is_not_struck_out() -> None:
    state = page(table("Player | Coal", "<s>Cy</s> Bo Bell | 2", "<s>Ana</s> | 3"))
    assert [(row.name, row.text) for row in state.rows] == [
        ("Bo Bell", "Cy Bo Bell"),
        ("Ana", "Ana"),
    ]
    state = page(table("Bot | Power", "<s>Rusty</s> Shiny | 2"))
    assert {name: readings["Power"].value for name, readings in state.things["Bot"].items()} == {
        "Shiny": 2
    }


def test_values_of_the_game() -> None:
    assert page("'''Toll''': <s>5</s> 6").game["Toll"].value == 6
    assert page("{{pill|Toll|<s>5</s> 6|red}}").game["Toll"].value == 6
    state = page("'''Toll''': <s>5</s>")
    assert (state.game["Toll"].value, state.entries[0].text, state.entries[0].typed.why) == (
        None,
        "5",
        "“5” is struck out",
    )


@pytest.mark.parametrize(
    ("before", "after", "new"),
    [
        (table("Player | Coal", "Ana | <s>$35</s> $12"), table("Player | Coal", "Ana | $9"), 9),
        (
            table("Player | Coal", "Ana | 12", "Bo Bell | <s>35</s>"),
            table("Player | Coal", "Ana |", "Bo Bell | <s>35</s>"),
            None,
        ),
    ],
)
def test_a_changed_value_takes_its_style_from_what_holds(
    before: str, after: str, new: TypedValue
) -> None:
    state = page(before)
    old = entry(state, "Coal").text
    assert changed(state, SetValue("player", "Ana", "Coal", old, new), page) == after
