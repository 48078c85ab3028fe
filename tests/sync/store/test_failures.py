"""Whatever is wrong with the file: one sentence, and nothing is destroyed."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import chain, count
from pathlib import Path

import pytest

from sync import errors
from sync.errors import NoVerdict, SyncError
from sync.store import Store, Write
from tests.reliability.matrix import Outcome, record
from tests.support.cases import cases
from tests.sync.store.samples import (
    DAY,
    HOUR,
    NOON,
    ROSTER,
    comment_history,
    enacted,
    gone,
    listed,
    observe,
    opened,
    post,
    revision,
)
from tests.sync.store.test_store import LATE


def connection(store: Store) -> sqlite3.Connection:
    return store._db._connection


def fill(store: Store) -> None:
    """Something of everything."""
    with store.run("blog", NOON) as run:
        for number in range(60):
            run.post(post(str(number), body=f"{number} lamps " * 30))
        run.roster(ROSTER)
        run.revision(revision())
        run.note("changes", "last", 1)
        run.finish()
    store.record_findings([LATE], NOON)
    store.journal.begin(Write("chat", "room", "Fine.", before="Old."), NOON)


def read_all(store: Store) -> list[object]:
    """Everything that can be read."""
    kept: list[object] = [
        list(store.posts()),
        store.versions("7"),
        comment_history(store, "7"),
        store.post("8"),
        gone(store),
    ]
    kept += [
        store.rosters(),
        store.book("changes", int),
        store.reported(),
        store.journal.entries(),
        store.pasts(NOON - DAY, NOON),
    ]
    kept += [store.revision("Ruleset"), list(store.revisions("Ruleset")), store.last_seen("blog")]
    return kept


@contextmanager
def writing(path: Path, begin: str = "BEGIN IMMEDIATE") -> Iterator[sqlite3.Connection]:
    """Another process in the middle of something."""
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute(begin)
        yield other


def test_a_store_that_is_being_written_is_read_and_waited_for_within_bounds(tmp_path: Path) -> None:
    with opened(tmp_path, wait=0.2) as store, store.run("blog", NOON) as run:
        run.post(post())
        with writing(tmp_path / "store.sqlite"):
            assert list(store.posts()) == []
            with pytest.raises(
                NoVerdict,
                match=r"store\.sqlite is locked by another process \(waited 0\.2 seconds\); try",
            ):
                run.checkpoint()
        # What could not be kept is not lost.
        assert run.checkpoint() == {"new": 1}
        assert store.post("lamps") == post()


def test_a_full_disk_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    with opened(tmp_path) as store, store.run("blog", NOON) as run:
        run.post(post())
        run.checkpoint()
        pages = connection(store).execute("PRAGMA page_count").fetchone()[0]
        connection(store).execute(f"PRAGMA max_page_count = {pages}")
        for number in range(200):
            run.post(post(str(number), body=f"{number} " * number))
        with pytest.raises(
            NoVerdict,
            match=(
                r"could not read or write the store .*store\.sqlite \(.+\); check its disk, free"
                r" some space"
            ),
        ):
            run.checkpoint()
        assert list(store.posts()) == [post(position=0)]
        connection(store).execute("PRAGMA max_page_count = 100000")
        assert run.checkpoint() == {"new": 200}
        assert store.report().faults == ()
        assert len(list(store.posts())) == 201


class TestDamaged:
    """A file that somebody or something wrote into."""

    def use(self, folder: Path) -> list[object]:
        """Read everything and write some."""
        with Store.open(folder / "store.sqlite", now=NOON, wait=0.1) as store:
            kept = read_all(store)
            observe(
                store,
                *(enacted(post(str(number))) for number in range(0, 60, 7)),
                post("new"),
                at=NOON + DAY,
                rosters=[ROSTER],
            )
            with store.run("wiki", NOON + DAY) as run:
                run.revision(revision(text="Other."))
            store.report()
            return kept

    @pytest.mark.slow
    def test_any_byte_may_be_wrong(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            fill(store)
            expected = read_all(store)
        path = tmp_path / "store.sqlite"
        sound = path.read_bytes()
        chance = random.Random(5)
        refused = 0
        for number in range(300):
            spoilt = bytearray(sound)
            for _ in range(chance.choice([1, 1, 20])):
                # Most of what matters stands at the beginning and end of pages.
                place = (
                    chance.randrange(len(sound))
                    if number % 2
                    else chance.randrange(0, len(sound), 4096) + chance.randrange(-120, 120)
                )
                spoilt[place % len(sound)] ^= 1 << chance.randrange(8)
            path.write_bytes(spoilt)
            try:
                self.use(tmp_path)
            except SyncError as error:
                refused += 1
                assert "\n" not in str(error)
            (tmp_path / "store.sqlite-journal").unlink(missing_ok=True)
        assert refused > 50
        path.write_bytes(sound)
        assert self.use(tmp_path) == expected

    def test_a_file_that_was_cut_is_not_read_and_not_written(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            fill(store)
        path = tmp_path / "store.sqlite"
        sound = path.read_bytes()
        for size in [10, 99, 100, 1000, *range(4096, len(sound), 4096)]:
            path.write_bytes(sound[:size])
            with pytest.raises(
                SyncError, match=r"is (damaged|not a SQLite database|a database of another program)"
            ):
                self.use(tmp_path)
            (tmp_path / "store.sqlite-journal").unlink(missing_ok=True)

    @pytest.mark.parametrize(
        ("sql", "fails"),
        [
            pytest.param(
                "DELETE FROM texts", lambda store: list(store.revisions("Ruleset")), id="no-texts"
            ),
            pytest.param(
                "UPDATE texts SET zlib = zlib || x'78'",
                lambda store: store.revision("Ruleset"),
                id="more-than-a-text",
            ),
            pytest.param(
                "UPDATE texts SET zlib = 'lamps'",
                lambda store: store.journal.entries(),
                id="no-bytes",
            ),
            pytest.param(
                "DELETE FROM post_contents",
                lambda store: observe(store, post("7")),
                id="no-contents-to-compare",
            ),
            pytest.param(
                "DELETE FROM post_versions",
                lambda store: observe(store, post("7")),
                id="no-versions",
            ),
            pytest.param(
                "UPDATE post_versions SET last_seen = first_seen",
                lambda store: store.post("7"),
                id="no-latest-version",
            ),
            pytest.param(
                "UPDATE post_versions SET comments = CAST(x'ff' AS TEXT)",
                lambda store: list(store.posts()),
                id="no-UTF-8",
            ),
            pytest.param(
                "UPDATE post_versions SET comments = '['",
                lambda store: store.post("7"),
                id="no-JSON",
            ),
            pytest.param(
                "UPDATE posts SET seen = 'noon'",
                lambda store: observe(store, post("7")),
                id="no-time",
            ),
            pytest.param(
                "UPDATE rosters SET first_seen = 7",
                lambda store: store.rosters(),
                id="a-number-for-a-time",
            ),
            pytest.param(
                "UPDATE journal SET json = '{}'",
                lambda store: store.journal.entries(),
                id="no-write",
            ),
            pytest.param(
                "UPDATE notes SET value = CAST(x'ff' AS TEXT)",
                lambda store: store.book("changes", int),
                id="a-note",
            ),
            pytest.param("DELETE FROM notes", lambda store: store.report(), id="no-beginning"),
        ],
    )
    def test_inconsistent_rows_are_damage(
        self, tmp_path: Path, sql: str, fails: Callable[[Store], object]
    ) -> None:
        with opened(tmp_path) as store:
            fill(store)
        with closing(sqlite3.connect(tmp_path / "store.sqlite")) as other:
            other.execute(sql)
            other.commit()
        with (
            opened(tmp_path) as store,
            pytest.raises(NoVerdict, match=r"is damaged \(.+\); restore a copy, or move"),
        ):
            fails(store)


def interrupt(store: Store, limit: int) -> None:
    """Break off whatever SQLite does when its machine has made so many steps in all."""
    steps = count(1)
    connection(store).set_progress_handler(lambda: next(steps) == limit, 1)


@pytest.mark.slow
def test_a_chunk_that_breaks_off_anywhere_leaves_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        fill(store)
        before = read_all(store)
        broken = 0
        for limit in chain(range(1, 100), range(100, 1_000_000, 997)):
            with store.run("blog", NOON + HOUR) as run:
                for number in range(20):
                    run.post(enacted(post(str(number))))
                    run.post(listed(post(f"new {number}")))
                run.note("changes", "last", 2)
                interrupt(store, limit)
                try:
                    run.checkpoint()
                    break
                except NoVerdict:
                    broken += 1
                    run._waiting.clear()
                finally:
                    connection(store).set_progress_handler(None, 0)
            assert read_all(store) == before
            record("The store", "pull", "write broken off", Outcome.SETTLED)
        assert broken > 105
        assert store.book("changes", int) == {"last": 2}
        assert len(list(store.posts())) == 80


@cases("errors")
def test_sqlite_errors_become_sentences(tmp_path: Path, code: str, kind: str, message: str) -> None:
    error = sqlite3.OperationalError("why")
    error.sqlite_errorcode = getattr(sqlite3, code)
    with (
        opened(tmp_path) as store,
        pytest.raises(getattr(errors, kind)) as caught,
        store._db._translated(),
    ):
        raise error
    assert str(caught.value) == message.replace("FILE", str(tmp_path / "store.sqlite"))
