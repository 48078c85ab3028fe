"""Which version of the tool this is."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from functools import cache
from pathlib import Path

__all__ = ["program", "state", "tool_version", "user_agent"]

_ROOT = Path(__file__).parents[2]


def tool_version() -> str:
    """The installed version; "unknown" where the tool runs from a folder without having been installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("blognomic-sync")
    except PackageNotFoundError:
        return "unknown"


def program(but: Collection[str] = ()) -> str:
    """What reads and judges: the versions of tool and Python, and every module of this program (``but`` some) by its :func:`state`."""
    left_out = {_ROOT / each for each in map(_file, but)}
    return f"{tool_version()} {sys.version} {[each for path, each in _modules().items() if path not in left_out]}"


def state(module: str) -> str:
    """A module of this program by its size and the time of its last change."""
    return repr(_modules()[_ROOT / _file(module)])


def _file(module: str) -> Path:
    return Path(*module.split(".")).with_suffix(".py")


@cache
def _modules() -> dict[Path, tuple[str, int, int]]:
    paths = sorted(path for package in ("parsers", "validators", "sync") for path in (_ROOT / package).rglob("*.py"))
    return {path: (os.fspath(path), each.st_size, each.st_mtime_ns) for path in paths for each in [path.stat()]}


def user_agent(contact: str) -> str:
    """What the tool calls itself to a site, with whom to write to."""
    return f"blognomic-sync/{tool_version()} ({contact})"
