"""The object of a statement cut into named things: "a number named Coal, which ..., and a Lamp"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from parsers.patterns import later
from parsers.ruleset.variables.notation import NAME, pattern, word_list


class Thing(NamedTuple):
    """One thing, or several that share a description: their names as written, and the text about them."""

    names: tuple[str, ...]
    text: str


_WORD = later(r"[A-Za-z#\d][\w'#&/!]*(?:-[\w'#&/!]+)*|\"[^\"]{1,60}\"|\S")
_RELATIVE = later(r"\b(?:which|that|whose|who|representing|used|known|visible)\b")
_LISTING = later(r"(?s)\b(?:one of|either|any of|values? (?:of|are)|(?:may|can|must)(?: only)? be)\b(?!.*\b(?:default|which|that)\b)")
_CAPITALS = r"[A-Z][\w'&-]*(?: (?:of |the |in |to |and the )?[A-Z0-9][\w'&-]*){0,4}"
_SEVERAL = later(
    rf"(\"?{_CAPITALS}\"?(?:, \"?{_CAPITALS}\"?){{0,9}},? and (?:an? |their )?\"?{_CAPITALS}\"?)(?=[,;:.]|$| [a-z])"
    r"|([a-z]+(?:, [a-z]+){1,9},? and [a-z]+)(?=[,;:.]|$)"
)
_AND = later(r",? and (?:an? |their )?|, ")
_ENUMERATED = later(rf"(?:^|, |tracked ){NAME}(?:, {NAME})+$")
_LONGEST = 7


def _stops(words: list[re.Match[str]], at: int, text: str) -> bool:
    """Whether a name ends before a word."""
    word = words[at].group()
    if word == "of":
        return text[words[at].end() + 1 : words[at].end() + 2] in "0123456789$£€"
    return (
        word in word_list("ending_names") or word.startswith("default") or not (word[0].isalnum() or word[0] == "#" or (at and word == "-"))
    )


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
    if not found or (word and word.group() not in word_list("ending_names") and not word.group().startswith("default")):
        return ()
    return tuple(part.strip('"') for part in _AND.split(found.group()))


def names_in(text: str) -> tuple[str, ...]:
    """The names in a noun phrase; none for one that only names a type ("a list of integers")."""
    relative = _RELATIVE.search(text)
    if (named := pattern("things_naming").search(text)) and (not relative or named.start() <= relative.start()):
        after = text[named.end() :]
        if names := _several(after) or tuple(filter(None, [_single(after)])):
            return names
    while found := pattern("things_before_name").match(text):
        text = text[found.end() :].lstrip(" ")
    return _several(text) or tuple(filter(None, [_single(text)]))


def _joins(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether a conjunction stands between two things rather than inside what is said of one."""
    segment, after = text[start : found.start()], text[found.end() :]
    if segment.count("(") > segment.count(")") or " where " in segment:
        return False
    comma = "," in found["sep"] or ";" in found["sep"]
    if found["bare"] is not None and (_LISTING.search(segment) or _ENUMERATED.search(segment) or not (comma or "," in segment)):
        return False
    return comma or not _RELATIVE.search(segment) or (not after.startswith("the ") and bool(pattern("things_defining").search(segment)))


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """The parts of an object, each with what joins it to the one before."""
    start, join = 0, ""
    for found in pattern("things_join").finditer(text):
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
        apposition = join == "," and last and len(found) == 1 and not any(before.endswith("and") for _, before in parts[1:])
        lower = bool(found and names) and not any(map(str.isupper, names[0])) and all(thing.names[-1][:1].isupper() for thing in found)
        explains = apposition or (lower and not join.startswith(";"))
        if found and (not names or explains or ("'s " in names[0] and not pattern("things_naming").search(part))):
            found[-1] = Thing(found[-1].names, f"{found[-1].text}, {part}")
        elif names:
            found.append(Thing(names, part))
    return found
