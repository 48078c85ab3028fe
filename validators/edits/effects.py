"""What sentences of the rules let somebody change: which values, by how much where they say so, and whose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.ruleset.model import Ruleset, SectionKind, Terms

_SENTENCE = later(r"(?<=[.!?;])\s+|\n")
_CHANGING = later(
    r"\b(?:may|can|should|shall|must|will|is allowed to|are allowed to|becomes?|gains?|loses?|pays?|spends?|is set|are set|goes (?:up|down)"
    r"|increases?|decreases?|is (?:increased|reduced|decreased|added|removed|given)|starts?|resets?|sets"
    r"|takes|gives|transfers|steals|receives|swaps|halves|doubles|reduces|raises|lowers"
    r"|(?:^|(?<=then )|(?<=and ))(?:set|add|subtract|remove|lower|raise|reduce|give|transfer|steal|swap))\b(?! (?:not|never)\b)"
)
_MODAL = later(r"\b(?:may|can|should|shall|must|is allowed to|are allowed to)\b(?! (?:not|never|only be)\b)")
_CONDITION = later(
    r"\b(?:provided|if|unless|while|when|where|whose|with(?! \d)|which|that (?:is|are|has|have)|who|as long as|so long as|except|until)\b"
)
_ASKED = later(r"^(?:if|when|whenever|each time|every time|once|after|before|while|as soon as|at|on|upon|for)\b[^,]{0,300},")
_AFTER_ALL = later(r"\b(?:if|unless|when|whenever|while|until|except|provided)\b")
_ASIDE = later(r", (?:if|when|provided|unless|at|once|as|in|with|by|after|before)\b[^,;]{0,120},")
_PASSIVE = later(r"^(?: only| freely| also)? be (?:\w+ed|set|put|given|spent|paid|lost|reset|taken|made)\b")
_NEGATED = later(r"\b(?:may|can|should|shall|must|will|does|do|is|are) (?:not|never)\b|\bcannot\b|n't\b")
_TAIL = later(r"\b(?:whose|which|who)\b[^.;]{0,80}?\b(?:becomes?|gains|loses|pays|spends|is set|are set)\b")
_COMPARES = later(r"\b(?:equal to|than|as (?:much|many)|based on|for each)\b")
_SEGMENT = later(r"[,;:]|\b(?:and|or|then|but)\b")
_CHOOSES = later(r"\b(?:choos\w*|select\w*|pick\w*|target\w*|nam(?:e|es|ing)|specif\w*|rob\w*|steal\w*|attack\w*)\b")
_THEIRS = later(r"\b(?:their|theirs|them|they|its|his|her|that)\b")
_ADVERBIAL = later(r"^(?:as an? (?:\w+ ){0,3}action(?: (?:called|named) [^,]{1,60})?|at any time|once per \w+|then|also|and|but)?,? ?$")
_UP, _DOWN = "increases?|raises?", "lowers?|decreases?|reduces?"
_MOST = r"(up to |at most )?"
_BY_VERB = later(
    rf"\b(?:(gains?|receives?|earns?|gets?|adds?)|(?:spends?|loses?|pays?|removes?|discards?|subtracts?)) {_MOST}(\d{{1,6}})"
    r"(?: points? of| of)?(?: their| its| the)? ?$"
)
_DIRECTION = later(rf"\b({_UP}|{_DOWN})(?: or ({_UP}|{_DOWN}))? (?:their |the |its )?$")
_BY_HOW_MUCH = later(rf"(?: of [^.,;]{{1,40}})? by {_MOST}(\d{{1,6}})\b(?!\.\d)")
_HIGHEST_MOST = 1_000
"""Where a rule says "up to" more than that, it is taken for any amount."""
_OF_THE_BEST = later(
    r"\bthe (?:\w+ ){1,3}?(?:with|who has|whose|that has) [^.;]{0,80}?(?:most|least|(?:high|low|few|larg|small|great)est)\b"
)
"""Somebody whom only the state of the game tells."""
_BY_NUMBER = later(r"(?<!up to)(?<!least)(?<!most)(?<!than)(?<!over)(?<!under) (\d{1,6})(?: points? of| of)? ?$")
_NOBODY = later(r"(?<!\w)(?:no|nobody|none|neither)(?!\w)")
_ONLY_TALKS = later(
    r"\b(?:look|see|view|know|learn|ask|tell|compare|check|inspect|read|guess|propose|vote|post|announce|comment|say|request|suggest)\b"
)
_OWN = later(r"\b(?:their|his|her|its)(?: own)? $")
_NEAR = 60
_KINDS = (SectionKind.DYNASTIC, SectionKind.SPECIAL_CASE, SectionKind.BUILDING_BLOCKS)


@dataclass(frozen=True, slots=True)
class RuleSentence:
    """A sentence of an effective rule that lets something change.

    ``effects`` are the variables that its main clause names after "may" and the like, each with the differences that it may make, None
    where it does not say; ``told`` are those, and of a sentence without "may" what it tells ("the winner gains 2 Coal"). ``names`` are
    all variables in the sentence. ``lets`` are those that it lets change, and ``others`` those of them that may be another player's than
    who acts: what comes about without "may" is anybody's. ``of_others``: it speaks of others; ``by_emperor``: it names the Emperor before
    what is allowed, and no other player; ``by_role``: it names somebody there who is neither; ``of_emperor``: it names the Emperor
    anywhere.
    """

    rule: str
    text: str
    effects: Mapping[str, frozenset[int] | None]
    names: frozenset[str]
    lets: Mapping[str, frozenset[int] | None]
    others: frozenset[str]
    of_others: bool
    by_emperor: bool
    by_role: bool
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
        players = {"player", "players", "they", "he", "she", "anyone", "anybody", "everyone"} | (
            {terms.player.casefold(), terms.players.casefold()} if terms else set()
        )
        emperor = {"emperor"} | ({terms.emperor.casefold()} if terms and terms.emperor else set())
        people = "|".join(sorted(map(re.escape, players), key=len, reverse=True))
        self._player = re.compile(rf"(?<!\w)(?:{people})(?!\w)")
        self._emperor = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(map(re.escape, emperor), key=len, reverse=True))})(?!\w)")
        whose = "another|other|each|every|all|any|that|both|chosen|target(?:ed)?"
        others = rf"(?:{whose}) (?:\w+ ){{0,2}}?(?:{people})(?!\w)|(?:targets?|recipients?|victims?|opponents?)(?!\w)"
        others += r"|(?:to|from|with) another(?!\w)|(?:the|each) other(?!\w)"
        self._others = re.compile(rf"(?<!\w)(?:{others})")
        self._given = re.compile(rf"(?<!\w)(?:to|with|from) (?:another|any|each|every|the other|a)(?: \w+){{0,2}}? (?:{people})(?!\w)")

    def of(self, rules: Ruleset) -> RuleEffects:
        """The sentences of a Ruleset that let a value change."""
        found: list[RuleSentence] = []
        by_rule: dict[str, set[str]] = {}
        for rule in rules.rules:
            if rule.effective and rule.kind in _KINDS:
                for text in _SENTENCE.split(rule.text):
                    read = self.sentence(rule.title, text)
                    by_rule.setdefault(rule.title, set()).update(read.names)
                    if read.lets:
                        found.append(read)
        return RuleEffects(found, {title: frozenset(names) for title, names in by_rule.items()})

    def sentence(self, rule: str, text: str) -> RuleSentence:
        """What one sentence lets change."""
        low = with_digits(" ".join(text.replace("’", "'").casefold().split()))
        modal = _MODAL.search(low)
        actor = low[: modal.start()] if modal else ""
        clause = _ASIDE.sub(" ", low[modal.end() :]) if modal else ""
        whole = clause
        clause = "" if _NOBODY.search(actor) else _until(clause, _CONDITION)
        if passive := _PASSIVE.match(clause):  # "the Lamp of another player may be set": what changes stands before it
            clause, whole, actor = actor, actor, clause[passive.end() :].partition(" by ")[2]
        effects = dict(self._effects(clause))
        tells = None if modal else _CHANGING.search(low)
        told = dict(self._effects(low[tells.start() :])) if tells else effects
        names = frozenset(self._names[found[1]] for found in self._occurrences(low))
        emperor = self._emperor.search(low) is not None
        rest, named = self._emperor.subn(" ", actor)  # whose name may have the word for a player in it
        by_player = self._player.search(rest) is not None
        by_role = not (named or by_player) and _ADVERBIAL.match(_ASKED.sub("", actor).strip()) is None
        by_role = by_role or _OF_THE_BEST.search(actor) is not None
        main = _until(_ASKED.sub("", low), _AFTER_ALL)
        if modal:
            tail = _TAIL.search(whole)
            lets = {**effects, **dict(self._effects(whole[tail.start() :] if tail else ""))}
            others = frozenset(self._of_others(_until(whole, _AFTER_ALL))) & effects.keys() | (lets.keys() - effects.keys())
        else:
            tells = None if _NEGATED.search(main) else _CHANGING.search(main)
            lets = dict(self._effects(main)) if tells else {}
            others = frozenset(lets)
            rest, named = self._emperor.subn(" ", main[: tells.start()] if tells else "")
            by_player, by_role = self._player.search(rest) is not None, False
        about = self._others.search(clause or low) is not None
        return RuleSentence(rule, text, effects, names, lets, others, about, bool(named) and not by_player, by_role, emperor, told)

    def _of_others(self, clause: str) -> Iterator[str]:
        """The variables that others than who acts may have, part by part ("choose another player and set their Coal to 0")."""
        chosen = False
        for each in _SEGMENT.split(clause):
            part = _until(each, _COMPARES)
            named = self._others.search(part) is not None
            if (named or (chosen and _THEIRS.search(part))) and _ONLY_TALKS.search(part) is None:
                own = not chosen and self._given.search(part) is None
                yield from (self._names[found[1]] for found in self._occurrences(part) if not (own and _OWN.search(part[: found.start()])))
            chosen = chosen or (named and _CHOOSES.search(part) is not None)

    def _occurrences(self, low: str) -> Iterator[re.Match[str]]:
        return iter(()) if self._variable is None else self._variable.finditer(low)

    def _effects(self, clause: str) -> Iterator[tuple[str, frozenset[int] | None]]:
        for found in self._occurrences(clause):
            yield self._names[found[1]], _differences(clause[max(found.start() - _NEAR, 0) : found.start()], clause[found.end() :][:_NEAR])


def _until(text: str, end: re.Pattern[str]) -> str:
    found = end.search(text)
    return text[: found.start()] if found else text


def _differences(before: str, after: str) -> frozenset[int] | None:
    """By how much a value may change, from the words on both sides of its name."""
    if verb := _BY_VERB.search(before):
        return _amounts(verb[3], [1 if verb[1] else -1], most=bool(verb[2]))
    if number := _BY_NUMBER.search(before):  # by a verb that does not tell who has more then
        return frozenset((int(number[1]), -int(number[1])))
    direction, amount = _DIRECTION.search(before), _BY_HOW_MUCH.match(after)
    if direction is None or amount is None:
        return None
    ways = [1 if word.startswith(("increase", "raise")) else -1 for word in direction.groups() if word]
    return _amounts(amount[2], ways, most=bool(amount[1]))


def _amounts(number: str, ways: Sequence[int], *, most: bool) -> frozenset[int] | None:
    """An amount up or down, or everything up to it."""
    last = int(number)
    if most and last > _HIGHEST_MOST:
        return None
    return frozenset(each * way for each in range(1 if most else last, last + 1) for way in ways)
