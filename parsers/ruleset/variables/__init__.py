"""Gamestate variables that dynastic rules define in prose.

A sentence is looked at for the way it is put ("Each Player has ...", "There is ...", "The Weather is ..."), its
object is taken apart into named things, and what is said of each is read. Later sentences add to that. What
no sentence says is filled in by the Appendix: numbers are non-negative integers, and start as near to zero as
they may.
"""

from __future__ import annotations

import re
from itertools import zip_longest

from parsers.ruleset.model import Terms, Variable
from parsers.ruleset.prose import Prose
from parsers.ruleset.variables.definitions import read_definition, read_naming
from parsers.ruleset.variables.drafts import Draft, believable, finished
from parsers.ruleset.variables.frames import owner_spoken_of
from parsers.ruleset.variables.lexicon import GAME, Lexicon
from parsers.ruleset.variables.passages import Passage, effective_passages
from parsers.ruleset.variables.sequels import (
    POSSIBLE_FIRST,
    add_by_name,
    add_by_pronoun,
    add_by_start,
    add_by_use,
    add_possible_values,
    is_set_down,
    names_by,
    speaks_of_one,
)
from parsers.ruleset.variables.traits import Traits

__all__ = ["read_variables"]

_STATING = ("track", "default", " start", " begin", "initial", " maintains ", " keeps ", " a secret ", " a private ", " a public ")
_HAVING = (
    " has ",
    " have ",
    "there is ",
    "there are ",
    "there exist",
    " possess",
    " own",
    " carr",
    " hold",
    " belong",
    " wear",
    " occup",
    " assigned",
)
_BEING = (" is ", " are ", " can be ", " may be ", " must be ")
_VALUED = (" is a list", " is a number", " is an integer", " is a string", " is a set")
_OTHERWISE = frozenset(
    "if when whenever while once after before unless until where because since upon no otherwise then immediately to".split()
)
_SURE = frozenset("each every all there for in additionally also furthermore moreover finally besides as they it".split())
_ONE_OF_MANY = ("a", "an")
_BESIDES = "as well as "
_FOR_EACH = ("for each ", "for every ", "for all ")
_FOR_EACH_IS = ("track", "there ", ", a ", ", an ", ", their ", ", each ")
_PRONOUNS = frozenset("it this these they both its their the each all".split())
_LIST_OF = re.compile(r"(?:is )?(?:an? )?(?:[\w-]+ ){0,3}(?:list|set)\b")
_THEY = re.compile(r"(?:[a-z ]{1,30}, )?(?:they|it) ")
_ITEMS_AT_MOST = 40
_STATES = ("is", "an")


def _may_define(passage: Passage, following: Passage | None, plural: str) -> bool:
    """Whether a sentence is worth taking apart.

    It says where something is tracked or what it starts with; or it gives something to each of a kind; or it gives
    something, and the next sentence seems to say more of it.
    """
    first = passage.first.rstrip(",")
    low = passage.low
    if first in _OTHERWISE or (first == "as" and not low.startswith(_BESIDES)):
        return False
    if first == "for" and not (low.startswith(_FOR_EACH) and passage.speaks_of(_FOR_EACH_IS)):
        return False
    if passage.speaks_of(_STATING):
        return True
    sure = first in _SURE or low.startswith(plural) or (low.endswith(":") and " following " in low)
    sure = sure or (first in _ONE_OF_MANY and " which is " in low)
    if not sure and (following is None or following.first not in _PRONOUNS):
        return False
    if not passage.speaks_of(_HAVING):
        if first == "the" and following is not None and passage.speaks_of(_VALUED) and following.speaks_of(_STATING):
            return True
        return first == "for" or (first == "each" and passage.speaks_of(_BEING))
    return sure or (following is not None and following.speaks_of(_STATING))


class _Gathering:
    """What has been read so far, sentence by sentence."""

    def __init__(self, prose: Prose, lexicon: Lexicon) -> None:
        self._prose = prose
        self._lexicon = lexicon
        self._latest: list[Draft] = []
        self._owner: str | None = None
        self._previous: Passage | None = None
        self.drafts: list[Draft] = []
        self.things: dict[str, Traits] = {}

    def read(self, passage: Passage, following: Passage | None) -> None:
        """Take a sentence as a definition, or as an addition to the one right before it."""
        previous, self._previous = self._previous, passage
        if self._latest and self._latest[0].sentence.rule is not passage.sentence.rule:
            self._latest, self._owner = [], None
        if previous and passage.first == "this" and (named := read_naming(passage, previous, self._lexicon)):
            self._latest = [named]
            self.drafts.append(named)
            return
        if self._latest and add_by_pronoun(passage, self._latest, self._lexicon):
            return
        self._latest = []
        if self.drafts and self.drafts[-1].sentence.index >= passage.sentence.index:
            self._latest = [draft for draft in self.drafts[-_ITEMS_AT_MOST:] if draft.sentence is passage.sentence]
        if self._latest or not _may_define(passage, following, self._lexicon.plural):
            return
        definition = read_definition(passage, self._prose, self._lexicon, self._owner or self._spoken_of(passage, previous))
        if definition is None:
            return
        self._latest = definition.drafts
        self.drafts += definition.drafts
        if definition.owner != GAME:
            self._owner = definition.owner
        for thing, traits in definition.things.items():
            self.things.setdefault(thing, traits)

    def _spoken_of(self, passage: Passage, previous: Passage | None) -> str | None:
        """Whom "they" stands for in a sentence, where nothing was defined before it."""
        if previous is None or previous.sentence.rule is not passage.sentence.rule or not _THEY.match(passage.low):
            return None
        return owner_spoken_of(previous.text, self._lexicon)

    def inherit(self) -> None:
        """What holds for things of a kind ("privately tracked") holds for what each of them has."""
        for draft in self.drafts:
            if draft.owner == GAME and draft.frame.kind in _STATES and draft.traits.tracked:
                self.things.setdefault(draft.key, draft.traits)
        for draft in self.drafts:
            if traits := self.things.get(draft.owner.casefold()):
                draft.traits.tracked = draft.traits.tracked or traits.tracked
                draft.traits.visibility = draft.traits.visibility or traits.visibility


def _without_restatements(drafts: list[Draft]) -> list[Draft]:
    """The drafts without sentences such as "Butter is an integer" on what another sentence gives to somebody."""
    given = {key for draft in drafts if draft.frame.kind not in _STATES for key in (draft.key, draft.group)}
    return [
        draft
        for draft in drafts
        if draft.frame.kind not in _STATES or (believable(draft) and (draft.owner != GAME or draft.key not in given))
    ]


def _valued(draft: Draft) -> bool:
    """Whether the game has one value by that name, and not (only) things of that kind."""
    return bool(_LIST_OF.match(draft.said)) or (
        draft.traits.type is not None and draft.key == draft.name.casefold() and draft.traits.telling
    )


def _merged(drafts: list[Draft]) -> list[Draft]:
    """The believable drafts, one for each owner and name; none for things that have variables of their own."""
    found: dict[tuple[str, str], Draft] = {}
    for draft in filter(believable, drafts):
        found.setdefault((draft.owner, draft.key), draft)
    for draft in drafts:
        known = found.get((draft.owner, draft.key))
        if known and known is not draft:
            known.traits.fill(draft.traits)
    for (owner, key), draft in list(found.items()):
        short = found.get((owner, key.partition(" of ")[0]))
        if short and short is not draft:
            short.traits.fill(found.pop((owner, key)).traits)
    owners = {draft.owner.casefold() for draft in found.values()}
    return [draft for draft in found.values() if draft.owner != GAME or draft.key not in owners or _valued(draft)]


def _add_later_sentences(passages: list[Passage], prose: Prose, drafts: list[Draft], lexicon: Lexicon) -> None:
    named: dict[str, list[Draft]] = {}
    untold: set[str] = set()
    within: dict[str, set[str]] = {passage.sentence.rule.path[0]: set() for passage in passages}
    for draft in drafts:
        names = untold if draft.traits.type is None else within[draft.sentence.rule.path[0]]
        for key in names_by(draft):
            named.setdefault(key, []).append(draft)
            names.add(key)
    for passage in passages:
        first, low = passage.first, passage.low
        if first in _OTHERWISE or first == "as":
            continue
        if first in POSSIBLE_FIRST:
            add_possible_values(passage, prose, named)
        if " start" in low or " default" in low or " begin" in low:
            add_by_start(passage, named, lexicon)
        if speaks_of_one(passage, untold) or speaks_of_one(passage, within[passage.sentence.rule.path[0]]):
            add_by_name(passage, named, lexicon)


def read_variables(prose: Prose, terms: Terms | None) -> tuple[Variable, ...]:
    """The variables that effective rules outside the core and the Appendix define, in the order of the text."""
    lexicon = Lexicon(terms)
    passages = effective_passages(prose)
    gathering = _Gathering(prose, lexicon)
    for passage, following in zip_longest(passages, passages[1:]):
        gathering.read(passage, following)
    gathering.inherit()
    drafts = _without_restatements(gathering.drafts)
    _add_later_sentences(passages, prose, drafts, lexicon)
    believed = [draft for draft in _merged(drafts) if not is_set_down(draft, passages)]
    untold = [draft for draft in believed if draft.traits.type is None]
    if untold:
        add_by_use("\n".join(passage.low for passage in passages), untold, lexicon)
    return tuple(finished(draft) for draft in believed)
