"""Announcements of idling, unidling and joining, and requests for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.blog.announcements import KnownNames, read_announcement

NAMES = KnownNames(["Ana", "Ana Bell", "T. Quillfeather", "Brisket.Ford", "Cy", "O'Neil", "Zo\u00eb", " "])


def told(text: str, author: str = "Writer", names: KnownNames = NAMES) -> list[tuple[str, str]]:
    title, _, body = text.partition(" | ")
    return [(news.kind, news.name) for news in read_announcement(title if body else "", body or title, author, names).news]


@pytest.mark.parametrize(
    ("text", "kind", "who"),
    [
        ("Ana idles out | Ana is idled out after seven days of silence. Quorum remains 4.", "idled", ["Ana"]),
        *(("Ana has been idled at their own request.", "idled", ["Ana"]), ("Ana goes idle", "idled", ["Ana"])),
        *(("Ana has gone idle. Quorum remains 4.", "idled", ["Ana"]), ("o\u2019neil idles out.", "idled", ["O'Neil"])),
        *(("Zoe\u0308 unidles", "unidled", ["Zo\u00eb"]), ("Ana is idle as they asked. Quorum drops to 6.", "idled", ["Ana"])),
        ("ana, T. Quillfeather and Brisket.Ford idled.", "idled", ["Ana", "T. Quillfeather", "Brisket.Ford"]),
        *(("I have just idled Ana Bell", "idled", ["Ana Bell"]), ("Idling Ana & Cy", "idled", ["Ana", "Cy"])),
        *(("Cy unidles", "unidled", ["Cy"]), ("Cy has been un-idled. Quorum rises to 5.", "unidled", ["Cy"])),
        *(("Welcome back Cy!", "unidled", ["Cy"]), ("Welcome to our new player Cy.", "joined", ["Cy"])),
        *(("Cy joins the game.", "joined", ["Cy"]), ("Cy is now a player", "joined", ["Cy"])),
        ("I would like to be idled until the summer.", "asks to be idled", ["Writer"]),
        *(("Idle request | Please.", "asks to be idled", ["Writer"]), ("Idling | Ana idles out.", "idled", ["Ana"])),
        ("Please idle me, thanks", "asks to be idled", ["Writer"]),
        *(("Could an admin please unidle me?", "asks to be unidled", ["Writer"]), ("unidle me please", "asks to be unidled", ["Writer"])),
        *(("Hello | I would like to join!", "asks to join", ["Writer"]), ("Please add me to the game.", "asks to join", ["Writer"])),
        *(("Ana is idle, so I win.", "unclear", ["Ana"]), ("Ana will be idled tomorrow.", "unclear", ["Ana"])),
        *(("Is Ana idle?", "unclear", ["Ana"]), ("Ana is not idle.", "unclear", ["Ana"]), ("Please idle Ana.", "unclear", ["Ana"])),
        *(("I do not want to be idled.", "unclear", ["Writer"]), ("I know I am idle, but I like this.", "unclear", ["Writer"])),
        *(("If Ana idles, Cy wins.", "unclear", ["Ana", "Cy"]), ("Ana idles on the couch.", "unclear", ["Ana"])),
        ("Ana idled out three days ago. Quorum is 4.", "unclear", ["Ana"]),
        ("Ana has been idle for a month. Quorum is 4.", "unclear", ["Ana"]),
        *(("Ana has been idled for a month of silence.", "idled", ["Ana"]), ("Ana was idled, by mistake.", "unclear", ["Ana"])),
        *(("Ana idled Cy.", "unclear", ["Ana", "Cy"]), ("Ana idling would drop quorum.", "unclear", ["Ana"])),
        *(("Idling Ana was no good idea.", "unclear", ["Ana"]), ("I have idled Ana's boat.", "unclear", ["Ana", "Writer"])),
        *(("After Ana idles, Cy wins.", "unclear", ["Ana", "Cy"]), ("Cy said Ana idled.", "unclear", ["Cy", "Ana"])),
        *(("Ana idles, dropping quorum to 4.", "idled", ["Ana"]), ("Ana is idled for being silent.", "idled", ["Ana"])),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) > 12 else None,
)
def test_what_a_sentence_tells(text: str, kind: str, who: list[str]) -> None:
    assert told(text) == [(kind, name) for name in who]


@pytest.mark.parametrize(
    "text",
    [
        *("", "Seven days of idle talk.", "Anabel idles", "The_Ana idles", "Cy joins the alliance.", "I would not like to join."),
        *("Welcome to the jungle.", "Welcome to Ana's dynasty!", "Welcome to the Ana dynasty!", "You're welcome, Ana."),
        *("You are welcome, Ana.", "I welcome Ana’s proposal."),
    ],
)
def test_what_tells_of_nobody(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "quorum", "players"),
    [
        *(("Ana idles. Quorum drops to 4.", 4, None), ("Ana idles. Quorum remains five.", 5, None)),
        *(("Ana idles. Quorum falls from 7 to 6.", 6, None), ("Ana idles. Quorum: 6", 6, None)),
        *(("Ana idles. There are now 9 players. Quorum is 5.", 5, 9), ("Ana idles. Quorum drops by 1.", None, None)),
        *(("Ana idles. There are 3 idle players.", None, None), ("Quorum is 4.", None, None)),
    ],
)
def test_the_numbers_that_an_announcement_states(text: str, quorum: int | None, players: int | None) -> None:
    read = read_announcement("", text, "Writer", NAMES)
    assert (read.quorum, read.players) == (quorum, players)


@given(st.text(alphabet="Ana Cy idle. unid\x02\x030,me I?!\n", max_size=60))
def test_any_text_is_read_and_names_only_known_people(text: str) -> None:
    assert {news.name for news in read_announcement(text, text, "Writer", NAMES).news} <= {*NAMES.names, "Writer"}
