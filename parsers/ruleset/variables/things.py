"""The object of a statement cut into named things: "a number named Coal, which ..., and a Lamp"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.ruleset.variables.values import listed, singular
from parsers.ruleset.variables.wordings import BEFORE_NAME, NAME, NAMING, NO_NAME


class Thing(NamedTuple):
    """One thing, or several that share a description: their names as written, and the text about them."""

    names: tuple[str, ...]
    text: str


_WORD = later(r"[A-Za-z#\d][\w'#&/!]*(?:-[\w'#&/!]+)*|\"[^\"]{1,60}\"|\S")
_NOT_ANOTHER = (
    r"(?!(?:an?|one) (?:(?:maximum|minimum|max|min|default|starting|initial|value of|value between|limit|cap|upper|lower|range|half|third"
    r"|quarter|comma|space|member of)\b|\"[^\"]{1,2}\"))"
)
_JOIN = later(
    r"(?P<sep>[,;]? and(?: also)?(?: (?:may|can) have| has| have| belongs? to| holds?| owns?| optionally)?|,? as well as|,? plus"
    r"|,? along with"
    r"|,? together with|,|;) (?:(?=(?:an?|one|zero or more|any number of|some|publicly|privately|secretly|up to|the(?= [A-Z])) )"
    rf"{_NOT_ANOTHER}|(?P<bare>(?=[A-Z][\w'-]*(?: [\w'-]+){{0,3}},? (?:which|that|default|tracked|named|called|starting|also|\()))(?! ))"
)
_RELATIVE = later(r"\b(?:which|that|whose|who|representing|used|known|visible)\b")
_WHERE = later(r"\bwhere (?:each|every|the|an?) ")
_DEFINING = later(
    r"\b(?:which|that|whose|who) (?:(?:both|all|each|also|always) )?(?:is|are|defaults?|may|can|must|cannot|has|have|starts?|begins?|will"
    r"|tracks?)\b"
)
_CHOOSING = later(r"(?s)\b(?:one of|either|any of|(?:may|can|must)(?: only)? be|is (?:always )?an?)\b(?!.*\b(?:default|which|that)\b)")
_LISTING = later(r"(?s)\b(?:one of|either|any of|values? (?:of|are)|(?:may|can|must)(?: only)? be)\b(?!.*\b(?:default|which|that)\b)")
_OR_SOON = later(r"[^;.]{0,300}?\b(?:(?P<stop>default|which|that|named|called|track|whose)|or)\b")
_JOINED = later(r"\b(?:and|or)\b")
_EXPLAINED = later(r"an? [A-Za-z][\w' -]{0,40}?(?: \(|,? (?:which|that) (?:is|are|can|may|must|has|defaults?|starts?)\b)")
_KINDS_OF = later(r"(?<=[yrt] )of each of (?=[A-Z])|^(?:[a-z]+ ){0,3}[A-Z]?[a-z]+s of (?=[A-Z][\w']*(?:, [A-Z][\w']*){1,8},? and [A-Z])")
_CAPITALS = r"[A-Z][\w'&-]*(?: (?:of |the |in |to |and the )?[A-Z0-9][\w'&-]*){0,4}"
_SEVERAL = later(
    rf"(\"?{_CAPITALS}\"?(?:, \"?{_CAPITALS}\"?){{0,9}},? and (?:an? |their )?\"?{_CAPITALS}\"?)(?=[,;:.]|$| [a-z])"
    r"|([a-z]+(?:, [a-z]+){1,9},? and [a-z]+)(?=[,;:.]|$)"
)
_AND = later(r",? and (?:an? |their )?|, ")
_ALTERNATIVES = later(rf"(?:of )?\"?{NAME}\"?(?:, \"?{NAME}\"?){{0,9}},? or \"?[A-Z]")
_ENUMERATED = later(rf", {NAME}$")
_VERB = later(r"[a-z]+s\b")
_NUMBERED = later(
    r"(?s)(?P<how>(?:[a-z]+ly[- ]tracked )?)(?P<count>[a-z]{3,5}|\d) (?P<also>[a-z]+ly[- ]tracked )?(?P<group>[A-Z][\w'-]*s)(?:: | \()"
    r"(?P<names>[A-Z][^:;.()]{2,200}?)(?P<rest>(?:\)|; |, (?:which|each|all|both|and (?:each|all|which))\b|\.).*|$)"
)
_COLUMN = later(
    r"\b(?:in|under|as) (?:the|an?|their) (?:[\w-]+ ){0,3}?(?:column|field|heading),? (?:(?:called|named|labell?ed|headed|titled"
    r"|entitled) )?"
    r"\"([^\"]{1,40})\"|\"([^\"]{1,40})\" (?:column|field|heading)\b"
)
_GENERIC = frozenset(
    "count total tally value variable statistic attribute property resource number list stat score rating field column".split()
)
_LONGEST = 7


def _stops(words: list[re.Match[str]], at: int, text: str) -> bool:
    """Whether a name ends before a word."""
    word = words[at].group()
    if word == "of":
        return text[words[at].end() + 1 : words[at].end() + 2] in "0123456789$£€" or bool(_ALTERNATIVES.match(text, words[at].start()))
    return word in NO_NAME or word.startswith("default") or not (word[0].isalnum() or word[0] == "#" or (at and word == "-"))


def _single(text: str) -> str:
    words = list(_WORD.finditer(text[:120]))
    if words and words[0].group()[0] == '"' and len(words[0].group()) > 1:
        return words[0].group().strip('"')
    end = next((at for at in range(min(len(words), _LONGEST)) if _stops(words, at, text)), min(len(words), _LONGEST))
    name = text[words[0].start() : words[end - 1].end()] if end else ""
    return name.strip(" '\"-").removesuffix(" of").strip() if name and not name[0].isdigit() else ""


def _several(text: str) -> tuple[str, ...]:
    """The names of an enumeration at the start of a text: "Strength, Wit, and Charm"."""
    found = _SEVERAL.match(text)
    if not found:
        return ()
    word = _WORD.match(text, found.end() + 1) if text[found.end() : found.end() + 1] == " " else None
    if word and word.group() not in NO_NAME and not word.group().startswith("default") and not _VERB.match(word.group()):
        return ()
    return tuple(part.strip('"') for part in _AND.split(found.group()))


def names_in(text: str) -> tuple[str, ...]:
    """The names in a noun phrase; none for one that only names a type ("a list of integers").

    What is only called a statistic or the like has the name of the column that it is tracked in.
    """
    names = _names(text)
    if (not names or names[0] in _GENERIC) and (column := _COLUMN.search(text)):
        return (column[1] or column[2],)
    return names


def _names(text: str) -> tuple[str, ...]:
    relative = _RELATIVE.search(text)
    if (named := NAMING.search(text)) and (not relative or named.start() <= relative.start()):
        after = text[named.end() :]
        if names := _several(after) or tuple(filter(None, [_single(after)])):
            return names
    bare = text
    while found := BEFORE_NAME.match(bare):
        bare = bare[found.end() :].lstrip(" ")
    if _ALTERNATIVES.match(bare):
        return ()
    return _several(bare) or tuple(filter(None, [_single(bare)]))


def _parentheses(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    opened, depth = 0, 0
    for at, mark in enumerate(text):
        if mark == "(":
            opened = opened if depth else at
            depth += 1
        elif mark == ")" and depth:
            depth -= 1
            if not depth:
                spans.append((opened, at))
    return spans


def _joins(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether a conjunction stands between two things rather than inside what is said of one."""
    segment, after = text[start : found.start()], text[found.end() :]
    if _CHOOSING.search(segment) and (soon := _OR_SOON.match(after)) and not soon["stop"]:
        return False
    comma = "," in found["sep"] or ";" in found["sep"]
    if found["bare"] is not None and (
        (not comma and "," not in segment)
        or _ENUMERATED.search(segment)
        or _LISTING.search(segment)
        or _JOINED.search(after[:40].partition("(")[0])
    ):
        return False
    if _WHERE.search(segment):
        return False
    return comma or not _RELATIVE.search(segment) or (not after.startswith("the ") and bool(_DEFINING.search(segment)))


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """The parts of an object, each with what joins it to the one before."""
    asides = _parentheses(text) if "(" in text else []
    start, join = 0, ""
    for found in _JOIN.finditer(text):
        if not any(opened < found.start() < closed for opened, closed in asides) and _joins(text, start, found):
            yield text[start : found.start()].strip(), join
            start, join = found.end(), found["sep"].strip()
    yield text[start:].strip(), join


def things_in(text: str) -> list[Thing]:
    """The things of an object, in order. A part that names nothing, or explains the one before, is joined to that."""
    parts = list(_parts(_KINDS_OF.sub(lambda found: "of " if found.group().startswith("of") else "", text)))
    found: list[Thing] = []
    for place, (part, join) in enumerate(parts):
        names = names_in(part)
        last = place == len(parts) - 1
        explained = bool(_EXPLAINED.match(part))
        lower = bool(found and names) and not any(map(str.isupper, names[0])) and all(thing.names[-1][:1].isupper() for thing in found)
        alike = bool(found and names) and names[0][:1].isupper() == found[-1].names[-1][:1].isupper()
        apposition = join == "," and last and len(found) == 1 and not any(before.endswith("and") for _, before in parts[1:])
        explains = (apposition and not (explained and alike)) or (lower and not join.startswith(";") and (last or not explained))
        if found and (not names or explains or ("'s " in names[0] and not NAMING.search(part))):
            found[-1] = Thing(found[-1].names, f"{found[-1].text}, {part}")
        elif names:
            found.append(Thing(names, part))
    return found


class NumberedList(NamedTuple):
    """Things listed behind their number: "four Aptitudes: Chemistry, Physics, Biology and Luck"."""

    group: str
    names: tuple[str, ...]
    rest: str


def numbered_list(given: str) -> NumberedList | None:
    """The list at the start of an object, if it has one with as many names as it says."""
    found = _NUMBERED.match(given)
    names = listed(found["names"]) if found else None
    if not found or not names or not all(name[:1].isupper() for name in names) or with_digits(found["count"].lower()) != str(len(names)):
        return None
    return NumberedList(singular(found["group"].casefold()), names, f"{found['how']}{found['also'] or ''}{found['rest']}")
