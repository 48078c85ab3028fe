"""What can be enacted and failed, and from when; what makes a post an illegal one; the sheet and
the queue.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from parsers.model import AdminNote, Category, Post, Roster, Status
from tests.support.cases import cases
from tests.support.views import remade
from tests.validators.games import VOTINGS, random_game
from tests.validators.making import (
    address,
    cfj,
    dov,
    flags,
    in_words,
    length,
    post,
    proposal,
    rules,
    sentences_of,
    sheet,
    verdict,
    view,
    without,
)
from tests.validators.making import ballots as ballots_of
from tests.validators.making import known as known_post
from tests.validators.scene import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    PLAYERS,
    QUORUM,
    SECOND,
    SEVEN,
    Ballot,
    some,
)
from validators.reason_wording import HiatusKind, IllegalKind
from validators.voting.judge import CannotJudge, judge
from validators.voting.legality import had_against
from validators.voting.roster_events import Players
from validators.voting.timeline import Timeline
from validators.voting.verdict import Verdict
from validators.wording import fact, worded

ON, BEFORE, AFTER = timedelta(), -SECOND, SECOND


def when(result: Verdict) -> tuple[timedelta | None, timedelta | None]:
    """From when it can be enacted and failed, counted from NOW."""
    moments = (result.earliest_enact, result.earliest_fail)
    enact, fail = (None if moment is None else moment - NOW for moment in moments)
    return enact, fail


def test_without_a_limit_there_is_no_waiting_and_no_growing_stale() -> None:
    free = rules(proposal__min_open_hours=None, proposal__stale_days=None)
    assert flags(verdict(proposal(SECOND, *QUORUM), under=free)) == "popular enactable"
    assert flags(verdict(proposal(90 * DAY, *QUORUM), under=free)) == "popular enactable"


CHRISTMAS = datetime(2023, 12, 24, tzinfo=UTC)


def test_only_the_days_that_the_rules_name_are_downtime() -> None:
    made = NOW - (CHRISTMAS - 2 * DAY)
    for others in (rules(downtime=None), rules(downtime=("12-25",))):
        assert (
            flags(verdict(proposal(made, *QUORUM), now=CHRISTMAS, under=others))
            == "popular enactable"
        )
    leap = rules(downtime=("02-29",))
    result = verdict(
        proposal(NOW - datetime(2024, 2, 28, tzinfo=UTC), *QUORUM),
        under=leap,
        now=datetime(2024, 2, 29, tzinfo=UTC),
    )
    assert result.earliest_enact == datetime(2024, 3, 1, tzinfo=UTC)
    in_2023 = verdict(
        proposal(NOW - datetime(2023, 2, 28, tzinfo=UTC), *QUORUM),
        under=leap,
        now=datetime(2023, 2, 28, 1, tzinfo=UTC),
    )
    assert in_2023.earliest_enact == datetime(2023, 2, 28, 12, tzinfo=UTC)


def test_a_dov_may_go_on_in_december_where_the_rules_say_so() -> None:
    victory = dov(NOW - (CHRISTMAS - 2 * DAY), *some(4, "for"))
    assert (
        flags(verdict(victory, now=CHRISTMAS, under=rules(downtime__suspends_dovs=False)))
        == "popular enactable"
    )


# Declarations of Victory

THIRDS = some(4, "for")
"""Five of seven with Anna's: more than two thirds."""

OPPOSED: list[Ballot] = [*THIRDS, ("Fiona", "against")]


def test_ways_that_the_rules_do_not_have() -> None:
    assert flags(verdict(dov(23 * HOUR, *THIRDS), under=rules(dov__early_hours=None))) == "popular"
    assert (
        flags(verdict(dov(99 * HOUR, *OPPOSED), under=rules(dov__late_hours=None)))
        == "popular failable"
    )
    assert (
        flags(
            verdict(
                dov(99 * HOUR),
                under=rules(dov__fail_unpopular_hours=None, dov__fail_after_hours=None),
            )
        )
        == "unpopular"
    )


def test_times_that_cannot_be_are_judged_as_of_the_posting() -> None:
    impossible = cfj(HOUR, *some(1, "for"), closed=NOW - 9 * DAY)
    assert flags(verdict(impossible)) == ""
    assert "it is dated as resolved before it was posted" in sentences_of(
        verdict(impossible).doubts
    )
    untimed = cfj(9 * DAY, *some(1, "for"), status=Status.ENACTED)
    assert flags(verdict(untimed)) == "popular"
    assert "its time of resolution could not be read" in sentences_of(verdict(untimed).doubts)


def why(matter: Post, *others: Post, **setting: object) -> str | None:
    result = verdict(matter, *others, **setting)
    assert result.unpopular is (result.illegal is not None)  # all matters here have a quorum
    return None if result.illegal is None else worded(result.illegal)


def earlier(*ages: timedelta, closed: datetime | None = None, author: str = "anna") -> list[Post]:
    return [
        proposal(age, author=author, closed=closed, place=place)
        for place, age in enumerate(ages, 20)
    ]


def test_two_pending_are_the_limit() -> None:
    third, gone = proposal(13 * HOUR, *QUORUM, place=5), NOW - 13 * HOUR
    assert why(third, *earlier(40 * HOUR, 41 * HOUR)) == "its author had 2 Proposals pending"
    assert why(third, *earlier(40 * HOUR)) is None
    assert why(third, *earlier(40 * HOUR, 12 * HOUR)) is None
    assert why(third, *earlier(40 * HOUR, 41 * HOUR, author="Boris")) is None
    assert why(third, *earlier(40 * HOUR), *earlier(41 * HOUR, closed=gone)) is None
    assert why(third, *earlier(40 * HOUR), *earlier(41 * HOUR, closed=gone + SECOND)) is not None
    assert (
        why(third, *earlier(40 * HOUR), under=rules(proposal__pending_limit=1))
        == "its author had 1 Proposal pending"
    )
    assert (
        why(third, *earlier(40 * HOUR, 41 * HOUR), under=rules(proposal__pending_limit=None))
        is None
    )
    assert why(cfj(13 * HOUR, *QUORUM), *earlier(40 * HOUR, 41 * HOUR)) is None


def test_three_in_one_utc_day_are_the_limit() -> None:
    fourth, gone = proposal(10 * HOUR, *QUORUM), NOW - 10 * HOUR - MINUTE  # at 02:00
    assert (
        why(fourth, *earlier(11 * HOUR, 11 * HOUR, 12 * HOUR, closed=gone))
        == "its author had made 3 Proposals that day"
    )
    assert (
        why(fourth, *earlier(11 * HOUR, 11 * HOUR, 12 * HOUR + MINUTE, closed=gone)) is None
    )  # one was yesterday's
    assert why(fourth, *earlier(11 * HOUR, 12 * HOUR, closed=gone)) is None
    assert (
        why(
            fourth,
            *earlier(11 * HOUR, 11 * HOUR, 12 * HOUR, closed=gone),
            under=rules(proposal__daily_limit=None),
        )
        is None
    )
    next_day = proposal(-12 * HOUR, *QUORUM)
    assert (
        why(next_day, *earlier(11 * HOUR, 11 * HOUR, 12 * HOUR, closed=gone), now=NOW + DAY) is None
    )


def test_an_empty_subject_makes_any_matter_illegal() -> None:
    for make in (proposal, cfj, dov):
        result = verdict(make(DAY, *THIRDS, subject=" "))
        assert result.illegal == fact(IllegalKind.NO_SUBJECT)
        assert flags(result) == "unpopular failable"
        assert sentences_of(result.doubts) == (
            "an entry with an empty subject is not valid; it is treated as an illegal post",
        )


def test_the_dov_that_crowned_an_emperor_was_not_the_emperors() -> None:
    crowning = dov(3 * DAY, *THIRDS, author="Emperor", closed=NOW - 2 * DAY)
    assert verdict(crowning, address(DAY, author="Emperor")).illegal is None
    before = dov(
        2 * DAY + HOUR,
        *THIRDS,
        author="Emperor",
        closed=NOW - 2 * DAY - HOUR,
        status=Status.FAILED,
        subject="Too Soon",
    )
    assert verdict(before, crowning).illegal is None
    assert (
        why(dov(HOUR, *THIRDS, ("Fiona", "for"), author="Emperor"), crowning, address(DAY))
        == "its author was the Emperor"
    )


@pytest.mark.parametrize(
    ("since", "vote", "status", "illegal"),
    [
        pytest.param("5d", "against", "failed", False, id="a cooldown that has passed"),
        pytest.param("5d -1s", "against", "failed", True, id="a second before its end"),
        pytest.param("0s", "against", "failed", True, id="at its beginning"),
        pytest.param("-1s", "against", "failed", False, id="a DoV before it failed"),
        pytest.param("1h", "for", "failed", False, id="no AGAINST"),
        pytest.param("1h", "against for", "failed", False, id="the last icon is FOR"),
        pytest.param("1h", "against", "vetoed", True, id="vetoed"),
        pytest.param("1h", "against", "illegal", False, id="illegal"),
    ],
)
def test_the_cooldown_after_a_failed_dov(since: str, vote: str, status: str, illegal: bool) -> None:
    failed = dov(
        9 * DAY,
        ("Boris", vote),
        author="ANNA",
        closed=NOW - DAY - length(since),
        status=Status(status),
    )
    expected = (
        "its author's “Dov: A Matter” had failed less than 120 hours before" if illegal else None
    )
    assert why(dov(DAY, *THIRDS), failed) == expected
    assert why(dov(DAY, *THIRDS), failed, under=rules(dov__cooldown_hours=None)) is None
    assert why(dov(DAY, ("Anna", "for"), *THIRDS[1:], author="Boris"), failed) is None


@pytest.mark.parametrize("days", [13, 15])
def test_a_dov_that_failed_late_has_a_cooldown_all_the_same(days: int) -> None:
    failed = dov(
        (days + 2) * DAY,
        ("Boris", "against"),
        author="Anna",
        closed=NOW - 2 * DAY,
        status=Status.FAILED,
    )
    found = verdict(dov(DAY, *THIRDS, author="Anna"), failed)
    assert not (found.enactable and found.certified)


def test_a_cooldown_with_an_impossible_time_is_doubtful() -> None:
    untimed = dov(17 * DAY, ("Boris", "against"), closed=NOW - 2 * DAY, status=Status.FAILED)
    doubtful = verdict(dov(DAY, *THIRDS), untimed)
    assert doubtful.illegal is None
    assert (
        "the time at which “Dov: A Matter” failed is not certain, so this may have been made in the"
        " cooldown after it"
    ) in sentences_of(doubtful.doubts)
    timed = dov(
        5 * DAY, ("Boris", "against"), closed=NOW - 3 * DAY, status=Status.FAILED, subject="Timed"
    )
    for failed in ((untimed, timed), (timed, untimed)):
        assert (
            why(dov(DAY, *THIRDS), *failed)
            == "its author's “Dov: Timed” had failed less than 120 hours before"
        )


def test_the_surest_of_several_cooldowns_is_named() -> None:
    unseen = dov(4 * DAY, hidden=True, closed=NOW - 3 * DAY, status=Status.FAILED, subject="Unseen")
    quiet = dov(4 * DAY, closed=NOW - 3 * DAY, status=Status.FAILED, subject="Unopposed")
    opposed = dov(
        9 * DAY, ("Boris", "against"), closed=NOW - 2 * DAY, status=Status.FAILED, subject="Opposed"
    )
    doubtful = verdict(dov(DAY, *THIRDS), unseen, quiet)
    assert doubtful.illegal is None
    assert sentences_of(doubtful.doubts) == (
        "unknown whether its author's failed “Dov: Unseen” had an AGAINST vote",
    )
    assert (
        why(dov(DAY, *THIRDS), unseen, opposed)
        == "its author's “Dov: Opposed” had failed less than 120 hours before"
    )


@cases("failed_dovs")
def test_an_against_on_a_failed_dov(
    votes: str, setting: dict[str, Any], known: bool | None, unknown: bool | None
) -> None:
    """Where the players of then are known, and where not."""
    noted, more = (
        setting.get("noted"),
        {key: value for key, value in setting.items() if key != "noted"},
    )
    note = None if noted is None else AdminNote(f"Failed 3-{noted}.", against=noted)
    failed = dov(DAY, *ballots_of(votes), closed=NOW, status=Status.FAILED, note=note, **more)
    for sure, expected in ((True, known), (False, unknown)):
        assert (
            had_against(
                rules(), Players(SEVEN), Timeline(view(failed)), known_post(failed), known=sure
            )
            is expected
        )


def test_pending_matters_come_first_each_oldest_first() -> None:
    posts = (
        cfj(HOUR, key="young"),
        proposal(9 * DAY, key="resolved", closed=NOW),
        dov(2 * DAY, author="Boris", key="old"),
        proposal(-SECOND, key="later"),
        post(Category.STORY, DAY, key="story"),
    )
    assert [verdict.post.key for verdict in sheet(*posts).verdicts] == ["old", "young", "resolved"]
    assert [
        verdict.post.key for verdict in judge(view(*posts), only=["young", "no such"]).verdicts
    ] == ["young"]
    assert judge(view(*posts), only=[]).verdicts == ()


def test_fields_shared_by_all_verdicts() -> None:
    made = sheet(dov(DAY, author="Boris", subject="Mine"), emperor=" emperor ")
    assert (made.as_of, made.roster, made.emperor, made.quorum) == (NOW, SEVEN, "Emperor", 4)
    assert made.hiatus.active
    assert made.hiatus.causes == (fact(HiatusKind.PENDING_DOV, dov="Dov: Mine"),)
    assert sentences_of(made.hiatus.causes) == ("a pending DoV, “Dov: Mine”",)
    assert not sheet().hiatus.active


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"under": None}, "no Ruleset is available"),
        ({"roster": None}, "no roster is available"),
        ({"roster": Roster((), idle=PLAYERS)}, "lists no active Player"),
        ({"under": rules(quorum=None)}, "no readable clause on quorum"),
        (
            {"under": rules(popular__quorum=None, unpopular__quorum=None)},
            "no readable clause on popular.quorum, unpopular.quorum",
        ),
    ],
    ids=in_words,
)
def test_without_what_every_verdict_rests_on_there_is_none(
    setting: dict[str, object], message: str
) -> None:
    with pytest.raises(CannotJudge, match=message):
        sheet(cfj(DAY, *QUORUM), **setting)


def test_every_hiatus_there_may_be_at_once() -> None:
    enacted = dov(3 * DAY, author="Boris", closed=NOW - DAY)
    made = sheet(
        enacted,
        dov(HOUR, author="Cyril"),
        roster=Roster(PLAYERS[:2]),
        under=rules(downtime=("03-10",)),
    )
    assert [cause.kind.keyword for cause in made.hiatus.causes] == [
        "pending-dov",
        "interregnum",
        "downtime",
        "dormancy",
    ]
    assert sentences_of(made.hiatus.causes[1:]) == (
        "no Ascension Address since “Dov: A Matter” was enacted",
        "10 March, a day of seasonal downtime",
        "2 Players, fewer than 5",
    )


FIRST = proposal(2 * DAY, author="Boris", key="first")
SECOND_ONE = proposal(30 * HOUR, author="Cyril", key="second")


def keys(made: Verdict) -> list[str] | None:
    return None if made.ahead is None else [post.key for post in made.ahead]


def test_a_place_in_the_queue() -> None:
    made = verdict(proposal(HOUR, *QUORUM), FIRST, SECOND_ONE)
    assert (made.place, keys(made)) == (3, ["first", "second"])
    assert made.enact_if_first == NOW + 11 * HOUR
    assert made.earliest_enact == NOW + 7 * DAY - 30 * HOUR + SECOND


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(verdict(cfj(HOUR), FIRST), id="a CfJ"),
        pytest.param(verdict(proposal(7 * DAY + SECOND), FIRST), id="pending too long"),
        pytest.param(verdict(proposal(DAY, closed=NOW), FIRST), id="resolved"),
        pytest.param(
            verdict(proposal(HOUR), FIRST, under=without("proposal.oldest_first")),
            id="rules without a queue",
        ),
    ],
)
def test_matters_outside_the_queue_have_no_place(made: Verdict) -> None:
    assert (made.place, made.ahead) == (None, None)
    assert (made.enact_if_first, made.fail_if_first) == (made.earliest_enact, made.earliest_fail)


@pytest.mark.parametrize("edition", VOTINGS)
def test_the_moments_are_those_of_a_game_in_which_the_older_ones_are_resolved(edition: str) -> None:
    tried = 0
    for seed in range(25):
        roster, emperor, posts, now = random_game(random.Random(seed), VOTINGS[edition])
        seen = remade(view(*posts, under=rules(edition), roster=roster, emperor=emperor), as_of=now)
        for made in judge(seen).verdicts:
            if (
                not made.ahead or made.post.posted == now
            ):  # what is resolved in the very minute in which it was posted was legal
                continue
            tried += 1
            older = {post.key for post in made.ahead}
            gone = tuple(
                replace(post, status=Status.FAILED, closed=now) if post.key in older else post
                for post in posts
            )
            alone = next(
                each for each in judge(remade(seen, posts=gone), only=[made.post.key]).verdicts
            )
            assert (made.enact_if_first, made.fail_if_first) == (
                alone.earliest_enact,
                alone.earliest_fail,
            ), (seed, made.post.key)
            assert alone.ahead == ()
    assert tried > 2
