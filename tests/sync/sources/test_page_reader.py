"""Reading a snapshot's pages in parallel, and only what changed again."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from itertools import chain, repeat
from pathlib import Path
from unittest.mock import Mock

import pytest

from parsers.model import Page
from sync.errors import NoVerdict
from sync.sources import page_cache, page_reader
from sync.sources.page_reader import read_pages
from sync.sources.snapshot_folder import Snapshot, open_snapshot
from tests.support.paths import DEMO

URL = "https://blog.example"
Pages = dict[str, Page | NoVerdict]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a part of the sample game, which counts as large, and a cache folder of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(page_reader, "MANY", 4)
    game = shutil.copytree(DEMO, tmp_path / "game")
    for entry in (game / "blog" / "archive").iterdir():
        if entry.name not in ("oilskins", "fog_bells", "passing_places", "night_fares"):
            shutil.rmtree(entry)
    shutil.rmtree(game / "blog" / "2024")
    return game


def pages(folder: Path, *, cached: bool = True) -> Pages:
    return {file.name: page for file, page in read_pages(open_snapshot(folder), URL, cached=cached)}


def plain(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Pages:
    with monkeypatch.context() as patch:
        patch.setattr(page_reader, "MANY", 1_000_000)
        return pages(folder)


def cache_file(folder: Path) -> Path:
    (found,) = (folder.parent / "cache").rglob("pages-*.sqlite3")
    return found


def read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many pages the next reading parses."""
    with monkeypatch.context() as patch:
        patch.setattr(os, "cpu_count", lambda: 1)
        reading = Mock(wraps=page_reader._read_page)
        patch.setattr(page_reader, "_read_page", reading)
        pages(folder)
        return reading.call_count


def test_one_and_many_processes_and_the_cache_read_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = plain(folder, monkeypatch)
    assert list(pages(folder, cached=False)) == list(expected)
    assert pages(folder, cached=False) == expected
    assert not (folder.parent / "cache").exists()
    with monkeypatch.context() as patch:
        patch.setattr(page_reader, "MANY", 2)
        patch.setattr(os, "cpu_count", lambda: 2)
        assert pages(folder) == expected
    assert pages(folder) == expected
    assert read_again(folder, monkeypatch) == 0


def test_only_what_changed_is_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = len(pages(folder))
    entry = folder / "blog" / "archive" / "oilskins" / "index.html"
    text = entry.read_text(encoding="utf-8")
    entry.write_text(text.replace("Oilskins", "Raincoat"), encoding="utf-8")
    shutil.rmtree(folder / "blog" / "archive" / "fog_bells")
    assert read_again(folder, monkeypatch) == 1
    assert pages(folder) == plain(folder, monkeypatch)
    with closing(sqlite3.connect(cache_file(folder))) as database:
        assert database.execute("SELECT count(*) FROM pages").fetchone() == (count - 1,)


def entry_of(folder: Path) -> Path:
    return folder / "blog" / "archive" / "oilskins" / "index.html"


@pytest.fixture
def older(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder, as if its files had been written long enough ago for their times to tell them apart."""
    monkeypatch.setattr(page_cache, "TICK", -(10**18))
    return folder


@pytest.fixture
def files_read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files of the snapshot that are opened."""
    names: list[str] = []
    reading = Snapshot.read

    def read(snapshot: Snapshot, name: str) -> bytes:
        names.append(name)
        return reading(snapshot, name)

    monkeypatch.setattr(Snapshot, "read", read)
    return names


def test_a_file_of_the_same_size_and_time_is_read_again(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages(older)
    entry, before = entry_of(older), entry_of(older).stat()
    entry.write_text(entry.read_text(encoding="utf-8").replace("Oilskins", "Raincoat"), encoding="utf-8")
    os.utime(entry, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (entry.stat().st_size, entry.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert read_again(older, monkeypatch) == 1
    assert pages(older) == plain(older, monkeypatch)


def test_a_file_written_twice_in_a_moment_is_compared_by_its_bytes(
    folder: Path, files_read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_cache, "TICK", 10**18)
    pages(folder)
    with closing(sqlite3.connect(cache_file(folder))) as database:
        assert database.execute("SELECT DISTINCT stamp FROM pages").fetchall() == [("",)]
    files_read.clear()
    assert read_again(folder, monkeypatch) == 0
    assert sorted(files_read) == sorted(plain(folder, monkeypatch)) != []


def test_files_with_other_times_and_the_same_text_are_not_read_again(
    older: Path, files_read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    count = len(pages(older))
    for file in (older / "blog").rglob("*.html"):
        os.utime(file, ns=(10**18, 10**18))
    for compared in (count, 0):
        files_read.clear()
        assert read_again(older, monkeypatch) == 0
        assert len(files_read) == compared


@pytest.mark.parametrize("what", ["the tool", "the address of the blog"])
def test_everything_is_read_again_after_a_change_of(what: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = len(pages(folder))
    if what == "the tool":
        monkeypatch.setattr(page_cache, "_reader", lambda: "another")
    else:
        monkeypatch.setattr(sys.modules[__name__], "URL", "https://other.example")
    assert read_again(folder, monkeypatch) == count
    assert pages(folder) == plain(folder, monkeypatch)


def test_another_time_of_the_snapshot_concerns_pages_whose_dates_rest_on_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = entry_of(folder)
    dates = chain(["05-06-2024 10:00:00"], repeat("06-07-2024 10:00:00"))
    text = re.sub(r"\d\d-\d\d-\d{4} \d\d:\d\d:\d\d", lambda _: next(dates), entry.read_text(encoding="utf-8"))
    entry.write_text(re.sub(r"\d{1,2} May +2024", "04 Apr 2024", text), encoding="utf-8")
    found = []
    for day in ("2024-06-08", "2024-12-24"):
        (folder / "snapshot.toml").write_text(f"as_of = {day}T00:00:00Z", encoding="utf-8")
        found.append(pages(folder))
        assert found[-1] == plain(folder, monkeypatch)
    one, other = (each["blog/archive/oilskins/index.html"] for each in found)
    assert isinstance(one, Page)
    assert one.by_time
    assert one != other
    (folder / "snapshot.toml").write_text("as_of = 2024-12-25T00:00:00Z", encoding="utf-8")
    assert read_again(folder, monkeypatch) == 1


def test_pages_of_the_snapshots_read_last_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages(folder)
    first = cache_file(folder)
    for number in range(9):
        (first.parent / f"pages-{number}.sqlite3").write_bytes(b"")
        os.utime(first.parent / f"pages-{number}.sqlite3", ns=(number, number))
    entry_of(folder).write_text("words", encoding="utf-8")
    pages(folder)
    left = {file.name for file in first.parent.glob("pages-*")}
    assert left == {first.name, *(f"pages-{number}.sqlite3" for number in range(2, 9))}


def test_a_cache_that_is_too_large_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = len(pages(folder))
    monkeypatch.setattr(page_cache, "_LARGEST", 10)
    assert read_again(folder, monkeypatch) == count


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda file: file.write_bytes(b"no database" * 1000), id="no database"),
        pytest.param(lambda file: file.write_bytes(b""), id="an empty file"),
        pytest.param(lambda file: _run(file, "ALTER TABLE pages RENAME COLUMN page TO other"), id="other columns"),
        pytest.param(lambda file: _run(file, "UPDATE pages SET page = x'c1'"), id="other pages"),
        pytest.param(lambda file: _run(file, "UPDATE pages SET page = 7"), id="numbers for pages"),
        pytest.param(lambda file: _run(file, "UPDATE pages SET reader = 7"), id="numbers for readers"),
        pytest.param(lambda file: _run(file, "UPDATE pages SET digest = x'00', stamp = ''"), id="other digests"),
        pytest.param(lambda file: _seal_anew(file, b"\xc1"), id="sealed pages that are none"),
    ],
)
def test_a_damaged_cache_is_replaced(damage: object, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = pages(folder)
    assert callable(damage)
    damage(cache_file(folder))
    assert read_again(folder, monkeypatch) == len(expected)
    assert read_again(folder, monkeypatch) == 0
    assert pages(folder) == expected


def _seal_anew(file: Path, page: bytes) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        for name, digest, reader in database.execute("SELECT name, digest, reader FROM pages").fetchall():
            seal = page_cache.digest_of(name, digest, reader.encode(), page)
            database.execute("UPDATE pages SET page = ?, seal = ? WHERE name = ?", (page, seal, name))


def _run(file: Path, sql: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(sql)


def test_a_cache_that_cannot_be_written_is_done_without(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder.parent / "cache").write_text("a file in the place of the folder", encoding="utf-8")
    assert pages(folder) == plain(folder, monkeypatch)


def test_a_file_that_cannot_be_read_is_reported_each_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outside = folder.parent / "outside.html"
    entry = folder / "blog" / "archive" / "oilskins" / "index.html"
    entry.replace(outside)
    entry.symlink_to(outside)
    for _ in range(2):
        error = pages(folder)["blog/archive/oilskins/index.html"]
        assert isinstance(error, NoVerdict)
        assert "leads out of it" in str(error)


def test_a_page_that_cannot_be_encoded_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = Page("\udcff")
    with monkeypatch.context() as patch:
        patch.setattr(page_reader, "_read_page", lambda *_: odd)
        assert set(pages(folder).values()) == {odd}
    assert read_again(folder, monkeypatch) == len(pages(folder))


def test_a_killed_process_leaves_no_verdict(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(ProcessPoolExecutor):
        def map(self, *_arguments: object, **_options: object) -> Iterator[object]:  # type: ignore[override]
            raise BrokenProcessPool("killed")

    monkeypatch.setattr(page_reader, "MANY", 2)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Killed)
    with pytest.raises(NoVerdict, match="was killed"):
        pages(folder)


def test_a_page_removed_while_it_is_read(folder: Path) -> None:
    snapshot: Snapshot = open_snapshot(folder)
    shutil.rmtree(folder / "blog" / "archive" / "oilskins")
    found = {file.name: page for file, page in read_pages(snapshot, URL)}
    assert "is missing from the snapshot" in str(found["blog/archive/oilskins/index.html"])
