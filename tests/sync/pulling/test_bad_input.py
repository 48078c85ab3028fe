"""Pages that make no sense: what is wrong with them is reported, and nobody is accused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from parsers.model import Post, Roster
from sync.sources.source_view import BASIC, ViewRequest, load_view
from sync.sources.stored import StoreSource, open_store
from tests.support.blog_pages import BLOG
from tests.support.small_blog import ROSTER, SmallGame
from tests.sync.pulling.test_alterations import (
    ADDRESS,
    DAY,
    ENACTED,
    FAILED,
    HOUR,
    LATER,
    OLD,
    VOTED,
    comment,
    edited,
    proposal,
)
from validators.checks.run import AuditReport, run_all

GARBAGE = "<html><body>\x00 <div class='post'> not quite </body></html>"
ABOUT_THE_PAGES = ("BN118", "BN301", "BN305", "BN6", "BN9")
"""Findings that accuse nobody of anything."""


def audited(
    blog: SmallGame,
    *posts: Post,
    roster: Roster = ROSTER,
    garbage: Sequence[str] = (),
    authors: Sequence[str] = ROSTER.active,
) -> AuditReport:
    """The audit after another pull of these posts, by these authors in turn; pages of ``garbage``
    are none.
    """
    named = [
        replace(post, url=f"{BLOG}/archive/p{n}", author=authors[n % len(authors)])
        for n, post in enumerate(posts)
    ]
    blog.show([ADDRESS, *named], roster=roster)
    for path in garbage:
        blog.blog.page(path).write_text(GARBAGE, encoding="utf-8")
    blog.pull()
    with open_store(blog.live, blog.now) as store:
        view = load_view(StoreSource(store, blog.live, blog.now), ViewRequest(BASIC | {"pulls"}))
    blog.wait(seconds=LATER.total_seconds())
    return run_all(view)


def accusations(report: AuditReport) -> list[str]:
    return [
        f"{each.code} {each.subject.id}"
        for each in report.findings
        if not each.code.startswith(ABOUT_THE_PAGES)
    ]


def reasons(report: AuditReport) -> str:
    return "\n".join(f"{item.name}: {item.why}" for item in report.not_evaluated)


def test_a_post_whose_every_version_is_unreadable(blog: SmallGame) -> None:
    """Its own page says nothing in any of three pulls; the lists show that votes come in."""
    for n in range(3):
        votes = [comment(name, "for") for name in ("Bo", "Cy", "Di")[: n + 1]]
        report = audited(blog, proposal(HOUR, *votes), garbage=["archive/p0"])
        assert accusations(report) == []
        assert "/archive/p0: the page has no post" in reasons(report)
        assert re.search(
            r"BN101: unknown whether “Proposal: Lamps”.* can be resolved: its comments were not"
            r" read",
            reasons(report),
        )
        assert report.inconclusive


def test_a_post_whose_date_is_never_readable(blog: SmallGame) -> None:
    undated = replace(VOTED, posted=None)
    for post in (undated, edited(undated, "3", "4"), edited(undated, "3", "5")):
        report = audited(blog, OLD, post)
        assert accusations(report) == []
        assert "/archive/p1: the date of “Proposal: Lamps” could not be read" in reasons(report)


def test_pages_of_garbage_take_nothing_away(blog: SmallGame) -> None:
    """What one pull saw is not gone because the next one sees no page that makes sense."""
    assert accusations(audited(blog, OLD, VOTED)) == []
    for _ in range(2):
        report = audited(blog, OLD, VOTED, garbage=["", "2024/05", "archive/p0", "archive/p1"])
        assert accusations(report) == []
        assert report.inconclusive


def test_a_roster_of_nobody(blog: SmallGame) -> None:
    nobody = Roster((), stated_players=0, stated_quorum=1)
    for _ in range(2):
        report = audited(blog, VOTED, FAILED, ENACTED, roster=nobody)
        assert accusations(report) == []
        assert "BN103: needs the roster, which was not read" in reasons(report)
        assert any(
            "the sidebar's list of players is empty" in finding.message
            for finding in report.findings
        )


def test_times_that_contradict_each_other(blog: SmallGame) -> None:
    assert FAILED.posted is not None and ENACTED.posted is not None
    report = audited(
        blog,
        replace(FAILED, closed=FAILED.posted - 3 * HOUR),
        replace(ENACTED, closed=ENACTED.posted + 800 * DAY),
        proposal(HOUR, comment("Bo", "for", minutes=24 * 60)),
    )
    assert accusations(report) == []
    assert sorted(finding.subject.id for finding in report.findings if finding.code == "BN118") == [
        "p0",
        "p1",
        "p2",
    ]
