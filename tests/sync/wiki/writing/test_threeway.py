"""Merging: nothing of either side is lost where it is done at all."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.wiki.writing.threeway import MOST_WORK, changes, merge

BASE = "a\nb\nc\nd\ne\nf"
LINES = st.lists(st.sampled_from(["a", "b", "c", "|-", "", "x\u2028y"]), max_size=12).map("\n".join)


@pytest.mark.parametrize(
    ("theirs", "ours", "merged"),
    [
        ("A\nb\nc\nd\ne\nf", "a\nb\nc\nd\ne\nF", "A\nb\nc\nd\ne\nF"),
        ("new\na\nb\nc\nd\ne\nf", "a\nb\nc\nd\ne\nf\nlast", "new\na\nb\nc\nd\ne\nf\nlast"),
        ("a\nc\nd\ne\nf", "a\nb\nc\nd\nE\nf", "a\nc\nd\nE\nf"),
        ("a\nB\nc\nd\ne\nf", "a\nB\nc\nd\ne\nF", "a\nB\nc\nd\ne\nF"),
        ("", "", ""),
        ("a\nB\nc\nd\ne\nf", "a\nBB\nc\nd\ne\nf", None),
        # Neighbours are too near: nobody knows whether they belong together.
        ("a\nB\nc\nd\ne\nf", "a\nb\nC\nd\ne\nf", None),
        ("a\nb\nX\nc\nd\ne\nf", "a\nb\nY\nc\nd\ne\nf", None),
        ("", "a\nb\nC\nd\ne\nf", None),
        ("a\nb\nc\nd\ne\nf\nX", "a\nb\nc\nd\ne\nf\nY", None),
    ],
)
def test_changes_are_merged_where_they_do_not_touch(theirs: str, ours: str, merged: str | None) -> None:
    assert merge(BASE, theirs, ours) == merge(BASE, ours, theirs) == merged


@given(LINES, LINES)
def test_one_change_alone_is_taken_as_it_is(base: str, text: str) -> None:
    assert merge(base, base, text) == text
    assert merge(base, text, base) == text
    assert merge(base, text, text) == text


@given(LINES, LINES, LINES)
def test_both_sides_are_equal(base: str, theirs: str, ours: str) -> None:
    assert merge(base, theirs, ours) == merge(base, ours, theirs)


@given(st.integers(1, 30), st.data())
def test_changes_far_apart_are_both_kept(size: int, data: st.DataObject) -> None:
    lines = [f"line {number}" for number in range(size * 3)]
    mine = data.draw(st.sets(st.integers(0, size - 1), min_size=1))
    others = data.draw(st.sets(st.integers(2 * size, 3 * size - 1), min_size=1))
    theirs, ours, both = (
        "\n".join(f"{line}!" if number in picked else line for number, line in enumerate(lines)) for picked in (others, mine, mine | others)
    )
    gap = size > 1 or max(mine) + 1 < min(others)
    assert merge("\n".join(lines), theirs, ours) == (both if gap else None)


def test_texts_too_different_to_compare_are_not_merged_and_take_no_time() -> None:
    size = int(MOST_WORK**0.5) + 1
    base, theirs = ("\n".join(f"{word} {number}" for number in range(size)) for word in ("one", "two"))
    began = time.monotonic()
    assert merge(base, theirs, f"{base}\nmore") is None
    assert changes(base, theirs) is None
    assert time.monotonic() - began < 1


def test_a_large_page_with_the_same_line_everywhere_is_merged_in_a_moment() -> None:
    base = "\n".join(["|-"] * 20_000)
    began = time.monotonic()
    assert merge(base, f"top\n{base}", f"{base}\nend") == f"top\n{base}\nend"
    assert time.monotonic() - began < 20


def test_a_change_is_known_by_what_it_changes_and_where() -> None:
    page = "\n".join(f"| {name}\n| 3" for name in ("Ana", "Bo", "Cy", "Di", "Ed"))

    def raised(name: str, text: str = page) -> str:
        return text.replace(f"| {name}\n| 3", f"| {name}\n| 4")

    ana = changes(page, raised("Ana"))
    assert ana is not None
    assert len(ana) == 1
    assert changes(page, page) == frozenset()
    # Wherever the lines around have moved to, and whatever else was changed.
    assert changes(f"New.\n\n\n\n{page}", raised("Ana", f"New.\n\n\n\n{page}")) != ana
    di = changes(page, raised("Di"))
    assert changes(f"New.\n{page}", raised("Di", f"New.\n{page}")) == di
    assert changes(page, raised("Di", raised("Ana"))) == ana | (di or frozenset())
    assert changes(page, raised("Bo")) != di
    assert changes(page, page.replace("| Di\n| 3", "| Di\n| 5")) != di
    assert changes(raised("Di"), page) != di


def test_text_that_is_none_has_changes_too() -> None:
    assert len(changes("a", "\ud800") or ()) == 1
