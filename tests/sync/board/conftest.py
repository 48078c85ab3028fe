from __future__ import annotations

from pathlib import Path

import pytest

from sync.board.build import Board
from sync.cli.board import board_of
from sync.settings.config import Options, resolve


@pytest.fixture(scope="session")
def demo_board() -> Board:
    """The board of the sample game."""
    return board_of(resolve(Options(site="demo"), Path("/")))
