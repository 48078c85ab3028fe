"""One request and its response, bounded in time and size whatever the server does.

Retries, redirects and waiting are decided in :mod:`sync.net.http`. ``requests`` undoes compression before anybody
can look at the size, so that is done here; its reads are bounded in :mod:`sync.net.deadline`.
"""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import zlib
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import cast
from urllib.request import getproxies_environment

import requests
from requests.cookies import RequestsCookieJar, extract_cookies_to_jar, get_cookie_header
from requests.utils import should_bypass_proxies
from urllib3.exceptions import HTTPError, InvalidHeader, NewConnectionError, ReadTimeoutError

from sync.net.addresses import Address, parse_address
from sync.net.deadline import ALLOWANCE, Allowance, WatchedAdapter
from sync.net.errors import TransportError, too_large
from sync.net.response import RawResponse
from sync.net.settings import HttpSettings
from sync.text import shorten

__all__ = ["Cookies", "Transport"]

_PIECE = 65_536
_LOGIN = re.compile(r"[^\s/?#@\[\]\\\x00-\x20\x7f]*")
_ENCODINGS = ("gzip", "deflate")
_CORRUPT = "corrupt compressed data"
_COOKIES = re.compile(r"[\x20-\xff]{1,16000}")
# ExpressionEngine explains why it refuses a form with status 200 in one version and 403 in another.
_READABLE_AFTER_FORM = (HTTPStatus.OK, HTTPStatus.FORBIDDEN)

_LATER = "try again later"
_CHECK = "check the address and this machine's connection"
_NO_PAGE = "check the address"
_CUT_SHORT = "incomplete response"
_MALFORMED = "malformed HTTP response"
_MOST_CAUSES = 20

# The first that fits counts: some of these classes are subclasses of later ones.
_MEANINGS: tuple[tuple[tuple[type[BaseException], ...], str, str, bool], ...] = (
    ((ssl.SSLCertVerificationError,), "invalid TLS certificate", "check the address, and this machine's clock and certificates", False),
    ((requests.exceptions.ProxyError,), "cannot connect to the proxy", "check HTTPS_PROXY and HTTP_PROXY", True),
    ((socket.gaierror,), "host name not found", _CHECK, True),
    ((requests.ConnectTimeout,), "no connection within {connect:g} seconds", _CHECK, True),
    ((requests.Timeout, ReadTimeoutError, TimeoutError), "no data for {read:g} seconds", _LATER, True),
    ((ConnectionRefusedError,), "connection refused", _CHECK, True),
    ((http.client.IncompleteRead,), _CUT_SHORT, _LATER, True),
    ((ConnectionError, ssl.SSLEOFError, ssl.SSLZeroReturnError), "connection closed by the server", _LATER, True),
    ((ssl.SSLError,), "no secure connection", "check whether the address should begin with https:// or http://", False),
    ((http.client.HTTPException, InvalidHeader), _MALFORMED, _NO_PAGE, False),
    ((requests.ConnectionError,), "no connection", _CHECK, True),
)
_UNCONNECTED = (ssl.SSLCertVerificationError, socket.gaierror, requests.ConnectTimeout, NewConnectionError, ConnectionRefusedError)


class Cookies(RequestsCookieJar):
    """The cookies of one session, in memory only. They are never shown: whoever has them is logged in."""

    def __repr__(self) -> str:
        return "Cookies(…)"


class Transport:
    """Makes single requests. It keeps no cookies and no passwords, and takes only the proxies from the environment."""

    def __init__(self, settings: HttpSettings, headers: Mapping[str, str], monotonic: Callable[[], float]) -> None:
        self._settings = settings
        self._headers = {**headers, "Accept-Encoding": ", ".join(_ENCODINGS)}
        self._monotonic = monotonic
        self._adapter = WatchedAdapter()

    def close(self) -> None:
        """Close the connections that are kept open."""
        self._adapter.close()

    def exchange(self, address: Address, *, form: bytes | None = None, cookies: Cookies | None = None) -> RawResponse:
        """Make one GET, or one POST of a ``form`` (url-encoded). Raises :class:`TransportError`.

        ``cookies`` are sent as far as they belong to the address, and updated from the response. Its body is read if the
        status is 200, after a form also if it is 403.
        """
        settings = self._settings
        allowance = Allowance(self._monotonic, settings, self._monotonic() + settings.total_timeout)
        token = ALLOWANCE.set(allowance)
        try:
            request = _prepared(address, form, self._headers, cookies)
            if form is not None:
                self.close()  # on a new connection: one that was kept open may be dead, and the form lost in it
            # Not by a requests.Session: it reads the whole body of a redirect, however large, even if it does not follow it.
            response = self._adapter.send(
                request,
                stream=True,
                timeout=(min(settings.connect_timeout, settings.total_timeout), settings.read_timeout),
                proxies=_proxies(address),
            )
            with response:
                if allowance.at_end:  # http.client takes this for the end of the headers
                    raise TransportError(_CUT_SHORT, again=True)
                is_read = response.status_code in (_READABLE_AFTER_FORM[: 1 if form is None else None])
                body = _body(response, settings.max_bytes) if is_read else b""
                if cookies is not None:
                    extract_cookies_to_jar(cookies, request, response.raw)  # type: ignore[no-untyped-call]
                return RawResponse(response.status_code, response.headers, body, allowance.received)
        except TransportError as error:
            error.received = allowance.received
            raise
        except (requests.RequestException, HTTPError, http.client.HTTPException, OSError) as error:
            raise _meaning(error, settings, late=allowance.is_over(), received=allowance.received) from error
        finally:
            ALLOWANCE.reset(token)
            allowance.close()


def _meaning(error: BaseException, settings: HttpSettings, *, late: bool, received: int) -> TransportError:
    """What an error of the libraries means. ``late``: the total time is used up; ``received``: bytes that came in.

    Their own messages are not quoted: they may hold addresses and passwords.
    """
    causes = [error]
    while (cause := causes[-1].__cause__ or causes[-1].__context__) is not None and len(causes) < _MOST_CAUSES:
        causes.append(cause)
    sent = not any(isinstance(cause, _UNCONNECTED) for cause in causes)
    if late:
        return TransportError(f"no complete response within {settings.total_timeout:g} seconds", received=received, sent=sent)
    for kinds, reason, todo, again in _MEANINGS:
        if any(isinstance(cause, kinds) for cause in causes):
            filled = reason.format(connect=settings.connect_timeout, read=settings.read_timeout)
            return TransportError(filled, todo, again=again, received=received, sent=sent)
    return TransportError(f"the request could not be made ({type(error).__name__})", _CHECK, sent=sent)


def _prepared(address: Address, form: bytes | None, headers: Mapping[str, str], cookies: Cookies | None) -> requests.PreparedRequest:
    request = requests.Request("GET" if form is None else "POST", address.url, headers=headers, data=form).prepare()
    if form is not None:
        request.headers["Content-Type"] = "application/x-www-form-urlencoded"
    value = None if cookies is None else get_cookie_header(cookies, request)  # type: ignore[no-untyped-call]
    if value:
        if not _COOKIES.fullmatch(value):
            raise TransportError("the site's cookies cannot be sent back", "open the site in a browser", sent=False)
        request.headers["Cookie"] = value
    return request


def _proxies(address: Address) -> dict[str, str]:
    """The proxy that ``HTTP_PROXY``, ``HTTPS_PROXY`` and ``NO_PROXY`` name for this address. Raises :class:`TransportError`."""
    known = getproxies_environment()
    if address.scheme not in known or should_bypass_proxies(address.url, no_proxy=known.get("no", "")):
        return {}
    value = known[address.scheme]
    scheme, found, rest = value.rpartition("://")
    login, at, site = rest.rpartition("@")
    try:
        # Checked here, for requests fails in ways of its own over some of what may stand there.
        proxy = parse_address(f"{scheme.lower() if found else 'http'}://{site}")
    except ValueError:
        raise _bad_proxy() from None
    if not _LOGIN.fullmatch(login):
        raise _bad_proxy()
    return {address.scheme: proxy.site.replace("://", f"://{login}{at}")}


def _bad_proxy() -> TransportError:
    # The value is not quoted: it may hold a password.
    return TransportError("HTTPS_PROXY or HTTP_PROXY is not the http:// or https:// address of a proxy", "correct it", sent=False)


def _body(response: requests.Response, limit: int) -> bytes:
    """The body, decompressed; neither form may be larger than the limit. Raises :class:`TransportError`, and what urllib3 raises."""
    encoding = response.headers.get("Content-Encoding", "").strip().lower().removeprefix("x-")
    if encoding not in {"", "identity", *_ENCODINGS}:
        raise TransportError(f"unsupported Content-Encoding {shorten(encoding, 40)!r}")
    stated = _stated_length(response.headers)
    if stated is not None and stated > limit:
        raise too_large(limit)
    body, received, inflater = bytearray(), 0, None
    while piece := _piece(response):
        received += len(piece)
        if encoding in _ENCODINGS:
            inflater = inflater or zlib.decompressobj(_window(encoding, piece))
            piece = _inflated(inflater, piece, limit)
        body += piece
        if max(received, len(body)) > limit:
            raise too_large(limit)
    if (stated is not None and received < stated) or (inflater is not None and not inflater.eof):
        raise TransportError(_CUT_SHORT, again=True)
    return bytes(body)


def _piece(response: requests.Response) -> bytes:
    """The next bytes as they come in, still compressed; urllib3 only joins its chunks."""
    try:
        return cast("bytes", response.raw.read(_PIECE, decode_content=False))
    except ValueError:  # from http.client, for a chunk of negative length
        raise TransportError(_MALFORMED, _NO_PAGE) from None


def _stated_length(headers: Mapping[str, str]) -> int | None:
    """The ``Content-Length``, None if it is absent, invalid or overruled by chunks."""
    text = headers.get("Content-Length", "").strip()
    if "chunked" in headers.get("Transfer-Encoding", "").lower() or not (text.isascii() and text.isdigit()):
        return None
    # More digits than any size has may be more than int() takes.
    return int(text[:18])


def _inflated(inflater: zlib._Decompress, piece: bytes, limit: int) -> bytes:
    """A piece decompressed, up to one byte more than ``limit``, by which the body is too large."""
    try:
        plain = inflater.decompress(piece, limit + 1)
    except zlib.error:
        raise TransportError(_CORRUPT) from None
    if inflater.unused_data.strip(b"\0"):
        # Padding may follow; a second compressed member may not: no server sends a page in several.
        raise TransportError(_CORRUPT)
    return plain


def _window(encoding: str, start: bytes) -> int:
    """zlib's ``wbits`` for an encoding. Some servers send raw deflate data, without the zlib header."""
    if encoding == "gzip":
        return 16 + zlib.MAX_WBITS
    has_header = start[0] & 0x0F == 8 and int.from_bytes(start[:2], "big") % 31 == 0
    return zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS
