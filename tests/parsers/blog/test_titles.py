from __future__ import annotations

import pytest

from parsers.blog.blog_page import read_heading
from parsers.model import Category, Status
from tests.parsers.blog.raw import only_post, page, post
from tests.support.cases import cases


@cases("titles")
def test_category_subject_and_tags_of_a_title(
    title: str, category: Category, subject: str, tags: list[str]
) -> None:
    read = read_heading(title, "post-title open")
    assert (read.category, read.subject, list(read.tags), read.status) == (
        category,
        subject,
        tags,
        Status.PENDING,
    )
    assert read.doubts == ()


@pytest.mark.parametrize(
    ("words", "category"),
    [
        ("proposal", "proposal"),
        ("Proposals", "proposal"),
        ("cfj", "cfj"),
        ("Call for Judgement", "cfj"),
        ("call-for-judgment", "cfj"),
        ("dov", "dov"),
        ("declaration_of_victory", "dov"),
        ("ascension-address", "ascension-address"),
        ("story", "story-post"),
        ("story-post", "story-post"),
    ],
)
def test_class_gives_the_category_of_a_title_without_prefix(words: str, category: Category) -> None:
    read = read_heading("A Thing", f"post-title {words} open")
    assert (read.category, read.subject, read.doubts) == (category, "A Thing", ())


def test_the_class_wins_over_the_title() -> None:
    read = read_heading("Story Post: Once", "post-title dov Failed")
    assert read.category is Category.DOV
    assert read.doubts == ("its class says dov, its title says story-post",)
    assert read_heading("Story Post: Proposal: Once", "post-title story open").doubts == ()


def test_the_first_category_of_a_class_counts() -> None:
    read = read_heading("A Thing", "post-title cfj dov open")
    assert read.category is Category.CFJ
    assert read.doubts == ("its class names several categories: cfj, dov",)


def test_titles_are_plain_text() -> None:
    read = only_post(page(post(title="Proposal: &#8220;A&#8221; &amp; <em>B</em>&#8217;s  [Core]")))
    assert (read.title, read.tags) == ("Proposal: \u201cA\u201d & B\u2019s [Core]", ("Core",))


def test_long_rows_of_brackets_take_no_time() -> None:
    assert read_heading("[" * 200_000, "post-title").tags == ()
    assert len(read_heading("[a]" * 50_000, "post-title").tags) == 50_000
