"""The dynasty's words for Player and Emperor.

Four places tell them, none of them in every edition and one of them wrong in some: the rule "Dynasties"
("headed by a single X, known as the Y"), the list of the rule "Synonyms" ("X (Player)"), the bullet "The
terms X and Player are synonyms", and the first sentence ("all Xs shall obey it"), which gives the plural.
Where two disagree, that is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from parsers.ruleset.markup import blocks
from parsers.ruleset.model import Rule, Terms, UnreadClause

__all__ = ["guess_plural", "guess_singular", "read_terms"]

_NAME = r"[^,;:\"“”]{1,60}?"
_FULL_STOP = r"(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bSt)\.(?: |$)"
_HEADED = re.compile(rf"\bheaded by (?:a single|one|an?) ({_NAME}), known as (?:the|an?) ({_NAME})(?:[,;:]|{_FULL_STOP}|$)")
_NO_EMPEROR = re.compile(rf"\b[Ii]f there is no ({_NAME}), the [Dd]ynasty is a [Mm]etadynasty")
_SYNONYM = re.compile(rf"^({_NAME}) ?\((player|emperor)s?\)", re.IGNORECASE)
_ARE_SYNONYMS = re.compile(rf"\bterms [\"“]({_NAME}),?[\"”] and [\"“]({_NAME}),?[\"”] are synonyms\b")
_PLURAL = re.compile(rf"\ball ({_NAME}) shall obey\b")
_PLURAL_FORM = re.compile(rf"\(plural form:? ({_NAME}(?:\([^()]{{1,40}}\))?)\)")
_VOTERS = re.compile(rf"\b[Ee]ach ({_NAME}) may cast (?:one|a) [Vv]ote\b")
_TELLING = ("headed by", "shall obey", "plural form", "(player", "(emperor", "metadynasty", "are synonyms", "may cast")


def guess_singular(plural: str) -> str:
    """A singular only for a plural nobody gives the singular of: regular English, no dictionary."""
    for ending, instead in (("ies", "y"), ("ches", "ch"), ("sses", "ss"), ("s", "")):
        if plural.endswith(ending):
            return plural.removesuffix(ending) + instead
    return plural


def guess_plural(singular: str) -> str:
    """The plural of regular English."""
    if singular.endswith("y") and singular[-2:-1] not in tuple("aeiou"):
        return singular[:-1] + "ies"
    return singular + ("es" if singular.endswith(("s", "x", "ch", "sh")) else "s")


def _telling(rules: Iterable[Rule]) -> Iterator[str]:
    """The paragraphs and list items that may tell a term."""
    for rule in rules:
        low = rule.text.lower()
        if any(words in low for words in _TELLING):
            yield from (block.text for block in blocks(rule.text))


def _first(pattern: re.Pattern[str], texts: Iterable[str]) -> tuple[str, ...]:
    """The groups of the first match, each with its blanks in order; no groups if nothing matches."""
    found = next((match for text in texts if (match := pattern.search(text))), None)
    return tuple(" ".join(group.split()) for group in found.groups()) if found else ()


def _synonyms(texts: Iterable[str]) -> dict[str, str]:
    """What the list of synonyms gives for each role, in lower case."""
    found: dict[str, str] = {}
    for text in texts:
        listed = _first(_SYNONYM, (text,))
        if listed:
            found.setdefault(listed[1].lower(), listed[0])
        pair = _first(_ARE_SYNONYMS, (text,))
        for role, term in (pair, pair[::-1]) if pair else ():
            if role.lower() in ("player", "emperor") and role != term:
                found.setdefault(role.lower(), term)
    return found


def read_terms(rules: Iterable[Rule]) -> tuple[Terms | None, list[UnreadClause]]:
    """The two themed terms, and what is doubtful about them. Terms are None if no place tells the Player's."""
    texts = tuple(_telling(rules))
    listed = _synonyms(texts)
    headed = _first(_HEADED, texts)
    obeying, stated = _first(_PLURAL, texts), _first(_PLURAL_FORM, texts)
    plural = next(iter(stated or obeying), None)
    singular = next(iter(headed or _first(_VOTERS, texts)), None) or listed.get("player")
    if singular is None and plural is None:
        return None, [UnreadClause("terms", "no rule says what this dynasty calls its Players")]
    singular = singular or guess_singular(plural or "")
    emperor = next(iter(headed[1:] or _first(_NO_EMPEROR, texts)), None) or listed.get("emperor")
    doubts = []
    for role, read in (("Player", singular), ("Emperor", emperor)):
        other = listed.get(role.lower())
        if read and other and other != read:
            doubts.append(
                UnreadClause("terms", f"the rule on dynasties calls the {role} {read!r}, the list of synonyms {other!r}", "Synonyms")
            )
    if obeying and stated and obeying != stated:
        doubts.append(UnreadClause("terms", f"Players are called {obeying[0]!r} in one place, {stated[0]!r} in another"))
    if emperor is None:
        doubts.append(UnreadClause("terms", "no rule says what this dynasty calls its Emperor"))
    return Terms(singular, plural or guess_plural(singular), emperor), doubts
