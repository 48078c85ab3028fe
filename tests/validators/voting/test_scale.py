"""The work grows with the archive and not with its square: calls are counted, so that no clock
decides.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from parsers.model import Category, Post, Status
from tests.support.steps import count_calls
from tests.validators.making import address, dov, in_words, post, proposal, view
from tests.validators.scene import DAY, HOUR, NOW, PLAYERS, QUORUM
from validators.checks.run import checks, run_all
from validators.view import GameView
from validators.voting.judge import judge
from validators.voting.rosters import RosterHistory


def archive(length: int, *, author: str = "") -> GameView:
    """So many resolved Proposals, with a dynasty for every ten, and three that are pending."""
    posts: list[Post] = []
    for number in range(length):
        age = (number + 4) * 20 * HOUR
        who = author or PLAYERS[number % 6]
        posts.append(
            proposal(age, *QUORUM, author=who, key=f"p{number}", closed=NOW - age + 13 * HOUR)
        )
        if number % 10 == 0:
            posts.append(dov(age, author=who, key=f"d{number}", closed=NOW - age + DAY))
            posts.append(
                dov(
                    age,
                    author="Fiona",
                    key=f"f{number}",
                    closed=NOW - age + DAY,
                    status=Status.FAILED,
                )
            )
            posts.append(address(age - 25 * HOUR, author=who, key=f"a{number}"))
        posts.append(post(Category.NONE, age, author=who, key=f"n{number}", body=f"Well, {who}!"))
    return view(*posts, *pending(3))


def pending(number: int) -> list[Post]:
    return [
        proposal(place * timedelta(minutes=7), author=f"Author {place}", key=f"q{place}")
        for place in range(1, number + 1)
    ]


def audit(game: GameView) -> object:
    return run_all(game)


def judge_all(game: GameView) -> object:
    return judge(game)


def all_rosters(game: GameView) -> object:
    history = RosterHistory(game)
    return [history.at(post.posted) for post in game.posts if post.posted is not None]


def judge_pending(game: GameView) -> object:
    return judge(game, only=[post.key for post in game.posts if post.status is Status.PENDING])


@pytest.mark.slow
@pytest.mark.parametrize("work", [audit, judge_all, all_rosters], ids=in_words)
@pytest.mark.parametrize("author", ["", "Anna"])
def test_twice_the_posts_are_about_twice_the_work(
    author: str, work: Callable[[GameView], object]
) -> None:
    checks()
    short, long = archive(60, author=author), archive(120, author=author)
    assert count_calls(lambda: work(long)) < 2.6 * count_calls(lambda: work(short))


def test_what_is_resolved_costs_a_pending_matter_next_to_nothing() -> None:
    alone, with_archive = view(*pending(3)), archive(240)
    assert count_calls(lambda: judge_pending(with_archive)) < 12 * count_calls(
        lambda: judge_pending(alone)
    )
