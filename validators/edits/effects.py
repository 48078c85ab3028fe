"""What sentences of the rules let somebody change: which values, by how much where they say so, and whose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.ruleset.model import Ruleset, SectionKind, Terms

_SENTENCE = later(r"(?<=[.!?])\s+|\n")
_CHANGING = later(
    r"\b(?:may|can|should|shall|must|will|is allowed to|are allowed to|becomes?|gains?|loses?|pays?|spends?|is set|are set|goes (?:up|down)"
    r"|increases?|decreases?|is (?:increased|reduced|decreased|added|removed|given)|starts?|resets?)\b(?! (?:not|never)\b)"
)
_MODAL = later(r"\b(?:may|can|should|shall|must|is allowed to|are allowed to)\b(?! (?:not|never|only be)\b)")
_CONDITION = later(
    r"\b(?:provided|if|unless|while|when|where|whose|with|which|that (?:is|are|has|have)|who|as long as|so long as|except|until)\b"
)
_UP, _DOWN = "increases?|raises?", "lowers?|decreases?|reduces?"
_BY_VERB = later(
    r"\b(?:(gains?|receives?|earns?|gets?|adds?)|(?:spends?|loses?|pays?|removes?|discards?|subtracts?)) (\d{1,6})"
    r"(?: points? of| of)?(?: their| its| the)? ?$"
)
_DIRECTION = later(rf"\b({_UP}|{_DOWN})(?: or ({_UP}|{_DOWN}))? (?:their |the |its )?$")
_BY_HOW_MUCH = later(r" by (\d{1,6})\b(?!\.\d)")
_NEAR = 60
_KINDS = (SectionKind.DYNASTIC, SectionKind.SPECIAL_CASE, SectionKind.BUILDING_BLOCKS)


@dataclass(frozen=True, slots=True)
class RuleSentence:
    """A sentence of an effective rule that lets something change.

    ``effects`` are the variables that its main clause names after "may" and the like, each with the differences that it may make, None
    where it does not say; ``told`` are those, and of a sentence without "may" what it tells ("the winner gains 2 Coal"). ``names`` are
    all variables in the sentence. ``for_others``: it speaks of others than who acts; ``by_emperor``: it names the Emperor before what is
    allowed, and no other player; ``of_emperor``: it names the Emperor anywhere.
    """

    rule: str
    text: str
    effects: Mapping[str, frozenset[int] | None]
    names: frozenset[str]
    for_others: bool
    by_emperor: bool
    of_emperor: bool
    told: Mapping[str, frozenset[int] | None] = field(default_factory=dict)


@dataclass(frozen=True)
class RuleEffects:
    """The sentences that let a value change, of all rules that are in effect."""

    sentences: Sequence[RuleSentence] = ()
    by_rule: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The variables that the sentences of each rule name."""

    def of_rule(self, title: str) -> frozenset[str]:
        """The variables that the rules of a title name."""
        return self.by_rule.get(title, frozenset())


class EffectReader:
    """Reads sentences by the names of the variables, and by the dynasty's words for players and Emperor."""

    def __init__(self, names: Sequence[str], terms: Terms | None) -> None:
        self._names = {with_digits(name.casefold()): name for name in names}
        spelt = sorted(map(re.escape, self._names), key=len, reverse=True)
        self._variable = re.compile(rf"(?<![\w'-])({'|'.join(spelt)})(?:e?s)?(?![\w'-]*\w)") if spelt else None
        players = {"player", "players"} | ({terms.player.casefold(), terms.players.casefold()} if terms else set())
        emperor = {"emperor"} | ({terms.emperor.casefold()} if terms and terms.emperor else set())
        people = "|".join(sorted(map(re.escape, players), key=len, reverse=True))
        self._player = re.compile(rf"(?<!\w)(?:{people})(?!\w)")
        self._emperor = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(map(re.escape, emperor), key=len, reverse=True))})(?!\w)")
        whose = "another|other|each|every|all|any|that|chosen|target(?:ed)?"
        self._others = re.compile(rf"(?<!\w)(?:{whose}) (?:\w+ ){{0,2}}?(?:{people})(?!\w)|(?<!\w)(?:targets?|recipients?)(?!\w)")

    def of(self, rules: Ruleset) -> RuleEffects:
        """The sentences of a Ruleset that let a value change."""
        found: list[RuleSentence] = []
        by_rule: dict[str, set[str]] = {}
        for rule in rules.rules:
            if rule.effective and rule.kind in _KINDS:
                for text in _SENTENCE.split(rule.text):
                    read = self.sentence(rule.title, text)
                    by_rule.setdefault(rule.title, set()).update(read.names)
                    if read.names and _CHANGING.search(text.casefold()):
                        found.append(read)
        return RuleEffects(found, {title: frozenset(names) for title, names in by_rule.items()})

    def sentence(self, rule: str, text: str) -> RuleSentence:
        """What one sentence lets change."""
        low = with_digits(" ".join(text.replace("’", "'").casefold().split()))
        modal = _MODAL.search(low)
        actor = low[: modal.start()] if modal else ""
        clause = low[modal.end() :] if modal else ""
        limit = _CONDITION.search(clause)
        clause = clause[: limit.start()] if limit else clause
        effects = dict(self._effects(clause))
        tells = None if modal else _CHANGING.search(low)
        told = dict(self._effects(low[tells.start() :])) if tells else effects
        names = frozenset(self._names[found[1]] for found in self._occurrences(low))
        emperor = self._emperor.search(low) is not None
        by_emperor = self._emperor.search(actor) is not None and self._player.search(actor) is None
        return RuleSentence(rule, text, effects, names, self._others.search(clause or low) is not None, by_emperor, emperor, told)

    def _occurrences(self, low: str) -> Iterator[re.Match[str]]:
        return iter(()) if self._variable is None else self._variable.finditer(low)

    def _effects(self, clause: str) -> Iterator[tuple[str, frozenset[int] | None]]:
        for found in self._occurrences(clause):
            yield self._names[found[1]], _differences(clause[max(found.start() - _NEAR, 0) : found.start()], clause[found.end() :][:_NEAR])


def _differences(before: str, after: str) -> frozenset[int] | None:
    """By how much a value may change, from the words on both sides of its name."""
    if verb := _BY_VERB.search(before):
        return frozenset({int(verb[2]) if verb[1] else -int(verb[2])})
    direction, amount = _DIRECTION.search(before), _BY_HOW_MUCH.match(after)
    if direction is None or amount is None:
        return None
    return frozenset(int(amount[1]) * (1 if word.startswith(("increase", "raise")) else -1) for word in direction.groups() if word)
