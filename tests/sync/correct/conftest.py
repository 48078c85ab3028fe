"""A game on a real wiki for each test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.command import Run
from tests.support.mediawiki import MediaWiki
from tests.sync.correct.wiki_game import Game, playing


@pytest.fixture
def game(
    tmp_path: Path,
    mediawiki: MediaWiki,
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
    request: pytest.FixtureRequest,
) -> Iterator[Game]:
    with playing(tmp_path, mediawiki, monkeypatch, run, request.node.name) as made:
        yield made
