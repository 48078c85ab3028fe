"""The passages of pages that are alike, as the revisions of one page are: what one of the last pages had, too, is not read again.

Where markup reaches over a heading, a piece would read otherwise than on its page, and the whole page is read.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from parsers.wiki.blocks import Block
from parsers.wiki.closed import is_closed
from parsers.wiki.cutting import cut_after, cut_at_headings
from parsers.wiki.page import Passages, WikiPassage, read_passages

__all__ = ["passages_of"]

_LONGEST = 400_000
"""Of a longer page not everything may be read, however little there is below each heading."""


class _Known:
    """A page that was read; its text is cut only when another page comes."""

    def __init__(self, text: str, read: Passages, pieces: tuple[str, ...] | None = None) -> None:
        self.read = read
        self._text = text
        self._pieces = pieces

    @property
    def pieces(self) -> tuple[str, ...]:
        """The text of each passage; none where one of them has to be read on its page."""
        if self._pieces is None:
            self._pieces = _pieces_of(self._text, self.read)
        return self._pieces


def _pieces_of(text: str, read: Passages) -> tuple[str, ...]:
    pieces, start = tuple(cut_at_headings(text)), 0
    if read.unread or len(pieces) != len(read.passages):
        return ()
    for piece, passage in zip(pieces, read.passages, strict=True):
        if passage.start != start or not is_closed(piece):
            return ()
        start += len(piece)
    return pieces


_LAST: deque[_Known] = deque(maxlen=4)


def passages_of(text: str) -> Passages:
    """The same as :func:`parsers.wiki.page.read_passages`."""
    if len(text) > _LONGEST:
        return read_passages(text)
    known = _after(text) or _Known(text, read_passages(text))
    _LAST.append(known)
    return known.read


def _after(text: str) -> _Known | None:
    """A page that begins and ends as one of the last ones did; None where there is none, or it has to be read whole."""
    found = [(known, *cut_after(known.pieces, text)) for known in _LAST if known.pieces]
    if not found:
        return None
    known, head, tail, middle = max(found, key=lambda each: each[1] + each[2])
    if len(middle) > (head + tail) // 4:
        return None
    before, stop = known.read.passages, len(known.pieces) - tail
    passages = list(before[:head])
    at = passages[-1].end if passages else 0
    for piece in middle:
        passage = _alone(piece, first=not passages)
        if passage is None:
            return None
        passages.append(_moved(passage, at))
        at += len(piece)
    passages += (_moved(each, at - before[stop].start) for each in before[stop:])
    return _Known(text, Passages(tuple(passages), ()), (*known.pieces[:head], *middle, *known.pieces[stop:]))


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
