"""The table of forms, each a wording of an instruction with examples that are its tests; and the
instructions of a sentence that fits a form.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from parsers.instructions.instruction_model import (
    Destination,
    Instruction,
    InstructionKind,
    Relation,
    RuleName,
    RulePassage,
    Unit,
    ValueChange,
)
from parsers.instructions.post_blocks import (
    PICTURE,
    STRUCK,
    PostBlock,
    PostList,
    PostQuote,
    as_source,
    own_title,
    plain,
    quoted,
    visible_text,
    wikitext,
)
from parsers.instructions.post_sentences import BLOCK, QUOTED, PostSentence, is_sign
from parsers.patterns import PROSE, Wording, WordingIndex, later
from parsers.refusal import Refusal, Refused

# Each expression with examples of what it matches; “…” stands for the sign of a quotation. Letters
# are matched in any case, but not in (?-i:…), which turns that off: for the capitals that begin a
# name, and for the signs, which have no case (the match is quicker if it looks for none).

_QUOTED = f"(?-i:[{QUOTED}])"
_TEXT = f"(?-i:[{QUOTED}{BLOCK}])"
# a character of a word: Half-Light, v1.2, O'Neil (but “Ana” of “Ana's”)
_WORD_CHAR = r"(?:[\w-]|\.(?=\w)|'(?!s\b))"
# Doors, 2nd
_CAPITAL = rf"(?-i:[A-Z0-9]){_WORD_CHAR}*+"
# the rest of a name: “ of the Lock Warden” in “Book of the Lock Warden”
_CONNECTED = rf"(?: (?:(?:of|the|and|in|on|for|a|an) ){{0,2}}+{_CAPITAL}){{0,7}}+"
# “…”, Doors, Book of the Lock Warden
_NAME = rf"(?>{_QUOTED}|(?-i:[A-Z]){_WORD_CHAR}*+{_CONNECTED})"
_KINDS = "dynastic|core|special case|building blocks?|appendix"
# rule, rules, subrule, sub-rules
_RULE = "(?:sub-?)?rules?"
# that rule, the new subrule
_SAME = rf"(?:that|this|the same|the new) {_RULE}(?![\w'-])"
# 2.4.1, 2.4 Doors, Doors
_NUMBERED = (
    rf"(?:(?P<number>[0-9]++(?:\.[0-9]++)*+)(?: (?P<numbered>{_NAME}))?+|(?P<title>{_NAME}))"
)
# “ of the rule Locks”, “ of Locks”
_PARENT = rf"(?: of (?:the )?+(?:rule )?+(?P<parent>{_NAME}))?+"
# rule 2.4, subrule Doors of Locks, rule called “…”
_CALLED_RULE = rf"{_RULE},? (?:(?:called|titled|entitled|named) )?+{_NUMBERED}{_PARENT}"
# “…”, Doors, Doors rule
_BARE = rf"(?P<bare>{_NAME})(?: {_RULE}(?![\w-]))?+"
# “the ”, “the existing dynastic ”, or nothing
_ARTICLE = rf"(?:(?:the|an?|our) )?+(?:existing |current )?+(?:(?P<kind>{_KINDS}) )?+"
# the dynastic rule “…”, Doors
_ONE_RULE = rf"{_ARTICLE}(?:{_CALLED_RULE}|{_BARE})"
# that rule, it, the dynastic rule “…”, Doors
_EARLIER_OR_ONE = rf"(?P<latest>{_SAME}|it(?![\w'-]))|{_ONE_RULE}"
# “…”, Ana, 99 Red, Lady Ana Berg
_PERSON = (
    r"(?!(?:each|every|all|everyone|everybody|nobody|the|an?|no) )"
    rf"(?>{_QUOTED}|(?-i:[A-Z0-9]){_WORD_CHAR}*+(?: (?-i:[A-Z0-9]){_WORD_CHAR}*+){{0,3}}+)"
)
# sentence, bullet points, list item
_UNITS = r"(?:sentence|paragraph|bullet(?:ed)?(?: point)?|list item|item)s?"
_COUNTED = "first|second|third|fourth|fifth|sixth|last|final|1st|2nd|3rd"
_TEXT_NOUNS = "text|words?|phrase|string|wording|clause"
# “which reads: ”, “saying ”, or nothing
_READS = "(?:(?:which |that )?(?:reads|reading|says|saying|states)[,:]? )?+"
# “that begins with ”, “starting ”
_BEGINS = "(?:which |that )?(?:begins|beginning|starts|starting) (?:with )?+"
# the dynastic rules, the core ruleset, the appendix
_SECTION = (
    rf"the (?P<section>(?:{_KINDS}) (?:rules?(?: section)?|ruleset|section)"
    r"|appendix(?: section)?)(?![\w-])"
)
_SLOT_WORDS = {
    "edge": "end|bottom|start|beginning|top",
    "side": "after|before|below|above|following",
    "status": "active|inactive",
}
"""The words of which every text in these slots has one."""
# 12, 2.5, but not 12th or 12%
_NUMBER = r"[0-9]++(?:\.[0-9]++)?+(?![\w%])"

SLOTS = {
    name: later(f"(?>{pattern})", re.IGNORECASE)
    for name, pattern in {
        "title": _NAME,
        "text": _TEXT,
        "block": f"(?-i:[{BLOCK}])",
        "quotation": f"(?P<shown>{_QUOTED})",
        "end": "[.;:!,]?+(?! ?[,:]) ?+",
        "rule": _EARLIER_OR_ONE,
        "therule": (  # without “it”, because “replace it” may mean a passage
            rf"(?P<latest>{_SAME})|{_ARTICLE}{_CALLED_RULE}"
        ),
        "rules": (
            rf"(?:the )?+(?:(?:{_KINDS}) )?+rules"
            rf" (?P<several>{_QUOTED}(?:(?:, and|,| and) {_QUOTED})++)|{_EARLIER_OR_ONE}"
        ),
        "section": _SECTION,
        "scope": f"(?P<everywhere>the (?:entire )?ruleset)|{_SECTION}|{_ONE_RULE}",
        "passage": (
            rf"(?:the )?+(?:following )?+"
            rf"(?:(?P<called>{_UNITS}) {_READS}|(?:(?:{_TEXT_NOUNS}) )?+)(?P<shown>{_TEXT})"
            rf"|the (?P<beginning>{_UNITS}) {_BEGINS}(?P<begins>{_QUOTED})"
            rf"|the (?P<order>{_COUNTED}) (?P<counted>{_UNITS})(?! (?:of|in) (?:the|its) )"
        ),
        "unit": rf"{_UNITS}(?![\w-])",
        "nth": r"(?P<where>first|last|final)(?![\w-])",
        "subrules": (
            r"(?:and|with|including|along with) (?:all )?+(?:of )?+(?:its|their) sub-?rules(?![\w-])"
        ),
        "edge": rf"(?:the )?(?:very )?(?P<where>{_SLOT_WORDS['edge']})(?![\w-])",
        "side": (
            r"(?:immediately |directly |just |right )?"
            rf"(?P<where>{_SLOT_WORDS['side']})(?![\w-])"
        ),
        "status": rf"(?:{_SLOT_WORDS['status']})(?![\w-])",
        "variable": rf"{_QUOTED}|(?-i:[A-Z]){_WORD_CHAR}*+(?: {_CAPITAL}){{0,5}}+",
        "value": rf"{_QUOTED}|[-−]?{_NUMBER}|(?-i:[A-Z]){_WORD_CHAR}*+{_CONNECTED}",
        "number": _NUMBER,
        "who": rf"{_PERSON}(?:(?:, and|,| and) {_PERSON})*+",
        "everybody": (
            r"(?:each|every|all) (?:active )?+"
            r"(?P<role>(?>(?-i:[A-Z][\w-]++ [A-Z][\w-]++)|[\w-]++))|every(?:one|body)(?!\w)"
        ),
    }.items()
}
"""The expression of each kind of slot. In a sentence a single sign stands for each quotation and for
each block below (see :mod:`parsers.instructions.post_sentences`).
"""


Slots = Mapping[str, re.Match[str]]
"""The matched slots by their names, without those of an optional part that is missing."""

LONGEST = 1_000
"""The most characters of a sentence that is read; each quotation in it counts as one."""
_TOKENS = later(r"[\w'-]+")
_NAMES_RULE = "within"
"""The kind of a line that is no instruction, but names the rule that the list below it changes."""


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table. The last six fields hold the meaning of its wording outside the slots."""

    kind: str
    """An :class:`InstructionKind`, or ``_NAMES_RULE``."""
    wording: str
    """The sentence, in the notation of :mod:`parsers.patterns`."""
    takes: tuple[tuple[str, str], ...]
    """Examples that the form reads, each with what is read from it in short."""
    leaves: tuple[str, ...]
    """Examples that no form may read."""
    at: str = ""
    """``list`` if the new text is an item of a list."""
    edge: str = ""
    """The :class:`Relation` of a new text to its rule."""
    every: bool = False
    """Whether every occurrence of the old text changes."""
    gains: int = 0
    """1 if a number is added to the value, -1 if it is taken away, 0 if it replaces the value."""
    status: str = ""
    """``Active`` or ``Inactive`` if the wording gives the rule that status."""
    listed: bool = False
    """Whether the form is read only in a list below a line that names the rule."""


class _Table(msgspec.Struct, forbid_unknown_fields=True):
    void: str
    shared: dict[str, str]
    form: tuple[Form, ...]


@cache
def _table() -> _Table:
    text = files("parsers.instructions").joinpath("forms.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _Table)


def may_void(sentence: str) -> bool:
    """Return whether an unread sentence may be a condition on steps that were read."""
    return re.search(_table().void, sentence) is not None


def forms() -> tuple[Form, ...]:
    """Return the rows."""
    return _table().form


@cache
def _wordings() -> WordingIndex[tuple[Form, Wording]]:
    """Return the rows with their wordings; any two words can have a comma or a colon between."""
    kinds = {name: slot.pattern for name, slot in SLOTS.items()}
    shared = _table().shared
    spelling = PROSE._replace(joint="[,:]? ?")
    words = {name: frozenset(text.split("|")) for name, text in _SLOT_WORDS.items()}
    rows = [
        (form, Wording(f"{form.wording} {{end}}", kinds, shared, spelling, words))
        for form in forms()
    ]
    return WordingIndex((row[1], row) for row in rows)


def matching_forms(sentence: str) -> Iterator[tuple[Form, Slots]]:
    """Yield the forms that a whole sentence fits, each with its slots."""
    if len(sentence) > LONGEST:
        return
    for form, wording in _wordings().among(_TOKENS.findall(sentence.lower())):
        if found := wording.pattern.fullmatch(sentence):
            slots = {
                name: SLOTS[kind].fullmatch(sentence, *found.span(name))
                for name, kind in wording.slots.items()
                if found[name] is not None
            }
            yield form, {name: slot for name, slot in slots.items() if slot is not None}


# The content of slots: rules, passages, texts and values

_ORDERS = {
    word: order
    for order, words in (
        *enumerate(("first 1st", "second 2nd", "third 3rd", "fourth", "fifth", "sixth"), 1),
        (-1, "last final"),
    )
    for word in words.split()
}
_RELATIONS = {
    word: relation
    for relation, words in (
        (Relation.END, "end bottom last final"),
        (Relation.START, "start beginning top first"),
        (Relation.AFTER, "after below following"),
        (Relation.BEFORE, "before above"),
    )
    for word in words.split()
}
_STATUSES: dict[str, Literal["Active", "Inactive"]] = {"active": "Active", "inactive": "Inactive"}
_BETWEEN = re.compile(r",? and |, ")
"""The joints of “Ana, Bo, and Cy”."""
_QUOTED_WHOLE = re.compile(r"\s*[“\"][^“”\"]*[”\"]\s*")
"""A text that is one quotation: “Keys turn.”"""


class SpokenOf(NamedTuple):
    """The rules that a sentence can refer to without naming them: the one named last, and the one
    that its list is about.
    """

    latest: RuleName | None = None
    listed_below: RuleName | None = None


class ListBelow(NamedTuple):
    """The rule that a line names, and the list of changes below it."""

    rule: RuleName
    listed: PostList


@dataclass(frozen=True, slots=True)
class FilledForm:
    """A form with its matched slots, the sentence that it fits, and the rules that the sentence can
    refer to.
    """

    form: Form
    slots: Slots
    sentence: PostSentence
    context: SpokenOf

    def read(self) -> tuple[Instruction, ...] | ListBelow:
        """Return the instructions of the sentence. Raises Refused where they are unclear."""
        if self.form.kind != _NAMES_RULE:
            return self._instructions()
        block = self.sentence.part(self.slots["items"][0])
        if not isinstance(block, PostList):  # a quotation or a table lists no changes
            raise Refused(Refusal.NOT_MEANT)
        return ListBelow(self._named("rule"), block)

    def _instructions(self) -> tuple[Instruction, ...]:
        kind, slots = InstructionKind(self.form.kind), self.slots
        step = Instruction(kind, self.sentence.quote)
        if "rules" in slots and slots["rules"]["several"]:
            return tuple(
                replace(step, rule=RuleName(self._name_of(name), with_subrules="subrules" in slots))
                for name in _BETWEEN.split(slots["rules"]["several"])
            )
        match kind:
            case InstructionKind.ADD_RULE:
                step = self._new_rule(step)
            case InstructionKind.SET_VALUE:
                step = replace(step, value=self._value())
            case InstructionKind.REPLACE_RULE:
                step = self._other_rule(step)
            case InstructionKind.ADD_TEXT:
                step = self._new_text(replace(step, rule=self._rule()))
            case InstructionKind.MOVE_RULE:
                step = replace(step, rule=self._rule(), where=self._destination())
            case InstructionKind.RENAME_RULE:
                status = (slots["status"][0] if "status" in slots else self.form.status).lower()
                step = replace(
                    step, rule=self._rule(), title=self._title(), status=_STATUSES.get(status, "")
                )
            case _:
                old = self._passage("old") if "old" in slots else None
                step = replace(
                    step,
                    rule=self._rule(),
                    old=old,
                    new=self._text("new") if "new" in slots else None,
                )
        return (step,)

    # Rules

    def _named(self, slot: str) -> RuleName:
        found = self.slots[slot].groupdict(default="")
        if found.get("latest"):
            if self.context.latest is None:  # “that rule”, but none was named, or two were
                raise Refused(Refusal.NOT_MEANT)
            return self.context.latest
        title = found["title"] or found["numbered"] or found.get("bare", "")
        return RuleName(
            self._name_of(title),
            found["number"],
            self._name_of(found["parent"]),
            found["kind"].lower(),
        )

    def _rule(self) -> RuleName | None:
        """Return the rule that changes, which the sentence or the line above the list names; None
        for the whole Ruleset.
        """
        below = self.context.listed_below
        slot = next(
            (slot for slot in ("rule", "therule", "rules", "scope") if slot in self.slots), None
        )
        if slot is None:
            return below
        found = self.slots[slot].groupdict()
        if found.get("everywhere") or found.get("section"):
            return RuleName(section=found["section"]) if found["section"] else None
        rule = self._named(slot)
        if below is not None and rule != below:  # the line above the list names another rule
            raise Refused(Refusal.NOT_MEANT)
        return replace(rule, with_subrules="subrules" in self.slots)

    def _new_rule(self, step: Instruction) -> Instruction:
        title, text = own_title(self._text("new"), self._title())
        if not title:  # neither the sentence nor the text names the new rule
            raise Refused(Refusal.NOT_MEANT)
        section = self.slots["section"]["section"] if "section" in self.slots else ""
        where = self._destination() if {"parent", "beside"} & self.slots.keys() else None
        return replace(step, rule=RuleName(title, section=section), where=where, new=text)

    def _other_rule(self, step: Instruction) -> Instruction:
        rule, text = self._rule() or RuleName(), self._text("new")
        title, rest = own_title(text, rule.title)
        return replace(step, rule=rule, new=rest if title == rule.title else text)

    def _destination(self) -> Destination:
        if "section" in self.slots:
            return Destination(
                Relation.END, rule=RuleName(section=self.slots["section"]["section"])
            )
        if "parent" in self.slots:
            relation = self._relation("nth") if "nth" in self.slots else Relation.END
            return Destination(relation, rule=self._named("parent"))
        return Destination(self._relation("side"), rule=self._named("beside"))

    def _relation(self, slot: str) -> Relation:
        return _RELATIONS[self.slots[slot]["where"].lower()]

    # Text within rules

    def _new_text(self, step: Instruction) -> Instruction:
        form, slots = self.form, self.slots
        if ("new" in slots) == ("below" in slots):  # no new text, or two
            raise Refused(Refusal.NOT_MEANT)
        new = self._text("new" if "new" in slots else "below")
        if form.edge and step.rule == RuleName("Glossary"):  # which is in alphabetical order
            raise Refused(Refusal.NOT_MEANT)
        if "side" in slots:
            where = Destination(self._relation("side"), passage=self._passage("at"))
        else:
            relation = self._relation("edge") if "edge" in slots else Relation(form.edge)
            where = Destination(relation)
        return replace(step, where=where, unit=self._new_unit(), new=new)

    def _new_unit(self) -> Unit | None:
        """Return the unit that the sentence calls the new text, such as “a bullet point”."""
        if self.form.at == "list":
            return Unit.ITEM
        return _unit(self.slots["unit"][0]) if "unit" in self.slots else None

    def _passage(self, slot: str) -> RulePassage:
        found = self.slots[slot].groupdict()
        if found.get("order"):
            return RulePassage(unit=_unit(found["counted"]), order=_ORDERS[found["order"].lower()])
        if found.get("begins"):
            return RulePassage(
                unit=_unit(found["beginning"]), begins=self._shown(found["begins"]).rstrip(" .…")
            )
        unit = _unit(found["called"]) if found.get("called") else Unit.PHRASE
        return RulePassage(self._shown(found["shown"]), unit, every=self.form.every)

    def _title(self) -> str:
        return self._name_of(self.slots["title"][0]) if "title" in self.slots else ""

    def _name_of(self, name: str) -> str:
        part = self.sentence.part(name) if is_sign(name) else name
        title = plain(part) if isinstance(part, str) else name
        if PICTURE in title or STRUCK in title:  # the expressions cannot contain names
            raise Refused(Refusal.NOT_MEANT)
        return title.strip().rstrip(" .,;:")

    def _shown(self, sign: str) -> str:
        part = self.sentence.part(sign)
        text = (plain(part) if isinstance(part, str) else visible_text(_inside(part))).strip()
        if not text or PICTURE in text or STRUCK in text:  # nothing to write, or not only text
            raise Refused(Refusal.NOT_MEANT)
        return text

    def _text(self, slot: str) -> str:
        part = self.sentence.part(self.slots[slot][0])
        shown = self._shown(self.slots[slot][0])
        if isinstance(part, str):
            return self._quoted(part)
        if _QUOTED_WHOLE.fullmatch(shown):  # are the marks part of the text?
            raise Refused(Refusal.NOT_MEANT)
        return wikitext([part] if isinstance(part, PostQuote) and part.raw else _inside(part))

    def _quoted(self, text: str) -> str:
        """Return wikitext that shows a quotation. If it replaces quoted wikitext, it is wikitext
        itself.
        """
        passages = [self._passage(slot) for slot in ("old", "at") if slot in self.slots]
        if "old" in self.slots and ("''" in passages[0].text or "[[" in passages[0].text):
            return as_source(text)
        units = (self._new_unit(), *(passage.unit for passage in passages))
        return quoted(text, items=Unit.ITEM in units)

    def _value(self) -> ValueChange:
        slots, gains = self.slots, self.form.gains
        everybody = slots.get("everybody")
        role = (everybody["role"] or everybody[0]) if everybody else ""
        players = (
            tuple(self._name_of(name) for name in _BETWEEN.split(slots["who"][0]))
            if "who" in slots
            else ()
        )
        sign = "-" if gains < 0 else ""
        value = f"{sign}{slots['number'][0]}" if gains else self._stated_value()
        variable = self._name_of(slots["variable"][0])
        return ValueChange(
            variable, value, players, everybody=everybody is not None, adds=bool(gains), role=role
        )

    def _stated_value(self) -> str:
        stated = self.slots["value"][0]
        return self._shown(stated) if is_sign(stated) else self._name_of(stated).replace("−", "-")


def _unit(words: str) -> Unit:
    return next(
        (unit for unit in (Unit.SENTENCE, Unit.PARAGRAPH) if unit in words.lower()), Unit.ITEM
    )


def _inside(block: PostBlock) -> tuple[PostBlock, ...]:
    return block.blocks if isinstance(block, PostQuote) else (block,)
