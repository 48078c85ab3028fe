"""What changed between two Rulesets: voting parameters, sentences that are reported, rules, terms.

Rules are matched by keys that stand on either side exactly once: their text with their subrules, their own text, their
place, and at last their title. What no key tells apart is removed and added, never guessed. The work grows with the texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from typing import TypeVar

from parsers.ruleset.model import Caveat, Clause, Rule, Ruleset, Terms, UnreadClause
from parsers.ruleset.sentences import Canon, canonical, split_sentences

T = TypeVar("T")

Reported = UnreadClause | Caveat


class Aspect(StrEnum):
    """What is different of a rule."""

    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    MOVED = "moved"
    """It stands below another rule or section."""
    TEXT = "text"
    TERMS = "terms"
    """The text or title is the same but for the dynasty's words (and capitals, and numbers in digits)."""
    MARKUP = "markup"
    """The visible text is the same and its wikitext is not: a list, a strike-out, a link."""
    STATUS = "status"
    TAGS = "tags"


@dataclass(frozen=True, slots=True)
class ParameterChange:
    """A voting parameter whose value differs, None where the text has no such clause; a doubt says which was not understood."""

    key: str
    old: Clause | None
    new: Clause | None
    old_doubt: UnreadClause | None = None
    new_doubt: UnreadClause | None = None


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule, or the introduction of a section, that differs: as it was (None if added) and as it is (None if removed).

    ``gone`` and ``came`` are the sentences that only one of the texts has; of an added or removed rule all. Both are empty
    where the same sentences stand in another order.
    """

    aspects: tuple[Aspect, ...]
    old: Rule | None
    new: Rule | None
    gone: tuple[str, ...] = ()
    came: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesetComparison:
    """What is different in ``new``. ``reported`` and ``settled`` are what only ``new``, and only ``old``, reports as not understood.

    ``rules`` has those of ``new`` in order, then those removed. Variables and actions are not compared.
    """

    old: Ruleset
    new: Ruleset
    parameters: tuple[ParameterChange, ...]
    reported: tuple[Reported, ...]
    settled: tuple[Reported, ...]
    rules: tuple[RuleChange, ...]

    @property
    def terms(self) -> tuple[Terms | None, Terms | None] | None:
        """The dynasty's words before and after, None if they are the same."""
        return None if self.old.terms == self.new.terms else (self.old.terms, self.new.terms)

    @property
    def tracking_page(self) -> tuple[str | None, str | None] | None:
        """The page that tracks the gamestate before and after, None if it is the same."""
        pages = self.old.tracking_page, self.new.tracking_page
        return None if pages[0] == pages[1] else pages

    @property
    def empty(self) -> bool:
        """Whether nothing is different but, perhaps, the order of rules and the space between them."""
        return not (self.parameters or self.reported or self.settled or self.rules or self.terms or self.tracking_page)


def compare_rulesets(old: Ruleset, new: Ruleset) -> RulesetComparison:
    """What changed from one Ruleset to the other."""
    same = old.terms == new.terms
    forms = [str if same else canonical(one.terms) for one in (old, new)]
    then, now = (RuleSequence(*_in_order(one), form) for one, form in zip((old, new), forms, strict=True))
    return RulesetComparison(
        old,
        new,
        tuple(changed_parameters(old, new)),
        _missing_from(old, forms[0], new, forms[1]),
        _missing_from(new, forms[1], old, forms[0]),
        tuple(changed_rules(then, now)),
    )


def changed_parameters(old: Ruleset, new: Ruleset) -> Iterator[ParameterChange]:
    """The voting parameters that have another value, or that only one of the two has."""
    for key in dict.fromkeys((*old.voting, *new.voting)):
        if old.value(key) != new.value(key):
            doubts = (next((unread for unread in one.unread if unread.concerns(key)), None) for one in (old, new))
            yield ParameterChange(key, old.voting.get(key), new.voting.get(key), *doubts)


def _in_order(ruleset: Ruleset) -> tuple[list[Rule], list[str]]:
    """The rules and introductions in the order of the page, and the wikitext below the heading of each."""
    rules = sorted((*ruleset.introductions, *ruleset.rules), key=lambda rule: (rule.start, rule.body))
    return rules, [ruleset.source[rule.body : rule.end].strip() for rule in rules]


class RuleSequence:
    """One of two Rulesets: its rules and introductions in order, and what they are matched by.

    ``wikitexts`` are what stands below the heading of each, as written. ``form`` brings a text into the form in which both are
    compared: canonical, where the dynasty's words differ.
    """

    def __init__(self, rules: Sequence[Rule], wikitexts: Sequence[str], form: Canon = str) -> None:
        self.form = form
        self.rules = rules
        self.wikitexts = wikitexts
        self.titles = [form(rule.title) for rule in self.rules]
        self.texts = [form(rule.text) for rule in self.rules]
        self.parents = list(self._parents())
        self.match: dict[int, int] = {}

    def _parents(self) -> Iterator[int]:
        """For each rule the index of the one above it, -1 for the sections and what stands above the first of them."""
        above: list[int] = []
        for place, rule in enumerate(self.rules):
            while above and self.rules[above[-1]].level >= rule.level:
                above.pop()
            yield above[-1] if above else -1
            if rule.level:
                above.append(place)

    @cached_property
    def paths(self) -> list[bytes]:
        """A digest of the titles from the section down."""
        found: list[bytes] = []
        for title, parent in zip(self.titles, self.parents, strict=True):
            found.append(_digest(title.encode("utf-8", "surrogatepass"), found[parent] if parent >= 0 else b""))
        return found

    @cached_property
    def wholes(self) -> list[bytes]:
        """A digest of each rule's text with its subrules, without its title; empty where there is no text at all."""
        below: list[list[bytes]] = [[] for _ in self.rules]
        found = [b""] * len(self.rules)
        for place in reversed(range(len(self.rules))):
            text = self.texts[place].encode("utf-8", "surrogatepass")
            if text or any(below[place]):
                found[place] = _digest(text, *reversed(below[place]))
            if self.parents[place] >= 0:
                below[self.parents[place]].append(found[place])
        return found

    def unmatched(self) -> list[int]:
        """The places of the rules that have no match yet."""
        return [place for place in range(len(self.rules)) if place not in self.match]

    def rank(self, place: int) -> int:
        """What it is: 0 for the text above the first heading, 1 for a section, 2 for a rule."""
        return min(self.rules[place].level, 2)

    def home(self, place: int) -> int | None:
        """What the rule above this one was matched with, None if with nothing."""
        parent = self.parents[place]
        return -1 if parent < 0 else self.match.get(parent)


def _digest(*parts: bytes) -> bytes:
    made = blake2b(digest_size=16)
    for part in parts:
        made.update(b"%d:" % len(part) + part)
    return made.digest()


def _matched(then: RuleSequence, now: RuleSequence) -> None:
    """Match the rules of the two, each with at most one."""
    _pair(then, now, lambda side, place: (side.paths[place], side.texts[place]), several=True)
    _pair(then, now, lambda side, place: side.wholes[place] or None)
    _pair(then, now, lambda side, place: (side.titles[place], side.texts[place]) if side.texts[place] else None)
    _pair(then, now, lambda side, place: side.texts[place] or None)
    _pair(then, now, lambda side, place: side.paths[place])
    _below_the_same(then, now)
    _pair(then, now, lambda side, place: side.titles[place])
    _below_the_same(then, now)


def _pair(then: RuleSequence, now: RuleSequence, key: Callable[[RuleSequence, int], Hashable | None], *, several: bool = False) -> None:
    """Match what has the same key and is the only one on either side; ``several`` that are the same in all are matched in order."""
    groups: dict[Hashable, tuple[list[int], list[int]]] = {}
    for number, side in enumerate((then, now)):
        for place in side.unmatched():
            if (found := key(side, place)) is not None:
                groups.setdefault((side.rank(place), found), ([], []))[number].append(place)
    for old, new in groups.values():
        if several or len(old) == len(new) == 1:
            for one, other in zip(old, new, strict=False):
                _join(then, now, one, other)


def _join(then: RuleSequence, now: RuleSequence, old: int, new: int) -> None:
    then.match[old] = new
    now.match[new] = old


def _below_the_same(then: RuleSequence, now: RuleSequence) -> None:
    """Match by title what stands below rules that were matched, from the top down."""
    below: dict[tuple[int | None, int, str], list[int]] = {}
    for place in now.unmatched():
        below.setdefault((now.parents[place], now.rank(place), now.titles[place]), []).append(place)
    namesakes = Counter((then.parents[place], then.rank(place), then.titles[place]) for place in then.unmatched())
    for place in then.unmatched():
        parent, rank, title = then.parents[place], then.rank(place), then.titles[place]
        found = below.get((then.home(place), rank, title), [])
        if len(found) == 1 and namesakes[parent, rank, title] == 1:
            _join(then, now, place, found[0])


def changed_rules(then: RuleSequence, now: RuleSequence, *, sentences: bool = True) -> Iterator[RuleChange]:
    """The rules that differ: those of ``now`` in order, then those that are gone; without ``sentences`` not by which of them.

    Each sequence is good for one comparison.
    """
    _matched(then, now)
    for place, rule in enumerate(now.rules):
        if place not in now.match:
            yield RuleChange((Aspect.ADDED,), None, rule, (), tuple(_sentences(rule)) if sentences else ())
        elif aspects := tuple(_aspects(then, now, now.match[place], place)):
            old = then.rules[now.match[place]]
            differs = sentences and Aspect.TEXT in aspects
            gone, came = (_only_in(old, then.form, rule, now.form), _only_in(rule, now.form, old, then.form)) if differs else ((), ())
            yield RuleChange(aspects, old, rule, gone, came)
    for place in then.unmatched():
        rule = then.rules[place]
        yield RuleChange((Aspect.REMOVED,), rule, None, tuple(_sentences(rule)) if sentences else ())


def _aspects(then: RuleSequence, now: RuleSequence, before: int, after: int) -> Iterator[Aspect]:
    old, new = then.rules[before], now.rules[after]
    if then.titles[before] != now.titles[after]:
        yield Aspect.RENAMED
    if then.home(before) != now.parents[after]:
        yield Aspect.MOVED
    if then.texts[before] != now.texts[after]:
        yield Aspect.TEXT
    elif old.text != new.text or (old.title != new.title and then.titles[before] == now.titles[after]):
        yield Aspect.TERMS
    elif then.wikitexts[before] != now.wikitexts[after]:
        yield Aspect.MARKUP
    if old.status != new.status:
        yield Aspect.STATUS
    if old.tags != new.tags:
        yield Aspect.TAGS


def _sentences(rule: Rule) -> Iterator[str]:
    for line in rule.text.split("\n"):
        yield from filter(None, split_sentences(line))


def _only_in(one: Rule, form: Canon, other: Rule, others_form: Canon) -> tuple[str, ...]:
    """The sentences of a text that another has not, or not as often."""
    return _left(_sentences(one), form, map(others_form, _sentences(other)))


def _left(things: Iterable[T], key: Callable[[T], Hashable], others: Iterable[Hashable]) -> tuple[T, ...]:
    """The things whose keys the others lack, or have less often; the first of equal ones are taken for those both have."""
    there = Counter(others)
    left: list[T] = []
    for thing in things:
        known_by = key(thing)
        there[known_by] -= 1
        if there[known_by] < 0:
            left.append(thing)
    return tuple(left)


def _missing_from(one: Ruleset, form: Canon, other: Ruleset, others_form: Canon) -> tuple[Reported, ...]:
    """What is reported of the other Ruleset, and not of this one."""

    def key(item: Reported, canon: Canon) -> Hashable:
        return (item.topic, canon(item.why)) if isinstance(item, UnreadClause) else (item.kinds, canon(item.quote))

    known = (key(item, form) for item in _reported(one))
    return _left(_reported(other), lambda item: key(item, others_form), known)


def _reported(ruleset: Ruleset) -> Sequence[Reported]:
    """What costs verdicts their certificate."""
    return (*ruleset.unread, *(caveat for caveat in ruleset.caveats if caveat.bears))
