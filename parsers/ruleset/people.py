"""What a dynastic sentence says of somebody: of a Player, of those in a state that rules give to Players, of holders of an office.

“A Player whose Marrow is 0 is Hollow” makes “The Hollow are not asked” a sentence on Players, though neither says so
alone. What is said of a thing of the dynasty stays with the thing; what is said of people has to be tied to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import dropwhile

from parsers.ruleset.sentences import Sentence
from parsers.ruleset.words import Words, words_of

__all__ = ["SOMEBODY", "roles_in", "said_of_somebody"]

_NEAR = 4
"""So many words into a sentence, or behind what it begins with, its subject stands."""

_FAR = 80
"""These words have no more characters."""

_PLAYERS = frozenset("player players".split())
SOMEBODY = _PLAYERS.union("we somebody someone newcomers who whoever they those others".split())
"""Words for a Player that every dynasty has."""

_POINTING = frozenset("they those others".split())
"""Whom they mean has just been said where the sentence begins with a condition."""

_OPENERS = frozenset(
    "in on at by under during with without throughout within while when whenever if once until unless after before since as where"
    " upon".split()
)
_RELATIVE = frozenset("who whose whom that".split())
_QUALIFIERS = frozenset("with without in at on of from under".split())
_BE = frozenset("is are become becomes".split())
_BEFORE_STATES = frozenset("a an the called known as said to be then also".split())
_ARTICLES = frozenset("a an the each every any all no 1 both".split())
_ALLOWS = frozenset("may should".split())
_LIMITS = frozenset("not only never".split())
_VERBS = _BE | _ALLOWS.union(
    """must can cannot shall will would might be was were has have had does do did remains remain gains gain loses lose takes take makes
    make holds hold gives give needs need comes come goes go passes pass stands stand sits sit counts count wears wear stays stay""".split()
)


def roles_in(sentences: Iterable[Sentence]) -> Iterator[str]:
    """What is said of Players: each word that may be such a state or office."""
    for words in [sentence.words for sentence in sentences]:
        if not _PLAYERS.isdisjoint(words[:_NEAR]) and not _BE.isdisjoint(words):
            for at in [at for at, word in enumerate(words, 1) if word in _BE]:
                yield from list(dropwhile(_BEFORE_STATES.__contains__, words[at : at + 1 + _NEAR]))[:1]


def said_of_somebody(sentence: Sentence, roles: frozenset[str]) -> Words | None:
    """What the sentence says of somebody, where its subject is one of ``roles`` (with :data:`SOMEBODY`).

    None too where it allows a Player a move.
    """
    words = sentence.words
    if words and words[0] in _OPENERS:
        main = sentence.canon.partition(", ")[2] or sentence.canon
        # Most are about no one: the words of all of it are asked for where one of the first is of people.
        return None if roles.isdisjoint(main[:_FAR].split(None, _NEAR)) else _said(words_of(main), roles, fronted=True)
    return None if roles.isdisjoint(words[:_NEAR]) else _said(words, roles, fronted=False)


def _said(words: Words, roles: frozenset[str], *, fronted: bool) -> Words | None:
    before = ""
    for at, word in enumerate(words[:_NEAR], 1):
        if word in _VERBS:
            return None
        pointing = fronted and word in _POINTING
        if (word in SOMEBODY and not pointing) or (word in roles and not pointing and (not before or before in _ARTICLES)):
            return _main_part(words[at:], word in _PLAYERS) if words[at : at + 1] != ["s"] else None
        before = word
    return None


def _main_part(words: Words, a_player: bool) -> Words | None:
    """The words behind a subject, without what tells whom of them it means, as far as verbs show where that ends."""
    first = words[0] if words else ""
    for _ in range(2 if first in _RELATIVE else 1 if first in _QUALIFIERS else 0):
        at = next((place for place, word in enumerate(words) if word in _VERBS), None)
        if at is None:
            break
        if a_player and words[at] in _ALLOWS and _LIMITS.isdisjoint(words[at + 1 : at + 2]):
            return None
        words = words[at + 1 :]
    return words
