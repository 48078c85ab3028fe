from __future__ import annotations

from datetime import UTC, datetime

import pytest

from parsers.blog.blog_page import read_page
from tests.parsers.blog.raw import (
    URL,
    comment,
    page,
    post,
    problems,
    read_comments,
    read_entry,
    shown,
)

AT = datetime(2022, 5, 13, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("heading", "author"),
    [
        ('<a href="/member/2">Bo</a>:', "Bo"),
        ('<a href="/member/2">Bo:</a>', "Bo"),
        ('<a href="/member/2"> Bo  the  <b>Second</b> </a>: <em>he/him</em>', "Bo the Second"),
        ('<a href="/member/2">J. O\'Neil-x_1</a> Emperor: they/them', "J. O'Neil-x_1"),
        ('<a href="https://home.example">www</a> <a href="/member/2">Bo</a>:', "Bo"),
        ('<a href="https://home.example">Bo</a>:', "Bo"),
        ('<a href="/member/2"></a>Bo: <em>he/him</em>', "Bo"),
        ("Bo: he/him", "Bo"),
        ("Bo:", "Bo"),
        ("Bo", "Bo"),
        ("Bo: <em>Emperor:</em>", "Bo"),
    ],
)
def test_author_of_a_comment(heading: str, author: str) -> None:
    read = read_entry(comment(name=heading))
    assert [found.author for found in read.posts[0].comments or ()] == [author]
    assert read.problems == ()


STATED = "This Race is Ended."


@pytest.mark.parametrize(
    ("body", "quotes"),
    [
        (f"<p>{STATED}</p>", False),
        (f"<blockquote>{STATED}</blockquote><p>No.</p>", True),
        (f"<p><s>{STATED}</s></p>", True),
        (f"<p><del>{STATED}</del></p>", True),
        (f"<s><p>{STATED}</p></s>", True),
        (f"<p><s>No.</s> {STATED}</p>", True),
        (f'<p style="display: none">{STATED}</p>', True),
        (f"<blockquote> </blockquote><p>{STATED}</p>", False),
        (f'<s><img src="/vote/for.gif" alt="for"></s><p>{STATED}</p>', False),
    ],
)
def test_quoted_and_struck_text_is_noted(body: str, *, quotes: bool) -> None:
    (found,) = list(read_entry(comment(body)).posts[0].comments or ())
    assert (STATED in found.text, found.quotes) == (True, quotes)


@pytest.mark.parametrize("name", ["", ": he/him"])
def test_a_comment_without_author(name: str) -> None:
    read = read_entry(comment(name=name))
    assert [found.author for found in read.posts[0].comments or ()] == [""]
    assert [(found.where, found.what) for found in read.problems] == [
        (f"{URL}#c1", "the comment has no author")
    ]


BODY = '<div class="commentbody"><p>One.<br />Two.</p><p>13-04-2022 08:00:00 UTC</p></div>'
STAMP = '<p class="comment-footer">13-05-2022 10:00:00 UTC</p>'


@pytest.mark.parametrize(
    "inner",
    [
        f"{BODY}{STAMP}",
        f"{STAMP}{BODY}",
        f"<p>13-05-2022 10:00:00 UTC</p>{BODY}",
        f"{BODY}<em>13-05-2022 10:00:00 UTC</em>",
    ],
    ids=["below", "above", "in a paragraph above", "in italics below"],
)
def test_the_date_may_stand_above_the_body_or_below_it(inner: str) -> None:
    (read,) = read_comments(f'<div class="comment odd" id="c1"><h3>Bo:</h3>{inner}</div>')
    assert (read.at, read.text) == (AT, "One.\nTwo.\n13-04-2022 08:00:00 UTC")


def test_a_comment_without_any_date() -> None:
    read = read_entry(
        '<div class="comment" id="c1"><h3>Bo:</h3><p>On 13-05-2022 10:00:00 UTC I said something'
        " else</p></div>"
    )
    assert problems(read) == ["the comment has no time"]


def test_a_heading_in_a_body_belongs_to_the_body() -> None:
    (read,) = read_comments(comment('<h3>Eve: <img src="/vote/for.gif" alt="for"></h3><p>x</p>'))
    assert (read.author, read.text, len(read.icons)) == ("Bo", "Eve:\nx", 1)


def test_a_comment_ends_where_the_next_begins() -> None:
    read = read_comments(
        comment("<p>One.</p><div><blockquote>", number=1),
        comment('<p><img src="/vote/for.gif" alt="for">Two.</p>', number=2),
        comment("<p>Three.</p>", number=3),
    )
    assert [(found.id, found.text) for found in read] == [
        ("c1", "One."),
        ("c2", "Two."),
        ("c3", "Three."),
    ]
    assert read[1].icons[0].quoted is False


@pytest.mark.parametrize(
    "below",
    [
        '<form id="comment_form"><p>Form.</p></form>',
        '<div id="PlayerList"><a href="/member/1">Ana</a></div>',
    ],
)
def test_the_last_comment_ends_before_the_form_and_the_sidebar(below: str) -> None:
    html = page(post(), "<h2>Comments</h2>", comment("<p>Last.</p><div><div><div>"), below)
    (read,) = shown(read_page(html, URL, expect="entry"))
    assert read.text == "Last."
