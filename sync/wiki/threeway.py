"""Two changes of one text brought together, line by line, where they do not touch each other."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from merge3 import Merge3

__all__ = ["changes", "merge"]

MOST_WORK = 40_000_000
"""Lines of one text times lines of another that are compared at most: a few seconds' work."""

_CONTEXT = 2


def merge(base: str, theirs: str, ours: str) -> str | None:
    """``theirs`` with what ``ours`` changed of ``base``; None where both changed the same lines, or neighbouring ones.

    Also None where the texts are too long and too different to be compared in a reasonable time.
    """
    texts = [text.split("\n") for text in (base, theirs, ours)]
    head, tail = _shared_ends(texts)
    old, other, own = [lines[head : len(lines) - tail] for lines in texts]
    if not _comparable(old, other) or not _comparable(old, own):
        return None
    merged = texts[0][:head]
    for group in Merge3(old, other, own).merge_groups():
        if group[0] == "conflict":
            return None
        merged += group[1]
    return "\n".join(merged + texts[0][len(texts[0]) - tail :])


def changes(base: str, text: str) -> frozenset[bytes] | None:
    """What was changed, each change as a digest of the lines that went, those that came, and two lines around them.

    The same change of two versions of a page has the same digest as long as nobody changed the lines around it.
    None where the texts are too long and too different to be compared.
    """
    before, after = base.split("\n"), text.split("\n")
    head, tail = _shared_ends([before, after])
    # With as many shared lines as show where a change stands.
    head, tail = max(head - _CONTEXT, 0), max(tail - _CONTEXT, 0)
    before, after = before[head : len(before) - tail], after[head : len(after) - tail]
    if not _comparable(before, after):
        return None
    return frozenset(_change_digests(before, after))


def _change_digests(before: Sequence[str], after: Sequence[str]) -> Iterator[bytes]:
    for tag, start, end, new_start, new_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            around = before[max(start - _CONTEXT, 0) : start], before[end : end + _CONTEXT]
            parts = (around[0], before[start:end], after[new_start:new_end], around[1])
            told = "\0".join("\n".join(part) for part in parts)
            yield hashlib.blake2b(told.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def _shared_ends(texts: Sequence[Sequence[str]]) -> tuple[int, int]:
    """How many lines all texts begin with and end with, none counted twice."""
    shortest = min(map(len, texts))
    head = next((place for place in range(shortest) if len({lines[place] for lines in texts}) > 1), shortest)
    rest = shortest - head
    tail = next((place for place in range(rest) if len({lines[-1 - place] for lines in texts}) > 1), rest)
    return head, tail


def _comparable(first: Sequence[str], second: Sequence[str]) -> bool:
    return len(first) * len(second) <= MOST_WORK
