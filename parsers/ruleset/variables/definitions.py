"""The variables that one sentence defines: its statement, the phrases of that, and what is said of each and of all."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from parsers.patterns import later
from parsers.ruleset.prose import Prose, Sentence, straight
from parsers.ruleset.variables.drafts import VariableDraft
from parsers.ruleset.variables.owners import GAME, Lexicon
from parsers.ruleset.variables.passages import Passage
from parsers.ruleset.variables.phrases import Phrase, name_of, numbered_list, split_phrases
from parsers.ruleset.variables.statements import Statement, read_statement
from parsers.ruleset.variables.traits import Traits, read_traits
from parsers.ruleset.variables.values import listed, singular

__all__ = ["Definition", "read_definition"]

_GENERIC = (
    r"(?i:following|attributes|statistics|stats|properties|variables|values|resources|traits|skills|scores|characteristics|abilities"
    r"|parameters|fields|qualities|numbers|integers|strings|data|details|information|features|elements|aspects|metrics)"
)
_HEAD = later(rf"[^:(]{{0,200}}\b{_GENERIC}\b[^:(]{{0,160}}?(?:::? ?-?|:-|\(| - )\s*")
_LISTING = later(
    rf"\bfollowing(?: [\w-]+){{0,4}} {_GENERIC}\b|\bfollowing(?:,[^:]{{0,80}})?::? ?-?$|^(?:[\w-]+ "
    rf"){{0,6}}{_GENERIC}\b(?:,? [^:.]{{0,120}})?::? ?-?$",
    re.IGNORECASE,
)
_CHOOSING = later(r"\bone of\b|\b(?:can|may|must) be\b")
_CHOICES_LEAD = later(
    r"\b(?:one of|either of|(?:can|may|must|shall)(?: only)? be|values?|states?|options)(?: (?:the )?following(?: "
    r"[\w-]+){0,2})?(?: are)?: ?-?$",
    re.IGNORECASE,
)
_LEADS = later(r":|-$|\bfollowing\b")
_ALL = later(
    r"; (?:these|they) (?=(?:are|all|both|each|default|start)\b)|,? (?:(?:both|all|each)(?: \w+)? (?:of (?:which|these|them|whom)|(?:is"
    r"|are|being|defaulting|default|tracked|start|starting|publicly|privately|secretly|with|having|initially)\b)|which (?:both|all"
    r"|each)\b|(?=which are|that are|and are))"
)
_ENDOWED = later(
    r"[,:;]? (?:and )?(?:each (?:of (?:which|whom|them) )?(?:has|have|having|with)|(?:which|that|who)(?: each| all)? have|each possessing"
    r"|which each possess) "
)
_BOTH = later(r"\((both|each|all)\b[^()]{1,200}\)[.;]?$")
_TAIL_CUT = later(r",? and (?=[A-Z\"])|, (?=[A-Z\"])|; (?:and )?")
_PRIVATE_TAIL = later(r", (?:which (?:is|are) )?(?:tracked (?:privately|secretly)|(?:privately|secretly) tracked)\b")
_DESCRIBED = later(r"\b(?:which|that)\b|,")
_ITEM_NAME = later(
    r"(?:(?:an?|the|their) )?\"?([A-Za-z][\w'&/ -]{0,50}?)\"?(?=[,:(.;]| - |$"
    r"| (?:which|that|is|are|has|have|can|may|default|tracked|named|called|represents?|measures?|denotes?|indicates?|counts?)\b)"
)
_ARTICLE = later(r"an? ", re.IGNORECASE)
_DETERMINED = later(r"(?:an?|its|their|any number of|zero or more|up to [\w-]+) ", re.IGNORECASE)
_COUNTED = later(r"[a-z]|[A-Z]\w* of\b|.* and [A-Z]")
_EACH_AMOUNT = later(r"\b(?:(?:zero|0) or more of|(?:number|amount|quantity|value) (?:of|for) (?:each|all)) ", re.IGNORECASE)
_RESPECTIVELY = later(r"\bdefault(?:s|ing)? to ([^;:.]{1,80}?),? respectively\b")
_MEASURES = later(
    r"\b(?:attributes|statistics|stats|properties|variables|values|resources|traits|scores|characteristics|parameters|qualities)\b[^:]{0,60}:",
    re.IGNORECASE,
)
_CLAUSE = later(
    r"[;,] (?:and |with |while )?(?=(?:each|every) [A-Z][\w'-]*(?: [A-Z][\w'-]*){0,2} (?:has|have|may have) )"
    r"|; (?:and )?(?=the [A-Z][^;,:.]{1,60}? (?:is|are|defaults?|may|can|must|starts?) )"
)
_ALSO_HAS = later(r",? and (?:(?:can|may|must|will|also) )*(?:has|have) ")
_IDENTITY_OF = later(r"(?:current )?(name|identity) of (?:the )?(?=[A-Z])")
_SLOTS = later(r"(?<=s),? (?:each|any|all) of which (?:may|can|must|will) (?:hold|contain|be (?:filled|occupied|assigned))\b")
_CLAUSED = later(r"[;,] (?:and |with |while )?(?:each|every|the) ")
_ENTRY = later(r"\beach (?:[a-z]+ )?(?:entry|item|element|row|member)\b")
_ONE = later(r"an? (?!number|variety|group|series)")


@dataclass(frozen=True, slots=True)
class Definition:
    """The drafts of one sentence, whose they are, and the things of a kind it introduces ("There exist Bots")."""

    drafts: list[VariableDraft]
    owner: str
    things: dict[str, Traits] = field(default_factory=dict)


def _outside(text: str, cut: re.Pattern[str]) -> list[str]:
    """A text cut at what matches outside parentheses."""
    parts, start, depth, at = [], 0, 0, 0
    for found in cut.finditer(text):
        depth += text.count("(", at, found.start()) - text.count(")", at, found.start())
        at = found.start()
        if depth <= 0:
            parts.append(text[start : found.start()])
            start = found.end()
    return [*parts, text[start:]]


def _tail_phrases(tail: str) -> list[Phrase]:
    """The phrases after a colon, where names may stand without articles."""
    if not tail[:1].isupper():
        return split_phrases(tail)
    return [Phrase(names, part) for part in _outside(tail.rstrip("."), _TAIL_CUT) if (names := name_of(part.strip()))]


def _common(phrases: list[Phrase], lexicon: Lexicon) -> tuple[list[Phrase], Traits]:
    """The phrases, and the traits that the end of the last one gives to all of them."""
    shared = Traits()
    if len(phrases) < 2:
        return phrases, shared
    last = phrases[-1]
    if len(last.names) == 1 and (both := _BOTH.search(last.text)):
        first = len(phrases) - 2 if both[1] == "both" else 0
        return [
            Phrase(phrase.names, f"{phrase.text} {both.group()}") if first <= place < len(phrases) - 1 else phrase
            for place, phrase in enumerate(phrases)
        ], shared
    outside = (hit for hit in _ALL.finditer(last.text) if last.text.count("(", 0, hit.start()) == last.text.count(")", 0, hit.start()))
    if found := next(outside, None):
        rest = Phrase(last.names, last.text[: found.start()])
        return [*phrases[:-1], rest], read_traits(last.text[found.start() :], lexicon.person)
    if _PRIVATE_TAIL.search(last.text) and not any(_DESCRIBED.search(phrase.text) for phrase in phrases[:-1]):
        shared.visibility, shared.tracked = "private", True
    return phrases, shared


def _items(passage: Passage, prose: Prose) -> list[Sentence]:
    """The first sentence of each item right below a sentence that introduces a list."""
    first: dict[int, Sentence] = {}
    for item in prose.below(passage.sentence):
        if item.depth == passage.sentence.depth + 1:
            first.setdefault(item.block, item)
    return list(first.values())


class _DefinitionReader:
    """Reads one sentence; ``shared`` is what it says of all its variables."""

    def __init__(self, passage: Passage, prose: Prose, lexicon: Lexicon) -> None:
        self._passage = passage
        self._prose = prose
        self._lexicon = lexicon
        self._shared = Traits()
        self._things: dict[str, Traits] = {}
        self._drafts: list[VariableDraft] = []

    def read(self, statement: Statement) -> Definition:
        """Everything that the statement defines."""
        if statement.name:
            self._begun(statement)
        else:
            statement = self._there(statement) if statement.form == "there" else statement
            self._given(statement)
        if statement.form in ("each", "plural") and any(draft.traits.distinctive for draft in self._drafts):
            for draft in self._drafts:
                draft.beside = True
        return Definition(self._drafts, statement.owner, self._things)

    def _begun(self, statement: Statement) -> None:
        """A sentence that begins with the name: "The Weather is ..."."""
        identity = _IDENTITY_OF.match(statement.name)
        named = statement.name[identity.end() :] if identity else statement.name
        names = (name_of(named) if identity or _COUNTED.match(named) else ()) or (named,)
        traits = read_traits(statement.given, self._lexicon.person)
        if identity:
            traits.type = traits.type or ("name" if identity[1] == "identity" else "string")
        if statement.counted or "number of " in statement.name:
            traits.type = traits.type or "integer"
        self._draft(names, statement, statement.given, traits)
        if "respectively" in statement.given:
            self._share_out(statement.given)

    def _there(self, statement: Statement) -> Statement:
        """Note the kind of "There are Ships, which each have ..." and return the statement of what each of them has."""
        given = statement.given
        endowed = _ENDOWED.search(given) if statement.owner == GAME else None
        front = given[: endowed.start()] if endowed else given
        names = name_of(front)
        if len(names) != 1 or singular(names[0]) == names[0]:
            return statement
        traits = read_traits(front, self._lexicon.person)
        if not _ONE.match(front):
            self._things[singular(names[0].casefold())] = traits
        if endowed is None:
            return statement
        if _ARTICLE.match(front):
            self._add([Phrase(names, front)], statement)
        self._shared.tracked, self._shared.visibility = True, traits.visibility
        return Statement(self._lexicon.owner(names[0]), given[endowed.end() :], "each")

    def _given(self, statement: Statement) -> None:
        """Read what is given, in the sentence itself or in the list below it."""
        given = statement.given
        items = _items(self._passage, self._prose) if _LEADS.search(given) and not _ENTRY.search(given) else []
        head = _HEAD.match(given)
        if counted := numbered_list(given):
            self._shared.fill(read_traits(counted.rest, self._lexicon.person))
            phrases = [Phrase((name,), name) for name in counted.names]
        elif head and given[head.end() :].strip(" -"):
            phrases = self._after_head(given, head)
        elif items and _LISTING.search(given) and not _CHOOSING.search(given):
            self._shared.fill(read_traits(given, self._lexicon.person))
            if _EACH_AMOUNT.search(given):
                self._shared.type = "integer"
            self._add_items(items, statement)
            return
        else:
            phrases = split_phrases(given)
        phrases, common = _common(phrases, self._lexicon)
        self._shared.fill(common)
        self._add(phrases, statement)
        if counted:
            for draft in self._drafts:
                draft.group = counted.group
        if "respectively" in given:
            self._share_out(given)
        if items and self._drafts and _CHOICES_LEAD.search(given):
            self._choose(items)

    def _after_head(self, given: str, head: re.Match[str]) -> list[Phrase]:
        """The phrases behind "three statistics: " or "three statistics (", whose introduction is shared by all."""
        also = _ALSO_HAS.search(head.group())
        before = split_phrases(given[: also.start()]) if also else []
        introduction = head.group()[also.end() :] if also else head.group()
        self._shared.fill(read_traits(introduction, self._lexicon.person))
        self._shared.tracked = self._shared.tracked or bool(_MEASURES.search(introduction))
        tail = given[head.end() :]
        if head.group().rstrip().endswith("("):
            tail, _, rest = tail.partition(")")
            self._shared.fill(read_traits(rest, self._lexicon.person))
        return before + _tail_phrases(tail)

    def _add(self, phrases: list[Phrase], statement: Statement) -> None:
        for phrase in phrases:
            described = phrase.text
            slots = _SLOTS.search(described) if len(phrase.names) == 1 else None
            described = f"list of {described[: slots.start()]}" if slots else described
            for name in phrase.names:
                described = described.replace(name, "_", 1)
            traits = read_traits(described, self._lexicon.person)
            traits.optional = traits.optional or statement.optional
            traits.fill(self._shared)
            self._draft(phrase.names, statement, phrase.text, traits)

    def _draft(self, names: tuple[str, ...], statement: Statement, said: str, traits: Traits) -> None:
        sentence = self._passage.sentence
        self._drafts += (VariableDraft(name, statement.owner, sentence, statement, said, traits.copy()) for name in names)

    def _share_out(self, given: str) -> None:
        """The defaults of "defaulting to 10, 5, and 0 respectively", one for each variable."""
        found = _RESPECTIVELY.search(given)
        values = listed(found[1]) if found else None
        for place, draft in enumerate(self._drafts):
            draft.traits.default = values[place] if values and len(values) == len(self._drafts) else None

    def _add_items(self, items: list[Sentence], statement: Statement) -> None:
        """A variable for each item: "* Health, an integer defaulting to 10"."""
        for item in items:
            text = straight(item.text)
            names = name_of(text[:1].lower() + text[1:]) if _DETERMINED.match(text) else ()
            found = _ITEM_NAME.match(text)
            name = names[0] if names else found[1].strip() if found else ""
            said = text if names or not found else text[found.end() :].replace(":", ", ", 1)
            traits = read_traits(said, self._lexicon.person)
            traits.fill(self._shared)
            traits.tracked = True
            self._drafts.append(VariableDraft(name, statement.owner, item, statement, said, traits))

    def _choose(self, items: list[Sentence]) -> None:
        """A list below "which is one of the following:" holds the choices of the last variable."""
        found = (_ITEM_NAME.match(straight(item.text)) for item in items)
        names = tuple(hit[1].strip() for hit in found if hit)
        if names:
            self._drafts[-1].traits.choices, self._drafts[-1].traits.type = names, "choice"


def read_definition(passage: Passage, prose: Prose, lexicon: Lexicon, before: str | None) -> Definition | None:
    """What a sentence defines, if anything; ``before`` is the owner of the statement before it."""
    whole: Definition | None = None
    for clause in _CLAUSE.split(passage.text) if _CLAUSED.search(passage.low) else (passage.text,):
        if statement := read_statement(clause, lexicon, before):
            read = _DefinitionReader(passage, prose, lexicon).read(statement)
            whole = Definition([*whole.drafts, *read.drafts], read.owner, {**whole.things, **read.things}) if whole else read
    return whole
