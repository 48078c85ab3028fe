"""What a clause says about a variable's values: type, range, choices, default, and who may see it."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from parsers.ruleset.variables.choices import read_choices
from parsers.ruleset.variables.defaults import read_default
from parsers.ruleset.variables.ranges import read_range

__all__ = ["Traits", "read_traits"]


@dataclass(slots=True)
class Traits:
    """What one or more clauses say of a variable; None is what they leave open.

    ``default`` is the value as written ("" for blank). ``signed`` says that it may be negative, ``optional``
    that it may be missing, ``many`` that there may be any number of it, ``tracked`` that it is said to be
    tracked, ``computed`` that it follows from others, ``unique`` that no two have the same.
    """

    type: str | None = None
    low: int | None = None
    high: int | None = None
    signed: bool = False
    choices: tuple[str, ...] | None = None
    default: str | None = None
    visibility: str | None = None
    tracked: bool = False
    computed: bool = False
    optional: bool = False
    unique: bool = False
    many: bool = False

    @property
    def telling(self) -> bool:
        """Whether anything is said that only a variable has."""
        return self.tracked or any(said is not None for said in (self.default, self.choices, self.low, self.high))

    def fill(self, other: Traits) -> None:
        """Take over what another clause says and this one leaves open."""
        for name in _FIELDS:
            if getattr(self, name) in (None, False):
                setattr(self, name, getattr(other, name))

    def copy(self) -> Traits:
        """The same, to be filled on its own."""
        return replace(self)


_FIELDS = tuple(field.name for field in fields(Traits))

_PRIVATE = re.compile(
    r"\b(?:privately|secretly|covertly)\b[- ](?:\w+ ){0,2}(?:track|record|kept|held|known|stored)"
    r"|\b(?:track|record|kept|stor)\w*\b (?:\w+ ){0,6}?(?:privately|secretly|in secret|in private)\b"
    r"|\b(?:private|secret|hidden)\b(?! message| communication| channel)"
)
_PRIVATE_WORDS = ("privat", "secret", "covert", "hidden")
_PUBLIC = re.compile(r"\bpublic(?:ly)?\b[- ](?:\w+ ){0,2}(?:track|record|visible|known)|\btracked publicly\b|\ba public\b")
_TRACKED = re.compile(r"(?<!not )\btrack(?:ed|s|ing)?\b|\b(?:recorded|listed|stored|displayed|kept|noted) (?:on|in|at) (?:the|a)\b")
_UNTRACKED = re.compile(r"\b(?:not|never)(?: \w+){1,2} tracked\b")
_COMPUTED = re.compile(
    r"\b(?:equal(?:s|ling)? to|calculated|computed|derived|determined (?:by|as)|(?:is|are|being) (?:always )?"
    r"(?:the (?:sum|total|number|product|average|difference)|twice|half|double) (?:of )?)"
)
_OPTIONAL = re.compile(
    r"\bmay or may not\b|\b(?:may|can|or|be|either)(?: also)? (?:be |have )?(?:blank|empty|none|nobody|nothing|no one|unset)\b"
    r"|\b(?:at most|up to|zero or|no more than) one\b(?! of)"
)
_TYPES = re.compile(
    r"\b(?:(?P<number>decimals?|fractions?|fractional|rational|real numbers?|half-integers?|non-integers?|floating|tenths?)"
    r"|(?P<integer>integers?|integral|whole numbers?|natural numbers?|(?<!any )numbers?|numeric(?:al)?|percentages?|counter"
    r"|(?:amount|quantity|count|supply|level) of|multiples? of \d+\b(?!\.)|(?:in|as) percent|(?:monetary"
    r"|cash) (?:value|amount|sum)|sum of money)"
    r"|(?P<list>(?<!the )(?<!from )lists?(?! of (?:possible|valid))|sequences?|queues?|hand of|inventory of"
    r"|(?:of|holds?|contains?) (?:up to|at most|no more than|exactly) [\w-]+ (?!percent)[\w-]+s)"
    r"|(?P<set>sets? of|a set|collections? of)"
    r"|(?P<string>strings?|texts?|flavou?r ?texts?|textual|free-?text|(?:an?|one|any|single|short"
    r"|of) (?:\w+ ){0,2}(?:word|phrase|sentence)s?"
    r"|(?:one|two|three|four|five|six|ten|\d+)[ -](?:words?|characters|letters)"
    r"|names? of (?:an?|one|any|the)))\b"
)
_EXACT = re.compile(r"\b(?:decimals?|fractions?|fractional|rational|real numbers?|half-integers?|non-integers?|floating|tenths?)\b")
_FORM = re.compile(r"\b(?:in|of|takes?|with|has|have) the form(?:at)?\b")
_TRACKING_LIST = re.compile(r"\btracked (?:\w+ )?(?:in|on|at|under) (?:the|an?) [\w' -]{0,40}?\blist\b")
_TRACKED_AS = re.compile(r"\btracked as (?=(?:an? )?(?:[\w-]+ ){0,2}(?:list|number|integer|string)\b)")
_BOOLEAN = re.compile(r"\bboolean\b|\btrue[ /](?:or )?false\b")
_MANY = re.compile(r"\b(?:zero or more|any number of|one or more|multiple(?! of)|up to (?!one\b)[a-z0-9]+(?= _))\b")
_EMPTY_KIND = re.compile(r"\bempty (set|list|string)\b")
_NAMES_OF_WHICH = re.compile(r"\b(?:names?|identity|identities|contents|details) of which\b")
_COMPARED = re.compile(r"\b(?:must|may|can|cannot)(?: also| always| not| never)? be (?:lower|higher|less|greater|smaller|larger) than\b")


_TRACKING = ("track", "recorded", "listed", "stored", "displayed", "kept", "noted")
_WORKED_OUT = ("equal", "calculated", "computed", "derived", "determined", "the ", "twice", "half", "double")
_LACKING = (" one", "may not", "blank", "empty", "none", "nobody", "nothing", "unset")
_SEVERAL = (" or more", "any number", "up to ", "multiple")


def _has(text: str, words: tuple[str, ...]) -> bool:
    """Whether one of the words without which an expression cannot match is in a text: asking is far cheaper."""
    for word in words:  # noqa: SIM110 (twice as fast as any())
        if word in text:
            return True
    return False


@lru_cache(maxsize=16)
def _person(person: str) -> re.Pattern[str]:
    determined = r"(?:(?:an?|another|one|any|some|the|exactly one|different|other|active|non-idle|idle|living|single) ){1,3}"
    who = rf"{determined}(?:\([^()]{{1,30}}\) )?(?:{person})\b"
    return re.compile(
        rf"\b(?:names?|identity|identities) of {who}|\b(?:blank|empty|none|nobody|nothing|no value)\b[^,;.]{{0,20}},? or {who}(?!'s)"
        rf"|(?:{person})'s names?\b(?! is)|\b(?:may be|can be|must be|is always|be|is|is either|either|who is) {who}(?!'s)"
    )


@lru_cache(maxsize=16)
def _somebody(person: str) -> re.Pattern[str]:
    return re.compile(rf"(?:(?:an?|another|any|other|single|idle|active|non-idle) )+(?:{person})")


def _type(text: str, person: str) -> str | None:
    """The kind of value that is named first, unless one is said to be tracked."""
    if " form" in text:
        text = _FORM.split(text, maxsplit=1)[0]
    if " list" in text:
        text = _TRACKING_LIST.sub("tracked", text)
    stated = _TRACKED_AS.search(text)
    found = _TYPES.search(text, stated.end() if stated else 0)
    who = _person(person.lower()).search(text) if person else None
    if who and (found is None or who.start() <= found.start()):
        return "name"
    kind = found.lastgroup if found else None
    return "number" if kind == "integer" and _EXACT.search(text) else kind


def _visibility(low: str) -> str | None:
    if "public" in low and _PUBLIC.search(low):
        return "public"
    return "private" if any(word in low for word in _PRIVATE_WORDS) and _PRIVATE.search(low) else None


def _valued(traits: Traits, rest: str, low: str, whole: str, person: str) -> None:
    """Fill in the choices and the type that follows from them or from the words."""
    if traits.type in (None, "string", "name"):
        traits.choices = read_choices(rest) or (("False", "True") if _BOOLEAN.search(low) else None)
    if traits.choices and person and any(map(_somebody(person.lower()).fullmatch, map(str.lower, traits.choices))):
        traits.type, traits.choices = "name", None
    if traits.choices and (traits.type != "name" or len(traits.choices) > 2):
        traits.type = "choice"
    kind = _EMPTY_KIND.search(whole) if traits.type is None and "empty " in whole else None
    if kind:
        traits.type = kind.group(1)
    elif traits.type == "integer" and " of which" in low and _NAMES_OF_WHICH.search(low):
        traits.type = "list"
    elif traits.type is None and " than" in low and _COMPARED.search(low):
        traits.type = "integer"


def read_traits(text: str, person: str = "") -> Traits:
    """What a clause (with straight quotes) says; ``person`` is an expression for the dynasty's word for Player."""
    traits = Traits()
    traits.default, rest = read_default(text)
    whole, low = text.lower(), rest.lower()
    traits.visibility = _visibility(whole)
    traits.tracked = bool(traits.visibility or (_has(whole, _TRACKING) and _TRACKED.search(whole) and not _UNTRACKED.search(whole)))
    traits.computed = _has(low, _WORKED_OUT) and bool(_COMPUTED.search(low))
    traits.optional = _has(whole, _LACKING) and bool(_OPTIONAL.search(whole))
    traits.unique = "unique" in whole
    traits.many = _has(low, _SEVERAL) and bool(_MANY.search(low))
    traits.type = _type(low, person)
    _valued(traits, rest, low, whole, person)
    limits = read_range(low)
    traits.low, traits.high, traits.signed = limits.low, limits.high, limits.signed
    if traits.type in ("integer", None) and limits.exact:
        traits.type = "number"
    return traits
