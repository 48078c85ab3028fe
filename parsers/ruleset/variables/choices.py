"""The values a clause lists for a variable: "one of A, B, or C", "either A or B"."""

from __future__ import annotations

import re
from itertools import islice

from parsers.ruleset.variables.values import cleaned, is_blank

__all__ = ["listed", "read_choices"]

_CLOSED = re.compile(
    r"\btakes? (?:on )?(?:(?:any|one) of )?(?:the )?(?:following )?(?:values?|states?):? |\b(?:exactly |only |any )?one of(?: the "
    r"following(?: \w+){0,2}| these(?: \w+){0,2}| \w+ (?:values|states|options"
    r"|settings|possibilities))?(?: are)?:? "
    r"|\beither(?: of)?:? |\b(?:possible|valid|legal|allowed|permitted|available) (?:\w+ )?(?:values|states|options|settings)"
    r"(?: for [^,:;]{1,40}| of [^,:;]{1,40})? (?:are|being|is):? |\b(?:possible|valid|legal) (?:values|states|options|settings):? (?:of )?"
    r"|\b(?:values|states|options) (?:of|are):? |\b(?:from (?:among )?|chosen from )(?:the (?:set|list|following)(?: of)?|among):? "
    r"|\bchosen from (?=(?-i:[A-Z]))",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:which|that|it|and|this|they|who|these) (?:is|are|may be|can be|must be|could be|will be|may only be|can only "
    r"be|may take(?: the values?)?|is always|may have the values?):? "
    r"|\b(?:may|can|must|shall|could)(?: only| either| always)? be(?: set to)?:? |\btracked (?:(?:on|in"
    r"|at) the [\w' -]{1,40}? )?as(?: being)?(?: either)?:? |_ of |\("
    r"|\b(?:is|are) (?=[A-Z\"])",
)
_END = re.compile(
    r",? ?(?:\bdefault|\bwhich\b|\bthat\b|\btracked|\bprivately|\bpublicly|\bsecretly|\bstart|\binitially|\bby default"
    r"|\bas (?:well|determined|defined|chosen)"
    r"|\band (?:which|is|it|are|has|defaults?|may|can|must|whose|a default)\b|\bis\b|\bare\b|\bhas\b|\bmay\b|\bcan\b"
    r"|\bwith\b|\bwhere\b|\bexcept\b|\bwhose\b"
    r"|\bbeing\b|\bbut\b|\bwhen\b|\bif\b|\bunless\b|\bin the\b|\bon the\b|\bat any\b)"
    r"|[;()]|\.(?: |$)|,\s*,|$"
)
_BRACES = re.compile(r"\{([^{}]{3,400})\}")
_ASIDE = re.compile(r"\(([a-z]{2,20}(?:, [a-z]{2,20}){0,12},? or [a-z]{2,20})\)")
_HINT = re.compile(r"one of|either|values|states|options|settings|from|among|: ", re.IGNORECASE)
_SPLIT = re.compile(r",? (?:and/or|or|and) |, ?| / |/")
_ITEM = re.compile(r"[\w#$+%\"'&!?-]+(?: [\w#$+%\"'&!?-]+){0,4}")
_NO_ITEM = re.compile(
    r"(?:by|from|to|of|it|they|changed|increased|decreased|set|taken|used|any|not|more|less|less than|positive|negative"
    r"|some|each|at|up|as|in|on|no more|name|the name)\b",
)
_LINK = re.compile(r"^(?:either|or|and) ")
_MOST_ITEMS = 60
_MOST_TRIED = 8
_LONGEST = 900


def listed(text: str) -> tuple[str, ...] | None:
    """The items of an enumeration in prose; None if it is none. Blank ones are ""."""
    parts = [_LINK.sub("", part.strip()) for part in _SPLIT.split(text[:_LONGEST]) if part.strip()]
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
    end = _END.search(text, start)
    return text[start : end.start()] if end else text[start:]


def read_choices(text: str) -> tuple[str, ...] | None:
    """The values that a clause lists, as written, or None."""
    for mark, inside in (("{", _BRACES), ("(", _ASIDE)):
        if mark in text and (found := inside.search(text)) and (items := listed(found.group(1))):
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
