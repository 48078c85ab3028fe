"""The limits of a request, and its result: a response, a page with its text, or a failure with its
message.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from http import HTTPStatus

from sync.errors import Unreachable, UsageError
from sync.net.addresses import shown_address

TRANSIENT = frozenset({429, 500, 502, 503, 504})
"""Statuses after which the same request may succeed later."""

_LATER = "try again later"
_ADVICE = {
    401: "the page is not public; contact the site's administrators",
    403: "the site blocks this tool; contact its administrators",
    404: "check the address; the page may have been removed",
    410: "the page was removed",
    429: "try again later, with longer pauses",
}
_CONTACT = re.compile(r"(?=.*[^ ])[ !-'*-\[\]-~]{1,200}")
# Browsers read ASCII and Latin-1 as the Windows character set that contains both.
_LATIN = re.compile(
    r"charset\s{0,9}=\s{0,9}[\"']?\s{0,9}(?:(?:us-)?ascii|iso[_-]?8859-1|latin-?1|windows-1252|cp1252)\b",
    re.IGNORECASE,
)
_META_REACH = 2_048
_LONGEST_WAIT = 1e9


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """Limits and pauses; times are in seconds, sizes in bytes. Raises :class:`UsageError` for an
    invalid ``contact``.

    ``delay`` is the pause between two requests. ``total_timeout`` limits one exchange,
    ``max_bytes`` its body, before and after decoding. ``max_wait`` limits the wait before each of
    the ``retries``, ``max_total_wait`` all waits of a run. After ``give_up_after`` failed pages in
    a row the host is given up.
    """

    contact: str
    delay: float = 1.0
    connect_timeout: float = 10.0
    read_timeout: float = 30.0
    total_timeout: float = 120.0
    max_bytes: int = 20_000_000
    retries: int = 2
    max_wait: float = 60.0
    max_total_wait: float = 300.0
    give_up_after: int = 5

    def __post_init__(self) -> None:
        if not _CONTACT.fullmatch(self.contact):
            raise UsageError(
                "the contact for web requests must be plain ASCII text without brackets, such as an"
                " e-mail address"
            )


class TransportError(Exception):
    """A failed request: the reason, the next step for the user (``todo``), and whether repeating it
    (``again``) can help.

    ``sent`` is False only without a connection, so that the server cannot have acted on the
    request. ``status`` is the status of the response, None without one. ``tries`` counts the
    requests, 0 if none was made; ``url`` is the address requested last.
    """

    def __init__(
        self,
        reason: str,
        todo: str = _LATER,
        *,
        again: bool = False,
        sent: bool = True,
        status: int | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.todo = todo
        self.again = again
        self.sent = sent
        self.status = status
        self.tries = 1
        self.url = ""


class NotFetched(Unreachable):
    """A page could not be fetched. ``status`` is the status of the last response, None without one;
    ``tries`` counts the requests.
    """

    def __init__(
        self, url: str, reason: str, todo: str, *, status: int | None = None, tries: int = 0
    ) -> None:
        super().__init__(
            f"could not fetch {shown_address(url)} ({attempts(tries)}): {reason}; {todo}"
        )
        self.url = url
        self.status = status
        self.tries = tries


def attempts(tries: int) -> str:
    """The number of requests for messages: ``2 attempts``."""
    if not tries:
        return "not requested"
    return f"{tries} attempt{'' if tries == 1 else 's'}"


def status_error(status: int) -> TransportError:
    """The error for a status that is neither 200 nor a redirect, without the server's own phrase."""
    reason = (
        f"{status} {HTTPStatus(status).phrase}"
        if status in list(HTTPStatus)
        else f"status {status}"
    )
    return TransportError(
        reason, _ADVICE.get(status, _LATER), again=status in TRANSIENT, status=status
    )


@dataclass(frozen=True, slots=True)
class RawResponse:
    """A response. The body is decompressed, and empty for a status whose body is not read."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def asked_wait(self) -> float | None:
        """The wait in seconds that ``Retry-After`` requests (RFC 9110, section 10.2.3); None if it
        is absent, a date, or unreadable.
        """
        text = self.headers.get("Retry-After", "").strip()
        # int() does not take any number of digits.
        return min(float(text), _LONGEST_WAIT) if text.isascii() and text.isdigit() else None


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """The page at the address ``requested``; ``url`` is the final address after redirects.
    ``fetched_at`` is in UTC. ``notes`` are clauses about oddities of the page.
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
    """Return a page, decoded as UTF-8, or as Latin-1 if it is not valid UTF-8 and the header or the
    page calls it Latin-1.
    """
    encoding, note = "utf-8", ""
    try:
        response.body.decode()
    except UnicodeDecodeError:
        header = response.headers.get("Content-Type", "")
        head_of_page = response.body[:_META_REACH].decode("ascii", "replace")
        if _LATIN.search(f"{header} {head_of_page}"):
            encoding = "cp1252"
        else:
            note = "invalid UTF-8 in the page was replaced"
    return FetchedPage(
        requested,
        url,
        response.status,
        response.body,
        encoding,
        fetched_at,
        (note,) if note else (),
    )
