"""The dynasty's words for Player and Emperor.

Three places tell them, none of them in every edition and one of them wrong in some: the rule "Dynasties"
("headed by a single X, known as the Y"), the list of the rule "Synonyms" ("X (Player)"), and the first
sentence ("all Xs shall obey it"), which gives the plural. Where two disagree, that is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from parsers.ruleset.markup import plain, without_comments
from parsers.ruleset.model import Rule, Terms, Unread

__all__ = ["read_terms"]

_HEADED = re.compile(r"headed by (?:a single|one|an?) ([^,.;]{1,60}?), known as (?:the|an?) ([^,.;]{1,60}?)[.,;]")
_NO_EMPEROR = re.compile(r"[Ii]f there is no ([^,.;]{1,60}?), the [Dd]ynasty is a [Mm]etadynasty")
_SYNONYM = re.compile(r"^[*#]+\s*(.{1,60}?)\s*\((Player|Emperor)s?\)", re.MULTILINE | re.IGNORECASE)
_PLURAL = re.compile(r"\ball ([^,.;]{1,60}?) shall obey")
_PLURAL_FORM = re.compile(r"\(plural form:? ([^()]{1,60}?)\)")
_VOTERS = re.compile(r"\bEach ([^,.;]{1,60}?) may cast (?:one|a) Vote\b")


def _guess_singular(plural: str) -> str:
    """A singular only for a plural nobody gives the singular of: regular English, no dictionary."""
    for ending, instead in (("ies", "y"), ("ches", "ch"), ("sses", "ss"), ("s", "")):
        if plural.endswith(ending):
            return plural.removesuffix(ending) + instead
    return plural


def _guess_plural(singular: str) -> str:
    if singular.endswith("y") and singular[-2:-1] not in set("aeiou"):
        return singular[:-1] + "ies"
    return singular + ("es" if singular.endswith(("s", "x", "ch", "sh")) else "s")


def _first(pattern: re.Pattern[str], texts: Iterable[str]) -> re.Match[str] | None:
    return next((found for text in texts if (found := pattern.search(text))), None)


def read_terms(rules: Iterable[Rule]) -> tuple[Terms | None, list[Unread]]:
    """The two themed terms, and what is doubtful about them. Terms are None if no place tells the Player's."""
    raw = [without_comments(rule.text) for rule in rules]
    shown = [" ".join(plain(line) for line in text.split("\n")) for text in raw]
    synonyms = {kind.casefold(): plain(term) for text in raw for term, kind in _SYNONYM.findall(text)}
    headed = _first(_HEADED, shown)
    plural_at = _first(_PLURAL, shown) or _first(_PLURAL_FORM, shown)
    plural = plural_at.group(1).strip() if plural_at else None
    voters = _first(_VOTERS, shown)
    singular = headed.group(1) if headed else synonyms.get("player") or (voters.group(1) if voters else None)
    if singular is None and plural is None:
        why = "no rule says what this dynasty calls its Players"
        return None, [Unread("terms", why)]
    singular = (singular or _guess_singular(plural or "")).strip()
    metadynasty = _first(_NO_EMPEROR, shown)
    emperor = headed.group(2).strip() if headed else synonyms.get("emperor") or (metadynasty.group(1) if metadynasty else None)
    doubts = []
    for word, read in (("player", singular), ("emperor", emperor)):
        other = synonyms.get(word)
        if headed and read and other and other != read:
            why = f"the rule on dynasties calls the {word.title()} {read!r}, the list of synonyms {other!r}"
            doubts.append(Unread("terms", why, "Synonyms"))
    if emperor is None:
        doubts.append(Unread("terms", "no rule says what this dynasty calls its Emperor"))
    return Terms(singular, plural or _guess_plural(singular), emperor), doubts
