"""Values in prose: numbers, blanks and enumerations ("A, B or C")."""

from __future__ import annotations

from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.ruleset.variables.notation import pattern

_MINUS = later(r"\b(?:minus|negative) (?=\d)")
_PLURALS = {"ies": "y", "ches": "ch", "shes": "sh", "sses": "ss", "xes": "x", "eeses": "eese", "eses": "esis", "oes": "o", "men": "man"}
_BETWEEN = later(r",? (?:and/or|or|and) |, ?| / |/")
_ITEM = later(r"[\w#$+%\"'&!?-]+(?: [\w#$+%\"'&!?-]+){0,4}")
_MOST_ITEMS = 60
_AROUND = later(r"(?:an?|the|being|be|to be|is|are|set to|value(?: of)?|simply|just|always|either) ")
_NUMBER = later(
    r"(?:[a-z][\w'-]{0,30} ){0,2}?(?:[a-z]{0,3}[$£€¥₤₩₽¢#] ?)?([-+−]?)"
    r"(\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:%| ?percent)?(?: [a-z][\w' -]{0,40})?"
)


def as_number(text: str) -> int | None:
    """The integer that a value states ("-3", "zero", "$10", "50%", "100 Gold", "Tier 1"), or None."""
    found = _NUMBER.fullmatch(_MINUS.sub("-", with_digits(text.lower())).strip())
    if not found:
        return None
    value = int(found[2].replace(",", ""))
    return -value if found[1] in ("-", "−") and value else value


def is_blank(text: str) -> bool:
    """Whether a value means none: "blank", "an empty set", "having no Trophies"."""
    return bool(pattern("values_blank").fullmatch(text))


def is_dynamic(text: str) -> bool:
    """Whether a value has to be computed, so that the sentence does not state it."""
    return bool(pattern("values_dynamic").match(text))


def cleaned(text: str) -> str:
    """A value without quotes, articles and punctuation around it."""
    text = text.strip(" \"'.,;:*")
    while found := _AROUND.match(text):
        text = text[found.end() :]
    return text.strip(" \"'.,;:*")


def singular(noun: str) -> str:
    """A noun's singular, for a plural formed by the regular rules."""
    if not noun.endswith(("s", "men")):
        return noun
    for ending, instead in _PLURALS.items():
        if noun.endswith(ending) and len(noun) > len(ending) + 1:
            return noun.removesuffix(ending) + instead
    return noun if noun.endswith(("ss", "us", "is", "men")) else noun[:-1]


def listed(text: str) -> tuple[str, ...] | None:
    """The items of an enumeration in prose, blank ones as ""; None if the text is not an enumeration."""
    items: list[str] = []
    for part in filter(None, map(str.strip, _BETWEEN.split(text))):
        item = cleaned(part)
        if (is_blank(part) or is_blank(item)) and not item[:1].isupper():
            item = ""  # with a capital it is a word like any other
        elif not _ITEM.fullmatch(item) or pattern("values_no_item").match(part):
            return None
        items.append(item)
    shown = tuple(dict.fromkeys(items))
    return shown if 2 <= len(shown) <= _MOST_ITEMS and any(shown) else None
