"""Sentences that say in other words what becomes of a rule: "“X” loses its last sentence", "amend X so that “a” is “b”", "rule X:"."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.tokens import VERB_WORDS, Token, TokenCursor, word
from parsers.proposals.vocabulary import GERUNDS

_COMMA = Token("sign", ",", ",")
_LEADING = frozenset({":", "–", "—", "-"})
_MOST_IN_TITLE = 5
_NO_TITLE = frozenset(
    "proposal cfj change changes edit edits fix fixes amendment action actions step part first second third then also note option example "
    "alternatively otherwise instead finally next rule subrule ruleset effect effects summary tldr gamestate please basically core "
    "appendix housekeeping cleanup minor major typo bug issue solution suggestion idea intent result".split()
)
"""Words that a label has that names no rule."""
_SECTIONS = frozenset({"core", "appendix", "dynastic"})
_CHANGES = "changes|edits|amendments|alterations|modifications|tweaks|fixes"
_THINGS = "sentence|paragraph|bullet|item|row|step|entry|line"
_MEASURES = frozenset("raise bump increase lower reduce decrease drop cut lift push".split())
_MEASURED = frozenset("the its limit cap maximum minimum cost price number amount threshold toll fee fine reward bonus rate".split())


def headed(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Rule “X”:", "Changes to the rule X:" and "“X”:": in that rule."""
    if len(tokens) < 2 or tokens[-1].text != ":":
        return tokens
    cursor = TokenCursor(tokens[:-1])
    told = cursor.take(f"the? following? proposed? {_CHANGES} to|in|of|for the? rule|subrule?") or cursor.take(
        "the? core|appendix|dynastic? rule|subrule"
    )
    first = cursor.place
    called = cursor.kind("quote")
    if called is None or cursor.here is not None:
        return tokens
    kind = word("subrule" if told and tokens[first - 1].low == "subrule" else "rule")
    section = [word(tokens[first - 2].low)] if first > 1 and tokens[first - 2].low in _SECTIONS else []
    return (word("in"), word("the"), *section, kind, called, tokens[-1])


def led(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "“X” – replace “a” with “b”", "Lamps: replace …": in that rule."""
    ends = next((number for number, token in enumerate(tokens[:_MOST_IN_TITLE]) if token.text in _LEADING), 0)
    title, behind = tokens[:ends], tokens[ends + 1 :]
    if not title or len(behind) < 2 or behind[0].low not in VERB_WORDS:
        return tokens
    quoted = len(title) == 1 and title[0].kind == "quote"
    plain = quoted or all(token.kind == "word" and token.text[:1].isupper() and token.low not in _NO_TITLE for token in title)
    elsewhere = any(token.low in {"in", "from", "to"} and behind[number + 1 : number + 2] and _names_rule(behind[number + 1 :])
                    for number, token in enumerate(behind))  # fmt: skip
    return (word("in"), word("the"), word("rule"), *title, _COMMA, *behind) if plain and not elsewhere else tokens


def _names_rule(tokens: Sequence[Token]) -> bool:
    lows = [token.low for token in tokens[:2]]
    return not {"rule", "subrule", "ruleset", "rules", "it", "that", "this"}.isdisjoint(lows)


def relabelled(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Old: “a” New: “b”", "From: “a” To: “b”"."""
    cursor = TokenCursor(tokens)
    if not (cursor.take("the? old|current|existing|original|before text|wording|version?") or cursor.take("from")) or not cursor.take(":"):
        return tokens
    old = cursor.kind("quote") or cursor.kind("body")
    cursor.take(".|,|;")
    new_label = cursor.take("the? new|proposed|revised|after text|wording|version?") or cursor.take("to")
    new = (cursor.kind("quote") or cursor.kind("body")) if new_label and cursor.take(":") else None
    if old is None or new is None:
        return tokens
    return (word("replace"), old, word("with"), new, *tokens[cursor.place :])


def _becoming(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "In the rule X, … becomes …", with two blocks of text."""
    for number in range(1, len(tokens) - 2):
        new = number + 2 + (tokens[number + 2].text == ":")
        if tokens[number].kind == "body" and tokens[number + 1].low == "becomes" and tokens[new : new + 1] and tokens[new].kind == "body":
            return (*tokens[:number], word("replace"), tokens[number], word("with"), *tokens[new:])
    return tokens


def recast(tokens: Sequence[Token]) -> Sequence[Token]:
    """The sentence with the verbs that the grammar knows."""
    for rewrite in _REWRITES:
        tokens = rewrite(tokens)
    return tokens


def _prepended(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Prepend “a” to the rule X": add it to its start."""
    to = next((number for number, token in enumerate(tokens[:3]) if token.low == "to"), 0)
    if not to or tokens[0].low != "prepend":
        return tokens
    return (word("add"), *tokens[1:to], *map(word, ("to", "the", "start", "of")), *tokens[to + 1 :])


def _proposed(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "I propose a new rule called “Y”", "I propose changing “a” to “b”", "I propose the repeal of X"."""
    cursor = TokenCursor(tokens)
    if not cursor.take("i|we hereby|therefore? propose"):
        return tokens
    place = cursor.place
    verb = GERUNDS.get(cursor.ahead().low)
    if verb is not None:
        return (word(verb), *tokens[place + 1 :])
    if cursor.take("the repeal of") or cursor.take("the removal|deletion of the rule"):
        return (word("repeal"), *tokens[cursor.place :])
    return (word("add"), *tokens[place:]) if cursor.take("a|an|another new|dynastic? dynastic? rule|subrule") else tokens


def _repealed(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "The rule X is repealed in full": repeal it."""
    verb = next((number for number, token in enumerate(tokens[:5]) if token.low == "is"), 0)
    behind = verb + 1 + ([token.low for token in tokens[verb + 1 : verb + 2]] == ["hereby"])
    if not _is_rule(tokens[:verb]) or [token.low for token in tokens[behind : behind + 3]] != ["repealed", "in", "full"]:
        return tokens
    return (word("repeal"), *tokens[:verb], *tokens[behind + 3 :])


def _with_all(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Repeal X, along with everything in it": and its subrules."""
    if not any(token.low in {"repeal", "remove", "delete"} for token in tokens):
        return tokens
    for number in range(2, len(tokens) - 3):
        cursor = TokenCursor(tokens, number)
        led = cursor.take(", along|together with") or cursor.take("along|together with") or cursor.take(", including")
        if led and (cursor.take("everything|all in it") or cursor.take("all|any? of? its subrules")):
            return (*tokens[:number], word("and"), word("its"), word("subrules"), *tokens[cursor.place :])
    return tokens


def _instead(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "X now says “b” instead of “a”", "In X, put “b” where it says “a”": replace the one with the other."""
    for number in range(1, len(tokens) - 4):
        new, lows = tokens[number], [token.low for token in tokens[number - 1 : number + 4]]
        old = number + 3 + (lows[2:] == ["where", "it", "says"])
        if new.kind != "quote" or not tokens[old : old + 1] or tokens[old].kind != "quote":
            continue
        if lows[0] in {"put", "write", "use"} and lows[2:] == ["where", "it", "says"]:
            return (*tokens[: number - 1], word("replace"), tokens[old], word("with"), new, *tokens[old + 1 :])
        said = tokens[: number - 2] if tokens[number - 2].low == "now" else ()
        if lows[0] in {"says", "reads"} and lows[2:4] in (["instead", "of"], ["rather", "than"]) and _is_rule(said):
            return (word("in"), *said, _COMMA, word("replace"), tokens[old], word("with"), new, *tokens[old + 1 :])
    return tokens


def _where(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Where “X” says “a”, …": the rule X."""
    lows = [token.low for token in tokens[:3]]
    named = lows[:1] == ["where"] and tokens[1:2] and tokens[1].kind == "quote" and lows[2:] in (["says"], ["reads"], ["has"])
    return (tokens[0], word("the"), word("rule"), *tokens[1:]) if named else tokens


def _so_that(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Amend the rule X so that “a” is “b” instead": in the rule X, replace the one with the other."""
    cursor = TokenCursor(tokens)
    if not cursor.take("amend|change|edit|alter|modify|update the? rule|subrule?"):
        return tokens
    called = cursor.kind("quote")
    if called is None or not cursor.take("so that|such? that?"):
        return tokens
    old = cursor.kind("quote")
    if old is None or not cursor.take("is|reads|becomes|says instead|now?"):
        return tokens
    new = cursor.kind("quote")
    cursor.take("instead")
    if new is None or any(token.text not in {".", "!"} for token in tokens[cursor.place :]):
        return tokens
    return (word("in"), word("the"), word("rule"), called, _COMMA, word("replace"), old, word("with"), new)


def _ought(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "“a” ought to be “b”": should."""
    for number in range(1, len(tokens) - 3):
        if [token.low for token in tokens[number : number + 2]] == ["ought", "to"] and tokens[number + 3].kind == "quote":
            return (*tokens[:number], word("should"), *tokens[number + 2 :])
    return tokens


def _known_as(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "The rule X is to be known as “Y”": it is renamed."""
    for number in range(1, len(tokens) - 3):
        lows = [token.low for token in tokens[number : number + 5]]
        length = 5 if lows in (["is", "to", "be", "known", "as"], ["shall", "henceforth", "be", "known", "as"]) else 0
        length = length or (4 if lows[:4] in (["shall", "be", "known", "as"], ["will", "be", "known", "as"]) else 0)
        behind = tokens[number + length : number + length + 1]
        if length and behind and behind[0].kind == "quote" and tokens[number - 1].kind == "quote":
            return (word("rename"), *tokens[:number], word("to"), *tokens[number + length :])
    return tokens


def _losing(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "The rule X loses its last sentence", "X loses the words “a”"; "lose “a” from X"."""
    if [token.low for token in tokens[:1]] == ["lose"] and tokens[1:2] and tokens[1].kind == "quote":
        return (word("remove"), *tokens[1:])
    verb = next((number for number, token in enumerate(tokens[:6]) if token.low == "loses"), 0)
    if not _is_rule(tokens[:verb]) or not tokens[verb + 1 :] or tokens[verb + 1].low not in {"its", "the"}:
        return tokens
    ends = len(tokens) - (tokens[-1].text in {".", "!"})
    rest = tokens[verb + 2 : ends]
    if not rest or any(token.kind == "sign" or token.low in {"and", "if", "from", "in", "of"} for token in rest):
        return tokens
    return (word("remove"), word("the"), *rest, word("from"), *tokens[:verb], *tokens[ends:])


def _getting(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "The rule X gets a new last paragraph: “a”", "Give X a new paragraph: “a”": add it to X."""
    cursor = TokenCursor(tokens)
    given = cursor.take("give")
    cursor.take("the? rule|subrule")
    called = cursor.kind("quote")
    if called is None or not (given or cursor.take("gets|gains|receives")):
        return tokens
    first = cursor.place
    if not cursor.take(f"a|an|another new? final|last|further|extra|additional? {_THINGS}"):
        return tokens
    thing = tokens[cursor.place - 1]
    cursor.take(",")
    cursor.take("which|that? reads|reading|saying|says")
    cursor.take(":|,")
    text = cursor.kind("quote") or cursor.kind("body")
    if text is None:
        return tokens
    named = tokens[1 if given else 0 : first - (0 if given else 1)]
    return (word("add"), word("a"), thing, word("to"), word("the"), word("end"), word("of"), *named, Token("sign", ":", ":"), text,
            *tokens[cursor.place :])  # fmt: skip


def _measured(tokens: Sequence[Token]) -> Sequence[Token]:
    """Such as "Raise the limit in the rule X from “a” to “b”": in X, replace the one with the other."""
    if not tokens or tokens[0].low not in _MEASURES:
        return tokens
    place = next((number for number, token in enumerate(tokens[:8]) if token.low == "in"), 0)
    if not place or not {token.low for token in tokens[1:place]} <= _MEASURED:
        return tokens
    cursor = TokenCursor(tokens[place + 1 :])
    cursor.take("the? rule|subrule")
    if cursor.kind("quote") is None or not cursor.take("from"):
        return tokens
    ends = place + cursor.place
    old = cursor.kind("quote")
    new = cursor.kind("quote") if cursor.take("to") else None
    if old is None or new is None:
        return tokens
    return (*tokens[place:ends], _COMMA, word("replace"), old, word("with"), new, *tokens[place + 1 + cursor.place :])


def _is_rule(tokens: Sequence[Token]) -> bool:
    """Whether words only name a rule."""
    cursor = TokenCursor(tokens)
    cursor.take("the? rule|subrule")
    return cursor.kind("quote") is not None and cursor.here is None


_REWRITES = (
    led,
    _prepended,
    _becoming,
    _proposed,
    _repealed,
    _with_all,
    _instead,
    _where,
    _so_that,
    _ought,
    _known_as,
    _losing,
    _getting,
    _measured,
)
