"""The tables, and the steps from every earlier schema to this one.

Times are seconds since 1970. Text from outside is stored as bytes (see :func:`sync.store.packing.to_bytes`).
docs/store.md says what each table is for.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sync.errors import UsageError
from sync.files import shown_path
from sync.store.database import Database
from sync.store.forms import HeadForm
from sync.store.packing import decode, seconds

__all__ = ["APPLICATION", "SCHEMA", "open_database"]

APPLICATION = 0x424E6F6D
"""What SQLite's `application_id` holds in a file of ours: BNom."""

_MAGIC = b"SQLite format 3\0"
_PAUSE = 0.02

_FIRST = """
CREATE TABLE step (schema INTEGER PRIMARY KEY, at INTEGER NOT NULL);
CREATE TABLE run (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, reader TEXT NOT NULL, began INTEGER NOT NULL, ended INTEGER,
    complete INTEGER NOT NULL DEFAULT 0, note BLOB NOT NULL DEFAULT x'');
CREATE TABLE asked (id INTEGER PRIMARY KEY, run INTEGER NOT NULL, data BLOB NOT NULL);
CREATE TABLE dictionary (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE content (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, data BLOB NOT NULL);
CREATE TABLE post (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, run INTEGER NOT NULL, place INTEGER NOT NULL, gone INTEGER);
CREATE TABLE seen (post INTEGER PRIMARY KEY, at INTEGER NOT NULL, read INTEGER);
CREATE TABLE version (
    post INTEGER NOT NULL, number INTEGER NOT NULL, run INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER, read INTEGER,
    head INTEGER NOT NULL, shown BLOB NOT NULL, PRIMARY KEY (post, number)) WITHOUT ROWID;
CREATE TABLE comments (id INTEGER PRIMARY KEY, post INTEGER NOT NULL, start INTEGER NOT NULL, data BLOB NOT NULL);
CREATE INDEX comments_of_post ON comments (post, start);
CREATE TABLE roster (id INTEGER PRIMARY KEY, run INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, content INTEGER NOT NULL);
CREATE TABLE listing (
    url BLOB PRIMARY KEY, kind TEXT NOT NULL, digest BLOB NOT NULL, posts BLOB NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE page (id INTEGER PRIMARY KEY, title BLOB NOT NULL UNIQUE);
CREATE TABLE revision (
    id INTEGER PRIMARY KEY, page INTEGER NOT NULL, revid INTEGER NOT NULL, parentid INTEGER NOT NULL, at INTEGER NOT NULL,
    data BLOB NOT NULL, text BLOB);
CREATE INDEX revision_of_page ON revision (page, revid);
CREATE TABLE state (name BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
"""


def _first(db: Database) -> None:
    for statement in _FIRST.split(";"):
        db.run(statement)


class _Latest(NamedTuple):
    post: int
    first: int
    data: bytes


def _found_by_date(db: Database) -> None:
    """Posts of a time and pending ones are found without unpacking all there are."""
    db.run("ALTER TABLE post ADD COLUMN made INTEGER NOT NULL DEFAULT 0")
    db.run("ALTER TABLE post ADD COLUMN pending INTEGER NOT NULL DEFAULT 0")
    latest = """
        SELECT version.post, (SELECT min(first) FROM version AS every WHERE every.post = version.post), content.data
        FROM version JOIN content ON content.id = version.head WHERE version.last IS NULL"""
    for post, first, data in db.all(_Latest, latest):
        head = decode(db.unpack(data), HeadForm)
        db.run("UPDATE post SET made = ?, pending = ? WHERE id = ?", first if head.posted is None else head.posted, head.is_pending, post)


_JOURNAL = """
CREATE TABLE written (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, place BLOB NOT NULL, mark BLOB NOT NULL, state TEXT NOT NULL,
    began INTEGER NOT NULL, ended INTEGER, base INTEGER, made INTEGER, undoes INTEGER,
    data BLOB NOT NULL, text BLOB NOT NULL, before BLOB);
CREATE INDEX written_at_place ON written (place, id);
CREATE INDEX written_with_mark ON written (mark, id);
CREATE INDEX written_in_state ON written (state, began)
"""


def _journal(db: Database) -> None:
    """What the tool writes is kept before it is sent, and what came of it."""
    for statement in _JOURNAL.split(";"):
        db.run(statement)


STEPS: tuple[Callable[[Database], None], ...] = (_first, _found_by_date, _journal)
"""Each step makes the schema of its number, counted from 1, of the one before. What a step does never changes."""

SCHEMA = len(STEPS)


def open_database(path: Path, now: datetime, *, wait: float) -> Database:
    """The store's file, made where there is none, in this version's schema.

    Raises :class:`UsageError` where the file is not ours, of a newer schema, or may not be opened, and
    :class:`NoVerdict` where it is damaged or in use.
    """
    _make_file(path)
    db = Database(path, wait=wait)
    try:
        with db.translated():
            _check(db)
            db.run("PRAGMA synchronous = FULL")
            db.run("PRAGMA cell_size_check = ON")
            _log_ahead(db)
            if _schema(db) < SCHEMA:
                _step_up(db, now)
    except BaseException:
        db.close()
        raise
    return db


def _make_file(path: Path) -> None:
    where = f"the store {shown_path(path)}"
    try:
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(f"{where} cannot be made: {why}; name a file in a folder that can be written to") from None
    if not path.is_file():
        raise UsageError(f"{where} is no file; name a file with --store, or one that does not exist yet")
    try:
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except OSError as error:
        raise UsageError(f"{where} cannot be read: {error.strerror}; check the permissions of the file and its folder") from None
    # SQLite takes a few bytes of something else for an empty database, and would write over them.
    if start not in {b"", _MAGIC}:
        raise UsageError(f"{where} is a file of another kind; name the store with --store, or a file that does not exist yet")


def _check(db: Database) -> None:
    """Nothing is written to a file before this has found it to be ours, or empty."""
    application, schema = db.all(int, "PRAGMA application_id")[0], _schema(db)
    where = f"the store {shown_path(db.path)}"
    if application == APPLICATION and schema > SCHEMA:
        raise UsageError(
            f"{where} was written by a newer version of this tool (schema {schema}, this version knows {SCHEMA}); update the tool"
        )
    if application != APPLICATION and (application or schema or db.all(str, "SELECT name FROM sqlite_master")):
        raise UsageError(f"{where} is a database of something else; name another file with --store")


def _schema(db: Database) -> int:
    return db.all(int, "PRAGMA user_version")[0]


def _log_ahead(db: Database) -> None:
    """Let readers read while somebody writes. SQLite does not wait by itself where two want to change to it."""
    until = time.monotonic() + db.wait
    while True:
        try:
            db.run("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(_PAUSE)
        else:
            return


def _step_up(db: Database, now: datetime) -> None:
    with db.writing():
        # Another process may have done it while this one waited.
        _check(db)
        for number, step in enumerate(STEPS[_schema(db) :], _schema(db) + 1):
            step(db)
            db.run("INSERT INTO step VALUES (?, ?)", number, seconds(now))
        db.run(f"PRAGMA application_id = {APPLICATION}")
        db.run(f"PRAGMA user_version = {SCHEMA}")
