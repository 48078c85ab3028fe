"""The SQLite layer of the store: its tables, transactions with a bounded wait, typed rows, and
errors as one sentence.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec

from sync.errors import NoVerdict, SyncError, UsageError
from sync.files import shown_path
from sync.text import one_line
from sync.times import iso

MAX_BYTES = 64_000_000
"""The maximum size of a text in bytes: more than any wiki page."""

Row = TypeVar("Row")
Parameter = int | str | bytes | datetime | None

_MAGIC = b"SQLite format 3\0"
_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_FORBIDDEN = {
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
}


APPLICATION = 0x424E6F6D
"""SQLite's `application_id` in our files: BNom."""

SCHEMA = 9
"""SQLite's `user_version`; a store of another schema is refused."""

_POST = ("url", "title", "category", "author", "posted", "status", "tags", "closed", "body")
_COMMENT = ("author", "at", "icons", "text", "id")

TABLES = """
CREATE TABLE notes (book TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (book, name)) WITHOUT ROWID;

CREATE TABLE posts (
    key TEXT PRIMARY KEY, run TEXT NOT NULL, place INTEGER NOT NULL, made TEXT NOT NULL, pending INTEGER NOT NULL,
    ascended TEXT,
    seen TEXT NOT NULL, comments_seen TEXT, gone TEXT);
CREATE INDEX ascensions ON posts (ascended) WHERE ascended IS NOT NULL;
CREATE TABLE post_contents (id INTEGER PRIMARY KEY, json TEXT NOT NULL);
CREATE TABLE post_versions (
    post TEXT NOT NULL REFERENCES posts, number INTEGER NOT NULL, reader TEXT NOT NULL, first_seen TEXT NOT NULL, last_seen TEXT,
    content INTEGER NOT NULL REFERENCES post_contents, comment_count INTEGER, comments TEXT, PRIMARY KEY (post, number)) WITHOUT ROWID;

CREATE TABLE rosters (
    id INTEGER PRIMARY KEY, reader TEXT NOT NULL, first_seen TEXT NOT NULL, last_seen TEXT NOT NULL, json TEXT NOT NULL);

CREATE TABLE texts (id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL, zlib BLOB NOT NULL);
CREATE TABLE revisions (
    title TEXT NOT NULL, revid INTEGER NOT NULL, parentid INTEGER NOT NULL, timestamp TEXT NOT NULL, user TEXT, comment TEXT,
    text INTEGER REFERENCES texts, withheld TEXT NOT NULL, PRIMARY KEY (title, revid)) WITHOUT ROWID;

CREATE TABLE journal (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, place TEXT NOT NULL, state TEXT NOT NULL, began TEXT NOT NULL, ended TEXT,
    new_revid INTEGER, undoes INTEGER REFERENCES journal, url TEXT, why TEXT, json TEXT NOT NULL,
    text INTEGER NOT NULL REFERENCES texts, before INTEGER REFERENCES texts);
CREATE INDEX journal_at_place ON journal (place, id);

CREATE TABLE findings (
    fingerprint TEXT PRIMARY KEY, code TEXT NOT NULL, severity TEXT NOT NULL, subject_kind TEXT NOT NULL, subject TEXT NOT NULL,
    url TEXT, message TEXT NOT NULL, first_seen TEXT NOT NULL, last_seen TEXT NOT NULL) WITHOUT ROWID;

CREATE VIEW post_history AS
    SELECT post, first_seen, coalesce(last_seen, seen) AS last_seen, last_seen IS NULL AS latest, gone, FIELDS_OF_POST,
        json_extract(json, '$.note.text') AS note, comment_count, reader
    FROM posts JOIN post_versions ON post = key JOIN post_contents ON id = content;
CREATE VIEW latest_posts AS SELECT * FROM post_history WHERE latest;
CREATE VIEW comment_history AS
    SELECT post, min(each.key) AS number, FIELDS_OF_COMMENT, min(first_seen) AS first_seen,
        max(coalesce(last_seen, comments_seen, first_seen)) AS last_seen, max(last_seen IS NULL) AS latest
    FROM posts JOIN post_versions ON post = posts.key, json_each(comments) AS each
    GROUP BY 1, 3, 4, 5, 6, 7
""".replace(
    "FIELDS_OF_POST", ", ".join(f"json_extract(json, '$.{name}') AS {name}" for name in _POST)
).replace(
    "FIELDS_OF_COMMENT",
    ", ".join(f"json_extract(each.value, '$.{name}') AS {name}" for name in _COMMENT),
)
"""docs/store.md describes each table and view. Times are ISO 8601 text in UTC, so they sort as
text.
"""


class Damaged(NoVerdict):
    """The file contains something that no version of this tool has written."""

    def __init__(self, why: object) -> None:
        super().__init__(
            f"the store is damaged ({one_line(str(why))}); restore a copy, or move it away and pull"
            " again"
        )


class Database:
    """A connection to the file. The file and its folder are created if missing, the file with mode
    0600.

    Raises :class:`UsageError` if the file is not a store, has another schema or cannot be opened,
    and :class:`NoVerdict` if it is damaged, or locked for ``wait`` seconds; so does every
    statement.
    """

    def __init__(self, path: Path, now: datetime, *, wait: float) -> None:
        self.path = path
        self._name = f"the store {shown_path(path)}"
        self._wait = wait
        _make_file(path, self._name)
        with self._translated():
            # `rw` does not create a file: it would have the wrong permissions.
            address = f"file:{quote(os.fsencode(path.absolute()))}?mode=rw"
            self._connection = sqlite3.connect(
                address, uri=True, timeout=wait, isolation_level=None
            )
        try:
            # Read in one transaction: another process may be creating the tables.
            with self._transaction("BEGIN"):
                made = self._is_made()
            with self._translated():
                # FULL can lose the removal of the rollback journal in a power cut.
                self.run("PRAGMA synchronous = EXTRA")
                self.run("PRAGMA cell_size_check = ON")
            if not made:
                self._create(now)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _is_made(self) -> bool:
        """Return whether the tables exist. Raises :class:`UsageError` unless the file is ours or
        empty; before that, nothing is written.
        """
        application, schema = (
            self.all(int, "PRAGMA application_id")[0],
            self.all(int, "PRAGMA user_version")[0],
        )
        if application == APPLICATION and schema != SCHEMA:
            raise UsageError(
                f"{self._name} was written by another version of this tool (schema {schema}; this"
                f" one reads {SCHEMA}); use that version, or move the file away and run `blognomic"
                " pull` to fetch everything again"
            )
        if application != APPLICATION and (
            application or schema or self.all(str, "SELECT name FROM sqlite_master")
        ):
            raise UsageError(
                f"{self._name} is a database of another program; pass another file with --store"
            )
        return bool(schema)

    def _create(self, now: datetime) -> None:
        with self.writing():
            if self._is_made():
                return  # another process created them while this one waited for the lock
            for statement in TABLES.split(";"):
                self.run(statement)
            self.run("INSERT INTO notes VALUES ('times', 'created', ?)", now)
            self.run(f"PRAGMA application_id = {APPLICATION}")
            self.run(f"PRAGMA user_version = {SCHEMA}")

    def writing(self) -> AbstractContextManager[None]:
        """A transaction that writes all or nothing; the data is on disk when it ends."""
        return self._transaction("BEGIN IMMEDIATE")

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        with self._translated():
            try:
                self._connection.execute(begin)
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                # SQLite itself ends some failed transactions, for instance on a full disk.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def run(self, sql: str, *parameters: Parameter) -> int:
        """Execute a statement and return the number of rows that it changed."""
        return self._execute(sql, parameters).rowcount

    def add(self, table: str, **values: Parameter) -> int:
        """Insert a row and return its id."""
        sql = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})"
        return self._execute(sql, values.values()).lastrowid or 0

    def all(self, row: type[Row], sql: str, *parameters: Parameter) -> list[Row]:
        """Return all rows of a SELECT as values of ``row``: a tuple type, or the type of a single
        column.
        """
        with self._translated():
            found = self._execute(sql, parameters)
            rows: list[Any] = (
                [only for (only,) in found] if len(found.description) == 1 else found.fetchall()
            )
        try:
            return msgspec.convert(rows, list[row])  # type: ignore[valid-type]
        except msgspec.ValidationError as error:
            raise Damaged(error) from error

    def one(self, row: type[Row], sql: str, *parameters: Parameter) -> Row | None:
        """Return the first row of a SELECT, or None; ``row`` as in :meth:`all`."""
        return next(iter(self.all(row, f"{sql} LIMIT 1", *parameters)), None)

    def _execute(self, sql: str, parameters: Iterable[Parameter]) -> sqlite3.Cursor:
        return self._connection.execute(
            sql, [iso(value) if isinstance(value, datetime) else value for value in parameters]
        )

    def add_text(self, text: str | None) -> int | None:
        """Within a transaction, save a page's text, compressed and without duplicates. Return its
        id.
        """
        if text is None:
            return None
        data = text.encode()
        digest = sha256(data).hexdigest()
        known = self.one(int, "SELECT id FROM texts WHERE sha256 = ?", digest)
        return known or self.add(
            "texts", sha256=digest, bytes=len(data), zlib=zlib.compress(data, 9)
        )

    def text(self, number: int | None) -> str | None:
        """Return the text with an id. Raises :class:`Damaged`, also for a text over 64 MB."""
        if number is None:
            return None
        packed = self.one(bytes, "SELECT zlib FROM texts WHERE id = ?", number)
        inflater = zlib.decompressobj()
        try:
            text = inflater.decompress(packed or b"", MAX_BYTES).decode()
        except (zlib.error, UnicodeDecodeError) as error:
            raise Damaged(error) from error
        if not inflater.eof or inflater.unused_data:
            raise Damaged("a text is missing, too long or incomplete")
        return text

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Raise :class:`UsageError` or :class:`NoVerdict`, with one sentence, for any fault of the
        file.
        """
        try:
            yield
        except sqlite3.ProgrammingError:
            raise  # wrong use of the connection is a bug, not a fault of the file
        except sqlite3.Error as error:
            raise self._meaning(error) from error
        except UnicodeEncodeError as error:
            raise NoVerdict(
                f"text with a lone surrogate cannot be stored in {self._name}"
                f" ({error.object[:80]!a})"
            ) from error
        except UnicodeDecodeError as error:
            # SQLite's messages may quote bytes of the file that are not UTF-8.
            raise Damaged(error) from error

    def _meaning(self, error: Exception) -> SyncError:
        # The module's own error for text that is not UTF-8 has no code.
        kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if kind == sqlite3.SQLITE_NOTADB:
            return UsageError(
                f"{self._name} is not a SQLite database; pass another file with --store"
            )
        if kind in _LOCKED:
            return NoVerdict(
                f"{self._name} is locked by another process (waited {self._wait:g} seconds); try"
                " again later"
            )
        if kind in _FORBIDDEN:
            return UsageError(
                f"{self._name} cannot be opened for writing ({error}); check the permissions of the"
                " file and its folder"
            )
        if kind in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}:
            return NoVerdict(
                f"could not read or write {self._name} ({error}); check its disk, free some space,"
                " and try again"
            )
        return NoVerdict(
            f"{self._name} is damaged ({one_line(str(error))}); restore a copy, or move it away and"
            " pull again"
        )


def to_json(value: object) -> str:
    """Encode a value as JSON text, times in UTC."""
    return msgspec.json.encode(value).decode()


def from_json(text: str, kind: type[Row]) -> Row:
    """Decode a value that :func:`to_json` encoded. Raises :class:`Damaged`."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Damaged(error) from error


def _make_file(path: Path, where: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        if not path.is_file():
            raise OSError(0, "it is not a file")
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(
            f"{where} cannot be opened: {why}; check its permissions, or pass a file in a writable"
            " folder with --store"
        ) from None
    # SQLite reads a few bytes of anything as an empty database and would overwrite them.
    if start not in {b"", _MAGIC}:
        raise UsageError(f"{where} is not a SQLite database; pass another file with --store")
