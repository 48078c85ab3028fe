"""Where a new rule goes, and what it is called, by what an adding clause said."""

from __future__ import annotations

from dataclasses import dataclass, replace

from parsers.proposals.drafts import ClauseContext, markup_of, nested
from parsers.proposals.model import Destination, Instruction, InstructionKind, Relation, RuleName, Unit
from parsers.proposals.names import DYNASTIC
from parsers.proposals.places import TextPlace, rule_destination
from parsers.proposals.titles import clean_title
from parsers.proposals.tokens import NotUnderstood, Token
from parsers.proposals.wikitext import own_title

SUBRULES = frozenset({"subrule", "sub-rule", "sub rule", "subsection"})


@dataclass(slots=True)
class AddingParts:
    """What an adding clause said so far."""

    noun: str = ""
    section: str = ""
    title: str = ""
    parent: RuleName | None = None
    unit: Unit | None = None
    text: Token | None = None
    place: TextPlace | None = None
    promised: bool = False
    headed: bool = False
    term: str = ""
    alphabetical: bool = False


def is_pasted_rule(parts: AddingParts, scoped: TextPlace | None) -> bool:
    """Whether the text is a rule with its heading, or its title in bold, which goes to a section or to the place ``scoped``."""
    place = parts.place or scoped
    target = None if place is None else place.target
    to_section = target is not None and target.rule is not None and not target.rule.title + target.rule.number
    return to_section and parts.text is not None and parts.text.kind == "body" and bool(own_title(markup_of(parts.text), "")[0])


def new_rule(parts: AddingParts, context: ClauseContext) -> Instruction:
    """The instruction that adds a rule. Raises NotUnderstood where its title, its text or its place is not clear."""
    text = ""
    if parts.text is not None:
        text = markup_of(parts.text).strip()
    else:
        raise NotUnderstood("it does not say which text")
    title, text = own_title(text, parts.title)
    if not title:
        raise NotUnderstood("it does not say what the new rule is called")
    if text.startswith("="):
        raise NotUnderstood("the new text begins with another heading than the rule's")
    return Instruction(InstructionKind.ADD_RULE, "", rule=RuleName(title=clean_title(title)), where=_rule_place(parts, context), new=text)


def _rule_place(parts: AddingParts, context: ClauseContext) -> Destination | None:
    place = parts.place or context.scope.place
    section = RuleName(section=parts.section) if parts.section else None
    parent = parts.parent
    if parts.noun in SUBRULES and parent is None:
        parent = _parent_by_place(place) or context.scope.rule
        beside = place is not None and place.relation in {Relation.BEFORE, Relation.AFTER}
        anchor = rule_destination(place) if place is not None and beside else None
        sibling = anchor is not None and anchor.rule is not None and bool(anchor.rule.title) and place is not None and place.of_subrule
        if anchor is not None and anchor.rule is not None and (anchor.rule.parent or (sibling and parent is None)):
            return anchor
        place = None if place is not None and place.vague else place
        if parent is None or not parent.title + parent.number:
            raise NotUnderstood("it does not say of which rule it is to be a subrule")
    if parent is not None:
        return _beneath(parent, place)
    if place is not None and place.target is None and section is not None:
        return Destination(place.relation, rule=section)
    if place is None:
        scoped = context.scope.rule
        if scoped is not None and context.scope.implied:
            scoped = None
        if scoped is not None and scoped.title + scoped.number:
            raise NotUnderstood("it is not clear whether a subrule is meant")
        section = section or (scoped if scoped is not None and scoped.section else None)
        return None if section is None else Destination(Relation.END, rule=section)
    found = rule_destination(place)
    if found.rule is None:
        return None if found.relation is Relation.END else Destination(found.relation, rule=section or DYNASTIC)
    return found


def _parent_by_place(place: TextPlace | None) -> RuleName | None:
    """The parent that "to the rule X" or "at the end of the rule X" names."""
    if place is None or place.relation not in {Relation.END, Relation.START} or place.target is None or place.target.passage is not None:
        return None
    return place.target.rule


def _beneath(parent: RuleName, place: TextPlace | None) -> Destination:
    """The place among the subrules of a rule."""
    if place is None or place.target is None:
        return Destination(Relation.END if place is None else place.relation, rule=parent)
    found = rule_destination(replace(place, relation=place.relation)) if place.relation in {Relation.BEFORE, Relation.AFTER} else None
    if found is None:
        return Destination(place.relation, rule=parent)
    if found.rule is None or not found.rule.title:
        raise NotUnderstood("it is not clear where among the subrules")
    named = replace(found.rule, parent=found.rule.parent or parent.title)
    beside = found.next_rule and replace(found.next_rule, parent=found.next_rule.parent or parent.title)
    return replace(found, rule=named, next_rule=beside)


def one_place(inner: TextPlace, outer: TextPlace) -> TextPlace:
    """One place of two: "To the rule X, … as a new last paragraph". Raises NotUnderstood where they may be two."""
    around = outer.target
    if inner.target is not None and inner.target.rule is not None and inner.target.rule.latest:
        inner = replace(inner, target=None)
    if around is None or not outer.vague or inner.vague or (inner.target is not None and inner.target.rule is not None):
        raise NotUnderstood("it names two places")
    own = None if inner.target is None else inner.target.passage
    if own is None or around.passage is None:
        return replace(inner, target=around if own is None else replace(inner.target or around, rule=around.rule))
    return replace(inner, target=replace(around, passage=nested(own, around.passage)))
