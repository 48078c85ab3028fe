"""What a page offers to a visitor: forms, a log-out link, a greeting, and the texts of a message page.

Posts and comments hold what players wrote, so nothing in them or between two of them counts as the site's own text.
:mod:`parsers.blog.outline` tells where they are; BeautifulSoup reads the rest, within bounds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from typing import NamedTuple

from bs4 import BeautifulSoup, Tag
from bs4.builder import HTMLTreeBuilder

from parsers.blog import selectors
from parsers.blog.html import END, START, TEXT, Token, Tokens, TooTangledError, close_of, page_text, read_tokens
from parsers.blog.outline import Outline, Span, read_outline

__all__ = ["BlogForm", "Controls", "Field", "read_controls"]

_MAX_ITEMS = 20
# BeautifulSoup takes some seconds for so much; the blog's pages have a tenth of it outside of posts and comments.
_MAX_TOKENS = 20_000
_MAX_DEPTH = 200
_VOID = HTMLTreeBuilder.DEFAULT_EMPTY_ELEMENT_TAGS or set()
_NAME = re.compile(r"[a-z][a-z0-9_:-]{0,40}", re.ASCII)
_CUT = "\x1e"


class Field(NamedTuple):
    """A field that a form sends. ``kind`` is an input's type, else the name of its tag."""

    kind: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class BlogForm:
    """A form with its fields in the page's order. ``method`` is in lower case, ``action`` as it is written.

    ``among_players``: it is where players write (in posts or comments), not where the template has its forms.
    """

    id: str
    action: str
    method: str
    fields: tuple[Field, ...]
    has_captcha: bool = False
    among_players: bool = False

    @property
    def hidden(self) -> tuple[Field, ...]:
        """The hidden inputs."""
        return tuple(field for field in self.fields if field.kind == "hidden")

    @property
    def takes_comments(self) -> bool:
        """Whether this is the form in which a comment is written."""
        writes = any(field.kind == "textarea" and field.name == "comment" for field in self.fields)
        return self.id == selectors.COMMENT_FORM or (writes and any(field.name == "entry_id" for field in self.hidden))

    @property
    def logs_in(self) -> bool:
        """Whether this is a form that asks for a user name and a password."""
        names = {field.name for field in self.fields if field.kind != "hidden"}
        return {"username", "password"} <= names


@dataclass(frozen=True, slots=True)
class Controls:
    """What a page offers outside of posts and comments: ``own_text`` is the text there, ``logs_out`` whether a link logs out.

    ``items`` are the texts of unordered lists; a message page lists its errors there.
    """

    forms: tuple[BlogForm, ...] = ()
    logs_out: bool = False
    own_text: str = ""
    title: str = ""
    items: tuple[str, ...] = ()

    def greets(self, name: str) -> bool:
        """Whether the site's own text says that ``name`` is logged in."""
        return selectors.is_greeting(self.own_text, name)


def read_controls(page: bytes | str) -> Controls:
    """The controls of a page; an empty value if it cannot be read within the bounds."""
    try:
        tokens = read_tokens(page_text(page))
    except TooTangledError:
        return Controls()
    own = _own(tokens, read_outline(tokens))
    forms = {place: Span(place, close_of(tokens, place, len(tokens))) for place, token in enumerate(tokens) if token[:2] == (START, "form")}
    if not _is_small(tokens, [*own, *forms.values()]):
        return Controls()
    site = _soup(tokens, own)
    return Controls(
        forms=tuple(
            _form(_soup(tokens, [span]), not any(part.start <= place < part.stop for part in own)) for place, span in forms.items()
        ),
        logs_out=any(selectors.is_log_out(f"{link['href']}", _line(link)) for link in site.find_all("a", href=True)),
        title=_line(site.title) if site.title else "",
        items=tuple(_line(item) for item in site.select("ul > li", limit=_MAX_ITEMS)),
        own_text="\n".join(_lines(site)),
    )


def _is_small(tokens: Tokens, spans: Iterable[Span]) -> bool:
    """Whether BeautifulSoup may read the spans: neither long nor deeply nested."""
    steps = {START: 1, END: -1}
    parts = [tokens[span.start : span.stop] for span in spans]
    deepest = max((max(accumulate(steps.get(kind, 0) for kind, _, _ in part), default=0) for part in parts), default=0)
    return sum(map(len, parts)) <= _MAX_TOKENS and deepest <= _MAX_DEPTH


def _soup(tokens: Tokens, spans: Iterable[Span]) -> BeautifulSoup:
    """The elements of the spans, without scripts, each attribute as one text."""
    html = "".join(_markup(token) for span in spans for token in tokens[span.start : span.stop])
    soup = BeautifulSoup(f"<html>{html}", "lxml", multi_valued_attributes=None)
    for silent in soup.find_all(selectors.SILENT):
        silent.decompose()
    return soup


def _markup(token: Token) -> str:
    """A token as HTML."""
    kind, text, attributes = token
    if kind == TEXT:
        return escape(text)
    if kind == START:
        written = [f' {name}="{escape(value)}"' for name, value in attributes.items() if _NAME.fullmatch(name)]
        return f"<{text}{''.join(written)}>"
    return f"</{text}>" if kind == END and text not in _VOID else ""


def _form(soup: BeautifulSoup, among_players: bool) -> BlogForm:
    form = soup.find_all("form")[0]
    captcha = any(selectors.is_captcha(_attributes(tag)) for tag in form.find_all(True))
    given = _attributes(form)
    fields = tuple(_field(tag) for tag in form.find_all(["input", "textarea", "select", "button"]) if tag.get("name"))
    return BlogForm(
        given.get("id", ""), given.get("action", ""), given.get("method", "get").strip().lower(), fields, captcha, among_players
    )


def _field(tag: Tag) -> Field:
    given = _attributes(tag)
    if tag.name == "input":
        return Field(given.get("type", "text").strip().lower(), given["name"], given.get("value", ""))
    return Field(tag.name, given["name"], tag.get_text() if tag.name == "textarea" else "")


def _attributes(tag: Tag) -> dict[str, str]:
    return {name: f"{value}" for name, value in tag.attrs.items()}


def _line(tag: Tag) -> str:
    return " ".join(tag.get_text().split())


def _lines(soup: BeautifulSoup) -> Iterable[str]:
    """The text as a browser would show it, a line for each block."""
    for block in soup.find_all(selectors.BLOCKS):
        block.insert_before(_CUT)
        block.insert_after(_CUT)
    return filter(None, (" ".join(line.split()) for line in soup.get_text().split(_CUT)))


def _own(tokens: Tokens, outline: Outline) -> list[Span]:
    """The stretches before the posts, between them and the comments, and after those, without the list of players."""
    own = [Span(0, len(tokens))]
    comments = [span for post in outline.posts for span in post.comments]
    if comments:
        # In the outline a comment ends at what looks like a comment form; here that is still a player's.
        comments.append(Span(comments[-1].start, close_of(tokens, comments[-1].start, len(tokens))))
    for theirs in (_around([post.span for post in outline.posts]), _around(comments), outline.side.players if outline.side else None):
        if theirs is not None:
            own = [part for span in own for part in _without(span, theirs)]
    return own


def _around(spans: list[Span]) -> Span | None:
    return Span(min(span.start for span in spans), max(span.stop for span in spans)) if spans else None


def _without(span: Span, other: Span) -> list[Span]:
    before, after = Span(span.start, min(span.stop, other.start)), Span(max(span.start, other.stop), span.stop)
    return [part for part in (before, after) if part.start < part.stop]
