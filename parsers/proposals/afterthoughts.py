"""Sentences that sound like talk, and add to what a matter does, spare a part of it, or say what becomes of somebody.

"And, yes, that means the Mill too.", "The second of those can stay.", "Anybody left on the Pier is thrown into the sea."
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from parsers.proposals.changing import BE_FORMS, HARMLESS_PARTICIPLES, PARTICIPLES, QUOTE, lows_of
from parsers.proposals.tokens import Token
from parsers.proposals.word_forms import fits

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
_FEW = 3
_SIGNS_OF_TEXT = frozenset(
    "bracket brackets parenthesis parentheses quotation quote quotes italics bold capital capitals capitalisation capitalization plural "
    "plurals tense comma commas hyphen apostrophe line bullet bullets tag tags".split()
)
"""What a text consists of, of which a sentence may say how it is to be taken."""
_SAID_OF_TEXT = frozenset(
    "is are was were that's it's isn't aren't meant should part without new old deliberate intentional intended included ignore".split()
)
_REGRET = frozenset(
    "sorry apologies oops confusing ugly clumsy unclear ambiguous wrong i'm i've annoying hard weird odd strange funny".split()
)
_ASSUMING = frozenset("assume suppose consider imagine pretend regard".split())
_ALTERATIONS = frozenset("adjustments changes alterations modifications exceptions amendments corrections tweaks exception".split())
_POINTING = frozenset("it this that these they those mine".split())
_SUPERSEDING = frozenset("replaces replace supersedes supersede overrides override undoes undo cancels cancel precedes precede".split())
_INTENT = frozenset("intention intent idea plan hope aim".split())
_RUNNING = frozenset("starts start applies apply begins begin ends end lasts last counts count covers cover runs run only".split())


def is_afterthought(tokens: Sequence[Token]) -> bool:
    """Whether a sentence may add to what a matter does, or take something of it back, whatever else it sounds like."""
    words = [token for token in tokens if token.kind in {"word", "quote"}]
    lows = lows_of(words)
    if not lows:
        return False
    return any(says(lows) for says in _SAYINGS)


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


def _of_the_text(lows: Sequence[str]) -> bool:
    """Such as "The brackets are part of the text.", "The price in the second bullet was meant to be a four."."""
    named = not _SIGNS_OF_TEXT.isdisjoint(lows[: 2 * _NEAR])
    return named and not _SAID_OF_TEXT.isdisjoint(lows) and _REGRET.isdisjoint(lows)


def _means(lows: Sequence[str]) -> bool:
    """Such as "Bell here means the big one.", "By Bell I mean Gong.", "For Bell read Gong.", "Assume the tag is there."."""
    by = lows[0] == "by" and {"i", "mean"} <= set(lows)
    here = "here" in lows[:_NEAR] and "means" in lows[:_NEAR]
    read = lows[0] == "for" and "read" in lows[1:_NEAR] and lows[-1] != "read"
    assumes = lows[0] in _ASSUMING and lows[1:3] not in (["it", "a"], ["it", "an"], ["it", "done"], ["me", "a"], ["this", "a"])
    return by or here or read or assumes


def _goes_back(lows: Sequence[str]) -> bool:
    """Such as "Coins already spent come back.", "Everybody's back to the Bridge.", "Bo is left out of it."."""
    if lows[1:2] == ["already"] and len(lows) > _FEW and lows[2] in {"spent", "lit", "paid", "given", "taken", "held", "used", "played"}:
        return True
    whose = lows[0].removesuffix("'s") in _WHOEVER and lows[0].endswith("'s") and lows[1:2] != [] and lows[1] in _DONE
    left = any(one == "left" and two in {"out", "off", "alone"} for one, two in pairwise(lows)) and _OWN.isdisjoint(lows)
    kept = lows[-2:] == ["to", "keep"] or (
        not {"keeps", "retains"}.isdisjoint(lows[:_NEAR]) and not {"its", "their", "his", "her"}.isdisjoint(lows)
    )
    return whose or (left and "be" not in lows) or kept


def _limits(lows: Sequence[str]) -> bool:
    """Such as "I only want the first half of it.", "With the obvious adjustments.", "This supersedes my earlier one."."""
    wanted = "only" in lows[1:3] and lows[0] in _OWN and not {"want", "mean", "meant", "need", "intend"}.isdisjoint(lows[:_NEAR])
    altered = lows[0] in {"with", "without"} and len(lows) <= _NEAR and not _ALTERATIONS.isdisjoint(lows)
    instead = lows[0] in _POINTING and lows[1:2] != [] and lows[1] in _SUPERSEDING
    when = not _INTENT.isdisjoint(lows[:3]) and any(one in _POINTING and two in _RUNNING for one, two in pairwise(lows))
    return wanted or altered or instead or when


def _asks(lows: Sequence[str]) -> bool:
    """Such as "Please read it as though it stood there.", "Could whoever enacts this also mend the Bell?"."""
    asked = lows[0] == "please" and lows[1:2] != [] and lows[1] not in _POLITE
    return asked or fits(lows, _REQUESTS)


_REQUESTS = """
… could|would|can|will|might whoever|somebody|someone|admin|admins please|also|then|kindly? …
… could|would|can|will the|an|some|our enacting? admin|admins …
… could|would|can|will you please|also|kindly|mind …
"""
_SAYINGS = (_adds, _spares, _wishes, _misses, _befalls, _of_the_text, _means, _goes_back, _limits, _asks)
