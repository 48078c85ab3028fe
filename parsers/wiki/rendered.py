"""Wikitext without its comments and with its templates resolved, and the place in the source of
each character.

Follows ``PPFrame_Hash::expand`` of MediaWiki 1.39. A block that MediaWiki does not parse
(``<nowiki>`` …) is one character, :data:`OPAQUE`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

from parsers.patterns import later
from parsers.wiki.scan import Atom, AtomKind, scan
from parsers.wiki.wiki_model import Argument, Note, Template, UnreadMarkup

OPAQUE = "\x7f"
NOTHING = OPAQUE + "t"
"""Replaces markup, so that the text behind it does not begin a line."""
_CONTROL = later(r"[\x00-\x08\x0b-\x1f\x7f](?:(?<=\r)\n)?")
"""A control character, or a line end of DOS. It begins with a set of characters, by which :mod:`re`
skips what lies between.
"""
_SAVED_AS = {"\x7f": "?", "\r": "\n", "\r\n": " \n"}
_SHOWN = {"pill": 2, "box": 1, "flair top": 1, "flair bottom": 0, "tocright": 0}
"""Templates that only display text, with the number of visible arguments; further ones are colours.
Other templates may show anything.
"""
_STYLING = frozenset("align background bgcolor class color colour height id style width".split())
_FEWEST_WORDS = 2
"""A named argument with more words is assumed to be prose that the template shows."""
_STANDING_FOR = {"!": "|", "=": "=", "!!": "||", "!-": "|-", "!+": "|+", "(!": "{|", "!)": "|}"}
_PREFORMATTED = frozenset({"pre", "syntaxhighlight", "source"})
_VISIBLE_BLOCKS = frozenset(
    {"nowiki", "pre", "math", "chem", "ce", "syntaxhighlight", "source", "score", "timeline"}
)


class SourceStretch(NamedTuple):
    """The source of a stretch of rendered text: the same characters, or (``solid``) one part that
    was replaced as a whole; ``called``: by a template.
    """

    start: int
    end: int
    solid: bool
    called: bool = False


@dataclass(slots=True)
class Rendered:
    """The text in stretches: ``places[i]`` is the start of one, ``stretches[i]`` its source."""

    source: str
    text: str = ""
    places: list[int] = field(default_factory=list)
    stretches: list[SourceStretch] = field(default_factory=list)
    blocks: dict[int, str] = field(default_factory=dict)
    templates: list[Template] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    unread: list[UnreadMarkup] = field(default_factory=list)

    def unmasked(self, start: int, end: int) -> str:
        """The text between two offsets with the content of opaque blocks, as in attributes."""
        pieces: list[str] = []
        for place, character in enumerate(self.text[start:end], start):
            if character == OPAQUE:
                block = self.blocks.get(place, "")
                pieces.append(block.replace("<", "&lt;").replace(">", "&gt;"))
            else:
                pieces.append(character)
        return "".join(pieces)

    def start_of(self, place: int) -> int:
        """The offset in the source where the character at a place begins; for the end of the text
        the end of the source.
        """
        if place >= len(self.text):
            return len(self.source)
        i = bisect_right(self.places, place) - 1
        stretch = self.stretches[i]
        return stretch.start if stretch.solid else stretch.start + place - self.places[i]

    def end_of(self, place: int) -> int:
        """The offset in the source where the character before a place ends. ``place`` is at least
        1.
        """
        i = bisect_right(self.places, place - 1) - 1
        stretch = self.stretches[i]
        return stretch.end if stretch.solid else stretch.start + place - self.places[i]

    def cuts(self, place: int) -> bool:
        """Return whether a place is inside the replacement of a part of the source."""
        i = bisect_right(self.places, place) - 1
        return place < len(self.text) and self.stretches[i].solid and self.places[i] < place

    def template_at(self, start: int, end: int) -> bool:
        """Return whether there is a template between two places."""
        first = max(bisect_right(self.places, start) - 1, 0)
        return any(
            stretch.called for stretch in self.stretches[first : bisect_left(self.places, end)]
        )

    def holds_only_calls(self, start: int, end: int) -> bool:
        """Return whether there are only templates between two places, apart from spaces and
        indentation.
        """
        line = self.text[start:end]
        end -= len(line) - len(line.rstrip(" "))
        start += len(line) - len(line.lstrip(" :"))
        first, last = bisect_left(self.places, start), bisect_left(self.places, end)
        bounds = [*self.places[first : last + 1], len(self.text)]
        whole = start < end and bounds[0] == start and bounds[last - first] == end
        return whole and all(stretch.called for stretch in self.stretches[first:last])


def render(source: str) -> Rendered:
    """Render a page. Its text is first normalised as the wiki saves it: line ends, and no control
    characters, which have other meanings here.
    """
    return _Renderer(source).run()


class _Renderer:
    """Writes the rendered text from left to right. While a template is written, everything is one
    solid stretch.
    """

    def __init__(self, source: str) -> None:
        self._text = _CONTROL.sub(lambda match: _SAVED_AS.get(match.group(), "\ufffd"), source)
        self._out = Rendered(source)
        self._pieces: list[str] = []
        self._length = 0
        self._in_call = False
        self._call_place = 0
        self._last_call = -1
        self._work: list[tuple[int, int] | Atom | str] = [(0, len(self._text))]
        """The rest of the work, the next item last: stretches of text, ends of templates, and
        texts.
        """

    def run(self) -> Rendered:
        out = self._out
        atoms, too_deep = scan(self._text)
        if too_deep is not None:
            why = "templates are nested too deeply to be read"
            out.unread.append(UnreadMarkup(too_deep, len(self._text), why, template=True))
        k = 0
        while self._work:
            item = self._work.pop()
            if isinstance(item, Atom):
                if self._length == self._call_place:
                    self._write(OPAQUE)
                self._in_call = False
                self._last_call = item.end if item.kind is AtomKind.CALL else -1
            elif isinstance(item, str):
                self._write(item)
            else:
                start, end = item
                while k < len(atoms) and atoms[k].start < start:
                    k += 1
                if k == len(atoms) or atoms[k].start >= end:
                    self._copy(start, end)
                    continue
                self._copy(start, atoms[k].start)
                self._work.append((atoms[k].end, end))
                self._atom(atoms[k])
                k += 1
        out.text = "".join(self._pieces)
        if not out.places:
            self._stretch(0, len(self._text), solid=False)
        out.notes.extend(
            Note(atom.start, atom.end) for atom in atoms if atom.kind is AtomKind.COMMENT
        )
        return out

    def _stretch(self, start: int, end: int, *, solid: bool, called: bool = False) -> None:
        if not self._in_call:
            self._out.places.append(self._length)
            self._out.stretches.append(SourceStretch(start, end, solid, called))

    def _write(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)

    def _copy(self, start: int, end: int) -> None:
        if start < end:
            self._stretch(start, end, solid=False)
            self._write(self._text[start:end])

    def _atom(self, atom: Atom) -> None:
        if atom.kind is AtomKind.BLOCK:
            self._stretch(atom.start, atom.end, solid=True)
            inner = self._text[atom.bars[0] : atom.bars[1]] if atom.name in _VISIBLE_BLOCKS else ""
            if block := f"\n{inner}\n" if atom.name in _PREFORMATTED else inner:
                self._out.blocks[self._length] = block
            self._write(OPAQUE)
        elif atom.kind in {AtomKind.CALL, AtomKind.PARAMETER}:
            self._call(atom, is_template=atom.kind is AtomKind.CALL)

    def _call(self, atom: Atom, *, is_template: bool) -> None:
        text = self._text
        name = " ".join(text[atom.start + 2 : atom.bars[0] if atom.bars else atom.end - 2].split())
        if is_template and not self._in_call:
            arguments = tuple(
                Argument(
                    text[start:equals].strip() if equals >= 0 else None, max(start, equals + 1), end
                )
                for start, equals, end in _parts(atom)
            )
            self._out.templates.append(Template(name, arguments, atom.start, atom.end))
        if is_template and name in _STANDING_FOR and not atom.bars:
            self._stretch(atom.start, atom.end, solid=True)
            self._write(_STANDING_FOR[name])
            return
        if not self._in_call:
            self._stretch(atom.start, atom.end, solid=True, called=is_template)
            self._in_call, self._call_place = True, self._length
            if (
                is_template
                and self._last_call == atom.start
                and self._pieces
                and self._pieces[-1] != OPAQUE
            ):
                self._write(" ")
            self._work.append(atom)
        if is_template:
            for i, part in enumerate(reversed(_shown(text, atom, name))):
                self._work += [" ", part] if i else [part]
        elif defaults := _parts(atom):
            # A page has no parameters, so each shows its default, or else its own source.
            self._work.append((defaults[0][0], defaults[0][2]))
        else:
            self._work += ["}}}", (atom.start + 3, atom.end - 3), "{{{"]


def _parts(atom: Atom) -> list[tuple[int, int, int]]:
    """The start, first ``=`` (or -1) and end of every part after the name."""
    width = 2 if atom.kind is AtomKind.CALL else 3
    stops = [*atom.bars[1:], atom.end - width]
    return [
        (bar + 1, equals, stop)
        for bar, equals, stop in zip(atom.bars, atom.equals[1:], stops, strict=False)
    ]


def _shown(text: str, atom: Atom, name: str) -> list[tuple[int, int]]:
    """The places of the arguments that are probably visible: numbered ones (without the colours of
    known templates), and named ones that contain prose.
    """
    if name.startswith("#"):
        return [(start, end) for start, _, end in _parts(atom)]
    most = _SHOWN.get(name.lower(), len(atom.bars))
    shown: list[tuple[int, int]] = []
    for start, equals, end in _parts(atom):
        key = text[start:equals].strip() if equals >= 0 else "1"
        if key.isdecimal():
            shown += [(max(start, equals + 1), end)] if len(shown) < most else []
        elif key.lower() not in _STYLING and len(text[equals + 1 : end].split()) > _FEWEST_WORDS:
            shown.append((equals + 1, end))
    return shown


def only_displays(template: Template, text: str) -> bool:
    """Return whether a template is known to show its arguments or a character, and contains no
    other template.
    """
    known = template.name.lower() in _SHOWN or (
        template.name in _STANDING_FOR and not template.arguments
    )
    return known and "{{" not in text[template.start + 2 : template.end]
