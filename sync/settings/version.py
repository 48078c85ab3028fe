"""Which version of the tool this is."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

__all__ = ["program", "tool_version", "user_agent"]

_ROOT = Path(__file__).parents[2]


def tool_version() -> str:
    """The installed version; "unknown" where the tool runs from a folder without having been installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("blognomic-sync")
    except PackageNotFoundError:
        return "unknown"


@cache
def program() -> str:
    """What reads and judges: the versions of tool and Python, and every module of this program by its size and last change."""
    paths = sorted(path for package in ("parsers", "validators", "sync") for path in (_ROOT / package).rglob("*.py"))
    modules = [(os.fspath(path), each.st_size, each.st_mtime_ns) for path in paths for each in [path.stat()]]
    return f"{tool_version()} {sys.version} {modules}"


def user_agent(contact: str) -> str:
    """What the tool calls itself to a site, with whom to write to."""
    return f"blognomic-sync/{tool_version()} ({contact})"
