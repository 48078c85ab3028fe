"""A small live game behind two proxies, and the tally of it."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

import pytest

from parsers.model import Category, Post
from sync.net.fetched import HttpSettings
from sync.wiki.wiki_access import WikiSettings
from sync.wiki.wiki_client import WikiClient
from tests.support.blog_pages import BLOG
from tests.support.command import Ran, Run
from tests.support.fault_proxy import SILENT, FaultProxy, kind_of
from tests.support.live_game import NOW, RULESET, TRACKING
from tests.support.paths import DEMO, in_memory
from tests.support.small_blog import SmallGame, small_game
from tests.sync.pulling.test_alterations import ADDRESS, DAY, ENACTED, HOUR, comment, proposal

__all__ = ["Play", "playing", "verdicts"]

REFUSED = "connection refused"
MINIMUM = "open for voting for at least twelve hours"
QUICK: dict[str, Any] = {"read_timeout": 0.4, "total_timeout": 1.0}
VOTES = [comment(name, "for", minutes=90 + n) for n, name in enumerate(("Bo", "Cy"))]
CHANGED = comment("Bo", "against", minutes=30, name="c-later")
"""Without it the Proposal has a Quorum of FOR votes."""


def at(name: str, post: Post, **changes: Any) -> Post:
    return replace(post, url=f"{BLOG}/archive/{name}", **changes)


def posts(*votes: Any) -> list[Post]:
    """Lamps are no longer on the front page, which shows three posts."""
    return [
        ADDRESS,
        *(
            at(f"tale{age}", proposal(age * HOUR, category=Category.STORY, title="A Tale"))
            for age in (1, 2)
        ),
        at("wicks", proposal(13 * HOUR, *votes, title="Proposal: Wicks", subject="Wicks")),
        at("lamps", proposal(30 * HOUR, *votes)),
        at("oil", ENACTED, subject="Oil", posted=NOW - 20 * DAY, closed=NOW - 19 * DAY),
    ]


def kind_of_page(path: str, _body: bytes) -> str:
    if path == "/":
        return "front page"
    return "entry" if path.startswith("/archive/") else "month"


def kind_of_query(path: str, body: bytes) -> str:
    return "wiki history" if kind_of(path, body) == "history" else "wiki pages"


@dataclass
class Play:
    """A game behind two proxies, and the command that is run on it."""

    game: SmallGame
    proxies: dict[str, FaultProxy]
    command: Run
    folder: Path
    tries: int = 0

    def proxy(self, point: str) -> FaultProxy:
        return self.proxies["wiki" if point.startswith("wiki") else "blog"]

    def begin(self) -> None:
        """The game as a pull has seen it before."""
        self.game.show(posts(*VOTES))
        self.game.wiki.pages.clear()
        self.game.wiki.edit("Ruleset", RULESET, at=NOW - 30 * DAY)
        self.game.wiki.edit("The Long Cut", TRACKING, at=NOW - 2 * DAY)

    def go_on(self, point: str) -> None:
        """On the site of the point votes are changed, or how long a Proposal must be open."""
        if not point.startswith("wiki"):
            self.game.show(posts(*VOTES, CHANGED))
            return
        for days in ("thirty-six", "seventy-two"):
            rules = RULESET.replace(MINIMUM, MINIMUM.replace("twelve", days))
            assert rules != RULESET
            self.game.wiki.edit("Ruleset", rules, at=NOW - DAY)

    def tally_under(self, fault: str, point: str, times: int) -> Ran:
        proxy = self.proxy(point)
        if fault == REFUSED:
            with proxy.down():
                return self.tally()
        proxy.next(fault, on=point, times=times)
        with pytest.MonkeyPatch.context() as patch:
            for settings in (HttpSettings, WikiSettings) if fault in SILENT else ():
                quick = functools.partial(settings, **QUICK)
                patch.setattr(f"sync.pulling.game_pull.{settings.__name__}", quick)
            ran = self.tally()
        assert fault in proxy.done
        proxy.heal()
        proxy.done.clear()
        return ran

    def tally(self) -> Ran:
        ran = self.command(
            "tally",
            "--all",
            "--store",
            f"{self.folder / str(self.tries)}.sqlite",
            "--format",
            "json",
            code=None,
        )
        assert "internal error" not in ran.err
        self.game.wait(minutes=1)
        return ran


@contextmanager
def playing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Iterator[Play]:
    monkeypatch.chdir(tmp_path)
    with (
        small_game(tmp_path, monkeypatch) as game,
        FaultProxy(game.blog.url, kind_of_page) as blog,
        FaultProxy(game.wiki.url, kind_of_query) as wiki,
        in_memory() as folder,
    ):

        class Then(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
                return game.now

        monkeypatch.setattr("sync.times.datetime", Then)
        monkeypatch.setattr("tests.support.small_blog.SHOWN", 3)
        monkeypatch.setattr(
            "sync.wiki.wiki_client.WikiClient",
            functools.partial(WikiClient, sleep=lambda _: None),
        )
        shutil.copy(DEMO / "reviewed.toml", tmp_path)
        (tmp_path / "blognomic.toml").write_text(f"""
            contact = "tests"
            [blog]
            url = "{blog.url}"
            delay = 0.0
            [wiki]
            url = "{wiki.api_url}"
        """)
        yield Play(game, {"blog": blog, "wiki": wiki}, run, folder)


VERDICT = "status votes counts quorum popular unpopular enactable failable certified".split()


def verdicts(ran: Ran) -> dict[str, dict[str, Any]]:
    return {
        matter["url"].rpartition("/")[2]: {name: matter[name] for name in VERDICT}
        for matter in (ran.json["matters"] if ran.out else ())
    }
