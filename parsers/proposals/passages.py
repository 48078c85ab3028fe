"""How a matter points at a stretch of a rule's text: by its words, its beginning, its order, and what it lies in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from parsers.proposals.model import RuleName, RulePassage, Unit
from parsers.proposals.names import read_possessive, read_rule, read_section
from parsers.proposals.quoted import ELLIPSIS, passage_of, token_text
from parsers.proposals.titles import read_label, read_table, read_title
from parsers.proposals.tokens import Token, TokenCursor
from parsers.proposals.units import read_definition, read_order, read_range, read_things, read_unit

_SPANNING = ("sentences", "paragraphs")
"""More than one of these can only be told by their words."""

_EVERY = ("all of? the?", "each|every of? the?", "any of? the?", "both of? the?")
_INSTANCES = (
    "instance|instances|occurrence|occurrences|mention|mentions|use|uses|usage|usages|appearance|appearances|reference|references of|to"
)
_READING = (
    "that|which reads|read|says|said|states|is|are|goes",
    "reading|saying|stating|consisting",
    "with the? text|wording",
    ":",
)
_BEGINNING = (
    "that|which? begins|starts|opens with|by?",
    "beginning|starting|opening with|by?",
)
_ENDING = ("that|which? ends|finishes with|in|by?", "ending|finishing with|in|by?")
_CONTAINING = ("that|which? contains|includes|mentions", "containing|including|mentioning")
_OUTSIDE = "in|of|from|within|inside|at|under"
_EVERYWHERE = (
    "wherever|everywhere that? it|they|this|these? appears|appear|occurs|occur|is|are? used?",
    "each|every time it appears|occurs|is used?",
)
EVERY_TIME = (
    "( every|each time|instance|occurrence )",
    "( all of them|these )",
    "( all occurrences|instances )",
    ", every|each time",
    ", every|each single time",
    "every|each time",
)
"""What says again that all of them change."""
_TO_WIT = (", to wit :|,?", ", namely :|,?", ", i.e. :|,?", ", viz. :|,?", ", that is :|,?", ":")
_IN_BRACKETS = ("( that's|that", "( namely|viz.|i.e. ,|:?", "( to wit :|,?", "( the one|ones that|which? says|reads|saying|reading :?", "(")
_COUNTED = frozenset({Unit.SENTENCE, Unit.PARAGRAPH, Unit.ITEM})
WHOLLY = ("in its|their entirety", "entirely", "completely", "in full")
"""What only says that nothing of it stays."""

_ALL_BEHIND = ("everything|all that? comes|stands|is? after|behind|following the? words|word|text|sentence?",)
_ENTRIES = frozenset({"keyword", "definition"})
_ALL_TEXT = (
    "the? entire|whole|full|current|existing|complete? text|contents|content|body|wording",
    "all of? the? text|contents|content",
    "the? entirety|whole",
    "everything",
)


@dataclass(frozen=True, slots=True)
class TextTarget:
    """What an instruction points at: a rule, or a passage in one. ``quoted`` is a bare quotation, which may be either.

    ``inside`` is the bare quotation that ``rule`` was taken from: where another rule is the scope, it may be a text there.
    """

    rule: RuleName | None = None
    passage: RulePassage | None = None
    quoted: Token | None = None
    everywhere: bool = False
    inside: Token | None = None


def read_target(cursor: TokenCursor, latest: RuleName | None) -> TextTarget | None:
    """The rule or passage that is named here, with the rule that it lies in if that is said."""
    saved = cursor.save()
    target = _rest(cursor) or _whole(cursor, latest) or _passage(cursor) or _in_rule(cursor, latest)
    if target is None:
        cursor.back(saved)
        return None
    target = read_outside(cursor, latest, target)
    passage = target.passage
    if (
        target.rule is not None
        and passage is not None
        and passage.unit not in {Unit.PHRASE, Unit.WHOLE}
        and passage == RulePassage(passage.unit)
    ):
        # "The paragraph of the rule X that begins with “y”".
        target = replace(target, passage=_edges(cursor, passage))
    return target


def read_shown(cursor: TokenCursor, target: TextTarget) -> TextTarget:
    """Behind what is chosen by its order, what it shows: "the second sentence of X, to wit: “a”", "(“a”)"."""
    passage, saved = target.passage, cursor.save()
    if passage is None or passage.order is None or passage.unit not in _COUNTED or passage.text or passage.shown:
        return target
    bracketed = cursor.first(_IN_BRACKETS)
    token = cursor.kind("quote") if bracketed or cursor.first(_TO_WIT) else None
    if token is None or (bracketed and not cursor.take(")")) or not token.text.strip():
        cursor.back(saved)
        return target
    return replace(target, passage=replace(passage, shown=token.text))


def _rest(cursor: TokenCursor) -> TextTarget | None:
    """Such as "Everything after “x”"."""
    saved = cursor.save()
    token = cursor.kind("quote") if cursor.first(_ALL_BEHIND) else None
    if token is None:
        cursor.back(saved)
        return None
    return TextTarget(passage=RulePassage(Unit.PHRASE, behind=token_text(token)))


def _whole(cursor: TokenCursor, latest: RuleName | None) -> TextTarget | None:
    """Such as "The text of the rule X", "its text", "the rule's entire text", "all of the text in X"."""
    saved = cursor.save()
    owner = read_possessive(cursor, latest)
    if cursor.first(_ALL_TEXT):
        if owner is None and cursor.take("of|in|for|from"):
            owner = read_rule(cursor, latest)
        if owner is not None and owner.title + owner.number and cursor.ahead().low not in _ENTRIES:
            return TextTarget(owner, RulePassage(Unit.WHOLE))
    cursor.back(saved)
    return None


def _in_rule(cursor: TokenCursor, latest: RuleName | None) -> TextTarget | None:
    """A rule, or a passage of "the rule X's last sentence"."""
    saved = cursor.save()
    owner = read_possessive(cursor, latest)
    if owner is not None:
        inner = _passage(cursor)
        if inner is not None and inner.passage is not None:
            return replace(inner, rule=owner)
        cursor.back(saved)
    token = cursor.here
    if token is not None and token.kind == "quote" and not _named(cursor.ahead(1)):
        cursor.place += 1
        return TextTarget(passage=passage_of(token_text(token), Unit.PHRASE), quoted=token)
    body = cursor.kind("body")
    if body is not None:
        return TextTarget(passage=passage_of(token_text(body), Unit.PHRASE))
    rule = read_rule(cursor, latest, bare=True)
    return None if rule is None else TextTarget(rule)


def _named(behind: Token) -> bool:
    return behind.low in {"rule", "subrule", "sub-rule"} and behind.kind == "word"


def _passage(cursor: TokenCursor) -> TextTarget | None:
    """A passage with a word that says what it is, or how many of it: "the second sentence", "each “x”", "the word “x”"."""
    defined = read_definition(cursor)
    if defined is not None:
        return TextTarget(*defined)
    several = read_range(cursor)
    if several is not None:
        return TextTarget(passage=several)
    saved = cursor.save()
    both = cursor.ahead().low == "both"
    every = cursor.first(_EVERY)
    cursor.take("the only|sole?")
    order = None if every else read_order(cursor)
    instances = cursor.take(_INSTANCES)
    if instances:
        cursor.take("the")
    unit = None if instances and cursor.ahead().kind == "quote" else read_unit(cursor)
    spans = unit is None and cursor.first(_SPANNING)
    token = cursor.here
    if unit is None and not spans and not ((every or instances or order) and token is not None and token.kind == "quote"):
        found = None if every or order or instances else _quote_before_unit(cursor)
    else:
        found = _qualified(cursor, unit, spans=spans, ordered=order is not None)
    if found is None or _too_vague(found, order, every=every):
        cursor.back(saved)
        return None
    if order is None and not every and not (found.text or found.begins or found.ends or found.contains):
        order = _number_behind(cursor)
    return TextTarget(passage=replace(found, order=order, every=every, count=2 if both else None))


def _too_vague(found: RulePassage, order: int | None, *, every: bool) -> bool:
    """Every sentence without a word of it, or a phrase without its words."""
    chosen = found.text or found.begins or found.ends or found.contains
    return not chosen and (every or found.unit is Unit.PHRASE) and order is None


def _number_behind(cursor: TokenCursor) -> int | None:
    """Such as "Step 3"."""
    number = cursor.ahead().text
    if not re.fullmatch("[1-9][0-9]?", number):
        return None
    cursor.place += 1
    return int(number)


def _quote_before_unit(cursor: TokenCursor) -> RulePassage | None:
    """Such as "The “Lantern” row", "“Tea” and its definition"."""
    label = "" if cursor.ahead().kind == "quote" else read_label(cursor)
    token = Token("quote", label) if label and cursor.ahead().low == "row" else cursor.kind("quote")
    if token is not None and cursor.take("and its|the definition"):
        return RulePassage(Unit.DEFINITION, text=token_text(token).strip())
    unit = None if token is None else read_unit(cursor)
    if token is not None and unit is Unit.ROW:
        return passage_of(token_text(token), Unit.ROW)
    return RulePassage(Unit.ITEM, begins=token_text(token).strip()) if token is not None and unit is Unit.ITEM else None


def _qualified(cursor: TokenCursor, unit: Unit | None, *, spans: bool, ordered: bool) -> RulePassage | None:
    """What is said of the stretch: its words, its beginning and end, words in it."""
    about = read_things(cursor) if unit is Unit.LIST or unit is Unit.TABLE else ""
    saved = cursor.save()
    if (unit is Unit.ROW or unit is Unit.ITEM) and cursor.take("for|about|labelled|labeled|named|called the?"):
        title = read_title(cursor)
        if title:
            return RulePassage(unit, text=title) if unit is Unit.ROW else RulePassage(unit, begins=title)
        cursor.back(saved)
    # Behind "the first step:" or "the list:" the new text may stand.
    reads = cursor.first(_READING[:-1] if ordered or unit is Unit.LIST or unit is Unit.TABLE else _READING)
    if reads:
        cursor.take(":")
    token = cursor.kind("quote", "body")
    if token is not None:
        if (unit is Unit.LIST or unit is Unit.TABLE) and not reads:
            return RulePassage(unit, begins=token_text(token).strip())
        return passage_of(token_text(token), unit or Unit.PHRASE)
    cursor.back(saved)
    if unit is Unit.PHRASE and not spans:
        stretch = _edges(cursor, RulePassage(unit))
        return stretch if stretch.begins and stretch.ends and not stretch.contains else None
    if unit is None or spans:
        return None
    return _edges(cursor, RulePassage(unit, about=about))


def _edges(cursor: TokenCursor, passage: RulePassage) -> RulePassage:
    while True:
        saved = cursor.save()
        cursor.take("and|,")
        kind = next((kind for kind, phrases in _EDGES if cursor.first(phrases)), "")
        token = cursor.kind("quote") if kind else None
        if token is None or getattr(passage, kind):
            cursor.back(saved)
            return passage
        text = ELLIPSIS.sub(" ", token_text(token)).strip() if kind != "contains" else token_text(token)
        passage = _EDGED[kind](passage, text)


_EDGED: Mapping[str, Callable[[RulePassage, str], RulePassage]] = {
    "begins": lambda passage, text: replace(passage, begins=text),
    "ends": lambda passage, text: replace(passage, ends=text),
    "contains": lambda passage, text: replace(passage, contains=text),
}
_EDGES = (("begins", _BEGINNING), ("ends", _ENDING), ("contains", _CONTAINING))


def read_outside(cursor: TokenCursor, latest: RuleName | None, target: TextTarget) -> TextTarget:
    """What the target lies in: "… in the second paragraph of the rule X", "… wherever it appears in X", "… throughout X"."""
    while True:
        saved = cursor.save()
        if cursor.first(_EVERYWHERE):
            target = _everywhere(target)
            continue
        if target.passage is not None and cursor.take("in both places|cases|instances"):
            target = _everywhere(replace(target, passage=replace(target.passage, count=2)))
            continue
        throughout = cursor.take("throughout")
        if not throughout and not cursor.take(_OUTSIDE):
            return target
        target_or_none = _outside(cursor, latest, target, throughout=throughout)
        if target_or_none is None:
            cursor.back(saved)
            return target
        target = target_or_none


def _everywhere(target: TextTarget) -> TextTarget:
    passage = target.passage
    return replace(target, everywhere=True, passage=None if passage is None else replace(passage, every=True))


def _outside(cursor: TokenCursor, latest: RuleName | None, target: TextTarget, *, throughout: bool) -> TextTarget | None:
    passage, rule = target.passage, target.rule
    if passage is None or rule is not None:
        return None
    if throughout and cursor.take("its|that rule's? text|wording|contents") and latest is not None:
        return replace(target, passage=replace(passage, every=True), rule=replace(latest, latest=True), everywhere=True)
    section = read_section(cursor)
    if section is None:
        outer = None if throughout else _passage(cursor) or _table(cursor)
        if outer is not None and outer.passage is not None:
            innermost = _inside(passage, outer.passage)
            return replace(target, passage=innermost)
        bare = cursor.here
        inside = bare if bare is not None and bare.kind == "quote" and not _named(cursor.ahead(1)) else None
        section = read_rule(cursor, latest)
        target = replace(target, inside=inside)
    if section is None:
        return None
    if throughout:
        passage = replace(passage, every=True)
    return replace(target, passage=passage, rule=section, everywhere=throughout or target.everywhere)


def _table(cursor: TokenCursor) -> TextTarget | None:
    """Such as "The Wares table": the only one there is."""
    return TextTarget(passage=RulePassage(Unit.TABLE)) if read_table(cursor) else None


def _inside(passage: RulePassage, outer: RulePassage) -> RulePassage:
    """The passage with its outermost stretch in ``outer``."""
    return replace(passage, within=outer if passage.within is None else _inside(passage.within, outer))
