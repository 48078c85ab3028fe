"""SQLite as the store uses it: transactions that wait within bounds, rows of known types, errors in one sentence."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

import msgspec

from sync.errors import NoVerdict, SyncError, UsageError
from sync.files import shown_path
from sync.store.packing import Damaged, Packer
from sync.text import one_line

__all__ = ["Database", "Parameter"]

Parameter = int | str | bytes | None
Row = TypeVar("Row")

_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_FORBIDDEN = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}


class Database:
    """A connection to the file. ``wait`` is how many seconds to wait for another process that is writing.

    Raises :class:`UsageError` where there is no such file, or it may not be opened. Whatever goes wrong later
    comes out of :meth:`translated`, which all transactions are in, as :class:`UsageError` or :class:`NoVerdict`.
    """

    def __init__(self, path: Path, *, wait: float) -> None:
        self.path = path
        self.wait = wait
        self._packer = Packer(
            lambda: self.one(bytes, "SELECT data FROM dictionary"),
            lambda data: self.run("INSERT INTO dictionary (data) VALUES (?)", data),
        )
        with self.translated():
            # `rw`: what is not there is not made, so that nothing is ever made with the wrong permissions.
            address = f"file:{quote(os.fsencode(path.absolute()))}?mode=rw"
            self._connection = sqlite3.connect(address, uri=True, timeout=wait, isolation_level=None)

    def close(self) -> None:
        """Let go of the file. The last one who does leaves one file behind."""
        self._connection.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction that writes: all of it is kept, or nothing."""
        with self._transaction("BEGIN IMMEDIATE"):
            yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        """One transaction that reads: what others write meanwhile is not seen."""
        with self._transaction("BEGIN"):
            yield

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        with self.translated():
            try:
                self._connection.execute(begin)
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                # SQLite has already ended some transactions that failed, such as on a full disk.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                self._packer.forget()
                raise

    def run(self, sql: str, *parameters: Parameter) -> int:
        """Execute a statement that gives nothing back. Returns how many rows it changed."""
        return self._connection.execute(sql, parameters).rowcount

    def run_many(self, sql: str, rows: Iterable[tuple[Parameter, ...]]) -> int:
        """Execute a statement for each of the rows. Returns how many rows it changed in all."""
        return self._connection.executemany(sql, rows).rowcount

    def insert(self, sql: str, *parameters: Parameter) -> int:
        """Execute an INSERT. Returns the row's id."""
        return self._connection.execute(sql, parameters).lastrowid or 0

    def all(self, row: type[Row], sql: str, *parameters: Parameter) -> list[Row]:
        """All rows of a SELECT, as values of ``row``: a named tuple, or the type of a single column."""
        found = self._connection.execute(sql, parameters)
        if len(found.description) == 1 and not hasattr(row, "_fields"):
            return [_typed(only, row) for (only,) in found]
        return [_typed(values, row) for values in found]

    def one(self, row: type[Row], sql: str, *parameters: Parameter) -> Row | None:
        """The first row of a SELECT, or None; ``row`` as in :meth:`all`."""
        return next(iter(self.all(row, f"{sql} LIMIT 1", *parameters)), None)

    def pack(self, data: bytes, *, typical: bool = False) -> bytes:
        """What is to be stored for these bytes; ``typical`` are those that most of the store consists of."""
        return self._packer.pack(data, typical=typical)

    def unpack(self, data: bytes) -> bytes:
        """The bytes that were packed. Raises :class:`Damaged`."""
        return self._packer.unpack(data)

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Whatever is wrong with the file becomes one sentence."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._meaning(error) from error
        except (Damaged, UnicodeDecodeError) as error:
            # Even the words in which SQLite says what is wrong may hold bytes of the file.
            raise NoVerdict(self._damaged(str(error))) from error

    def _meaning(self, error: sqlite3.Error) -> SyncError | sqlite3.Error:
        if isinstance(error, sqlite3.ProgrammingError):
            return error  # The connection was used wrongly: a fault of the program, not of the file.
        # Text that is none has no code: the module, not SQLite, stumbles over it.
        kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        where = f"the store {shown_path(self.path)}"
        if kind == sqlite3.SQLITE_NOTADB:
            return UsageError(f"{where} is a file of another kind; name the store with --store, or a file that does not exist yet")
        if kind in _LOCKED:
            return NoVerdict(f"{where} is being written by another process, and still was after {self.wait:g} seconds; try again later")
        if kind in _FORBIDDEN:
            return UsageError(f"{where} cannot be opened for writing ({error}); check the permissions of the file and its folder")
        if kind == sqlite3.SQLITE_FULL:
            return NoVerdict(f"there is no room for {where}: its disk is full; make room and try again, what was kept before is kept")
        if kind == sqlite3.SQLITE_IOERR:
            return NoVerdict(f"{where} could not be read or written ({error}); check its disk and try again")
        return NoVerdict(self._damaged(str(error)))

    def _damaged(self, why: str) -> str:
        return f"the store {shown_path(self.path)} is damaged ({one_line(why)}); put a copy in its place, or move it away and pull anew"


def _typed(values: object, row: type[Row]) -> Row:
    try:
        return msgspec.convert(values, row)
    except msgspec.ValidationError as error:
        raise Damaged(str(error)) from error
