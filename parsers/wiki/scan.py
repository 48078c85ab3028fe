"""The parts of wikitext that are read before anything else: comments, templates, opaque blocks.

Follows ``Preprocessor_Hash::preprocessToObj`` of MediaWiki 1.39, which finds them in one pass, so
that ``|`` inside of them separates nothing: linear in the text, with a stack of what is open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

from parsers.patterns import later

_BLOCKS = (
    "nowiki|pre|gallery|indicator|langconvert|ref|references|math|chem|ce|syntaxhighlight|source|score"
    "|timeline|templatedata|includeonly"
)
_DROPPED = "/?noinclude|/?onlyinclude"
_START = rf"<!--|<(?P<tag>{_BLOCKS}|{_DROPPED})(?=\s|/>|>)|\{{\{{+(?P<open>)"
"""Each alternative begins with its character, by which :mod:`re` skips what lies between."""
_OUTSIDE = later(_START, re.IGNORECASE)
_INSIDE = later(
    _START
    + r"|(?P<bar>\|)|(?P<equals>=)|(?P<close>[}\]])|(?P<link>\[\[+|-\{(?!\{))|(?P<line>\n=*)",
    re.IGNORECASE,
)
_LINK = later(r"\[\[[^\[\]\n]{0,300}\]\]|\[?https?://[^\s\[\]]{1,500}(?:[^\[\]\n]{0,200}\])?")
_BLANKS = " \t"
_BLANKS_HERE = later(r"[ \t]*+")
_MOST_OPEN = 1000


class AtomKind(Enum):
    """The kind of a part of the wikitext."""

    COMMENT = auto()
    DROPPED = auto()
    """A tag that only controls what templates include, or a block that no page shows."""
    BLOCK = auto()
    CALL = auto()
    PARAMETER = auto()


class Atom(NamedTuple):
    """A part of the wikitext. ``bars`` are the offsets of the ``|`` in it (in a BLOCK, of the start
    and end of its content), ``equals`` those of the first ``=`` between two of them, or -1.
    """

    start: int
    end: int
    kind: AtomKind
    bars: tuple[int, ...] = ()
    equals: tuple[int, ...] = ()
    name: str = ""


@dataclass(slots=True)
class _Open:
    """An open template, link or variant. ``mark`` is its opening character, ``count`` how often
    that is repeated.
    """

    start: int
    mark: str
    count: int
    bars: list[int] = field(default_factory=list)
    equals: list[int] = field(default_factory=lambda: [-1])


def scan(text: str) -> tuple[list[Atom], int | None]:
    """Return the atoms of a text by their starts, nested ones after their outer one, and the offset
    from which on nesting was too deep, or None.
    """
    scanner = _Scanner(text)
    scanner.run()
    scanner.atoms.sort(key=lambda atom: (atom.start, -atom.end))
    return scanner.atoms, scanner.too_deep


def without_markup(source: str) -> str:
    """A text of the same length, with NUL for each character of comments, opaque blocks, templates,
    links and addresses.
    """
    atoms, _ = scan(source)
    text = _blanked(source, ((atom.start, atom.end) for atom in atoms))
    return _blanked(text, (match.span() for match in _LINK.finditer(text)))


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Replace the characters of some spans, which are in the order of their starts, by NUL."""
    pieces, place = list[str](), 0
    for start, end in spans:
        if end > place:
            inner = max(start, place)
            pieces += [text[place:inner], re.sub(r"[^\n]", "\x00", text[inner:end])]
            place = end
    return "".join([*pieces, text[place:]])


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.atoms: list[Atom] = []
        self.stack: list[_Open] = []
        self.too_deep: int | None = None
        self._unclosed: set[str] = set()
        self._no_more_tags = False

    def run(self) -> None:
        place = 0
        while True:
            match = (_INSIDE if self.stack else _OUTSIDE).search(self.text, place)
            if match is None:
                return
            place = self._step(match)

    def _step(self, match: re.Match[str]) -> int:
        kind = match.lastgroup
        if kind is None:
            return self._comment(match.start())
        if kind == "tag":
            return self._tag(match)
        if kind in ("open", "link"):
            self._push(_Open(match.start(), match.group()[0], len(match.group())))
            return match.end()
        if kind == "line":
            return self._line(match.start() + 1)
        if kind == "close":
            return self._closing(match.start())
        top = self.stack[-1]
        if kind == "bar" and top.mark in "{-":
            top.bars.append(match.start())
            top.equals.append(-1)
        elif kind == "equals" and self._finds_equals():
            top.equals[-1] = match.start()
        return match.end()

    def _finds_equals(self) -> bool:
        top = self.stack[-1]
        return bool(top.bars) and top.equals[-1] < 0

    def _line(self, place: int) -> int:
        """A heading keeps what is open outside of it from being closed before its line ends."""
        if self.stack and self.stack[-1].mark == "\n":
            self.stack.pop()
        count = 0
        while count < 6 and self.text.startswith("=", place + count):
            count += 1
        if not count or not self.stack or (count == 1 and self._finds_equals()):
            return place
        self._push(_Open(place, "\n", count))
        return place + count

    def _push(self, opened: _Open) -> None:
        if len(self.stack) < _MOST_OPEN:
            self.stack.append(opened)
        elif self.too_deep is None:
            self.too_deep = opened.start

    def _closing(self, place: int) -> int:
        top = self.stack[-1]
        end = {"{": "}", "[": "]", "-": "}-"}.get(top.mark, "\n")
        if not self.text.startswith(end, place):
            return place + 1
        if end == "}-":
            self.stack.pop()
            return place + 2
        most = min(top.count, 2 if end == "]" else 3)
        count = 0
        while count < most and self.text.startswith(end, place + count):
            count += 1
        if count < 2:
            return place + 1
        top.count -= count
        if top.mark == "{":
            kind = AtomKind.CALL if count == 2 else AtomKind.PARAMETER
            self.atoms.append(
                Atom(top.start + top.count, place + count, kind, tuple(top.bars), tuple(top.equals))
            )
        if top.count < 2:
            self.stack.pop()
        else:
            top.bars, top.equals = [], [-1]
        return place + count

    def _comment(self, place: int) -> int:
        """Read a comment. If its line contains only comments, the line end belongs to it."""
        text = self.text
        closing = text.find("-->", place + 4)
        if closing < 0:
            self.atoms.append(Atom(place, len(text), AtomKind.COMMENT))
            return len(text)
        start = place
        while start > 0 and text[start - 1] in _BLANKS:
            start -= 1
        end = closing + 3
        ends = self._comments_after(end) if start > 0 and text[start - 1] == "\n" else []
        if not (ends and text.startswith("\n", ends[-1])):
            self.atoms.append(Atom(place, end, AtomKind.COMMENT))
            return end
        ends[-1] += 1
        for stop in ends:
            self.atoms.append(Atom(start, stop, AtomKind.COMMENT))
            start = stop
        return self._line(start)

    def _comments_after(self, end: int) -> list[int]:
        """Return the end of a comment that ends here, with the spaces behind it, and the ends of
        further comments that follow it directly.
        """
        ends: list[int] = []
        while (blanks := _BLANKS_HERE.match(self.text, end)) is not None:
            ends.append(blanks.end())
            closing = (
                self.text.find("-->", ends[-1] + 4)
                if self.text.startswith("<!--", ends[-1])
                else -1
            )
            if closing < 0:
                break
            end = closing + 3
        return ends

    def _tag(self, match: re.Match[str]) -> int:
        text = self.text
        start = match.start()
        name = match.group("tag").lower()
        closing = -1 if self._no_more_tags else text.find(">", match.end())
        if closing < 0:
            self._no_more_tags = True
            return start + 1
        if name.lstrip("/") in {"noinclude", "onlyinclude"}:
            self.atoms.append(Atom(start, closing + 1, AtomKind.DROPPED))
            return closing + 1
        kind = AtomKind.DROPPED if name == "includeonly" else AtomKind.BLOCK
        if text[closing - 1] == "/":
            self.atoms.append(Atom(start, closing + 1, kind, (closing, closing), name=name))
            return closing + 1
        end = (
            None
            if name in self._unclosed
            else re.compile(rf"</{name}\s*>", re.IGNORECASE).search(text, closing + 1)
        )
        if end is not None:
            self.atoms.append(Atom(start, end.end(), kind, (closing + 1, end.start()), name=name))
            return end.end()
        if kind is AtomKind.DROPPED:
            self.atoms.append(Atom(start, len(text), kind))
            return len(text)
        self._unclosed.add(name)
        return closing + 1
