"""One notation for the wordings of clauses and of what verdicts rest on, for texts of words each with a blank behind it.

    (a|any) player may submit [a] <proposal> unless they already have {n:pending} pending

``[...]`` may be missing, ``(a|b)`` is one of several, ``<name>`` stands for a line that several wordings share, ``{slot}`` is what the
table's slots say it is, ``{slot:name}`` the same under another name; ``...`` are up to seven words, ``beginn*`` is every word that
begins so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import accumulate
from types import MappingProxyType

_NONE: Mapping[str, str] = MappingProxyType({})
_SIGNS = {"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|", "...": r"(?:\S+ ){0,7}?"}
_DEPTHS = {"(": 1, "[": 1, ")": -1, "]": -1}
_PIECE = re.compile(r"\.\.\.|\{[a-z:]+\}|[][()|]|[^][()|{}\s]+")
_SHARED = re.compile(r"<(\w+)>")


def expanded(wording: str, shared: Mapping[str, str]) -> str:
    """A wording with the lines that it shares in their place."""
    while "<" in wording:
        wording = _SHARED.sub(lambda found: shared[found[1]], wording)
    return wording


def slots_of(wording: str) -> dict[str, str]:
    """The names of a wording's slots, and what kind of slot each is."""
    slots = (piece[1:-1].partition(":") for piece in _PIECE.findall(wording) if piece[0] == "{")
    return {name or kind: kind for kind, _, name in slots}


def words_needed(wording: str) -> list[str]:
    """The words that every text has which the wording fits: those outside of all brackets."""
    pieces = _PIECE.findall(wording)
    depths = accumulate(_DEPTHS.get(piece, 0) for piece in pieces)
    return [piece for piece, depth in zip(pieces, depths, strict=True) if not depth and piece[0].isalnum() and piece[-1] != "*"]


def expression(wording: str, slots: Mapping[str, str] = _NONE, between: str = "") -> str:
    """The source of a regular expression; ``between`` is what may stand behind any word."""
    return "".join(_part(piece, slots, between) for piece in _PIECE.findall(wording))


def _part(piece: str, slots: Mapping[str, str], between: str) -> str:
    if piece in _SIGNS:
        return _SIGNS[piece]
    if piece[0] == "{":
        kind, _, name = piece[1:-1].partition(":")
        return f"(?P<{name or kind}>{slots[kind]}) "
    if piece in (".", '"'):
        return r"\. " if piece == "." else '" '
    word = "[^ .]*".join(map(re.escape, piece.split("*")))
    return f"{word} {between}"
