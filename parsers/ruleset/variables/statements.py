"""Statements: sentences that give somebody a variable, in all their wordings."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.ruleset.variables.owners import GAME, Lexicon, bare_noun, head_noun, opens_without_subject, read_subject, without_aside
from parsers.ruleset.variables.values import PROPER_NAME, contains_any, singular

__all__ = ["Statement", "owner_spoken_of", "read_statement"]

_LONGEST_SUBJECT = 160
_OPENING = later(
    r"(?:(?:As well as|Besides|Alongside|Apart from|Aside from|Unlike) [^,]{1,60}|In addition(?: to [^,]{1,60})?|Additionally"
    r"|Furthermore|Also|Finally|Moreover|By default|At all times|At any (?:given )?time|Initially|Lastly|Similarly|Likewise|However"
    r"|(?:In|On|During|Throughout|While in) [^,]{1,60}),? (?=[A-Za-z])"
)
_VERB = later(
    r" (?:(?P<have>has|have|possess(?:es)?)|(?P<loose>(?!(?:i|wa|ha|doe)s )[a-z]+s|(?:is|are) [a-z]+ing)(?= (?:zero or more"
    r"|any number of|a (?:(?:publicly|privately|secretly)[- ]tracked )?(?:set|list|number) of) )|(?:owns?|holds?|carry|carries|keeps?"
    r"|bears?|maintains?|wields?|belongs? to|wears?|occup(?:y|ies)|consists? of|contains?|houses?|controls?|(?:is|are|be) (?:assigned"
    r"|given|associated with|(?:[a-z]+ing )?(?:in|at|on)|located (?:in|at|on)|a [mM]ember of|characteri[sz]ed by)))(?: also| each| all"
    r"| both| at all times)? "
)
_SPEAKING = later(r" (?:is|are|has|have|may|can|must) ")
_ADVERBS = frozenset(
    "may can must should shall will might also always openly secretly privately publicly both currently individually optionally all"
    " each".split()
)
_BEFORE_VERB = frozenset("who that which to not and or may can".split())
_THEY = later(r"(?:they|it|each(?: one| of them| of these)?)$", re.IGNORECASE)
_ENOUGH = later(
    r"(?:been|is|are|may|to|had|not|only|already|just|the (?:right|option|ability|power|same|highest|lowest|most|least|greatest))\b"
)
_THERE = later(r"there (?:(?:will|shall|may|can|must) )?(?:also |always )?(?:is|are|exists?|be)(?: also| always)? ", re.IGNORECASE)
_GIVEN_AT_START = later(r"(?:start|begin)s?(?: off| out)? with (?!a value)")
_EXISTING = later(
    rf"(?:(?:a number of|several|many|various) )?(?P<things>{PROPER_NAME}) exist(?=[ ,;:.])"
    r"|(?:the )?[A-Z][^,;:.]{1,40} is home to ",
    re.IGNORECASE,
)
_TRACKED_AND = later(
    r"(?P<who>(?:Each|Every|All|An?) [^,;:.]{1,40}?) (?:is|are) (?P<how>(?:[a-z]+ly )?tracked),? and (?:each )?(?P<has>ha(?:s|ve) .+)",
    re.DOTALL,
)
_COUNTED = later(
    r"(?:total |current )?(?:number|amount|quantity|name|identity|count|level) of |(?:current|global|overall|total) (?=[A-Z])",
    re.IGNORECASE,
)
_IDENTITY = later(r"(?:identity|name|value|status|whereabouts)\b", re.IGNORECASE)
_EACH = ("each", "every", "all", "any")
_SINGULAR = ("each", "every", "a", "an")

# Rarer wordings: "For each Ship there is ...", "The Emperor tracks ...", "Whether they ... is tracked". Words in capitals
# stand for expressions of the vocabulary; to read another wording, add it here and to :func:`_rarer`.
_VOCABULARY = {
    "EACH": r"(?:each|every|all)",
    "IS": r"(?:is|are)",
    "OPENLY": r"(?:(?:publicly|privately|secretly) )?",
    "HOW": r"(?P<how>(?:(?:shall|will|should|must|also|privately|secretly|publicly) ){0,3})",
    "NOUN": r"(?P<noun>[^,;:.]{1,60}?)",
    "SOMEBODY": r"(?:the )?[A-Z][^,;:.]{1,40}?",
    "NAME": rf"\"?(?P<name>{PROPER_NAME})\"?",
    "GIVEN": r"(?P<given>.+)",
}


def _wording(text: str, flags: int = re.IGNORECASE | re.DOTALL) -> re.Pattern[str]:
    for word, expression in _VOCABULARY.items():
        text = text.replace(word, expression)
    return later(text, flags)


_FOR_EACH = _wording(
    r"for EACH NOUN,? (?:there (?:is|are|exists?)(?: also)?(?P<after>(?: (?:publicly|privately|secretly))? tracked)?"
    r"|(?:it|the game|the [^,;:.]{1,40}?) HOW(?:tracks?|keeps? track of|maintains?|records?)|is tracked|(?=(?:an?|their) )) GIVEN"
)
_TRACKS = _wording(
    r"(?!(?:each|every|if|when|all)\b)SOMEBODY HOW(?:tracks?|keeps? track of|(?:maintains?|keeps?)(?= an? (?:[\w-]+ )?(?:secret|private"
    r"|public|hidden)))(?P<after>(?: privately| secretly| publicly)?) GIVEN"
)
_EACHS = _wording(r"each NOUN's GIVEN")
_TALLY = _wording(r"an? (?P<how>private|secret|public|hidden) (?:tally|count|total|score) of (?=each )")
_TRACKED_IS = _wording(
    r"(?P<how>OPENLYtracked(?: (?:publicly|privately|secretly))?)[^,;:.]{0,60}?(?: for EACH NOUN)? IS GIVEN"
    r"|(?:the )?(?P<so>(?:publicly|privately|secretly) tracked) (?:variables|values|numbers|statistics)\b[^,;:.]{0,40}? are:? (?P<these>.+)"
)
_FOLLOWING_ARE = _wording(r"the following(?: [\w-]+){0,3} IS (?P<how>OPENLY)tracked\b[^:]{0,80}: ?-?$")
_WHETHER = _wording(
    r"(?P<name>whether(?: or not)? (?P<noun>they|it|(?:an?|each|every|the) [^,;:.]{1,40}?) [^,;:.]{1,60}?) (?P<given>is OPENLYtracked .+)"
)
_BEING_TRACKED = _wording(r"(?:^|, )(?:with )?(?:the|an?) (?P<name>[^,;:.]{1,60}?) being (?P<given>OPENLYtracked .+)", re.DOTALL)
_ASSIGNS = _wording(
    r"SOMEBODY (?:(?:shall|will|must|may|should) )?(?:(?:secretly|privately|publicly) )?(?:assigns?|gives?) (?:each|every) NOUN"
    r" (?P<given>an? .+)"
)
_ONE_IS = _wording(
    r"(?:One|Exactly one|A single|one|exactly one|a single) NOUN (?:is|may be|will be) (?:known as |considered )?the "
    r"(?P<how>(?:publicly |privately |secretly )tracked )?NAME(?P<given>[,:;. ].*)",
    re.DOTALL,
)
_STARTING = _wording(
    r"NOUN (?:starts?|begins?)(?: (?:the|this|each) [a-z]+)?(?: off| out)? with (?P<value>\d{1,9}|[a-z]+) NAME,? "
    r"(?P<given>(?:which|tracked|publicly|privately|secretly|and)\b.*)",
    re.DOTALL,
)
_FOR_WHOM = later(r",? (?:for|of) (?:each|every|all) (?:of the )?(?P<noun>[A-Za-z][\w'-]*(?: [A-Z][\w'-]*){0,3})\b")
_ARTICLE = later(r"(?:an?|the|their) ")

Form = Literal["each", "a", "plural", "the", "there", "is", "an", "tracks", "they"]
"""How a statement is put: "Each Player has", "A Ship has", "Ships have", "The Emperor has", "There is", "The Weather is",
"An Event is", "The Emperor tracks", "They have".
"""


class Statement(NamedTuple):
    """What a sentence gives to whom.

    ``owner`` has the variables, ``given`` is the text that names and describes them. ``name`` is set where the name
    stands before ``given``. ``owning``: the verb is "own", "hold", "carry" and the like; ``optional``: there may be
    none; ``counted``: it is the amount of something.
    """

    owner: str
    given: str
    form: Form
    name: str = ""
    owning: bool = False
    optional: bool = False
    counted: bool = False


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


def _form(article: str, noun: str, lexicon: Lexicon) -> Form | None:
    if article in _EACH or (not article and noun.casefold() in lexicon.players):
        return "each"
    if article in ("a", "an"):
        return "a"
    if article:
        return "the"
    return "plural" if noun != singular(noun) and "'" not in noun else None


def _having(text: str, lexicon: Lexicon, before: str | None) -> Statement | None:
    """A sentence of having: "Each Player has ...", "Ships have ...", "They have ..."."""
    verb = _VERB.search(text, 0, _LONGEST_SUBJECT)
    if verb is None or _ENOUGH.match(text, verb.end()):
        return None
    subject, may, optional = _without_adverbs(text[: verb.start()])
    whole = without_aside(subject)
    if not whole or whole.rsplit(" ", 1)[-1].lower() in _BEFORE_VERB:
        return None
    given, owning = text[verb.end() :], verb["have"] is None
    if before and _THEY.match(whole):
        return Statement(before, given, "they", "", owning, optional)
    noun = head_noun(whole)
    if opens_without_subject(whole) or not noun:
        return None
    first = whole.split(" ", 1)[0].lower()
    article = first if first in (*_EACH, "a", "an", "the") else ""
    form = _form(article, noun, lexicon)
    if form is None or (owning and may and form in ("a", "the")):
        return None
    owner = GAME if form == "the" and noun.casefold() not in lexicon.players else lexicon.owner(noun, one=article in _SINGULAR)
    return Statement(owner, given, "a" if verb["loose"] else form, "", owning, optional)


def owner_spoken_of(text: str, lexicon: Lexicon) -> str | None:
    """The owner that "they" or "it" in the next sentence means: the subject of this one."""
    verb = _SPEAKING.search(text, 0, _LONGEST_SUBJECT)
    whole = without_aside(text[: verb.start()]) if verb else None
    noun = head_noun(whole) if whole and not opens_without_subject(whole) else ""
    form = _form(whole.split(" ", 1)[0].lower() if whole and " " in whole else "", noun, lexicon) if noun else None
    return lexicon.owner(noun) if form else None


def _being(text: str, lexicon: Lexicon) -> Statement | None:
    """A sentence of being: "The Weather is ...", "Each Player's Luck is ..."."""
    subject = read_subject(text, lexicon)
    if subject is None:
        return None
    owner, name, said, article, counted = subject
    if _GIVEN_AT_START.match(said):
        return None
    if owner:
        return None if _IDENTITY.match(name) else Statement(owner, said, "each" if article in _EACH else "is", name, counted=counted)
    if head_noun(name).casefold() in lexicon.players or article in _EACH or name.startswith("New "):
        return None
    if article and not name[:1].isupper() and not _COUNTED.match(name):
        return None
    owner, said = _whose(said, lexicon)
    return Statement(owner, said, "an" if article in ("a", "an") else "is", name)


def _whose(given: str, lexicon: Lexicon) -> tuple[str, str]:
    """The owner that a phrase such as "for each Ship" names, and the text without it."""
    found = _FOR_WHOM.search(given)
    if not found:
        return GAME, given
    return lexicon.owner(found["noun"]), given[: found.start()] + given[found.end() :]


def _after_article(given: str, how: str) -> str:
    """A phrase with words put between its article and the rest."""
    found = _ARTICLE.match(given)
    return f"{found.group()}{how}{given[found.end() :]}" if found else how + given


def _tracking(*words: str | None) -> str:
    """How something is tracked, in words that stand before it."""
    said = " ".join(filter(None, words)).lower()
    if "privat" in said or "secret" in said:
        return "privately tracked "
    return "publicly tracked " if "public" in said else "tracked "


def _tracks(found: re.Match[str], lexicon: Lexicon) -> Statement:
    given, how = found["given"], _tracking(found["how"], found["after"])
    if tally := _TALLY.match(given):
        given, how = given[tally.end() :], _tracking(tally["how"]) + "number of "
    if each := _EACHS.match(given):
        return Statement(lexicon.owner(head_noun(each["noun"])), how + each["given"], "each")
    owner, given = _whose(found["given"], lexicon)
    return Statement(owner, _after_article(given, how), "tracks")


def _tracked_is(found: re.Match[str], lexicon: Lexicon) -> Statement:
    owner, given = (GAME, found["given"]) if found["given"] else _whose(found["these"], lexicon)
    given = _after_article(given, (found["how"] or found["so"]).lower() + " ")
    return Statement(lexicon.owner(head_noun(found["noun"])), given, "each") if found["noun"] else Statement(owner, given, "tracks")


def _rarer(text: str, lexicon: Lexicon, before: str | None) -> Statement | None:
    """The statement of a sentence that is put in one of these ways; ``before`` is the owner last spoken of."""
    low = text.lower()
    if low.startswith("for "):
        found = _FOR_EACH.match(text)
        noun = head_noun(found["noun"]) if found else ""
        if not found or not noun:
            return None
        return Statement(lexicon.owner(noun), _after_article(found["given"], _tracking(found["after"], found["how"])), "each")
    if not contains_any(low, ("track", "maintain", "keep")):
        return None
    if low.startswith("whether "):
        if not (found := _WHETHER.match(text)):
            return None
        owner = before if found["noun"].lower() in ("they", "it") else lexicon.owner(bare_noun(found["noun"]))
        return Statement(owner or GAME, found["given"], "each", found["name"])
    if low.startswith("the following "):
        found = _FOLLOWING_ARE.match(text)
        return Statement(_whose(text, lexicon)[0], f"{found['how']}tracked, the following:", "each") if found else None
    if low.startswith(("one ", "exactly one ", "a single ")):
        found = _ONE_IS.match(text)
        return found and Statement(GAME, f"is the name of a {found['noun']}, {found['how'] or ''}{found['given']}", "is", found["name"])
    return _tracking_somehow(text, lexicon)


def _tracking_somehow(text: str, lexicon: Lexicon) -> Statement | None:
    """The statement of a sentence about tracking that no opening gives away."""
    if (found := _STARTING.match(text)) and with_digits(found["value"]).isdigit():
        given = f"{found['given'].rstrip('.')}, defaulting to {found['value']}"
        return Statement(lexicon.owner(head_noun(found["noun"])), given, "each", found["name"])
    if found := _ASSIGNS.match(text):
        return Statement(lexicon.owner(head_noun(found["noun"]), one=True), found["given"], "a")
    if found := _TRACKS.match(text):
        return _tracks(found, lexicon)
    if found := _TRACKED_IS.match(text):
        return _tracked_is(found, lexicon)
    found = _BEING_TRACKED.search(text)
    return found and Statement(GAME, f"{found['name']} {found['given']}", "there")


def read_statement(text: str, lexicon: Lexicon, before: str | None = None) -> Statement | None:
    """The statement of a sentence (with straight quotes), if it is one; ``before`` is the owner of the one before."""
    if opening := _OPENING.match(text):
        text = text[opening.end() :]
    if both := _TRACKED_AND.match(text):
        text = f"{both['who']} {both['has'].rstrip('.')}, all of which are {both['how']}"
    if there := _THERE.match(text) or _EXISTING.match(text):
        things = there.groupdict().get("things") or ""
        owner, given = _whose(things + text[there.end() :], lexicon)
        return Statement(owner, given, "there")
    return _rarer(text, lexicon, before) or _having(text, lexicon, before) or _being(text, lexicon)
