"""What a sentence speaks of, and whose it is: "A Player's Rank is ...", "The Rank of each Player is ..."."""

from __future__ import annotations

import re
from typing import NamedTuple

from parsers.ruleset.variables.lexicon import GAME, Lexicon, head_noun

__all__ = ["Subject", "begins_otherwise", "read_subject", "without_aside"]


class Subject(NamedTuple):
    """``owner`` is None where none is named; ``article`` is the word the sentence begins with, if it is one.

    ``counted`` says that it is the amount of something that somebody has.
    """

    owner: str | None
    name: str
    said: str
    article: str
    counted: bool = False


_LONGEST = 160
_IS = re.compile(
    r" (?=(?:is|are|defaults?|starts?|begins?|consists of an?) |(?:may|can) (?:contain|hold) (?:any number"
    r"|zero or more|multiple|up to) |(?:may|can|must|shall|will) (?:only |always |either )?be |cannot |can "
    r"not |ranges? |(?:may|can) range |(?:may|can|must) (?:not|never) )"
)
_POSSESSIVE = re.compile(r"([^,;:.]{1,60}?(?:'s|s')) ([A-Za-z].{0,60})", re.DOTALL)
_OF_EACH = re.compile(r"([A-Za-z].{0,60}?) (?:of|for) (?:each|every|all|an?|any) ([A-Za-z][\w' -]{0,40})", re.DOTALL)
_RELATIVE = re.compile(r"([^,;:.()]{1,80}), (which [^,;:.()]{1,100}), ((?:is|are) .+)", re.DOTALL)
_HELD = re.compile(
    r"(?:the )?(?:total )?(?:number|amount|quantity|level) of ([A-Za-z][\w' -]{0,40}?),? (?:that |which )?(?:an?|each"
    r"|every) ([A-Za-z][\w' -]{0,40}?)"
    r" (?:has|have|possesses|holds|owns)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(each|every|all|any|the|an?) ", re.IGNORECASE)
_WHOLE_GAME = re.compile(r"(?:dynasty|game|round|turn)$", re.IGNORECASE)
_ASIDE = re.compile(r"^([^(),]*?) ?(?:\([^()]{0,80}\)|, [^(),]{1,80},)$")
_MARKS = frozenset(",;:.()")
_OTHERWISE = frozenset(
    "if when whenever while once after before unless as until where because since upon there it this that these those "
    "some no none whoever what at for"
    " to who he she but and or not instead otherwise then only immediately during in on by from with both neither "
    "either whether other others".split()
)


def begins_otherwise(text: str) -> bool:
    """Whether a text begins with a word that no subject begins with ("If", "There", "No")."""
    return text.split(" ", 1)[0].lower().rstrip(",") in _OTHERWISE


def without_aside(text: str) -> str | None:
    """A subject without what is said of it in parentheses or between commas; None if more than that parts it."""
    if found := _ASIDE.match(text):
        text = found.group(1)
    return text if _MARKS.isdisjoint(text) else None


def read_subject(text: str, lexicon: Lexicon) -> Subject | None:
    """The subject of a sentence that says what something is, may be or defaults to."""
    if apart := _RELATIVE.match(text):
        name, said = apart.group(1), f"{apart.group(3)}, {apart.group(2)}"
    else:
        verb = _IS.search(text, 0, _LONGEST)
        name, said = (without_aside(text[: verb.start()]), text[verb.end() :]) if verb else (None, "")
    if not name or begins_otherwise(name):
        return None
    found = _ARTICLE.match(name)
    article = found.group(1).lower() if found else ""
    if held := _HELD.fullmatch(name):
        name, noun = held.groups()
    elif possessive := _POSSESSIVE.fullmatch(name):
        noun, name = possessive.groups()
    elif of_each := _OF_EACH.fullmatch(name):
        name, noun = of_each.groups()
    else:
        return Subject(None, name[found.end() :] if found else name, said, article)
    noun = head_noun(noun)
    if not noun or begins_otherwise(noun):
        return None
    name = re.sub(r"^(?:the|own) ", "", name, flags=re.IGNORECASE)
    return Subject(GAME if _WHOLE_GAME.search(noun) else lexicon.owner(noun), name, said, article, counted=held is not None)
