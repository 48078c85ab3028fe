"""Opening the file, and creating its tables in a new one."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from sync.errors import UsageError
from sync.files import shown_path
from sync.store.database import Database
from sync.store.tables import create_tables

__all__ = ["APPLICATION", "SCHEMA", "open_database"]

APPLICATION = 0x424E6F6D
"""SQLite's `application_id` in our files: BNom."""

SCHEMA = 8
"""SQLite's `user_version`; a store of another schema is refused."""

_MAGIC = b"SQLite format 3\0"
_PAUSE = 0.02


def open_database(path: Path, now: datetime, *, wait: float) -> Database:
    """Open the store's file, after creating it if needed.

    Raises :class:`UsageError` if the file is not a store, has another schema or cannot be opened, and
    :class:`NoVerdict` if it is damaged or locked.
    """
    _make_file(path)
    db = Database(path, wait=wait)
    try:
        with db.translated():
            with db.reading():  # application, schema and tables of one moment: another process may be creating them
                _check(db)
            db.run("PRAGMA synchronous = FULL")
            db.run("PRAGMA cell_size_check = ON")
            _log_ahead(db)
            if not _schema(db):
                _create(db, now)
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
        raise UsageError(f"{where} cannot be created: {why}; pass a file in a writable folder with --store") from None
    if not path.is_file():
        raise UsageError(f"{where} is not a file; pass a file with --store, or the name of a new one")
    try:
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except OSError as error:
        raise UsageError(f"{where} cannot be read: {error.strerror}; check the permissions of the file and its folder") from None
    # SQLite takes a few bytes of anything for an empty database, and would overwrite them.
    if start not in {b"", _MAGIC}:
        raise UsageError(f"{where} is not a SQLite database; pass another file with --store")


def _check(db: Database) -> None:
    """Raise :class:`UsageError` unless the file is ours or empty. Nothing is written to it before that."""
    application, schema = db.all(int, "PRAGMA application_id")[0], _schema(db)
    where = f"the store {shown_path(db.path)}"
    if application == APPLICATION and schema != SCHEMA:
        raise UsageError(
            f"{where} was written by another version of this tool (schema {schema}; this one reads {SCHEMA}); "
            "use that version, or move the file away and run `blognomic pull` to fetch everything anew"
        )
    if application != APPLICATION and (application or schema or db.all(str, "SELECT name FROM sqlite_master")):
        raise UsageError(f"{where} is a database of another program; pass another file with --store")


def _schema(db: Database) -> int:
    return db.all(int, "PRAGMA user_version")[0]


def _log_ahead(db: Database) -> None:
    """Switch to WAL, so that readers can read while somebody writes. SQLite itself does not wait for this lock."""
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


def _create(db: Database, now: datetime) -> None:
    with db.writing():
        _check(db)  # another process may have created them while this one waited for the lock
        if _schema(db):
            return
        create_tables(db)
        db.add("created", at=now)
        db.run(f"PRAGMA application_id = {APPLICATION}")
        db.run(f"PRAGMA user_version = {SCHEMA}")
