"""SQLite as the store uses it: transactions that wait a bounded time, rows of known types, errors in one sentence."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec

from sync.errors import NoVerdict, SyncError, UsageError
from sync.files import shown_path
from sync.store.rows import Damaged, Parameter, compress, decompress, from_json, parameter
from sync.text import one_line

__all__ = ["Database", "StorePart"]

Row = TypeVar("Row")

_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_FORBIDDEN = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}


class Database:
    """A connection to the file. ``wait`` is how many seconds to wait for another process that is writing.

    Raises :class:`UsageError` where there is no such file, or it cannot be opened. SQLite's errors inside
    :meth:`translated`, and so inside every transaction, become :class:`UsageError` or :class:`NoVerdict`.
    """

    def __init__(self, path: Path, *, wait: float) -> None:
        self.path = path
        self.wait = wait
        with self.translated():
            # `rw` does not create a file: it would have the wrong permissions.
            address = f"file:{quote(os.fsencode(path.absolute()))}?mode=rw"
            self._connection = sqlite3.connect(address, uri=True, timeout=wait, isolation_level=None)

    def close(self) -> None:
        """Close the connection. The last one to close leaves a single file behind."""
        self._connection.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction that writes all or nothing."""
        with self._transaction("BEGIN IMMEDIATE"):
            yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        """One transaction that reads, and does not see what others write meanwhile."""
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
                # SQLite itself ends some transactions that fail, such as on a full disk.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def run(self, sql: str, *parameters: Parameter) -> int:
        """Execute a statement. Returns how many rows it changed."""
        return self._connection.execute(sql, parameters).rowcount

    def run_many(self, sql: str, rows: Iterable[tuple[Parameter, ...]]) -> int:
        """Execute a statement for each of the rows. Returns how many rows it changed in all."""
        return self._connection.executemany(sql, rows).rowcount

    def add(self, table: str, **values: object) -> int:
        """Insert a row, with each value as :func:`sync.store.rows.parameter` stores it, bytes as a ``memoryview``. Returns the row's id."""
        sql = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})"
        return self._connection.execute(sql, [parameter(value) for value in values.values()]).lastrowid or 0

    def all(self, row: type[Row], sql: str, *parameters: Parameter) -> list[Row]:
        """All rows of a SELECT, as values of ``row``: a named tuple, or the type of a single column."""
        found = self._connection.execute(sql, parameters)
        single = len(found.description) == 1 and not hasattr(row, "_fields")
        return _typed([only for (only,) in found] if single else found.fetchall(), row)

    def rows(self, sql: str, *parameters: Parameter) -> list[tuple[Any, ...]]:
        """All rows of a SELECT, of any types."""
        return self._connection.execute(sql, parameters).fetchall()

    def one(self, row: type[Row], sql: str, *parameters: Parameter) -> Row | None:
        """The first row of a SELECT, or None; ``row`` as in :meth:`all`."""
        return next(iter(self.all(row, f"{sql} LIMIT 1", *parameters)), None)

    def objects(self, kind: type[Row], sql: str, *parameters: Parameter) -> list[Row]:
        """The values of a SELECT whose single column is JSON."""
        return [from_json(text, kind) for text in self.all(str, sql, *parameters)]

    def created(self) -> datetime:
        """When the store was created. Raises :class:`Damaged`."""
        found = self.one(datetime, "SELECT at FROM created")
        if found is None:
            raise Damaged("it does not say when it was created")
        return found

    def add_text(self, text: str) -> int:
        """Within a transaction, keep a text of a page, each once. Returns its id."""
        data = text.encode()
        digest = sha256(data).hexdigest()
        known = self.one(int, "SELECT id FROM texts WHERE sha256 = ?", digest)
        return known or self.add("texts", sha256=digest, bytes=len(data), zlib=memoryview(compress(data)))

    def text(self, number: int) -> str:
        """The text of an id. Raises :class:`Damaged`."""
        packed = self.one(bytes, "SELECT zlib FROM texts WHERE id = ?", number)
        if packed is None:
            raise Damaged("a text is missing")
        return decompress(packed)

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Raise :class:`UsageError` or :class:`NoVerdict`, with one sentence, for whatever is wrong with the file."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._meaning(error) from error
        except UnicodeEncodeError as error:
            raise NoVerdict(f"text with a lone surrogate cannot be stored in {self._name} ({error.object[:80]!a})") from error
        except (Damaged, UnicodeDecodeError) as error:
            # SQLite's messages may quote bytes of the file that are not UTF-8.
            raise self._damaged(str(error)) from error

    @property
    def _name(self) -> str:
        return f"the store {shown_path(self.path)}"

    def _meaning(self, error: sqlite3.Error) -> SyncError | sqlite3.Error:
        if isinstance(error, sqlite3.ProgrammingError):
            return error  # wrong use of the connection: a bug, not a fault of the file
        # The module's own error for text that is not UTF-8 has no code.
        kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if kind == sqlite3.SQLITE_NOTADB:
            return UsageError(f"{self._name} is not a SQLite database; pass another file with --store")
        if kind in _LOCKED:
            return NoVerdict(f"{self._name} is locked by another process (waited {self.wait:g} seconds); try again later")
        if kind in _FORBIDDEN:
            return UsageError(f"{self._name} cannot be opened for writing ({error}); check the permissions of the file and its folder")
        if kind == sqlite3.SQLITE_FULL:
            return NoVerdict(f"no space left for {self._name}; free some space and try again: what was saved before is still there")
        if kind == sqlite3.SQLITE_IOERR:
            return NoVerdict(f"could not read or write {self._name} ({error}); check its disk and try again")
        return self._damaged(str(error))

    def _damaged(self, why: str) -> NoVerdict:
        return NoVerdict(f"{self._name} is damaged ({one_line(why)}); restore a copy, or move it away and pull again")


class StorePart:
    """What reads and writes one part of an open store."""

    def __init__(self, db: Database) -> None:
        self._db = db


def _typed(rows: list[Any], row: type[Row]) -> list[Row]:
    try:
        return msgspec.convert(rows, list[row])  # type: ignore[valid-type]
    except msgspec.ValidationError as error:
        raise Damaged(str(error)) from error
