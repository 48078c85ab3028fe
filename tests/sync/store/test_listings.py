"""Pages that list posts, and what may be skipped of them."""

from __future__ import annotations

from pathlib import Path

from sync.store import Listing, Store
from tests.sync.store.samples import BLOG, HOUR, NOON, comment_history, enacted, observe, opened, post

FRONT = f"{BLOG}/"


def digest_of(store: Store) -> bytes | None:
    page = store.page(FRONT)
    return None if page is None else page.digest


def test_a_page_is_known_as_it_was_fetched_last(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert store.page(FRONT) is None
        with store.run("blog", NOON) as run:
            run.page(FRONT, b"\0one", "front", ["lamps", "\0🏮"])
        assert store.page(FRONT) == Listing(FRONT, "front", b"\0one", ("lamps", "\0🏮"), NOON)
        with store.run("blog", NOON + HOUR) as run:
            run.page(FRONT, b"two", "front", ["ropes"], at=NOON + 2 * HOUR)
        assert store.page(FRONT) == Listing(FRONT, "front", b"two", ("ropes",), NOON + 2 * HOUR)


def test_a_page_that_has_not_changed_shows_its_posts_again(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        with store.run("blog", NOON) as run:
            for made in (post(), post("ropes"), post("other")):
                run.post(made)
            run.page(FRONT, b"one", "front", ["lamps", "ropes", "never kept"])
        with store.run("blog", NOON + HOUR) as run:
            run.gone("ropes")
            run.page(FRONT, b"one", "front")
        assert store.page(FRONT) == Listing(FRONT, "front", b"one", ("lamps", "ropes", "never kept"), NOON + HOUR)
        assert {key: store.versions(key)[0].last_seen for key in ("lamps", "ropes", "other")} == {
            "lamps": NOON + HOUR,
            "ropes": NOON,
            "other": NOON,
        }
        # Its comments were not looked at.
        assert [seen.last_seen for seen in comment_history(store, "lamps")] == [NOON, NOON]


def test_a_page_that_has_changed_and_was_not_read_shows_nobody_knows_what(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        observe(store, post())
        with store.run("blog", NOON) as run:
            run.page(FRONT, b"one", "front", ["lamps"])
        with store.run("blog", NOON + HOUR) as run:
            run.page(FRONT, b"two", "front")
        assert store.page(FRONT) == Listing(FRONT, "front", b"two", (), NOON + HOUR)
        assert store.versions("lamps")[0].last_seen == NOON


def test_what_was_fetched_before_the_last_time_is_forgotten(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for hours, digest in ((1, b"one"), (0, b"zero")):
            with store.run("blog", NOON + hours * HOUR) as run:
                run.page(FRONT, digest, "front", [])
        assert digest_of(store) == b"one"


def test_of_two_fetches_in_one_second_the_second_counts(tmp_path: Path) -> None:
    with opened(tmp_path) as store, store.run("blog", NOON) as run:
        run.page(FRONT, b"one", "front", [])
        run.page(FRONT, b"two", "front", [])
        run.checkpoint()
        assert digest_of(store) == b"two"


def test_a_sight_on_a_page_does_not_undo_a_later_one(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        with store.run("blog", NOON) as run:
            run.post(post())
            run.page(FRONT, b"one", "front", ["lamps"])
        observe(store, enacted(post()), at=NOON + 2 * HOUR)
        with store.run("blog", NOON + HOUR) as run:
            run.page(FRONT, b"one", "front")
        assert store.versions("lamps")[-1].last_seen == NOON + 2 * HOUR
