"""What came back for a request: the response as it was sent, ``Retry-After``, and a page with its text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from sync.text import shorten

__all__ = ["FetchedPage", "RawResponse", "make_page", "read_retry_after"]

UTF_8 = "utf-8"

# Names of character sets as pages spell them, to Python's. As browsers do, ASCII and Latin-1 are read as the Windows
# character set that holds both.
_KNOWN = {
    **dict.fromkeys(("utf-8", "utf8"), UTF_8),
    **dict.fromkeys(("ascii", "us-ascii", "iso-8859-1", "iso8859-1", "latin-1", "latin1", "windows-1252", "cp1252"), "cp1252"),
}
_CHARSET = re.compile(r"charset\s{0,9}=\s{0,9}[\"']?\s{0,9}([\w.:-]{1,40})", re.IGNORECASE)
_META = re.compile(r"<meta[^>]{0,300}?" + _CHARSET.pattern, re.IGNORECASE)
_META_REACH = 2_048
_PAGE_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_LONGEST_DATE = 64
_LONGEST_WAIT = 1e9


@dataclass(frozen=True, slots=True)
class RawResponse:
    """A response. The body is decompressed, and empty if the status is not one whose body is read.

    ``received`` counts the bytes on the wire.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    received: int


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
    """A page whose character set and type are read from its headers and its own beginning."""
    stated = response.headers.get("Content-Type", "")
    content_type = shorten(stated.partition(";")[0].lower(), 60)
    notes = []
    if content_type not in _PAGE_TYPES:
        notes.append(f"the server sends this {f'as {content_type}' if content_type else 'without a media type'}, not as a web page")
    encoding, more = _encoding(stated, response.body)
    return FetchedPage(requested, url, response.status, response.body, encoding, fetched_at, (*notes, *more))


def _encoding(content_type: str, body: bytes) -> tuple[str, list[str]]:
    """The character set to read a body in, and notes about it.

    Valid UTF-8 that is not plain ASCII is UTF-8, for no other text looks like it by chance. Else the header decides, then the
    page's own ``<meta>``, then UTF-8 (HTML Standard, "determining the character encoding").
    """
    found = _CHARSET.search(content_type) or _META.search(body[:_META_REACH].decode("ascii", "replace"))
    stated = found[1] if found else UTF_8
    encoding = _KNOWN.get(stated.lower().replace("_", "-"))
    notes = [] if encoding else [f"the character set {shorten(stated, 40)!r} is unknown; the page was read as UTF-8"]
    if encoding == "cp1252" and (body.isascii() or not _is_utf_8(body)):
        return encoding, notes
    if not _is_utf_8(body):
        notes.append("invalid UTF-8 in the page was replaced")
    return UTF_8, notes


def _is_utf_8(body: bytes) -> bool:
    try:
        body.decode(UTF_8)
    except UnicodeDecodeError:
        return False
    return True
