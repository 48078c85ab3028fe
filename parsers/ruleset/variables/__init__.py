"""Gamestate variables that dynastic rules define in prose.

A sentence goes through these steps, one module each:

1. :mod:`passages`: the sentences of effective dynastic rules, spelt uniformly.
2. :mod:`statements`: what a sentence gives to whom ("Each Player has ...", "There is ...", "The Weather is ..."), a
   :class:`Statement`; :mod:`nouns` reads owners and subjects.
3. :mod:`things`: the object of a statement cut into named things ("a number named Coal" and "a Lamp").
4. :mod:`traits`: what is said of each thing (type, range, choices, default, who sees it), with :mod:`values` for
   enumerations and numbers in prose.
5. :mod:`definitions`: steps 2 to 4 for one sentence and the list below it, giving each thing as a :class:`VariableDraft`.
6. :mod:`supplements`: what other sentences add to a draft ("It defaults to 3", "A Player's Rank may not exceed 10").
7. :mod:`drafts`: which drafts are variables rather than things merely mentioned, and the :class:`Variable` of each,
   where the Appendix fills in what no sentence says: numbers are non-negative integers, and start near zero.

The wordings themselves stand in the tables of :mod:`wordings`, in the form that :mod:`grammar` explains; to read another one, add a line.
"""

from __future__ import annotations

from parsers.patterns import later
from parsers.ruleset.model import Terms, Variable
from parsers.ruleset.variables.definitions import read_definition
from parsers.ruleset.variables.drafts import VariableDraft, is_variable, to_variable
from parsers.ruleset.variables.nouns import GAME, Lexicon
from parsers.ruleset.variables.passages import Passage, Text
from parsers.ruleset.variables.statements import owner_spoken_of, read_statement
from parsers.ruleset.variables.supplements import CONDITIONAL_OPENINGS, LaterSentences, add_by_pronoun, add_by_use, is_listed_in_rule
from parsers.ruleset.variables.traits import Traits, read_traits
from parsers.ruleset.variables.values import contains_any
from parsers.ruleset.variables.wordings import NAME

_STATING = ("track", "default", " start", " begin", "initial", " maintains ", " keeps ", " a secret ", " a private ", " a public ")
_HAVING = tuple(
    "| has | have |there is |there are |there exist| possess| own| carr| hold| belong| wear| occup| assigned| defined".split("|")[1:]
)
_VALUED = (" is a list", " is a number", " is an integer", " is a string", " is a set", " is either", " is one of", " may be ", " can be ")
_SURE = frozenset("each every all there for in additionally also furthermore moreover finally besides as they it".split())
_FOR_EACH_IS = ("track", "there ", ", a ", ", an ", ", their ", ", each ")
_PRONOUNS = frozenset("it this these they both its their the each all".split())
_BEING = (" is ", " are ", " can be ", " may be ", " must be ")
_LEADING = (" following ", " these ", "properties", "attributes", "characteristics", "statistics")
_LIST_OF = later(r"(?:is )?(?:an? )?(?:[\w-]+ ){0,3}(?:list|set)\b")
_THEY = later(r"(?:[a-z ]{1,30}, )?(?:they|it) ")
_NAMING = later(
    r"(?i)this(?: [a-z]+)? (?:is|may be|can be|will be) (?:known as|called|referred to as|termed) (?:(?:their|its|the|(?:each|an?"
    r"|that) [^,.]{1,40}'s) )?"
    rf"\"?(?-i:(?P<name>{NAME}))"
)
_STATE = later(r"(?s)(?:Each|Every|A|An) (?P<who>[^,;:.]{1,60}?) (?:is|may be|can be|must be|may) (?=.)")
_ITEMS_AT_MOST = 40
_HEAD = 60
"""How far into a sentence a variable's name keeps "it" in the next one its own."""
_STATES = ("is", "an")


class _DraftCollector:
    """Collects drafts sentence by sentence."""

    def __init__(self, text: Text, lexicon: Lexicon, shown: frozenset[str]) -> None:
        self._text, self._lexicon, self._shown = text, lexicon, shown
        self._naming = text.having(shown)
        self._latest: list[VariableDraft] = []
        self._owner: str | None = None
        self._previous: Passage | None = None
        self.drafts: list[VariableDraft] = []
        self.things: dict[str, Traits] = {}

    def read(self, number: int) -> None:
        """Take a sentence as a definition, or as an addition to the one right before it."""
        passage = self._text.passages[number]
        previous, self._previous = self._previous, passage
        if previous and previous.sentence.rule is not passage.sentence.rule:
            self._latest, self._owner, previous = [], None, None
        if previous and passage.first == "this" and (named := self._named(passage, previous)):
            self._latest = [named]
            self.drafts.append(named)
            return
        if self._latest and add_by_pronoun(passage, self._latest, self._lexicon):
            return
        spoken_of = [draft for draft in self._latest if draft.key in passage.low[:_HEAD]]
        self._latest = []
        if self.drafts and self.drafts[-1].sentence.index >= passage.sentence.index:
            self._latest = [draft for draft in self.drafts[-_ITEMS_AT_MOST:] if draft.sentence is passage.sentence]
        if self._latest or not self._may_define(number, passage):
            self._latest = self._latest or spoken_of
            return
        spoken = owner_spoken_of(previous.text, self._lexicon) if previous and not self._owner and _THEY.match(passage.low) else None
        definition = read_definition(passage, self._text.prose, self._lexicon, self._owner or spoken)
        if definition is None:
            return
        self._latest = definition.drafts
        self.drafts += definition.drafts
        self._owner = definition.owner if definition.owner != GAME else self._owner
        self.things = {**definition.things, **self.things}

    def _may_define(self, number: int, passage: Passage) -> bool:
        """Whether a sentence can be a definition.

        It says where something is tracked or what it starts with, or names something that the page shows, or gives something to each of
        a kind, or gives something of which the next sentence seems to say more.
        """
        first, low = passage.first.rstrip(","), passage.low
        if first in CONDITIONAL_OPENINGS or (first == "as" and not low.startswith("as well as ")):
            return False
        if first == "for" and not (low.startswith(("for each ", "for every ", "for all ")) and contains_any(low, _FOR_EACH_IS)):
            return False
        if contains_any(low, _STATING) or number in self._naming:
            return True
        sure = first in _SURE or low.startswith(self._lexicon.plural) or (low.endswith(":") and contains_any(low, _LEADING))
        sure = sure or (first in ("a", "an") and " which is " in low)
        following = self._text.passages[number + 1] if number + 1 < len(self._text.passages) else None
        if not sure and not (following and following.first in _PRONOUNS):
            return False
        told = following is not None and contains_any(following.low, _STATING)
        if contains_any(low, _HAVING):
            return sure or told
        if first == "the":
            return told and contains_any(low, _VALUED)
        return first == "for" or (first == "each" and contains_any(low, _BEING))

    def _named(self, passage: Passage, previous: Passage) -> VariableDraft | None:
        """The variable that a sentence names whose predecessor described it.

        "Each Ship is either Whole or Broken. This is known as its State." "Each Ship has a number, which ... This value is called its "
        "Draught."
        """
        found = _NAMING.match(passage.text)
        if not found or self._latest:
            return None
        state = _STATE.match(previous.text)
        who = f"Each {state['who']} has {previous.text[state.end() :]}" if state else previous.text
        statement = read_statement(who, self._lexicon)
        if statement is None or statement.name:
            return None
        said = f"is {statement.given}" if state else statement.given
        return VariableDraft(found["name"], statement.owner, previous.sentence, statement, said, read_traits(said, self._lexicon.person))

    def inherit(self) -> None:
        """Give what is said of a kind of things ("privately tracked") to what each of them has; note what the page shows."""
        for draft in self.drafts:
            if draft.owner == GAME and draft.statement.form in _STATES and draft.traits.tracked:
                self.things.setdefault(draft.key, draft.traits)
        for draft in self.drafts:
            draft.shown = draft.key in self._shown
            if traits := self.things.get(draft.owner.casefold()):
                draft.traits.fill(Traits(tracked=traits.tracked, visibility=traits.visibility))

    def definite(self) -> list[VariableDraft]:
        """The drafts without sentences such as "Butter is an integer" on what another sentence gives to somebody."""
        given = {key for draft in self.drafts if draft.statement.form not in _STATES for key in (draft.key, draft.group)}
        return [
            draft
            for draft in self.drafts
            if draft.statement.form not in _STATES or (is_variable(draft) and (draft.owner != GAME or draft.key not in given))
        ]


def _valued(draft: VariableDraft) -> bool:
    """Whether the game has one value of that name, and not (only) things of that kind."""
    return bool(_LIST_OF.match(draft.said)) or (draft.traits.type is not None and not draft.plural and draft.traits.distinctive)


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


def read_variables(text: Text, terms: Terms | None, shown: frozenset[str] = frozenset()) -> tuple[Variable, ...]:
    """The variables that these sentences define, in the order of the text.

    ``shown`` are the names that the tracking page shows, in small letters and in the singular, where it was read.
    """
    lexicon = Lexicon(terms)
    collector = _DraftCollector(text, lexicon, shown)
    for number in range(len(text.passages)):
        collector.read(number)
    collector.inherit()
    drafts = collector.definite()
    LaterSentences(text, drafts, lexicon).add()
    variables = [draft for draft in _merged(drafts) if not is_listed_in_rule(draft, text.passages)]
    untyped = [draft for draft in variables if draft.traits.type is None]
    if untyped:
        add_by_use(text.lines.text, untyped, lexicon)
    return tuple(to_variable(draft) for draft in variables)
