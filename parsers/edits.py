"""The edits of a page: which lines each revision removed and added, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from parsers.model import Revision
from parsers.patch import shared_ends
from parsers.patterns import later

_BEFORE, _AFTER = 10, 2
_WORD = later(r"\w+")


@dataclass(frozen=True, slots=True)
class Edit:
    """A revision and the one before it, both with texts.

    ``gone`` and ``came`` are the lines from the first to the last that differ, before and after. ``around`` are the lines
    next to them, which identify the place: more above than below, because a row of a table begins with its player's name.
    """

    before: Revision
    after: Revision
    old: str = field(repr=False)
    new: str = field(repr=False)
    gone: tuple[str, ...]
    came: tuple[str, ...]
    around: tuple[str, ...]


def edits(revisions: Iterable[Revision]) -> Iterator[Edit]:
    """The edits between consecutive revisions (oldest first) whose texts are known."""
    for before, after in pairwise(revisions):
        if after.parentid == before.revid and before.text is not None and after.text is not None:
            yield _edit(before, after, before.text, after.text)


def _edit(before: Revision, after: Revision, old: str, new: str) -> Edit:
    first, second = old.split("\n"), new.split("\n")
    head, tail = shared_ends(first, second)
    gone, came = first[head : len(first) - tail], second[head : len(second) - tail]
    around = (*first[max(head - _BEFORE, 0) : head], "", *first[len(first) - tail :][:_AFTER])
    return Edit(before, after, old, new, tuple(gone), tuple(came), around)


def _words(lines: Sequence[str]) -> Counter[str]:
    return Counter(_WORD.findall("\n".join(lines)))


def removed(edit: Edit, least: int) -> Counter[str]:
    """The words that an edit removed, if they are most of the page's and the page had at least ``least``; else none."""
    # Most edits change a few lines, whose words need no counting.
    if 2 * sum(map(len, edit.gone)) < len(edit.old) - edit.old.count("\n"):
        return Counter()
    total = _words([edit.old]).total()
    lost = _words(edit.gone) - _words(edit.came)
    return lost if total >= least and 2 * lost.total() > total else Counter()


def regained(edit: Edit, lost: Counter[str], text: str) -> bool:
    """Whether a later text has most of the words again that an edit removed."""
    back = (_words([text]) - _words([edit.new])) & lost
    return 2 * back.total() >= lost.total()
