"""Why a request failed, in words for people, and whether repeating it may help."""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Iterator
from http import HTTPStatus

import requests
from urllib3.exceptions import InvalidHeader, NewConnectionError, ReadTimeoutError

from sync.errors import Unreachable
from sync.net.addresses import shown_address
from sync.net.response import AskedWait
from sync.net.settings import HttpSettings

__all__ = [
    "CUT_SHORT",
    "MALFORMED",
    "TRANSIENT",
    "NotFetched",
    "TransportError",
    "attempts",
    "status_error",
    "too_large",
    "transport_error",
]

TRANSIENT = frozenset({429, 500, 502, 503, 504})
"""Statuses of a server that may answer the same request a little later."""

CUT_SHORT = "incomplete response"
MALFORMED = "malformed HTTP response"

_DEEPEST = 20
_LATER = "try again later"
_CHECK = "check the address and this machine's connection"
_NO_PAGE = "check the address"
_ADVICE = {
    401: "the page is not public; contact the site's administrators",
    403: "the site does not admit this tool; contact its administrators",
    404: "check the address; the page may have been removed",
    410: "the page was removed",
    429: "try again later, with longer pauses",
}


class TransportError(Exception):
    """A request that failed: the reason, what to do about it, and whether repeating it (``again``) may help.

    ``received`` counts the bytes that came in. ``sent`` is False only if there was no connection, so that the server
    cannot have acted on the request. ``status`` is that of the response, None without one, ``wait`` what its
    ``Retry-After`` asks for. ``tries`` counts the requests made, 0 if none was; ``url`` is the address requested last.
    """

    def __init__(
        self,
        reason: str,
        todo: str = _LATER,
        *,
        again: bool = False,
        received: int = 0,
        sent: bool = True,
        status: int | None = None,
        wait: AskedWait | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.todo = todo
        self.again = again
        self.received = received
        self.sent = sent
        self.status = status
        self.wait = wait
        self.tries = 1
        self.url = ""


class NotFetched(Unreachable):
    """A page could not be fetched. ``status`` is that of the last response, None without one; ``tries`` counts the requests."""

    def __init__(self, url: str, reason: str, todo: str, *, status: int | None = None, tries: int = 0) -> None:
        super().__init__(f"could not fetch {shown_address(url)} ({attempts(tries)}): {reason}; {todo}")
        self.url = url
        self.status = status
        self.tries = tries


def attempts(tries: int) -> str:
    """How often a request was made, for a sentence: ``2 attempts``."""
    return "not requested" if not tries else f"{tries} attempt{'' if tries == 1 else 's'}"


def too_large(limit: int) -> TransportError:
    """The response is larger than ``limit`` bytes."""
    return TransportError(f"the response is larger than {limit / 1_000_000:g} MB", _NO_PAGE)


def status_error(status: int, wait: AskedWait | None = None) -> TransportError:
    """What a status means that is neither 200 nor a redirect. The server's own phrase for it is not quoted."""
    try:
        reason = f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        reason = f"status {status}"
    return TransportError(reason, _ADVICE.get(status, _LATER), again=status in TRANSIENT, status=status, wait=wait)


def transport_error(error: BaseException, settings: HttpSettings, *, late: bool, received: int) -> TransportError:
    """What an error of the libraries means. ``late``: the total time is used up; ``received``: bytes that came in.

    Their own messages are not quoted: they may hold addresses and passwords.
    """
    causes = list(_causes(error))
    sent = not any(isinstance(cause, _UNCONNECTED) for cause in causes)
    if late:
        return TransportError(f"no complete response within {settings.total_timeout:g} seconds", received=received, sent=sent)
    for kinds, reason, todo, again in _MEANINGS:
        if any(isinstance(cause, kinds) for cause in causes):
            filled = reason.format(connect=settings.connect_timeout, read=settings.read_timeout)
            return TransportError(filled, todo, again=again, received=received, sent=sent)
    return TransportError(f"the request could not be made ({type(error).__name__})", _CHECK, sent=sent)


_UNCONNECTED = (ssl.SSLCertVerificationError, socket.gaierror, requests.ConnectTimeout, NewConnectionError, ConnectionRefusedError)

# The first that fits counts: some of these classes are subclasses of later ones.
_MEANINGS: tuple[tuple[tuple[type[BaseException], ...], str, str, bool], ...] = (
    ((ssl.SSLCertVerificationError,), "invalid TLS certificate", "check the address, and this machine's clock and certificates", False),
    ((requests.exceptions.ProxyError,), "cannot connect to the proxy", "check HTTPS_PROXY and HTTP_PROXY", True),
    ((socket.gaierror,), "host name not found", _CHECK, True),
    ((requests.ConnectTimeout,), "no connection within {connect:g} seconds", _CHECK, True),
    ((requests.Timeout, ReadTimeoutError, TimeoutError), "no data for {read:g} seconds", _LATER, True),
    ((ConnectionRefusedError,), "connection refused", _CHECK, True),
    ((http.client.IncompleteRead,), CUT_SHORT, _LATER, True),
    ((ConnectionError, ssl.SSLEOFError, ssl.SSLZeroReturnError), "connection closed by the server", _LATER, True),
    ((ssl.SSLError,), "no secure connection", "check whether the address should begin with https:// or http://", False),
    ((http.client.HTTPException, InvalidHeader), MALFORMED, _NO_PAGE, False),
    ((requests.ConnectionError,), "no connection", _CHECK, True),
)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and those that caused it, at most 20."""
    cause: BaseException | None = error
    depth = 0
    while cause is not None and depth < _DEEPEST:
        yield cause
        cause = cause.__cause__ or cause.__context__
        depth += 1
