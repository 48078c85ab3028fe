"""Sentences that sound like talk, and add to what a matter does, spare a part of it, or say what becomes of somebody.

"And, yes, that means the Mill too.", "The second of those can stay.", "Anybody left on the Pier is thrown into the sea."
"""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.changing import BE_FORMS, HARMLESS_PARTICIPLES, PARTICIPLES, QUOTE, lows_of
from parsers.proposals.tokens import Token

_ADDING = (["too"], ["as", "well"], ["likewise"], ["similarly"], ["ditto"], ["the", "same"])
_OWN = frozenset("i i'm i've i'd i'll me my we we've we'd us our myself".split())
_MEANING = frozenset({("says", "the"), ("say", "the"), ("means", "the"), ("mean", "the"), ("is", "the"), ("it's", "the")})
_THE_REST = frozenset({("everything", "else"), ("all", "else"), ("the", "rest"), ("the", "others")})
_IDLY_TOO = frozenset("time me long nice fun true fine good overdue welcome there".split())
"""Words right before "too" by which it adds nothing to what is done."""
_PARTS = frozenset("first second third fourth fifth last final former latter other others one ones rest remainder both".split())
_OF_THEM = frozenset("those these them which".split())
_SPARING = frozenset("stay stays keep keeps remain remains leave survive survives wait right fine same alone".split())
_WISHING = frozenset("i'd i we'd we".split())
_WISHED = frozenset("rather prefer like love".split())
_TO_SEE = frozenset("see have keep leave drop lose cut change make call say it that them spelled spelt spell".split())
_LACKING = frozenset("missing lacks lacking omitted forgot forgotten lost misses".split())
_WHOEVER = frozenset("any all each every those anyone anybody everyone everybody whoever whichever".split())
_TELLING = frozenset("know knows knew remember remembers forget forgets noticed notices think thinks agree agrees says said".split())
_DONE = PARTICIPLES | {"out", "off", "dead", "safe", "exempt", "free", "immune", "gone", "back"}
_POLITE = frozenset(
    "let note comment vote discuss correct forgive excuse be don't do feel see bear point shout say tell suggest remember mind enjoy "
    "pardon help advise ask check look come join stop spare trust take think".split()
)
"""What somebody may kindly do who reads a matter, and by which it does nothing more."""
_NEAR = 5


def is_afterthought(tokens: Sequence[Token]) -> bool:
    """Whether a sentence may add to what a matter does, or take something of it back, whatever else it sounds like."""
    words = [token for token in tokens if token.kind in {"word", "quote"}]
    lows = lows_of(words)
    if not lows:
        return False
    return _adds(lows) or _spares(lows) or _wishes(lows) or _misses(lows) or _befalls(lows) or _asks(lows)


def _adds(lows: Sequence[str]) -> bool:
    """Such as "And, yes, that means the Mill too."."""
    if tuple(lows[:2]) in _THE_REST and lows[-1] == "same":
        return False
    if tuple(lows[-3:-1]) in _MEANING or lows[-3:] == ["might", "as", "well"]:
        return False
    end = next((end for end in _ADDING if list(lows[-len(end) :]) == end), None)
    return end is not None and len(lows) > len(end) and _OWN.isdisjoint(lows) and lows[-len(end) - 1] not in _IDLY_TOO


def _spares(lows: Sequence[str]) -> bool:
    """Such as "The second of those can stay as it was.", "Just the row for the Bell, mind."."""
    start = 1 if lows[0] in {"the", "and", "but", "only", "just"} else 0
    start += lows[start : start + 1] == ["the"]
    pointed = any(
        one in _PARTS and two == "of" and three in _OF_THEM
        for one, two, three in zip(lows[:_NEAR], lows[1:], [*lows[2:], ""], strict=False)
    )
    alone = lows[start : start + 1] != [] and lows[start] in _PARTS and lows[start + 1 : start + 2] != ["of"]
    spared = not _SPARING.isdisjoint(lows[start + 1 :])
    return (pointed and spared) or (alone and lows[-1] in _SPARING and len(lows) <= 2 * _NEAR and start > 0) or _only_that(lows)


def _only_that(lows: Sequence[str]) -> bool:
    return lows[:2] == ["just", "the"] and len(lows) > _NEAR - 1 and lows[2] != "usual" and BE_FORMS.isdisjoint(lows[: 2 * _NEAR])


def _wishes(lows: Sequence[str]) -> bool:
    """Such as "I'd also rather see “Coins” with a small c."."""
    near = lows[1 : _NEAR + 1]
    wished = lows[0] in _WISHING and not _WISHED.isdisjoint(near) and not _TO_SEE.isdisjoint(lows[1 : _NEAR + 2])
    return wished and (QUOTE in lows or "also" in near)


def _misses(lows: Sequence[str]) -> bool:
    """Such as "The block above lacks a last line: “…”"."""
    return QUOTE in lows and not _LACKING.isdisjoint(lows[: lows.index(QUOTE)])


def _befalls(lows: Sequence[str]) -> bool:
    """Such as "Those who've been Jailed under the old rule are let off."."""
    if lows[0] not in _WHOEVER:
        return False
    told = next((number for number, low in enumerate(lows) if low in _TELLING), len(lows))
    for number, low in enumerate(lows[1:told], 1):
        behind = lows[number + 1 :]
        while behind and (behind[0] in {"not", "also", "now", "then", "all"} or behind[0].endswith("ly")):
            behind = behind[1:]
        done = bool(behind) and (behind[0] in _DONE or (behind[0].endswith("ed") and behind[0] not in HARMLESS_PARTICIPLES))
        if low in {"is", "are", "be", "get", "gets"} and done:
            return True
    return False


def _asks(lows: Sequence[str]) -> bool:
    """Such as "Please read it as though it stood there."."""
    return lows[0] == "please" and lows[1:2] != [] and lows[1] not in _POLITE
