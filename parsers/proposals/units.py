"""What people call a stretch of a rule's text, and how they count."""

from __future__ import annotations

from parsers.proposals.model import RuleName, RulePassage, Unit
from parsers.proposals.tokens import TokenCursor

_UNITS = (
    ("word|words|phrase|phrases|text|texts|string|clause|clauses|wording|term|part|fragment|passage|number|figure", Unit.PHRASE),
    ("sentence", Unit.SENTENCE),
    ("paragraph", Unit.PARAGRAPH),
    ("bullet point|item|entry", Unit.ITEM),
    ("bullet|bulletpoint|sub-bullet|subbullet|step|entry|keyword", Unit.ITEM),
    ("list item|entry|element", Unit.ITEM),
    ("numbered|bulleted item|point|entry|step", Unit.ITEM),
    ("item", Unit.ITEM),
    ("bulleted|bullet|numbered|ordered|unordered? list", Unit.LIST),
    ("table row", Unit.ROW),
    ("row", Unit.ROW),
    ("table", Unit.TABLE),
)
"""What people call a stretch of a rule's text."""

_SEVERAL = (
    ("sentences", Unit.SENTENCE),
    ("paragraphs", Unit.PARAGRAPH),
    ("bullets|items|steps|entries", Unit.ITEM),
    ("bullet|list points|items|entries", Unit.ITEM),
    ("table? rows", Unit.ROW),
)
"""What people call several stretches."""
_AROUND = frozenset({"in", "from", "within", "at", "after", "before", "with"})
_MOST_THINGS = 5

_ORDERS = {word: number for number, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)}
_ORDERS |= {f"{number}{'st' if number == 1 else 'nd' if number == 2 else 'rd' if number == 3 else 'th'}": number for number in range(1, 11)}
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6}
_ORDERS |= {"last": -1, "final": -1, "penultimate": -2, "second-to-last": -2, "next-to-last": -2}


def read_unit(cursor: TokenCursor) -> Unit | None:
    """What kind of stretch is named here."""
    return next((unit for phrase, unit in _UNITS if cursor.take(phrase)), None)


def read_order(cursor: TokenCursor) -> int | None:
    """Such as "first", "2nd", "last", "second to last"."""
    order = _ORDERS.get(cursor.ahead().low)
    if order is None or cursor.ahead().kind != "word":
        return None
    cursor.place += 1
    return -2 if order == 2 and cursor.take("to last") else order


def read_range(cursor: TokenCursor) -> RulePassage | None:
    """Such as "The last two sentences", "the two final paragraphs", "the second and third bullets"."""
    saved = cursor.save()
    cursor.take("the")
    count = _count(cursor)
    order = read_order(cursor)
    if order is not None and not count and cursor.take("and the?"):
        count = 2 if read_order(cursor) == order + 1 and order != -1 else 0
    elif order in {1, -1}:
        count = count or _count(cursor)
        order = order if order > 0 else -count
    else:
        count = 0
    unit = read_several(cursor) if count > 1 else None
    if unit is not None:
        return RulePassage(unit, order=order, count=count)
    cursor.back(saved)
    return None


def _count(cursor: TokenCursor) -> int:
    count = _COUNTS.get(cursor.ahead().low, 0)
    cursor.place += bool(count)
    return count


def read_several(cursor: TokenCursor) -> Unit | None:
    """What kind of stretches are named here."""
    return next((unit for phrase, unit in _SEVERAL if cursor.take(phrase)), None)


def read_things(cursor: TokenCursor) -> str:
    """What a list or a table is of: "of Guilds", where nothing but its place, or the text, follows."""
    saved = cursor.save()
    if not cursor.take("of the?"):
        return ""
    start = cursor.place
    while cursor.ahead().kind == "word" and cursor.ahead().low not in _AROUND and cursor.place - start < _MOST_THINGS:
        cursor.place += 1
    ends = cursor.ahead()
    if ends.low in _AROUND or ends.kind == "end" or ends.text in {":", ",", "."}:
        return " ".join(token.text for token in cursor.tokens[start : cursor.place])
    cursor.back(saved)
    return ""


def read_definition(cursor: TokenCursor) -> tuple[RuleName | None, RulePassage] | None:
    """Such as "The definition of “Tea”", "the glossary definition for “Tea”", "the text of the “Tea” keyword"; with its rule."""
    saved = cursor.save()
    cursor.take("the")
    glossary = cursor.take("glossary")
    token = None
    if cursor.take("definition|meaning of|for the? term|word|keyword?"):
        token = cursor.kind("quote")
    elif cursor.take("text|wording|definition|meaning of|for the") or cursor.ahead(1).low == "definition":
        token = cursor.kind("quote")
        token = token if cursor.take("keyword|definition") else None
    if token is not None:
        return RuleName(title="Glossary") if glossary else None, RulePassage(Unit.DEFINITION, text=token.text.strip())
    cursor.back(saved)
    return None


def read_stretch(cursor: TokenCursor) -> RulePassage | None:
    """Such as "The text from “x” to “y”", both of which go too."""
    saved = cursor.save()
    if cursor.take("the? text|words|wording|part|passage|portion|bit|everything|all from") or cursor.take("from"):
        first = cursor.kind("quote")
        last = cursor.kind("quote") if first is not None and cursor.take("up? to|through|until|till and? including?") else None
        if first is not None and last is not None:
            cursor.first((", inclusive", "inclusive", "( inclusive )"))
            return RulePassage(Unit.PHRASE, begins=first.text.strip(), ends=last.text.strip())
    cursor.back(saved)
    return None
