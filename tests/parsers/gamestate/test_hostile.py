"""Any text is read, within bounds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.gamestate.page_names import People
from parsers.gamestate.tracking_page import read_gamestate
from tests.parsers.gamestate.playing import COAL_AND_MORE, ROSTER, game_of, read, rules_of, table
from tests.support.steps import count_calls

GAMES = [game_of(name) for name in ("levels", "bots", "buildings")]
SCRAPS = [
    "|-\n",
    "|}",
    "{|",
    "||",
    "!!",
    "!",
    "\n",
    "{{box|",
    "}}",
    "'''",
    ":",
    "| rowspan=3 |",
    "colspan=0|",
    "<!--",
    "-->",
]
SCRAPS += ["<s>", "\x00", "−", "Ana", "Idle"]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_mutated_page_never_raises(data: st.DataObject) -> None:
    rules, page = data.draw(st.sampled_from(GAMES))
    for _ in range(data.draw(st.integers(1, 6))):
        start = data.draw(st.integers(0, len(page)))
        end = min(len(page), start + data.draw(st.integers(0, 60)))
        page = (
            page[:start]
            + data.draw(
                st.one_of(
                    st.sampled_from(SCRAPS), st.text(max_size=8), st.just(page[start:end] * 2)
                )
            )
            + page[end:]
        )
    state = read_gamestate(page, rules, data.draw(st.sampled_from([ROSTER, None])))
    assert all(0 <= entry.place.start <= entry.place.end <= len(page) for entry in state.entries)
    for read_table in state.tables:
        sure = [
            id(column.match.variable)
            for column in read_table.columns
            if column.match and column.match.confidence == "high"
        ]
        assert len(sure) == len(set(sure))


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_header_and_any_cell(header: str, cell: str) -> None:
    read(table(f"Clerk | {header}", f"Ana | {cell}"), *COAL_AND_MORE)


PAGES: dict[str, Callable[[int], str]] = {
    "rows": lambda size: (
        "{|\n! Clerk !! Coal\n" + "|-\n| Ana || 3 || {{box|a|b}}{{box|a|b}}\n" * size + "|}"
    ),
    "columns": lambda size: "{|\n! Clerk " + "!! Coal " * size,
    "boxes": lambda size: "{|\n! Clerk !! Hold\n|-\n| Ana || " + "{{box|a|b}}" * size + "\n|}",
    "struck boxes": lambda size: (
        "{|\n! Clerk !! Hold\n|-\n| Ana || " + "{{box|a|b}}<s>x</s>" * size + "\n|}"
    ),
    "brackets": lambda size: "{|\n! Clerk !! Coal\n|-\n| " + "Ana (" * size + "\n|}",
    "tables": lambda size: "== Idle ==\n{|\n! Coal\n|}\n" * size,
    "spans": lambda size: "{|\n! Clerk\n" + "|-\n| rowspan=1000 colspan=1000 | a\n" * size + "|}",
    "labels": lambda size: "'''Toll''': 3\n" * size,
}


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_of_twice_the_length_is_at_most_twice_the_work(kind: str) -> None:
    rules = rules_of(*COAL_AND_MORE)
    calls = [
        count_calls(partial(read_gamestate, PAGES[kind](size), rules, ROSTER))
        for size in (400, 800)
    ]
    assert calls[1] < 2.2 * calls[0]


def test_a_text_that_spans_repeat_is_looked_up_once() -> None:
    people = People(ROSTER, {})
    assert people.count([*["Ana"] * 1000, *["nobody"] * 1000]) == 1000
    assert people.find.cache_info().misses == 2


@pytest.mark.slow
@pytest.mark.parametrize("kind", PAGES)
def test_megabytes_are_read(kind: str) -> None:
    text = PAGES[kind](20_000)
    assert read_gamestate(text, rules_of(*COAL_AND_MORE), ROSTER).wiki.source == text
