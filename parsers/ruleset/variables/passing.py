"""Rarer ways to give a variable: "For each Ship there is ...", "The Emperor tracks ...", "Whether they ... is tracked"."""

from __future__ import annotations

import re

from parsers.numbers import with_digits
from parsers.ruleset.variables.lexicon import GAME, Frame, Lexicon, bare_noun, head_noun

__all__ = ["after_article", "read_in_passing", "whose"]

_FLAGS = re.IGNORECASE | re.DOTALL
_HOW = r"(?P<how>(?:(?:shall|will|should|must|also|privately|secretly|publicly) ){0,3})"
_FOR_EACH = re.compile(
    r"for (?:each|every|all) (?P<noun>[^,;:.]{1,60}?),? (?:there (?:is|are|exists?)(?: also)?(?P<after>(?: (?:publicly"
    r"|privately|secretly))? tracked)?"
    rf"|(?:it|the game|the [^,;:.]{{1,40}}?) {_HOW}(?:tracks?|keeps? track of|maintains?|records?)|is tracked|(?=(?:an?"
    r"|their) )) (?P<given>.+)",
    _FLAGS,
)
_TRACKS = re.compile(
    rf"(?:the )?[A-Z][^,;:.]{{1,40}}? {_HOW}(?:tracks?|keeps? track of"
    r"|(?:maintains?|keeps?)(?= an? (?:[\w-]+ )?(?:secret|private|public|hidden)))(?P<after>(?: privately| secretly| "
    r"publicly)?) (?P<given>.+)",
    _FLAGS,
)
_EACHS = re.compile(r"each (?P<noun>[^,;:.]{1,60}?)'s (?P<given>.+)", _FLAGS)
_TALLY = re.compile(r"an? (?P<how>private|secret|public|hidden) (?:tally|count|total|score) of (?=each )", re.IGNORECASE)
_NO_TRACKER = re.compile(r"(?:each|every|if|when|all)\b", re.IGNORECASE)
_TRACKED_IS = re.compile(
    r"(?P<how>(?:(?:publicly|privately|secretly) )?tracked(?: (?:publicly|privately|secretly))?)[^,;:.]{0,60}?(?: for (?:each|every|all)"
    r" (?P<noun>[^,;:.]{1,40}?))? (?:is|are) (?P<given>.+)",
    _FLAGS,
)
_FOLLOWING_ARE = re.compile(
    r"the following(?: [\w-]+){0,3} (?:is|are) (?P<how>(?:publicly |privately |secretly )?)tracked\b[^:]{0,80}: ?-?$", re.IGNORECASE
)
_VARIABLES_ARE = re.compile(
    r"(?:the )?(?P<how>(?:publicly|privately|secretly) tracked) (?:variables|values|numbers|statistics)\b[^,;:.]{0,40}? "
    r"are:? (?P<given>.+)",
    _FLAGS,
)
_WHETHER = re.compile(
    r"(?P<name>whether(?: or not)? (?P<noun>they|it|(?:an?|each|every|the) [^,;:.]{1,40}?) [^,;:.]{1,60}?)"
    r" (?P<given>is (?:publicly |privately |secretly )?tracked .+)",
    _FLAGS,
)
_BEING_TRACKED = re.compile(
    r"(?:^|, )(?:with )?(?:the|an?) (?P<name>[^,;:.]{1,60}?) being (?P<given>(?:publicly |privately |secretly )?tracked .+)", re.DOTALL
)
_ASSIGNS = re.compile(
    r"(?:the )?[A-Z][^,;:.]{1,40}? (?:(?:shall|will|must|may|should) )?(?:(?:secretly|privately|publicly) )?(?:assigns?|gives?)"
    r" (?:each|every) (?P<noun>[^,;:.]{1,40}?) (?P<given>an? .+)",
    _FLAGS,
)
_ONE_IS = re.compile(
    r"(?:One|Exactly one|A single|one|exactly one|a single) (?P<noun>[^,;:.]{1,40}?) (?:is|may be|will be) (?:known as |considered )?the "
    r"(?P<how>(?:publicly |privately |secretly )tracked )?\"?(?P<name>[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3})\"?(?P<given>[,:;. ].*)",
    re.DOTALL,
)
_STARTING = re.compile(
    r"(?P<who>[^,;:.]{1,60}?) (?:starts?|begins?)(?: (?:the|this|each) [a-z]+)?(?: off| out)? with (?P<value>\d{1,9}|[a-z]+) "
    r"(?P<name>[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3}),? (?P<given>(?:which|tracked|publicly|privately|secretly|and)\b.*)",
    re.DOTALL,
)
_ONE = ("one ", "exactly one ", "a single ")
_FOR_WHOM = re.compile(r",? (?:for|of) (?:each|every|all) (?:of the )?(?P<noun>[A-Za-z][\w'-]*(?: [A-Z][\w'-]*){0,3})\b")
_ARTICLE = re.compile(r"(?:an?|the|their) ")
_PRONOUN = re.compile(r"(?:they|it)$", re.IGNORECASE)


def whose(given: str, lexicon: Lexicon) -> tuple[str, str]:
    """The owner that a phrase such as "for each Ship" names, and the text without it."""
    found = _FOR_WHOM.search(given)
    if not found:
        return GAME, given
    return lexicon.owner(found.group("noun")), given[: found.start()] + given[found.end() :]


def after_article(given: str, how: str) -> str:
    """A phrase with words put between its article and the rest."""
    found = _ARTICLE.match(given)
    return f"{found.group()}{how}{given[found.end() :]}" if found else how + given


def _tracking(*words: str | None) -> str:
    """How something is tracked, in words that stand before it."""
    said = " ".join(filter(None, words)).lower()
    if "privat" in said or "secret" in said:
        return "privately tracked "
    return "publicly tracked " if "public" in said else "tracked "


def _for_each(text: str, lexicon: Lexicon) -> Frame | None:
    found = _FOR_EACH.match(text)
    noun = head_noun(found.group("noun")) if found else ""
    if not found or not noun:
        return None
    return Frame(lexicon.owner(noun), after_article(found.group("given"), _tracking(found.group("after"), found.group("how"))), "each")


def _tracks(text: str, lexicon: Lexicon) -> Frame | None:
    found = None if _NO_TRACKER.match(text) else _TRACKS.match(text)
    if not found:
        return None
    given, how = found.group("given"), _tracking(found.group("how"), found.group("after"))
    if tally := _TALLY.match(given):
        given, how = given[tally.end() :], _tracking(tally.group("how")) + "number of "
    if each := _EACHS.match(given):
        return Frame(lexicon.owner(head_noun(each.group("noun"))), how + each.group("given"), "each")
    owner, given = whose(found.group("given"), lexicon)
    return Frame(owner, after_article(given, how), "tracks")


def _whether(text: str, lexicon: Lexicon, before: str | None) -> Frame | None:
    found = _WHETHER.match(text)
    if not found:
        return None
    noun = found.group("noun")
    owner = before if _PRONOUN.match(noun) else lexicon.owner(bare_noun(noun))
    return Frame(owner or GAME, found.group("given"), "each", found.group("name"))


def _tracked_is(text: str, lexicon: Lexicon) -> Frame | None:
    found = _TRACKED_IS.match(text)
    if not found:
        return None
    noun, given = found.group("noun"), after_article(found.group("given"), found.group("how").lower() + " ")
    return Frame(lexicon.owner(head_noun(noun)), given, "each") if noun else Frame(GAME, given, "tracks")


def _following_are(text: str, lexicon: Lexicon) -> Frame | None:
    found = _FOLLOWING_ARE.match(text)
    return Frame(whose(text, lexicon)[0], f"{found.group('how')}tracked, the following:", "each") if found else None


def _variables_are(text: str, lexicon: Lexicon) -> Frame | None:
    found = _VARIABLES_ARE.match(text)
    if not found:
        return None
    owner, given = whose(found.group("given"), lexicon)
    return Frame(owner, after_article(given, found.group("how").lower() + " "), "tracks")


def _assigns(text: str, lexicon: Lexicon) -> Frame | None:
    found = _ASSIGNS.match(text)
    return Frame(lexicon.owner(head_noun(found.group("noun")), one=True), found.group("given"), "a") if found else None


def _one_is(text: str) -> Frame | None:
    found = _ONE_IS.match(text)
    if not found:
        return None
    given = f"is the name of a {found.group('noun')}, {found.group('how') or ''}{found.group('given')}"
    return Frame(GAME, given, "is", found.group("name"))


def _starting(text: str, lexicon: Lexicon) -> Frame | None:
    found = _STARTING.match(text)
    if not found or not with_digits(found.group("value")).isdigit():
        return None
    given = f"{found.group('given').rstrip('.')}, defaulting to {found.group('value')}"
    return Frame(lexicon.owner(head_noun(found.group("who"))), given, "each", found.group("name"))


def _being_tracked(text: str) -> Frame | None:
    found = _BEING_TRACKED.search(text)
    return Frame(GAME, f"{found.group('name')} {found.group('given')}", "there") if found else None


_TRACKING = ("track", "maintain", "keep")


def read_in_passing(text: str, lexicon: Lexicon, before: str | None) -> Frame | None:
    """The frame of a sentence that is put in one of these ways; ``before`` is the owner last spoken of."""
    low = text.lower()
    if low.startswith("for "):
        return _for_each(text, lexicon)
    if not any(word in low for word in _TRACKING):
        return None
    if low.startswith("whether "):
        return _whether(text, lexicon, before)
    if low.startswith("the following "):
        return _following_are(text, lexicon)
    if low.startswith(_ONE):
        return _one_is(text)
    found = _starting(text, lexicon) or _assigns(text, lexicon) or _tracks(text, lexicon) or _tracked_is(text, lexicon)
    return found or _variables_are(text, lexicon) or _being_tracked(text)
