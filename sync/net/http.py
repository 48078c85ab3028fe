"""Web requests, made politely: one at a time, with pauses, repeated only where that may help, redirects followed within the host."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from http import HTTPStatus
from typing import Any, Self
from urllib.parse import quote, urlencode

from sync import tool_version
from sync.net.addresses import Address, join, parse_address, shown_address
from sync.net.fetched import TRANSIENT, FetchedPage, NotFetched, RawResponse, TransportError, make_page, read_retry_after, status_error
from sync.net.pacing import HttpSettings, Pacing
from sync.net.transport import Cookies, Transport
from sync.times import clock

MAX_REDIRECTS = 5

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_ASCII = bytes(range(128))

Check = Callable[[RawResponse], None]
"""Raises :class:`TransportError` for a response with status 200 that does not answer the request."""


class Http:
    """A session that reads. It sends no cookies and no forms. Not for several threads at once.

    ``requests`` counts what was sent; ``asked_wait`` are the seconds that the last response's ``Retry-After`` asks for.
    ``sleep``, ``monotonic`` and ``now`` are there for tests.
    """

    def __init__(
        self,
        settings: HttpSettings,
        *,
        accept: str = "text/html,*/*;q=0.5",
        sleep: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = clock,
    ) -> None:
        self.requests = 0
        self.asked_wait: float | None = None
        self._cookies: Cookies | None = None
        self._sleep = sleep
        self._now = now
        self._pacing = Pacing(settings, sleep, monotonic)
        self._transport = Transport(settings, {"User-Agent": f"blognomic-sync/{tool_version()} ({settings.contact})", "Accept": accept})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections that are kept open. The session can be used again."""
        self._transport.close()

    def get(self, url: str, *, within: str = "") -> FetchedPage:
        """The page at an address, whose response has status 200. Raises :class:`NotFetched`.

        Redirects are followed within the host, and below the address ``within`` if one is given.
        """
        try:
            here, response = self.fetch(parse_address(url), within=within)
        except ValueError as error:
            raise NotFetched(url, f"{error}", "check the address") from None
        except TransportError as error:
            raise NotFetched(error.url or url, error.reason, error.todo, status=error.status, tries=error.tries) from error
        return make_page(url, here.url, response, self._now())

    def fetch(self, address: Address, *, within: str = "", check: Check = lambda _: None) -> tuple[Address, RawResponse]:
        """The response with status 200 at the end of the redirects, and where that is. Raises :class:`TransportError`."""
        before, seen = self.requests, [address]
        try:
            while (response := self._repeated(seen[-1], check)).status in _REDIRECTS:
                there = _next(seen[-1], response, within)
                if there in seen or len(seen) > MAX_REDIRECTS:
                    why = "redirect loop" if there in seen else f"more than {MAX_REDIRECTS} redirects"
                    raise _refused(response, why, "open the address in a browser")
                seen.append(there)
        except TransportError as error:
            error.tries, error.url = self.requests - before, seen[-1].url
            if error.tries:
                self._pacing.note(address.host, failed=error.status is None or error.status in TRANSIENT)
            raise
        self._pacing.note(address.host, failed=False)
        return seen[-1], response

    def _repeated(self, address: Address, check: Check) -> RawResponse:
        """A response with status 200 or a redirect, requested as often as that may help."""
        made = 0
        while True:
            made += 1
            try:
                response = self._exchange(address)
                if response.status in _REDIRECTS:
                    return response
                if response.status != HTTPStatus.OK:
                    raise status_error(response.status, self.asked_wait)
                check(response)
                return response
            except TransportError as error:
                self._pacing.retry(address.host, made, error)

    def _exchange(self, address: Address, form: bytes | None = None) -> RawResponse:
        """One request, when its time has come."""
        self._pacing.begin(address.host)
        self.requests += 1
        try:
            response = self._transport.exchange(address, form=form, cookies=self._cookies)
        finally:
            self._pacing.end(address.host)
        self.asked_wait = read_retry_after(response.headers, self._now())
        return response


class FormSession(Http):
    """A session that also sends forms, each once, and keeps the site's cookies in memory. Not for several threads at once."""

    def __init__(self, settings: HttpSettings, **options: Any) -> None:
        super().__init__(settings, **options)
        self._cookies = self.cookies = Cookies()

    def pause(self, seconds: float) -> None:
        """Wait."""
        if seconds > 0:
            self._sleep(seconds)

    def wait(self, address: Address, made: int) -> bool:
        """Delay attempt ``made`` + 1 as the last response asks; False if that is longer than the settings allow."""
        return self._pacing.wait(address.host, made, self.asked_wait)

    def submit(self, address: Address, fields: Sequence[tuple[str, str]]) -> FetchedPage:
        """Send a form, once. Returns the response, whatever its status; its body is read only with the statuses 200 and 403.

        No redirect is followed. Raises :class:`TransportError`, whose ``sent`` tells whether the site may have acted on it.
        """
        response = self._exchange(address, urlencode(fields).encode("ascii"))
        return make_page(address.url, address.url, response, self._now())


def _next(here: Address, response: RawResponse, within: str) -> Address:
    """Where a redirect leads. Raises :class:`TransportError` if it is not to be followed."""
    location = response.headers.get("Location", "")
    if not location.strip():
        raise _refused(response, "redirect without a Location", "try again later")
    try:
        there = join(here, quote(location.encode("latin-1", "replace"), safe=_ASCII))  # headers are read as Latin-1
    except ValueError as error:
        raise _refused(response, f"redirect to an invalid address: {error}", "try again later") from None
    if there.host != here.host or not here.is_at_home(there):
        kind = "to another host" if there.host != here.host else "to another port or from https to http"
        todo = f"if {shown_address(there.site)} is the right site, configure that address"
        raise _refused(response, f"redirect {kind} ({there.shown}), not followed", todo)
    if within and not there.is_below(parse_address(within)):
        raise _refused(response, f"redirect out of {shown_address(within)} (to {there.shown})", "check the configured address")
    return there


def _refused(response: RawResponse, reason: str, todo: str) -> TransportError:
    return TransportError(f"{status_error(response.status).reason}: {reason}", todo, status=response.status)
