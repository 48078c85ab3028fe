"""What holds for every page: nothing raises, and what was written is read back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.blog.blog_page import read_heading, read_page
from parsers.blog.merging import PageKind
from parsers.blog.notes import read_note
from parsers.model import Category, Comment, Icon, Page, Post, Roster, Status, name_key
from tests.benchmarks.games import page_of_comments
from tests.support.blog_pages import BLOG, Look, entry_page, front_page, month_page
from tests.support.steps import count_calls

MONTH = f"{BLOG}/2022/05"
CALLS_PER_COMMENT = 380
NAMES = ["Ana", "Bo", "Cy", "J. O'Neil", "75th Trombone", "Zoë", "mixed_Case-2", "B. at Bay"]
PREFIXES = {
    Category.PROPOSAL: "Proposal: ",
    Category.CFJ: "Call for Judgment: ",
    Category.DOV: "Declaration of Victory: ",
    Category.ASCENSION: "Ascension Address: ",
    Category.STORY: "Story Post: ",
    Category.NONE: "",
}

words = st.text(st.sampled_from("abc ABZ019.,'\"&<>[]{}()é€👍:;!?/*-_="), max_size=30).map(
    lambda text: " ".join(text.split())
)
lines = st.lists(words.filter(bool), max_size=3).map("\n".join)
# Hypothesis takes bounds without a time zone.
EARLIEST, LATEST = datetime(2004, 1, 1), datetime(2030, 1, 1)  # noqa: DTZ001
times = st.datetimes(EARLIEST, LATEST, timezones=st.just(UTC)).map(
    lambda at: at.replace(microsecond=0)
)
icons = st.builds(
    Icon, st.sampled_from(["for", "against", "deferential", "veto", "arrow"]), st.booleans()
)
looks = st.builds(
    Look,
    template=st.sampled_from(["footer-after", "footer-before"]),
    dates=st.sampled_from(["dmy", "mdy"]),
    role=st.sampled_from(["", "he/him", "Emperor: they/them"]),
    linked_names=st.booleans(),
    idle=st.sampled_from(["heading", "commented"]),
    player=st.sampled_from(["players", "Mindjackers", "Past Memories"]),
)


@st.composite
def posts(draw: st.DrawFn, slug: str = "a_thing") -> Post:
    category = draw(st.sampled_from(Category))
    title = PREFIXES[category] + f"T{draw(words)}".rstrip()
    heading = read_heading(title, "post-title open")
    status, posted, body = draw(st.sampled_from(Status)), draw(times), draw(lines)
    closed = (
        None
        if status is Status.PENDING
        else posted + timedelta(seconds=draw(st.integers(0, 10**6)))
    )
    note = (
        draw(
            st.sampled_from(["7-1. Enacted by Bo", "Self-killed.\nFailed by Ana", "Hm & <hm>", ""])
        )
        if closed
        else ""
    )
    return Post(
        url=f"{BLOG}/archive/{slug}",
        title=title,
        category=category,
        author=draw(st.sampled_from(NAMES)),
        posted=posted,
        status=status,
        subject=heading.subject,
        tags=heading.tags,
        closed=closed,
        note=read_note(note) if note else None,
        body=body,
        words=len(body.split()),
        comment_count=draw(st.integers(0, 200)),
    )


@st.composite
def entries(draw: st.DrawFn) -> Post:
    """A post with comments, the last of them on a day that tells the order of dates."""
    post = draw(posts())
    assert post.posted is not None
    at, comments = post.posted, []
    for number in range(draw(st.integers(0, 6))):
        at += timedelta(seconds=draw(st.integers(0, 400_000)))
        comments.append(
            Comment(
                draw(st.sampled_from(NAMES)),
                at,
                tuple(draw(st.lists(icons, max_size=3))),
                draw(lines),
                f"c{number}",
                number,
            )
        )
    if comments:
        comments[-1] = replace(comments[-1], at=at.replace(day=20) + timedelta(days=31))
    return replace(post, comments=tuple(comments))


@st.composite
def rosters(draw: st.DrawFn) -> tuple[Roster, str]:
    """A roster and the sentence about dormancy that goes with it."""
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, unique_by=name_key))
    size = draw(st.integers(1, len(names)))
    numbers = st.none() | st.integers(0, 999)
    sentence, dormant = draw(
        st.sampled_from(
            [("", None), ("The game is dormant.", True), ("The game is not dormant.", False)]
        )
    )
    admins = frozenset(draw(st.sets(st.sampled_from(names))))
    return Roster(
        tuple(names[:size]), tuple(names[size:]), admins, draw(numbers), draw(numbers), dormant
    ), sentence


def newest_first(found: list[Post]) -> list[Post]:
    dated = [(post.posted, post) for post in found if post.posted]
    ordered = [post for _, post in sorted(dated, key=lambda pair: pair[0], reverse=True)]
    return [replace(post, position=position) for position, post in enumerate(ordered)]


several_posts = (
    st.integers(1, 4)
    .flatmap(lambda size: st.tuples(*(posts(f"p{number}") for number in range(size))))
    .map(list)
)


@given(entries(), looks)
def test_an_entry_is_read_back(post: Post, look: Look) -> None:
    assert read_page(entry_page(post, look=look), post.url, expect="entry") == Page(
        post.url, (post,)
    )
    assert read_page(entry_page(post, look=look).encode(), post.url) == Page(post.url, (post,))


@given(several_posts, rosters(), looks)
def test_a_front_page_is_read_back(
    found: list[Post], roster: tuple[Roster, str], look: Look
) -> None:
    ordered = newest_first(found)
    html = front_page(ordered, roster[0], look=replace(look, dormancy=roster[1]))
    assert read_page(html, f"{BLOG}/", expect="front") == Page(
        f"{BLOG}/", tuple(ordered), roster[0]
    )


@given(several_posts, looks)
def test_a_month_is_read_back_with_its_further_pages(found: list[Post], look: Look) -> None:
    ordered, more = newest_first(found), (f"{MONTH}/P100", f"{MONTH}/P200")
    assert read_page(month_page(ordered, look=look, more=more), MONTH, expect="archive") == Page(
        MONTH, tuple(ordered), more=more
    )


@given(entries(), looks, st.integers(1, 3))
def test_pages_of_comments_add_up(post: Post, look: Look, size: int) -> None:
    assert post.comments is not None
    found: list[Comment] = []
    addresses: set[str] = set()
    for first in range(0, len(post.comments), size):
        url = f"{post.url}/P{first}" if first else post.url
        read = read_page(
            entry_page(
                post, look=replace(look, dates="dmy"), first=first, shown=size, paginated=True
            ),
            url,
            expect="entry",
        )
        found += read.posts[0].comments or ()
        addresses.update(read.more)
    assert tuple(found) == post.comments
    pages = {
        f"{post.url}/P{first}" if first else post.url
        for first in range(0, len(post.comments), size)
    }
    assert addresses == (pages if len(pages) > 1 else set())


def test_twice_the_comments_are_twice_the_work() -> None:
    """The benchmark "entry" measures the time."""
    read_page(
        page_of_comments(1), expect="entry", url=BLOG
    )  # the first page compiles the expressions
    hundred, two_hundred = (
        count_calls(partial(read_page, page_of_comments(count), expect="entry", url=BLOG))
        for count in (100, 200)
    )
    assert hundred < two_hundred < 2.1 * hundred
    assert hundred < 100 * CALLS_PER_COMMENT


ENTRY = entry_page(
    Post(
        f"{BLOG}/archive/a_thing",
        "Proposal: A \u201cThing\u201d [Core]",
        Category.PROPOSAL,
        "Ana",
        datetime(2022, 5, 11, 9, 1, tzinfo=UTC),
        Status.ENACTED,
        closed=datetime(2022, 5, 20, 9, 1, tzinfo=UTC),
        note=read_note("7-1 (Quorum 5)\nEnacted by Bo"),
        body="One.\nTwo.",
        comments=(
            Comment(
                "Bo",
                datetime(2022, 5, 13, 9, 1, tzinfo=UTC),
                (Icon("for"), Icon("against", True)),
                "Fine.",
                "c1",
            ),
            Comment("Cy", datetime(2022, 5, 14, 9, 1, tzinfo=UTC), (Icon("veto"),), "", "c2"),
            Comment(
                "Zoë", datetime(2022, 5, 15, 9, 1, tzinfo=UTC), (Icon("deferential"),), "Hm.", "c3"
            ),
        ),
    ),
    Roster(("Ana", "Bo"), ("Cy",), frozenset({"Bo"}), 2, 2),
    look=Look(idle="commented", dormancy="The game is dormant."),
    paginated=True,
    shown=3,
)
FRAGMENTS = [
    *(
        "<",
        ">",
        '"',
        "&",
        "&#0;",
        "&#x110000;",
        "\0",
        "\ufeff",
        "\ud800",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?x",
        "</",
        "<s>",
        "</s>",
    ),
    *(
        "<del>",
        "<img",
        "<img struck=on>",
        "<a ",
        "</a>",
        "</div>",
        "</p>",
        "<script>",
        "</script>",
        "<h3 class='post-title'>",
        "<table>",
    ),
    *(
        '<div class="comment">',
        '<div class="commentbody">',
        '<p class="post-footer">',
        '<div id="PlayerList">',
        "<h3>Idle</h3>",
        "</html>",
    ),
    *(
        '<div class="admin">',
        "Adminned at ",
        "31 Feb 2022 99:99:99 UTC",
        "99-99-9999 99:99:99",
        "0" * 5_000,
        "http://[",
        "Comments (",
    ),
    *("<blockquote>", "<textarea>"),
]
edits = st.lists(
    st.tuples(
        st.integers(0, len(ENTRY)),
        st.integers(0, 300),
        st.sampled_from(FRAGMENTS) | st.text(max_size=5),
    ),
    min_size=1,
    max_size=8,
)
EXPECTATIONS: list[PageKind | None] = ["front", "archive", "entry", None]


@given(
    edits,
    st.sampled_from(EXPECTATIONS),
    st.sampled_from([f"{BLOG}/archive/a_thing", "", "http://["]),
)
def test_no_mutated_page_raises(
    changes: list[tuple[int, int, str]], expect: PageKind | None, url: str
) -> None:
    html = ENTRY
    for place, length, fragment in changes:
        html = html[:place] + fragment + html[place + length :]
    read = read_page(html, url, expect=expect)
    assert read.posts or any(problem.fatal for problem in read.problems)
    assert (
        read_page(html.encode("utf-8", "replace"), url, expect=expect).posts
        == read_page(html.replace("\ud800", "?"), url, expect=expect).posts
    )


@given(st.binary() | st.text(), st.sampled_from(EXPECTATIONS))
def test_nothing_raises(data: bytes | str, expect: PageKind | None) -> None:
    assert read_page(data, BLOG, expect=expect).posts == ()


@pytest.mark.slow
@pytest.mark.parametrize("expect", ["entry", None])
def test_no_truncated_page_passes_for_a_whole_one(expect: Literal["entry"] | None) -> None:
    whole = read_page(ENTRY, BLOG, expect=expect)
    assert whole.problems == ()
    said = [(comment.author, comment.icons) for comment in whole.posts[0].comments or ()]
    for end in range(ENTRY.index("</html")):
        read = read_page(ENTRY[:end], BLOG, expect=expect)
        assert read.problems, end
        for post in read.posts:
            assert post.comments != () or end > ENTRY.index("<h2>Comments</h2>"), end
            votes = [
                (comment.author, icon) for comment in post.comments or () for icon in comment.icons
            ]
            assert set(votes) <= {(author, icon) for author, every in said for icon in every}, end
