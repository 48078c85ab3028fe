"""What a clause says about a variable's values: type, range, choices, default, and who may see it."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import NamedTuple

from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.ruleset.variables.values import contains_any, read_choices, read_default

__all__ = ["Traits", "read_traits"]


@dataclass(slots=True)
class Traits:
    """What one or more clauses say of a variable; None where they say nothing.

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
    def distinctive(self) -> bool:
        """Whether anything is stated that only variables have."""
        return self.tracked or any(said is not None for said in (self.default, self.choices, self.low, self.high))

    def fill(self, other: Traits) -> None:
        """Take from another clause what is missing here."""
        for name in _FIELDS:
            if getattr(self, name) in (None, False):
                setattr(self, name, getattr(other, name))

    def copy(self) -> Traits:
        """A copy, to be filled separately."""
        return replace(self)


_FIELDS = tuple(field.name for field in fields(Traits))

_PRIVATE = later(
    r"\b(?:privately|secretly|covertly)\b[- ](?:\w+ ){0,2}(?:track|record|kept|held|known|stored)"
    r"|\b(?:track|record|kept|stor)\w*\b (?:\w+ ){0,6}?(?:privately|secretly|in secret|in private)\b"
    r"|\b(?:private|secret|hidden)\b(?! message| communication| channel)"
)
_PRIVATE_WORDS = ("privat", "secret", "covert", "hidden")
_PUBLIC = later(r"\bpublic(?:ly)?\b[- ](?:\w+ ){0,2}(?:track|record|visible|known)|\btracked publicly\b|\ba public\b")
_TRACKED = later(r"(?<!not )\btrack(?:ed|s|ing)?\b|\b(?:recorded|listed|stored|displayed|kept|noted) (?:on|in|at) (?:the|a)\b")
_UNTRACKED = later(r"\b(?:not|never)(?: \w+){1,2} tracked\b")
_COMPUTED = later(
    r"\b(?:equal(?:s|ling)? to|calculated|computed|derived|determined (?:by|as)|(?:is|are|being) (?:always )?"
    r"(?:the (?:sum|total|number|product|average|difference)|twice|half|double) (?:of )?)"
)
_OPTIONAL = later(
    r"\bmay or may not\b|\b(?:may|can|or|be|either)(?: also)? (?:be |have )?(?:blank|empty|none|nobody|nothing|no one|unset)\b"
    r"|\b(?:at most|up to|zero or|no more than) one\b(?! of)"
)
_TYPES = later(
    r"\b(?:(?P<number>decimals?|fractions?|fractional|rational|real numbers?|half-integers?|non-integers?|floating|tenths?)"
    r"|(?P<integer>integers?|integral|whole numbers?|natural numbers?|(?<!any )numbers?|numeric(?:al)?|percentages?|counter|(?:amount"
    r"|quantity|count|supply|level) of|multiples? of \d+\b(?!\.)|(?:in|as) percent|(?:monetary|cash) (?:value|amount|sum)|sum of money)"
    r"|(?P<list>(?<!the )(?<!from )lists?(?! of (?:possible|valid))|sequences?|queues?|hand of|inventory of|(?:of|holds?"
    r"|contains?) (?:up to|at most|no more than|exactly) [\w-]+ (?!percent)[\w-]+s)|(?P<set>sets? of|a set|collections? of)"
    r"|(?P<string>strings?|texts?|flavou?r ?texts?|textual|free-?text|(?:an?|one|any|single|short|of) (?:\w+ ){0,2}(?:word|phrase"
    r"|sentence)s?|(?:one|two|three|four|five|six|ten|\d+)[ -](?:words?|characters|letters)|names? of (?:an?|one|any|the)))\b"
)
_EXACT = later(r"\b(?:decimals?|fractions?|fractional|rational|real numbers?|half-integers?|non-integers?|floating|tenths?)\b")
_FORM = later(r"\b(?:in|of|takes?|with|has|have) the form(?:at)?\b")
_TRACKING_LIST = later(r"\btracked (?:\w+ )?(?:in|on|at|under) (?:the|an?) [\w' -]{0,40}?\blist\b")
_TRACKED_AS = later(r"\btracked as (?=(?:an? )?(?:[\w-]+ ){0,2}(?:list|number|integer|string)\b)")
_BOOLEAN = later(r"\bboolean\b|\btrue[ /](?:or )?false\b")
_MANY = later(r"\b(?:zero or more|any number of|one or more|multiple(?! of)|up to (?!one\b)[a-z0-9]+(?= _))\b")
_EMPTY_KIND = later(r"\bempty (set|list|string)\b")
_NAMES_OF_WHICH = later(r"\b(?:names?|identity|identities|contents|details) of which\b")
_COMPARED = later(r"\b(?:must|may|can|cannot)(?: also| always| not| never)? be (?:lower|higher|less|greater|smaller|larger) than\b")


_TRACKING = ("track", "recorded", "listed", "stored", "displayed", "kept", "noted")
_WORKED_OUT = ("equal", "calculated", "computed", "derived", "determined", "the ", "twice", "half", "double")
_LACKING = (" one", "may not", "blank", "empty", "none", "nobody", "nothing", "unset")
_SEVERAL = (" or more", "any number", "up to ", "multiple")


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
    """The type that is named first, or the one after "tracked as"."""
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
    return "private" if contains_any(low, _PRIVATE_WORDS) and _PRIVATE.search(low) else None


def _valued(traits: Traits, rest: str, low: str, whole: str, person: str) -> None:
    """Fill in the choices, and the type that follows from them or from other words."""
    if traits.type in (None, "string", "name"):
        traits.choices = read_choices(rest) or (("False", "True") if _BOOLEAN.search(low) else None)
    if traits.choices and person and any(map(_somebody(person.lower()).fullmatch, map(str.lower, traits.choices))):
        traits.type, traits.choices = "name", None
    if traits.choices and (traits.type != "name" or len(traits.choices) > 2):
        traits.type = "choice"
    kind = _EMPTY_KIND.search(whole) if traits.type is None and "empty " in whole else None
    if kind:
        traits.type = kind[1]
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
    traits.tracked = bool(traits.visibility or (contains_any(whole, _TRACKING) and _TRACKED.search(whole) and not _UNTRACKED.search(whole)))
    traits.computed = contains_any(low, _WORKED_OUT) and bool(_COMPUTED.search(low))
    traits.optional = contains_any(whole, _LACKING) and bool(_OPTIONAL.search(whole))
    traits.unique = "unique" in whole
    traits.many = contains_any(low, _SEVERAL) and bool(_MANY.search(low))
    traits.type = _type(low, person)
    _valued(traits, rest, low, whole, person)
    limits = read_range(low)
    traits.low, traits.high, traits.signed = limits.low, limits.high, limits.signed
    if traits.type in ("integer", None) and limits.exact:
        traits.type = "number"
    return traits


class NumberRange(NamedTuple):
    """The least and the greatest value, whether values may be negative, and whether a limit is a fraction."""

    low: int | None = None
    high: int | None = None
    signed: bool = False
    exact: bool = False


_NUMBER = r"[$£€¥₤₩₽¢]?([-+]?\d[\d,]{0,12}(?:\.\d{1,6})?)%?"
_SPAN = later(
    rf"\b(?:between|from|range of|ranging from|in the range(?: of| from)?|integers?|numbers?|value) (?:a minimum of )?{_NUMBER}"
    rf"(?: ?- ?| to | and | through | up to | up through )(?:and (?:including )?)?(?:a maximum of )?{_NUMBER}"
    rf"|[(,] ?{_NUMBER}(?: ?- ?| to ){_NUMBER} ?[),]"
)
_NOT = r"(?:cannot|can not|can't|may not|must not|may never|can never|must never|never|should not|shall not|will never|not|no)"
_REACHING = (
    r"(?:ever |be |go |rise |fall |drop |become |exceed |have |reach |get |increase |decrease |set |reduced |raised |to |a value |values )*"
)
_LEAST = later(
    rf"\b(?:at least|(?:a )?minimum (?:value )?(?:of|is)|minimum:?|floor of|{_NOT} {_REACHING}(?:less|lower|fewer|smaller) "
    rf"than|{_NOT} {_REACHING}(?:below|under)|n?or (?:fall|go|be|drop|sink|get) below"
    rf"|lower (?:limit|bound) (?:of|is)) {_NUMBER}|{_NUMBER} or (?:more|higher|greater|above|larger)\b"
)
_MOST = later(
    r"\b(?:at most|(?:a )?maximum (?:value )?(?:of|is)|maximum:?|cap of|capped at|limit(?:ed)? (?:of|to|is)|up to"
    rf"|{_NOT} {_REACHING}(?:more|higher|greater|larger) than|{_NOT} {_REACHING}(?:above|over|past|beyond)|n?or (?:more|higher|greater"
    rf"|larger) than|n?or (?:rise|go|be|climb|get|increase) (?:above|over|past|beyond)|{_NOT} {_REACHING}(?:exceed|surpass)"
    rf"|n?or (?:above|over|past|beyond)|{_NOT} exceed(?:ing|s)?|{_NOT} surpass(?:ing|es)?|upper (?:limit|bound) (?:of|is)|(?:exceed"
    rf"|surpass)) {_NUMBER}|{_NUMBER} or (?:less|fewer|lower|below|smaller)\b"
)
_ABOVE = later(rf"\b(?:(?:greater|more|higher|larger) than|above) {_NUMBER}")
_BELOW = later(
    rf"\b(?:(?:less|lower|fewer|smaller) than|below|under) {_NUMBER}(?! (?:[a-z]+ )?(?:column|heading|page|section|table|name)\b)"
)
_SIGNED = later(
    r"\b(?:may|can|could|might|possibly|potentially|also|or|including|include|includes|allowed to)(?: be| go| become"
    r"| ever be)* negative\b|\bpositive(?:,)? (?:or|and|and/or) negative\b|\b(?:positive|negative), (?:zero|negative|positive)"
)
_BELOW_ZERO = later(r"\b(?:may|can)(?: go| drop| fall| be)* below (?:0|zero)\b|\b(?:any|signed) integers?\b")
_NO_MORE_THAN_ONE = later(r"\b(?:at most|up to|no more than|exactly) one (?=_)")
_DIGIT = later(r"\d")
_NON_NEGATIVE = later(
    r"\bnon-? ?negative\b|\bnatural number|\bnot (?:be )?negative\b|\bnever (?:be )?negative\b|\bcannot be negative\b"
)
_POSITIVE = later(r"(?<!non-)(?<!non )\bpositive\b")
_NEGATIVE = later(r"(?<!non-)(?<!non )\bnegative (?:integer|number|whole)")
_RANGE_WORDS = later(
    r"between|from|rang|least|minim|floor|less|lower|fewer|below|more|higher|greater|above|most|maxim|cap|limit|up to|exceed|surpass"
    r"|negative|positive|natural|signed|any integer|\d ?- ?\d|\d to \d|beyond|under|over"
)


def _whole(text: str) -> tuple[int | None, bool]:
    value = float(text.replace(",", ""))
    return (int(value), "." in text) if value == int(value) else (None, True)


def _taken_out(pattern: re.Pattern[str], text: str) -> tuple[str | None, str]:
    """The number of the first match, and the text without it."""
    found = pattern.search(text)
    if not found:
        return None, text
    return next(filter(None, found.groups())), f"{text[: found.start()]},{text[found.end() :]}"


def _by_word(text: str) -> NumberRange:
    """What the words themselves say: "non-negative", "positive", "which may be negative"."""
    signed = ("negative" in text and bool(_SIGNED.search(text))) or bool(_BELOW_ZERO.search(text))
    if _NON_NEGATIVE.search(text):
        return NumberRange(0, None, signed)
    if signed:
        return NumberRange(signed=True)
    if _POSITIVE.search(text):
        return NumberRange(1)
    return NumberRange(None, -1, True) if _NEGATIVE.search(text) else NumberRange()


def read_range(text: str) -> NumberRange:
    """The limits that a clause (in small letters) states."""
    if not _RANGE_WORDS.search(text):
        return NumberRange()
    words = _by_word(text)
    low = with_digits(_NO_MORE_THAN_ONE.sub("", text) if "one _" in text else text)
    if not _DIGIT.search(low):
        return words
    if found := _SPAN.search(low):
        first, last = (group for group in found.groups() if group)
        (least, exact), (most, also) = _whole(first), _whole(last)
        return NumberRange(least, most, words.signed, exact or also)
    lower, rest = _taken_out(_LEAST, _SIGNED.sub(",", _BELOW_ZERO.sub(",", low)))
    upper, rest = _taken_out(_MOST, rest)
    above, rest = _taken_out(_ABOVE, rest)
    below, rest = _taken_out(_BELOW, rest)
    least, most, exact = words.low, words.high, False
    if lower or above:
        least, exact = _whole(lower or above or "")
        least = least + 1 if least is not None and not lower else least
    if upper or below:
        most, also = _whole(upper or below or "")
        most, exact = (most - 1 if most is not None and not upper else most), exact or also
    return NumberRange(least, most, words.signed, exact)
