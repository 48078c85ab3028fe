"""Where the roster of a resolution is not certain, nothing is said of it that some roster denies."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from parsers.model import Roster, Status, name_key
from tests.validators.making import DAY, HOUR, MINUTE, NOW, cfj, dov, of_then, proposal, rules, view
from validators.voting.past_game import PastGame, _with, allows, resolution
from validators.voting.timeline import Timeline

ICONS = ("for", "against", "deferential", "for against", "against for", "")


@pytest.mark.parametrize("seeds", [pytest.param(range(150), id="a few"), pytest.param(range(150, 5000), id="many", marks=pytest.mark.slow)])
def test_nothing_is_called_wrong_that_some_roster_allows(seeds: range) -> None:
    called = 0
    for seed in seeds:
        rng = random.Random(seed)
        sure = [f"Sure{number}" for number in range(rng.randint(1, 6))]
        idle = [f"Idle{number}" for number in range(rng.randint(1, 5))]
        ballots = [(name, rng.choice(ICONS)) for name in (*sure, *idle) if rng.random() < 0.7]
        make = rng.choice([proposal, cfj, dov])
        closed = NOW - 9 * DAY + rng.choice([20 * HOUR, 48 * HOUR, 48 * HOUR + MINUTE, 8 * DAY])
        status = rng.choice([Status.ENACTED, Status.FAILED])
        matter = make(9 * DAY, *ballots, author=rng.choice((*sure, *idle)), closed=closed, status=status)
        given = of_then(view(matter, under=rules("2020"), roster=Roster(tuple(sure), tuple(idle)), emperor=rng.choice((*sure, *idle))))
        given = replace(given, rosters=())
        timeline = Timeline(given)
        past = PastGame(given, timeline)
        (post,) = timeline.matters
        assert given.rules is not None
        assert post.category.matter is not None
        tried = resolution(post, post.category.matter, past, timeline, given.rules)
        answers = set()
        for chosen in product((False, True), repeat=len(idle)):
            plays = tuple(name for name, active in zip(idle, chosen, strict=True) if active)
            answers.add(allows(_with(tried.cases[0], (*sure, *plays))))
        assert tried.allows() != {False} or answers == {False}, seed
        assert {name_key(name) for name in tried.then.roster.unsettled} == {name_key(name) for name in idle}
        called += tried.allows() == {False}
    assert called > len(seeds) / 20
