"""Sentences in the words that the grammar knows: asides taken out, and other words for the same.

Only what cannot change the sense is reworded. What is taken out is an aside that names no text and no condition.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parsers.proposals.arranging import arranged
from parsers.proposals.asides import plain_sentence
from parsers.proposals.colloquial import spoken
from parsers.proposals.founding import founded, glossed
from parsers.proposals.leading import without_occasion
from parsers.proposals.nominal import nominal
from parsers.proposals.paraphrasing import paraphrased
from parsers.proposals.recasting import headed, recast, relabelled
from parsers.proposals.restating import restated
from parsers.proposals.swapping import swapped
from parsers.proposals.tokens import LONGEST_STATEMENT, VERB_WORDS, Token, TokenCursor, word
from parsers.proposals.turning import starts, turned

_PHRASES: tuple[tuple[str, str], ...] = (
    ("get rid of", "remove"),
    ("do away with", "remove"),
    ("dispose of", "remove"),
    ("take out", "remove"),
    ("throw out", "remove"),
    ("throw away", "remove"),
    ("bin", "remove"),
    ("ditch", "remove"),
    ("lose the", "remove the"),
    ("switch", "set"),
    ("set up a new", "add a new"),
    ("set up a rule", "add a rule"),
    ("set up a subrule", "add a subrule"),
    ("still in", "in"),
    ("give this new rule a", "add to that rule a"),
    ("give that rule a", "add to that rule a"),
    ("give it a new", "add to it a new"),
    ("give it a subrule", "add to it a subrule"),
    ("reset", "set"),
    ("turn", "move"),
    ("convert", "move"),
    ("demote", "move"),
    ("redefine", "change the definition of"),
    ("for now :", ""),
    ("for now ,", ""),
    ("going forward ,", ""),
)
"""What a sentence may begin with, and other words for it."""

_ANYWHERE = frozenset({"get rid of", "do away with", "dispose of", "take out", "throw out", "throw away", "bin", "ditch", "lose the"})
"""Those that a clause may begin with as well."""
_BY_THIRD_PERSON = {f"{verb}{'es' if verb.endswith('s') else 's'}": verb for verb in VERB_WORDS}
_SHOULD = (["should", "be"], ["should", "read"], ["should", "say"])
_ARROWS = frozenset({"→", "⇒"})
_IN_EACH = frozenset("replace change substitute remove delete strike add insert append".split())
_APART = frozenset("rename title name move repeal respectively former latter if unless it its that".split())


def reworded(tokens: Sequence[Token]) -> Sequence[Token]:
    """The sentence in the words that the grammar knows; one that is too long to be read as it is."""
    if len(tokens) > LONGEST_STATEMENT:
        return tokens
    tokens = without_occasion(plain_sentence(tokens))
    tokens = arranged(swapped(tokens))
    for old, new in _PHRASES:
        words = old.split()
        for start in starts(tokens):
            if [token.low for token in tokens[start : start + len(words)]] == words and (not start or old in _ANYWHERE):
                tokens = (*tokens[:start], *(word(each) for each in new.split()), *tokens[start + len(words) :])
                break
    for rewrite in _REWRITES:
        tokens = rewrite(tokens)
    return tokens


def spelt_out(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "It repeals the rule X", "in the rule X, it changes “a” to “b”" below "This proposal does two things"."""
    for number in range(min(len(tokens) - 1, 8)):
        begins = not number or tokens[number - 1].text in {",", ":"}
        verb = _BY_THIRD_PERSON.get(tokens[number + 1].low)
        if begins and tokens[number].low == "it" and verb is not None:
            return (*tokens[:number], word(verb), *tokens[number + 2 :])
    return tokens


def _of_the_matter(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "This CfJ, if enacted, repeals the rule X": what the matter says that it does."""
    lows = [token.low for token in tokens[:14]]
    place = 3 if lows[:3] in (["if", "enacted", ","], ["if", "passed", ","], ["when", "enacted", ","]) else 0
    lows = lows[place:]
    if lows[:2] not in (["this", "proposal"], ["this", "cfj"]):
        return tokens
    ends = 2
    if lows[2:5] in ([",", "if", "enacted"], [",", "if", "passed"], [",", "when", "enacted"]) and lows[5:6] == [","]:
        ends = 6
    ends += lows[ends : ends + 1] == ["hereby"]
    verb = _BY_THIRD_PERSON.get(lows[ends]) if ends < len(lows) else None
    return tokens if verb is None else (word(verb), *tokens[place + ends + 1 :])


def _typo(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "There is a typo in the rule X: “x” should be “y”"."""
    ends = next((number for number, token in enumerate(tokens[:16]) if token.text == ":"), None)
    if ends is None or len(tokens) < ends + 5 or not {"typo", "mistake", "error"}.intersection(token.low for token in tokens[:6]):
        return tokens
    place = next((number for number in range(ends) if tokens[number].low == "in"), None)
    old, *between, new = tokens[ends + 1 : ends + 5]
    if place is None or old.kind != "quote" or new.kind != "quote" or [token.low for token in between] not in _SHOULD:
        return tokens
    return (*tokens[place:ends], Token("sign", ",", ","), word("replace"), old, word("with"), *tokens[ends + 4 :])


def _giving_a_subrule(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Give the rule X a subrule called Y", "the rule X gets a subrule called Y"."""
    for start in starts(tokens):
        gives = tokens[start].low == "give"
        verb = next((number for number in range(start, min(len(tokens), start + 5)) if tokens[number].low in {"gets", "gains"}), 0)
        first = start + 2 if gives else verb + 1 if verb > start else len(tokens)
        for number in range(first, min(len(tokens) - 2, start + 10)):
            if tokens[number].low in {"a", "another"} and "subrule" in {token.low for token in tokens[number + 1 : number + 3]}:
                receiver = tokens[start + 1 : number] if gives else tokens[start:verb]
                return (*tokens[:start], word("add"), word("to"), *receiver, *tokens[number:])
    return tokens


def _instead_of(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Instead of “x”, the rule X shall say “y”", "In the rule X, instead of “x”, it should say “y”"."""
    for number in range(2, min(len(tokens), 16) - 6):
        lows = [token.low or "“" for token in tokens[number - 1 : number + 7]]
        if (
            lows[:5] == [",", "instead", "of", "“", ","]
            and lows[5] == "it"
            and lows[6] in {"shall", "should", "will"}
            and lows[7] in {"say", "read"}
        ):
            return (*tokens[:number], word("replace"), tokens[number + 2], word("with"), *tokens[number + 7 :])
    if [token.low for token in tokens[:2]] != ["instead", "of"] or len(tokens) < 7 or tokens[2].kind != "quote" or tokens[3].text != ",":
        return tokens
    for number in range(5, len(tokens) - 2):
        if (
            tokens[number].low in {"shall", "should", "will"}
            and tokens[number + 1].low in {"say", "read"}
            and tokens[number + 2].kind == "quote"
        ):
            return (word("in"), *tokens[4:number], Token("sign", ",", ","), word("replace"), tokens[2], word("with"), *tokens[number + 2 :])
    return tokens


def _for_each(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "For each player, set their Level to 3"."""
    lows = [token.low for token in tokens[:7]]
    if lows[:1] != ["for"] or lows[1:2] not in (["each"], ["every"]) or len(tokens) < 8:
        return tokens
    comma = next((number for number in range(3, 6) if tokens[number].text == ","), None)
    if comma is None or tokens[comma + 1].low not in VERB_WORDS or tokens[comma + 2].low != "their":
        return tokens
    owner = tokens[comma - 1]
    named = replace(owner, text=f"{owner.text}'s", low=f"{owner.low}'s")
    return (tokens[comma + 1], tokens[1], *tokens[2 : comma - 1], named, *tokens[comma + 3 :])


def _fronted(tokens: Sequence[Token]) -> Sequence[Token]:
    """What is to be added named before its verb: "As a subrule of X, add a rule called Y", "To X, as a new rule called Y, add: …"."""
    starts = [number for number, token in enumerate(tokens[:30]) if token.low == "as" and (not number or tokens[number - 1].text == ",")]
    if not starts or tokens[0].low not in {"as", "to", "in", "at"}:
        return tokens
    for number in range(starts[0], min(len(tokens) - 1, 40)):
        if tokens[number].text == "," and tokens[number + 1].low in {"add", "insert", "append", "create"}:
            behind = tokens[number + 2 :]
            if starts[0] == 0 and behind and behind[0].low in {"a", "the"}:
                # A subrule, and what it is called.
                rest = behind[2:] if len(behind) > 1 and behind[1].low in {"rule", "subrule"} else behind[3:]
                return (tokens[number + 1], *tokens[1:number], *rest)
            return (tokens[number + 1], *tokens[:number], *behind) if starts[0] else tokens
    return tokens


def _made_to_say(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Where the rule X says “a”, make it say “b”", "In the rule X, where it says “a”, put “b”"."""
    for number in range(1, min(len(tokens), 16) - 6):
        lows = [token.low or "“" for token in tokens[number : number + 7]]
        put = lows[3:5] == ["“", ","] and lows[5] in {"put", "write", "use", "substitute"} and lows[6] == "“"
        if put and lows[0] == "where" and lows[1] == "it" and lows[2] in {"says", "reads"}:
            return (*tokens[:number], word("replace"), tokens[number + 3], word("with"), *tokens[number + 6 :])
    if tokens[:1] and tokens[0].low in {"where", "wherever", "everywhere"}:
        for number in range(1, len(tokens) - 4):
            lows = [token.low for token in tokens[number : number + 4]]
            says = lows[3] in {"say", "read", "be"} and lows[1] in {"make", "have"} and lows[2] in {"it", "that", "this"}
            if tokens[number].text == "," and says and tokens[number + 4].kind == "quote":
                return (*tokens[: number + 1], word("replace"), word("it"), word("with"), *tokens[number + 4 :])
    return tokens


def _arrowed(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "In the rule X, “a” → “b”"."""
    made: list[Token] = []
    place = 0
    while place < len(tokens):
        long = place + 1 < len(tokens) and tokens[place].text in {"-", "="} and tokens[place + 1].text == ">"
        behind = tokens[place + 1 + long : place + 2 + long]
        arrow = (long or tokens[place].text in _ARROWS) and made and made[-1].kind == "quote" and behind and behind[0].kind == "quote"
        if arrow:
            quoted = made.pop()
            begins = not made or made[-1].text in {",", ":", ";"}
            made.extend((*((word("replace"),) if begins else ()), quoted, word("with")))
        else:
            made.append(tokens[place])
        place += 1 + bool(arrow and long)
    return made


def _place_first(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Delete from the rule X the sentence “y”"."""
    if len(tokens) < 5 or tokens[0].low not in {"remove", "delete", "strike"} or tokens[1].low not in {"from", "in"}:
        return tokens
    named = next((number for number in range(2, 5) if tokens[number].kind == "quote"), len(tokens))
    called = [token.low for token in tokens[2:named]] in ([], ["rule"], ["the", "rule"], ["the", "subrule"])
    behind = tokens[named + 1 + any(token.text in {",", ":"} for token in tokens[named + 1 : named + 2]) :]
    if not called or not behind or (behind[0].low != "the" and behind[0].kind != "quote"):
        return tokens
    return (*tokens[1 : named + 1], Token("sign", ",", ","), tokens[0], *behind)


def for_each_rule(tokens: Sequence[Token]) -> list[Sequence[Token]]:
    """The sentences that one is short for that names several rules before its verb: "In “X” and “Y”, replace …"; else nothing."""
    tokens = _in_front(tokens)
    cursor = TokenCursor(tokens)
    named = cursor.take("in|from each of? the? rules|subrules?") or cursor.take("in|from both? the? rules|subrules?")
    titles: list[Token] = []
    while named and (token := cursor.kind("quote")) is not None:
        titles.append(token)
        if cursor.ahead().text == "," and cursor.ahead(1).low in _IN_EACH | {"the"}:
            break
        cursor.first((", and", ",", "and"))
    behind = tokens[cursor.place :]
    if len(titles) < 2 or [token.text for token in behind[:1]] != [","] or not _APART.isdisjoint(token.low for token in behind):
        return []
    return [(tokens[0], title, *behind) for title in titles]


def _in_front(tokens: Sequence[Token]) -> Sequence[Token]:
    """The order of "Replace … in both the rules X and Y" with its place before its verb."""
    if not tokens or tokens[0].low not in VERB_WORDS:
        return tokens
    ends = len(tokens) - (tokens[-1].text == ".")
    for number in range(1, ends):
        cursor = TokenCursor(tokens[number:ends])
        if cursor.first(("in|from both the? rules|subrules?", "in|from the? rules|subrules")) and all(
            token.kind == "quote" or token.low in {",", "and"} for token in tokens[number + cursor.place : ends]
        ):
            return (*tokens[number:ends], Token("sign", ",", ","), *tokens[:number], *tokens[ends:])
    return tokens


_REWRITES = (
    paraphrased,
    restated,
    spoken,
    founded,
    glossed,
    headed,
    relabelled,
    recast,
    nominal,
    _of_the_matter,
    _typo,
    _giving_a_subrule,
    _instead_of,
    _for_each,
    _fronted,
    _made_to_say,
    _arrowed,
    turned,
    _place_first,
)
