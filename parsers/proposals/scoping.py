"""The place that a sentence speaks of before its verb: "In the rule X, after “y”, …"."""

from __future__ import annotations

from dataclasses import replace

from parsers.proposals.drafts import ClauseContext, nested
from parsers.proposals.model import RuleName, RulePassage, Unit
from parsers.proposals.names import read_parent, read_rule, read_section
from parsers.proposals.passages import TextTarget, read_outside, read_target
from parsers.proposals.places import read_place
from parsers.proposals.tokens import NotUnderstood, TokenCursor
from parsers.proposals.vocabulary import is_verb

_INSIDE = "in|within|inside|for|from|under|underneath"


def read_scopes(cursor: TokenCursor, context: ClauseContext) -> None:
    """Such as "In the rule X, after “y”, …"."""
    while True:
        saved, scope = cursor.save(), context.scope
        if not _place(cursor, context):
            cursor.back(saved)
            context.scope = scope
            return
        if cursor.take(","):
            continue
        behind = cursor.ahead()
        if behind.text == ":":
            if cursor.ahead(1).kind == "end":
                return
            cursor.place += 1
        elif (
            behind.kind != "end"
            and not is_verb(behind)
            and behind.low not in {"then", "also", "in", "at", "after", "before", "please", "it"}
        ):
            cursor.back(saved)
            context.scope = scope
            return
        if behind.kind == "end":
            return


def _place(cursor: TokenCursor, context: ClauseContext) -> bool:
    scope = context.scope
    saved = cursor.save()
    if cursor.take("wherever|everywhere|where that?"):
        quoted = cursor.kind("quote")
        if quoted is not None and cursor.take("appears|occurs|is used?"):
            passage = RulePassage(Unit.PHRASE, text=quoted.text, every=True)
            spoken = read_outside(cursor, context.latest, TextTarget(passage=passage, everywhere=True))
            context.scope = replace(scope, text=spoken)
            return True
        if quoted is None and _where_it_says(cursor, context, every=cursor.tokens[saved[0]].low != "where"):
            return True
    elif cursor.take("throughout"):
        target = _container(cursor, context)
        if target is not None:
            context.scope = replace(scope, rule=target.rule, within=target.passage, every=True)
            return True
    elif cursor.take(_INSIDE) and read_scoped(cursor, context):
        return True
    cursor.back(saved)
    place = read_place(cursor, context.scope.rule or context.latest)
    if place is None:
        return False
    _check_comma(cursor)
    if place.target is not None and place.target.rule is not None and place.target.rule.title:
        context.latest = place.target.rule
    context.scope = replace(scope, place=place)
    return True


def _where_it_says(cursor: TokenCursor, context: ClauseContext, *, every: bool) -> bool:
    """Such as "Where the rule X says “x”": that text, in that rule."""
    rule = read_rule(cursor, context.latest)
    quoted = cursor.kind("quote") if rule is not None and cursor.take("currently|now? says|reads|has|contains|states") else None
    if rule is None or quoted is None:
        return False
    context.latest = rule
    context.scope = replace(context.scope, text=TextTarget(rule, RulePassage(Unit.PHRASE, text=quoted.text, every=every), everywhere=every))
    return True


def _container(cursor: TokenCursor, context: ClauseContext) -> TextTarget | None:
    section = read_section(cursor)
    if section is not None:
        return TextTarget(section)
    saved = cursor.save()
    target = read_target(cursor, context.latest)
    if target is None or target.quoted is None:
        return target
    cursor.back(saved)
    rule = read_rule(cursor, context.latest)
    return None if rule is None else TextTarget(read_parent(cursor, rule))


def read_scoped(cursor: TokenCursor, context: ClauseContext) -> bool:
    """Make what is named here the scope: a rule, or a stretch of one."""
    target = _container(cursor, context)
    if target is None:
        return False
    scope = context.scope
    rule = target.rule or scope.rule
    within = target.passage
    if within is not None and within.unit is Unit.WHOLE:
        within = None
    if within is not None and scope.within is not None and target.rule is None:
        within = nested(within, scope.within)
    every = scope.every if target.rule is None else target.rule == RuleName() and scope.every
    context.scope = replace(scope, rule=rule, within=within, every=every, implied=False)
    if target.rule is not None and target.rule.title:
        context.latest = target.rule
    return True


def _check_comma(cursor: TokenCursor) -> None:
    """Raise NotUnderstood for “After “four,” add …”: the comma may be the sentence's own."""
    last = cursor.tokens[cursor.place - 1]
    if last.kind == "quote" and last.text.rstrip().endswith(",") and cursor.ahead().text != ",":
        raise NotUnderstood("it is not clear whether the comma before the closing quotation mark belongs to the text")
