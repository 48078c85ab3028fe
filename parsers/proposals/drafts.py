"""What a clause stands in (its scope), and the text that it brings."""

from __future__ import annotations

from dataclasses import dataclass, replace

from parsers.patterns import later
from parsers.proposals.model import Destination, Instruction, InstructionCondition, InstructionKind, Relation, RuleName, RulePassage, Unit
from parsers.proposals.passages import TextTarget
from parsers.proposals.places import TextPlace
from parsers.proposals.tokens import NotUnderstood, Token, TokenCursor
from parsers.proposals.wikitext import UnsafeText, relevelled, wikitext

_SENTENCE = later(r"[A-Z“\"‘(*#:;={|'\[0-9].*[.!?:][”’\")]*", 16)
_SIGNS = ",;."


@dataclass(frozen=True, slots=True)
class InstructionScope:
    """What was said before the verb: the rule, the stretch in it, the place in it, whether everywhere in it, and on which conditions.

    ``adds`` is what rules are called that were announced ("rule", "subrule"), and ``count`` how many.
    ``spelt`` says that the matter tells what "it" does ("it repeals the rule X").
    ``text`` is what "it" means where a text was spoken of. ``implied`` says that the rule is only the one that the clause before spoke of.
    """

    rule: RuleName | None = None
    within: RulePassage | None = None
    place: TextPlace | None = None
    every: bool = False
    implied: bool = False
    text: TextTarget | None = None
    conditions: tuple[InstructionCondition, ...] = ()
    adds: str = ""
    count: int = 0
    spelt: bool = False


@dataclass(slots=True)
class ClauseContext:
    """What the clauses of a sentence have in common: its scope, the rule spoken of last, and the last instruction before it.

    ``tracking`` says that it speaks of the tracking page, where only values are changed.
    """

    scope: InstructionScope
    latest: RuleName | None = None
    previous: Instruction | None = None
    tracking: bool = False


def markup_of(token: Token) -> str:
    """The wikitext of a new text. Raises NotUnderstood for what cannot stand in a rule."""
    try:
        text = relevelled(wikitext(token.blocks))
    except UnsafeText as error:
        raise NotUnderstood(str(error)) from error
    if token.kind == "quote" and text == token.text.strip():
        # A phrase keeps the blanks at its ends, which part it from the words beside it.
        return token.text
    return text


def within_scope(target: TextTarget, scope: InstructionScope) -> tuple[RuleName | None, RulePassage | None]:
    """The rule and passage of a target, with what the scope adds. Raises NotUnderstood where the two name different rules."""
    rule, passage = target.rule, target.passage
    if target.inside is not None and scope.rule is not None and not scope.implied and passage is not None:
        rule, passage = scope.rule, nested(passage, RulePassage(Unit.PHRASE, text=target.inside.text.strip()))
    elif rule is None:
        rule = scope.rule
        if passage is not None and scope.within is not None:
            passage = nested(passage, scope.within)
    elif scope.rule is not None and scope.within is not None:
        raise NotUnderstood("it names a place in one rule, and then another rule")
    if passage is not None and scope.every and passage.order is None and passage.unit is Unit.PHRASE:
        passage = replace(passage, every=True)
    return (None if rule == RuleName() else rule), passage


def nested(passage: RulePassage, outer: RulePassage) -> RulePassage:
    """The passage with its outermost stretch in ``outer``."""
    return replace(passage, within=outer if passage.within is None else nested(passage.within, outer))


def is_sentence(text: str) -> bool:
    """Whether a text is made of whole sentences."""
    return _SENTENCE.fullmatch(text.strip()) is not None


def check_sign(cursor: TokenCursor, token: Token, beside: str) -> None:
    """Raise NotUnderstood where the sign at the end of a quotation may be the sentence's own.

    ``beside`` is the text that it takes the place of, or stands behind: if that ends with the same sign, it belongs to the text.
    ``cursor`` stands behind the quotation.
    """
    text = token.text.rstrip()
    if token.kind != "quote" or text[-1:] not in _SIGNS or not text or is_sentence(text) or beside.rstrip()[-1:] == text[-1:]:
        return
    behind = cursor.ahead()
    if behind.kind != "sign" and (text.endswith(".") or behind.kind == "quote" or behind.low in {"and", "end", ""}):
        raise NotUnderstood("it is not clear whether the sign before the closing quotation mark belongs to the text")


def added_text(rule: RuleName | None, where: Destination, token: Token, unit: Unit | None) -> Instruction:
    """An instruction that adds a text. Raises NotUnderstood where it is not said to what."""
    if rule is None and (where.passage is None or not is_findable(where.passage)):
        raise NotUnderstood("it does not say to which rule")
    anchor = where.passage
    if token.kind == "quote" and anchor is None and unit is Unit.SENTENCE and where.relation in {Relation.START, Relation.END}:
        raise NotUnderstood("it is not clear whether the sentence makes a paragraph of its own")
    if token.kind == "quote" and anchor is not None and not is_sentence(token.text):
        if where.relation is Relation.END and anchor.unit in {Unit.SENTENCE, Unit.PARAGRAPH} and unit is None and not where.closing:
            raise NotUnderstood("it is not clear whether the words go before the full stop or behind it")
        if _in_number(anchor.text, token.text):
            raise NotUnderstood("it is not clear whether another number is meant")
    if unit is Unit.ITEM and where.passage is None and where.relation in {Relation.START, Relation.END}:
        where = replace(where, passage=RulePassage(Unit.LIST))
    if unit is Unit.ROW and where.passage is None and where.relation in {Relation.START, Relation.END}:
        where = replace(where, passage=RulePassage(Unit.TABLE))
    return Instruction(InstructionKind.ADD_TEXT, "", rule=rule, where=where, new=markup_of(token), unit=unit)


def _in_number(anchor: str, text: str) -> bool:
    """Whether digits would stand beside digits."""
    return any(character.isdigit() for character in anchor[:1] + anchor[-1:]) and text[:1].isdigit() and text.strip().isdigit()


def is_findable(passage: RulePassage) -> bool:
    """Whether a passage can be looked for in the whole Ruleset: by its words."""
    inner = bool(passage.text or passage.begins or passage.ends or passage.contains or passage.behind)
    return inner if passage.within is None else is_findable(passage.within)


def next_of_list(cursor: TokenCursor) -> bool:
    """Walk over what parts the things of an enumeration."""
    comma = cursor.take(",") or cursor.take(";")
    return cursor.take("and") or comma
