"""Verdicts on pending matters where an announcement contradicts the sidebar of now."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from parsers.model import Category, Comment, Post, Roster
from tests.validators.making import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    PLAYERS,
    QUORUM,
    SECOND,
    SEVEN,
    dov,
    in_words,
    of_then,
    post,
    proposal,
    some,
    view,
)
from validators.view import GameView, SeenRoster
from validators.voting.judge import judge
from validators.voting.verdict import Verdict


def said(age: timedelta, body: str, author: str = "Anna") -> Post:
    return post(Category.NONE, age, subject=f"News {age}", body=body, author=author)


def judged(*posts: Post, roster: Roster = SEVEN, seen: timedelta = timedelta(), now: timedelta = timedelta()) -> Verdict:
    """The verdict on the first of the posts, with a sidebar that was seen so long ago."""
    given: GameView = view(*posts, roster=roster)
    sidebar = SeenRoster(roster, NOW - max(seen, timedelta()), NOW - seen)
    given = replace(of_then(given), rosters=(sidebar,), as_of=NOW - now)
    return judge(given, only=[posts[0].key]).verdicts[0]


def doubted(*posts: Post, **setting: object) -> bool:
    result = judged(*posts, **setting)  # type: ignore[arg-type]
    assert result.certified is not bool(result.doubts)
    return bool(result.doubts)


FIVE = proposal(DAY, *QUORUM)


def test_a_newer_announcement_leaves_every_verdict_in_doubt() -> None:
    result = judged(FIVE, said(HOUR, "Boris idles out."), seen=2 * HOUR)
    assert result.doubts == (
        "the sidebar of 2024-03-10 10:00 UTC shows Boris as active, and by “News 1:00:00” of 2024-03-10 11:00 UTC they are idle",
    )
    assert (result.certified, result.enactable, result.counts.for_) == (False, True, 4)


def test_nothing_contradicts_a_sidebar_that_shows_the_same() -> None:
    assert doubted(FIVE, said(HOUR, "Elias idles out."), seen=2 * HOUR)
    assert not doubted(FIVE, said(HOUR, "Idle One idles out."), seen=2 * HOUR)


@pytest.mark.parametrize(
    ("age", "doubt"),
    [(timedelta(), True), (10 * DAY - SECOND, True), (10 * DAY, False), (-MINUTE, False)],
    ids=in_words,
)
def test_an_idling_that_the_sidebar_does_not_show(age: timedelta, doubt: bool) -> None:
    assert doubted(FIVE, replace(said(age, "Boris idles out."), posted=NOW - age)) is doubt


def test_what_explains_that_somebody_is_active_again() -> None:
    idled = said(5 * DAY, "Boris idles out.")
    assert doubted(FIVE, idled)
    assert not doubted(FIVE, idled, said(4 * DAY, "Boris unidles."))
    assert not doubted(FIVE, idled, said(4 * DAY, "Please unidle me.", "Boris"))
    assert doubted(FIVE, said(6 * DAY, "Please unidle me.", "Boris"), idled)


@pytest.mark.parametrize(("age", "doubt"), [(HOUR - SECOND, True), (HOUR, False)], ids=in_words)
def test_an_unidling_may_not_be_on_the_sidebar_yet(age: timedelta, doubt: bool) -> None:
    by_idle = proposal(DAY, *some(2, "for"), ("Idle One", "for"))
    news = replace(said(age, "Idle One unidles."), posted=NOW - age)
    assert doubted(by_idle, news) is doubt
    assert not doubted(by_idle, said(5 * HOUR, "Elias idles out."), said(4 * HOUR, "Elias unidles."))


def test_somebody_new_whom_the_sidebar_does_not_show() -> None:
    welcome = said(HOUR, "Welcome to our new player Hugo!")
    hello = replace(said(2 * HOUR, "Hello."), comments=(Comment("Hugo", NOW - 2 * HOUR, text="Hi."),))
    assert not doubted(FIVE, welcome, seen=2 * HOUR)
    assert doubted(dov(DAY, *some(4, "for")), welcome, hello, seen=2 * HOUR)
    assert not doubted(FIVE, welcome, hello, seen=3 * HOUR, roster=replace(SEVEN, active=(*PLAYERS, "Hugo"), stated_players=8))


def test_dormancy_counts() -> None:
    five = replace(SEVEN, active=(*PLAYERS[:4], "Emperor"), stated_players=5)
    matter = proposal(DAY, *QUORUM)
    result = judged(matter, said(HOUR, "Emperor idles out."), roster=five, seen=2 * HOUR)
    assert (result.certified, result.enactable) == (False, True)


@pytest.mark.parametrize(("now", "doubt"), [(2 * HOUR, True), (HOUR, False)], ids=in_words)
def test_a_sidebar_of_a_later_time(now: timedelta, doubt: bool) -> None:
    """Boris is idled at eleven; the sidebar is of noon."""
    later = replace(SEVEN, active=tuple(name for name in PLAYERS if name != "Boris"), idle=("Boris",), stated_players=6)
    matter = proposal(DAY, ("Boris", "for"), *some(2, "for", 2))
    result = judged(matter, said(HOUR, "Boris idles out."), roster=later, now=now)
    assert bool(result.doubts) is doubt
    text = (
        "the sidebar of 2024-03-10 12:00 UTC shows Boris as idle, and by “News 1:00:00” of 2024-03-10 11:00 UTC they were active before it"
    )
    assert result.doubts == ((text,) if doubt else ())
