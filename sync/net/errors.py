"""What can go wrong with one request, in words for people, and whether to ask again makes sense."""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass

import requests
from urllib3.exceptions import InvalidHeader, NewConnectionError, ReadTimeoutError

__all__ = ["Bounds", "Trouble", "bad_proxy", "cut_short", "no_http", "not_asked_for", "not_unpacked", "too_large", "trouble_of"]

_DEEPEST = 20
_CUT_SHORT = "the answer stopped before its end"
_NO_HTTP = "what it answered is no HTTP that could be read"
_LATER = "try again later"
_CHECK = "check the address and this machine's connection"
_NO_PAGE = "check that the address is the right one"


class Trouble(Exception):
    """An exchange that came to nothing: what happened, what to do, and whether to ask ``again`` makes sense.

    ``received`` counts the bytes that came in before. ``sent`` is False only where there was no connection, so that
    the other side cannot have acted on what it was sent.
    """

    def __init__(self, what: str, todo: str, *, again: bool = False, received: int = 0, sent: bool = True) -> None:
        super().__init__(what)
        self.what = what
        self.todo = todo
        self.again = again
        self.received = received
        self.sent = sent


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one exchange may cost, in seconds and bytes; ``max_bytes`` holds for the body before and after decoding."""

    connect_timeout: float
    read_timeout: float
    total_timeout: float
    max_bytes: int


def bad_proxy() -> Trouble:
    """A variable of the environment names a proxy that cannot be one; it is not quoted, for it may hold a password."""
    return Trouble("HTTPS_PROXY or HTTP_PROXY is not the http:// or https:// address of a proxy", "correct those variables", sent=False)


def too_large(limit: int) -> Trouble:
    """The answer holds more than ``limit`` bytes."""
    return Trouble(f"the answer is larger than {limit / 1_000_000:g} MB, which no page of the game is", _NO_PAGE)


def not_asked_for(encoding: str) -> Trouble:
    """The answer has a ``Content-Encoding`` that the request did not offer; its name is fit to be shown."""
    return Trouble(f"the answer is packed in a way that was not asked for ({encoding!r})", _LATER)


def not_unpacked() -> Trouble:
    """The answer is not of the ``Content-Encoding`` it names."""
    return Trouble("the answer is packed, and cannot be unpacked", _LATER)


def cut_short() -> Trouble:
    """The answer has no end."""
    return Trouble(_CUT_SHORT, _LATER, again=True)


def no_http() -> Trouble:
    """The answer breaks the rules of HTTP."""
    return Trouble(_NO_HTTP, _NO_PAGE)


def trouble_of(error: BaseException, bounds: Bounds, *, late: bool, received: int) -> Trouble:
    """What an error of the libraries means. ``late`` says that the whole time is over, ``received`` how many bytes came in.

    Their own words are not used: they may hold addresses and passwords.
    """
    causes = list(_causes(error))
    sent = not any(isinstance(cause, _UNCONNECTED) for cause in causes)
    if late:
        return Trouble(f"the answer was not complete after {bounds.total_timeout:g} seconds", _LATER, received=received, sent=sent)
    for kinds, what, todo, again in _MEANINGS:
        if any(isinstance(cause, kinds) for cause in causes):
            told = what.format(connect=bounds.connect_timeout, read=bounds.read_timeout)
            return Trouble(told, todo, again=again, received=received, sent=sent)
    return Trouble(f"the request could not be made ({type(error).__name__})", _CHECK, sent=sent)


_UNCONNECTED = (ssl.SSLCertVerificationError, socket.gaierror, requests.ConnectTimeout, NewConnectionError, ConnectionRefusedError)

# The first that fits counts: some of these kinds are special cases of later ones.
_MEANINGS: tuple[tuple[tuple[type[BaseException], ...], str, str, bool], ...] = (
    (
        (ssl.SSLCertVerificationError,),
        "its certificate is not valid",
        "check the address, and this machine's clock and certificates",
        False,
    ),
    ((requests.exceptions.ProxyError,), "the proxy that HTTPS_PROXY or HTTP_PROXY names did not connect", "check those variables", True),
    ((socket.gaierror,), "no host of that name was found", _CHECK, True),
    ((requests.ConnectTimeout,), "there was no connection within {connect:g} seconds", _CHECK, True),
    ((requests.Timeout, ReadTimeoutError, TimeoutError), "nothing came for {read:g} seconds", _LATER, True),
    ((ConnectionRefusedError,), "it refused the connection", _CHECK, True),
    ((http.client.IncompleteRead,), _CUT_SHORT, _LATER, True),
    ((ConnectionError, ssl.SSLEOFError, ssl.SSLZeroReturnError), "it cut the connection", _LATER, True),
    ((ssl.SSLError,), "there was no secure connection", "check that the address begins with the right one of https:// and http://", False),
    ((http.client.HTTPException, InvalidHeader), _NO_HTTP, _NO_PAGE, False),
    ((requests.ConnectionError,), "there was no connection", _CHECK, True),
)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and those it came from, as far as anybody nests them."""
    cause: BaseException | None = error
    depth = 0
    while cause is not None and depth < _DEEPEST:
        yield cause
        cause = cause.__cause__ or cause.__context__
        depth += 1
