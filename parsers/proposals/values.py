"""Clauses that set values on the tracking page: of one player, several, all of them, or of the game."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from parsers.patterns import later
from parsers.proposals.model import Instruction, InstructionKind, ValueChange
from parsers.proposals.owners import Owners, is_number, read_amount, read_owners, read_value, read_variable
from parsers.proposals.quoted import token_text
from parsers.proposals.tokens import NotUnderstood, TokenCursor

_LINE = later(r"[*#\s]*([^\W\d][\w .'’-]{0,40}?)(?: ?[:=→] ?| ?[–—-]>? | to )([+-]?\w[\w ]{0,30})[.;,]?")
"""A player and a value, in a line of a list."""
_SETTING, _RAISING, _LOWERING = (
    frozenset({"set", "change", "update"}),
    frozenset({"increase", "raise"}),
    frozenset({"reduce", "decrease", "lower"}),
)
_GIVING, _TAKING = frozenset({"give", "grant", "award", "refund"}), frozenset({"remove", "deduct", "subtract", "take"})
_GAINS = ("gains|gain|receives|receive|gets|earns", "is|are hereby? awarded|given|granted")
_HANDING = frozenset({"transfer", "move"})
VALUE_VERBS = _HANDING | _SETTING | _RAISING | _LOWERING | _GIVING | _TAKING | {"add"}
"""The verbs of these clauses, some of which mean other things of a text."""


def read_values(cursor: TokenCursor, verb: str) -> list[Instruction]:
    """The instruction of a clause that begins behind its verb. Raises NotUnderstood for what is not plainly a value."""
    changes = list(_one(cursor, verb))
    while True:
        saved = cursor.save()
        comma = cursor.take(",")
        if not (cursor.take("and") or comma):
            break
        try:
            changes.extend(_one(cursor, verb, changes[-1].variable))
        except NotUnderstood:
            cursor.back(saved)
            break
    return [Instruction(InstructionKind.SET_VALUE, "", values=tuple(changes))]


def read_declared(cursor: TokenCursor) -> list[Instruction] | None:
    """Such as "Each player gains 3 Coins", "Ana and Bo each lose 1 Oil", "the Mist becomes 0"; None where nothing like that stands here."""
    saved = cursor.save()
    owner = read_owners(cursor)
    if owner is not None:
        cursor.take("each|immediately|hereby")
        lowers = cursor.first(("loses|lose|forfeits|forfeit", "is|are hereby? fined|docked"))
        if lowers or cursor.first(_GAINS):
            changes = _moves(cursor, owner, lowers=lowers)
            while True:
                between = cursor.save()
                cursor.take(",")
                cursor.take("and|but")
                lowers = cursor.take("loses|lose|forfeits|forfeit")
                if not lowers and not cursor.first(_GAINS):
                    cursor.back(between)
                    return [Instruction(InstructionKind.SET_VALUE, "", values=tuple(changes))]
                changes.extend(_moves(cursor, owner, lowers=lowers))
    cursor.back(saved)
    # What is not understood as this may still be another kind of sentence.
    with suppress(NotUnderstood):
        owner, variable = _owned(cursor)
        lowers = cursor.take("falls|fall|drops|drop|decreases|decrease|sinks by") or cursor.take("goes|go down by")
        if lowers or cursor.take("rises|rise|increases|increase|climbs by") or cursor.take("goes|go up by"):
            return [Instruction(InstructionKind.SET_VALUE, "", values=(_changed(owner, variable, read_amount(cursor), lowers=lowers),))]
        plain = cursor.first(("becomes", "is|are hereby|now? set|reset to"))
        if plain or (cursor.take("shall be|become") and (cursor.ahead().kind == "quote" or is_number(cursor.ahead()))):
            return [Instruction(InstructionKind.SET_VALUE, "", values=(_changed(owner, variable, read_value(cursor)),))]
    cursor.back(saved)
    return None


def _one(cursor: TokenCursor, verb: str, before: str = "") -> list[ValueChange]:
    """One change, or what one player gets. ``before`` is the variable of the change before it, which "Bo's to 4" means too."""
    if verb in _SETTING:
        return _listed(cursor) or [_set(cursor, before)]
    if verb in _RAISING | _LOWERING:
        saved = cursor.save()
        owner, variable = _owned(cursor, before)
        if cursor.ahead().low in {"to", "from"}:
            cursor.back(saved)
            change = _set(cursor, before)
            # What is raised is lower before.
            bound = f"at {'least' if verb in _LOWERING else 'most'} {change.value}" if change.value.isdigit() else ""
            return [replace(change, was=change.was or bound)]
        if not cursor.take("by"):
            raise NotUnderstood("it does not say by how much")
        return [_changed(owner, variable, read_amount(cursor), lowers=verb in _LOWERING)]
    if verb in _HANDING:
        return _handed(cursor)
    if verb in _GIVING:
        if is_number(cursor.ahead()):
            return [_moved(cursor, lowers=False)]
        owner = read_owners(cursor)
        if owner is None:
            raise NotUnderstood("it does not say plainly who gets what")
        return _moves(cursor, owner, lowers=False)
    return [_moved(cursor, lowers=verb in _TAKING)]


def _moves(cursor: TokenCursor, owner: Owners, *, lowers: bool) -> list[ValueChange]:
    """Such as "2 Coins, 1 Oil and 3 Keys": what somebody gains or loses."""
    amount = read_amount(cursor)
    changes = [_changed(owner, read_variable(cursor), amount, lowers=lowers)]
    while True:
        saved = cursor.save()
        comma = cursor.take(",")
        if not (cursor.take("and") or comma) or not is_number(cursor.ahead()):
            cursor.back(saved)
            cursor.take("each|apiece")
            return changes
        amount = read_amount(cursor)
        changes.append(_changed(owner, read_variable(cursor), amount, lowers=lowers))


def _handed(cursor: TokenCursor) -> list[ValueChange]:
    """Such as "2 Coins from Ana to Bo": what one loses and the other gains."""
    amount, variable = read_amount(cursor), read_variable(cursor)
    giver = read_owners(cursor) if cursor.take("from") else None
    taker = read_owners(cursor) if giver is not None and cursor.take("to") else None
    if giver is None or taker is None or len(giver[0]) != 1 or len(taker[0]) != 1:
        raise NotUnderstood("it does not say plainly who gets or loses what")
    return [_changed(giver, variable, amount, lowers=True), _changed(taker, variable, amount, lowers=False)]


def _listed(cursor: TokenCursor) -> list[ValueChange]:
    """Such as "The Coins as follows:" above a list of players with their values; nothing where nothing like that stands here."""
    saved = cursor.save()
    cursor.take("the value|values of")
    cursor.take("the|everyone's|everybody's|players'")
    with suppress(NotUnderstood):
        variable = read_variable(cursor)
        cursor.first(("of these|the following? players", "of the following"))
        cursor.first(("as follows", "to the following? values?", "to these values?", "to"))
        body = cursor.kind("body") if cursor.take(":") else None
        lines = [] if body is None else [_LINE.fullmatch(line) for line in token_text(body).split("\n")]
        found = [line for line in lines if line is not None]
        if found and len(found) == len(lines):
            return [ValueChange(variable, line[2], (line[1],)) for line in found]
    cursor.back(saved)
    return []


def _set(cursor: TokenCursor, before: str) -> ValueChange:
    cursor.take("the value of")
    owner, variable = _owned(cursor, before)
    was = read_value(cursor) if cursor.take("from") else ""
    if not cursor.take("to be") and not cursor.take("to|at"):
        raise NotUnderstood("it does not say what the value becomes")
    return replace(_changed(owner, variable, read_value(cursor)), was=was)


def _moved(cursor: TokenCursor, *, lowers: bool) -> ValueChange:
    """Such as "Remove 3 Coins from Ana", "add 3 to Ana's Coins"."""
    amount = read_amount(cursor)
    joins = "from" if lowers else "to"
    if cursor.take(joins):
        owner, variable = _owned(cursor)
        return _changed(owner, variable, amount, lowers=lowers)
    variable = read_variable(cursor)
    owner = read_owners(cursor) if cursor.take(joins) else None
    if owner is None:
        raise NotUnderstood("it does not say plainly who gets or loses what")
    return _changed(owner, variable, amount, lowers=lowers)


def _changed(owner: Owners | None, variable: str, value: str, *, lowers: bool | None = None) -> ValueChange:
    players, role, among = owner or ((), "", None)
    if lowers and value.startswith("-"):
        raise NotUnderstood("it does not say plainly how many")
    value = f"-{value.lstrip('+')}" if lowers else value
    return ValueChange(variable, value, players, everybody=bool(role), adds=lowers is not None, role=role, among=among)


def _owned(cursor: TokenCursor, before: str = "") -> tuple[Owners | None, str]:
    """Such as "Ana's Level", "the Level of each player", "the Level of Ana and Bo", "the Level"; behind another "Bo's", "of Bo"."""
    saved = cursor.save()
    owner = read_owners(cursor) if before and cursor.take("that|those? of") else None
    if owner is not None and cursor.ahead().low in {"to", "by"}:
        return owner, before
    cursor.back(saved)
    owner = read_owners(cursor, possessive=True)
    if owner is not None and before and cursor.ahead().low in {"to", "by"}:
        return owner, before
    if owner is not None:
        return owner, read_variable(cursor)
    cursor.back(saved)
    cursor.take("the")
    cursor.take("gamestate variable")
    variable = read_variable(cursor)
    while cursor.ahead().low in {"of", "for"}:
        saved = cursor.save()
        cursor.place += 1
        owner = read_owners(cursor)
        if owner is not None:
            return owner, variable
        if not cursor.take("the"):
            cursor.back(saved)
            break
        variable = f"{variable} of the {read_variable(cursor)}"
    return None, variable
