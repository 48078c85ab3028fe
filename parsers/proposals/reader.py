"""What a whole matter instructs: its sentences one after the other, with what they carry on from one to the next."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import islice

from parsers.proposals.applying.alike import same_case
from parsers.proposals.bearing import bears, may_limit
from parsers.proposals.blocks import PostBlock, PostList, PostParagraph, UnreadableText, read_blocks, without_struck
from parsers.proposals.changing import orders
from parsers.proposals.commentary import is_commentary
from parsers.proposals.conditions import is_other_outcome, opposite
from parsers.proposals.covering import UNSURE, ConditionCover, is_on_no_condition
from parsers.proposals.drafts import InstructionScope
from parsers.proposals.gathering import GatheredStatement, StatementGatherer, shortened
from parsers.proposals.guards import changes_nothing_otherwise, read_guard
from parsers.proposals.leading import is_for_later
from parsers.proposals.model import ConditionKind, Instruction, InstructionCondition, InstructionKind, Instructions, RuleName
from parsers.proposals.progress import MatterProgress, UnboundedError, undecided
from parsers.proposals.remarks import (
    FROM_THEN,
    GOING_ON,
    TOLD,
    UNMARKED,
    announces_effects,
    casts_doubt,
    denied_names,
    is_label,
    is_lasting,
    may_make_rule,
    may_undo,
    puts_off,
    qualifies,
    says_otherwise,
    shows,
)
from parsers.proposals.segments import PostSegment, behind_label, sentences_of, split_segments
from parsers.proposals.sentences import SentenceReader, SentenceReading
from parsers.proposals.talking import is_talk
from parsers.proposals.tokens import VERB_WORDS, NotUnderstood, Token, read_tokens, split_sentences
from parsers.proposals.vocabulary import instruction_kind

_MOST_LINES = 3_000
_MOST_DEPTH = 6
_UNCLOSED = "a quotation before it is not closed"
_PERHAPS_TEXT = "it may belong to the text of the instruction before it"
_PERHAPS_INSTEAD = "a later sentence may put something else in its place"
_PERHAPS_MORE = "what stands behind its text may belong to it"
_UNCLEAR = "the words above it may say that it is not to be done"
_LEADING_ON = frozenset("to not and or if unless when that the by of would could should never also then please".split())
_ANY_RULE = RuleName(title="?")
_ANY_CONDITION = (InstructionCondition(ConditionKind.OTHER, "?"),)


def read_instructions(html: str, commentary: Sequence[str] = ()) -> Instructions:
    """What the body of a Votable Matter instructs. ``html`` is the body as the blog renders it, without comments and notes.

    ``commentary`` are the beginnings of sentences that change nothing, as somebody says who has read them: where such a sentence
    is not understood, it holds nothing back.
    """
    try:
        blocks, struck = read_blocks(html)
    except UnreadableText as error:
        return Instructions((), unread=str(error))
    matter = MatterProgress(remarks=list(struck), commentary=commentary)
    try:
        _Container(matter, InstructionScope(), 0).read(blocks)
    except UnboundedError as error:
        listed = tuple(replace(each, why=each.why or str(error)) for each in matter.listed)
        return Instructions(listed, tuple(matter.remarks), str(error))
    return Instructions(tuple(matter.guarded()), tuple(matter.remarks), unclear=tuple(matter.unclear), declared=tuple(matter.declared))


class _Container:
    """Reads the blocks of the post, of a list's item, or of a quote that holds instructions."""

    def __init__(self, matter: MatterProgress, scope: InstructionScope, depth: int, doubtful: str | None = None) -> None:
        if depth > _MOST_DEPTH:
            raise UnboundedError("the matter's lists are nested too deeply")
        self._matter = matter
        self._base = self._scope = scope
        self._depth = depth
        self._before: tuple[InstructionCondition, ...] = ()
        self._muted = False
        self._judging = False
        self._doubtful = self._from_above = doubtful
        self._conditional = False
        self._previous = range(0)
        self._text_end = 0
        """The number of the segment behind the last block of text that an instruction took."""
        self._cover = ConditionCover()
        self._promised: list[tuple[str, int, int]] = []

    def read(self, blocks: Sequence[PostBlock]) -> None:
        """Read the blocks in their order."""
        segments = list(islice(split_segments(blocks), _MOST_LINES + 1))
        if len(segments) > _MOST_LINES:
            raise UnboundedError(f"the matter has more than {_MOST_LINES:,} lines")
        gatherer = StatementGatherer(segments, self._begins_instruction, self._says_where)
        place = 0
        while place < len(segments):
            place = self._segment(gatherer, segments[place], place)
        self._end_cover()
        self._end_promises()

    def _end_promises(self) -> None:
        """Rules that were announced have to be there by now."""
        for quote, first, count in self._promised:
            made = [each for each in self._matter.listed[first:] if each.kind is InstructionKind.ADD_RULE and each.why is None]
            if len(made) < count:
                self._leave(Instruction(InstructionKind.ADD_RULE, quote, why="not all of the rules that it announces are read"))

    def _end_cover(self, *, branch: bool = False) -> None:
        """The end of the paragraphs that a condition above them may cover. ``branch``: what holds otherwise comes next."""
        if self._cover.outer is not None:
            self._scope = self._cover.outer
            self._cover.end(self._matter.listed, branch=branch)

    def _segment(self, gatherer: StatementGatherer, segment: PostSegment, place: int) -> int:
        if segment.kind in {"divider", "heading"}:
            self._end_cover()
            self._muted, self._scope, self._doubtful = False, self._base, self._from_above
        if segment.kind == "divider":
            self._judging = bool(self._matter.listed)
            return place + 1
        if segment.first:
            self._cover.paragraph()
        if segment.kind in {"list", "body"} and self._text_end == place > 0:
            self._doubt_before(why=_PERHAPS_MORE)
        if is_label(segment.text) in UNMARKED and says_otherwise(segment.text):
            self._doubt_before(far=True)
        if self._is_remark(segment):
            self._matter.remarks.append(without_struck(segment.text))
        elif isinstance(segment.block, PostList):
            self._items(segment.block, self._scope)
        elif segment.kind == "body":
            self._loose_body(segment)
        else:
            return self._line(gatherer, place)
        return place + 1

    def _is_remark(self, segment: PostSegment) -> bool:
        if self._judging:
            # Below a rule line stands commentary, unless it goes on with what can be carried out.
            self._judging = False
            self._muted = not self._begins_instruction(segment)
        label = is_label(segment.text) if segment.kind in {"line", "heading"} else ""
        # What is called commentary above all instructions ends with its paragraph.
        behind = bool(self._matter.listed) or len(segment.text) <= len(label) + 2
        muted = self._muted or (behind and is_lasting(label, segment.text))
        self._muted = muted and not (segment.kind == "line" and announces_effects(segment.text))
        if label in UNMARKED and not self._muted and not all(map(is_commentary, sentences_of((PostParagraph(behind_label(segment)),)))):
            return False
        return self._muted or bool(label)

    def _begins_instruction(self, segment: PostSegment) -> bool:
        """Whether a line begins with a sentence that is understood, or announces such."""
        if segment.kind not in {"line", "heading"}:
            return False
        first = next(split_sentences(read_tokens(segment.line)), [])
        body = Token("body", "", blocks=(PostParagraph(segment.line),))
        for tokens in (first, [*first, body]):
            try:
                SentenceReader(self._scope, self._matter.latest or _ANY_RULE, _ANY_CONDITION).read(tokens)
            except NotUnderstood:
                continue
            return True
        return self._reader().read_intro(first) is not None

    def _says_where(self, tokens: Sequence[Token]) -> bool:
        """Whether words are only the head of what stands below them: "In “Doors”:"."""
        intro = self._reader().read_intro(tokens)
        return intro is not None and intro.scope is not None and not intro.scope.adds

    def _loose_body(self, segment: PostSegment) -> None:
        """A block of text that no sentence announces: commentary, unless it could be instructions."""
        if not all(map(is_commentary, sentences_of((segment.block,)))) and not self._matter.is_declared(shortened(segment.text)):
            why = "it stands in a block quote that no instruction announces"
            self._leave(Instruction(InstructionKind.OTHER, shortened(segment.text), why=why))
            return
        self._matter.remarks.append(without_struck(segment.text))

    def _items(self, listed: PostList, scope: InstructionScope) -> None:
        for item in listed.items:
            _Container(self._matter, scope, self._depth + 1, self._doubtful).read(item)

    def _line(self, gatherer: StatementGatherer, place: int) -> int:
        """Read a line's sentences; the last may reach over the blocks behind it."""
        statements, behind = gatherer.gather(place)
        self._conditional = False
        for statement in statements:
            behind = self._statement(gatherer, statement, behind)
        return behind

    def _statement(self, gatherer: StatementGatherer, statement: GatheredStatement, behind: int) -> int:
        """Read one statement; the number of the segment behind what it took."""
        refusal: NotUnderstood | None = None
        if is_on_no_condition(statement.tokens):
            self._end_cover(branch=True)
        readings = gatherer.readings(statement, behind) if statement.last else [(statement.tokens, behind)]
        for tokens, end in readings:
            try:
                reading = self._reader().read(tokens)
            except NotUnderstood as error:
                refusal = error
                continue
            instead = any(token.low == "instead" for token in tokens)
            self._accept(reading, statement.quote, instead=instead, goes_on=tokens[0].low in GOING_ON)
            self._text_end = end if tokens[-1].kind == "body" else 0
            return end
        intro = self._reader().read_intro(statement.lead)
        if (
            intro is not None
            and (statement.last or (intro.scope is not None and intro.scope.adds))
            and self._announced(gatherer, statement, intro, behind)
        ):
            return behind + 1 if behind < len(gatherer.segments) and gatherer.segments[behind].kind == "list" else behind
        if intro is not None and not statement.last and intro.scope is not None and intro.scope.rule is not None and not intro.conditions:
            # "Two changes to “X”." in the line of the changes.
            self._scope = replace(intro.scope, conditions=self._scope.conditions)
            return behind
        return self._refused(gatherer, statement, str(refusal), behind)

    def _refused(self, gatherer: StatementGatherer, statement: GatheredStatement, why: str, behind: int) -> int:
        """A statement that is not understood is left, or a remark."""
        if self._before and self._previous and changes_nothing_otherwise(statement.tokens):
            self._matter.remarks.append(statement.quote)
            # What comes behind it may be meant on the same condition.
            self._matter.guards.append((len(self._matter.listed), (InstructionCondition(ConditionKind.OTHER, statement.quote),)))
            return behind
        guards = read_guard(statement.tokens)
        if guards:
            rest = any(token.low in {"rest", "remainder"} for token in statement.tokens)
            self._matter.guards.append((len(self._matter.listed) if rest else 0, guards))
            self._before = opposite(guards)
        told = any(token.low in TOLD for token in statement.tokens) and not any(token.low in FROM_THEN for token in statement.tokens)
        hidden = not (guards or told) and any(map(orders, sentences_of(statement.tokens[-1].blocks if statement.has_body else ())))
        talk = self._doubtful != _PERHAPS_TEXT and is_talk(statement.tokens, statement.paragraph)
        told_nothing = talk or is_commentary(statement.tokens, story=statement.is_story)
        hidden = hidden or (statement.has_body and (may_make_rule(statement.tokens) or not (told or shows(statement.lead))))
        if (guards and not _orders_under(guards, statement.tokens)) or (told_nothing and not hidden):
            self._matter.remark(statement.tokens, statement.quote)
            if not guards:
                values = any(self._matter.listed[number].kind is InstructionKind.SET_VALUE for number in self._previous)
                if bears(statement.tokens, values=values) and not self._matter.is_declared(statement.quote):
                    self._matter.limited = True
                self._doubt_by(statement, gatherer.segments[behind : behind + 1])
                if is_for_later(statement.tokens) and [each.kind for each in gatherer.segments[behind : behind + 1]] == ["list"]:
                    self._matter.remarks.append(without_struck(gatherer.segments[behind].text))
                    self._doubtful = self._from_above
                    return behind + 1
            return behind
        if not statement.unclosed and self._matter.is_declared(statement.quote):
            self._matter.remark(statement.tokens, statement.quote)
            return behind
        self._doubt_by(statement, gatherer.segments[behind : behind + 1])
        if may_undo(statement.tokens) or statement.tokens[0].low == "but":
            self._doubt_before()
        segments = gatherer.segments
        text, kind = statement.quote, segments[behind].kind if behind < len(segments) else ""
        if statement.last and statement.open and kind == "list":
            # The list behind it is part of it.
            text = f"{text} {shortened(segments[behind].text)}"
            behind += 1
        elif statement.last and statement.announces and not statement.has_body and kind == "line":
            self._doubtful = _PERHAPS_TEXT
        elif statement.unclosed:
            self._doubtful = _UNCLOSED
        elif statement.has_loose_text:
            self._doubtful = _PERHAPS_TEXT
        if may_limit(statement.tokens):
            self._matter.limited = True
        kind_of = instruction_kind(statement.tokens) if orders(statement.tokens) else InstructionKind.OTHER
        self._leave(Instruction(kind_of, text, why=why, conditions=self._scope.conditions))
        return behind

    def _doubt_by(self, statement: GatheredStatement, behind: Sequence[PostSegment]) -> None:
        """Commentary may say something of the instructions before it, or of those below."""
        far, near, denied = qualifies(statement.tokens), puts_off(statement.tokens), denied_names(statement.tokens)
        lead = statement.last and statement.open and not statement.announces
        cut = lead and any(token.low in _LEADING_ON for token in statement.tokens[-1:])
        below = cut or casts_doubt(statement.tokens) or (lead and any(segment.kind == "list" for segment in behind))
        if not (far or near or below or denied is not None) or self._matter.is_declared(statement.quote):
            return
        if far or near:
            self._doubt_before(far=far)
        elif denied is not None:
            self._doubt_named(denied)
        if below:
            self._doubtful = _UNCLEAR

    def _doubt_before(self, *, far: bool = False, why: str = _PERHAPS_INSTEAD) -> None:
        """What is not understood may put something else in the place of the instructions of the sentence before.

        ``far``: of all that stand before it, if there are none right before it.
        """
        for number in self._previous or range(len(self._matter.listed) if far else 0):
            before = self._matter.listed[number]
            self._matter.listed[number] = replace(before, why=before.why or why)

    def _doubt_named(self, names: Collection[str]) -> None:
        """What is not to be done may be what stands before it: what names the same, or was said last where it names nothing."""
        if not names:
            self._doubt_before(far=True)
        for number, before in enumerate(self._matter.listed):
            if any(name in same_case(before.quote) for name in names):
                self._matter.listed[number] = replace(before, why=before.why or _PERHAPS_INSTEAD)

    def _reader(self) -> SentenceReader:
        previous = self._matter.listed[self._previous[-1]] if self._previous else None
        return SentenceReader(self._scope, self._matter.latest, self._before, previous)

    def _leave(self, instruction: Instruction) -> None:
        self._add(instruction)
        self._previous = range(0)
        self._matter.latest = None

    def _add(self, instruction: Instruction) -> None:
        self._matter.add(instruction)
        self._cover.add(len(self._matter.listed) - 1)

    def _accept(self, reading: SentenceReading, quote: str, *, instead: bool = False, goes_on: bool = False) -> None:
        if reading.conditions:
            self._end_cover(branch=self._is_branch(reading))
            self._before = reading.conditions
        start = len(self._matter.listed)
        unsure = UNSURE if self._conditional and not reading.conditions and goes_on else None
        self._conditional = bool(reading.conditions) or unsure is not None
        if instead and reading.conditions:
            for number in self._previous:
                before = self._matter.listed[number]
                self._matter.listed[number] = replace(before, conditions=(*before.conditions, *opposite(reading.conditions)))
        for instruction in reading.instructions:
            conditions = (*self._scope.conditions, *instruction.conditions)
            self._add(replace(instruction, quote=quote, conditions=conditions, why=self._doubtful or unsure or undecided(conditions)))
        self._previous = range(start, len(self._matter.listed))
        self._matter.latest = reading.latest

    def _is_branch(self, reading: SentenceReading) -> bool:
        return bool(self._before) and (
            reading.conditions[:1] == opposite(self._before) or is_other_outcome(reading.conditions, self._before)
        )

    def _announced(self, gatherer: StatementGatherer, statement: GatheredStatement, intro: SentenceReading, behind: int) -> bool:
        """What a sentence like "In the rule X:" or "If … was enacted:" announces; False where it is not clear what."""
        body = statement.body
        if not body and behind >= len(gatherer.segments) and not (intro.scope is not None and intro.scope.adds):
            # Nothing is below it in this list or quote.
            return False
        if intro.scope is None or (statement.has_body and (not body or not (intro.conditions or statement.announces_changes))):
            return False
        if intro.conditions:
            self._end_cover(branch=self._is_branch(intro))
            self._before = intro.conditions
        scope = replace(intro.scope, conditions=(*self._scope.conditions, *intro.conditions))
        if scope.adds and not (self._scope.adds and not intro.scope.count):
            self._promised.append((statement.quote, len(self._matter.listed), scope.count))
        self._matter.latest = intro.latest
        segments = gatherer.segments
        block = segments[behind].block if behind < len(segments) else None
        if body:
            _Container(self._matter, scope, self._depth + 1, self._doubtful).read(body)
        elif isinstance(block, PostList):
            self._items(block, scope)
        else:
            if intro.conditions:
                self._cover.begin(self._scope)
            self._scope = scope
        return True


def _orders_under(guards: Sequence[InstructionCondition], tokens: Sequence[Token]) -> bool:
    """Whether a sentence with a condition that is not understood may have an order in it, too."""
    unknown = all(guard.kind is ConditionKind.OTHER for guard in guards)
    return unknown and not VERB_WORDS.isdisjoint(token.low for token in tokens)
