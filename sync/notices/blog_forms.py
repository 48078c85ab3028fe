"""What a page offers to a visitor (forms, a log-out link, a greeting, the texts of a message), and its two forms filled in.

Posts and comments hold what players wrote, so nothing in them or between two of them counts as the site's own.
:mod:`parsers.blog.outline` tells where they are; BeautifulSoup reads the rest, within bounds. A form that looks wrong is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from typing import NamedTuple

from bs4 import BeautifulSoup, Tag
from bs4.builder import HTMLTreeBuilder

from parsers.blog import selectors
from parsers.blog.html import END, START, TEXT, Token, Tokens, TooTangledError, close_of, page_text, read_tokens
from parsers.blog.outline import Outline, Span, read_outline
from sync.net.addresses import Address, join, parse_address
from sync.net.fetched import FetchedPage
from sync.notices.notice_model import NotPosted
from sync.settings.credentials import Credentials

_MAX_ITEMS = 20
# BeautifulSoup takes some seconds for so much; the blog's pages have a tenth of it outside of posts and comments.
_MAX_TOKENS = 20_000
_MAX_DEPTH = 200
_MAX_SIZE = 60_000
_VOID = HTMLTreeBuilder.DEFAULT_EMPTY_ELEMENT_TAGS or set()
_NAME = re.compile(r"[a-z][a-z0-9_:-]{0,40}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,12}", re.ASCII)
_CUT = "\x1e"
_OWN_FIELDS = frozenset({"username", "password", "comment", "submit", "preview", "notify_me"})

FilledForm = tuple[Address, list[tuple[str, str]]]
"""Where a form is sent, and its names and values in their order."""


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
        return {"username", "password"} <= {field.name for field in self.fields if field.kind != "hidden"}


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

    @property
    def takes_comments(self) -> bool:
        """Whether there is a form for comments."""
        return any(form.takes_comments for form in self.forms)

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
    starts = [place for place, token in enumerate(tokens) if token[:2] == (START, "form")]
    forms = {place: tokens[place : close_of(tokens, place, len(tokens))] for place in starts}
    outside = [token for place, token in enumerate(tokens) if place in own]
    parts = [outside, *forms.values()]
    if sum(map(len, parts)) > _MAX_TOKENS or any(_depth(part) > _MAX_DEPTH for part in parts):
        return Controls()
    site = _soup(outside)
    logs_out = any(selectors.is_log_out(f"{link['href']}", _line(link)) for link in site.find_all("a", href=True))
    title, items = _line(site.title) if site.title else "", tuple(_line(item) for item in site.select("ul > li", limit=_MAX_ITEMS))
    for block in site.find_all(selectors.BLOCKS):
        block.insert_before(_CUT)
        block.insert_after(_CUT)
    lines = filter(None, (" ".join(line.split()) for line in site.get_text().split(_CUT)))
    found = tuple(_form(_soup(form), place not in own) for place, form in forms.items())
    return Controls(found, logs_out, "\n".join(lines), title, items)


def _own(tokens: Tokens, outline: Outline) -> frozenset[int]:
    """The places of the site's own tokens: not in or between posts, not in or between comments, not in the list of players."""
    comments = [span for post in outline.posts for span in post.comments]
    if comments:
        # In the outline a comment ends at what looks like a comment form; here that is still a player's.
        comments.append(Span(comments[-1].start, close_of(tokens, comments[-1].start, len(tokens))))
    groups = [post.span for post in outline.posts], comments, [outline.side.players] if outline.side else []
    theirs = [range(min(span.start for span in spans), max(span.stop for span in spans)) for spans in groups if spans]
    return frozenset(range(len(tokens))).difference(*theirs)


def _depth(part: Sequence[Token]) -> int:
    """How deep it is nested at most."""
    steps = {START: 1, END: -1}
    return max(accumulate((steps.get(kind, 0) for kind, _, _ in part), lambda depth, step: max(depth + step, 0)), default=0)


def _soup(tokens: Iterable[Token]) -> BeautifulSoup:
    """The elements of the tokens, without scripts, each attribute as one text."""
    html = ["<html>"]
    for kind, text, attributes in tokens:
        if kind == TEXT:
            html.append(escape(text))
        elif kind == START:
            written = (f' {name}="{escape(value)}"' for name, value in attributes.items() if _NAME.fullmatch(name))
            html.append(f"<{text}{''.join(written)}>")
        elif kind == END and text not in _VOID:
            html.append(f"</{text}>")
    soup = BeautifulSoup("".join(html), "lxml", multi_valued_attributes=None)
    for silent in soup.find_all(selectors.SILENT):
        silent.decompose()
    return soup


def _form(soup: BeautifulSoup, among_players: bool) -> BlogForm:
    form = soup.find_all("form")[0]
    captcha = any(selectors.is_captcha(_attributes(tag)) for tag in form.find_all(True))
    given, fields = _attributes(form), list[Field]()
    for tag in form.find_all(["input", "textarea", "select", "button"]):
        own = _attributes(tag)
        if own.get("name") and tag.name == "input":
            fields.append(Field(own.get("type", "text").strip().lower(), own["name"], own.get("value", "")))
        elif own.get("name"):
            fields.append(Field(tag.name, own["name"], tag.get_text() if tag.name == "textarea" else ""))
    method = given.get("method", "get").strip().lower()
    return BlogForm(given.get("id", ""), given.get("action", ""), method, tuple(fields), captcha, among_players)


def _attributes(tag: Tag) -> dict[str, str]:
    return {name: f"{value}" for name, value in tag.attrs.items()}


def _line(tag: Tag) -> str:
    return " ".join(tag.get_text().split())


def login_form(answer: FetchedPage, page: Controls, credentials: Credentials) -> FilledForm:
    """The form in which a user logs in, filled in. Raises :class:`NotPosted`."""
    form, where = _only([form for form in page.forms if form.logs_in], answer, "for logging in")
    submit = [("submit", _label(form))] if any(field.name == "submit" for field in form.fields) else []
    return where, [*_copied(form), ("username", credentials.user), ("password", credentials.password), *submit]


def comment_form(answer: FetchedPage, page: Controls, text: str) -> FilledForm:
    """The form for a comment, filled in; never one for a preview, and none that subscribes to the entry. Raises :class:`NotPosted`."""
    form, where = _only([form for form in page.forms if form.takes_comments], answer, "for comments")
    values = {field.name: field.value for field in form.hidden}
    if not any(field.name == "comment" for field in form.fields):
        raise NotPosted("the form for comments has no field for the text")
    for name in ("ACT", "entry_id"):
        if not _NUMBER.fullmatch(values.get(name, "")):
            raise NotPosted(f"the form for comments lacks its {name}; without it the blog stores nothing")
    if answer.encoding != "utf-8" and not text.isascii():
        raise NotPosted(f"the page is in {answer.encoding}, which cannot hold the text")
    return where, [*_copied(form), ("comment", text.replace("\n", "\r\n")), ("submit", _label(form))]


def _only(forms: Sequence[BlogForm], answer: FetchedPage, what: str) -> tuple[BlogForm, Address]:
    """The one form, and where it leads: to the very site of its page. Raises :class:`NotPosted`."""
    if len(forms) != 1:
        raise NotPosted(f"the page has {len(forms) or 'no'} form{'s' if forms else ''} {what}")
    (form,) = forms
    page = parse_address(answer.url)
    wrong = "is inside a post or a comment" if form.among_players else "has a captcha" if form.has_captcha else ""
    wrong = wrong or ("is not sent by POST" if form.method != "post" else "")
    there = page
    try:
        there = join(page, form.action)
    except ValueError as error:
        wrong = wrong or f"has an invalid address: {error}"
    if there.site != page.site:
        wrong = wrong or f"leads to another site, {there.site}; if that is the blog, configure that address"
    if wrong:
        raise NotPosted(f"the form {what} {wrong}")
    return form, there


def _copied(form: BlogForm) -> list[tuple[str, str]]:
    """The hidden fields as they are, without those that would make it a preview or a subscription."""
    fields = [(field.name, field.value) for field in form.hidden if field.name not in _OWN_FIELDS]
    if sum(len(name) + len(value) for name, value in fields) > _MAX_SIZE:
        raise NotPosted("the form's hidden fields are too large")
    return fields


def _label(form: BlogForm) -> str:
    return next((field.value for field in form.fields if field.kind == "submit" and field.name == "submit"), "") or "Submit"
