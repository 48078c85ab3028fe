"""The hiatus, and dormancy by the rules and the roster of a moment."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from parsers.model import Category, Post, Roster
from tests.validators.making import DAY, HOUR, NOW, of_then, post, proposal, rules, view, without
from validators.view import QUEUE_LOOKBACK, Coverage, GameView, SeenRoster
from validators.voting.legality import known_hiatus
from validators.voting.past_game import PastGame
from validators.voting.timeline import Timeline
from validators.voting.verdict import Hiatus

US = timedelta(microseconds=1)


def past_of(given: GameView) -> PastGame:
    return PastGame(given, Timeline(given))


def at(given: GameView, moment: datetime) -> Hiatus:
    assert given.rules is not None
    return known_hiatus(given.rules, Timeline(given), moment)


def hiatus(moment: datetime, *posts: Post) -> tuple[str, ...]:
    """The causes of the hiatus of a moment."""
    return at(view(*posts), moment).causes


def test_what_was_not_seen_is_unknown() -> None:
    old = proposal(20 * DAY, closed=NOW - 19 * DAY)
    given = replace(of_then(view(old)), coverage=Coverage(NOW - 15 * DAY))
    until = NOW - 15 * DAY + QUEUE_LOOKBACK
    assert [(at(given, each).unseen, at(given, each).active) for each in (NOW - 20 * DAY, until - US, until)] == [
        (True, False), (True, False), (False, False)
    ]  # fmt: skip


@pytest.mark.parametrize(("active", "dormant"), [(4, True), (5, False)], ids=["four players", "five players"])
def test_dormancy_where_roster_and_rules_of_then_are_known(active: int, dormant: bool) -> None:
    roster = Roster(("Anna", "Boris", "Cyril", "Doris", "Edith")[:active], ())
    old = proposal(20 * DAY, closed=NOW - 19 * DAY)
    known = past_of(of_then(view(old, roster=roster, under=rules("2020"))))
    assert known.dormancy_at(NOW - 9 * DAY) == ("4 Players, fewer than 5" if dormant else None, None)
    then, why = past_of(view(old, roster=roster, under=rules("2020"))).dormancy_at(NOW - 9 * DAY)
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
    found = past_of(replace(given, rosters=(before, after)))
    unknown, dormant = (None, "the roster of that time is not certain"), ("4 Players, fewer than 5", None)
    told_at = NOW - 5 * DAY
    assert [found.dormancy_at(each) for each in (told_at - HOUR - US, told_at - HOUR, told_at + HOUR, told_at + HOUR + US)] == [
        (None, None), unknown, unknown, dormant
    ]  # fmt: skip


@pytest.mark.parametrize("flag", [True, False, None])
def test_dormancy_that_the_sidebar_says_is_known_while_it_was_seen(flag: bool | None) -> None:
    roster = Roster(("Anna", "Boris", "Cyril", "Doris", "Edith", "Felix"), (), dormant=flag)
    given = of_then(view(proposal(20 * DAY, closed=NOW - 19 * DAY), roster=roster, under=rules("2022")))
    history = past_of(replace(given, rosters=(SeenRoster(roster, NOW - 9 * DAY, NOW - DAY), SeenRoster(roster, NOW, NOW))))
    known = ("the sidebar says that the game is dormant" if flag else None, None)
    unknown = (None, "no sidebar of that time was seen, and only it says whether the game was dormant")
    assert [history.dormancy_at(NOW - each) for each in (9 * DAY + US, 9 * DAY, DAY, DAY - US, timedelta())] == [
        unknown, known, known, unknown, known
    ]  # fmt: skip


def test_no_dormancy_where_the_rules_know_none() -> None:
    given = of_then(
        view(proposal(20 * DAY, closed=NOW - 19 * DAY), roster=Roster(("Anna",), ("Boris",)), under=without("dormancy.min_players"))
    )
    assert past_of(replace(given, rosters=())).dormancy_at(NOW - DAY) == (None, None)


def test_dormancy_under_a_roster_that_is_not_certain() -> None:
    old = proposal(20 * DAY, closed=NOW - 19 * DAY)
    roster = Roster(("Anna", "Boris"), ("Cyril",))
    found = past_of(replace(of_then(view(old, roster=roster, under=rules("2020"))), rosters=()))
    assert found.dormancy_at(NOW - DAY) == (None, "the roster of that time is not certain")
    assert found.dormancy_at(NOW) == ("2 Players, fewer than 5", None)
