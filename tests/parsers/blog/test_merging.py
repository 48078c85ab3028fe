from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from parsers.blog.merging import ReadPage, completed, lists_of, merge_posts, merge_roster
from parsers.model import AdminNote, Category, Post, ProblemKind, Roster, Status
from tests.sync.samples import BLOG, NOON, ROSTER, comment, post, read_page, resolved


def merged(*pages: ReadPage) -> dict[str, Post]:
    posts, problems = merge_posts(pages)
    assert problems == []
    assert len({each.key for each in posts}) == len(posts)
    return {each.key: each for each in posts}


def problems_of(*pages: ReadPage) -> list[str]:
    """Every problem of merged posts is about the one that they show."""
    problems = merge_posts(pages)[1]
    assert {problem.post for problem in problems} <= {"a_thing"}
    return [problem.what for problem in problems]


def test_the_markup_of_the_page_with_the_text_counts() -> None:
    marked = replace(post(body="Own words"), markup="<p>Own <b>words</b></p>")
    other = replace(post(body="Other words"), markup="<p>Other <i>words</i></p>")
    assert completed(marked, other).markup == marked.markup
    assert completed(replace(marked, body=""), other).markup == other.markup
    assert completed(marked, replace(other, body="")).markup == marked.markup


def test_the_entry_page_wins_and_lists_fill_what_it_does_not_show() -> None:
    listed = post(
        comment_count=1, words=3, body="One two three", note=AdminNote("Noted."), closed=NOON
    )
    entry = post(
        title="Proposal: A Thing",
        posted=None,
        author="",
        category=Category.NONE,
        comment_count=None,
        comments=(comment("Bo"),),
    )
    listed = replace(listed, markup="<p>One <b>two</b> three</p>")
    got = merged(read_page("front", listed), read_page("entry", entry))["a_thing"]
    assert got.markup == listed.markup
    assert got.title == "Proposal: A Thing"
    assert (got.posted, got.author, got.category) == (listed.posted, "Ana", Category.PROPOSAL)
    assert (got.comment_count, got.words, got.body, got.note, got.closed) == (
        1,
        3,
        "One two three",
        AdminNote("Noted."),
        NOON,
    )
    assert [each.author for each in got.comments or ()] == ["Bo"]


@pytest.mark.parametrize(
    ("listed", "shown", "merged_count"),
    [(2, 1, 2), (1, 2, 2), (None, 0, 0), (0, None, 0), (None, None, None)],
)
def test_the_larger_number_of_comments_counts(
    listed: int | None, shown: int | None, merged_count: int | None
) -> None:
    pages = (
        read_page("front", post(comment_count=listed)),
        read_page("entry", post(comment_count=shown)),
    )
    assert merged(*pages)["a_thing"].comment_count == merged_count


def test_pages_that_contradict_each_other_are_reported_and_the_newest_is_believed() -> None:
    front, archive = resolved(post()), post()
    posts, problems = merge_posts([read_page("front", front), read_page("archive", archive)])
    assert posts[0].status is Status.ENACTED
    assert [problem.where for problem in problems] == [front.url]
    assert "as enacted, another as pending" in problems[0].what
    moved = post(posted=NOON - timedelta(days=3))
    assert (
        "dates the post 2024-01-18 12:00:00, another 2024-01-17 12:00:00"
        in problems_of(read_page("front", post()), read_page("archive", moved))[0]
    )


def test_places_grow_from_the_newest_to_the_oldest_whatever_is_sticky() -> None:
    slugs = ["fresh", "one", "two", "three"]
    fresh, one, two, three = (post(slug) for slug in slugs)
    front = read_page(
        "front", three, fresh, one, two
    )  # three is sticky, and its place is off the page
    january = read_page("archive", one, two)
    december = read_page("archive", three)
    places = {key: each.position for key, each in merged(front, january, december).items()}
    assert sorted(slugs, key=places.__getitem__) == slugs
    again = read_page("front", two, fresh, one, two)  # two is sticky, and in its place as well
    places = {key: each.position for key, each in merged(again).items()}
    assert sorted(places, key=places.__getitem__) == ["fresh", "one", "two"]


def test_the_pages_of_a_list_are_one_list_and_a_last_place_holds() -> None:
    pages = [("/2024/01/P2", ("b", "c")), ("/", ("x", "a", "x")), ("/2024/01/", ("a", "b"))]
    assert lists_of(pages) == (("a", "b", "c"), ("a", "x"))
    assert lists_of([]) == ()


def test_pages_of_comments_are_joined_each_comment_once() -> None:
    first = post(
        comments=(comment("Bo", id="c1"), comment("Dee", id="c2"), comment("Bo"), comment("Bo"))
    )
    second = post(comments=(comment("Dee", id="c2"), comment("Ana", id="c3"), comment("Bo")))
    pages = (
        read_page("entry", first, address="/archive/a_thing", more=(f"{BLOG}/archive/a_thing/P4",)),
        read_page(
            "entry", second, address="/archive/a_thing/P4", more=(f"{BLOG}/archive/a_thing",)
        ),
    )
    comments = merged(*pages)["a_thing"].comments or ()
    assert [(each.author, each.id, each.position) for each in comments] == [
        *(
            ("Bo", "c1", 0),
            ("Dee", "c2", 1),
            ("Bo", "", 2),
            ("Bo", "", 3),
            ("Ana", "c3", 4),
            ("Bo", "", 5),
        ),
    ]


def test_a_page_of_comments_that_was_not_saved_is_reported() -> None:
    page = read_page(
        "entry",
        post(comments=()),
        name="blog/archive/a_thing/index.html",
        more=(f"{BLOG}/archive/a_thing/P100/",),
    )
    assert problems_of(page) == [
        f"it continues at {BLOG}/archive/a_thing/P100/, which was not saved: comments are missing"
    ]


def test_the_front_page_has_the_roster() -> None:
    other = Roster(("Zed",))
    assert merge_roster(
        [read_page("entry", post(), roster=other), read_page("front", post(), roster=ROSTER)]
    ) == (ROSTER, [])
    assert merge_roster([read_page("front", post())]) == (None, [])
    roster, problems = merge_roster(
        [read_page("front", post()), read_page("entry", post(), roster=other, name="saved.html")]
    )
    assert roster == other
    assert [(each.where, each.kind) for each in problems] == [
        ("saved.html", ProblemKind.OLDER_SIDEBAR)
    ]


def test_a_resolution_is_taken_from_another_page_of_the_same_status_only() -> None:
    pending, enacted = post(), resolved(post())
    assert enacted.closed is not None
    assert completed(post(status=Status.ENACTED), enacted).closed == enacted.closed
    assert (completed(pending, enacted).closed, completed(pending, enacted).note) == (None, None)
