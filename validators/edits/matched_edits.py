"""Edits of the Ruleset held against the texts of matters: which changes stand in one, and which in
none.
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

Told = bool | None
"""Whether a matter tells of something: None where words may be meant for another place, or say
something else there.
"""


@dataclass(frozen=True, slots=True)
class MatchedPart:
    """What of an edit stands in the text of a matter; ``sure`` is False where a part of it only
    may.
    """

    matter: EnactedMatter
    changes: tuple[SentenceChange, ...]
    sure: bool

    def confidence(self, moment: datetime) -> Confidence:
        """High where the edit was made within a day after the matter was enacted."""
        closed = self.matter.closed
        if closed is None or closed - moment > AROUND or not self.sure:
            return Confidence.LOW
        return Confidence.HIGH if closed <= moment <= closed + AROUND else Confidence.MEDIUM


@dataclass(frozen=True, slots=True)
class MatchedEdit:
    """An edit held against the matters that are ``near``: what stands in one, and what not surely
    does (``wrong``).

    ``unsure`` are those among the latter that perhaps do. ``changes`` is None where the texts are
    too long to be compared; corrections of spelling are among these alone. ``earlier`` are matters
    that were enacted days before, and may be carried out late.
    """

    changes: tuple[SentenceChange, ...] | None
    parts: tuple[MatchedPart, ...] = ()
    wrong: tuple[SentenceChange, ...] = ()
    unsure: tuple[SentenceChange, ...] = ()
    near: tuple[EnactedMatter, ...] = field(default=(), repr=False)
    earlier: tuple[EnactedMatter, ...] = field(default=(), repr=False)


def match(matters: EnactedMatters, edit: MadeEdit) -> MatchedEdit:
    """Hold an edit of the Ruleset against the matters around it."""
    new, moment = edit.new, edit.revision.timestamp
    changes = sentence_changes(edit.old, new)
    if not changes:
        return MatchedEdit(changes)
    near = matters.around(moment, edit.revision.comment)
    moved = frozenset(chain.from_iterable(one.gone for one in changes)) & frozenset(
        chain.from_iterable(one.came for one in changes)
    )
    parts: dict[str, MatchedPart] = {}
    wrong, unsure, earlier = list[SentenceChange](), list[SentenceChange](), list[EnactedMatter]()
    for change in changes:
        told, by = told_by(change, near, moved)
        if told is False:
            # Perhaps it is carried out late, which is sure only where a sentence comes that the
            # matter has word for word.
            lines = (*change.gone, *change.came)
            late = [
                one
                for one in matters.long_before(moment)
                if one.names(change.titles)
                or any(one.text.shares_run(_words(line, one)) for line in lines)
            ]
            told, by = told_by(change, late, moved)
            brought = [
                line
                for line in change.came
                if not is_heading(line) and len(words_of(line)) >= _FEWEST_WORDS
            ]
            if told is not False and not any(
                one.text.has(_words(line, one)) for one in by for line in brought
            ):
                told, by, earlier = None, (), [*earlier, *by]
        for one in by if told is not False else ():
            part = parts.get(one.post.key, MatchedPart(one, (), sure=True))
            parts[one.post.key] = replace(
                part, changes=(*part.changes, change), sure=part.sure and told is True
            )
        if told is not True and not _is_correction(change, new):
            wrong.append(change)
            unsure += [change] if told is None else []
    return MatchedEdit(
        changes,
        tuple(parts.values()),
        tuple(wrong),
        tuple(unsure),
        tuple(near),
        tuple(dict.fromkeys(earlier)),
    )


def told_by(
    change: SentenceChange, some: Sequence[EnactedMatter], moved: frozenset[str] = frozenset()
) -> tuple[Told, Sequence[EnactedMatter]]:
    """Whether some matters together tell of a change, sentence by sentence or word by word, and
    which of them do.
    """
    if not some:
        return False, ()
    both = (change.gone, change.came)
    told, by = _together(
        [
            [_of_line(place, new, change, one, moved) for one in some]
            for new in (False, True)
            for place in range(len(both[new]))
        ],
        some,
    )
    if (
        told is not True
        and change.gone
        and change.came
        and not moved & {*change.gone, *change.came}
    ):
        old, new = (
            tuple(chain.from_iterable((*_words(line, some[0]), END) for line in each))
            for each in both
        )
        words, of_words = _together(
            [[_of_piece(piece, change, one) for one in some] for piece in pieces(old, new)], some
        )
        if words is True or (words is None and told is False):
            return words, of_words
    return told, by


def _together(
    answers: Sequence[Sequence[Told]], some: Sequence[EnactedMatter]
) -> tuple[Told, Sequence[EnactedMatter]]:
    """What matters tell together, each with its answers on all parts: the first that is sure of a
    part counts.
    """
    chosen: list[tuple[Told, int]] = []
    for told in answers:
        sure = True if True in told else None
        if sure is None and None not in told:
            return False, ()
        chosen.append((sure, told.index(sure)))
    if not chosen:
        return False, ()  # a heading's level or status alone: no words of a matter tell of it
    by = [some[number] for number in sorted({number for _, number in chosen})]
    return (True if all(told is True for told, _ in chosen) else None), by


def _words(line: str, one: EnactedMatter) -> Words:
    return words_of(
        without_status(in_words(line)) if is_heading(line) else in_words(line), one.roles
    )


def _of_line(
    place: int, new: bool, change: SentenceChange, one: EnactedMatter, moved: frozenset[str]
) -> Told:
    """Whether a matter tells of a heading or sentence that came, or went, the one at a place."""
    lines = change.came if new else change.gone
    words = _words(lines[place], one)
    if lines[place] in moved:
        # The same line in another place is a change all the same: the rule has to be moved, or the
        # line quoted.
        return _takes_away(one, change) or (one.text.has(words) and one.names(change.about))
    if not words:
        return True
    only_level = [in_words(lines[place])] == [in_words(line) for line in change.gone]
    if new and only_level and _takes_away(one, replace(change, titles=frozenset())):
        return True  # the rule goes in which the heading stood
    if not new:
        told = one.takes.shares_run(words) or _takes_away(one, change)
        return None if told and _may_bring(one, words) else told
    if len(words) > 1 and one.brings.has(words):
        return True
    before = _words(lines[place - 1], one) if place else ()
    after = _words(lines[place + 1], one) if place + 1 < len(lines) else ()
    return Piece(words, before[-1:], after[:1]).is_told_by(one.brings)


def _of_piece(piece: Piece, change: SentenceChange, one: EnactedMatter) -> Told:
    """Whether a matter tells of words within a sentence."""
    told = piece.is_told_by(one.brings if piece.inserted else one.takes)
    if told and not piece.inserted and len(piece.words) > 1 and _may_bring(one, piece.words):
        return None
    if told is False and not piece.inserted and _takes_away(one, change):
        return None if any(map(is_substance, piece.words)) else True
    return told


def _may_bring(one: EnactedMatter, words: Words) -> bool:
    """Whether words stand in a matter that was not read whole, and may be what it puts there rather
    than what it takes away.
    """
    return bool(one.unread) and one.brings.has(words)


def _takes_away(one: EnactedMatter, change: SentenceChange) -> bool:
    """Whether a matter names the rule that something goes from, and may take something away from
    it.
    """
    if not one.names(change.about):
        return False
    steps = one.reading.steps
    return bool(one.unread) or any(
        step.kind in _TAKES_AWAY or (step.old is not None and not step.old.text) for step in steps
    )


def _is_correction(change: SentenceChange, new: str) -> bool:
    if not change.gone or not change.came or any(map(is_heading, (*change.gone, *change.came))):
        return False
    gone, came = (" ".join(map(in_words, lines)) for lines in (change.gone, change.came))
    return is_spelling(gone, came, repeated_words(new)) is True


def settled(edit: MadeEdit, changes: Iterable[SentenceChange]) -> Revision | None:
    """The later revision since which nothing that some changes of an edit brought stands, or else
    all that they took away does again.
    """
    brought, taken, kinds = Counter[str](), Counter[str](), frozenset[SectionKind]()
    for change in changes:
        brought.update(change.came)
        taken.update(change.gone)
        kinds |= change.kinds
    before, first = _counts(edit.old, kinds), None
    brought, taken = brought - taken, taken - brought
    for each in reversed(
        [one.revision for one in edit.edits[edit.place + 1 :] if not one.text_hidden]
    ):
        now = _counts(each.text or "", kinds)
        back = all(now[line] >= before[line] for line in taken) if taken else each.text == edit.old
        if any(now[line] > before[line] for line in brought) or not (brought or back):
            break
        first = each
    return first


@lru_cache(maxsize=64)
def _counts(text: str, kinds: frozenset[SectionKind]) -> Counter[str]:
    """How often each line stands in some sections: what was cut from one and pasted into another is
    not back.
    """
    shown = shown_sentences(text)
    return Counter(
        line for line, (_, kind) in zip(shown.lines, shown.owners, strict=True) if kind in kinds
    )
