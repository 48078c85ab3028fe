"""The shapes of the API's replies (``formatversion=2``), as far as they are looked at. Anything else is refused."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec

from parsers.model import Revision, Withheld
from sync.times import whole_utc
from sync.wiki.errors import Fault

__all__ = ["ODD", "LogRow", "PageRow", "Query", "Reply", "RevisionRow", "plain", "read_reply", "revision", "utc"]

ODD = "check that the wiki's address is that of a MediaWiki, 1.32 or later"
_HIDDEN = "it was hidden by an administrator"
_SUPPRESSED = "it was suppressed"

_Id = Annotated[int, msgspec.Meta(ge=0)]
_Time = Annotated[datetime, msgspec.Meta(tz=True)]


class ErrorRow(msgspec.Struct, frozen=True):
    """Why the API refuses. ``info`` is in the wiki's words."""

    code: str
    info: str = ""


class _Slot(msgspec.Struct, frozen=True):
    content: str | None = None
    texthidden: bool = False
    textmissing: bool = False


class RevisionRow(msgspec.Struct, frozen=True):
    """A revision. Its hidden parts are absent, or present for those who may see them."""

    revid: _Id
    timestamp: _Time
    parentid: _Id = 0
    user: str | None = None
    userhidden: bool = False
    comment: str | None = None
    commenthidden: bool = False
    suppressed: bool = False
    sha1: str = ""
    slots: dict[str, _Slot] = {}

    @property
    def main(self) -> _Slot:
        """Its text, if it was asked for."""
        return self.slots.get("main", _Slot())


class PageRow(msgspec.Struct, frozen=True):
    """A page, a missing page or an invalid title."""

    title: str
    pageid: _Id | None = None
    missing: bool = False
    invalid: bool = False
    invalidreason: str = ""
    special: bool = False
    lastrevid: _Id | None = None
    revisions: list[RevisionRow] | None = None


class NormalizedRow(msgspec.Struct, frozen=True):
    """How a title was spelled, and how the wiki spells it."""

    asked: str = msgspec.field(name="from")
    to: str
    encoded: bool = msgspec.field(name="fromencoded", default=False)


class RedirectRow(msgspec.Struct, frozen=True):
    """A redirect that was followed."""

    title: str = msgspec.field(name="from")
    to: str
    tointerwiki: str = ""


class InterwikiRow(msgspec.Struct, frozen=True):
    """A title that names a page of another wiki."""

    title: str


class _LogParameters(msgspec.Struct, frozen=True):
    target_title: str | None = None


class LogRow(msgspec.Struct, frozen=True):
    """An entry of the log. Its title and parameters are absent where they were hidden."""

    rcid: _Id
    timestamp: _Time
    logtype: str = ""
    logaction: str = ""
    title: str | None = None
    user: str | None = None
    userhidden: bool = False
    comment: str | None = None
    commenthidden: bool = False
    # A list where PHP has nothing to say.
    logparams: _LogParameters | list[object] | None = None

    @property
    def target(self) -> str | None:
        """The new title of a page that was moved."""
        return self.logparams.target_title if isinstance(self.logparams, _LogParameters) else None


class SiteRow(msgspec.Struct, frozen=True):
    """What the wiki says of itself."""

    generator: str
    sitename: str = ""
    readonly: bool = False
    readonlyreason: str = ""
    maxarticlesize: _Id | None = None


class Query(msgspec.Struct, frozen=True):
    """What was asked for."""

    pages: list[PageRow] = []
    normalized: list[NormalizedRow] = []
    redirects: list[RedirectRow] = []
    interwiki: list[InterwikiRow] = []
    recentchanges: list[LogRow] = []
    general: SiteRow | None = None
    tokens: dict[str, str] = {}


class Reply(msgspec.Struct, frozen=True):
    """One reply. ``more`` are the parameters that ask for what did not fit into it."""

    query: Query = Query()
    more: dict[str, str | int] = msgspec.field(name="continue", default_factory=dict)
    curtimestamp: _Time | None = None
    error: ErrorRow | None = None

    @property
    def server_time(self) -> datetime:
        """The wiki's time when it began to answer. Raises :class:`Fault` where it does not say."""
        if self.curtimestamp is None:
            raise Fault("it does not say what time it is", ODD, understood=False)
        return utc(self.curtimestamp)


def read_reply(data: object) -> Reply:
    """The reply that decoded JSON stands for. Raises :class:`Fault` with what does not fit, and where."""
    try:
        return msgspec.convert(data, Reply)
    except msgspec.ValidationError as error:
        raise Fault(f"its answer is not of MediaWiki's form: {error}", ODD, understood=False) from None


def revision(title: str, row: RevisionRow, *, with_text: bool) -> Revision:
    """The revision of a page with its hidden parts as None. Raises :class:`Fault` where a part is absent and not hidden."""
    hidden = _SUPPRESSED if row.suppressed else _HIDDEN
    withheld: list[Withheld] = []
    if row.userhidden:
        withheld.append(Withheld("user", hidden))
    if row.commenthidden:
        withheld.append(Withheld("comment", hidden))
    slot = row.main
    if not with_text:
        withheld.append(Withheld("text", "it was not asked for"))
    elif slot.texthidden:
        withheld.append(Withheld("text", hidden))
    elif slot.textmissing:
        withheld.append(Withheld("text", "the wiki has lost it"))
    absent = {part.part for part in withheld}

    def known(part: str, value: str | None) -> str | None:
        if part in absent:
            return None
        if value is None:
            raise Fault(f"revision {row.revid} comes without its {part}", ODD, understood=False)
        return plain(value)

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
    """The time to the second. Raises :class:`Fault` for a year in which there is no game."""
    try:
        return whole_utc(time)
    except ValueError as error:
        raise Fault(f"its answer holds a time that cannot be: {error}", ODD, understood=False) from None


def plain(text: str) -> str:
    """The text itself. Raises :class:`Fault` where JSON's escapes made halves of characters, which nobody could save."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise Fault("its answer holds text that is none", ODD, understood=False) from None
    return text
