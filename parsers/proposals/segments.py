"""A container's blocks as the reader walks over them: lines, blocks of text, lists and dividers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parsers.patterns import later
from parsers.proposals.blocks import PostBlock, PostDivider, PostList, PostParagraph, StyledText
from parsers.proposals.tokens import Token, read_tokens, split_sentences
from parsers.proposals.wikitext import visible_text

_NOTHING = StyledText("")
_PASTED_ROWS = later(r"(?:\{\||\|-|\|)[^\n]*(?:\n[|!][^\n]*)*")
"""Rows of a table, or a whole one, as the wiki writes them."""


@dataclass(frozen=True, slots=True)
class PostSegment:
    """A ``line`` of a paragraph (``first``: its first), ``heading``, ``body`` (quote, table, preformatted), ``list`` or ``divider``.

    ``start`` is where the line begins in the text ``whole`` of its paragraph.
    """

    kind: str
    block: PostBlock
    line: StyledText = _NOTHING
    first: bool = True
    start: int = 0
    whole: StyledText = _NOTHING

    @property
    def text(self) -> str:
        """What it shows."""
        return self.line.plain if self.kind in {"line", "heading"} else visible_text((self.block,))


def split_segments(blocks: Sequence[PostBlock]) -> Iterator[PostSegment]:
    """The segments of a container."""
    for block in blocks:
        match block:
            case PostParagraph(text, 0) if _PASTED_ROWS.fullmatch(text.plain):
                yield PostSegment("body", block)
            case PostParagraph(text, 0):
                start = 0
                for line in text.lines():
                    yield PostSegment("line", block, line.cut(0, len(line.plain)), start == 0, start, text)
                    start += len(line.plain) + 1
            case PostParagraph(text):
                yield PostSegment("heading", block, text)
            case PostList():
                yield PostSegment("list", block)
            case PostDivider():
                yield PostSegment("divider", block)
            case _:
                yield PostSegment("body", block)


def behind_label(segment: PostSegment) -> StyledText:
    """What a line says behind its label."""
    line = segment.line
    return line.cut(line.plain.find(":") + 1, len(line.plain))


def sentences_of(blocks: Sequence[PostBlock]) -> Iterator[list[Token]]:
    """The sentences that blocks show."""
    for line in visible_text(blocks).split("\n"):
        yield from split_sentences(read_tokens(StyledText(line)))
