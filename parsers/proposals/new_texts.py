"""Where a new text goes in a rule, by what an adding clause said."""

from __future__ import annotations

from dataclasses import replace

from parsers.proposals.drafts import ClauseContext, added_text, check_sign, is_sentence, markup_of
from parsers.proposals.entries import defined, in_alphabet
from parsers.proposals.model import Instruction, Relation, RuleName, RulePassage, Unit
from parsers.proposals.new_rules import AddingParts, one_place
from parsers.proposals.places import TextPlace, destination
from parsers.proposals.tokens import NotUnderstood, Token, TokenCursor


def new_text(cursor: TokenCursor, parts: AddingParts, context: ClauseContext, token: Token) -> Instruction:
    """The instruction that adds the text of a clause. Raises NotUnderstood where its place is not clear."""
    scope = context.scope
    place = parts.place or scope.place
    if parts.place is not None and scope.place is not None:
        place = one_place(parts.place, scope.place)
    in_order = parts.term and (place is None or place.vague) and any(rule.title == "Glossary" for rule in _rules(place, scope.rule))
    if parts.alphabetical or in_order:
        return in_alphabet(parts, place, context, token)
    whole = token.kind == "body" or is_sentence(token.text)
    if (place is None or (place.vague and (place.target is None or place.target.passage is None))) and not (whole or parts.unit):
        raise NotUnderstood("it does not say where in the rule")
    if place is None:
        place = TextPlace(Relation.END)
    where, rule = destination(place, scope.rule)
    if where.passage is not None and scope.within is not None and (place.target is None or place.target.rule is None):
        beside = where.next_passage and replace(where.next_passage, within=where.next_passage.within or scope.within)
        where = replace(where, passage=replace(where.passage, within=where.passage.within or scope.within), next_passage=beside)
    elif where.passage is None and scope.within is not None and rule == scope.rule:
        where = replace(where, passage=scope.within)
    if (parts.unit or place.unit) in {Unit.ITEM, Unit.ROW} and where.next_passage is not None:
        where = replace(where, passage=_whole(where.passage, parts.unit), next_passage=_whole(where.next_passage, parts.unit))
    check_sign(cursor, token, "" if where.passage is None else where.passage.text)
    if rule == RuleName() or (rule is not None and not rule.title + rule.number and where.passage is None):
        raise NotUnderstood("it does not say to which rule")
    unit = parts.unit or place.unit
    if unit is Unit.ITEM and (parts.term or markup_of(token).startswith(";")):
        where = replace(where, passage=defined(where.passage), next_passage=defined(where.next_passage))
    added = added_text(rule, where, token, unit)
    return replace(added, new=f";{parts.term}\n:{(added.new or '').strip()}") if parts.term else added


def _whole(passage: RulePassage | None, unit: Unit | None) -> RulePassage | None:
    """The item or the row that words stand for: "a bullet between “a” and “b”"."""
    if passage is None or passage.unit is not Unit.PHRASE or not passage.text or unit is None:
        return passage
    text = passage.text.strip()
    return replace(passage, unit=unit, text=text if unit is Unit.ROW else "", begins="" if unit is Unit.ROW else text)


def _rules(place: TextPlace | None, scoped: RuleName | None) -> list[RuleName]:
    """The rule that a text is added to."""
    named = None if place is None or place.target is None else place.target.rule
    return [rule for rule in (named or scoped,) if rule is not None]
