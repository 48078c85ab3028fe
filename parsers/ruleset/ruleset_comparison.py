"""What changed between two Rulesets: voting parameters, sentences that are reported, rules, terms.

Rules are matched by what stands on either side exactly once: place and text, text, place, title.
What nothing tells apart is removed and added, never guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from parsers.ruleset.parameters import AnyParameter
from parsers.ruleset.ruleset_model import Caveat, Rule, Ruleset, Terms, UnreadClause
from parsers.ruleset.sentences import Canon, canonical, split_sentences

T = TypeVar("T")

Reported = UnreadClause | Caveat


class Aspect(StrEnum):
    """The kinds of changes of a rule."""

    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    MOVED = "moved"
    TEXT = "text"
    TERMS = "terms"
    """The text or title is the same but for the dynasty's words (and capitals, and numbers in
    digits).
    """
    MARKUP = "markup"
    """The visible text is the same and its wikitext is not: a list, a strike-out, a link."""
    STATUS = "status"
    TAGS = "tags"


@dataclass(frozen=True, slots=True)
class ParameterChange:
    """A voting parameter with another value; a doubt is about a clause that was not understood."""

    old: AnyParameter
    new: AnyParameter
    old_doubt: UnreadClause | None = None
    new_doubt: UnreadClause | None = None


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule, or the introduction of a section, that differs: as it was (None if added) and as it
    is (None if removed).

    ``gone`` and ``came`` are the sentences that only one of the texts has; of an added or removed
    rule all. Both are empty where the same sentences stand in another order.
    """

    aspects: tuple[Aspect, ...]
    old: Rule | None
    new: Rule | None
    gone: tuple[str, ...] = ()
    came: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulesetComparison:
    """What is different in ``new``. ``reported`` and ``settled`` are what only ``new``, and only
    ``old``, reports as not understood.

    ``rules`` has those of ``new`` in order, then those removed. Variables and actions are not
    compared.
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
        """Whether nothing differs except, perhaps, the order of rules and the space between them."""
        return not (
            self.parameters
            or self.reported
            or self.settled
            or self.rules
            or self.terms
            or self.tracking_page
        )


def compare_rulesets(old: Ruleset, new: Ruleset) -> RulesetComparison:
    """Compare two Rulesets, in canonical form if the dynasty's words differ."""
    same_terms = old.terms == new.terms
    old_form = str if same_terms else canonical(old.terms)
    new_form = str if same_terms else canonical(new.terms)
    then = RuleSequence(*_in_order(old), old_form)
    now = RuleSequence(*_in_order(new), new_form)
    before = _reported(old, old_form)
    after = _reported(new, new_form)
    parameters = tuple(changed_parameters(old, new))
    rules = tuple(changed_rules(then, now))
    return RulesetComparison(
        old, new, parameters, _left(after, before), _left(before, after), rules
    )


def changed_parameters(old: Ruleset, new: Ruleset) -> Iterator[ParameterChange]:
    """Yield the voting parameters whose values differ, or that only one of the two has."""
    for then, now in zip(old.voting, new.voting, strict=True):
        if then.value != now.value:
            doubts = (
                next((unread for unread in ruleset.unread if unread.concerns(now.name)), None)
                for ruleset in (old, new)
            )
            yield ParameterChange(then, now, *doubts)


def _in_order(ruleset: Ruleset) -> tuple[list[Rule], list[str]]:
    """The rules and introductions in the order of the page, and the wikitext below the heading of
    each.
    """
    rules = sorted(
        (*ruleset.introductions, *ruleset.rules), key=lambda rule: (rule.start, rule.body)
    )
    return rules, [ruleset.source[rule.body : rule.end].strip() for rule in rules]


class RuleSequence:
    """One of two Rulesets: its rules and introductions in order, and the keys that match them.

    ``wikitexts`` are the sources below the heading of each. ``form`` brings a text into the form in
    which both are compared: canonical, if the dynasty's words differ. ``paths`` are
    the titles from the section down (headings have six levels, so that these grow with the page),
    ``parents`` the places of the rules above, -1 for none.
    """

    def __init__(self, rules: Sequence[Rule], wikitexts: Sequence[str], form: Canon = str) -> None:
        self.form = form
        self.rules = rules
        self.wikitexts = wikitexts
        self.titles = [form(rule.title) for rule in rules]
        self.texts = [form(rule.text) for rule in rules]
        self.parents: list[int] = []
        self.paths: list[str] = []
        above: list[int] = []
        for place, rule in enumerate(rules):
            while above and rules[above[-1]].level >= rule.level:
                above.pop()
            self.parents.append(above[-1] if above else -1)
            self.paths.append(f"{self.paths[above[-1]] if above else ''}\n{self.titles[place]}")
            if rule.level:
                above.append(place)
        self.match: dict[int, int] = {-1: -1}

    def unmatched(self) -> list[int]:
        """The places of the rules that have no match yet."""
        return [place for place in range(len(self.rules)) if place not in self.match]


_KEYS: tuple[Callable[[RuleSequence, int], Hashable], ...] = (
    lambda side, place: (side.paths[place], side.texts[place]),
    lambda side, place: (side.titles[place], side.texts[place]),
    lambda side, place: side.texts[place],
    lambda side, place: side.paths[place],
    lambda side, place: side.titles[place],
)


def _matched(then: RuleSequence, now: RuleSequence) -> None:
    """Match the rules of the two, each with at most one. Several that are the same in all are
    matched in order.
    """
    for number, key in enumerate(_KEYS):
        groups: dict[Hashable, tuple[list[int], list[int]]] = {}
        for side in (then, now):
            for place in side.unmatched():
                if side.texts[place] or number not in (1, 2):
                    found = min(side.rules[place].level, 2), key(side, place)
                    groups.setdefault(found, ([], []))[side is now].append(place)
        for old, new in groups.values():
            if number == 0 or len(old) == len(new) == 1:
                then.match.update(zip(old, new, strict=False))
                now.match.update(zip(new, old, strict=False))


def changed_rules(
    then: RuleSequence, now: RuleSequence, *, sentences: bool = True
) -> Iterator[RuleChange]:
    """Yield the rules that differ: those of ``now`` in order, then the removed ones. Without
    ``sentences`` the differing sentences are left out. A sequence can be used only once.
    """
    _matched(then, now)

    def sentences_of(side: RuleSequence, place: int) -> list[tuple[str, str]]:
        text = side.rules[place].text if sentences else ""
        return [
            (side.form(sentence), sentence)
            for line in text.split("\n")
            for sentence in split_sentences(line)
            if sentence
        ]

    for place, rule in enumerate(now.rules):
        if place not in now.match:
            yield RuleChange((Aspect.ADDED,), None, rule, (), _left(sentences_of(now, place), []))
        elif aspects := tuple(_aspects(then, now, now.match[place], place)):
            before, after = (
                (sentences_of(then, now.match[place]), sentences_of(now, place))
                if Aspect.TEXT in aspects
                else ([], [])
            )
            yield RuleChange(
                aspects,
                then.rules[now.match[place]],
                rule,
                _left(before, after),
                _left(after, before),
            )
    for place in then.unmatched():
        yield RuleChange(
            (Aspect.REMOVED,), then.rules[place], None, _left(sentences_of(then, place), [])
        )


def _aspects(then: RuleSequence, now: RuleSequence, before: int, after: int) -> Iterator[Aspect]:
    old, new = then.rules[before], now.rules[after]
    if then.titles[before] != now.titles[after]:
        yield Aspect.RENAMED
    if then.match.get(then.parents[before]) != now.parents[after]:
        yield Aspect.MOVED
    if then.texts[before] != now.texts[after]:
        yield Aspect.TEXT
    elif old.text != new.text or (
        old.title != new.title and then.titles[before] == now.titles[after]
    ):
        yield Aspect.TERMS
    elif then.wikitexts[before] != now.wikitexts[after]:
        yield Aspect.MARKUP
    if old.status != new.status:
        yield Aspect.STATUS
    if old.tags != new.tags:
        yield Aspect.TAGS


def _left(
    things: Iterable[tuple[Hashable, T]], others: Iterable[tuple[Hashable, T]]
) -> tuple[T, ...]:
    """The things whose keys the others lack, or have less often; the first of equal ones are taken
    for those both have.
    """
    there = Counter(key for key, _ in others)
    left: list[T] = []
    for key, thing in things:
        there[key] -= 1
        if there[key] < 0:
            left.append(thing)
    return tuple(left)


def _reported(ruleset: Ruleset, form: Canon) -> list[tuple[Hashable, Reported]]:
    """Return the obstacles to certified verdicts, with their identities."""
    unread = [((each.topic, form(each.why)), each) for each in ruleset.unread]
    return [
        *unread,
        *(((each.kinds, form(each.quote)), each) for each in ruleset.caveats),
    ]
