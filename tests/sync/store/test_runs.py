"""Runs: what is visible when, what was asked, and what is remembered."""

from __future__ import annotations

from pathlib import Path

import pytest

from sync.store import Kept
from tests.sync.store.samples import HOUR, NOON, ROSTER, gone, observe, opened, post, request, revision, rows


def test_what_a_run_sees_is_in_the_store_from_the_next_checkpoint_on(tmp_path: Path) -> None:
    with opened(tmp_path) as store, opened(tmp_path) as other, store.run("blog", NOON) as run:
        run.post(post())
        run.roster(ROSTER)
        assert store.post("lamps") is other.post("lamps") is None
        assert run.checkpoint() == Kept(new=1, rosters=1)
        assert store.post("lamps") == other.post("lamps") == post()
        run.post(post())
        run.post(post("other"))
        assert other.post("other") is None
        assert run.checkpoint() == Kept(new=1, unchanged=1)
        assert run.checkpoint() == Kept()
        run.revision(revision())
        assert run.finish() == Kept(new=2, unchanged=1, rosters=1, revisions=1)


def test_a_run_that_was_left_by_an_exception_keeps_what_it_had_kept(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        with pytest.raises(ZeroDivisionError), store.run("blog", NOON) as run:
            run.post(post())
            run.checkpoint()
            run.post(post("other"))
            raise ZeroDivisionError
        assert [made.key for made in store.posts()] == ["lamps"]
        assert rows(store, "SELECT ended, complete FROM runs") == [(None, 0)]


def test_a_run_that_nobody_called_complete_is_not(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        with store.run("blog", NOON) as run:
            run.post(post())
        assert rows(store, "SELECT ended, complete FROM runs") == [("2024-01-20T12:00:00Z", 0)]
        assert store.last_seen() is None
        assert store.post("lamps") == post()


def test_a_run_is_a_row(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        with store.run("blog", NOON, reader="test 1") as run:
            assert rows(store, "SELECT * FROM runs") == [(run.id, "blog", "test 1", "2024-01-20T12:00:00Z", None, 0, "")]
            run.finish(NOON + HOUR)
        ended = (run.id, "blog", "test 1", "2024-01-20T12:00:00Z", "2024-01-20T13:00:00Z", 1, "")
        assert rows(store, "SELECT * FROM runs") == [ended]


def test_after_its_end_a_run_sees_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as store, store.run("blog", NOON) as run:
        run.finish()
        with pytest.raises(ValueError, match="has ended"):
            run.post(post())


def test_as_of_when_a_kind_is_complete(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for hours, kind, complete in [(3, "blog", True), (2, "wiki", True), (1, "blog", True), (5, "blog", False), (4, "wiki", False)]:
            with store.run(kind, NOON + hours * HOUR) as run:
                run.finish(complete=complete)
        assert [store.last_seen(kind) for kind in (None, "blog", "wiki", "chat")] == [
            NOON + 3 * HOUR,
            NOON + 3 * HOUR,
            NOON + 2 * HOUR,
            None,
        ]


def test_what_was_asked_and_answered_is_kept_in_its_order(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        with store.run("blog", NOON) as run:
            run.requests([request(200, 12_345, 0.2504), request("no answer", seconds=30, url="https://blog.example/2024/01/")])
            run.requests([])
            run.checkpoint()
            run.requests([request(404, url="https://blog.example/archive/lamps")])
        assert rows(store, "SELECT run, url, status, error, bytes, milliseconds FROM requests ORDER BY id") == [
            (run.id, "https://blog.example/", 200, None, 12_345, 250),
            (run.id, "https://blog.example/2024/01/", None, "no answer", 0, 30_000),
            (run.id, "https://blog.example/archive/lamps", 404, None, 0, 0),
        ]


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        pytest.param("https://user:hunter2@blog.example/a", "…@blog.example/a", id="password"),
        pytest.param("https://wiki.example/api.php?action=query&lgtoken=hunter2", "https://wiki.example/api.php?…", id="token"),
        pytest.param("https://wiki.example/?hunter2", "https://wiki.example/?…", id="no-value"),
        pytest.param("https://[", "https://[", id="no-address"),
    ],
)
def test_no_secret_of_an_address_is_kept(tmp_path: Path, url: str, kept: str) -> None:
    with opened(tmp_path) as store:
        with store.run("blog", NOON) as run:
            run.requests([request(url=url)])
        assert rows(store, "SELECT url FROM requests") == [(kept,)]
    assert b"hunter2" not in (tmp_path / "store.sqlite").read_bytes()


def test_words_without_end_are_cut(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        with store.run("blog", NOON) as run:
            run.requests([request("x" * 10_000)])
        assert rows(store, "SELECT error FROM requests") == [("x" * 500,)]


def test_a_cursor_is_remembered_with_what_was_seen_until_there(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert store.cursor("changes") is None
        with store.run("wiki", NOON) as run:
            run.cursor("changes", "1\0🏮")
            run.cursor("Ruleset 🏮", "")
        with pytest.raises(ZeroDivisionError), store.run("wiki", NOON) as run:
            run.revision(revision(1))
            run.cursor("changes", "2")
            run.checkpoint()
            run.revision(revision(2))
            run.cursor("changes", "3")
            raise ZeroDivisionError
        assert (store.cursor("changes"), store.cursor("Ruleset 🏮")) == ("2", "")
        assert [one.revid for one in store.revisions("Ruleset")] == [1]


def test_a_time_that_is_not_named_is_the_latest_that_was(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        with store.run("blog", NOON) as run:
            run.post(post("early"))
            run.post(post(), at=NOON + 2 * HOUR)
            run.post(post("before"), at=NOON + HOUR)
            run.roster(ROSTER)
            # Its list showed it, and its own page is not there.
            run.gone("lamps")
        seen = {made.key: store.versions(made.key)[0].first_seen for made in store.posts()}
        assert seen == {"early": NOON, "before": NOON + HOUR}
        assert [found for *_, found in gone(store)] == [store.rosters()[0].first_seen] == [NOON + 2 * HOUR]
        assert rows(store, "SELECT began, ended FROM runs") == [("2024-01-20T12:00:00Z", "2024-01-20T14:00:00Z")]


def test_a_store_that_is_closed_is_let_go_of(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        observe(store, post())
    assert [file.name for file in tmp_path.iterdir()] == ["store.sqlite"]
