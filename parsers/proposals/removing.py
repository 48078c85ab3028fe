"""Clauses that remove a text or repeal a rule."""

from __future__ import annotations

from dataclasses import replace

from parsers.proposals.drafts import ClauseContext, check_sign, is_findable, is_sentence, markup_of, next_of_list, within_scope
from parsers.proposals.model import Instruction, InstructionKind, RuleName, Unit
from parsers.proposals.names import read_rule
from parsers.proposals.passages import WHOLLY, TextTarget, read_outside, read_shown, read_target
from parsers.proposals.quoted import token_text
from parsers.proposals.titles import clean_title, read_title
from parsers.proposals.tokens import NotUnderstood, Token, TokenCursor
from parsers.proposals.units import read_stretch


def read_removing(cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    """The instructions of a clause that begins behind "remove" or "repeal"."""
    targets: list[TextTarget] = []
    while True:
        saved = cursor.save()
        if targets and not next_of_list(cursor):
            break
        target = _removed(cursor, context)
        if target is None:
            cursor.back(saved)
            break
        targets.append(target)
    if not targets:
        raise NotUnderstood("it does not say what goes")
    return _removals(targets, cursor, context)


def _removed(cursor: TokenCursor, context: ClauseContext) -> TextTarget | None:
    if context.scope.text is not None and cursor.take("it|them|this|that"):
        return context.scope.text
    stretch = read_stretch(cursor)
    if stretch is not None:
        return read_outside(cursor, context.latest, TextTarget(passage=stretch))
    if cursor.take("both") and cursor.ahead().kind != "quote":
        cursor.place -= 1
    cursor.take("the? rules|subrules")
    start = cursor.place
    target = read_target(cursor, context.latest)
    if target is not None:
        target = read_shown(cursor, target)
        defined = target.passage is not None and target.passage.unit is Unit.DEFINITION
        if defined and cursor.tokens[start].kind != "quote":
            raise NotUnderstood("it is not clear whether the term goes too")
        if target.rule is not None and target.passage is None:
            cursor.take("from the? dynastic? ruleset|rules|game")
        cursor.first(WHOLLY)
    return target


def _removals(targets: list[TextTarget], cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    last = targets[-1]
    if last.rule is not None and last.passage is not None:
        targets = [replace(each, rule=last.rule) if each.rule is None and each.passage is not None else each for each in targets]
    return [_removal(target, cursor, context) for target in targets]


def _removal(target: TextTarget, cursor: TokenCursor, context: ClauseContext) -> Instruction:
    if target.passage is None:
        return _repeal(target.rule)
    rule, passage = within_scope(target, context.scope)
    if passage is None or (rule is None and not is_findable(passage)):
        raise NotUnderstood("it does not say in which rule")
    if passage.unit is Unit.PHRASE and passage.begins[:1].isupper() and passage.ends[-1:].isalnum():
        raise NotUnderstood("it is not clear whether the full stop goes too")
    if target.quoted is not None:
        if rule is None and not is_sentence(target.quoted.text):
            raise NotUnderstood("it is not clear whether a rule or a text goes")
        check_sign(cursor, target.quoted, "")
    return Instruction(InstructionKind.REMOVE_TEXT, "", rule=rule, old=passage)


def read_repealing(cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    """The instructions of a clause that begins behind "repeal"."""
    rules: list[RuleName] = []
    cursor.take(":")
    cursor.take("both")
    below = {"subrules"}.intersection(token.low for token in cursor.tokens[cursor.place : cursor.place + 2])
    while True:
        saved = cursor.save()
        if rules and not next_of_list(cursor):
            break
        several = cursor.take("the? following? dynastic? rules|subrules :?")
        items = cursor.kind("body") if several else None
        if items is not None:
            rules.extend(_listed(items))
            continue
        behind = cursor.save()
        subrule = read_title(cursor) if rules and cursor.take("its|the subrule|sub-rule") and cursor.ahead().kind == "quote" else ""
        if subrule:
            # It goes with the rule; for itself it can only go before that.
            rules.insert(-1, RuleName(title=subrule, parent=rules[-1].title))
            continue
        cursor.back(behind)
        rule = read_rule(cursor, context.latest)
        if rule is None:
            cursor.back(saved)
            break
        rules.append(rule)
    if not rules:
        raise NotUnderstood("it does not say which rule")
    if len(rules) > 1 and below and cursor.take("of|under|from"):
        parent = read_rule(cursor, context.latest)
        if parent is None or any(rule.parent for rule in rules):
            raise NotUnderstood("it is not clear of which rule they are subrules")
        rules = [replace(rule, parent=parent.title) for rule in rules]
    return [_repeal(rule) for rule in rules]


def _listed(items: Token) -> list[RuleName]:
    names = [clean_title(line).strip('“”"') for line in token_text(items).split("\n")]
    return [RuleName(title=name) for name in names if name]


def _repeal(rule: RuleName | None) -> Instruction:
    if rule is None or not rule.title + rule.number:
        raise NotUnderstood("it does not name the rules that go")
    return Instruction(InstructionKind.REPEAL_RULE, "", rule=rule)


def replaces_removed(cursor: TokenCursor, instructions: list[Instruction]) -> bool:
    """Such as "Remove “x” from X and replace it with “y”": the removal becomes a replacement."""
    last = instructions[-1]
    saved = cursor.save()
    if last.kind is InstructionKind.REMOVE_TEXT:
        replaces = cursor.take("replace|replacing it|them|this|that sentence|paragraph|text|bullet? with|by")
        if replaces:
            cursor.take("the following text|sentence|paragraph|bullet?")
            cursor.take(":")
        elif cursor.take("in its|their place ,? add|insert|put"):
            replaces = True
            cursor.take("the following text|sentence|paragraph|bullet? :?")
        else:
            cursor.take("add|insert|put|adding|inserting")
            cursor.take("the following text|sentence|paragraph|bullet? :?")
        token = cursor.kind("quote", "body")
        if token is not None and (replaces or cursor.take("in its|their place") or cursor.take("instead")):
            instructions[-1] = replace(last, kind=InstructionKind.REPLACE_TEXT, new=markup_of(token))
            return True
    cursor.back(saved)
    return False
