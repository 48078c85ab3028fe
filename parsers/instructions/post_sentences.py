"""Split a post into sentences, in which a sign stands for each quotation and for each block that
belongs to the sentence.

A sign is one character of Unicode's private use area. So the expressions of
:mod:`parsers.instructions.forms` see “Add a rule “Doors”: “Keys turn.”” as ``Add a rule X: Y``, and
no word within a quotation is taken for one of the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from parsers.instructions.post_blocks import (
    PICTURE,
    SIGNED,
    STRUCK,
    PostBlock,
    PostParagraph,
    plain,
    visible_text,
)
from parsers.patch import spliced

QUOTED = "\ue000-\uefff"
"""The placeholders of quotations, as a class of characters."""
BLOCK = "\uf000-\uf8ff"
"""The placeholders of block quotes, lists and pasted wikitext."""

_FIRST_QUOTED = 0xE000
_FIRST_BLOCK = 0xF000
_MOST_QUOTED = 0x800
_SIGN = re.compile(f"[{QUOTED}{BLOCK}]")
# the beginning of a line of wikitext: “* Coal”, “{| class=…”, “| Coal”
_PASTED = re.compile(r"[*#:;]|\{\||\|")
# == Doors ==
_HEADING = re.compile(r"(={2,6})[^=\n]+\1\s*(?:\n|$)")
_BEGINS = rf"[A-Z{QUOTED}{PICTURE}(…]"
# the space of “It rains. Add …”, of “a; b” and of “Repeal “Doors.” Add …”, or a line end
_BOUNDARY = re.compile(rf"(?<=[.!?;]) +(?={_BEGINS})|(?<=;) +|(?<=[{QUOTED}]) +(?=[A-Z])|\n")
_GOES_ON = re.compile(rf"[a-z{QUOTED}]")
# “1. ”, “(2) Then ”, “- And finally, ”
_LEADS = re.compile(
    r"""\A(?:
        (?:\(?\d{1,2}[.)]|[-•*–—]|and|then|also|next|finally|lastly|first|second|third|secondly|thirdly)
        [,:]?[ ]+
    ){1,3}(?=\S)""",
    re.IGNORECASE | re.VERBOSE,
)
_NUMBER = re.compile(r"\(?\d{1,2}[.)]")
_STRUCK_BEFORE = re.compile(rf"(?:{STRUCK} ?)+(?={_BEGINS})")
_SINGLE = re.compile(r"(?<=[^\s([{—–])(['’])(?!\w)|(?<![^\s([{—–])['‘](?=\S)")
"""A closing single quotation mark (the group) or an opening one: both of ``say 'Doors' here``, none
of ``don't``. The apostrophe of ``the players' keys`` looks like a closing one.
"""


@dataclass(frozen=True, slots=True)
class PostSentence:
    """A sentence with placeholders, and their quotations and blocks in the same order."""

    text: str
    quotations: tuple[str, ...] = ()
    blocks: tuple[PostBlock, ...] = ()

    def part(self, sign: str) -> str | PostBlock:
        """Return the quotation or the block of a placeholder."""
        number = ord(sign)
        if number >= _FIRST_BLOCK:
            return self.blocks[number - _FIRST_BLOCK]
        return self.quotations[number - _FIRST_QUOTED]

    @property
    def quote(self) -> str:
        """Return the sentence in the matter's own words."""
        return " ".join(_SIGN.sub(lambda found: self._shown(found[0]), self.text).split())

    def _shown(self, sign: str) -> str:
        part = self.part(sign)
        return f"“{plain(part)}”" if isinstance(part, str) else f" {visible_text([part])} "

    def with_text(self, text: str) -> PostSentence:
        """Return a sentence of another text with the same quotations and blocks."""
        return PostSentence(text, self.quotations, self.blocks)

    def with_block(self, block: PostBlock) -> PostSentence:
        """Return the sentence with a block behind it."""
        text = self.text.rstrip(" .,;:")
        return PostSentence(
            f"{text}: {chr(_FIRST_BLOCK + len(self.blocks))}",
            self.quotations,
            (*self.blocks, block),
        )

    def with_more(self, other: PostSentence) -> PostSentence:
        """Return the sentence joined with another, without blocks, that continues it."""
        moved = re.sub(
            f"[{QUOTED}]", lambda found: chr(ord(found[0]) + len(self.quotations)), other.text
        )
        return PostSentence(
            f"{self.text} {moved}", (*self.quotations, *other.quotations), self.blocks
        )


def is_sign(text: str) -> bool:
    """Return whether a text is only the placeholder of a quotation or a block."""
    return len(text) == 1 and _SIGN.match(text) is not None


def sentences_in(block: PostParagraph) -> list[PostSentence]:
    """Return the sentences of a paragraph, without those that are struck as a whole."""
    text, found = _with_signs(block.text)
    whole = PostSentence(text, found)
    return [
        whole.with_text(sentence)
        for sentence in _sentences(whole)
        if sentence.strip(f" {STRUCK}.,;:!?")
    ]


def _with_signs(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a paragraph with a sign for each quotation, and the quotations without their marks.

    Where the quotation marks do not pair, there are no signs. A quotation keeps the signs of its
    emphasis, a quotation mark is never part of one.
    """
    shown = plain(text)
    spans = _outermost(shown)
    if len(spans) >= _MOST_QUOTED:
        return shown.replace("’", "'"), ()
    # The offset in `text` of each character of `shown`.
    offsets = [
        found.start() for found in re.finditer(f"{SIGNED.pattern}|(.)", text, re.DOTALL) if found[1]
    ]
    pieces: list[str] = []
    done = 0
    for number, (start, end) in enumerate(spans):
        pieces += [shown[done:start], chr(_FIRST_QUOTED + number)]
        done = end
    pieces.append(shown[done:])
    with_signs = "".join(pieces).replace("’", "'").replace("‘", "'")
    quotations = tuple(text[offsets[start] + 1 : offsets[end - 1]].strip() for start, end in spans)
    return re.sub("[ \u00a0]+", " ", with_signs), quotations


def _outermost(text: str) -> list[tuple[int, int]]:
    """Return the spans of the outermost quotations in double or single marks, marks included."""
    doubles = list(_quotations(text))
    if not doubles and re.search('[“”"]', text):
        return []
    opaque = spliced(text, ((start, end, "x" * (end - start)) for start, end in doubles))
    marks = [(found.start(), found[1] is None) for found in _SINGLE.finditer(opaque)]
    singles = list[tuple[int, int]]()
    for number, (start, opens) in enumerate(marks):
        if opens:
            closing = [
                place for place, _ in takewhile(lambda mark: not mark[1], marks[number + 1 :])
            ]
            if len(closing) != 1:
                return doubles
            singles.append((start, closing[0] + 1))
    nested = [
        (start, end)
        for start, end in doubles
        if any(outer_start < start < outer_end for outer_start, outer_end in singles)
    ]
    return sorted({*doubles, *singles}.difference(nested))


def _quotations(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the outermost quotations in double marks, marks included; none if the
    marks do not pair.
    """
    spans: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for place, mark in enumerate(text):
        if mark not in '“”"':
            continue
        before = text[place - 1] if place else " "
        behind = text[place + 1 : place + 2] or " "
        opens = mark == "“" or (
            mark == '"' and (before.isspace() or before in "([{—–-/“'\"") and not behind.isspace()
        )
        if opens and mark == '"' and opened and opened[-1][0] == '"' and before == '"':
            # Of two straight marks side by side the second opens only if the first did.
            opens = opened[-1][1] == place - 1
        if opens:
            opened.append((mark, place))
            continue
        opening = "“" if mark == "”" else '"'
        closes = bool(opened) and opened[-1][0] == opening
        if not closes or (mark == '"' and behind.isalnum()):
            return
        start = opened.pop()[1]
        if not opened:
            spans.append((start, place + 1))
    if not opened:
        yield from spans


def _sentences(whole: PostSentence) -> Iterator[str]:
    """Yield the texts of the sentences of a paragraph.

    A number alone (“1. Add …”) is no sentence, a line end after a colon or a comma, or before lower
    case, ends none, and behind a quotation a new one begins only if the quotation ends with “.”,
    “!” or “?”.
    """
    place = 0
    for found in _BOUNDARY.finditer(whole.text):
        before = whole.text[place : found.start()].rstrip()
        if _NUMBER.fullmatch(before) or (
            found[0] == "\n"
            and (before.endswith((":", ",")) or _GOES_ON.match(whole.text, found.end()))
        ):
            continue
        if _SIGN.match(before[-1:]) and found[0] != "\n" and not _ends_itself(whole, before[-1]):
            continue
        yield before.replace("\n", " ").strip()
        place = found.end()
    yield whole.text[place:].strip().replace("\n", " ")


def _ends_itself(whole: PostSentence, sign: str) -> bool:
    part = whole.part(sign)
    return isinstance(part, str) and plain(part).endswith((".", "!", "?"))


def without_lead(sentence: PostSentence) -> PostSentence:
    """Return a sentence without the number, the bullet, “then” or the struck text before it."""
    text = _STRUCK_BEFORE.sub("", sentence.text)
    return sentence.with_text(_LEADS.sub("", text).strip())


def is_pasted(text: str) -> bool:
    """Return whether a paragraph is wikitext: it begins with a heading, or each of its lines is a
    list item or a part of a table.
    """
    return _HEADING.match(text) is not None or all(map(_PASTED.match, text.split("\n")))


def goes_on(sentence: PostSentence) -> bool:
    """Return whether a text begins in the middle of a sentence: in lower case, or with only a
    placeholder.
    """
    return re.match(rf"[a-z]|[{QUOTED}{BLOCK}]$", sentence.text) is not None
