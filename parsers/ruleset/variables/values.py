"""Values in prose: numbers, blanks and enumerations ("A, B or C")."""

from __future__ import annotations

from parsers.numbers import with_digits
from parsers.patterns import later

_NUMBER = later(
    r"(?:[a-z][\w'-]{0,30} ){0,2}?(?:[a-z]{0,3}[$£€¥₤₩₽¢#] ?)?([-+−]?)"
    r"(\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:%| ?percent)?(?: [a-z][\w' -]{0,40})?"
)
_MINUS = later(r"\b(?:minus|negative) (?=\d)")
_PLURALS = {"ies": "y", "ches": "ch", "shes": "sh", "sses": "ss", "xes": "x", "eeses": "eese", "eses": "esis", "oes": "o", "men": "man"}
_BETWEEN = later(r",? (?:and/or|or|and) |, ?| / |/")
_ITEM = later(r"[\w#$+%\"'&!?-]+(?: [\w#$+%\"'&!?-]+){0,4}")
_MOST_ITEMS = 60
_WORD_NUMBERS = (
    "zero|(?:one|two|three|four|five|six|seven|eight|nine)(?: hundred)?|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    "|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight"
    "|nine))?"
)
NUMBER = rf"(?:(?:minus |negative )?[$£€¥₤₩₽¢]?[-+]?\d[\d,]{{0,12}}(?<!,)(?:\.\d{{1,6}})?%?|(?:{_WORD_NUMBERS}))(?![\w-])"
"""A number in digits or words, with a sign or a currency."""
NAME = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3}"
"""A name of up to four words with capitals: "Stress Level"."""
_AROUND = later(r"(?:an?|the|being|be|to be|is|are|set to|value(?: of)?|simply|just|always|either) ")
_BLANK = later(
    r"(?i)(?:an? |the |being |is |are |they |it |have |has |[a-z]+ing (?:to )?|which |of |to be )*(?:blank|empty|none|nothing|nobody"
    r"|no ?one"
    r"|no value|null|nil|void|unset|undefined|unassigned|n/a|-|(?:empty|blank|null|zero-length)(?: (?-i:[a-z])[\w-]*)?)"
    r"(?: (?:at all|set|list|string|value))?"
    r"|(?:[a-z]+ing |(?:[\w' -]{1,40} )?(?:have|has) |with |to )?no [A-Za-z][\w' -]{0,40}"
)
_DYNAMIC = later(
    r"(?i)(?:(?:the|a|an) )?(?:their|its|his|her|same|first|last|twice|half|double|random(?:ly)?|equal|secretly|current|one of"
    r"|whatever|any"
    r"|value of|number of|sum|total|average|lowest|highest|second|third|next|previous|nearest|oldest|newest|name of)\b|.*\b(?:its"
    r"|their)\b"
    r"|[\w -]{1,40}'s [a-z]"
)
_NO_ITEM = later(
    r"(?:by|from|to|of|it|they|changed|increased|decreased|set|taken|used|any|not|more|less|less than|positive|negative|some|each"
    r"|at|up|as"
    r"|in|on|no more|name|the name)\b"
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
    return bool(_BLANK.fullmatch(text))


def is_dynamic(text: str) -> bool:
    """Whether a value has to be computed, so that the sentence does not state it."""
    return bool(_DYNAMIC.match(text))


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
        elif not _ITEM.fullmatch(item) or _NO_ITEM.match(part):
            return None
        items.append(item)
    shown = tuple(dict.fromkeys(items))
    return shown if 2 <= len(shown) <= _MOST_ITEMS and any(shown) else None
