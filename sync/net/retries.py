"""When the next request to a host may be sent: pauses, retries with growing waits, ``Retry-After``, and hosts that are given up."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import random

from sync.net.errors import TransportError
from sync.net.settings import HttpSettings

__all__ = ["Pacing", "Tries"]

_FIRST_STEP, _LONGEST_STEP = 2.0, 30.0


@dataclass(slots=True)
class Tries:
    """The retries and seconds of waiting that are left for one page, and the requests ``made`` for it."""

    retries: int
    wait: float
    made: int = 0


class Pacing:
    """The waiting of one run. ``waited`` counts its seconds."""

    def __init__(self, settings: HttpSettings, sleep: Callable[[float], None], monotonic: Callable[[], float]) -> None:
        self.waited = 0.0
        self._settings = settings
        self._sleep = sleep
        self._monotonic = monotonic
        self._waits_left = settings.max_total_wait
        self._not_before: dict[str, float] = {}
        self._failures: dict[str, int] = {}
        self._closed: dict[str, tuple[float, str]] = {}

    def tries(self) -> Tries:
        """What one page may cost."""
        return Tries(self._settings.retries, self._settings.max_wait)

    def pause(self, seconds: float) -> None:
        """Wait."""
        if seconds > 0:
            self.waited += seconds
            self._sleep(seconds)

    def begin(self, host: str) -> None:
        """Wait until a request to the host may be sent. Raises :class:`TransportError` if the host was given up."""
        until, why = self._closed.get(host, (-math.inf, ""))
        if self._monotonic() < until:
            raise TransportError(why, sent=False)
        self.pause(self._not_before.get(host, -math.inf) - self._monotonic())

    def end(self, host: str) -> None:
        """A request to the host is over: the pause before the next one begins."""
        self._not_before[host] = self._monotonic() + self._settings.delay

    def retry(self, host: str, tries: Tries, error: TransportError) -> None:
        """Have the next request to the host wait, or raise the error if the failed one is not to be repeated."""
        if not error.again:
            raise error
        asked, longest = error.wait or None, self._settings.max_wait
        if asked is not None and asked > longest:
            self._close(host, asked)
            error.reason += f", and asks to wait {asked:.0f} seconds, which is more than {longest:g} seconds"
            error.todo = "try again after that"
            raise error
        seconds = asked or self._step(tries.made)
        too_long = "in this run" if seconds > self._waits_left else "for this page" if seconds > tries.wait else ""
        if asked is not None and seconds > self._waits_left:
            self._close(host, asked)
        elif asked is not None or (tries.retries > 0 and not too_long):
            # What a host asks for holds for the next page as well, if not for this one.
            self._delay(host, seconds)
        if tries.retries <= 0:
            raise error
        if too_long:
            error.reason += f", and no more waiting is allowed {too_long}"
            raise error
        tries.retries -= 1
        tries.wait -= seconds

    def wait(self, host: str, made: int, asked: float | None) -> bool:
        """Have the next request wait as before retry number ``made``; False if that is longer than the settings allow."""
        seconds = asked or self._step(made)
        if seconds > min(self._settings.max_wait, self._waits_left):
            return False
        self._delay(host, seconds)
        return True

    def note(self, host: str, *, failed: bool) -> None:
        """Record how a page ended; a host that keeps failing is given up."""
        failures = self._failures[host] = self._failures.get(host, 0) + 1 if failed else 0
        if failures >= self._settings.give_up_after:
            self._closed[host] = (math.inf, f"the last {failures} pages from this host failed, so no more are requested")

    def _delay(self, host: str, seconds: float) -> None:
        self._waits_left -= seconds
        self._not_before[host] = max(self._not_before.get(host, -math.inf), self._monotonic() + seconds)

    def _close(self, host: str, asked: float) -> None:
        self._closed[host] = (self._monotonic() + asked, f"the host asked to wait {asked:.0f} seconds")

    @staticmethod
    def _step(made: int) -> float:
        """The wait before a retry where the host asks for none: longer each time, and not the same for every client."""
        return min(_FIRST_STEP * 2.0 ** (made - 1), _LONGEST_STEP) * (1 + random()) / 2  # noqa: S311
