"""The revisions at hand: of a snapshot with and without a history, and of the store."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sync import page_history
from sync.config import Config, Live
from sync.errors import NoVerdict
from sync.live import open_store
from sync.page_history import Kept, newest_first
from sync.store import Revision

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
        Kept(4, NOON.replace(hour=11), "now", "Ana"),
        Kept(3, NOON.replace(hour=10), "y"),
        Kept(1, NOON.replace(hour=8), "x", "Ana"),
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


def test_the_store_gives_the_newest_first_and_no_more_than_anybody_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live = Live("https://blog.example", "https://wiki.example/", "me@example.org", tmp_path / "store.sqlite3")
    with open_store(live, NOON) as store, store.run("wiki", NOON, reader="test") as run:
        for revid, hour, text in ((1, 8, "a"), (2, 9, None), (3, 10, "c"), (4, 11, "d")):
            run.revision(Revision("The Page", revid, 0, NOON.replace(hour=hour), "Ana", "", text))
        run.finish()
    config = Config("live", live=live)
    assert [(kept.revid, kept.text) for kept in newest_first(config, "The Page")] == [(4, "d"), (3, "c"), (1, "a")]
    assert [kept.revid for kept in newest_first(replace(config, now=NOON.replace(hour=10)), "The Page")] == [3, 1]
    monkeypatch.setattr(page_history, "MOST", 2)
    assert [kept.revid for kept in newest_first(config, "The Page")] == [4, 3]
