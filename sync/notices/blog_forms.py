"""The controls of a page for a visitor (forms, a log-out link, a greeting, a message), and its two
forms filled in.

Posts and comments contain players' text, so nothing in them or between two of them counts as the
site's own. BeautifulSoup reads the page, within a size limit. A form that looks wrong is refused.
"""

from __future__ import annotations

import re
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, Tag

from parsers.blog import selectors
from parsers.blog.html import page_text
from parsers.refusal import Refused
from sync.net.addresses import Address, join, parse_address
from sync.net.fetched import FetchedPage
from sync.notices.notice_model import NotPosted
from sync.settings.credentials import Credentials

_MOST_FORMS, _MOST_TAGS = 50, 20_000
_MAX_SIZE = 60_000
_NUMBER = re.compile(r"[0-9]{1,12}", re.ASCII)
_FIELDS = ("input", "textarea", "select", "button")
_OWN_FIELDS = frozenset({"username", "password", "comment", "submit", "preview", "notify_me"})

FilledForm = tuple[Address, list[tuple[str, str]]]
"""The target of a form, and its names and values in order."""


class Field(NamedTuple):
    """A field that a form sends. ``kind`` is an input's type, or the name of another tag; ``value``
    is the input's value.
    """

    kind: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class BlogForm:
    """A form with its fields in the page's order. ``method`` is in lower case, ``action`` is
    unchanged. ``among_players`` marks a form within players' text (posts or comments), outside the
    template's own forms.
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
        """Whether it is a form for a comment."""
        return any(field.kind == "textarea" and field.name == "comment" for field in self.fields)

    @property
    def logs_in(self) -> bool:
        """Whether it asks for a user name and a password."""
        return {"username", "password"} <= {
            field.name for field in self.fields if field.kind != "hidden"
        }


@dataclass(frozen=True, slots=True)
class Controls:
    """The controls of a page outside posts and comments: ``own_text`` is the text outside them,
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
    """Return the controls of a page; an empty value if it has too many tags or forms."""
    text = page_text(page)
    if text.count("<") > _MOST_TAGS:
        return Controls()
    with warnings.catch_warnings():
        # BeautifulSoup warns about text that looks like an address or a file's name.
        warnings.simplefilter("ignore")
        soup = BeautifulSoup(text, "lxml", multi_valued_attributes=None)
    forms = soup.find_all("form")
    if len(forms) > _MOST_FORMS:
        return Controls()
    nodes = list(soup.descendants)
    theirs = {place for part in _players_parts(nodes) for place in part}
    own = [node for place, node in enumerate(nodes) if place not in theirs]
    own_tags = {id(node): node for node in own if isinstance(node, Tag)}
    title = next((tag for tag in own_tags.values() if tag.name == "title"), None)
    # Comments, scripts and styles are of other types.
    texts = (node for node in own if type(node) is NavigableString and node.parent is not title)
    return Controls(
        tuple(_form(form, id(form) not in own_tags) for form in forms),
        any(
            selectors.is_log_out(_attributes(tag).get("href", ""), _label_of(tag))
            for tag in own_tags.values()
            if tag.name == "a"
        ),
        _line(texts),
        "" if title is None else _line(title.strings),
    )


def _players_parts(nodes: Sequence[PageElement]) -> Iterator[range]:
    """Return the positions of players' text: from the first to the last post, from the first to the
    last comment, and lists of players.
    """
    stops: dict[int, int] = {}
    for place, node in reversed([*enumerate(nodes)]):
        stop = stops.setdefault(id(node), place + 1)
        stops.setdefault(id(node.parent), stop)
    parts = defaultdict[str | None, list[range]](list)
    for place, node in enumerate(nodes):
        if isinstance(node, Tag):
            landmark = selectors.landmark(node.name, _attributes(node))
            parts[landmark].append(range(place, stops[id(node)]))
    end_of_posts = 0
    if titles := parts["title"]:
        footers = [part.stop for part in parts["footer"] if part.start > titles[-1].start]
        # If the last post has no footer, its end is unknown.
        end_of_posts = footers[-1] if footers else len(nodes)
        yield range(titles[0].start, end_of_posts)
    if comments := [part for part in parts["comment"] if part.start >= end_of_posts]:
        yield range(comments[0].start, max(part.stop for part in comments))
    end_of_list = 0
    for part in parts["players"]:
        if part.start >= end_of_list:  # a nested list would be visited again
            end_of_list = part.stop
            yield part


def _attributes(tag: Tag) -> dict[str, str]:
    return {name: f"{value}" for name, value in tag.attrs.items()}


def _label_of(link: Tag) -> str:
    """Return the text in a link or in its direct child tags. Looking deeper takes quadratic time if
    links are nested.
    """
    parts = [part for tag in link.contents for part in getattr(tag, "contents", [tag])]
    return _line(part for part in parts if type(part) is NavigableString)


def _line(strings: Iterable[str]) -> str:
    return " ".join(" ".join(strings).split())


def _form(form: Tag, among_players: bool) -> BlogForm:
    fields = []
    for field in form.find_all(_FIELDS):
        given = {"type": "text", "value": "", "name": "", **_attributes(field)}
        if field.name != "input":
            given |= {"type": field.name, "value": ""}
        if given["name"]:
            fields.append(Field(given["type"].strip().lower(), given["name"], given["value"]))
    given = _attributes(form)
    return BlogForm(
        given.get("action", ""),
        given.get("method", "get").strip().lower(),
        tuple(fields),
        any(selectors.is_captcha(_attributes(tag)) for tag in (form, *form.find_all(True))),
        among_players,
    )


def login_form(answer: FetchedPage, page: Controls, credentials: Credentials) -> FilledForm:
    """Return the login form, filled in. Raises :class:`NotPosted`."""
    form, where = _only([form for form in page.forms if form.logs_in], answer, "for logging in")
    fields = [
        *_copied(form),
        ("username", credentials.user),
        ("password", credentials.password),
    ]
    if any(field.name == "submit" for field in form.fields):
        fields.append(("submit", _label(form)))
    return where, fields


def comment_form(answer: FetchedPage, page: Controls, text: str) -> FilledForm:
    """Return the form for a comment, filled in; never a preview form, and without a subscription to
    the entry. Raises :class:`NotPosted`.
    """
    form, where = _only(
        [form for form in page.forms if form.takes_comments], answer, "for comments"
    )
    for name in ("ACT", "entry_id"):
        if not _NUMBER.fullmatch(form.hidden.get(name, "")):
            raise NotPosted(f"the form for comments lacks its {name}, which the blog requires")
    if answer.encoding != "utf-8" and not text.isascii():
        raise NotPosted(f"the page's encoding, {answer.encoding}, lacks characters of the text")
    return where, [
        *_copied(form),
        ("comment", text.replace("\n", "\r\n")),
        ("submit", _label(form)),
    ]


def _only(forms: Sequence[BlogForm], answer: FetchedPage, purpose: str) -> tuple[BlogForm, Address]:
    """Return the only form, and its target on the same site. Raises :class:`NotPosted`."""
    if len(forms) != 1:
        raise NotPosted(f"the page has {len(forms) or 'no'} form{'s' if forms else ''} {purpose}")
    (form,) = forms
    page = parse_address(answer.url)
    faults = (
        (form.among_players, "is inside a post or a comment"),
        (form.has_captcha, "has a captcha"),
        (form.method != "post", "is not sent by POST"),
    )
    if fault := next((fault for has_it, fault in faults if has_it), None):
        raise NotPosted(f"the form {purpose} {fault}")
    try:
        there = join(page, form.action)
    except Refused as error:
        raise NotPosted(f"the form {purpose} has an invalid address: {error}") from None
    if there.site != page.site:
        raise NotPosted(
            f"the form {purpose} leads to another site, {there.site}; if that is the blog,"
            " configure it as the address"
        )
    return form, there


def _copied(form: BlogForm) -> list[tuple[str, str]]:
    """Return the hidden fields as they are, without fields for a preview or a subscription."""
    fields = [
        (field.name, field.value)
        for field in form.fields
        if field.kind == "hidden" and field.name not in _OWN_FIELDS
    ]
    if sum(len(name) + len(value) for name, value in fields) > _MAX_SIZE:
        raise NotPosted("the form's hidden fields are too large")
    return fields


def _label(form: BlogForm) -> str:
    buttons = (field.value for field in form.fields if field.kind == field.name == "submit")
    return next(buttons, "") or "Submit"
