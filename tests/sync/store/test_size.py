"""What the store costs, in bytes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sync.store import Kept
from tests.support.blog_pages import entry_page
from tests.sync.store.invented import invented_posts, invented_roster
from tests.sync.store.samples import DAY, HOUR, NOON, comment, observe, opened, post, with_comments

POSTS = 1_000


def file_size(folder: Path, *names: str) -> int:
    return sum((folder / name).stat().st_size for name in names)


def test_a_store_is_a_fraction_of_the_pages(tmp_path: Path) -> None:
    posts = list(invented_posts(POSTS))
    with opened(tmp_path) as store:
        observe(store, *posts, rosters=[invented_roster()])
    size = file_size(tmp_path, "store.sqlite")
    assert size < sum(len(entry_page(one, invented_roster()).encode()) for one in posts) / 2


def test_what_has_not_changed_costs_next_to_nothing(tmp_path: Path) -> None:
    posts = list(invented_posts(POSTS))
    with opened(tmp_path) as store:
        observe(store, *posts)
        size = file_size(tmp_path, "store.sqlite", "store.sqlite-wal")
    before = file_size(tmp_path, "store.sqlite")
    with opened(tmp_path) as store:
        assert observe(store, *posts, at=NOON + HOUR) == Kept(unchanged=POSTS)
        written = file_size(tmp_path, "store.sqlite-wal")
        assert observe(store, *(replace(one, comments=None) for one in posts), at=NOON + 2 * HOUR) == Kept(unchanged=POSTS)
    assert written < size / 20
    assert written < 32_000
    assert file_size(tmp_path, "store.sqlite") == before


def test_another_comment_costs_what_it_says(tmp_path: Path) -> None:
    long = post(body="Let there be lamps. " * 200)
    comments = [comment(number, "Bo", "for", f"Remark {number}.") for number in range(30)]
    with opened(tmp_path) as store:
        observe(store, with_comments(long, comments[0]))
        before = store.report()
        for number in range(2, 31):
            observe(store, with_comments(long, *comments[:number]), at=NOON + number * DAY)
        after = store.report()
    assert after.held("versions").count == 30
    assert sum(held.size for held in after.kinds) - sum(held.size for held in before.kinds) < 29 * 200
