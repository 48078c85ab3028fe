"""Which version of the tool this is."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__all__ = ["program", "tool_version", "user_agent"]


def tool_version() -> str:
    """The installed version; "unknown" where the tool runs from a folder without having been installed."""
    try:
        return version("blognomic-sync")
    except PackageNotFoundError:
        return "unknown"


@cache
def program() -> str:
    """What reads and judges: the versions of tool and Python, and every module of this program by size and time of change."""
    root = Path(__file__).parents[2]
    modules = sorted(path for package in ("parsers", "validators", "sync") for path in (root / package).rglob("*.py"))
    states = [(os.fspath(path), state.st_size, state.st_mtime_ns) for path in modules for state in [path.stat()]]
    return f"{tool_version()} {sys.version} {states}"


def user_agent(contact: str) -> str:
    """What the tool calls itself to a site, with whom to write to."""
    return f"blognomic-sync/{tool_version()} ({contact})"
