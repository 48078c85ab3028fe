"""The file: made, recognised, refused, and brought up to date."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from parsers.model import Category, Comment, Icon, Post, Withheld
from sync.errors import NoVerdict, UsageError
from sync.store import Listing, Store, Write, Written, schema
from sync.store.database import Database
from sync.store.rows import Parameter, compress, decompress
from sync.store.schema import APPLICATION, SCHEMA
from tests.support.paths import ROOT
from tests.sync.store.samples import (
    BLOG,
    DAY,
    HOUR,
    NOON,
    ROSTER,
    comment,
    comment_history,
    enacted,
    gone,
    listed,
    observe,
    opened,
    post,
    revision,
    rows,
    with_comments,
)

OLD_SCHEMAS = range(1, SCHEMA)


def tables(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """The columns of all tables."""
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
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


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"x", id="a-byte"),
        pytest.param(b"Lamps\n" * 500, id="text"),
        pytest.param(b"SQLite format 3\0", id="a-header"),
        pytest.param(b"SQLite format 3\0 or so" * 99, id="a-false-header"),
        pytest.param(b"\0" * 4096, id="zeros"),
    ],
)
def test_a_file_of_another_kind_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "store.sqlite"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"store\.sqlite is not a SQLite database; pass another file with --store"):
        Store.open(path, now=NOON)
    assert path.read_bytes() == content
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    "make", ["CREATE TABLE post (id)", "PRAGMA application_id = 7", "PRAGMA user_version = 1"], ids=["table", "application", "version"]
)
def test_a_database_of_something_else_is_refused_and_left_alone(tmp_path: Path, make: str) -> None:
    path = tmp_path / "store.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(make)
    before = path.read_bytes()
    with pytest.raises(UsageError, match=r"store\.sqlite is a database of another program"):
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


@pytest.mark.parametrize(
    "place", ["absent/store.sqlite", "folder", "pipe", "nul\0", "dangling"], ids=["no-folder", "folder", "pipe", "NUL", "dangling-link"]
)
def test_a_place_that_cannot_hold_a_store_is_wrong_usage(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "dangling").symlink_to("nothing")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match=r"the store .* (cannot be created: .*|is not a file); pass a file"):
        Store.open(tmp_path / place, now=NOON)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("a b?mode=memory#%41.sqlite", id="like-an-address"),
        pytest.param("étoile.sqlite", id="not-ASCII"),
        pytest.param(os.fsdecode(b"\xff\xfe.sqlite"), id="not-UTF-8"),
        pytest.param(":memory:", id="memory"),
    ],
)
def test_any_name_of_a_file_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    with Store.open(Path(name), now=NOON) as store:
        observe(store, post())
    assert [file.name for file in tmp_path.iterdir()] == [name]


def old_store(folder: Path, number: int) -> Path:
    """A store of an old schema. The fifth is the fourth with the markup of posts, which is not known."""
    path = folder / "store.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(Path(__file__).with_name(f"schema_{4 if number == 5 else number}.sql").read_text(encoding="utf-8"))
        if number == 5:
            connection.executescript("ALTER TABLE post_contents ADD COLUMN markup TEXT; PRAGMA user_version = 5")
    return path


def unmarked(slug: str = "lamps", **changes: object) -> Post:
    """A post whose markup is not known."""
    return post(slug, markup=None, **changes)


def dump(path: Path) -> list[str]:
    """All that a file holds, as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def definitions(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        return [(name, " ".join(sql.split())) for name, sql in found]


@pytest.mark.parametrize("number", OLD_SCHEMAS)
def test_an_old_schema_becomes_that_of_a_new_store(tmp_path: Path, number: int) -> None:
    (tmp_path / "new").mkdir()
    with opened(tmp_path / "new"):
        pass
    old = old_store(tmp_path, number)
    assert pragma(old, "user_version") == number
    with opened(tmp_path) as store:
        assert store.report().faults == ()
    assert definitions(old) == definitions(tmp_path / "new" / "store.sqlite")
    assert pragma(old, "user_version") == SCHEMA


@pytest.mark.parametrize("number", OLD_SCHEMAS)
def test_what_all_old_schemas_held_is_still_there(tmp_path: Path, number: int) -> None:
    old_store(tmp_path, number)
    undated = post("undated", posted=None, category=Category.STORY)
    with opened(tmp_path) as store:
        assert [one.key for one in store.posts() if one.key in {"undated", "lamps", "old"}] == ["undated", "lamps", "old"]
        # No schema before the fifth had the markup, and here the fifth has none either.
        assert store.post("lamps") == unmarked()
        assert store.post("undated") == unmarked("undated", posted=None, category=Category.STORY)
        assert [(seen.value.status, seen.first_seen) for seen in store.versions("old")] == [("pending", NOON), ("enacted", NOON + DAY)]
        # What the second schema has added: a date, that of the first sight where the post has none, and whether it is pending.
        assert "undated" in [one.key for one in store.posts(NOON, pending=False)]
        assert "lamps" in [one.key for one in store.posts(NOON + DAY)]
        assert "lamps" not in [one.key for one in store.posts(NOON + DAY, pending=False)]
        assert store.rosters()[0].value == ROSTER
        assert store.revision("Ruleset", 7) == revision()
        assert store.cursor("wiki") == "2024"
        assert store.journal.begin(Write("chat", "table", "Mind the lamps."), NOON) is not None
        assert observe(store, post(), enacted(post("old", posted=NOON - 300 * DAY)), undated, at=NOON + 2 * DAY).unchanged == 3
        assert store.post("lamps") == post()


MARKED = "<p>Let there be <b>lamps</b>.</p>"


@pytest.mark.parametrize(
    ("seen", "kept", "versions"),
    [
        pytest.param(post(markup=MARKED), MARKED, 1, id="the-entry"),
        pytest.param(listed(post(markup=MARKED)), MARKED, 1, id="a-list"),
        pytest.param(listed(post(body="", words=0)), None, 1, id="a-list-of-titles"),
        pytest.param(unmarked(), None, 1, id="an-older-reader"),
        pytest.param(post(markup=MARKED, title="Proposal: Lamps!"), MARKED, 2, id="another-title"),
        pytest.param(post(markup=MARKED, body="Let there be"), MARKED, 2, id="another-text"),
        pytest.param(with_comments(post(markup=MARKED)), MARKED, 2, id="other-comments"),
    ],
)
def test_markup_becomes_known_without_a_version_of_its_own(tmp_path: Path, seen: Post, kept: str | None, versions: int) -> None:
    old_store(tmp_path, 4)
    with opened(tmp_path) as store:
        observe(store, seen, at=NOON + 2 * DAY)
        found = store.versions("lamps")
        assert (len(found), found[-1].value.markup) == (versions, kept)
        if seen.title != post().title:
            assert found[0].value.markup is None
        # From now on it can change.
        changed = replace(seen, comments=None, body="Let there be.", markup="<p>Let there <i>be</i>.</p>")
        assert observe(store, changed, at=NOON + 3 * DAY).changed == 1
        assert [one.value.markup for one in store.versions("lamps")][-2:] == [kept, changed.markup]


def test_an_earlier_sighting_with_markup_is_that_of_the_version_without(tmp_path: Path) -> None:
    old_store(tmp_path, 4)
    with opened(tmp_path) as store:
        assert observe(store, post(markup=MARKED), at=NOON).unchanged == 1
        assert [(one.first_seen, one.value.markup) for one in store.versions("lamps")] == [(NOON, None)]


def test_the_texts_of_the_fifth_schema_are_cut_at_their_headings(tmp_path: Path) -> None:
    path = old_store(tmp_path, 5)
    texts = ["", "No heading.", "Lämps.\n== A ==\na\n== B ==\nb", "Ropes.\n== A ==\na\n== B ==\nb"]
    with closing(sqlite3.connect(path)) as connection:
        for number, text in enumerate(texts, start=100):
            values = (number, f"digest {number}", len(text.encode()), compress(text.encode()))
            connection.execute("INSERT INTO texts (id, sha256, bytes, zlib) VALUES (?, ?, ?, ?)", values)
            connection.execute("INSERT INTO revisions VALUES (?1, 'Lamps', ?1, 0, '2024-01-20T12:00:00Z', 'Ana', '', ?1, '[]')", (number,))
        connection.commit()
    with opened(tmp_path) as store:
        assert [one.text for one in store.revisions("Lamps")] == texts
        before = 1
        assert store.report().held("sections").count == before + 1 + 3 + 1


def test_what_the_third_schema_held_is_still_there(tmp_path: Path) -> None:
    old_store(tmp_path, 3)
    post = unmarked
    first, second = comment(0, "Bo", "for"), comment(1, "Cy", "against")
    quoted = Comment("Dee", NOON - HOUR, (Icon("for", quoted=True), Icon("star")), "Not \0 “mine” 🏮.", "c9", 2)
    changed = comment(0, "Bo", "for", "Changed.")
    thread = post("thread", body="Lamps again.")
    with opened(tmp_path) as store:
        # Compressed by the dictionary, and by nothing.
        assert [(seen.value, seen.first_seen, seen.last_seen) for seen in store.versions("thread")] == [
            (with_comments(thread, first, second), NOON + DAY, NOON + DAY),
            (listed(post("thread", title="Seen late")), NOON + DAY + HOUR / 2, NOON + DAY + HOUR / 2),
            (with_comments(thread, changed, second, quoted), NOON + DAY + HOUR, NOON + DAY + HOUR),
            (replace(with_comments(thread, second, quoted), comment_count=2), NOON + DAY + 2 * HOUR, NOON + 2 * DAY),
        ]
        assert [(seen.value.text, seen.last_seen, seen.latest) for seen in comment_history(store, "thread")] == [
            ("Fine.", NOON + DAY, False),
            ("Fine.", NOON + DAY + 2 * HOUR, True),
            ("Changed.", NOON + DAY + HOUR, False),
            ("Not \0 “mine” 🏮.", NOON + DAY + 2 * HOUR, True),
        ]
        assert store.post("long") == post("long", body="Let there be lamps. " * 900, comments=(first,), comment_count=1)
        assert store.post("longer") == post("longer", body="Let there be lamps. " * 1800, comments=None, comment_count=None)
        assert gone(store) == [("gone", NOON + DAY, NOON + 2 * DAY)]
        assert store.post("gone") == post("gone")
        # The second comment was pruned.
        assert store.post("pruned") == with_comments(post("pruned"), first, replace(comment(2, "Ana", "for"), position=1))
        assert observe(store, with_comments(thread, second, quoted), at=NOON + 3 * DAY).unchanged == 1
        assert observe(store, with_comments(thread, first, second, quoted), at=NOON + 4 * DAY).changed == 1
        assert len(comment_history(store, "thread")) == 4

        assert store.rosters()[1].value == replace(ROSTER, active=("Ana", "Bo", "Dee"), dormant=False)
        assert store.page(f"{BLOG}/") == Listing(f"{BLOG}/", "front", b"digest", ("lamps", "thread"), NOON + 2 * DAY)
        assert rows(store, "SELECT url, status, error, bytes, milliseconds FROM requests") == [
            (f"{BLOG}/", 200, None, 512, 250),
            (f"{BLOG}/x", None, "no answer", 0, 30_000),
        ]
        assert ("two pages",) in rows(store, "SELECT note FROM runs WHERE reader = 'test 2'")
        assert store.last_seen("wiki") == NOON + 2 * DAY

        hidden = (Withheld("user", "it was hidden"), Withheld("text", "it was not requested"))
        assert list(store.revisions("Ruleset")) == [
            revision(),
            revision(8, None, user=None, withheld=hidden),
            revision(9, "Another of the same number."),
        ]
        # Its text was in pieces.
        long = "== Lamps ==\n" + "A line that is long enough to cut after it.\n" * 900
        ((packed,),) = rows(store, "SELECT zlib FROM sections WHERE bytes = ?", len(long))
        assert decompress(packed) == long

        edit = Write(
            "wiki-edit",
            "Ruleset",
            "Another of the same number.\n",
            "lamp-7",
            "Ana",
            "Lamp 7",
            ("BN401", "BN402"),
            9,
            "Another of the same number.",
            frozenset({b"12345678", b"87654321"}),
        )
        saved = Written(1, edit, "saved", NOON + 3 * DAY, NOON + 3 * DAY + HOUR, 10, "https://wiki.example/10", "merged")
        begun = Written(2, Write("chat", "table", "Mind the “lamps”.", "notice-1", undoes=1), "begun", NOON + 4 * DAY)
        assert store.journal.entries() == [saved, begun]


def test_since_when_the_journal_is_complete_stays_known(tmp_path: Path) -> None:
    old_store(tmp_path, 3)
    with Store.open(tmp_path / "store.sqlite", now=NOON + 99 * DAY) as store:
        assert store.journal.kept_since() == NOON
        assert store.report().created == NOON


def test_an_older_store_had_no_journal(tmp_path: Path) -> None:
    old_store(tmp_path, 2)
    with Store.open(tmp_path / "store.sqlite", now=NOON + 99 * DAY) as store:
        assert store.journal.kept_since() == NOON + 99 * DAY
        assert store.report().created == NOON


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param("UPDATE content SET data = CAST(x'13' || data AS BLOB) WHERE id = 1", id="unknown-compression"),
        pytest.param("UPDATE content SET data = substr(data, 1, 40) WHERE id = 1", id="cut"),
        pytest.param("UPDATE content SET data = x'10c1' WHERE id = 1", id="no-MessagePack"),
        pytest.param("UPDATE content SET data = x'1092a161a162' WHERE id = 1", id="too-few-fields"),
        pytest.param("DELETE FROM dictionary", id="no-dictionary"),
        pytest.param("DELETE FROM version WHERE post = 1", id="no-versions"),
        pytest.param("UPDATE run SET began = 1 << 60", id="no-time"),
        pytest.param("UPDATE revision SET text = x'109164'", id="a-piece-is-missing"),
        pytest.param("DELETE FROM seen", id="no-sightings"),
        pytest.param("DELETE FROM page", id="no-pages"),
        pytest.param("DELETE FROM content WHERE id = 1", id="no-content"),
        pytest.param("DROP TABLE seen", id="no-table"),
    ],
)
def test_an_old_store_that_cannot_be_read_stays_as_it_is(tmp_path: Path, damage: str) -> None:
    path = old_store(tmp_path, 3)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(damage)
        connection.commit()
    before = dump(path)
    with pytest.raises(NoVerdict, match="is damaged"):
        Store.open(path, now=NOON)
    assert dump(path) == before
    assert pragma(path, "user_version") == 3


def test_a_full_disk_leaves_an_old_store_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_store(tmp_path, 3)
    before = dump(path)
    run = Database.run

    def with_little_room(db: Database, sql: str, *parameters: Parameter) -> int:
        if sql.startswith("ALTER"):
            run(db, f"PRAGMA max_page_count = {db.all(int, 'PRAGMA page_count')[0] + 20}")
        return run(db, sql, *parameters)

    monkeypatch.setattr(Database, "run", with_little_room)
    with pytest.raises(NoVerdict, match="no space left"):
        Store.open(path, now=NOON)
    assert dump(path) == before


def test_old_text_that_is_not_utf_8_becomes_replacement_characters(tmp_path: Path) -> None:
    path = old_store(tmp_path, 3)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE state SET value = x'61EDA08062'")
        connection.commit()
    with opened(tmp_path) as store:
        assert store.cursor("wiki") == "a\ufffd\ufffd\ufffdb"


def test_a_store_that_another_process_creates_meanwhile_is_known_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_two_that_open_an_old_store_at_once_upgrade_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_store(tmp_path, 1)
    schema_of = schema._schema
    looks = count(1)

    def interrupted(db: Database) -> int:
        found = schema_of(db)
        # The second look decides that the file is old; another process is done between it and the lock.
        if next(looks) == 2:
            schema.open_database(path, NOON, wait=1).close()
        return found

    monkeypatch.setattr(schema, "_schema", interrupted)
    with opened(tmp_path) as store:
        assert store.post("lamps") == unmarked()
        assert rows(store, "SELECT schema FROM schema_steps") == [(1,), (SCHEMA,)]


def test_every_table_is_described(tmp_path: Path) -> None:
    with opened(tmp_path):
        pass
    described = (ROOT / "docs" / "store.md").read_text(encoding="utf-8")
    assert [name for name in tables(tmp_path / "store.sqlite") if f"`{name}`" not in described] == []
