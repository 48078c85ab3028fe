"""Examples of a test as data: rows in a file of the test's name beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """JSON keeps the last of two rows of one name, and the other would never be tried."""
    found = dict(pairs)
    assert len(found) == len(pairs), f"two of one name among {[name for name, _ in pairs]}"
    return found


def rows(test: str, name: str) -> list[Any]:
    """The rows of that name for a test module, given by its ``__file__``; they may have names of
    their own.
    """
    found: dict[str, Any] = json.loads(
        Path(test).with_suffix(".json").read_text(encoding="utf-8"), object_pairs_hook=_each_once
    )
    if not isinstance(found[name], dict):
        return list(found[name])
    return [
        pytest.param(*(row if isinstance(row, list) else [row]), id=each)
        for each, row in found[name].items()
    ]
