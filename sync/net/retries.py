"""When the next request to a host may be sent: pauses, retries with growing waits, ``Retry-After``, and hosts that are given up."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import random

from sync.net.errors import TransportError
from sync.net.settings import HttpSettings

_FIRST_STEP, _LONGEST_STEP = 2.0, 30.0


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
