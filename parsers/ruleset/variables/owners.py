"""Whose a variable is: the dynasty's nouns, and the subject of a sentence.

Subjects are "A Player's Rank is ...", "The Rank of each Player is ...", "The Weather is ...".
"""

from __future__ import annotations

import re
from typing import NamedTuple

from parsers.patterns import later
from parsers.ruleset.model import Terms
from parsers.ruleset.variables.values import singular

__all__ = [
    "GAME",
    "PLAYER",
    "Lexicon",
    "SentenceSubject",
    "bare_noun",
    "head_noun",
    "opens_without_subject",
    "read_subject",
    "without_aside",
]

PLAYER = "player"
GAME = "game"

_DETERMINER = later(r"^(?:each|every|all|any|the|an?) (?:and every )?", re.IGNORECASE)
_ADJECTIVE = later(r"^(?:(?:other|active|non-idle|idle|living|individual|single|such|new|remaining|of the|the|of) )+", re.IGNORECASE)
_SMALL = later(r"^(?:(?!of )[a-z][\w-]* (?!of ))+(?=[A-Z])")
_QUALIFIED = later(
    r"\b(?:who|whom|that|which|whose|with|without|within|in|at|on|under|from|not|except|other than|excluding|including"
    r"|besides|of (?:the|an?|each|any)) ?.*$",
    re.DOTALL,
)


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


def bare_noun(text: str) -> str:
    """A noun without its article and without a possessive ending."""
    text = _DETERMINER.sub("", text)
    return text[:-2] if text.endswith("'s") else text.rstrip("'")


def head_noun(text: str) -> str:
    """A subject's noun without articles, adjectives and what qualifies it."""
    noun = _ADJECTIVE.sub("", bare_noun(text))
    return _QUALIFIED.sub("", _SMALL.sub("", noun)).strip(" ,")


class SentenceSubject(NamedTuple):
    """The subject of a sentence. ``owner`` is None where none is named; ``article`` is the first word, if it is one.

    ``counted``: it is the amount of something that somebody has.
    """

    owner: str | None
    name: str
    said: str
    article: str
    counted: bool = False


_LONGEST = 160
_IS = later(
    r" (?=(?:is|are|defaults?|starts?|begins?|consists of an?) |(?:may|can) (?:contain|hold) (?:any number"
    r"|zero or more|multiple|up to) |(?:may|can|must|shall|will) (?:only |always |either )?be |cannot |can "
    r"not |ranges? |(?:may|can) range |(?:may|can|must) (?:not|never) )"
)
_POSSESSIVE = later(r"([^,;:.]{1,60}?(?:'s|s')) ([A-Za-z].{0,60})", re.DOTALL)
_OF_EACH = later(r"([A-Za-z].{0,60}?) (?:of|for) (?:each|every|all|an?|any) ([A-Za-z][\w' -]{0,40})", re.DOTALL)
_RELATIVE = later(r"([^,;:.()]{1,80}), (which [^,;:.()]{1,100}), ((?:is|are) .+)", re.DOTALL)
_HELD = later(
    r"(?:the )?(?:total )?(?:number|amount|quantity|level) of ([A-Za-z][\w' -]{0,40}?),? (?:that |which )?(?:an?|each"
    r"|every) ([A-Za-z][\w' -]{0,40}?) (?:has|have|possesses|holds|owns)",
    re.IGNORECASE,
)
_ARTICLE = later(r"(each|every|all|any|the|an?) ", re.IGNORECASE)
_WHOLE_GAME = later(r"(?:dynasty|game|round|turn)$", re.IGNORECASE)
_ASIDE = later(r"^([^(),]*?) ?(?:\([^()]{0,80}\)|, [^(),]{1,80},)$")
_MARKS = frozenset(",;:.()")
_OTHERWISE = frozenset(
    "if when whenever while once after before unless as until where because since upon there it this that these those "
    "some no none whoever what at for"
    " to who he she but and or not instead otherwise then only immediately during in on by from with both neither "
    "either whether other others".split()
)


def opens_without_subject(text: str) -> bool:
    """Whether the first word is none that begins a subject ("If", "There", "No")."""
    return text.split(" ", 1)[0].lower().rstrip(",") in _OTHERWISE


def without_aside(text: str) -> str | None:
    """A subject without an aside in parentheses or between commas; None if other punctuation divides it."""
    if found := _ASIDE.match(text):
        text = found[1]
    return text if _MARKS.isdisjoint(text) else None


def read_subject(text: str, lexicon: Lexicon) -> SentenceSubject | None:
    """The subject of a sentence that says what something is, may be or defaults to."""
    if apart := _RELATIVE.match(text):
        name, said = apart[1], f"{apart[3]}, {apart[2]}"
    else:
        verb = _IS.search(text, 0, _LONGEST)
        name, said = (without_aside(text[: verb.start()]), text[verb.end() :]) if verb else (None, "")
    if not name or opens_without_subject(name):
        return None
    found = _ARTICLE.match(name)
    article = found[1].lower() if found else ""
    if held := _HELD.fullmatch(name):
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
    name = re.sub(r"^(?:the|own) ", "", name, flags=re.IGNORECASE)
    return SentenceSubject(GAME if _WHOLE_GAME.search(noun) else lexicon.owner(noun), name, said, article, counted=held is not None)
