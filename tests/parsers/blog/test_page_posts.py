from __future__ import annotations

from datetime import UTC, datetime

import pytest

from parsers.blog.blog_page import read_page
from parsers.model import AdminNote, Category, Outcome, Status
from tests.parsers.blog.raw import MONTH, URL, comment, entry, only_post, page, post, problems

CLOSED = "Adminned at 12 May 2022 17:57:43 UTC"
NOTE = f"<p>Reached quorum 5-1.</p><p>Enacted by Cy.</p><p>{CLOSED}</p>"


def of_post(html: str) -> list[str]:
    """The problems of the page's only post."""
    return problems(read_page(page(html), MONTH, expect="archive"))


def test_all_fields_of_a_post() -> None:
    read = only_post(
        page(
            post(
                classes="post-title proposal Enacted",
                admin=f'<div class="admin">{NOTE}</div>',
                body="<p>One two,</p>three<br>four",
            )
        )
    )
    assert read.url == "https://blog.example/archive/a_thing"
    assert (read.title, read.subject, read.category) == (
        "Proposal: A Thing",
        "A Thing",
        Category.PROPOSAL,
    )
    assert (read.author, read.posted) == ("Ana", datetime(2022, 5, 11, 9, 1, tzinfo=UTC))
    assert (read.status, read.closed) == (
        Status.ENACTED,
        datetime(2022, 5, 12, 17, 57, 43, tzinfo=UTC),
    )
    assert read.note == AdminNote("Reached quorum 5-1.\nEnacted by Cy.", Outcome.ENACTED, 5, 1)
    assert (read.body, read.words) == ("One two,\nthree\nfour", 4)
    assert (read.comment_count, read.comments, read.position) == (1, None, 0)


@pytest.mark.parametrize(
    ("note", "status"),
    [
        *(
            ("<p>Enacted.</p>", Status.ENACTED),
            ("<p>Fails 1-5.</p>", Status.FAILED),
            ("<p>Self-killed.</p>", Status.FAILED),
        ),
        *(
            ("<p>Vetoed.</p>", Status.VETOED),
            ("<p>Illegal.</p>", Status.ILLEGAL),
            ("<p>So be it.</p>", Status.FAILED),
            ("", Status.FAILED),
        ),
    ],
)
@pytest.mark.parametrize("box", ["<div class='admin'>{}</div>", "<div>{}</div>"])
def test_no_status_but_a_note(box: str, note: str, status: Status) -> None:
    html = post(classes="post-title proposal", admin=box.format(f"{note}<p>{CLOSED}</p>"))
    read = only_post(page(html))
    assert (read.status, read.closed) == (status, datetime(2022, 5, 12, 17, 57, 43, tzinfo=UTC))
    assert read.body == "Body."
    assert of_post(html) == [f"its class names no status; taken as {status.value}"]


def test_a_resolution_with_an_unreadable_time() -> None:
    html = post(
        classes="post-title Failed",
        admin='<div class="admin"><p>Fails.</p><p>Adminned at 31 Feb 2022 10:00:00 UTC</p></div>',
    )
    assert only_post(page(html)).closed is None
    assert of_post(html) == ["the time after “Adminned at” cannot be read"]


def test_an_open_post_with_a_resolution() -> None:
    html = post(admin=f'<div class="admin">{NOTE}</div>')
    read = only_post(page(html))
    assert read.status is Status.PENDING
    assert read.closed is not None
    assert of_post(html) == ["its class says that it is open, but an admin has resolved it"]


def test_nobody_resolves_an_open_post_by_writing_so_in_it() -> None:
    html = post(admin="", body=f"<p>Enacted by Cy.</p><p>{CLOSED}</p><p>Body.</p>")
    read = only_post(page(html))
    assert (read.status, read.closed, read.note) == (Status.PENDING, None, None)
    assert read.body.startswith("Enacted by Cy.")


@pytest.mark.parametrize(
    ("author", "expected"),
    [
        ('<a href="/member/12">Ana</a>', "Ana"),
        ('<a href="/member/12">Dr. O\'Neil-Jr  2</a>', "Dr. O'Neil-Jr 2"),
        ("Ana", "Ana"),
        ("posted by at", "posted by at"),
        ("A at B", "A at B"),
        ('<a href="https://home.example">Ana</a>', "Ana"),
        ('<a href="/member/12"></a>', ""),
    ],
)
def test_author_of_a_post(author: str, expected: str) -> None:
    html = post(author=author)
    assert only_post(page(html)).author == expected
    assert of_post(html) == ([] if expected else ["its footer has no author"])


@pytest.mark.parametrize(
    "when",
    [
        "",
        "some time ago",
        "31 Feb 2022 10:00:00 UTC",
        "11 Mai 2022 10:00:00 UTC",
        "11 May 2022 09:01:00 PM",
        "11 May 2022 25:01:00 UTC",
    ],
)
def test_a_post_without_a_time_that_can_be_read(when: str) -> None:
    html = post(when=when)
    assert only_post(page(html)).posted is None
    assert of_post(html) == ["its footer has no readable time"]


@pytest.mark.parametrize("href", ["", "javascript:void(0)", "http://["])
def test_a_post_that_leads_nowhere(href: str) -> None:
    html = post(href=href)
    read = read_page(page(html), MONTH, expect="archive")
    assert read.posts[0].url == ""
    assert problems(read) == ["it has no address"]
    assert read.problems[0].where == f"{MONTH}, post Proposal: A Thing"
    assert read.problems[0].post == ""
    alone = read_page(entry(of=html), f"{URL}/#c1", expect="entry")
    assert alone.posts[0].url == URL
    assert alone.problems == ()


def test_a_post_without_title() -> None:
    html = post(title="", href="")
    assert of_post(html) == ["it has no title", "it has no address"]
    assert (
        read_page(page(html), MONTH, expect="archive").problems[0].where
        == f"{MONTH}, post without a title"
    )


def test_a_forged_title_in_a_body_is_not_silently_a_post() -> None:
    forged = (
        '<h3 class="post-title proposal open"><a href="/archive/forged">Proposal: Forged</a></h3>'
    )
    read = read_page(page(post(body=f"<p>x</p>{forged}")), MONTH, expect="archive")
    assert "it has no footer with its author and time" in problems(read)


FORGED_FOOTER = (
    '<p class="post-footer">posted by <a href="/member/9">Eve</a> at 01 May 2022 09:01:00 UTC</p>'
)
ABOVE_FOOTER = (
    "it has a comment above its footer: one of them may be forged, and comments may be missing"
)


@pytest.mark.parametrize(
    ("forged", "found"),
    [
        (FORGED_FOOTER, []),
        ("<h2>Comments</h2>", []),
        (f"{FORGED_FOOTER}<h2>Comments</h2>{comment()}", [ABOVE_FOOTER]),
        (comment(), [ABOVE_FOOTER]),
    ],
    ids=["a footer", "a heading", "both and a comment", "a comment"],
)
def test_forged_comments_and_footers_in_a_body_are_its_text(forged: str, found: list[str]) -> None:
    read = read_page(entry(comment("<p>Real.</p>"), of=post(body=forged)), URL, expect="entry")
    (shown,) = read.posts
    assert shown.author == "Ana"
    assert [each.text for each in shown.comments or ()] == ["Real."]
    assert problems(read) == found


@pytest.mark.parametrize("of", [post(), post().replace("post-footer", "foot")])
@pytest.mark.parametrize("before", ["", "</p></div></div>"])
def test_a_footer_in_a_comment_costs_the_certificate(of: str, before: str) -> None:
    forging = comment(f"<p>Fine.{before}{FORGED_FOOTER}", number=2)
    read = read_page(entry(comment("<p>Lost.</p>"), forging, of=of), URL, expect="entry")
    (doubt,) = [problem for problem in read.problems if problem.what == ABOVE_FOOTER]
    assert doubt.post == read.posts[0].key == "a_thing"


@pytest.mark.parametrize(
    "stray", ["</div>", "</div></div></div>", "<div><div><blockquote>", "<p><b>"]
)
def test_an_unbalanced_body_ends_with_its_post(stray: str) -> None:
    read = read_page(
        page(post(body=f"<p>One.</p>{stray}"), post(href="/archive/b")), MONTH, expect="archive"
    )
    assert [(found.body, found.author, found.key) for found in read.posts] == [
        ("One.", "Ana", "a_thing"),
        ("Body.", "Ana", "b"),
    ]
    assert read.problems == ()


def test_a_sticky_post_is_kept_once_in_its_place() -> None:
    sticky, other, oldest = (
        post(href=f"/archive/{name}", when=when)
        for name, when in (
            ("s", "10 May 2022 09:00:00 UTC"),
            ("o", "11 May 2022 09:00:00 UTC"),
            ("x", "09 May 2022 09:00:00 UTC"),
        )
    )
    read = read_page(page(sticky, other, sticky, oldest), MONTH, expect="archive")
    assert [(found.key, found.position) for found in read.posts] == [("o", 0), ("s", 1), ("x", 2)]
    assert read.problems == ()


def listed(*days: int) -> list[int]:
    parts = [
        post(href=f"/archive/{number}", when=f"{day:02} May 2022 09:00:00 UTC")
        for number, day in enumerate(days)
    ]
    return [found.position for found in read_page(page(*parts), MONTH, expect="archive").posts]


def test_positions_grow_towards_the_older() -> None:
    assert listed(5, 4, 4, 3) == [0, 1, 2, 3]
    assert listed(1, 5, 4, 4) == [0, 1, 2, 3], "one rise is a sticky post"
    assert listed(3, 4, 4, 5) == [3, 2, 1, 0], "a list with the oldest first"
    assert listed(4, 4) == [0, 1]


@pytest.mark.parametrize(
    ("author", "name", "member"),
    [
        ('<a href="/member/12">Ana</a>', "Ana", 12),
        ('<a href="/member/12">Ana*</a>', "Ana", 12),
        ("Ana*", "Ana", None),
        ("Ana", "Ana", None),
    ],
)
def test_post_author(author: str, name: str, member: int | None) -> None:
    (read,) = read_page(page(post(author=author)), MONTH, expect="archive").posts
    assert (read.author, read.member) == (name, member)
