"""Whose a variable is: the dynasty's nouns, and the subject of a sentence.

Subjects are "A Player's Rank is ...", "The Rank of each Player is ...", "The Weather is ...".
"""

from __future__ import annotations

import re
from typing import NamedTuple

from parsers.patterns import later
from parsers.ruleset.model import Terms
from parsers.ruleset.variables.values import singular
from parsers.ruleset.variables.wordings import BEING, NO_SUBJECT

PLAYER = "player"
GAME = "game"

_DETERMINER = later(
    r"(?i)^(?:(?:each|every|all|any|the|an?|and|other|active|non-idle|idle|living|individual|single|such|new|remaining|of) )+"
)
_SMALL = later(r"^(?:(?!of )[a-z][\w-]* (?!of ))+(?=[A-Z])")
_QUALIFIED = later(
    r"(?s)\b(?:who|whom|that|which|whose|with|without|within|in|at|on|under|from|not|except|other than|excluding|including|besides"
    r"|of (?:the|an?|each|any)) ?.*$"
)
_POSSESSIVE = later(r"(?s)([^,;:.]{1,60}?(?:'s|s')) ([A-Za-z].{0,60})")
_OF_EACH = later(r"(?s)([A-Za-z].{0,60}?) (?:of|for) (?:each|every|all|an?|any) ([A-Za-z][\w' -]{0,40})")
_RELATIVE = later(r"(?s)([^,;:.()]{1,80}), (which [^,;:.()]{1,100}), ((?:is|are) .+)")
_HELD = later(
    r"(?i)(?:the )?(?:total )?(?:number|amount|quantity|level) of ([A-Za-z][\w' -]{0,40}?),? (?:that |which )?(?:an?|each|every)"
    r" ([A-Za-z][\w' -]{0,40}?) (?:has|have|possesses|holds|owns)"
)
_ARTICLE = later(r"(?i)(each|every|all|any|the|an?) ")
_OWN = later(r"(?i)^(?:the|own) ")
_WHOLE_GAME = later(r"(?i)(?:dynasty|game|round|turn)$")
_MARKS = frozenset(",;:.()")
_LONGEST = 160


class Lexicon:
    """The dynasty's words for its players, and the owner that a noun stands for."""

    def __init__(self, terms: Terms | None) -> None:
        named = {" ".join(form.casefold().split()) for form in (terms.player, terms.players)} if terms else set[str]()
        self.players = named | {"player", "players"}
        self.person = "|".join(re.escape(form) for form in sorted(self.players, key=len, reverse=True))
        self.plural = " ".join(terms.players.casefold().split()) if terms else "players"

    def owner(self, noun: str, *, one: bool = False) -> str:
        """The owner that a noun means: PLAYER, or the noun with a capital and in the singular (which it already is if ``one``)."""
        if noun.casefold() in self.players:
            return PLAYER
        name = noun if one else singular(noun)
        return name[:1].upper() + name[1:]


def head_noun(text: str) -> str:
    """A subject's noun without articles, adjectives and what qualifies it."""
    noun = _DETERMINER.sub("", text.removesuffix("'s").rstrip("'"))
    return _QUALIFIED.sub("", _SMALL.sub("", noun)).strip(" ,")


def divided(text: str) -> bool:
    """Whether marks divide a text, so that it is no subject."""
    return not _MARKS.isdisjoint(text)


def opens_without_subject(text: str) -> bool:
    """Whether the first word is none that begins a subject ("If", "There", "No")."""
    return text.split(" ", 1)[0].lower().rstrip(",") in NO_SUBJECT


class SentenceSubject(NamedTuple):
    """The subject of a sentence. ``owner`` is None where none is named; ``article`` is the first word, if it is one.

    ``counted``: it is the amount of something that somebody has.
    """

    owner: str | None
    name: str
    said: str
    article: str
    counted: bool = False


def read_subject(text: str, lexicon: Lexicon) -> SentenceSubject | None:
    """The subject of a sentence that says what something is, may be or defaults to."""
    if apart := _RELATIVE.match(text):
        name, said = apart[1], f"{apart[3]}, {apart[2]}"
    else:
        verb = BEING.search(text, 0, _LONGEST)
        name, said = (text[: verb.start()], text[verb.end() :]) if verb else ("", "")
    if not name or divided(name) or opens_without_subject(name):
        return None
    found = _ARTICLE.match(name)
    article = found[1].lower() if found else ""
    held = _HELD.fullmatch(name)
    if held:
        name, noun = held.groups()
    elif possessive := _POSSESSIVE.fullmatch(name):
        noun, name = possessive.groups()
    elif of_each := _OF_EACH.fullmatch(name):
        name, noun = of_each.groups()
    else:
        return SentenceSubject(None, name[found.end() :] if found else name, said, article)
    noun = head_noun(noun)
    if not noun or opens_without_subject(noun):
        return None
    owner = GAME if _WHOLE_GAME.search(noun) else lexicon.owner(noun)
    return SentenceSubject(owner, _OWN.sub("", name), said, article, counted=held is not None)
