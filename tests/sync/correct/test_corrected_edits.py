"""Corrections of what edits did: one change settles the finding about a value and the one about the
edit that set it.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.model import Post, Revision
from sync.correct.correctable_pages import CODES, EarlierPages
from sync.correct.correction import MAX_SUMMARY, edit_summary
from sync.correct.correction_plan import Plan, Wanted, plan
from tests.support.memory_source import MemorySource
from tests.support.views import remade
from tests.sync.correct.inventing import InventedPast
from tests.validators.edits.digging import ROSTER, TITLE, Save, game, page
from tests.validators.edits.ruleset_edits import (
    DAY,
    HOUR,
    NOW,
    RULES,
    changed,
    edit,
    enacted,
    view_of,
)
from validators.checks.run import run_all
from validators.finding import Finding, Fix, FixKind, RuleRef, Severity, Subject
from validators.view import GameView

ILLEGAL = Save("6 09:00", "Ana", page(Ana="-3 || Dark || - || 1 May"))
DUG = Save("6 09:00", "Bo", page(Bo="10 || Dim || Ana ||"), "Digging")
AGAIN = Save("6 12:00", "Bo", page(Bo="12 || Dim || Ana ||"), "Digging")


def planned(view: GameView, *only: str, allowed: tuple[str, ...] = ()) -> Plan:
    pages = [revision for known in view.histories.values() for revision in known]
    source = MemorySource(pages, (), ROSTER, view.as_of, tracking=TITLE)
    past = EarlierPages(source, view, view.as_of - timedelta(minutes=30))
    # Ivo is idle, and his row is another matter.
    findings = [one for one in run_all(view, select=CODES).findings if one.code != "BN307"]
    return plan(view, findings, Wanted(only, allowed), past)


@pytest.mark.parametrize(
    "allowed",
    [(), ("BN401:value",), ("BN401:value", "BN505:value")],
    ids=["none", "the value", "both"],
)
def test_a_value_and_its_edit_are_settled_by_one_change(allowed: tuple[str, ...]) -> None:
    made = planned(game(ILLEGAL), allowed=allowed)
    assert [(one.codes, one.text, one.automatic) for one in made.corrections] == [
        (("BN401",), page(), bool(allowed))
    ]
    assert made.left == ()
    (alone,) = planned(game(ILLEGAL), "BN505").corrections
    assert (alone.codes, alone.text) == (("BN505",), page())


def test_an_action_that_came_too_soon_is_undone() -> None:
    (one,) = planned(game(DUG, AGAIN)).corrections
    assert (one.codes, one.text) == (("BN504",), DUG.text)
    assert (
        one.summary
        == "BN504 (rule “Coal”): undo revision 102 of Bo, which repeated “Digging” too soon"
    )


def test_undoing_an_edit_settles_its_other_findings() -> None:
    """The second digging also exceeds the limit: undoing it settles both findings."""
    first = Save("6 09:00", "Bo", page(Bo="30 || Dim || Ana ||"), "Digging")
    start = Save("5 09:00", "Bo", page(Bo="28 || Dim || Ana ||"))
    again = Save("6 12:00", "Bo", page(Bo="32 || Dim || Ana ||"), "Digging")
    made = planned(game(start, first, again))
    assert [(one.codes, one.text) for one in made.corrections] == [(("BN504",), first.text)]
    assert made.left == ()


@pytest.mark.parametrize("name", ["Ana", "Anna"])
def test_what_stood_under_another_name_is_not_guessed(name: str) -> None:
    """Any other value would take from a player who was renamed, or a column that was, what they
    had.
    """
    before = Save(
        "5 09:00", "Ana", page(Ana="17 || Dark || - ||").replace("| Ana ||", f"| {name} ||")
    )
    after = Save("6 09:00", "Ana", page(Ana="40 || Dark || - ||"))
    start = Save("3 09:00", "Ana", page().replace("| Ana ||", f"| {name} ||"))
    view = game(start, before, after)
    # Without the revision that the game begins with, which has the row.
    known = {
        title: tuple(one for one in its if one.revid != 100)
        for title, its in view.histories.items()
    }
    made = planned(remade(view, histories=known), "BN401")
    assert [one.text for one in made.corrections] == (
        [page(Ana="17 || Dark || - ||")] if name == "Ana" else []
    )
    assert [one.why for one in made.left] == (
        [] if name == "Ana" else ["the correct value is unknown"]
    )


# The Ruleset: what nothing allows is undone, and what a matter adds is added

CLOSED = NOW - 5 * DAY
MORE = 'In the rule "Lamps", replace "up to four Lamps" with "up to six Lamps".'
STOLEN = changed(("has 5 Oil", "has 50 Oil"))
RULE_CODES = ("BN601", "BN602")


def planned_rules(*made: Post | Revision, allowed: tuple[str, ...] = ()) -> Plan:
    seen = view_of(*made)
    past = InventedPast(tuple, lambda: seen, texts={"Ruleset": ()})
    return plan(seen, run_all(seen, select=RULE_CODES).findings, Wanted(RULE_CODES, allowed), past)


@pytest.mark.parametrize(
    ("made", "code", "text"),
    [
        pytest.param([edit(STOLEN, user="Cyril")], "BN601", RULES, id="an edit undone"),
        pytest.param(
            [
                edit(STOLEN, user="Cyril"),
                enacted(MORE, CLOSED + 3 * DAY),
                edit(STOLEN.replace("four", "six"), CLOSED + 3 * DAY + HOUR),
            ],
            "BN601",
            changed(("up to four", "up to six")),
            id="an edit undone, and a later one kept",
        ),
        pytest.param(
            [enacted("Add a new rule called “Wicks” with the text “A Wick is seven inches long.”")],
            "BN602",
            RULES.replace(
                "= Appendix", "\n== Wicks ==\n\nA Wick is seven inches long.\n= Appendix"
            ),
            id="a rule added",
        ),
    ],
)
def test_a_correction_settles_it(made: list[Post | Revision], code: str, text: str) -> None:
    found = planned_rules(*made)
    assert [(each.finding.code, each.why) for each in found.left] == []
    assert [(one.codes, one.text) for one in found.corrections] == [((code,), text)]
    assert not found.corrections[0].automatic
    assert planned_rules(*made, allowed=(code,)).corrections[0].automatic is (code == "BN601")


def test_ambiguous_matters_need_an_admin() -> None:
    assert planned_rules(enacted(MORE), edit(STOLEN)).corrections == ()


def test_mended_edits_are_left_alone() -> None:
    assert planned_rules(edit(STOLEN), edit(RULES, CLOSED + HOUR)) == Plan((), ())
    assert (
        planned_rules(edit(STOLEN), edit(STOLEN.replace("50 Oil", "60 Oil"), CLOSED + HOUR))
        .corrections[0]
        .text
        == STOLEN
    )


def test_lines_that_were_edited_since_take_a_person() -> None:
    later = enacted('In the rule "Oil", replace "Oil burns." with "Oil smells."', CLOSED + 3 * DAY)
    made = edit(STOLEN), later, edit(STOLEN.replace("Oil burns.", "Oil smells."), CLOSED + 3 * DAY)
    (left,) = planned_rules(*made).left
    assert (
        left.why
        == "the lines that revision 101 changed have been edited since, so it must be undone manually"
    )


# Edit summaries: short, complete as far as they go, and never markup.


def finding(summary: str, code: str = "BN401", rule: str | None = "Coal") -> Finding:
    title = None if rule is None else RuleRef(rule)
    return Finding(
        code,
        "a-slug",
        Severity.ERROR,
        Subject("variable", "x"),
        "a message",
        rule=title,
        fix=Fix(FixKind.SET_VALUE, "P", summary),
    )


def test_code_rule_and_what_is_done() -> None:
    assert edit_summary([finding("set it to 5")]) == "BN401 (rule “Coal”): set it to 5"
    assert edit_summary([finding("set it to 5", rule=None), finding("add a row", "BN306")]) == (
        "BN401: set it to 5; BN306 (rule “Coal”): add a row"
    )
    bare = Finding("BN401", "a-slug", Severity.ERROR, Subject("variable", "x"), "a message")
    assert edit_summary([bare]) == "BN401: a message"


def test_overlong_texts_are_cut() -> None:
    said = edit_summary([finding("x" * 100)] * 9)
    assert len(said) <= MAX_SUMMARY
    long = edit_summary([finding("x" * 1000)])
    assert len(long) == MAX_SUMMARY
    assert long.endswith("x…")


@given(st.text(alphabet="[]/*~{}<>ab \n\u202e\x07", max_size=80))
def test_nothing_in_a_summary_is_followed(text: str) -> None:
    said = edit_summary([finding(text)])
    assert not {"[[", "]]", "/*", "*/", "~~", "\n", "\u202e", "\x07"} & {
        said[i : i + n] for i in range(len(said)) for n in (1, 2)
    }
