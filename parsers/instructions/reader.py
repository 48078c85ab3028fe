"""Read the instructions of a matter: sentences that fit a form become steps; all others stay open
for the admin.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from parsers.instructions.forms import FilledForm, ListBelow, SpokenOf, matching_forms
from parsers.instructions.instruction_model import Instruction, InstructionKind, RuleName
from parsers.instructions.post_blocks import (
    PICTURE,
    STRUCK,
    PostBlock,
    PostList,
    PostParagraph,
    PostQuote,
    plain,
    read_blocks,
    visible_text,
)
from parsers.instructions.post_sentences import (
    PostSentence,
    goes_on,
    is_pasted,
    sentences_in,
    without_lead,
)
from parsers.refusal import Refusal, Refused

_MOST_STEPS = 1_000
_MOST_DEPTH = 4
_MOST_JOINED = 4
_Read = tuple[Instruction, ...] | ListBelow


@dataclass(frozen=True, slots=True)
class MatterReading:
    """The steps of a matter, the sentences that fit no form (``open``), the ``struck`` texts, and
    the reason if the whole text is ``unread``.
    """

    steps: tuple[Instruction, ...] = ()
    open: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    unread: str | None = None


def read_instructions(html: str) -> MatterReading:
    """Read the instructions of a votable matter. ``html`` is its body as the blog shows it, without
    comments and notes.
    """
    reader = _Reader()
    try:
        blocks, struck = read_blocks(html)
        reader.read(blocks, None, 0)
    except Refused as refused:
        # A person must read the whole text.
        return MatterReading(
            open=(f"The whole text of the matter: {refused}",), unread=str(refused)
        )
    return MatterReading(tuple(reader.steps), tuple(reader.open), struck)


class _Reader:
    """The steps and the open sentences so far; ``_latest`` is the rule that was named last."""

    def __init__(self) -> None:
        self.steps: list[Instruction] = []
        self.open: list[str] = []
        self._latest: RuleName | None = None

    def read(self, blocks: Sequence[PostBlock], listed_below: RuleName | None, depth: int) -> None:
        """Read blocks in their order. ``listed_below`` is the rule that the line above their list
        names.
        """
        place = 0
        while place < len(blocks):
            block = blocks[place]
            place += 1
            if (
                isinstance(block, PostParagraph)
                and not block.level
                and not is_pasted(plain(block.text))
            ):
                sentences = sentences_in(block)
                for sentence in sentences[:-1]:
                    self._sentence(sentence, listed_below, depth)
                if sentences:
                    joined, place = self._with_blocks(sentences[-1], blocks, place, listed_below)
                    for sentence in joined:
                        self._sentence(sentence, listed_below, depth)
            elif isinstance(block, PostList) and depth < _MOST_DEPTH:
                for item in block.items:
                    self.read(item, listed_below, depth + 1)
            else:
                self._leave(visible_text([block]))

    def _with_blocks(
        self,
        last: PostSentence,
        blocks: Sequence[PostBlock],
        place: int,
        listed_below: RuleName | None,
    ) -> tuple[list[PostSentence], int]:
        """Return a paragraph's last sentence joined with as many of the blocks below as make a
        form fit, the sentences behind these blocks, and the number of the next block.

        “Replace it with:”, a block quote and “in all rules.” are one sentence.
        """
        best = ([last], place)
        more: list[PostSentence] = []
        for number, block in enumerate(blocks[place : place + _MOST_JOINED], place + 1):
            if isinstance(block, PostQuote | PostList) and not more:
                last = last.with_block(block)
            elif isinstance(block, PostParagraph) and not block.level and last.blocks and not more:
                first, *more = sentences_in(block) or [last]
                if first is last or not goes_on(first):
                    break
                last = last.with_more(first)
            else:
                break
            if self._read(last, SpokenOf(self._latest, listed_below)) is not None:
                best = [last, *more], number
        return best

    def _sentence(self, sentence: PostSentence, listed_below: RuleName | None, depth: int) -> None:
        read = self._read(sentence, SpokenOf(self._latest, listed_below))
        if read is None:
            self._leave(sentence.quote)
        elif isinstance(read, ListBelow):
            self._latest = read.rule
            for item in read.listed.items:
                self.read(item, read.rule, depth + 1)
        else:
            self.steps += (replace(step, quote=sentence.quote) for step in read)
            self._latest = _named_last(read[-1], self._latest)
            if len(self.steps) > _MOST_STEPS:
                raise Refused(Refusal.MATTER_OF_TOO_MANY_STEPS, most=_MOST_STEPS)

    def _leave(self, text: str) -> None:
        """Leave a sentence open. It may name a rule, so "that rule" means none from here on."""
        text = " ".join(
            text.replace(STRUCK, "")
            .replace(PICTURE, "[a picture, a table or other markup]")
            .split()
        )
        if text:
            self.open.append(text)
            self._latest = None

    def _read(self, sentence: PostSentence, context: SpokenOf) -> _Read | None:
        """Return the instructions of a sentence that fits a form, or whose parts joined by "and"
        do; None too if it can be read in two ways.
        """
        sentence = without_lead(sentence)
        found = [] if STRUCK in sentence.text else _whole(sentence, context)
        if found:
            return found[0] if len(found) == 1 else None
        for place in re.finditer(r",? and (?:then )?", sentence.text):
            match _whole(sentence.with_text(sentence.text[: place.start()]), context):
                case [(*_, Instruction() as last) as steps]:
                    named = _named_last(last, None)
                    then = SpokenOf(
                        _named_last(last, context.latest),
                        named or last.rule or context.listed_below,
                    )
                    other = self._read(sentence.with_text(sentence.text[place.end() :]), then)
                    if other is not None and not isinstance(other, ListBelow):
                        return (*steps, *other)
        return None


def _whole(sentence: PostSentence, context: SpokenOf) -> list[_Read]:
    found: list[_Read] = []
    for form, slots in matching_forms(sentence.text):
        if form.listed and context.listed_below is None:
            continue
        try:
            read = FilledForm(form, slots, sentence, context).read()
        except Refused:
            continue
        if read not in found:
            found.append(read)
    return found


def _named_last(step: Instruction, before: RuleName | None) -> RuleName | None:
    """The rule that "that rule" means after a step; None if the step names two."""
    if step.where is not None and step.where.rule is not None:
        return None
    return (
        RuleName(step.title)
        if step.kind is InstructionKind.RENAME_RULE and step.title
        else step.rule or before
    )
