"""Classify the blog's answer to a comment form.

ExpressionEngine 2.x answers with messages of status 200, 7.x with redirects and 403. An answer that is not recognised
proves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Literal

from sync.net.response import FetchedPage
from sync.notices.blog.controls import Controls, read_controls
from sync.text import shorten

__all__ = ["FormReply", "Said", "is_error_page", "read_reply"]

Said = Literal["accepted", "expired", "held", "refused", "ignored", "unclear"]

_REDIRECTS = frozenset({HTTPStatus.FOUND, HTTPStatus.SEE_OTHER})
_EXPIRED = "form has expired"
_HELD = ("moderator", "moderation", "awaiting approval", "for approval")
_THROTTLED = "exceeded the allowed page load frequency"
_LONGEST_BARE = 500
_QUOTED = 160
_WORDS = (
    (_THROTTLED, "too many requests from this address; try again later"),
    ("unable to receive your comment", "the blog rejects this comment, as it does a duplicate"),
    ("post comments every", "the blog requires a pause between comments; try again later"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FormReply:
    """What an answer says of a form. ``why`` is half a sentence for people.

    - "accepted": a redirect, as after storing a comment; no proof.
    - "expired": the form was too old; nothing was stored.
    - "held": stored, and hidden until a moderator approves.
    - "refused": an error; nothing was stored.
    - "ignored": as the software answers when it silently stores nothing.
    - "unclear": anything else.
    """

    said: Said
    why: str


def read_reply(answer: FetchedPage) -> FormReply:
    """What an answer to a sent comment says."""
    if answer.status in _REDIRECTS:
        return FormReply("accepted", "the blog answered as when a comment is stored")
    if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
        return FormReply("refused", "too many requests from this address; try again later")
    if answer.status not in {HTTPStatus.OK, HTTPStatus.FORBIDDEN}:
        return FormReply("unclear", f"the blog answered with the status {answer.status}")
    if answer.status == HTTPStatus.OK and not answer.text.strip():
        return FormReply("ignored", "the blog answered with an empty page, as for an unknown entry")
    return _message(answer, read_controls(answer.text))


def is_error_page(answer: FetchedPage, page: Controls) -> bool:
    """Whether a page tells of an error: by its status, by its title, or by a list of errors under such words."""
    listed = bool(page.items) and "errors" in page.own_text.lower() and not page.forms
    return answer.status == HTTPStatus.FORBIDDEN or "error" in page.title.lower() or listed


def _message(answer: FetchedPage, page: Controls) -> FormReply:
    """What a page says. Errors come first: they alone are certain."""
    errors = " / ".join(item for item in page.items if item)
    is_error = is_error_page(answer, page)
    said = (errors if is_error and errors else page.own_text).lower()
    bare = not page.title and len(said) < _LONGEST_BARE
    if is_error or (bare and _THROTTLED in said):
        if _EXPIRED in said:
            return FormReply("expired", "the form had expired")
        known = next((why for words, why in _WORDS if words in said), None)
        quoted = shorten(errors or page.own_text, _QUOTED)
        return FormReply("refused", known or (f"the blog says “{quoted}”" if quoted else "the blog forbids it without a reason"))
    if any(form.takes_comments for form in page.forms):
        return FormReply("ignored", "the blog answered with the form again, as when it stores nothing")
    if any(word in said for word in _HELD):
        return FormReply("held", "the comment awaits a moderator's approval")
    return FormReply("unclear", "the blog's answer is not recognised")
