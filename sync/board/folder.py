"""The folder of a board: its page, and a file that says that it is one."""

from __future__ import annotations

from pathlib import Path

from sync.errors import UsageError
from sync.files import shown_path, write_whole

PAGE, MARK = "index.html", "board.txt"

_MARKED = "Written by `blognomic board`, which replaces index.html when it runs again.\n"


def check_folder(folder: Path) -> None:
    """Make the folder if it is not there. Raises :class:`UsageError` where it holds anything but an earlier board, or cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = {path.name for path in folder.iterdir()}
        if names and not _is_board(folder, names):
            raise UsageError(f"--out {shown_path(folder)} holds something that is no earlier board; name a new or empty folder")
    except OSError as error:
        raise UsageError(f"--out {shown_path(folder)} cannot be written: {error.strerror or error}; name another folder") from None


def write_board(folder: Path, page: str) -> Path:
    """Write a board into a folder that was checked, in place of the one that is there. Raises :class:`UsageError`."""
    write_whole(folder / MARK, _MARKED, "--out")
    write_whole(folder / PAGE, page, "--out")
    return folder / PAGE


def _is_board(folder: Path, names: set[str]) -> bool:
    """Whether the only files are those that a board consists of, none of them a link to another place."""
    mark = folder / MARK
    plain = all((folder / name).is_file() and not (folder / name).is_symlink() for name in names)
    return names <= {PAGE, MARK} and plain and mark.is_file() and mark.read_bytes() == _MARKED.encode()
