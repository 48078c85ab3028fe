"""Files, read within a limit and written atomically."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sync.errors import NoVerdict, Unreachable, UsageError
from sync.text import one_line

MAX_BYTES = 20_000_000
"""No page of either site comes near this size."""

_BLOCK = 1_000_000


def shown_path(path: Path) -> str:
    """A path for a sentence: as given, with whatever a terminal could stumble over escaped."""
    return one_line(str(path))


def no_file(path: Path) -> str:
    """Why a name is not one of a file."""
    return f"{'not a file' if path.exists() else 'no such file'}: {shown_path(path)}"


def read_bounded(path: Path, *, limit: int = MAX_BYTES) -> bytes:
    """The file's bytes. Raises :class:`Unreachable` if it cannot be read or holds more than
    ``limit`` bytes.
    """
    with _readable(path), path.open("rb", buffering=0) as file:
        # Asking for as much as there may be would take that much memory first.
        data = file.read(min(os.fstat(file.fileno()).st_size, limit) + 1)
        while len(data) <= limit and (
            more := file.read(min(len(data) + _BLOCK, limit + 1 - len(data)))
        ):
            data += more
    if len(data) > limit:
        raise Unreachable(
            f"{shown_path(path)} is larger than {limit / 1_000_000:g} MB, so it is not a page of"
            " the game; save it again"
        )
    return data


def lines_backwards(path: Path, *, limit: int, longest: int) -> Iterator[tuple[int, bytes]]:
    """The lines of a file from the last to the first, each with its offset, read as they are
    wanted.

    Raises :class:`Unreachable` if it cannot be read, holds more than ``limit`` bytes, or has a line
    of more than ``longest``.
    """
    with _readable(path):
        file = path.open("rb")
    with file:
        end, rest = file.seek(0, os.SEEK_END), b""
        if end > limit:
            raise Unreachable(
                f"{shown_path(path)} is larger than {limit / 1_000_000:g} MB; save fewer revisions"
            )
        while end:
            start = max(0, end - _BLOCK)
            with _readable(path):
                file.seek(start)
                first, *lines = (file.read(end - start) + rest).split(b"\n")
            place = start + len(first) + 1 + sum(len(line) + 1 for line in lines)
            for line in reversed(lines):
                place -= len(line) + 1
                yield place, line
            if len(first) > longest:
                raise Unreachable(
                    f"{shown_path(path)} has a line of more than {longest / 1_000_000:g} MB; save"
                    " it again"
                )
            end, rest = start, first
        yield 0, rest


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unreachable(
            f"{shown_path(path)} could not be read: {error.strerror or error}; check that the file"
            " is there and readable"
        ) from None


def read_text(path: Path) -> str:
    """The file's text. Raises :class:`NoVerdict` if it cannot be read, is too large, or is not
    UTF-8.
    """
    try:
        return read_bounded(path).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise NoVerdict(
            f"{shown_path(path)} is not UTF-8 text (byte {error.start + 1}); save it again as UTF-8"
        ) from None


def write_whole(path: Path, text: str, option: str = "--output") -> None:
    """Write the text so that no reader sees half of it. Raises :class:`UsageError` where that
    cannot be; ``option`` names the file.
    """
    try:
        # A link is written through: replacing it would leave what it points to as it was.
        target = path.resolve()
        if target.exists() and not target.is_file():
            # A pipe or a device holds nothing that could be half written, and must not be replaced
            # by a file.
            with target.open(
                "w", encoding="utf-8", errors="backslashreplace", newline="\n"
            ) as file:
                file.write(text)
            return
        temporary = _beside(target, text)
        try:
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise _unwritable(path, error, option) from None


def check_output(path: Path) -> None:
    """Raise what :func:`write_whole` would, before anything is done that a report has to record."""
    target = path.resolve()
    try:
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.is_file() or not target.exists():
            _beside(target, "").unlink()
    except OSError as error:
        raise _unwritable(path, error, "--output") from None


def _unwritable(path: Path, error: OSError, option: str) -> UsageError:
    return UsageError(
        f"{option} {shown_path(path)} cannot be written: {error.strerror or error}; name a file in"
        " a folder that exists"
    )


def write_new(path: Path, text: str, option: str) -> None:
    """Write a new file. Raises :class:`UsageError` if the name is taken, even by a dangling link,
    or the place cannot be written to.
    """
    try:
        with path.open("x", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            try:
                file.write(text)
                file.flush()
            except OSError:
                path.unlink()
                raise
    except FileExistsError:
        raise UsageError(
            f"{option} {shown_path(path)}: the file exists already and is not replaced; name"
            " another, or remove it"
        ) from None
    except OSError as error:
        raise _unwritable(path, error, option) from None


def _beside(target: Path, text: str) -> Path:
    """A temporary file in the same folder that holds the text, with the permissions the target is
    to have.
    """
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("x", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o777)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary
