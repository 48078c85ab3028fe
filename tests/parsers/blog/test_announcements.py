"""Announcements of idling, unidling and joining, and requests for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.blog.announcements import (
    KnownNames,
    may_ask_to_leave,
    quits,
    read_announcement,
    says_goodbye,
)
from tests.support.cases import cases

NAMES = KnownNames(
    ["Ana", "Ana Bell", "T. Quillfeather", "Brisket.Ford", "Cy", "O'Neil", "Zo\u00eb", " "]
)


def told(text: str, author: str = "Writer", names: KnownNames = NAMES) -> list[tuple[str, str]]:
    title, _, body = text.partition(" | ")
    return [
        (news.kind, news.name)
        for news in read_announcement(title if body else "", body or title, author, names).news
    ]


@cases("sentences")
def test_kind_and_people_of_an_announcement(text: str, kind: str, who: list[str]) -> None:
    assert told(text) == [(kind, name) for name in who]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Seven days of idle talk.",
        "Anabel idles",
        "The_Ana idles",
        "Cy joins the alliance.",
        "I would not like to join.",
        "The proposal by Ana timed out.",
        "Ana's proposal timed out.",
        "Ana would have timed out.",
        "Welcome to the jungle.",
        "Welcome to Ana's dynasty!",
        "Welcome to the Ana dynasty!",
        "You're welcome, Ana.",
        "You are welcome, Ana.",
        "I welcome Ana’s proposal.",
    ],
)
def test_sentences_about_nobody(text: str) -> None:
    assert told(text) == []


@cases("numbers")
def test_the_numbers_that_an_announcement_states(
    text: str, quorum: int | None, players: int | None
) -> None:
    read = read_announcement("", text, "Writer", NAMES)
    assert (read.quorum, read.players) == (quorum, players)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I am leaving the game.", True),
        ("Hello. I quit BlogNomic!", True),
        ("I'm no longer a player.", True),
        ("Remove me.", True),
        ("I may leave the game.", False),
        ("I quit if the game goes on.", False),
        ("I am leaving the pub.", False),
        ("Anna leaves the game.", False),
        ("Anna leaves. The game goes on.", False),
        ("", False),
    ],
)
def test_who_quits_says_so_without_a_condition(text: str, expected: bool) -> None:
    assert quits(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I say goodbye.", True),
        ("I will drop out soon.", True),
        ("I am away for a week.", False),
        ("Goodbye, Anna.", False),
        ("Hello, I am here. Goodbye, Anna.", False),
    ],
)
def test_a_goodbye_is_the_authors_own(text: str, expected: bool) -> None:
    assert says_goodbye(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I am away for a week.", True),
        ("I will leave for some time.", True),
        ("Count me out for a while.", True),
        ("Off on holiday!", True),
        ("This is a good rule.", False),
    ],
)
def test_any_words_about_oneself_or_an_absence_may_ask_to_leave(text: str, expected: bool) -> None:
    assert may_ask_to_leave(text) is expected


def test_other_names_of_the_same_people() -> None:
    names = KnownNames(["Isatis", "Cy"], [("Ivo", "Isatis"), ("Cy", "Isatis"), ("Eve", "Adam")])
    assert told("Ivo and Cy are idled.", names=names) == [("idled", "Isatis"), ("idled", "Cy")]
    assert told("Eve is idled.", names=names) == []
    assert names.names == ("Isatis", "Cy")


@given(st.text(alphabet="Ana Cy idle. unid\x02\x030,me I?!\n", max_size=60))
def test_any_text_is_read_and_names_only_known_people(text: str) -> None:
    assert {news.name for news in read_announcement(text, text, "Writer", NAMES).news} <= {
        *NAMES.names,
        "Writer",
    }
