"""Everything that touches the outside: configuration, sources, reports and the command line. Here:
which version of the tool this is.
"""

from __future__ import annotations


def tool_version() -> str:
    """The installed version; "unknown" where the tool runs from a folder without having been
    installed.
    """
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("blognomic-sync")
    except PackageNotFoundError:
        return "unknown"
