"""What other sentences add to the variables of a definition.

"It defaults to 3", "A Player's Rank may not exceed 10", "New Players start with 5 Gold", "The possible Ranks are: ...", and how values are
changed ("increase their Wealth by 1"), which tells that they are numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from parsers.patterns import later
from parsers.ruleset.sentences import straight
from parsers.ruleset.variables.drafts import VariableDraft
from parsers.ruleset.variables.grammar import Phrasebook, somebody
from parsers.ruleset.variables.nouns import GAME, PLAYER, Lexicon, head_noun, read_subject
from parsers.ruleset.variables.passages import Passage, Text
from parsers.ruleset.variables.traits import Traits, read_traits
from parsers.ruleset.variables.values import as_number, contains_any, is_blank, listed, singular
from parsers.ruleset.variables.wordings import LATER, NAME

CONDITIONAL_OPENINGS = frozenset(
    "if when whenever while once after before unless until where because since upon no otherwise then immediately to".split()
)
"""First words of sentences about what happens, which define nothing."""

_PRONOUNS = ("it ", "its ", "they ", "their ", "these ", "both ", "all ", "each ", "this ", "that ", "the ", "such ")
_POSSIBLE_WORDS = ("possible", "valid", "available", "legal", "permitted", "allowed")
_POSSIBLE = later(
    r"(?is)(?:the )?(?:(?:list|set) of )?(?:all )?(?:possible|valid|available|legal|permitted|allowed)"
    r" (?:values (?:for|of) (?:an? |the |[^,:;]{1,40}?'s )?)?(?P<name>[^,:;.]{1,50}?)(?: values)?"
    r" (?:is|are|includes?) ?(?:the following|as follows|in (?:ascending |descending )?order)?:?-? ?(?P<rest>.*)"
)
_DEFAULT_OF = later(
    r"(?is)(?:the )?(?:default|starting|initial) (?:value (?:of|for) )?(?:an? |the |each |[^,:;]{1,40}?'s )?(?P<name>[^,:;.]{1,50}?)"
    r" (?:is|are) (?P<rest>.+)"
)
_BY_DEFAULT = later(r"(?i)by default,? (?P<subject>.+? )(?:is|are) ")
_GIVES = later(
    r"(?i)(?P<who>[^,;:.]{1,60}?) (?:(?:starts?|begins?)(?: (?:the|this|each) [a-z]+)?(?: off| out)? with"
    r"|defaults? to having) (?P<given>[^;.]{1,200})"
)
_HELD = later(
    r"(?i)(?P<who>[^,;:.]{1,40}?) (?:(?:may|can|must|shall|will) ?(?:not|never)|cannot|can't) (?:ever )?(?:have|hold|own|possess|carry)"
    r" (?P<how>more|fewer|less) than (?P<value>\w{1,9}) (?P<name>[A-Za-z][\w' -]{0,40}?)(?: at (?:once|a time|any time|any one time))?[.]?"
)
_STARTS_IN = later(
    r"(?i)(?P<who>[^,;:.]{1,60}?) (?:starts?|begins?)(?: (?:the|this|each) [a-z]+)? (?:in|at|on) (?:the )?\"?"
    r"(?P<name>[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,2}) (?P<value>[\w-]{1,30})\"?[.]?$"
)
_LACKS = later(
    r"(?i)(?:.{0,80}, and )?(?P<who>[^,;:.]{1,60}?) (?:(?:defaults? to (?:not having an?|having no))|(?:has|have) no)"
    r" (?P<name>[A-Za-z][\w' -]{0,40}?)(?: by default)?[.]?$"
)
_WITH_VALUE = later(
    rf"\b(?:an?|their) (?:\"?([A-Za-z][\w'-]{{0,30}})\"? ({NAME})\b(?! of)|(?P<name>{NAME}) (?:of|set to|at) \"?(?P<value>[\w$-]{{1,30}}))"
)
_AMOUNT = later(rf"\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|no) ({NAME})")
_CONDITIONAL = later(
    r"(?i)\b(?:if|when|while|unless|during|by|this (?:action|way|rule)|as a result)\b|^(?:is|are) (?:made up|composed) of\b"
)
_ALIAS = later(
    r"\"? \((?:(?:or|also|known as|abbreviated(?: as| to)?|hereafter|written"
    r"|symbol:?) )*\"?(?P<alias>[A-Z][\w$]{0,14})\"?(?:,? for short)?\)"
)
_CLAUSES = later(
    r"; (?:and )?(?=(?:the|an?|each|every|its|their) )|,? and (?=the [A-Z][\w' -]{1,40} (?:is|are|may|must|can|defaults|starts) )"
)
_IDENTITY = frozenset("identity name value status".split())
_SET_DOWN = later(r"(?:the |all )?([a-z][\w' -]{0,40}?) and their ([a-z][\w' -]{0,40}?) (?:are|is)\b")
_LISTED_NAME = later(r"[:(.,;]| - ")
_INFORMATIVE = tuple(
    " or | than |track| text|one of|least| start|limit|default| begin| list of| name|between|exceed|number|string|initial|negative|integer"
    "|below|above|minimum|maximum| set of|range|surpass| from ".split("|")
)
"""Words of sentences that may say what a value is, the most frequent first."""
_HEAD, _SAID_AT_MOST, _MENTIONS_AT_MOST = 110, 240, 24
"""How far into a sentence its subject reaches, how much of it is read, and how many mentions are searched for a type."""

_SETTING = later(r"\b(?:set|chang|choos|select|updat|alter)\w*(?: (?:their|the|its|own|[a-z]+['’]s)){0,3} $")
_COUNTED = later(
    r"\b(?:(?:gain|lose|spend|pay|earn|cost|receive)(?:s|ing)?|least|than)(?: up to| at least)? (?:\d+|an?|one|two|three|four|five|six"
    r"|ten|half)"
    r"(?: of their| additional| of)? $|\b(?:increas|decreas|reduc|rais|lower|subtract|deduct|doubl|halv)\w*"
    r"(?: (?:their|the|its|that|any|an?|each|[a-z]+['’]s)){0,3} $"
)
_MEASURED = later(
    r"s?(?:['’]s)? (?:(?:is|are|of|by|to|has been|becomes?|equals?|exceeds?|reaches) (?:is |set to |(?:less|more|greater|higher) than "
    r"|at least )?"
    r"-?\d|by (?:one|two|three|half)|is (?:increased|decreased|reduced))"
)
_SET_TO = r"(?:['’]s)? (?:to|as|be)(?: be)?(?: empty or| blank or)?(?: either)? (?:the )?(?:name of )?"


@cache
def _openings() -> Phrasebook:
    return Phrasebook(LATER, "")


def add_by_pronoun(passage: Passage, latest: list[VariableDraft], lexicon: Lexicon) -> bool:
    """Add what "It defaults to ..." or "This is tracked ..." says of the variables just defined. Returns whether it says anything."""
    found = next(_openings().at(passage.text), None) if passage.low.startswith(_PRONOUNS) else None
    if not found:
        return False
    traits = read_traits(found.slots["said"] if "list of" in passage.low[:40] else passage.text, lexicon.person)
    if not (traits.distinctive or traits.type or traits.signed):
        return False
    for draft in latest if found.fact == "several" else latest[-1:]:
        draft.traits.fill(traits)
    return True


class LaterSentences:
    """The variables by the names that later sentences give them."""

    def __init__(self, text: Text, drafts: list[VariableDraft], lexicon: Lexicon) -> None:
        self._text, self._lexicon = text, lexicon
        self._named: dict[str, list[VariableDraft]] = {}
        for draft in drafts:
            for key in _names_by(draft):
                self._named.setdefault(key, []).append(draft)

    def add(self) -> None:
        """Add what the sentences say."""
        possible = self._text.having(_POSSIBLE_WORDS, within=40)
        named = self._text.having(self._named, within=_HEAD)
        held = self._text.having((" more than ", " fewer than ", " less than "), within=_HEAD) & named
        for number in sorted(possible | named | self._text.having((" start", " begin"))):
            passage = self._text.passages[number]
            low = passage.low
            if passage.first in CONDITIONAL_OPENINGS or passage.first == "as":
                continue
            if number in possible:
                self._possible_values(passage)
            if " start" in low or " begin" in low or " default" in low:
                self._starts(passage)
            if number in held:
                self._held(passage)
            if number in named and contains_any(low, _INFORMATIVE):
                clauses = _CLAUSES.split(passage.text) if "; " in low or " and the " in low else (passage.text,)
                for place, clause in enumerate(clauses):
                    self._clause(clause, passage, after=place > 0)

    def _of(self, name: str) -> list[VariableDraft]:
        return self._named.get(singular(name.casefold()), [])

    def _possible_values(self, passage: Passage) -> None:
        """Add the choices that "The possible Ranks are: ..." lists, in the sentence or below it."""
        found = _POSSIBLE.match(passage.text)
        for draft in self._of(found["name"]) if found else ():
            if found and not draft.traits.choices and draft.traits.type in (None, "string"):
                rest = found["rest"].rstrip(". ")
                below = (_LISTED_NAME.split(straight(item.text))[0].strip() for item in self._text.prose.below(passage.sentence))
                values = listed(rest) if rest else tuple(below)
                if values and len(values) > 1:
                    draft.traits.choices, draft.traits.type = values, "choice"

    def _starts(self, passage: Passage) -> None:
        """Add the defaults of "Each Player starts with 5 Gold, a Rank of 2 and an empty Motto"."""
        text = passage.text
        if not (
            contains_any(passage.low, (" having ", " by default"))
            or passage.first in ("each", "every", "all", "new", "a", "an")
            or passage.low.startswith(self._lexicon.plural)
        ):
            return
        values: list[tuple[str, str]] = []
        if found := _STARTS_IN.match(text):
            values = [(found["value"], found["name"])]
        elif contains_any(passage.low, (" having ", " by default")) and (found := _LACKS.match(text)):
            values = [("-", found["name"])]
        elif found := _GIVES.match(text):
            values = _AMOUNT.findall(found["given"])
            values += [(hit["value"] or hit[1], hit["name"] or hit[2]) for hit in _WITH_VALUE.finditer(found["given"])]
        owner = self._lexicon.owner(head_noun(found["who"])) if found else ""
        for value, name in values:
            for draft in self._of(name):
                if draft.owner == owner and draft.traits.default is None:
                    draft.traits.default = "" if is_blank(value) else value

    def _held(self, passage: Passage) -> None:
        """Add the limit of "A Player may never have more than 10 Gold"."""
        found = _HELD.fullmatch(passage.text)
        value = as_number(found["value"]) if found else None
        for draft in self._of(found["name"]) if found and value is not None else ():
            if found and draft.owner == self._lexicon.owner(head_noun(found["who"])) and draft.traits.type in ("integer", None):
                draft.traits.fill(Traits(type="integer", high=value) if found["how"] == "more" else Traits(type="integer", low=value))

    def _subjects(self, text: str) -> tuple[str | None, list[VariableDraft], str]:
        """The owner of a sentence's subject (None if it names none), the variables of its name, and what is said of them."""
        if contains_any(text, ("efault", "tarting", "nitial")) and (found := _DEFAULT_OF.match(text)):
            return None, self._of(found["name"]), f"defaults to {found['rest']}"
        text = _BY_DEFAULT.sub(r"\g<subject>defaults to ", text, count=1) if text.startswith("By default") else text
        subject = read_subject(text, self._lexicon)
        if subject is None:
            return None, [], ""
        if subject.owner and subject.name.split(" ")[0].casefold() in _IDENTITY and (known := self._of(subject.owner)):
            return None, known, subject.said
        return subject.owner, self._of(subject.name), subject.said

    def _clause(self, clause: str, passage: Passage, *, after: bool) -> None:
        """Add what "A Player's Rank may not exceed 10" says; from other rules only the type ("A Rune is a string ...")."""
        owner, drafts, said = self._subjects(clause)
        drafts = [draft for draft in drafts if (after or draft.sentence is not passage.sentence) and owner in (None, draft.owner)]
        if not drafts:
            return
        traits = read_traits(said[:_SAID_AT_MOST], self._lexicon.person)
        if _CONDITIONAL.search(said):
            traits.low = traits.high = traits.choices = None
            traits.type = None if traits.type == "choice" else traits.type
        for draft in drafts:
            if draft.sentence.rule.path[:1] == passage.sentence.rule.path[:1]:
                draft.traits.fill(traits)
            elif draft.traits.type is None and owner is None:
                draft.traits.fill(Traits(type=traits.type, choices=traits.choices))


def _names_by(draft: VariableDraft) -> Iterator[str]:
    """The keys by which later sentences may mention a variable: its name, its abbreviation in parentheses, its group."""
    yield draft.key
    at = draft.said.find(draft.name)
    if at >= 0 and (found := _ALIAS.match(draft.said, at + len(draft.name))):
        yield found["alias"].casefold()
    if draft.group:
        yield draft.group


def add_by_use(text: str, drafts: list[VariableDraft], lexicon: Lexicon) -> None:
    """Set types by how variables are changed: "increase their Wealth by 1", "set their Ally to another Player".

    ``text`` is the whole text of the rules, in small letters.
    """
    to_player = re.compile(_SET_TO + somebody(lexicon.person), re.IGNORECASE)
    for draft in drafts:
        name = draft.name.lower()
        end = 0
        for _ in range(_MENTIONS_AT_MOST):
            at = text.find(name, end)
            if at < 0 or draft.traits.type is not None:
                break
            end = at + len(name)
            before, after = text[max(0, at - 60) : at], text[end : end + 80]
            if _SETTING.search(before) and to_player.match(after):
                draft.traits.type = "name"
            elif draft.traits.default in (None, "0") and (_COUNTED.search(before) or _MEASURED.match(after)):
                draft.traits.type = "integer"


def is_listed_in_rule(draft: VariableDraft, passages: Sequence[Passage]) -> bool:
    """Whether the rule itself lists the values ("The Tools and their Makers are:"), so that they are not gamestate."""
    if draft.owner in (PLAYER, GAME):
        return False
    owner, name, rule = draft.owner.casefold(), draft.key, draft.sentence.rule
    listings = (_SET_DOWN.match(passage.low) for passage in passages if passage.sentence.rule is rule and " and their " in passage.low)
    return any(found and singular(found[1]) == owner and singular(found[2]) == name for found in listings)
