"""Whatever a network does to a pull: a result as without it, or exit code 3, a sentence, no verdict
certified that another reading would not give, and the same result by the next run.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from tests.reliability.matrix import Outcome, cells, record
from tests.reliability.playing import Play, verdicts

pytestmark = pytest.mark.slow

FOR_EVER = 99
PASSING = {
    "500",
    "502, not handled",
    "503, handled",
    "429 for 1 s",
    "cut short",
    "no answer, handled",
}
PASSING |= {
    "no answer, not handled",
    "reset, not handled",
    "reset, handled",
    "API error maxlag",
    "API error ratelimited",
}
"""Faults that one repetition heals."""


def attempt(
    play: Play,
    point: str,
    fault: str,
    expected: dict[str, dict[str, Any]],
    *,
    warm: bool,
    times: int,
) -> Outcome:
    """Pull and tally while a fault happens, and see what comes of it."""
    play.begin()
    if warm:
        assert play.tally().code == 0
    play.go_on(point)
    ran = play.tally_under(fault, point, times)
    for key, verdict in verdicts(ran).items():
        assert not verdict["certified"] or verdict == expected[key], ran
    if ran.code == 0 and verdicts(ran) == expected:
        return Outcome.SAME
    uncertified = not all(verdict["certified"] for verdict in verdicts(ran).values())
    assert ran.code == 3 or uncertified, ran
    assert all(re.match(r"blognomic: .{20,}$", line) for line in ran.err.splitlines()), ran.err
    assert ran.code == 0 or play.proxy(point).url in ran.err
    following = play.tally()
    assert (following.code, following.err, verdicts(following)) == (0, "", expected)
    return Outcome.SETTLED


@pytest.mark.parametrize(("point", "fault"), cells("Reading"))
def test_a_fault_while_reading(point: str, fault: str, play: Play) -> None:
    play.begin()
    before = verdicts(play.tally())
    play.go_on(point)
    expected = verdicts(play.tally())
    assert [each["lamps"]["enactable"] for each in (before, expected)] == [True, False]
    assert all(verdict["certified"] for verdict in expected.values())
    for warm, times in product((False, True), (1, FOR_EVER)):
        play.tries += 1
        outcome = attempt(play, point, fault, expected, warm=warm, times=times)
        assert outcome is Outcome.SAME or times > 1 or fault not in PASSING
        record("Reading", point, fault, outcome)
