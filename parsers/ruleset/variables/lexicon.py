"""The dynasty's words, the nouns that have variables, and what a sentence that gives one says."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parsers.ruleset.model import Terms
from parsers.ruleset.variables.values import singular

__all__ = ["GAME", "PLAYER", "Frame", "Lexicon", "bare_noun", "head_noun"]

PLAYER = "player"
GAME = "game"

_DETERMINER = re.compile(r"^(?:each|every|all|any|the|an?) (?:and every )?", re.IGNORECASE)
_ADJECTIVE = re.compile(r"^(?:(?:other|active|non-idle|idle|living|individual|single|such|new|remaining|of the|the|of) )+", re.IGNORECASE)
_SMALL = re.compile(r"^(?:(?!of )[a-z][\w-]* (?!of ))+(?=[A-Z])")
_QUALIFIED = re.compile(
    r"\b(?:who|whom|that|which|whose|with|without|within|in|at|on|under|from|not|except|other than|excluding|including"
    r"|besides|of (?:the|an?|each|any)) ?.*$",
    re.DOTALL,
)


class Lexicon:
    """The dynasty's words, and whose variable is meant by a noun."""

    def __init__(self, terms: Terms | None) -> None:
        named = {" ".join(form.casefold().split()) for form in (terms.player, terms.players)} if terms else set[str]()
        self.players = named | {"player", "players"}
        self.person = "|".join(re.escape(form) for form in sorted(self.players, key=len, reverse=True))
        self.plural = " ".join(terms.players.casefold().split()) if terms else "players"

    def owner(self, noun: str, *, one: bool = False) -> str:
        """The owner a noun stands for: the player, or the noun in its singular (as it is already if ``one``) with a capital."""
        if noun.casefold() in self.players:
            return PLAYER
        name = noun if one else singular(noun)
        return name[:1].upper() + name[1:]


@dataclass(frozen=True, slots=True)
class Frame:
    """A sentence that may define variables.

    ``owner`` is whose they are, ``given`` the text that names and describes them. ``kind`` is how it is put:
    ``each`` ("Each Player has"), ``a``, ``plural`` ("Ships have"), ``the``, ``there`` ("There is"), ``is``
    ("The Weather is"), ``an`` ("An Event is"), ``tracks`` ("The Emperor tracks"). ``name`` is set where the
    name stands before ``given``. ``owning`` says that the verb is "own", "hold", "carry" and the like,
    ``optional`` that there may be none, ``counted`` that it is the amount of something.
    """

    owner: str
    given: str
    kind: str
    name: str = ""
    owning: bool = False
    optional: bool = False
    counted: bool = False


def bare_noun(text: str) -> str:
    """A noun without its article and without a possessive ending."""
    text = _DETERMINER.sub("", text)
    return text[:-2] if text.endswith("'s") else text.rstrip("'")


def head_noun(text: str) -> str:
    """A subject's noun without articles, adjectives and what qualifies it."""
    noun = _ADJECTIVE.sub("", bare_noun(text))
    return _QUALIFIED.sub("", _SMALL.sub("", noun)).strip(" ,")
