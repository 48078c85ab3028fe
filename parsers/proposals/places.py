"""Where a matter puts new text, a new rule or a moved one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from parsers.proposals.model import Destination, Relation, RuleName, RulePassage, Unit
from parsers.proposals.names import read_rule, read_section
from parsers.proposals.passages import TextTarget, read_outside, read_target
from parsers.proposals.tokens import NotUnderstood, Token, TokenCursor
from parsers.proposals.units import read_order, read_several, read_unit

_EDGES = (
    ("to|at|on|onto|as|in the|its very? end|bottom|conclusion", Relation.END),
    ("to|at|on|onto|in the|its very? beginning|start|top|front", Relation.START),
    ("after|below|beneath|behind|following the|its existing|current text|content|contents|wording|paragraphs", Relation.END),
    ("before|above the|its existing|current text|content|contents|wording|paragraphs", Relation.START),
)
_SIDES = (
    ("immediately|directly|just|right|straight? after|following|below|beneath|behind", Relation.AFTER),
    ("immediately|directly|just|right|straight? before|preceding|above", Relation.BEFORE),
    ("immediately|directly? prior to", Relation.BEFORE),
    ("immediately|directly? ahead of", Relation.BEFORE),
)
_BEFORE_SIGN = (
    ", but|and? just|right|immediately|directly? before the|its final|closing|last? full stop",
    ", but|and? just|right|immediately|directly? before the|its final|closing|last? period|stop",
    "( just|right|immediately|directly|but? before the|its final|closing|last? full stop )",
    "( just|right|immediately|directly|but? before the|its final|closing|last? period|stop )",
    "but|and just|right|immediately|directly? before the|its final|closing|last? full stop",
    "but|and just|right|immediately|directly? before the|its final|closing|last? period|stop",
)
_SAME = frozenset({(Relation.START, Relation.BEFORE), (Relation.END, Relation.AFTER)})
_STOPS = frozenset(".,;:")
_INTO = "to|in|into|within|inside|onto"
_SUBRULES = frozenset({"subrule", "subrules", "sub-rule", "sub-rules"})
_NEW = frozenset("new additional further separate extra own".split())


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A place: ``relation`` to a target (None: to the rule that the scope names). ``unit`` is what the new text becomes there.

    ``vague`` says that only the rule is named ("in the rule X"); ``beside`` is the other neighbour of "between". ``of_subrule`` says
    that the matter calls what it is next to a subrule, ``closing`` that the new text goes before the sign at the passage's end.
    """

    relation: Relation
    target: TextTarget | None = None
    unit: Unit | None = None
    vague: bool = False
    beside: TextTarget | None = None
    of_subrule: bool = False
    closing: bool = False


def read_place(cursor: TokenCursor, latest: RuleName | None) -> TextPlace | None:
    """The place that is named here."""
    saved = cursor.save()
    place = _edge(cursor, latest) or _between(cursor, latest) or _side(cursor, latest) or _ordinal(cursor, latest) or _into(cursor, latest)
    if place is None:
        cursor.back(saved)
        return None
    told = any(token.low in _SUBRULES for token in cursor.tokens[saved[0] : cursor.place])
    inside = place.relation is Relation.END and place.target is not None and place.target.passage is not None
    if inside and cursor.first(_BEFORE_SIGN):
        return replace(place, of_subrule=told, closing=True)
    return replace(_agreeing(cursor, latest, place), of_subrule=told)


def _agreeing(cursor: TokenCursor, latest: RuleName | None, place: TextPlace) -> TextPlace:
    """Such as "To the start of the Dynastic Rules, above the rule X": one place told twice."""
    saved = cursor.save()
    other = _edge(cursor, latest) or _side(cursor, latest) if cursor.take(",") else None
    for edge, beside in ((place, other), (other, place)):
        if (
            edge is not None
            and beside is not None
            and _of_section(edge)
            and (edge.relation, beside.relation) in _SAME
            and _names_rule(beside)
        ):
            return replace(edge, beside=beside.target)
    cursor.back(saved)
    return place


def _of_section(place: TextPlace) -> bool:
    rule = None if place.target is None or place.target.passage is not None else place.target.rule
    return rule is not None and bool(rule.section) and not rule.title + rule.number


def _names_rule(place: TextPlace) -> bool:
    target = place.target
    return target is not None and place.beside is None and (target.quoted is not None or target.passage is None)


def _edge(cursor: TokenCursor, latest: RuleName | None) -> TextPlace | None:
    relation = next((relation for phrase, relation in _EDGES if cursor.take(phrase)), None)
    if relation is None:
        return None
    if cursor.tokens[cursor.place - 2].low == "its" and latest is not None:
        return TextPlace(relation, TextTarget(replace(latest, latest=True)))
    saved = cursor.save()
    if latest is not None and cursor.take("of the rule|subrule") and (cursor.ahead().kind == "end" or cursor.ahead().text in _STOPS):
        return TextPlace(relation, TextTarget(replace(latest, latest=True)))
    cursor.back(saved)
    target = _container(cursor, latest) if cursor.take("of|in|to") else None
    if target is None:
        cursor.back(saved)
    return TextPlace(relation, target)


def _container(cursor: TokenCursor, latest: RuleName | None) -> TextTarget | None:
    """A rule, section or passage that something lies in; a bare quotation is a rule's title."""
    section = read_section(cursor)
    if section is not None:
        return TextTarget(section)
    saved = cursor.save()
    target = read_target(cursor, latest)
    if target is None or target.quoted is None:
        return target
    cursor.back(saved)
    rule = read_rule(cursor, latest)
    return None if rule is None else TextTarget(rule)


def _between(cursor: TokenCursor, latest: RuleName | None) -> TextPlace | None:
    saved = cursor.save()
    if not cursor.take("in? between"):
        return None
    cursor.take("the rules|subrules")
    ordered = _two_orders(cursor, latest) or _two_of_a_kind(cursor)
    if ordered is not None:
        return ordered
    first = read_target(cursor, latest)
    second = read_target(cursor, latest) if first is not None and cursor.take("and") else None
    if first is None or second is None:
        cursor.back(saved)
        return None
    if first.rule is None and second.rule is not None and first.passage is not None and second.passage is not None:
        first = replace(first, rule=second.rule)
    return TextPlace(Relation.AFTER, first, beside=second)


def _two_of_a_kind(cursor: TokenCursor) -> TextPlace | None:
    """Such as "The entries for “a” and “b”", "the bullets beginning “a” and “b”"."""
    saved = cursor.save()
    cursor.take("the")
    unit = read_several(cursor)
    if unit is not None:
        cursor.first(("for|of|about|on|called|named", "that|which begin|start with?", "beginning|starting with?"))
        names = [cursor.kind("quote"), cursor.kind("quote") if cursor.take("and") else None]
        first, second = (_named(unit, token) for token in names)
        if first is not None and second is not None:
            return TextPlace(Relation.AFTER, TextTarget(passage=first), unit, beside=TextTarget(passage=second))
    cursor.back(saved)
    return None


def _named(unit: Unit, token: Token | None) -> RulePassage | None:
    """A row by one of its cells, and all else by how it begins."""
    if token is None:
        return None
    text = token.text.strip()
    return RulePassage(unit, text=text) if unit is Unit.ROW else RulePassage(unit, begins=text)


def _two_orders(cursor: TokenCursor, latest: RuleName | None) -> TextPlace | None:
    """Such as "The second and third sentences of the rule X"."""
    saved = cursor.save()
    cursor.take("the")
    kind = read_several(cursor)
    if kind is not None and cursor.ahead().text.isdecimal() and cursor.ahead(1).low == "and" and cursor.ahead(2).text.isdecimal():
        numbers = int(cursor.ahead().text), int(cursor.ahead(2).text)
        cursor.place += 3
        after = read_outside(cursor, latest, TextTarget(passage=RulePassage(kind, order=numbers[0])))
        return TextPlace(Relation.AFTER, after, beside=TextTarget(after.rule, RulePassage(kind, order=numbers[1])))
    cursor.back(saved)
    cursor.take("the")
    first = read_order(cursor)
    second = read_order(cursor) if first is not None and cursor.take("and the?") else None
    unit = None if second is None else read_several(cursor) or read_unit(cursor)
    if unit is None or unit is Unit.PHRASE:
        cursor.back(saved)
        return None
    beside = read_outside(cursor, latest, TextTarget(passage=RulePassage(unit, order=second)))
    return TextPlace(Relation.AFTER, replace(beside, passage=beside.passage and replace(beside.passage, order=first)), beside=beside)


def _side(cursor: TokenCursor, latest: RuleName | None) -> TextPlace | None:
    saved = cursor.save()
    relation = next((relation for phrase, relation in _SIDES if cursor.take(phrase)), None)
    target = None if relation is None else read_target(cursor, latest)
    if relation is None or target is None:
        cursor.back(saved)
        return None
    if target.rule is not None and target.passage is None and not target.rule.title + target.rule.number:
        raise NotUnderstood("it is not clear where beside a section that is")
    return TextPlace(relation, target)


def _ordinal(cursor: TokenCursor, latest: RuleName | None) -> TextPlace | None:
    """Such as "As the last bullet", "as a new second paragraph of the rule X", "as a new paragraph" (which says no place)."""
    saved = cursor.save()
    if not cursor.take("as the|a|an|its"):
        return None
    _new(cursor)
    order = read_order(cursor)
    _new(cursor)
    unit = read_unit(cursor)
    if unit is None or order is None or unit in {Unit.PHRASE, Unit.WHOLE, Unit.TABLE, Unit.LIST}:
        cursor.back(saved)
        return None
    container = cursor.save()
    target = _container(cursor, latest) if cursor.take("of|in|to|under|on") else None
    if target is None:
        cursor.back(container)
    if order in {1, -1}:
        return TextPlace(Relation.START if order == 1 else Relation.END, target, unit)
    if order < 0:
        raise NotUnderstood("it is not clear where that is")
    rule, within = (None, None) if target is None else (target.rule, target.passage)
    return TextPlace(Relation.AFTER, TextTarget(rule, RulePassage(unit, order=order - 1, within=within)), unit)


def _new(cursor: TokenCursor) -> None:
    while cursor.ahead().low in _NEW:
        cursor.place += 1


def _into(cursor: TokenCursor, latest: RuleName | None) -> TextPlace | None:
    """Such as "To the rule X", "to the list in X": at its end, as far as nothing else is said."""
    saved = cursor.save()
    target = _container(cursor, latest) if cursor.take(_INTO) else None
    if target is None:
        cursor.back(saved)
        return None
    return TextPlace(Relation.END, target, vague=True)


def destination(place: TextPlace, rule: RuleName | None) -> tuple[Destination, RuleName | None]:
    """The place for new text as an instruction says it, and the rule it lies in; ``rule`` is the one that the scope names."""
    target = place.target
    passage = None if target is None else target.passage
    inside = rule if target is None or target.rule is None else target.rule
    if passage is not None and passage.unit is Unit.WHOLE:
        passage = None
    relation = place.relation
    if target is not None and passage is None and relation in {Relation.BEFORE, Relation.AFTER}:
        raise NotUnderstood("text is to go beside a rule, not into one")
    if (passage is None and place.unit is Unit.ITEM) or (place.unit is Unit.ROW and passage is None):
        passage = RulePassage(Unit.LIST if place.unit is Unit.ITEM else Unit.TABLE)
    beside = None if place.beside is None else place.beside.passage
    return Destination(relation, passage=passage, next_passage=beside, closing=place.closing), inside


def rule_destination(place: TextPlace) -> Destination:
    """The place for a rule: beside another, or at the start or end of a section. Raises NotUnderstood for a place inside a text."""
    target, beside = place.target, place.beside
    if target is None:
        return Destination(place.relation)
    anchor = as_rule(target)
    inside = not anchor.title + anchor.number
    if not inside and place.relation in {Relation.START, Relation.END}:
        raise NotUnderstood("it is not clear whether a subrule is meant")
    whole = inside and not anchor.section
    return Destination(place.relation, rule=None if whole else anchor, next_rule=None if beside is None else as_rule(beside))


def as_rule(target: TextTarget) -> RuleName:
    """The rule that a target names; a bare quotation is its title."""
    if target.quoted is not None and (target.passage is None or target.passage.within is None):
        rule = target.rule or RuleName()
        return RuleName(title=target.quoted.text.strip(" .,;:"), parent=rule.title, section=rule.section)
    if target.rule is None or target.passage is not None:
        raise NotUnderstood("a rule is to go beside a text, not beside a rule")
    return target.rule
