"""What has to have stood for a while before it is changed unasked, on both sides of the half
hour."""

from __future__ import annotations

from datetime import timedelta

import pytest

from parsers.changes import TextChange
from parsers.gamestate.change import AddRow, GamestateChange
from parsers.instructions.instruction_model import (
    Destination,
    Instruction,
    InstructionKind,
    Relation,
    RuleName,
)
from parsers.model import Category, Post, Roster, Status
from sync.correct.correctable_pages import EarlierPages
from sync.correct.correction_plan import is_old_enough
from tests.support.cases import cases
from tests.support.memory_source import MemorySource
from tests.support.views import remade
from tests.sync.correct.test_corrected_edits import planned
from tests.validators.edits.digging import ROSTER, RULES, TITLE, Save, at, game, page
from validators.finding import Finding, Fix, FixKind, Severity, Subject
from validators.view import GameView, SeenRoster

NOW = at("31 00:00")
DUG, AGAIN = page(Bo="10 || Dim || Ana ||"), page(Bo="12 || Dim || Ana ||")
MATTER = "https://blog.example/archive/coal"


def is_settled(
    view: GameView,
    change: GamestateChange | TextChange | None,
    title: str,
    subject: Subject,
    minutes: int | None = 30,
) -> bool:
    fix = Fix(FixKind.ADD_ROW, title, "do it", change)
    found = Finding("BN306", "a-slug", Severity.ERROR, subject, "it is so", "0" * 16, fix=fix)
    limit = None if minutes is None else view.as_of - timedelta(minutes=minutes)
    return is_old_enough(found, view, EarlierPages(MemorySource(), view, limit))


@pytest.mark.parametrize(("last", "automatic"), [("30 23:30", True), ("30 23:31", False)])
def test_an_edit_is_not_undone_while_its_editor_may_still_be_at_it(
    last: str, automatic: bool
) -> None:
    view = game(Save("30 18:00", "Bo", DUG, "Digging"), Save(last, "Bo", AGAIN, "Digging"))
    (one,) = planned(view, allowed=("BN504",)).corrections
    why = "BN504: not known to be older than [correct] wait_minutes"
    assert (one.automatic, one.consent) == (automatic, () if automatic else (why,))


@pytest.mark.parametrize(("last", "automatic"), [("30 23:30", True), ("30 23:31", False)])
def test_a_row_is_not_removed_from_a_page_that_is_being_edited(last: str, automatic: bool) -> None:
    twice = page().replace("| Bo ||", "| Ana || 3 || Dark || - || 1 May\n|-\n| Bo ||")
    (one,) = planned(game(Save(last, "Ana", twice)), allowed=("BN405",)).corrections
    assert (one.codes, one.automatic) == (("BN405",), automatic)


@pytest.mark.parametrize(("minutes", "expected"), [(30, True), (29, False), (None, False)])
def test_a_row_follows_a_roster_that_has_stood(minutes: int | None, expected: bool) -> None:
    """An Admin unidles a player, and then gives them back the values that they had."""
    seen = () if minutes is None else (SeenRoster(ROSTER, NOW - timedelta(minutes=minutes), NOW),)
    view = remade(game(), rosters=seen)
    assert is_settled(view, AddRow("Cy"), TITLE, Subject("player", "Cy")) is expected
    assert is_settled(view, AddRow("Cy"), TITLE, Subject("player", "Cy"), None)


@pytest.mark.parametrize(("since", "automatic"), [("30 23:30", True), ("30 23:31", False)])
def test_a_new_player_gets_a_row_after_a_while(since: str, automatic: bool) -> None:
    now = Roster((*ROSTER.active, "Dee"), ROSTER.idle, ROSTER.admins)
    rosters = (SeenRoster(ROSTER, at("1 00:00"), at(since)), SeenRoster(now, at(since), NOW))
    (one,) = planned(remade(game(roster=now), rosters=rosters), allowed=("BN306",)).corrections
    assert (one.codes, one.automatic) == (("BN306",), automatic)


def test_without_a_roster_or_a_history_nothing_is_known_to_have_stood() -> None:
    view = game()
    about = Subject("player", "Cy")
    assert is_settled(view, AddRow("Cy"), TITLE, about)
    assert not is_settled(remade(view, rosters=()), AddRow("Cy"), TITLE, about)
    assert not is_settled(remade(view, histories={}), AddRow("Cy"), TITLE, about)


@cases("edits")
def test_an_enacting_admin_has_time_for_the_ruleset(
    closed: str | None, edited: str, expected: bool
) -> None:
    post = Post(
        MATTER,
        "Proposal: Coal",
        Category.PROPOSAL,
        "Ana",
        at("29 00:00"),
        status=Status.ENACTED,
        closed=at(closed) if closed else None,
    )
    view = game(rules=[Save(edited, "Ana", RULES)], posts=(post,))
    change = Instruction(
        InstructionKind.ADD_TEXT,
        rule=RuleName("Coal"),
        where=Destination(Relation.END),
        new="More coal.",
    )
    assert is_settled(view, change, "Ruleset", Subject("matter", post.key)) is expected
    assert not is_settled(
        view, change, "Ruleset", Subject("matter", "https://blog.example/archive/another")
    )
