"""Wikitext with its comments gone and its templates resolved, and where in the source each character comes from.

Follows ``PPFrame_Hash::expand`` of MediaWiki 1.39. Templates stand for what ``expand`` returns, or for their visible
arguments; blocks that MediaWiki does not parse (``<nowiki>`` …) for one character, :data:`OPAQUE`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from parsers.patterns import later
from parsers.wiki.model import Argument, Note, Template, UnreadMarkup
from parsers.wiki.scan import Atom, AtomKind, scan

__all__ = ["NOTHING", "OPAQUE", "Rendered", "render"]

OPAQUE = "\x7f"
NOTHING = OPAQUE + "t"
"""Where markup was: what follows it does not begin a line."""
_CONTROLS = [chr(code) for code in (*range(32), 127) if chr(code) not in "\t\n"]
_CONTROL = later(rf"\r\n?|[{''.join(_CONTROLS)}]")
_SHOWN = {"pill": 2, "box": 1, "flair top": 1, "flair bottom": 0, "tocright": 0}
"""Templates that only display: how many of their arguments a reader sees; what follows is a colour. Others may show anything."""
_STYLING = frozenset("align background bgcolor class color colour height id style width".split())
_FEWEST_WORDS = 2
"""A named argument with more words than this is taken for prose that the template shows."""
_STANDING_FOR = {"!": "|", "=": "=", "!!": "||", "!-": "|-", "!+": "|+", "(!": "{|", "!)": "|}"}
_PREFORMATTED = frozenset({"pre", "syntaxhighlight", "source"})
_VISIBLE_BLOCKS = frozenset({"nowiki", "pre", "math", "chem", "ce", "syntaxhighlight", "source", "score", "timeline"})
_STARTS_LINE = ("{|", "*", "#", ":", ";")
_MOST_EXPANDED = 8_000_000

_SAVED_AS = {"\x7f": "?", "\r": "\n", "\r\n": " \n"}

Expand = Callable[[str], str]


def _input(text: str) -> str:
    """A text, equally long, as the wiki saves it: other line ends, and no characters that stand for something here."""
    if not any(map(text.__contains__, _CONTROLS)):  # much quicker than the expression
        return text
    return _CONTROL.sub(lambda match: _SAVED_AS.get(match.group(), "\ufffd"), text)


class SourceStretch(NamedTuple):
    """What a stretch of rendered text comes from: that source itself, or (``solid``) as a whole; ``called`` is a template."""

    start: int
    end: int
    solid: bool
    called: bool


@dataclass(slots=True)
class Rendered:
    """The text, in stretches: ``places[i]`` is where one begins, ``stretches[i]`` its source."""

    source: str
    text: str = ""
    places: list[int] = field(default_factory=list)
    stretches: list[SourceStretch] = field(default_factory=list)
    blocks: dict[int, str] = field(default_factory=dict)
    templates: list[Template] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    unread: list[UnreadMarkup] = field(default_factory=list)

    def unmasked(self, start: int, end: int) -> str:
        """The text between two places with what opaque blocks hold, as attributes see them."""
        text = self.text[start:end]
        if OPAQUE not in text:
            return text
        shown = (self.blocks.get(start + i, "") if character == OPAQUE else None for i, character in enumerate(text))
        return "".join(
            character if block is None else block.replace("<", "&lt;").replace(">", "&gt;")
            for character, block in zip(text, shown, strict=True)
        )

    def offset(self, start: int, end: int) -> int | None:
        """How far places between two places, these included, are from their source, if it is equally far for all."""
        i = bisect_right(self.places, start) - 1
        if self.stretches[i].solid or (i + 1 < len(self.places) and self.places[i + 1] <= end):
            return None
        return self.stretches[i].start - self.places[i]

    def start_of(self, place: int) -> int:
        """Where in the source the character at a place begins; the end of the text is the end of the source."""
        return self.located(place)[0]

    def located(self, place: int) -> tuple[int, bool]:
        """The same, and whether the place lies inside what stands for something else."""
        if place >= len(self.text):
            return len(self.source), False
        i = bisect_right(self.places, place) - 1
        start, _, solid, _ = self.stretches[i]
        return (start, self.places[i] < place) if solid else (start + place - self.places[i], False)

    def end_of(self, place: int) -> int:
        """Where in the source the character before a place ends; no place before the first character has one."""
        i = bisect_right(self.places, place - 1) - 1
        start, end, solid, _ = self.stretches[i]
        return end if solid else start + place - self.places[i]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where in the source the characters between two places begin and end."""
        i = bisect_right(self.places, start) - 1
        begins, _, solid, _ = self.stretches[i]
        if not solid and start < end and (i + 1 == len(self.places) or end <= self.places[i + 1]):
            away = begins - self.places[i]
            return start + away, end + away
        first = self.start_of(start)
        return first, max(first, self.end_of(end))

    def cuts(self, place: int) -> bool:
        """Whether a place lies inside what stands for something else."""
        return self.located(place)[1]

    def template_at(self, start: int, end: int) -> bool:
        """Whether a template that was not expanded stands between two places."""
        first = max(bisect_right(self.places, start) - 1, 0)
        return any(stretch.called for stretch in self.stretches[first : bisect_left(self.places, end)])

    def holds_only_calls(self, start: int, end: int) -> bool:
        """Whether there is nothing between two places, blanks and indentation aside, but templates that were not expanded."""
        if bisect_left(self.places, start) == bisect_left(self.places, end):
            return False  # no stretch begins here, so no template does
        line = self.text[start:end]
        end -= len(line) - len(line.rstrip(" "))
        start += len(line) - len(line.lstrip(" :"))
        first = bisect_left(self.places, start)
        last = bisect_left(self.places, end)
        bounds = [*self.places[first : last + 1], len(self.text)]
        whole = start < end and bounds[0] == start and bounds[last - first] == end
        return whole and all(stretch.called for stretch in self.stretches[first:last])


class _TextWriter:
    """Collects the rendered text. While a template is written, everything is one solid stretch."""

    def __init__(self, source: str, expand: Expand | None) -> None:
        self.source = source
        self.text = _input(source)
        self.expand = expand
        self.pieces: list[str] = []
        self.length = 0
        self.call: Atom | None = None
        self.call_place = 0
        self.last_call = -1
        self.expanded = 0
        self.out = Rendered(source)

    def stretch(self, start: int, end: int, *, solid: bool, called: bool = False) -> None:
        """Begin a stretch at the current place, unless it goes on inside a template."""
        out = self.out
        if out.places and out.places[-1] == self.length:
            out.places.pop()
            out.stretches.pop()
        out.places.append(self.length)
        out.stretches.append(SourceStretch(start, end, solid, called))

    def write(self, text: str) -> None:
        self.pieces.append(text)
        self.length += len(text)

    def copy(self, start: int, end: int) -> None:
        """Text of the page itself."""
        if start < end:
            if self.call is None:
                self.stretch(start, end, solid=False)
            self.write(self.text[start:end])

    def put(self, atom: Atom, text: str, block: str = "") -> None:
        """Text that stands for an atom."""
        if self.call is None:
            self.stretch(atom.start, atom.end, solid=True)
        if block:
            self.out.blocks[self.length] = block
        self.write(text)

    def begin_call(self, atom: Atom, *, called: bool) -> None:
        self.call, self.call_place = atom, self.length
        self.stretch(atom.start, atom.end, solid=True, called=called)
        if called and self.last_call == atom.start and self.pieces and self.pieces[-1] != OPAQUE:
            self.write(" ")

    def end_call(self, atom: Atom) -> None:
        if self.length == self.call_place:
            self.write(OPAQUE)
        self.call, self.last_call = None, atom.end if atom.kind is AtomKind.CALL else -1


def render(source: str, expand: Expand | None = None) -> Rendered:
    """Render a page: ``expand`` gives the wikitext a template turns into, and may raise what it likes."""
    writer = _TextWriter(source, expand)
    atoms, too_deep = scan(writer.text)
    if too_deep is not None:
        writer.out.unread.append(UnreadMarkup(too_deep, len(source), "templates are nested too deeply to be read", template=True))
    _write_all(writer, atoms)
    out = writer.out
    out.text = "".join(writer.pieces)
    if not out.places:
        writer.stretch(0, len(source), solid=False)
    out.notes.extend(Note(atom.start, atom.end) for atom in atoms if atom.kind is AtomKind.COMMENT)
    return out


def _write_all(writer: _TextWriter, atoms: list[Atom]) -> None:
    """Write the text from left to right; what is still to come stands on a stack, its end first."""
    work: list[tuple[int, int] | Atom | str] = [(0, len(writer.text))]
    k = 0
    while work:
        item = work.pop()
        if isinstance(item, Atom):
            writer.end_call(item)
            continue
        if isinstance(item, str):
            writer.write(item)
            continue
        start, end = item
        while k < len(atoms) and atoms[k].start < start:
            k += 1
        if k == len(atoms) or atoms[k].start >= end:
            writer.copy(start, end)
            continue
        atom = atoms[k]
        k += 1
        writer.copy(start, atom.start)
        work.append((atom.end, end))
        if atom.kind is AtomKind.BLOCK:
            writer.put(atom, OPAQUE, _block(writer.text, atom))
        elif atom.kind in {AtomKind.CALL, AtomKind.PARAMETER}:
            _write_call(writer, atom, work)


def _block(text: str, atom: Atom) -> str:
    """What a reader sees of an opaque block; those that fill lines of their own have them."""
    inner = text[atom.bars[0] : atom.bars[1]] if atom.name in _VISIBLE_BLOCKS else ""
    return f"\n{inner}\n" if atom.name in _PREFORMATTED else inner


def _write_call(writer: _TextWriter, atom: Atom, work: list[tuple[int, int] | Atom | str]) -> None:
    name = _name(writer.text, atom)
    if writer.call is None and atom.kind is AtomKind.CALL:
        writer.out.templates.append(_template(writer.text, atom, name))
    standing = _STANDING_FOR.get(name) if atom.kind is AtomKind.CALL and len(atom.equals) == 1 else None
    if standing is not None:
        writer.put(atom, standing)
        return
    outer = writer.call is None
    if outer and atom.kind is AtomKind.CALL and _expand(writer, atom):
        return
    if outer:
        writer.begin_call(atom, called=atom.kind is AtomKind.CALL)
        work.append(atom)
    if atom.kind is AtomKind.PARAMETER:
        _write_parameter(writer, atom, work)
        return
    for i, part in enumerate(reversed(_shown(writer.text, atom, name))):
        if i:
            work.append(" ")
        work.append(part)


def _write_parameter(writer: _TextWriter, atom: Atom, work: list[tuple[int, int] | Atom | str]) -> None:
    """Nobody gives a page parameters: one stands for its default, or for itself."""
    parts = _parts(atom)
    if parts:
        work.append((parts[0][0], parts[0][2]))
    else:
        writer.write("{{{")
        work += ["}}}", (atom.start + 3, atom.end - 3)]


def _name(text: str, atom: Atom) -> str:
    end = atom.bars[0] if atom.bars else atom.end - 2
    return " ".join(text[atom.start + 2 : end].split())


def _parts(atom: Atom) -> list[tuple[int, int, int]]:
    """The start, first ``=`` (or -1) and end of every part after the name."""
    width = 2 if atom.kind is AtomKind.CALL else 3
    stops = [*atom.bars[1:], atom.end - width]
    return [(bar + 1, equals, stop) for bar, equals, stop in zip(atom.bars, atom.equals[1:], stops, strict=False)]


def _shown(text: str, atom: Atom, name: str) -> list[tuple[int, int]]:
    """The arguments that are likely to be shown: numbered ones, without the colour of templates known to take one, and prose."""
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
    """Whether a template is known to show its arguments, or to stand for a sign, and has no other one in it."""
    known = template.name.lower() in _SHOWN or (template.name in _STANDING_FOR and not template.arguments)
    return known and "{{" not in text[template.start + 2 : template.end]


def _template(text: str, atom: Atom, name: str) -> Template:
    arguments: list[Argument] = []
    for start, equals, end in _parts(atom):
        if equals < 0:
            arguments.append(Argument(None, start, end))
        else:
            arguments.append(Argument(text[start:equals].strip(), equals + 1, end))
    return Template(name, tuple(arguments), atom.start, atom.end)


def _expand(writer: _TextWriter, atom: Atom) -> bool:
    """Write what a template expands to, if there is an ``expand``."""
    if writer.expand is None:
        return False
    text = _input(writer.expand(writer.source[atom.start : atom.end]))
    writer.expanded += len(text)
    if writer.expanded > _MOST_EXPANDED:
        why = "the templates before it already fill more than can be read"
        writer.out.unread.append(UnreadMarkup(atom.start, atom.end, why, template=True))
        return False
    if text.removeprefix("\n").startswith(_STARTS_LINE):
        text = text.removeprefix("\n")
        if not atom.lone:
            text = "\n" + text
    writer.stretch(atom.start, atom.end, solid=True)
    place = 0
    for part in scan(text, templates=False)[0]:
        writer.write(text[place : part.start])
        if part.kind is AtomKind.BLOCK:
            writer.out.blocks[writer.length] = _block(text, part)
            writer.write(OPAQUE)
        place = part.end
    writer.write(text[place:])
    return True
