"""Sentences that say when a whole matter takes effect: "If … was enacted, this proposal does nothing"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from parsers.proposals.changing import NUMBERS
from parsers.proposals.conditions import opposite, read_conditions, read_otherwise
from parsers.proposals.model import ConditionKind, InstructionCondition
from parsers.proposals.tokens import NotUnderstood, Token, TokenCursor

_THIS = (
    "the? rest|remainder? of? this|the proposal|cfj|matter|post|call",
    "none? of? the|these above|foregoing|preceding? changes|amendments|instructions|things|edits?",
    "all|any|none of this|it",
)
_NOTHING = (
    "has|have no further|other? effect",
    "shall|will|should have no further|other? effect",
    "does|do nothing",
    "shall|will do nothing",
    "does|do|shall|will not have any? effect",
    "does|do|shall|will not take effect",
    "do nothing",
    "is|are void",
    "is|are to be ignored",
)
_STAYS = (
    "do nothing else|more?",
    "nothing happens|changes",
    "nothing is|needs done|changed|doing",
    "no harm is? done",
    "there's|is nothing to do",
    "leave|keep things|everything|it as they|it are|is",
)
_SIGNS = frozenset(
    "no effect|take effect|takes effect|does nothing|do nothing|have effect|has effect|be ignored|is void|no further".split("|")
)
_CONDITIONS = frozenset("if unless only when until provided except instead otherwise".split())
_SKIPPING = frozenset("skip ignore disregard omit".split())
_BELOW = frozenset("below following next proposal rest paragraph list remainder".split())
_REFERRING = frozenset("above foregoing preceding aforementioned".split())


def read_guard(tokens: Sequence[Token]) -> tuple[InstructionCondition, ...]:
    """The conditions on which all instructions of the matter are carried out; none where a sentence says nothing of that."""
    try:
        return _guard(tokens) or (_unknown(tokens) if _speaks_of_effect(tokens) else ())
    except NotUnderstood:
        return ()


def changes_nothing_otherwise(tokens: Sequence[Token]) -> bool:
    """Such as "If it doesn't, do nothing", "If not, no harm done": what was said on a condition is all."""
    cursor = TokenCursor(tokens)
    denied = cursor.take("if it|that doesn't|didn't|isn't|wasn't|hasn't") or cursor.take("if it|that fails|failed")
    if not denied and not read_otherwise(cursor):
        return False
    cursor.take("pass|passed|exist|enacted")
    cursor.take(",|:")
    cursor.take("then|just|simply ,?")
    return cursor.first(_STAYS) and _ends(cursor)


def _guard(tokens: Sequence[Token]) -> tuple[InstructionCondition, ...]:
    cursor = TokenCursor(tokens)
    found = read_conditions(cursor)
    if found:
        cursor.take(",")
        cursor.take("then ,?")
        return opposite(found) if _nothing(cursor) and _ends(cursor) else ()
    none = cursor.ahead().low == "none"
    if not cursor.first(_THIS):
        return ()
    only = cursor.take("only takes|has|take|have|applies|apply|happens effect?") or cursor.take("takes|has|take|have effect only")
    nothing = not only and (cursor.first(_NOTHING) or (none and cursor.take("happens|happen|applies|apply|is|are done?")))
    found = read_conditions(cursor) if only or nothing else ()
    if not found or not _ends(cursor):
        return ()
    return found if only else opposite(found)


def _nothing(cursor: TokenCursor) -> bool:
    saved = cursor.save()
    if cursor.take("do nothing") or (cursor.first(_THIS) and cursor.first(_NOTHING)):
        return True
    cursor.back(saved)
    return False


def _ends(cursor: TokenCursor) -> bool:
    cursor.take(".")
    return cursor.here is None


def _speaks_of_effect(tokens: Sequence[Token]) -> bool:
    """Whether a sentence that was not understood may say whether the others are carried out."""
    words = [token.low for token in tokens if token.kind == "word"]
    text = " ".join(words)
    # "above 10" compares, and refers to nothing.
    lows = {one for one, two in pairwise((*words, "")) if one != "above" or not (two[:1].isdigit() or two in NUMBERS)}
    if lows & _SKIPPING and lows & (_REFERRING | _BELOW):
        return True
    if words[:1] in (["nothing"], ["none"]) and {"proposal", "cfj"} & lows:
        return not ({"repeals", "changes", "removes", "replaces"} & lows) or bool({"to", "before", "until"} & lows)
    if lows & _CONDITIONS and (lows & _REFERRING or "these changes" in text or "of this happens" in text):
        return True
    return any(sign in text for sign in _SIGNS) and bool({"proposal", "cfj"} & lows or lows & _REFERRING or text.startswith("do nothing"))


def _unknown(tokens: Sequence[Token]) -> tuple[InstructionCondition, ...]:
    text = " ".join(token.text for token in tokens)
    return (InstructionCondition(ConditionKind.OTHER, text[:200]),)
