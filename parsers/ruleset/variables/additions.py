"""What other sentences add to the variables of a definition: "It defaults to 3", "A Player's Rank may not exceed 10"."""

from __future__ import annotations

import re

from parsers.patterns import later
from parsers.ruleset.variables.definitions import item_names, items_below
from parsers.ruleset.variables.drafts import VariableDraft
from parsers.ruleset.variables.notation import NAME, pattern, wordings
from parsers.ruleset.variables.statements import GAME, Lexicon, Passage, Statement, Text, head_noun, whose
from parsers.ruleset.variables.traits import Traits, as_number, is_blank, listed, read_traits, singular

_AMOUNT = later(rf"\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|no) ({NAME})")
_SAID_AT_MOST = 240
_WITH_VALUE = later(
    rf"\b(?:an?|their) (?:\"?([A-Za-z][\w'-]{{0,30}})\"? ({NAME})\b(?! of)|({NAME}) (?:of|set to"
    rf"|at) \"?([\w$-]{{1,30}}))"
)


def add_by_pronoun(passage: Passage, latest: list[VariableDraft], lexicon: Lexicon) -> bool:
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


class NamedLater:
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
        if pattern("additions_conditional").search(said):
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
