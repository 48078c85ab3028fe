"""Clauses that add a rule or a text: "add a subrule to the rule X, called Y, with the following text: …"."""

from __future__ import annotations

from dataclasses import replace

from parsers.proposals.drafts import ClauseContext, next_of_list
from parsers.proposals.entries import defines_next, read_row, read_term, stands_here
from parsers.proposals.model import Instruction, InstructionKind, Relation, Unit
from parsers.proposals.names import read_rule
from parsers.proposals.new_rules import SUBRULES, AddingParts, is_pasted_rule, new_rule, one_place
from parsers.proposals.new_texts import new_text
from parsers.proposals.phrases import CALLED, INTRODUCTIONS
from parsers.proposals.places import TextPlace, read_place
from parsers.proposals.titles import read_title
from parsers.proposals.tokens import VERB_WORDS, NotUnderstood, TokenCursor
from parsers.proposals.units import read_several, read_unit

_BESIDE = frozenset({Relation.BEFORE, Relation.AFTER})
_RULE_NOUNS = ("rule", "subrule", "sub-rule", "sub rule", "subsection")
_PLACING = "at|to|after|before|below|above|in|under|between|beneath|following|preceding"
_NEW_WORDS = frozenset("new additional further following separate extra single short dynastic core appendix special case building".split())
_COUNTS = frozenset("two three four five".split())
_MORE = frozenset("second third another further additional".split())
_SECTION_WORDS = {"core": "Core Rules", "appendix": "Appendix", "special": "Special Case", "building": "Building Blocks"}


def read_adding(cursor: TokenCursor, context: ClauseContext) -> list[Instruction]:
    """The instructions of a clause that begins behind its verb."""
    another = read_another(cursor, context, context.previous) if context.previous is not None else []
    if another:
        return another
    parts = AddingParts()
    read_parts(cursor, context, parts)
    if parts.noun or is_pasted_rule(parts, context.scope.place):
        return [new_rule(parts, context)]
    if parts.text is None:
        raise NotUnderstood("it does not say which text")
    added = [new_text(cursor, parts, context, parts.text)]
    while parts.text.kind == "quote" and (place := _another_place(cursor, context, parts)) is not None:
        added.append(new_text(cursor, replace(parts, place=place), context, parts.text))
    return added


def read_another(cursor: TokenCursor, context: ClauseContext, previous: Instruction) -> list[Instruction]:
    """Such as "another one called Y: …", "one entitled Y: …" behind a rule that was added; nothing where a noun follows."""
    saved = cursor.save()
    where = previous.where
    parent = None if where is None else where.rule
    beneath = parent is not None and bool(parent.title)
    plain = where is None or where.relation is Relation.END
    if previous.kind is InstructionKind.ADD_RULE and plain and cursor.take("another|one") and (cursor.take("one") or True):
        cursor.take(",")
        if cursor.ahead().kind == "quote" or any(stands_here(cursor, phrase) for phrase in CALLED):
            parts = AddingParts(noun="subrule" if beneath else "rule", headed=True, parent=parent if beneath else None)
            parts.section = parent.section if parent is not None and not beneath else ""
            read_parts(cursor, context, parts)
            return [new_rule(parts, context)]
    cursor.back(saved)
    return []


def _another_place(cursor: TokenCursor, context: ClauseContext, parts: AddingParts) -> TextPlace | None:
    """Such as "… before “a” and before “b”": the same text there too."""
    saved = cursor.save()
    beside = parts.place is not None and parts.place.relation in _BESIDE
    place = read_place(cursor, context.scope.rule or context.latest) if beside and next_of_list(cursor) else None
    behind = cursor.ahead(1) if cursor.ahead().text == "," else cursor.ahead()
    ends = behind.kind == "end" or (behind.low not in VERB_WORDS and behind.kind in {"word", "sign"} and behind.text != ":")
    if place is None or place.relation not in _BESIDE or place.target is None or place.target.passage is None or not ends:
        cursor.back(saved)
        return None
    return place


def read_parts(cursor: TokenCursor, context: ClauseContext, parts: AddingParts) -> None:
    """Read the parts of a clause that adds something."""
    while _part(cursor, context, parts):
        pass
    cursor.place -= parts.text is not None and cursor.tokens[cursor.place - 1].text == ","


def _part(cursor: TokenCursor, context: ClauseContext, parts: AddingParts) -> bool:
    """Read one more part of the clause; False at its end."""
    return (
        read_row(cursor, parts)
        or read_term(cursor, parts)
        or _filler(cursor, parts)
        or _title(cursor, parts)
        or _rule_head(cursor, context, parts)
        or _text_head(cursor, parts)
        or _placed(cursor, context, parts)
        or _introduction(cursor, parts)
        or _sign(cursor, parts)
    )


def _filler(cursor: TokenCursor, parts: AddingParts) -> bool:
    behind = cursor.tokens[cursor.place + 1 :]
    heads = not parts.promised or ([token.text for token in behind[:1]] == [":"] and any(token.kind == "body" for token in behind))
    if cursor.ahead().kind == "quote" and parts.noun and not parts.title and heads:
        parts.title = read_title(cursor)
        return bool(parts.title)
    if parts.text is not None:
        return False
    parts.text = cursor.kind("quote", "body")
    return parts.text is not None


def _title(cursor: TokenCursor, parts: AddingParts) -> bool:
    saved = cursor.save()
    if parts.noun and not parts.title and cursor.first(CALLED):
        cursor.take(":|,")
        parts.title = read_title(cursor)
        if parts.title:
            return True
    cursor.back(saved)
    if parts.noun and not parts.title and not parts.promised and cursor.ahead().kind == "word":
        parts.title = read_title(cursor)
    return bool(parts.title) and cursor.save() != saved


def _rule_head(cursor: TokenCursor, context: ClauseContext, parts: AddingParts) -> bool:
    """Such as "A new dynastic rule", "the following subrule to the rule X", "as a subrule of X", "a subrule of X"."""
    saved = cursor.save()
    if parts.noun or parts.unit is not None:
        return False
    cursor.take("as")
    if not cursor.take("a|an|another|the|one|this"):
        return False
    section = ""
    while cursor.ahead().low in _NEW_WORDS | _MORE:
        section = section or _SECTION_WORDS.get(cursor.ahead().low, "")
        cursor.place += 1
    if section == "Building Blocks" and cursor.take("block"):
        noun = "rule"
    else:
        noun = next((noun for noun in _RULE_NOUNS if cursor.take(noun)), "")
    if not noun:
        cursor.back(saved)
        return False
    if noun == "rule" and cursor.take("as a|another? new? subrule"):
        noun = "subrule"
    parts.noun, parts.section, parts.headed = noun, section, True
    parts.promised = parts.promised or cursor.tokens[saved[0]].low == "this"
    more = not _MORE.isdisjoint(token.low for token in cursor.tokens[saved[0] : cursor.place])
    _subrule_of(cursor, context, parts)
    made = context.previous is not None and context.previous.kind is InstructionKind.ADD_RULE
    if more and made and parts.parent is not None and parts.parent.latest:
        raise NotUnderstood("it is not clear whether a subrule of the new rule is meant")
    return True


def _subrule_of(cursor: TokenCursor, context: ClauseContext, parts: AddingParts) -> bool:
    """Which rule a subrule is to belong to."""
    saved = cursor.save()
    if parts.noun in SUBRULES and parts.parent is None and cursor.take("of|to|under|underneath|in|beneath|within|for|inside"):
        parent = read_rule(cursor, context.latest)
        if parent is not None and parent.title + parent.number:
            parts.parent = parent
            return True
    cursor.back(saved)
    return False


def _text_head(cursor: TokenCursor, parts: AddingParts) -> bool:
    """Such as "The following sentence", "a new bullet point", "this", "the words", "as a new paragraph"."""
    saved = cursor.save()
    if not cursor.take("as") and parts.headed:
        return False
    if not cursor.first(("a|an|another|the|this|these|one", "its own")):
        cursor.back(saved)
        return False
    following = cursor.tokens[cursor.place - 1].low in {"this", "these"}
    while cursor.ahead().low in _NEW_WORDS | _COUNTS:
        following = following or cursor.ahead().low == "following"
        cursor.place += 1
    term = (cursor.tokens[cursor.place - 1].low in {"a", "an", "another", "new", "following"} or defines_next(cursor)) and cursor.take(
        "term|definition"
    )
    unit = Unit.ITEM if term or _item_of_a_list(cursor) else read_several(cursor) or read_unit(cursor)
    if unit is None and cursor.tokens[cursor.place - 1].low in {"new", "another", "further"} and cursor.take("one"):
        following = True
    if unit is None and not following:
        cursor.back(saved)
        return False
    cursor.take("of its|their own")
    if unit is not None and unit is not Unit.PHRASE:
        own = {"own", "separate"}.intersection(token.low for token in cursor.tokens[saved[0] : cursor.place])
        if parts.unit not in {None, unit} and not (own and parts.unit is Unit.SENTENCE and unit is Unit.PARAGRAPH):
            cursor.back(saved)
            return False
        parts.unit = unit
    parts.promised, parts.headed = True, True
    return True


def _item_of_a_list(cursor: TokenCursor) -> bool:
    """Such as "Another Guild", where the sentence says that it goes to a list."""
    listed = any(token.low == "list" and token.kind == "word" for token in cursor.tokens[cursor.place :])
    named = cursor.ahead().kind == "word" and cursor.ahead().text[:1].isupper() and cursor.ahead(1).low in {"to", "at"}
    if not listed or not named or cursor.tokens[cursor.place - 1].low not in {"a", "an", "another", "new", "following"}:
        return False
    cursor.place += 1
    return True


def _placed(cursor: TokenCursor, context: ClauseContext, parts: AddingParts) -> bool:
    saved = cursor.save()
    if parts.parent is not None and parts.place is None and cursor.first((", as its|the first subrule", "as its|the first subrule")):
        parts.place = TextPlace(Relation.START)
        return True
    if parts.place is not None:
        return _at_its_edge(cursor, parts, parts.place)
    if _subrule_of(cursor, context, parts):
        return True
    scoped = context.scope.rule or context.latest
    place = read_place(cursor, scoped)
    if place is None:
        cursor.back(saved)
        return False
    parts.place = place
    return True


def _at_its_edge(cursor: TokenCursor, parts: AddingParts, place: TextPlace) -> bool:
    """Such as "To the rule X, at the end": where in what was named."""
    saved = cursor.save()
    own = None if place.target is None else place.target.rule
    cursor.take("itself")
    cursor.take(",")
    more = read_place(cursor, own if own is not None and own.title else None) if place.vague else None
    if more is None or more.vague:
        cursor.back(saved)
        return False
    if more.target is None:
        parts.place = replace(place, relation=more.relation, vague=False, unit=more.unit or place.unit)
        return True
    try:
        parts.place = one_place(more, place)
    except NotUnderstood:
        cursor.back(saved)
        return False
    return True


def _introduction(cursor: TokenCursor, parts: AddingParts) -> bool:
    if parts.promised and parts.text is not None:
        return False
    if not cursor.first(INTRODUCTIONS):
        return False
    parts.promised = True
    return True


def _sign(cursor: TokenCursor, parts: AddingParts) -> bool:
    """A comma or colon between the parts, where a part follows."""
    saved = cursor.save()
    if parts.text is None and cursor.ahead(1).kind == "body" and cursor.take("."):
        return True
    if parts.text is None and cursor.take(":"):
        cursor.take("-|–|—")
        parts.promised = True
        return True
    if cursor.take(","):
        behind = cursor.ahead()
        if behind.kind in {"quote", "body"} and (parts.text is None or not parts.title):
            return True
        if any(stands_here(cursor, phrase) for phrase in (*CALLED, *INTRODUCTIONS, "as", _PLACING, "immediately|directly|right|just")):
            return True
        if parts.noun and not parts.title and behind.kind == "word" and behind.text[:1].isupper():
            return True
    cursor.back(saved)
    return False


def read_another_clause(cursor: TokenCursor, context: ClauseContext, previous: Instruction) -> list[Instruction] | None:
    """Such as "And another subrule called Y: …" behind one that was added."""
    where = previous.where
    if previous.kind is not InstructionKind.ADD_RULE:
        return None
    parent = where.rule if where is not None and where.relation is Relation.END else None
    scope = context.scope
    if scope.rule is None and scope.place is None and parent is not None and parent.title:
        context.scope = replace(scope, rule=parent, implied=True)
    return read_another(cursor, context, previous) or read_adding(cursor, context)
