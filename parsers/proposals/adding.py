"""Clauses that add a rule or a text: "add a subrule to the rule X, called Y, with the following text: …"."""

from __future__ import annotations

from dataclasses import dataclass, replace

from parsers.proposals.drafts import ClauseContext, added_text, check_sign, is_sentence, markup_of
from parsers.proposals.model import Destination, Instruction, InstructionKind, Relation, RuleName, Unit
from parsers.proposals.names import DYNASTIC, clean_title, read_rule, read_title
from parsers.proposals.passages import read_unit
from parsers.proposals.places import TextPlace, destination, read_place, rule_destination
from parsers.proposals.tokens import NotUnderstood, Token, TokenCursor
from parsers.proposals.wikitext import own_title

_INTRODUCTIONS = (
    "with the|this|these following? new? text|wording|content|contents|body|words|rule? as? follows?",
    "with the following rule? text? :?",
    "with text|contents|wording",
    "and? give|giving it|them the|this following? text|wording|content|contents|body",
    "and? have|having it|them read|say",
    "and? with it reads|reading|saying?",
    "which|that reads|says|states as|the? follows|following?",
    "which|that is as follows",
    "which|that|to read|say|contain as|the? follows|following?",
    "reading|saying|stating|containing as|the? follows|following?",
    "and? reading|reads|says as? follows?",
    "the text of which|it is|reads",
    "and|with the following? text",
    "it reads|says as? follows?",
    "whose text is|reads",
    "as follows",
)
_CALLED = (
    "which|that|to? is|be? called|named|titled|entitled|headed",
    "and? call|name|title|calling|naming|titling it",
    "with the title|name|heading of?",
    "with title|name",
    "by the name of",
    "under the title|name",
)
_RULE_NOUNS = ("rule", "subrule", "sub-rule", "sub rule", "subsection")
_SUBRULES = frozenset({"subrule", "sub-rule", "sub rule", "subsection"})
_NEW_WORDS = frozenset("new additional further following separate extra single short dynastic core appendix special case building".split())
_SECTION_WORDS = {"core": "Core Rules", "appendix": "Appendix", "special": "Special Case", "building": "Building Blocks"}


@dataclass(slots=True)
class _Parts:
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


def read_adding(cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    """The instructions of a clause that begins behind its verb."""
    parts = _Parts()
    while _part(cursor, context, parts):
        pass
    if parts.noun or _is_pasted_rule(parts):
        return [_new_rule(parts, context)]
    if parts.text is None:
        raise NotUnderstood("it does not say which text")
    return [_new_text(cursor, parts, context, parts.text)]


def _part(cursor: TokenCursor, context: ClauseContext, parts: _Parts) -> bool:
    """Read one more part of the clause; False at its end."""
    return (
        _filler(cursor, parts)
        or _title(cursor, parts)
        or _rule_head(cursor, context, parts)
        or _text_head(cursor, parts)
        or _placed(cursor, context, parts)
        or _introduction(cursor, parts)
        or _sign(cursor, parts)
    )


def _filler(cursor: TokenCursor, parts: _Parts) -> bool:
    if cursor.ahead().kind == "quote" and parts.noun and not parts.title and not parts.promised:
        parts.title = read_title(cursor)
        return bool(parts.title)
    if parts.text is not None:
        return False
    parts.text = cursor.kind("quote", "body")
    return parts.text is not None


def _title(cursor: TokenCursor, parts: _Parts) -> bool:
    saved = cursor.save()
    if parts.noun and not parts.title and cursor.first(_CALLED):
        cursor.take(":|,")
        parts.title = read_title(cursor)
        if parts.title:
            return True
    cursor.back(saved)
    if parts.noun and not parts.title and not parts.promised and cursor.ahead().kind == "word":
        parts.title = read_title(cursor)
    return bool(parts.title) and cursor.save() != saved


def _rule_head(cursor: TokenCursor, context: ClauseContext, parts: _Parts) -> bool:
    """Such as "A new dynastic rule", "the following subrule to the rule X", "as a subrule of X", "a subrule of X"."""
    saved = cursor.save()
    if parts.noun or parts.unit is not None:
        return False
    cursor.take("as")
    if not cursor.take("a|an|another|the|one"):
        return False
    section = ""
    while cursor.ahead().low in _NEW_WORDS:
        section = section or _SECTION_WORDS.get(cursor.ahead().low, "")
        cursor.place += 1
    if section == "Building Blocks" and cursor.take("block"):
        noun = "rule"
    else:
        noun = next((noun for noun in _RULE_NOUNS if cursor.take(noun)), "")
    if not noun:
        cursor.back(saved)
        return False
    parts.noun, parts.section, parts.headed = noun, section, True
    _subrule_of(cursor, context, parts)
    return True


def _subrule_of(cursor: TokenCursor, context: ClauseContext, parts: _Parts) -> bool:
    """Which rule a subrule is to belong to."""
    saved = cursor.save()
    if parts.noun in _SUBRULES and parts.parent is None and cursor.take("of|to|under|in|beneath|within|for|inside"):
        parent = read_rule(cursor, context.latest)
        if parent is not None and parent.title + parent.number:
            parts.parent = parent
            return True
    cursor.back(saved)
    return False


def _text_head(cursor: TokenCursor, parts: _Parts) -> bool:
    """Such as "The following sentence", "a new bullet point", "this", "the words", "as a new paragraph"."""
    saved = cursor.save()
    if parts.headed and not cursor.take("as"):
        return False
    if not cursor.take("a|an|another|the|this|these|one"):
        cursor.back(saved)
        return False
    following = cursor.tokens[cursor.place - 1].low in {"this", "these"}
    while cursor.ahead().low in _NEW_WORDS:
        following = following or cursor.ahead().low == "following"
        cursor.place += 1
    unit = read_unit(cursor) or _several(cursor)
    if unit is None and not following:
        cursor.back(saved)
        return False
    if unit is not None and unit is not Unit.PHRASE:
        if parts.unit not in {None, unit}:
            cursor.back(saved)
            return False
        parts.unit = unit
    parts.promised, parts.headed = True, True
    return True


_SEVERAL = (
    ("sentences", Unit.SENTENCE),
    ("paragraphs", Unit.PARAGRAPH),
    ("bullets|items|steps|entries", Unit.ITEM),
    ("bullet|list points|items|entries", Unit.ITEM),
    ("table? rows", Unit.ROW),
)


def _several(cursor: TokenCursor) -> Unit | None:
    return next((unit for phrase, unit in _SEVERAL if cursor.take(phrase)), None)


def _placed(cursor: TokenCursor, context: ClauseContext, parts: _Parts) -> bool:
    saved = cursor.save()
    if parts.place is not None or _subrule_of(cursor, context, parts):
        return parts.place is None
    scoped = context.scope.rule or context.latest
    place = read_place(cursor, scoped)
    if place is None:
        cursor.back(saved)
        return False
    parts.place = place
    return True


def _introduction(cursor: TokenCursor, parts: _Parts) -> bool:
    if parts.promised and parts.text is not None:
        return False
    if not cursor.first(_INTRODUCTIONS):
        return False
    parts.promised = True
    return True


def _sign(cursor: TokenCursor, parts: _Parts) -> bool:
    """A comma or colon between the parts, where a part follows."""
    saved = cursor.save()
    if parts.text is None and cursor.take(":"):
        cursor.take("-|–|—")
        parts.promised = True
        return True
    if cursor.take(","):
        behind = cursor.ahead()
        if behind.kind in {"quote", "body"} and (parts.text is None or not parts.title):
            return True
        if any(
            _stands(cursor, phrase)
            for phrase in (*_CALLED, *_INTRODUCTIONS, "as", "at|to|after|before|below|above|in|under", "immediately|directly|right|just")
        ):
            return True
        if parts.noun and not parts.title and behind.kind == "word" and behind.text[0].isupper():
            return True
    cursor.back(saved)
    return False


def _stands(cursor: TokenCursor, phrase: str) -> bool:
    saved = cursor.save()
    stands = cursor.take(phrase)
    cursor.back(saved)
    return stands


def _is_pasted_rule(parts: _Parts) -> bool:
    """Whether the text is a rule with its heading, which goes to a section."""
    place = parts.place
    target = None if place is None else place.target
    to_section = target is not None and target.rule is not None and not target.rule.title + target.rule.number
    return to_section and parts.text is not None and parts.text.kind == "body" and markup_of(parts.text).startswith("=")


def _new_rule(parts: _Parts, context: ClauseContext) -> Instruction:
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


def _rule_place(parts: _Parts, context: ClauseContext) -> Destination | None:
    place = parts.place or context.scope.place
    section = RuleName(section=parts.section) if parts.section else None
    parent = parts.parent
    if parts.noun in _SUBRULES and parent is None:
        parent = _parent_by_place(place) or context.scope.rule
        beside = place is not None and place.relation in {Relation.BEFORE, Relation.AFTER}
        anchor = rule_destination(place) if place is not None and beside else None
        if anchor is not None and anchor.rule is not None and anchor.rule.parent:
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


def _new_text(cursor: TokenCursor, parts: _Parts, context: ClauseContext, token: Token) -> Instruction:
    scope = context.scope
    place = parts.place or scope.place
    if parts.place is not None and scope.place is not None:
        raise NotUnderstood("it names two places")
    whole = token.kind == "body" or is_sentence(token.text)
    if (place is None or (place.vague and (place.target is None or place.target.passage is None))) and not (whole or parts.unit):
        raise NotUnderstood("it does not say where in the rule")
    if place is None:
        place = TextPlace(Relation.END)
    where, rule = destination(place, scope.rule)
    if where.passage is not None and scope.within is not None and (place.target is None or place.target.rule is None):
        where = replace(where, passage=replace(where.passage, within=where.passage.within or scope.within))
    elif where.passage is None and scope.within is not None and rule == scope.rule:
        where = replace(where, passage=scope.within)
    beside = "" if where.passage is None else where.passage.text
    check_sign(cursor, token, beside)
    if rule == RuleName() or (rule is not None and not rule.title + rule.number and where.passage is None):
        raise NotUnderstood("it does not say to which rule")
    return added_text(rule, where, token, parts.unit or place.unit)
