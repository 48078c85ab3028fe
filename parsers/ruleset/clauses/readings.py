"""What recognisers share: where they put what they read, durations, and lists of conditions.

A clause counts as understood only when nothing of weight is left over: the phrases that carry a parameter
are taken out, and what remains must be connecting words. So a bullet that a new edition adds is reported
instead of overlooked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from parsers.ruleset.model import Clause, Unread, Value
from parsers.ruleset.prose import Prose, Sentence

__all__ = ["DURATION", "Condition", "Readings", "conditions", "features", "hours", "leads"]

_HOURS = {"minute": 1 / 60, "hour": 1, "day": 24, "week": 168}
_UNIT = r"(minute|hour|day|week)s?"
DURATION = rf"(\d{{1,5}})[ -]{_UNIT}(?: \((?:i\.e\. )?(\d{{1,5}})[ -]{_UNIT}\))?"
"""Four groups: amount and unit, and the amount and unit of a gloss in parentheses, if any."""

_FOLLOWING = re.compile(r"\b(all|any|either|at least 1|1 or more|1|both)(?: of)?(?: the)? following\b")
_INLINE_OR = re.compile(r"[,;:] or(?: if| when)?(?= it\b| there\b| they\b| the\b)|;| or (?:if|when) |\bor it ")
_WORD = re.compile(r"[a-z0-9'/\-]+")
_CONNECTING = frozenset(
    "it is has been had and or if the either both a an then also by any all of that which be when this on for to its at are true following"
    " conditions condition met one".split()
)


class Readings:
    """The parameters read so far, with their proof, and what was not understood."""

    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        self.voting: dict[str, Clause | None] = {}
        self.unread: list[Unread] = []

    def set(self, key: str, value: Value | None, proof: Sentence) -> None:
        """Record a parameter. A second clause that says otherwise makes the key unread."""
        self.prose.take(proof)
        if value is None:
            return
        before = self.voting.get(key)
        if before is not None and before.value != value:
            self.voting[key] = None
            self.miss(key, f"two clauses disagree: {before.value!r} in {before.rule!r}, {value!r} in {proof.rule.title!r}", proof)
        elif before is None and not any(missed.topic == key for missed in self.unread):
            self.voting[key] = Clause(value, proof.rule.title, proof.text)

    def miss(self, topic: str, why: str, at: Sentence | None = None) -> None:
        """Record a clause that was not understood; its sentence counts as dealt with."""
        if at is not None:
            self.prose.take(at)
        self.unread.append(Unread(topic, why, at.rule.title if at else None))

    def has(self, key: str) -> bool:
        """Whether the key was read."""
        return self.voting.get(key) is not None

    def duration(self, key: str, found: re.Match[str], proof: Sentence, first: int = 1) -> None:
        """Record a duration in whole hours; ``first`` is the number of its first group in ``found``."""
        stated = hours(found, first)
        if isinstance(stated, str):
            self.miss(key, stated, proof)
        else:
            self.set(key, stated, proof)

    def one(
        self, key: str, pattern: re.Pattern[str], needles: Iterable[str], trigger: re.Pattern[str] | None = None
    ) -> re.Match[str] | None:
        """The first sentence that a pattern matches, taken. Sentences that only trigger it are reported."""
        return next((found for _, found in self.each(key, pattern, needles, trigger)), None)

    def each(
        self, key: str, pattern: re.Pattern[str], needles: Iterable[str], trigger: re.Pattern[str] | None = None
    ) -> Iterator[tuple[Sentence, re.Match[str]]]:
        """Every lawful sentence with these words that a pattern matches; ``trigger`` as in :meth:`one`."""
        for sentence in self.prose.lawful(*needles):
            found = pattern.search(sentence.canon)
            if found:
                self.prose.take(sentence)
                yield sentence, found
            elif trigger is not None and trigger.search(sentence.canon) and not self.prose.understood(sentence):
                self.miss(key, f"not understood: “{sentence.text}”", sentence)


def hours(found: re.Match[str], first: int = 1) -> int | str:
    """The duration a match of :data:`DURATION` states, in hours; a sentence where it states none."""
    amount, unit, gloss, gloss_unit = found.group(first, first + 1, first + 2, first + 3)
    value = int(amount) * _HOURS[unit]
    if gloss and int(gloss) * _HOURS[gloss_unit] != value:
        return f"{amount} {unit}s and {gloss} {gloss_unit}s are not the same time"
    return int(value) if value == int(value) else f"{amount} {unit}s are no whole number of hours"


@dataclass(frozen=True, slots=True)
class Condition:
    """One alternative of a list of conditions: its canonical text and the sentences it was read from."""

    text: str
    sentences: tuple[Sentence, ...]

    @property
    def proof(self) -> Sentence:
        """The sentence to quote."""
        return self.sentences[0]


def leads(prose: Prose, pattern: re.Pattern[str], *needles: str) -> Iterator[tuple[Sentence, re.Match[str]]]:
    """Sentences that state or introduce the conditions of something."""
    for sentence in prose.lawful(*needles):
        found = pattern.search(sentence.canon)
        if found:
            yield sentence, found


def conditions(prose: Prose, lead: Sentence, after: int) -> tuple[list[Condition], str]:
    """The conditions that ``lead`` introduces, and how they combine: ``all``, ``any`` or ``""`` (one only).

    They are the list items below it, or, without a list, what its own text says after position ``after``,
    split at its alternatives. Sentences that follow in the same item belong to its condition.
    """
    prose.take(lead)
    rest = lead.canon[after:]
    combine = _FOLLOWING.search(rest)
    how = "" if combine is None else "all" if combine.group(1) in ("all", "both") else "any"
    below = prose.below(lead)
    if below:
        found: list[list[Sentence]] = []
        for sentence in below:
            if sentence.depth == lead.depth + 1 and not (found and found[-1][0].block == sentence.block):
                found.append([sentence])
            elif found:
                found[-1].append(sentence)
        prose.take(*below)
        return [Condition(" ".join(s.canon for s in group), tuple(group)) for group in found], how
    parts = [part for part in (p.strip(" ,;:.") for p in _INLINE_OR.split(rest)) if part]
    return [Condition(part, (lead,)) for part in parts], "any" if len(parts) > 1 else how


def features(
    text: str, known: Mapping[str, re.Pattern[str]], connecting: frozenset[str] = frozenset()
) -> tuple[dict[str, re.Match[str]], str]:
    """The known phrases in a condition, and the words left over that nobody understands (``""`` if none)."""
    found: dict[str, re.Match[str]] = {}
    for name, pattern in known.items():
        match = pattern.search(text)
        if match:
            found[name] = match
    rest = text
    for pattern in known.values():
        rest = pattern.sub(" ", rest)
    left = [word for word in _WORD.findall(rest) if word not in _CONNECTING and word not in connecting]
    return found, " ".join(left)
