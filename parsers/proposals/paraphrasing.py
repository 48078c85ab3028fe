"""Instructions that say the same at greater length: what is chosen by its order and then quoted, politely, or without quotation marks.

“Strike the second sentence of X, to wit: “a””, “let's have a new rule named X that says: …”, “change five Coins to six Coins”.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parsers.proposals.blocks import PostList, PostParagraph, StyledText
from parsers.proposals.changing import NUMBERS
from parsers.proposals.tokens import Token, TokenCursor, word
from parsers.proposals.wikitext import visible_text

_COMMA = Token("sign", ",", ",")
_WISHING = ("i'd like|love to", "i would like|love to", "i want to", "i'd like us to", "we'd like to")
_WISHED = frozenset("add insert append create introduce make".split())
_HAVING = ("let's have|get", "let us have", "i'd like|love", "i would like", "how about")
_POLITE = frozenset("so well please if you'd you'll you would will all be kind now then everyone everybody okay ok , :".split())
_A_RULE = "a|an|another|one new|brand-new? dynastic? rule|subrule"
_LIFTING = "move|take|pull|lift|split|bring"
_ITS_OWN = (
    "and make|turn it into? a? dynastic? rule in its own right",
    "and make|turn it into? a dynastic? rule of its own",
    "and make it a? top-level dynastic? rule",
    "into a dynastic? rule of its own",
    "to be a dynastic? rule of its own",
)
_UNCHANGED = (
    ", with its text|wording|content unchanged|intact",
    ", its text|wording unchanged|intact",
    ", leaving|keeping its text|wording unchanged|intact|alone",
)
_PUTTING = frozenset("replace change".split())
_MOST_UNQUOTED = 6
_NO_NAMES = frozenset(
    "the a an it its this that these those all each every any rule rules text wording title name sentence paragraph word words number "
    "value first second third last if unless and or with by from in of is are".split()
)
"""Words that something unquoted is spoken of by, rather than being itself the text."""


def paraphrased(tokens: Sequence[Token]) -> Sequence[Token]:
    """The sentence as the grammar knows it."""
    for rewrite in (_at_the_end, _wished, _had, _of_its_own, _lifted, _defined, _unquoted, _cells, _rows, _read_for):
        tokens = rewrite(tokens)
    return tokens


def _at_the_end(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "add (at the end): …": without the brackets."""
    for number in range(1, len(tokens) - 4):
        if [token.low for token in tokens[number : number + 5]] == ["(", "at", "the", "end", ")"]:
            return (*tokens[:number], *tokens[number + 1 : number + 4], *tokens[number + 5 :])
    return tokens


def _wished(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "I'd like to add the following to the rule X: …", with the text below it: an order."""
    cursor = TokenCursor(tokens)
    bodied = any(token.kind == "body" for token in tokens)
    return tokens[cursor.place :] if bodied and cursor.first(_WISHING) and cursor.ahead().low in _WISHED else tokens


def _had(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Let's have a new rule named X that says: …"."""
    starts = [number + 1 for number, token in enumerate(tokens[:12]) if token.text == ","]
    for first in (0, *starts):
        cursor = TokenCursor(tokens, first)
        if first and not {token.low for token in tokens[:first]} <= _POLITE:
            continue
        if not cursor.first(_HAVING):
            continue
        begins = cursor.place
        if cursor.take(_A_RULE) and any(token.kind == "body" for token in tokens) and tokens[-1].kind == "body":
            return (word("add"), *tokens[begins:])
    return tokens


def _of_its_own(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Give X a subrule of its own, titled Y": without what says nothing more."""
    for number in range(2, len(tokens) - 3):
        own = [token.low for token in tokens[number : number + 3]] in (["of", "its", "own"], ["of", "their", "own"])
        if own and tokens[number - 1].low in {"subrule", "sub-rule"} and tokens[0].low in {"give", "make", "add"}:
            return (*tokens[:number], *tokens[number + 3 + (tokens[number + 3].text == ",") :])
    return tokens


def _lifted(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Take the subrule X out of Y and make it a rule in its own right": make it a rule of its own."""
    cursor = TokenCursor(tokens)
    if not cursor.take(_LIFTING) or not cursor.take("the? subrule|sub-rule"):
        return tokens
    title = cursor.kind("quote")
    if title is None or not cursor.take("out? of|from|in the? rule?"):
        return tokens
    parent = cursor.kind("quote")
    cursor.take(",")
    if parent is None or not cursor.first(_ITS_OWN):
        return tokens
    rest = list(tokens[cursor.place :])
    for number in range(len(rest)):
        behind = TokenCursor(rest, number)
        if behind.first(_UNCHANGED):
            rest[number : behind.place] = []
            break
    from_there = (*map(word, ("out", "of", "the", "rule")), parent)
    return (*map(word, ("move", "the", "subrule")), title, *from_there, *map(word, ("to", "a", "rule", "of", "its", "own")), *rest)


def _defined(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Under “A” in the rule X, replace the definition with “b”": the definition of “A” there."""
    cursor = TokenCursor(tokens)
    term = cursor.kind("quote") if cursor.take("under|for|at|in the? entry|term|keyword?") else None
    place = cursor.place
    if term is None or not cursor.take("in|of the? rule|subrule|glossary?"):
        return tokens
    cursor.kind("quote")
    ends = cursor.place
    if not cursor.take(", replace|change|amend|rewrite the definition|description|meaning"):
        return tokens
    return (word("replace"), *map(word, ("the", "definition", "of")), term, *tokens[place:ends], *tokens[cursor.place :])


def _unquoted(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "change five Coins to six Coins" within a rule: of two texts of which one word differs it is plain what they are."""
    if any(token.kind == "quote" for token in tokens if token.text.strip() and " " in token.text.strip()):
        return tokens
    made: list[Token] = []
    place = 0
    while place < len(tokens):
        pair = _pair_at(tokens, place + 1) if tokens[place].low in _PUTTING and tokens[place].kind == "word" else None
        if pair is None:
            made.append(tokens[place])
            place += 1
            continue
        old, new, ends = pair
        if not made or made[-1].text not in {",", ":", "and"}:
            made.append(_COMMA)
        made += (word("replace"), _quote(old), word("with"), _quote(new))
        place = ends
    return made[1:] if made[:1] == [_COMMA] else made


def _pair_at(tokens: Sequence[Token], start: int) -> tuple[Sequence[Token], Sequence[Token], int] | None:
    """The old and the new words that stand there, and where they end."""
    link = next((number for number in range(start, min(len(tokens), start + _MOST_UNQUOTED)) if tokens[number].low in {"to", "with"}), None)
    if link is None:
        return None
    old, new = tokens[start:link], tokens[link + 1 : 2 * link + 1 - start]
    ends = link + 1 + len(new)
    plain = len(old) == len(new) > 1 and all(token.kind == "word" and token.low not in _NO_NAMES for token in (*old, *new))
    differing = [(one, other) for one, other in zip(old, new, strict=True) if one.text != other.text] if plain else []
    told = len(differing) == 1 and all(_is_number(token) for token in differing[0])
    closed = ends == len(tokens) or tokens[ends].text in {".", ",", ";"} or tokens[ends].low == "and"
    return (old, new, ends) if told and closed else None


def _is_number(token: Token) -> bool:
    return token.low in NUMBERS or token.low.isdigit()


def _quote(words: Sequence[Token]) -> Token:
    text = " ".join(token.text for token in words)
    return Token("quote", text, "", (PostParagraph(StyledText(text)),), start=words[0].start, end=words[-1].end)


def _cells(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "In the table in X, make the Bird's Price 3 and its Size Small": change the one to 3 and the other to Small."""
    start = next((number for number, token in enumerate(tokens) if token.low == "make" and number and tokens[number - 1].text == ","), None)
    if start is None or "table" not in {token.low for token in tokens[:start]}:
        return tokens
    owner = next((number for number in range(start + 1, min(len(tokens), start + 6)) if tokens[number].low.endswith("'s")), None)
    if owner is None:
        return tokens
    made: list[Token] = list(tokens[:start])
    place, named = owner + 1, tokens[start + 1 : owner + 1]
    while True:
        column, value = tokens[place : place + 1], tokens[place + 1 : place + 2]
        if not (column and value and column[0].text[:1].isupper() and _is_value(value[0])):
            return tokens
        made += (word("change"), *named, *column, word("to"), *value)
        place += 2
        behind = TokenCursor(tokens, place)
        behind.take(",")
        if not behind.take("and his|her|its|their"):
            return (*made, *tokens[place:])
        made.append(word("and"))
        place = behind.place


def _rows(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Add a Guest to the table in X:" above a list of "Heading: cell": a row."""
    table = next((number for number, token in enumerate(tokens) if token.low == "table"), 0)
    listed = [block for block in tokens[-1].blocks if isinstance(block, PostList)] if tokens and tokens[-1].kind == "body" else []
    if not table or len(listed) != 1 or len(tokens[-1].blocks) != 1 or tokens[0].low not in {"add", "insert", "append"}:
        return tokens
    named = [token for token in tokens[1:table] if token.low not in {"a", "an", "another", "new", "the"}]
    thing = next((number for number, token in enumerate(named) if token.low in {"to", "at", "in"}), 0)
    if thing not in {1, 2} or not all(token.text[:1].isupper() for token in named[:thing]) or ":" not in visible_text(listed):
        return tokens
    return (tokens[0], word("a"), word("row"), *tokens[tokens.index(named[thing]) :])


def _is_value(token: Token) -> bool:
    return token.kind == "quote" or (token.kind == "word" and (token.text[:1].isupper() or token.low.isdigit()))


def _read_for(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Core rule X: for “a” read “b”": in that rule."""
    for number in range(len(tokens) - 3):
        link = [token.low if token.kind == "word" else token.kind for token in tokens[number : number + 4]] == [
            "for",
            "quote",
            "read",
            "quote",
        ]
        if link and number and tokens[number - 1].text == ":":
            named = [replace(token, mark=0) for token in tokens[: number - 1] if token.low != "the"]
            quoted = [token.kind for token in named[-1:]] == ["quote"] and named[-2:-1] != [] and named[-2].low in {"rule", "subrule"}
            if quoted and all(token.low in {"core", "dynastic", "appendix", "special", "case"} for token in named[:-2]):
                old, new = tokens[number + 1], tokens[number + 3]
                put = (word("replace"), old, word("with"), new)
                return (*map(word, ("in", "the")), *named, _COMMA, *put, *tokens[number + 4 :])
    return tokens
