"""The hiatus over time says of every moment what is said of that moment alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from parsers.model import Category, Post, Roster, Status
from tests.support.scale import fresh_seeds, scaled
from tests.validators import games
from tests.validators.making import DAY, HOUR, MINUTE, NOW, SECOND, address, dov, of_then, post, proposal, rules, view, without
from validators.view import PENDS, Coverage, GameView, SeenRoster
from validators.voting.hiatuses import HiatusHistory
from validators.voting.legality import known_hiatus
from validators.voting.past import PastGame
from validators.voting.timeline import Timeline

US = timedelta(microseconds=1)


def history_of(given: GameView) -> tuple[HiatusHistory, Timeline]:
    timeline = Timeline(given)
    assert given.rules is not None
    return HiatusHistory(given.rules, timeline, PastGame(given, timeline)), timeline


def hiatus(moment: datetime, *posts: Post) -> tuple[str, ...]:
    """The causes of the hiatus of a moment."""
    return history_of(view(*posts))[0].at(moment).causes


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
    """How many moments were compared; all agree."""
    given = random_view(seed)
    history, timeline = history_of(given)
    rng, count = random.Random(seed), 0
    assert given.rules is not None
    for moment in moments(timeline, rng):
        if moment <= given.as_of:
            count += 1
            assert history.at(moment) == known_hiatus(given.rules, timeline, moment), (seed, moment)
    for each in timeline.posts:
        assert history.at(each.posted, each) == known_hiatus(given.rules, timeline, each.posted, before=each), (seed, each.key)
    return count


@pytest.mark.parametrize("seed", range(15))
def test_every_moment_is_answered_as_if_it_was_the_only_one(seed: int) -> None:
    assert agrees(seed) > 0


@pytest.mark.slow
def test_many_games_agree() -> None:
    assert sum(agrees(seed) for seed in fresh_seeds(60)) > scaled(5_000)


def test_a_dov_from_its_post_to_its_resolution_an_interregnum_from_then_to_the_address() -> None:
    failed = dov(9 * DAY, closed=NOW - 8 * DAY, status=Status.FAILED, author="Boris")
    won, begun = dov(5 * DAY, closed=NOW - 4 * DAY + 7 * SECOND), address(3 * DAY)
    old = proposal(20 * DAY, closed=NOW - 19 * DAY)
    posts = (old, failed, won, begun)
    for start, end, cause in (
        (9 * DAY, 8 * DAY, "pending-dov"),
        (5 * DAY, 4 * DAY - 7 * SECOND, "pending-dov"),
        (4 * DAY - 7 * SECOND, 3 * DAY, "interregnum"),
    ):
        assert hiatus(NOW - start - US, *posts) == (("pending-dov",) if cause == "interregnum" else ())
        assert hiatus(NOW - start, *posts) == hiatus(NOW - end - US, *posts) == (cause,)
    assert hiatus(NOW - 8 * DAY, *posts) == hiatus(NOW - 3 * DAY, *posts) == ()
    assert hiatus(NOW, old, won) == ("interregnum",), "it lasts"


def test_days_of_downtime() -> None:
    now = datetime(2024, 12, 27, 12, tzinfo=UTC)
    post = replace(proposal(DAY, closed=NOW), posted=now - 30 * DAY, closed=now - 29 * DAY)
    found = history_of(GameView(now, rules(), Roster(("Anna",), ()), (post,)))[0]
    first, last = datetime(2024, 12, 24, tzinfo=UTC), datetime(2024, 12, 27, tzinfo=UTC)
    assert [found.at(each).active for each in (first - US, first, last - US, last)] == [False, True, True, False]


def test_what_was_not_seen_is_unknown() -> None:
    old = proposal(20 * DAY, closed=NOW - 19 * DAY)
    found = history_of(replace(of_then(view(old)), coverage=Coverage(NOW - 15 * DAY)))[0]
    until = NOW - 15 * DAY + PENDS
    assert [(found.at(each).unseen, found.at(each).active) for each in (NOW - 20 * DAY, until - US, until)] == [
        (True, False), (True, False), (False, False)
    ]  # fmt: skip


@pytest.mark.parametrize(("active", "dormant"), [(4, True), (5, False)], ids=["four players", "five players"])
def test_dormancy_where_roster_and_rules_of_then_are_known(active: int, dormant: bool) -> None:
    roster = Roster(("Anna", "Boris", "Cyril", "Doris", "Edith")[:active], ())
    old = proposal(20 * DAY, closed=NOW - 19 * DAY)
    known = history_of(of_then(view(old, roster=roster, under=rules("2020"))))[0]
    assert known.dormancy_at(NOW - 9 * DAY) == ("4 Players, fewer than 5" if dormant else None, None)
    then, why = history_of(view(old, roster=roster, under=rules("2020")))[0].dormancy_at(NOW - 9 * DAY)
    assert (then, why) == (None, "earlier revisions of the Ruleset are not available")


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
    found = history_of(replace(given, rosters=(before, after)))[0]
    unknown, dormant = (None, "the roster of that time is not certain"), ("4 Players, fewer than 5", None)
    at = NOW - 5 * DAY
    assert [found.dormancy_at(each) for each in (at - HOUR - US, at - HOUR, at + HOUR, at + HOUR + US)] == [
        (None, None), unknown, unknown, dormant
    ]  # fmt: skip


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
    assert history_of(replace(given, rosters=()))[0].dormancy_at(NOW - DAY) == (None, None)


def test_dormancy_under_a_roster_that_is_not_certain() -> None:
    old = proposal(20 * DAY, closed=NOW - 19 * DAY)
    roster = Roster(("Anna", "Boris"), ("Cyril",))
    found = history_of(replace(of_then(view(old, roster=roster, under=rules("2020"))), rosters=()))[0]
    assert found.dormancy_at(NOW - DAY) == (None, "the roster of that time is not certain")
    assert found.dormancy_at(NOW) == ("2 Players, fewer than 5", None)


def test_no_posts_at_all() -> None:
    assert history_of(of_then(view()))[0].at(NOW).causes == ()
