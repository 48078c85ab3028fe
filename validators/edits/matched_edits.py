"""Edits of the Ruleset compared with the texts of matters: which changes a matter contains, and
which none does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from itertools import chain

from parsers.model import Confidence, Revision
from parsers.ruleset.ruleset_model import SectionKind
from validators.edits.described_edits import MadeEdit
from validators.edits.enacted_matters import AROUND, EnactedMatter, EnactedMatters
from validators.edits.sentence_changes import (
    SentenceChange,
    in_words,
    is_heading,
    sentence_changes,
    shown_sentences,
    without_status,
)
from validators.edits.text_overlap import END, Piece, Words, is_substance, pieces, words_of
from validators.spelling import is_spelling, repeated_words

_FEWEST_WORDS = 4
_TAKES_AWAY = ("replace-rule", "repeal-rule", "move-rule")

Instructed = bool | None
"""True if a matter instructs something; None if its words may be about another place or mean
something else.
"""


@dataclass(frozen=True, slots=True)
class MatchedPart:
    """The changes of an edit that the text of a matter contains; ``sure`` is False if some of them
    are uncertain.
    """

    matter: EnactedMatter
    changes: tuple[SentenceChange, ...]
    sure: bool

    def confidence(self, moment: datetime) -> Confidence:
        """Return the confidence that the matter allows an edit of a moment: high within a day after
        the enactment.
        """
        closed = self.matter.closed
        if closed is None or closed - moment > AROUND or not self.sure:
            return Confidence.LOW
        return Confidence.HIGH if closed <= moment <= closed + AROUND else Confidence.MEDIUM


@dataclass(frozen=True, slots=True)
class MatchedEdit:
    """An edit compared with the matters ``near`` it: the changes that one contains (``parts``), and
    those that no matter certainly contains (``wrong``).

    ``unsure`` are the uncertain ones among ``wrong``. ``changes`` also has the corrections of
    spelling; None if the texts are too long to compare. ``earlier`` are matters enacted days before
    that may have been carried out late.
    """

    changes: tuple[SentenceChange, ...] | None
    parts: tuple[MatchedPart, ...] = ()
    wrong: tuple[SentenceChange, ...] = ()
    unsure: tuple[SentenceChange, ...] = ()
    near: tuple[EnactedMatter, ...] = field(default=(), repr=False)
    earlier: tuple[EnactedMatter, ...] = field(default=(), repr=False)


def match(matters: EnactedMatters, edit: MadeEdit) -> MatchedEdit:
    """Compare an edit of the Ruleset with the matters around it."""
    new, moment = edit.new, edit.revision.timestamp
    changes = sentence_changes(edit.old, new)
    if not changes:
        return MatchedEdit(changes)
    near = matters.around(moment, edit.revision.comment)
    moved = frozenset(chain.from_iterable(change.gone for change in changes)) & frozenset(
        chain.from_iterable(change.came for change in changes)
    )
    parts: dict[str, MatchedPart] = {}
    wrong, unsure, earlier = list[SentenceChange](), list[SentenceChange](), list[EnactedMatter]()
    for change in changes:
        instructed, instructing = instructed_by(change, near, moved)
        if instructed is False:
            older = matters.long_before(moment)
            instructed, instructing, uncertain = _carried_out_late(change, older, moved)
            earlier += uncertain
        for matter in instructing if instructed is not False else ():
            part = parts.get(matter.post.key, MatchedPart(matter, (), sure=True))
            parts[matter.post.key] = replace(
                part, changes=(*part.changes, change), sure=part.sure and instructed is True
            )
        if instructed is not True and not _is_correction(change, new):
            wrong.append(change)
            unsure += [change] if instructed is None else []
    return MatchedEdit(
        changes,
        tuple(parts.values()),
        tuple(wrong),
        tuple(unsure),
        tuple(near),
        tuple(dict.fromkeys(earlier)),
    )


def _carried_out_late(
    change: SentenceChange, older: Sequence[EnactedMatter], moved: frozenset[str]
) -> tuple[Instructed, Sequence[EnactedMatter], Sequence[EnactedMatter]]:
    """Return whether older matters together instruct a change, the matters that do, and those that
    may. It is certain only if the change adds a sentence that a matter has word for word.
    """
    lines = (*change.gone, *change.came)
    late = [
        matter
        for matter in older
        if matter.names(change.titles)
        or any(matter.text.shares_run(_words(line, matter)) for line in lines)
    ]
    instructed, instructing = instructed_by(change, late, moved)
    brought = [
        line
        for line in change.came
        if not is_heading(line) and len(words_of(line)) >= _FEWEST_WORDS
    ]
    word_for_word = (
        matter.text.has(_words(line, matter)) for matter in instructing for line in brought
    )
    if instructed is False or any(word_for_word):
        return instructed, instructing, ()
    return None, (), instructing


def instructed_by(
    change: SentenceChange, matters: Sequence[EnactedMatter], moved: frozenset[str] = frozenset()
) -> tuple[Instructed, Sequence[EnactedMatter]]:
    """Return whether some matters together instruct a change, sentence by sentence or word by word,
    and the matters that do.
    """
    if not matters:
        return False, ()
    both = (change.gone, change.came)
    instructed, instructing = _together(
        [
            [_of_line(place, new, change, matter, moved) for matter in matters]
            for new in (False, True)
            for place in range(len(both[new]))
        ],
        matters,
    )
    if (
        instructed is not True
        and change.gone
        and change.came
        and not moved & {*change.gone, *change.came}
    ):
        old, new = (
            tuple(chain.from_iterable((*_words(line, matters[0]), END) for line in lines))
            for lines in both
        )
        words, of_words = _together(
            [
                [_of_piece(piece, change, matter) for matter in matters]
                for piece in pieces(old, new)
            ],
            matters,
        )
        if words is True or (words is None and instructed is False):
            return words, of_words
    return instructed, instructing


def _together(
    answers: Sequence[Sequence[Instructed]], matters: Sequence[EnactedMatter]
) -> tuple[Instructed, Sequence[EnactedMatter]]:
    """Combine the answers of several matters on each part of a change. For each part, the first
    matter that certainly instructs it counts, else the first that may.
    """
    chosen: list[tuple[Instructed, int]] = []
    for answers_on_part in answers:
        answer = True if True in answers_on_part else None
        if answer is None and None not in answers_on_part:
            return False, ()
        chosen.append((answer, answers_on_part.index(answer)))
    if not chosen:
        return False, ()  # only the level or status of a heading changed, which has no words
    instructing = [matters[number] for number in sorted({number for _, number in chosen})]
    return all(answer is True for answer, _ in chosen) or None, instructing


def _words(line: str, matter: EnactedMatter) -> Words:
    return words_of(
        without_status(in_words(line)) if is_heading(line) else in_words(line), matter.roles
    )


def _of_line(
    place: int, new: bool, change: SentenceChange, matter: EnactedMatter, moved: frozenset[str]
) -> Instructed:
    """Return whether a matter instructs the addition or removal of the heading or sentence at a
    place.
    """
    lines = change.came if new else change.gone
    words = _words(lines[place], matter)
    if lines[place] in moved:
        # A moved line is neither added nor removed: the matter must move the rule or have the line.
        return _takes_away(matter, change) or (
            matter.text.has(words) and matter.names(change.about)
        )
    if not words:
        return True
    only_level = [in_words(lines[place])] == [in_words(line) for line in change.gone]
    if new and only_level and _takes_away(matter, replace(change, titles=frozenset())):
        return True  # the rule with this heading is removed
    if not new:
        instructed = matter.takes.shares_run(words) or _takes_away(matter, change)
        return None if instructed and _may_bring(matter, words) else instructed
    if len(words) > 1 and matter.brings.has(words):
        return True
    before = _words(lines[place - 1], matter) if place else ()
    after = _words(lines[place + 1], matter) if place + 1 < len(lines) else ()
    return Piece(words, before[-1:], after[:1]).occurs_in(matter.brings)


def _of_piece(piece: Piece, change: SentenceChange, matter: EnactedMatter) -> Instructed:
    """Return whether a matter instructs a change of words within a sentence."""
    instructed = piece.occurs_in(matter.brings if piece.inserted else matter.takes)
    if (
        instructed
        and not piece.inserted
        and len(piece.words) > 1
        and _may_bring(matter, piece.words)
    ):
        return None
    if instructed is False and not piece.inserted and _takes_away(matter, change):
        return None if any(map(is_substance, piece.words)) else True
    return instructed


def _may_bring(matter: EnactedMatter, words: Words) -> bool:
    """Return whether a partly unread matter can add these words rather than remove them."""
    return bool(matter.unread) and matter.brings.has(words)


def _takes_away(matter: EnactedMatter, change: SentenceChange) -> bool:
    """Return whether a matter names the rule and can remove text from it."""
    if not matter.names(change.about):
        return False
    steps = matter.reading.steps
    return bool(matter.unread) or any(
        step.kind in _TAKES_AWAY or (step.old is not None and not step.old.text) for step in steps
    )


def _is_correction(change: SentenceChange, new: str) -> bool:
    if not change.gone or not change.came or any(map(is_heading, (*change.gone, *change.came))):
        return False
    removed, added = (" ".join(map(in_words, lines)) for lines in (change.gone, change.came))
    return is_spelling(removed, added, repeated_words(new)) is True


def settled(edit: MadeEdit, changes: Iterable[SentenceChange]) -> Revision | None:
    """Return the later revision since which nothing is left of some changes of an edit: no added
    line or, if nothing was added, no removal. None if something is left.
    """
    added, removed, kinds = Counter[str](), Counter[str](), frozenset[SectionKind]()
    for change in changes:
        added.update(change.came)
        removed.update(change.gone)
        kinds |= change.kinds
    before, first = _counts(edit.old, kinds), None
    added, removed = added - removed, removed - added
    for revision in reversed(
        [each.revision for each in edit.edits[edit.place + 1 :] if not each.text_hidden]
    ):
        counts = _counts(revision.text or "", kinds)
        back = (
            all(counts[line] >= before[line] for line in removed)
            if removed
            else revision.text == edit.old
        )
        if any(counts[line] > before[line] for line in added) or not (added or back):
            break
        first = revision
    return first


@lru_cache(maxsize=64)
def _counts(text: str, kinds: frozenset[SectionKind]) -> Counter[str]:
    """Count the lines in some sections. Text moved to another section does not count as restored."""
    shown = shown_sentences(text)
    return Counter(
        line for line, (_, kind) in zip(shown.lines, shown.owners, strict=True) if kind in kinds
    )
