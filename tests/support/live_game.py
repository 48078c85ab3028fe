"""A local live game: the sample game's blog, a wiki and a store, with pulls and audits."""

from __future__ import annotations

import functools
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from parsers.model import Post
from sync.cli.source import open_source
from sync.net.http import Http
from sync.pulling.game_pull import Pulled, pull
from sync.settings.config import Live, Options, resolve
from sync.settings.site_file import DEMO as DEMO_SITE
from sync.sources.source_view import BASIC, ViewRequest, load_view
from sync.sources.stored import StoreSource, open_store
from tests.support.blog_server import BlogServer, serving
from tests.support.paths import DEMO
from tests.support.reviewing import demo_reviews
from tests.support.wiki_server import WikiServer, serving_wiki
from validators.checks.run import AuditReport, run_all
from validators.view import GameView

__all__ = ["DEMO", "NOW", "RULESET", "TRACKING", "VOTE", "Game"]
__all__ += ["codes", "fingerprints", "live_game", "no_waiting", "of_the_snapshot", "vote"]

NOW = datetime(2024, 5, 17, 18, 0, tzinfo=UTC)
RULESET = (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8")
TRACKING = (DEMO / "wiki" / "The_Long_Cut.wikitext").read_text(encoding="utf-8")
VOTE = """<div class="comment" id="c9001"><h3><a href="/member/9">Sable Ines</a>:</h3>
<div class="commentbody"><p><img src="/images/vote/for.gif" alt="for" /></p></div>
<p class="comment-footer">17-05-2024 17:30:00 UTC</p></div>"""


@dataclass
class Game:
    """Both sites and a store. Time passes only on request."""

    blog: BlogServer
    wiki: WikiServer
    live: Live
    now: datetime = NOW

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)
        self.wiki.now = self.now

    def pull(self, live: Live | None = None) -> Pulled:
        self.blog.asked.clear()
        self.wiki.asked.clear()
        with open_store(live or self.live, self.now) as store:
            return pull(live or self.live, store, now=lambda: self.now)

    def view(self, now: datetime | None = None) -> GameView:
        with open_store(self.live, self.now) as store:
            source = StoreSource(store, self.live, now or self.now, site="live")
            return load_view(source, ViewRequest(reviews=demo_reviews()))

    def audit(self) -> AuditReport:
        return run_all(self.view())

    def post(self, key: str) -> Post:
        with open_store(self.live, self.now) as store:
            post = store.post(key)
        assert post is not None
        return post

    def remove(self, slug: str) -> None:
        """Remove a post, with its own page, from all pages of the blog."""
        shutil.rmtree(self.blog.folder / "archive" / slug)
        for file in self.lists():
            before, mark, rest = file.read_text(encoding="utf-8").partition(
                f'<a href="/archive/{slug}">'
            )
            if mark:
                start = before.rindex('<div class="post">')
                end = rest.index("</p>\n</div>", rest.index("post-footer")) + len("</p>\n</div>")
                file.write_text(before[:start] + rest[end:], encoding="utf-8")

    def lists(self) -> list[Path]:
        return [
            self.blog.folder / "index.html",
            *sorted(self.blog.folder.glob("2024/*/index.html")),
        ]


def vote(game: Game, slug: str, comment: str = VOTE) -> None:
    """Add a comment to an entry, and to the number shown on every list."""
    own = game.blog.page(f"/archive/{slug}")
    for file in [own, *game.lists()]:
        text = file.read_text(encoding="utf-8")
        place = re.search(rf'/archive/{slug}" title="Comments">Comments \((\d+)\)', text)
        if place:
            text = text[: place.start(1)] + str(int(place[1]) + 1) + text[place.end(1) :]
        if file == own:
            text = text.replace("<p>You must be logged in", comment + "<p>You must be logged in", 1)
        file.write_text(text, encoding="utf-8")


def codes(report: AuditReport) -> set[tuple[str, str]]:
    return {(finding.code, finding.subject.id) for finding in report.findings}


def fingerprints(report: AuditReport) -> set[str]:
    return {finding.fingerprint for finding in report.findings}


def of_the_snapshot() -> AuditReport:
    """Audit the sample game without earlier revisions of the Ruleset, which the wiki here lacks."""
    with open_source(resolve(Options(site=DEMO_SITE), Path.cwd()), BASIC) as source:
        return run_all(load_view(source, ViewRequest(reviews=demo_reviews(), stood=False)))


def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the pause between requests."""
    monkeypatch.setattr("sync.net.http.Http", functools.partial(Http, sleep=lambda _: None))


@contextmanager
def live_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The sample game in a folder, as of the time it was saved, without pauses between requests."""
    no_waiting(monkeypatch)
    shutil.copytree(DEMO / "blog", folder / "blog")
    with serving(folder / "blog") as blog, serving_wiki(NOW) as wiki:
        wiki.edit("Ruleset", RULESET, at=NOW - timedelta(days=30))
        wiki.edit("The Long Cut", TRACKING, at=NOW - timedelta(days=1))
        yield Game(
            blog, wiki, Live(blog.url, wiki.url, "tests", folder / "store.sqlite3", delay=0.0)
        )
