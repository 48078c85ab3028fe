"""One request and its answer, within bounds of time and size whatever the other side does.

Retries, redirects and waiting are decided in :mod:`sync.net.http`. ``requests`` undoes compression before anybody
can look at the size, so that is done here; and what it waits for is watched in :mod:`sync.net.deadline`.
"""

from __future__ import annotations

import http.client
import re
import zlib
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from typing import cast
from urllib.request import getproxies_environment

import requests
from requests.utils import should_bypass_proxies
from urllib3.exceptions import HTTPError

from sync.net.addresses import Address, parse_address
from sync.net.deadline import ALLOWANCE, Allowance, WatchedAdapter
from sync.net.errors import Bounds, Trouble, bad_proxy, cut_short, no_http, not_asked_for, not_unpacked, too_large, trouble_of
from sync.text import shorten

__all__ = ["Reply", "Transport"]

_PIECE = 65_536
_LOGIN = re.compile(r"[^\s/?#@\[\]\\\x00-\x20\x7f]*")
_ENCODINGS = ("gzip", "deflate")


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. The body is decoded, and read only of an answer with a readable status; ``received`` counts the bytes on the way.

    ``cookies`` are the ``Set-Cookie`` headers, each by itself: joined into one they could not be told apart.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    received: int
    cookies: tuple[str, ...] = ()


class Transport:
    """Makes single requests. It keeps no cookies, no passwords, and knows no settings of the environment but the proxies'."""

    def __init__(self, bounds: Bounds, headers: Mapping[str, str], monotonic: Callable[[], float]) -> None:
        self._bounds = bounds
        self._headers = {**headers, "Accept-Encoding": ", ".join(_ENCODINGS)}
        self._monotonic = monotonic
        self._adapter = WatchedAdapter()

    def close(self) -> None:
        """Close the connections that are kept open."""
        self._adapter.close()

    def exchange(
        self,
        address: Address,
        *,
        form: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        readable: Container[int] = (http.client.OK,),
    ) -> Reply:
        """Ask for a page once, or send it a ``form`` (url-encoded) once. Raises :class:`Trouble`.

        ``headers`` are those of this request alone, such as its cookies. ``readable`` are the statuses whose body is read.
        """
        bounds = self._bounds
        allowance = Allowance(self._monotonic, bounds, self._monotonic() + bounds.total_timeout)
        token = ALLOWANCE.set(allowance)
        try:
            # Not by a session: one that does not follow redirects still reads their whole body, however large.
            response = self._adapter.send(
                _prepared(address, form, {**self._headers, **(headers or {})}),
                stream=True,
                timeout=(min(bounds.connect_timeout, bounds.total_timeout), bounds.read_timeout),
                proxies=_proxies(address),
            )
            with response:
                if allowance.at_end:  # http.client takes this for the end of the headers
                    raise cut_short()
                body = _Body(bounds.max_bytes).read(response) if response.status_code in readable else b""
                cookies = tuple(response.raw.headers.getlist("Set-Cookie"))
                return Reply(response.status_code, response.headers, body, allowance.received, cookies)
        except Trouble as trouble:
            trouble.received = allowance.received
            raise
        except (requests.RequestException, HTTPError, http.client.HTTPException, OSError) as error:
            raise trouble_of(error, bounds, late=allowance.is_over(), received=allowance.received) from error
        finally:
            ALLOWANCE.reset(token)
            allowance.close()


def _prepared(address: Address, form: bytes | None, headers: Mapping[str, str]) -> requests.PreparedRequest:
    if form is None:
        return requests.Request("GET", address.url, headers=headers).prepare()
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    return requests.Request("POST", address.url, headers={**headers, **kind}, data=form).prepare()


def _proxies(address: Address) -> dict[str, str]:
    """The proxy that ``HTTP_PROXY``, ``HTTPS_PROXY`` and ``NO_PROXY`` name for this address. Raises :class:`Trouble`."""
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
        raise bad_proxy() from None
    if not _LOGIN.fullmatch(login):
        raise bad_proxy()
    return {address.scheme: proxy.site.replace("://", f"://{login}{at}")}


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
            raise not_asked_for(shorten(encoding, 40))
        stated = _stated_length(response.headers)
        if stated is not None and stated > self._limit:
            raise too_large(self._limit)
        pieces = self._pieces(response)
        for part in pieces if encoding in {"", "identity"} else _unpacked(pieces, encoding, self._limit):
            self._parts.append(part)
            self._size += len(part)
            if self._size > self._limit:
                raise too_large(self._limit)
        if stated is not None and self._received < stated:
            raise cut_short()
        return b"".join(self._parts)

    def _pieces(self, response: requests.Response) -> Iterator[bytes]:
        """The body as it comes in: urllib3 undoes nothing but the division into chunks."""
        while piece := self._piece(response):
            self._received += len(piece)
            if self._received > self._limit:
                raise too_large(self._limit)
            yield piece

    def _piece(self, response: requests.Response) -> bytes:
        try:
            return cast("bytes", response.raw.read(_PIECE, decode_content=False))
        except ValueError:  # from http.client, for a chunk of negative length
            raise no_http() from None


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
                raise not_unpacked() from None
            rest = inflater.unconsumed_tail
        if inflater.eof and (rest or inflater.unused_data).strip(b"\0"):
            # Padding may follow; more content may not, for no server packs a page in several parts.
            raise not_unpacked()
    if inflater is not None and not inflater.eof:
        raise cut_short()


def _window(encoding: str, start: bytes) -> int:
    """zlib's number for a format. Some servers send as "deflate" what has no header."""
    if encoding == "gzip":
        return 16 + zlib.MAX_WBITS
    has_header = start[0] & 0x0F == 8 and int.from_bytes(start[:2], "big") % 31 == 0
    return zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS
