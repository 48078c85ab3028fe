"""The passages of pages that are alike, as the revisions of one page are: what one of the last pages had, too, is not read again.

Where markup reaches over a heading, a piece would read otherwise than on its page, and the whole page is read.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from parsers.wiki.blocks import Block
from parsers.wiki.closed import is_closed
from parsers.wiki.cutting import cut_after, cut_at_headings
from parsers.wiki.page import Passages, WikiPassage, read_passages

__all__ = ["passages_of"]

_LONGEST = 400_000
"""Of a longer page not everything may be read, however little there is below each heading."""


class _Known(NamedTuple):
    """A page that was read: its pieces, all closed, and the passage that each of them is."""

    pieces: tuple[str, ...]
    passages: tuple[WikiPassage, ...]


_LAST: deque[_Known] = deque(maxlen=4)


def passages_of(text: str) -> Passages:
    """The same as :func:`parsers.wiki.page.read_passages`."""
    if len(text) > _LONGEST:
        return read_passages(text)
    known = _after(text) or _whole(text)
    if isinstance(known, Passages):
        return known
    _LAST.append(known)
    return Passages(known.passages, ())


def _whole(text: str) -> _Known | Passages:
    """A page read whole, with its pieces if they can be read alone."""
    read, pieces = read_passages(text), tuple(cut_at_headings(text))
    fits = len(pieces) == len(read.passages) and not read.unread and all(map(is_closed, pieces))
    return _Known(pieces, read.passages) if fits and _starts(pieces) == [each.start for each in read.passages] else read


def _starts(pieces: Sequence[str]) -> list[int]:
    starts = [0]
    for piece in pieces[:-1]:
        starts.append(starts[-1] + len(piece))
    return starts


def _after(text: str) -> _Known | None:
    """A page that begins and ends as one of the last ones did; None where there is none, or it has to be read whole."""
    found = [(known, *cut_after(known.pieces, text)) for known in _LAST]
    if not found:
        return None
    known, head, tail, middle = max(found, key=lambda each: each[1] + each[2])
    if len(middle) > (head + tail) // 4:
        return None
    at = known.passages[head - 1].end if head else 0
    passages = list(known.passages[:head])
    for piece in middle:
        passage = _alone(piece, first=not passages)
        if passage is None:
            return None
        passages.append(_moved(passage, at))
        at += len(piece)
    rest = known.passages[len(known.passages) - tail :]
    passages += (_moved(each, at - rest[0].start) for each in rest)
    return _Known((*known.pieces[:head], *middle, *known.pieces[len(known.pieces) - tail :]), tuple(passages))


def _alone(piece: str, *, first: bool) -> WikiPassage | None:
    """The passage that a piece is, read alone; None where its page is needed for that."""
    read = read_passages(piece)
    passage = read.passages[-1]
    fits = len(read.passages) == (1 if first else 2) and passage.start == 0 and not read.unread and is_closed(piece)
    return passage if fits else None


def _moved(passage: WikiPassage, by: int) -> WikiPassage:
    """The passage of a text that begins so many characters later in its page."""
    if not by:
        return passage
    blocks = tuple(_blocks(passage.blocks, by))
    return WikiPassage(passage.title, passage.level, passage.start + by, passage.body + by, passage.end + by, blocks)


def _blocks(blocks: Sequence[Block], by: int) -> Iterator[Block]:
    for block in blocks:
        yield Block(block.text, block.depth, block.lead, block.term, block.start + by, block.end + by)
