"""The report, and pruning."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from sync.store import Pruned, Store
from sync.store.schema import SCHEMA
from tests.sync.store.samples import (
    DAY,
    HOUR,
    NOON,
    ROSTER,
    comment,
    comment_history,
    enacted,
    gone,
    observe,
    opened,
    post,
    request,
    revision,
    rows,
    with_comments,
)

A, B, C = comment(0, "Bo", "for"), comment(1, "Cy", "against"), comment(2, "Ana", "for")
LATER = NOON + 30 * DAY


def busy_store(store: Store) -> None:
    """A post in four versions, one that never changed, two rosters, five revisions, and five runs with logs."""
    observe(store, with_comments(post(), A, B, C), enacted(post("other")), rosters=[ROSTER])
    observe(store, with_comments(post(), A, replace(B, text="Altered."), C), at=NOON + HOUR)
    observe(store, with_comments(post(), A, C), rosters=[replace(ROSTER, idle=())], at=NOON + 2 * HOUR)
    with store.run("wiki", NOON + 3 * HOUR) as run:
        for revid in (1, 2, 3, 4):
            run.revision(revision(revid, f"Text {revid}.", timestamp=NOON + revid * DAY))
        run.revision(revision(9, "Shared.", title="Other", timestamp=NOON))
        run.requests([request()])
        run.finish()
    with store.run("blog", LATER) as run:
        run.post(with_comments(enacted(post()), A, C))
        run.requests([request()])
        run.finish()


def test_an_empty_store_reports_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        report = store.report()
    assert {held.count for held in report.kinds} == {held.size for held in report.kinds} == {0}
    assert (report.schema, report.created, report.faults) == (SCHEMA, NOON, ())
    assert report.path.endswith("store.sqlite")


def test_a_report_counts_what_is_there(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        busy_store(store)
        with store.run("blog", LATER) as run:
            run.page("https://blog.example/", b"digest", "front", ["lamps"])
        report = store.report()
        assert report.file_size == sum(file.stat().st_size for file in tmp_path.iterdir() if not file.name.endswith("-shm"))
    counts = {held.kind: held.count for held in report.kinds}
    assert counts == {
        "posts": 2,
        "versions": 5,
        "comments": 6,
        "rosters": 2,
        "listings": 1,
        "revisions": 5,
        "texts": 5,
        "runs": 6,
        "requests": 2,
        "journal": 0,
        "findings": 0,
    }
    assert all(held.size > 0 for held in report.kinds if held.count)
    with pytest.raises(KeyError):
        report.held("lamps")


def test_a_report_names_what_is_wrong_with_the_file(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        busy_store(store)
    with closing(sqlite3.connect(tmp_path / "store.sqlite")) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, 'gone TEXT', 'gone TEXT NOT NULL') WHERE name = 'posts'")
        connection.commit()
    with opened(tmp_path) as store:
        assert any("NULL value in posts.gone" in fault for fault in store.report().faults)


def test_what_is_pruned_is_old_and_not_the_latest(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        busy_store(store)
        latest = {key: store.post(key) for key in ("lamps", "other")}
        pruned = store.prune(NOON + 90 * DAY)
        assert pruned == Pruned(versions=3, comments=2, rosters=1, revisions=2, runs=1, requests=2, freed=pruned.freed)
        assert {key: store.post(key) for key in ("lamps", "other")} == latest
        assert [seen.value for seen in store.versions("lamps")] == [latest["lamps"]]
        assert [seen.value.author for seen in comment_history(store, "lamps")] == ["Bo", "Ana"]
        assert store.rosters()[0].value == replace(ROSTER, idle=())
        # The latest, the one it was made from, and the only one of its page.
        assert [one.revid for one in store.revisions("Ruleset")] == [3, 4]
        assert [one.text for one in store.revisions("Ruleset")] == ["Text 3.", "Text 4."]
        assert store.revision("Other")
        assert store.last_seen("wiki") == NOON + 3 * HOUR
        assert store.report().faults == ()


def test_what_was_seen_since_then_stays(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        busy_store(store)
        before = store.report().kinds
        nothing = store.prune(NOON)
        assert nothing == Pruned(0, 0, 0, 0, 0, 0, nothing.freed)
        assert store.report().kinds == before
        assert store.prune(NOON + HOUR).versions == 1
        assert store.prune(NOON + HOUR).versions == 0
        assert [one.revid for one in store.revisions("Ruleset")] == [1, 2, 3, 4]
        assert store.prune(NOON + 3 * DAY).revisions == 1
        assert [one.revid for one in store.revisions("Ruleset")] == [2, 3, 4]


def test_after_pruning_a_run_goes_on_as_before(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        busy_store(store)
        store.prune(NOON + 90 * DAY)
        observe(store, with_comments(enacted(post()), A, B, C), at=LATER + DAY)
        assert store.post("lamps") == with_comments(enacted(post()), A, B, C)
        assert [seen.value.author for seen in comment_history(store, "lamps")] == ["Bo", "Ana", "Cy"]
        observe(store, with_comments(enacted(post()), C), at=LATER + 2 * DAY)
        store.prune(LATER + 2 * DAY)
        assert [seen.value.author for seen in comment_history(store, "lamps")] == ["Ana"]


def test_the_file_gets_smaller(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for hours in range(20):
            observe(store, *(post(str(slug), body=f"{hours} {slug} " * 200) for slug in range(10)), at=NOON + hours * HOUR)
        size = store.report().file_size
        pruned = store.prune(LATER)
        assert pruned.versions == 19 * 10
        assert store.report().file_size == size - pruned.freed < size / 2
        assert len(list(store.posts())) == 10


def test_as_of_when_the_store_is_complete_stays_known(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for hours, complete in [(1, False), (3, True), (2, True), (4, False), (5, False)]:
            with store.run("wiki", NOON + hours * HOUR) as run:
                run.finish(complete=complete)
        assert store.prune(LATER).runs == 3
        assert store.last_seen("wiki") == NOON + 3 * HOUR
        assert rows(store, "SELECT began FROM runs ORDER BY id DESC LIMIT 1") == [("2024-01-20T17:00:00Z",)]


def test_a_gone_post_keeps_its_last_version(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        observe(store, post())
        with store.run("blog", NOON + HOUR) as run:
            run.gone("lamps")
        store.prune(LATER)
        assert [key for key, *_ in gone(store)] == ["lamps"]
        assert store.post("lamps") == post()
