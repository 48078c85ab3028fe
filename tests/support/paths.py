"""Paths for tests: the checkout, the sample game, and reference material that is missing in a fresh
clone.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

__all__ = [
    "DEMO",
    "EDITIONS",
    "GAMES",
    "NO_RULESETS",
    "ROOT",
    "SHARED",
    "in_memory",
    "real_ruleset",
    "ruleset_files",
]

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "sync" / "demo"
GAMES = ROOT / "tests" / "parsers" / "gamestate" / "games"
SHARED = ROOT / ".." / "shared"
EDITIONS = (
    "Ruleset_2020-05-20.wikitext",
    "Ruleset_215_2023.wikitext",
    "Ruleset_221_2024-01-23.wikitext",
)
"""The real Rulesets with manual reviews."""
NO_RULESETS = (
    "no real Rulesets here; fetch them from the game's wiki with: python -m tests.fetch_rulesets"
)

_MEMORY = Path("/dev/shm")


@contextmanager
def in_memory() -> Iterator[Path]:
    """A folder that no disk slows down, where the machine has one."""
    memory = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


def ruleset_files() -> dict[str, Path]:
    """Return the real Rulesets on this machine by file name: beside the checkout, or else fetched."""
    fetched = {file.name: file for file in sorted((ROOT / "tests" / "rulesets").glob("*.wikitext"))}
    return fetched | {file.name: file for file in sorted((SHARED / "rulesets").glob("*.wikitext"))}


def real_ruleset(name: str) -> str:
    """Return the wikitext of a real Ruleset; skip the test with advice without it."""
    file = ruleset_files().get(name)
    if file is None:
        pytest.skip(NO_RULESETS)
    return file.read_text(encoding="utf-8")
