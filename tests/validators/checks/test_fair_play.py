"""Fair Play: on each limit, and one beyond it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from parsers.model import Category, Comment, Post
from tests.validators.checking import codes, only
from tests.validators.making import DAY, HOUR, MINUTE, NOW, post, rules

RULES = rules(fair_play__entries_per_day=10, fair_play__comments_in_row=10, fair_play__entry_words=1000)
MORNING = timedelta(hours=12)
"""Midnight is this long before NOW."""


def stories(count: int, start: timedelta, author: str = "Anna") -> list[Post]:
    return [post(Category.STORY, start - n * MINUTE, author=author, place=n) for n in range(count)]


def talk(*authors: str) -> Post:
    comments = tuple(Comment(author, NOW - HOUR, (), "Words.", f"c{n}", n) for n, author in enumerate(authors))
    return replace(post(Category.STORY, DAY), comments=comments, comment_count=len(comments))


@pytest.mark.parametrize(
    ("posts", "expected"),
    [
        pytest.param(stories(10, MORNING), [], id="ten on one day"),
        pytest.param(stories(11, MORNING), ["BN211"], id="eleven on one day"),
        pytest.param(stories(11, MORNING + 5 * MINUTE), [], id="eleven around midnight"),
        pytest.param([*stories(10, MORNING), *stories(10, MORNING, "Boris")], [], id="ten each"),
        pytest.param(stories(11, MORNING, ""), [], id="eleven without an author"),
    ],
)
def test_entries_of_a_day(posts: list[Post], expected: list[str]) -> None:
    assert codes(*posts, select="BN211", under=RULES) == expected


@pytest.mark.parametrize(
    ("authors", "expected"),
    [
        pytest.param(["Anna"] * 10, [], id="ten in a row"),
        pytest.param(["Anna"] * 11, ["BN212"], id="eleven in a row"),
        pytest.param([*["Anna"] * 6, "Boris", *["Anna"] * 6], [], id="twelve, interrupted"),
        pytest.param([*["Anna"] * 6, *["anna"] * 6], ["BN212"], id="one name in two spellings"),
        pytest.param([*["Anna"] * 11, "Boris", *["Anna"] * 11], ["BN212", "BN212"], id="twice"),
        pytest.param([""] * 11, [], id="without an author"),
    ],
)
def test_comments_in_a_row(authors: list[str], expected: list[str]) -> None:
    assert codes(talk(*authors), select="BN212", under=RULES) == expected


def test_words_of_an_entry() -> None:
    assert codes(post(Category.STORY, DAY, body="word " * 1000), select="BN213", under=RULES) == []
    finding = only("BN213", post(Category.STORY, DAY, body="word " * 1001), under=RULES)
    assert "has 1001 words" in finding.message
