"""Headers and names of variables, in the forms in which they may be one and the same."""

from __future__ import annotations

import re

from parsers.gamestate.names import fold
from parsers.ruleset.model import Terms
from parsers.ruleset.variables.values import singular

__all__ = ["Words", "bare", "consonants", "initials", "label", "one_form", "parts"]

_REMARK = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|/ ?\d+$")
_AROUND = re.compile(r"^(?:current|total|the|#|no\.|nr\.|number of|amount of|his|her|their|its) +| +(?:total|count|amount|#)$")
_SMALL = frozenset("of the a an and in on to for at or by".split())
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_VOWELS = frozenset("aeiou")
_ENDS = " .:*†‡?!"


def label(text: str) -> str:
    """A header without what stands around its words: case, quotes, a full stop or colon."""
    return fold(text).strip(_ENDS)


def one_form(text: str) -> str:
    """A label with its last word in the singular."""
    head, blank, last = text.rpartition(" ")
    return head + blank + singular(last)


def bare(text: str) -> str:
    """A label without remarks in brackets and words such as "current" or "number of"."""
    without = _REMARK.sub(" ", text)
    return _AROUND.sub("", " ".join(without.split())).strip(_ENDS)


def parts(name: str) -> tuple[str, ...]:
    """The headers that a column's joined name was made of, as labels, top to bottom."""
    return tuple(found for part in name.split(" / ") if (found := label(part)))


def initials(text: str) -> tuple[str, ...]:
    """The first letters of a label's words, with and without its small words; nothing for a single word."""
    words = _WORD.findall(text)
    if len(words) < 2:
        return ()
    large = [word for word in words if word not in _SMALL]
    return tuple(dict.fromkeys("".join(word[0] for word in some) for some in (words, large) if len(some) > 1))


def consonants(text: str) -> str:
    """A label without its vowels but for the first letter ("level" and "lvl" are both "lvl"), doubled letters once."""
    kept = ""
    for i, letter in enumerate(text.replace(" ", "")):
        if (i == 0 or letter not in _VOWELS) and kept[-1:] != letter:
            kept += letter
    return kept


class Words:
    """The dynasty's words for a player, as headers use them."""

    def __init__(self, terms: Terms | None) -> None:
        pairs = [] if terms is None else [(terms.player, "player"), (terms.players, "player")]
        if terms is not None and terms.emperor is not None:
            pairs.append((terms.emperor, "emperor"))
        self.themed = {label(term): role for term, role in pairs if label(term)}
        own = {"player", "players", *(term for term, role in self.themed.items() if role == "player")}
        self.player = frozenset(form for term in own for form in (term, f"{term} name", f"name of {term}", f"{term}'s name"))
        self.term = terms.player if terms is not None else "Player"
        themed = sorted(self.themed, key=len, reverse=True)
        self.forms: dict[str, dict[str, tuple[str, ...]]] = {}
        """The forms of variables' names that were asked for, by the way of matching: every table asks anew."""
        self._terms = re.compile(rf"\b(?:{'|'.join(map(re.escape, themed))})\b") if themed else None

    def plain(self, text: str) -> str:
        """A label with the dynasty's words replaced by those of the rules."""
        return text if self._terms is None else self._terms.sub(lambda match: self.themed[match.group()], text)
