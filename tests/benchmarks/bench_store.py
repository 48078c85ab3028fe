"""How large a store of twenty years of the game is, and how long it takes to use it.

    python -m tests.benchmarks.bench_store

prints what one run gives; the same run is checked against the bounds below when the benchmarks are run.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from parsers.model import Post, Revision
from sync.store import Kept, Store
from tests.support.blog_pages import entry_page
from tests.sync.store.invented import BEGIN, BETWEEN, COMMENTS, invented_posts, invented_roster
from tests.sync.store.test_docs import EXAMPLES
from validators.finding import Finding, Severity, Subject

POSTS = 25_000
CHUNK = 500
AGAIN = 1_000
NOW = BEGIN + POSTS * BETWEEN
SINCE = NOW - timedelta(days=60)


@dataclass(frozen=True)
class Measured:
    """Bytes and seconds of one run."""

    pages: int
    pages_without_sidebar: int
    store: int
    keeping: float
    two_months: int
    reading_two_months: float
    reading_all: float
    again: float
    again_written: int
    report: float
    plain_sql: float

    @property
    def ratio(self) -> float:
        """The store's part of the pages it was made from."""
        return self.store / self.pages


def fill(path: Path) -> tuple[int, int, float, list[Post]]:
    """Keep all posts, the newest first. Returns the pages' bytes with and without sidebar, seconds, and the latest posts."""
    posts = list(invented_posts(POSTS))[::-1]
    roster = invented_roster()
    with_sidebar = len(entry_page(posts[0], roster).encode()) - len(entry_page(posts[0]).encode())
    pages = sum(len(entry_page(post).encode()) for post in posts)
    start = time.perf_counter()
    with Store.open(path, now=NOW) as store, store.run("blog", NOW) as run:
        run.roster(roster)
        for number, post in enumerate(posts, 1):
            run.post(post)
            if number % CHUNK == 0:
                run.checkpoint()
        run.finish()
    return pages + POSTS * with_sidebar, pages, time.perf_counter() - start, posts[:AGAIN]


def read(path: Path) -> list[Post]:
    """What an audit of the last two months needs, from opening to closing."""
    with Store.open(path, now=NOW) as store:
        store.rosters()
        store.last_seen("blog")
        return list(store.posts(SINCE))


def see_again(path: Path, posts: list[Post], hours: int) -> int:
    """See posts again, as they were. Returns the bytes that were written."""
    with Store.open(path, now=NOW) as store:
        with store.run("blog", NOW + timedelta(hours=hours)) as run:
            for post in posts:
                run.post(replace(post, position=post.position + 1))
            assert run.finish() == Kept(unchanged=len(posts))
        return path.with_name(f"{path.name}-wal").stat().st_size


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def count(path: Path) -> int:
    with Store.open(path, now=NOW) as store:
        return sum(1 for _ in store.posts())


def report(path: Path) -> object:
    with Store.open(path, now=NOW) as store:
        return store.report()


def add_findings_and_revisions(path: Path) -> None:
    """A thousand findings, and a hundred revisions of a page of 40 KB."""
    findings = [
        Finding(f"BN{100 + number % 50}", "invented", Severity.ERROR, Subject("post", str(number)), f"Finding {number}.")
        for number in range(1000)
    ]
    with Store.open(path, now=NOW) as store:
        store.record_findings(findings, NOW)
        with store.run("wiki", NOW) as run:
            for number in range(1, 101):
                at = NOW + timedelta(hours=number)
                run.revision(Revision("The Long Cut", number, number - 1, at, "Ana", "", f"Line {number}.\n" * 4000))
            run.finish()


def plain_sql(path: Path, key: str) -> list[int]:
    """Run the examples of docs/store.md, with a post's key of this store. Returns how many rows each gives."""
    with closing(sqlite3.connect(path)) as connection:
        return [len(connection.execute(sql.replace("passing_places", key)).fetchall()) for sql, _ in EXAMPLES[:4]]


def measure(folder: Path) -> Measured:
    """One run of everything."""
    path = folder / "store.sqlite"
    pages, without, keeping, latest = fill(path)
    size = path.stat().st_size
    written: list[int] = []
    add_findings_and_revisions(path)
    assert plain_sql(path, latest[0].key) == [10, COMMENTS, 100, 1]
    return Measured(
        pages=pages,
        pages_without_sidebar=without,
        store=size,
        keeping=keeping,
        two_months=len(read(path)),
        reading_two_months=seconds(lambda: read(path)),
        reading_all=seconds(lambda: count(path)),
        again=seconds(lambda: written.append(see_again(path, latest, 1))),
        again_written=written[0],
        report=seconds(lambda: report(path)),
        plain_sql=seconds(lambda: plain_sql(path, latest[0].key)),
    )


def test_one_run_stays_within_its_bounds(benchmark: Any, tmp_path: Path) -> None:
    measured: Measured = benchmark.pedantic(measure, args=(tmp_path,), rounds=1, iterations=1)
    assert measured.ratio < 1 / 2
    assert measured.two_months == timedelta(days=60) // BETWEEN
    assert measured.reading_two_months < 0.5
    assert measured.again_written < measured.store / 1000
    assert measured.plain_sql < 0.5


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Post]]:
    path = tmp_path_factory.mktemp("filled") / "store.sqlite"
    return path, fill(path)[3]


def test_opening_and_reading_two_months(benchmark: Any, filled: tuple[Path, list[Post]]) -> None:
    benchmark(read, filled[0])


def test_seeing_a_thousand_posts_again(benchmark: Any, filled: tuple[Path, list[Post]]) -> None:
    benchmark(see_again, *filled, 1)


def main() -> None:
    with TemporaryDirectory() as folder:
        measured = measure(Path(folder))
    for name, value in {**asdict(measured), "ratio": measured.ratio}.items():
        sys.stdout.write(
            f"{name.replace('_', ' ')}: {value:,.3f}\n" if isinstance(value, float) else f"{name.replace('_', ' ')}: {value:,}\n"
        )


if __name__ == "__main__":
    main()
