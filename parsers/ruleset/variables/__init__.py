"""Gamestate variables that dynastic rules define in prose.

A sentence goes through these steps, one module each:

1. :mod:`passages`: the sentences of effective dynastic rules, spelt uniformly.
2. :mod:`statements`: what a sentence gives to whom ("Each Player has ...", "There is ...", "The Weather is ..."), a
   :class:`Statement`; :mod:`owners` reads nouns and subjects.
3. :mod:`phrases`: the object of a statement cut into named things ("a number named Coal" and "a Lamp").
4. :mod:`traits`: what is said of each thing (type, range, choices, default, who sees it), with :mod:`values` for
   enumerations, defaults and numbers in prose.
5. :mod:`definitions`: steps 2 to 4 for one sentence and the list below it, giving each thing as a :class:`VariableDraft`.
6. :mod:`supplements`: what other sentences add to a draft ("It defaults to 3", "A Player's Rank may not exceed 10").
7. :mod:`drafts`: which drafts are variables rather than things merely mentioned, and the :class:`Variable` of each,
   where the Appendix fills in what no sentence says: numbers are non-negative integers, and start near zero.
"""

from __future__ import annotations

import re
from itertools import zip_longest

from parsers.patterns import later
from parsers.ruleset.model import Terms, Variable
from parsers.ruleset.prose import Prose
from parsers.ruleset.variables.definitions import read_definition
from parsers.ruleset.variables.drafts import VariableDraft, is_variable, to_variable
from parsers.ruleset.variables.owners import GAME, Lexicon, head_noun
from parsers.ruleset.variables.passages import Passage, effective_passages
from parsers.ruleset.variables.statements import Statement, owner_spoken_of
from parsers.ruleset.variables.supplements import CONDITIONAL_OPENINGS, add_by_pronoun, add_by_use, add_later_sentences, is_listed_in_rule
from parsers.ruleset.variables.traits import Traits, read_traits
from parsers.ruleset.variables.values import PROPER_NAME, contains_any

__all__ = ["read_variables"]

_STATING = ("track", "default", " start", " begin", "initial", " maintains ", " keeps ", " a secret ", " a private ", " a public ")
_HAVING = tuple("| has | have |there is |there are |there exist| possess| own| carr| hold| belong| wear| occup| assigned".split("|")[1:])
_BEING = (" is ", " are ", " can be ", " may be ", " must be ")
_VALUED = (" is a list", " is a number", " is an integer", " is a string", " is a set")
_SURE = frozenset("each every all there for in additionally also furthermore moreover finally besides as they it".split())
_ONE_OF_MANY = ("a", "an")
_BESIDES = "as well as "
_FOR_EACH = ("for each ", "for every ", "for all ")
_FOR_EACH_IS = ("track", "there ", ", a ", ", an ", ", their ", ", each ")
_PRONOUNS = frozenset("it this these they both its their the each all".split())
_LIST_OF = later(r"(?:is )?(?:an? )?(?:[\w-]+ ){0,3}(?:list|set)\b")
_THEY = later(r"(?:[a-z ]{1,30}, )?(?:they|it) ")
_NAMING = later(
    r"this(?: [a-z]+)? is (?:known as|called|referred to as|termed) (?:their|its|the|(?:each|an?|that) [^,.]{1,40}'s) "
    rf"\"?(?P<name>{PROPER_NAME})",
    re.IGNORECASE,
)
_STATE = later(r"(?:Each|Every|A|An) (?P<noun>[^,;:.]{1,60}?) (?P<said>(?:is|may be|can be|must be|may) .+)", re.DOTALL)
_ITEMS_AT_MOST = 40
_STATES = ("is", "an")


def _may_define(passage: Passage, following: Passage | None, plural: str) -> bool:
    """Whether a sentence can be a definition.

    It says where something is tracked or what it starts with, or gives something to each of a kind, or gives something
    of which the next sentence seems to say more.
    """
    first = passage.first.rstrip(",")
    low = passage.low
    if first in CONDITIONAL_OPENINGS or (first == "as" and not low.startswith(_BESIDES)):
        return False
    if first == "for" and not (low.startswith(_FOR_EACH) and contains_any(passage.low, _FOR_EACH_IS)):
        return False
    if contains_any(passage.low, _STATING):
        return True
    sure = first in _SURE or low.startswith(plural) or (low.endswith(":") and " following " in low)
    sure = sure or (first in _ONE_OF_MANY and " which is " in low)
    if not sure and (following is None or following.first not in _PRONOUNS):
        return False
    if not contains_any(passage.low, _HAVING):
        if first == "the" and following is not None and contains_any(passage.low, _VALUED) and contains_any(following.low, _STATING):
            return True
        return first == "for" or (first == "each" and contains_any(passage.low, _BEING))
    return sure or (following is not None and contains_any(following.low, _STATING))


def _named_state(passage: Passage, previous: Passage, lexicon: Lexicon) -> VariableDraft | None:
    """The variable of "Each Ship is either Whole or Broken. This is known as its State."."""
    found = _NAMING.match(passage.text)
    state = _STATE.match(previous.text) if found and passage.sentence.rule is previous.sentence.rule else None
    if not found or not state:
        return None
    said = state["said"]
    statement = Statement(lexicon.owner(head_noun(state["noun"]), one=True), said, "each")
    return VariableDraft(found["name"], statement.owner, previous.sentence, statement, said, read_traits(said, lexicon.person))


class _DraftCollector:
    """Collects drafts sentence by sentence."""

    def __init__(self, prose: Prose, lexicon: Lexicon) -> None:
        self._prose = prose
        self._lexicon = lexicon
        self._latest: list[VariableDraft] = []
        self._owner: str | None = None
        self._previous: Passage | None = None
        self.drafts: list[VariableDraft] = []
        self.things: dict[str, Traits] = {}

    def read(self, passage: Passage, following: Passage | None) -> None:
        """Take a sentence as a definition, or as an addition to the one right before it."""
        previous, self._previous = self._previous, passage
        if self._latest and self._latest[0].sentence.rule is not passage.sentence.rule:
            self._latest, self._owner = [], None
        if previous and passage.first == "this" and (named := _named_state(passage, previous, self._lexicon)):
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
        """The owner that "they" means, where nothing was defined before the sentence."""
        if previous is None or previous.sentence.rule is not passage.sentence.rule or not _THEY.match(passage.low):
            return None
        return owner_spoken_of(previous.text, self._lexicon)

    def inherit(self) -> None:
        """Give what is said of a kind of things ("privately tracked") to what each of them has."""
        for draft in self.drafts:
            if draft.owner == GAME and draft.statement.form in _STATES and draft.traits.tracked:
                self.things.setdefault(draft.key, draft.traits)
        for draft in self.drafts:
            if traits := self.things.get(draft.owner.casefold()):
                draft.traits.tracked = draft.traits.tracked or traits.tracked
                draft.traits.visibility = draft.traits.visibility or traits.visibility


def _without_restatements(drafts: list[VariableDraft]) -> list[VariableDraft]:
    """The drafts without sentences such as "Butter is an integer" on what another sentence gives to somebody."""
    given = {key for draft in drafts if draft.statement.form not in _STATES for key in (draft.key, draft.group)}
    return [
        draft
        for draft in drafts
        if draft.statement.form not in _STATES or (is_variable(draft) and (draft.owner != GAME or draft.key not in given))
    ]


def _valued(draft: VariableDraft) -> bool:
    """Whether the game has one value of that name, and not (only) things of that kind."""
    return bool(_LIST_OF.match(draft.said)) or (
        draft.traits.type is not None and draft.key == draft.name.casefold() and draft.traits.distinctive
    )


def _merged(drafts: list[VariableDraft]) -> list[VariableDraft]:
    """The drafts that are variables, one for each owner and name; none for things that have variables of their own."""
    found: dict[tuple[str, str], VariableDraft] = {}
    for draft in filter(is_variable, drafts):
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


def read_variables(prose: Prose, terms: Terms | None) -> tuple[Variable, ...]:
    """The variables that effective rules outside the core and the Appendix define, in the order of the text."""
    lexicon = Lexicon(terms)
    passages = effective_passages(prose)
    collector = _DraftCollector(prose, lexicon)
    for passage, following in zip_longest(passages, passages[1:]):
        collector.read(passage, following)
    collector.inherit()
    drafts = _without_restatements(collector.drafts)
    add_later_sentences(passages, prose, drafts, lexicon)
    variables = [draft for draft in _merged(drafts) if not is_listed_in_rule(draft, passages)]
    untyped = [draft for draft in variables if draft.traits.type is None]
    if untyped:
        add_by_use("\n".join(passage.low for passage in passages), untyped, lexicon)
    return tuple(to_variable(draft) for draft in variables)
