"""Corrections of edits of the Ruleset: what nothing allows is undone, and what a matter adds is added."""

from __future__ import annotations

import pytest

from parsers.model import Post, Revision
from sync.correct.correction_plan import Plan, Wanted, plan
from tests.sync.correct.inventing import InventedPast
from tests.validators.edits.ruleset_edits import DAY, HOUR, NOW, RULES, changed, edit, enacted, view_of
from validators.checks.run import run_all

CLOSED = NOW - 5 * DAY
MORE = 'In the rule "Lamps", replace "up to four Lamps" with "up to six Lamps".'
STOLEN = changed(("has 5 Oil", "has 50 Oil"))
CODES = ("BN601", "BN602")


def planned(*made: Post | Revision, allowed: tuple[str, ...] = ()) -> Plan:
    seen = view_of(*made)
    past = InventedPast(tuple, lambda: seen, texts={"Ruleset": ()})
    return plan(seen, run_all(seen, select=CODES).findings, Wanted(CODES, allowed), past)


@pytest.mark.parametrize(
    ("made", "code", "text"),
    [
        pytest.param([edit(STOLEN, user="Cyril")], "BN601", RULES, id="an edit undone"),
        pytest.param(
            [edit(STOLEN, user="Cyril"), enacted(MORE, CLOSED + 3 * DAY), edit(STOLEN.replace("four", "six"), CLOSED + 3 * DAY + HOUR)],
            "BN601",
            changed(("up to four", "up to six")),
            id="an edit undone, and a later one kept",
        ),
        pytest.param(
            [enacted("Add a new rule called “Wicks” with the text “A Wick is seven inches long.”")],
            "BN602",
            RULES.replace("= Appendix", "\n== Wicks ==\nA Wick is seven inches long.\n= Appendix"),
            id="a rule added",
        ),
    ],
)
def test_a_correction_settles_it(made: list[Post | Revision], code: str, text: str) -> None:
    found = planned(*made)
    assert [(each.finding.code, each.why) for each in found.left] == []
    assert [(one.codes, one.text) for one in found.corrections] == [((code,), text)]
    assert not found.corrections[0].automatic
    assert planned(*made, allowed=(code,)).corrections[0].automatic is (code == "BN601")


def test_what_a_matter_may_mean_takes_a_person() -> None:
    assert planned(enacted(MORE), edit(STOLEN)).corrections == ()


def test_what_was_mended_is_left_alone() -> None:
    assert planned(edit(STOLEN), edit(RULES, CLOSED + HOUR)) == Plan((), ())
    assert planned(edit(STOLEN), edit(STOLEN.replace("50 Oil", "60 Oil"), CLOSED + HOUR)).corrections[0].text == STOLEN


def test_lines_that_were_edited_since_take_a_person() -> None:
    later = enacted('In the rule "Oil", replace "Oil burns." with "Oil smells."', CLOSED + 3 * DAY)
    made = edit(STOLEN), later, edit(STOLEN.replace("Oil burns.", "Oil smells."), CLOSED + 3 * DAY)
    (left,) = planned(*made).left
    assert left.why == "the lines that revision 101 changed were edited since, so it has to be undone by hand"
