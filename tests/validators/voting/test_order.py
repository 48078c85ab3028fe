"""Posts of one minute: what the lists of posts tell of their order, and that no verdict says more
than they do.
"""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.model import Post, Status
from tests.support.cases import cases
from tests.support.rules import ruleset_of
from tests.support.scale import fresh_seeds
from tests.support.views import game_view, remade
from tests.validators import games, oracle
from tests.validators.making import proposal, view
from tests.validators.scene import DAY, MINUTE
from tests.validators.voting.test_against_oracle import fields, rules_for
from validators.voting.dated_posts import MinuteOrder
from validators.voting.judge import judge
from validators.voting.timeline import Emperor, Timeline

A, B, C = (proposal(DAY, author=name, key=name.casefold()) for name in ("A", "B", "C"))
LATER, EARLIER = proposal(DAY - MINUTE, key="later"), proposal(DAY + MINUTE, key="earlier")
ALL = (A, B, C, LATER, EARLIER)


def older(
    lists: list[str] | None, one: Post = A, other: Post = B, posts: tuple[Post, ...] = ALL
) -> bool | None:
    """Whether the first was posted before the second, by lists written as keys in a row."""
    timeline = Timeline(
        remade(
            view(*posts),
            lists=None if lists is None else tuple(tuple(each.split()) for each in lists),
        )
    )
    by_key = {post.key: post for post in timeline.posts}
    return timeline.before(by_key[one.key], by_key[other.key])


@cases("the_lists_tell")
def test_the_lists_tell(lists: list[str], expected: bool | None) -> None:
    assert older(lists) is expected
    assert older(lists, B, A) is (None if expected is None else not expected)
    assert older(lists, A, LATER)
    assert older(lists, A, EARLIER) is False


def test_without_lists_the_positions_tell() -> None:
    placed = (replace(A, position=2), replace(B, position=1), replace(C, position=0))
    assert older(None, posts=placed)
    assert next(post.key for post in Timeline(view(*placed)).posts) == "a"
    assert older(None, posts=(replace(A, position=1), replace(B, position=2))) is False
    assert older(None, posts=(*placed[:2], replace(C, position=1))) is None


def test_one_alone_is_settled_and_an_undated_one_is_not_asked() -> None:
    order = MinuteOrder([A, replace(B, posted=None)], [["b", "a"]])
    assert order.known(A)
    assert order.placed(A) is A


@given(st.randoms(use_true_random=False), st.integers(2, 6), st.integers(0, 4))
def test_what_is_known_is_true_and_what_a_list_shows_whole_is_known(
    rng: random.Random, size: int, number: int
) -> None:
    posts = [proposal(DAY, key=f"k{place}") for place in range(size)]
    truth = [post.key for post in posts]
    rng.shuffle(truth)
    lists = tuple(tuple(key for key in truth if rng.random() < 0.6) for _ in range(number))
    timeline = Timeline(remade(view(*posts), lists=lists))
    for newer, old in combinations(truth, 2):
        one, other = (
            next(post for post in timeline.posts if post.key == key) for key in (old, newer)
        )
        told = timeline.before(one, other)
        assert told is True or (told is None and not any(set(truth) <= set(each) for each in lists))
        assert told is None or timeline.posts.index(one) < timeline.posts.index(other)
    turned = Timeline(remade(view(*rng.sample(posts, size)), lists=lists))
    assert [post.key for post in turned.posts] == [post.key for post in timeline.posts]


# What rests on the order


def ordered(
    posts: tuple[Post, ...], lists: tuple[tuple[str, ...], ...], rng: random.Random
) -> list[tuple[Post, ...]]:
    """Some of the ways in which the posts may have been made, as far as lists tell: their positions
    differ.
    """
    minutes: dict[object, list[Post]] = {}
    for post in posts:
        minutes.setdefault(post.posted, []).append(post)
    made = []
    for _ in range(6):
        placed: list[Post] = []
        for group in minutes.values():
            ways = [
                way
                for way in permutations(group)
                if all(_fits([each.key for each in way], keys) for keys in lists)
            ]
            placed += [
                replace(post, position=len(placed) + place)
                for place, post in enumerate(rng.choice(ways))
            ]
        made.append(tuple(placed))
    return made


def _fits(way: list[str], keys: tuple[str, ...]) -> bool:
    shown = [key for key in keys if key in way]
    return shown == [key for key in way if key in shown]


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(5), id="a few"),
        pytest.param(fresh_seeds(50), id="many", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("edition", ["2019", "2024"])
def test_a_verdict_holds_for_every_order_that_there_may_have_been(
    edition: str, seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    unknown = certified = 0
    for seed in seeds:
        rng = random.Random(f"order {edition} {seed}")
        voting = games.VOTINGS[edition]
        roster, emperor, given_posts, now = games.random_game(rng, voting)
        posts = tuple(_crowded(given_posts, rng))
        only_emperor = Emperor(emperor or None)
        monkeypatch.setattr(Timeline, "emperor_at", lambda *_, name=only_emperor: name)
        newest_first = sorted(
            (post for post in posts if post.posted),
            key=lambda post: (post.posted, rng.random()),
            reverse=True,
        )
        lists = tuple(
            tuple(post.key for post in newest_first if rng.random() < 0.5)
            for _ in range(rng.randint(0, 2))
        )
        shown = game_view(
            now, ruleset_of(rules_for(voting)), roster, posts, emperor or "", lists=lists
        )
        ways = ordered(posts, lists, rng)
        for verdict in judge(shown).verdicts:
            mine = fields(verdict)
            unknown += None in (mine["popular"], mine["enactable"], mine["failable"])
            certified += verdict.certified
            for way in ways:
                by_key = {post.key: post for post in way}
                judged = by_key[verdict.post.key]
                expected = oracle.sheet(oracle.world_of(voting, roster, emperor, way, judged, now))
                said = {
                    name: value
                    for name, value in mine.items()
                    if value is not None or verdict.certified
                }
                assert said == {name: expected[name] for name in said}, (
                    f"game {seed}, {verdict.post.key}"
                )
    assert (
        len(seeds) < 20 or min(unknown, certified) > len(seeds) // 10
    )  # a few games may have none


def _crowded(posts: tuple[Post, ...], rng: random.Random) -> list[Post]:
    """The posts with some moved into the minute of another, without places of their own."""
    crowded = [replace(post, position=0) for post in posts if post.posted is not None]
    for number, post in enumerate(crowded):
        target = rng.choice(crowded)
        full = sum(each.posted == target.posted for each in crowded) >= 4
        if (
            rng.random() < 0.4
            and not full
            and target.posted is not None
            and (post.closed is None or post.closed >= target.posted + MINUTE)
        ):
            crowded[number] = replace(post, posted=target.posted)
    return [post for post in crowded if post.status is Status.PENDING or post.closed is not None]
