"""The sidebars that were seen, and the revisions of the Ruleset that provably stood, as a source has them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from parsers.model import Category, Post, Revision, Roster, Status
from sync.errors import NoVerdict
from sync.settings.config import Live
from sync.sources import source_view as module
from sync.sources.interface import with_files
from sync.sources.snapshot import SnapshotSource
from sync.sources.source_view import BASIC, load_view
from sync.sources.stored import StoreSource
from sync.store import Store, Write
from tests.support.blog_pages import front_page
from tests.support.memory_source import MemorySource
from tests.sync.samples import BLOG, NOON, ROSTER, write_files
from tests.validators.checks.test_terms_left_over import ruleset
from validators.view import SeenRoster

HOUR = timedelta(hours=1)
PAGES = tuple(Revision("Ruleset", number, number - 1, NOON - (5 - number) * HOUR, "Ana", "why", ruleset()) for number in (1, 2, 3, 4))
"""Four revisions of the Ruleset, at 8, 9, 10 and 11 o'clock."""


def matter(hours: float, status: Status = Status.ENACTED) -> Post:
    return Post("u/a", "A", Category.PROPOSAL, "Ana", NOON - hours * HOUR, status)


def stood(pages: tuple[Revision, ...], *posts: Post) -> list[tuple[int, float]]:
    """The revisions, and how many hours ago each of them ended."""
    made = load_view(MemorySource(pages, posts, Roster(("Ana",)), NOON), BASIC)
    return [(each.revision.revid, (NOON - each.until) / HOUR) for each in made.stood]


def test_revisions_back_to_the_oldest_resolved_matter() -> None:
    assert stood(PAGES, matter(2.5), matter(9, Status.PENDING)) == [(4, 0), (3, 1), (2, 2)]
    assert stood(PAGES, matter(3)) == [(4, 0), (3, 1), (2, 2)]
    assert stood(PAGES, matter(99)) == [(4, 0), (3, 1), (2, 2), (1, 3)]
    assert stood(PAGES, matter(9, Status.PENDING)) == []
    assert stood(PAGES, replace(matter(9), posted=None)) == []


def test_a_gap_ends_what_is_known() -> None:
    assert stood((PAGES[0], *PAGES[2:]), matter(9)) == [(4, 0), (3, 1)]


def test_a_history_that_cannot_be_read_and_one_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(MemorySource):
        def revisions(self, title: str) -> Iterator[Revision]:
            yield PAGES[3]
            raise NoVerdict("line 2 is no JSON")

        def page(self, title: str, *, at: datetime | None = None) -> Revision | None:
            return PAGES[3]

    made = load_view(Broken(PAGES, [matter(9)], Roster(("Ana",)), NOON), BASIC)
    assert [each.revision.revid for each in made.stood] == [4]
    monkeypatch.setattr(module, "_MOST_READ", 2 * len(ruleset()))
    assert len(stood(PAGES, matter(9))) == 2


def test_the_sidebar_of_a_snapshot_is_of_when_it_was_saved(tmp_path: Path) -> None:
    files = {"snapshot.toml": "as_of = 2024-01-20T12:00:00Z\n", "blog/index.html": front_page([], ROSTER)}
    folder = write_files(tmp_path / "saved", files)
    source = SnapshotSource(folder, blog_url=BLOG, now=NOON - 99 * HOUR)
    at = datetime(2024, 1, 20, 12, tzinfo=UTC)
    assert source.rosters() == [SeenRoster(ROSTER, at, at)]
    assert with_files(source).rosters() == source.rosters()
    assert SnapshotSource(None, blog_url=BLOG, now=NOON).rosters() == []


def test_the_sidebars_of_a_store(tmp_path: Path) -> None:
    live = Live(BLOG, "https://wiki.example/", "ana@example.org", tmp_path / "store.db")
    first, second = Roster(("Ana", "Bo")), Roster(("Ana",), ("Bo",))
    with Store.open(live.store, now=NOON) as store:
        assert StoreSource(store, live, NOON).rosters() == []
        with store.run("blog", NOON) as run:
            for roster, hours in ((first, 9), (first, 7), (second, 5), (second, 1)):
                run.roster(roster, NOON - hours * HOUR)
        assert StoreSource(store, live, NOON).rosters() == [
            SeenRoster(first, NOON - 9 * HOUR, NOON - 7 * HOUR),
            SeenRoster(second, NOON - 5 * HOUR, NOON - HOUR),
        ]
        assert StoreSource(store, live, NOON - 3 * HOUR).rosters()[1] == SeenRoster(second, NOON - 5 * HOUR, NOON - 3 * HOUR)
        assert StoreSource(store, live, NOON - 99 * HOUR).rosters() == [SeenRoster(first, NOON - 9 * HOUR, NOON - 7 * HOUR)]


def test_the_journal_of_a_store_tells_our_own_revisions(tmp_path: Path) -> None:
    live = Live(BLOG, "https://wiki.example/", "ana@example.org", tmp_path / "store.db")
    with Store.open(live.store, now=NOON) as store:
        written = store.journal.begin(Write("wiki-edit", "Ruleset", "text"), NOON)
        assert written is not None
        store.journal.end(written.id, "saved", NOON, new_revid=4)
        with store.run("wiki", NOON) as run:
            for each in PAGES:
                run.revision(each)
        source = StoreSource(store, live, NOON)
        assert (source.written(), with_files(source).written()) == (frozenset({4}), frozenset({4}))
        assert load_view(source, {"rules", "history"}).written == frozenset({4})
    assert SnapshotSource(None, blog_url=BLOG, now=NOON).written() == frozenset()
