"""What other sentences add to the variables of a definition: "It defaults to 3", "A Player's Rank may not exceed 10"."""

from __future__ import annotations

import re
from itertools import islice

from parsers.patterns import later
from parsers.ruleset.variables.definitions import item_names, items_below
from parsers.ruleset.variables.drafts import VariableDraft
from parsers.ruleset.variables.facts import Traits, read_traits, somebody
from parsers.ruleset.variables.notation import wordings
from parsers.ruleset.variables.passages import Passage, Text
from parsers.ruleset.variables.statements import GAME, Lexicon, Statement, head_noun, whose
from parsers.ruleset.variables.values import NAME, as_number, is_blank, listed, singular

_AMOUNT = later(rf"\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|no) ({NAME})")
_WITH_VALUE = later(
    rf"\b(?:an?|their) (?:\"?([A-Za-z][\w'-]{{0,30}})\"? ({NAME})\b(?! of)|({NAME}) (?:of|set to"
    rf"|at) \"?([\w$-]{{1,30}}))"
)
_CONDITIONAL = later(
    r"(?i)\b(?:if|when|while|unless|during|by|this (?:action|way|rule)|as a result)\b|^(?:is|are) (?:made up|composed) of\b"
)
_SETTING = later(r"\b(?:set|chang|choos|select|updat|alter)\w*(?: (?:their|the|its|own|[a-z]+['’]s)){0,3} $")
_SET_TO = r"(?:['’]s)? (?:to|as|be)(?: be)?(?: empty or| blank or)?(?: either)? (?:the )?(?:name of )?"
_COUNTED = later(
    r"\b(?:(?:gain|lose|spend|pay|earn|cost|receive)(?:s|ing)?|least|than)(?: up to| at least)? (?:\d+|an?|one|two|three|four|five"
    r"|six|ten|half)"
    r"(?: of their| additional| of)? $|\b(?:increas|decreas|reduc|rais|lower)\w*(?: (?:their|the|its|that|any|an?|each"
    r"|[a-z]+['’]s)){0,3} $"
)
_MEASURED = later(
    r"s?(?:['’]s)? (?:(?:is|are|of|by|to|becomes?|equals?|exceeds?|reaches) (?:is |set to |(?:less|more|greater|higher) than "
    r"|at least )?-?\d"
    r"|by (?:one|two|three|half)|is (?:increased|decreased|reduced))"
)
_SAID_AT_MOST, _MENTIONS_AT_MOST = 240, 24


def add_by_pronoun(passage: Passage, latest: list[VariableDraft], lexicon: Lexicon) -> bool:
    """Add what "It defaults to ..." or "These are tracked ..." says of what was just defined. Returns whether it says anything."""
    for wording in wordings("later", "about"):
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


def add_by_use(passages: list[Passage], drafts: list[VariableDraft], lexicon: Lexicon) -> None:
    """Set types by how variables are changed: "increase their Wealth by 1", "change their Ally to another Player"."""
    text = "\n".join(passage.low for passage in passages)
    to_player = re.compile(_SET_TO + somebody(lexicon.person), re.IGNORECASE)
    for draft in drafts:
        name = draft.name.lower()
        for at in islice((found.start() for found in re.finditer(re.escape(name), text)), _MENTIONS_AT_MOST):
            before, after = text[max(0, at - 60) : at], text[at + len(name) : at + len(name) + 80]
            if _SETTING.search(before) and to_player.match(after):
                draft.traits.note(type="name")
            elif draft.traits.default in (None, "0") and (_COUNTED.search(before) or _MEASURED.match(after)):
                draft.traits.note(type="integer")


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
        if _CONDITIONAL.search(said):
            traits.low = traits.high = traits.choices = None
            traits.type, traits.doubtful = None if traits.type == "choice" else traits.type, False
        for draft in drafts:
            if draft.sentence.rule.path[:1] == passage.sentence.rule.path[:1]:
                draft.traits.fill(traits)
            elif draft.traits.type is None and statement.owner is None:
                draft.traits.fill(Traits(type=traits.type, choices=traits.choices))

    def say_about(self, passage: Passage) -> None:
        """Add what a sentence of the table says ("The possible Ranks are: ...")."""
        for wording in wordings("about", "about"):
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

    def _held(self, found: re.Match[str], _passage: Passage) -> None:
        end = "high" if found["how"].lower() == "more" else "low"
        for draft in self._of(found["name"]):
            if draft.owner == self._lexicon.owner(head_noun(found["owner"])) and draft.traits.type in ("integer", None):
                draft.traits.note(type="integer", **{end: as_number(found["n"])})

    def _starts(self, found: re.Match[str], passage: Passage) -> None:
        """Add the defaults of "Each Player starts with 5 Gold, a Rank of 2 and an empty Motto"."""
        values = _AMOUNT.findall(found["rest"]) + [(hit[4] or hit[1], hit[3] or hit[2]) for hit in _WITH_VALUE.finditer(found["rest"])]
        owner = self._lexicon.owner(head_noun(found["owner"]))
        for value, name in values:
            for draft in self._of(name):
                if draft.owner == owner:
                    draft.traits.note(default="" if is_blank(value) else value)

    def _called(self, found: re.Match[str], passage: Passage) -> None:
        for draft in self._of(found["name"]):
            self.aliases.add(alias := singular(found["other"].casefold()))
            self._named.setdefault(alias, []).append(draft)
