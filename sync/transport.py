"""One request and its answer, within bounds of time and size whatever the other side does.

Retries, redirects and waiting are decided in :mod:`sync.http`; here is what one exchange may cost. ``requests``
bounds the time between two pieces of an answer, not the time of all of them, and undoes compression before
anybody can look at the size. So the reading of the socket and the undoing are done here.
"""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast
from urllib.request import getproxies_environment

import requests
from requests.adapters import HTTPAdapter
from requests.utils import should_bypass_proxies
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError, InvalidHeader, ReadTimeoutError

from sync.text import shorten

if TYPE_CHECKING:
    from sync.addresses import Address

__all__ = ["Bounds", "Reply", "Transport", "Trouble"]

_PIECE = 65_536
# What may come beside the body: http.client reads a hundred headers of 64 KiB at most.
_HEADERS = 8_000_000
_ENCODINGS = ("gzip", "deflate")

_CUT_SHORT = "the answer stopped before its end"
_NO_HTTP = "what it answered is no HTTP that could be read"
_LATER = "try again later"
_CHECK = "check the address and this machine's connection"
_NO_PAGE = "check that the address is that of the blog"


class Trouble(Exception):
    """An exchange that came to nothing: what happened, what to do, and whether to ask ``again`` makes sense.

    ``received`` counts the bytes that came in before.
    """

    def __init__(self, what: str, todo: str, *, again: bool = False, received: int = 0) -> None:
        super().__init__(what)
        self.what = what
        self.todo = todo
        self.again = again
        self.received = received


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one exchange may cost, in seconds and bytes; ``max_bytes`` holds for the body before and after decoding."""

    connect_timeout: float
    read_timeout: float
    total_timeout: float
    max_bytes: int


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. The body is decoded, and read only of an answer with status 200; ``received`` counts the bytes on the way."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    received: int


class Transport:
    """Makes single requests. It knows no cookies, no passwords, and no settings of the environment but the proxies'."""

    def __init__(self, bounds: Bounds, headers: Mapping[str, str], monotonic: Callable[[], float]) -> None:
        self._bounds = bounds
        self._headers = {**headers, "Accept-Encoding": ", ".join(_ENCODINGS)}
        self._monotonic = monotonic
        self._adapter = _Adapter()

    def close(self) -> None:
        """Close the connections that are kept open."""
        self._adapter.close()

    def exchange(self, address: Address) -> Reply:
        """Ask for a page once. Raises :class:`Trouble`."""
        bounds = self._bounds
        allowance = _Allowance(self._monotonic, bounds, self._monotonic() + bounds.total_timeout)
        token = _ALLOWANCE.set(allowance)
        try:
            # Not by a session: one that does not follow redirects still reads their whole body, however large.
            response = self._adapter.send(
                requests.Request("GET", address.url, headers=self._headers).prepare(),
                stream=True,
                timeout=(min(bounds.connect_timeout, bounds.total_timeout), bounds.read_timeout),
                proxies=_proxies(address),
            )
            with response:
                if allowance.at_end:  # http.client takes this for the end of the headers
                    raise _cut_short()
                body = _Body(bounds.max_bytes).read(response) if response.status_code == http.client.OK else b""
                return Reply(response.status_code, response.headers, body, allowance.received)
        except Trouble as trouble:
            trouble.received = allowance.received
            raise
        except (requests.RequestException, HTTPError, http.client.HTTPException, OSError) as error:
            raise _trouble(error, allowance) from error
        finally:
            _ALLOWANCE.reset(token)
            allowance.close()


def _proxies(address: Address) -> dict[str, str]:
    """The proxy that ``HTTP_PROXY``, ``HTTPS_PROXY`` and ``NO_PROXY`` name for this address."""
    known = getproxies_environment()
    if address.scheme not in known or should_bypass_proxies(address.url, no_proxy=known.get("no", "")):
        return {}
    return {address.scheme: known[address.scheme]}


class _Body:
    """Reads a body and undoes its compression, never beyond the limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._parts: list[bytes] = []
        self._size = 0
        self._received = 0

    def read(self, response: requests.Response) -> bytes:
        """The decoded body. Raises :class:`Trouble`, and what urllib3 raises."""
        encoding = response.headers.get("Content-Encoding", "").strip().lower().removeprefix("x-")
        if encoding not in {"", "identity", *_ENCODINGS}:
            raise Trouble(f"the answer is packed in a way that was not asked for ({shorten(encoding, 40)!r})", _LATER)
        stated = _stated_length(response.headers)
        if stated is not None and stated > self._limit:
            raise _too_large(self._limit)
        pieces = self._pieces(response)
        for part in pieces if encoding in {"", "identity"} else _unpacked(pieces, encoding, self._limit):
            self._parts.append(part)
            self._size += len(part)
            if self._size > self._limit:
                raise _too_large(self._limit)
        if stated is not None and self._received < stated:
            raise _cut_short()
        return b"".join(self._parts)

    def _pieces(self, response: requests.Response) -> Iterator[bytes]:
        """The body as it comes in: urllib3 undoes nothing but the division into chunks."""
        while piece := self._piece(response):
            self._received += len(piece)
            if self._received > self._limit:
                raise _too_large(self._limit)
            yield piece

    def _piece(self, response: requests.Response) -> bytes:
        try:
            return cast("bytes", response.raw.read(_PIECE, decode_content=False))
        except ValueError:  # from http.client, for a chunk of negative length
            raise Trouble(_NO_HTTP, _NO_PAGE) from None


def _stated_length(headers: Mapping[str, str]) -> int | None:
    """What ``Content-Length`` says, where it says anything that counts."""
    text = headers.get("Content-Length", "").strip()
    if "chunked" in headers.get("Transfer-Encoding", "").lower() or not (text.isascii() and text.isdigit()):
        return None
    # More digits than any size has may be more than int() takes.
    return int(text[:18])


def _unpacked(pieces: Iterator[bytes], encoding: str, limit: int) -> Iterator[bytes]:
    """The pieces decompressed, each result at most one byte longer than ``limit``."""
    inflater = None
    for piece in pieces:
        inflater = inflater or zlib.decompressobj(_window(encoding, piece))
        rest = piece
        while rest and not inflater.eof:
            try:
                yield inflater.decompress(rest, limit + 1)
            except zlib.error:
                raise _not_unpacked() from None
            rest = inflater.unconsumed_tail
        if inflater.eof and (rest or inflater.unused_data).strip(b"\0"):
            # Padding may follow; more content may not, for no server packs a page in several parts.
            raise _not_unpacked()
    if inflater is not None and not inflater.eof:
        raise _cut_short()


def _window(encoding: str, start: bytes) -> int:
    """zlib's number for a format. Some servers send as "deflate" what has no header."""
    if encoding == "gzip":
        return 16 + zlib.MAX_WBITS
    has_header = start[0] & 0x0F == 8 and int.from_bytes(start[:2], "big") % 31 == 0
    return zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS


def _too_large(limit: int) -> Trouble:
    return Trouble(f"the answer is larger than {limit / 1_000_000:g} MB, which no page of the game is", _NO_PAGE)


def _not_unpacked() -> Trouble:
    return Trouble("the answer is packed, and cannot be unpacked", _LATER)


def _cut_short() -> Trouble:
    return Trouble(_CUT_SHORT, _LATER, again=True)


@dataclass(slots=True)
class _Allowance:
    """What one exchange may still cost: when it has to be over, and how much has come in."""

    monotonic: Callable[[], float]
    bounds: Bounds
    end: float
    received: int = 0
    at_end: bool = False
    streams: list[io.BufferedReader] = field(default_factory=list)

    def is_over(self) -> bool:
        return self.monotonic() >= self.end

    def patience(self) -> float:
        """How long the next piece may take, in seconds. Raises :class:`TimeoutError` when there is no time left."""
        left = self.end - self.monotonic()
        if left <= 0:
            raise TimeoutError("no time left")
        return min(left, self.bounds.read_timeout)

    def spend(self, count: int) -> None:
        """Count bytes that came in; none are the end. Raises :class:`Trouble` when there are too many."""
        self.at_end = not count
        self.received += count
        if self.received > 2 * self.bounds.max_bytes + _HEADERS:
            raise _too_large(self.bounds.max_bytes)

    def watch(self, stream: io.RawIOBase, sock: socket.socket) -> io.BufferedReader:
        """A socket's stream, to be read within this allowance."""
        self.streams.append(io.BufferedReader(_Watched(stream, sock, self)))
        return self.streams[-1]

    def close(self) -> None:
        """Close the streams: urllib3 leaves one open where it cannot make sense of the headers."""
        for stream in self.streams:
            stream.close()


_ALLOWANCE: ContextVar[_Allowance] = ContextVar("_ALLOWANCE")


class _Watched(io.RawIOBase):
    """A socket's stream that looks at the allowance with every read.

    So a slow drip does not outlast the deadline, and what the libraries read on their own is not without end:
    a chunk that calls itself -1 bytes long is read as far as it goes.
    """

    def __init__(self, stream: io.RawIOBase, sock: socket.socket, allowance: _Allowance) -> None:
        super().__init__()
        self._stream = stream
        self._socket = sock
        self._allowance = allowance

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int | None:
        self._socket.settimeout(self._allowance.patience())
        count = self._stream.readinto(buffer)
        self._allowance.spend(count or 0)
        return count

    def close(self) -> None:
        self._stream.close()
        super().close()


class _Response(http.client.HTTPResponse):
    def __init__(self, sock: socket.socket, debuglevel: int = 0, method: str | None = None, url: str | None = None) -> None:
        super().__init__(sock, debuglevel, method, url)
        self.fp = _ALLOWANCE.get().watch(self.fp.detach(), sock)


class _Connection(HTTPConnection):
    response_class = _Response


class _SecureConnection(HTTPSConnection):
    response_class = _Response


class _Pool(HTTPConnectionPool):
    ConnectionCls = cast("Any", _Connection)


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = cast("Any", _SecureConnection)


class _Adapter(HTTPAdapter):
    """The adapter of ``requests`` with connections that are watched."""

    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
        super().init_poolmanager(*arguments, **options)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}

    def proxy_manager_for(self, proxy: Any, **options: Any) -> Any:
        manager = super().proxy_manager_for(proxy, **options)
        manager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}
        return manager


def _trouble(error: BaseException, allowance: _Allowance) -> Trouble:
    """What an error of the libraries means. Their own words are not used: they may hold addresses and passwords."""
    bounds = allowance.bounds
    if allowance.is_over():
        return Trouble(f"the answer was not complete after {bounds.total_timeout:g} seconds", _LATER, received=allowance.received)
    causes = list(_causes(error))
    for kinds, what, todo, again in _MEANINGS:
        if any(isinstance(cause, kinds) for cause in causes):
            told = what.format(connect=bounds.connect_timeout, read=bounds.read_timeout)
            return Trouble(told, todo, again=again, received=allowance.received)
    return Trouble(f"the request could not be made ({type(error).__name__})", _CHECK)


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


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and those it came from. Python keeps these chains free of circles."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
