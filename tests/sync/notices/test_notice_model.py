"""The mark: it names the findings of a notice, and nothing else passes for one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.notices.notice_model import digits_of, mark_of, marked
from sync.notices.notice_text import find_mark, refusal_of
from tests.sync.notices.invented import draft, finding

MARK = "notice-0123456789abcdef-01234567"
DIGITS = frozenset({"01234567", "89abcdef"})


@given(st.integers(1, 45))
def test_a_mark_can_be_read_again(count: int) -> None:
    findings = [finding(what=str(number)) for number in range(count)]
    mark = mark_of(findings)
    assert marked(mark) == {digits_of(one) for one in findings}
    assert marked(f"Words. ({mark})") == marked(f"Words.\n<!-- {mark} -->\n", page=True) == marked(mark)
    assert find_mark(f"Words. ({mark})", mark)
    assert refusal_of(f"Words. ({mark})", mark) is None


@pytest.mark.parametrize("text", [MARK, f"({MARK})", f"Words {MARK}.", f"Words ({MARK})\n ", f"“{MARK}"])
def test_a_comment_ends_with_its_mark(text: str) -> None:
    assert marked(text) == DIGITS


@pytest.mark.parametrize(
    "text",
    [
        "", "notice", "notice-", "notice-0123456", "notice-012345678", "notice-0123456G", "NOTICE-01234567", "a notice-01234567 and more",
        "(notice-01234567) words", "(notice-01234567))", "xnotice-01234567", "x-notice-01234567", "notice-01234567-",
        "notice-" + "01234567" * 6, "<!-- notice-01234567 -->",
    ],
)  # fmt: skip
def test_what_is_no_mark_of_a_comment(text: str) -> None:
    assert marked(text) == frozenset()


def test_a_page_has_the_marks_of_all_its_notices() -> None:
    assert marked("<!-- notice-01234567 --> words <!-- notice-89abcdef -->", page=True) == DIGITS
    for text in ("notice-01234567", "<!--notice-01234567-->", "<!-- x notice-01234567 -->", "&lt;!-- notice-01234567 -->"):
        assert marked(text, page=True) == frozenset()


def test_an_id_depends_on_the_place_and_on_what_it_is_about_alone() -> None:
    """So that it is the same whichever findings are chosen."""
    one = draft("wiki-talk", finding())
    assert one.id == draft("wiki-talk", finding(what="y")).id == draft("wiki-talk", finding(), finding(what="y")).id
    others = [draft("chat", finding()), draft("wiki-talk", finding(), about="another matter"), replace(one, key="its_address")]
    assert len({one.id, *(other.id for other in others)}) == 4
    assert draft("chat", finding("BN401"), finding("BN402"), finding("BN401", "y")).codes == ("BN401", "BN402")
