"""What the tests of this folder may rely on: no network but loopback, no store but one of their
own, and a game to pull.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.live_game import Game, live_game
from tests.support.reading_once import read_once
from tests.support.small_blog import SmallGame, small_game


@pytest.fixture(autouse=True)
def _loopback_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A test that reaches for the network fails at once; a command that looks for a store finds
    none of anybody's.
    """
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in (
            "127.0.0.1",
            "::1",
            "localhost",
        ):
            raise AssertionError(f"a test reached for {address}")
        connect(self, address)

    def resolved(host: Any, *arguments: Any, **options: Any) -> Any:
        if host not in (None, "127.0.0.1", "::1", "localhost", b"127.0.0.1"):
            raise socket.gaierror(socket.EAI_NONAME, f"a test looked for {host}")
        return getaddrinfo(host, *arguments, **options)

    getaddrinfo = socket.getaddrinfo
    monkeypatch.setattr(socket.socket, "connect", guarded)
    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "nobody"))


@pytest.fixture(autouse=True)
def _read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read_once(monkeypatch)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The sample game, live."""
    with live_game(tmp_path, monkeypatch) as made:
        yield made


@pytest.fixture
def blog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SmallGame]:
    """A blog that a test writes anew between pulls."""
    with small_game(tmp_path, monkeypatch) as made:
        yield made
