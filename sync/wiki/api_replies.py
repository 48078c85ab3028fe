"""The shapes of the API's replies (``formatversion=1``, as mwclient reads it), as far as they are
used; other shapes are refused. Flags are present, as an empty string, or absent: compare with ``is
not False``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

import msgspec

from parsers.model import Revision
from parsers.refusal import Refused
from sync.text import shorten
from sync.times import whole_utc
from sync.wiki.wiki_access import ApiError, NoPage

_Id = Annotated[int, msgspec.Meta(ge=0)]
_Time = Annotated[datetime, msgspec.Meta(tz=True)]
_Flag = str | bool


class ErrorRow(msgspec.Struct, frozen=True):
    """The API's reason for a refusal; ``info`` is in the wiki's words."""

    code: str
    info: str


class _Slot(msgspec.Struct, frozen=True):
    content: str | None = msgspec.field(name="*", default=None)
    texthidden: _Flag = False
    textmissing: _Flag = False


class RevisionRow(msgspec.Struct, frozen=True):
    """A revision. Hidden parts are absent, or present for users with the right to see them."""

    revid: _Id
    timestamp: _Time
    parentid: _Id = 0
    user: str | None = None
    userhidden: _Flag = False
    comment: str | None = None
    commenthidden: _Flag = False
    sha1: str = ""
    slots: dict[str, _Slot] = {}

    @property
    def main(self) -> _Slot:
        """The text, if it was requested."""
        return self.slots.get("main", _Slot())


class PageRow(msgspec.Struct, frozen=True):
    """A page, a missing page, or an invalid title."""

    title: str
    missing: _Flag = False
    invalid: _Flag = False
    invalidreason: str = ""
    special: _Flag = False
    revisions: list[RevisionRow] | None = None


class TitleRow(msgspec.Struct, frozen=True):
    """A title and the wiki's spelling of it, or a followed redirect and its target."""

    title: str = msgspec.field(name="from")
    to: str


class SiteRow(msgspec.Struct, frozen=True):
    """The wiki's own name, software and state (``meta=siteinfo``)."""

    generator: str
    sitename: str = ""
    readonly: _Flag = False
    readonlyreason: str = ""


class Query(msgspec.Struct, frozen=True):
    """The result of ``action=query``."""

    pages: dict[str, PageRow] = {}
    normalized: list[TitleRow] = []
    redirects: list[TitleRow] = []
    general: SiteRow | None = None
    tokens: dict[str, str] = {}


class ApiReply(msgspec.Struct, frozen=True):
    """One reply. ``more`` are the parameters of the request that continues it."""

    query: Query = Query()
    more: dict[str, str | int] = msgspec.field(name="continue", default_factory=dict)
    curtimestamp: _Time | None = None
    error: ErrorRow | None = None


def read_reply(body: bytes) -> ApiReply:
    """Decode a reply. Raises :class:`ApiError` if it is not JSON or not of MediaWiki's form."""
    try:
        reply = msgspec.json.decode(body.decode("utf-8"), type=ApiReply)
    except (msgspec.ValidationError, RecursionError) as error:
        raise odd(f"unexpected reply: {error}") from None
    except (UnicodeDecodeError, msgspec.DecodeError):
        if body.lstrip().startswith(b"<"):
            raise ApiError(
                "a web page instead of an API reply",
                "check that the wiki's address is the folder of its api.php",
            ) from None
        raise ApiError("incomplete answer", "try again later", again=True) from None
    if not all(name.endswith("continue") for name in reply.more):
        raise odd("the reply continues with other parameters")
    return reply


def odd(reason: str) -> ApiError:
    """The error for a reply that MediaWiki does not send."""
    return ApiError(
        reason,
        "check that the wiki's address is the address of a MediaWiki, version 1.32 or later",
        understood=False,
    )


@dataclass(frozen=True, slots=True)
class PresentPage:
    """An existing page, as the wiki's reply shows it."""

    title: str
    redirected_from: str | None
    row: PageRow


def nfc_title(title: str) -> str:
    """Normalise a title to NFC, as MediaWiki does."""
    return unicodedata.normalize("NFC", title)


def page_of(replies: Iterable[ApiReply], asked: str) -> PresentPage | NoPage:
    """Return the page or missing page of a title from the replies to one query, redirects followed.
    The page is in each reply, its revision in one.
    """
    queries = [reply.query for reply in replies]
    normalized = {row.title: row.to for query in queries for row in query.normalized}
    redirects = {row.title: row.to for query in queries for row in query.redirects}
    rows = [row for query in queries for row in query.pages.values()]
    own = title = normalized.get(nfc_title(asked), nfc_title(asked))
    for _ in redirects:
        title = redirects.get(title, title)
    redirected_from = own if title != own else None
    row = max(
        (row for row in rows if row.title == title),
        key=lambda row: bool(row.revisions),
        default=None,
    )
    if row is None or row.special is not False or row.invalid is not False:
        why = "" if row is None else shorten(row.invalidreason, 200).rstrip(".")
        return NoPage(
            title,
            why
            or (
                "it is invalid, a special page, a page of another wiki, or a redirect to one of"
                " these"
            ),
            redirected_from,
        )
    return (
        NoPage(title, "", redirected_from)
        if row.missing is not False
        else PresentPage(title, redirected_from, row)
    )


def revision(title: str, row: RevisionRow) -> Revision:
    """Return a revision with its hidden parts as None. Raises :class:`ApiError` if a part is absent
    and not hidden.
    """
    is_textless = row.main.textmissing is not False or row.main.texthidden is not False
    parts = (
        ("user", row.user, row.userhidden is not False),
        ("comment", row.comment, row.commenthidden is not False),
        ("text", row.main.content, is_textless),
    )
    for part, value, is_hidden in parts:
        if value is None and not is_hidden:
            raise odd(f"revision {row.revid} without its {part}")
    user, comment, text = (None if is_hidden else value for _, value, is_hidden in parts)
    try:
        return Revision(
            title, row.revid, row.parentid, whole_utc(row.timestamp), user, comment, text
        )
    except Refused as error:
        raise odd(f"impossible time in the reply: {error}") from None
