"""Examples of a test as data: rows in a file of the test's name beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def rows(test: str, name: str) -> list[Any]:
    """The rows of that name for a test module, given by its ``__file__``."""
    found: dict[str, list[Any]] = json.loads(Path(test).with_suffix(".json").read_text(encoding="utf-8"))
    return found[name]
