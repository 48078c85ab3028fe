"""From lines to statements: a sentence with the blocks of text, lists and further lines that belong to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from parsers.proposals.blocks import PostBlock, PostParagraph, PostQuote
from parsers.proposals.layouts import goes_on
from parsers.proposals.prose import is_authors, reads_as_rule
from parsers.proposals.quotes import find_closing
from parsers.proposals.remarks import is_label
from parsers.proposals.segments import PostSegment
from parsers.proposals.tokens import VERB_WORDS, Token, read_tokens, split_sentences

_CONTINUING = frozenset("with to by into and so such called which that after before at in as from reading named then".split())
_PASSIVE = frozenset("is are becomes should shall will it".split())
_SEVERAL = frozenset({"rules", "subrules"})
_CAPITAL = frozenset({"with", "to", "by", "into"})
_ENDS = frozenset(".!?")
_MOST_SHOWN = 240
_MOST_BLOCKS = 100
_CARRIES = frozenset({":", "read", "this", "say", "instead", "following"})
_GOING_BACK = frozenset({"on", "up", "from"})
"""Words behind "following" where it speaks of what was before."""
_NOTHING = Token("end", "")


@dataclass(frozen=True, slots=True)
class GatheredStatement:
    """A sentence and what belongs to it. ``last`` is the one at the end of its line: more may belong to it.

    ``open`` says that it does not end like a sentence, ``unclosed`` that a quotation in it is never closed.
    """

    tokens: tuple[Token, ...]
    quote: str
    last: bool = False
    paragraph: PostBlock | None = None

    @property
    def open(self) -> bool:
        """Whether it ends without a full stop."""
        return not self.tokens or self.tokens[-1].text not in _ENDS

    @property
    def is_story(self) -> bool:
        """Whether its whole paragraph is in italics."""
        text = self.paragraph.text if isinstance(self.paragraph, PostParagraph) else None
        return text is not None and any(mark.kind == "i" and not mark.start and mark.end >= len(text.plain) for mark in text.marks)

    @property
    def has_body(self) -> bool:
        """Whether a block of text belongs to it."""
        return any(token.kind == "body" for token in self.tokens)

    @property
    def body(self) -> tuple[PostBlock, ...]:
        """The one block of text that it ends with."""
        alone = self.has_body and self.tokens[-1].kind == "body" and not any(token.kind == "body" for token in self.tokens[:-1])
        return self.tokens[-1].blocks if alone else ()

    @property
    def lead(self) -> tuple[Token, ...]:
        """Its words up to that block."""
        return self.tokens[:-1] if self.body else self.tokens

    @property
    def announces_changes(self) -> bool:
        """Whether it announces what is to be done."""
        lows = [token.low for token in self.tokens]
        return "following" in lows and bool({"changes", "amendments", "edits", "actions", "steps", "alterations"}.intersection(lows))

    @property
    def announces(self) -> bool:
        """Whether it announces a text: it ends with a colon, or speaks of what follows."""
        words = [token for token in self.tokens if token.kind != "body"]
        return bool(words) and (
            words[-1].text in {":", "-", "–", "—"}
            or any(one.low in {"following", "follows"} and two.low not in _GOING_BACK for one, two in pairwise((*words, _NOTHING)))
            or [token.low for token in words[-2:]] == ["to", "read"]
        )

    @property
    def has_loose_text(self) -> bool:
        """Whether words stand behind its colon that are in no quotation marks."""
        for number, (token, behind) in enumerate(pairwise(self.tokens)):
            if token.text == ":" and behind.kind == "word":
                return any(token.low in VERB_WORDS | _CARRIES for token in self.tokens[:number])
        return False

    @property
    def unclosed(self) -> bool:
        """Whether a quotation in it is not closed."""
        return bool(self.tokens) and self.tokens[-1].kind == "doubt" and bool(self.tokens[-1].text)


class StatementGatherer:
    """Gathers the statements of a container.

    ``begins`` says whether a line begins with an instruction, ``leads`` whether words say where what stands below them is to be done.
    """

    def __init__(
        self, segments: Sequence[PostSegment], begins: Callable[[PostSegment], bool], leads: Callable[[Sequence[Token]], bool]
    ) -> None:
        self.segments = segments
        self._begins, self._leads = begins, leads

    def gather(self, place: int) -> tuple[list[GatheredStatement], int]:
        """The statements that begin in a line, and the number of the segment behind them."""
        segment = self.segments[place]
        done: list[GatheredStatement] = []
        current = self._line(segment, done, GatheredStatement((), "", paragraph=segment.block))
        behind = place + 1
        while True:
            current, closed = self._closed(current, behind, done)
            if closed > behind:
                behind = closed
                continue
            grown, next_place = self._grown(current, behind, done)
            if grown is None:
                return [*done, replace(current, last=True)], behind
            current, behind = grown, next_place

    def _line(self, segment: PostSegment, done: list[GatheredStatement], current: GatheredStatement) -> GatheredStatement:
        """The statement so far with a line's first sentence; those before the line's last one are done."""
        line = segment.line
        for number, sentence in enumerate(split_sentences(read_tokens(line))):
            quote = line.plain[sentence[0].start : sentence[-1].end]
            if number:
                done.append(current)
                current = GatheredStatement(tuple(sentence), quote, paragraph=segment.block)
            else:
                current = replace(
                    current, tokens=(*current.tokens, *sentence), quote=f"{current.quote} {quote}".strip(), paragraph=segment.block
                )
        return current

    def _grown(self, current: GatheredStatement, place: int, done: list[GatheredStatement]) -> tuple[GatheredStatement | None, int]:
        if place >= len(self.segments):
            return None, place
        segment = self.segments[place]
        if segment.kind == "body":
            end = place
            while end < len(self.segments) and self.segments[end].kind == "body":
                end += 1
            return _with_body(current, [each.block for each in self.segments[place:end]]), end
        if segment.kind == "line" and self._continues(current, segment):
            return self._line(segment, done, current), place + 1
        return None, place

    def _continues(self, current: GatheredStatement, segment: PostSegment) -> bool:
        tokens = read_tokens(segment.line)
        laid_out = goes_on(current.tokens, tokens, self._leads) if tokens and current.tokens else False
        return self._goes_on(current, segment, tokens) if laid_out is None else laid_out

    def _goes_on(self, current: GatheredStatement, segment: PostSegment, tokens: Sequence[Token]) -> bool:
        """Whether a line goes on with the sentence before it, by its words."""
        behind_body = current.tokens[-1].kind == "body"
        told = [token.text for token in tokens[1:2]] == [":"] or len(current.tokens) < 2 or current.tokens[-2].low in _SEVERAL
        if told and current.tokens[-1].text == ":" and any(token.low in _SEVERAL for token in current.tokens):
            # Each line tells one of them.
            return False
        if not behind_body and not current.open:
            return False
        first = tokens[0]
        if first.kind in {"quote", "doubt"} and not behind_body:
            if current.announces and (first.kind == "doubt" or len(tokens) == 1):
                return True
            return first.kind == "quote" and (current.tokens[-1].text == ":" or segment.block is current.paragraph)
        if behind_body and current.tokens[-2:-1] and current.tokens[-2].low in {"after", "before"} and first.low in VERB_WORDS:
            # "After", a text, and then what is to be added.
            return first.text[:1].islower()
        passive = behind_body and first.low in _PASSIVE and any(token.low in _CARRIES | _CAPITAL for token in tokens[1:5])
        if passive or first.low not in _CONTINUING:
            return passive and first.text[:1].islower()
        # "With:" and "To read:" go on though they begin like a sentence.
        second = tokens[1] if len(tokens) > 1 else first
        if second.low == "this" and len(tokens) > 2 and tokens[2].low in {"new", "rule", "subrule", "end", "proposal"}:
            return False
        if first.low in _CAPITAL and not (behind_body and _has_own_order(tokens)):
            told = [token.low for token in tokens[1:3]] in (["the", "text"], ["the", "words"])
            return told or second.kind in {"quote", "doubt"} or second is first or second.low in _CARRIES or first.text[:1].islower()
        return first.text[:1].islower()

    def _closed(self, current: GatheredStatement, place: int, done: list[GatheredStatement]) -> tuple[GatheredStatement, int]:
        """The statement with a quotation that is closed in a later paragraph."""
        if not current.unclosed or not current.tokens[-1].blocks:
            return current, place
        for end in range(place, min(len(self.segments), place + _MOST_BLOCKS)):
            segment = self.segments[end]
            if segment.kind == "divider":
                break
            closing = find_closing(segment.line.plain) if segment.kind == "line" else None
            if closing is None:
                continue
            middle = _blocks(self.segments[place:end])
            head = PostParagraph(segment.line.cut(0, closing))
            blocks = (*current.tokens[-1].blocks, *middle, *([head] if head.text.plain else []))
            token = Token("body", "", blocks=blocks)
            rest = segment.line.cut(closing + 1, len(segment.line.plain))
            joined = replace(current, tokens=(*current.tokens[:-1], token), quote=f"{current.quote} …")
            if rest.plain[:1].isupper():
                done.append(joined)
                joined = GatheredStatement((), "", paragraph=segment.block)
            return self._line(replace(segment, line=rest), done, joined), end + 1
        return current, place

    def readings(self, statement: GatheredStatement, behind: int) -> Iterator[tuple[tuple[Token, ...], int]]:
        """The ways to read a statement, with more and more of what stands behind it, and the segment behind each."""
        yield statement.tokens, behind
        if behind >= len(self.segments) or not statement.open or (statement.has_body and not statement.announces):
            return
        segment = self.segments[behind]
        if segment.kind == "list" and not _orders(segment.text):
            yield (*statement.tokens, Token("body", "", blocks=(segment.block,))), behind + 1
        elif segment.kind == "line" and statement.announces:
            found = self._bare(statement, behind)
            if found is not None:
                blocks, end = found
                yield (*statement.tokens, Token("body", "", blocks=blocks)), end

    def _bare(self, statement: GatheredStatement, place: int) -> tuple[tuple[PostBlock, ...], int] | None:
        """The text that a statement announces, where it stands in no quote: a paragraph with the list that it announces, or several.

        None where more follows that could be the text as well as commentary or another instruction.
        """
        first = self.segments[place]
        quoted = read_tokens(first.line)[:1] == [] or _is_quoted(first.line.plain)
        if quoted or self._begins(first) or _orders_behind(first) or is_label(first.text):
            return None
        end = place
        while end < len(self.segments) and self.segments[end].kind == "line" and self.segments[end].block is first.block:
            if end > place and self._begins(self.segments[end]):
                return None
            end += 1
        blocks: list[PostBlock] = [PostParagraph(first.whole.cut(first.start, len(first.whole.plain)))]
        if end < len(self.segments) and self.segments[end].kind == "list" and self.segments[end - 1].text.endswith(":"):
            blocks.append(self.segments[end].block)
            end += 1
        more = reads_as_rule(first.text)
        while end < len(self.segments) and not self._ends_text(end):
            behind = self.segments[end]
            if more and behind.kind == "line" and is_authors(behind.text):
                # What its author says of it ends the text, and nothing of it may come again.
                rest = self.segments[end:]
                return (tuple(blocks), end) if all(each.kind == "line" and is_authors(each.text) for each in rest) else None
            if not more or behind.kind != "line" or len(behind.whole.plain) > len(behind.text) or not reads_as_rule(behind.text):
                return None
            if self._begins(behind):
                return None
            blocks.append(behind.block)
            end += 1
        return tuple(blocks), end

    def _ends_text(self, place: int) -> bool:
        segment = self.segments[place]
        return segment.kind in {"divider", "heading"} or bool(is_label(segment.text))


def _with_body(current: GatheredStatement, blocks: list[PostBlock]) -> GatheredStatement:
    """The statement with a block of text; several quotes in a row are one text."""
    inner: list[PostBlock] = []
    for block in blocks:
        inner.extend(block.blocks if isinstance(block, PostQuote) and not block.raw else (block,))
    # Of a block with nothing in it, or all struck, nobody knows what it is to say.
    token = Token("body" if inner else "doubt", "", blocks=tuple(inner))
    return replace(current, tokens=(*current.tokens, token), quote=f"{current.quote} …")


def _has_own_order(tokens: Sequence[Token]) -> bool:
    """Such as "To “Locks” add …", which is not what stands in the place of the text before it."""
    named = tokens[0].text[:1].isupper() and tokens[1:2] != [] and tokens[1].kind == "quote"
    return named and not VERB_WORDS.isdisjoint(token.low for token in tokens[2:5])


def _is_quoted(text: str) -> bool:
    """Whether a line begins with a quotation mark, which may or may not be part of a new text."""
    return text[:1] in set('“"„«')


def _orders_behind(line: PostSegment) -> bool:
    """Whether a later sentence of a line may be an instruction, and no text: "Fog is thick. Repeal “Guilds”."."""
    sentences = list(split_sentences(read_tokens(line.line)))[1:]
    return any(each[0].low in VERB_WORDS and any(token.kind == "quote" for token in each) for each in sentences)


def _orders(text: str) -> bool:
    """Whether a line of a text begins like an instruction."""
    words = (re.match(r"\W*(\w+)", line) for line in text.split("\n"))
    return any(word is not None and word[1].lower() in VERB_WORDS for word in words)


def _blocks(segments: Sequence[PostSegment]) -> list[PostBlock]:
    """The blocks of segments, each once."""
    blocks: list[PostBlock] = []
    for segment in segments:
        if not blocks or segment.block is not blocks[-1]:
            blocks.append(segment.block)
    return blocks


def shortened(text: str) -> str:
    """A text for a list of what is left."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _MOST_SHOWN else f"{flat[:_MOST_SHOWN]}…"
