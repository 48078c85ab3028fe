"""What a page offers to a visitor (forms, a log-out link, a greeting, a message), and its two forms
filled in.

Posts and comments hold what players wrote, so nothing in them or between two of them counts as the
site's own. :mod:`parsers.blog.outline` tells where they are; BeautifulSoup reads the forms, within
bounds. A form that looks wrong is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from bs4 import BeautifulSoup
from bs4.builder import HTMLTreeBuilder

from parsers.blog import selectors
from parsers.blog.html import (
    END,
    START,
    Tokens,
    TooTangledError,
    close_of,
    page_text,
    read_text,
    read_tokens,
)
from parsers.blog.outline import Span, read_outline
from parsers.refusal import Refused
from sync.net.addresses import Address, join, parse_address
from sync.net.fetched import FetchedPage
from sync.notices.notice_model import NotPosted
from sync.settings.credentials import Credentials

_MAX_FORMS, _MAX_TOKENS = 50, 20_000  # of all forms together: they may be nested
_MAX_SIZE = 60_000
_VOID = HTMLTreeBuilder.DEFAULT_EMPTY_ELEMENT_TAGS or set()
_NAME = re.compile(r"[a-z][a-z0-9_:-]{0,40}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,12}", re.ASCII)
_FIELDS = ("input", "textarea", "select", "button")
_OWN_FIELDS = frozenset({"username", "password", "comment", "submit", "preview", "notify_me"})

FilledForm = tuple[Address, list[tuple[str, str]]]
"""Where a form is sent, and its names and values in their order."""


class Field(NamedTuple):
    """A field that a form sends. ``kind`` is an input's type, else the name of its tag; ``value``
    is that of an input.
    """

    kind: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class BlogForm:
    """A form with its fields in the page's order. ``method`` is in lower case, ``action`` as it is
    written.

    ``among_players``: it is where players write (in posts or comments), not where the template has
    its forms.
    """

    action: str
    method: str
    fields: tuple[Field, ...]
    has_captcha: bool = False
    among_players: bool = False

    @property
    def hidden(self) -> dict[str, str]:
        """The hidden inputs, the last of each name."""
        return {field.name: field.value for field in self.fields if field.kind == "hidden"}

    @property
    def takes_comments(self) -> bool:
        """Whether a comment is written in it."""
        return any(field.kind == "textarea" and field.name == "comment" for field in self.fields)

    @property
    def logs_in(self) -> bool:
        """Whether it asks for a user name and a password."""
        return {"username", "password"} <= {
            field.name for field in self.fields if field.kind != "hidden"
        }


@dataclass(frozen=True, slots=True)
class Controls:
    """What a page offers outside of posts and comments: ``own_text`` is the text there,
    ``logs_out`` whether a link logs out.
    """

    forms: tuple[BlogForm, ...] = ()
    logs_out: bool = False
    own_text: str = ""
    title: str = ""

    @property
    def takes_comments(self) -> bool:
        """Whether there is a form for comments."""
        return any(form.takes_comments for form in self.forms)


def read_controls(page: bytes | str) -> Controls:
    """The controls of a page; an empty value if it cannot be read within the bounds."""
    try:
        tokens = read_tokens(page_text(page))
    except TooTangledError:
        return Controls()
    own = _own(tokens)
    starts = [place for place, token in enumerate(tokens) if token[:2] == (START, "form")]
    if len(starts) > _MAX_FORMS:
        return Controls()
    parts = {place: tokens[place : close_of(tokens, place, len(tokens))] for place in starts}
    if sum(map(len, parts.values())) > _MAX_TOKENS:
        return Controls()
    forms = tuple(_form(part, place not in own) for place, part in parts.items())
    title = next(
        (
            Span(at, close_of(tokens, at, len(tokens)))
            for at in sorted(own)
            if tokens[at][:2] == (START, "title")
        ),
        Span(0, 0),
    )
    outside = [tokens[at] for at in sorted(own.difference(range(*title)))]
    site = read_text(outside, 0, len(outside))
    logs_out = any(selectors.is_log_out(link.href, link.text) for link in site.links)
    return Controls(
        forms, logs_out, "\n".join(site.lines()), " ".join(read_text(tokens, *title).lines())
    )


def _own(tokens: Tokens) -> frozenset[int]:
    """The places of the site's own tokens: not in or between posts, not in or between comments, not
    in the list of players.
    """
    outline = read_outline(tokens)
    comments = [span for post in outline.posts for span in post.comments]
    if comments:
        # In the outline a comment ends at what looks like a comment form; here that is still a
        # player's.
        comments.append(Span(comments[-1].start, close_of(tokens, comments[-1].start, len(tokens))))
    groups = (
        [post.span for post in outline.posts],
        comments,
        [outline.side.players] if outline.side else [],
    )
    theirs = [
        range(min(span.start for span in spans), max(span.stop for span in spans))
        for spans in groups
        if spans
    ]
    return frozenset(range(len(tokens))).difference(*theirs)


def _form(tokens: Tokens, among_players: bool) -> BlogForm:
    """The form that these tokens are, of which only the elements count."""
    html = []
    for kind, tag, attributes in tokens:
        written = (
            f' {name}="{escape(value)}"'
            for name, value in attributes.items()
            if _NAME.fullmatch(name)
        )
        html.append(
            f"<{tag}{''.join(written)}>"
            if kind == START
            else f"</{tag}>"
            if kind == END and tag not in _VOID
            else ""
        )
    soup = BeautifulSoup("".join(html), "lxml", multi_valued_attributes=None)
    tags = [
        (tag.name, {name: f"{value}" for name, value in tag.attrs.items()})
        for tag in soup.find_all(True)
    ]
    given, fields = next(attributes for name, attributes in tags if name == "form"), list[Field]()
    for tag, own in tags:
        if tag in _FIELDS and own.get("name"):
            what = own.get("type", "text").strip().lower() if tag == "input" else tag
            fields.append(Field(what, own["name"], own.get("value", "") if tag == "input" else ""))
    captcha = any(selectors.is_captcha(own) for _, own in tags)
    return BlogForm(
        given.get("action", ""),
        given.get("method", "get").strip().lower(),
        tuple(fields),
        captcha,
        among_players,
    )


def login_form(answer: FetchedPage, page: Controls, credentials: Credentials) -> FilledForm:
    """The form in which a user logs in, filled in. Raises :class:`NotPosted`."""
    form, where = _only([form for form in page.forms if form.logs_in], answer, "for logging in")
    submit = (
        [("submit", _label(form))] if any(field.name == "submit" for field in form.fields) else []
    )
    return where, [
        *_copied(form),
        ("username", credentials.user),
        ("password", credentials.password),
        *submit,
    ]


def comment_form(answer: FetchedPage, page: Controls, text: str) -> FilledForm:
    """The form for a comment, filled in; never one for a preview, and none that subscribes to the
    entry. Raises :class:`NotPosted`.
    """
    form, where = _only(
        [form for form in page.forms if form.takes_comments], answer, "for comments"
    )
    for name in ("ACT", "entry_id"):
        if not _NUMBER.fullmatch(form.hidden.get(name, "")):
            raise NotPosted(
                f"the form for comments lacks its {name}; without it the blog stores nothing"
            )
    if answer.encoding != "utf-8" and not text.isascii():
        raise NotPosted(f"the page is in {answer.encoding}, which cannot hold the text")
    return where, [
        *_copied(form),
        ("comment", text.replace("\n", "\r\n")),
        ("submit", _label(form)),
    ]


def _only(forms: Sequence[BlogForm], answer: FetchedPage, what: str) -> tuple[BlogForm, Address]:
    """The one form, and where it leads: to the very site of its page. Raises :class:`NotPosted`."""
    if len(forms) != 1:
        raise NotPosted(f"the page has {len(forms) or 'no'} form{'s' if forms else ''} {what}")
    (form,) = forms
    page = parse_address(answer.url)
    wrong = (
        "is inside a post or a comment"
        if form.among_players
        else "has a captcha"
        if form.has_captcha
        else ""
    )
    if wrong or form.method != "post":
        raise NotPosted(f"the form {what} {wrong or 'is not sent by POST'}")
    try:
        there = join(page, form.action)
    except Refused as error:
        raise NotPosted(f"the form {what} has an invalid address: {error}") from None
    if there.site != page.site:
        raise NotPosted(
            f"the form {what} leads to another site, {there.site}; if that is the blog, configure"
            " that address"
        )
    return form, there


def _copied(form: BlogForm) -> list[tuple[str, str]]:
    """The hidden fields as they are, without those that would make it a preview or a
    subscription.
    """
    fields = [
        (field.name, field.value)
        for field in form.fields
        if field.kind == "hidden" and field.name not in _OWN_FIELDS
    ]
    if sum(len(name) + len(value) for name, value in fields) > _MAX_SIZE:
        raise NotPosted("the form's hidden fields are too large")
    return fields


def _label(form: BlogForm) -> str:
    return (
        next(
            (
                field.value
                for field in form.fields
                if field.kind == "submit" and field.name == "submit"
            ),
            "",
        )
        or "Submit"
    )
