"""BN607 and BN609: dynastic rules without text, and those that an Ascension Address did not
keep."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from parsers.model import Confidence, Post, Revision
from parsers.ruleset import read_ruleset
from tests.support.cases import cases
from tests.support.views import game_view, remade
from tests.validators.edits.ruleset_edits import (
    DAY,
    HOUR,
    NOW,
    ROSTER,
    RULES,
    changed,
    edit,
    enacted,
    view_of,
)
from tests.validators.making import address
from validators.checks.run import AuditReport, run_all
from validators.finding import Subject

EMPTY = (
    "* If a dynastic rule has no text and no subrules, any Player may delete it from the ruleset.\n"
)


@cases("texts")
def test_rules_without_text(text: str, expected: list[str]) -> None:
    page = RULES.replace("== Oil", f"{text}== Oil")
    report = run_all(game_view(NOW, read_ruleset(page), ROSTER), select=["BN607"])
    assert [one.subject.id for one in report.findings] == expected
    assert report.not_evaluated == ()


def test_only_dynastic_rules_and_what_the_ruleset_says_of_them() -> None:
    core = RULES.replace("== Votes", "== Empty ==\n== Votes")
    assert run_all(game_view(NOW, read_ruleset(core), ROSTER), select=["BN607"]).findings == ()
    page = RULES.replace("= Appendix =\n", f"== Empty ==\n= Appendix =\n== Clarity ==\n{EMPTY}")
    (one,) = run_all(game_view(NOW, read_ruleset(page), ROSTER), select=["BN607"]).findings
    assert (
        one.message
        == "the dynastic rule “Empty” has no text and no subrules; any Player may delete it"
    )
    assert (one.severity, one.rule and one.rule.title, one.line) == ("info", "Clarity", 16)
    (bare,) = run_all(
        game_view(NOW, read_ruleset(page.replace(EMPTY, "")), ROSTER), select=["BN607"]
    ).findings
    assert bare.message == "the dynastic rule “Empty” has no text and no subrules"


# BN609

AT = NOW - 6 * DAY


def report(
    *made: Post | Revision,
    body: str = "Repeal all dynastic rules except Boats.",
    before: str = RULES,
    at: datetime = AT,
) -> AuditReport:
    view = view_of(*made, before=before)
    new = replace(
        address(NOW - AT, author="Emperor", subject="Gas", body=body, key="gas"), posted=at
    )
    return run_all(remade(view, posts=(*view.posts, new)), select=["BN609"])


def found(*made: Post | Revision, **more: object) -> list[tuple[str, str]]:
    made_report = report(*made, **more)  # type: ignore[arg-type]
    assert made_report.not_evaluated == ()
    return [(one.subject.id, str(one.confidence)) for one in made_report.findings]


NO_LAMPS = RULES[: RULES.index("== Lamps")] + RULES[RULES.index("== Oil") :]
GONE = RULES[: RULES.index("== Lamps")] + RULES[RULES.index("== Boats") :]


def test_an_address_of_somebody_whom_nobody_crowned_accuses_hardly() -> None:
    first = replace(address(9 * DAY, author="Della"), posted=AT - 3 * DAY)
    view = view_of(first, edit(NO_LAMPS, AT + HOUR), before=RULES)
    body = "Repeal all dynastic rules except Boats."
    for author, emperor, confidence in (
        ("Emperor", None, Confidence.HIGH),
        ("Boris", None, Confidence.LOW),
        ("Della", None, Confidence.LOW),
        ("Boris", "boris", Confidence.HIGH),
        ("Boris", "Della", Confidence.LOW),
        ("Boris", "", Confidence.LOW),
    ):
        new = replace(address(NOW - AT, author=author, body=body, key="gas"), posted=AT)
        made = remade(view, posts=(*view.posts, new), emperor=emperor)
        (one,) = run_all(made, select=["BN609"]).findings
        assert one.confidence is confidence


def test_a_repealed_rule_that_is_still_on_the_page() -> None:
    (one,) = report(edit(NO_LAMPS, AT + HOUR)).findings
    assert (one.subject, one.confidence, one.what) == (
        Subject("rule", "Oil"),
        Confidence.HIGH,
        "gas",
    )
    assert (
        one.message
        == "the dynastic rule “Oil” is from before “Ascension-Address: Gas”, which did not keep it"
    )
    assert one.page == "Ruleset"


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        pytest.param([edit(GONE, AT + HOUR)], [], id="all are gone"),
        pytest.param(
            [edit(RULES, AT + HOUR)], [("Lamps", "high"), ("Oil", "high")], id="nothing was done"
        ),
        pytest.param(
            [edit(GONE, AT + HOUR), edit(NO_LAMPS, AT + DAY)], [], id="it was gone, and is back"
        ),
        pytest.param(
            [
                edit(
                    changed(("Each Player has 5 Oil.", "Oil is black, and thick."), text=NO_LAMPS),
                    AT + HOUR,
                )
            ],
            [],
            id="other text",
        ),
        pytest.param(
            [edit(changed(("5 Oil. Oil burns.", "6 Oil. Oil burns."), text=NO_LAMPS), AT + HOUR)],
            [("Oil", "low")],
            id="nearly its text",
        ),
        pytest.param(
            [edit(NO_LAMPS, AT + HOUR), enacted("The rule Oil shall be as it was.", AT + DAY)],
            [("Oil", "low")],
            id="a matter names it",
        ),
        pytest.param(
            [edit(NO_LAMPS, AT + HOUR), enacted("Sing.", AT + DAY)],
            [("Oil", "high")],
            id="a matter does not",
        ),
    ],
)
def test_fate_of_the_rules(made: list[Post | Revision], expected: list[tuple[str, str]]) -> None:
    assert found(*made) == expected


def test_a_rule_is_named_and_kept_with_its_subrules() -> None:
    before = changed(("== Boats", "=== Wells ===\nA well is deep, and dark below.\n== Boats"))
    assert found(edit(before, AT + HOUR), before=before) == [("Lamps", "high"), ("Oil", "high")]
    assert found(
        edit(before, AT + HOUR), before=before, body="Repeal all rules except “Lamps” and “Oil”."
    ) == [("Boats", "high")]
    assert found(
        edit(before, AT + HOUR), before=before, body="Keep “Wells” and “Boats” and “Lamps”."
    ) == [("Oil", "high")]


def test_a_new_emperor_has_a_day() -> None:
    assert found(edit(RULES), at=NOW - DAY) == [("Lamps", "high"), ("Oil", "high")]
    assert found(edit(RULES), at=NOW - DAY + timedelta(minutes=1)) == []


def test_what_is_not_known() -> None:
    (unread,) = report(edit(RULES), body="Keep what is good.").not_evaluated
    assert unread.why == "which rules “Ascension-Address: Gas” keeps was not understood"
    (late,) = report(edit(RULES), at=NOW - 20 * DAY).not_evaluated
    assert (
        late.why
        == "no revision of the Ruleset from before the latest Ascension Address is available"
    )
    view = view_of(edit(RULES))
    (none,) = run_all(remade(view, posts=(enacted("Sing."),)), select=["BN609"]).not_evaluated
    assert none.why == "no Ascension Address was read"
    hidden = report(edit(None, AT - HOUR), edit(RULES, AT + HOUR), edit(None, AT + 2 * HOUR))
    assert [one.subject.id for one in hidden.findings] == ["Lamps", "Oil"]
