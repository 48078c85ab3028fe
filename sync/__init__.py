"""The outside world: configuration, sources, reports and the command line. This module: the version
of the tool.
"""

from __future__ import annotations


def tool_version() -> str:
    """The installed version; "unknown" if the tool runs from a folder without being installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("blognomic-sync")
    except PackageNotFoundError:
        return "unknown"
