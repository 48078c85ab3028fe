"""The comments of an entry page. A vote is an image, never a word."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from parsers.blog import selectors
from parsers.blog.dates import Stamp, find_stamp, settle
from parsers.blog.html import TEXT, Image, Part, Token, Tokens, read_parts
from parsers.blog.outline import Span
from parsers.model import Comment, Icon, Problem

__all__ = ["read_comments"]

_LONGEST_STAMP = 40
_LONGEST_ATTRIBUTE = 500
_LONGEST_SHAPE = 200
_MOST_SHAPES = 2_000
# Comments with this many images and no vote among them suggest that the icons have changed.
_MANY_IMAGES = 3


class _Seen(NamedTuple):
    """How many images a comment has, the voting icons among them, and what is doubtful about these."""

    images: int
    icons: tuple[Icon, ...]
    doubts: tuple[str, ...]


class _RawComment(NamedTuple):
    """A comment whose time waits for the page's date order."""

    author: str
    stamp: Stamp | None
    text: str
    seen: _Seen


def read_comments(
    tokens: Tokens, spans: Sequence[Span], url: str, first: int, posted: datetime | None, limits: Sequence[datetime | None]
) -> tuple[tuple[Comment, ...], list[Problem], bool]:
    """The comments at ``spans`` of the page at ``url``, numbered from ``first``, and what is wrong with them.

    No comment is earlier than the post, ``posted``, nor later than the ``limits``; one whose time cannot be read has none. The third
    value says whether another last limit may give other times.
    """
    raws = [(tokens[span.start][2].get("id", ""), _raw_comment(tokens[span.start : span.stop])) for span in spans]
    problems = []
    order = settle([raw.stamp for _, raw in raws if raw.stamp], posted, *limits)
    if order.doubt:
        problems.append(Problem(url, order.doubt))
    comments = []
    for position, (anchor, raw) in enumerate(raws, first):
        at = order.read(raw.stamp) if raw.stamp else None
        comments.append(Comment(raw.author, at, raw.seen.icons, raw.text, anchor, position))
        if raw.author and at is not None and not raw.seen.doubts:
            continue
        where = f"{url}#{anchor}" if anchor else f"{url}, comment {position + 1}"
        if not raw.author:
            problems.append(Problem(where, "the comment has no author"))
        if at is None and (raw.stamp is None or order.order is not None):
            what = "has no time" if raw.stamp is None else "has a time that does not exist"
            problems.append(Problem(where, f"the comment {what}"))
        problems += [Problem(where, f"{doubt} (comment of {raw.author})" if raw.author else doubt) for doubt in raw.seen.doubts]
    images = sum(raw.seen.images for _, raw in raws)
    if images >= _MANY_IMAGES and not any(comment.icons for comment in comments):
        problems.append(Problem(url, f"the comments show {images} images, but no known vote icon"))
    return tuple(comments), problems, order.by_limit


def _raw_comment(tokens: Tokens) -> _RawComment:
    """A comment, the quick way if another had its shape."""
    if len(tokens) > _LONGEST_SHAPE:
        return _pieces(tokens).comment()
    _, tag, attributes = tokens[0]
    rest = [token[1].isspace() if token[0] == TEXT else id(token) for token in tokens[1:]]
    shape = (tag, attributes.get("class"), *rest)
    known = _shapes.get(shape)
    if known is not None:
        return known.comment(tokens)
    if len(_met) >= _MOST_SHAPES:
        _met.clear()
        _shapes.clear()
    if shape in _met:
        _shapes[shape] = _Shape(tokens)
    _met.add(shape)
    return _pieces(tokens).comment()


class _Pieces(NamedTuple):
    """What a comment is made of, in words of single blanks.

    ``author`` is the text of a link if ``linked``, else that of the heading, blank where there is none. ``stamp`` is None where no
    element of its own has the time, which is then among the lines ``outside`` of the body; these are its ``lines`` if it has none.
    """

    author: str
    linked: bool
    stamp: str | None
    lines: list[str]
    outside: list[str]
    seen: _Seen

    def comment(self) -> _RawComment:
        """The comment."""
        written, lines = self.stamp, self.lines
        if written is None:
            # A template without an element for the date has it on a line of its own, outside of the body.
            written = next((line for line in self.outside if len(line) <= _LONGEST_STAMP and find_stamp(line)), "")
            lines = [line for line in lines if line != written] if lines is self.outside else lines
        return _RawComment(_name(self.author, linked=self.linked), find_stamp(written), "\n".join(lines), self.seen)


def _name(author: str, *, linked: bool) -> str:
    return author.removesuffix(":").rstrip() if linked else author.partition(":")[0].strip()


def _pieces(tokens: Tokens) -> _Pieces:
    parts = read_parts(tokens, 0, len(tokens), selectors.comment_region)
    name = stamp_above = stamp_below = None
    bodies = []
    for part in parts:
        if part.region == "name":
            name = name or part
        elif part.region == "body":
            bodies.append(part)
        elif part.region == "stamp" and bodies:
            stamp_below = part
        elif part.region == "stamp":
            stamp_above = stamp_above or part
    outside = parts[0].lines()
    lines = [line for part in bodies for line in part.lines()] if bodies else outside
    stamp = stamp_above or stamp_below
    images = [image for part in bodies or parts[:1] for image in part.images]
    author, linked = _author(name) if name else ("", False)
    return _Pieces(author, linked, " ".join(stamp.lines()) if stamp else None, lines, outside, _seen(images))


def _author(heading: Part) -> tuple[str, bool]:
    """Who wrote a comment: the text of the member link of its heading, else of its first link, else that of the heading."""
    links = [link for link in heading.links if link.text]
    members = [link for link in links if selectors.is_member_address(link.href)]
    return ((members or links)[0].text, True) if links else (" ".join(heading.lines()), False)


def _seen(images: Sequence[Image]) -> _Seen:
    icons, doubts = [], []
    for attributes, quoted in images:
        name, doubt = _icon_name(attributes.get("alt", "")[:_LONGEST_ATTRIBUTE], attributes.get("src", "")[:_LONGEST_ATTRIBUTE])
        icons += [Icon(name, quoted)] if name else []
        doubts += [doubt] if doubt else []
    return _Seen(len(images), tuple(icons), tuple(doubts))


class _Shape:
    """How comments of the same tags are read, as most of one person's are: only their words differ.

    Where the words go is seen from a comment that has the numbers of its texts in their place. Tags are the same if their tokens are
    the very same objects, as those of :mod:`parsers.blog.quick` are; they are kept here, so that no other takes the place of one.
    """

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._read = _pieces([_numbered(place, token) for place, token in enumerate(tokens)])
        self._author = _places(self._read.author)
        self._stamp = None if self._read.stamp is None else _places(self._read.stamp)
        self._lines = [_places(line) for line in self._read.lines]

    def comment(self, tokens: Tokens) -> _RawComment:
        """A comment of this shape."""
        if self._stamp is None:
            return _pieces(tokens).comment()  # which line has the time is told by its words
        texts = [token[1] for token in tokens]
        author = _name(_filled(self._author, texts), linked=self._read.linked)
        text = "\n".join([_filled(line, texts) for line in self._lines])
        return _RawComment(author, find_stamp(_filled(self._stamp, texts)), text, self._read.seen)


_met: set[tuple[object, ...]] = set()
_shapes: dict[tuple[object, ...], _Shape] = {}


def _numbered(place: int, token: Token) -> Token:
    """A text with its number in place of its words, any other token as it is."""
    return (TEXT, f"\0{place}\0", token[2]) if token[0] == TEXT and not token[1].isspace() else token


def _places(line: str) -> list[int]:
    """The numbers in a line, with -1 for a blank between them."""
    return [int(piece) if piece != " " else -1 for piece in line.split("\0") if piece]


def _filled(places: list[int], texts: Sequence[str]) -> str:
    """The line that texts give in these places."""
    text = texts[places[0]] if len(places) == 1 else "".join([texts[place] if place >= 0 else " " for place in places])
    return " ".join(text.split())


@lru_cache(maxsize=64)
def _icon_name(alt: str, src: str) -> tuple[str, str]:
    """An icon's name, blank if the image is no icon, and what is doubtful about it.

    In the folder of the voting icons ``alt`` or file is enough. Anybody's picture of a seal is called seal.jpg, so elsewhere a file's
    name alone makes no vote, and an ``alt`` alone a doubtful one.
    """
    path = unquote(src.partition("?")[0].partition("#")[0])
    stem = path.rpartition("/")[2].partition(".")[0].strip().lower()
    stated, shown = selectors.vote_by_alt(alt), selectors.vote_by_file(stem)
    if stated and shown and stated is not shown:
        return stated.value, f"an image says {stated.value} and is the file of {shown.value}; taken as {stated.value}"
    if selectors.in_vote_folder(path):
        vote = stated or shown
        return (vote.value if vote else alt.strip().lower() or stem), ""
    if stated:
        return stated.value, "" if shown or not stem else f"an image outside the icons' folder says {stated.value}; taken as {stated.value}"
    return "", f"an image outside the icons' folder is called {stem}; taken as no vote" if shown else ""
