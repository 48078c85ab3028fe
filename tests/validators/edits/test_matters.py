"""Edits of the tracking page that an enacted matter accounts for, by its text or by their summary."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from parsers.model import AdminNote, Status
from tests.validators.edits.boats import Save, described, game, page
from tests.validators.making import DAY, HOUR, MINUTE, NOW, proposal

BO0 = page(Bo_Vane=("0", "Dark", "Salt lamps"))


def account(body: str, text: str, *, closed: timedelta = 2 * HOUR, comment: str = "", user: str = "Ana") -> str:
    """What accounts for an edit an hour ago, after a matter that was enacted so long before now."""
    made = proposal(closed + DAY, subject="A Levy", body=body, author="Bo Vane")
    posts = (replace(made, status=Status.ENACTED, closed=NOW - closed, note=AdminNote("Enacted by Ana.", None)),)
    by = described(game(Save(user, text, comment), posts=posts))[-1].by
    return "" if by is None else f"{by.kind} {by.confidence}: {by.why}"


@pytest.mark.parametrize(
    ("body", "text", "said"),
    [
        ("Set the Coal of Bo Vane to 0.", BO0, "matter high: the matter's text has what it set, and it was enacted"),
        ("Set the Coal of Bo Vane to 1.", BO0, ""),
        ("Set the Coal of Cy to 0.", BO0, ""),
        ("Set the Lamp of Bo Vane to 0.", BO0, ""),
        ("Everybody's Coal becomes 0.", BO0, "matter high"),
        ("Set the Fog to 2.", page(fog="2"), "matter high"),
        ("Set the Fog to 2.", page(fog="2", note="Look!"), ""),
    ],
)
def test_values_that_a_matter_has(body: str, text: str, said: str) -> None:
    found = account(body, text)
    assert found.startswith(said)
    assert bool(found.startswith("matter")) == bool(said)


def test_the_time_and_the_summary_tell_how_sure_it_is() -> None:
    body = "Set the Coal of Bo Vane to 0."
    assert "1 h before; its editor resolved it" in account(body, BO0)
    assert "; Cy is no Admin" in account(body, BO0, user="Cy")
    assert account(body, BO0, closed=timedelta(minutes=30)).startswith("matter medium")
    assert not account(body, BO0, closed=25 * HOUR + MINUTE).startswith("matter")
    assert account(body, BO0, closed=25 * HOUR + MINUTE, comment="as “A Levy” says").startswith("matter medium")
    assert account("Take it.", BO0, comment="A Levy") == "matter medium: the summary names it, and it was enacted 1 h before"
    broken = page(Bo_Vane=("7", "Broken", "Salt lamps"))
    assert account("Take it.", broken, closed=3 * DAY, comment="A Levy") == "matter low: only its summary says so"
