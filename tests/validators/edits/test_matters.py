"""Edits of the tracking page that an enacted matter accounts for, by its text or by their summary."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from parsers.model import AdminNote, Status
from tests.validators.edits.boats import Save, described, game, page
from tests.validators.making import DAY, HOUR, MINUTE, NOW, proposal

BO0, BROKEN = page(Bo_Vane=("0", "Dark", "Salt lamps")), page(Bo_Vane=("7", "Broken", "Salt lamps"))
SET = "Set the Coal of Bo Vane to 0."


@pytest.mark.parametrize(
    ("body", "text", "closed", "comment", "said"),
    [
        (SET, BO0, 2 * HOUR, "", "matter high: the matter's text, which was enacted 1 h before, has what it set"),
        (SET, BO0, timedelta(minutes=30), "", "matter medium"),
        (SET, BO0, 25 * HOUR + MINUTE, "", "rule"),
        (SET, BO0, 25 * HOUR + MINUTE, "as “A Levy” says", "matter medium"),
        ("Set the Coal of Bo Vane to 1.", BO0, 2 * HOUR, "", "rule"),
        ("Set the Coal of Cy to 0.", BO0, 2 * HOUR, "", "rule"),
        ("Set the Lamp of Bo Vane to 0.", BO0, 2 * HOUR, "", "rule"),
        ("Everybody's Coal becomes 0.", BO0, 2 * HOUR, "", "matter high"),
        ("Set the Fog to 2.", page(fog="2"), 2 * HOUR, "", "matter high"),
        ("Set the Fog to 2.", page(fog="2", note="Look!"), 2 * HOUR, "", ""),
        ("Take it.", BO0, 2 * HOUR, "A Levy", "matter medium: the summary names it, and it was enacted 1 h before"),
        ("Take it.", BROKEN, 3 * DAY, "A Levy", "matter low: only its summary says so"),
    ],
)
def test_values_that_a_matter_has(body: str, text: str, closed: timedelta, comment: str, said: str) -> None:
    made = proposal(closed + DAY, subject="A Levy", body=body, author="Bo Vane")
    posts = (replace(made, status=Status.ENACTED, closed=NOW - closed, note=AdminNote("Enacted by Ana.", None)),)
    by = described(game(Save("Ana", text, comment), posts=posts))[-1].by
    assert ("" if by is None else f"{by.kind} {by.confidence}: {by.why}").startswith(said)
    assert bool(by) is bool(said)
