"""Patches: a change is made again in another text, or not at all, and nothing else is touched."""

from __future__ import annotations

from difflib import SequenceMatcher
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.patch import line_changes, patched, shared_ends

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


@given(st.integers(1, 30), st.data())
def test_changes_far_apart_are_both_kept(size: int, data: st.DataObject) -> None:
    lines = [f"line {number}" for number in range(size * 3)]
    mine = data.draw(st.sets(st.integers(0, size - 1), min_size=1))
    others = data.draw(st.sets(st.integers(2 * size, 3 * size - 1), min_size=1))
    text, after, both = (
        "\n".join(f"{line}!" if number in picked else line for number, line in enumerate(lines)) for picked in (others, mine, mine | others)
    )
    gap = size > 1 or max(mine) + 1 < min(others)
    assert patched("\n".join(lines), after, text) == (both if gap else None)


def test_only_what_lies_between_the_common_ends_is_compared() -> None:
    page = "\n".join(["|-"] * 20_000)
    compared: list[int] = []

    def matcher(junk: None, one: list[str], other: list[str]) -> SequenceMatcher[str]:
        compared.append(len(one) + len(other))
        return SequenceMatcher(junk, one, other)

    with patch("parsers.patch.SequenceMatcher", matcher):
        assert patched(page, f"{page}\nend", f"top\n{page}") == f"top\n{page}\nend"
    assert compared == [1, 1]


def test_the_common_ends_share_no_line() -> None:
    assert shared_ends(["a", "a"], ["a", "a", "a"]) == (2, 0)
    assert shared_ends(["a", "b", "c"], ["a", "x", "c"]) == (1, 1)
    assert shared_ends([], ["a"]) == (0, 0)


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
