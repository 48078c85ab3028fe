"""Pages that the tool writes are read back as what they were written from."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parsers.blog.blog_page import read_page
from parsers.model import Comment, Icon, Page, Post, Roster
from sync.sources.snapshot_writer import entry_page, list_page
from tests.parsers.blog.raw import only_post, page
from tests.parsers.blog.raw import post as raw_post
from tests.parsers.blog.test_post_markup import soup
from tests.parsers.blog.test_properties import entries, icons, newest_first, rosters, several_posts
from tests.support.blog_pages import BLOG
from tests.sync.samples import NOON, ROSTER, comment, post


@given(entries())
def test_an_entry_is_read_back(made: Post) -> None:
    assert read_page(entry_page(made), made.url, expect="entry") == Page(made.url, (made,))


@given(entries(), soup)
def test_markup_is_read_back(made: Post, html: str) -> None:
    own = only_post(page(raw_post(body=html)))
    made = replace(made, body=own.body, markup=own.markup, words=own.words)
    assert read_page(entry_page(made), made.url, expect="entry") == Page(made.url, (made,))


@given(several_posts, rosters())
def test_a_front_page_is_read_back(posts: list[Post], roster: tuple[Roster, str]) -> None:
    made = tuple(newest_first(posts))
    assert read_page(list_page(made, roster[0]), f"{BLOG}/", expect="front") == Page(
        f"{BLOG}/", made, roster[0]
    )


@given(st.text(), st.text(), st.text(), st.lists(icons, max_size=3), st.text(max_size=20))
@example("", "", "", [], "PlayerList")
@example("", "", "", [], "comments")
def test_hostile_text_stays_text(
    name: str, text: str, title: str, shown: list[Icon], mark: str
) -> None:
    """Whatever is in a value, the page has one post with one comment, and no more votes than it
    had.
    """
    made = post(
        title=title,
        body=text,
        author=name,
        comments=(Comment(name, NOON, tuple(shown), text, mark),),
        comment_count=1,
    )
    read = read_page(entry_page(made), made.url, expect="entry")
    assert len(read.posts) == 1
    assert [comment.icons for comment in read.posts[0].comments or ()] == [tuple(shown)]


def test_unknown_values_are_not_invented() -> None:
    made = post(
        posted=None, author="Ana", comment_count=None, comments=(replace(comment("Bo"), at=None),)
    )
    whole = read_page(entry_page(made), made.url, expect="entry")
    assert whole.problems
    (read,) = whole.posts
    assert (read.posted, read.comment_count) == (None, None)
    assert [one.at for one in read.comments or ()] == [None]
    assert read_page(list_page([made]), BLOG, expect="front").roster is None


@pytest.mark.parametrize("text", ['"></a><a href="/member/1">Bo', "<!-- Bo -->", "Idle players"])
def test_a_name_that_is_none_does_not_spoil_the_roster(text: str) -> None:
    roster = replace(ROSTER, active=(*ROSTER.active, text))
    read = read_page(list_page([], roster), BLOG, expect="front").roster
    assert read is not None
    assert read.active[:3] == ROSTER.active
    assert (read.idle, read.stated_players, read.stated_quorum) == (
        ROSTER.idle,
        ROSTER.stated_players,
        ROSTER.stated_quorum,
    )
