"""The folder of a board: its files, and the replacement of an earlier board."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from sync.errors import UsageError
from sync.files import shown_path, unwritable, write_whole

PAGE, FEED, TALLY, SCRIPT = "index.html", "feed.xml", "tally.json", "blognomic.user.js"
FILES = (PAGE, FEED, TALLY, SCRIPT)
"""The files of a board, beside the one that marks the folder. Any of them may be missing."""
_MARK = "board.txt"
_MARKED = (
    f"Written by `blognomic board`, which replaces {', '.join(FILES[:-1])} and {FILES[-1]} when it"
    " runs again.\n"
)
_MARKED_BEFORE = "Written by `blognomic board`, which replaces index.html when it runs again.\n"
"""The text in older boards."""


_UNFINISHED = re.compile(rf"\.(?:{'|'.join(map(re.escape, (*FILES, _MARK)))})\.[0-9a-f]{{8}}")
"""The names under which :func:`write_whole` writes: another run, or one that was killed, leaves
them.
"""


def check_folder(folder: Path) -> None:
    """Create the folder if missing. Raises :class:`UsageError` if it contains anything but an
    earlier board, or cannot be created.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = {path.name for path in folder.iterdir() if not _UNFINISHED.fullmatch(path.name)}
        if names and not _is_board(folder, names):
            raise UsageError(
                f"--out {shown_path(folder)} contains files that are not an earlier board; choose"
                " a new or empty folder"
            )
    except OSError as error:
        raise unwritable(folder, error, "--out", "choose another folder") from None


def write_board(folder: Path, files: Mapping[str, str]) -> None:
    """Write a board into a checked folder, replacing an earlier one. Raises :class:`UsageError`."""
    write_whole(folder / _MARK, _MARKED, "--out")
    for name in FILES:
        if name in files:
            write_whole(folder / name, files[name], "--out")
        else:
            _remove(folder / name)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise unwritable(path, error, "--out", "choose another folder") from None


def _is_board(folder: Path, names: set[str]) -> bool:
    """Return whether all files belong to a board, and none is a link to another place."""
    mark = folder / _MARK
    plain = all((folder / name).is_file() and not (folder / name).is_symlink() for name in names)
    return (
        names <= {*FILES, _MARK}
        and plain
        and mark.is_file()
        and mark.read_bytes() in (_MARKED.encode(), _MARKED_BEFORE.encode())
    )
