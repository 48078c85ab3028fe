"""A clock and sessions for the tests of the HTTP stack."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.web import Clock, Session, sessions


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def session(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    with sessions(clock, monkeypatch) as make:
        yield make
