"""Files, read with a size limit and written atomically."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from sync.errors import NoVerdict, Unreachable, UsageError
from sync.text import one_line

MAX_BYTES = 20_000_000
"""Larger than any page of either site."""

_BLOCK = 1_000_000
_NOT_REGULAR = errno.EINVAL
_FULL = (errno.ENOSPC, errno.EDQUOT)


def shown_path(path: Path) -> str:
    """A path for messages: as given, with characters that could upset a terminal escaped."""
    return one_line(str(path))


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file to read its bytes. Raises :class:`OSError` for anything else, such as a
    pipe without a writer, without waiting for it.
    """
    try:
        file = open(path, "rb", buffering=0, opener=_without_waiting)  # noqa: SIM115 - the caller closes it
    except ValueError as error:  # a NUL in the path
        raise OSError(0, str(error), str(path)) from None
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(_NOT_REGULAR, "not a regular file", str(path))
    return file


def _without_waiting(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def unreadable(path: Path) -> str:
    """Return why a path is not a readable regular file, empty if it is one."""
    shown = shown_path(path)
    try:
        open_regular(path).close()
    except OSError as error:
        number = getattr(error, "errno", None)
        if number in (errno.ENOENT, errno.ENOTDIR):
            return f"{'broken link' if os.path.islink(path) else 'no such file'}: {shown}"  # noqa: PTH114 - it never raises
        if number in (errno.EISDIR, _NOT_REGULAR):
            return f"not a file: {shown}"
        return cannot_be_read(path, error)
    return ""


def cannot_be_read(path: Path, error: Exception) -> str:
    """The message for a path that the system refuses to read."""
    why = getattr(error, "strerror", None) or str(error)
    return f"{shown_path(path)} cannot be read: {why[:1].lower()}{why[1:]}"


def read_bounded(path: Path, *, limit: int = MAX_BYTES) -> bytes:
    """Return the file's bytes. Raises :class:`Unreachable` if it cannot be read or is larger than
    ``limit`` bytes.
    """
    with _readable(path), open_regular(path) as file:
        # Asking for the maximum would allocate that much memory first.
        data = file.read(min(os.fstat(file.fileno()).st_size, limit) + 1)
        while len(data) <= limit and (
            more := file.read(min(len(data) + _BLOCK, limit + 1 - len(data)))
        ):
            data += more
    if len(data) > limit:
        raise Unreachable(
            f"{shown_path(path)} is larger than {limit / 1_000_000:g} MB and therefore not a page"
            " of the game; save it again"
        )
    return data


def lines_backwards(path: Path, *, limit: int, longest: int) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file from the last to the first, each with its offset, read on demand.
    Raises :class:`Unreachable` if the file cannot be read, is larger than ``limit`` bytes, or has a
    line of more than ``longest``.
    """
    with _readable(path):
        file = open_regular(path)
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
            " exists and is readable"
        ) from None


def read_text(path: Path) -> str:
    """Return the file's text. Raises :class:`NoVerdict` if it cannot be read, is too large, or is
    not UTF-8.
    """
    try:
        return read_bounded(path).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise NoVerdict(
            f"{shown_path(path)} is not UTF-8 text (byte {error.start + 1}); save it again as UTF-8"
        ) from None


def write_whole(path: Path, text: str, option: str = "--output") -> None:
    """Write the text so that no reader sees half of it. Raises :class:`UsageError` if that is
    impossible; ``option`` names the file.
    """
    try:
        # A link is written through: replacing it would leave its target unchanged.
        target = _target(path)
        if target.exists() and not target.is_file():
            # A pipe or a device cannot be half written, and must not be replaced by a file.
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
        raise unwritable(path, error, option) from None


def check_output(path: Path) -> None:
    """Raise the errors of :func:`write_whole` early, before an action that a report must record."""
    try:
        target = _target(path)
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.is_file() or not target.exists():
            _beside(target, "").unlink()
    except OSError as error:
        raise unwritable(path, error, "--output") from None


def _target(path: Path) -> Path:
    """Resolve a path. Raises :class:`OSError` for circular links."""
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return target


def unwritable(
    path: Path, error: OSError, option: str, otherwise: str = "name a file in a folder that exists"
) -> UsageError:
    """The error for a path that cannot be written. Its advice is to free space on a full disk,
    ``otherwise`` in all other cases.
    """
    todo = "free some space" if error.errno in _FULL else otherwise
    return UsageError(
        f"{option} {shown_path(path)} cannot be written: {error.strerror or error}; {todo}"
    )


def write_new(path: Path, text: str, option: str) -> None:
    """Write a new file. Raises :class:`UsageError` if the name is taken, even by a dangling link,
    or the folder is not writable.
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
            f"{option} {shown_path(path)}: the file exists already and is not replaced; choose"
            " another name, or remove it"
        ) from None
    except OSError as error:
        raise unwritable(path, error, option) from None


def _beside(target: Path, text: str) -> Path:
    """A temporary file in the same folder with the text and the permissions of the target."""
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
