"""The columns of one table: what each holds, and which variable it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from parsers.gamestate.keys import Keys
from parsers.gamestate.matching import MOST_COLUMNS, match_names, weaker
from parsers.gamestate.model import GAME, PLAYER, Column, Match, Role
from parsers.gamestate.names import People
from parsers.gamestate.sheets import Sheet
from parsers.gamestate.typed import is_blank, typed
from parsers.gamestate.words import Words, parts
from parsers.model import Confidence
from parsers.ruleset.model import Variable

__all__ = ["read_columns"]

_SAMPLE = 50
_OWNER = frozenset({"owner", "owners", "owned by", "controller", "holder"})


def read_columns(
    sheet: Sheet, keys: Keys, variables: Sequence[Variable], words: Words, people: People, given: Mapping[str, str]
) -> tuple[Column, ...]:
    """The columns of a sheet with these keys. Columns without header and content are EMPTY."""
    ranked = sorted(variables, key=lambda variable: _rank(variable, keys))
    if keys.player is None and keys.thing is None:
        ranked = [variable for variable in ranked if variable.owner == GAME]
    names = ["" if i in (keys.player, keys.thing) else name for i, name in enumerate(sheet.names)]
    found = match_names(names, ranked, words, given)
    columns: list[Column] = []
    for i, name in enumerate(sheet.names):
        match, why = found.matches[i], found.whys[i] or ("" if i < MOST_COLUMNS else "the table has too many columns")
        if match is not None:
            match, why = _believed(match, keys, sheet.texts(i)[:_SAMPLE], people)
        columns.append(Column(i, name, _role(sheet, keys, i, match), match, keys.noun if i == keys.thing else "", why))
    return tuple(columns)


def _rank(variable: Variable, keys: Keys) -> int:
    """Whose variables a table is likeliest to hold: those of its things, of its players, of others, of the game."""
    if variable.owner == GAME:
        return 3
    if keys.thing is not None and variable.owner == keys.noun:
        return 0
    return 1 if variable.owner == PLAYER else 2


def _role(sheet: Sheet, keys: Keys, column: int, match: Match | None) -> Role:
    if column == keys.player:
        return Role.PLAYER
    if column == keys.thing:
        return Role.THING
    if match is None:
        found = parts(sheet.names[column])
        if keys.thing is not None and found and found[-1] in _OWNER:
            return Role.OWNER
        if not found and not sheet.texts(column):
            return Role.EMPTY
    return Role.VALUE


def _believed(match: Match, keys: Keys, texts: Sequence[str], people: People) -> tuple[Match | None, str]:
    """The match as far as the table's owners and the column's values bear it out."""
    believed: Match | None = match
    if _rank(match.variable, keys) > 1 and (keys.player is not None or keys.thing is not None):
        owner = match.variable.owner
        sure = Confidence.LOW if owner == GAME else max(match.confidence, Confidence.MEDIUM, key=lambda each: each.rank)
        believed = match = replace(
            match, confidence=sure, why=f"{match.why}, but it is the {owner}'s" if owner != GAME else f"{match.why}, but it is the game's"
        )
    if match.confidence is not Confidence.HIGH and not match.part:
        told = [typed(text, match.variable, people).failed for text in texts if not is_blank(text)]
        if len(told) > 1 and 2 * sum(told) > len(told):
            believed = weaker(match, "most of its values are none of that")
    return believed, "" if believed is not None else f"most of its values are none of {match.variable.name}"
