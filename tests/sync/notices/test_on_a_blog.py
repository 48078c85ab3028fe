"""Notices on entries of the sample game's blog: each at most once, by the procedure for
comments."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from sync.net.http import FormSession, Http
from sync.notices.composing import MAY_BE_UNDER_WAY
from sync.notices.posting import Poster
from sync.store import State, Store, Write
from sync.times import clock
from tests.reliability.matrix import Outcome, record
from tests.support.command import Run
from tests.support.comment_engine import PASSWORD, USER
from tests.support.commented_game import CommentedGame, commented_game
from tests.support.killing import run_and_kill
from tests.support.live_game import DEMO, NOW, RULESET, TRACKING
from tests.support.wiki_server import serving_wiki

pytestmark = pytest.mark.slow  # each test pulls a whole game, or starts a server

JUDGEMENT = "let_me_aboard"
# What the sample game has of the pending ones, each of which can be resolved or is an illegal one.
PENDING = "BN101,BN205"


@dataclass
class Game:
    """The sample game, live, with a blog that takes comments."""

    blog: CommentedGame
    folder: Path
    command: Run

    def run(
        self, *arguments: str, only: str = PENDING, store: str = "store.sqlite3"
    ) -> tuple[int, list[dict[str, Any]]]:
        ran = self.command(
            "notice", "--store", store, "--format", "json", "--only", only, *arguments, code=None
        )
        assert "internal error" not in ran.err
        assert PASSWORD not in ran.out + ran.err
        return ran.code, ran.json["notices"]

    def apply(
        self, *arguments: str, only: str = PENDING, store: str = "store.sqlite3"
    ) -> tuple[int, list[dict[str, Any]]]:
        return self.run("--apply", "--to", "blog-comment", *arguments, only=only, store=store)

    def store(self, name: str = "store.sqlite3") -> Store:
        return Store.open(self.folder / name, now=clock())

    def states(self) -> list[str]:
        with self.store() as store:
            return [entry.state for entry in store.journal.entries()]

    def begin(
        self,
        mark: str,
        state: State | None = None,
        *,
        ago: timedelta = timedelta(),
        slug: str = JUDGEMENT,
    ) -> None:
        """A row that an earlier run left in the journal."""
        with self.store() as store:
            made = store.journal.begin(
                Write("blog-comment", f"{self.blog.url}/archive/{slug}", "words", mark),
                clock() - ago,
            )
            assert made is not None
            if state is not None:
                store.journal.end(made.id, state, clock())

    def mark(self) -> str:
        """The mark of the notice on the Call for Judgement."""
        return str(self.run("--to", "blog-comment", only="BN205")[1][0]["mark"])


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Iterator[Game]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sync.net.http.Http", functools.partial(Http, sleep=lambda _: None))
    monkeypatch.setattr(
        "sync.net.http.FormSession", functools.partial(FormSession, sleep=lambda _: None)
    )
    monkeypatch.setenv("BLOGNOMIC_BLOG_USER", USER)
    monkeypatch.setenv("BLOGNOMIC_BLOG_PASSWORD", PASSWORD)
    shutil.copytree(DEMO / "blog", tmp_path / "blog")
    with commented_game(tmp_path / "blog") as blog, serving_wiki(NOW) as wiki:
        wiki.edit("Ruleset", RULESET, at=NOW - timedelta(days=30))
        wiki.edit("The Long Cut", TRACKING, at=NOW - timedelta(days=1))
        (tmp_path / "blognomic.toml").write_text(f"""
            contact = "tests"
            [blog]
            url = "{blog.url}"
            delay = 0.0
            [wiki]
            url = "{wiki.url}"
            [notice]
            per_day = 50
        """)
        yield Game(blog, tmp_path, run)


def results(notices: list[dict[str, Any]]) -> list[str | None]:
    return [notice["result"] for notice in notices]


def test_each_pending_matter_gets_one_comment(game: Game) -> None:
    _, preview = game.run("--to", "blog-comment")
    assert len(preview) > 5
    assert set(results(preview)) == {None}
    assert not game.blog.posts
    code, first = game.apply()
    assert (code, set(results(first))) == (0, {"posted"})
    assert {notice["url"].partition("#")[0] for notice in first} == {
        notice["target"] for notice in preview
    }
    assert {slug: len(comments) for slug, comments in game.blog.by_entry.items()} == {
        notice["target"].rpartition("/")[2]: 1 for notice in preview
    }
    code, second = game.apply()
    assert (code, set(results(second))) == (0, {"already-posted"})
    assert set(results(game.run("--to", "blog-comment")[1])) == {"already-posted"}
    assert len(game.blog.posts) == len(preview)
    # Another machine, with a journal of its own.
    assert set(results(game.apply(store="other.sqlite3")[1])) == {"already-posted"}
    assert len(game.blog.posts) == len(preview)


def test_notices_removed_by_an_admin_are_not_posted_again(game: Game) -> None:
    assert results(game.apply(only="BN205")[1]) == ["posted"]
    assert results(game.apply(only="BN205", store="other.sqlite3")[1]) == ["already-posted"]
    game.blog.by_entry.clear()
    for store in ("store.sqlite3", "other.sqlite3"):
        code, notices = game.apply(only="BN205", store=store)
        assert (code, results(notices)) == (0, ["already-posted"])
    assert not game.blog.by_entry[JUDGEMENT]


@pytest.mark.parametrize("missing", ["BLOGNOMIC_BLOG_PASSWORD", "BLOGNOMIC_WIKI_PASSWORD"])
def test_nothing_is_sent_where_any_password_is_missing(
    game: Game, monkeypatch: pytest.MonkeyPatch, missing: str, run: Run
) -> None:
    monkeypatch.setenv("BLOGNOMIC_WIKI_USER", "Herald@tool")
    monkeypatch.setenv("BLOGNOMIC_WIKI_PASSWORD", "0123456789abcdef0123456789abcdef")
    monkeypatch.setenv(missing, "")
    assert (
        missing
        in run("notice", "--apply", "--only", "BN205,BN4", "--store", "store.sqlite3", code=2).err
    )
    assert not game.blog.posts
    assert game.blog.logins == 0
    assert game.states() == []


@pytest.mark.slow
@pytest.mark.parametrize("arrived", [False, True], ids=["before it arrived", "after it arrived"])
def test_a_run_that_was_killed_is_settled_and_nothing_is_doubled(game: Game, arrived: bool) -> None:
    arguments = ["notice", "--apply", "--only", "BN205", "--store", "store.sqlite3"]
    run_and_kill("sync.notices.blog_comments:Commenter.post", *arguments, arrived=arrived)
    assert game.states() == ["begun"]
    assert len(game.blog.by_entry[JUDGEMENT]) == arrived
    code, notices = game.apply(only="BN205")
    if arrived:
        assert (code, results(notices), game.states()) == (0, ["already-posted"], ["posted"])
    else:
        # It may be on its way.
        assert (code, results(notices), game.states()) == (1, ["refused"], ["begun"])
        assert "less than five minutes ago" in notices[0]["why"]
    assert len(game.blog.by_entry[JUDGEMENT]) == arrived
    killed = f"killed {'after' if arrived else 'before'}"
    record("Commenting on the blog", "comment", killed, Outcome.SETTLED)


def test_an_edit_unsent_by_a_killed_run_is_sent_after_a_while(game: Game) -> None:
    game.begin(game.mark(), ago=MAY_BE_UNDER_WAY)
    assert results(game.run("--to", "blog-comment", only="BN205")[1]) == [None]
    code, notices = game.apply(only="BN205")
    assert (code, results(notices), game.states()) == (0, ["posted"], ["refused", "posted"])
    assert len(game.blog.by_entry[JUDGEMENT]) == 1


def test_writes_with_unknown_results_are_not_repeated(game: Game) -> None:
    mark = game.mark()
    game.begin(mark, "unknown")
    for arguments in ([], ["--apply"]):
        code, notices = game.run(*arguments, "--to", "blog-comment", only="BN205")
        assert (code, results(notices)) == (3, ["unknown"])
    assert not game.blog.posts
    game.blog.add("Herald", f"Words. ({mark})", slug=JUDGEMENT)
    assert results(game.apply(only="BN205")[1]) == ["already-posted"]
    assert game.states() == ["posted"]


@pytest.mark.parametrize(
    ("state", "result"), [("posted", "already-posted"), (None, "refused"), ("unknown", "unknown")]
)
def test_a_run_that_planned_before_another_began_is_too_late(
    game: Game, monkeypatch: pytest.MonkeyPatch, state: State | None, result: str
) -> None:
    prepare, mark = Poster.prepare, game.mark()

    def meanwhile(self: Poster, channels: Any) -> None:
        prepare(self, channels)
        game.begin(mark, state)

    monkeypatch.setattr(Poster, "prepare", meanwhile)
    assert results(game.apply(only="BN205")[1]) == [result]
    assert not game.blog.posts


def hide_comments(game: Game) -> None:
    """All pages state many more comments on the entry than it shows."""
    stated = f'/archive/{JUDGEMENT}" title="Comments">Comments ('
    for file in (game.folder / "blog").glob("**/index.html"):
        file.write_text(
            file.read_text(encoding="utf-8").replace(stated, f"{stated}9"), encoding="utf-8"
        )


def test_an_entry_that_hides_comments_gets_none(game: Game) -> None:
    hide_comments(game)
    code, notices = game.apply(only="BN205")
    assert (code, results(notices)) == (
        3,
        ["refused"],
    )  # nobody can say either whether the matter can be resolved
    assert "it is unknown whether the notice was already posted" in notices[0]["why"]
    assert not game.blog.posts
