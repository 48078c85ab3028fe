"""Patches: a change is made again in another text, or not at all, and nothing else is touched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.patch import line_changes, patched

BEFORE = "a\nb\nc\nd\ne\nf"
LINES = st.lists(st.sampled_from(["a", "b", "c", "|-", "", "x\u2028y"]), max_size=12).map("\n".join)


@pytest.mark.parametrize(
    ("after", "text", "result"),
    [
        ("A\nb\nc\nd\ne\nf", "a\nb\nc\nd\ne\nF", "A\nb\nc\nd\ne\nF"),
        ("new\na\nb\nc\nd\ne\nf", "a\nb\nc\nd\ne\nf\nlast", "new\na\nb\nc\nd\ne\nf\nlast"),
        *(("a\nc\nd\ne\nf", "a\nb\nc\nd\nE\nf", "a\nc\nd\nE\nf"), ("a\nB\nc\nd\ne\nf", "a\nB\nc\nd\ne\nF", "a\nB\nc\nd\ne\nF")),
        *(("", "", ""), ("a\nB\nc\nd\ne\nf", "a\nBB\nc\nd\ne\nf", None), ("a\nB\nc\nd\ne\nf", "a\nb\nC\nd\ne\nf", None)),
        *(("a\nb\nX\nc\nd\ne\nf", "a\nb\nY\nc\nd\ne\nf", None), ("", "a\nb\nC\nd\ne\nf", None)),
        ("a\nb\nc\nd\ne\nf\nX", "a\nb\nc\nd\ne\nf\nY", None),
    ],
)
def test_a_change_is_made_again_where_its_lines_are_as_they_were(after: str, text: str, result: str | None) -> None:
    assert patched(BEFORE, after, text) == patched(BEFORE, text, after) == result


@given(LINES, LINES)
def test_one_change_alone_is_taken_as_it_is(before: str, after: str) -> None:
    assert patched(before, after, before) == after
    assert patched(before, before, after) == after
    assert patched(before, after, after) == after


def test_a_change_is_known_by_what_it_changes_and_where() -> None:
    page = "\n".join(f"| {name}\n| 3" for name in ("Ana", "Bo", "Cy", "Di", "Ed"))

    def raised(name: str, text: str = page) -> str:
        return text.replace(f"| {name}\n| 3", f"| {name}\n| 4")

    ana = line_changes(page, raised("Ana"))
    assert len(ana) == 1
    assert line_changes(page, page) == frozenset()
    # Wherever the lines around have moved to, and whatever else was changed.
    assert line_changes(f"New.\n\n\n\n{page}", raised("Ana", f"New.\n\n\n\n{page}")) != ana
    di = line_changes(page, raised("Di"))
    assert line_changes(f"New.\n{page}", raised("Di", f"New.\n{page}")) == di
    assert line_changes(page, raised("Di", raised("Ana"))) == ana | di
    assert line_changes(page, raised("Bo")) != di
    assert line_changes(page, page.replace("| Di\n| 3", "| Di\n| 5")) != di
    assert line_changes(raised("Di"), page) != di


def test_text_with_half_a_character_has_changes_too() -> None:
    assert len(line_changes("a", "\ud800")) == 1
