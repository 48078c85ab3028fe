"""Sentences of rules that let somebody change text of the Ruleset: who may do what to which text.

A sentence is read by its grammar: whoever stands before "may" is the one who may, a verb in its base form behind it is what may be done,
and what follows the verb has to be text of rules, or the place of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import chain

from parsers.proposals.applying.alike import alike
from parsers.ruleset.model import Rule, SectionKind, Terms
from parsers.ruleset.sentences import MAX_CLAUSE_CHARS, split_sentences
from parsers.wiki.blocks import Block
from validators.edits import permission_words as words
from validators.edits.permission_words import TextDeed


class Who(StrEnum):
    """Somebody who may do it, besides those whom a sentence names."""

    PLAYER = "player"
    EMPEROR = "emperor"
    ADMIN = "admin"


class Reach(StrEnum):
    """Whose text it is: the rule's own, that of rules which the sentence names, or that of dynastic rules whatever they are."""

    OWN = "own"
    NAMED = "named"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Permission:
    """What one sentence of a rule allows.

    ``actor`` are its words for who may, as :func:`alike` gives them, ``who`` what they were understood as; neither where it does not say.
    ``but`` are those of them who may not.
    ``whole``: whole rules may be added or removed, or their titles amended, too; else text inside of them; ``sub``: subrules of them.
    ``items``: only list items, cells of tables and the like; ``numbers``: only numbers. ``texts`` are the texts in quotation marks that may
    be added. ``within`` is the text of the sentence or paragraph that alone may be changed, "" where it is more.
    """

    rule: Rule
    quote: str
    actor: str
    who: frozenset[Who]
    but: frozenset[Who] = frozenset()
    deed: TextDeed = TextDeed.AMEND
    reach: Reach = Reach.OWN
    whole: bool = False
    sub: bool = False
    items: bool = False
    numbers: bool = False
    texts: tuple[str, ...] = ()
    within: str = ""


_KINDS = (SectionKind.DYNASTIC, SectionKind.SPECIAL_CASE, SectionKind.BUILDING_BLOCKS)
_PEOPLE = frozenset((Who.PLAYER, Who.EMPEROR))


def permissions_of(rules: Iterable[Rule], terms: Terms | None) -> Iterator[Permission]:
    """What the effective rules below the core let somebody change of the Ruleset's text, by the dynasty's words for people."""
    known = tuple(rules)
    titles = tuple(dict.fromkeys(alike(rule.title) for rule in known if rule.title))
    for rule in known:
        if rule.kind in _KINDS and rule.effective:
            yield from _of_rule(rule, terms, titles)


@lru_cache(maxsize=4096)
def _of_rule(rule: Rule, terms: Terms | None, titles: tuple[str, ...]) -> tuple[Permission, ...]:
    """Those of one rule, which most revisions of the page leave as it is."""
    blocks = (block for block in rule.blocks if len(block.text) <= MAX_CLAUSE_CHARS)
    sentences = ((block, sentence) for block in blocks for sentence in split_sentences(block.text))
    reader = _reader(terms, titles)
    return tuple(chain.from_iterable(reader.read(rule, block, sentence) for block, sentence in sentences))


def _own_part(by: Permission, own: str) -> str:
    """The sentence or paragraph that speaks of nothing but itself; "" for one that speaks of more."""
    if own == "this sentence":
        return by.quote
    paragraphs = (block.text for block in by.rule.blocks if by.quote in block.text)
    return next(paragraphs, "") if own in words.A_PARAGRAPH else ""


@lru_cache(maxsize=16)
def _reader(terms: Terms | None, titles: tuple[str, ...]) -> _Reader:
    return _Reader(terms, titles)


class _Reader:
    def __init__(self, terms: Terms | None, titles: tuple[str, ...]) -> None:
        self._titles = titles
        players = {"player", "players", "anyone", "anybody", "everyone", "everybody", "they"}
        players |= {alike(terms.player), alike(terms.players)} if terms else set()
        emperor = {"emperor"} | ({alike(terms.emperor)} if terms and terms.emperor else set())
        self._players, self._emperor, self._admins = map(words.any_of, (players, emperor, {"admin", "admins"}))

    def _by(self, rule: Rule, sentence: str, actor: str, people: str | None = None) -> Permission:
        """A permission for those whom the words before "may" speak of, or the words for ``people``."""
        said, _, others = words.EXCEPT.sub("\x00", actor if people is None else people, 1).partition("\x00")
        _, _, role = words.WHO_IS.sub("\x00", said, 1).partition("\x00")
        return Permission(rule, sentence, actor, self._who(role) or self._who(said), self._who(others))

    def _who(self, text: str) -> frozenset[Who]:
        """The people that a text speaks of."""
        rest, emperor = self._emperor.subn(" ", text)  # whose name may have the word for a player in it
        some = ((Who.EMPEROR, emperor), (Who.PLAYER, self._players.search(rest)), (Who.ADMIN, self._admins.search(rest)))
        return frozenset(who for who, there in some if there)

    def read(self, rule: Rule, block: Block, sentence: str) -> Iterator[Permission]:
        """What a sentence allows: with "may" and the like, as a step of what a list tells to do, or as text that tracks something."""
        quotes: list[str] = []

        def kept(found: re.Match[str]) -> str:
            quotes.append(found[1])
            return f'"{len(quotes) - 1}"'

        low = words.BRACKETS.sub("", words.QUOTED.sub(kept, alike(sentence)))
        modals = [found for found in words.MODAL.finditer(low) if not words.is_asked(low[: found.start()])]
        starts, ends = [0, *(found.end() for found in modals)], [*(found.start() for found in modals[1:]), len(low)]
        for start, modal, end in zip(starts, modals, ends, strict=False):
            actor = words.actor_of(low[start : modal.start()])
            said = words.TIMES.sub("", words.ASIDE.sub(" ", low[modal.end() : end])).strip()
            if not words.is_nobody(actor) and not words.by_matter(low[start : modal.start()], low[modal.end() : end]):
                by = self._by(rule, sentence, actor)
                yield from self._passive(by, said)
                if not words.NO_DEED.match(said):
                    yield from self._deeds(by, low[: modal.end()], words.without_limits(said), quotes)
        step = low.removeprefix("then ").removeprefix("also ")
        if not modals and words.VERB.match(step) and not words.is_nobody(lead := alike(block.lead)):
            yield from self._deeds(self._by(rule, sentence, words.actor_of(lead), lead), "", words.without_limits(step), quotes)
        if not modals and words.TRACKED.search(low):
            yield Permission(rule, sentence, "", _PEOPLE, items=True)

    def _deeds(self, by: Permission, before: str, said: str, quotes: list[str]) -> Iterator[Permission]:
        """What is said behind "may", or in a step: verbs, each with the text that it is about."""
        for verb in words.VERB.finditer(said):
            if not words.is_verb(said[: verb.start()], verb[1]):
                continue
            deed, base = words.deed_of(verb[1])
            target = words.text_after(said, verb.end())
            if target is None:
                continue
            text, gap = target
            sub = not text["own"] and words.SUBRULE.search(text[0]) is not None
            of = words.RULE_TEXT.search(text.string, text.end()) if sub else None
            is_new = sub or words.NEW.match(text[0]) is not None
            text = of if of is not None and words.PLACE.search(text.string[text.end() : of.start()]) else text
            if words.is_meant(deed, gap) and not words.is_elsewhere(text):
                found = self._about(replace(by, deed=deed, sub=sub), text, gap, before + said[: verb.start()])
                makes = found is not None and found.whole and is_new and base in words.MAKES_RULES
                if found is not None and (deed is not TextDeed.ADD or makes or (not found.whole and words.PLACE.search(gap))):
                    texts = (quotes[int(each)] for each in re.findall(r"\"(\d{1,3})\"", gap) if int(each) < len(quotes))
                    yield replace(found, texts=tuple(texts) if deed is TextDeed.ADD else ())

    def _passive(self, by: Permission, said: str) -> Iterator[Permission]:
        """Text that may be changed ("each dynastic rule may be repealed by the Emperor")."""
        found, text = words.PASSIVE.match(said), words.RULE_TEXT.search(by.actor)
        if found is None or text is None or words.A_MATTER.search(agent := found[3] or ""):
            return
        gap = by.actor[: text.start()]
        about = self._about(self._by(by.rule, by.quote, agent), text, gap, "") if words.is_text_of(gap) else None
        deeds = {words.deed_of_participle(word) for word in (found[1], found[2]) if word}
        if about is not None:
            yield from (replace(about, deed=deed) for deed in TextDeed if deed in deeds)

    def _about(self, by: Permission, text: re.Match[str], gap: str, before: str) -> Permission | None:
        """The permission with the text that it is about, and what of it; None where it is none of the Ruleset."""
        reach = self._reach(by.rule, text, before)
        if reach is None:
            return None
        items = bool(text["list"]) or words.DATA.search(text["own"] or "") is not None
        whole = by.sub or (not gap.strip(" ,") and not items and (text["own"] or "this rule").startswith("this"))
        numbers = by.deed is TextDeed.AMEND and not whole and words.NUMBER.search(gap) is not None
        items = not (whole or numbers) and (items or words.DATA.search(gap) is not None)
        within = _own_part(by, text["own"] or "") if reach is Reach.OWN else ""
        return replace(by, reach=reach, whole=whole and not within, items=items, numbers=numbers, within=within)

    def _reach(self, rule: Rule, text: re.Match[str], before: str) -> Reach | None:
        rest = text.string[text.end() :]
        if text["own"]:
            return Reach.OWN
        if text["list"]:  # a list of the rule's, if it has any: it may as well be on the tracking page
            return Reach.OWN if any(block.depth for block in rule.blocks) else None
        if text["that"] and not rest.lstrip().startswith(self._titles):
            if words.RELATIVE.match(rest):
                return None  # one that only a reader knows
            told = any(found["any"] for found in words.RULE_TEXT.finditer(before))
            return Reach.ANY if told or not text["that"].startswith("the ") or text["that"].endswith("s") else Reach.OWN
        return Reach.ANY if text["any"] else Reach.NAMED
