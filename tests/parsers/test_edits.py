"""Edits by the revisions of a page: what went, what came, and how much of the page it was."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest

from parsers.edits import Edit, edits, regained, removed
from parsers.model import Revision

NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)


def revision(revid: int, text: str | None, parent: int | None = None) -> Revision:
    return Revision("The Page", revid, revid - 1 if parent is None else parent, NOON, "Ana", "", text)


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


@pytest.mark.parametrize(
    ("old", "new", "gone", "came", "around"),
    [
        *(("a\nb\nc", "a\nx\nc", ["b"], ["x"], ["a", "", "c"]), ("a\nb\nc", "a\nc", ["b"], [], ["a", "", "c"])),
        *(("a\nc", "a\nb\nc", [], ["b"], ["a", "", "c"]), ("a\na", "a\na\na", [], ["a"], ["a", "a", ""]), ("a", "b", ["a"], ["b"], [""])),
        ("a", "a", [], [], ["a", ""]),
    ],
    ids=["a line changed", "a line removed", "a line added", "a line repeated", "the only line", "nothing"],
)
def test_what_went_and_came(old: str, new: str, gone: list[str], came: list[str], around: list[str]) -> None:
    edit = only(old, new)
    assert (edit.gone, edit.came, edit.around) == (tuple(gone), tuple(came), tuple(around))


PAGE = "\n".join(f"line {number} has words" for number in range(30))


@pytest.mark.parametrize(
    ("new", "lost"),
    [
        *(("", 120), (PAGE[: PAGE.index("line 15")], 0), (PAGE[: PAGE.index("line 15")].rstrip(), 0), (PAGE[: PAGE.index("line 14")], 64)),
        (PAGE + PAGE, 0),
        # As much came as went.
        ("\n".join(f"word {number} of others" for number in range(30)), 90),
        ("\n".join(f"line {number} has changed" for number in range(30)), 0),
    ],
    ids=[
        *("everything", "exactly half", "half and the line break", "more than half", "page doubled", "all words replaced"),
        "most words kept",
    ],
)
def test_how_much_went(new: str, lost: int) -> None:
    assert removed(only(PAGE, new), 120).total() == lost
    assert removed(only(PAGE, new), 121) == Counter()


@pytest.mark.parametrize(
    ("later", "back"),
    [(PAGE, True), ("", False), (PAGE[: PAGE.index("line 15")], True), (PAGE[: PAGE.index("line 14")], False), ("other " * 90, False)],
    ids=["all", "nothing", "half", "less than half", "as many other words"],
)
def test_whether_it_is_back(later: str, back: bool) -> None:
    edit = only(PAGE, "")
    assert regained(edit, removed(edit, 1), later) is back
