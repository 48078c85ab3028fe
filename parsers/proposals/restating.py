"""Sentences that say in two halves what the grammar says in one: "delete X and put in its place “y”", "there should be a rule. It is …"."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.tokens import VERB_WORDS, Token, TokenCursor, word

_COLON = Token("sign", ":", ":")
_REMOVING = frozenset("remove delete strike cut drop erase scrap".split())
_PUTTING = "then? put|insert|write|add|substitute|use|place|set|have"
_STEAD = "in its|their|that? place|stead"
_SHOWN = "the? following|this|these? text|words|wording|sentence|sentences|paragraph|bullet?"
_THERE_IS_NONE = (
    "if there is|'s no|not dynastic? rule|subrule",
    "if there is|does not yet|already|currently? exist? a|any dynastic? rule|subrule",
    "if there isn't yet|already|currently? a|any dynastic? rule|subrule",
    "if no dynastic? rule|subrule",
)
_CALLED = "which|that? is? called|named|titled|entitled"
_MAKING = "then? create|add|make|enact|insert|introduce"
_TOLD = (
    "it|this should|shall|will|must|is to? be? called|named|titled|entitled",
    "its|the title|name should|shall|will? be|is",
    "call|name|title it",
)
_SAYING = (
    "and? goes|go like this|so",
    "and? say|says|read|reads|state|states|contain|contains thus?",
    "and? it|its? text|wording? should|shall|will? say|says|read|reads|be|is",
    "and? have|has|give|gives it? the following|this text|wording|content",
    "with the|this following? text|wording|content",
)
_NEEDED = ("we need", "the game|ruleset needs", "there shall|should|must|will be", "let's have|add")
_A_RULE = "a|an|another|one new? dynastic? rule|subrule"
_OF_A_TEXT = frozenset("text wording content rewrite reword".split())
_SPARING = frozenset("not leaving keeping excluding without except leave".split())
_SPARED = _SPARING | frozenset(
    "but subrule subrules its any of the as they it are is alone untouched intact unchanged in place touching".split()
)
_HOLDING = frozenset("bullet item step entry row point".split())


def restated(tokens: Sequence[Token]) -> Sequence[Token]:
    """The sentence in one half."""
    for restate in (_but_subrules, _in_its_place, _of_none, _told_of, _on_its_list, _paired, _and_their):
        tokens = restate(tokens)
    return tokens


def _but_subrules(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Replace the text of X (but not its subrules) with …": the text of a rule is its own."""
    own = not _OF_A_TEXT.isdisjoint(token.low for token in tokens[:4])
    for number in range(2, len(tokens) - 3):
        if not own or tokens[number].text not in {"(", ","}:
            continue
        closes = {"(": {")"}, ",": {",", ":"}}[tokens[number].text]
        end = next((place for place in range(number + 1, len(tokens)) if tokens[place].text in closes), None)
        inner = {token.low for token in tokens[number + 1 : end]}
        if end is not None and not inner.isdisjoint({"subrule", "subrules"}) and inner <= _SPARED and not inner.isdisjoint(_SPARING):
            return (*tokens[:number], *tokens[end + (tokens[end].text != ":") :])
    return tokens


def _in_its_place(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "In “X”, delete the second paragraph and put in its place: “y”": replace the one with the other."""
    start = next((number for number, token in enumerate(tokens) if token.low in _REMOVING and token.kind == "word"), None)
    if start is None:
        return tokens
    for number in range(start + 2, len(tokens) - 1):
        cursor = TokenCursor(tokens, number)
        cursor.take(",")
        if not (cursor.take("and") and cursor.take(_PUTTING)):
            continue
        led = cursor.take(_STEAD) or cursor.take("instead")
        cursor.take(_SHOWN)
        led = led or cursor.take(_STEAD) or cursor.take("instead")
        cursor.take(":")
        cursor.take("-|–|—")
        new = cursor.kind("quote") or cursor.kind("body")
        led = led or cursor.take(_STEAD) or cursor.take("instead")
        removed = tokens[start + 1 + (tokens[start + 1].low == "out") : number]
        alone = VERB_WORDS.isdisjoint(token.low for token in removed if token.kind == "word")
        if led and new is not None and alone and _ends(cursor):
            return (*tokens[:start], word("replace"), *removed, word("with"), _COLON, new)
    return tokens


def _ends(cursor: TokenCursor) -> bool:
    cursor.first((".", "!", ";"))
    return cursor.here is None


def _of_none(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "If there is no rule called “X”, create one with the following text": a rule called “X”."""
    cursor = TokenCursor(tokens)
    if not cursor.first(_THERE_IS_NONE) or not cursor.take(_CALLED):
        return tokens
    title = cursor.kind("quote")
    cursor.take("exists|exist already|yet|currently?")
    cursor.take("in the dynastic? ruleset|rules")
    if title is None or not cursor.take(",") or not cursor.take(_MAKING) or not cursor.take("one|it"):
        return tokens
    kind = next(token for token in tokens if token.low in {"rule", "subrule"})
    place = cursor.place
    return (
        *map(word, ("if", "there", "is", "no")), kind, word("called"), title, Token("sign", ",", ","),
        *map(word, ("add", "a", "new")), kind, word("called"), title, *tokens[place:],
    )  # fmt: skip


def _told_of(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "There should be a new rule. It should be called “X” and say: …", "we need a new rule called “X”. It reads: …"."""
    cursor = TokenCursor(tokens)
    needed = cursor.first(_NEEDED) or cursor.take("add|make|create|enact|introduce")
    if not cursor.take(_A_RULE):
        return tokens
    rule = tokens[cursor.place - 1]
    if not needed and not cursor.take("is|will|shall be? hereby? added|created|made|enacted|introduced"):
        return tokens
    called = cursor.take(_CALLED)
    title = cursor.kind("quote") if called else None
    if title is None:
        cursor.take("to|in the dynastic? ruleset|rules|section")
        title = cursor.kind("quote") if cursor.first((".", ",")) and cursor.first(_TOLD) else None
    cursor.first((",", "."))
    if title is None or not cursor.first(_SAYING):
        return tokens
    cursor.take("the following|this text?") or cursor.take("as follows")
    cursor.take(":")
    text = cursor.kind("body") or cursor.kind("quote")
    if text is None or not _ends(cursor):
        return tokens
    return (*map(word, ("add", "a", "new")), rule, word("called"), title, _COLON, text)


def _on_its_list(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "after the step “a”, add this step to the list", "to the end of the list of Guilds": without what says nothing more."""
    placed = any(
        token.low in {"after", "before"} and {each.low for each in tokens[number + 1 : number + 4]} & _HOLDING
        for number, token in enumerate(tokens)
    )
    for number in range(len(tokens) - 2):
        lows = [token.low for token in tokens[number : number + 3]]
        if number > 3 and [token.low for token in tokens[number - 3 : number]] == ["the", "end", "of"] and lows[:2] == ["the", "list"]:
            return (*tokens[: number - 3], *tokens[number:])
        if placed and lows[0] in {"to", "in", "on"} and lows[1] in {"the", "that", "this"} and lows[2] == "list":
            ended = tokens[number + 3 : number + 4]
            return (*tokens[:number], *tokens[number + 3 :]) if not ended or ended[0].kind != "word" else tokens
    return tokens


def _paired(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Change the terms “a” and “b” to “c” and “d” …": respectively."""
    for number in range(len(tokens) - 7):
        cursor = TokenCursor(tokens, number)
        if number and tokens[number - 1].kind != "sign":
            continue
        if not cursor.take("change|replace") or not cursor.take("the? terms|words|names|phrases"):
            continue
        first = cursor.place
        if all(cursor.kind("quote") is not None and cursor.take(link) for link in ("and", "to|with", "and")) and cursor.kind("quote"):
            said = cursor.take(", respectively") or cursor.take("respectively")
            pair = tokens[first : cursor.place - said]
            return (*tokens[: number + 1], *(token for token in pair if token.text != ","), word("respectively"), *tokens[cursor.place :])
    return tokens


def _and_their(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Set all players' Coins to 5 and their Oil to 3": set the one and set the other."""
    owner = next((number for number, token in enumerate(tokens[1:6], 1) if token.low.endswith(("s'", "'s"))), None)
    if owner is None or tokens[0].low != "set":
        return tokens
    made = list(tokens)
    for number in range(len(made) - 4, owner, -1):
        if (
            made[number].low == "and"
            and made[number + 1].low in {"their", "his", "her"}
            and "to" in {t.low for t in made[number + 3 : number + 5]}
        ):
            made[number + 1 : number + 2] = [word("set"), *tokens[1 : owner + 1]]
    return made
