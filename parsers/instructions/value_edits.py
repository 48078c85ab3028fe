"""Values of the tracking page set or changed: of players by name, of all of them, or of the game.

Raises ValueError with one sentence for an unknown player or variable, and for a value that the variable may not have.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from parsers.gamestate.change import Reread, SetValue, changed
from parsers.gamestate.gamestate_model import GAME, PLAYER, GameState, TrackedEntry
from parsers.gamestate.page_names import People, bare, label, one_form
from parsers.gamestate.typed import TypedValue, ValueKind, typed
from parsers.instructions.edited_ruleset import named
from parsers.instructions.instruction_model import ValueChange
from parsers.instructions.rule_wording import alike
from parsers.model import Confidence, same_name
from parsers.ruleset.model import Terms, Variable

_UNCLEAR = re.compile(r"%|\d\.\d{3}(?!\d)")
"""Of a percentage nobody says of what; "1.000" is one or a thousand."""
_NOBODY = People(None, {})


def with_value(state: GameState, reread: Reread, change: ValueChange, terms: Terms | None, before: GameState) -> tuple[GameState, str]:
    """The page with other values, read again, and whose they are in words. ``terms`` are the dynasty's words.

    A variable of another type than ``before`` the matter is left to people.
    """
    entries = _entries(state, change, terms)
    variable = entries[0].variable
    assert variable is not None  # noqa: S101 - only entries with a variable are found
    if _kinds(before, variable) != {(variable.type, variable.visibility)}:
        raise ValueError(f"the rule of {named(variable.name)} is changed by the same matter")
    known = {entry.text for entry in state.entries if entry.variable is variable}
    for entry in entries:
        value = _wanted(entry, variable, change, known)
        setting = SetValue(entry.owner, entry.subject, entry.label, entry.text, value, entry.idle)
        if value != entry.typed.value or entry.typed.failed:
            state = reread(changed(state, setting, reread))
    whose = "all players" if change.everybody else ", ".join(change.players) or "the game"
    return state, f"{variable.name} of {whose}"


def _kinds(state: GameState, variable: Variable) -> set[tuple[str, str]]:
    """The types of what a page has under a variable's name."""
    those = (entry.variable for entry in state.entries if entry.variable is not None and entry.variable.owner == variable.owner)
    return {(each.type, each.visibility) for each in those if alike(each.name) == alike(variable.name)}


def _entries(state: GameState, change: ValueChange, terms: Terms | None) -> list[TrackedEntry]:
    """The entries that a change is about, all of one variable, in the order of the page."""
    wanted = _key(change.variable)
    owner = PLAYER if change.players or change.everybody else GAME
    entries = [entry for entry in state.entries if not entry.idle and entry.owner == owner and _is(entry, wanted)]
    if not any(entry.variable for entry in entries):
        of = "the game" if owner == GAME else "players"
        raise ValueError(f"the tracking page has no {named(change.variable)} of {of} that the rules speak of")
    if len({id(entry.variable) for entry in entries}) > 1 or any(entry.confidence is not Confidence.HIGH for entry in entries):
        raise ValueError(f"{named(change.variable)} may be one of several values of the tracking page")
    names = [row.name for row in state.rows if row.own and not row.idle]
    plain = {"", "player", "players", "everybody", "everyone"} | ({alike(terms.player), alike(terms.players)} if terms else set())
    if change.everybody and (change.players or alike(change.role) not in plain or not names):
        raise ValueError(f"whether {named(change.role)} are all the players is for a person to decide")
    for player in change.players:
        if not any(same_name(player, name) for name in names):
            raise ValueError(f"{named(player)} has no row among the active players of the tracking page")
    found: list[TrackedEntry] = []
    for name in [""] if owner == GAME else dict.fromkeys(names if change.everybody else change.players):
        own = [entry for entry in entries if same_name(entry.subject, name)]
        if len(own) != 1:
            raise ValueError(f"the value stands {len(own)} times on the tracking page{f' for {named(name)}' if name else ''}")
        found += own
    return found


def _key(name: str) -> str:
    return one_form(bare(label(name)))


def _is(entry: TrackedEntry, wanted: str) -> bool:
    return wanted in (_key(entry.label), _key(entry.variable.name) if entry.variable else "")


def _wanted(entry: TrackedEntry, variable: Variable, change: ValueChange, known: Collection[str]) -> TypedValue:
    """The value that an entry is to have. Raises ValueError where its variable may not have it.

    Of a variable whose type the rules do not tell only the values ``known`` from the page are taken.
    """
    read = typed(change.value.strip(), variable, _NOBODY)
    value = read.value
    numeric = variable.type in ("integer", "number")
    if read.failed or (numeric and not isinstance(value, int | float)) or (variable.type == "unknown" and change.value not in known):
        raise ValueError(f"{named(change.value)} is no value that {named(variable.name)} may have")
    if numeric and _UNCLEAR.search(change.value):
        raise ValueError(f"how many {named(change.value)} are is for a person to decide")
    if change.adds:
        old = entry.typed.value
        if entry.typed.failed or not isinstance(value, int | float) or not isinstance(old, int | float):
            raise ValueError(f"{named(variable.name)} is no number that something could be added to")
        value = old + value
    if isinstance(value, int | float) and (
        (variable.min is not None and value < variable.min) or (variable.max is not None and value > variable.max)
    ):
        raise ValueError(f"{value} is beyond what {named(variable.name)} may be")
    if read.kind is ValueKind.NONE and variable.default not in ("", None):
        raise ValueError(f"whether {named(variable.name)} may be blank is for a person to decide")
    return value
