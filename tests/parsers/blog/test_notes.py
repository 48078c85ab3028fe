from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.blog.notes import read_note, signed_by
from parsers.model import AdminNote, Outcome
from tests.support.rows import rows

ENACTED, FAILED, VETOED, WITHDRAWN, ILLEGAL = (
    Outcome.ENACTED,
    Outcome.FAILED,
    Outcome.VETOED,
    Outcome.WITHDRAWN,
    Outcome.ILLEGAL,
)


@pytest.mark.parametrize(("text", "for_", "against", "deferential"), rows(__file__, "tallies"))
def test_tallies(text: str, for_: int | None, against: int | None, deferential: int | None) -> None:
    read = read_note(text)
    assert (read.for_, read.against, read.deferential) == (for_, against, deferential)


@pytest.mark.parametrize(("text", "outcome"), rows(__file__, "outcomes"))
def test_outcomes(text: str, outcome: Outcome | None) -> None:
    assert read_note(text).outcome == outcome


@pytest.mark.parametrize(("text", "quorum"), rows(__file__, "quorums"))
def test_quorums(text: str, quorum: int | None) -> None:
    assert read_note(text).quorum == quorum


NAMES = (
    *(
        "Ana",
        "April",
        "Bo",
        "Bo Peep",
        "bo_peep",
        "Cy",
        "Josh",
        "Kevan",
        "O'Neil",
        "peep99",
        "pokes",
        "Pre-Bo",
        "RNA",
        "SingularByte",
    ),
    *(
        "Seventy-Fifth Trombone",
        "75th Trombone",
        "St. John",
        "T. Rex",
        "Thane Q",
        "The Lone Friend",
        "_Fox_",
        "ais_523",
        "4bo",
    ),
)


@pytest.mark.parametrize(("text", "admin"), rows(__file__, "admins"))
def test_admins(text: str, admin: str | None) -> None:
    assert signed_by(text, NAMES) == admin


@pytest.mark.parametrize(
    ("note", "tally"), rows(__file__, "a_failed_matter_with_more_for_than_against")
)
def test_a_failed_matter_with_more_for_than_against(note: str, tally: list[int | None]) -> None:
    read = read_note(note)
    assert (read.outcome, [read.for_, read.against]) == (Outcome.FAILED, tally)


def test_what_a_note_does_not_say_is_none() -> None:
    assert read_note("So be it") == AdminNote("So be it")
    assert read_note(" \n ") == AdminNote("")
    assert read_note(" \u202e3-1 detcanE\u202c") == AdminNote("\u202e3-1 detcanE\u202c")


@given(st.text())
def test_any_text_is_a_note(text: str) -> None:
    assert read_note(text).text == text.strip()


@given(
    st.integers(0, 999),
    st.integers(0, 999),
    st.sampled_from(["{}-{}", "{} votes to {}", "{} FOR, {} AGAINST", "({} to {})"]),
)
def test_any_tally_is_read(for_: int, against: int, form: str) -> None:
    read = read_note(f"Timed out, {form.format(for_, against)}, by Bo.")
    assert (read.for_, read.against) == (for_, against)
    assert read.outcome is (ENACTED if for_ > against else FAILED)
