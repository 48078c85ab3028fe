"""Instructions as players speak: "“a” -> “b”" behind a title, "by striking “a” and inserting “b”", "all Cooks have their Oil set to 0"."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.tokens import Token, TokenCursor, word

_COMMA, _COLON = Token("sign", ",", ","), Token("sign", ":", ":")
_STRIKING = frozenset("strike striking".split())
_INSERTING = frozenset("insert inserting substitute substituting".split())
_MOST_IN_TITLE = 5
_CHANGES = "changes|edits|amendments|tweaks|fixes|ones|corrections|adjustments|alterations|repairs|improvements"
_MINOR = frozenset("small little minor quick simple short tiny more further related unrelated of".split())
_COUNTED = frozenset("two three four five six a few some several couple of small little minor quick".split())
_TABLE = frozenset({"table"})
_THINGS = frozenset("bullet point item step paragraph sentence entry".split())
_NUMBERED = frozenset("two three four five six".split())
_UNITS = frozenset("paragraphs sentences bullets items lines rows".split())


def spoken(tokens: Sequence[Token]) -> Sequence[Token]:
    """The sentence as the grammar knows it."""
    for rewrite in _REWRITES:
        tokens = rewrite(tokens)
    return tokens


def everywhere(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "…, replace “a” with “b”, and “c” with “d”, wherever they appear": each of them."""
    for number in range(3, len(tokens) - 2):
        cursor = TokenCursor(tokens, number)
        cursor.take(",")
        if not cursor.take("wherever they|it appear|appears|occur|occurs|stand|stands") or not {"", "."}.issuperset({cursor.ahead().text}):
            continue
        made: list[Token] = []
        for place, token in enumerate(tokens[:number]):
            paired = [each.low for each in tokens[place + 1 : place + 2]] in (["with"], ["by"], ["to"])
            if token.kind == "quote" and paired and made and made[-1].low in {"replace", "change", "and"}:
                made.append(word("each"))
            made.append(token)
        return (*made, *tokens[cursor.place :]) if len(made) > number else tokens
    return tokens


def _where_it_has(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Where “X” currently has “a”, it should have “b”": where the rule X says the one, it should say the other."""
    cursor = TokenCursor(tokens)
    if not cursor.take("where the? rule|subrule?"):
        return tokens
    title = cursor.kind("quote")
    said = title is not None and cursor.take("now|currently? has|says|reads")
    old = cursor.kind("quote") if said else None
    if old is None or not cursor.take(", it|that should|shall|must|will instead? have|say|read"):
        return tokens
    if title is None or cursor.ahead().kind != "quote":
        return tokens
    said_there = (*map(word, ("where", "the", "rule")), title, word("says"), old)
    return (*said_there, _COMMA, *map(word, ("it", "should", "say")), *tokens[cursor.place :])


def _arrowed(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Lamps: “a” -> “b”": in the rule Lamps."""
    ends = next((number for number, token in enumerate(tokens[: _MOST_IN_TITLE + 1]) if token.text == ":"), 0)
    title, behind = tokens[:ends], tokens[ends + 1 :]
    named = bool(title) and all(token.kind == "word" and token.text[:1].isupper() for token in title)
    arrow = behind[1:2] and (behind[1].text in {"→", "⇒"} or [token.text for token in behind[1:3]] in (["-", ">"], ["=", ">"]))
    if not named or not arrow or behind[0].kind != "quote" or title[-1].low in {"change", "changes", "fix", "typo", "edit"}:
        return tokens
    return (*map(word, ("in", "the", "rule")), *title, _COMMA, *behind)


def _struck(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "by striking “a” and inserting “b”": replacing the one with the other."""
    for number in range(len(tokens) - 4):
        cursor = TokenCursor(tokens, number + 1)
        if tokens[number].low not in _STRIKING:
            continue
        cursor.take("out")
        cursor.take("the? words|word|text|phrase")
        old = cursor.kind("quote")
        cursor.take(",")
        if old is None or not cursor.take("and") or cursor.ahead().low not in _INSERTING:
            continue
        cursor.place += 1
        cursor.take("the? words|word|text|phrase")
        new = cursor.kind("quote")
        if new is not None and (
            cursor.ahead().kind == "end" or cursor.ahead().text in {".", ";", ","} or cursor.take("in its place|stead")
        ):
            verb = word("replacing" if tokens[number].low == "striking" else "replace")
            return (*tokens[:number], verb, old, word("with"), new, *tokens[cursor.place :])
    return tokens


def _upwards(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Bump the limit in “X” up from “a” to “b”": without the "up"."""
    for number in range(2, len(tokens) - 3):
        if tokens[number].low in {"up", "down"} and tokens[number + 1].low == "from" and tokens[number + 2].kind == "quote":
            return (*tokens[:number], *tokens[number + 1 :])
    return tokens


def _renamed(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Call the rule “X” “Y” instead", "“X” should be called “Y”": it is renamed."""
    cursor = TokenCursor(tokens)
    called = cursor.take("call the? rule|subrule?")
    if not called:
        cursor.take("the? rule|subrule")
    old = cursor.kind("quote")
    if old is None or not (called or cursor.take("should|shall|will|must be? now? renamed|retitled|called|named|titled")):
        return tokens
    new = cursor.kind("quote")
    said = cursor.take("instead|now")
    if new is None or (called and not said):
        return tokens
    return (*map(word, ("rename", "the", "rule")), old, word("to"), new, *tokens[cursor.place :])


def _rewritten(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "“X” is rewritten to say: …": its text is replaced with that."""
    cursor = TokenCursor(tokens)
    cursor.take("the? rule|subrule")
    title = cursor.kind("quote")
    if title is None or not cursor.take("is|shall|will|should be? hereby? rewritten|reworded|changed|amended to say|read :?"):
        return tokens
    text = cursor.kind("body") or cursor.kind("quote")
    if text is None:
        return tokens
    return (*map(word, ("replace", "the", "text", "of", "the", "rule")), title, word("with"), _COLON, text, *tokens[cursor.place :])


def _highest(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Move “X” up so that it's the first rule in the dynastic section": to the start of the Dynastic Rules."""
    if not tokens or tokens[0].low != "move":
        return tokens
    for number in range(2, len(tokens) - 4):
        cursor = TokenCursor(tokens, number)
        cursor.take("up|down")
        if not cursor.take("so that? it's") and not cursor.take("so that? it is") and not cursor.take("to be|become"):
            continue
        first = cursor.take("the? very? first")
        if (first or cursor.take("the? very? last")) and cursor.take("dynastic? rule in|of|among the dynastic section|rules"):
            edge = ("to", "the", "start" if first else "end", "of", "the", "dynastic", "rules")
            return (*tokens[:number], *map(word, edge), *tokens[cursor.place :])
    return tokens


def _have_theirs(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "All Cooks have their Oil set to 0": set it."""
    cursor = TokenCursor(tokens)
    if not cursor.take("all|every|each") or cursor.ahead().kind != "word":
        return tokens
    owner = cursor.ahead()
    cursor.place += 1
    if not cursor.take("have|has their"):
        return tokens
    start = cursor.place
    verb = next((number for number in range(start + 1, min(len(tokens), start + 4)) if tokens[number].low in {"set", "reset"}), None)
    if verb is None or not tokens[verb + 1 : verb + 2] or tokens[verb + 1].low != "to":
        return tokens
    named = f"{owner.text}{chr(39) if owner.low.endswith('s') else chr(39) + 's'}"
    return (word("set"), tokens[0], Token("word", named, named.lower()), *tokens[start:verb], *tokens[verb + 1 :])


def _with_this_one(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "with this one: …", "with the following two paragraphs: …": without what only counts the new text."""
    for number in range(2, len(tokens) - 1):
        lows = [token.low for token in tokens[number : number + 5]]
        if lows[0] not in {"with", "by"}:
            continue
        if lows[1:3] in (["this", "one"], ["these", "ones"]):
            return (*tokens[: number + 1], *tokens[number + 3 :])
        if lows[1:3] == ["the", "following"] and lows[4:] and lows[3] in _NUMBERED and lows[4] in _UNITS:
            return (*tokens[: number + 1], *tokens[number + 5 :])
    return tokens


def _counting(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Two small changes to “X”.": in that rule."""
    place = 0
    while place < len(tokens) and tokens[place].low in _COUNTED | _MINOR:
        place += 1
    cursor = TokenCursor(tokens, place)
    if not place or not cursor.take(f"{_CHANGES} to|in|for|on the? rule|subrule?"):
        return tokens
    title = cursor.kind("quote")
    if title is None or cursor.place != len(tokens) - 1 or tokens[-1].text not in {".", ":"}:
        return tokens
    return (*map(word, ("in", "the", "rule")), title, _COLON)


def _in_a_table(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "In the table in “X”, give Soup a Price of 5", "add to the table in “X”: Stew, 4": set a cell, add a row."""
    if _TABLE.isdisjoint(token.low for token in tokens):
        return tokens
    give = next((number for number, token in enumerate(tokens) if token.low == "give"), None)
    of = None if give is None else next((number for number in range(give, len(tokens)) if tokens[number].low == "of"), None)
    if give is not None and of is not None and give + 3 < of < give + 8:
        article = next((number for number in range(give + 2, of) if tokens[number].low in {"a", "an", "the"}), None)
        if article is not None and article + 1 < of:
            cell = (word("the"), *tokens[article + 1 : of], word("of"), *tokens[give + 1 : article])
            return (*tokens[:give], word("set"), *cell, word("to"), *tokens[of + 1 :])
    cursor = TokenCursor(tokens)
    if cursor.take("add to the table in|of|from the? rule?") and cursor.kind("quote") is not None and cursor.ahead().text == ":":
        listed = [token for token in tokens[cursor.place + 1 :] if token.text == ","]
        if listed and all(token.kind in {"word", "sign"} for token in tokens[cursor.place + 1 :]):
            return (*tokens[: cursor.place], *map(word, ("a", "row")), *tokens[cursor.place :])
    return tokens


def _mistyped(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Fix a typo: in “X”, “a” should be “b”": in X, replace the one with the other."""
    ends = next((number for number, token in enumerate(tokens[:5]) if token.text == ":"), 0)
    if not ends or {"typo", "misspelling"}.isdisjoint(token.low for token in tokens[:ends]) or not tokens[ends + 1 :]:
        return tokens
    cursor = TokenCursor(tokens, ends + 1)
    if not cursor.take("in the? rule|subrule?"):
        return tokens
    title = cursor.kind("quote")
    cursor.take(",")
    old = cursor.kind("quote")
    new = cursor.kind("quote") if old is not None and cursor.take("should|must be|read|say") else None
    if title is None or old is None or new is None:
        return tokens
    return (*map(word, ("in", "the", "rule")), title, _COMMA, word("replace"), old, word("with"), new, *tokens[cursor.place :])


def _rather_than(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Make “X” a subrule of “Y” rather than of “Z”": without where it was."""
    for number in range(3, len(tokens) - 3):
        cursor = TokenCursor(tokens, number)
        if "subrule" in {token.low for token in tokens[:number]} and cursor.take("rather than|instead of?") and cursor.kind("quote"):
            return (*tokens[:number], *tokens[cursor.place :])
    return tokens


def _itself(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "to the end of “X” (the rule itself, not a subrule)": of its own text, as always."""
    for number in range(2, len(tokens) - 3):
        cursor = TokenCursor(tokens, number)
        if tokens[number - 1].kind == "quote" and cursor.take("( the rule itself ,? not? a|its|any|the? subrule|subrules? )"):
            return (*tokens[:number], *tokens[cursor.place :])
    return tokens


def _another(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "after the last bullet point, add another: “a”": another bullet point."""
    for number in range(3, len(tokens) - 2):
        adds = (
            tokens[number].low in {"add", "insert"} and tokens[number + 1].low == "another" and tokens[number + 2].text in {":", "reading"}
        )
        thing = next((token for token in reversed(tokens[:number]) if token.low in _THINGS), None)
        if adds and thing is not None:
            return (*tokens[: number + 2], word("bullet" if thing.low == "point" else thing.low), *tokens[number + 2 :])
    return tokens


_REWRITES = (
    _rather_than,
    _itself,
    _another,
    _where_it_has,
    _arrowed,
    _struck,
    _upwards,
    _renamed,
    _rewritten,
    _highest,
    _have_theirs,
    _with_this_one,
    _counting,
    _in_a_table,
    _mistyped,
)
