"""The tokens of a page that is written as pages should be, without libxml2: in a fifth of the time.

Most pages close what they open, nest only what HTML lets nest, and escape their text. Their tokens follow from the
source alone: every tag is looked up by its very text, for a blog's pages have few different ones. At the first thing
that a parser would have to put right the whole page is left to libxml2, so that both ways give the same tokens.
"""

from __future__ import annotations

import re
from html.entities import name2codepoint
from typing import NamedTuple, TypeVar

from parsers.blog.selectors import Attributes
from parsers.patterns import later

START, END, TEXT, COMMENT = range(4)

Token = tuple[int, str, Attributes]
"""What stands in a page: its kind, a tag's name or a text, and a start tag's attributes."""

_NONE: Attributes = {}
_DEEPEST = 200
_MOST_PIECES = 300_000
_MOST_KNOWN = 5_000
_LONGEST_KNOWN = 200

_VOID = frozenset("area br col embed hr img input link meta param wbr".split())
# No tags are read in them, and in the first two nothing else.
_RAW = frozenset({"script", "style", "title"})
_VERBATIM = frozenset({"script", "style"})
_BARE = frozenset({"", "html", "head"})
"""What holds no text."""
_BOXES = frozenset("article aside blockquote center dd div figure footer header li main nav section td th".split())
_INLINE = frozenset("a abbr b big cite code del em font i ins label q small span strong sub sup tt u".split())
_LINES = frozenset("caption dt figcaption h1 h2 h3 h4 h5 h6 p pre".split())
_IN_LINES = _INLINE | _LINES | _BOXES | {"body", "form"}
_IN_BOXES = _BOXES | {"body", "form"}
_PARENTS = {
    **dict.fromkeys(_INLINE | {"br", "img", "input", "script"}, _IN_LINES),
    **dict.fromkeys((_BOXES - {"li", "td", "th", "dd"}) | (_LINES - {"caption", "dt", "figcaption"}), _IN_BOXES),
    **dict.fromkeys(("ul", "ol", "dl", "table", "hr"), _IN_BOXES),
    "a": _IN_LINES - {"a"},
    "form": _BOXES | {"body"},
    "li": frozenset({"ul", "ol"}),
    "dt": frozenset({"dl"}),
    "dd": frozenset({"dl"}),
    "caption": frozenset({"table"}),
    "thead": frozenset({"table"}),
    "tbody": frozenset({"table"}),
    "tfoot": frozenset({"table"}),
    "tr": frozenset({"table", "thead", "tbody", "tfoot"}),
    "td": frozenset({"tr"}),
    "th": frozenset({"tr"}),
    "html": frozenset({""}),
    "head": frozenset({"html"}),
    "body": frozenset({"html"}),
    **dict.fromkeys(("meta", "link", "title", "style"), frozenset({"head"})),
}
_PARENTS["script"] |= {"head"}
"""Where an element may stand so that libxml2 neither closes another one before it nor opens one around it."""

_PLAIN = bytes([*b"\t\n", *range(0x20, 0x7F)])
_ODD = later(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_DOCTYPE = later(r"\s*<!doctype html>\s*(?=<html[\s>])", re.IGNORECASE | re.ASCII)
_PAGE = later(r"<(html|head|body)[\s>]", re.IGNORECASE | re.ASCII)
_WHOLE = (["html", "head", "body"], ["html", "body"])
_COMMENT = later(r"<!--((?!-?>)(?:[^-<>]|-(?!-)|<(?!!)|>)*+)-->")
_VALUE = r"(?:\"[^\"]*\"|'[^']*'|[\w.#-]++(?!/))"
_TAG = later(rf"(/?)([a-z][a-z0-9]*)((?:\s+[a-z][a-z0-9-]{{0,40}}+(?:={_VALUE})?)*+)\s*(/?)", re.IGNORECASE | re.ASCII)
_ATTRIBUTE = later(r"\s+([a-z][a-z0-9-]*)(?:=(?:\"([^\"]*)\"|'([^']*)'|([\w.#-]+)))?", re.IGNORECASE | re.ASCII)
_REFERENCE = later(r"&(?:([a-zA-Z][a-zA-Z0-9]*);|#([0-9]{1,5});|#x([0-9a-fA-F]{1,4});|(?=[ \n]))?")
_NAMED = {name: chr(code) for name, code in name2codepoint.items() if name not in {"lang", "rang"}} | {"apos": "'"}
"""Editions of HTML differ in the other two."""


_ENDS: frozenset[str] = frozenset()
_T = TypeVar("_T")


class _Strange(Exception):
    """Something that is left to libxml2."""


class _Tag(NamedTuple):
    """What a tag's text says: its token, that of its end if it ends at once, its element, and where it may stand."""

    token: Token
    end: Token | None
    name: str
    parents: frozenset[str]


class _Place:
    """Where one stands in a page: in an element that stands in others.

    ``moves`` are the steps taken from here before, by what stands between two "<": the tokens it gives, and where it leads to.
    """

    __slots__ = ("around", "depth", "inside", "moves", "name")

    def __init__(self, name: str, around: _Place | None) -> None:
        self.name, self.around = name, around
        self.depth: int = 0 if around is None else around.depth + 1
        self.inside: dict[str, _Place] = {}
        self.moves: dict[str, _Move] = {}


_Move = tuple[tuple[Token, ...], _Place]

_HELD = "!-- "
"""Stands in a page for a comment."""
_HELD_TAG = _Tag(_HOLD := (COMMENT, "", _NONE), _HOLD, "", frozenset(_PARENTS) - _RAW - _BARE - _VOID)

_known: dict[str, _Tag] = {}
_outside = _Place("", None)


def quick_tokens(source: str) -> list[Token] | None:
    """The tokens of a page, neighbouring texts as one, or None if only an HTML parser can tell them."""
    doctype = _DOCTYPE.match(source)
    if doctype is None or _is_odd(source) or [name.lower() for name in _PAGE.findall(source)] not in _WHOLE:
        return None
    comments: list[str] = []
    source = source[doctype.end() :]
    if "<!" in source:
        if f"<{_HELD}>" in source:
            return None
        comments = _COMMENT.findall(source)
        source = _COMMENT.sub(f"<{_HELD}>", source)
    pieces = source.split("<")
    if len(pieces) > _MOST_PIECES:
        return None
    try:
        tokens = _tokens(pieces)
    except _Strange:
        return None
    if comments:
        held = iter(comments)
        tokens = [(COMMENT, next(held), _NONE) if token is _HOLD else token for token in tokens]
    return tokens


def _is_odd(source: str) -> bool:
    if source.isascii():
        return bool(source.encode().translate(None, _PLAIN))
    return _ODD.search(source) is not None


def _tokens(pieces: list[str]) -> list[Token]:
    tokens: list[Token] = []
    place = _outside
    for piece in pieces[1:]:
        more, place = place.moves.get(piece) or _move(place, piece)
        tokens += more
    if place.name:
        raise _Strange
    return tokens


def _move(place: _Place, piece: str) -> _Move:
    """The step that a tag and the text behind it make. Raises :class:`_Strange`."""
    raw, closing, text = piece.partition(">")
    token, end, name, parents = (_known.get(raw) if closing else None) or _tag(raw if closing else "")
    if (place.name != name) if parents is _ENDS else (place.name not in parents):
        raise _Strange
    then = place
    if parents is _ENDS:
        assert place.around is not None  # noqa: S101 - it has a name
        then = place.around
    elif end is None:
        then = place.inside.get(name) or _Place(name, place)
        place.inside[name] = then
        if then.depth >= _DEEPEST:
            raise _Strange
    made: tuple[Token, ...] = (token,) if end is None or end is _HOLD else (token, end)
    if text:
        if then.name in _BARE and not text.isspace():
            raise _Strange
        made += ((TEXT, text if "&" not in text or then.name in _VERBATIM else _decoded(text), _NONE),)
    if len(piece) <= _LONGEST_KNOWN and "id" not in token[2]:
        _remember(place, piece, (made, then))
    return made, then


def _remember(place: _Place, piece: str, move: _Move) -> None:
    global _remembered  # noqa: PLW0603 - what was read of earlier pages
    if _remembered >= _MOST_KNOWN:
        _outside.inside.clear()
        _outside.moves.clear()
        _remembered = 0
    place.moves[piece] = move
    _remembered += 1


_remembered = 0


class _Form(NamedTuple):
    """What a tag says beside the values of its attributes, which all stand in double quotation marks."""

    name: str
    keys: tuple[str, ...]
    ends: bool
    parents: frozenset[str]


_forms: dict[str, _Form] = {}


def _tag(raw: str) -> _Tag:
    """What a tag's text says, by its form if that is known: most tags that were not met before have just another id or address."""
    parts = raw.split('"')
    shown = '""'.join(parts[::2])
    known = _forms.get(shown)
    if known is not None and "&" not in raw and len(parts) == 2 * len(known.keys) + 1:
        token: Token = (START, known.name, dict(zip(known.keys, parts[1::2], strict=True)))
        tag = _Tag(token, (END, known.name, _NONE) if known.ends else None, known.name, known.parents)
    else:
        tag = _read_tag(raw)
        _, name, attributes = tag.token
        if attributes and len(parts) == 2 * len(attributes) + 1 and "'" not in shown and len(shown) <= _LONGEST_KNOWN:
            _bounded(_forms)[shown] = _Form(name, tuple(attributes), tag.end is not None, tag.parents)
    if len(raw) <= _LONGEST_KNOWN and "id" not in tag.token[2]:
        _bounded(_known)[raw] = tag
    return tag


def _bounded(known: dict[str, _T]) -> dict[str, _T]:
    if len(known) >= _MOST_KNOWN:
        known.clear()
    return known


def _read_tag(raw: str) -> _Tag:
    """What a tag's text says. Raises :class:`_Strange`."""
    if raw == _HELD:
        return _HELD_TAG
    read = _TAG.fullmatch(raw)
    if read is None:
        raise _Strange
    closing, written, listed, empty = read.groups()
    name = written.lower()
    if name not in _PARENTS or (closing and (listed or empty or name in _VOID)) or (empty and name not in _VOID):
        raise _Strange
    attributes: dict[str, str] = {}
    for key, *values in _ATTRIBUTE.findall(listed):
        if key.lower() in attributes:
            raise _Strange
        attributes[key.lower()] = _decoded("".join(values))
    end = (END, name, _NONE)
    if closing:
        return _Tag(end, None, name, _ENDS)
    return _Tag((START, name, attributes or _NONE), end if name in _VOID else None, name, _PARENTS[name])


def _decoded(text: str) -> str:
    """Text with its character references replaced. Raises :class:`_Strange` for one that parsers read differently."""
    return _REFERENCE.sub(_character, text) if "&" in text else text


def _character(found: re.Match[str]) -> str:
    name, decimal, hexadecimal = found.groups()
    if name is not None:
        character = _NAMED.get(name)
    elif decimal is None and hexadecimal is None:
        character = "&" if found.string[found.end() : found.end() + 1] in {" ", "\n"} else None
    else:
        character = chr(int(decimal) if decimal is not None else int(hexadecimal, 16))
    if character is None or _ODD.match(character):
        raise _Strange
    return character
