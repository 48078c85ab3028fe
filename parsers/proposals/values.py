"""Clauses that set values on the tracking page: of one player, several, all of them, or of the game."""

from __future__ import annotations

import re
from contextlib import suppress

from parsers.numbers import read_number
from parsers.patterns import later
from parsers.proposals.model import Instruction, InstructionKind, ValueChange
from parsers.proposals.names import read_label
from parsers.proposals.tokens import VERB_WORDS, NotUnderstood, Token, TokenCursor

_NUMBER = later(r"[-+−]?\d+(?:\.\d+)?")
_IN_WORDS = frozenset("zero one two three four five six seven eight nine ten eleven twelve fifteen twenty".split())
_NOT_NAMES = frozenset(
    "the a an each every all any it its their that this these those of for to by from in and or with without if at random their his "
    "her our rule rules subrule becomes gains gain loses lose receives receive text title name sentence paragraph word words list "
    "table row status idle new default value values equal number amount half double other following same current previous higher "
    "lower more less both either everything nothing none blank empty whatever whichever proposal proposals dynasty emperor admin "
    "adminned who whose which where as rises increases climbs falls drops decreases sinks goes is are now shall".split()
)
_SETTING, _RAISING, _LOWERING = (
    frozenset({"set", "change", "update"}),
    frozenset({"increase", "raise"}),
    frozenset({"reduce", "decrease", "lower"}),
)
_GIVING, _TAKING = frozenset({"give", "grant", "award"}), frozenset({"remove", "deduct", "subtract", "take"})
_BOUNDS = (
    ("fewer|less than", "at most", -1),
    ("under|below", "at most", -1),
    ("more|greater than", "at least", 1),
    ("over|above", "at least", 1),
    ("at least", "at least", 0),
    ("at most", "at most", 0),
    ("no more|greater than", "at most", 0),
    ("no fewer|less than", "at least", 0),
    ("exactly", "exactly", 0),
)
"""How a bound is worded, as which one it is kept, and the difference."""
VALUE_VERBS = _SETTING | _RAISING | _LOWERING | _GIVING | _TAKING | {"add"}
"""The verbs of these clauses, some of which mean other things of a text."""

_MOST_WORDS = 5


def read_values(cursor: TokenCursor, verb: str) -> list[Instruction]:
    """The instruction of a clause that begins behind its verb. Raises NotUnderstood for what is not plainly a value."""
    changes = list(_one(cursor, verb))
    while True:
        saved = cursor.save()
        comma = cursor.take(",")
        if not (cursor.take("and") or comma):
            break
        try:
            changes.extend(_one(cursor, verb))
        except NotUnderstood:
            cursor.back(saved)
            break
    return [Instruction(InstructionKind.SET_VALUE, "", values=tuple(changes))]


def read_declared(cursor: TokenCursor) -> list[Instruction] | None:
    """Such as "Each player gains 3 Coins", "Ana and Bo each lose 1 Oil", "the Mist becomes 0"; None where nothing like that stands here."""
    saved = cursor.save()
    owner = _owners(cursor)
    if owner is not None:
        cursor.take("each|immediately|hereby")
        lowers = cursor.first(("loses|lose|forfeits|forfeit", "is|are hereby? fined|docked"))
        if lowers or cursor.first(("gains|gain|receives|receive|gets|earns", "is|are hereby? awarded|given|granted")):
            return [Instruction(InstructionKind.SET_VALUE, "", values=tuple(_moves(cursor, owner, lowers=lowers)))]
    cursor.back(saved)
    # What is not understood as this may still be another kind of sentence.
    with suppress(NotUnderstood):
        owner, variable = _owned(cursor)
        lowers = cursor.take("falls|drops|decreases|sinks by") or cursor.take("goes down by")
        if lowers or cursor.take("rises|increases|climbs by") or cursor.take("goes up by"):
            return [Instruction(InstructionKind.SET_VALUE, "", values=(_changed(owner, variable, _amount(cursor), lowers=lowers),))]
        plain = cursor.first(("becomes", "is|are hereby|now? set|reset to"))
        if plain or (cursor.take("shall be|become") and (cursor.ahead().kind == "quote" or _is_number(cursor.ahead()))):
            return [Instruction(InstructionKind.SET_VALUE, "", values=(_changed(owner, variable, read_value(cursor)),))]
    cursor.back(saved)
    return None


def _one(cursor: TokenCursor, verb: str) -> list[ValueChange]:
    if verb in _SETTING:
        return [_set(cursor)]
    if verb in _RAISING | _LOWERING:
        owner, variable = _owned(cursor)
        if not cursor.take("by"):
            raise NotUnderstood("it does not say by how much")
        return [_changed(owner, variable, _amount(cursor), lowers=verb in _LOWERING)]
    if verb in _GIVING:
        owner = _owners(cursor)
        if owner is None:
            raise NotUnderstood("it does not say plainly who gets what")
        return _moves(cursor, owner, lowers=False)
    return [_moved(cursor, lowers=verb in _TAKING)]


def _moves(cursor: TokenCursor, owner: _Owner, *, lowers: bool) -> list[ValueChange]:
    """Such as "2 Coins, 1 Oil and 3 Keys": what somebody gains or loses."""
    amount = _amount(cursor)
    changes = [_changed(owner, _variable(cursor), amount, lowers=lowers)]
    while True:
        saved = cursor.save()
        comma = cursor.take(",")
        if not (cursor.take("and") or comma) or not _is_number(cursor.ahead()):
            cursor.back(saved)
            return changes
        amount = _amount(cursor)
        changes.append(_changed(owner, _variable(cursor), amount, lowers=lowers))


def _set(cursor: TokenCursor) -> ValueChange:
    cursor.take("the value of")
    owner, variable = _owned(cursor)
    if cursor.take("from"):
        read_value(cursor)
    if not cursor.take("to be") and not cursor.take("to|at"):
        raise NotUnderstood("it does not say what the value becomes")
    return _changed(owner, variable, read_value(cursor))


def _moved(cursor: TokenCursor, *, lowers: bool) -> ValueChange:
    """Such as "Remove 3 Coins from Ana", "add 3 to Ana's Coins"."""
    amount = _amount(cursor)
    joins = "from" if lowers else "to"
    if cursor.take(joins):
        owner, variable = _owned(cursor)
        return _changed(owner, variable, amount, lowers=lowers)
    variable = _variable(cursor)
    owner = _owners(cursor) if cursor.take(joins) else None
    if owner is None:
        raise NotUnderstood("it does not say plainly who gets or loses what")
    return _changed(owner, variable, amount, lowers=lowers)


_Among = tuple[str, str] | None
_Owner = tuple[tuple[str, ...], str, _Among]
"""Players by name, or the word for all of them; and the variable and value of those of them that are meant."""


def _changed(owner: _Owner | None, variable: str, value: str, *, lowers: bool | None = None) -> ValueChange:
    players, role, among = owner or ((), "", None)
    value = f"-{value.lstrip('+')}" if lowers else value
    return ValueChange(variable, value, players, everybody=bool(role), adds=lowers is not None, role=role, among=among)


def _owned(cursor: TokenCursor) -> tuple[_Owner | None, str]:
    """Such as "Ana's Level", "the Level of each player", "the Level of Ana and Bo", "the Level"."""
    saved = cursor.save()
    owner = _owners(cursor, possessive=True)
    if owner is not None:
        return owner, _variable(cursor)
    cursor.back(saved)
    cursor.take("the")
    cursor.take("gamestate variable")
    variable = _variable(cursor)
    while cursor.ahead().low in {"of", "for"}:
        saved = cursor.save()
        cursor.place += 1
        owner = _owners(cursor)
        if owner is not None:
            return owner, variable
        if not cursor.take("the"):
            cursor.back(saved)
            break
        variable = f"{variable} of the {_variable(cursor)}"
    return None, variable


def _owners(cursor: TokenCursor, *, possessive: bool = False) -> _Owner | None:
    saved = cursor.save()
    everybody = _everybody(cursor, possessive=possessive)
    if everybody:
        return (), everybody, None if possessive else _among(cursor)
    cursor.back(saved)
    both = cursor.take("both")
    names: list[str] = []
    while True:
        name, ends = _name(cursor)
        if not name:
            break
        names.append(name)
        if ends:
            if possessive:
                return tuple(names), "", None
            break
        between = cursor.save()
        comma = cursor.take(",")
        if not (cursor.take("and") or comma) or not _may_be_name(cursor.ahead()):
            cursor.back(between)
            if possessive or (both and len(names) != len(("one", "other"))):
                break
            return tuple(names), "", None
    cursor.back(saved)
    return None


def _among(cursor: TokenCursor) -> _Among:
    """Such as "(Each player) whose Guild is Cooks", "with fewer than 10 Coins", "who has no Oil"."""
    saved = cursor.save()
    with suppress(NotUnderstood):
        if cursor.take("whose"):
            variable = _variable(cursor)
            if cursor.take("is|are|equals currently?"):
                bound = _bound(cursor)
                return variable, bound or read_value(cursor)
        elif cursor.first(("with|having currently?", "that|who currently? has|have|holds|hold|owns|own")):
            bound = _bound(cursor)
            variable = read_label(cursor, quoted=True)
            if bound and variable:
                return variable, bound
    cursor.back(saved)
    return None


def _bound(cursor: TokenCursor) -> str:
    """Such as "Fewer than 10", "at least 3", "5 or more", "no": as "at most 9", "at least 3", "at least 5", "exactly 0"."""
    saved = cursor.save()
    for phrase, word, more in _BOUNDS:
        if cursor.take(phrase) and _is_whole(cursor.ahead()):
            return f"{word} {int(_amount(cursor)) + more}"
        cursor.back(saved)
    if cursor.take("no|zero"):
        return "exactly 0"
    number = _amount(cursor) if _is_whole(cursor.ahead()) else ""
    if number and cursor.take("or more|fewer|less"):
        return f"at {'least' if cursor.tokens[cursor.place - 1].low == 'more' else 'most'} {number}"
    cursor.back(saved)
    return ""


def _is_whole(token: Token) -> bool:
    return token.low in _IN_WORDS or (token.kind == "word" and token.text.isascii() and token.text.isdigit())


def _name(cursor: TokenCursor) -> tuple[str, bool]:
    """A player's name of one or more words, and whether it ends with an apostrophe ("Night Heron's")."""
    words: list[str] = []
    while _may_be_name(cursor.ahead()):
        token = cursor.ahead()
        cursor.place += 1
        if token.low.endswith(("'s", "s'")):
            return " ".join([*words, re.sub(r"['’]s$|(?<=s)['’]$", "", token.text)]), True
        words.append(token.text)
    return " ".join(words), False


def _may_be_name(token: Token) -> bool:
    """Whether a word may be of a player's name; those in lower case are only known beside an apostrophe."""
    if token.kind != "word" or token.low.removesuffix("'s") in _NOT_NAMES or _NUMBER.fullmatch(token.text):
        return False
    return token.text[0].isupper() or token.low.endswith("'s")


def _everybody(cursor: TokenCursor, *, possessive: bool) -> str:
    if cursor.take("everyone's|everybody's" if possessive else "everyone|everybody"):
        return "player"
    if not (cursor.take("each|every") or cursor.take("all of? the?")):
        return ""
    cursor.take("active|non-idle")
    words: list[str] = []
    while cursor.ahead().kind == "word" and len(words) < 3:
        token = cursor.ahead()
        if token.low in _NOT_NAMES or _NUMBER.fullmatch(token.text) or token.low in _IN_WORDS:
            break
        cursor.place += 1
        if possessive and token.low.endswith(("'s", "s'")):
            return " ".join([*words, re.sub(r"(?<=s)['’]$|['’]s$", "", token.text)])
        words.append(token.text)
        if not possessive:
            return token.text
    return ""


def _variable(cursor: TokenCursor) -> str:
    quoted = cursor.kind("quote")
    if quoted is not None:
        return quoted.text.strip()
    words: list[str] = []
    while cursor.ahead().kind == "word" and cursor.ahead().low not in _NOT_NAMES and len(words) < _MOST_WORDS:
        words.append(cursor.ahead().text)
        cursor.place += 1
    if not words or not re.match(r"[^\W\d]", words[0]) or words[0].lower() in VERB_WORDS:
        raise NotUnderstood("it does not name a value plainly")
    return " ".join(words)


def _is_number(token: Token) -> bool:
    return token.kind == "word" and (_NUMBER.fullmatch(token.text) is not None or token.low in _IN_WORDS)


def _amount(cursor: TokenCursor) -> str:
    token = cursor.ahead()
    if _is_number(token):
        cursor.place += 1
        return token.text.replace("−", "-") if _NUMBER.fullmatch(token.text) else str(read_number(token.low))
    raise NotUnderstood("it does not say plainly how many")


def read_value(cursor: TokenCursor) -> str:
    """A value: a quotation, a number, or a word. Raises NotUnderstood for what is not plainly one."""
    quoted = cursor.kind("quote")
    if quoted is not None:
        return quoted.text.strip(" ")
    token = cursor.ahead()
    if _is_number(token):
        return _amount(cursor)
    words: list[str] = []
    while cursor.ahead().kind == "word" and cursor.ahead().low not in _NOT_NAMES and len(words) < _MOST_WORDS:
        words.append(cursor.ahead().text)
        cursor.place += 1
    if not words or (len(words) > 1 and not all(word[0].isupper() or word[0].isdigit() for word in words)):
        raise NotUnderstood("it does not say plainly what the value becomes")
    return " ".join(words)
