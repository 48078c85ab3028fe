"""Pages that a real blog engine rendered; skipped where they are not at hand."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from parsers.blog.blog_page import read_page
from parsers.blog.merging import PageKind
from parsers.model import Category, Page, Roster, Status
from tests.support.paths import SHARED

SAMPLES = SHARED / "samples/expressionengine"
HOST = "http://127.0.0.1:8099"

pytestmark = pytest.mark.skipif(
    not SAMPLES.is_dir(), reason="the rendered sample pages are not beside the repository"
)


def sample(name: str, path: str, expect: PageKind) -> Page:
    return read_page((SAMPLES / name).read_bytes(), f"{HOST}/{path}", expect=expect)


def test_a_saved_month_is_read_without_problems() -> None:
    read = sample("month_archive.html", "2026/11", "front")
    assert read.problems == ()
    assert read.roster == Roster(
        ("Kevan", "Josh"), (), frozenset({"Kevan"}), 2, 2, None, (("Kevan", 2), ("Josh", 3))
    )
    assert len(read.posts) == 15
    assert [post.position for post in read.posts] == list(range(15))
    assert {post.comments for post in read.posts} == {None}
    titles = {post.key: (post.title, post.category, post.status) for post in read.posts}
    assert titles["correction_notice_x"] == (
        "Correction notice: \u201cx\u201d & y",
        Category.NONE,
        Status.PENDING,
    )
    assert titles["a_cfj"] == ("Call for Judgment: A CfJ", Category.CFJ, Status.PENDING)
    assert titles["cf_a"] == ("Story Post: CF A", Category.STORY, Status.PENDING)
    assert titles["vetoed_one"] == ("Proposal: Vetoed One", Category.PROPOSAL, Status.VETOED)


@pytest.mark.parametrize("name", ["entry_logged_in.html", "entry_logged_out.html"])
def test_votes_of_a_saved_entry(name: str) -> None:
    read = sample(name, "archive/sample", "entry")
    assert read.problems == ()
    (post,) = read.posts
    assert post.comments is not None
    assert [
        (one.author, [(icon.name, icon.quoted) for icon in one.icons]) for one in post.comments
    ] == [
        *(
            ("Kevan", [("for", False)]),
            ("Bucky", [("against", False)]),
            ("Josh", [("against", True)]),
        ),
        *(
            ("Bucky", [("for", False), ("against", False)]),
            ("Kevan", []),
            ("Kevan", [("deferential", False)]),
            ("Josh", []),
        ),
    ]
    assert (
        post.comments[1].text
        == "\u201cTwo\u201d is wrong\u2014see below.\nSecond paragraph & more\u2026"
    )
    assert post.comments[0].at == datetime(2026, 11, 20, 9, 21, 55, tzinfo=UTC)
    assert post.comments[0].id == "c167"


def test_a_hundred_comments_of_a_hundred_and_fourteen() -> None:
    read = sample("entry_112_comments_first_100_only.html", "archive/vetoed_one", "entry")
    (post,) = read.posts
    assert (post.comment_count, len(post.comments or ()), read.more, read.problems) == (
        114,
        100,
        (),
        (),
    )


def test_the_second_page_of_comments() -> None:
    read = sample("entry_comments_page2_P5.html", "paged/vetoed_one/P5", "entry")
    (post,) = read.posts
    assert [one.position for one in post.comments or ()] == [5, 6, 7, 8, 9]
    assert read.more == tuple(
        f"{HOST}/paged/vetoed_one{part}" for part in ("", "/P10", "/P15", "/P110")
    )
    assert read.problems == ()


@pytest.mark.parametrize("expect", ["front", "archive", "entry"])
def test_everything_else_is_fatal(expect: PageKind) -> None:
    others = [
        path.name for path in SAMPLES.iterdir() if not path.name.startswith(("entry_", "month_"))
    ]
    assert len(others) >= 13
    for name in others:
        assert any(problem.fatal for problem in sample(name, "archive/sample", expect).problems), (
            name
        )
