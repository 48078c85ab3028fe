"""Waits of tests are not random."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _steady_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sync.net.http.random", lambda: 0.0)
