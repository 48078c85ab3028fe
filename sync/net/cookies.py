"""The cookies of one session, kept in memory only."""

from __future__ import annotations

from collections.abc import Iterable
from email.message import Message
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from typing import cast
from urllib.request import Request

from sync.net.addresses import Address

__all__ = ["Cookies"]


class _Headers:
    """As much of a response as a cookie jar looks at."""

    def __init__(self, cookies: Iterable[str]) -> None:
        self._message = Message()
        for cookie in cookies:
            self._message["Set-Cookie"] = cookie

    def info(self) -> Message:
        return self._message


class Cookies:
    """Takes cookies out of responses and puts them into requests, by the rules of :mod:`http.cookiejar`.

    They are never shown: whoever has them is logged in.
    """

    def __init__(self) -> None:
        self._jar = CookieJar()

    def __repr__(self) -> str:
        return "Cookies(…)"

    def take(self, address: Address, headers: Iterable[str]) -> None:
        """Keep the cookies of a response's ``Set-Cookie`` headers."""
        self._jar.extract_cookies(cast("HTTPResponse", _Headers(headers)), _request(address))

    def header(self, address: Address) -> dict[str, str]:
        """The ``Cookie`` header for a request, or none."""
        request = _request(address)
        self._jar.add_cookie_header(request)
        value = request.get_header("Cookie")
        return {"Cookie": value} if value else {}

    def clear(self) -> None:
        """Forget all of them."""
        self._jar.clear()


def _request(address: Address) -> Request:
    return Request(address.url)  # noqa: S310 - an address is one of http or https
