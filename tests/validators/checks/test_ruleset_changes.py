"""BN601, BN602 and BN611: edits of a small Ruleset as a table, and what depends on times, people
and other edits.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from parsers.changes import UndoRevision
from parsers.instructions.instruction_model import Instruction
from parsers.model import Confidence, Post, Revision, Status
from tests.support.cases import cases
from tests.support.views import remade
from tests.validators.edits.ruleset_edits import (
    ASCENSION,
    DAY,
    HOUR,
    NOW,
    RULES,
    changed,
    edit,
    enacted,
    view_of,
)
from tests.validators.making import length
from validators.checks.run import AuditReport, run_all
from validators.finding import Finding
from validators.view import Coverage, GameView

CASES = tomllib.loads(Path(__file__).with_name("ruleset_changes.toml").read_text(encoding="utf-8"))[
    "case"
]
CLOSED = NOW - 5 * DAY
MORE = "In the rule “Lamps”, replace “up to four” with “up to six”."
WICKS = (
    "Add a new rule called “Wicks” with the text “A Wick is seven inches long. Nobody may sell a"
    " Wick.”"
)
DONE, STOLEN = changed(("up to four", "up to six")), changed(("has 5 Oil", "has 50 Oil"))


def report(view: GameView) -> AuditReport:
    return run_all(view, select=["BN601", "BN602", "BN611"])


def found(*made: Post | Revision, before: str = RULES) -> list[Finding]:
    return list(report(view_of(*made, before=before)).findings)


def short(one: Finding) -> str:
    return f"{one.code} {one.severity} {one.confidence}"


def matter(number: int, given: Mapping[str, Any]) -> Post:
    closed = CLOSED - given.get("days", 0) * DAY
    more = {
        "tags": tuple(given.get("tags", ())),
        "status": Status(given.get("status", "enacted")),
        "key": f"matter{number}",
    }
    return enacted(given["body"], closed, subject=f"Matter {number}", **more)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_edits_as_a_table(case: Mapping[str, Any]) -> None:
    before = changed(*map(tuple, case.get("before", ())))
    matters = [{"body": case["matter"]}] if "matter" in case else case.get("matters", [])
    posts = [matter(number, each) for number, each in enumerate(matters)]
    edits = [edit(changed(*map(tuple, case["edit"]), text=before))] if case["edit"] else []
    made = report(view_of(*posts, *edits, before=before))
    assert [short(one) for one in made.findings] == case["finds"]
    assert case.get("says", "") in "".join(one.message for one in made.findings[:1])
    assert case.get("not_known", "") in "".join(one.why for one in made.not_evaluated)
    assert bool(made.not_evaluated) == (not edits or "not_known" in case)


@pytest.mark.parametrize(
    ("lead", "finds"),
    [(6 * HOUR, ["BN601 info medium"]), (HOUR, []), (-6 * HOUR, [])],
    ids=["six hours before", "an hour before", "six hours after"],
)
def test_a_matter_allows_an_edit_when_it_is_enacted(lead: timedelta, finds: list[str]) -> None:
    made = report(view_of(enacted(MORE), edit(DONE, at=CLOSED - lead)))
    assert [short(one) for one in made.findings] == finds
    assert made.not_evaluated == ()
    for one in made.findings:
        says = (
            "revision 101 by Anna carries out “Proposal: More Lamps”, which was enacted 6 h later"
        )
        assert one.message == says
        assert one.fix is None


# What is offered


def test_certainly_unauthorised_edits_are_undone() -> None:
    (one,) = found(edit(STOLEN, user="Cyril"))
    assert one.fix is not None
    assert one.fix.change == UndoRevision(101, RULES, STOLEN)
    assert one.fix.summary == "undo revision 101 of Cyril, made without known authority"


def test_a_long_sentence_is_cut_in_the_evidence() -> None:
    sentence = f"Lamps burn {'on ' * 100}and on."
    longer = changed(("Oil burns.", f"Oil burns. {sentence}"))
    for sign, before, after in (("+", RULES, longer), ("-", longer, RULES)):
        (finding,) = found(edit(after), before=before)
        assert f"{sign} {sentence}"[:200] in [each.excerpt for each in finding.evidence]


def test_what_stands_beside_a_correction_of_spelling_is_not_undone_with_it() -> None:
    before = changed(("Oil burns.", "Oil is flamable stuff."))
    (one,) = found(
        edit(changed(("flamable", "flammable"), ("up to four", "up to six"), text=before)),
        before=before,
    )
    assert (short(one), one.fix) == ("BN601 warning high", None)


@cases("not_added")
def test_the_fix_adds_a_text_that_nobody_put_in(body: str, added: str | None) -> None:
    (one,) = found(enacted(body))
    assert short(one) == "BN602 warning medium"
    change = None if one.fix is None else one.fix.change
    assert (change.new if isinstance(change, Instruction) else change) == added


@pytest.mark.parametrize(
    "body", ["Move the rule “Oil” to before “Lamps”.", "In “Oil”, delete the last sentence."]
)
def test_values_that_a_page_cannot_show_are_not_missed(body: str) -> None:
    assert found(enacted(body)) == []


# Later edits and later matters


@pytest.mark.parametrize(
    ("later", "what", "said"),
    [
        pytest.param(
            RULES,
            "change, mended",
            "; since revision 102 by Boris nothing of it is left",
            id="undone",
        ),
        pytest.param(
            changed(("Each Player has 5 Oil. ", "")),
            "change, mended",
            "; since revision 102 by Boris",
            id="gone",
        ),
        pytest.param(
            changed(("has 5 Oil", "has 50 Oil"), ("for two", "for ten")),
            "change",
            "5 Oil.” became",
            id="it stands",
        ),
    ],
)
def test_outcome_of_an_edit(later: str, what: str, said: str) -> None:
    one = next(
        each
        for each in found(edit(STOLEN), edit(later, CLOSED + HOUR, "Boris"))
        if each.subject.id == "101"
    )
    assert (one.what, said in one.message, str(one.severity)) == (
        what,
        True,
        "warning" if what == "change" else "info",
    )


def test_outcome_of_a_removal() -> None:
    removed = changed((" Oil burns.", ""))
    for later, what in (
        (DONE, "change, mended"),
        (changed(("for two", "for ten"), text=removed), "change"),
    ):
        one = next(
            each
            for each in found(edit(removed), edit(later, CLOSED + HOUR, "Boris"))
            if each.subject.id == "101"
        )
        assert one.what == what


@pytest.mark.parametrize(
    ("place", "finds"),
    [("= Dynastic Rules =\n", ["warning", "warning"]), ("== Oil ==\n", ["info"])],
)
def test_a_rule_cut_by_one_edit_and_pasted_by_another(place: str, finds: list[str]) -> None:
    """Back in its section it is put right, though elsewhere in it; in another section neither edit
    is.
    """
    boats = "== Boats ==\nA Boat has room for two.\n"
    cut = changed((boats, ""))
    made = found(edit(cut), edit(changed((place, boats + place), text=cut), CLOSED + HOUR))
    assert [str(one.severity) for one in made if one.code == "BN601"] == finds


def test_an_edit_undone_and_made_again_counts() -> None:
    one = found(
        edit(STOLEN, user="Cyril"),
        edit(RULES, CLOSED + HOUR),
        edit(STOLEN, CLOSED + 2 * HOUR, "Cyril"),
    )[0]
    assert (one.subject.id, str(one.severity), one.what) == ("101", "warning", "change")


def test_undoing_what_was_enacted() -> None:
    made = enacted(MORE), edit(DONE), edit(RULES, CLOSED + DAY + HOUR, "Cyril", "reverted")
    (one,) = (each for each in found(*made) if each.code == "BN601")
    assert (one.subject.id, one.confidence, one.fix) == ("102", Confidence.MEDIUM, None)
    assert one.message == "revision 102 by Cyril undoes revision 101, which was authorised"
    own = found(made[0], made[1], edit(RULES, CLOSED + DAY + HOUR, "Anna", "too early, undone"))
    assert [each.code for each in own] == []


def test_putting_right_a_part_of_what_nothing_allowed() -> None:
    both = changed(("has 5 Oil", "has 50 Oil"), ("up to four", "up to six"))
    assert [
        (one.subject.id, one.code) for one in found(edit(both), edit(DONE, CLOSED + 2 * DAY))
    ] == [("101", "BN601")]


@cases("later_matters")
def test_a_later_matter_may_undo_what_is_missing(later: str, finds: list[str]) -> None:
    posts = enacted(WICKS, CLOSED - DAY, key="wicks"), enacted(later, key="later", subject="Later")
    assert [short(one) for one in found(*posts)] == finds


def test_text_that_was_on_the_page_before_is_not_missing() -> None:
    done = RULES.replace(
        "= Appendix",
        "== Wicks ==\nA Wick is seven inches long. Nobody may sell a Wick.\n= Appendix",
    )
    made = found(enacted(WICKS), edit(done), edit(RULES, CLOSED + DAY, "Cyril"))
    assert [(one.code, one.subject.id) for one in made] == [("BN601", "102")]


def test_a_matter_carried_out_in_two_edits() -> None:
    body = f"{MORE}\nRepeal “Boats”."
    whole = changed(("== Boats ==\nA Boat has room for two.\n", ""), text=DONE)
    assert found(enacted(body), edit(DONE), edit(whole, CLOSED + HOUR, "Boris")) == []
    assert [short(one) for one in found(enacted(body), edit(DONE))] == ["BN602 warning medium"]


# Times, people, and what is not known


@cases("distances")
def test_an_edit_needs_a_matter_within_a_day_or_its_name(at: str, comment: str, count: int) -> None:
    assert (
        len(
            [
                one
                for one in found(enacted(MORE), edit(DONE, CLOSED + length(at), comment=comment))
                if (one.code, one.severity) == ("BN601", "warning")
            ]
        )
        == count
    )


def test_a_matter_that_may_be_carried_out_late_makes_it_doubtful() -> None:
    (late,) = (
        one
        for one in found(enacted(MORE, CLOSED - DAY), edit(DONE, CLOSED + HOUR))
        if one.code == "BN601"
    )
    assert (short(late), late.fix) == ("BN601 warning low", None)
    assert late.evidence[1].excerpt == "“Proposal: More Lamps” was enacted 25 h before"
    (other,) = (
        one
        for one in found(enacted(MORE, CLOSED - DAY), edit(STOLEN, CLOSED + HOUR))
        if one.code == "BN601"
    )
    assert (short(other), other.fix is not None) == ("BN601 warning high", True)


def test_nothing_is_said_within_an_hour() -> None:
    assert found(edit(STOLEN, NOW - HOUR / 2)) == []
    assert len(found(edit(STOLEN, NOW - HOUR))) == 1
    assert found(enacted(WICKS, NOW - HOUR / 2)) == []


def test_an_editor_whose_name_is_hidden() -> None:
    (one,) = found(edit(STOLEN, user=None))
    assert one.message.startswith("revision 101 by an editor whose name is hidden changed “Oil”")


@pytest.mark.parametrize(
    ("user", "since", "finds"),
    [
        ("Emperor", HOUR, ["BN601 warning low"]),
        ("Cyril", HOUR, ["BN601 warning low"]),
        ("Cyril", 2 * DAY, ["BN601 warning high"]),
    ],
)
def test_near_an_ascension_address(user: str, since: timedelta, finds: list[str]) -> None:
    view = view_of(edit(STOLEN, CLOSED, user))
    made = replace(ASCENSION, posted=CLOSED - since, url="https://blog.example/archive/next")
    assert [short(one) for one in report(remade(view, posts=(*view.posts, made))).findings] == finds


def test_terms_replaced_and_rules_repealed_by_an_address() -> None:
    new = changed(("== Boats ==\nA Boat has room for two.\n", "")).replace("Player", "Lamplighter")
    view = view_of(edit(new, CLOSED, "Emperor"))
    for body, codes in (
        ("Replace “Player” by “Lamplighter”.", []),
        ("I say nothing of terms.", ["BN601"]),
    ):
        made = replace(
            ASCENSION, posted=CLOSED - HOUR, url="https://blog.example/archive/next", body=body
        )
        assert [
            one.code for one in report(remade(view, posts=(*view.posts, made))).findings
        ] == codes


def test_a_rule_repealed_that_an_address_keeps() -> None:
    view = view_of(
        edit(changed(("== Boats ==\nA Boat has room for two.\n", "")), CLOSED, "Emperor")
    )
    for body, codes in (
        ("Repeal all dynastic rules.", []),
        ("Keep “Boats” and repeal everything else.", ["BN601"]),
    ):
        made = replace(
            ASCENSION, posted=CLOSED - HOUR, url="https://blog.example/archive/next", body=body
        )
        assert [
            one.code for one in report(remade(view, posts=(*view.posts, made))).findings
        ] == codes


@pytest.mark.parametrize(
    ("coverage", "why"),
    [
        (Coverage(since=CLOSED - 9 * DAY), "older posts were not seen"),
        (Coverage(seen_at=CLOSED + HOUR / 2), "the blog was last read before these edits"),
        (Coverage(since=CLOSED - 11 * DAY, seen_at=CLOSED + 2 * HOUR), ""),
    ],
)
def test_posts_that_were_not_seen(coverage: Coverage, why: str) -> None:
    made = report(remade(view_of(edit(STOLEN)), coverage=coverage))
    assert bool(made.findings) is not bool(why)
    assert why in "".join(one.why for one in made.not_evaluated)


def test_revisions_that_are_hidden_or_missing() -> None:
    for made in ((edit(None), edit(STOLEN, CLOSED + HOUR)), (replace(edit(STOLEN), parentid=7),)):
        view = view_of(*made)
        if len(made) == 1:
            known = view.histories["Ruleset"]
            view = remade(view, histories={"Ruleset": (known[0], replace(known[1], parentid=7))})
        why = next(one.why for one in report(view).not_evaluated if one.name == "BN601")
        assert why.startswith("the texts of revisions just before")
    assert [one.name for one in report(view_of()).not_evaluated] == ["BN601", "BN611"]


def test_texts_that_are_too_long_to_be_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("validators.edits.sentence_changes.MOST_WORK", 0)
    made = report(view_of(edit(changed(("5 Oil", "6 Oil"), ("has one vote", "has two votes")))))
    assert made.findings == ()
    assert "too long and too different" in made.not_evaluated[0].why
    assert not made.not_evaluated[0].partly


def test_the_dynasty_is_unknown_without_an_address() -> None:
    view = remade(view_of(), posts=(enacted(WICKS),))
    made = report(view)
    assert made.findings == ()
    assert any(one.name == "BN602" for one in made.not_evaluated)
    assert report(remade(view, posts=(enacted(WICKS, CLOSED - 40 * DAY), ASCENSION))).findings == ()
