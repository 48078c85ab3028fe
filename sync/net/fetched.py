"""What comes of a request: a response, a page with its text, or the reason why there is none, in words for people."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus

from sync.errors import Unreachable
from sync.net.addresses import shown_address

TRANSIENT = frozenset({429, 500, 502, 503, 504})
"""Statuses of a server that may answer the same request a little later."""

_LATER = "try again later"
_ADVICE = {
    401: "the page is not public; contact the site's administrators",
    403: "the site does not admit this tool; contact its administrators",
    404: "check the address; the page may have been removed",
    410: "the page was removed",
    429: "try again later, with longer pauses",
}
# As browsers do, ASCII and Latin-1 are read as the Windows character set that holds both.
_LATIN = frozenset("ascii us-ascii iso-8859-1 iso8859-1 latin-1 latin1 windows-1252 cp1252".split())
_CHARSET = re.compile(r"charset\s{0,9}=\s{0,9}[\"']?\s{0,9}([\w.:-]{1,40})", re.IGNORECASE)
_META = re.compile(r"<meta[^>]{0,300}?" + _CHARSET.pattern, re.IGNORECASE)
_META_REACH = 2_048
_LONGEST_DATE, _LONGEST_WAIT = 64, 1e9


class TransportError(Exception):
    """A request that failed: the reason, what to do about it, and whether repeating it (``again``) may help.

    ``sent`` is False only if there was no connection, so that the server cannot have acted on the request. ``status`` is that
    of the response, None without one, ``wait`` the seconds that its ``Retry-After`` asks for. ``tries`` counts the requests
    made, 0 if none was; ``url`` is the address requested last.
    """

    def __init__(
        self,
        reason: str,
        todo: str = _LATER,
        *,
        again: bool = False,
        sent: bool = True,
        status: int | None = None,
        wait: float | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason, self.todo, self.again, self.sent, self.status, self.wait = reason, todo, again, sent, status, wait
        self.tries = 1
        self.url = ""


class NotFetched(Unreachable):
    """A page could not be fetched. ``status`` is that of the last response, None without one; ``tries`` counts the requests."""

    def __init__(self, url: str, reason: str, todo: str, *, status: int | None = None, tries: int = 0) -> None:
        super().__init__(f"could not fetch {shown_address(url)} ({attempts(tries)}): {reason}; {todo}")
        self.url, self.status, self.tries = url, status, tries


def attempts(tries: int) -> str:
    """How often a request was made, for a sentence: ``2 attempts``."""
    return "not requested" if not tries else f"{tries} attempt{'' if tries == 1 else 's'}"


def status_error(status: int, wait: float | None = None) -> TransportError:
    """What a status means that is neither 200 nor a redirect. The server's own phrase for it is not quoted."""
    try:
        reason = f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        reason = f"status {status}"
    return TransportError(reason, _ADVICE.get(status, _LATER), again=status in TRANSIENT, status=status, wait=wait)


@dataclass(frozen=True, slots=True)
class RawResponse:
    """A response. The body is decompressed, and empty if the status is not one whose body is read."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def read_retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """The seconds that ``Retry-After`` asks to wait (RFC 9110, section 10.2.3), or until a date; None if it is absent or unreadable."""
    text = headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdigit():
        return min(float(text), _LONGEST_WAIT)  # int() does not take any number of digits
    try:
        until = parsedate_to_datetime(text if len(text) <= _LONGEST_DATE else "")
    except (ValueError, OverflowError):
        return None
    return max((until.replace(tzinfo=until.tzinfo or UTC) - now).total_seconds(), 0.0)


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """The page at the address ``requested``; ``url`` is where redirects led in the end.

    ``encoding`` is Python's name of the character set. ``notes`` are half-sentences on what is unusual about it as a web page.
    ``fetched_at`` is in UTC.
    """

    requested: str
    url: str
    status: int
    body: bytes = field(repr=False)
    encoding: str
    fetched_at: datetime
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The body's text without a byte order mark. Invalid bytes become U+FFFD."""
        return self.body.decode(self.encoding, errors="replace").removeprefix("\ufeff")


def make_page(requested: str, url: str, response: RawResponse, fetched_at: datetime) -> FetchedPage:
    """A page, with its character set.

    Valid UTF-8 that is not plain ASCII is UTF-8, for no other text looks like it by chance. Else the header decides, then the
    page's own ``<meta>``, then UTF-8 (HTML Standard, "determining the character encoding").
    """
    body, header = response.body, response.headers.get("Content-Type", "")
    try:
        body.decode()
        is_utf_8 = True
    except UnicodeDecodeError:
        is_utf_8 = False
    found = _CHARSET.search(header) or _META.search(body[:_META_REACH].decode("ascii", "replace"))
    is_latin = found is not None and found[1].lower().replace("_", "-") in _LATIN
    encoding = "cp1252" if is_latin and (body.isascii() or not is_utf_8) else "utf-8"
    notes = () if encoding != "utf-8" or is_utf_8 else ("invalid UTF-8 in the page was replaced",)
    return FetchedPage(requested, url, response.status, body, encoding, fetched_at, notes)
