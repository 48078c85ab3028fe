"""Whose value is meant, which, and how much: "Ana and Bo", "each player whose Guild is Cooks", "Oil", "three"."""

from __future__ import annotations

import re
from contextlib import suppress

from parsers.numbers import read_number
from parsers.patterns import later
from parsers.proposals.titles import read_label
from parsers.proposals.tokens import VERB_WORDS, NotUnderstood, Token, TokenCursor

_NUMBER = later(r"[-+−]?\d+(?:\.\d+)?")
_IN_WORDS = frozenset("zero one two three four five six seven eight nine ten eleven twelve fifteen twenty".split())
_NOT_NAMES = frozenset(
    "the a an each every all any it its their that this these those of for to by from in and or with without if at random their his "
    "her our rule rules subrule becomes gains gain loses lose receives receive text title name sentence paragraph word words list "
    "table row status idle new default value values equal number amount half double other following same current previous higher "
    "lower more less both either everything nothing none blank empty whatever whichever proposal proposals dynasty emperor admin "
    "adminned who whose which where as rises increases climbs falls drops decreases "
    "sinks goes rise fall drop go apiece is are now shall".split()
)
_BOUNDS = (
    ("fewer|less than", "at most", -1),
    ("under|below", "at most", -1),
    ("more|greater than", "at least", 1),
    ("over|above", "at least", 1),
    ("at least", "at least", 0),
    ("at most", "at most", 0),
    ("no more|greater than", "at most", 0),
    ("no fewer|less than", "at least", 0),
    ("exactly", "exactly", 0),
)
"""How a bound is worded, as which one it is kept, and the difference."""
_MOST_WORDS = 5
_Among = tuple[str, str] | None
Owners = tuple[tuple[str, ...], str, _Among]
"""Players by name, or the word for all of them; and the variable and value of those of them that are meant."""


def read_owners(cursor: TokenCursor, *, possessive: bool = False) -> Owners | None:
    """The players that are meant here, None where none are."""
    saved = cursor.save()
    everybody = _everybody(cursor, possessive=possessive)
    if everybody:
        return (), everybody, None if possessive else _among(cursor)
    cursor.back(saved)
    cursor.take("each of")
    both = cursor.take("both")
    names: list[str] = []
    while True:
        name, ends = _name(cursor)
        if not name:
            break
        names.append(name)
        if ends:
            between = cursor.save()
            if possessive and cursor.take("and") and _name(cursor)[1]:
                # "Ana's and Bo's Oil".
                cursor.back(between)
                cursor.take("and")
                continue
            cursor.back(between)
            if possessive:
                return tuple(names), "", None
            break
        between = cursor.save()
        comma = cursor.take(",")
        if not (cursor.take("and") or comma) or not _may_be_name(cursor.ahead()):
            cursor.back(between)
            if possessive or (both and len(names) != len(("one", "other"))):
                break
            return tuple(names), "", None
    cursor.back(saved)
    return None


def _among(cursor: TokenCursor) -> _Among:
    """Such as "(Each player) whose Guild is Cooks", "with fewer than 10 Coins", "who has no Oil"."""
    saved = cursor.save()
    with suppress(NotUnderstood):
        if cursor.take("whose"):
            variable = read_variable(cursor)
            if cursor.take("is|are|equals currently?"):
                bound = _bound(cursor)
                return variable, bound or read_value(cursor)
        elif cursor.first(("with|having currently?", "that|who currently? has|have|holds|hold|owns|own")):
            bound = _bound(cursor)
            variable = read_label(cursor, quoted=True)
            if bound and variable:
                return variable, bound
    cursor.back(saved)
    return None


def _bound(cursor: TokenCursor) -> str:
    """Such as "Fewer than 10", "at least 3", "5 or more", "no": as "at most 9", "at least 3", "at least 5", "exactly 0"."""
    saved = cursor.save()
    for phrase, word, more in _BOUNDS:
        if cursor.take(phrase) and _is_whole(cursor.ahead()):
            return f"{word} {int(read_amount(cursor)) + more}"
        cursor.back(saved)
    if cursor.take("no|zero"):
        return "exactly 0"
    number = read_amount(cursor) if _is_whole(cursor.ahead()) else ""
    if number and cursor.take("or more|fewer|less"):
        return f"at {'least' if cursor.tokens[cursor.place - 1].low == 'more' else 'most'} {number}"
    cursor.back(saved)
    return ""


def _is_whole(token: Token) -> bool:
    return token.low in _IN_WORDS or (token.kind == "word" and token.text.isascii() and token.text.isdigit())


def _name(cursor: TokenCursor) -> tuple[str, bool]:
    """A player's name of one or more words, and whether it ends with an apostrophe ("Night Heron's")."""
    words: list[str] = []
    while _may_be_name(cursor.ahead()):
        token = cursor.ahead()
        cursor.place += 1
        if token.low.endswith(("'s", "s'")):
            return " ".join([*words, re.sub(r"['’]s$|(?<=s)['’]$", "", token.text)]), True
        words.append(token.text)
    return " ".join(words), False


def _may_be_name(token: Token) -> bool:
    """Whether a word may be of a player's name; those in lower case are only known beside an apostrophe."""
    if token.kind != "word" or token.low.removesuffix("'s") in _NOT_NAMES or _NUMBER.fullmatch(token.text):
        return False
    return token.text[:1].isupper() or token.low.endswith("'s")


def _everybody(cursor: TokenCursor, *, possessive: bool) -> str:
    if cursor.take("everyone's|everybody's" if possessive else "everyone|everybody"):
        return "player"
    if not (cursor.take("each|every") or cursor.take("all of? the?")):
        return ""
    cursor.take("active|non-idle")
    words: list[str] = []
    while cursor.ahead().kind == "word" and len(words) < 3:
        token = cursor.ahead()
        if token.low in _NOT_NAMES or _NUMBER.fullmatch(token.text) or token.low in _IN_WORDS:
            break
        cursor.place += 1
        if possessive and token.low.endswith(("'s", "s'")):
            return " ".join([*words, re.sub(r"(?<=s)['’]$|['’]s$", "", token.text)])
        words.append(token.text)
        if not possessive:
            return token.text
    return ""


def read_variable(cursor: TokenCursor) -> str:
    """The name of a variable. Raises NotUnderstood where none stands here."""
    quoted = cursor.kind("quote")
    if quoted is not None:
        return quoted.text.strip()
    words: list[str] = []
    while cursor.ahead().kind == "word" and cursor.ahead().low not in _NOT_NAMES and len(words) < _MOST_WORDS:
        words.append(cursor.ahead().text)
        cursor.place += 1
    if not words or not re.match(r"[^\W\d]", words[0]) or words[0].lower() in VERB_WORDS:
        raise NotUnderstood("it does not name a value plainly")
    return " ".join(words)


def is_number(token: Token) -> bool:
    """Whether a token is a number, in digits or in words."""
    return token.kind == "word" and (_NUMBER.fullmatch(token.text) is not None or token.low in _IN_WORDS)


def read_amount(cursor: TokenCursor) -> str:
    """A number. Raises NotUnderstood where none stands here."""
    token = cursor.ahead()
    if is_number(token):
        cursor.place += 1
        return token.text.replace("−", "-") if _NUMBER.fullmatch(token.text) else str(read_number(token.low))
    raise NotUnderstood("it does not say plainly how many")


def read_value(cursor: TokenCursor) -> str:
    """A value: a quotation, a number, or a word. Raises NotUnderstood for what is not plainly one."""
    quoted = cursor.kind("quote")
    if quoted is not None:
        return quoted.text.strip(" ")
    token = cursor.ahead()
    if is_number(token):
        return read_amount(cursor)
    words: list[str] = []
    while cursor.ahead().kind == "word" and cursor.ahead().low not in _NOT_NAMES and len(words) < _MOST_WORDS:
        words.append(cursor.ahead().text)
        cursor.place += 1
    if not words or (len(words) > 1 and not all(word[0].isupper() or word[0].isdigit() for word in words)):
        raise NotUnderstood("it does not say plainly what the value becomes")
    return " ".join(words)
