"""Gamestate variables that dynastic rules define in prose.

Of each sentence :mod:`statements` read what it gives to whom, :mod:`things` cut that into named things, :mod:`traits` read what is said
of each; here is added what other sentences say, and :mod:`drafts` tell variables from things merely mentioned. The wordings stand
in ``wordings.toml``, in the form that :mod:`notation` explains, each with examples.
"""

from __future__ import annotations

import re
from itertools import zip_longest

from parsers.patterns import later
from parsers.ruleset.ruleset_model import Terms, Variable
from parsers.ruleset.variables.definitions import item_names, items_below, read_definition
from parsers.ruleset.variables.drafts import VariableDraft, is_variable, to_variable
from parsers.ruleset.variables.notation import NAME, pattern, tables, word_list, wordings
from parsers.ruleset.variables.statements import GAME, Lexicon, Passage, Statement, Text, head_noun, whose
from parsers.ruleset.variables.traits import Traits, as_number, is_blank, listed, read_traits, singular

_AMOUNT = later(rf"\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|no) ({NAME})")
_SAID_AT_MOST = 240
_WITH_VALUE = later(rf"\b(?:an?|their) (?:\"?([A-Za-z][\w'-]{{0,30}})\"? ({NAME})\b(?! of)|({NAME}) (?:of|set to|at) \"?([\w$-]{{1,30}}))")


def is_condition(passage: Passage) -> bool:
    """Whether a sentence says when something happens."""
    return passage.first.rstrip(",") in word_list("conditions") and not passage.low.startswith("as well as ")


def _add_by_pronoun(passage: Passage, latest: list[VariableDraft], lexicon: Lexicon) -> bool:
    """Add what "It defaults to ..." or "These are tracked ..." says of what was just defined. Returns whether it says anything."""
    for wording in wordings("later", "about").among(passage.words):
        if found := wording.match(passage.text, passage.low):
            break
    else:
        return False
    owner, said = whose(found["said"], lexicon)
    traits = read_traits(said, lexicon.person)
    if not (traits.distinctive or traits.type or traits.signed or traits.doubtful or traits.optional):
        return False
    for draft in latest if wording.sets == "several" else latest[-1:]:
        if owner and draft.owner == GAME and draft.statement.form == "is":
            draft.owner = owner
        draft.traits.fill(traits)
    return True


class _DraftCollector:
    """What the sentences define, one after the other."""

    def __init__(self, text: Text, lexicon: Lexicon, shown: frozenset[str]) -> None:
        self._text, self._lexicon, self._shown = text, lexicon, shown
        self._latest: list[VariableDraft] = []
        self._owner: str | None = None
        self._previous: Passage | None = None
        self.drafts: list[VariableDraft] = []
        self.things: dict[str, Traits] = {}
        self.about: list[tuple[Statement, Passage]] = []

    def read(self, passage: Passage, following: Passage | None) -> None:
        """Take a sentence as a definition, or as an addition to the one right before it."""
        previous, self._previous = self._previous, passage
        if previous and previous.sentence.rule is not passage.sentence.rule:
            self._latest, self._owner, previous = [], None, None
        if self._latest and _add_by_pronoun(passage, self._latest, self._lexicon):
            return
        spoken_of = [draft for draft in self._latest if draft.key in passage.low[:60]]
        self._latest = [draft for draft in self.drafts[-40:] if draft.sentence is passage.sentence]
        if self._latest or is_condition(passage) or not self._may_define(passage, following):
            self._latest, self._owner = self._latest or spoken_of, None
            return
        if previous and any(draft.sentence is previous.sentence and is_variable(draft) for draft in self.drafts[-9:]):
            previous = None  # what has a name is not given one by the next sentence
        definition = read_definition(passage, self._text.prose, self._lexicon, self._owner, previous)
        forms = ("each", "plural", "a") if following and " also " in following.low[:40] else ("each", "plural")
        self._owner = next((each.owner for each in definition.about if each.form in forms and each.owner != GAME), None)
        self.about += [(statement, passage) for statement in definition.about if statement.name]
        only_says = all(draft.statement.form == "is" for draft in definition.drafts)
        self._latest = spoken_of if spoken_of and only_says else definition.drafts
        self.drafts += definition.drafts
        self.things = {**definition.things, **self.things}

    def _may_define(self, passage: Passage, following: Passage | None) -> bool:
        """Whether a sentence is worth reading; one of which the next one says more is."""
        low = passage.low
        if (
            passage.first in ("each", "every", "all", "there")
            or low.endswith(":")
            or any(map(low.__contains__, tables().telling))
            or any(map(low.__contains__, self._shown))
        ):
            return True
        more = following is not None and following.first in "it this these they both its their all each".split()
        return more and following is not None and any(map(following.low.__contains__, tables().telling))

    def inherit(self) -> None:
        """Give what is said of a kind of things ("privately tracked") to what each of them has."""
        for draft in self.drafts:
            if draft.owner == GAME and draft.statement.form == "is" and draft.traits.tracked:
                self.things.setdefault(draft.key, draft.traits)
        for draft in self.drafts:
            if traits := self.things.get(draft.owner.casefold()):
                draft.traits.fill(Traits(tracked=traits.tracked, visibility=traits.visibility))

    def definite(self) -> list[VariableDraft]:
        """The drafts without sentences such as "Butter is an integer" on what another sentence gives to somebody."""
        given = {draft.key for draft in self.drafts if draft.statement.form != "is"}
        return [
            draft
            for draft in self.drafts
            if draft.statement.form != "is" or (is_variable(draft) and (draft.owner != GAME or draft.key not in given))
        ]


class _NamedLater:
    """Adds what sentences say of variables by their names."""

    def __init__(self, text: Text, drafts: list[VariableDraft], lexicon: Lexicon) -> None:
        self._text, self._lexicon = text, lexicon
        self._named: dict[str, list[VariableDraft]] = {}
        self.aliases: set[str] = set()
        for draft in drafts:
            self._named.setdefault(draft.key, []).append(draft)

    def _of(self, name: str) -> list[VariableDraft]:
        return self._named.get(singular(name.strip(' "').casefold()), [])

    def say(self, statement: Statement, passage: Passage) -> None:
        """Add what "A Player's Rank may not exceed 10" says; from other rules only the type ("A Rune is a string ...")."""
        drafts = [each for each in self._of(statement.name) if each.statement is not statement and statement.owner in (None, each.owner)]
        if not drafts:
            return
        said = statement.given[:_SAID_AT_MOST]
        traits = read_traits(said, self._lexicon.person)
        if pattern("variables_conditional").search(said):
            traits.low = traits.high = traits.choices = None
            traits.type, traits.doubtful = None if traits.type == "choice" else traits.type, False
        for draft in drafts:
            if draft.sentence.rule.path[:1] == passage.sentence.rule.path[:1]:
                draft.traits.fill(traits)
            elif draft.traits.type is None and statement.owner is None:
                draft.traits.fill(Traits(type=traits.type, choices=traits.choices))

    def say_about(self, passage: Passage) -> None:
        """Add what a sentence of the table says ("The possible Ranks are: ...")."""
        for wording in wordings("about", "about").among(passage.words):
            if found := wording.match(passage.text, passage.low):
                getattr(self, f"_{wording.sets}")(found, passage)

    def _default(self, found: re.Match[str], passage: Passage) -> None:
        for draft in self._of(found["name"]):
            draft.traits.fill(read_traits(f"defaults to {found['rest']}", self._lexicon.person))

    def _possible(self, found: re.Match[str], passage: Passage) -> None:
        rest = found["rest"].strip(" :-.")
        values = listed(rest) if rest else item_names(items_below(passage, self._text.prose))
        for draft in self._of(found["name"]):
            if values and len(values) > 1 and not draft.traits.choices and draft.traits.type in (None, "string"):
                draft.traits.choices, draft.traits.type = values, "choice"

    def _held(self, found: re.Match[str], passage: Passage) -> None:
        end, owner = "high" if found["how"].lower() == "more" else "low", self._lexicon.owner(head_noun(found["owner"]))
        for draft in self._of(found["name"]):
            if draft.owner == owner and draft.traits.type in ("integer", None):
                draft.traits.note(type="integer", **{end: as_number(found["n"])})

    def _called(self, found: re.Match[str], passage: Passage) -> None:
        alias = singular(found["other"].casefold())
        for draft in self._of(found["name"]):
            self.aliases.add(alias)
            self._named.setdefault(alias, []).append(draft)

    def _starts(self, found: re.Match[str], passage: Passage) -> None:
        """Add the defaults of "Each Player starts with 5 Gold, a Rank of 2 and an empty Motto"."""
        rest = found["rest"]
        values = _AMOUNT.findall(rest) + [(hit[4] or hit[1], hit[3] or hit[2]) for hit in _WITH_VALUE.finditer(rest)]
        owner = self._lexicon.owner(head_noun(found["owner"]))
        for value, name in values:
            for draft in self._of(name):
                if draft.owner == owner:
                    draft.traits.note(default="" if is_blank(value) else value)


def _merged(drafts: list[VariableDraft]) -> list[VariableDraft]:
    """The drafts that are variables, one for each owner and name; none for things that have variables of their own."""
    found: dict[tuple[str, str], VariableDraft] = {}
    for draft in filter(is_variable, drafts):
        found.setdefault((draft.owner, draft.key), draft)
    for draft in drafts:
        known = found.get((draft.owner, draft.key))
        if known and known is not draft:
            known.traits.fill(draft.traits)
    owners = {draft.owner.casefold() for draft in found.values()}
    return [draft for draft in found.values() if draft.owner != GAME or draft.key not in owners]


def read_variables(text: Text, terms: Terms | None, shown: frozenset[str] = frozenset()) -> tuple[Variable, ...]:
    """The variables that these sentences define, in the order of the text.

    ``shown`` are the names that the tracking page shows, in small letters and in the singular, where it was read.
    """
    lexicon = Lexicon(terms)
    collector = _DraftCollector(text, lexicon, shown)
    for passage, following in zip_longest(text.passages, text.passages[1:]):
        collector.read(passage, following)
    for draft in collector.drafts:
        draft.shown = draft.key in shown
    collector.inherit()
    drafts = collector.definite()
    later_sentences = _NamedLater(text, drafts, lexicon)
    for passage in text.passages:
        if passage.first == "no" or not is_condition(passage):
            later_sentences.say_about(passage)
    for statement, passage in collector.about:
        later_sentences.say(statement, passage)
    aliases = later_sentences.aliases
    return tuple(map(to_variable, _merged([each for each in drafts if each.statement.form != "is" or each.key not in aliases])))
