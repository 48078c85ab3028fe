"""Fill in the blog's two forms, for logging in and for comments; a form that looks wrong is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sync.net.addresses import Address, join, parse_address
from sync.net.response import FetchedPage
from sync.notices.blog.controls import BlogForm, Controls
from sync.notices.model import NotPosted
from sync.settings.credentials import Credentials

__all__ = ["FilledForm", "comment_form", "login_form"]

_MAX_FIELDS = 60
_MAX_SIZE = 60_000
_NUMBER = re.compile(r"[0-9]{1,12}", re.ASCII)

FilledForm = tuple[Address, list[tuple[str, str]]]
"""Where a form is sent, and its names and values in their order."""


def login_form(answer: FetchedPage, page: Controls, credentials: Credentials) -> FilledForm:
    """The form in which a user logs in, filled in. Raises :class:`NotPosted`."""
    form = _only([form for form in page.forms if form.logs_in], "for logging in")
    where = _where(answer, form, "for logging in")
    return where, [*_copied(form), ("username", credentials.user), ("password", credentials.password), *_submit(form)]


def comment_form(answer: FetchedPage, page: Controls, text: str) -> FilledForm:
    """The form for a comment, filled in; never one for a preview, and none that subscribes to the entry. Raises :class:`NotPosted`."""
    form = _only([form for form in page.forms if form.takes_comments], "for comments")
    where = _where(answer, form, "for comments")
    values = {field.name: field.value for field in form.hidden}
    if not any(field.name == "comment" for field in form.fields):
        raise NotPosted("the form for comments has no field for the text")
    for name in ("ACT", "entry_id"):
        if not _NUMBER.fullmatch(values.get(name, "")):
            raise NotPosted(f"the form for comments lacks its {name}; without it the blog stores nothing")
    if answer.encoding != "utf-8" and not text.isascii():
        raise NotPosted(f"the page is in {answer.encoding}, which cannot hold the text")
    return where, [*_copied(form), ("comment", text.replace("\n", "\r\n")), ("submit", _label(form))]


def _only(forms: Iterable[BlogForm], what: str) -> BlogForm:
    found = list(forms)
    if len(found) != 1:
        raise NotPosted(f"the page has no form {what}" if not found else f"the page has {len(found)} forms {what}")
    return found[0]


def _where(answer: FetchedPage, form: BlogForm, what: str) -> Address:
    """Where a form leads: to the very site of its page. Raises :class:`NotPosted`."""
    page = parse_address(answer.url)
    if form.among_players:
        raise NotPosted(f"the form {what} is inside a post or a comment")
    if form.has_captcha:
        raise NotPosted(f"the form {what} has a captcha")
    if form.method != "post":
        raise NotPosted(f"the form {what} is not sent by POST")
    try:
        there = join(page, form.action)
    except ValueError as error:
        raise NotPosted(f"the form {what} has an invalid address: {error}") from None
    if there.site != page.site:
        raise NotPosted(f"the form {what} leads to another site, {there.site}; if that is the blog, configure that address")
    return there


def _copied(form: BlogForm) -> list[tuple[str, str]]:
    """The hidden fields as they are, without those that would make it a preview or a subscription."""
    own = {"username", "password", "comment", "submit", "preview", "notify_me"}
    fields = [(field.name, field.value) for field in form.hidden if field.name not in own]
    if len(fields) > _MAX_FIELDS or sum(len(name) + len(value) for name, value in fields) > _MAX_SIZE:
        raise NotPosted("the form's hidden fields are too many or too large")
    return fields


def _submit(form: BlogForm) -> list[tuple[str, str]]:
    return [("submit", _label(form))] if any(field.name == "submit" for field in form.fields) else []


def _label(form: BlogForm) -> str:
    return next((field.value for field in form.fields if field.kind == "submit" and field.name == "submit"), "") or "Submit"
