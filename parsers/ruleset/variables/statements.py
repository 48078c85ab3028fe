"""The sentences in which variables and actions may be defined, and their statements: what is given
to somebody, or what something is.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import NamedTuple

from parsers.patterns import later
from parsers.ruleset.prose import Prose
from parsers.ruleset.ruleset_model import Rule, SectionKind, Terms
from parsers.ruleset.sentences import Sentence, straight
from parsers.ruleset.terms import singular
from parsers.ruleset.variables.notation import pattern, word_list, wordings, words_of

_SECTIONS = frozenset((SectionKind.DYNASTIC, SectionKind.SPECIAL_CASE, SectionKind.BUILDING_BLOCKS))
_LONGEST_SENTENCE = 2_000


class Passage:
    """A sentence, its text and first word in small letters, and its text in a more uniform
    spelling.
    """

    def __init__(self, sentence: Sentence) -> None:
        self.sentence, self.low = sentence, sentence.low
        self.first = self.low.partition(" ")[0]

    @cached_property
    def words(self) -> list[str]:
        """Its words in small letters."""
        return words_of(self.low)

    @cached_property
    def text(self) -> str:
        """The sentence with straight quotes, and "publicly tracked" without a hyphen."""
        return straight(self.sentence.text).replace("ly-tracked", "ly tracked")


def _may_define(rule: Rule) -> bool:
    return (
        rule.kind in _SECTIONS
        and rule.effective
        and (rule.level > 1 or rule.kind is SectionKind.DYNASTIC)
    )


class Text:
    """Yield the sentences of effective rules outside the core and the Appendix (without the
    introduction of a third section).
    """

    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        self.passages = [
            Passage(sentence)
            for sentence in prose.of(_may_define)
            if len(sentence.text) <= _LONGEST_SENTENCE
        ]


PLAYER = "player"
GAME = "game"

_EACH = ("each", "every", "all", "any")
_ENOUGH = later(
    r"(?:been|is|are|may|to|had|not|only|already|just|the"
    r" (?:right|option|ability|power|same|highest|lowest|most|least))\b"
)
_RESTRICTED = later(r" (?:who|with|without|whose|that has|that have|not|except|other than) ")
_BEFORE_VERB = frozenset("who that which to not and or may can".split())
_FOR_WHOM = later(
    r",? (?:for (?:each|every|all)|of (?:each|every)) (?:of the )?(?P<owner>[A-Za-z][\w'-]*(?:"
    r" [A-Z][\w'-]*){0,3})\b"
)
_WHOLE_GAME = later(r"(?i)(?:dynasty|game|round|turn)$")
_IDENTITIES = ("identity", "name", "value", "status", "whereabouts")


class Lexicon:
    """The dynasty's words for its players, and the owner behind a noun."""

    def __init__(self, terms: Terms | None) -> None:
        named = (
            {" ".join(form.casefold().split()) for form in (terms.player, terms.players)}
            if terms
            else set[str]()
        )
        self.players = named | {"player", "players"}
        self.person = "|".join(
            re.escape(form) for form in sorted(self.players, key=len, reverse=True)
        )

    def owner(self, noun: str, *, is_singular: bool = False) -> str:
        """The owner that a noun means: PLAYER, or the noun with a capital and in the singular."""
        if noun.casefold() in self.players:
            return PLAYER
        name = noun if is_singular else singular(noun)
        return name[:1].upper() + name[1:]


class Statement(NamedTuple):
    """The variables that a sentence gives to an owner, or its description of something.

    ``form``: "each" ("Each Player has"), "some" ("A Ship has", "Ships have"), "there" ("There is"),
    "is" ("The Weather is"), "tracks" ("The Emperor tracks"), "about" ("The Thief's identity is").
    ``owner`` is None if "is" names nobody. ``given`` is the text that names and describes the
    variables, or only describes one if ``name`` is set. ``article`` is that of a name without an
    owner.
    """

    owner: str | None
    given: str
    form: str
    name: str = ""
    optional: bool = False
    article: str = ""


def head_noun(text: str) -> str:
    """Return a subject's noun without articles, adjectives and qualifiers."""
    noun = pattern("statements_determiner").sub("", text.removesuffix("'s").rstrip("'"))
    return pattern("statements_qualified").sub("", noun).strip(" ,")


def _opens_nothing(text: str) -> bool:
    return text.split(" ", 1)[0].lower().rstrip(",") in word_list("no_subject")


def whose(given: str, lexicon: Lexicon) -> tuple[str | None, str]:
    """The owner that a phrase such as "for each Ship" or "that every Ship has" names, and the text
    without it.
    """
    found = _FOR_WHOM.search(given) or pattern("statements_who_has").search(given)
    return (
        (lexicon.owner(found["owner"]), given[: found.start()] + given[found.end() :])
        if found
        else (None, given)
    )


def read_statement(text: str, lexicon: Lexicon) -> Statement | None:
    """The statement of a sentence (with straight quotes), if it is one."""
    if opening := pattern("statements_opening").match(text):
        text = text[opening.end() :]
    for wording in wordings("forms", "sentence").among(words_of(text.lower())):
        found = wording.pattern.match(text)
        if found and (statement := _READERS[wording.sets](found, lexicon)):
            return statement
    return None


def _having(found: re.Match[str], lexicon: Lexicon) -> Statement | None:
    """A sentence of having: "Each Player has ...", "Ships have ...", "For each Player there is
    ...".
    """
    slots = found.groupdict()
    given, whole = slots["given"].lstrip(", "), slots["owner"].strip()
    article, adverbs = (slots.get("article") or "").lower(), (slots.get("adverbs") or "").lower()
    words, noun = found.string[: found.start("given")].lower(), head_noun(whole)
    if "article" not in slots and whole.split(" ", 1)[0].lower() in (*_EACH, "a", "an", "the"):
        return None
    if (
        not noun
        or _ENOUGH.match(given)
        or _opens_nothing(whole)
        or whole.rsplit(" ", 1)[-1].lower() in _BEFORE_VERB
    ):
        return None
    bare = (
        not article
        and ("article" in slots or words.startswith(whole.lower()))
        and noun.casefold() not in lexicon.players
    )
    if bare and (noun == singular(noun) or "'" in noun):
        return None
    every = not bare and (article in _EACH or not article) and not _RESTRICTED.search(f" {whole} ")
    optional = "may not" in adverbs or "optionally" in adverbs
    owning = not (slots.get("has") or "has").lower().startswith(("has", "have", "possess"))
    if owning and article and "may" in adverbs and not optional and not every:
        return None
    given = "the following:" if words.startswith("the following") else given
    of_game = article == "the" and noun.casefold() not in lexicon.players
    owner = (
        GAME
        if of_game
        else lexicon.owner(noun, is_singular=article in ("each", "every", "a", "an"))
    )
    return Statement(
        owner,
        _how(words.replace(whole.lower(), "")) + given,
        "each" if every else "some",
        "",
        optional,
    )


def _how(words: str) -> str:
    """How something is tracked, by the words before it."""
    if any(word in words for word in ("privately", "secretly", "a secret", "a private", "hidden")):
        return "privately tracked "
    if "publicly" in words or "a public" in words:
        return "publicly tracked "
    return (
        "tracked " if any(word in words for word in ("track", "keep", "maintain", "record")) else ""
    )


def _given(form: str, found: re.Match[str], lexicon: Lexicon) -> Statement:
    words = found.string[: found.start("given")].lower()
    owner, given = whose(
        "the following:" if words.startswith("the following") else found["given"].lstrip(", "),
        lexicon,
    )
    return Statement(owner or GAME, _how(words) + given, form)


def _being(found: re.Match[str], lexicon: Lexicon) -> Statement | None:
    """Read a sentence of being: "The Weather is ...", "Each Player's Luck is ...", "The Rank of
    each Player may not ...".
    """
    slots = found.groupdict()
    name = slots["name"].strip(' "')
    given = slots["given"]
    article = (slots.get("article") or "").lower()
    noun = head_noun(slots.get("owner") or "")
    if _opens_nothing(name) or (slots.get("owner") and (not noun or _opens_nothing(noun))):
        return None
    if noun:
        owner = (
            GAME
            if _WHOLE_GAME.search(noun)
            else lexicon.owner(noun, is_singular=article in ("each", "every", "a", "an"))
        )
        if name.lower().split(" in ")[0] in _IDENTITIES:
            return None if owner == PLAYER else Statement(None, given, "about", noun)
        return Statement(
            owner, given, "each" if article in _EACH else "is", name.removeprefix("own ")
        )
    first = name.split(" ", 1)[0].lower()
    if (
        head_noun(name).casefold() in lexicon.players
        or first in (*_EACH, "a", "an", "the")
        or article in _EACH
        or name.startswith("New ")
    ):
        return None
    if article and not name[:1].isupper() and not pattern("statements_counted").match(name):
        return None
    owner_named, given = whose(given, lexicon)
    return Statement(owner_named, given, "is", name, article=article)


_READERS = {
    "each": _having,
    "there": lambda found, lexicon: _given("there", found, lexicon),
    "tracks": lambda found, lexicon: _given("tracks", found, lexicon),
    "is": _being,
}
