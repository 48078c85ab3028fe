"""Which part of the blog a source has seen: front page, archives, pages saved by hand, the
store."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.blog.blog_page import read_page as parsed
from parsers.blog.merging import ReadPage, merge_posts
from parsers.model import Page, Post, Problem, Status
from parsers.ruleset import read_ruleset
from sync.cli import main
from sync.cli.source import view_of
from sync.settings.config import Config
from sync.sources.interface import seen_since
from sync.sources.snapshot import complete_stretches, read_saved
from sync.sources.snapshot_folder import open_snapshot
from sync.sources.source_view import BASIC
from tests.support.cases import cases
from tests.support.command import Run
from tests.support.live_game import NOW, Game
from tests.support.paths import DEMO
from tests.support.reviewing import harmless
from tests.support.views import game_view
from tests.sync.samples import BLOG, NOON, post, read_page
from tests.validators.making import sentences_of
from validators.view import Coverage, SeenStretch
from validators.voting.judge import judge
from validators.voting.verdict import Verdict

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
EMPEROR = "Ottoline Marsh"
SENTENCE = "People sleep beside the Tunnel"
QUEUED, NEXT = "passing_places", "quiet_hours"


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"2024-{text}").replace(tzinfo=UTC)


def made(*dates: str) -> list[Post]:
    """Posts of a list, by their dates."""
    return [
        post(f"p{date}".replace(" ", "_"), posted=at(date), position=place)
        for place, date in enumerate(dates)
    ]


def front(*dates: str) -> ReadPage:
    return read_page("front", *made(*dates))


def month(
    number: int,
    *dates: str,
    problems: Sequence[Problem] = (),
    more: tuple[str, ...] = (),
    part: str = "",
) -> ReadPage:
    found = read_page("archive", *made(*dates), address=f"/2024/{number:02}{part}", more=more)
    return replace(found, page=replace(found.page, problems=tuple(problems)))


# Lists


def since_listed(pages: Sequence[ReadPage], seen_at: datetime, moment: datetime) -> datetime | None:
    return seen_since(moment, complete_stretches(pages, seen_at))[0]


@cases("stretches")
def test_stretches_are_followed_back_over_gaps(
    stretches: list[tuple[int, int]], since: int | None, earlier: list[tuple[int, int]]
) -> None:
    def days(each: list[tuple[int, int]]) -> list[SeenStretch]:
        return [SeenStretch(at(f"01-{start:02}"), at(f"01-{end:02}")) for start, end in each]

    assert seen_since(at("01-10"), days(stretches)) == (
        None if since is None else at(f"01-{since:02}"),
        tuple(days(earlier)),
    )


def listing(
    kind: str, dates: list[str], problem: dict[str, Any] | None = None, **parts: Any
) -> ReadPage:
    """Return the page of a case: of the front, an entry, or a month by its number."""
    if kind in ("front", "entry"):
        return read_page("front" if kind == "front" else "entry", *made(*dates), **parts)
    if not dates:
        return replace(month(int(kind)), page=Page(""))
    return month(
        int(kind),
        *dates,
        problems=[Problem("a page", **problem)] if problem else (),
        **parts,
    )


@cases("listings")
def test_front_page_and_archives_show_every_post_back_to(
    pages: list[dict[str, Any]], since: str | None
) -> None:
    assert since_listed([listing(**each) for each in pages], NOON, NOON) == (
        None if since is None else at(since)
    )


def test_an_archive_of_an_earlier_month_ends_with_it() -> None:
    february = at("02-03")
    pages = [read_page("front", *made("02-02", "02-01 10:00")), month(1, "01-20", "01-03")]
    assert since_listed(pages, february, february) == at("02-01 10:01")
    assert since_listed([*pages, month(2, "02-02", "02-01 10:00")], february, february) == at(
        "01-01"
    )
    assert since_listed(pages, february, at("01-25")) == at("01-01")


@pytest.mark.parametrize(("entries", "whole"), [(99, True), (100, False), (101, True)])
def test_an_archive_of_as_many_entries_as_the_blog_shows_unasked_may_hide_others(
    entries: int, whole: bool
) -> None:
    dates = [f"{at('01-19') - place * MINUTE:%m-%d %H:%M}" for place in range(entries)]
    assert since_listed([month(1, *dates)], NOON, NOON) == (at("01-01") if whole else None)
    parted = month(1, *dates, more=(f"{BLOG}/2024/01/P{entries}/",))
    assert since_listed([parted, month(1, "01-08", part=f"/P{entries}")], NOON, NOON) == at("01-01")


# A snapshot


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample game without the sentence that no verdict can vouch for, and with its Emperor
    named.
    """
    monkeypatch.chdir(tmp_path)
    game = Path(shutil.copytree(DEMO, tmp_path / "game"))
    ruleset = game / "wiki" / "Ruleset.wikitext"
    ruleset.write_text(RULES_TEXT, encoding="utf-8")
    with (game / "snapshot.toml").open("a") as description:
        description.write(f'\n[game]\nemperor = "{EMPEROR}"\n')
    return game


RULES_TEXT = "\n".join(
    line
    for line in (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8").split("\n")
    if not line.startswith(SENTENCE)
)
REVIEWS = harmless(RULES_TEXT)


def latest(folder: Path, count: int) -> None:
    """Leave so many posts on the front page."""
    file = folder / "blog" / "index.html"
    head, *posts = file.read_text(encoding="utf-8").split('<div class="post">')
    side = posts[-1].partition("</p>\n</div>")[2]
    file.write_text(
        '<div class="post">'.join([head, *posts[:count]]) + (side if count < len(posts) else ""),
        encoding="utf-8",
    )


def remove(folder: Path, *places: str) -> None:
    for place in places:
        shutil.rmtree(folder / "blog" / place)


def verdict(folder: Path, key: str = NEXT, **changes: object) -> Verdict:
    config = Config("sample", folder, blog_url=BLOG, reviews=REVIEWS)
    view = view_of(replace(config, **changes), BASIC)  # type: ignore[arg-type]
    return judge(view, [key]).verdicts[0]


def states(found: Verdict) -> tuple[bool | None, ...]:
    return found.popular, found.unpopular, found.enactable, found.failable


WHOLE = (True, False, False, False)


def test_a_short_front_page_without_archives_hides_the_queue(folder: Path, run: Run) -> None:
    latest(folder, 5)
    remove(folder, "2024", f"archive/{QUEUED}")
    found = verdict(folder)
    assert states(found) == (None, None, None, None)
    assert (
        sentences_of(found.doubts)[0]
        == "older posts were not seen (before 2024-05-16 21:01 UTC); save blog/2024/05/index.html"
    )
    output = run("tally", "--snapshot", str(folder), "Quiet Hours", code=3).words
    assert (
        "UNKNOWN: older posts were not seen (before 2024-05-16 21:01 UTC); save"
        " blog/2024/05/index.html" in output
    )
    assert "? first in the queue" in output
    assert main(["tally", "--snapshot", str(folder)]) == 0
    assert main(["audit", "--snapshot", str(folder), "--select", "BN101"]) == 3


def test_a_month_that_is_missing_may_hold_a_dov(folder: Path) -> None:
    early = datetime(2024, 5, 2, 12, tzinfo=UTC)
    view = view_of(Config("x", folder, blog_url=BLOG, now=early, reviews=REVIEWS), BASIC)
    assert not judge(view).hiatus.unseen
    latest(folder, 5)
    remove(folder, "2024/04")
    view = view_of(Config("x", folder, blog_url=BLOG, now=early, reviews=REVIEWS), BASIC)
    (doubt,) = sentences_of(judge(view).hiatus.doubts)
    gap = "older posts were not seen (from 2024-04-01 00:00 UTC to 2024-05-01 00:00 UTC)"
    assert doubt == f"a DoV may be pending: {gap}; save blog/2024/04/index.html"
    assert verdict(folder).certified
    remove(folder, "2024/05")
    assert "blog/2024/05/index.html" in sentences_of(verdict(folder).unseen)[0]


@pytest.mark.parametrize(
    ("later", "certified"),
    [(timedelta(0), True), (30 * MINUTE, True), (31 * MINUTE, False), (2 * DAY, False)],
    ids=str,
)
def test_pages_are_good_for_the_time_they_were_saved(
    folder: Path, later: timedelta, certified: bool
) -> None:
    found = verdict(folder, now=NOW + later)
    assert found.certified is certified
    assert (found.enactable is None) is not certified


def test_a_snapshot_may_state_since_when_its_lists_are_complete(folder: Path) -> None:
    description = folder / "snapshot.toml"
    text = description.read_text()
    description.write_text(f"since = 2024-05-10T00:00:00Z\n{text}")
    assert open_snapshot(folder).since == at("05-10")
    assert not verdict(folder).certified
    description.write_text(f"since = 2024-03-10T00:00:00Z\n{text}")
    assert verdict(folder).certified


# Pages saved by hand


def test_a_manually_saved_page_is_as_old_as_its_file(folder: Path) -> None:
    page = folder / "blog" / "archive" / NEXT / "index.html"
    config = Config("sample", folder, blog_url=BLOG, reviews=REVIEWS)
    for hours, current in ((0, True), (2, False)):
        written = (NOW - timedelta(hours=hours)).timestamp()
        os.utime(page, (written, written))
        view = view_of(config, BASIC, [read_saved(page, BLOG)])
        assert view.coverage.current(view.as_of, NEXT) is current
        assert view.coverage.current(view.as_of)


# The store


def test_a_whole_pull_shows_everything_since_the_dynasty_began(game: Game) -> None:
    game.pull()
    seen = game.view().coverage
    assert seen.since is not None
    assert seen.since < datetime(2024, 3, 16, tzinfo=UTC)
    assert seen.current(NOW)
    assert not seen.current(NOW + DAY)
    assert game.view(NOW - 20 * DAY).coverage.reaches(seen.since)


# Any pages of the sample game


PAGES = [
    ReadPage(
        file.name,
        file.kind,
        file.first,
        parsed((DEMO / file.name).read_bytes(), BLOG + file.address, expect=file.kind),
    )
    for file in open_snapshot(DEMO).blog
]
RULES = read_ruleset(RULES_TEXT, page="Ruleset", reviews=REVIEWS)
ROSTERED = next(read.page.roster for read in PAGES if read.kind == "front")
MOMENTS = [
    NOW,
    *(
        datetime(2024, *when, tzinfo=UTC)
        for when in ((5, 10, 12), (5, 2, 12), (4, 22, 20), (4, 12, 6), (4, 4, 9), (3, 25, 9))
    ),
]


def judged(pages: Sequence[ReadPage], now: datetime, planted: str | None) -> dict[str, Verdict]:
    """The verdicts by the posts of some pages; ``planted`` is a post that is pending still."""
    shown = [
        replace(
            read,
            page=replace(
                read.page, posts=tuple(_pending(each, planted) for each in read.page.posts)
            ),
        )
        for read in pages
    ]
    posts, _ = merge_posts(shown)
    since, earlier = seen_since(now, complete_stretches(shown, NOW))
    seen = Coverage(since, NOW, earlier=earlier)
    return {
        each.post.key: each
        for each in judge(game_view(now, RULES, ROSTERED, posts, EMPEROR, coverage=seen)).verdicts
    }


def _pending(made: Post, planted: str | None) -> Post:
    return (
        replace(made, status=Status.PENDING, closed=None, note=None)
        if made.key == planted
        else made
    )


def substance(found: Verdict) -> tuple[object, ...]:
    return (
        found.counts,
        *states(found),
        found.earliest_enact,
        found.earliest_fail,
        found.withdrawn,
        found.vetoed,
    )


@pytest.mark.slow
@settings(max_examples=60)
@given(
    now=st.sampled_from(MOMENTS),
    shown=st.integers(0, 20),
    missing=st.sets(st.integers(1, len(PAGES) - 1)),
    only_lists=st.booleans(),
    planted=st.sampled_from([None, None, "home_with_a_full_hold"]),
)
def test_what_is_certified_of_some_pages_holds_of_all(
    now: datetime, shown: int, missing: set[int], only_lists: bool, planted: str | None
) -> None:
    if planted is not None and now > datetime(2024, 5, 2, tzinfo=UTC):
        now = datetime(2024, 4, 24, tzinfo=UTC)  # no DoV is pending for weeks
    first, *others = PAGES
    some = [
        replace(first, page=replace(first.page, posts=first.page.posts[:shown])),
        *(
            read
            for place, read in enumerate(others, 1)
            if place not in missing or (only_lists and read.kind == "entry")
        ),
    ]
    whole = judged(PAGES, now, planted)
    for key, found in judged(some, now, planted).items():
        if found.certified:
            assert substance(found) == substance(whole[key])
        if None in states(found):
            assert sentences_of(found.doubts)
            assert sentences_of(found.unseen)
