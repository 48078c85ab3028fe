"""How a matter names rules: by title, number, section, as a subrule of another, or as the one spoken of before."""

from __future__ import annotations

from dataclasses import replace

from parsers.patterns import later
from parsers.proposals.model import ConditionKind, InstructionCondition, RuleName
from parsers.proposals.titles import NOUNS, read_title
from parsers.proposals.tokens import NotUnderstood, TokenCursor

DYNASTIC = RuleName(section="Dynastic Rules")
_SECTIONS = (
    ("the? dynastic rules|ruleset|section", "Dynastic Rules"),
    ("the? core rules|ruleset", "Core Rules"),
    ("the? special case rules|section?", "Special Case"),
    ("the? building blocks section?", "Building Blocks"),
    ("the? appendix section?", "Appendix"),
)
"""Phrases for a section, and how the Ruleset calls it."""

_WHOLE = ("the? entire|whole|full? ruleset", "the? rules")
_ADJECTIVES = frozenset("dynastic core existing current special case appendix building block already active inactive".split())
_BY_ADJECTIVE = {
    "dynastic": "Dynastic Rules",
    "core": "Core Rules",
    "special": "Special Case",
    "building": "Building Blocks",
    "appendix": "Appendix",
}
_SUBRULE = frozenset("subrule sub-rule subsection".split())
_PRONOUNS = (
    "that|this|said same? new? rule|subrule|sub-rule",
    "the same|new|aforementioned|above|aforesaid|resulting|newly created|added|made|renamed? rule|subrule|sub-rule",
    "it",
)
_POSSESSIVE = ("its",)
_CALLED = ("which|that? is? called|named|titled|entitled|headed", "with the title|name|heading of?", "by the name of")
_WITH_SUBRULES = (
    "and|including|with|plus all|any|both? of? its|their|the? subrules|sub-rules",
    "and|including|with|plus its|their only|one|single? subrule|sub-rule",
    "along|together with all|any|both? of? its|their|the? only|one|single? subrules|sub-rules|subrule|sub-rule",
    "( and|including|with|plus all|any|both? of? its|their|the? subrules|sub-rules|subrule )",
)
_GUARDS = (
    "( if it|that|this|one rule? exists )",
    "( if it|that|this rule? still exists )",
    ", if it|that|this|one rule? still? exists",
    "if it|that|this|one rule? still? exists",
    ", if such a? rule still? exists",
    "if such a? rule still? exists",
    ", if there is one",
    "( if there is one )",
    "( if any )",
)
_NUMBER = later(r"\d{1,3}(?:\.\d{1,3}){0,6}")


def read_rule(cursor: TokenCursor, latest: RuleName | None, *, bare: bool = True) -> RuleName | None:
    """The rule, or section, that is named here. ``bare`` says that a title may stand without the word "rule".

    Raises NotUnderstood where a rule is spoken of that nobody named.
    """
    saved = cursor.save()
    below = latest is not None and latest.title and (cursor.take("its subrule|sub-rule") or cursor.take("that rule's subrule|sub-rule"))
    title = read_title(cursor) if below else ""
    if title and latest is not None:
        return _tail(cursor, RuleName(title=title, parent=latest.title))
    cursor.back(saved)
    if cursor.first(_PRONOUNS):
        return _tail(cursor, _same(latest))
    section = read_section(cursor)
    if section is not None:
        return section
    rule = _described(cursor, bare=bare)
    if rule is None:
        cursor.back(saved)
        return None
    return _tail(cursor, rule)


def read_possessive(cursor: TokenCursor, latest: RuleName | None) -> RuleName | None:
    """The rule of "its", "the rule's" or "“X”'s"."""
    saved = cursor.save()
    if cursor.first(_POSSESSIVE):
        return _same(latest)
    try:
        rule = read_rule(cursor, latest)
    except NotUnderstood:
        rule = None
    if (rule is not None and cursor.take("'s")) or (rule is not None and cursor.take("' s")):
        return rule
    cursor.back(saved)
    return None


def _same(latest: RuleName | None) -> RuleName:
    if latest is None:
        raise NotUnderstood("it does not say clearly which rule is meant")
    return replace(latest, latest=True)


def read_section(cursor: TokenCursor) -> RuleName | None:
    """A section, or the whole Ruleset (a name without anything)."""
    saved = cursor.save()
    for phrase, section in _SECTIONS:
        if cursor.take(phrase):
            if cursor.ahead().kind == "quote" or (cursor.ahead().low in NOUNS and not phrase.endswith("ruleset")):
                cursor.back(saved)
                continue
            return RuleName(section=section)
    if cursor.take("the? glossary"):
        return RuleName(title="Glossary")
    return RuleName() if cursor.first(_WHOLE) else None


def _described(cursor: TokenCursor, *, bare: bool) -> RuleName | None:
    """Such as "The dynastic rule “X”", "rule 2.3", "the X rule", "the subrule X of the rule Y", "“X”"."""
    cursor.take("the|a")
    section = ""
    while cursor.ahead().low in _ADJECTIVES and cursor.ahead().kind == "word" and not cursor.ahead().mark:
        section = section or _BY_ADJECTIVE.get(cursor.ahead().low, "")
        cursor.place += 1
    noun = _noun(cursor)
    if noun:
        child = _child(cursor) if noun in _SUBRULE else None
        if child is not None:
            return replace(child, section=section)
        cursor.take(",")
        cursor.first(_CALLED)
        number = cursor.here
        if number is not None and number.kind == "word" and _NUMBER.fullmatch(number.text):
            cursor.place += 1
            title = _title_behind_number(cursor)
            return RuleName(title=title, number=number.text, section=section)
        title = read_title(cursor)
        return _with_parent(cursor, RuleName(title=title, number=_number_behind_title(cursor), section=section), noun) if title else None
    title = read_title(cursor)
    if not title:
        return None
    behind = _number_behind_title(cursor)
    if behind:
        return RuleName(title=title, number=behind, section=section)
    noun = _noun(cursor)
    if noun:
        return _with_parent(cursor, RuleName(title=title, section=section), noun)
    return _with_parent(cursor, RuleName(title=title, section=section), noun) if bare else None


def _child(cursor: TokenCursor) -> RuleName | None:
    """Such as "(The subrule) of “X” called “Y”"."""
    saved = cursor.save()
    parent = _described(cursor, bare=True) if cursor.take("of|under|in|within|beneath|to") else None
    if parent is not None and parent.title and cursor.first(_CALLED):
        title = read_title(cursor)
        if title:
            return RuleName(title=title, parent=parent.title)
    cursor.back(saved)
    return None


def _number_behind_title(cursor: TokenCursor) -> str:
    """Such as "(2.3)", "(rule 2.3)"."""
    saved = cursor.save()
    if cursor.take("(") and (cursor.take("rule|subrule") or "." in cursor.ahead().text):
        number = cursor.ahead().text
        cursor.place += 1
        if _NUMBER.fullmatch(number) and cursor.take(")"):
            return number
    cursor.back(saved)
    return ""


def _title_behind_number(cursor: TokenCursor) -> str:
    saved = cursor.save()
    bracket = cursor.take("(")
    quoted = cursor.ahead().kind == "quote" or (not bracket and cursor.take(",") and cursor.ahead().kind == "quote")
    title = read_title(cursor) if bracket or quoted else ""
    if title and (not bracket or cursor.take(")")):
        return title
    cursor.back(saved)
    return ""


def _noun(cursor: TokenCursor) -> str:
    token = cursor.ahead()
    if token.kind == "word" and token.low in NOUNS:
        cursor.place += 1
        return token.low
    return "subrule" if cursor.take("sub rule") else ""


def _with_parent(cursor: TokenCursor, rule: RuleName, noun: str) -> RuleName:
    saved = cursor.save()
    if cursor.take("( the|a? subrule|sub-rule of|under") or cursor.take(", the|a subrule|sub-rule of|under"):
        closes = ")" if cursor.tokens[saved[0]].text == "(" else ","
        parent = _described(cursor, bare=True)
        if parent is not None and parent.title and cursor.take(closes):
            return replace(rule, parent=parent.title)
    cursor.back(saved)
    if noun not in _SUBRULE:
        return rule
    if cursor.take("of|under|in|within|beneath|from"):
        parent = _described(cursor, bare=True)
        if parent is not None and parent.title:
            return replace(rule, parent=parent.title)
    cursor.back(saved)
    return rule


def read_parent(cursor: TokenCursor, rule: RuleName) -> RuleName:
    """The rule with the one that it is a subrule of: "“X” in “Y” in the Core Rules"."""
    saved = cursor.save()
    if rule.title and not rule.parent and cursor.take("in|of|under|within"):
        parent = _described(cursor, bare=True)
        if parent is not None and parent.title:
            return _tail(cursor, replace(rule, parent=parent.title, section=rule.section or parent.section))
    cursor.back(saved)
    return rule


def _tail(cursor: TokenCursor, rule: RuleName) -> RuleName:
    """What may follow a rule's name: its section, its subrules, whether it exists."""
    saved = cursor.save()
    if cursor.take("in|of|from|within|under"):
        section = read_section(cursor)
        if section is not None and section.section and not rule.latest:
            rule = replace(rule, section=section.section)
        else:
            cursor.back(saved)
    saved = cursor.save()
    if cursor.first(_WITH_SUBRULES) and cursor.ahead().kind != "quote":
        rule = replace(rule, with_subrules=True)
    else:
        cursor.back(saved)
    start = cursor.place
    if rule.title and cursor.first(_GUARDS):
        words = " ".join(token.text for token in cursor.tokens[start : cursor.place]).strip(" ,()")
        cursor.guards.append(InstructionCondition(ConditionKind.RULESET, words, rule.title, rule=rule))
        if cursor.tokens[start].text == ",":
            cursor.take(",")
    return rule
