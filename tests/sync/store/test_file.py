"""The file: made, recognised, and refused."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

import pytest

from sync.errors import NoVerdict, UsageError
from sync.store import Store
from sync.store.database import APPLICATION, SCHEMA, Database, Parameter
from tests.sync.store.samples import DAY, NOON, observe, opened, post


def pragma(path: Path, name: str) -> object:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(f"PRAGMA {name}").fetchone()[0]


def test_a_new_store_is_one_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    mask = os.umask(0)
    try:
        with opened(tmp_path) as store:
            observe(store, post())
            assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    finally:
        os.umask(mask)
    assert [file.name for file in tmp_path.iterdir()] == ["store.sqlite"]
    assert pragma(tmp_path / "store.sqlite", "application_id") == APPLICATION
    assert pragma(tmp_path / "store.sqlite", "user_version") == SCHEMA


@pytest.mark.parametrize(
    "content", [b"x", b"SQLite format 3\0", b"SQLite format 3\0 or so" * 99, b"\0" * 4096]
)
def test_a_file_of_another_kind_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "store.sqlite"
    path.write_bytes(content)
    with pytest.raises(
        UsageError, match=r"store\.sqlite is not a SQLite database; pass another file with --store"
    ):
        Store.open(path, now=NOON)
    assert path.read_bytes() == content
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    "make",
    [
        pytest.param("CREATE TABLE post (id)", id="table"),
        pytest.param("PRAGMA application_id = 7", id="application"),
        pytest.param("PRAGMA user_version = 1", id="version"),
    ],
)
def test_a_database_of_something_else_is_refused_and_left_alone(tmp_path: Path, make: str) -> None:
    path = tmp_path / "store.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(make)
    before = path.read_bytes()
    with pytest.raises(UsageError, match=r"store\.sqlite is a database of another program"):
        Store.open(path, now=NOON)
    assert path.read_bytes() == before


@pytest.mark.parametrize("other", [SCHEMA - 1, SCHEMA + 1])
def test_a_store_of_another_schema_is_refused_and_left_alone(tmp_path: Path, other: int) -> None:
    path = tmp_path / "store.sqlite"
    with opened(tmp_path):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {other}")
    before = path.read_bytes()
    says = (
        rf"written by another version of this tool \(schema {other}; this one reads {SCHEMA}\); use"
        r" that version, or move the file away"
    )
    with pytest.raises(UsageError, match=says):
        Store.open(path, now=NOON)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "place", ["folder", "pipe", "nul\0", "dangling"], ids=["folder", "pipe", "NUL", "dangling-link"]
)
def test_a_place_that_cannot_hold_a_store_is_wrong_usage(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "dangling").symlink_to("nothing")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(
        UsageError,
        match=r"the store .* cannot be opened: .*; check its permissions, or pass a file",
    ):
        Store.open(tmp_path / place, now=NOON)


@pytest.mark.parametrize(
    "name", ["a b?mode=memory#%41.sqlite", os.fsdecode(b"\xff\xfe.sqlite"), ":memory:"]
)
def test_any_name_of_a_file_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with Store.open(Path(name), now=NOON) as store:
        observe(store, post())
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_store_that_another_process_creates_meanwhile_is_known_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "store.sqlite"
    path.touch()
    every = Database.all

    def interrupted(db: Database, row: type[int], sql: str, *parameters: Parameter) -> list[int]:
        found = every(db, row, sql, *parameters)
        if sql == "PRAGMA application_id":
            monkeypatch.setattr(Database, "all", every)
            # Creates the store, unless the look that is going on keeps it waiting.
            with suppress(NoVerdict), Store.open(path, now=NOON, wait=0):
                pass
        return found

    monkeypatch.setattr(Database, "all", interrupted)
    with opened(tmp_path) as store:
        observe(store, post())
    assert pragma(path, "application_id") == APPLICATION


def test_two_that_create_a_store_at_once_create_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = Database._create

    def interrupted(db: Database, now: datetime) -> None:
        # Another process is done between the look that decides that the file is new, and the lock.
        monkeypatch.setattr(Database, "_create", create)
        Store.open(db.path, now=NOON + DAY).__exit__()
        create(db, now)

    monkeypatch.setattr(Database, "_create", interrupted)
    for _ in range(2):
        with opened(tmp_path) as store:
            assert store.report().created == NOON + DAY
