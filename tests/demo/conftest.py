"""The sample game is read once."""

from __future__ import annotations

import pytest

from tests.support.reading_once import read_once


@pytest.fixture(autouse=True)
def _read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read_once(monkeypatch)
