"""Edits of the Ruleset held against the texts of matters: which changes stand in one, and which in none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from difflib import SequenceMatcher
from itertools import chain

from parsers.model import Confidence, Revision
from validators.edits.enacted_matters import AROUND, EnactedMatter, EnactedMatters
from validators.edits.sentences import SentenceChange, in_words, is_heading, sentence_changes, shown_sentences, without_status
from validators.edits.text_overlap import END, RUN, SOME, Piece, Words, is_substance, pieces, words_of
from validators.spelling import allows_they, is_spelling, repeated_words

_ALIKE = 0.6
_LATE = timedelta(days=30)
_FEWEST_WORDS = 4
_MOST_LINES = 60
_MOST_WORDS = 200
_TAKES_AWAY = ("replace-rule", "repeal-rule", "move-rule")

Told = bool | None
"""Whether a matter tells of something: None where a number or negation may be meant for another place."""


@dataclass(frozen=True, slots=True)
class MatchedPart:
    """What of an edit stands in the text of a matter; ``sure`` is False where a number or negation may be meant for another place."""

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
class TextDifference:
    """A sentence that an edit wrote, and the one of a matter that it nearly is; ``substance``: but for a number or a negation."""

    matter: EnactedMatter
    change: SentenceChange
    wanted: str
    real: str
    substance: bool


@dataclass(frozen=True, slots=True)
class MatchedEdit:
    """An edit held against the matters that are ``near``: what stands in one, what only perhaps (``unsure``), and the ``rest``.

    ``changes`` is None where the texts are too long to be compared. ``corrected`` are corrections of spelling. ``earlier`` are matters
    that were enacted days before, and may be carried out late.
    """

    changes: tuple[SentenceChange, ...] | None
    parts: tuple[MatchedPart, ...] = ()
    unsure: tuple[SentenceChange, ...] = ()
    rest: tuple[SentenceChange, ...] = ()
    corrected: tuple[SentenceChange, ...] = ()
    differences: tuple[TextDifference, ...] = ()
    near: tuple[EnactedMatter, ...] = field(default=(), repr=False)
    earlier: tuple[EnactedMatter, ...] = field(default=(), repr=False)

    @property
    def wrong(self) -> tuple[SentenceChange, ...]:
        """The changes that no matter surely has."""
        return (*self.rest, *self.unsure, *(each.change for each in self.differences))


def match(matters: EnactedMatters, old: str, revision: Revision) -> MatchedEdit:
    """Hold an edit of the Ruleset, made of a text of it, against the matters around it."""
    new = revision.text or ""
    changes = sentence_changes(old, new)
    if not changes:
        return MatchedEdit(changes)
    near = matters.around(revision.timestamp, revision.comment)
    moved = frozenset(chain.from_iterable(one.gone for one in changes)) & frozenset(chain.from_iterable(one.came for one in changes))
    parts: dict[str, tuple[EnactedMatter, list[SentenceChange], bool]] = {}
    unsure, rest, earlier = list[SentenceChange](), list[SentenceChange](), list[EnactedMatter]()
    for change in changes:
        told, by = told_by(change, near, moved)
        if told is False and (others := _with_its_text(matters, change, revision.timestamp)):
            told, by = told_by(change, others, moved)
        if told is False:
            # What was enacted days ago may be carried out late.
            told, late = told_by(change, matters.long_before(revision.timestamp, _LATE), moved)
            told, by, earlier = (None if told else told), (), [*earlier, *late]
        for one in by if told is not False else ():
            _, some, sure = parts.get(one.post.key, (one, [], True))
            parts[one.post.key] = one, [*some, change], sure and told is True
        if told is not True:
            (unsure if told is None else rest).append(change)
    known = repeated_words(new) if unsure or rest else ()
    corrected = [one for one in (*unsure, *rest) if _is_correction(one, known, old)]
    open_ = [one for one in rest if one not in corrected]
    differences = [each for one in open_[:_MOST_LINES] for each in _differences(one, near, old, new)]
    rest = [one for one in open_ if all(each.change is not one for each in differences)]
    return MatchedEdit(
        changes,
        tuple(MatchedPart(one, tuple(some), sure) for one, some, sure in parts.values()),
        tuple(one for one in unsure if one not in corrected),
        tuple(rest),
        tuple(corrected),
        tuple(differences),
        tuple(near),
        tuple(dict.fromkeys(earlier)),
    )


def told_by(
    change: SentenceChange, some: Sequence[EnactedMatter], moved: frozenset[str] = frozenset()
) -> tuple[Told, Sequence[EnactedMatter]]:
    """Whether some matters together tell of a change, sentence by sentence or word by word, and which of them do."""
    if not some:
        return False, ()
    answers = [
        [_of_line(place, new, change, one, moved) for one in some] for new in (False, True) for place in range(len(change.content[new]))
    ]
    told, by = _together(answers, some)
    if told is not True and change.gone and change.came and not moved & {*change.gone, *change.came}:
        old, new = (tuple(chain.from_iterable((*_words(line, some[0]), END) for line in each)) for each in change.content)
        words, of_words = _together([[_of_piece(piece, change, one) for one in some] for piece in pieces(old, new)], some)
        if words is True or (words is None and told is False):
            return words, of_words
    return told, by


def _together(answers: Sequence[Sequence[Told]], some: Sequence[EnactedMatter]) -> tuple[Told, Sequence[EnactedMatter]]:
    """What matters tell together, each with its answers on all parts: the first that is sure of a part counts."""
    if not answers:
        return False, ()  # a heading's level or status alone: no words of a matter tell of it
    best = [next((n for wanted in (True, None) for n, told in enumerate(each) if told is wanted), None) for each in answers]
    if any(each is None for each in best):
        return False, ()
    chosen = [(answer[number], number) for answer, number in zip(answers, best, strict=True) if number is not None]
    by = [some[number] for number in sorted({number for _, number in chosen})]
    return (True if all(told is True for told, _ in chosen) else None), by


def _words(line: str, one: EnactedMatter) -> Words:
    return words_of(without_status(in_words(line)) if is_heading(line) else in_words(line), one.roles)


def _of_line(place: int, new: bool, change: SentenceChange, one: EnactedMatter, moved: frozenset[str] = frozenset()) -> Told:
    """Whether a matter tells of a heading or sentence that came, or went, the one at a place."""
    lines = change.content[new]
    line, words = lines[place], _words(lines[place], one)
    if line in moved:
        return one.names([*change.titles, *change.above[1:]])
    if not words:
        return True
    if not new:
        told = one.takes.shares_run(words) or _takes_away(one, change)
        return None if told and _may_bring(one, words) else told
    if len(words) > 1 and one.brings.has(words):
        return True
    before, after = (
        _words(each, one) if each else () for each in ("".join(lines[place - 1 : place]), "".join(lines[place + 1 : place + 2]))
    )
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
    """Whether words stand in a matter that was not read whole, and may be what it puts there rather than what it takes away."""
    return one.is_open and one.brings.has(words)


def _takes_away(one: EnactedMatter, change: SentenceChange) -> bool:
    """Whether a matter names the rule that something goes from, and may take something away from it."""
    if not one.names([*change.titles, *change.above[1:]]):
        return False
    steps = one.reading.steps
    return one.is_open or any(step.kind in _TAKES_AWAY or (step.old is not None and not step.old.text) for step in steps)


def _with_its_text(matters: EnactedMatters, change: SentenceChange, moment: datetime) -> list[EnactedMatter]:
    """The matters that were enacted long before an edit, and have a sentence word for word that it brings."""
    lines = [line for line in change.came if not is_heading(line)]
    return [
        one
        for one in (matters.long_before(moment) if lines else ())
        if any(len(words) >= _FEWEST_WORDS and one.text.has(words) for words in (_words(line, one) for line in lines))
    ]


def _is_correction(change: SentenceChange, known: Iterable[str], page: str) -> bool:
    gone, came = (" ".join(map(in_words, lines)) for lines in change.content)
    if not gone or not came or any(map(is_heading, (*change.gone, *change.came))):
        return False
    return is_spelling(gone, came, frozenset(known), pronouns=allows_they(page)) is True


def _differences(change: SentenceChange, near: Sequence[EnactedMatter], old: str, new: str) -> list[TextDifference]:
    """Where sentences that a change brings are nearly those of a matter, if it brings nothing else that no matter tells of.

    Nearly: only numbers and negations are others, or some of the words stand in it five by five.
    """
    found = list[TextDifference]()
    for place, line in enumerate(change.came[:_MOST_LINES]):
        if any(_of_line(place, True, change, one) is True for one in near):
            continue
        likest = max((each for one in near for each in _alike(line, one)), key=lambda each: each[0], default=None)
        if likest is None or any(_stands_in(likest[1], likest[2], page) for page in (old, new)):
            return []
        _, one, wanted = likest
        differing = [word for piece in pieces(words_of(wanted, one.roles), _words(line, one)) for word in piece.words]
        if not all(map(is_substance, differing)) and one.brings.overlap(_words(line, one)).share < SOME:
            return []
        found.append(TextDifference(one, change, wanted, in_words(line), any(map(is_substance, differing))))
    return found if len(change.came) <= _MOST_LINES else []


def _alike(line: str, one: EnactedMatter) -> Iterator[tuple[float, EnactedMatter, str]]:
    """The sentences of a matter that a line is much like."""
    words = _words(line, one)
    if not RUN - 1 <= len(words) <= _MOST_WORDS or is_heading(line):
        return
    matcher = SequenceMatcher(None, b=words, autojunk=False)
    for sentence in one.sentences:
        matcher.set_seq1(words_of(sentence, one.roles)[:_MOST_WORDS])
        if matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE and (ratio := matcher.ratio()) >= _ALIKE:
            yield ratio, one, sentence


def _stands_in(one: EnactedMatter, sentence: str, page: str) -> bool:
    """Whether a page has a sentence of a matter: then another one that is like it is something else."""
    words = words_of(sentence, one.roles)
    return any(_words(line, one) == words for line in shown_sentences(page).lines)
