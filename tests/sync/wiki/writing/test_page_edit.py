"""The form of a saved text. That MediaWiki agrees is tried in test_write.py."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.wiki.writing.page_edit import as_saved, digest, expansions, unfit


@given(st.text())
def test_saved_rows_stay_unchanged(text: str) -> None:
    saved = as_saved(text)
    assert as_saved(saved) == saved
    assert unicodedata.is_normalized("NFC", saved)
    assert saved == saved.rstrip(" \t\n\r\0\x0b")
    assert "\r" not in saved


@pytest.mark.parametrize(
    ("text", "saved"),
    [
        ("a \n\t", "a"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("e\u0301", "\u00e9"),
        ("a\x01\x0b", "a\ufffd\ufffd"),
    ],
)
def test_a_text_is_saved_in_its_form(text: str, saved: str) -> None:
    assert as_saved(text) == saved


def test_the_digest_is_that_of_the_api() -> None:
    assert digest("é") == "bf15be717ac1b080b4f1c456692825891ff5073d"


@pytest.mark.parametrize(
    "text",
    [
        "~~~",
        "a ~~~~~",
        "{{subst:x}}",
        "{{SafeSubst:x}}",
        "[[Lamp|]]",
        "[[Lamp| ]]",
        "[[|Lamp]]",
        "[[ |Lamp]]",
    ],
)
def test_wiki_expansions_are_recognised(text: str) -> None:
    assert expansions(text)


@pytest.mark.parametrize("text", ["~~", "{{substitute}}", "[[Lamp|lamp]]", "|]", "[|", "||\n]]"])
def test_what_it_leaves_is_known(text: str) -> None:
    assert not expansions(text)


@pytest.mark.parametrize(
    ("before", "after", "may_shrink", "reason"),
    [
        pytest.param(300, " \n", True, "blank pages are never written", id="a blank page"),
        pytest.param(0, "half \ud83d", False, "unpaired surrogates", id="half of a pair"),
        pytest.param(
            300, "x" * 149, False, "more than half of a page is never removed", id="over a half"
        ),
        pytest.param(300, "x" * 150, False, None, id="a half"),
        pytest.param(300, "x", True, None, id="over a half, where it may shrink"),
        pytest.param(200, "x", False, None, id="of a short page"),
    ],
)
def test_some_texts_are_never_written(
    before: int, after: str, may_shrink: bool, reason: str | None
) -> None:
    found = unfit("x" * before, after, may_shrink=may_shrink)
    assert found is None if reason is None else reason in str(found)
