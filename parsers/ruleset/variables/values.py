"""Values in prose: numbers, blanks, enumerations ("one of A, B or C") and defaults ("starts at 5")."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from parsers.numbers import with_digits
from parsers.patterns import later

__all__ = ["PROPER_NAME", "as_number", "cleaned", "is_blank", "is_dynamic", "listed", "read_choices", "read_default", "singular"]

PROPER_NAME = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3}"
"""The source of an expression for up to four words with capitals: "Stress Level"."""

_AROUND_VALUE = later(r"(?:an?|the|being|be|to be|is|are|set to|value(?: of)?|simply|just|always) ")
_BLANK = later(
    r"(?:an? |the |being |is |are |they |it |have |has |[a-z]+ing (?:to )?|which |of |to be )*"
    r"(?:blank|empty|none|nothing|nobody|no ?one|no value|null|nil|void|unset|undefined|unassigned|n/a|-"
    r"|(?:empty|blank|null|zero-length)(?: [\w-]+)?)(?: (?:at all|set|list|string|value))?",
    re.IGNORECASE,
)
_LACKING = later(r"(?:[a-z]+ing |(?:[\w' -]{1,40} )?(?:have|has) |with |to )?no ([A-Za-z][\w' -]{0,40})", re.IGNORECASE)
_DYNAMIC = later(
    r"(?:(?:the|a|an) )?(?:their|its|his|her|same|first|last|twice|half|double|random(?:ly)?|equal|secretly|current|one of|whatever"
    r"|any|value of|number of|sum"
    r"|total|average|lowest|highest|second|third|next|previous|nearest|oldest|newest|name of)\b|.*\b(?:its|their)\b|[\w -]{1,40}'s [a-z]",
    re.IGNORECASE,
)
_NUMBER = later(
    r"(?:[A-Za-z][\w'-]{0,30} ){0,2}?(?:[A-Za-z]{0,3}[$£€¥₤₩₽¢#] ?)?([-+−]?)"
    r"(\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?:%| ?percent)?(?: [A-Za-z][\w' -]{0,40})?"
)
_PLURAL_ENDINGS = {
    "ies": "y",
    "ches": "ch",
    "shes": "sh",
    "sses": "ss",
    "xes": "x",
    "eeses": "eese",
    "eses": "esis",
    "oes": "o",
    "men": "man",
}
_MINUS = later(r"\b(?:minus|negative) (?=\d)")


def contains_any(text: str, words: Iterable[str]) -> bool:
    """Whether one of the words, or of parts of words, is in a text: a quick test before an expression is tried."""
    for word in words:  # noqa: SIM110 (called for every sentence, and twice as fast as any())
        if word in text:
            return True
    return False


def as_number(text: str) -> int | None:
    """The integer that a value states ("-3", "zero", "$10", "50%", "100 Gold", "Tier 1"), or None."""
    low = _MINUS.sub("-", with_digits(text.lower()))
    found = _NUMBER.fullmatch(low.strip())
    if not found:
        return None
    value = int(found[2].replace(",", ""))
    return -value if found[1] in ("-", "−") and value else value


def is_blank(text: str) -> bool:
    """Whether a value means none: "blank", "an empty set", "having no Trophies"."""
    return bool(_BLANK.fullmatch(text) or _LACKING.fullmatch(text))


def is_dynamic(text: str) -> bool:
    """Whether a value has to be computed, so that the sentence does not state it."""
    return bool(_DYNAMIC.match(text))


def cleaned(text: str) -> str:
    """A value without quotes, articles and punctuation around it."""
    text = text.strip(" \"'.,;:")
    while found := _AROUND_VALUE.match(text):
        text = text[found.end() :]
    return text.strip(" \"'.,;:*")


def singular(noun: str) -> str:
    """A noun's singular, for a plural formed by the regular rules."""
    for ending, instead in _PLURAL_ENDINGS.items():
        if noun.endswith(ending) and len(noun) > len(ending) + 1:
            return noun.removesuffix(ending) + instead
    return noun[:-1] if noun.endswith("s") and not noun.endswith(("ss", "us", "is")) else noun


_CLOSED = later(
    r"\btakes? (?:on )?(?:(?:any|one) of )?(?:the )?(?:following )?(?:values?|states?):? |\b(?:exactly |only "
    r"|any )?one of(?: the following(?: \w+){0,2}| these(?: \w+){0,2}| \w+ (?:values|states|options|settings"
    r"|possibilities))?(?: are)?:? |\beither(?: of)?:? |\b(?:possible|valid|legal|allowed|permitted|available) (?:\w+ )?(?:values|states"
    r"|options|settings)(?: for [^,:;]{1,40}| of [^,:;]{1,40})? (?:are|being|is):? |\b(?:possible|valid|legal) (?:values|states|options"
    r"|settings):? (?:of )?|\b(?:values|states|options) (?:of|are):? |\b(?:from (?:among )?|chosen from )(?:the (?:set|list"
    r"|following)(?: of)?|among):? |\bchosen from (?=(?-i:[A-Z]))",
    re.IGNORECASE,
)
_OPEN = later(
    r"\b(?:which|that|it|and|this|they|who|these) (?:is|are|may be|can be|must be|could be|will be|may only be|can only be"
    r"|may take(?: the values?)?|is always|may have the values?):? |\b(?:may|can|must|shall|could)(?: only| either"
    r"| always)? be(?: set to)?:? |\btracked (?:(?:on|in|at) the [\w' -]{1,40}? )?as(?: being)?(?: either)?:? |_ of |\(|\b(?:is"
    r"|are) (?=[A-Z\"])",
)
_CHOICES_END = later(
    r",? ?(?:\bdefault|\bwhich\b|\bthat\b|\btracked|\bprivately|\bpublicly|\bsecretly|\bstart|\binitially|\bby default|\bas (?:well"
    r"|determined|defined|chosen)|\band (?:which|is|it|are|has|defaults?|may|can|must|whose|a default)\b|\bis\b|\bare\b|\bhas\b|\bmay\b"
    r"|\bcan\b|\bwith\b|\bwhere\b|\bexcept\b|\bwhose\b|\bbeing\b|\bbut\b|\bwhen\b|\bif\b|\bunless\b|\bin the\b|\bon the\b|\bat any\b)"
    r"|[;()]|\.(?: |$)|,\s*,|$"
)
_BRACES = later(r"\{([^{}]{3,400})\}")
_ASIDE = later(r"\(([a-z]{2,20}(?:, [a-z]{2,20}){0,12},? or [a-z]{2,20})\)")
_HINT = later(r"one of|either|values|states|options|settings|from|among|: ", re.IGNORECASE)
_SPLIT = later(r",? (?:and/or|or|and) |, ?| / |/")
_ITEM = later(r"[\w#$+%\"'&!?-]+(?: [\w#$+%\"'&!?-]+){0,4}")
_NO_ITEM = later(
    r"(?:by|from|to|of|it|they|changed|increased|decreased|set|taken|used|any|not|more|less|less than|positive|negative"
    r"|some|each|at|up|as|in|on|no more|name|the name)\b",
)
_LINK = later(r"^(?:either|or|and) ")
_MOST_ITEMS = 60
_MOST_TRIED = 8
_LONGEST_LIST = 900


def listed(text: str) -> tuple[str, ...] | None:
    """The items of an enumeration in prose, blank ones as ""; None if the text is not an enumeration."""
    parts = [_LINK.sub("", part.strip()) for part in _SPLIT.split(text[:_LONGEST_LIST]) if part.strip()]
    items: list[str] = []
    for part in parts:
        item = cleaned(part)
        if is_blank(part) or is_blank(item):
            item = ""
        elif not _ITEM.fullmatch(item) or _NO_ITEM.match(part):
            return None
        items.append(item)
    shown = tuple(dict.fromkeys(items))
    return shown if 2 <= len(shown) <= _MOST_ITEMS and any(shown) else None


def _proper(item: str) -> bool:
    return not item or item[0].isupper() or item[0].isdigit() or item[0] in "\"'"


def _region(text: str, start: int) -> str:
    end = _CHOICES_END.search(text, start)
    return text[start : end.start()] if end else text[start:]


def read_choices(text: str) -> tuple[str, ...] | None:
    """The values that a clause lists, as written, or None."""
    for mark, inside in (("{", _BRACES), ("(", _ASIDE)):
        if mark in text and (found := inside.search(text)) and (items := listed(found[1])):
            return items
    if " or " not in text and not _HINT.search(text):
        return None
    for found in islice(_CLOSED.finditer(text), _MOST_TRIED):
        region = _region(text, found.end())
        if found.group().lower().startswith("either") and " or " not in region:
            continue
        items = listed(region)
        if items and (sum(map(bool, items)) > 1 or not re.search(r"\b(?:an?|the) ", region)):
            return items
    for found in islice(_OPEN.finditer(text), _MOST_TRIED):
        region = _region(text, found.end()).removeprefix("either ")
        if " or " not in region and not found.group().endswith(": "):
            continue
        items = listed(region)
        if items and all(map(_proper, items)) and sum(map(bool, items)) > 1:
            return items
    return None


_DEFAULT_END = (
    r"(?=,(?!\d)|;|\)|\(|\.(?!\d)|$| (?:which|that(?! is)|but|unless|when|if|until|for|at the|tracked|privately|publicly|secretly|by"
    r"|in the|on the|as (?:each|well|a))\b| and (?:an?|is|are|which|that|may|can|cannot|must|has|have|tracked|never|defaults?|defaulting"
    r"|whose|with|it|they|their|at|no|ranges?|where|each|every|represents?|indicates?|measures?|reflects?|denotes?|determines?"
    r"|describes?|counts?)\b)"
)
_DEFAULTS = tuple(
    (word, later(pattern + r":? ?(\([^()]{1,40}\)|.{1,80}?)(?: to (?:each|every|all) [\w' -]{1,40})?" + _DEFAULT_END, re.IGNORECASE))
    for word, pattern in (
        ("default", r"\bdefault(?:s|ing|ed)? (?:value )?(?:to|at|as|of|is|being)\b"),
        ("default", r"\bdefault value:"),
        ("default", r"\bdefault(?:s|ing)?:"),
        ("default", r"[(,] ?default(?= [\w\"'-]{1,30}[),])"),
        ("default", r"\bby default,? (?:they|it|this|these|each) (?:is|are|has|have|starts? (?:with|at))\b"),
        (
            "start",
            r"\bstart(?:s|ing|ed)? (?:out |off )?(?:at|as|with a value of|with an? |on|to|in)\b",
        ),
        ("begin", r"\bbegin(?:s|ning)? (?:out |off )?(?:at|as|with a value of|with an? |on|in)\b"),
        ("start", r"\bstarting (?:value|level|amount) (?:of|is|being)\b"),
        ("initial", r"\binitial(?:ly|i[sz]e[sd]?)? (?:value )?(?:of|is|being|set to|at|set at|to|as)\b"),
        ("initial", r"\binitially(?= (?:[$£€]?\d|zero|blank|empty|none|[A-Z]))"),
        ("default", r"\b(?:which|that|and) by default (?:is|are|has|have)\b"),
        ("default", r"\band by default,?(?: (?:is|are|it is|they are))?(?= [a-z0-9])"),
        ("default", r"\b(?:which|it|and|that) (?:is|are) (?=(?:[\w\"'-]+ ){1,3}by default\b)"),
        ("default", r"\b(?:is|are|being)(?: both| all| each)? by default\b"),
        ("default", r"\bbeing (?=(?:[\w\"'-]+ ){1,3}by default\b)"),
    )
)
_MARKED = later(r"\b([\w\"'-]{1,30}) \((?:which is )?(?:the )?default\)", re.IGNORECASE)
_BEFORE = later(r"(?:^|[,(] ?)([\w\"'-]{1,30}) by default\b", re.IGNORECASE)
_EMPTY_START = later(r"\b(?:start|begin)(?:s|ning|ing)? (?:out |off )?(?:the game )?(blank|empty)\b", re.IGNORECASE)
_DEFAULT_WORDS = ("default", "start", "begin", "initial")


def _find_default(text: str, low: str) -> re.Match[str] | None:
    if found := _EMPTY_START.search(text):
        return found
    if "default)" in low and (found := _MARKED.search(text)):
        return found
    said = {word for word in _DEFAULT_WORDS if word in low}
    for word, pattern in _DEFAULTS:
        if word in said and (found := pattern.search(text)):
            return found
    return _BEFORE.search(text)


def read_default(text: str) -> tuple[str | None, str]:
    """The default as written ("" for blank, None if none is stated), and the text without it."""
    low = text.lower()
    found = _find_default(text, low) if any(word in low for word in _DEFAULT_WORDS) else None
    if not found:
        return None, text
    stated = found[1].removesuffix(" by default")
    value = "" if is_blank(stated.strip(" \"'")) else cleaned(stated)
    return ("" if is_blank(value) else value), f"{text[: found.start()]} ,{text[found.end() :]}"
