"""Two changes of one text brought together, line by line, where they do not touch each other."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from difflib import Match, SequenceMatcher
from typing import TYPE_CHECKING, cast

from merge3 import Merge3

if TYPE_CHECKING:
    from merge3 import SequenceMatcherProtocol

__all__ = ["changes", "merge"]

MOST_WORK = 40_000_000
"""Lines of one text times lines of another, between the ends they share, that are compared at most: some seconds' work."""

_CONTEXT = 2


def merge(base: str, theirs: str, ours: str) -> str | None:
    """``theirs`` with what ``ours`` changed of ``base``; None where both changed the same lines, or neighbouring ones.

    Also None where the texts are too long and too different to be compared in a reasonable time.
    """
    old, other, own = (text.split("\n") for text in (base, theirs, ours))
    if not _comparable(old, other) or not _comparable(old, own):
        return None
    merged: list[str] = []
    for group in Merge3(old, other, own, sequence_matcher=cast("type[SequenceMatcherProtocol[str]]", _Matcher)).merge_groups():
        if group[0] == "conflict":
            return None
        merged += group[1]
    return "\n".join(merged)


def changes(base: str, text: str) -> frozenset[bytes] | None:
    """What was changed, each change as a digest of the lines that went, those that came, and two lines around them.

    The same change of two versions of a page has the same digest as long as nobody changed the lines around it.
    None where the texts are too long and too different to be compared.
    """
    before, after = base.split("\n"), text.split("\n")
    return frozenset(_change_digests(before, after)) if _comparable(before, after) else None


def _change_digests(before: Sequence[str], after: Sequence[str]) -> Iterator[bytes]:
    for tag, start, end, new_start, new_end in _Matcher(None, before, after).get_opcodes():
        if tag != "equal":
            around = before[max(start - _CONTEXT, 0) : start], before[end : end + _CONTEXT]
            parts = (around[0], before[start:end], after[new_start:new_end], around[1])
            told = "\0".join("\n".join(part) for part in parts)
            yield hashlib.blake2b(told.encode("utf-8", "surrogatepass"), digest_size=8).digest()


class _Matcher(SequenceMatcher[str]):
    """The standard library's, which looks only between the ends that the texts share: nearly all of a page."""

    def __init__(
        self, isjunk: Callable[[str], bool] | None = None, a: Sequence[str] = (), b: Sequence[str] = (), autojunk: bool = True
    ) -> None:
        super().__init__(isjunk, a, b, autojunk)
        self._texts = (a, b)

    def get_matching_blocks(self) -> list[Match]:
        before, after = self._texts
        head, tail = _shared_ends(before, after)
        old, new = before[head : len(before) - tail], after[head : len(after) - tail]
        between = SequenceMatcher(None, old, new).get_matching_blocks()
        blocks = [Match(0, 0, head), *(Match(one.a + head, one.b + head, one.size) for one in between)]
        blocks.append(Match(len(before) - tail, len(after) - tail, tail))
        return [block for block in blocks if block.size] + [Match(len(before), len(after), 0)]


def _shared_ends(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """How many lines both texts begin with and end with, none counted twice."""
    shortest = min(len(before), len(after))
    head = next((place for place in range(shortest) if before[place] != after[place]), shortest)
    rest = shortest - head
    tail = next((place for place in range(rest) if before[-1 - place] != after[-1 - place]), rest)
    return head, tail


def _comparable(before: Sequence[str], after: Sequence[str]) -> bool:
    shared = sum(_shared_ends(before, after))
    return (len(before) - shared) * (len(after) - shared) <= MOST_WORK
