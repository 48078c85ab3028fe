"""The place in the queue, what has to be resolved first, and when a Proposal could be resolved if that were done."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from parsers.model import Status
from tests.validators.games import VOTINGS, random_game
from tests.validators.making import DAY, HOUR, NOW, QUORUM, SECOND, cfj, proposal, rules, verdict, view, without
from validators.voting.judge import judge
from validators.voting.verdict import Verdict

FIRST = proposal(2 * DAY, author="Boris", key="first")
SECOND_ONE = proposal(30 * HOUR, author="Cyril", key="second")


def keys(made: Verdict) -> list[str] | None:
    return None if made.ahead is None else [post.key for post in made.ahead]


def test_a_place_in_the_queue() -> None:
    made = verdict(proposal(HOUR, *QUORUM), FIRST, SECOND_ONE)
    assert (made.place, keys(made)) == (3, ["first", "second"])
    assert made.enact_if_first == NOW + 11 * HOUR
    assert made.earliest_enact == NOW + 7 * DAY - 30 * HOUR + SECOND


def test_the_first_waits_for_nobody() -> None:
    made = verdict(proposal(20 * HOUR, *QUORUM), proposal(7 * DAY + SECOND, author="Boris"))
    assert (made.place, made.enact_if_first, made.earliest_enact) == (1, NOW, NOW)


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(verdict(cfj(HOUR), FIRST), id="a CfJ"),
        pytest.param(verdict(proposal(7 * DAY + SECOND), FIRST), id="pending too long"),
        pytest.param(verdict(proposal(DAY, closed=NOW), FIRST), id="resolved"),
        pytest.param(verdict(proposal(HOUR), FIRST, under=without("proposal.oldest_first")), id="rules without a queue"),
    ],
)
def test_what_does_not_queue_has_no_place(made: Verdict) -> None:
    assert (made.place, made.ahead) == (None, None)
    assert (made.enact_if_first, made.fail_if_first) == (made.earliest_enact, made.earliest_fail)


def test_seven_days_are_in_the_queue() -> None:
    assert verdict(proposal(7 * DAY), FIRST).place == 1
    assert keys(verdict(proposal(HOUR), proposal(7 * DAY, author="Boris", key="old"))) == ["old"]


@pytest.mark.parametrize("edition", VOTINGS)
def test_the_moments_are_those_of_a_game_in_which_the_older_ones_are_resolved(edition: str) -> None:
    tried = 0
    for seed in range(25):
        roster, emperor, posts, now = random_game(random.Random(seed), VOTINGS[edition])
        seen = replace(view(*posts, under=rules(edition), roster=roster, emperor=emperor), as_of=now)
        for made in judge(seen).verdicts:
            if not made.ahead or made.post.posted == now:  # what is resolved in the very minute in which it was posted was legal
                continue
            tried += 1
            older = {post.key for post in made.ahead}
            gone = tuple(replace(post, status=Status.FAILED, closed=now) if post.key in older else post for post in posts)
            alone = next(each for each in judge(replace(seen, posts=gone)).verdicts if each.post.key == made.post.key)
            assert (made.enact_if_first, made.fail_if_first) == (alone.earliest_enact, alone.earliest_fail), (seed, made.post.key)
            assert alone.ahead == ()
    assert tried > 2
