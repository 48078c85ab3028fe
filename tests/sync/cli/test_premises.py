"""What lasts over time is compared as step functions, which have to be right at every moment."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.cli.premises import StepFunction, _differing, _steps
from tests.sync.cli.test_kept_matters import game
from tests.validators.checks.test_whole_histories import START
from tests.validators.making import DAY, HOUR, NOW
from validators.checks.facts import Facts
from validators.voting.presence import presence_at, presence_edges
from validators.voting.signs import MOMENT, Sign

MOMENTS = [NOW + n * HOUR for n in range(6)]


def value_at(steps: StepFunction, moment: datetime) -> str:
    return steps.values[sum(each <= moment for each in steps.moments)]


def asked(facts: Facts) -> Iterable[tuple[list[datetime], Callable[[datetime], str]]]:
    """Every question that is answered over time, and when its answer may become another."""
    timeline, rosters = facts.timeline, facts.past.rosters
    yield [*timeline.emperor_edges], lambda moment: repr(timeline.emperor_at(moment))
    yield [*timeline.interregnum_edges], lambda moment: repr(timeline.interregnum_at(moment))
    yield [*rosters.edges], lambda moment: repr(rosters.known(moment))
    for signs in rosters.signs.values():
        yield [*presence_edges(signs)], _presence_of(signs)


def _presence_of(signs: list[Sign]) -> Callable[[datetime], str]:
    def ask(moment: datetime) -> str:
        then = presence_at(signs, moment)
        return f"{then.standing} {then.sure}"

    return ask


def near(rng: random.Random, edges: list[datetime]) -> datetime:
    moment = max(rng.choice(edges), START) if edges else NOW
    away = (timedelta(), MOMENT, HOUR, HOUR + MOMENT, DAY, 4 * DAY, 4 * DAY + MOMENT, 10 * DAY, 11 * DAY)
    return moment + rng.choice(away) * rng.choice([-1, 1])


@pytest.mark.parametrize("seed", range(12))
def test_an_answer_changes_only_where_it_may(seed: int) -> None:
    rng = random.Random(seed)
    for edges, ask in asked(Facts(game(rng))):
        steps = _steps(edges, ask)
        assert len(steps.values) == len(steps.moments) + 1
        for _ in range(25):
            moment = near(rng, edges)
            assert value_at(steps, moment) == ask(moment), moment


@st.composite
def step_functions(draw: st.DrawFn) -> StepFunction:
    moments = sorted(draw(st.sets(st.sampled_from(MOMENTS), max_size=4)))
    return StepFunction(tuple(moments), tuple(draw(st.sampled_from("ab")) for _ in range(len(moments) + 1)))


@given(step_functions(), step_functions(), st.sampled_from(MOMENTS), st.booleans())
def test_where_two_differ(one: StepFunction, other: StepFunction, moment: datetime, between: bool) -> None:
    asked_at = moment + (HOUR / 2 if between else timedelta())
    inside = any(start <= asked_at < end for start, end in _differing(one, other))
    assert inside == (value_at(one, asked_at) != value_at(other, asked_at))
