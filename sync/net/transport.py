"""One request and its response, bounded in time and size whatever the server does (``requests``
bounds only the time between two pieces of a response). :mod:`sync.net.http` decides about retries
and redirects.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http import HTTPStatus
from threading import Event, Thread
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from requests.cookies import RequestsCookieJar, extract_cookies_to_jar, get_cookie_header
from requests.utils import get_environ_proxies
from urllib3.exceptions import HTTPError, InvalidHeader, NewConnectionError, ReadTimeoutError

from sync.net.addresses import Address
from sync.net.fetched import HttpSettings, RawResponse, TransportError
from sync.text import shorten

_PIECE = 65_536
_CHECK = "check the address and this machine's connection"
_PROXY = "check HTTPS_PROXY and HTTP_PROXY"
_NO_PROXY = (requests.exceptions.InvalidProxyURL, requests.exceptions.InvalidSchema, ValueError)

# The first match counts: some of these classes are subclasses of later ones.
_MEANINGS: tuple[tuple[tuple[type[BaseException], ...], str, str, bool], ...] = (
    (
        (ssl.SSLCertVerificationError,),
        "invalid TLS certificate",
        "check the address, and this machine's clock and certificates",
        False,
    ),
    ((requests.exceptions.ProxyError,), "cannot connect to the proxy", _PROXY, True),
    ((socket.gaierror,), "host name not found", _CHECK, True),
    (
        (requests.Timeout, ReadTimeoutError, TimeoutError),
        "no answer in time",
        "try again later",
        True,
    ),
    ((http.client.IncompleteRead,), "incomplete response", "try again later", True),
    (
        (ConnectionError, ssl.SSLEOFError, ssl.SSLZeroReturnError),
        "connection refused or closed by the server",
        _CHECK,
        True,
    ),
    (
        (ssl.SSLError,),
        "no secure connection",
        "check that the address has the right scheme, https:// or http://",
        False,
    ),
    (
        (http.client.HTTPException, InvalidHeader, zlib.error),
        "malformed HTTP response",
        "check the address",
        False,
    ),
    ((requests.ConnectionError,), "no connection", _CHECK, True),
)
_FAULTS = (
    requests.RequestException,
    HTTPError,
    http.client.HTTPException,
    OSError,
    ValueError,
    zlib.error,
)
_UNCONNECTED = (
    ssl.SSLCertVerificationError,
    socket.gaierror,
    requests.ConnectTimeout,
    NewConnectionError,
    ConnectionRefusedError,
)


class _Response(http.client.HTTPResponse):
    """A response that treats a chunk of negative length as an error, not as endless."""

    def _safe_read(self, amount: int) -> bytes:
        if amount < 0:
            raise http.client.HTTPException("a chunk of negative length")
        return super()._safe_read(amount)  # type: ignore[misc, no-any-return]


class _Adapter(HTTPAdapter):
    """The adapter of ``requests``; it exposes the socket and the response being read."""

    sock: socket.socket
    response: _Response | None = None

    def get_connection_with_tls_context(self, *arguments: Any, **options: Any) -> Any:
        pool: Any = super().get_connection_with_tls_context(*arguments, **options)
        # The pool is a stack and requests are made one at a time, so this is the connection that it
        # takes out next.
        connection = pool._get_conn()
        connection.response_class = self._response
        pool._put_conn(connection)
        return pool

    def _response(self, sock: socket.socket, *arguments: Any, **options: Any) -> _Response:
        self.sock, self.response = sock, _Response(sock, *arguments, **options)
        return self.response


class Transport:
    """Makes single requests. It keeps no cookies and no passwords; only the proxies come from the
    environment.
    """

    def __init__(self, settings: HttpSettings, headers: Mapping[str, str]) -> None:
        self._settings = settings
        self._headers = {**headers, "Accept-Encoding": "gzip"}
        self._adapter = _Adapter()

    def close(self) -> None:
        """Close the open connections."""
        self._adapter.close()

    def exchange(
        self,
        address: Address,
        *,
        form: bytes | None = None,
        cookies: RequestsCookieJar | None = None,
    ) -> RawResponse:
        """Make one GET, or one POST of a ``form`` (url-encoded). Raises :class:`TransportError`.

        The ``cookies`` that match the address are sent, and updated from the response. The body is
        read if the status is 200, after a form also if it is 403.
        """
        settings, headers = self._settings, self._headers
        if form is not None:
            # on a new connection: a kept one may be dead, and the form lost with it
            self.close()
            headers = {**headers, "Content-Type": "application/x-www-form-urlencoded"}
        with self._deadline() as over:
            try:
                request = requests.Request(
                    "GET" if form is None else "POST", address.url, headers=headers, data=form
                ).prepare()
                if cookies is not None and (value := get_cookie_header(cookies, request)):  # type: ignore[no-untyped-call]
                    request.headers["Cookie"] = value
                # Not by a requests.Session: it reads the whole body of a redirect, however large,
                # even without following it.
                response = self._adapter.send(
                    request,
                    stream=True,
                    timeout=(
                        min(settings.connect_timeout, settings.total_timeout),
                        settings.read_timeout,
                    ),
                    proxies=get_environ_proxies(address.url),
                )
                with response:
                    # ExpressionEngine explains a refused form with status 200 in one version and
                    # 403 in another.
                    is_read = response.status_code == HTTPStatus.OK or (
                        form is not None and response.status_code == HTTPStatus.FORBIDDEN
                    )
                    body = _body(response, settings.max_bytes) if is_read else b""
                    if over.is_set():  # a closed connection may look like the end of a body
                        raise TimeoutError
                    if cookies is not None:
                        extract_cookies_to_jar(cookies, request, response.raw)  # type: ignore[no-untyped-call]
                    return RawResponse(response.status_code, response.headers, body)
            except _FAULTS as error:
                if self._adapter.response is not None:
                    # urllib3 leaves it open after headers that it cannot parse
                    self._adapter.response.close()
                raise _meaning(error, settings.total_timeout, late=over.is_set()) from error

    @contextmanager
    def _deadline(self) -> Iterator[Event]:
        """Shut the socket being read when the total time is over, and set the event."""
        over, done = Event(), Event()

        def watch() -> None:
            left = self._settings.total_timeout
            # More than once: the first time there may be no socket yet.
            while not done.wait(left):
                over.set()
                left = 0.1
                if self._adapter.response is None:
                    continue
                with suppress(OSError):
                    self._adapter.sock.shutdown(socket.SHUT_RDWR)

        self._adapter.response = None
        watcher = Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield over
        finally:
            done.set()
            watcher.join()


def _meaning(error: BaseException, total_timeout: float, *, late: bool) -> TransportError:
    """Translate an error of the libraries, whose own words may contain addresses and passwords;
    ``late``: the total time is used up.
    """
    causes = [error]
    while (
        cause := causes[-1].__cause__ or causes[-1].__context__
    ) is not None and cause not in causes:
        causes.append(cause)
    sent = not (
        any(isinstance(cause, _UNCONNECTED) for cause in causes) or isinstance(error, _NO_PROXY)
    )
    if late:
        return TransportError(f"no complete response within {total_timeout:g} seconds", sent=sent)
    for kinds, reason, todo, again in _MEANINGS:
        if any(isinstance(cause, kinds) for cause in causes):
            return TransportError(reason, todo, again=again, sent=sent)
    return TransportError(
        f"the request could not be made ({type(error).__name__})",
        f"check the address, {_PROXY[6:]}",
        sent=sent,
    )


def _body(response: requests.Response, limit: int) -> bytes:
    """Return the body, decompressed and at most ``limit`` bytes long. Raises
    :class:`TransportError` and the errors of urllib3 and zlib.
    """
    encoding = response.headers.get("Content-Encoding", "").strip().lower().removeprefix("x-")
    if encoding not in {"", "identity", "gzip"}:
        raise TransportError(f"unsupported Content-Encoding {shorten(encoding, 40)!r}")
    body, inflater = bytearray(), zlib.decompressobj(16 + zlib.MAX_WBITS)
    while piece := response.raw.read(_PIECE, decode_content=False):
        body += inflater.decompress(piece, limit + 1) if encoding == "gzip" else piece
        if max(len(body), response.raw.tell()) > limit:
            raise TransportError(
                f"the response is larger than {limit / 1_000_000:g} MB", "check the address"
            )
    # Without a length, an empty body looks like a truncated one, for instance within the headers.
    may_be_empty = (
        response.headers.get("Content-Length") == "0" or "Transfer-Encoding" in response.headers
    )
    is_cut = (
        not inflater.eof or inflater.unused_data
        if encoding == "gzip" and response.raw.tell()
        else not body and not may_be_empty
    )
    if is_cut:
        raise http.client.IncompleteRead(b"")
    return bytes(body)
