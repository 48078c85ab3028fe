"""The sentences of a post, in which each quotation, and each block that belongs to one, is one
sign.
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
"""The signs that stand for quotations, as a class of characters."""
BLOCK = "\uf000-\uf8ff"
"""Those that stand for block quotes, lists and pasted wikitext."""

_FIRST_QUOTED, _FIRST_BLOCK, _MOST = 0xE000, 0xF000, 0x800
_SIGN = re.compile(f"[{QUOTED}{BLOCK}]")
_PASTED = re.compile(r"[*#:;]|\{\||\|")
_HEADING = re.compile(r"(={2,6})[^=\n]+\1\s*(?:\n|$)")
_BEGINS = rf"[A-Z{QUOTED}{PICTURE}(…]"
_BOUNDARY = re.compile(rf"(?<=[.!?;]) +(?={_BEGINS})|(?<=;) +|(?<=[{QUOTED}]) +(?=[A-Z])|\n")
_GOES_ON = re.compile(rf"[a-z{QUOTED}]")
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
"""A closing single mark (the group), which may be an apostrophe behind an s, or an opening one."""


@dataclass(frozen=True, slots=True)
class PostSentence:
    """A sentence with a sign for each of its ``parts``: quotations in the order of their signs,
    blocks likewise.
    """

    text: str
    quotations: tuple[str, ...] = ()
    blocks: tuple[PostBlock, ...] = ()

    def part(self, sign: str) -> str | PostBlock:
        """What a sign stands for."""
        number = ord(sign)
        return (
            self.blocks[number - _FIRST_BLOCK]
            if number >= _FIRST_BLOCK
            else self.quotations[number - _FIRST_QUOTED]
        )

    @property
    def quote(self) -> str:
        """The sentence in the matter's own words."""
        return " ".join(_SIGN.sub(lambda found: self._shown(found[0]), self.text).split())

    def _shown(self, sign: str) -> str:
        part = self.part(sign)
        return f"“{plain(part)}”" if isinstance(part, str) else f" {visible_text([part])} "

    def with_text(self, text: str) -> PostSentence:
        """Another sentence with the same parts."""
        return PostSentence(text, self.quotations, self.blocks)

    def with_block(self, block: PostBlock) -> PostSentence:
        """The sentence with a block behind it."""
        text = self.text.rstrip(" .,;:")
        return PostSentence(
            f"{text}: {chr(_FIRST_BLOCK + len(self.blocks))}",
            self.quotations,
            (*self.blocks, block),
        )

    def with_more(self, other: PostSentence) -> PostSentence:
        """The sentence with another sentence, of no blocks, that goes on with it."""
        moved = re.sub(
            f"[{QUOTED}]", lambda found: chr(ord(found[0]) + len(self.quotations)), other.text
        )
        return PostSentence(
            f"{self.text} {moved}", (*self.quotations, *other.quotations), self.blocks
        )


def is_sign(text: str) -> bool:
    """Whether a text is nothing but the sign of a quotation or a block."""
    return len(text) == 1 and _SIGN.match(text) is not None


def sentences_in(block: PostParagraph) -> list[PostSentence]:
    """The sentences of a paragraph, without those that are struck as a whole."""
    text, found = _with_signs(block.text)
    whole = PostSentence(text, found)
    return [
        whole.with_text(sentence)
        for sentence in _sentences(whole)
        if sentence.strip(f" {STRUCK}.,;:!?")
    ]


def _with_signs(text: str) -> tuple[str, tuple[str, ...]]:
    """A paragraph with a sign for each quotation, whose marks are never part of an emphasis;
    without any where the marks do not pair.
    """
    shown = plain(text)
    spans = _outermost(shown)
    if len(spans) >= _MOST:
        return shown.replace("’", "'"), ()
    places = [
        found.start() for found in re.finditer(f"{SIGNED.pattern}|(.)", text, re.DOTALL) if found[1]
    ]
    pieces: list[str] = []
    done = 0
    for number, (start, end) in enumerate(spans):
        pieces += [shown[done:start], chr(_FIRST_QUOTED + number)]
        done = end
    pieces.append(shown[done:])
    found = tuple(text[places[start] + 1 : places[end - 1]].strip() for start, end in spans)
    return re.sub("[ \u00a0]+", " ", "".join(pieces).replace("’", "'").replace("‘", "'")), found


def _outermost(text: str) -> list[tuple[int, int]]:
    """Where the outermost quotations are, with their marks, in double or single ones."""
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
    inside = [each for each in doubles if any(a < each[0] < b for a, b in singles)]
    return sorted({*doubles, *singles}.difference(inside))


def _quotations(text: str) -> Iterator[tuple[int, int]]:
    """Where the outermost quotations are, with their marks. Nothing where marks do not pair."""
    spans: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for place, sign in enumerate(text):
        if sign not in '“”"':
            continue
        before, behind = (
            text[place - 1 : place] if place else " ",
            text[place + 1 : place + 2] or " ",
        )
        opens = sign == "“" or (
            sign == '"' and (before.isspace() or before in "([{—–-/“'\"") and not behind.isspace()
        )
        if opens and sign == '"' and opened and opened[-1][0] == '"' and before == '"':
            opens = opened[-1][1] == place - 1
        if opens:
            opened.append((sign, place))
            continue
        if (
            not opened
            or opened[-1][0] != ("“" if sign == "”" else '"')
            or (sign == '"' and behind.isalnum())
        ):
            return
        start = opened.pop()[1]
        if not opened:
            spans.append((start, place + 1))
    if not opened:
        yield from spans


def _sentences(whole: PostSentence) -> Iterator[str]:
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
    """A sentence without its number, its bullet, "then", or what is struck, before it."""
    text = _STRUCK_BEFORE.sub("", sentence.text)
    return sentence.with_text(_LEADS.sub("", text).strip())


def is_pasted(text: str) -> bool:
    """Whether a paragraph is wikitext: it begins with a heading, or all of its lines are items or
    parts of a table.
    """
    return _HEADING.match(text) is not None or all(map(_PASTED.match, text.split("\n")))


def goes_on(sentence: PostSentence) -> bool:
    """Whether a sentence begins as the middle of one."""
    return re.match(rf"[a-z]|[{QUOTED}{BLOCK}]$", sentence.text) is not None
