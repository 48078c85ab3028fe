"""Statements: sentences that give somebody a variable, in all their wordings."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.ruleset.variables.grammar import Found, Phrasebook
from parsers.ruleset.variables.nouns import GAME, Lexicon, divided, head_noun, opens_without_subject, read_subject
from parsers.ruleset.variables.values import contains_any, singular
from parsers.ruleset.variables.wordings import HAVING, OPENING, SENTENCES

_LONGEST_SUBJECT = 160
_RESTRICTED = later(r" (?:who|with|without|whose|that has|that have|not|except|other than) ")
_SPEAKING = later(r" (?:is|are|has|have|may|can|must) ")
_ADVERBS = frozenset(
    "may can must should shall will might also always openly secretly privately publicly both currently individually optionally all "
    "each".split()
)
_BEFORE_VERB = frozenset("who that which to not and or may can".split())
_THEY = later(r"(?i)(?:they|it|each(?: one| of them| of these)?)$")
_ENOUGH = later(
    r"(?:been|is|are|may|to|had|not|only|already|just|the (?:right|option|ability|power|same|highest|lowest|most|least|greatest))\b"
)
_GIVEN_AT_START = later(r"(?:start|begin)s?(?: off| out)? with (?!a value)")
_TRACKED_AND = later(
    r"(?s)(?P<who>(?:Each|Every|All|An?) [^,;:.]{1,40}?) (?:is|are) (?P<how>(?:[a-z]+ly )?tracked),? and (?:each )?(?P<has>ha(?:s|ve) .+)"
)
_COUNTED = later(
    r"(?i)(?:total |current )?(?:number|amount|quantity|name|identity|count|level) of |(?:current|global|overall|total) (?=[A-Z])"
)
_IDENTITY = later(r"(?i)(?:identity|name|value|status|whereabouts)\b")
_FOR_WHOM = later(r",? (?:for|of) (?:each|every|all) (?:of the )?(?P<noun>[A-Za-z][\w'-]*(?: [A-Z][\w'-]*){0,3})\b")
_BEING_TRACKED = later(r"(?:^|, )(?:with )?(?:[Tt]he|[Aa]n?) (?P<name>[^,;:.]{1,60}?) being (?P<given>(?:[a-z]+ly )?tracked .+)")
_PRIVATELY = later(r"(?i)privately|secretly|(?:private|secret|hidden) (?:tally|count|total|score)")
_EACH = ("each", "every", "all", "any")
_TRACKING = ("track", "maintain", "keep", " exist", " home to ", "assign", " gives ")


class Statement(NamedTuple):
    """What a sentence gives to whom.

    ``form``: "each" ("Each Player has"), "a" ("A Ship has"), "plural" ("Ships have"), "the" ("The Emperor has"), "there" ("There is"), "is"
    ("The Weather is"), "an" ("An Event is"), "tracks" ("The Emperor tracks"), "they" ("They have"). ``owner`` has the variables, ``given``
    is the text that names and describes them. ``name`` is set where the name stands before ``given``. ``owning``: the verb is "own",
    "hold", "carry" and the like; ``optional``: there may be none; ``counted``: it is the amount of something.
    """

    owner: str
    given: str
    form: str
    name: str = ""
    owning: bool = False
    optional: bool = False
    counted: bool = False


def _without_adverbs(subject: str) -> tuple[str, bool, bool]:
    """A subject without the adverbs before its verb, whether "may" is among them, and whether "may or may not" is."""
    optional = subject.lower().endswith((" may or may not", " optionally"))
    words = subject.removesuffix(" or may not").split(" ")
    may = False
    while len(words) > 1 and words[-1].lower() in _ADVERBS:
        may = may or words.pop().lower() == "may"
    return " ".join(words), may and not optional, optional


def _form(article: str, noun: str, lexicon: Lexicon) -> str | None:
    if article in _EACH or (not article and noun.casefold() in lexicon.players):
        return "each"
    if article:
        return "a" if article in ("a", "an") else "the"
    return "plural" if noun != singular(noun) and "'" not in noun else None


def _having(text: str, lexicon: Lexicon, before: str | None) -> Statement | None:
    """A sentence of having: "Each Player has ...", "Ships have ...", "They have ..."."""
    verb = HAVING.search(text, 0, _LONGEST_SUBJECT)
    if verb is None or _ENOUGH.match(text, verb.end()):
        return None
    whole, may, optional = _without_adverbs(text[: verb.start()])
    if divided(whole) or whole.rsplit(" ", 1)[-1].lower() in _BEFORE_VERB:
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
    if form == "each" and _RESTRICTED.search(whole):
        form = "a"
    if form is None or (owning and may and form in ("a", "the")):
        return None
    of_game = form == "the" and noun.casefold() not in lexicon.players
    owner = GAME if of_game else lexicon.owner(noun, one=article not in ("", "all", "any", "the"))
    return Statement(owner, given, "a" if verb["loose"] else form, "", owning, optional)


def owner_spoken_of(text: str, lexicon: Lexicon) -> str | None:
    """The owner that "they" or "it" in the next sentence means: the subject of this one."""
    verb = _SPEAKING.search(text, 0, _LONGEST_SUBJECT)
    whole = text[: verb.start()] if verb else ""
    noun = "" if divided(whole) or opens_without_subject(whole) else head_noun(whole)
    form = _form(whole.split(" ", 1)[0].lower() if " " in whole else "", noun, lexicon) if noun else None
    return lexicon.owner(noun) if form else None


def _being(text: str, lexicon: Lexicon) -> Statement | None:
    """A sentence of being: "The Weather is ...", "Each Player's Luck is ..."."""
    subject = read_subject(text, lexicon)
    if subject is None or _GIVEN_AT_START.match(subject.said):
        return None
    owner, name, said, article, counted = subject
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


def _tracking(words: str) -> str:
    """How something is tracked, by the words before it."""
    if _PRIVATELY.search(words):
        return "privately tracked "
    if "ublicly" in words or "a public" in words:
        return "publicly tracked "
    return "tracked " if contains_any(words.lower(), ("track", "keep", "maintain", "record")) else ""


@cache
def _sentences() -> Phrasebook:
    return Phrasebook(SENTENCES, "")


def _worded(found: Found, lexicon: Lexicon, before: str | None) -> Statement | None:
    """The statement of a sentence that has one of the known wordings."""
    slots, form = found.slots.groupdict(), found.fact
    given, noun, name = slots["given"].lstrip(", "), head_noun(slots.get("noun") or ""), slots.get("name") or ""
    words = found.slots.string[found.start : found.slots.start("given")]
    how = _tracking(words)
    if words.lower().startswith("the following "):
        given = "the following:"
    if form == "there":
        owner, given = _whose(name + found.slots["given"] if name else given, lexicon)
        return Statement(owner, how + given, form)
    if form == "tracks":
        owner, given = _whose(given, lexicon)
        return Statement(owner, how + given, form)
    if form == "whether":
        whose = before if noun.lower() in ("they", "it") else lexicon.owner(noun)
        return Statement(whose or GAME, given, "each", words.strip().rpartition(" ")[0])
    if form == "one":
        return Statement(GAME, f"is the name of a {noun}, {how}{found.slots['given']}", "is", name)
    if form == "starting":
        value = with_digits(found.numbers[1].lower())
        return Statement(lexicon.owner(noun), f"{given.rstrip('.')}, defaulting to {value}", "each", name)
    return Statement(lexicon.owner(noun, one=form == "a"), how + given, form) if noun else None


def read_statement(text: str, lexicon: Lexicon, before: str | None = None) -> Statement | None:
    """The statement of a sentence (with straight quotes), if it is one; ``before`` is the owner of the one before."""
    if opening := OPENING.match(text):
        text = text[opening.end() :]
    if both := _TRACKED_AND.match(text):
        text = f"{both['who']} {both['has'].rstrip('.')}, all of which are {both['how']}"
    low = text.lower()
    each = low.startswith(("each ", "every ", "all "))
    if low.startswith("there ") or (contains_any(low, _TRACKING) and (not each or " start" in low or " begin" in low)):
        for found in _sentences().at(text):
            return _worded(found, lexicon, before)
        if " being " in text and (apart := _BEING_TRACKED.search(text)):
            return Statement(GAME, f"{apart['name']} {apart['given']}", "there")
    return _having(text, lexicon, before) or _being(text, lexicon)
