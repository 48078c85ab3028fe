"""New rules and terms in other words: "This adds a new rule …", "a new rule, “X”, is added", "we should have a rule called “X”"."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.tokens import Token, TokenCursor, word

_LEADS = (
    "this|it adds|creates|introduces|enacts",
    "adds|creates|introduces|enacts",
    "i would|shall like to add|create|introduce|enact",
    "i'd like to add|create|introduce|enact",
    "i want to add|create|introduce|enact",
    "we should|shall|will have|get|add",
    "the ruleset|game shall|should|will have|get",
    "there should be",
    "let there be",
    "ratify|found",
)
_A_RULE = "a|an|another|this new|further? dynastic? rule|subrule"
_MADE = ("is|be hereby? added|created|enacted|introduced|made", "shall|will|should be added|created|enacted|introduced|made")
_MOST_BEFORE = 12
_COMMA = Token("sign", ",", ",")


def glossed(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Add “X” to the glossary: “y”", "add an entry to the glossary, “X”: “y”": that term, with that definition."""
    cursor = TokenCursor(tokens)
    if not cursor.take("add|insert"):
        return tokens
    term = cursor.kind("quote")
    named = term is not None or cursor.take("a|an|the following? new? entry|term|definition")
    if not named or not cursor.take("to|in|into the glossary"):
        return tokens
    cursor.take("of terms|the appendix")
    cursor.take(",|:")
    term = term or cursor.kind("quote")
    if term is not None and tokens[cursor.place - 1] is term:
        cursor.take(":|,|–|—")
    text = cursor.kind("quote") or cursor.kind("body")
    if term is None or text is None or text is term or any(token.text != "." for token in tokens[cursor.place :]):
        return tokens
    return (
        *map(word, ("in", "the", "glossary")),
        _COMMA,
        *map(word, ("add", "the", "term")),
        term,
        *map(word, ("with", "the", "definition")),
        text,
    )


def founded(tokens: Sequence[Token]) -> Sequence[Token]:
    """The sentence as the order to add a rule; only where the text of the rule stands in it."""
    if not any(token.kind == "body" for token in tokens) and sum(token.kind == "quote" for token in tokens) < 2:
        return tokens
    cursor = TokenCursor(tokens)
    if cursor.first(_LEADS):
        place = cursor.place
        return (word("add"), *tokens[place:]) if cursor.take(_A_RULE) else tokens
    return _made(tokens)


def _made(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "A new rule called “X” is added, reading: …"."""
    cursor = TokenCursor(tokens)
    if not cursor.take(_A_RULE):
        return tokens
    for number in range(cursor.place, min(len(tokens), _MOST_BEFORE)):
        cursor.place = number
        if cursor.first(_MADE):
            before = tokens[: number - (tokens[number - 1].text == ",")]
            return (word("add"), *before, *tokens[cursor.place :])
    return tokens
