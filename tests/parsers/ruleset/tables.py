"""Tables of tests, which stand in ``tables.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

_TABLES = tomllib.loads(Path(__file__).with_name("tables.toml").read_text(encoding="utf-8"))


def table(module: str, test: str) -> list[Any]:
    """The rows of a test; what is a tuple in Python is a list there."""
    return list(_TABLES[module][test])
