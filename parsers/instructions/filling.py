"""What a sentence that fits a form instructs: its slots as rules, passages, texts and values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal

from msgspec.structs import replace

from parsers.instructions.blocks import PostBlock, PostList, PostParagraph, PostQuote, StyledText
from parsers.instructions.forms import Form
from parsers.instructions.model import Destination, Instruction, InstructionKind, Relation, RuleName, RulePassage, Unit, ValueChange
from parsers.instructions.post_sentences import BLOCK, PostSentence
from parsers.instructions.wikitext import UnsafeText, inline, own_title, relevelled, visible_text, wikitext

_UNITS = {"sentence": Unit.SENTENCE, "paragraph": Unit.PARAGRAPH}
_ORDERS = {
    word: number
    for number, words in enumerate(("first 1st", "second 2nd", "third 3rd", "fourth", "fifth", "sixth"), 1)
    for word in words.split()
}
_ORDERS |= {"last": -1, "final": -1}
_RELATIONS = {
    "end": Relation.END, "bottom": Relation.END, "start": Relation.START, "beginning": Relation.START, "top": Relation.START,
    "after": Relation.AFTER, "below": Relation.AFTER, "following": Relation.AFTER, "before": Relation.BEFORE, "above": Relation.BEFORE,
}  # fmt: skip
_STATUSES: Mapping[str, Literal["Active", "Inactive"]] = {"active": "Active", "inactive": "Inactive"}
_KIND = re.compile(r"(?:the |an? |our |existing |current )*(dynastic|core|special case|building blocks?|appendix) ", re.IGNORECASE)
_LATEST = re.compile(r"(?:(?:that|this|the same|the new) (?:sub-?)?rules?|it)$", re.IGNORECASE)
_LEAD = re.compile(
    r"(?:the |an? |our |existing |current )*(?:(?:dynastic|core|special case|building blocks?|appendix) )?(?:(?:sub-?)?rules?,? )?"
    r"(?:(?:called|titled|entitled|named) )?",
    re.IGNORECASE,
)
_TAIL = re.compile(r" (?:sub-?)?rules?$", re.IGNORECASE)
_PARENT = re.compile(r" (?:of|in|under|to) (?:the )?(?:rule )?(?=\S+$|[^a-z])")
_NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)*)(?: |$)")
_BETWEEN = re.compile(r",? and |, ")
_QUOTED_WHOLE = re.compile(r"\s*[“\"][^“”\"]*[”\"]\s*")


class NotMeant(ValueError):
    """A sentence fits a form by its words, and yet cannot be what the form says."""


def instructions_of(
    form: Form, slots: Mapping[str, str], sentence: PostSentence, latest: RuleName | None, listed_below: RuleName | None
) -> tuple[Instruction, ...]:
    """What a sentence in these words instructs. ``latest`` is the rule named last, ``listed_below`` the one that a list is about.

    Raises NotMeant where a text cannot stand in a rule, or a rule is not told.
    """
    try:
        return _Filling(form, slots, sentence, latest, listed_below).instructions()
    except UnsafeText as error:
        raise NotMeant(str(error)) from None


def rule_of(name: str, sentence: PostSentence, latest: RuleName | None) -> RuleName:
    """The rule that some words name."""
    if _LATEST.match(name):
        if latest is None:
            raise NotMeant("no rule was named before it")
        return latest
    kind = _KIND.match(name)
    section = kind[1].lower() if kind else ""
    is_subrule = re.match(r"(?:the |an? )?(?:existing |current )?sub-?rule ", name, re.IGNORECASE) is not None
    bare = _TAIL.sub("", _LEAD.sub("", name, count=1))
    parent = ""
    if is_subrule and (found := _PARENT.search(bare)):
        bare, parent = bare[: found.start()], _title(bare[found.end() :], sentence)
    number = _NUMBER.match(bare)
    title = _title(bare[number.end() :] if number else bare, sentence)
    return RuleName(title, number[1] if number else "", parent, section)


def _title(name: str, sentence: PostSentence) -> str:
    part = sentence.part(name) if len(name) == 1 and ord(name) >= 0xE000 else None
    text = part.shown if isinstance(part, StyledText) else name
    return text.strip(" .,;:")


class _Filling:
    def __init__(
        self, form: Form, slots: Mapping[str, str], sentence: PostSentence, latest: RuleName | None, listed_below: RuleName | None
    ) -> None:
        self._form = form
        self._slots = slots
        self._statement = sentence
        self._latest = latest
        self._below = listed_below

    def instructions(self) -> tuple[Instruction, ...]:
        kind = InstructionKind(self._form.kind)
        makers: Mapping[InstructionKind, Callable[[Instruction], Instruction]] = {
            InstructionKind.ADD_RULE: self._new_rule,
            InstructionKind.REPLACE_RULE: self._other_rule,
            InstructionKind.RENAME_RULE: self._other_title,
            InstructionKind.MOVE_RULE: self._moved,
            InstructionKind.ADD_TEXT: self._new_text,
            InstructionKind.SET_VALUE: self._value,
        }
        plain = Instruction(kind, self._statement.quote)
        if "rules" in self._slots:
            return tuple(replace(plain, rule=rule) for rule in self._rules(self._slots["rules"]))
        if kind in (InstructionKind.REPLACE_TEXT, InstructionKind.REMOVE_TEXT):
            text = self._text("new") if "new" in self._slots else None
            return (replace(plain, rule=self._rule(), old=self._passage("old"), new=text),)
        maker = makers.get(kind)
        return (replace(plain, rule=self._rule()) if maker is None else maker(plain),)

    def _rule(self) -> RuleName | None:
        name = self._slots.get("rule") or self._slots.get("therule") or self._slots.get("scope")
        if name is None:
            return self._below
        if self._is_section(name):
            return None if name.lower().endswith(" ruleset") and "dynastic" not in name.lower() else RuleName(section=self._section(name))
        rule = rule_of(name, self._statement, self._latest)
        if self._below is not None and rule != self._below:
            raise NotMeant("it names another rule than the line above the list")
        return rule

    def _is_section(self, name: str) -> bool:
        return "scope" in self._slots and re.search(r"(?:rules|ruleset|section|appendix)$", name, re.IGNORECASE) is not None

    def _rules(self, names: str) -> list[RuleName]:
        if not re.match(r"(?:the )?(?:\w+ ){0,2}rules ", names, re.IGNORECASE):
            return [rule_of(names, self._statement, self._latest)]
        start = re.search(" rules |^rules ", names, re.IGNORECASE)
        assert start is not None  # noqa: S101 - it was matched just above
        return [RuleName(_title(name, self._statement)) for name in _BETWEEN.split(names[start.end() :])]

    def _new_rule(self, plain: Instruction) -> Instruction:
        title = _title(self._slots["title"], self._statement) if "title" in self._slots else ""
        title, text = own_title(relevelled(self._text("new")), title)
        if not title:
            raise NotMeant("the new rule has no title")
        parent = rule_of(self._slots["parent"], self._statement, self._latest) if "parent" in self._slots else None
        section = self._section(self._slots["section"]) if "section" in self._slots else ""
        where = None
        if parent is not None:
            where = Destination(Relation.END, rule=parent)
        elif "beside" in self._slots:
            where = self._beside("beside")
        return replace(plain, rule=RuleName(title, section=section), where=where, new=text)

    def _other_rule(self, plain: Instruction) -> Instruction:
        rule = self._rule()
        assert rule is not None  # noqa: S101 - the forms of this kind all name a rule
        title, text = own_title(relevelled(self._text("new")), rule.title)
        if rule.title and title != rule.title:
            text = relevelled(self._text("new"))
        return replace(plain, rule=replace(rule, with_subrules=self._form.whole), new=text)

    def _other_title(self, plain: Instruction) -> Instruction:
        status = self._slots.get("status") or self._form.status
        title = _title(self._slots["title"], self._statement) if "title" in self._slots else ""
        return replace(
            plain, rule=self._rule(), title=title, status="" if not status else "Active" if status.lower() == "active" else "Inactive"
        )

    def _moved(self, plain: Instruction) -> Instruction:
        if "section" in self._slots:
            where = Destination(Relation.END, rule=RuleName(section=self._section(self._slots["section"])))
        elif "inside" in self._slots:
            where = Destination(Relation.END, rule=rule_of(self._slots["inside"], self._statement, None))
        else:
            where = self._beside("beside")
        return replace(plain, rule=self._rule(), where=where)

    def _beside(self, slot: str) -> Destination:
        return Destination(self._relation("side"), rule=rule_of(self._slots[slot], self._statement, None))

    def _relation(self, slot: str) -> Relation:
        return _RELATIONS[self._slots[slot].lower().rpartition(" ")[2]]

    def _new_text(self, plain: Instruction) -> Instruction:
        unit = self._unit(self._slots["unit"]) if "unit" in self._slots else None
        if ("new" in self._slots) == ("below" in self._slots):
            raise NotMeant("it does not say which text")
        new = self._text("new" if "new" in self._slots else "below")
        if self._form.glossary or (self._form.edge and self._rule() == RuleName("Glossary")):
            return replace(plain, rule=RuleName("Glossary"), new=new)
        if "side" in self._slots:
            where = Destination(self._relation("side"), passage=self._passage("at"))
        else:
            relation = self._relation("edge") if "edge" in self._slots else Relation(self._form.edge)
            where = Destination(relation, passage=RulePassage(unit=Unit.LIST) if self._form.at == "list" else None)
        return replace(plain, rule=self._rule(), where=where, unit=unit, new=new)

    def _passage(self, slot: str) -> RulePassage:
        words = self._slots[slot]
        sign = words[-1]
        lead = re.sub("^the ", "", words.lower())
        unit = self._unit(lead) if re.match(r"(?:following )?(?:sentence|paragraph|bullet|list item|item)", lead) else Unit.PHRASE
        if ord(sign) < 0xE000:
            order, _, name = lead.partition(" ")
            return RulePassage(unit=self._unit(name), order=_ORDERS[order])
        text = self._shown(sign)
        if re.search(r"\b(?:begin|start)", lead):
            return RulePassage(unit=unit, begins=text.rstrip(" .…"))
        return RulePassage(text, unit, every=self._form.every)

    def _unit(self, words: str) -> Unit:
        if words.endswith("s") and not self._slots.get("new", "x")[0] >= "\ue000":
            raise NotMeant("several of them are not one place")
        return next((unit for word, unit in _UNITS.items() if word in words), Unit.ITEM)

    def _shown(self, sign: str) -> str:
        part = self._statement.part(sign)
        text = part.shown if isinstance(part, StyledText) else visible_text(_inside(part[0]))
        text = text.strip()
        if not text or "\ufffc" in text:
            raise NotMeant("there is no text in it")
        return text

    def _text(self, slot: str) -> str:
        sign = self._slots[slot]
        part = self._statement.part(sign)
        if isinstance(part, StyledText):
            if not part.shown:
                raise NotMeant("there is no text in it")
            return wikitext([PostParagraph(part)]) if "\n" in part.plain else inline(part)
        blocks = _inside(part[0])
        if len(blocks) == 1 and _QUOTED_WHOLE.fullmatch(visible_text(blocks)):
            raise NotMeant("whether the quotation marks belong to the text is for a person to say")
        text = wikitext(part if isinstance(part[0], PostQuote) and part[0].raw else blocks)
        if not text:
            raise NotMeant("there is no text in it")
        return text

    def _section(self, words: str) -> str:
        return re.sub("^the ", "", words, flags=re.IGNORECASE)

    def _value(self, plain: Instruction) -> Instruction:
        variable = self._plain("variable")
        role = re.sub("^(?:each|every|all) (?:active )?", "", self._slots.get("everybody", ""), flags=re.IGNORECASE)
        players = tuple(_title(name, self._statement) for name in _BETWEEN.split(self._slots["who"])) if "who" in self._slots else ()
        gains = self._form.gains
        value = f"{'-' if gains < 0 else ''}{self._slots['number']}" if gains else self._plain("value").replace("−", "-")
        change = ValueChange(variable, value, players, everybody="everybody" in self._slots, adds=bool(gains), role=role)
        return replace(plain, value=change)

    def _plain(self, slot: str) -> str:
        words = self._slots[slot]
        return self._shown(words) if len(words) == 1 and ord(words) >= 0xE000 else words


def _inside(block: PostBlock) -> tuple[PostBlock, ...]:
    return block.blocks if isinstance(block, PostQuote) else (block,)


def items_of(slots: Mapping[str, str], sentence: PostSentence) -> PostList:
    """The list below a line that names a rule. Raises NotMeant for another block."""
    found = re.fullmatch(f"[{BLOCK}]", slots["items"])
    part = sentence.part(slots["items"]) if found else ()
    if not isinstance(part, tuple) or not isinstance(part[0], PostList):
        raise NotMeant("no list follows")
    return part[0]
