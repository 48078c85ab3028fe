"""A matter's sentences as tokens: words, signs, quotations and blocks of text, and a cursor that walks over them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from parsers.patterns import later
from parsers.proposals.blocks import STRUCK, PostBlock, PostParagraph, StyledText
from parsers.proposals.model import InstructionCondition
from parsers.proposals.quotes import find_quotes

_WORD = later(r"https?://[^\s<>]*[^\s<>.,;:!?)]|\b(?:e\.g|i\.e)\.|(?<!\w)[-+−]?\d+(?:[.,]\d+)*%?(?!\w)|\w+(?:['’-]\w+)*['’]?|…|\S")
_MARKER = later(r"\s*(?:(?:\(?\d{1,2}[.)]|\(?[a-h]\)|[-*•–#]+|[Ss]tep \d{1,2}[:.])\s+)")
_ENDS = frozenset(".!?")
_OPENERS = frozenset(
    "then also and in if to after before next finally additionally otherwise at for that this these it the i we there".split()
)
_NEW_RULES = frozenset({"rule", "subrule", "sub-rule"})
LONGEST_STATEMENT = 300
_LONGEST_NAME = 80
_EMPHASIS = frozenset("biu")
_MOST_MARKS = 200


class NotUnderstood(ValueError):
    """An instruction that is not understood from its first word to its last, with the reason as a sentence."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a sign, a quotation (``quote``), a block of text (``body``) or a doubtful quotation mark (``doubt``).

    ``low`` is its text in lower case with straight apostrophes, ``blocks`` what a quotation or body holds, ``mark`` tells which mark
    of the text it lies in (0: in none), ``href`` where a link leads to, ``start`` and ``end`` where it stands in its line.
    """

    kind: str
    text: str
    low: str = ""
    blocks: tuple[PostBlock, ...] = ()
    mark: int = 0
    href: str = ""
    start: int = 0
    end: int = 0


def word(text: str) -> Token:
    """A word that nobody wrote."""
    return Token("word", text, text)


def read_tokens(line: StyledText) -> list[Token]:
    """The tokens of one line; a doubtful quotation mark makes one token of all from there on."""
    begins = _MARKER.match(line.plain)
    start = begins.end() if begins else 0
    quotes = find_quotes(line.plain[start:])
    if quotes is None:
        return [*_words(line, start, len(line.plain)), Token("doubt", line.plain[start:], start=start, end=len(line.plain))]
    tokens: list[Token] = []
    place = start
    for quote in quotes:
        tokens.extend(_words(line, place, start + quote.start - 1))
        if quote.end is None:
            return [*tokens, _unclosed(line, start + quote.start - 1)]
        # The blanks inside of the marks are part of a text that is looked for, as little as they show.
        inner = _unemphasised(line, start + quote.start - 1, start + quote.end + 1).cut(start + quote.start, start + quote.end)
        text = line.plain[start + quote.start : start + quote.end]
        place, begins_at = start + quote.end + 1, start + quote.start - 1
        tokens.append(Token("quote", text, "", (PostParagraph(inner),), start=begins_at, end=place))
    tokens.extend(_words(line, place, len(line.plain)))
    return tokens


def _unemphasised(line: StyledText, start: int, end: int) -> StyledText:
    """The line without what emphasises all of a quotation with its quotation marks: that is of the sentence, not of the text."""
    return replace(line, marks=tuple(mark for mark in line.marks if mark.kind not in _EMPHASIS or mark.start > start or mark.end < end))


def _unclosed(line: StyledText, start: int) -> Token:
    """All from an opening mark on that is not closed."""
    return Token(
        "doubt", line.plain[start:], blocks=(PostParagraph(line.cut(start + 1, len(line.plain))),), start=start, end=len(line.plain)
    )


def _words(line: StyledText, start: int, end: int) -> Iterator[Token]:
    # What emphasises a whole sentence is no name.
    near = (mark for mark in line.marks if mark.start < end and mark.end > start)
    marks = (
        []
        if len(line.marks) > _MOST_MARKS
        else [mark for mark in near if mark.end - mark.start <= _LONGEST_NAME and mark.end - mark.start < len(line.plain)]
    )
    for found in _WORD.finditer(line.plain, start, end):
        text = found.group()
        if text == STRUCK:
            continue
        covering = [number for number, mark in enumerate(marks, 1) if mark.start <= found.start() and found.end() <= mark.end]
        mark = covering[0] if covering else 0
        href = next((marks[number - 1].href for number in covering if marks[number - 1].href), "")
        kind = "word" if re.match(r"[\w+−-]*\w", text) else "sign"
        yield Token(kind, text, text.lower().replace("’", "'"), mark=mark, href=href, start=found.start(), end=found.end())


def split_sentences(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The sentences that the tokens of a line make."""
    sentence: list[Token] = []
    label = 0
    for number, token in enumerate(tokens):
        if number < label:
            continue
        sentence.append(token)
        if _label_behind(tokens, number):
            yield sentence
            sentence, label = [], number + 4
            continue
        behind = tokens[number + 1] if number + 1 < len(tokens) else None
        if behind is not None and (_ends_sentence(token, behind) or _remark_behind(tokens, number)):
            if _goes_on(tokens[number + 1 : number + 4]) and (
                tokens[number + 2].low == "it" or not _NEW_RULES.isdisjoint(t.low for t in sentence)
            ):
                sentence[-1] = replace(token, text=",", low=",")
                continue
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def _label_behind(tokens: Sequence[Token], number: int) -> bool:
    """Whether the number of the next item stands behind the end of a sentence: "… (b) In the rule X …"."""
    ends = tokens[number].text.rstrip()[-1:] in _ENDS
    opens, label, closes, first = (*tokens[number + 1 : number + 5], *[Token("end", "-")] * 4)[:4]
    numbered = label.kind == "word" and (label.text.isdigit() or len(label.text) == 1) and first.kind == "word" and first.text[:1].isupper()
    return ends and (opens.text, closes.text) == ("(", ")") and numbered


def _goes_on(behind: Sequence[Token]) -> bool:
    """Whether the next sentence only tells more of a new rule: "Call it “X” and give it the following text"."""
    first, second = (behind[0].low, behind[1].low) if len(behind) > 1 else ("", "")
    third = behind[2].low if len(behind) > 2 else ""
    if first in {"its", "the"} and second in {"text", "wording", "title", "name"}:
        return third in {":", "is", "reads", "says", "shall", "should", "will"}
    if first == "it" and second in {"should", "shall", "will", "is", "to"}:
        return third in {"read", "say", "reads", "called", "titled", "named", "be", "have"}
    if first == "it" and second in {"has", "gets"}:
        return third in {"the", "this"}
    return (first in {"call", "name", "title", "give"} and second == "it") or (first == "it" and second in {"reads", "says"})


def _ends_sentence(token: Token, behind: Token) -> bool:
    if token.kind == "sign":
        return token.text in _ENDS and (behind.kind in {"quote", "doubt"} or behind.text[:1].isupper() or behind.text[:1].isdigit())
    inside = token.kind == "quote" and token.text.rstrip()[-1:] in _ENDS
    return inside and behind.text[:1].isupper() and (behind.low in _OPENERS or behind.low in VERB_WORDS)


def _remark_behind(tokens: Sequence[Token], number: int) -> bool:
    """Whether a sentence in brackets begins behind a token: "… (It was never used.)"."""
    token, opens, first = (*tokens[number : number + 3], Token("end", "-"))[:3]
    return token.text.rstrip()[-1:] in _ENDS and opens.text in {"(", "["} and first.kind == "word" and first.text[:1].isupper()


VERB_WORDS = frozenset(
    "add append insert create enact introduce establish institute attach put place include make prepend replace change amend "
    "modify update alter edit reword rephrase rewrite substitute set remove delete strike cut drop erase excise eliminate omit "
    "scrap repeal abolish revoke rename retitle move relocate promote give grant award increase decrease raise lower reduce".split()
)
"""The words that a sentence may begin with that instructs, as far as the reader knows them."""


@lru_cache(maxsize=1024)
def _pattern(phrase: str) -> tuple[tuple[frozenset[str], bool], ...]:
    return tuple((frozenset(word.removesuffix("?").split("|")), word.endswith("?")) for word in phrase.split())


@dataclass(slots=True)
class TokenCursor:
    """A place in a sentence. ``guards`` are conditions met on the way ("if it exists")."""

    tokens: Sequence[Token]
    place: int = 0
    guards: list[InstructionCondition] = field(default_factory=list)

    def __post_init__(self) -> None:
        if len(self.tokens) > LONGEST_STATEMENT:
            raise NotUnderstood("the sentence is too long")

    def save(self) -> tuple[int, int]:
        """The place to go back to with :meth:`back`."""
        return self.place, len(self.guards)

    def back(self, saved: tuple[int, int]) -> None:
        """Go back to a saved place."""
        self.place = saved[0]
        del self.guards[saved[1] :]

    @property
    def here(self) -> Token | None:
        """The token at this place, None at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def ahead(self, steps: int = 0) -> Token:
        """The token some steps on, an empty one behind the end."""
        place = self.place + steps
        return self.tokens[place] if place < len(self.tokens) else Token("end", "")

    def take(self, phrase: str) -> bool:
        """Walk over a phrase if it stands here: words with ``|`` between alternatives, and ``?`` behind those that may be missing."""
        place, tokens, count = self.place, self.tokens, len(self.tokens)
        for words, optional in _pattern(phrase):
            if place < count and tokens[place].low in words and tokens[place].kind in {"word", "sign"}:
                place += 1
            elif not optional:
                return False
        self.place = place
        return True

    def first(self, phrases: Sequence[str]) -> bool:
        """Walk over the first of the phrases that stands here."""
        for phrase in phrases:  # noqa: SIM110 - the reader spends most of its time here
            if self.take(phrase):
                return True
        return False

    def kind(self, *kinds: str) -> Token | None:
        """Walk over a token of one of these kinds."""
        token = self.here
        if token is None or token.kind not in kinds:
            return None
        self.place += 1
        return token


def why_here(cursor: TokenCursor) -> str:
    """Why a sentence is not understood that could be read only up to here."""
    token = cursor.ahead()
    if token.kind == "doubt":
        return "its quotation marks do not pair off"
    return f"it is not understood from “{token.text.strip()[:40]}” on"
