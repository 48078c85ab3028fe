"""The object of a statement cut into named things: "a number named Coal, which ..., and a Lamp"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from parsers.patterns import later
from parsers.ruleset.variables.values import NAME


class Thing(NamedTuple):
    """One thing, or several that share a description: their names as written, and the text about them."""

    names: tuple[str, ...]
    text: str


_NAMING = later(
    r"\b(?:(?:which|that) (?:is|are|may be|can be|will be|shall be) )?(?:named|called|known as|referred to as|titled|labell?ed"
    r"|termed|dubbed"
    r"|(?:is|are) (?:their|its|the)) (?:(?:either|their|its|his|her|the|an?|simply|that [A-Za-z][\w -]{0,30}'s) )*"
)
_BEFORE_NAME = later(
    r"(?:[a-z][\w-]*(?: [a-z][\w-]*){0,2}?(?= (?:amount|number|quantity) of )|(?i:value|score|rating|stat|statistic|attribute"
    r"|counter|tally"
    r"|balance)s?(?: for each of| for| in| of)(?= [A-Z])|zero or (?:more|one)|one or more|an?|the|their|its|his|her|own|one|single|unique"
    r"|distinct|exactly|at most one|any (?:number|amount|quantity)|some|several|many|various|different|additional|particular|individual"
    r"|separate|current|two|three|four|five|six|seven|eight|nine|ten|\d{1,3}|special|new|publicly|privately|secretly|also|public|private"
    r"|secret|hidden|visible|track(?:ed|able)|non-?|negative|non-?negative|positive|whole|natural|real|decimal|rational|numerical|numeric"
    r"|signed|integer|integral|numbers?|percentage|boolean|strings?|text|textual|short|lists?|ordered|sets?|collection|amount"
    r"|quantity|count"
    r"|total|supply|tally|values?|variable|statistic|attribute|property|resource|empty|(?:level|degree|measure|pile|pool|store"
    r"|sum)(?= of)"
    r"|up to \w+|by (?:the )?[A-Z][\w'-]*(?: [A-Z][\w'-]*)?)(?: of(?: the| their)?)?(?:[ -]|$|(?=,))"
)
"""What stands before the name in a noun phrase and is no part of it."""
_NO_NAME = frozenset(
    "which that who whom whose where when if named called known tracked privately publicly secretly starting start starts beginning ranging"
    " between from with without equal equals consisting containing representing measured being is are may can cannot must has"
    " have and or as"
    " on in within throughout towards to for about at per by they it each both all initially chosen based associated written determined"
    " recorded stored listed either set drawn made but not such while until also indicating kept held given selected defined expressed up"
    " then".split()
)
"""Words that end a name."""
_WORD = later(r"[A-Za-z#\d][\w'#&/!]*(?:-[\w'#&/!]+)*|\"[^\"]{1,60}\"|\S")
_JOIN = later(
    r"(?P<sep>[,;]? and(?: also)?(?: (?:may|can) have| has| have| belongs? to| holds?| owns?| optionally)?|,? as well as|,? plus"
    r"|,? along with|,? together with|,|;) (?:(?=(?:an?|one|zero or more|any number of|some|publicly|privately|secretly|up to"
    r"|the(?= [A-Z])) )(?!(?:an?|one) (?:(?:maximum|minimum|max|min|default|starting|initial|value of|value between|limit|cap|upper|lower"
    r"|range|half|third|quarter|comma|member of)\b|\"[^\"]{1,2}\"))|(?P<bare>(?=[A-Z][\w'-]*(?: [\w'-]+){0,3},? (?:which|that"
    r"|default|tracked"
    r"|named|called|starting|also|\()))(?! ))"
)
_RELATIVE = later(r"\b(?:which|that|whose|who|representing|used|known|visible)\b")
_DEFINING = later(
    r"\b(?:which|that|whose|who) (?:(?:both|all|each|also|always) )?(?:is|are|defaults?|may|can|must|cannot|has|have|starts?)\b"
)
_CHOOSING = later(r"(?s)\b(?:one of|either|any of|(?:may|can|must)(?: only)? be|is (?:always )?an?)\b(?!.*\b(?:default|which|that)\b)")
_LISTING = later(r"(?s)\b(?:one of|either|any of|values? (?:of|are)|(?:may|can|must)(?: only)? be)\b(?!.*\b(?:default|which|that)\b)")
_OR_SOON = later(r"[^;.]{0,300}?\b(?:(?P<stop>default|which|that|named|called|track|whose)|or)\b")
_EXPLAINED = later(r"an? [A-Za-z][\w' -]{0,40}?(?: \(|,? (?:which|that) (?:is|are|can|may|must|has|defaults?|starts?)\b)")
_CAPITALS = r"[A-Z][\w'&-]*(?: (?:of |the |in |to |and the )?[A-Z0-9][\w'&-]*){0,4}"
_SEVERAL = later(
    rf"(\"?{_CAPITALS}\"?(?:, \"?{_CAPITALS}\"?){{0,9}},? and (?:an? |their )?\"?{_CAPITALS}\"?)(?=[,;:.]|$| [a-z])"
    r"|([a-z]+(?:, [a-z]+){1,9},? and [a-z]+)(?=[,;:.]|$)"
)
_AND = later(r",? and (?:an? |their )?|, ")
_ALTERNATIVES = later(rf"(?:of )?\"?{NAME}\"?(?:, \"?{NAME}\"?){{0,9}},? or \"?[A-Z]")
_ENUMERATED = later(rf"(?:^|, |tracked ){NAME}(?:, {NAME})+$")
_LONGEST = 7


def _stops(words: list[re.Match[str]], at: int, text: str) -> bool:
    """Whether a name ends before a word."""
    word = words[at].group()
    if word == "of":
        return text[words[at].end() + 1 : words[at].end() + 2] in "0123456789$£€" or bool(_ALTERNATIVES.match(text, words[at].start()))
    return word in _NO_NAME or word.startswith("default") or not (word[0].isalnum() or word[0] == "#" or (at and word == "-"))


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
    word = _WORD.match(text, found.end() + 1) if found and text[found.end() : found.end() + 1] == " " else None
    if not found or (word and word.group() not in _NO_NAME and not word.group().startswith("default")):
        return ()
    return tuple(part.strip('"') for part in _AND.split(found.group()))


def names_in(text: str) -> tuple[str, ...]:
    """The names in a noun phrase; none for one that only names a type ("a list of integers")."""
    relative = _RELATIVE.search(text)
    if (named := _NAMING.search(text)) and (not relative or named.start() <= relative.start()):
        after = text[named.end() :]
        if names := _several(after) or tuple(filter(None, [_single(after)])):
            return names
    while found := _BEFORE_NAME.match(text):
        text = text[found.end() :].lstrip(" ")
    return _several(text) or tuple(filter(None, [_single(text)]))


def _joins(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether a conjunction stands between two things rather than inside what is said of one."""
    segment, after = text[start : found.start()], text[found.end() :]
    if segment.count("(") > segment.count(")") or " where " in segment:
        return False
    if _CHOOSING.search(segment) and (soon := _OR_SOON.match(after)) and not soon["stop"]:
        return False
    comma = "," in found["sep"] or ";" in found["sep"]
    if found["bare"] is not None and (_LISTING.search(segment) or _ENUMERATED.search(segment) or not (comma or "," in segment)):
        return False
    return comma or not _RELATIVE.search(segment) or (not after.startswith("the ") and bool(_DEFINING.search(segment)))


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """The parts of an object, each with what joins it to the one before."""
    start, join = 0, ""
    for found in _JOIN.finditer(text):
        if _joins(text, start, found):
            yield text[start : found.start()].strip(), join
            start, join = found.end(), found["sep"].strip()
    yield text[start:].strip(), join


def things_in(text: str) -> list[Thing]:
    """The things of an object, in order. A part that names nothing, or explains the one before, is joined to that."""
    parts = list(_parts(text))
    found: list[Thing] = []
    for place, (part, join) in enumerate(parts):
        names = names_in(part)
        last = place == len(parts) - 1
        explained = bool(_EXPLAINED.match(part))
        alike = bool(found and names) and names[0][:1].isupper() == found[-1].names[-1][:1].isupper()
        apposition = join == "," and last and len(found) == 1 and not any(before.endswith("and") for _, before in parts[1:])
        lower = bool(found and names) and not any(map(str.isupper, names[0])) and all(thing.names[-1][:1].isupper() for thing in found)
        explains = (apposition and not (explained and alike)) or (lower and not join.startswith(";") and (last or not explained))
        if found and (not names or explains or ("'s " in names[0] and not _NAMING.search(part))):
            found[-1] = Thing(found[-1].names, f"{found[-1].text}, {part}")
        elif names:
            found.append(Thing(names, part))
    return found
