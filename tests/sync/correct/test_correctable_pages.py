"""Corrections of the Ruleset, of two pages at once, and of what somebody has undone before."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from parsers.changes import TextChange
from parsers.instructions.instruction_model import (
    Destination,
    Instruction,
    InstructionKind,
    Relation,
    RuleName,
)
from parsers.model import Revision
from parsers.ruleset import read_ruleset
from sync.correct.correctable_pages import CODES, CorrectablePage, correctable_pages
from sync.correct.correction import objection
from sync.correct.correction_plan import Plan, Wanted, plan
from sync.reports.writing_text import diff_of
from tests.parsers.gamestate.playing import number, table
from tests.support.views import remade
from tests.sync.correct.inventing import UNKNOWN, InventedPast
from tests.sync.correct.test_correction_plan import reader
from tests.validators.checks.test_terms_left_over import OURS, ruleset
from tests.validators.gamestate_runs import rules, view
from tests.validators.scene import DAY, NOW
from validators.checks.run import run_all
from validators.finding import Finding, Fix, FixKind, Severity, Subject
from validators.fixes.restoring import EarlierPage
from validators.view import GameView

WRONG = ruleset("A Lamplighter votes.", appendix="Ask the Harbour Master.")
COAL = number("Coal", 0, 30)


def game(text: str = WRONG, page: str | None = None) -> GameView:
    seen = view(page, rules(COAL))
    return remade(seen, rules=read_ruleset(text, revid=5), posts=(OURS,))


def pages_of(seen: GameView) -> dict[str, CorrectablePage]:
    return {page.title: page for page in correctable_pages(seen, UNKNOWN)}


def planned(
    seen: GameView,
    *texts: str,
    findings: Sequence[Finding] | None = None,
    wanted: Wanted | None = None,
) -> Plan:
    found = run_all(seen, select=CODES).findings if findings is None else findings
    before = EarlierPage(
        6, reader((COAL,))(table("Player | Coal", "Ana | 3", "Bo Bell | 2")), lambda: None
    )
    past = InventedPast(
        lambda: [before] if seen.gamestate and seen.gamestate.rows else [],
        lambda: seen,
        texts={"Ruleset": texts, "The Page": texts},
    )
    return plan(seen, found, wanted or Wanted(), past)


def test_the_ruleset_is_corrected_in_one_edit() -> None:
    found = planned(game())
    (one,) = found.corrections
    assert (one.title, one.base_revid, one.base_text, one.codes, one.automatic) == (
        "Ruleset",
        5,
        WRONG,
        ("BN603",),
        False,
    )
    assert one.text == WRONG.replace("A Lamplighter votes", "A Bargee votes").replace(
        "Harbour Master", "Lock Warden"
    )
    assert one.summary == (
        "BN603 (rule “Synonyms”): replace “A Lamplighter” with “A Bargee” in “Votes”; "
        "BN603 (rule “Synonyms”): replace “Harbour Master” with “Lock Warden” in “Synonyms”"
    )
    assert planned(game(one.text)) == Plan((), ())
    assert "+A Bargee votes.\n" in diff_of(one)


@pytest.mark.parametrize(
    ("before", "unasked"), [("Bargee", True), ("Turnip", False)], ids=["the same", "another"]
)
def test_a_term_of_today_that_was_none_a_day_ago_is_not_written_unasked(
    before: str, *, unasked: bool
) -> None:
    """Whoever edits the sentence on synonyms could have a word put into every rule."""
    seen = game()
    past = InventedPast(tuple, lambda: game(WRONG.replace("Bargee", before)))
    found = plan(seen, run_all(seen, select=CODES).findings, Wanted(allowed=("BN603",)), past)
    assert [one.automatic for one in found.corrections] == [unasked]
    nobody_knows = plan(
        seen, run_all(seen, select=CODES).findings, Wanted(allowed=("BN603",)), UNKNOWN
    )
    assert [one.automatic for one in nobody_knows.corrections] == [False]


def test_undone_changes_are_left_to_a_call_for_judgement() -> None:
    """Somebody put the word right, somebody else put it back: a correction would be the second
    revert.
    """
    right = WRONG.replace("A Lamplighter votes", "A Bargee votes")
    found = planned(game(), WRONG, right, WRONG)
    assert [one.text for one in found.corrections] == [
        WRONG.replace("Harbour Master", "Lock Warden")
    ]
    assert [each.why for each in found.left] == [
        "the same change was made and undone before; if it is right, post a Call for Judgement"
    ]
    assert len(planned(game(), WRONG, right).corrections[0].findings) == 2
    assert len(planned(game(), right, WRONG).corrections[0].findings) == 2


def test_a_change_that_rests_on_another_one_was_undone_by_nobody() -> None:
    """The second text goes into a rule that only the first change makes."""
    seen = game(ruleset())
    changes: list[TextChange] = [
        Instruction(InstructionKind.ADD_RULE, rule=RuleName("Fog"), new="It is."),
        Instruction(
            InstructionKind.ADD_TEXT,
            rule=RuleName("Fog"),
            where=Destination(Relation.END),
            new="More.",
        ),
    ]
    made = [
        Finding(
            "BN602",
            "x",
            Severity.WARNING,
            Subject("rule", str(number)),
            "m",
            fix=Fix(FixKind.INSERT_TEXT, "Ruleset", "s", change),
        )
        for number, change in enumerate(changes)
    ]
    (one,) = planned(seen, findings=made).corrections
    assert one.text.count("== Fog ==\n\nIt is.\n\nMore.") == 1


def test_a_finding_that_quotes_changed_text_is_not_new() -> None:
    """The sentence that is not understood is still not understood, with another word in it."""
    odd = ruleset("Votable Matters are Popular if a Lamplighter says so on a Tuesday.")
    seen = game(odd)
    page = pages_of(seen)["Ruleset"]
    after = page.with_text(odd.replace("a Lamplighter", "a Bargee"))
    assert [
        each
        for each in after.findings.values()
        if each.code == "BN605" and each.fingerprint not in page.findings
    ]
    assert objection(page.findings, after.findings, ()) is None
    worse = page.with_text(odd.replace("a Lamplighter", "a Bargee") + "\n== Synonyms ==\n")
    assert str(objection(page.findings, worse.findings, ())).startswith("would introduce BN604: ")


def test_parts_of_a_removed_page_come_back_with_it() -> None:
    """The edit is undone first, with what was wrong before it; nobody then adds rows that are there
    again.
    """
    rows = [f"{name} | 1" for name in ("Ana", "Bo Bell", "Cy")]
    whole = "A word about everything that is tracked here, and more.\n" * 20 + table(
        "Player | Coal", *rows, "Zed | 1"
    )
    few = table("Player | Coal", "Ana | 31", "Bo Bell | 1")
    read = reader((COAL,))
    history = {
        "The Page": (
            Revision("The Page", 1, 0, NOW - DAY, "Ana", "", whole),
            Revision("The Page", 2, 1, NOW - DAY, "Bo Bell", "oops", few),
        )
    }
    seen = remade(view(None, rules(COAL), joined=["Cy"]), gamestate=read(few), histories=history)
    found = run_all(seen, select=CODES).findings
    assert [one.code for one in found] == ["BN306", "BN401", "BN505", "BN508"]
    made = planned(seen)
    assert [(one.codes, one.text) for one in made.corrections] == [(("BN508",), whole)]
    assert made.left == ()
    disputed = planned(seen, few, whole, few, whole, few)
    assert "BN508" in [each.finding.code for each in disputed.left]
    assert [one.codes for one in disputed.corrections] == [("BN306", "BN401")]
