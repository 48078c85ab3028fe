"""Runs: what is visible when, what was asked, and what is remembered."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from sync.store import Asked, Kept, RunInfo
from tests.sync.store.samples import HOUR, NOON, ROSTER, observe, opened, post, revision


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
        last = store.last_run()
        assert last
        assert (last.ended, last.complete) == (None, False)


def test_a_run_that_nobody_called_complete_is_not(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        with store.run("blog", NOON) as run:
            run.post(post())
        last = store.last_run()
        assert last
        assert (last.ended, last.complete) == (NOON, False)
        assert store.last_seen() is None
        assert store.post("lamps") == post()


def test_a_run_tells_what_became_of_it(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert store.last_run() is None
        with store.run("blog", NOON, reader="test 1") as run:
            going = RunInfo(run.id, "blog", "test 1", NOON, None, complete=False, note="")
            assert store.last_run() == going
            run.finish(NOON + HOUR, complete=False, note="two pages \ud800")
        assert store.last_run() == RunInfo(run.id, "blog", "test 1", NOON, NOON + HOUR, complete=False, note="two pages \ud800")


def test_after_its_end_a_run_sees_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as store, store.run("blog", NOON) as run:
        run.finish()
        with pytest.raises(ValueError, match="has ended"):
            run.post(post())


def test_the_last_run_of_a_kind_and_as_of_when_that_kind_is_complete(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for hours, kind, complete in [(3, "blog", True), (2, "wiki", True), (1, "blog", True), (5, "blog", False), (4, "wiki", False)]:
            with store.run(kind, NOON + hours * HOUR) as run:
                run.finish(complete=complete)
        assert [run and run.began for run in (store.last_run(), store.last_run("blog"), store.last_run("chat"))] == [
            NOON + 4 * HOUR,
            NOON + 5 * HOUR,
            None,
        ]
        assert [store.last_seen(kind) for kind in (None, "blog", "wiki", "chat")] == [
            NOON + 3 * HOUR,
            NOON + 3 * HOUR,
            NOON + 2 * HOUR,
            None,
        ]


@dataclass
class Request:
    """As others record it."""

    url: str
    outcome: int | str
    bytes: int
    seconds: float


def test_what_was_asked_and_answered_is_kept_in_its_order(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        with store.run("blog", NOON) as run:
            run.asked([Request("https://blog.example/", 200, 12_345, 0.2504), Request("https://blog.example/2024/01/", "no answer", 0, 30)])
            run.asked([])
            run.checkpoint()
            run.asked([Asked("https://blog.example/archive/lamps", 404)])
        assert store.asked(run.id) == [
            Asked("https://blog.example/", 200, 12_345, 0.25),
            Asked("https://blog.example/2024/01/", "no answer", 0, 30.0),
            Asked("https://blog.example/archive/lamps", 404),
        ]
        assert store.asked(run.id + 1) == []


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://user:hunter2@blog.example/a?b=c#d", "https://blog.example/a?b=c"),
        (
            "https://wiki.example/api.php?action=query&lgtoken=hunter2%2B&format=json",
            "https://wiki.example/api.php?action=query&lgtoken=...&format=json",
        ),
        ("https://wiki.example/?csrf_Token=hunter2", "https://wiki.example/?csrf_Token=..."),
        ("https://wiki.example/?password", "https://wiki.example/?password"),
        ("https://[hunter2", ""),
    ],
)
def test_no_secret_of_an_address_is_kept(tmp_path: Path, url: str, kept: str) -> None:
    with opened(tmp_path) as store:
        with store.run("blog", NOON) as run:
            run.asked([Asked(url, 200)])
            run.page(url, b"digest", "front")
        assert [asked.url for asked in store.asked(run.id)] == [kept]
        assert store.page_digest(url) == b"digest"
    assert b"hunter2" not in (tmp_path / "store.sqlite").read_bytes()


def test_words_without_end_are_cut(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        with store.run("blog", NOON) as run:
            run.asked([Asked("https://blog.example/", "x" * 10_000)])
        assert store.asked(run.id)[0].outcome == "x" * 500


def test_a_cursor_is_remembered_at_once_or_with_what_was_seen_until_there(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert store.cursor("changes") is None
        store.set_cursor("changes", "1\0\ud800")
        store.set_cursor("Ruleset \ud800", "")
        with pytest.raises(ZeroDivisionError), store.run("wiki", NOON) as run:
            run.revision(revision(1))
            run.cursor("changes", "2")
            run.checkpoint()
            run.revision(revision(2))
            run.cursor("changes", "3")
            raise ZeroDivisionError
        assert (store.cursor("changes"), store.cursor("Ruleset \ud800")) == ("2", "")
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
        assert [loss.found_gone for loss in store.gone()] == [store.rosters()[0].first_seen] == [NOON + 2 * HOUR]
        last = store.last_run()
        assert last
        assert (last.began, last.ended) == (NOON, NOON + 2 * HOUR)


def test_a_store_that_is_closed_is_let_go_of(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        observe(store, post())
    assert [file.name for file in tmp_path.iterdir()] == ["store.sqlite"]
