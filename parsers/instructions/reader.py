"""What a matter instructs: the sentences that fit a form, as steps; all others are open, for a person to read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from parsers.instructions.blocks import STRUCK, PostBlock, PostList, PostParagraph, UnreadableText, read_blocks
from parsers.instructions.filling import NotMeant, instructions_of, items_of, rule_of
from parsers.instructions.forms import forms
from parsers.instructions.model import Instruction, InstructionKind, RuleName
from parsers.instructions.post_sentences import PostSentence, goes_on, may_have_text, sentences_in, with_pasted, without_lead
from parsers.instructions.wikitext import visible_text
from parsers.phrases import fitting

MOST_STEPS = 1_000
_MOST_DEPTH = 4
_MOST_JOINED = 4


@dataclass(frozen=True, slots=True)
class OpenSentence:
    """A sentence, or a block, that fits no form. ``before`` is how many steps stand before it."""

    text: str
    before: int


@dataclass(frozen=True, slots=True)
class MatterReading:
    """What a matter instructs, in its order, and what was not read. ``struck`` are texts that its author took back by striking them.

    ``unread`` says why the text could not be read at all (it is too long, or has too many instructions).
    """

    steps: tuple[Instruction, ...] = ()
    open: tuple[OpenSentence, ...] = ()
    struck: tuple[str, ...] = ()
    unread: str | None = None


def read_instructions(html: str) -> MatterReading:
    """What the body of a votable matter instructs; ``html`` is as the blog shows it, without comments and notes."""
    try:
        blocks, struck = read_blocks(html)
    except UnreadableText as error:
        return _unread(error)
    reader = _Reader()
    try:
        reader.read(blocks, None, 0)
    except UnreadableText as error:
        return _unread(error)
    return MatterReading(tuple(reader.steps), tuple(reader.open), struck)


def _unread(error: UnreadableText) -> MatterReading:
    """A matter that a person has to read whole, whatever it says."""
    return MatterReading(open=(OpenSentence(f"The whole text of the matter: {error}", 0),), unread=str(error))


class _Reader:
    """The steps and the open sentences so far; ``_latest`` is the rule that was named last."""

    def __init__(self) -> None:
        self.steps: list[Instruction] = []
        self.open: list[OpenSentence] = []
        self._latest: RuleName | None = None

    def read(self, blocks: Sequence[PostBlock], listed_below: RuleName | None, depth: int) -> None:
        """Read blocks in their order. In a list below a line that names a rule it is ``listed_below``."""
        blocks = with_pasted(blocks)
        place = 0
        while place < len(blocks):
            block = blocks[place]
            place += 1
            if isinstance(block, PostParagraph) and not block.level:
                place = self._paragraph(sentences_in(block), blocks, place, listed_below, depth)
            elif isinstance(block, PostList) and depth < _MOST_DEPTH:
                for item in block.items:
                    self.read(item, listed_below, depth + 1)
            else:
                self._leave(visible_text([block]))

    def _paragraph(
        self, sentences: Sequence[PostSentence], blocks: Sequence[PostBlock], place: int, listed_below: RuleName | None, depth: int
    ) -> int:
        """Read a paragraph, with the blocks below it that its last sentence takes; the number of the block behind those."""
        for sentence in sentences[:-1]:
            self._sentence(sentence, listed_below, depth)
        if not sentences:
            return place
        taken, behind, rest = sentences[-1], place, list[PostSentence]()
        for joined, stop, more in _joined(sentences[-1], blocks, place):
            if self._read(joined, listed_below) is not None:
                taken, behind, rest = joined, stop, more
        for sentence in (taken, *rest):
            self._sentence(sentence, listed_below, depth)
        return behind

    def _sentence(self, sentence: PostSentence, listed_below: RuleName | None, depth: int) -> None:
        read = self._read(sentence, listed_below)
        if read is None:
            self._leave(sentence.quote)
            return
        if read.items is not None:
            self._latest = read.rule
            for item in read.items.items:
                self.read(item, read.rule, depth + 1)
            return
        if len(self.steps) + len(read.steps) > MOST_STEPS:
            raise UnreadableText(f"the matter has more than {MOST_STEPS:,} instructions")
        self.steps += (replace(step, quote=sentence.quote) for step in read.steps)
        self._latest = _named_last(read.steps[-1], self._latest)

    def _leave(self, text: str) -> None:
        """An open sentence. It may have named a rule, so "that rule" is none from then on."""
        text = " ".join(text.replace(STRUCK, "").split())
        if text:
            self.open.append(OpenSentence(text, len(self.steps)))
            self._latest = None

    def _read(self, sentence: PostSentence, listed_below: RuleName | None) -> _SentenceReading | None:
        """What a sentence says, if it fits a form, or several parts of it joined by "and" do; None too where it may say two things."""
        sentence = without_lead(sentence)
        if STRUCK in sentence.text:
            return None
        found = self._whole(sentence, listed_below)
        if found:
            return found[0] if len(found) == 1 else None
        for place in re.finditer(r",? and (?:then )?", sentence.text):
            one = self._whole(sentence.with_text(sentence.text[: place.start()]), listed_below)
            if len(one) == 1 and one[0].items is None:
                rule = one[0].steps[-1].rule or listed_below
                other = self._read(sentence.with_text(sentence.text[place.end() :]), rule)
                if other is not None and other.items is None:
                    return _SentenceReading((*one[0].steps, *other.steps))
        return None

    def _whole(self, sentence: PostSentence, listed_below: RuleName | None) -> list[_SentenceReading]:
        """The readings of a sentence as one instruction."""
        rows, phrases = forms()
        found: list[_SentenceReading] = []
        for number, slots in fitting(phrases, sentence.text):
            form = rows[number]
            if form.listed and listed_below is None:
                continue
            try:
                if form.kind == "within":
                    read = _SentenceReading((), items_of(slots, sentence), rule_of(slots["rule"], sentence, self._latest))
                else:
                    read = _SentenceReading(instructions_of(form, slots, sentence, self._latest, listed_below))
            except NotMeant:
                continue
            if read not in found:
                found.append(read)
        return found


@dataclass(frozen=True, slots=True)
class _SentenceReading:
    """The steps of a sentence, or the list below it of changes to a rule."""

    steps: tuple[Instruction, ...]
    items: PostList | None = None
    rule: RuleName | None = None


def _joined(last: PostSentence, blocks: Sequence[PostBlock], place: int) -> Iterator[tuple[PostSentence, int, list[PostSentence]]]:
    """A paragraph's last sentence with more and more of the blocks below it, as far as they may belong to it.

    With each the number of the block behind, and the sentences that a paragraph has behind the one that goes on.
    """
    for number in range(place, min(len(blocks), place + _MOST_JOINED)):
        block = blocks[number]
        more = list[PostSentence]()
        if may_have_text(block):
            last = last.with_block(block)
        elif isinstance(block, PostParagraph) and not block.level and last.blocks:
            first, *more = sentences_in(block) or [last]
            if first is last or not goes_on(first):
                return
            last = last.with_more(first)
        else:
            return
        yield last, number + 1, more
        if more:
            return


def _named_last(step: Instruction, before: RuleName | None) -> RuleName | None:
    """The rule that "that rule" means after a step; None where it named two."""
    if step.kind is InstructionKind.MOVE_RULE:
        return None
    if step.kind is InstructionKind.RENAME_RULE and step.title:
        return RuleName(step.title)
    return step.rule or before
