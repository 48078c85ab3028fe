"""What doctor says of sources, store and what the parsers recognise."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sync.store import Store, Write
from tests.support.command import Run
from tests.support.live_game import Game
from tests.sync.samples import write_files

ONE_SCREEN = 40


@pytest.fixture
def doctor(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sync.pulling.game_pull.clock", lambda: game.now)
    monkeypatch.setattr("sync.doctor.diagnosis.clock", lambda: game.now)
    (tmp_path / "blognomic.toml").write_text(
        f'[blog]\nurl = "{game.blog.url}"\ndelay = 0\n[wiki]\nurl ='
        f' "{game.live.wiki_url}"\n[store]\npath = "store.sqlite3"\n'
    )
    return game


def checks(run: Run, code: int, *arguments: str) -> list[tuple[str, str, str]]:
    report = run("doctor", "--format", "json", *arguments, code=code).json
    assert report["schema"] == "blognomic/doctor/1"
    return [(check["what"], check["state"], check["says"]) for check in report["checks"]]


def bad(found: list[tuple[str, str, str]]) -> list[str]:
    return [what for what, state, _ in found if state == "bad"]


def test_the_sample_game_is_well(run: Run) -> None:
    assert [what for what, _, _ in checks(run, 0, "--site", "demo")] == [
        "source",
        "post",
        "vote",
        "roster",
        "rules",
        "rule",
        "table",
    ]
    assert len(run("doctor", "--site", "demo").out.splitlines()) <= 12


def test_first_contact_fits_on_one_screen_and_keeps_nothing(doctor: Game, run: Run) -> None:
    found = checks(run, 0)
    assert [what for what, _, _ in found] == [
        *(
            "blog",
            "front page",
            "entry",
            "wiki",
            "Ruleset",
            "table",
            "store",
            "post",
            "vote",
            "roster",
            "rules",
            "rule",
        )
    ]
    assert len(doctor.blog.asked) == 2
    assert len(doctor.wiki.asked) == 3
    assert not doctor.live.store.exists()
    lines = run("doctor").out.splitlines()
    assert len(lines) <= ONE_SCREEN
    assert all(line.strip()[0] in "✓·✗" for line in lines if not line.startswith("    "))


def test_the_store_is_looked_at(doctor: Game, run: Run) -> None:
    doctor.pull()
    found = checks(run, 0, "--offline")
    assert [what for what, _, _ in found] == [
        "store",
        "store",
        "post",
        "vote",
        "roster",
        "rules",
        "rule",
        "table",
    ]
    assert found[1][2].startswith("72 posts, ")
    doctor.wait(hours=13)
    assert [what for what, _, _ in checks(run, 0, "--offline")].count("age") == 2
    assert (len(doctor.blog.asked), len(doctor.wiki.asked)) == (69, 2)


def test_offline_without_a_store(doctor: Game, run: Run) -> None:
    assert bad(checks(run, 3, "--offline")) == ["store"]


def test_everything_out_of_reach(doctor: Game, run: Run) -> None:
    doctor.blog.always = 500
    doctor.wiki.failing = True
    found = checks(run, 3)
    assert bad(found) == ["blog", "wiki", "post", "roster", "rules"]
    _, out, err = run("doctor", code=3)
    assert "Traceback" not in out + err


def test_other_pages_than_the_games(doctor: Game, run: Run) -> None:
    doctor.blog.always = (
        b'<html><head><meta name="generator" content="WordPress"></head><body>Hello.</body></html>'
    )
    doctor.wiki.edit("Ruleset", "x" * 2_000_001)
    found = checks(run, 3)
    assert bad(found) == ["front page", "Ruleset", "post", "roster", "rules", "not recognised"]
    doctor.wiki.delete("Ruleset")
    assert bad(checks(run, 3))[1] == "Ruleset"
    doctor.wiki.garbage = True
    assert bad(checks(run, 3))[1] == "wiki"


def test_the_parameters_that_are_not_in_the_text_are_named(doctor: Game, run: Run) -> None:
    says = {what: says for what, _, says in checks(run, 0)}["rules"]
    read, of = map(int, re.findall(r"(\d+) of (\d+) parameters read", says)[0])
    named = says.partition("(not in the text: ")[2].partition(")")[0].split(", ")
    assert len(named) == of - read
    assert "popular.quorum" not in named
    source = run("rules", "--site", "demo", "--format", "json")
    voting = json.loads(source.out)["voting"]
    assert named == [key for key, clause in voting.items() if clause is None]


def test_rules_that_are_not_understood(doctor: Game, run: Run) -> None:
    doctor.wiki.edit("Ruleset", "= Core Rules =\n== Votes ==\nText.\n")
    assert "rules" in bad(checks(run, 3))
    doctor.wiki.edit("Ruleset", "Text.")
    assert "rules" in bad(checks(run, 3))


def test_a_tracking_page_without_tables(doctor: Game, run: Run) -> None:
    doctor.wiki.edit("The Long Cut", "Nothing is tracked yet.")
    assert bad(checks(run, 3)) == ["table"]


def test_entries_without_votes_or_comments(doctor: Game, run: Run) -> None:
    front = doctor.blog.page("/")
    text = front.read_text()
    for number in range(30, 0, -1):
        text = text.replace(f"Comments ({number})", "Comments (0)")
    front.write_text(text)
    found = checks(run, 3)
    assert "entry" not in [what for what, _, _ in found]
    assert bad(found) == ["post"]


def test_an_entry_with_unrecognised_comments(doctor: Game, run: Run) -> None:
    for file in doctor.blog.folder.glob("archive/*/index.html"):
        file.write_text(file.read_text().replace('<div class="comment"', '<div class="remark"'))
    assert bad(checks(run, 3))[:1] == ["entry"]


def test_many_odd_pages_do_not_fill_the_screen(tmp_path: Path, run: Run) -> None:
    odd = {f"blog/archive/p{number}/index.html": "nothing" for number in range(20)}
    folder = write_files(
        tmp_path / "saved", {"snapshot.toml": "as_of = 2024-01-20T12:00:00Z\n", **odd}
    )
    found = checks(run, 3, "--snapshot", str(folder))
    assert found[-1] == ("not recognised", "note", "and 16 more; `blognomic audit` lists them all")
    (folder / "snapshot.toml").write_text("as_of = noon")
    assert bad(checks(run, 3, "--snapshot", str(folder))) == ["pages"]


def test_a_damaged_store_is_named(doctor: Game, run: Run) -> None:
    doctor.live.store.write_bytes(b"no database at all, whatever its name says" * 100)
    assert bad(checks(run, 3, "--offline")) == ["store"]
    doctor.live.store.unlink()
    doctor.pull()
    with closing(sqlite3.connect(doctor.live.store)) as connection, connection:
        connection.execute("DELETE FROM post_contents")
    assert "store" in bad(checks(run, 3, "--offline"))


# What the tool says of its own writes.


NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "blognomic.toml").write_text(
        '[blog]\nurl = "https://blog.example"\n[store]\npath = "store.sqlite3"\n'
    )
    return Store.open(tmp_path / "store.sqlite3", now=NOON)


def fill(store: Store, count: int) -> None:
    for number in range(count):
        entry = store.journal.begin(
            Write("wiki-edit", "The Page\x07", "text", f"mark{number}", summary="s\u202e" * 200),
            NOON,
        )
        assert entry is not None
        if number % 2:
            store.journal.end(
                entry.id, "saved", NOON + timedelta(seconds=1), new_revid=number, why="it had to be"
            )


def test_all_of_it_can_be_listed(store: Store, run: Run) -> None:
    with store:
        fill(store, 8)
        store.journal.begin(Write("chat", "chat", "text", "notice-12345678"), NOON)
        store.journal.begin(
            Write(
                "blog-comment", "https://blog.example/a", "text", "m", findings=("BN101", "BN108")
            ),
            NOON,
        )
    checks = run("doctor", "--journal", "--format", "json", code=3).json["checks"]
    assert [check["what"] for check in checks] == [
        "journal",
        *(f"number {number}" for number in range(10, 0, -1)),
    ]
    assert (
        checks[1]["says"]
        == "2024-01-20 12:00 UTC, blog-comment, https://blog.example/a: BN101, BN108 (begun)"
    )
    assert checks[2]["says"] == "2024-01-20 12:00 UTC, chat, chat: notice-12345678 (begun)"


def test_without_a_store_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    assert (
        "--journal: there is no store, so this machine has made no writes"
        in run("doctor", "--journal", "--site", "demo", code=2).err
    )
