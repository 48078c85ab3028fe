"""The hiatus over time says of every moment what is said of that moment alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from parsers.model import Category, Post, Roster, Status
from tests.validators import games
from tests.validators.making import DAY, HOUR, MINUTE, NOW, SECOND, address, dov, of_then, post, proposal, rules, view, without
from validators.view import PENDS, Coverage, GameView, SeenRoster
from validators.voting.hiatuses import HiatusHistory, HiatusStretch
from validators.voting.legality import known_hiatus
from validators.voting.past import PastGame
from validators.voting.timeline import Timeline

US = timedelta(microseconds=1)


def history_of(given: GameView) -> tuple[HiatusHistory, Timeline]:
    timeline = Timeline(given)
    assert given.rules is not None
    return HiatusHistory(given.rules, timeline, PastGame(given, timeline)), timeline


def stretches(*posts: Post, **setting: object) -> tuple[HiatusStretch, ...]:
    return history_of(of_then(view(*posts, **setting)))[0].stretches  # type: ignore[arg-type]


def shown(*posts: Post, **setting: object) -> list[tuple[str, timedelta, timedelta]]:
    """The stretches with a hiatus: its causes, and how long before now they begin and end."""
    found = stretches(*posts, **setting)
    return [
        (" ".join(each.hiatus.causes) + " dormancy" * bool(each.dormant), NOW - each.start, NOW - each.end) for each in found if each.texts
    ]


def moments(timeline: Timeline, rng: random.Random) -> Iterator[datetime]:
    """Edges, a little beside them, and moments in between, up to that of the view."""
    times = [time for post in timeline.posts for time in (post.posted, post.closed) if time is not None]
    since = timeline.seen.since
    times += [time + PENDS for time in times] + ([since, since + PENDS] if since is not None and since.year > 1 else [])
    for time in times:
        midnight = time.replace(hour=0, minute=0, second=0, microsecond=0)
        yield from (time - US, time, time + US, time + MINUTE - US, time + MINUTE, midnight, midnight - US, time + rng.random() * DAY)


def _random_dov(rng: random.Random, number: int) -> Post:
    closed = None if rng.random() < 0.1 else NOW - rng.randrange(40) * DAY + rng.randrange(60) * SECOND
    status = rng.choice((Status.ENACTED, Status.FAILED))
    return dov(rng.randrange(40) * DAY, author=rng.choice("ABC"), subject=f"D{number}", status=status, closed=closed)


def random_view(seed: int) -> GameView:
    rng = random.Random(seed)
    voting = rng.choice(list(games.VOTINGS.values()))
    roster, emperor, posts, now = games.random_game(rng, voting)
    coverage = Coverage(rng.choice([None, now - 5 * DAY, now - 12 * DAY, now - 40 * DAY])) if rng.random() < 0.5 else Coverage()
    under = rules(rng.choice(list(games.VOTINGS)), **{"dov.hiatus": rng.random() < 0.9})  # type: ignore[arg-type]
    more = [_random_dov(rng, n) for n in range(3)] + [address(rng.randrange(40) * DAY, subject=f"A{n}") for n in range(rng.randrange(3))]
    off = now - NOW
    shifted = [replace(post, posted=post.posted and post.posted + off, closed=post.closed and post.closed + off) for post in more]
    given = GameView(now, under, roster, (*posts, *shifted), emperor, coverage=coverage)
    return of_then(given) if rng.random() < 0.5 else given


def agrees(seed: int) -> int:
    """How many moments were compared; all agree, and no stretch hides a change."""
    given = random_view(seed)
    history, timeline = history_of(given)
    rng, count = random.Random(seed), 0
    assert given.rules is not None
    for moment in moments(timeline, rng):
        if moment <= given.as_of:
            count += 1
            assert history.at(moment) == known_hiatus(given.rules, timeline, moment), (seed, moment)
            (stretch,) = history.between(moment, moment + US) if moment >= timeline.posts[0].posted else (None,)
            if stretch is not None:
                dormant, why = history.dormancy_at(moment)
                assert (stretch.hiatus, stretch.dormant) == (history.at(moment), dormant), (seed, moment)
                assert why is None or stretch.unknown[-1].endswith(why)
    for each in timeline.posts:
        assert history.at(each.posted, each) == known_hiatus(given.rules, timeline, each.posted, before=each), (seed, each.key)
    found = history.stretches
    assert all(one.end == other.start and one != replace(other, start=one.start, end=one.end) for one, other in pairwise(found))
    return count


@pytest.mark.parametrize("seed", range(15))
def test_every_moment_is_answered_as_if_it_was_the_only_one(seed: int) -> None:
    assert agrees(seed) > 0


@pytest.mark.slow
def test_many_games_agree() -> None:
    assert sum(agrees(seed) for seed in range(100, 600)) > 50_000


def test_a_dov_from_its_post_to_its_resolution_an_interregnum_from_then_to_the_address() -> None:
    failed = dov(9 * DAY, closed=NOW - 8 * DAY, status=Status.FAILED, author="Boris")
    won, begun = dov(5 * DAY, closed=NOW - 4 * DAY + 7 * SECOND), address(3 * DAY)
    old = proposal(20 * DAY, closed=NOW - 19 * DAY)
    assert shown(old, failed, won, begun) == [
        ("pending-dov", 9 * DAY, 9 * DAY - MINUTE),
        ("pending-dov", 9 * DAY - MINUTE, 8 * DAY),
        ("pending-dov", 5 * DAY, 5 * DAY - MINUTE),
        ("pending-dov", 5 * DAY - MINUTE, 4 * DAY - 7 * SECOND),
        ("interregnum", 4 * DAY - 7 * SECOND, 3 * DAY),
    ]
    assert shown(old, won)[-1] == ("interregnum", 4 * DAY - 7 * SECOND, -US), "it lasts"
    assert next(each.texts[0] for each in stretches(old, failed) if each.texts) == f"a pending DoV, “{failed.title}”"


def test_days_of_downtime() -> None:
    now = datetime(2024, 12, 27, 12, tzinfo=UTC)
    post = replace(proposal(DAY, closed=NOW), posted=now - 30 * DAY, closed=now - 29 * DAY)
    found = history_of(GameView(now, rules(), Roster(("Anna",), ()), (post,)))[0]
    assert [(each.start, each.end) for each in found.stretches if each.hiatus.active] == [
        (datetime(2024, 12, day, tzinfo=UTC), datetime(2024, 12, day + 1, tzinfo=UTC)) for day in (24, 25, 26)
    ]


def test_what_was_not_seen_is_unknown() -> None:
    old = proposal(20 * DAY, closed=NOW - 19 * DAY)
    seen = history_of(replace(of_then(view(old)), coverage=Coverage(NOW - 15 * DAY)))[0].stretches
    unseen = [each for each in seen if any("posts that were not seen" in why for why in each.unknown)]
    assert (unseen[0].start, unseen[-1].end) == (NOW - 20 * DAY, NOW - 15 * DAY + PENDS)
    assert not any(each.hiatus.active for each in seen)


@pytest.mark.parametrize(("active", "dormant"), [(4, True), (5, False)], ids=["four players", "five players"])
def test_dormancy_where_roster_and_rules_of_then_are_known(active: int, dormant: bool) -> None:
    roster = Roster(("Anna", "Boris", "Cyril", "Doris", "Edith")[:active], ())
    old = proposal(20 * DAY, closed=NOW - 19 * DAY)
    (one,) = history_of(of_then(view(old, roster=roster, under=rules("2020"))))[0].stretches
    assert (one.dormant is not None, one.unknown) == (dormant, ())
    assert one.texts == (("4 Players, fewer than 5",) if dormant else ())
    (one,) = history_of(view(old, roster=roster, under=rules("2020")))[0].stretches
    assert one.texts == ()
    assert one.unknown[0].startswith("whether the game was dormant is unknown: earlier revisions of the Ruleset")


def test_dormancy_from_an_hour_after_an_idling_on() -> None:
    told = post(Category.NONE, 5 * DAY, author="Anna", subject="Idle", body="Edith idles out. Quorum drops to 3.")
    given = of_then(
        view(
            proposal(20 * DAY, closed=NOW - 19 * DAY),
            told,
            under=rules("2020"),
            roster=Roster(("Anna", "Boris", "Cyril", "Doris"), ("Edith",)),
        )
    )
    before = SeenRoster(Roster(("Anna", "Boris", "Cyril", "Doris", "Edith"), ()), NOW - 50 * DAY, NOW - 10 * DAY)
    after = SeenRoster(given.roster or Roster((), ()), NOW - DAY, NOW)
    found = history_of(replace(given, rosters=(before, after)))[0].stretches
    assert [(NOW - each.start, each.texts, bool(each.unknown)) for each in found] == [
        (20 * DAY, (), False),
        (5 * DAY + HOUR, (), True),
        (5 * DAY - HOUR - US, ("4 Players, fewer than 5",), False),
    ]


@pytest.mark.parametrize("flag", [True, False, None])
def test_dormancy_that_the_sidebar_says_is_known_while_it_was_seen(flag: bool | None) -> None:
    roster = Roster(("Anna", "Boris", "Cyril", "Doris", "Edith", "Felix"), (), dormant=flag)
    given = of_then(view(proposal(20 * DAY, closed=NOW - 19 * DAY), roster=roster, under=rules("2022")))
    history = history_of(replace(given, rosters=(SeenRoster(roster, NOW - 9 * DAY, NOW - DAY), SeenRoster(roster, NOW, NOW))))[0]
    known = ("the sidebar says that the game is dormant" if flag else None, None)
    unknown = (None, "no sidebar of that time was seen, and only it says whether the game was dormant")
    assert [history.dormancy_at(NOW - each) for each in (9 * DAY + US, 9 * DAY, DAY, DAY - US, timedelta())] == [
        unknown, known, known, unknown, known
    ]  # fmt: skip


def test_no_dormancy_where_the_rules_know_none() -> None:
    given = of_then(
        view(proposal(20 * DAY, closed=NOW - 19 * DAY), roster=Roster(("Anna",), ("Boris",)), under=without("dormancy.min_players"))
    )
    assert [(each.texts, each.unknown) for each in history_of(replace(given, rosters=()))[0].stretches] == [((), ())]


def test_dormancy_under_a_roster_that_is_not_certain() -> None:
    old = proposal(20 * DAY, closed=NOW - 19 * DAY)
    roster = Roster(("Anna", "Boris"), ("Cyril",))
    found = history_of(replace(of_then(view(old, roster=roster, under=rules("2020"))), rosters=()))[0].stretches
    assert found[0].unknown == ("whether the game was dormant is unknown: the roster of then is not certain",)
    assert found[-1].texts == ("2 Players, fewer than 5",)


def test_stretches_between_two_moments() -> None:
    failed = dov(9 * DAY, closed=NOW - 8 * DAY, status=Status.FAILED)
    history = history_of(of_then(view(proposal(20 * DAY, closed=NOW - 19 * DAY), failed)))[0]
    assert [bool(each.texts) for each in history.between(NOW - 9 * DAY - HOUR, NOW - 9 * DAY)] == [False]
    assert [bool(each.texts) for each in history.between(NOW - 9 * DAY - HOUR, NOW - 9 * DAY + US)] == [False, True]
    assert [bool(each.texts) for each in history.between(NOW - 8 * DAY, NOW)] == [False]
    assert [bool(each.texts) for each in history.between(NOW - 8 * DAY - US, NOW)] == [True, False]


def test_no_posts_at_all() -> None:
    assert [each.texts for each in history_of(of_then(view()))[0].stretches] == [()]
