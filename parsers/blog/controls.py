"""What a page offers to whoever looks at it: its forms, a way to log out, a greeting, and the texts of a message.

Posts and comments hold what players wrote, so nothing in them, nor between two of them, is the site's own word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from parsers.blog import selectors
from parsers.blog.markup import END, START, TEXT, Lines, Tokens, TooTangledError, close_of, page_text, read_tokens
from parsers.blog.outline import Outline, Span, read_outline
from parsers.blog.regions import read_parts

__all__ = ["Controls", "Field", "Form", "read_controls"]

# Forms and lists may be nested: each is read to its end, so that many more would take long.
_MAX_FORMS = 50
_MAX_ITEMS = 20


class Field(NamedTuple):
    """Something that a form sends. ``kind`` is an input's type, else the name of its tag."""

    kind: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Form:
    """A form with its fields in the page's order. ``method`` is in lower case, ``action`` as it is written.

    ``among_players`` says that it stands where players write, and not where the site's template has its forms.
    """

    id: str
    action: str
    method: str
    fields: tuple[Field, ...]
    has_captcha: bool = False
    among_players: bool = False

    @property
    def hidden(self) -> tuple[Field, ...]:
        """The fields that nobody fills in."""
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
    """What a page offers. ``own_text`` is what the site itself says: none of it stands in a post or a comment.

    ``logs_out`` says whether a link outside of posts and comments leads out of an account. ``items`` are the
    texts of unordered lists outside of them; a message page has its errors there.
    """

    forms: tuple[Form, ...] = ()
    logs_out: bool = False
    own_text: str = ""
    title: str = ""
    items: tuple[str, ...] = ()

    def greets(self, name: str) -> bool:
        """Whether the site's own words tell that somebody of that name is logged in."""
        return selectors.is_greeting(self.own_text, name)


def read_controls(page: bytes | str) -> Controls:
    """What a page offers; nothing where it cannot be read."""
    try:
        tokens = read_tokens(page_text(page))
    except TooTangledError:
        return Controls()
    own = _own(tokens, read_outline(tokens))
    parts = [read_parts(tokens, *span, selectors.no_region)[0] for span in own]
    links = [link for part in parts for link in part.links]
    return Controls(
        forms=tuple(islice(_forms(tokens, own), _MAX_FORMS)),
        logs_out=any(selectors.is_log_out(link.href, link.text) for link in links),
        own_text="\n".join(line for part in parts for line in part.done()),
        title=next(iter(_texts(tokens, Span(0, len(tokens)), "title")), ""),
        items=tuple(islice((text for span in own for text in _items(tokens, span)), _MAX_ITEMS)),
    )


def _own(tokens: Tokens, outline: Outline) -> list[Span]:
    """What stands before the posts, between them and the comments, and after those, and is in no list of players."""
    own = [Span(0, len(tokens))]
    comments = [span for post in outline.posts for span in post.comments]
    if comments:
        # What looks like a form for comments ends a comment in the outline; here it is still a player's.
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


def _forms(tokens: Tokens, own: list[Span]) -> Iterator[Form]:
    for place, (kind, tag, attributes) in enumerate(tokens):
        if kind == START and tag == "form":
            span = Span(place, close_of(tokens, place, len(tokens)))
            fields = tuple(_fields(tokens, span))
            captcha = any(kind == START and selectors.is_captcha(attributes) for kind, _, attributes in tokens[place : span.stop])
            method = attributes.get("method", "get").strip().lower()
            among_players = not any(part.start <= place < part.stop for part in own)
            yield Form(attributes.get("id", ""), attributes.get("action", ""), method, fields, captcha, among_players)


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
    """The texts of the list items that stand directly in an unordered list."""
    around: list[str] = []
    for place in range(*span):
        kind, tag, _ = tokens[place]
        if kind == START:
            if tag == "li" and around[-1:] == ["ul"]:
                lines = read_parts(tokens, place, close_of(tokens, place, span.stop), selectors.no_region)[0].done()
                yield " ".join(lines)
            around.append(tag)
        elif kind == END and around:
            around.pop()


def _texts(tokens: Tokens, span: Span, wanted: str) -> Iterator[str]:
    for place in range(*span):
        if tokens[place][0] == START and tokens[place][1] == wanted:
            lines = Lines()
            for kind, text, _ in tokens[place : close_of(tokens, place, span.stop)]:
                if kind == TEXT:
                    lines.add(text)
            yield " ".join(lines.done())
