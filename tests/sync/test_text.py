from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.text import one_line, safe, shorten
from tests.support.rows import rows


@pytest.mark.parametrize(
    ("outside", "shown"), rows(__file__, "what_could_steer_a_terminal_is_shown_as_an_escape")
)
def test_what_could_steer_a_terminal_is_shown_as_an_escape(outside: str, shown: str) -> None:
    assert safe(outside) == shown


@pytest.mark.parametrize(
    ("outside", "shown"), rows(__file__, "what_joins_an_emoji_stays_and_nothing_else")
)
def test_what_joins_an_emoji_stays_and_nothing_else(outside: str, shown: str) -> None:
    assert safe(outside) == shown
    assert one_line(shown) == shown


@pytest.mark.parametrize("width", [2, 3, 4])
def test_a_cut_leaves_no_joiner_without_its_emoji(width: int) -> None:
    assert shorten("👩\u200d👩\u200d👧", width) == ("👩…" if width < 4 else "👩\u200d👩…")


def test_newlines_are_kept_on_request_only() -> None:
    assert safe("a\nb\x00", newlines=True) == "a\nb\\x00"


def test_one_line_joins_every_run_of_blanks() -> None:
    assert one_line("  a \n\t b\u2028c ") == "a b c"


@pytest.mark.parametrize(
    ("width", "shown"), [(6, "abc de"), (5, "abc…"), (3, "ab…"), (1, "…"), (0, "…")]
)
def test_shorten_says_that_something_was_cut_off(width: int, shown: str) -> None:
    assert shorten("abc de", width) == shown


@given(st.text())
def test_nothing_safe_controls_anything(text: str) -> None:
    for character in safe(text):
        assert unicodedata.category(character) not in {"Cc", "Cs", "Zl", "Zp"}


@given(st.text(), st.integers(1, 50))
def test_shortened_text_fits(text: str, width: int) -> None:
    assert len(shorten(text, width)) <= width
