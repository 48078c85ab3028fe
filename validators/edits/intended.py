"""What the matters that were enacted would make of a page, and which of them may account for an edit."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from itertools import chain, islice
from operator import itemgetter

from parsers.model import MatterKind, Status, name_key
from parsers.proposals import read_instructions
from parsers.proposals.apply import InstructionOutcome, Protection, apply_instructions
from parsers.proposals.applying.alike import alike, same_case
from parsers.proposals.model import InstructionCondition, InstructionKind, Instructions
from parsers.ruleset.model import Ruleset, SectionKind, Terms
from parsers.ruleset.sentences import split_sentences
from validators.edits.sentences import SentenceChange, in_words, sentence_changes
from validators.enacting import Conditions, protection
from validators.view import GameView
from validators.voting.dated import DatedPost
from validators.voting.implausible_times import misdated
from validators.voting.rosters import Players
from validators.voting.tally import tally
from validators.voting.timeline import Timeline
from validators.voting.verdict import Vote

AROUND = timedelta(days=1)
"""How long before or after its resolution a matter is looked at for every edit."""
_PENDS = timedelta(days=30)
_MOST_BY_TIME = 12
_FEWEST_WORDS = 4
_SHORTEST_SUBJECT = 3
_MOST_OF_SUMMARY = 1_000
_MOST_CHARS = 20_000
_MOST_SENTENCES = 20
_WORDS = re.compile(r"\w+")
_when = itemgetter(0)
"""When a matter was resolved, of the pairs below."""


@dataclass(frozen=True, slots=True)
class Intended:
    """What a matter's instructions make of a text of the Ruleset.

    ``text`` is the page after them and ``changes`` are what that changes. ``left`` has what takes a person, each with the reason, and
    ``open`` says that a part of it may change more than ``named``, the rules that it speaks of. ``untagged`` are sections that it
    changes, and may not change for want of a tag. ``remarks`` says that a part of it was taken for commentary,
    ``unread`` that a part was not read at all.
    """

    text: str
    changes: tuple[SentenceChange, ...]
    left: tuple[str, ...] = ()
    named: frozenset[str] = frozenset()
    open: bool = False
    untagged: frozenset[SectionKind] = frozenset()
    remarks: bool = False
    unread: bool = False

    @property
    def understood(self) -> bool:
        """Whether everything was understood whole and applied."""
        return not self.left


@dataclass(frozen=True, slots=True)
class Enacted:
    """A matter that was enacted, and when; None where its time cannot be right. ``subject`` and ``body`` are in small letters."""

    post: DatedPost
    closed: datetime | None
    subject: str
    body: str

    @property
    def sentences(self) -> list[str]:
        """The sentences of its text."""
        lines = self.post.body[:_MOST_CHARS].split("\n")
        return [same_case(sentence) for line in lines for sentence in split_sentences(line) if sentence]

    def has(self, line: str) -> bool:
        """Whether its text has a sentence of the Ruleset word for word, or names a rule of that heading."""
        return alike(in_words(line)) in self.body

    def is_named(self, comment: str | None) -> bool:
        """Whether an edit summary has its subject as words of their own."""
        if len(self.subject) < _SHORTEST_SUBJECT or not comment:
            return False
        written = _summary(comment)
        if self.subject not in written:
            return False  # nearly always, and no expression is compiled for it
        return re.search(rf"(?<!\w){re.escape(self.subject)}(?!\w)", written) is not None


def _summary(comment: str) -> str:
    """An edit summary as subjects are compared with it."""
    return alike(comment[:_MOST_OF_SUMMARY])


class _Listed:
    """Matters in an order, to be found by a summary or by a time without asking each."""

    def __init__(self, matters: Iterable[Enacted]) -> None:
        self.all = tuple(matters)
        words = [_WORDS.findall(each.subject) for each in self.all]
        common = Counter(chain.from_iterable(words))
        self._by_word: dict[str, list[int]] = {}
        for number, own in enumerate(words):
            self._by_word.setdefault(min(own, key=common.__getitem__, default=""), []).append(number)
        dated = ((each.closed, number) for number, each in enumerate(self.all))
        self._dated = sorted((closed, number) for closed, number in dated if closed is not None)
        self._undated = [number for number, each in enumerate(self.all) if each.closed is None]

    def named(self, comment: str | None) -> list[Enacted]:
        """Those that a summary names: it has every word of their subject, so also the one that fewest subjects have."""
        if not comment:
            return []
        numbers = chain.from_iterable(self._by_word.get(word, ()) for word in {"", *_WORDS.findall(_summary(comment))})
        return [each for each in self._at(numbers) if each.is_named(comment)]

    def near(self, start: datetime, end: datetime | None = None) -> list[Enacted]:
        """Those resolved from one moment to another, either included, and those of which it is not known when."""
        first = bisect_left(self._dated, start, key=_when)
        last = len(self._dated) if end is None else bisect_right(self._dated, end, key=_when)
        return self._at([*self._undated, *(number for _, number in self._dated[first:last])])

    def _at(self, numbers: Iterable[int]) -> list[Enacted]:
        return [self.all[number] for number in sorted(numbers)]


class EnactedMatters:
    """The matters of a view that were enacted, the oldest first."""

    def __init__(self, view: GameView, timeline: Timeline, rules: Ruleset) -> None:
        self._view, self._timeline, self._rules = view, timeline, rules

    def _listed(self, *, enacted: bool) -> _Listed:
        made = (post for post in self._timeline.matters if post.category.matter is not MatterKind.DOV)
        some = [post for post in made if (post.status is Status.ENACTED) is enacted]
        listed = [Enacted(post, None if misdated(post) else post.closed, alike(post.subject), alike(post.body)) for post in some]
        return _Listed(sorted(listed, key=lambda each: each.closed or each.post.posted))

    @property
    def all(self) -> tuple[Enacted, ...]:
        """Every Proposal and CfJ that was enacted, in the order of their enactment; one without a time stands where it was posted."""
        return self._enacted.all

    @cached_property
    def _enacted(self) -> _Listed:
        return self._listed(enacted=True)

    @cached_property
    def _others(self) -> _Listed:
        return self._listed(enacted=False)

    def not_enacted(self, moment: datetime, comment: str | None) -> list[Enacted]:
        """Matters that were not enacted, or are not yet: those named in a summary, then those that were pending around a moment."""
        named = [each for each in self._others.named(comment) if each.post.posted <= moment + AROUND]
        told = set(map(id, named))
        near = (each for each in self._others.near(moment - AROUND) if each.post.posted <= moment + AROUND)
        return [*_closest(named, moment), *_closest([each for each in near if id(each) not in told], moment)][:_MOST_BY_TIME]

    def around(self, moment: datetime, comment: str | None) -> list[Enacted]:
        """The matters that may account for an edit: those named in its summary, then those enacted within a day of it.

        One whose time of enactment is not known counts for a month after it was posted.
        """
        named = [each for each in self._enacted.named(comment) if each.post.posted <= moment + AROUND]
        told = set(map(id, named))
        near = [
            each
            for each in self._enacted.near(moment - AROUND, moment + AROUND)
            if id(each) not in told
            and each.post.posted <= (moment if each.closed is None else moment + AROUND)
            and (each.closed is not None or moment <= each.post.posted + _PENDS)
        ]
        return [*_closest(named, moment)[:_MOST_BY_TIME], *_closest(near, moment)[:_MOST_BY_TIME]]

    def wording(self, lines: Iterable[str], moment: datetime) -> list[Enacted]:
        """The matters enacted before a moment whose text has one of these sentences."""
        told = [alike(in_words(line)) for line in islice((line for line in lines if len(line.split()) >= _FEWEST_WORDS), _MOST_SENTENCES)]
        before = (each for each in reversed(self._enacted.near(moment - 12 * _PENDS, moment)) if each.closed is not None)
        return list(islice((each for each in before if any(line in each.body for line in told)), _MOST_BY_TIME))

    def intended(self, one: Enacted, text: str) -> Intended | None:
        """What a matter makes of a wikitext of the Ruleset; None where the texts are too long to be compared."""
        return _intended(self.instructions(one), text, self._known(one), protection_of(one.post, self._rules), self._rules.terms)

    def _known(self, one: Enacted) -> tuple[tuple[InstructionCondition, bool | None], ...]:
        """The conditions of a matter's instructions, and whether they are so."""
        asked = dict.fromkeys(condition for each in self.instructions(one).listed for condition in each.conditions)
        return tuple((each, self._decided(one, each)) for each in asked)

    def sets_values(self, one: Enacted) -> bool:
        """Whether a matter instructs values of the tracking page."""
        return any(each.kind is InstructionKind.SET_VALUE for each in self.instructions(one).listed)

    def instructions(self, one: Enacted) -> Instructions:
        """What a matter instructs."""
        return _instructions(one.post.html)

    def votes(self, one: Enacted) -> tuple[Vote, ...]:
        """The votes on a matter; none where the roster was not read."""
        roster = self._view.roster
        return () if roster is None else tally(one.post, self._rules, Players(roster), self._timeline).votes

    def _decided(self, one: Enacted, condition: InstructionCondition) -> bool | None:
        return Conditions(one.post, self._timeline.matters, self.votes(one)).decide(condition)

    def is_admin(self, name: str) -> bool | None:
        """Whether somebody is an Admin by today's roster; None where that was not read."""
        roster = self._view.roster
        return None if roster is None or not roster.admins else name_key(name) in map(name_key, roster.admins)


def _closest(matters: list[Enacted], moment: datetime) -> list[Enacted]:
    return sorted(matters, key=lambda each: abs((each.closed or each.post.posted) - moment))


Guard = tuple[tuple[tuple[SectionKind, str], ...], bool]


def protection_of(post: DatedPost, rules: Ruleset) -> Guard:
    """Which sections a matter may not change, in a form that can be kept."""
    found = protection(post, rules)
    return tuple(found.missing.items()), found.named_will_do


@lru_cache(maxsize=256)
def _instructions(html: str) -> Instructions:
    return read_instructions(html)


@lru_cache(maxsize=64)
def _intended(
    instructions: Instructions,
    text: str,
    decided: tuple[tuple[InstructionCondition, bool | None], ...],
    guard: Guard,
    terms: Terms | None,
) -> Intended | None:
    known = dict(decided)
    made = apply_instructions(instructions, text, decide=known.get, terms=terms)
    changes = sentence_changes(text, made.ruleset)
    if changes is None:
        return None
    missing = dict(guard[0])
    untagged: set[SectionKind] = set()
    if any(outcome.sections & missing.keys() for outcome in made.outcomes):
        careful = apply_instructions(instructions, text, decide=known.get, protection=Protection(missing, guard[1]), terms=terms)
        for done, refused in zip(made.outcomes, careful.outcomes, strict=True):
            untagged |= done.sections & missing.keys() if refused.why in missing.values() else set()
    left = [outcome for outcome in made.outcomes if outcome.left and outcome.instruction.kind is not InstructionKind.SET_VALUE]
    reasons_left = [f"“{each.instruction.quote[:160]}” ({each.why})" for each in left]
    unread = instructions.unread is not None
    reasons_left += filter(None, [instructions.unread])
    is_open = any(map(_may_be_anywhere, left))
    names = frozenset(alike(name) for each in left for name in _names(each))
    return Intended(made.ruleset, changes, tuple(reasons_left), names, is_open, frozenset(untagged), bool(instructions.remarks), unread)


def _may_be_anywhere(outcome: InstructionOutcome) -> bool:
    """Whether an instruction that is left may change a rule that it does not name."""
    return not any(_names(outcome))


def _names(outcome: InstructionOutcome) -> Iterator[str]:
    instruction = outcome.instruction
    place = instruction.where.rule if instruction.where is not None else None
    for rule in (instruction.rule, place):
        if rule is not None and rule.title:
            yield rule.title
    if instruction.title:
        yield instruction.title
