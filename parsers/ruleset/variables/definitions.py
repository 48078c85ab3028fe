"""The variables that one sentence defines: its statement, the things of that, and what is said of each and of all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from parsers.patterns import later
from parsers.ruleset.prose import Prose
from parsers.ruleset.sentences import Sentence, straight
from parsers.ruleset.variables.drafts import VariableDraft
from parsers.ruleset.variables.notation import pattern
from parsers.ruleset.variables.statements import GAME, Lexicon, Passage, Statement, read_statement
from parsers.ruleset.variables.things import Thing, names_in, things_in
from parsers.ruleset.variables.traits import Traits, read_traits, singular

_GENERIC = (
    r"(?i:attributes|statistics|stats|properties|variables|values|resources|traits|scores|characteristics|parameters|qualities|following"
    r"|skills|abilities|fields|numbers|integers|strings|data|details|information|features)"
)
_HEAD = later(rf"[^:(]{{0,200}}\b{_GENERIC}\b[^:(]{{0,160}}?(?:::? ?-?|:-|\(| - )\s*")
_LISTING = later(rf"(?i)\bfollowing\b[^:]{{0,120}}(?:::? ?-?|-)?$|^(?:[\w-]+ ){{0,6}}{_GENERIC}\b(?:,? [^:.]{{0,120}})?::? ?-?$|^:$")
_CHOOSING = later(r"\bone of\b|\b(?:can|may|must) be\b|\beach (?:[a-z]+ )?(?:entry|item|element) ")
_LEADS = later(r":|-$|\bfollowing\b")
_PRIVATE_TAIL = later(r", (?:which (?:is|are) )?(?:tracked (?:privately|secretly)|(?:privately|secretly) tracked)\b")
_TAIL_CUT = later(r",? and (?=[A-Z\"])|, (?=[A-Z\"])|; (?:and )?")
_DETERMINED = later(r"(?i)(?:an?|its|their|any number of|zero or more|up to [\w-]+) ")
_COUNTED = later(r"[a-z]|[A-Z]\w* of\b|.* and [A-Z]")
_ITEM_NAME = later(
    r"(?:(?:an?|the|their) )?\"?([A-Za-z][\w'&/ -]{0,50}?)\"?(?=[,:(.;]| - |$"
    r"| (?:which|that|is|are|has|have|can|may|default|tracked|named|called|represents?|measures?|denotes?|indicates?|counts?)\b)"
)


@dataclass(slots=True)
class Definition:
    """The drafts of one sentence, and the things of a kind it introduces ("There exist Bots")."""

    drafts: list[VariableDraft] = field(default_factory=list)
    things: dict[str, Traits] = field(default_factory=dict)
    about: list[Statement] = field(default_factory=list)


def _tail_things(tail: str) -> list[Thing]:
    """The things after a colon, where names may stand without articles."""
    if not tail[:1].isupper():
        return things_in(tail)
    parts, start, tail = [], 0, tail.rstrip(".")
    for found in _TAIL_CUT.finditer(tail):
        if tail.count("(", 0, found.start()) <= tail.count(")", 0, found.start()):
            parts.append(tail[start : found.start()])
            start = found.end()
    return [Thing(names, part) for part in (*parts, tail[start:]) if (names := names_in(part.strip()))]


def items_below(passage: Passage, prose: Prose) -> list[Sentence]:
    """The first sentence of each item right below a sentence that introduces a list."""
    below = [item for item in prose.below(passage.sentence) if item.depth == passage.sentence.depth + 1]
    return list({item.block: item for item in reversed(below)}.values())[::-1]


def item_names(items: Iterable[Sentence]) -> tuple[str, ...]:
    """What the items of a list are called."""
    return tuple(found[1].strip() for item in items if (found := _ITEM_NAME.match(straight(item.text))))


class _DefinitionReader:
    """Reads one statement; ``shared`` is what it says of all its variables."""

    def __init__(self, passage: Passage, prose: Prose, lexicon: Lexicon, definition: Definition) -> None:
        self._passage, self._prose, self._lexicon = passage, prose, lexicon
        self._shared = Traits()
        self._things = definition.things
        self._drafts: list[VariableDraft] = []

    def read(self, statement: Statement) -> list[VariableDraft]:
        """Everything that the statement defines."""
        if statement.form == "about":
            return []
        if statement.name:
            self._begun(statement)
        else:
            self._given(self._there(statement) if statement.form == "there" and statement.owner == GAME else statement)
        if statement.form in ("each", "plural") and any(draft.traits.distinctive for draft in self._drafts):
            for draft in self._drafts:
                draft.beside = True
        return self._drafts

    def _traits(self, text: str) -> Traits:
        return read_traits(text, self._lexicon.person)

    def _begun(self, statement: Statement) -> None:
        """A sentence that begins with the name: "The Weather is ..."."""
        names = (names_in(statement.name) if _COUNTED.match(statement.name) else ()) or (statement.name,)
        traits = self._traits(statement.given)
        if "number of " in statement.name or "amount of " in statement.name:
            traits.note(type="integer")
        self._draft(names, statement, statement.given, traits)

    def _there(self, statement: Statement) -> Statement:
        """Note the kind of "There are Ships, which each have ..." and return the statement of what each of them has."""
        given = statement.given
        endowed = pattern("definitions_endowed").search(given)
        front = given[: endowed.start()] if endowed else given
        names = names_in(front)
        if len(names) != 1 or singular(names[0]) == names[0]:
            return statement
        traits = self._traits(front)
        self._things[singular(names[0].casefold())] = traits
        if endowed is None:
            return statement
        if front.startswith(("a ", "an ")):
            self._add([Thing(names, front)], statement)
        self._shared.tracked, self._shared.visibility = True, traits.visibility
        return Statement(self._lexicon.owner(names[0]), given[endowed.end() :], "each")

    def _given(self, statement: Statement) -> None:
        """Read what is given, in the sentence itself or in the list below it."""
        given = statement.given
        items = items_below(self._passage, self._prose) if _LEADS.search(given) else []
        head = _HEAD.match(given)
        if head and given[head.end() :].strip(" -") and not pattern("definitions_choices_lead").search(head.group().strip()):
            things = self._after_head(given, head)
        elif items and _LISTING.search(given) and not _CHOOSING.search(given):
            self._shared.fill(self._traits(given))
            self._add_items(items, statement)
            return
        else:
            things = things_in(given)
        self._add(self._without_common(things), statement)
        if items and self._drafts and pattern("definitions_choices_lead").search(given) and (names := item_names(items)):
            self._drafts[-1].traits.choices, self._drafts[-1].traits.type = names, "choice"

    def _after_head(self, given: str, head: re.Match[str]) -> list[Thing]:
        """The things behind "three statistics: " or "three statistics (", whose introduction is shared by all."""
        self._shared.fill(self._traits(head.group()))
        tail = given[head.end() :]
        if head.group().rstrip().endswith("("):
            tail, _, rest = tail.partition(")")
            self._shared.fill(self._traits(rest))
        return _tail_things(tail)

    def _without_common(self, things: list[Thing]) -> list[Thing]:
        """The things without what the end of the last one says of all of them, which is noted."""
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

    def _add(self, things: list[Thing], statement: Statement) -> None:
        for thing in things:
            described = thing.text
            for name in thing.names:
                described = described.replace(name, "_", 1)
            traits = self._traits(described)
            traits.optional = traits.optional or statement.optional
            traits.fill(self._shared)
            self._draft(thing.names, statement, thing.text, traits)

    def _draft(self, names: tuple[str, ...], statement: Statement, said: str, traits: Traits) -> None:
        sentence, owner = self._passage.sentence, statement.owner or GAME
        self._drafts += (VariableDraft(name, owner, sentence, statement, said, replace(traits)) for name in names)

    def _add_items(self, items: list[Sentence], statement: Statement) -> None:
        """A variable for each item: "* Health, an integer defaulting to 10"."""
        for item in items:
            text = straight(item.text)
            names = names_in(text[:1].lower() + text[1:]) if _DETERMINED.match(text) else ()
            found = _ITEM_NAME.match(text)
            name = names[0] if names else found[1].strip() if found else ""
            said = text if names or not found else text[found.end() :].replace(":", ", ", 1)
            traits = self._traits(said.replace(name, "_", 1) if names else said)
            traits.fill(self._shared)
            traits.tracked = True
            self._drafts.append(VariableDraft(name, statement.owner or GAME, item, statement, said, traits))


def read_definition(passage: Passage, prose: Prose, lexicon: Lexicon, before: str | None, previous: Passage | None) -> Definition:
    """What a sentence defines, or says of something by its name; ``before`` is the owner in the ``previous`` one."""
    definition = Definition()
    if previous and (named := pattern("definitions_naming").match(passage.text)):
        statement = read_statement(previous.text, lexicon)
        if statement and not statement.name:
            definition.drafts += _DefinitionReader(previous, prose, lexicon, definition).read(statement._replace(name=named["name"]))
        return definition
    for clause in pattern("definitions_clauses").split(passage.text):
        if statement := read_statement(clause, lexicon, before):
            definition.about.append(statement)
            definition.drafts += _DefinitionReader(passage, prose, lexicon, definition).read(statement)
    return definition
