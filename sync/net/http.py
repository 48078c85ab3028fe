"""Pages from the web, asked for politely: one at a time, with pauses, and never again without need.

A request that came to nothing is repeated where that may help, and only so often and so long. Redirects are
followed where they stay on the host. Whatever goes wrong ends in :class:`NotFetched`, in one sentence.
"""

from __future__ import annotations

import math
import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from types import TracebackType
from typing import Self

from sync.errors import Unreachable, UsageError
from sync.net.addresses import Address, join, parse_address, shown_address
from sync.net.errors import Bounds, Trouble
from sync.net.response import Answer, make_answer
from sync.net.retry_after import AskedWait, read_retry_after
from sync.net.transport import Reply, Transport
from sync.settings.version import user_agent
from sync.times import clock

__all__ = ["MAX_REDIRECTS", "Answer", "Exchange", "Http", "HttpSettings", "NotFetched", "Unreachable"]

MAX_REDIRECTS = 5

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PASSING = frozenset({429, 500, 502, 503, 504})
_FIRST_STEP, _LONGEST_STEP = 2.0, 30.0
_NO_ASCII = re.compile(r"[^\x00-\x7f]")
_CONTACT = re.compile(r"[\x20-\x7e]{1,200}")
_LATER = "try again later"
_LOOK = "see in a browser what it does"
_ADVICE = {
    401: "the page is not public; ask the site's keepers",
    403: "the site does not let this tool in; ask its keepers",
    404: "check the address; the page may have been removed",
    410: "the page was removed",
    429: "try again later, with longer pauses",
}


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """How to behave. Times are in seconds.

    ``contact`` tells the site's keepers whom to write to. ``delay`` lies between two requests to one host.
    ``total_timeout`` bounds one exchange, ``max_wait`` the waiting before repetitions for one page, and
    ``max_total_wait`` that of a run. After ``give_up_after`` pages in a row that a host did not deliver,
    it is not asked for more. Raises :class:`UsageError` for values that cannot be.
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
        if not _CONTACT.fullmatch(self.contact) or not self.contact.strip() or set(self.contact) & set("()\\"):
            raise UsageError("the contact for web requests must be plain text without brackets; name an address that answers")
        for name in ("connect_timeout", "read_timeout", "total_timeout", "max_bytes", "give_up_after"):
            self._require(name, getattr(self, name) > 0, "more than 0")
        for name in ("delay", "retries", "max_wait", "max_total_wait"):
            self._require(name, getattr(self, name) >= 0, "0 or more")

    def _require(self, name: str, holds: bool, rule: str) -> None:
        value = getattr(self, name)
        if not holds or not math.isfinite(value):
            raise UsageError(f"the setting {name} for web requests is {value}; it must be {rule}")


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request for the record of a run: the status or what went wrong, bytes that came in, seconds."""

    url: str
    outcome: int | str
    bytes: int
    seconds: float


class NotFetched(Unreachable):
    """A page could not be had. ``status`` is that of the last answer, None without one; ``tries`` counts its requests."""

    def __init__(self, url: str, what: str, todo: str, *, status: int | None = None, tries: int = 0) -> None:
        often = {0: "not asked for", 1: "asked once", 2: "asked twice"}.get(tries, f"asked {tries} times")
        super().__init__(f"{shown_address(url)} could not be had ({often}): {what}; {todo}")
        self.url = url
        self.status = status
        self.tries = tries


@dataclass(slots=True)
class _Patience:
    """What is left of the repetitions and the waiting for one page, and what happened so far."""

    retries: int
    wait: float
    tries: int = 0


class Http:
    """A session with the web. Not for several threads at once.

    ``requests`` counts what was sent, ``waited`` the seconds of all pauses, and ``log`` has an entry for every
    request. ``now`` and ``jitter`` (0 to 1) are there for tests, as ``sleep`` and ``monotonic`` are.
    """

    def __init__(
        self,
        settings: HttpSettings,
        *,
        sleep: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = clock,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self.requests = 0
        self.waited = 0.0
        self.log: list[Exchange] = []
        self._settings = settings
        self._sleep = sleep
        self._monotonic = monotonic
        self._now = now
        self._jitter = jitter
        self._waits_left = settings.max_total_wait
        self._not_before: dict[str, float] = {}
        self._failures: dict[str, int] = {}
        self._closed: dict[str, tuple[float, str]] = {}
        bounds = Bounds(settings.connect_timeout, settings.read_timeout, settings.total_timeout, settings.max_bytes)
        headers = {"User-Agent": user_agent(settings.contact), "Accept": "text/html,*/*;q=0.5"}
        self._transport = Transport(bounds, headers, monotonic)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections that are kept open. The session can be used again."""
        self._transport.close()

    def get(self, url: str, *, within: str = "") -> Answer:
        """The page at an address, which was answered with status 200. Raises :class:`NotFetched`.

        Redirects are followed within the host, and below the address ``within`` where one is given.
        """
        try:
            address = parse_address(url)
        except ValueError as error:
            raise NotFetched(url, f"{error}", "check the address") from None
        try:
            answer = self._follow(url, address, within)
        except NotFetched as error:
            if error.tries:
                self._note(address.host, failed=error.status is None or error.status in _PASSING)
            raise
        self._note(address.host, failed=False)
        return answer

    def _follow(self, url: str, here: Address, within: str) -> Answer:
        """The page at the end of the redirects."""
        patience = _Patience(self._settings.retries, self._settings.max_wait)
        seen = [here]
        while True:
            reply = self._reply(here, patience)
            if reply.status not in _REDIRECTS:
                return make_answer(url, here.url, reply.status, reply.headers, reply.body, self._now())
            there = _next(here, reply, patience, within)
            if there in seen:
                raise _refused(here, reply, patience, "redirects in a circle", _LOOK)
            if len(seen) > MAX_REDIRECTS:
                raise _refused(here, reply, patience, f"redirects more than {MAX_REDIRECTS} times", _LOOK)
            seen.append(there)
            here = there

    def _reply(self, address: Address, patience: _Patience) -> Reply:
        """A page or a redirect from an address, asked for as often as it makes sense."""
        while True:
            self._refuse_closed(address, patience)
            self._keep_distance(address.host)
            patience.tries += 1
            try:
                reply = self._exchange(address, self._ask)
            except Trouble as trouble:
                if not trouble.again:
                    raise NotFetched(address.url, trouble.what, trouble.todo, tries=patience.tries) from trouble
                self._wait_or_end(address, patience, trouble, None, None)
                continue
            if reply.status == HTTPStatus.OK or reply.status in _REDIRECTS:
                return reply
            refusal = Trouble(f"it answered {_status(reply.status)}", _ADVICE.get(reply.status, _LATER))
            if reply.status not in _PASSING:
                raise NotFetched(address.url, refusal.what, refusal.todo, status=reply.status, tries=patience.tries)
            self._wait_or_end(address, patience, refusal, reply.status, read_retry_after(reply.headers, self._now()))

    def _ask(self, address: Address) -> Reply:
        """One page. This session keeps no cookies and sends no forms."""
        return self._transport.exchange(address)

    def _exchange(self, address: Address, send: Callable[[Address], Reply]) -> Reply:
        """One request, counted and recorded."""
        self.requests += 1
        start = self._monotonic()
        outcome: int | str = "interrupted"
        received = 0
        try:
            reply = send(address)
            outcome, received = reply.status, reply.received
            return reply
        except Trouble as trouble:
            outcome, received = trouble.what, trouble.received
            raise
        finally:
            end = self._monotonic()
            self._not_before[address.host] = end + self._settings.delay
            self.log.append(Exchange(address.shown, outcome, received, end - start))

    def _wait_or_end(self, address: Address, patience: _Patience, trouble: Trouble, status: int | None, asked: AskedWait | None) -> None:
        """Have the next request wait, or raise :class:`NotFetched` where no other one is to be made."""

        def ended(what: str, todo: str) -> NotFetched:
            return NotFetched(address.url, what, todo, status=status, tries=patience.tries)

        if asked is not None and asked.seconds > self._settings.max_wait:
            why = f"{trouble.what} and asks to wait {asked.text}, which is more than {self._settings.max_wait:g} seconds"
            self._close(address.host, asked)
            raise ended(why, "try again after that")
        seconds = asked.seconds if asked is not None else self._step(patience)
        too_long = "in this run" if seconds > self._waits_left else "for this page" if seconds > patience.wait else ""
        if asked is not None and seconds > self._waits_left:
            self._close(address.host, asked)
        elif asked is not None or (patience.retries > 0 and not too_long):
            # What a host asks for holds for the next page as well, if not for this one.
            self._waits_left -= seconds
            self._not_before[address.host] = max(self._not_before[address.host], self._monotonic() + seconds)
        if patience.retries <= 0:
            raise ended(trouble.what, trouble.todo)
        if too_long:
            raise ended(f"{trouble.what}, and no more waiting is allowed {too_long}", trouble.todo)
        patience.retries -= 1
        patience.wait -= seconds

    def _close(self, host: str, asked: AskedWait) -> None:
        """Ask the host for nothing until the time it asked for."""
        self._closed[host] = (self._monotonic() + asked.seconds, f"the host asked to wait {asked.text}")

    def _step(self, patience: _Patience) -> float:
        """How long to wait before the next repetition where nobody said: longer each time, and not the same for everybody."""
        longest = min(_FIRST_STEP * 2.0 ** (patience.tries - 1), _LONGEST_STEP)
        return longest * (1 + self._jitter()) / 2

    def _keep_distance(self, host: str) -> None:
        seconds = self._not_before.get(host, -math.inf) - self._monotonic()
        if seconds > 0:
            self.waited += seconds
            self._sleep(seconds)

    def _note(self, host: str, *, failed: bool) -> None:
        """Remember how a page ended; a host that delivers nothing is left alone."""
        failures = self._failures[host] = self._failures.get(host, 0) + 1 if failed else 0
        if failures >= self._settings.give_up_after:
            self._closed[host] = (math.inf, f"the host did not deliver {failures} pages in a row")

    def _refuse_closed(self, address: Address, patience: _Patience) -> None:
        until, why = self._closed.get(address.host, (-math.inf, ""))
        if self._monotonic() < until:
            raise NotFetched(address.url, f"{why}, and was not asked for more", _LATER, tries=patience.tries)


def _next(here: Address, reply: Reply, patience: _Patience, within: str) -> Address:
    """Where a redirect leads. Raises :class:`NotFetched` where it is not to be followed."""
    location = reply.headers.get("Location", "")
    if not location.strip():
        raise _refused(here, reply, patience, "redirects without saying where to", _LATER)
    try:
        there = join(here, _NO_ASCII.sub(_byte, location))
    except ValueError as error:
        raise _refused(here, reply, patience, f"redirects to an address that is none of a page: {error}", _LATER) from None
    if there.host != here.host or not here.is_at_home(there):
        kind = "to another host" if there.host != here.host else "to another port or from https to http"
        todo = f"if {shown_address(there.site)} is the right site, configure that address"
        raise _refused(here, reply, patience, f"redirects {kind} ({there.shown}), which is not followed", todo)
    if within and not there.is_below(parse_address(within)):
        raise _refused(
            here, reply, patience, f"redirects out of {shown_address(within)} (to {there.shown})", "check the configured address"
        )
    return there


def _byte(found: re.Match[str]) -> str:
    """A byte of a header as it is written in an address; headers are read as Latin-1."""
    return f"%{ord(found[0]) & 0xFF:02X}"


def _refused(here: Address, reply: Reply, patience: _Patience, what: str, todo: str) -> NotFetched:
    return NotFetched(here.url, f"it answered {_status(reply.status)} and {what}", todo, status=reply.status, tries=patience.tries)


def _status(status: int) -> str:
    """A status with its standard name: the server's own words for it may say anything."""
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return f"{status}"
