"""What "that paragraph" means in a sentence: the one that the instruction before it changed."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.blocks import PostParagraph, StyledText
from parsers.proposals.model import Instruction, InstructionKind
from parsers.proposals.tokens import Token, TokenCursor, word

_THAT = ("that|the|this same", "that", "said")
_UNITS = frozenset("paragraph sentence bullet step".split())
_CHANGING = frozenset({InstructionKind.ADD_TEXT, InstructionKind.REPLACE_TEXT})
_MARKUP = ("\n", "''", "[[", "{", "<", "|")


def spelled_out(tokens: Sequence[Token], previous: Instruction | None) -> Sequence[Token]:
    """The sentence with "the paragraph containing “x” in the rule Y" for "that paragraph", where the instruction before wrote “x”."""
    if previous is None or previous.kind not in _CHANGING or previous.rule is None or not previous.rule.title:
        return tokens
    new = (previous.new or "").strip().lstrip("*#:; ")
    if not new or any(mark in new for mark in _MARKUP):
        return tokens
    for number in [number for number, token in enumerate(tokens) if token.low in {"that", "this", "the", "said"}]:
        cursor = TokenCursor(tokens, number)
        if not cursor.first(_THAT) or cursor.ahead().low not in _UNITS or cursor.ahead(1).kind == "quote" or cursor.ahead(1).text == ":":
            continue
        place = cursor.place
        named = (word("in"), word("the"), word("rule"), _quoted(previous.rule.title))
        return (*tokens[:number], word("the"), tokens[place], word("containing"), _quoted(new), *named, *tokens[place + 1 :])
    return tokens


def _quoted(text: str) -> Token:
    return Token("quote", text, "", (PostParagraph(StyledText(text)),))
