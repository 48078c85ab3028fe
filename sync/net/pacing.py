"""What requests to a site may cost, and when the next may be sent: pauses, retries with growing waits, hosts that are given up."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from random import random

from sync.errors import UsageError
from sync.net.fetched import TransportError

_CONTACT = re.compile(r"(?=.*[^ ])[ !-'*-\[\]-~]{1,200}")
_FIRST_STEP, _LONGEST_STEP = 2.0, 30.0


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """Bounds and pauses; times are in seconds, sizes in bytes.

    ``contact`` (part of the User-Agent) tells the site's administrators whom to write to. ``delay`` lies between two
    requests to one host. ``total_timeout`` bounds one exchange, ``max_bytes`` its body, before and after decoding. A
    request is repeated ``retries`` times; ``max_wait`` bounds the waiting before each of those, ``max_total_wait`` that of a
    run. After ``give_up_after`` failed pages in a row a host is given up. Raises :class:`UsageError` for an unfit contact.
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
        if not _CONTACT.fullmatch(self.contact):
            raise UsageError("the contact for web requests must be plain ASCII text without brackets, such as an e-mail address")


class Pacing:
    """The waiting of one run."""

    def __init__(self, settings: HttpSettings, sleep: Callable[[float], None], monotonic: Callable[[], float]) -> None:
        self._settings = settings
        self._sleep = sleep
        self._monotonic = monotonic
        self._waits_left = settings.max_total_wait
        self._not_before: dict[str, float] = {}
        self._failures: dict[str, int] = {}
        self._closed: dict[str, tuple[float, str]] = {}

    def begin(self, host: str) -> None:
        """Wait until a request to the host may be sent. Raises :class:`TransportError` if the host was given up."""
        until, why = self._closed.get(host, (-math.inf, ""))
        if self._monotonic() < until:
            raise TransportError(why, sent=False)
        seconds = self._not_before.get(host, -math.inf) - self._monotonic()
        if seconds > 0:
            self._sleep(seconds)

    def end(self, host: str) -> None:
        """A request to the host is over: the pause before the next one begins."""
        self._not_before[host] = self._monotonic() + self._settings.delay

    def retry(self, host: str, made: int, error: TransportError) -> None:
        """Have the next request to the host wait, or raise the error if the failed one, ``made`` so often, is not to be repeated."""
        last = made > self._settings.retries
        if not error.again or (last and not error.wait):
            raise error
        if not self.wait(host, made, error.wait):
            if error.wait:
                asked = f"asked to wait {error.wait:.0f} seconds"
                self._closed[host] = (self._monotonic() + error.wait, f"the host {asked}")
                error.reason += f", and {asked}, which is more than is allowed"
                error.todo = "try again after that"
            else:
                error.reason += ", and no more waiting is allowed"
            raise error
        if last:  # what a host asks for holds for the next page as well
            raise error

    def wait(self, host: str, made: int, asked: float | None) -> bool:
        """Have the next request wait as before retry number ``made``; False if that is longer than the settings allow."""
        # Where the host asks for nothing the waits grow, and are not the same for every client.
        seconds = asked or min(_FIRST_STEP * 2.0 ** (made - 1), _LONGEST_STEP) * (1 + random()) / 2  # noqa: S311
        if seconds > min(self._settings.max_wait, self._waits_left):
            return False
        self._waits_left -= seconds
        self._not_before[host] = max(self._not_before.get(host, -math.inf), self._monotonic() + seconds)
        return True

    def note(self, host: str, *, failed: bool) -> None:
        """Record how a page ended; a host that keeps failing is given up."""
        failures = self._failures[host] = self._failures.get(host, 0) + 1 if failed else 0
        if failures >= self._settings.give_up_after:
            self._closed[host] = (math.inf, f"the last {failures} pages from this host failed, so no more are requested")
