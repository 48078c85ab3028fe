"""What a sentence that fits a form instructs: its slots as rules, passages, texts and values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from msgspec.structs import replace

from parsers.instructions.blocks import PICTURE, STRUCK, PostBlock, PostList, PostParagraph, PostQuote, plain
from parsers.instructions.forms import Form
from parsers.instructions.model import Destination, Instruction, InstructionKind, Relation, RuleName, RulePassage, Unit, ValueChange
from parsers.instructions.post_sentences import PostSentence, is_sign
from parsers.instructions.wikitext import UnsafeText, inline, own_title, relevelled, visible_text, wikitext

_ORDERS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": -1, "final": -1}
_RELATIONS = {
    "end": Relation.END, "bottom": Relation.END, "start": Relation.START, "beginning": Relation.START, "top": Relation.START,
    "after": Relation.AFTER, "below": Relation.AFTER, "following": Relation.AFTER, "before": Relation.BEFORE, "above": Relation.BEFORE,
}  # fmt: skip
_STATUSES: Mapping[str, Literal["Active", "Inactive"]] = {"active": "Active", "inactive": "Inactive"}
_LATEST = re.compile(r"(?:(?:that|this|the same|the new) (?:sub-?)?rules?|it)$", re.IGNORECASE)
_RULE = re.compile(
    r"(?:the |an? |our |existing |current )*(?:(?P<kind>dynastic|core|special case|building blocks?|appendix) )?(?:(?:sub-?)?rules?,? )?"
    r"(?:(?:called|titled|entitled|named) )?(?P<number>[0-9]+(?:\.[0-9]+)*(?: |$))?(?P<title>.*?)(?: (?:sub-?)?rules?)?"
    r"(?: of (?:the )?(?:rule )?(?P<parent>[\ue000-\uefff]))?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r",? and |, ")
_QUOTED_WHOLE = re.compile(r"\s*[“\"][^“”\"]*[”\"]\s*")


class NotMeant(ValueError):
    """A sentence fits a form by its words, and yet cannot be what the form says."""


class SpokenOf(NamedTuple):
    """What a sentence may speak of: the rule that was named last, and the one that the list is about in which it stands."""

    latest: RuleName | None = None
    listed_below: RuleName | None = None


def instructions_of(form: Form, slots: Mapping[str, str], sentence: PostSentence, context: SpokenOf) -> tuple[Instruction, ...]:
    """What a sentence in these words instructs. Raises NotMeant where a text cannot stand in a rule, or a rule is not told."""
    try:
        return _Filling(form, slots, sentence, context).instructions()
    except UnsafeText as error:
        raise NotMeant(str(error)) from None


class ListBelow(NamedTuple):
    """The rule that a line names, and the list of changes below it."""

    rule: RuleName
    listed: PostList


def list_below(slots: Mapping[str, str], sentence: PostSentence, context: SpokenOf) -> ListBelow:
    """The list below a line. Raises NotMeant for another block."""
    (block,) = sentence.blocks
    if not isinstance(block, PostList):
        raise NotMeant("no list follows")
    return ListBelow(_rule_of(slots["rule"], sentence, context.latest), block)


def _rule_of(name: str, sentence: PostSentence, latest: RuleName | None) -> RuleName:
    if _LATEST.match(name):
        if latest is None:
            raise NotMeant("no rule was named before it")
        return latest
    found = _RULE.fullmatch(name)
    assert found is not None  # noqa: S101 - the title takes any text
    parent = _title(found["parent"], sentence) if found["parent"] else ""
    return RuleName(_title(found["title"], sentence), (found["number"] or "").strip(), parent, (found["kind"] or "").lower())


def _title(name: str, sentence: PostSentence) -> str:
    part = sentence.part(name) if is_sign(name) else None
    title = plain(part) if isinstance(part, str) else name
    if PICTURE in title or STRUCK in title:
        raise NotMeant("it is no text alone")
    return title.strip(" .,;:")


class _Filling:
    def __init__(self, form: Form, slots: Mapping[str, str], sentence: PostSentence, context: SpokenOf) -> None:
        self._form = form
        self._slots = slots
        self._sentence = sentence
        self._context = context

    def instructions(self) -> tuple[Instruction, ...]:
        kind = InstructionKind(self._form.kind)
        plain = Instruction(kind, self._sentence.quote)
        if names := re.match(r"(?:the )?(?:\w+ ){0,2}rules (.*,.*|.* and .*)", self._slots.get("rules", ""), re.IGNORECASE):
            return tuple(replace(plain, rule=RuleName(_title(name, self._sentence))) for name in _BETWEEN.split(names[1]))
        if kind is InstructionKind.ADD_RULE:
            return (self._new_rule(plain),)
        if kind is InstructionKind.SET_VALUE:
            return (replace(plain, value=self._value()),)
        plain = replace(plain, rule=self._rule())
        if kind is InstructionKind.REPLACE_RULE:
            return (self._other_rule(plain),)
        if kind is InstructionKind.ADD_TEXT:
            return (self._new_text(plain),)
        if kind is InstructionKind.MOVE_RULE:
            return (replace(plain, where=self._destination()),)
        if kind is InstructionKind.RENAME_RULE:
            status = (self._slots.get("status") or self._form.status).lower()
            return (replace(plain, title=self._words("title"), status=_STATUSES.get(status, "")),)
        old = self._passage("old") if "old" in self._slots else None
        return (replace(plain, old=old, new=self._text("new") if "new" in self._slots else None),)

    def _named(self, slot: str) -> RuleName:
        return _rule_of(self._slots[slot], self._sentence, self._context.latest)

    def _rule(self) -> RuleName | None:
        name = next((self._slots[slot] for slot in ("rule", "therule", "rules", "scope") if slot in self._slots), None)
        below = self._context.listed_below
        if name is None:
            return below
        if "scope" in self._slots and re.search(r"(?:rules|ruleset|section|appendix)$", name, re.IGNORECASE):
            return None if re.match("the (?:entire )?ruleset$", name, re.IGNORECASE) else self._section(name)
        rule = _rule_of(name, self._sentence, self._context.latest)
        if below is not None and rule != below:
            raise NotMeant("it names another rule than the line above the list")
        return rule

    def _section(self, words: str) -> RuleName:
        return RuleName(section=re.sub("^the ", "", words, flags=re.IGNORECASE))

    def _new_rule(self, plain: Instruction) -> Instruction:
        title, text = own_title(relevelled(self._text("new")), self._words("title"))
        if not title:
            raise NotMeant("the new rule has no title")
        name = replace(self._section(self._slots.get("section", "")), title=title)
        where = self._destination() if {"parent", "beside"} & self._slots.keys() else None
        return replace(plain, rule=name, where=where, new=text)

    def _destination(self) -> Destination:
        """Where a rule goes."""
        if "section" in self._slots:
            return Destination(Relation.END, rule=self._section(self._slots["section"]))
        if "parent" in self._slots:
            return Destination(Relation.END, rule=self._named("parent"))
        return Destination(self._relation("side"), rule=self._named("beside"))

    def _relation(self, slot: str) -> Relation:
        return _RELATIONS[self._slots[slot].lower().rpartition(" ")[2]]

    def _other_rule(self, plain: Instruction) -> Instruction:
        rule, text = plain.rule or RuleName(), relevelled(self._text("new"))
        title, rest = own_title(text, rule.title)
        return replace(plain, rule=replace(rule, with_subrules=self._form.whole), new=rest if title == rule.title else text)

    def _new_text(self, plain: Instruction) -> Instruction:
        unit = self._unit(self._slots["unit"]) if "unit" in self._slots else None
        if ("new" in self._slots) == ("below" in self._slots):
            raise NotMeant("it does not say which text")
        new = self._text("new" if "new" in self._slots else "below")
        if self._form.glossary or (self._form.edge and plain.rule == RuleName("Glossary")):
            # An entry has its place in the alphabet.
            return replace(plain, rule=RuleName("Glossary"), new=new)
        if "side" in self._slots:
            where = Destination(self._relation("side"), passage=self._passage("at"))
        else:
            relation = self._relation("edge") if "edge" in self._slots else Relation(self._form.edge)
            where = Destination(relation, passage=RulePassage(unit=Unit.LIST) if self._form.at == "list" else None)
        return replace(plain, where=where, unit=unit, new=new)

    def _passage(self, slot: str) -> RulePassage:
        words = re.sub("^the ", "", self._slots[slot].lower())
        if not is_sign(words[-1]):
            order, _, unit = words.partition(" ")
            return RulePassage(unit=self._unit(unit), order=_ORDERS[order])
        called = re.match(r"(?:following )?((?:sentence|paragraph|bullet|list item|item)s?)", words)
        unit = self._unit(called[1]) if called else Unit.PHRASE
        text = self._shown(words[-1])
        if re.search(r"\b(?:begin|start)", words):
            return RulePassage(unit=unit, begins=text.rstrip(" .…"))
        return RulePassage(text, unit, every=self._form.every)

    def _unit(self, words: str) -> Unit:
        return Unit.SENTENCE if "sentence" in words else Unit.PARAGRAPH if "paragraph" in words else Unit.ITEM

    def _words(self, slot: str) -> str:
        """The words of a slot; of a quotation what it shows."""
        return _title(self._slots.get(slot, ""), self._sentence)

    def _shown(self, sign: str) -> str:
        part = self._sentence.part(sign)
        text = (plain(part) if isinstance(part, str) else visible_text(_inside(part))).strip()
        if not text or PICTURE in text or STRUCK in text:
            raise NotMeant("there is no text in it, or more than text")
        return text

    def _text(self, slot: str) -> str:
        """A text as wikitext."""
        part = self._sentence.part(self._slots[slot])
        shown = self._shown(self._slots[slot])
        if isinstance(part, str):
            return wikitext([PostParagraph(part)]) if "\n" in part else inline(part)
        if _QUOTED_WHOLE.fullmatch(shown):
            raise NotMeant("whether the quotation marks belong to the text is for a person to say")
        return wikitext([part] if isinstance(part, PostQuote) and part.raw else _inside(part))

    def _value(self) -> ValueChange:
        role = re.sub("^(?:each|every|all) (?:active )?", "", self._slots.get("everybody", ""), flags=re.IGNORECASE)
        players = tuple(_title(name, self._sentence) for name in _BETWEEN.split(self._slots["who"])) if "who" in self._slots else ()
        gains = self._form.gains
        value = f"{'-' if gains < 0 else ''}{self._slots['number']}" if gains else self._words("value").replace("−", "-")
        everybody = "everybody" in self._slots
        return ValueChange(self._words("variable"), value, players, everybody=everybody, adds=bool(gains), role=role)


def _inside(block: PostBlock) -> tuple[PostBlock, ...]:
    return block.blocks if isinstance(block, PostQuote) else (block,)
