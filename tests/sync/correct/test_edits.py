"""Corrections of what edits did: one change settles the finding about a value and the one about the edit that set it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from sync.correct.correctable_pages import CODES
from sync.correct.correction_plan import Plan, Wanted, plan
from sync.correct.earlier_pages import EarlierPages
from tests.support.memory_source import MemorySource
from tests.validators.edits.digging import ROSTER, TITLE, Save, game, page
from validators.checks.run import run_all
from validators.view import GameView

ILLEGAL = Save("6 09:00", "Ana", page(Ana="-3 || Dark || - || 1 May"))
DUG = Save("6 09:00", "Bo", page(Bo="10 || Dim || Ana ||"))
AGAIN = Save("6 12:00", "Bo", page(Bo="12 || Dim || Ana ||"))


def planned(view: GameView, *only: str, allowed: tuple[str, ...] = ()) -> Plan:
    pages = [revision for known in view.histories.values() for revision in known]
    source = MemorySource(pages, (), ROSTER, view.as_of, tracking=TITLE)
    past = EarlierPages(source, view, view.as_of - timedelta(minutes=30))
    # Ivo is idle, and his row is another matter.
    findings = [one for one in run_all(view, select=CODES).findings if one.code != "BN307"]
    return plan(view, findings, Wanted(only, allowed), past)


@pytest.mark.parametrize("allowed", [(), ("BN401",), ("BN401", "BN505")], ids=["none", "the value", "both"])
def test_a_value_and_its_edit_are_settled_by_one_change(allowed: tuple[str, ...]) -> None:
    made = planned(game(ILLEGAL), allowed=allowed)
    assert [(one.codes, one.text, one.automatic) for one in made.corrections] == [(("BN401",), page(), bool(allowed))]
    assert made.left == ()
    (alone,) = planned(game(ILLEGAL), "BN505").corrections
    assert (alone.codes, alone.text) == (("BN505",), page())


def test_an_action_that_came_too_soon_is_undone() -> None:
    (one,) = planned(game(DUG, AGAIN)).corrections
    assert (one.codes, one.text) == (("BN504",), DUG.text)
    assert one.summary == "BN504 (rule “Coal”): undo revision 102 of Bo, which repeated “Digging” too soon"


def test_what_is_undone_needs_no_value_of_its_own() -> None:
    """The second digging also exceeds the limit: undoing it settles both findings."""
    first = Save("6 09:00", "Bo", page(Bo="30 || Dim || Ana ||"))
    start = Save("5 09:00", "Bo", page(Bo="28 || Dim || Ana ||"))
    again = Save("6 12:00", "Bo", page(Bo="32 || Dim || Ana ||"))
    made = planned(game(start, first, again))
    assert [(one.codes, one.text) for one in made.corrections] == [(("BN504",), first.text)]
    assert made.left == ()


@pytest.mark.parametrize("name", ["Ana", "Anna"])
def test_what_stood_under_another_name_is_not_guessed(name: str) -> None:
    """Any other value would take from a player who was renamed, or a column that was, what they had."""
    before = Save("5 09:00", "Ana", page(Ana="17 || Dark || - ||").replace("| Ana ||", f"| {name} ||"))
    after = Save("6 09:00", "Ana", page(Ana="40 || Dark || - ||"))
    start = Save("3 09:00", "Ana", page().replace("| Ana ||", f"| {name} ||"))
    view = game(start, before, after)
    # Without the revision that the game begins with, which has the row.
    known = {title: tuple(one for one in its if one.revid != 100) for title, its in view.histories.items()}
    made = planned(replace(view, histories=known), "BN401")
    assert [one.text for one in made.corrections] == ([page(Ana="17 || Dark || - ||")] if name == "Ana" else [])
    assert [one.why for one in made.left] == ([] if name == "Ana" else ["the right value is not known"])
