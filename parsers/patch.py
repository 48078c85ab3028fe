"""Changes of a text, line by line: which there are between two texts or revisions, and one made
again in a third.

A change goes into another text only where its own lines and the lines next to them are as they
were.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from parsers.model import Revision

MOST_WORK = 40_000_000
"""The lines of one text times those of the other, without their common ends, that are compared at
most: a few seconds.
"""

_CONTEXT = 2
_ABOVE, _BELOW = 10, 2


class _Hunk(NamedTuple):
    """Lines ``start`` up to ``end`` of the first text, and the lines that replace them."""

    start: int
    end: int
    lines: tuple[str, ...]


def patched(before: str, after: str, text: str) -> str | None:
    """``text``, made from ``before``, with the changes to ``after``; None where the same or
    neighbouring lines differ otherwise.
    """
    lines, wanted, others = (each.split("\n") for each in (before, after, text))
    if not (_comparable(lines, wanted) and _comparable(lines, others)):
        return None
    hunks = sorted({*_hunks(lines, wanted), *_hunks(lines, others)})
    if any(later.start <= earlier.end for earlier, later in pairwise(hunks)):
        return None
    for hunk in reversed(hunks):
        lines[hunk.start : hunk.end] = hunk.lines
    return "\n".join(lines)


def line_changes(before: str, after: str) -> frozenset[bytes]:
    """What was changed: for each change a digest (8 bytes) of the lines that went and came and of
    two on either side.

    Empty where the texts are too long and too different to be compared.
    """
    old, new = before.split("\n"), after.split("\n")
    return (
        frozenset(_digest(old, hunk) for hunk in _hunks(old, new))
        if _comparable(old, new)
        else frozenset()
    )


def shared_ends(before: Sequence[object], after: Sequence[object]) -> tuple[int, int]:
    """How many lines (or other things) both begin with, and how many of the rest both end with."""
    shortest = min(len(before), len(after))
    head = next((place for place in range(shortest) if before[place] != after[place]), shortest)
    rest = shortest - head
    tail = next((place for place in range(rest) if before[-1 - place] != after[-1 - place]), rest)
    return head, tail


def spliced(text: str, changes: Iterable[tuple[int, int, str]]) -> str:
    """The text with other text from each start to each end; in order of their starts, and one
    within another is left out.
    """
    parts: list[str] = []
    done = 0
    for start, end, instead in changes:
        if start >= done:
            parts += (text[done:start], instead)
            done = end
    return "".join((*parts, text[done:]))


def _comparable(before: Sequence[str], after: Sequence[str]) -> bool:
    shared = sum(shared_ends(before, after))
    return (len(before) - shared) * (len(after) - shared) <= MOST_WORK


def _hunks(before: Sequence[str], after: Sequence[str]) -> Iterator[_Hunk]:
    """The differences; at least one line that both have is between any two of them."""
    head, tail = shared_ends(before, after)
    new = after[head : len(after) - tail]
    for tag, start, end, new_start, new_end in SequenceMatcher(
        None, before[head : len(before) - tail], new
    ).get_opcodes():
        if tag != "equal":
            yield _Hunk(start + head, end + head, tuple(new[new_start:new_end]))


def _digest(before: Sequence[str], hunk: _Hunk) -> bytes:
    above, below = (
        before[max(hunk.start - _CONTEXT, 0) : hunk.start],
        before[hunk.end : hunk.end + _CONTEXT],
    )
    parts = (above, before[hunk.start : hunk.end], hunk.lines, below)
    joined = "\0".join("\n".join(part) for part in parts)
    return hashlib.blake2b(joined.encode("utf-8", "surrogatepass"), digest_size=8).digest()


@dataclass(frozen=True, slots=True)
class Edit:
    """A revision and the one before it, both with texts.

    ``gone`` and ``came`` are the lines from the first to the last that differ, before and after.
    ``around`` are the lines next to them, which identify the place: more above than below, because
    a row of a table begins with its player's name.
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
        if after.parentid != before.revid or before.text is None or after.text is None:
            continue
        old, new = before.text.split("\n"), after.text.split("\n")
        head, tail = shared_ends(old, new)
        stop = len(old) - tail
        around = (*old[max(head - _ABOVE, 0) : head], "", *old[stop:][:_BELOW])
        yield Edit(
            before,
            after,
            before.text,
            after.text,
            tuple(old[head:stop]),
            tuple(new[head : len(new) - tail]),
            around,
        )


def _words(*lines: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", "\n".join(lines)))


def removed(edit: Edit, least: int) -> Counter[str]:
    """The words that an edit removed, if they are most of the page's and the page had at least
    ``least``; else none.
    """
    # Most edits change a few lines, whose words need no counting.
    if 2 * sum(map(len, edit.gone)) < len(edit.old) - edit.old.count("\n"):
        return Counter()
    total = _words(edit.old).total()
    lost = _words(*edit.gone) - _words(*edit.came)
    return lost if total >= least and 2 * lost.total() > total else Counter()


def regained(edit: Edit, lost: Counter[str], text: str) -> bool:
    """Return whether a later text has most of the words again that an edit removed."""
    back = (_words(text) - _words(edit.new)) & lost
    return 2 * back.total() >= lost.total()
