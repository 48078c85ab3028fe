"""What later sentences add to a variable: its default, range, choices, visibility, and how it is used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from parsers.patterns import later
from parsers.ruleset.prose import Prose, straight
from parsers.ruleset.variables.drafts import VariableDraft
from parsers.ruleset.variables.owners import GAME, PLAYER, Lexicon, head_noun, read_subject
from parsers.ruleset.variables.passages import Passage
from parsers.ruleset.variables.traits import read_traits
from parsers.ruleset.variables.values import PROPER_NAME, contains_any, is_blank, listed, singular

__all__ = ["CONDITIONAL_OPENINGS", "add_by_pronoun", "add_by_use", "add_later_sentences", "is_listed_in_rule"]

CONDITIONAL_OPENINGS = frozenset(
    "if when whenever while once after before unless until where because since upon no otherwise then immediately to".split()
)
"""First words of sentences about what happens, which define nothing."""

_PRONOUN = later(
    r"(?:it|they|these|both|all of (?:these|them)|each(?: of (?:these|them)| one)?|(?:all (?:of )?)?(?:this|that|the|these"
    r"|such an?)(?: (?:number|value|variable|list|set|string|text|amount|total|score|stat|choice|information|data|status|values|numbers"
    r"|variables|statistics|stats|attributes)(?: of [^,;:.]{1,50}?)?)?|(?:its|their|the)(?: (?:default|starting|initial))(?: values?)?"
    r"|the (?:amount|number|quantity) of each(?: of (?:these|them))?(?: [a-z]+)?(?: (?:that "
    r"|which )?[^,;:.]{1,50}?)?)(?:,? [^,;:.]{1,30},)? (?:also |both |all |each )?(?:is|are|was|may|can|cannot|can't|must|defaults?"
    r"|starts?|begins?|ranges?|(?:has|have) (?:an? |no )?(?:default|starting|initial|maximum|minimum|value|range|upper|lower|limit)|will"
    r"|shall|should|never)\b",
    re.IGNORECASE,
)
_PRONOUNS = ("it ", "its ", "they ", "their ", "these ", "both ", "all ", "each ", "this ", "that ", "the ", "such ")
_SEVERAL = later(
    r"(?:they|these|both|all|each|their|the [a-z]+ of each|this (?:information|data|list of [^,;:.]{1,30} and their))\b", re.IGNORECASE
)
_POSSIBLE = later(
    r"(?:the )?(?:(?:list|set) of )?(?:all )?(?:possible|valid|available|legal|permitted|allowed)"
    r" (?:values (?:for|of) (?:an? |the |[^,:;]{1,40}?'s )?)?(?P<name>[^,:;.]{1,50}?)(?: values)?"
    r" (?:is|are|includes?) ?(?:the following|as follows|in (?:ascending |descending )?order)?:?-? ?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_POSSIBLE_WORDS = ("possible", "valid", "available", "legal", "permitted", "allowed")
_POSSIBLE_FIRST = frozenset(("the", "all", *_POSSIBLE_WORDS))
"""First words of a sentence about possible values."""
_DEFAULT_OF = later(
    r"(?:the )?(?:default|starting|initial) (?:value (?:of|for) )?(?:an? |the |each |[^,:;]{1,40}?'s "
    r")?(?P<name>[^,:;.]{1,50}?) (?:is|are) (?P<rest>.+)",
    re.IGNORECASE | re.DOTALL,
)
_BY_DEFAULT = later(r"by default,? (?P<subject>.+? )(?:is|are) ", re.IGNORECASE)
_EACH = frozenset("each every all new a an".split())
_STARTS = later(
    r"((?:each |every |all |new |an? )?[^,;:.]{1,60}?) (?:(?:starts?|begins?)(?: (?:the|this|each) [a-z]+)?(?: off| out)? with"
    r"|defaults? to having) ([^;.]{1,200})",
    re.IGNORECASE,
)
_STARTS_IN = later(
    r"(?P<who>[^,;:.]{1,60}?) (?:starts?|begins?)(?: (?:the|this|each) [a-z]+)? (?:in|at|on) (?:the )?\"?"
    r"(?P<name>[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,2}) (?P<value>[\w-]{1,30})\"?[.]?$",
    re.IGNORECASE,
)
_LACKS = later(
    r"(?:.{0,80}, and )?(?P<who>[^,;:.]{1,60}?) (?:defaults? to (?:not having an?|having no) (?P<name>[A-Za-z][\w' -]{0,40})"
    r"|(?:has|have) no (?P<lacked>[A-Za-z][\w' -]{0,40}?) by default)",
    re.IGNORECASE,
)
_VALUED = later(rf"\b(?:an?|their) \"?([A-Za-z][\w'-]{{0,30}})\"? ({PROPER_NAME})\b(?! of)")
_SET_AT = later(rf"\b(?:an?|their) ({PROPER_NAME}) (?:of|set to|at) \"?([\w$-]{{1,30}})")
_AMOUNT = later(rf"\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|no) ({PROPER_NAME})")
_CONDITIONAL = later(r"\b(?:if|when|while|unless|during|by|this (?:action|way|rule)|as a result)\b", re.IGNORECASE)
_ALIAS = later(
    r"\"? \((?:(?:or|also|known as|abbreviated(?: as| to)?|hereafter|written"
    r"|symbol:?) )*\"?(?P<alias>[A-Z][\w$]{0,14})\"?(?:,? for short)?\)"
)
_CLAUSES = later(r"; (?:and )?(?=(?:the|an?|each|every|its|their) )")
_COMPOSED = later(r"(?:is|are) (?:made up|composed) of\b")
_IDENTITY = frozenset("identity name value status".split())
_SET_DOWN = later(r"(?:the |all )?([a-z][\w' -]{0,40}?) and their ([a-z][\w' -]{0,40}?) (?:are|is)\b")
_INFORMATIVE = (
    *(" name", " or ", " than ", "track", " list", " text", " from ", "one of", "least", " start", "limit", "default", " begin"),
    *("between", "exceed", "number", "string", "initial", "surpass", "negative", "integer", "below", "above", "minimum", "maximum"),
    *(" set of", "range"),
)
"""The most frequent first, since one is enough. Sentences without any of them are skipped."""

_HEAD = 110
"""How far into a sentence its subject reaches at most."""

_SAID_AT_MOST = 240
"""How much of a later sentence is read: what it says of the variable comes first."""

_MENTIONS_AT_MOST = 24
"""How many mentions of a variable are searched for its type."""

_SETTING = later(
    r"\b(?:set|sets|setting|chang\w*|choos\w*|select\w*|updat\w*|alter\w*)(?: (?:their|the|its|his|her|own|[a-z]+['’]s)){0,3} $"
)
_GAINED = later(
    r"\b(?:gain|lose|spend|pay|earn|cost|costing|receive|gains|loses|spends|pays|earns|costs|least|than)(?: up to| at least)?"
    r" (?:\d+|an?|one|two|three|four|five|six|ten|half)(?: of their| additional| of)? $"
)
_CHANGED = later(
    r"\b(?:increas|decreas|reduc|rais|lower|subtract|deduct|doubl|halv)\w*(?: (?:their|the|its|that|any|an?|each|[a-z]+['’]s)){0,3} $"
)
_MEASURED = later(
    r"s?(?:['’]s)? (?:(?:is|are|of|by|to|has been|becomes?|equals?|exceeds?|reaches) (?:is |set to |less than |more than |greater than "
    r"|higher than |at least )?-?\d|by (?:one|two|three|half)|is (?:increased|decreased|reduced))"
)


@lru_cache(maxsize=16)
def _set_to_player(person: str) -> re.Pattern[str]:
    return re.compile(
        r"(?:['’]s)? (?:to|as|be)(?: be)?(?: empty or| blank or)?(?: either)? (?:the )?(?:name of )?(?:an?|another|any|one)"
        rf"(?: other| active| non-idle| idle)? (?:{person})\b",
        re.IGNORECASE,
    )


def _names_by(draft: VariableDraft) -> list[str]:
    """The keys by which later sentences may mention a variable: its name, its abbreviation in parentheses, its group."""
    at = draft.said.find(f"{draft.name}")
    found = _ALIAS.match(draft.said, at + len(draft.name)) if at >= 0 else None
    return [key for key in (draft.key, found["alias"].casefold() if found else "", draft.group) if key]


def add_by_pronoun(passage: Passage, latest: list[VariableDraft], lexicon: Lexicon) -> bool:
    """Add what "It defaults to ..." or "This is tracked ..." says of the variables just defined. Returns whether it says anything."""
    found = _PRONOUN.match(passage.text) if passage.low.startswith(_PRONOUNS) else None
    if not found:
        return False
    traits = read_traits(passage.text[found.end() :] if "list of" in found.group() else passage.text, lexicon.person)
    if not (traits.distinctive or traits.type or traits.signed):
        return False
    for draft in latest if _SEVERAL.match(passage.text) else latest[-1:]:
        draft.traits.fill(traits)
    return True


def add_later_sentences(passages: Sequence[Passage], prose: Prose, drafts: list[VariableDraft], lexicon: Lexicon) -> None:
    """Add what later sentences say of the variables of earlier ones, which they mention by name."""
    named: dict[str, list[VariableDraft]] = {}
    untyped: set[str] = set()
    within: dict[str, set[str]] = {passage.sentence.rule.path[0]: set() for passage in passages}
    for draft in drafts:
        names = untyped if draft.traits.type is None else within[draft.sentence.rule.path[0]]
        for key in _names_by(draft):
            named.setdefault(key, []).append(draft)
            names.add(key)
    for passage in passages:
        first, low = passage.first, passage.low
        if first in CONDITIONAL_OPENINGS or first == "as":
            continue
        if first in _POSSIBLE_FIRST:
            _add_possible_values(passage, prose, named)
        if " start" in low or " default" in low or " begin" in low:
            _add_by_start(passage, named, lexicon)
        subject = low[:_HEAD]
        if contains_any(subject, untyped) or contains_any(subject, within[passage.sentence.rule.path[0]]):
            _add_by_name(passage, named, lexicon)


def _first_words(text: str) -> str:
    """What a list item names, without what explains it."""
    return re.split(r"[:(.,;]| - ", text)[0].strip()


def _add_possible_values(passage: Passage, prose: Prose, named: dict[str, list[VariableDraft]]) -> None:
    """Add the choices that "The possible Ranks are: ..." lists, in the sentence or below it."""
    if not contains_any(passage.low[:40], _POSSIBLE_WORDS):
        return
    found = _POSSIBLE.match(passage.text)
    if not found:
        return
    for draft in named.get(singular(found["name"].casefold()), ()):
        rest = found["rest"].rstrip(". ")
        if draft.traits.choices or draft.traits.type not in (None, "string"):
            continue
        values = listed(rest) if rest else tuple(_first_words(straight(item.text)) for item in prose.below(passage.sentence))
        if values and len(values) > 1:
            draft.traits.choices, draft.traits.type = values, "choice"


def _add_by_start(passage: Passage, named: dict[str, list[VariableDraft]], lexicon: Lexicon) -> None:
    """Add the defaults of "Each Player starts with 5 Gold, a Rank of 2 and an empty Motto"."""
    having = " having " in passage.low or " by default" in passage.low
    if not (having or passage.first in _EACH or passage.low.startswith(lexicon.plural)):
        return
    if found := _STARTS_IN.match(passage.text):
        _start(named, lexicon.owner(head_noun(found["who"])), found["name"], found["value"])
        return
    if found := _LACKS.match(passage.text):
        _start(named, lexicon.owner(head_noun(found["who"])), found["name"] or found["lacked"], "-")
        return
    found = _STARTS.match(passage.text)
    if not found:
        return
    owner = lexicon.owner(head_noun(found[1]))
    given = found[2]
    values = [*_AMOUNT.findall(given), *_VALUED.findall(given), *((value, name) for name, value in _SET_AT.findall(given))]
    for value, name in values:
        _start(named, owner, name, value)


def _start(named: dict[str, list[VariableDraft]], owner: str, name: str, value: str) -> None:
    for draft in named.get(singular(name.casefold()), ()):
        if draft.owner == owner and draft.traits.default is None:
            draft.traits.default = "" if is_blank(value) else value


def _several(name: str) -> list[str]:
    return re.split(r",? and (?:their |the )?|, ", name) if " and " in name else []


def _subject_drafts(
    text: str, named: dict[str, list[VariableDraft]], lexicon: Lexicon
) -> tuple[str | None, list[VariableDraft], str] | None:
    """The owner of a sentence's subject (None if it names none), the drafts with its name, and what is said of it."""
    if ("efault" in text or "tarting" in text or "nitial" in text) and (found := _DEFAULT_OF.match(text)):
        known = named.get(singular(found["name"].casefold()), [])
        return None, known, f"defaults to {found['rest']}"
    text = _BY_DEFAULT.sub(r"\g<subject>defaults to ", text, count=1) if text.startswith("By default") else text
    subject = read_subject(text, lexicon)
    if subject is None:
        return None
    if subject.owner and subject.name.split(" ")[0].casefold() in _IDENTITY and (known := named.get(subject.owner.casefold(), [])):
        return None, known, subject.said
    known = [draft for name in (subject.name, *_several(subject.name)) for draft in named.get(singular(name.casefold()), [])]
    return subject.owner, known, subject.said


def _add_by_name(passage: Passage, named: dict[str, list[VariableDraft]], lexicon: Lexicon) -> None:
    """Add what "A Player's Rank may not exceed 10" says of a variable that another sentence defines.

    Only sentences of the same top-level rule count, except those about the type ("A Rune is a string ...").
    """
    if not contains_any(passage.low, _INFORMATIVE):
        return
    for clause in _CLAUSES.split(passage.text) if ";" in passage.text else (passage.text,):
        _add_clause(clause, passage, named, lexicon)


def _add_clause(clause: str, passage: Passage, named: dict[str, list[VariableDraft]], lexicon: Lexicon) -> None:
    said = _subject_drafts(clause, named, lexicon)
    drafts = [draft for draft in said[1] if draft.sentence is not passage.sentence and said[0] in (None, draft.owner)] if said else []
    if not said or not drafts:
        return
    traits = read_traits(said[2][:_SAID_AT_MOST], lexicon.person)
    if _CONDITIONAL.search(said[2]) or _COMPOSED.match(said[2]):
        traits.low = traits.high = traits.choices = None
        traits.type = None if traits.type == "choice" else traits.type
    for draft in drafts:
        if draft.sentence.rule.path[:1] == passage.sentence.rule.path[:1]:
            draft.traits.fill(traits)
        elif draft.traits.type is None and traits.type and said[0] is None:
            draft.traits.type, draft.traits.choices = traits.type, draft.traits.choices or traits.choices


def _used(text: str, start: int, end: int, draft: VariableDraft, lexicon: Lexicon) -> str | None:
    """The type that one mention of a variable implies."""
    before, after = text[max(0, start - 60) : start], text[end : end + 80]
    if _SETTING.search(before) and _set_to_player(lexicon.person).match(after):
        return "name"
    if draft.traits.default not in (None, "0"):
        return None
    return "integer" if _GAINED.search(before) or _CHANGED.search(before) or _MEASURED.match(after) else None


def add_by_use(text: str, drafts: list[VariableDraft], lexicon: Lexicon) -> None:
    """Set types by how variables are changed: "increase their Wealth by 1", "set their Ally to another Player".

    ``text`` is the whole text of the rules, in small letters.
    """
    for draft in drafts:
        name = draft.name.lower()
        at = text.find(name)
        for _ in range(_MENTIONS_AT_MOST):
            if at < 0 or draft.traits.type is not None:
                break
            draft.traits.type = _used(text, at, at + len(name), draft, lexicon)
            at = text.find(name, at + len(name))


def is_listed_in_rule(draft: VariableDraft, passages: Sequence[Passage]) -> bool:
    """Whether the rule itself lists the values ("The Tools and their Makers are:"), so that they are not gamestate."""
    if draft.owner in (PLAYER, GAME):
        return False
    owner, name, rule = draft.owner.casefold(), draft.key, draft.sentence.rule
    listings = (_SET_DOWN.match(passage.low) for passage in passages if passage.sentence.rule is rule and " and their " in passage.low)
    return any(found and singular(found[1]) == owner and singular(found[2]) == name for found in listings)
