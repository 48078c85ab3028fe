"""The game that the tests of this folder read, and no page of it parsed twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reliability.playing import Play, playing
from tests.support.command import Run
from tests.support.reading_once import read_once


@pytest.fixture(autouse=True)
def _read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read_once(monkeypatch)


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Iterator[Play]:
    with playing(tmp_path, monkeypatch, run) as made:
        yield made
