"""The corpus of invented matters, read and applied: none wrongly, and most of what needs no judgement exactly."""

from __future__ import annotations

from functools import cache

import pytest

from tests.parsers.proposals.judging import Judgement, Played, played
from tests.parsers.proposals.wanted import Matter, matters

PARTS = [pytest.param(3, id="a third"), pytest.param(1, id="all", marks=pytest.mark.slow)]


pytestmark = pytest.mark.xdist_group("matters")  # what was made of a matter is worked out once, in one process


@cache
def _every(step: int) -> list[tuple[Matter, Played]]:
    """Every so many matters with what was made of them."""
    return [(matter, played(matter)) for matter in tuple(matters())[::step]]


@pytest.mark.parametrize("step", PARTS)
@pytest.mark.parametrize("judgement", [Judgement.WRONG, Judgement.UNTOLD])
def test_no_matter_is(judgement: Judgement, step: int) -> None:
    found = [(matter.name, made.why, made.fates) for matter, made in _every(step) if made.judgement is judgement]
    assert not found


@pytest.mark.parametrize("step", PARTS)
def test_most_that_need_no_judgement_are_applied_exactly(step: int) -> None:
    made = [one for one in _every(step) if one[0].mechanical]
    others = [f"{one.judgement}: {matter.name}" for matter, one in made if one.judgement is not Judgement.EXACT]
    assert len(others) <= 0.10 * len(made), (len(made), others)
