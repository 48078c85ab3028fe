"""How a matter names a cell of a table: "the Price of Candles in the table", "the Candles row's Price"."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from parsers.proposals.drafts import ClauseContext, markup_of, nested, next_of_list
from parsers.proposals.model import Instruction, InstructionKind, RuleName, RulePassage, Unit
from parsers.proposals.names import read_rule
from parsers.proposals.owners import read_value
from parsers.proposals.titles import read_label, read_table
from parsers.proposals.tokens import NotUnderstood, TokenCursor

_MOST_WORDS = 4
_IN = "in|of|from|within"
_NO_COLUMN = frozenset("name title heading text wording word words rule list table row end start status value number".split())
"""Words that say of something else than a cell what is changed of it."""
_OPENING = ("the value of the?", "the entry for the?", "the")


def read_cell_change(cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    """Such as "Change the Price of Candles in the table of the rule X from 3 to 4". Raises NotUnderstood for anything else."""
    changes: list[Instruction] = []
    while True:
        saved = cursor.save()
        if changes and not next_of_list(cursor):
            break
        try:
            changes.append(_change(cursor, context))
        except NotUnderstood:
            if not changes:
                raise
            cursor.back(saved)
            break
    return changes


def _change(cursor: TokenCursor, context: ClauseContext) -> Instruction:
    rule, passage = _cell(cursor, context)
    if cursor.take("from"):
        passage = replace(passage, begins=read_value(cursor))
    if not cursor.first(("to be", "to")):
        raise NotUnderstood("it does not say what the cell becomes")
    return _changed(cursor, rule, passage)


def read_declared_cell(cursor: TokenCursor, context: ClauseContext) -> list[Instruction] | None:
    """Such as "The Price of Candles in the table becomes 4"; None where nothing like that stands here."""
    saved = cursor.save()
    with suppress(NotUnderstood):
        rule, passage = _cell(cursor, context)
        if cursor.first(("becomes", "shall|should be|become", "is now")):
            return [_changed(cursor, rule, passage)]
    cursor.back(saved)
    return None


def read_column(cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    """Such as "Rename the column “Price” of the table in “Wares” to “Cost”". Raises NotUnderstood for anything else."""
    cursor.take("the? name|title|heading|header of")
    cursor.take("the")
    before = cursor.take("column heading|header?")
    column = read_label(cursor, quoted=True)
    if not column or not (before or cursor.take("column heading|header|title|name?")):
        raise NotUnderstood("it does not name a column of a table")
    rule, inside = _container(cursor, context)
    rule = rule or (None if context.scope.implied else context.scope.rule)
    cursor.take(",")
    new = read_label(cursor, quoted=True) if cursor.first(("to be", "to|as|into")) else ""
    if rule is None or not new:
        raise NotUnderstood("it does not say what the column is called from now on")
    passage = RulePassage(Unit.CELL, contains=column)
    if inside or context.scope.within is not None:
        passage = nested(passage, context.scope.within or RulePassage(Unit.TABLE))
    return [Instruction(InstructionKind.REPLACE_TEXT, "", rule=rule, old=passage, new=new)]


def _changed(cursor: TokenCursor, rule: RuleName, passage: RulePassage) -> Instruction:
    token = cursor.kind("quote")
    new = read_value(cursor) if token is None else markup_of(token).strip()
    return Instruction(InstructionKind.REPLACE_TEXT, "", rule=rule, old=passage, new=new)


def _cell(cursor: TokenCursor, context: ClauseContext) -> tuple[RuleName, RulePassage]:
    """The cell that is named here, and its rule. Raises NotUnderstood where none is."""
    passage = _owned(cursor) or _of(cursor) or _in_row(cursor, context)
    rule, inside = _container(cursor, context)
    scope = context.scope
    rule = rule or (None if scope.implied else scope.rule)
    if passage is None or rule is None or not rule.title + rule.number:
        raise NotUnderstood("it does not name a cell of a table")
    within = scope.within.within if scope.within is not None and scope.within.unit is Unit.ROW else scope.within
    if inside or within is not None:
        passage = nested(passage, RulePassage(Unit.TABLE) if within is None else within)
    return rule, passage


def _in_row(cursor: TokenCursor, context: ClauseContext) -> RulePassage | None:
    """Such as "the Price", where the sentence speaks of a row."""
    within = context.scope.within
    if within is None or within.unit is not Unit.ROW or not within.text:
        return None
    cursor.take("the|its")
    column = read_label(cursor)
    return RulePassage(Unit.CELL, text=within.text, contains=column) if column else None


def _of(cursor: TokenCursor) -> RulePassage | None:
    """Such as "The Price of Candles", "the Price in the Candles row"."""
    saved = cursor.save()
    cursor.first(_OPENING)
    column = read_label(cursor) or _plain_label(cursor)
    if column and cursor.take("of|for|in"):
        cursor.take("the|a")
        row = read_label(cursor, quoted=True)
        cursor.take("row")
        if row:
            return RulePassage(Unit.CELL, text=row, contains=column)
    cursor.back(saved)
    return None


def _plain_label(cursor: TokenCursor) -> str:
    """A heading in lower case, before what the row is called: "the price of Candles"."""
    word = cursor.ahead()
    if word.kind != "word" or not word.low.isalpha() or cursor.ahead(1).low not in {"of", "for"} or word.low in _NO_COLUMN:
        return ""
    cursor.place += 1
    return word.text


def _owned(cursor: TokenCursor) -> RulePassage | None:
    """Such as "The Clockwork Bird's Price"."""
    saved = cursor.save()
    cursor.take("the|a")
    words: list[str] = []
    while cursor.ahead().kind == "word" and cursor.ahead().text[:1].isupper() and len(words) < _MOST_WORDS:
        token = cursor.ahead()
        cursor.place += 1
        if token.low.endswith("'s"):
            column = read_label(cursor)
            if column:
                return RulePassage(Unit.CELL, text=" ".join([*words, token.text[:-2]]), contains=column)
            break
        words.append(token.text)
    cursor.back(saved)
    return None


def _container(cursor: TokenCursor, context: ClauseContext) -> tuple[RuleName | None, bool]:
    """The rule that is named here, and whether a table in it is."""
    saved = cursor.save()
    inside = False
    if cursor.ahead().low == "from" and cursor.ahead(1).kind == "quote" and cursor.ahead(2).low == "to":
        # What stood there, not where it stands.
        return None, inside
    if cursor.take(_IN):
        inside = read_table(cursor)
        if not inside:
            cursor.back(saved)
    behind = cursor.save()
    rule = read_rule(cursor, context.latest) if cursor.take(_IN) else None
    if rule is None:
        cursor.back(behind)
    return rule, inside
