"""The revisions at hand: of a snapshot with and without a history, and of the store."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from parsers.model import Revision
from sync.errors import NoVerdict
from sync.settings.config import Config, Live
from sync.sources import page_history
from sync.sources.live import open_store
from sync.sources.page_history import as_of, newest_first
from tests.support.faulty_server import FaultyServer
from tests.sync.wiki.scripted import asked, page_row, pages, revision_row

NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)


@pytest.fixture
def saved(tmp_path: Path) -> Config:
    (tmp_path / "wiki").mkdir()
    (tmp_path / "snapshot.toml").write_text("as_of = 2024-01-20T12:00:00Z")
    (tmp_path / "wiki" / "The_Page.wikitext").write_text("now")
    return Config("saved", tmp_path)


def keep(config: Config, *rows: object, last: object = None) -> None:
    assert config.snapshot is not None
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    (config.snapshot / "wiki" / "The_Page.history.jsonl").write_text("\n".join(lines) + "\n")
    if last is not None:
        (config.snapshot / "wiki" / "The_Page.json").write_text(json.dumps(last))


def row(revid: int, hour: int, text: str | None = "x", user: str | None = "Ana") -> dict[str, object]:
    return {"revid": revid, "timestamp": f"2024-01-20T{hour:02}:00:00Z", "text": text, "user": user}


def test_a_snapshot_without_a_history_has_none(saved: Config) -> None:
    assert list(newest_first(saved, "The Page")) == []
    assert list(newest_first(saved, "Other")) == []
    assert list(newest_first(Config("none"), "The Page")) == []


def test_the_saved_page_comes_first_and_once(saved: Config) -> None:
    keep(saved, row(1, 8), row(2, 9, None), "", row(3, 10, "y", None), row(4, 11, "now"), last=row(4, 11))
    assert list(newest_first(saved, "The Page")) == [
        Revision("The Page", 4, 0, NOON.replace(hour=11), "Ana", None, "now"),
        Revision("The Page", 3, 0, NOON.replace(hour=10), None, None, "y"),
        Revision("The Page", 1, 0, NOON.replace(hour=8), "Ana", None, "x"),
    ]
    assert [kept.revid for kept in newest_first(replace(saved, now=NOON.replace(hour=10)), "The Page")] == [3, 1]


def test_a_page_of_unknown_time_is_no_revision(saved: Config) -> None:
    keep(saved, row(1, 8), last={"revid": 4})
    assert [kept.revid for kept in newest_first(saved, "The Page")] == [1]


@pytest.mark.parametrize("line", ["{", '{"revid": "x"}', '{"revid": 1, "timestamp": "noon", "text": "x"}', "\udcff"])
def test_a_line_that_is_none_is_named(saved: Config, line: str) -> None:
    assert saved.snapshot is not None
    text = json.dumps(row(1, 8)) + "\n" + line + "\n"
    (saved.snapshot / "wiki" / "The_Page.history.jsonl").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(NoVerdict, match=r"^wiki/The_Page.history.jsonl, line 2, is not the JSON of a revision: .+; save it again$"):
        list(newest_first(saved, "The Page"))


def test_a_time_that_is_none_is_named(saved: Config) -> None:
    keep(saved, last={"revid": 4, "timestamp": "noon"})
    with pytest.raises(NoVerdict, match=r"^wiki/The_Page.json: .*; save it again, or remove it$"):
        list(newest_first(saved, "The Page"))


def revision(revid: int, parentid: int, hour: int, text: str | None) -> Revision:
    return Revision("The Page", revid, parentid, NOON.replace(hour=hour), "Ana", "", text)


@pytest.fixture
def offline(tmp_path: Path) -> Config:
    """A store that knows revisions 1 and 2, and 4 to 7 with the text of 5 hidden; 3 it has not seen."""
    live = Live("https://blog.example", "https://wiki.example/", "me@example.org", tmp_path / "store.sqlite3", offline=True)
    kept = [(1, 0, 1, "a"), (2, 1, 2, "b"), (4, 3, 4, "d"), (5, 4, 5, None), (6, 5, 6, "f"), (7, 6, 7, "g")]
    with open_store(live, NOON) as store, store.run("wiki", NOON, reader="test") as run:
        for row in kept:
            run.revision(revision(*row))
        run.finish()
    return Config("live", live=live)


def test_the_store_gives_the_newest_first_and_no_more_than_anybody_needs(offline: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [(kept.revid, kept.text) for kept in newest_first(offline, "The Page")] == [(7, "g"), (6, "f"), (4, "d")]
    assert [kept.revid for kept in newest_first(replace(offline, now=NOON.replace(hour=6)), "The Page")] == [6, 4]
    assert list(newest_first(offline, "Other")) == []
    monkeypatch.setattr(page_history, "MOST", 2)
    assert [kept.revid for kept in newest_first(offline, "The Page")] == [7, 6]


def test_the_revision_of_a_moment(offline: Config, saved: Config) -> None:
    def at(hour: int, config: Config = offline) -> int | None:
        kept = as_of(config, "The Page", NOON.replace(hour=hour))
        return None if kept is None else kept.revid

    assert (at(1), at(6), at(7), at(9)) == (1, 6, 7, 7)
    # Between 2 and 4 there was another, and before 1 none; the text of 5 is hidden.
    assert (at(2), at(3), at(0), at(5)) == (None, None, None, None)
    keep(saved, row(1, 8), row(3, 10))
    assert (at(7, saved), at(9, saved), at(11, saved)) == (None, 1, 3)


def test_what_the_store_lacks_is_asked_for_once(tmp_path: Path, offline: Config) -> None:
    assert offline.live is not None
    third = revision_row(3, "c", parentid=2, timestamp="2024-01-20T03:00:00Z")
    with FaultyServer(pages(page_row("The Page", third))) as server:
        config = replace(offline, live=replace(offline.live, wiki_url=f"{server.url}/", offline=False))
        assert [kept.revid for kept in newest_first(config, "The Page")] == [7, 6, 4, 3, 2, 1]
        assert [kept.revid for kept in newest_first(config, "The Page")] == [7, 6, 4, 3, 2, 1]
        assert as_of(config, "The Page", NOON.replace(hour=2)) == revision(2, 1, 2, "b")
        assert len(server.heads) == 1
    (request,) = asked(server)
    assert (request["rvdir"], request["rvstartid"], request["titles"]) == ("older", "3", "The Page")


def test_the_wiki_is_asked_for_a_moment_that_the_store_does_not_know(tmp_path: Path, offline: Config) -> None:
    assert offline.live is not None
    third = revision_row(3, "c", parentid=2, timestamp="2024-01-20T03:00:00Z")
    with FaultyServer(pages(page_row("The Page", third)), pages(page_row("The Page"))) as server:
        config = replace(offline, live=replace(offline.live, wiki_url=f"{server.url}/", offline=False))
        assert as_of(config, "The Page", NOON.replace(hour=3)) == replace(revision(3, 2, 3, "c"), comment="why")
        assert as_of(config, "The Page", NOON.replace(hour=3)) == replace(revision(3, 2, 3, "c"), comment="why")
        assert as_of(config, "The Page", NOON.replace(hour=0)) is None
    first, second = asked(server)
    assert (first["rvstart"], second["rvstart"]) == ("2024-01-20T03:00:00Z", "2024-01-20T00:00:00Z")
