"""Patches: a change is made again in another text, or not at all, and nothing else is touched."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.model import Revision
from parsers.patch import Edit, edits, line_changes, patched, regained, removed
from tests.support.cases import cases

BEFORE = "a\nb\nc\nd\ne\nf"
LINES = st.lists(st.sampled_from(["a", "b", "c", "|-", "", "x\u2028y"]), max_size=12).map("\n".join)


@cases("two_changes")
def test_a_change_is_made_again_where_its_lines_are_as_they_were(
    after: str, text: str, result: str | None
) -> None:
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


# Edits by the revisions of a page

NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)


def revision(revid: int, text: str | None, parent: int | None = None) -> Revision:
    return Revision(
        "The Page", revid, revid - 1 if parent is None else parent, NOON, "Ana", "", text
    )


def only(old: str, new: str) -> Edit:
    (edit,) = edits([revision(1, old), revision(2, new)])
    return edit


def test_revisions_that_follow_each_other() -> None:
    known = [
        revision(1, "a"),
        revision(2, "b"),
        revision(4, "c"),
        revision(5, None),
        revision(6, "d"),
        revision(7, "e", 0),
        revision(8, "f"),
    ]
    assert [(edit.before.revid, edit.after.revid) for edit in edits(known)] == [(1, 2), (7, 8)]
    assert list(edits([])) == []


@cases("changes")
def test_lines_that_an_edit_removed_and_added(
    old: str, new: str, gone: list[str], came: list[str], around: list[str]
) -> None:
    edit = only(old, new)
    assert (edit.gone, edit.came, edit.around) == (tuple(gone), tuple(came), tuple(around))


PAGE = "\n".join(f"line {number} has words" for number in range(30))


@pytest.mark.parametrize(
    ("new", "lost"),
    [
        *(
            ("", 120),
            (PAGE[: PAGE.index("line 15")], 0),
            (PAGE[: PAGE.index("line 15")].rstrip(), 0),
            (PAGE[: PAGE.index("line 14")], 64),
        ),
        (PAGE + PAGE, 0),
        # As much came as went.
        ("\n".join(f"word {number} of others" for number in range(30)), 90),
        ("\n".join(f"line {number} has changed" for number in range(30)), 0),
    ],
    ids=[
        *(
            "everything",
            "exactly half",
            "half and the line break",
            "more than half",
            "page doubled",
            "all words replaced",
        ),
        "most words kept",
    ],
)
def test_words_that_an_edit_removed(new: str, lost: int) -> None:
    assert removed(only(PAGE, new), 120).total() == lost
    assert removed(only(PAGE, new), 121) == Counter()


@pytest.mark.parametrize(
    ("gone", "lost"),
    [("a b cd", 3), ("a b c", 0)],
    ids=["half of the characters", "less than half of the characters"],
)
def test_short_words_are_counted_from_half_of_the_characters_on(gone: str, lost: int) -> None:
    assert removed(only(f"{gone}\nabcdef", "abcdef"), 1).total() == lost


@pytest.mark.parametrize(
    ("later", "back"),
    [
        (PAGE, True),
        ("", False),
        (PAGE[: PAGE.index("line 15")], True),
        (PAGE[: PAGE.index("line 14")], False),
        ("other " * 90, False),
    ],
    ids=["all", "nothing", "half", "less than half", "as many other words"],
)
def test_whether_it_is_back(later: str, back: bool) -> None:
    edit = only(PAGE, "")
    assert regained(edit, removed(edit, 1), later) is back
