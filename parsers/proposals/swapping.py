"""Other verbs for putting a text in another's place: "swap “a” for “b”", "raise “3” to “4”", "X should say “b” rather than “a”"."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.blocks import PostParagraph, StyledText
from parsers.proposals.tokens import Token, word
from parsers.proposals.turning import starts

_INTO = frozenset({"to", "into"})
_FOR = frozenset({"for", "with"})
_LINKS = {
    **dict.fromkeys(
        "correct turn shorten extend trim lengthen lower raise reduce increase decrease convert make fix bump cut".split(), _INTO
    ),
    **dict.fromkeys("swap exchange trade".split(), _FOR),
}
"""The verbs, and what stands before the new text."""
_HEADS = frozenset("the words word text phrase number wording figure that from".split())
_WRITING = frozenset("use write put say".split())
_SAYING = frozenset("say read state".split())
_MODALS = frozenset("should shall will must".split())
_CHANGING = frozenset("change replace amend alter raise lower reduce increase".split())
_OF_TABLES = frozenset("row rows table column cell".split())
_MOST_IN_RUN = 6
_AMENDING = frozenset({"amend", "edit", "change", "update", "modify", "alter", "revise"})
_HAVING = frozenset("have make let".split())
_RATHER = (("rather", "than"), ("instead", "of"), ("in", "place", "of"), ("not",))
_BRACKETED = frozenset("in from of".split())
_DONE = frozenset("repealed removed deleted renamed replaced changed added inserted moved set".split())


def swapped(tokens: Sequence[Token]) -> Sequence[Token]:
    """The sentence with "replace" for such a verb."""
    tokens = _with_quotes(tokens)
    if not any(token.kind == "quote" for token in tokens):
        return tokens
    return _so_that(_verb(_rather(_let_be(_unwrapped(tokens)))))


def _with_quotes(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "In the rule X, change 100 Coins to 80 Coins", the words without quotation marks, or in italics."""
    lows = {token.low for token in tokens}
    if lows.isdisjoint({"in", "rule"}) or not lows.isdisjoint(_OF_TABLES):
        return tokens
    for start in starts(tokens):
        if tokens[start].low not in _CHANGING:
            continue
        place = start + 1
        while place < len(tokens) and tokens[place].low in _HEADS:
            place += 1
        link = _run_end(tokens, place)
        ends = _run_end(tokens, link + 1) if link > place and link < len(tokens) and tokens[link].low in {"to", "with"} else 0
        if ends > link + 1 and (ends == len(tokens) or tokens[ends].low in {".", ",", "in", "and", ";"}):
            new = (_quote(tokens[place:link]), tokens[link], _quote(tokens[link + 1 : ends]))
            return (*tokens[: start + 1], *new, *tokens[ends:])
    return tokens


def _run_end(tokens: Sequence[Token], start: int) -> int:
    """Behind a number with the words in capitals that it counts, or behind words in one mark that is no link."""
    ends = start
    mark = tokens[start].mark if start < len(tokens) and not tokens[start].href else 0
    while ends < len(tokens) and ends - start < _MOST_IN_RUN and tokens[ends].kind == "word":
        token = tokens[ends]
        counted = _is_code(token.text) if ends == start else token.text[:1].isupper() and not mark
        if not ((mark and token.mark == mark) or (not mark and counted)):
            break
        ends += 1
    return ends


def _is_code(text: str) -> bool:
    """Whether a word can only be meant as it is written: "100", "DICE6"."""
    return text.isdecimal() or (text.isupper() and any(character.isdecimal() for character in text))


def _quote(tokens: Sequence[Token]) -> Token:
    text = " ".join(token.text for token in tokens)
    return Token("quote", text, "", (PostParagraph(StyledText(text)),))


def _so_that(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Amend the rule X so that “a” reads “b”"."""
    if not tokens or tokens[0].low not in _AMENDING:
        return tokens
    for number in range(2, min(len(tokens) - 4, 12)):
        lows = [token.low for token in tokens[number : number + 2]]
        old, says = number + 2, number + 3
        says += tokens[says].low in {"now", "instead"}
        told = tokens[says].low in {"reads", "says", "becomes"} and tokens[old].kind == "quote"
        if lows in (["so", "that"], ["such", "that"]) and told and tokens[says + 1 : says + 2] and tokens[says + 1].kind == "quote":
            return (*tokens[:number], Token("sign", ":", ":"), word("replace"), tokens[old], word("with"), *tokens[says + 1 :])
    return tokens


def _verb(tokens: Sequence[Token]) -> Sequence[Token]:
    made: list[Token] = []
    place = 0
    for start in starts(tokens):
        links = _LINKS.get(tokens[start].low)
        old = start + 1
        while links and old < len(tokens) and tokens[old].low in _HEADS:
            old += 1
        new = old + 2
        while links and new < len(tokens) and tokens[new].low in _HEADS | {"read"}:
            new += 1
        if links and new < len(tokens) and tokens[old].kind == tokens[new].kind == "quote" and tokens[old + 1].low in links:
            made += (*tokens[place:start], word("replace"), tokens[old], word("with"))
            place = new
    return (*made, *tokens[place:]) if made else tokens


def _rather(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Use “b” instead of “a”", "the rule X should say “b” rather than “a”", "have it say “b”, not “a”"."""
    for number in range(1, len(tokens) - 2):
        behind = number + 1 + (tokens[number + 1].text == ",")
        lead = next((lead for lead in _RATHER if tuple(token.low for token in tokens[behind : behind + len(lead)]) == lead), None)
        old = behind + len(lead or ())
        if lead is None or tokens[number].kind != "quote" or old >= len(tokens) or tokens[old].kind != "quote":
            continue
        pair = (word("replace"), tokens[old], word("with"), tokens[number])
        verb = tokens[number - 1].low
        if verb in _WRITING and (number == 1 or tokens[number - 2].low in {",", "and", ":", ";", "then"}):
            return (*tokens[: number - 1], *pair, *tokens[old + 1 :])
        start = max((place for place in starts(tokens) if place < number), default=0)
        subject = tokens[start : number - 1]
        if verb not in _SAYING or not subject:
            continue
        named = subject[:-1] if subject[-1].low in _MODALS else subject[1:] if subject[0].low in _HAVING else ()
        named = subject[1:-1] if subject[0].low in _AMENDING and subject[-1].low == "to" else named
        if named and named[-1].kind in {"quote", "word"}:
            return (*tokens[:start], word("in"), *named, Token("sign", ",", ","), *pair, *tokens[old + 1 :])
    return tokens


def _let_be(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Let the rule X be repealed"."""
    if not tokens or tokens[0].low != "let":
        return tokens
    verb = next((number for number, token in enumerate(tokens) if token.low == "be" and number > 1), None)
    if verb is None or verb + 1 >= len(tokens) or tokens[verb + 1].low not in _DONE:
        return tokens
    return (*tokens[1:verb], word("is"), *tokens[verb + 1 :])


def _unwrapped(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "replace “a” (in the second paragraph) with “b”": without the brackets around a place."""
    for number in range(1, len(tokens) - 3):
        if tokens[number].text != "(" or tokens[number - 1].kind != "quote" or tokens[number + 1].low not in _BRACKETED:
            continue
        ends = next((place for place in range(number + 2, len(tokens)) if tokens[place].text == ")"), None)
        if ends is not None and tokens[ends + 1 : ends + 2] and tokens[ends + 1].low in {"with", "to", "by", "from"}:
            return (*tokens[:number], *tokens[number + 1 : ends], *tokens[ends + 1 :])
    return tokens
