"""Sentences in another order than the grammar's: "for “a” substitute “b”", "take “a” out of the rule X", "the one that begins “a”"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from parsers.proposals.tokens import Token, word

_BEFORE_OLD = (("for",), ("in", "place", "of"), ("in", "lieu", "of"), ("in", "stead", "of"), ("instead", "of"))
_PUTTING = frozenset("substitute put insert read write use say have".split())
_BEGINNING = frozenset({",", ":", ";", "and", "then", "also", "please"})
_TAKING = frozenset("take cut leave strike drop get edit".split())
_TAKEN = frozenset("the this that all both each every".split())
_HOLDERS = frozenset({"table", "list"})
_INSIDE = frozenset("in from of to within".split())
_THINGS = frozenset("bullet bullets item items row rows paragraph paragraphs sentence sentences step steps entry entries line".split())
_TELLING = frozenset("that which beginning starting opening ending finishing containing mentioning about for reading saying".split())
_PLACING = frozenset("before after above below following preceding beneath".split())
_HEADS = frozenset({"the", "words", "word", "text", "phrase", "following", "just", ":"})
_MOST_WORDS = 12


_EXISTING = frozenset({"exist", "remain", "stand"})
_RESOLVED = {"enacted": "enacted", "passed": "passed", "failed": "failed", "pass": "passed", "fail": "failed"}


def inverted(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Should the rule X still exist, …", "should the proposal X have been enacted, …": if it does, if it was."""
    if not tokens or tokens[0].low != "should":
        return tokens
    comma = next((number for number, token in enumerate(tokens) if token.text in {",", ":"} and number > 2), 0)
    head = tokens[1:comma]
    lows = [token.low for token in head]
    if not comma or any(token.kind == "body" for token in head):
        return tokens
    if lows[:2] in (["there", "be"], ["there", "still"]):
        rest = head[2 + (lows[1] == "still") :]
        return (word("if"), word("there"), word("is"), *rest, *tokens[comma:])
    verb = next((number for number, low in enumerate(lows) if low in _EXISTING), None)
    if verb is not None:
        negated = lows[verb - 1] == "not" or (lows[verb - 2 : verb] == ["no", "longer"])
        return tokens if negated else (word("if"), *head[:verb], word("exists"), *head[verb + 1 :], *tokens[comma:])
    last = _RESOLVED.get(lows[-1]) if lows[:2] != ["this", "proposal"] else None
    start = next((number for number, low in enumerate(lows) if low in {"be", "have"} or low == lows[-1]), 0)
    if last is None or not start or any(low not in {"be", "have", "been", "already"} for low in lows[start:-1]):
        return tokens
    return (word("if"), *head[:start], word("was"), word(last), *tokens[comma:])


def turned(tokens: Sequence[Token]) -> Sequence[Token]:
    """The sentence in the order that the grammar knows."""
    lows = {token.low for token in tokens}
    for signs, turn in _TURNS:
        if not signs.isdisjoint(lows):
            tokens = turn(tokens)
    return tokens


def starts(tokens: Sequence[Token]) -> Iterator[int]:
    """Where clauses may begin."""
    yield from (number for number in range(len(tokens)) if not number or tokens[number - 1].low in _BEGINNING)


def _put_for(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "For “a” substitute “b”", "in place of the words “a”, put “b”"."""
    for start in starts(tokens):
        lead = next((lead for lead in _BEFORE_OLD if tuple(token.low for token in tokens[start : start + len(lead)]) == lead), None)
        first = start + len(lead or ())
        verb = next((number for number in range(first, min(len(tokens) - 1, first + _MOST_WORDS)) if tokens[number].low in _PUTTING), None)
        if lead is None or verb is None:
            continue
        old = [token for token in tokens[first:verb] if token.text != ","]
        quoted = [token for token in old if token.kind != "word"]
        if _one_text(old, quoted) and _new_text(tokens[verb + 1 :]):
            behind = _put_for(tokens[verb + 1 :])
            return (*tokens[:start], word("replace"), *old, word("with"), *behind)
    return tokens


def _one_text(old: Sequence[Token], quoted: Sequence[Token]) -> bool:
    """Whether one text is named, and a rule at most: "“a” in the rule “X”"."""
    if not quoted or any(token.kind != "quote" for token in quoted) or len(quoted) > 2:
        return False
    between = [token.low for token in old[old.index(quoted[0]) + 1 : old.index(quoted[-1])]]
    return len(quoted) == 1 or between in (["in"], ["in", "the", "rule"], ["in", "rule"], ["in", "the", "subrule"])


def _new_text(behind: Sequence[Token]) -> bool:
    """Whether a text is put there, and no place is said for another."""
    text = next((number for number, token in enumerate(behind[:5]) if token.kind in {"quote", "body"}), None)
    return text is not None and all(token.low in _HEADS for token in behind[:text])


def _taken_out(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Take the sentence “a” out of the rule X", "leave “a” out", "take out of X the words “a”"."""
    for start in starts(tokens):
        if tokens[start].low not in _TAKING or tokens[start].kind != "word":
            continue
        out = next((number for number in range(start + 1, min(len(tokens), start + _MOST_WORDS)) if tokens[number].low == "out"), None)
        what = tokens[start + 1 : out]
        behind = () if out is None else tokens[out + 1 :]
        named = what or [token for token in behind[:1] if token.low != "of"]
        if out is None or not named or not (named[0].kind == "quote" or named[0].low in _TAKEN):
            continue
        if behind and behind[0].low == "of":
            behind = (word("from"), *behind[1:])
        return (*tokens[:start], word("remove"), *what, *behind)
    return tokens


def _same_holder(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "from the same table": the one of the rule that was spoken of."""
    for number in range(1, len(tokens) - 2):
        lows = [token.low for token in tokens[number - 1 : number + 4]]
        same = lows[0] in _INSIDE and lows[1] in {"the", "that"} and lows[2] == "same" and lows[3] in _HOLDERS
        if same and lows[4:] not in (["in"], ["of"]):
            return (*tokens[:number], word("the"), tokens[number + 2], *map(word, ("in", "that", "rule")), *tokens[number + 3 :])
    return tokens


def _the_one(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Add a bullet point after the one that begins “a”": after the bullet point that does."""
    for number in range(2, len(tokens) - 2):
        lows = [token.low for token in tokens[number - 1 : number + 2]]
        if tokens[number - 2].low not in _PLACING or lows[:2] != ["the", "one"] or lows[2] not in _TELLING:
            continue
        thing = next((token for token in reversed(tokens[: number - 2]) if token.low in _THINGS and token.kind == "word"), None)
        if thing is not None:
            one = thing.low.removesuffix("s") if thing.low != "entries" else "entry"
            return (*tokens[:number], replace(thing, text=one, low=one), *tokens[number + 1 :])
    return tokens


def _its_part(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "in its last paragraph": in the last paragraph of it."""
    for number in range(1, len(tokens) - 1):
        if tokens[number].low != "its" or tokens[number - 1].low not in _INSIDE:
            continue
        unit = next((place for place in range(number + 1, min(len(tokens), number + 4)) if tokens[place].low in _THINGS), None)
        if unit is not None and all(token.kind == "word" for token in tokens[number:unit]):
            return (*tokens[:number], word("the"), *tokens[number + 1 : unit + 1], word("of"), word("it"), *tokens[unit + 1 :])
    return tokens


def _both_places(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "before both “a” and “b”", "after each of “a”, “b” and “c”": before the one and before the other."""
    for number in range(len(tokens) - 3):
        side, lows = tokens[number], [token.low for token in tokens[number + 1 : number + 3]]
        first = number + 2 + (lows[1:] == ["of"])
        if side.low not in {"before", "after"} or lows[0] not in {"both", "each"} or tokens[first].kind != "quote":
            continue
        ends = first + 1
        while ends + 1 < len(tokens) and tokens[ends].low in {",", "and"} and tokens[ends + 1].kind == "quote":
            ends += 2
        texts = [token for token in tokens[first:ends] if token.kind == "quote"]
        if len(texts) > 1:
            places = [part for text in texts for part in (word("and"), side, text)][1:]
            return (*tokens[:number], *places, *tokens[ends:])
    return tokens


def _let(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Let the last sentence of X read “a”": change it to that."""
    for start in starts(tokens):
        if tokens[start].low != "let" or not tokens[start + 1 : start + 2] or tokens[start + 1].low in {"'s", "us", "me", "there"}:
            continue
        verb = next((number for number in range(start + 2, len(tokens) - 1) if tokens[number].low in {"read", "say", "become", "be"}), None)
        if verb is not None and (tokens[verb + 1].kind in {"quote", "body"} or tokens[verb + 1].text == ":"):
            behind = tokens[verb + 2 :] if tokens[verb + 1].text == ":" else tokens[verb + 1 :]
            return (*tokens[:start], word("change"), *tokens[start + 1 : verb], word("to"), *behind)
    return tokens


_TURNS = (
    ({"should"}, inverted),
    (_PUTTING, _put_for),
    ({"out"}, _taken_out),
    ({"same"}, _same_holder),
    ({"one"}, _the_one),
    ({"its"}, _its_part),
    ({"both", "each"}, _both_places),
    ({"let"}, _let),
)
"""Words without which a sentence needs no turning, and how it is turned."""
