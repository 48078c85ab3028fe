"""Polite web requests to one site: one at a time, with pauses, repeated only if that may help,
redirected only within the host.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from http import HTTPStatus
from random import random
from typing import Any, Self
from urllib.parse import quote, urlencode

from requests.cookies import RequestsCookieJar

from parsers.refusal import Refused
from sync import tool_version
from sync.net.addresses import Address, join, parse_address, shown_address
from sync.net.fetched import (
    TRANSIENT,
    FetchedPage,
    HttpSettings,
    NotFetched,
    RawResponse,
    TransportError,
    make_page,
    status_error,
)
from sync.net.transport import Transport
from sync.times import clock

MAX_REDIRECTS = 5

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_ASCII = bytes(range(128))
_LONGEST_STEP = 30.0

Check = Callable[[RawResponse], None]
"""Raises :class:`TransportError` if a response with status 200 does not answer the request."""


class Http:
    """A session that reads; it sends no cookies and no forms and is not thread-safe. ``requests``
    counts the requests sent; ``asked_wait`` is the last response's ``Retry-After`` in seconds.
    Tests replace ``sleep``, ``monotonic`` and ``now``.
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
        self._cookies: RequestsCookieJar | None = None
        self._settings = settings
        self._sleep = sleep
        self._monotonic = monotonic
        self._now = now
        self._waits_left = settings.max_total_wait
        self._not_before = -math.inf
        self._failures = 0
        self._given_up = ""
        self._transport = Transport(
            settings,
            {
                "User-Agent": f"blognomic-sync/{tool_version()} ({settings.contact})",
                "Accept": accept,
            },
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the open connections. The session can be used again."""
        self._transport.close()

    def get(self, url: str, *, within: str = "") -> FetchedPage:
        """Fetch a page, following redirects within the host and below the address ``within``.
        Raises :class:`NotFetched`.
        """
        try:
            here, response = self.fetch(parse_address(url), within=within)
        except Refused as error:
            raise NotFetched(url, f"{error}", "check the address") from None
        except TransportError as error:
            raise NotFetched(
                error.url or url, error.reason, error.todo, status=error.status, tries=error.tries
            ) from error
        return make_page(url, here.url, response, self._now())

    def fetch(
        self, address: Address, *, within: str = "", check: Check = lambda _: None
    ) -> tuple[Address, RawResponse]:
        """Return the final response, with status 200, and its address. Raises
        :class:`TransportError`.
        """
        requests_before = self.requests
        here = address
        followed = 0
        try:
            while (response := self._repeated(here, check)).status in _REDIRECTS:
                if followed == MAX_REDIRECTS:
                    raise _refused(
                        response,
                        f"more than {MAX_REDIRECTS} redirects",
                        "open the address in a browser",
                    )
                here = _next(here, response, within)
                followed += 1
            self._failures = 0
            return here, response
        except TransportError as error:
            error.tries = self.requests - requests_before
            error.url = here.url
            is_failure_of_host = error.status is None or error.status in TRANSIENT
            self._failures = self._failures + 1 if is_failure_of_host else 0
            if self._failures >= self._settings.give_up_after and not self._given_up:
                self._given_up = (
                    f"the last {self._failures} pages from this host failed, so no more requests"
                    " are made"
                )
            raise

    def wait(self, made: int) -> bool:
        """Wait as before retry number ``made``; return False if that is longer than the settings
        allow.
        """
        # Waits grow and differ between clients, unless the host asks for a certain wait.
        seconds = self.asked_wait or min(2.0**made, _LONGEST_STEP) * (1 + random()) / 2  # noqa: S311
        if seconds > min(self._settings.max_wait, self._waits_left):
            return False
        self._waits_left -= seconds
        self._not_before = max(self._not_before, self._monotonic() + seconds)
        return True

    def _repeated(self, address: Address, check: Check) -> RawResponse:
        """Return a response with status 200 or a redirect, repeating the request as long as that
        may help.
        """
        made = 0
        while True:
            made += 1
            try:
                response = self._exchange(address)
                if response.status == HTTPStatus.OK:
                    check(response)
                elif response.status not in _REDIRECTS:
                    raise status_error(response.status)
                return response
            except TransportError as error:
                last, asked = made > self._settings.retries, self.asked_wait
                if not error.again or (last and not asked):
                    raise
                if not self.wait(made):
                    self._given_up = (
                        f"the host asked to wait {asked:.0f} seconds, longer than the configured"
                        " limit"
                        if asked
                        else ""
                    )
                    error.reason += f", and {self._given_up or 'no more waiting is allowed'}"
                    raise
                if last:  # the host's request applies to the next page as well
                    raise

    def _exchange(self, address: Address, form: bytes | None = None) -> RawResponse:
        """Make one request at its due time. Raises :class:`TransportError`, also for a host that
        was given up.
        """
        if self._given_up:
            raise TransportError(self._given_up, sent=False)
        seconds = self._not_before - self._monotonic()
        if seconds > 0:
            self._sleep(seconds)
        self.requests, self.asked_wait = self.requests + 1, None
        try:
            response = self._transport.exchange(address, form=form, cookies=self._cookies)
        finally:
            self._not_before = self._monotonic() + self._settings.delay
        self.asked_wait = response.asked_wait
        return response


class FormSession(Http):
    """A session that also sends forms, each once, and keeps the site's cookies in memory. Not
    thread-safe.
    """

    def __init__(self, settings: HttpSettings, **options: Any) -> None:
        super().__init__(settings, **options)
        self._cookies = self.cookies = RequestsCookieJar()

    def pause(self, seconds: float) -> None:
        """Wait some seconds."""
        if seconds > 0:
            self._sleep(seconds)

    def submit(self, address: Address, fields: Sequence[tuple[str, str]]) -> FetchedPage:
        """Send a form once and return the response, whatever its status. The body is read only with
        status 200 or 403. Redirects are not followed. Raises :class:`TransportError`; its ``sent``
        shows whether the site may have acted on the form.
        """
        response = self._exchange(address, urlencode(fields).encode("ascii"))
        return make_page(address.url, address.url, response, self._now())


def _next(here: Address, response: RawResponse, within: str) -> Address:
    """Return the target of a redirect. Raises :class:`TransportError` if it must not be followed."""
    location = response.headers.get("Location", "").encode(
        "latin-1", "replace"
    )  # headers are read as Latin-1
    try:
        there = join(here, quote(location, safe=_ASCII))
    except Refused as error:
        raise _refused(
            response, f"redirect to an invalid address: {error}", "try again later"
        ) from None
    if there == here or not here.is_at_home(there):
        todo = f"if {shown_address(there.site)} is the right site, configure it as the address"
        raise _refused(response, f"redirect to {there.shown}, not followed", todo)
    if within and not there.is_below(parse_address(within)):
        raise _refused(
            response,
            f"redirect to {there.shown}, outside {shown_address(within)}",
            "check the configured address",
        )
    return there


def _refused(response: RawResponse, reason: str, todo: str) -> TransportError:
    return TransportError(
        f"{status_error(response.status).reason}: {reason}", todo, status=response.status
    )
