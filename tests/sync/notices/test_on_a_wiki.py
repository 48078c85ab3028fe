"""Notices on the talk pages of a real MediaWiki: each once, whatever others do there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, build_opener

import pytest

from sync.notices.notice_model import marked
from sync.store import Store
from sync.times import clock
from sync.wiki.writing.writer import Writer
from tests.support.command import Run
from tests.support.killing import run_and_kill
from tests.support.mediawiki import MediaWiki
from tests.support.wiki_game import WikiGame, on_a_wiki, use_account

pytestmark = pytest.mark.mediawiki

BOT = "Herald"
# What the sample game has of the sidebar, of a pending matter, and on its tracking page: a notice
# each.
SOME = "BN111,BN205,BN4"


class Game(WikiGame):
    """What notices come of it."""

    @property
    def talk(self) -> str:
        return f"Talk:{self.page}"

    def run(
        self, *arguments: str, store: str = "store.sqlite3"
    ) -> tuple[int, list[dict[str, Any]]]:
        ran = self.ran("notice", "--store", store, *arguments)
        assert ran.json["schema"] == "blognomic/notices/1"
        return ran.code, ran.json["notices"]

    def apply(
        self, *arguments: str, store: str = "store.sqlite3"
    ) -> tuple[int, list[dict[str, Any]]]:
        return self.run("--apply", "--to", "wiki-talk", "--only", SOME, *arguments, store=store)

    def journal(self, store: str = "store.sqlite3") -> list[Any]:
        with Store.open(self.folder / store, now=clock()) as opened:
            return opened.journal.entries()

    def sections(self, title: str | None = None) -> list[str]:
        """The headings of the talk page, as MediaWiki counts them."""
        if title is None:
            title = self.talk
        rows = self.wiki.api(action="query", titles=title)["query"]["pages"]
        if "missing" in rows[0]:
            return []
        return [
            row["line"]
            for row in self.wiki.api(action="parse", page=title, prop="sections")["parse"][
                "sections"
            ]
        ]


@pytest.fixture
def game(
    tmp_path: Path,
    mediawiki: MediaWiki,
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
    request: pytest.FixtureRequest,
) -> Iterator[Game]:
    use_account(mediawiki, monkeypatch, BOT)
    settings = '[notice]\ntalk = "Talk:{page}"\nper_day = 20'
    with on_a_wiki(tmp_path, mediawiki, monkeypatch, request.node.name, settings) as (page, rules):
        yield Game(mediawiki, page, rules, tmp_path, run)


def results(notices: list[dict[str, Any]]) -> list[str | None]:
    return [notice["result"] for notice in notices]


def test_each_matter_gets_one_section(game: Game) -> None:
    game.wiki.edit(game.talk, "== A question ==\nWhy? --Ana")
    code, preview = game.run("--to", "wiki-talk", "--only", SOME)
    assert (code, results(preview)) == (1, [None] * 3)
    assert game.sections() == ["A question"]
    code, first = game.apply()
    assert (code, results(first)) == (0, ["posted"] * 3)
    assert [each["text"].partition("look at it:")[2] for each in first] == [
        each["text"].partition("look at it:")[2] for each in preview
    ]
    assert [notice["id"] for notice in first] == [notice["id"] for notice in preview]
    assert game.sections() == [
        "A question",
        "Please check: the blog's sidebar",
        "Please check: Call for Judgement: Let Me Aboard",
        f"Please check: {game.page}",
    ]
    with build_opener(ProxyHandler({})).open(first[0]["url"], timeout=30) as answer:
        assert "Please check: Call for Judgement" in answer.read().decode()
    last = game.wiki.history(game.talk)[-1]
    assert (last["user"], last["comment"]) == (BOT, f"Please check: {game.page} (new section)")
    text = game.wiki.text(game.talk)
    assert text.startswith("== A question ==\nWhy? --Ana\n\n== Please check")
    code, second = game.apply()
    assert (code, results(second)) == (0, ["already-posted"] * 3)
    code, again = game.run("--to", "wiki-talk", "--only", SOME)
    assert (code, results(again)) == (0, ["already-posted"] * 3)
    assert game.wiki.text(game.talk) == text
    assert [entry.state for entry in game.journal()] == ["saved"] * 3


@pytest.mark.parametrize("by_store", ["store.sqlite3", "another.sqlite3"])
def test_removed_or_archived_notices_are_not_posted_again(game: Game, by_store: str) -> None:
    assert game.apply()[0] == 0
    # Another run with a store of its own has seen them standing.
    assert results(game.apply(store="another.sqlite3")[1]) == ["already-posted"] * 3
    game.wiki.edit(game.talk, "Archived, see elsewhere.")
    for arguments in (["--apply"], []):
        code, notices = game.run(*arguments, "--to", "wiki-talk", "--only", SOME, store=by_store)
        assert (code, results(notices)) == (0, ["already-posted"] * 3)
    assert game.wiki.text(game.talk) == "Archived, see elsewhere."


def test_a_new_finding_gets_a_separate_section(game: Game) -> None:
    assert game.apply()[0] == 0
    text = game.wiki.text(game.page)
    changed = text.replace("| Hobb || Wharf", "| Hobb || Nowhere")
    assert changed != text
    game.wiki.edit(game.page, changed)
    code, notices = game.apply()
    assert (code, results(notices)) == (0, ["already-posted"] * 2 + ["posted"])
    assert notices[2]["findings"] == ["BN402"]
    assert "Nowhere" in notices[2]["text"]
    assert "Harbour" not in notices[2]["text"]
    assert len(game.sections()) == 4
    assert results(game.apply()[1]) == ["already-posted"] * 3
    assert len(game.sections()) == 4


@pytest.mark.parametrize("account", [BOT, "Crier"])
def test_another_bot_between_the_last_look_and_the_edit(
    game: Game, monkeypatch: pytest.MonkeyPatch, account: str
) -> None:
    before_saving(game, monkeypatch, lambda: results(game.apply(store="other.sqlite3")[1]), account)
    code, notices = game.apply()
    assert (code, results(notices)) == (0, ["already-posted"] * 3)
    assert len(game.sections()) == 3
    # What was found there at the last moment is remembered like the rest.
    game.wiki.edit(game.talk, "Archived.")
    assert results(game.apply()[1]) == ["already-posted"] * 3


def test_others_words_on_the_page_stay_before_the_notice(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    before_saving(game, monkeypatch, lambda: game.wiki.edit(game.talk, "== Mine ==\nWords."), BOT)
    code, _ = game.apply()
    assert code == 0
    assert game.sections()[0] == "Mine"
    assert len(game.sections()) == 4


def test_findings_announced_by_another_bot_are_left_out_next_time(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    before_saving(
        game,
        monkeypatch,
        lambda: game.run("--apply", "--to", "wiki-talk", "--only", "BN401", store="other.sqlite3"),
        BOT,
    )
    code, notices = game.run("--apply", "--to", "wiki-talk", "--only", "BN4")
    assert (code, results(notices)) == (1, ["refused"])
    code, notices = game.run("--apply", "--to", "wiki-talk", "--only", "BN4")
    assert (code, results(notices)) == (0, ["posted"])
    assert notices[0]["findings"] == ["BN402", "BN404", "BN410"]
    assert [len(marked(row["text"], page=True)) for row in game.wiki.history(game.talk)] == [1, 4]


def before_saving(
    game: Game, monkeypatch: pytest.MonkeyPatch, does: Callable[[], object], account: str
) -> None:
    """Something happens after the page was read and before it is written, once."""
    save, done = Writer.save, threading.Event()

    def meanwhile(self: Writer, *arguments: Any, **options: Any) -> Any:
        if not done.is_set():
            done.set()
            use_account(game.wiki, monkeypatch, account)
            does()
            use_account(game.wiki, monkeypatch, BOT)
        return save(self, *arguments, **options)

    monkeypatch.setattr(Writer, "save", meanwhile)


@pytest.mark.slow
@pytest.mark.parametrize("arrived", [False, True], ids=["before it arrived", "after it arrived"])
def test_a_run_that_was_killed_is_settled_and_nothing_is_doubled(game: Game, arrived: bool) -> None:
    arguments = [
        "notice",
        "--apply",
        "--to",
        "wiki-talk",
        "--only",
        SOME,
        "--store",
        "store.sqlite3",
    ]
    run_and_kill("sync.wiki.writing.session:WikiSession.save", *arguments, arrived=arrived)
    assert [entry.state for entry in game.journal()] == ["begun"]
    if arrived:
        game.wiki.edit(game.talk, "Removed at once.")
    code, notices = game.apply()
    assert (code, results(notices)) == (
        0,
        ["already-posted" if arrived else "posted", "posted", "posted"],
    )
    assert len(game.sections()) == (2 if arrived else 3)
    states = [entry.state for entry in game.journal()]
    assert states == (["saved"] * 3 if arrived else ["begun", "saved", "saved", "saved"])


def test_the_limit_of_the_day_is_no_limit_of_a_run(game: Game) -> None:
    settings = game.folder / "blognomic.toml"
    settings.write_text(settings.read_text().replace("per_day = 20", "per_day = 1"))
    code, notices = game.apply()
    assert (code, results(notices)) == (1, ["posted", "refused", "refused"])
    assert notices[1]["why"].startswith("daily limit reached: 1 edits were made today")


def test_a_stop_page_stops_notices(game: Game) -> None:
    title = f"User:{BOT}/Stop"
    game.wiki.edit(title, "Please stop.")
    try:
        for arguments in ([], ["--apply"]):
            code, notices = game.run(*arguments, "--to", "wiki-talk", "--only", "BN4")
            assert (code, results(notices)) == (1, ["refused"])
            assert "stops this tool" in notices[0]["why"]
    finally:
        game.wiki.edit(title, "run")
    assert game.run("--apply", "--to", "wiki-talk", "--only", "BN4")[0] == 0


def test_a_password_that_is_refused_is_tried_once(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLOGNOMIC_WIKI_PASSWORD", "x" * 32)
    before = game.wiki.requests()
    code, notices = game.apply()
    assert (code, results(notices)) == (2, ["refused"] * 3)
    assert all("refused the login" in notice["why"] for notice in notices)
    log = (game.wiki._folder / "requests.log").read_text(encoding="utf-8").splitlines()[before:]
    assert sum(line.startswith("POST") for line in log) == 1
    assert game.sections() == []
