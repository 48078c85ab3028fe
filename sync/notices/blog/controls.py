"""What a page offers to a visitor: forms, a log-out link, a greeting, and the texts of a message page.

Posts and comments hold what players wrote, so nothing in them or between two of them counts as the site's own text.
:mod:`parsers.blog.outline` tells where they are; BeautifulSoup reads the rest, within bounds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
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
    forms = {
        place: tokens[place : close_of(tokens, place, len(tokens))] for place, token in enumerate(tokens) if token[:2] == (START, "form")
    }
    outside = [token for place, token in enumerate(tokens) if place in own]
    if not _are_small([outside, *forms.values()]):
        return Controls()
    site = _soup(outside)
    return Controls(
        forms=tuple(_form(_soup(form), place not in own) for place, form in forms.items()),
        logs_out=any(selectors.is_log_out(f"{link['href']}", _line(link)) for link in site.find_all("a", href=True)),
        title=_line(site.title) if site.title else "",
        items=tuple(_line(item) for item in site.select("ul > li", limit=_MAX_ITEMS)),
        own_text="\n".join(_lines(site)),
    )


def _own(tokens: Tokens, outline: Outline) -> frozenset[int]:
    """The places of the site's own tokens: not in or between posts, not in or between comments, not in the list of players."""
    comments = [span for post in outline.posts for span in post.comments]
    if comments:
        # In the outline a comment ends at what looks like a comment form; here that is still a player's.
        comments.append(Span(comments[-1].start, close_of(tokens, comments[-1].start, len(tokens))))
    players = [outline.side.players] if outline.side else []
    theirs = [
        range(min(span.start for span in spans), max(span.stop for span in spans))
        for spans in ([post.span for post in outline.posts], comments, players)
        if spans
    ]
    return frozenset(range(len(tokens))).difference(*theirs)


def _are_small(parts: Sequence[Sequence[Token]]) -> bool:
    """Whether BeautifulSoup may read them: neither long nor deeply nested."""
    steps = {START: 1, END: -1}

    def depths(part: Sequence[Token]) -> Iterator[int]:
        return accumulate((steps.get(kind, 0) for kind, _, _ in part), lambda depth, step: max(depth + step, 0))

    return sum(map(len, parts)) <= _MAX_TOKENS and all(max(depths(part), default=0) <= _MAX_DEPTH for part in parts)


def _soup(tokens: Iterable[Token]) -> BeautifulSoup:
    """The elements of the tokens, without scripts, each attribute as one text."""
    soup = BeautifulSoup(f"<html>{''.join(map(_markup, tokens))}", "lxml", multi_valued_attributes=None)
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
