"""The shapes of the API's replies (``formatversion=1``, which mwclient reads), as far as they are used. Others are refused.

Flags are present, as an empty string, or absent: compare with ``is not False``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from parsers.model import Revision, Withheld
from sync.times import whole_utc
from sync.wiki.wiki_access import ApiError

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
    """A page, a missing page, an invalid title, or one of another wiki."""

    title: str
    missing: _Flag = False
    invalid: _Flag = False
    invalidreason: str = ""
    special: _Flag = False
    revisions: list[RevisionRow] | None = None


class TitleRow(msgspec.Struct, frozen=True):
    """How a title was spelled and how the wiki spells it, or a redirect that was followed and its target."""

    title: str = msgspec.field(name="from")
    to: str
    encoded: _Flag = msgspec.field(name="fromencoded", default=False)
    tointerwiki: str = ""


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
    interwiki: list[PageRow] = []
    general: SiteRow | None = None
    tokens: dict[str, str] = {}


class ApiReply(msgspec.Struct, frozen=True):
    """One reply. ``more`` are the parameters that request what did not fit into it."""

    query: Query = Query()
    more: dict[str, str | int] = msgspec.field(name="continue", default_factory=dict)
    curtimestamp: _Time | None = None
    error: ErrorRow | None = None
    warnings: dict[str, dict[str, object]] = {}


def read_reply(body: bytes) -> ApiReply:
    """A reply. Raises :class:`ApiError` for what is not JSON, or not of MediaWiki's form."""
    try:
        reply = msgspec.json.decode(body.decode("utf-8"), type=ApiReply)
    except msgspec.ValidationError as error:
        raise odd(f"unexpected form of answer: {error}") from None
    except RecursionError:
        raise odd("the answer is nested too deeply") from None
    except (UnicodeDecodeError, msgspec.DecodeError):
        if body.lstrip().startswith(b"<"):
            check = "check that the wiki's address is the folder of its api.php"
            raise ApiError("a web page in place of an API answer", check) from None
        raise ApiError("incomplete answer", "try again later", again=True) from None
    if not all(name.endswith("continue") for name in reply.more):
        raise odd("the answer continues with other parameters")
    return reply


def odd(reason: str) -> ApiError:
    """An answer that is not one of MediaWiki's."""
    return ApiError(reason, "check that the wiki's address is that of a MediaWiki, 1.32 or later", understood=False)


def revision(title: str, row: RevisionRow) -> Revision:
    """The revision of a page with its hidden parts as None. Raises :class:`ApiError` if a part is absent and not hidden."""
    hidden = "it was suppressed" if row.suppressed is not False else "it was hidden by an administrator"
    lost = row.main.textmissing is not False and row.main.texthidden is False
    parts: tuple[tuple[Literal["user", "comment", "text"], str | None, bool], ...] = (
        ("user", row.user, row.userhidden is not False),
        ("comment", row.comment, row.commenthidden is not False),
        ("text", row.main.content, lost or row.main.texthidden is not False),
    )
    for part, value, withheld in parts:
        if value is None and not withheld:
            raise odd(f"revision {row.revid} without its {part}")
    user, comment, text = (None if withheld else value for _, value, withheld in parts)
    absent = tuple(Withheld(part, "the wiki lost it" if lost and part == "text" else hidden) for part, _, withheld in parts if withheld)
    try:
        at = whole_utc(row.timestamp)
    except ValueError as error:
        raise odd(f"impossible time in the answer: {error}") from None
    return Revision(title, row.revid, row.parentid, at, user, comment, text, absent)
