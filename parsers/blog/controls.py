"""What a page offers to a visitor: forms, a log-out link, a greeting, and the texts of a message page.

Posts and comments hold what players wrote, so nothing in them or between two of them counts as the site's own text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from parsers.blog import selectors
from parsers.blog.html import END, START, TEXT, Tokens, TooTangledError, close_of, page_text, read_text, read_tokens
from parsers.blog.outline import Outline, Span, read_outline

__all__ = ["BlogForm", "Controls", "Field", "read_controls"]

# Forms and lists may be nested and each is read to its end, so many more would take long.
_MAX_FORMS = 50
_MAX_ITEMS = 20


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
    """The controls of a page; an empty value where it cannot be read."""
    try:
        tokens = read_tokens(page_text(page))
    except TooTangledError:
        return Controls()
    own = _own(tokens, read_outline(tokens))
    parts = [read_text(tokens, *span) for span in own]
    links = [link for part in parts for link in part.links]
    return Controls(
        forms=tuple(islice(_forms(tokens, own), _MAX_FORMS)),
        logs_out=any(selectors.is_log_out(link.href, link.text) for link in links),
        own_text="\n".join(line for part in parts for line in part.lines()),
        title=next((_element_text(tokens, place, len(tokens)) for place, token in enumerate(tokens) if token[:2] == (START, "title")), ""),
        items=tuple(islice((text for span in own for text in _items(tokens, span)), _MAX_ITEMS)),
    )


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


def _forms(tokens: Tokens, own: list[Span]) -> Iterator[BlogForm]:
    for place, (kind, tag, attributes) in enumerate(tokens):
        if kind == START and tag == "form":
            span = Span(place, close_of(tokens, place, len(tokens)))
            fields = tuple(_fields(tokens, span))
            captcha = any(kind == START and selectors.is_captcha(attributes) for kind, _, attributes in tokens[place : span.stop])
            method = attributes.get("method", "get").strip().lower()
            among_players = not any(part.start <= place < part.stop for part in own)
            yield BlogForm(attributes.get("id", ""), attributes.get("action", ""), method, fields, captcha, among_players)


def _fields(tokens: Tokens, span: Span) -> Iterator[Field]:
    for place in range(*span):
        kind, tag, attributes = tokens[place]
        name = attributes.get("name", "")
        if kind != START or not name:
            continue
        if tag == "input":
            yield Field(attributes.get("type", "text").strip().lower(), name, attributes.get("value", ""))
        elif tag == "textarea":
            end = close_of(tokens, place, span.stop)
            yield Field("textarea", name, "".join(text for kind, text, _ in tokens[place:end] if kind == TEXT))
        elif tag in {"select", "button"}:
            yield Field(tag, name, "")


def _items(tokens: Tokens, span: Span) -> Iterator[str]:
    """The texts of the items directly in an unordered list."""
    around: list[str] = []
    for place in range(*span):
        kind, tag, _ = tokens[place]
        if kind == START:
            if tag == "li" and around[-1:] == ["ul"]:
                yield _element_text(tokens, place, span.stop)
            around.append(tag)
        elif kind == END and around:
            around.pop()


def _element_text(tokens: Tokens, start: int, stop: int) -> str:
    """The text of the element opened at ``start``, on one line."""
    return " ".join(read_text(tokens, start, close_of(tokens, start, stop)).lines())
