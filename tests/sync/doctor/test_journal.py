"""What the tool says of its own writes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sync.doctor import State
from sync.doctor.diagnosis import _latest_written
from sync.store import Store, Write
from tests.support.command import Run

NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "blognomic.toml").write_text('[blog]\nurl = "https://blog.example"\n[store]\npath = "store.sqlite3"\n')
    return Store.open(tmp_path / "store.sqlite3", now=NOON)


def fill(store: Store, count: int) -> None:
    for number in range(count):
        entry = store.journal.begin(Write("wiki-edit", "The Page\x07", "text", f"mark{number}", summary="s\u202e" * 200), NOON)
        assert entry is not None
        if number % 2:
            store.journal.end(entry.id, "saved", NOON + timedelta(seconds=1), new_revid=number, why="it had to be")


def test_nothing_written_is_nothing_to_say(store: Store) -> None:
    with store:
        assert list(_latest_written(store.journal.entries())) == []


def test_the_latest_come_first_and_what_is_open_is_bad(store: Store) -> None:
    with store:
        fill(store, 7)
        head, *rest = _latest_written(store.journal.entries())
        assert head.says == "7 written or tried, the outcome of 4 unknown; see `blognomic doctor --journal`"
        assert [check.what for check in rest] == [f"number {number}" for number in (7, 6, 5, 4, 3)]
        assert [check.state for check in rest] == [State.BAD, State.NOTE, State.BAD, State.NOTE, State.BAD]
        assert rest[1].says.startswith(r"2024-01-20 12:00 UTC, wiki-edit, The Page\x07: s\u202e")
        assert rest[1].says.endswith("(saved as revision 5: it had to be)")
        assert len(rest[1].says) < 300


def test_all_of_it_can_be_listed(store: Store, run: Run) -> None:
    with store:
        fill(store, 8)
        store.journal.begin(Write("chat", "chat", "text", "notice-12345678"), NOON)
        store.journal.begin(Write("blog-comment", "https://blog.example/a", "text", "m", findings=("BN101", "BN108")), NOON)
    checks = run("doctor", "--journal", "--format", "json", code=3).json["checks"]
    assert [check["what"] for check in checks] == ["journal", *(f"number {number}" for number in range(10, 0, -1))]
    assert checks[1]["says"] == "2024-01-20 12:00 UTC, blog-comment, https://blog.example/a: BN101, BN108 (begun)"
    assert checks[2]["says"] == "2024-01-20 12:00 UTC, chat, chat: notice-12345678 (begun)"


def test_without_a_store_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.chdir(tmp_path)
    assert "--journal: there is no store, so nothing was written from here" in run("doctor", "--journal", "--site", "demo", code=2).err
