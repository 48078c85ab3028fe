"""Whose values a table holds: the column of players, the column of things, the idle ones among tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from parsers.gamestate.model import GAME, PLAYER
from parsers.gamestate.names import People
from parsers.gamestate.sheets import Sheet
from parsers.gamestate.typed import is_blank
from parsers.gamestate.words import Words, label, one_form, parts
from parsers.model import Confidence
from parsers.ruleset.model import Variable

__all__ = ["Keys", "find_keys", "says_idle"]

_NAMES = frozenset({"name", "names"})
_IDLE = re.compile(r"\b(?:idle[ds]?|idlers?|idling|inactive|former|retired|departed|dormant)\b", re.IGNORECASE)
_NOT_IDLE = re.compile(r"\b(?:active|non-?idle|not idle|un-?idled?)\b", re.IGNORECASE)


class Keys(NamedTuple):
    """The column of players and the column of things of a table, where it has them; ``doubt`` is what is unsure.

    ``two`` says that the column of players is one of several that could be it.
    """

    player: int | None = None
    thing: int | None = None
    noun: str = ""
    confidence: Confidence = Confidence.HIGH
    doubt: str = ""
    two: bool = False


def find_keys(sheet: Sheet, variables: Sequence[Variable], people: People, words: Words, about: str) -> Keys:
    """The key columns of a sheet; ``about`` is its caption or the heading above it."""
    heads = [found[-1] if (found := parts(name)) else "" for name in sheet.names]
    nouns = {one_form(label(variable.owner)): variable.owner for variable in variables if variable.owner not in (PLAYER, GAME)}
    things = [i for i, head in enumerate(heads) if one_form(head) in nouns]
    players = [i for i, head in enumerate(heads) if head in words.player]
    named = [i for i, head in enumerate(heads) if head in _NAMES]
    thing = things[0] if things else None
    noun = nouns[one_form(heads[things[0]])] if things else ""
    if players:
        if thing is None and named and (titled := _titled(about, nouns)):
            thing, noun = named[0], titled
        return _chosen(sheet, players, people)._replace(thing=thing, noun=noun)
    if thing is not None:
        return Keys(thing=thing, noun=noun)
    if named:
        return _by_name(sheet, named, nouns, people, about, _of_players(heads, variables))
    return _by_values(sheet, heads, variables, people, words)


def _titled(about: str, nouns: dict[str, str]) -> str:
    """The noun that a caption is about."""
    found = {one_form(word) for word in label(about).split()} | {one_form(label(about))}
    return next((owner for noun, owner in nouns.items() if noun in found), "")


def _chosen(sheet: Sheet, columns: list[int], people: People) -> Keys:
    """The one of several columns that holds the most names of players, the leftmost of equals."""
    if len(columns) == 1:
        return Keys(player=columns[0])
    best = max(columns, key=lambda i: (people.count(sheet.texts(i)), -i))
    both = " and ".join(f"“{sheet.names[i]}”" for i in columns[:4])
    doubt = f"there are two columns for the player, {both}: column {best + 1} is taken, which names the most players"
    return Keys(player=best, confidence=Confidence.MEDIUM, doubt=doubt, two=True)


def _by_name(sheet: Sheet, named: list[int], nouns: dict[str, str], people: People, about: str, tracked: bool) -> Keys:
    """A column "Name" is of players, unless the table is of things, or next to nobody in it is one."""
    keys = _chosen(sheet, named, people)
    noun = _titled(about, nouns)
    column = named[0] if keys.player is None else keys.player
    texts = sheet.texts(column)
    known = people.count(texts)
    if noun and 2 * known <= len(texts):
        return Keys(thing=column, noun=noun)
    if people.complete and texts and (known == 0 or (not tracked and 3 * known <= len(texts))):
        return Keys(
            doubt=f"nobody in the column “{sheet.names[column]}” is a player, so the table's rows belong to nobody" if tracked else ""
        )
    return keys


def _by_values(sheet: Sheet, heads: list[str], variables: Sequence[Variable], people: People, words: Words) -> Keys:
    """The column without a fitting header in which most are names of players."""
    mentions = {one_form(label(variable.name)) for variable in variables}
    for i, head in enumerate(heads):
        if one_form(head) in mentions and head:
            continue
        texts = [text for text in sheet.texts(i) if not is_blank(text)]
        known = people.count(texts)
        if known > 1 and 2 * known > len(texts):
            if sheet.sideways and i == 0 and not head:
                return Keys(player=0)
            said = f"“{sheet.names[i]}”" if head else "without a header"
            return Keys(
                player=i,
                confidence=Confidence.MEDIUM,
                doubt=f"no column is headed “{words.term}” or “Name”; column {i + 1}, {said}, names players",
            )
    if _of_players(heads, variables) and sheet.records:
        return Keys(doubt=f"no column is headed “{words.term}” or “Name”, so the table's rows belong to nobody")
    return Keys()


def _of_players(heads: list[str], variables: Sequence[Variable]) -> bool:
    """Whether a header names what players have."""
    of_players = {one_form(label(variable.name)) for variable in variables if variable.owner == PLAYER}
    return any(one_form(head) in of_players for head in heads if head)


def says_idle(caption: str | None, title: str) -> bool | None:
    """Whether a caption, else a heading, speaks of idle players; None where neither speaks of activity."""
    for text in (caption or "", title):
        idle, active = bool(_IDLE.search(text)), bool(_NOT_IDLE.search(text))
        if idle != active:
            return idle
    return None
