"""Sentences without what cannot change their sense: remarks in brackets or between dashes, reasons, "too" at their end."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.proposals.bearing import bears
from parsers.proposals.changing import NUMBERS
from parsers.proposals.commentary import is_commentary
from parsers.proposals.remarks import casts_doubt, qualifies
from parsers.proposals.talking import is_talk
from parsers.proposals.tokens import VERB_WORDS, Token

_PARTING = frozenset({"–", "—", "-"})
_ASIDE_WORDS = frozenset("which a an the as for this that it".split())
_SAYING = frozenset("could would might say says".split())
_TELLING = frozenset({"it", "this", "that", "which", "these"})
_EXAMPLES = (("for", "example"), ("for", "instance"), ("e.g.",), ("i.e.",))
_REASONS = frozenset({"since", "because", "as", "seeing"})
_NO_REASON = frozenset("a an the follows long soon far often many much of to per for above below before if though in on at".split())
"""Words behind "as" with which no reason begins: "As long as nobody objects, …"."""
_BEARING = frozenset(
    "if unless only when whenever until except once provided otherwise not instead or without before after while then where".split()
)
_UNREAL = frozenset(
    "option options idea ideas draft example experiment later next future earlier alternative alternatively suggestion suggestions "
    "considered proposed rejected joke maybe perhaps might could would was were note edit following above below first second third".split()
)
_WHOLLY = frozenset("both its their the name term title description definition meaning text and with".split())
"""Words that only say that all of an entry is meant."""
_MOST_IN_LEAD = 24
_MOST_IN_ASIDE = 80
_MOST_IN_LABEL = 4
_LAST = frozenset({"too", "also"})
_PARTING_WORDS = frozenset({"then", "please", "though"})
"""Words behind a comma at the end of an order that change nothing of it."""
_UNTITLED = frozenset("not but its the title name heading keeping".split())
_REMARKS = frozenset(
    "up down which since because so as it this that i we thanks per see a an currently formerly previously hopefully was".split()
)
"""Words with which a remark in brackets begins that ends a sentence."""
_STATING = frozenset("is are was were isn't aren't has have uses used likes liked knows needs needed makes made says thinks".split())
_MOST_BEFORE_VERB = 5
_AT_PRESENT = frozenset("was currently moment presently today used formerly".split())
"""Words beside a number that is the one from before."""
_VAGUE = frozenset("see per a an as so this that".split())
_FOLLOWING = frozenset(
    "so that thus thereby hence making i.e. e.g. for example instance and also becomes become reads is says now then on forth the "
    "which turns into to likewise etc as well".split()
)
_CHOOSING = frozenset(
    "rule rules subrule subrules section ruleset paragraph sentence sentences bullet bullets item items step steps list table row column "
    "cell word phrase occurrence occurrences instance instances each every all any both only also and or first last once twice".split()
)
"""Words of such a remark that may say what is changed, or where."""


def plain_sentence(tokens: Sequence[Token]) -> Sequence[Token]:
    """The sentence without what cannot change its sense."""
    start = 0
    while start < len(tokens) and tokens[start].text in {"…", "."}:
        start += 1
    return _without_lead(_without_reason(_without_last(_without_remark(_without_asides(tokens[start:])))))


def _without_lead(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without what is said before an order: "Nobody gets that far; change …", "… , so change …"."""
    for number in range(3, min(len(tokens) - 2, _MOST_IN_LEAD)):
        parts = tokens[number].text in {";", ":", "–", "—"} or (tokens[number].low == "so" and tokens[number - 1].text == ",")
        told = tokens[number + 1].low in VERB_WORDS or (tokens[number + 1].low == "let" and tokens[number + 2].kind == "quote")
        if parts and told and all(token.kind in {"word", "sign"} for token in tokens[:number]):
            lead = tokens[: number - (tokens[number].low == "so")]
            lows = {token.low for token in lead}
            plain = lows.isdisjoint(_BEARING | _UNREAL | VERB_WORDS) and not (casts_doubt(lead) or qualifies(lead))
            label = tokens[number].text == ":" and len(lead) <= _MOST_IN_LABEL
            return tokens[number + 1 :] if plain and (is_commentary(lead) or (is_talk(lead) and not label)) else tokens
    return tokens


def _is_remark(inner: Sequence[Token]) -> bool:
    """Such as "up from 5", "which nobody uses": what chooses nothing, and orders nothing."""
    lows = {token.low for token in inner}
    plain = all(token.kind in {"word", "sign"} for token in inner) and not lows & (_BEARING | _CHOOSING - {"and"} | VERB_WORDS)
    if not plain or casts_doubt(inner) or qualifies(inner):
        return False
    otherwise = inner[0].low in _TELLING and _counts(inner) and lows.isdisjoint(_AT_PRESENT)
    return (inner[0].low in _REMARKS and "and" not in lows and not otherwise) or _is_statement(inner)


def _is_statement(inner: Sequence[Token]) -> bool:
    """Whether it says of itself how things are, and nothing of the order around it: "swords are a health and safety matter"."""
    says = [token.low in _STATING for token in inner[1:_MOST_BEFORE_VERB]]
    return any(says) and not inner[0].text[:1].isupper() and is_commentary(inner) and not bears(inner, values=True) and not _counts(inner)


def _counts(inner: Sequence[Token]) -> bool:
    """Whether it has a number, which may be another than that of the order: "it is 23 on Mondays"."""
    return any(token.low in NUMBERS or token.text[:1].isdigit() for token in inner)


def _is_consequence(before: Sequence[Token], inner: Sequence[Token]) -> bool:
    """Such as "so that “Rumours” becomes “Whispers”" behind "replace “Rumour” with “Whisper”": only what follows from it."""
    changed = [token.text.strip() for token in before if token.kind == "quote"][-2:]
    shown = [token.text.strip() for token in inner if token.kind == "quote"]
    words = [token.low for token in inner if token.kind == "word"]
    if len(changed) < 2 or not shown or len(shown) % 2 or not set(words) <= _FOLLOWING:
        return False
    old, new = changed
    return all(old in one and one.replace(old, new) == other for one, other in zip(shown[::2], shown[1::2], strict=True))


def _without_remark(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without a remark in brackets at the end: "… to “6 Coins” (up from 5)."."""
    ends = len(tokens) - (tokens[-1].text == "." if tokens else 0)
    if ends < 4 or tokens[ends - 1].text not in {")", "]"}:
        return tokens
    opens = {")": "(", "]": "["}[tokens[ends - 1].text]
    start = max(number for number in range(-1, ends) if number < 0 or tokens[number].text == opens)
    inner = tokens[start + 1 : ends - 1]
    if start <= 0 or not inner or not _is_remark(inner):
        return tokens
    return (*tokens[:start], *tokens[ends:])


def _without_asides(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without examples in brackets, and without what stands between two dashes, where that is no part of what is to be done."""
    kept: list[Token] = []
    place = 0
    while place < len(tokens):
        end = _aside_end(tokens, place)
        if end is None:
            kept.append(tokens[place])
            place += 1
        else:
            place = end
    return kept


def _aside_end(tokens: Sequence[Token], place: int) -> int | None:
    opens = tokens[place].text
    if tokens[place].kind != "sign" or (opens != "(" and opens not in _PARTING):
        return None
    closes = {")"} if opens == "(" else {opens}
    end = next((number for number in range(place + 1, min(len(tokens), place + _MOST_IN_ASIDE)) if tokens[number].text in closes), None)
    inner = [] if end is None else tokens[place + 1 : end]
    if end is None or not inner or any(token.kind in {"body", "doubt"} for token in inner):
        return None
    lows = [token.low for token in inner]
    if opens == "(" and (
        _is_consequence(tokens[max(place - _MOST_IN_ASIDE, 0) : place], inner) or (lows[0] not in _VAGUE and _is_remark(inner))
    ):
        return end + 1
    untitled = opens == "(" and set(lows) <= _UNTITLED and not {"title", "name", "heading"}.isdisjoint(lows) and lows[0] != "its"
    if untitled and any(token.low == "text" for token in tokens[:place]):
        return end + 1
    if opens == "(" and lows[0] in {"both", "with", "and", "name"} and set(lows) <= _WHOLLY and "and" in lows:
        return end + 1
    if opens == "(":
        shows = not _SAYING.isdisjoint(lows) and any(tuple(lows[: len(words)]) == words for words in _EXAMPLES)
        tells = (
            lows[0] in _TELLING
            and lows[1:2] in (["is"], ["was"], ["are"])
            and _BEARING.isdisjoint(lows)
            and not (_counts(inner) and _AT_PRESENT.isdisjoint(lows))
            and not casts_doubt(inner)
            and not qualifies(inner)
        )
        return end + 1 if tells or shows else None
    plain = all(token.kind != "quote" for token in inner)
    return end + 1 if plain and lows[0] in _ASIDE_WORDS and _BEARING.isdisjoint(lows) and VERB_WORDS.isdisjoint(lows) else None


def _without_last(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without "too" at the end, or the "and" that leads on to the next item of a list."""
    signs = len(tokens)
    while signs and tokens[signs - 1].kind == "sign" and tokens[signs - 1].text in ".!;,":
        signs -= 1
    ends = tokens[signs - 1 : signs]
    if ends and ends[0].kind == "word" and ends[0].low == "and" and signs > 1 and tokens[signs - 2].text in {",", ";"}:
        return tokens[: signs - 2]
    if signs > 2 and ends[0].kind == "word" and ends[0].low in _LAST:
        return (*_to_comma(tokens[: signs - 1]), *tokens[signs:])
    if signs > 3 and ends[0].low in _PARTING_WORDS and tokens[signs - 2].text == ",":
        return (*tokens[: signs - 2], *tokens[signs:])
    if signs > 3 and [token.low for token in tokens[signs - 2 : signs]] == ["as", "well"]:
        return (*_to_comma(tokens[: signs - 2]), *tokens[signs:])
    return tokens


def _to_comma(tokens: Sequence[Token]) -> Sequence[Token]:
    return tokens[:-1] if tokens and tokens[-1].text == "," else tokens


def _without_reason(tokens: Sequence[Token]) -> Sequence[Token]:
    """Without a reason before the order: "Since nobody gets that far, change …"."""
    if not tokens or tokens[0].low not in _REASONS or (tokens[0].low == "as" and tokens[1:2] and tokens[1].low in _NO_REASON):
        return tokens
    for number, token in enumerate(tokens):
        if (
            token.text == ","
            and tokens[number + 1 : number + 2]
            and (tokens[number + 1].low in VERB_WORDS | {"in", "please", "the"} or tokens[number + 1].kind == "quote")
        ):
            return tokens[number + 1 :]
        if token.kind not in {"word", "sign"} or token.low in _BEARING - {"not"} or token.text in {".", ":", ";"}:
            return tokens
    return tokens
