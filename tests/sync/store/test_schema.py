"""The file: made, recognised, refused, and brought up to date."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sync.errors import NoVerdict, UsageError
from sync.store import Store, Write, schema
from sync.store.database import Database
from sync.store.schema import APPLICATION, SCHEMA
from tests.support.paths import ROOT
from tests.sync.store.samples import DAY, NOON, ROSTER, enacted, observe, opened, post, revision

OLD_SCHEMAS = range(1, SCHEMA)


def tables(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """The columns of all tables."""
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: [row[1:4] for row in connection.execute(f"PRAGMA table_info({name})")] for name in names}


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
    assert pragma(tmp_path / "store.sqlite", "journal_mode") == "wal"


def test_a_store_is_opened_again_as_it_was(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        observe(store, post())
    with opened(tmp_path) as store:
        assert store.post("lamps") == post()
        assert store.report().created == NOON


def test_an_empty_file_becomes_a_store_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    path.touch(0o640)
    path.chmod(0o640)
    with opened(tmp_path) as store:
        observe(store, post())
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize("content", [b"x", b"Lamps\n" * 500, b"SQLite format 3\0", b"SQLite format 3\0 or so" * 99, b"\0" * 4096])
def test_a_file_of_another_kind_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "store.sqlite"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"store\.sqlite is a file of another kind; name the store with --store"):
        Store.open(path, now=NOON)
    assert path.read_bytes() == content
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("make", ["CREATE TABLE post (id)", "PRAGMA application_id = 7", "PRAGMA user_version = 1"])
def test_a_database_of_something_else_is_refused_and_left_alone(tmp_path: Path, make: str) -> None:
    path = tmp_path / "store.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(make)
    before = path.read_bytes()
    with pytest.raises(UsageError, match=r"store\.sqlite is a database of something else"):
        Store.open(path, now=NOON)
    assert path.read_bytes() == before


def test_a_store_of_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with opened(tmp_path):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    before = path.read_bytes()
    with pytest.raises(
        UsageError, match=rf"newer version of this tool \(schema {SCHEMA + 1}, this version knows {SCHEMA}\); update the tool"
    ):
        Store.open(path, now=NOON)
    assert path.read_bytes() == before


@pytest.mark.parametrize("place", ["absent/store.sqlite", "folder", "pipe", "nul\0", "dangling"])
def test_a_place_that_cannot_hold_a_store_is_wrong_usage(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "dangling").symlink_to("nothing")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match=r"the store .* (cannot be made: .*|is no file); name a file"):
        Store.open(tmp_path / place, now=NOON)


@pytest.mark.parametrize("name", ["a b?mode=memory#%41.sqlite", "étoile.sqlite", os.fsdecode(b"\xff\xfe.sqlite"), ":memory:"])
def test_any_name_of_a_file_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    with Store.open(Path(name), now=NOON) as store:
        observe(store, post())
    assert [file.name for file in tmp_path.iterdir()] == [name]


def old_store(folder: Path, number: int = 1) -> Path:
    """A store of an old schema: three posts, one of them in two versions, a roster and a revision."""
    path = folder / "store.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(Path(__file__).with_name(f"schema_{number}.sql").read_text(encoding="utf-8"))
    return path


@pytest.mark.parametrize("number", OLD_SCHEMAS)
def test_an_old_schema_becomes_that_of_a_new_store(tmp_path: Path, number: int) -> None:
    (tmp_path / "new").mkdir()
    with opened(tmp_path / "new"):
        pass
    old = old_store(tmp_path, number)
    assert pragma(old, "user_version") == number
    with opened(tmp_path):
        pass
    made, stepped = tables(tmp_path / "new" / "store.sqlite"), tables(old)
    assert stepped == made
    assert pragma(old, "user_version") == SCHEMA


@pytest.mark.parametrize("number", OLD_SCHEMAS)
def test_what_an_old_schema_held_is_still_there(tmp_path: Path, number: int) -> None:
    old_store(tmp_path, number)
    undated = post("undated", posted=None, category=post().category.STORY)
    with opened(tmp_path) as store:
        assert [one.key for one in store.posts()] == ["undated", "lamps", "old"]
        assert store.post("lamps") == post()
        assert store.post("undated") == undated
        assert [(seen.value.status, seen.first_seen) for seen in store.versions("old")] == [("pending", NOON), ("enacted", NOON + DAY)]
        # What the second schema has added: a date, that of the first sight where the post has none, and whether it is pending.
        assert [one.key for one in store.posts(NOON, pending=False)] == ["undated"]
        assert [one.key for one in store.posts(NOON + DAY)] == ["lamps"]
        assert store.roster() == ROSTER
        assert store.revision("Ruleset") == revision()
        # What the third has: the journal.
        assert store.journal.entries() == []
        assert store.journal.begin(Write("chat", "table", "Mind the lamps."), NOON) is not None
        assert observe(store, post(), enacted(post("old", posted=NOON - 300 * DAY)), undated, at=NOON + 2 * DAY).unchanged == 3


def test_a_step_that_fails_leaves_the_old_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_store(tmp_path)
    before = tables(path)

    def fails(db: Database) -> None:
        db.run("CREATE TABLE half (id)")
        db.run("no SQL at all")

    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, fails))
    monkeypatch.setattr(schema, "SCHEMA", SCHEMA + 1)
    with pytest.raises(NoVerdict, match="is damaged"):
        Store.open(path, now=NOON)
    assert tables(path) == before
    assert pragma(path, "user_version") == 1


def test_two_that_open_an_old_store_at_once_step_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_store(tmp_path)
    schema_of = schema._schema
    first: list[Callable[[Database], int]] = [schema_of]

    def interrupted(db: Database) -> int:
        # Another process is done between the first look and the lock.
        found = schema_of(db)
        if first and found == 1:
            first.clear()
            schema.open_database(path, NOON, wait=1).close()
            return 1
        return schema_of(db)

    monkeypatch.setattr(schema, "_schema", interrupted)
    with opened(tmp_path) as store:
        assert store.post("lamps") == post()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM step").fetchone() == (SCHEMA,)


def test_every_table_is_described(tmp_path: Path) -> None:
    with opened(tmp_path):
        pass
    described = (ROOT / "docs" / "store.md").read_text(encoding="utf-8")
    assert [name for name in tables(tmp_path / "store.sqlite") if f"`{name}`" not in described] == []
