"""Announcements of idling, unidling and joining, and requests for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.blog.announcements import KnownNames, read_announcement
from tests.support.rows import rows

NAMES = KnownNames(
    ["Ana", "Ana Bell", "T. Quillfeather", "Brisket.Ford", "Cy", "O'Neil", "Zo\u00eb", " "]
)


def told(text: str, author: str = "Writer", names: KnownNames = NAMES) -> list[tuple[str, str]]:
    title, _, body = text.partition(" | ")
    return [
        (news.kind, news.name)
        for news in read_announcement(title if body else "", body or title, author, names).news
    ]


@pytest.mark.parametrize(("text", "kind", "who"), rows(__file__, "what_a_sentence_tells"))
def test_what_a_sentence_tells(text: str, kind: str, who: list[str]) -> None:
    assert told(text) == [(kind, name) for name in who]


@pytest.mark.parametrize("text", rows(__file__, "what_tells_of_nobody"))
def test_what_tells_of_nobody(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "quorum", "players"), rows(__file__, "the_numbers_that_an_announcement_states")
)
def test_the_numbers_that_an_announcement_states(
    text: str, quorum: int | None, players: int | None
) -> None:
    read = read_announcement("", text, "Writer", NAMES)
    assert (read.quorum, read.players) == (quorum, players)


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
