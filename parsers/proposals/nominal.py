"""New rules without a verb, or with their title where the grammar does not look for it: "New rule, “X”:", "Add a rule (“X”): …"."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.tokens import Token, word

_ARTICLES = frozenset("a an another one".split())
_KINDS = frozenset("new additional further another extra short small dynastic core appendix special case".split())
_NOUNS = frozenset({"rule", "subrule", "sub-rule"})
_ADDING = frozenset("add create enact make introduce insert institute establish append include write".split())
_BEFORE_TITLE = frozenset({":", ",", "–", "—", "-"})
_MOST_WORDS = 12
_CLOSING = {"(": ")", "[": "]", "–": "–", "—": "—", "-": "-"}
_THERE = (("let", "there", "be"), ("there", "is", "hereby"), ("there", "is", "to", "be"), ("rule", "to", "add", ":"))
_COMMA = Token("sign", ",", ",")


def nominal(tokens: Sequence[Token]) -> Sequence[Token]:
    """The sentence with the verb that it lacks, and its title behind a comma."""
    verbal = _with_verb(_and_a_rule(tokens))
    if verbal[:1] and verbal[0].low in _ADDING:
        return _as_a_rule(_titled(verbal))
    return verbal


def _and_a_rule(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "…, and a rule called “Y”: …" behind the text of another: add that, too."""
    for number in range(1, len(tokens) - 4):
        article = tokens[number + 1].low == "a" and {token.low for token in tokens[number + 2 : number + 4]} & {"rule"}
        if tokens[number - 1].kind == "body" and tokens[number].low == "and" and article:
            return (*tokens[: number + 1], word("add"), *tokens[number + 1 :])
    return tokens


def _with_verb(tokens: Sequence[Token]) -> Sequence[Token]:
    lows = [token.low for token in tokens[:_MOST_WORDS]]
    for lead in _THERE:
        if tuple(lows[: len(lead)]) == lead and any(token.kind in {"quote", "body"} for token in tokens):
            named = () if lead[-1] != ":" else (word("a"), word("rule"), _COMMA)
            return (word("add"), *named, *tokens[len(lead) :])
    having = next((lead for lead in _HAVING if tuple(lows[: len(lead)]) == lead), ())
    one = lows[len(having) : len(having) + 1] in (["a"], ["one"])
    if having and one and "subrule" in lows[len(having) + 1 : len(having) + 3] and _has_text(tokens):
        more = tokens[len(having) :]
        below = any(token.low in {"of", "to", "under"} for token in more[:5])
        return (word("add"), *(() if below else (word("to"), word("it"))), *more)
    place = int(lows[:1] != [] and lows[0] in _ARTICLES)
    start = place
    while place < len(lows) and lows[place] in _KINDS:
        place += 1
    noun = place < len(lows) and lows[place] in _NOUNS and "new" in lows[start : place + 1]
    texts = _has_text(tokens)
    behind = tokens[place + 1 : place + 2]
    told = behind and (behind[0].text in _BEFORE_TITLE or behind[0].kind == "quote" or behind[0].low in _TELLING or behind[0].mark)
    if not noun or not texts or not told:
        return tokens
    return (word("add"), *(() if start else (word("a"),)), *tokens)


def _has_text(tokens: Sequence[Token]) -> bool:
    """Whether there may be a text beside the title."""
    return any(token.kind == "body" for token in tokens) or sum(token.kind == "quote" for token in tokens) > 1


_HAVING = (("it", "has"), ("it", "gets"), ("it", "also", "has"), ("with",), ("and", "with"), ("and",), ("plus",))
"""What a sentence begins with that goes on with a subrule of the rule before it."""
_TELLING = frozenset("called named titled entitled headed for of under to in beneath".split())


def _titled(tokens: Sequence[Token]) -> Sequence[Token]:
    """With "a rule, “X”" for "a rule: “X”", "a rule (“X”)" and "a rule – “X” –"."""
    noun = next((number for number, token in enumerate(tokens[:_MOST_WORDS]) if token.low in _NOUNS and token.kind == "word"), None)
    if noun is None:
        return tokens
    number = noun + 1
    ends = next((place for place in range(number, min(len(tokens), number + 8)) if tokens[place].text == ")"), 0)
    if ends and tokens[number].text == "(" and tokens[number + 1].low in {"call", "called", "named", "titled", "entitled"}:
        return (*tokens[:number], _COMMA, *tokens[number + 1 : ends], _COMMA, *tokens[ends + 1 :])
    sign = tokens[number] if number + 1 < len(tokens) else _COMMA
    ends = _title_end(tokens, number + 1) if sign.kind == "sign" and sign.text != "," else number + 1
    if ends == number + 1:
        return tokens
    closes, rest = _CLOSING.get(sign.text), tokens[ends:]
    if sign.text == ":" and any(token.kind in {"quote", "body"} for token in rest):
        return (*tokens[:number], _COMMA, *tokens[number + 1 : ends], *_without_stop(rest))
    if closes is not None and rest[:1] and rest[0].text == closes:
        return (*tokens[:number], _COMMA, *tokens[number + 1 : ends], *rest[1:])
    return tokens


def _without_stop(rest: Sequence[Token]) -> Sequence[Token]:
    """The rest behind a title, without a full stop before the text."""
    return rest[1:] if len(rest) > 1 and rest[0].text == "." and rest[1].kind == "body" else rest


def _title_end(tokens: Sequence[Token], start: int) -> int:
    """Behind the title that stands here."""
    first = tokens[start]
    if first.kind == "quote":
        return start + 1
    ends = start
    while ends < len(tokens) and tokens[ends].kind == "word" and (tokens[ends].mark or tokens[ends].text[:1].isupper()):
        ends += 1
    return ends


def _as_a_rule(tokens: Sequence[Token]) -> Sequence[Token]:
    """With "add a new rule, “X”" for "add “X” as a new rule"."""
    if len(tokens) < 6 or tokens[1].kind != "quote" or tokens[2].low != "as" or tokens[3].low not in _ARTICLES:
        return tokens
    place = 4
    while place < len(tokens) and tokens[place].low in _KINDS:
        place += 1
    noun = place < len(tokens) and tokens[place].low in _NOUNS
    texts = any(token.kind in {"quote", "body"} for token in tokens[place:])
    return (tokens[0], *tokens[3 : place + 1], _COMMA, tokens[1], *tokens[place + 1 :]) if noun and texts else tokens
