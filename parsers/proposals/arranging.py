"""Other ways to say where a text goes, and in which rule: "begin X with “a”", "“X”: replace …", "“X” gains a paragraph: …"."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.leading import announces_changes
from parsers.proposals.tokens import Token, word
from parsers.proposals.turning import starts
from parsers.proposals.vocabulary import is_verb

_COLON, _COMMA = Token("sign", ":", ":"), Token("sign", ",", ",")
_EDGES = {**dict.fromkeys("begin start open preface head".split(), "start"), **dict.fromkeys("end close conclude finish".split(), "end")}
"""Verbs of what a rule begins or ends with."""
_SIDES = {"follow": "after", "precede": "before"}
_TACKING = frozenset("tack stick tag bolt".split())
_ONTO = frozenset("onto on to at".split())
_UNITS = frozenset("paragraph sentence bullet item step row entry line".split())
_ORDERS = frozenset("first second third fourth fifth sixth seventh eighth ninth tenth last final".split())
_NOUNS = frozenset("rule subrule".split())
_SECTIONS = frozenset("core appendix dynastic special case".split())
_INTO = frozenset("to with into becomes → ⇒ by".split())
_MOST_AHEAD = 14
_MOST_BETWEEN = 7


def arranged(tokens: Sequence[Token]) -> Sequence[Token]:
    """The sentence in the order that the grammar knows."""
    tokens = _each_with_verb(_where_it_says(_labelled(_in_every(tokens))))
    for start in starts(tokens):
        clause = tokens[start:]
        made = (
            _edge(clause)
            or _side(clause)
            or _tacked(clause)
            or _removed(clause)
            or _extended(clause)
            or _ordered(clause)
            or _gaining(clause)
        )
        if made:
            return (*tokens[:start], *made)
    return tokens


def elliptic(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "“a” to “b”" in a list of changes: "replace" is understood."""
    plain = [token for token in tokens if token.text not in {".", ";", ","}]
    short = len(plain) == 3 and plain[0].kind == plain[2].kind == "quote" and plain[1].low in _INTO
    return (word("replace"), plain[0], word("with"), plain[2]) if short else tokens


def _rule_end(tokens: Sequence[Token], start: int) -> int:
    """Behind a rule that is named by a quotation or in bold, with or without the word "rule"; 0 where none is."""
    place = start
    while place < len(tokens) and tokens[place].low in {"the", *_NOUNS, *_SECTIONS} and tokens[place].kind == "word":
        place += 1
    if place >= len(tokens) or not (tokens[place].kind == "quote" or (tokens[place].mark and tokens[place].kind == "word")):
        return 0
    mark = tokens[place].mark
    ends = place + 1
    while mark and ends < len(tokens) and tokens[ends].mark == mark:
        ends += 1
    return ends


def _labelled(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "“X”: replace …", "Two changes to “X”: replace …"."""
    colon = next((number for number, token in enumerate(tokens[:_MOST_AHEAD]) if token.text == ":"), None)
    if colon is None or colon + 3 >= len(tokens):
        return tokens
    told = tokens[colon + 1].kind == "quote" and tokens[colon + 2].low in {"should", "becomes", "to", "→", "shall"}
    if not told and not is_verb(tokens[colon + 1]):
        return tokens
    place = next((number for number in range(colon) if tokens[number].low in {"to", "in"}), None)
    start = 0 if place is None else place + 1
    if _rule_end(tokens, start) != colon or (place is not None and not announces_changes(tokens[:place])):
        return tokens
    return (word("in"), *tokens[start:colon], _COMMA, *tokens[colon + 1 :])


def _in_every(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "In every dynastic rule": throughout them."""
    lows = [token.low for token in tokens[:5]]
    for lead in (["in", "every", "dynastic", "rule"], ["in", "each", "dynastic", "rule"], ["in", "all", "dynastic", "rules"]):
        if lows[:4] == lead:
            return (*map(word, ("throughout", "the", "dynastic", "rules")), *tokens[4:])
    return tokens


def _text_behind(clause: Sequence[Token], link: int) -> int:
    """Where the new text stands behind its link, with what the text is called before it; 0 where none does."""
    for number in range(link + 1, min(len(clause), link + 7)):
        if clause[number].kind in {"quote", "body"}:
            return number
        if clause[number].kind not in {"word", "sign"}:
            return 0
    return 0


def _called(clause: Sequence[Token], link: int, text: int) -> tuple[Token, ...]:
    """What the new text is called ("a new paragraph"), as the grammar says it."""
    unit = next((token for token in clause[link + 1 : text] if token.low in _UNITS), None)
    return () if unit is None else (word("as"), word("a"), unit)


def _edge(clause: Sequence[Token]) -> tuple[Token, ...]:
    """Such as "Begin the rule X with “a”"."""
    edge = _EDGES.get(clause[0].low)
    link = next((number for number in range(2, min(len(clause), _MOST_AHEAD)) if clause[number].low == "with"), 0)
    text = _text_behind(clause, link) if edge and link else 0
    if not text or edge is None or _rule_end(clause, 1) != link:
        return ()
    place = (word("to"), word("the"), word(edge), word("of"), *clause[1:link])
    return (word("add"), clause[text], *place, *_called(clause, link, text), *clause[text + 1 :])


def _side(clause: Sequence[Token]) -> tuple[Token, ...]:
    """Such as "Follow the sentence “a” with “b”"."""
    side = _SIDES.get(clause[0].low)
    link = next((number for number in range(2, min(len(clause), _MOST_AHEAD)) if clause[number].low in {"with", "by"}), 0)
    text = _text_behind(clause, link) if side and link else 0
    if not text or side is None or not any(token.kind == "quote" for token in clause[1:link]):
        return ()
    return (word("add"), clause[text], word(side), *clause[1:link], *clause[text + 1 :])


def _tacked(clause: Sequence[Token]) -> tuple[Token, ...]:
    """Such as "Tack “a” onto the end of the rule X"."""
    if clause[0].low not in _TACKING or len(clause) < 4 or clause[1].kind != "quote" or clause[2].low not in _ONTO:
        return ()
    return (word("add"), clause[1], word("to"), *clause[3:])


def _removed(clause: Sequence[Token]) -> tuple[Token, ...]:
    """Such as "Remove the following sentence from the rule X: …", "remove from the rule X: …"."""
    colon = next((number for number, token in enumerate(clause[:_MOST_AHEAD]) if token.text == ":"), 0)
    if clause[0].low not in {"remove", "delete", "strike", "cut"} or not colon or colon + 1 >= len(clause):
        return ()
    text, place = clause[colon + 1], 1
    while place < colon and clause[place].low in {"the", "this", "following"}:
        place += 1
    unit = clause[place : place + 1] if clause[place].low in _UNITS | {"text", "words"} else ()
    place += len(unit)
    inside = clause[place:colon]
    named = not inside or (inside[0].low in {"from", "in"} and _rule_end(clause, place + 1) == colon)
    if text.kind not in {"quote", "body"} or not named:
        return ()
    whole = (word("the"), *unit) if unit and unit[0].low in _UNITS else ()
    return (clause[0], *whole, text, *inside, *clause[colon + 2 :])


def _where_it_says(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "In X, where it says: …, it should say: …"."""
    for number in range(min(len(tokens) - 6, _MOST_AHEAD)):
        if [token.low for token in tokens[number : number + 2]] != ["where", "it"] or tokens[number + 2].low not in {"says", "reads"}:
            continue
        old = number + 3 + (tokens[number + 3].text == ":")
        behind = [token.low for token in tokens[old + 1 : old + 6] if token.text not in {",", ":"}]
        new = next((place for place in range(old + 1, len(tokens)) if tokens[place].kind in {"quote", "body"}), 0)
        says = behind[:1] == ["it"] and behind[1:2] != [] and behind[1] in {"should", "shall", "will", "must"} and behind[2:3] != []
        if tokens[old].kind in {"quote", "body"} and new and says and new - old < _MOST_BETWEEN:
            return (*tokens[:number], word("replace"), tokens[old], word("with"), *tokens[new:])
    return tokens


def _each_with_verb(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Change “a” to “b” in X, and “c” to “d” in Y"."""
    for number in range(5, len(tokens) - 3):
        first, link, second = tokens[number : number + 3]
        joined = tokens[number - 1].low in {"and", ","} and first.kind == second.kind == "quote" and link.low in {"to", "with", "into"}
        place = number - 1 - (tokens[number - 1].low == "and" and tokens[number - 2].text == ",")
        inside = tokens[place - 1].kind == "quote" and tokens[place - 2].low in {"in", "rule", "subrule"}
        if joined and inside and tokens[number + 3].low == "in" and tokens[0].low in {"change", "replace", "amend", "alter"}:
            return (*tokens[:number], word(tokens[0].low), *_each_with_verb(tokens[number:]))
    return tokens


def _extended(clause: Sequence[Token]) -> tuple[Token, ...]:
    """Such as "Extend the list in the rule X with: …"."""
    if clause[0].low not in {"extend", "expand"} or [token.low for token in clause[1:3]] not in (["the", "list"], ["the", "table"]):
        return ()
    link = next((number for number in range(3, min(len(clause), _MOST_AHEAD)) if clause[number].low in {"with", "by"}), 0)
    behind = clause[link + 1 :]
    return (word("add"), word("to"), *clause[1:link], *(() if behind[0].text == ":" else (_COLON,)), *behind) if link and behind else ()


def _ordered(clause: Sequence[Token]) -> tuple[Token, ...]:
    """Such as "Add a final paragraph to the rule X: …", "insert a new second step in the rule X: …"."""
    if clause[0].low not in {"add", "insert", "append"} or len(clause) < 6 or clause[1].low not in {"a", "the"}:
        return ()
    place = 2 + (clause[2].low == "new")
    order, unit = clause[place], clause[place + 1]
    if order.low not in _ORDERS or unit.low not in _UNITS or clause[place + 2].low not in {"to", "in", "into"}:
        return ()
    ends = _rule_end(clause, place + 3)
    text = _text_behind(clause, ends - 1) if ends else 0
    if not text:
        return ()
    return (word("add"), clause[text], word("as"), word("the"), order, unit, word("of"), *clause[place + 3 : ends], *clause[text + 1 :])


def _gaining(clause: Sequence[Token]) -> tuple[Token, ...]:
    """Such as "The rule X gains a paragraph at its end: …"."""
    ends = _rule_end(clause, 0)
    lows = [token.low for token in clause[ends : ends + 4]]
    gains = ends and lows[:2] in (["gains", "a"], ["gets", "a"], ["gains", "another"], ["gets", "another"])
    if (
        not gains
        or _UNITS.isdisjoint(lows[2 + (lows[2:3] == ["new"]) :][:1])
        or not any(token.kind in {"quote", "body"} for token in clause[ends:])
    ):
        return ()
    return (word("add"), word("to"), *clause[:ends], *clause[ends + 1 :])
