"""Sentences that give somebody or something a variable: who, what they are given, and how surely."""

from __future__ import annotations

import re

from parsers.ruleset.variables.lexicon import GAME, Frame, Lexicon, head_noun
from parsers.ruleset.variables.passing import read_in_passing, whose
from parsers.ruleset.variables.subjects import begins_otherwise, read_subject, without_aside
from parsers.ruleset.variables.values import singular

__all__ = ["owner_spoken_of", "read_frame"]

_LONGEST_SUBJECT = 160
_OPENING = re.compile(
    r"(?:(?:As well as|Besides|Alongside|Apart from|Aside from|Unlike) [^,]{1,60}|In addition(?: to [^,]{1,60})?"
    r"|Additionally|Furthermore|Also"
    r"|Finally|Moreover|By default|At all times|At any (?:given )?time|Initially|Lastly|Similarly|Likewise|However"
    r"|(?:In|On|During|Throughout|While in) [^,]{1,60}),? (?=[A-Za-z])"
)
_VERB = re.compile(
    r" (?:(?P<have>has|have|possess(?:es)?)"
    r"|(?P<loose>(?!(?:i|wa|ha|doe)s )[a-z]+s|(?:is|are) [a-z]+ing)(?= (?:zero or more|any number of|a (?:(?:publicly|privately"
    r"|secretly)[- ]tracked "
    r")?(?:set|list|number) of) )"
    r"|(?:owns?|holds?|carry|carries|keeps?|bears?|maintains?|wields?|belongs? to|wears?|occup(?:y|ies)|consists? of|contains?|houses?"
    r"|controls?"
    r"|(?:is|are|be) (?:assigned|given|associated with|(?:[a-z]+ing )?(?:in|at|on)|located (?:in|at|on)|a [mM]ember of|characteri[sz]ed "
    r"by)))(?: "
    r"also| each| all| both| at all times)? "
)
_SPEAKING = re.compile(r" (?:is|are|has|have|may|can|must) ")
_ADVERBS = frozenset(
    "may can must should shall will might also always openly secretly privately publicly both currently individually optionally all"
    " each".split()
)
_BEFORE_VERB = frozenset("who that which to not and or may can".split())
_THEY = re.compile(r"(?:they|it|each(?: one| of them| of these)?)$", re.IGNORECASE)
_ENOUGH = re.compile(
    r"(?:been|is|are|may|to|had|not|only|already|just"
    r"|the (?:right|option|ability|power|same|highest|lowest|most|least|greatest))\b"
)
_THERE = re.compile(r"there (?:(?:will|shall|may|can|must) )?(?:also |always )?(?:is|are|exists?|be)(?: also| always)? ", re.IGNORECASE)
_GIVEN_AT_START = re.compile(r"(?:start|begin)s?(?: off| out)? with (?!a value)")
_EXISTING = re.compile(
    r"(?:(?:a number of|several|many|various) )?(?P<things>[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3}) exist(?=[ ,;:.])"
    r"|(?:the )?[A-Z][^,;:.]{1,40} is home to ",
    re.IGNORECASE,
)
_TRACKED_AND = re.compile(
    r"(?P<who>(?:Each|Every|All|An?) [^,;:.]{1,40}?) (?:is|are) (?P<how>(?:[a-z]+ly )?tracked),? and (?:each )?(?P<has>ha(?:s|ve) .+)",
    re.DOTALL,
)
_COUNTED = re.compile(
    r"(?:total |current )?(?:number|amount|quantity|name|identity|count|level) of |(?:current|global|overall|total) (?=[A-Z])",
    re.IGNORECASE,
)
_IDENTITY = re.compile(r"(?:identity|name|value|status|whereabouts)\b", re.IGNORECASE)
_EACH = ("each", "every", "all", "any")
_ONE = ("each", "every", "a", "an")


def _without_adverbs(subject: str) -> tuple[str, bool, bool]:
    """A subject without the adverbs before its verb, whether "may" is among them, and whether "may or may not" is."""
    optional = subject.lower().endswith((" may or may not", " optionally"))
    if subject.lower().endswith(" may or may not"):
        subject = subject[: -len(" may or may not")]
    words = subject.split(" ")
    may = False
    while len(words) > 1 and words[-1].lower() in _ADVERBS:
        may = may or words[-1].lower() == "may"
        words.pop()
    return " ".join(words), may, optional


def _kind(article: str, noun: str, lexicon: Lexicon) -> str | None:
    if article in _EACH or (not article and noun.casefold() in lexicon.players):
        return "each"
    if article in ("a", "an"):
        return "a"
    if article:
        return "the"
    return "plural" if noun != singular(noun) and "'" not in noun else None


def _having(text: str, lexicon: Lexicon, before: str | None) -> Frame | None:
    """A sentence of having: "Each Player has ...", "Ships have ...", "They have ..."."""
    verb = _VERB.search(text, 0, _LONGEST_SUBJECT)
    if verb is None or _ENOUGH.match(text, verb.end()):
        return None
    subject, may, optional = _without_adverbs(text[: verb.start()])
    whole = without_aside(subject)
    if not whole or whole.rsplit(" ", 1)[-1].lower() in _BEFORE_VERB:
        return None
    given, owning = text[verb.end() :], verb.group("have") is None
    if before and _THEY.match(whole):
        return Frame(before, given, "they", "", owning, optional)
    noun = head_noun(whole)
    if begins_otherwise(whole) or not noun:
        return None
    first = whole.split(" ", 1)[0].lower()
    article = first if first in (*_EACH, "a", "an", "the") else ""
    kind = _kind(article, noun, lexicon)
    if kind is None or (owning and may and kind in ("a", "the")):
        return None
    owner = GAME if kind == "the" and noun.casefold() not in lexicon.players else lexicon.owner(noun, one=article in _ONE)
    return Frame(owner, given, "a" if verb.group("loose") else kind, "", owning, optional)


def owner_spoken_of(text: str, lexicon: Lexicon) -> str | None:
    """Whom "they" or "it" in the next sentence stands for: the kind of things that this one speaks of."""
    verb = _SPEAKING.search(text, 0, _LONGEST_SUBJECT)
    whole = without_aside(text[: verb.start()]) if verb else None
    noun = head_noun(whole) if whole and not begins_otherwise(whole) else ""
    kind = _kind(whole.split(" ", 1)[0].lower() if whole and " " in whole else "", noun, lexicon) if noun else None
    return lexicon.owner(noun) if kind else None


def _being(text: str, lexicon: Lexicon) -> Frame | None:
    """A sentence of being: "The Weather is ...", "Each Player's Luck is ..."."""
    subject = read_subject(text, lexicon)
    if subject is None:
        return None
    owner, name, said, article, counted = subject
    if _GIVEN_AT_START.match(said):
        return None
    if owner:
        return None if _IDENTITY.match(name) else Frame(owner, said, "each" if article in _EACH else "is", name, counted=counted)
    if head_noun(name).casefold() in lexicon.players or article in _EACH or name.startswith("New "):
        return None
    if article and not name[:1].isupper() and not _COUNTED.match(name):
        return None
    owner, said = whose(said, lexicon)
    return Frame(owner, said, "an" if article in ("a", "an") else "is", name)


def read_frame(text: str, lexicon: Lexicon, before: str | None = None) -> Frame | None:
    """How a sentence (with straight quotes) gives a variable, if it does; ``before`` is the last owner spoken of."""
    if opening := _OPENING.match(text):
        text = text[opening.end() :]
    if both := _TRACKED_AND.match(text):
        text = f"{both.group('who')} {both.group('has').rstrip('.')}, all of which are {both.group('how')}"
    if there := _THERE.match(text) or _EXISTING.match(text):
        things = there.groupdict().get("things") or ""
        owner, given = whose(things + text[there.end() :], lexicon)
        return Frame(owner, given, "there")
    return read_in_passing(text, lexicon, before) or _having(text, lexicon, before) or _being(text, lexicon)
