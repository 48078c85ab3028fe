"""What is at hand of the history of the pages, from a snapshot and from the store."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from parsers.model import Category, Post, Revision
from parsers.ruleset import read_ruleset
from parsers.ruleset.model import Terms
from sync.settings.config import Config, Live
from sync.sources import histories
from sync.sources.histories import with_history
from sync.sources.live import open_store
from tests.validators.checks.test_terms import ruleset
from validators.view import GameView

NOON = datetime(2024, 1, 20, 12, tzinfo=UTC)
OLD = ruleset().replace("Bargee", "Lamplighter").replace("Lock Warden", "Harbour Master")
TEXTS = (OLD, OLD + "\n", ruleset(), ruleset() + "\n")
ADDRESS = Post("u/a", "A", Category.ASCENSION, "Ana", NOON - timedelta(hours=2))


def view(*posts: Post) -> GameView:
    return GameView(NOON, replace(read_ruleset(ruleset()), tracking_page="The Page"), None, posts)


def hours(made: GameView, title: str = "Ruleset") -> list[float]:
    return [(NOON - each.timestamp) / timedelta(hours=1) for each in made.histories.get(title, ())]


@pytest.fixture
def store(tmp_path: Path) -> Config:
    """Four revisions of the Ruleset, at 8, 9, 10 and 11 o'clock."""
    live = Live("https://blog.example", "https://wiki.example/", "me@example.org", tmp_path / "store.sqlite3")
    with open_store(live, NOON) as opened, opened.run("wiki", NOON, reader="test") as run:
        for number_, text in enumerate(TEXTS, 1):
            run.revision(Revision("Ruleset", number_, number_ - 1, NOON - timedelta(hours=5 - number_), "Ana", "why", text))
        run.finish()
    return Config("live", live=live)


@pytest.fixture
def snapshot(tmp_path: Path) -> Config:
    folder = tmp_path / "game"
    (folder / "wiki").mkdir(parents=True)
    (folder / "snapshot.toml").write_text("as_of = 2024-01-20T12:00:00Z\n")
    rows: Sequence[dict[str, object]] = [
        {"revid": n, "parentid": n - 1, "timestamp": f"2024-01-20T{7 + n:02}:00:00Z", "user": "Ana", "comment": "why", "text": text}
        for n, text in enumerate(TEXTS, 1)
    ]
    (folder / "wiki" / "Ruleset.wikitext").write_text(TEXTS[-1], encoding="utf-8")
    (folder / "wiki" / "Ruleset.json").write_text(json.dumps({key: value for key, value in rows[-1].items() if key != "text"}))
    (folder / "wiki" / "Ruleset.history.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows[:-1]))
    (folder / "wiki" / "The_Page.wikitext").write_text("x", encoding="utf-8")
    return Config("here", snapshot=folder)


@pytest.fixture(params=["store", "snapshot"])
def config(request: pytest.FixtureRequest) -> Config:
    found: Config = request.getfixturevalue(request.param)
    return found


def test_the_latest_revisions_the_oldest_first(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    made = with_history(view(ADDRESS), config)
    assert list(made.histories) == ["Ruleset"]
    assert hours(made) == [4, 3, 2, 1]
    last = made.histories["Ruleset"][-1]
    assert (last.revid, last.parentid, last.user, last.comment, last.text) == (4, 3, "Ana", "why", TEXTS[-1])
    assert made.former_terms == Terms("Lamplighter", "Lamplighters", "Harbour Master")
    monkeypatch.setattr(histories, "MOST", 2)
    few = with_history(view(ADDRESS), config)
    assert hours(few) == [2, 1]
    assert few.former_terms == made.former_terms


def test_nothing_of_after_the_moment(config: Config) -> None:
    assert hours(with_history(view(), replace(config, now=NOON - timedelta(hours=3)))) == [4, 3]
    assert with_history(view(), replace(config, now=NOON - timedelta(days=3))).histories == {}


@pytest.mark.parametrize(("hour", "known"), [(5, False), (4, False), (3, True)])
def test_the_terms_are_those_before_the_address(config: Config, hour: int, known: bool) -> None:
    """The first revision was made four hours ago; one of that very moment was not before it."""
    made = with_history(view(replace(ADDRESS, posted=NOON - timedelta(hours=hour)), replace(ADDRESS, posted=None)), config)
    assert (made.former_terms is not None) is known
    assert with_history(view(), config).former_terms is None


def test_a_page_from_a_file_has_no_history(config: Config) -> None:
    apart = with_history(view(ADDRESS), replace(config, ruleset=Path("x"), tracking=Path("y")))
    assert (apart.histories, apart.former_terms) == ({}, None)
    assert with_history(replace(view(ADDRESS), rules=None), config).histories == {}


def test_without_a_store_or_a_snapshot_there_is_none() -> None:
    seen = view(ADDRESS)
    assert with_history(seen, Config("x")) is seen


def test_a_history_that_cannot_be_read_is_told(snapshot: Config) -> None:
    assert snapshot.snapshot is not None
    (snapshot.snapshot / "wiki" / "Ruleset.history.jsonl").write_text("{")
    (problem,) = with_history(view(ADDRESS), snapshot).problems
    assert (problem.where, problem.fatal) == ("Ruleset", False)
    assert problem.what.startswith("wiki/Ruleset.history.jsonl, line 1, is not the JSON of a revision")


def test_a_page_whose_text_is_no_ruleset_gives_no_terms(snapshot: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(histories, "MAX_RULESET_CHARS", 10)
    assert with_history(view(ADDRESS), snapshot).former_terms is None


def test_the_configured_page_is_the_one_that_tracks(store: Config) -> None:
    assert store.live is not None
    with open_store(store.live, NOON) as opened, opened.run("wiki", NOON, reader="test") as run:
        run.revision(Revision("Boats", 9, 0, NOON, "Ana", "", "x"))
        run.finish()
    assert list(with_history(view(), replace(store, live=replace(store.live, tracking="Boats"))).histories) == ["Ruleset", "Boats"]
