"""What came back for a request: the response as it was sent, ``Retry-After``, and a page with its text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

UTF_8 = "utf-8"

# As browsers do, ASCII and Latin-1 are read as the Windows character set that holds both.
_LATIN = frozenset("ascii us-ascii iso-8859-1 iso8859-1 latin-1 latin1 windows-1252 cp1252".split())
_CHARSET = re.compile(r"charset\s{0,9}=\s{0,9}[\"']?\s{0,9}([\w.:-]{1,40})", re.IGNORECASE)
_META = re.compile(r"<meta[^>]{0,300}?" + _CHARSET.pattern, re.IGNORECASE)
_META_REACH = 2_048
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
    """A page, with its character set.

    Valid UTF-8 that is not plain ASCII is UTF-8, for no other text looks like it by chance. Else the header decides, then the
    page's own ``<meta>``, then UTF-8 (HTML Standard, "determining the character encoding").
    """
    body, header = response.body, response.headers.get("Content-Type", "")
    found = _CHARSET.search(header) or _META.search(body[:_META_REACH].decode("ascii", "replace"))
    is_latin = found is not None and found[1].lower().replace("_", "-") in _LATIN
    encoding = "cp1252" if is_latin and (body.isascii() or not _is_utf_8(body)) else UTF_8
    notes = () if encoding != UTF_8 or _is_utf_8(body) else ("invalid UTF-8 in the page was replaced",)
    return FetchedPage(requested, url, response.status, body, encoding, fetched_at, notes)


def _is_utf_8(body: bytes) -> bool:
    try:
        body.decode(UTF_8)
    except UnicodeDecodeError:
        return False
    return True
