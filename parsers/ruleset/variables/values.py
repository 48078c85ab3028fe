"""Values in words: numbers, blanks, and what a value is once its articles and quotes are gone."""

from __future__ import annotations

import re

from parsers.numbers import with_digits

__all__ = ["as_number", "cleaned", "is_blank", "is_dynamic", "singular"]

_ARTICLE = re.compile(r"(?:an?|the|being|be|to be|is|are|set to|value(?: of)?|simply|just|always) ")
_BLANK = re.compile(
    r"(?:an? |the |being |is |are |they |it |have |has |[a-z]+ing (?:to )?|which |of |to be )*"
    r"(?:blank|empty|none|nothing|nobody|no ?one|no value|null|nil|void|unset|undefined|unassigned|n/a|-"
    r"|(?:empty|blank|null|zero-length)(?: [\w-]+)?)(?: (?:at all|set|list|string|value))?",
    re.IGNORECASE,
)
_LACKING = re.compile(r"(?:[a-z]+ing |(?:[\w' -]{1,40} )?(?:have|has) |with |to )?no ([A-Za-z][\w' -]{0,40})", re.IGNORECASE)
_DYNAMIC = re.compile(
    r"(?:(?:the|a|an) )?(?:their|its|his|her|same|first|last|twice|half|double|random(?:ly)?|equal|secretly|current|one of|whatever"
    r"|any|value of|number of|sum"
    r"|total|average|lowest|highest|second|third|next|previous|nearest|oldest|newest|name of)\b|.*\b(?:its|their)\b|[\w -]{1,40}'s [a-z]",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?:[A-Za-z][\w'-]{0,30} ){0,2}?(?:[A-Za-z]{0,3}[$£€¥₤₩₽¢#] ?)?([-+−]?)"
    r"(\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:%| ?percent)?(?: [A-Za-z][\w' -]{0,40})?"
)
_MINUS = re.compile(r"\b(?:minus|negative) (?=\d)")


def as_number(text: str) -> int | None:
    """The integer that a value states ("-3", "zero", "$10", "50%", "100 Gold", "Tier 1"), or None."""
    low = _MINUS.sub("-", with_digits(text.lower()))
    found = _NUMBER.fullmatch(low.strip())
    if not found:
        return None
    value = int(found.group(2).replace(",", ""))
    return -value if found.group(1) in ("-", "−") and value else value


def is_blank(text: str) -> bool:
    """Whether a value says that there is none: "blank", "an empty set", "having no Trophies"."""
    return bool(_BLANK.fullmatch(text) or _LACKING.fullmatch(text))


def is_dynamic(text: str) -> bool:
    """Whether a value is to be worked out, so that it cannot be known from the sentence."""
    return bool(_DYNAMIC.match(text))


def cleaned(text: str) -> str:
    """A value without quotes, articles and what stands around it."""
    text = text.strip(" \"'.,;:")
    while found := _ARTICLE.match(text):
        text = text[found.end() :]
    return text.strip(" \"'.,;:*")


def singular(noun: str) -> str:
    """A noun's singular, for a plural formed by the regular rules."""
    for ending, instead in (
        ("ies", "y"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("sses", "ss"),
        ("xes", "x"),
        ("eeses", "eese"),
        ("eses", "esis"),
        ("oes", "o"),
        ("men", "man"),
    ):
        if noun.endswith(ending) and len(noun) > len(ending) + 1:
            return noun.removesuffix(ending) + instead
    return noun[:-1] if noun.endswith("s") and not noun.endswith(("ss", "us", "is")) else noun
