"""The live game: a blog and a real wiki on this machine, pulled, changed, and pulled again."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sync.config import DEMO, Config, Live, Options, resolve
from sync.live import Pulled, live_view, open_store, pull
from sync.pipeline import load_view
from tests.support.blog_server import BlogServer, serving
from tests.support.mediawiki import MediaWiki
from validators.registry import Report, run_all

DEMO_FOLDER = Path(__file__).parents[2] / "sync" / "demo"
NOW = datetime(2024, 5, 17, 18, 0, tzinfo=UTC)
RULESET = (DEMO_FOLDER / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8")
TRACKING = (DEMO_FOLDER / "wiki" / "The_Long_Cut.wikitext").read_text(encoding="utf-8")

pytestmark = pytest.mark.mediawiki


@dataclass
class Game:
    """Both sites, a store, and how to pull."""

    blog: BlogServer
    wiki: MediaWiki
    live: Live
    now: datetime = NOW

    def pull(self) -> Pulled:
        self.blog.asked.clear()
        with open_store(self.live, self.now) as store:
            return pull(self.live, store, now=lambda: self.now)

    def audit(self) -> Report:
        with open_store(self.live, self.now) as store:
            return run_all(live_view(Config(site="live", now=self.now), self.live, store))


@pytest.fixture
def game(tmp_path: Path, mediawiki: MediaWiki) -> Iterator[Game]:
    shutil.copytree(DEMO_FOLDER / "blog", tmp_path / "blog")
    for title, text in (("Ruleset", RULESET), ("The Long Cut", TRACKING)):
        mediawiki.edit(title, f"{text}\n<!-- for {tmp_path.name} -->", summary="as it was saved")
    with serving(tmp_path / "blog") as blog:
        live = Live(blog.url, mediawiki.api_url, "tests", tmp_path / "store.sqlite3", delay=0.0)
        yield Game(blog, mediawiki, live)


def marks(report: Report) -> set[tuple[str, str]]:
    return {(finding.code, finding.subject.id) for finding in report.findings}


def of_the_snapshot() -> Report:
    return run_all(load_view(resolve(Options(site=DEMO), Path.cwd())))


def test_the_results_equal_those_on_the_snapshot(game: Game) -> None:
    pulled = game.pull()
    assert pulled.problems == ()
    assert marks(game.audit()) == marks(of_the_snapshot())
    assert {f.fingerprint for f in game.audit().findings} == {f.fingerprint for f in of_the_snapshot().findings}


def test_a_cold_pull_asks_for_each_thing_once(game: Game) -> None:
    pulled = game.pull()
    posts = len(list((DEMO_FOLDER / "blog" / "archive").iterdir()))
    months = 3
    assert len(game.blog.asked) == len(set(game.blog.asked)) == pulled.blog_requests
    assert pulled.blog_requests + pulled.wiki_requests <= 2 + posts + months + 3


def test_a_warm_pull_asks_three_questions_at_most_and_reads_nothing_again(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    game.pull()

    def forbidden(*_arguments: object, **_options: object) -> None:
        raise AssertionError("a page was read again")

    monkeypatch.setattr("parsers.blog.read_page", forbidden)
    monkeypatch.setattr("parsers.ruleset.read_ruleset", forbidden)
    before = time.process_time()
    pulled = game.pull()
    assert (pulled.new, pulled.changed, pulled.revisions, pulled.problems) == (0, 0, 0, ())
    assert pulled.blog_requests <= 2
    assert pulled.wiki_requests == 1
    assert time.process_time() - before < 5


def test_what_changed_is_seen_and_nothing_else_is_asked_for(game: Game) -> None:
    game.pull()
    assert ("BN101", "night_fares") not in marks(game.audit())
    vote = """<div class="comment" id="c9001"><h3><a href="/member/9">Sable Ines</a>:</h3>
<div class="commentbody"><p><img src="/images/vote/for.gif" alt="for" /></p></div>
<p class="comment-footer">17-05-2024 17:30:00 UTC</p></div>"""
    for path in ("/", "/2024/05", "/archive/night_fares"):
        page = game.blog.page(path)
        text = page.read_text(encoding="utf-8")
        start = text.index("/archive/night_fares")
        count = text.index("Comments (", start) + len("Comments (")
        end = text.index(")", count)
        text = text[:count] + str(int(text[count:end]) + 1) + text[end:]
        if path.startswith("/archive"):
            text = text.replace("<p>You must be logged in", vote + "<p>You must be logged in", 1)
        page.write_text(text, encoding="utf-8")
    revid = game.wiki.edit("Ruleset", RULESET.replace("half the number", "half of the number"), summary="a word")
    game.now += timedelta(minutes=10)
    pulled = game.pull()
    assert pulled.problems == ()
    assert (pulled.new, pulled.revisions) == (0, 1)
    assert pulled.changed >= 1
    assert sorted(game.blog.asked) in (["/", "/2024/05/", "/archive/night_fares"], ["/", "/archive/night_fares"])
    with open_store(game.live, game.now) as store:
        post = store.post("night_fares")
        kept = store.revision("Ruleset")
    assert post is not None
    assert post.comments is not None
    assert post.comments[-1].author == "Sable Ines"
    assert kept is not None
    assert kept.revid == revid


def test_a_site_that_is_gone_leaves_the_other_to_be_evaluated(game: Game) -> None:
    game.pull()
    nowhere = replace(game.live, wiki_url="http://127.0.0.1:9/w/")
    with open_store(nowhere, game.now) as store:
        pulled = pull(nowhere, store, now=lambda: game.now)
        view = live_view(Config(site="live", now=game.now), nowhere, store, pulled.problems)
    report = run_all(view)
    assert any(item.blind for item in report.not_evaluated)
    assert ("BN104", "ice_on_the_water") in marks(report)
    assert any(finding.code == "BN901" for finding in report.findings)
