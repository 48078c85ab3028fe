"""How changes in short are laid out, a line for each: "x" -> "y", "“X”: replace …", "Old: …" above "New: …"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parsers.proposals.tokens import VERB_WORDS, Token

_INTO = frozenset("→ -> => ⇒ --> to becomes into".split())
_OLD = frozenset("old current existing original before from".split())
_NEW = frozenset("new proposed revised after to".split())
_OF_TEXT = frozenset({"the", "text", "wording", "version"})
_MOST_IN_LABELLED = 7


def goes_on(before: Sequence[Token], line: Sequence[Token], leads: Callable[[Sequence[Token]], bool]) -> bool | None:
    """Whether a line goes on with what stands before it, where its layout tells; None where it does not.

    ``leads`` says whether words only say where what stands below them is to be done.
    """
    short = before[-1].kind == "body" or len(before) < _MOST_IN_LABELLED
    if short and _is_labelled(line, _NEW) and _is_labelled(before, _OLD):
        return True
    if _is_pair(line) and (_is_pair(before) or (before[-1].text == ":" and leads(before))):
        return False
    if _names_its_rule(line) and not VERB_WORDS.isdisjoint(token.low for token in before):
        return False
    if before[-1].kind == "body" and [token.text for token in line if token.text != ":"] == ["becomes"]:
        return True
    return None


def _is_labelled(tokens: Sequence[Token], words: frozenset[str]) -> bool:
    """Whether a line begins like "Old:" or "New text:"."""
    ends = next((number for number, token in enumerate(tokens[:4]) if token.text == ":"), 0)
    lows = {token.low for token in tokens[:ends]}
    return not words.isdisjoint(lows) and lows <= words | _OF_TEXT


def _is_pair(tokens: Sequence[Token]) -> bool:
    """Whether a line is a change in short, and nothing else: "x" -> "y"."""
    words = [token for token in tokens if token.text not in {".", ";", ","}]
    between = "".join(token.low for token in words[1:-1])
    return [token.kind for token in (*words[:1], *words[-1:])] == ["quote", "quote"] and between in _INTO


def _names_its_rule(tokens: Sequence[Token]) -> bool:
    """Whether a line names the rule of its own order: “Doors”: replace …"""
    named = tokens[0].kind == "quote" and [token.text for token in tokens[1:2]] == [":"]
    return named and tokens[2:3] != [] and tokens[2].low in VERB_WORDS
