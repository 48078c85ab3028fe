"""The variables that one sentence defines: the things that it names ("a number named Coal, which
..., and a Lamp"), and their descriptions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from parsers.patterns import later
from parsers.ruleset.prose import Prose
from parsers.ruleset.sentences import Sentence, straight
from parsers.ruleset.terms import singular
from parsers.ruleset.variables.drafts import VariableDraft
from parsers.ruleset.variables.notation import NAME, pattern, word_list
from parsers.ruleset.variables.statements import GAME, Lexicon, Passage, Statement, read_statement
from parsers.ruleset.variables.traits import Traits, read_traits


class Thing(NamedTuple):
    """One thing, or several that share a description: their names as written, and the text about
    them.
    """

    names: tuple[str, ...]
    text: str


_WORD = later(r"[A-Za-z#\d][\w'#&/!]*(?:-[\w'#&/!]+)*|\"[^\"]{1,60}\"|\S")
_RELATIVE = later(r"\b(?:which|that|whose|who|representing|used|known|visible)\b")
_WITHIN_CHOICES = later(
    r"(?s)\b(?:one of|either|any of|values? (?:of|are)|(?:may|can|must)(?: only)?"
    r" be)\b(?!.*\b(?:default|which|that)\b)"
)
"""The choices go on behind "a Hat, one of Cap"."""
_CAPITALS = r"[A-Z][\w'&-]*(?: (?:of |the |in |to |and the )?[A-Z0-9][\w'&-]*){0,4}"
_SEVERAL = later(
    rf"(\"?{_CAPITALS}\"?(?:, \"?{_CAPITALS}\"?){{0,9}},? and (?:an? |their"
    rf" )?\"?{_CAPITALS}\"?)(?=[,;:.]|$| [a-z])"
    r"|([a-z]+(?:, [a-z]+){1,9},? and [a-z]+)(?=[,;:.]|$)"
)
_AND = later(r",? and (?:an? |their )?|, ")
_ENUMERATED = later(rf"(?:^|, |tracked ){NAME}(?:, {NAME})+$")
_MOST_WORDS = 7
"""The most words of a name."""
_MOST_CHARACTERS = 120
"""A name is looked for in this many characters."""


def _stops(words: list[re.Match[str]], at: int, text: str) -> bool:
    """Return whether a name ends before a word."""
    word = words[at].group()
    if word == "of":
        following = text[words[at].end() + 1 :][:1]
        return not following or following in "0123456789$£€"
    return _ends_names(word) or not (word[0].isalnum() or word[0] == "#" or (at and word == "-"))


def _ends_names(word: str) -> bool:
    return word in word_list("ending_names") or word.startswith("default")


def _single(text: str) -> str:
    words = list(_WORD.finditer(text[:_MOST_CHARACTERS]))
    if words and words[0].group()[0] == '"' and len(words[0].group()) > 1:
        return words[0].group().strip('"')
    end = next(
        (at for at in range(min(len(words), _MOST_WORDS)) if _stops(words, at, text)),
        min(len(words), _MOST_WORDS),
    )
    name = text[words[0].start() : words[end - 1].end()] if end else ""
    return name.strip(" '\"-").removesuffix(" of").strip() if name and not name[0].isdigit() else ""


def _names_at(text: str) -> tuple[str, ...]:
    """The names at the start of a text: those of an enumeration ("Strength, Wit, and Charm"), else
    a single one.
    """
    found = _SEVERAL.match(text)
    word = (
        _WORD.match(text, found.end() + 1)
        if found and text[found.end() : found.end() + 1] == " "
        else None
    )
    if found and (word is None or _ends_names(word.group())):
        return tuple(part.strip('"') for part in _AND.split(found.group()))
    return tuple(filter(None, [_single(text)]))


def names_in(text: str) -> tuple[str, ...]:
    """The names in a noun phrase; none for one that only names a type ("a list of integers")."""
    relative = _RELATIVE.search(text)
    named = pattern("things_naming").search(text)
    if (
        named
        and (not relative or named.start() <= relative.start())
        and (names := _names_at(text[named.end() :]))
    ):
        return names
    while found := pattern("things_before_name").match(text):
        text = text[found.end() :].lstrip(" ")
    return _names_at(text)


def _joins(text: str, start: int, found: re.Match[str]) -> bool:
    """Return whether a conjunction joins two things rather than two parts of a description: "a Rank
    which starts at 1, and a Badge", not "a Guild, one of Brass, Steel (the default)".
    """
    segment = text[start : found.start()]
    in_brackets = segment.count("(") > segment.count(")")
    if in_brackets or " where " in segment:
        return False
    has_comma = "," in found["sep"] or ";" in found["sep"]
    without_article = found["bare"] is not None
    if without_article:
        in_list = _WITHIN_CHOICES.search(segment) or _ENUMERATED.search(segment)
        if in_list or not (has_comma or "," in segment):
            return False
    if has_comma or not _RELATIVE.search(segment):
        return True
    # A relative clause usually goes on behind "and", unless it is complete: "a Rank that defaults
    # to 1 and a Badge".
    clause_is_complete = bool(pattern("things_defining").search(segment))
    return clause_is_complete and not text.startswith("the ", found.end())


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of an object, each with its conjunction."""
    start, join = 0, ""
    for found in pattern("things_join").finditer(text):
        if _joins(text, start, found):
            yield text[start : found.start()].strip(), join
            start, join = found.end(), found["sep"].strip()
    yield text[start:].strip(), join


def things_in(text: str) -> list[Thing]:
    """The things of an object, in order. A part that names nothing, or explains the one before, is
    joined to that.
    """
    parts = list(_parts(text))
    found: list[Thing] = []
    for place, (part, join) in enumerate(parts):
        names = names_in(part)
        # "a Ward, a named place": a second name for the only thing.
        apposition = (
            join == ","
            and place == len(parts) - 1
            and len(found) == 1
            and not any(before.endswith("and") for _, before in parts[1:])
        )
        # "a Lamp and a colour": behind capitalised names, part of the description of the last.
        common_noun = (
            bool(found and names)
            and not any(map(str.isupper, names[0]))
            and all(thing.names[-1][:1].isupper() for thing in found)
        )
        explains = apposition or (common_noun and not join.startswith(";"))
        if found and (not names or explains):
            found[-1] = Thing(found[-1].names, f"{found[-1].text}, {part}")
        elif names:
            found.append(Thing(names, part))
    return found


_GENERIC = (
    r"(?i:attributes|statistics|stats|properties|variables|values|resources|traits|scores|characteristics|parameters|qualities|following"
    r"|skills|abilities|fields|numbers|integers|strings|data|details|information|features)"
)
_HEAD = later(rf"[^:(]{{0,200}}\b{_GENERIC}\b[^:(]{{0,160}}?(?:::? ?-?|:-|\(| - )\s*")
_LISTING = later(
    rf"(?i)\bfollowing\b[^:]{{0,120}}(?:::? ?-?|-)?$|^(?:[\w-]+ ){{0,6}}{_GENERIC}\b(?:,?"
    r" [^:.]{0,120})?::? ?-?$|^:$"
)
_LIST_OF_CHOICES = later(
    r"\bone of\b|\b(?:can|may|must) be\b|\beach (?:[a-z]+ )?(?:entry|item|element) "
)
"""The list below has choices, not variables: "a Hat, which can be any of the following:"."""
_LEADS = later(r":|-$|\bfollowing\b")
_PRIVATE_TAIL = later(
    r", (?:which (?:is|are) )?(?:tracked (?:privately|secretly)|(?:privately|secretly) tracked)\b"
)
_DETERMINED = later(r"(?i)(?:an?|its|their|any number of|zero or more|up to [\w-]+) ")
_PLURAL = later(
    r"[,:]? \(?(?:which |that )?(?:(?:are|both|each|all|default|start)\b|(?:(?!(?:an?|is)\b)[\w-]+"
    r" ){0,4}(?:integers|numbers|strings|lists|sets|names|values|booleans|percentages)\b)"
)
_NOT_A_NAME_ALONE = later(r"[a-z]|[A-Z]\w* of\b|.* and [A-Z]")
"""A subject with a name within it, or several: "number of Coins", "Strength and Wit"."""
_ITEM_NAME = later(
    r"(?:(?:an?|the|their) )?\"?([A-Za-z][\w'&/ -]{0,50}?)\"?(?=[,:(.;]| - |$"
    r"| (?:which|that|is|are|has|have|can|may|default|tracked|named|called|represents?|measures?|denotes?|indicates?|counts?)\b)"
)


@dataclass(slots=True)
class Definition:
    """The definitions of sentences.

    ``drafts``: the possible variables, in order. ``kinds``: the traits of each kind of things
    ("There exist Bots, which are tracked secretly") by its singular in lower case.
    ``statements``: all statements, also those that define nothing, each with its sentence.
    """

    drafts: list[VariableDraft] = field(default_factory=list)
    kinds: dict[str, Traits] = field(default_factory=dict)
    statements: list[tuple[Statement, Passage]] = field(default_factory=list)


def items_below(passage: Passage, prose: Prose) -> list[Sentence]:
    """The first sentence of each item right below a sentence that introduces a list."""
    depth = passage.sentence.place.depth + 1
    first_of_block: dict[int, Sentence] = {}
    for item in prose.below(passage.sentence):
        if item.place.depth == depth:
            first_of_block.setdefault(item.block, item)
    return list(first_of_block.values())


def item_names(items: Iterable[Sentence]) -> tuple[str, ...]:
    """Return the names of a list's items."""
    return tuple(
        found[1].strip() for item in items if (found := _ITEM_NAME.match(straight(item.text)))
    )


def _described(text: str, names: Iterable[str]) -> str:
    """Return a description with a blank in place of each of its names."""
    for name in names:
        text = text.replace(name, "_", 1)
    return text


class _DefinitionReader:
    """Reads one statement; ``_shared`` are the traits of all its variables."""

    def __init__(
        self, passage: Passage, prose: Prose, lexicon: Lexicon, definition: Definition
    ) -> None:
        self._passage = passage
        self._prose = prose
        self._lexicon = lexicon
        self._shared = Traits()
        self._definition = definition

    def read(self, statement: Statement) -> None:
        """Note everything that the statement defines."""
        if statement.name:
            # A sentence that begins with the name: "The Weather is ...".
            holds_names = _NOT_A_NAME_ALONE.match(statement.name)
            names = names_in(statement.name) if holds_names else ()
            names = names or (statement.name,)
            self._draft(names, statement, statement.given, self._traits(statement.given))
        else:
            self._given(
                self._there(statement)
                if statement.form == "there" and statement.owner == GAME
                else statement
            )

    def _traits(self, text: str) -> Traits:
        return read_traits(text, self._lexicon.person)

    def _there(self, statement: Statement) -> Statement:
        """Note the kind of "There are Ships, which each have ..." and return the statement about
        each of them.
        """
        given = statement.given
        endowed = pattern("definitions_endowed").search(given)
        front = given[: endowed.start()] if endowed else given
        names = names_in(front)
        if len(names) != 1 or singular(names[0]) == names[0]:
            return statement
        traits = self._traits(front)
        self._definition.kinds[singular(names[0].casefold())] = traits
        if endowed is None:
            return statement
        self._shared.tracked, self._shared.visibility = True, traits.visibility
        return Statement(self._lexicon.owner(names[0]), given[endowed.end() :], "each")

    def _given(self, statement: Statement) -> None:
        """Read the variables that the sentence or the list below it gives."""
        given = statement.given
        drafts = self._definition.drafts
        before_last_thing = len(drafts)
        items = items_below(self._passage, self._prose) if _LEADS.search(given) else []
        # "..., which is one of the following:"
        announces_choices = pattern("definitions_choices_lead")
        head = _HEAD.match(given)
        if (
            head
            and (behind := given[head.end() :]).strip(" -")
            and not announces_choices.search(head.group().strip())
        ):
            self._shared.fill(self._traits(head.group()))
            given, _, rest = (
                behind.partition(")") if head.group().rstrip().endswith("(") else (behind, "", "")
            )
            self._shared.fill(self._traits(rest))
        elif items and _LISTING.search(given) and not _LIST_OF_CHOICES.search(given):
            self._shared.fill(self._traits(given))
            self._add_items(items, statement)
            return
        for thing in self._take_common_tail(things_in(given)):
            traits = self._traits(_described(thing.text, thing.names))
            traits.optional = traits.optional or statement.optional
            traits.fill(self._shared)
            before_last_thing = len(drafts)
            self._draft(thing.names, statement, thing.text, traits)
        if items and announces_choices.search(given) and (choices := item_names(items)):
            for draft in drafts[before_last_thing:]:
                draft.traits.choices = choices
                draft.traits.type = "choice"

    def _take_common_tail(self, things: list[Thing]) -> list[Thing]:
        """Fill ``_shared`` with the traits at the end that apply to all the things, and return these
        without them: "a Rank and a Badge, both of which default to 1".
        """
        if len(things) < 2:
            return things
        last = things[-1]
        for found in pattern("definitions_all").finditer(last.text):
            if last.text.count("(", 0, found.start()) == last.text.count(")", 0, found.start()):
                self._shared.fill(self._traits(last.text[found.start() :]))
                return [*things[:-1], Thing(last.names, last.text[: found.start()])]
        if _PRIVATE_TAIL.search(last.text):
            self._shared.fill(Traits(visibility="private", tracked=True))
        return things

    def _draft(
        self,
        names: tuple[str, ...],
        statement: Statement,
        clause: str,
        traits: Traits,
        item: Sentence | None = None,
    ) -> None:
        sentence, owner = item or self._passage.sentence, statement.owner or GAME
        self._definition.drafts += (
            VariableDraft(name, owner, sentence, statement, clause, replace(traits))
            for name in names
        )

    def _add_items(self, items: list[Sentence], statement: Statement) -> None:
        """Add a variable for each item: "* Health, an integer defaulting to 10"."""
        for item in items:
            text = straight(item.text)
            phrase = text[:1].lower() + text[1:]
            names = names_in(phrase) if _DETERMINED.match(text) else item_names([item])
            # "a Salt and Pepper, an integer" is one thing, "a Coal and Wood, integers" are two.
            joined = " and ".join(names)
            _, found, behind = phrase.partition(joined)
            if len(names) == 2 and found and not _PLURAL.match(behind):
                names = (joined,)
            clause = _described(text, names).replace(":", ", ", 1) if names else text
            traits = self._traits(clause)
            traits.fill(self._shared)
            traits.tracked = True
            self._draft(names, statement, clause, traits, item)


def read_definition(passage: Passage, prose: Prose, lexicon: Lexicon) -> Definition:
    """Read the definitions of a sentence, and its statements about something by its name."""
    definition = Definition()
    for clause in pattern("definitions_clauses").split(passage.text):
        if statement := read_statement(clause, lexicon):
            definition.statements.append((statement, passage))
            if statement.form != "about":
                _DefinitionReader(passage, prose, lexicon, definition).read(statement)
    return definition
