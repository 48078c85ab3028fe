"""The shapes of the API's replies (``formatversion=1``, which mwclient reads), as far as they are used. Others are refused.

Flags are present, as an empty string, or absent: compare with ``is not False``.
"""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec

from parsers.model import Revision, Withheld
from sync.times import whole_utc
from sync.wiki.errors import ApiError

__all__ = ["ODD", "ApiReply", "ErrorRow", "PageRow", "Query", "RevisionRow", "listed", "read_reply", "revision", "utc"]

ODD = "check that the wiki's address is that of a MediaWiki, 1.32 or later"

_Id = Annotated[int, msgspec.Meta(ge=0)]
_Time = Annotated[datetime, msgspec.Meta(tz=True)]
_Flag = str | bool


class ErrorRow(msgspec.Struct, frozen=True):
    """Why the API refuses. ``info`` is in the wiki's words."""

    code: str
    info: str


class _Slot(msgspec.Struct, frozen=True):
    content: str | None = msgspec.field(name="*", default=None)
    texthidden: _Flag = False
    textmissing: _Flag = False


class RevisionRow(msgspec.Struct, frozen=True):
    """A revision. Its hidden parts are absent, or present for those who may see them."""

    revid: _Id
    timestamp: _Time
    parentid: _Id = 0
    user: str | None = None
    userhidden: _Flag = False
    comment: str | None = None
    commenthidden: _Flag = False
    suppressed: _Flag = False
    sha1: str = ""
    slots: dict[str, _Slot] = {}

    @property
    def main(self) -> _Slot:
        """Its text, if it was requested."""
        return self.slots.get("main", _Slot())


class PageRow(msgspec.Struct, frozen=True):
    """A page, a missing page or an invalid title."""

    title: str
    missing: _Flag = False
    invalid: _Flag = False
    invalidreason: str = ""
    special: _Flag = False
    lastrevid: _Id | None = None
    revisions: list[RevisionRow] | None = None


class NormalizedRow(msgspec.Struct, frozen=True):
    """How a title was spelled, and how the wiki spells it."""

    asked: str = msgspec.field(name="from")
    to: str
    encoded: _Flag = msgspec.field(name="fromencoded", default=False)


class RedirectRow(msgspec.Struct, frozen=True):
    """A redirect that was followed."""

    title: str = msgspec.field(name="from")
    to: str
    tointerwiki: str = ""


class InterwikiRow(msgspec.Struct, frozen=True):
    """A title that names a page of another wiki."""

    title: str


class SiteRow(msgspec.Struct, frozen=True):
    """The wiki's own name, software and state (``meta=siteinfo``)."""

    generator: str
    sitename: str = ""
    readonly: _Flag = False
    readonlyreason: str = ""


class Query(msgspec.Struct, frozen=True):
    """The result of ``action=query``."""

    pages: dict[str, PageRow] = {}
    normalized: list[NormalizedRow] = []
    redirects: list[RedirectRow] = []
    interwiki: list[InterwikiRow] = []
    general: SiteRow | None = None
    tokens: dict[str, str] = {}

    @property
    def rows(self) -> list[PageRow]:
        """The pages."""
        return list(self.pages.values())


class _ParsedText(msgspec.Struct, frozen=True):
    content: str = msgspec.field(name="*")


class ParsedRow(msgspec.Struct, frozen=True):
    """The result of ``action=parse``."""

    text: _ParsedText


class ApiReply(msgspec.Struct, frozen=True):
    """One reply. ``more`` are the parameters that request what did not fit into it."""

    query: Query = Query()
    more: dict[str, str | int] = msgspec.field(name="continue", default_factory=dict)
    curtimestamp: _Time | None = None
    error: ErrorRow | None = None
    parse: ParsedRow | None = None
    warnings: dict[str, dict[str, object]] = {}

    @property
    def server_time(self) -> datetime:
        """The wiki's time when it began to answer. Raises :class:`ApiError` if it is absent."""
        if self.curtimestamp is None:
            raise _odd("no curtimestamp in the answer")
        return utc(self.curtimestamp)


def read_reply(body: bytes) -> ApiReply:
    """A reply. Raises :class:`ApiError` for what is not JSON, or not of MediaWiki's form."""
    try:
        reply = msgspec.json.decode(body.decode("utf-8"), type=ApiReply)
    except msgspec.ValidationError as error:
        raise _odd(f"unexpected form of answer: {error}") from None
    except RecursionError:
        raise _odd("the answer is nested too deeply") from None
    except UnicodeDecodeError:
        raise _odd("the answer is not UTF-8") from None
    except msgspec.DecodeError:
        raise _not_json(body) from None
    if not all(name.endswith("continue") for name in reply.more):
        raise _odd("the answer continues with other parameters")
    return reply


def _not_json(body: bytes) -> ApiError:
    """What is wrong with a body: cut off, which may pass, or a page for people or invalid Unicode, which will not."""
    text = body.decode("utf-8").lstrip("\ufeff \t\r\n")
    with suppress(ValueError, RecursionError):
        json.loads(text)
        return _odd("invalid Unicode in the answer")  # unpaired surrogates, which only this decoder accepts
    check = "check that the wiki's address is the folder of its api.php"
    if text.startswith("MediaWiki API is not enabled"):
        return ApiError("the API is disabled", "contact the wiki's administrators")
    if text.startswith("<"):
        return ApiError("a web page in place of an API answer", check)
    return ApiError("incomplete answer" if text else "empty answer", "try again later", again=True)


def _odd(reason: str) -> ApiError:
    return ApiError(reason, ODD, understood=False)


def listed(row: dict[str, Any]) -> RevisionRow:
    """A revision of :class:`mwclient.listing.List`, which has parsed the time."""
    at = row["timestamp"]
    time = datetime(at.tm_year, at.tm_mon, at.tm_mday, at.tm_hour, at.tm_min, at.tm_sec, tzinfo=UTC)
    return msgspec.convert({**row, "timestamp": time}, RevisionRow)


def revision(title: str, row: RevisionRow) -> Revision:
    """The revision of a page with its hidden parts as None. Raises :class:`ApiError` if a part is absent and not hidden."""
    hidden = "it was suppressed" if row.suppressed is not False else "it was hidden by an administrator"
    withheld: list[Withheld] = []
    if row.userhidden is not False:
        withheld.append(Withheld("user", hidden))
    if row.commenthidden is not False:
        withheld.append(Withheld("comment", hidden))
    slot = row.main
    if slot.texthidden is not False:
        withheld.append(Withheld("text", hidden))
    elif slot.textmissing is not False:
        withheld.append(Withheld("text", "the wiki lost it"))
    absent = {part.part for part in withheld}

    def known(part: str, value: str | None) -> str | None:
        if part in absent:
            return None
        if value is None:
            raise _odd(f"revision {row.revid} without its {part}")
        return value

    return Revision(
        title=title,
        revid=row.revid,
        parentid=row.parentid,
        timestamp=utc(row.timestamp),
        user=known("user", row.user),
        comment=known("comment", row.comment),
        text=known("text", slot.content),
        withheld=tuple(withheld),
    )


def utc(time: datetime) -> datetime:
    """The time to the second. Raises :class:`ApiError` for a year out of range."""
    try:
        return whole_utc(time)
    except ValueError as error:
        raise _odd(f"impossible time in the answer: {error}") from None
