"""Clauses that rename or move a rule."""

from __future__ import annotations

from dataclasses import replace

from parsers.proposals.drafts import ClauseContext, next_of_list
from parsers.proposals.model import Destination, Instruction, InstructionKind, Relation, RuleName
from parsers.proposals.names import read_possessive, read_rule
from parsers.proposals.passages import TextTarget
from parsers.proposals.places import as_rule, read_place, rule_destination
from parsers.proposals.titles import read_title
from parsers.proposals.tokens import NotUnderstood, TokenCursor

_TITLE = "the? title|name|heading of|for"
_EDGES = frozenset({Relation.START, Relation.END})


def read_title_change(cursor: TokenCursor, context: ClauseContext) -> Instruction | None:
    """Such as "Change the title of X to Y", "change its name from X to Y"."""
    saved = cursor.save()
    if cursor.take(_TITLE) or cursor.take("the rule title|name|heading"):
        rule = read_rule(cursor, context.latest)
    else:
        rule = read_possessive(cursor, context.latest)
        if rule is not None and not cursor.take("title|name|heading"):
            rule = None
        if rule is None and context.scope.rule is not None and cursor.take("the title|name|heading"):
            rule = context.scope.rule
    if rule is None:
        cursor.back(saved)
        return None
    return _renaming(cursor, rule)


def read_renaming(cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    """The instructions of a clause that begins behind "rename"."""
    renamed: list[Instruction] = []
    while True:
        saved = cursor.save()
        if renamed and not next_of_list(cursor):
            break
        cursor.take(_TITLE)
        rule = _scoped(cursor, context) or read_rule(cursor, context.latest)
        if rule is None or (cursor.ahead().low not in {"to", "as", "from", "into", "quote", ",", "so"} and cursor.ahead().kind != "quote"):
            cursor.back(saved)
            break
        renamed.append(_renaming(cursor, rule))
    if not renamed:
        raise NotUnderstood("it does not say which rule is renamed")
    return renamed


def _scoped(cursor: TokenCursor, context: ClauseContext) -> RuleName | None:
    """The rule that "In the rule X: rename the rule to …" means."""
    saved, rule = cursor.save(), context.scope.rule
    if (
        rule is not None
        and rule.title
        and not context.scope.implied
        and cursor.take("the rule|subrule")
        and cursor.ahead().low in {"to", "as"}
    ):
        return rule
    cursor.back(saved)
    return None


def _renaming(cursor: TokenCursor, rule: RuleName) -> Instruction:
    if cursor.take("from"):
        old = read_title(cursor)
        if not rule.latest and old.casefold() != rule.title.casefold():
            raise NotUnderstood("it gives the rule two names")
        cursor.take(",")
    cursor.first(("so that it is now? called|named|titled", "to be called|named|titled", "to read|be|say", "to|as|into|with|by"))
    cursor.take(":")
    title = read_title(cursor)
    if not title or not rule.title + rule.number:
        raise NotUnderstood("it does not say what the rule is called from now on")
    return Instruction(InstructionKind.RENAME_RULE, "", rule=rule, title=title)


def read_moving(cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    """The instruction of a clause that begins behind "move", "promote" or "make"."""
    rule = read_rule(cursor, context.latest)
    if rule is None or not rule.title + rule.number:
        raise NotUnderstood("it does not say which rule is moved")
    cursor.take("up|down")
    source = cursor.save()
    above = read_rule(cursor, None) if cursor.take("from") else None
    if above is None or not above.title:
        cursor.back(source)
    cursor.take(",")
    order = cursor.save()
    if cursor.take("into|as|to? be? the first|last|final subrule|sub-rule of|under|to|in|beneath"):
        relation = Relation.START if cursor.tokens[cursor.place - 3].low == "first" else Relation.END
        above = read_rule(cursor, context.latest)
        if above is not None and above.title:
            return [Instruction(InstructionKind.MOVE_RULE, "", rule=rule, where=Destination(relation, rule=above))]
    cursor.back(order)
    parent = _parent(cursor, context)
    if parent is not None:
        return [Instruction(InstructionKind.MOVE_RULE, "", rule=rule, where=_beneath(cursor, parent))]
    _promotion(cursor)
    cursor.first(("so that it is|appears|stands|comes|goes", "to be|stand|come|appear"))
    place = read_place(cursor, context.latest) or (read_place(cursor, context.latest) if cursor.take("to") else None)
    if place is None:
        raise NotUnderstood("it does not say where the rule goes")
    if place.target is not None and as_rule(place.target).section == "" and place.relation in {Relation.START, Relation.END}:
        parent = as_rule(place.target)
        if parent.title and place.unit is None and cursor.first((", as a subrule of it|that rule?", "as a subrule of it|that rule?")):
            return [Instruction(InstructionKind.MOVE_RULE, "", rule=rule, where=Destination(place.relation, rule=parent))]
        raise NotUnderstood("it is not clear whether the rule becomes a subrule")
    where = rule_destination(place)
    if where.rule is None:
        raise NotUnderstood("it does not say where the rule goes")
    return [Instruction(InstructionKind.MOVE_RULE, "", rule=rule, where=where)]


def _beneath(cursor: TokenCursor, parent: RuleName) -> Destination:
    """The place among the subrules of a rule, at their end where nothing else is said."""
    saved = cursor.save()
    cursor.take(",")
    if cursor.take("as its|the first|last|final subrule|sub-rule?"):
        first = "first" in (cursor.tokens[cursor.place - 1].low, cursor.tokens[cursor.place - 2].low)
        return Destination(Relation.START if first else Relation.END, rule=parent)
    cursor.take("placed|put|standing|coming|going|appearing|listed")
    if cursor.take("after|behind|below all? of? its|the other|existing subrules"):
        return Destination(Relation.END, rule=parent)
    place = read_place(cursor, parent)
    if place is not None and place.target is None and place.relation in _EDGES:
        return Destination(place.relation, rule=parent)
    if place is not None and place.target == TextTarget(replace(parent, latest=True)) and place.relation in _EDGES:
        return Destination(place.relation, rule=parent)
    if place is None or place.relation in _EDGES:
        cursor.back(saved)
        return Destination(Relation.END, rule=parent)
    found = rule_destination(place)
    if found.rule is None or not found.rule.title:
        raise NotUnderstood("it is not clear where among the subrules")
    return replace(found, rule=replace(found.rule, parent=found.rule.parent or parent.title))


_PROMOTIONS = (
    "to be? a|the? top-level|full|dynastic|proper|separate? rule of? its? own?",
    "to be? a|the? top-level|full|dynastic|proper|separate? rule in its own right",
    "a|an top-level|full|dynastic|proper|separate rule of? its? own?",
    "to? be? a|the rule of its own",
    "to? be? a|the rule in its own right",
    "to be? a|the? full? dynastic? rule of? its? own?",
    "into a|the? full? dynastic? rule of? its? own?",
)


def _promotion(cursor: TokenCursor) -> None:
    """Such as "To a rule of its own," before the place."""
    saved = cursor.save()
    if cursor.take("out of|from") and read_rule(cursor, None) is not None:
        cursor.take(",")
        saved = cursor.save()
    else:
        cursor.back(saved)
    if cursor.take("so that it is no longer a subrule of") and read_rule(cursor, None) is not None:
        cursor.take("but")
        cursor.take("a|the? top-level|full|dynastic? rule in its own right")
    else:
        cursor.back(saved)
        cursor.first(_PROMOTIONS)
    cursor.take("in its own right")
    cursor.take(",")
    cursor.first(("and|then? placed|put|located", "and place|put|move it"))


def _parent(cursor: TokenCursor, context: ClauseContext) -> RuleName | None:
    """The rule whose subrule another becomes: "to be a subrule of X", "under X", "to X, as a subrule of it"."""
    saved = cursor.save()
    if cursor.take("from") and read_rule(cursor, None) is None:
        cursor.back(saved)
    if cursor.take("to|into"):
        parent = read_rule(cursor, context.latest)
        if parent is not None and parent.title and (cursor.take(", as a subrule of it|that rule?") or cursor.take("as a subrule of it?")):
            return parent
    cursor.back(saved)
    below = cursor.first(
        (
            "so that|making it is? a subrule|sub-rule of|under|to",
            "to be|become? a subrule|sub-rule of|under|to",
            "into|as|to? a subrule|sub-rule of|under|to",
            "to? be? beneath|under|underneath",
        )
    )
    parent = read_rule(cursor, context.latest) if below else None
    if parent is None or not parent.title + parent.number:
        cursor.back(saved)
        return None
    return parent
