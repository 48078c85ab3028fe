"""Web sessions for tests: time passes only by sleeping, and the environment is ignored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from sync.net.fetched import HttpSettings, NotFetched
from sync.net.http import Http

__all__ = ["CONTACT", "NOON", "Clock", "Session", "failure", "sessions", "without_proxies"]

NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)
CONTACT = "https://auditor.example/about"

Session = Callable[..., Http]


@dataclass
class Clock:
    """A clock that advances only by sleeping."""

    time: float = 1_000.0
    naps: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        assert seconds > 0
        self.naps.append(seconds)
        self.time += seconds

    def monotonic(self) -> float:
        return self.time

    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.time - 1_000.0)


def without_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proxies from the environment."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@contextmanager
def sessions(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """Makes, and later closes, sessions with that clock and without jitter; their retries come
    after 1 and 2 seconds.
    """
    without_proxies(monkeypatch)
    made: list[Http] = []

    def make(*, jitter: float = 0.0, **settings: Any) -> Http:
        given: dict[str, Any] = {
            "read_timeout": 0.2,
            "connect_timeout": 0.5,
            "delay": 0.0,
        } | settings
        options = HttpSettings(CONTACT, **given)
        monkeypatch.setattr("sync.net.http.random", lambda: jitter)
        made.append(Http(options, sleep=clock.sleep, monotonic=clock.monotonic, now=clock.now))
        return made[-1]

    yield make
    for one in made:
        one.close()


def failure(http: Http, url: str, **options: Any) -> NotFetched:
    """Return the error of a page that could not be fetched; its message must be one line of bounded
    length.
    """
    with pytest.raises(NotFetched) as raised:
        http.get(url, **options)
    text = str(raised.value)
    assert text.isprintable()
    assert text.count("; ") >= 1
    assert len(text) < 600
    return raised.value
