"""BN612: what a clause sets is not what it was at the last audit."""

from __future__ import annotations

import pytest

from parsers.model import Confidence, Revision
from parsers.ruleset import MAX_RULESET_CHARS, read_ruleset
from parsers.ruleset.reviews import Reviews, SentenceReview
from tests.support.cases import cases
from tests.support.paths import DEMO
from tests.support.views import game_view, remade
from tests.validators.scene import DAY, NOW, SEVEN
from validators.checks.run import AuditReport, run_all
from validators.finding import NotEvaluated, Severity, Subject

RULES = (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8")
OPEN = "It has been open for voting for at least forty-eight hours, more than one"
SHORTER = RULES.replace(OPEN, OPEN.replace("forty-eight", "36"))
UNCLEAR = RULES.replace(OPEN, OPEN.replace("forty-eight", "about 36"))
STALE = next(
    line
    for line in RULES.splitlines()
    if line.startswith("If a Proposal has been pending for more than seven days")
)

WITHOUT = RULES.replace(STALE, "")


def audited(then: str | None, now: str = RULES) -> AuditReport:
    """The audit of a Ruleset that the last one read as another text."""
    former = Revision("Ruleset", 7, 0, NOW - DAY, "Anna", "why", then)
    return run_all(
        game_view(NOW, read_ruleset(now, revid=8), SEVEN, former_rules=former), select=["BN612"]
    )


def test_another_value_with_both_sentences() -> None:
    report = audited(SHORTER)
    (one,) = report.findings
    assert report.not_evaluated == ()
    assert (
        one.message == "“popular.after_hours” is 48; it was 36 in revision 7 (2024-03-09 12:00 UTC)"
    )
    assert (one.slug, one.severity, one.confidence) == (
        "parameter-changed",
        Severity.INFO,
        Confidence.HIGH,
    )
    assert one.subject == Subject("rule", "Votes")
    then, now = one.evidence
    assert then.excerpt.startswith("revision 7: It has been open for voting for at least 36 hours")
    assert (then.at, then.edit) == (NOW - DAY, "revision 7")
    assert now.excerpt.startswith(f"now: {OPEN}")
    assert one.rule is not None
    assert (one.rule.title, one.rule.quote is not None and OPEN in one.rule.quote) == (
        "Votes",
        True,
    )
    assert one.page == "Ruleset"
    assert one.fingerprint != audited(RULES, SHORTER).findings[0].fingerprint


@cases("the_same_values")
def test_a_ruleset_with_the_same_values_is_not_reported(now: str, then: str) -> None:
    assert audited(RULES.replace(now, then)) == AuditReport((), ())


@pytest.mark.parametrize(("then", "now"), [(UNCLEAR, RULES), (RULES, UNCLEAR)], ids=["then", "now"])
def test_a_value_that_is_not_understood_is_not_compared(then: str, now: str) -> None:
    report = audited(then, now)
    assert report.findings == ()
    (item,) = report.not_evaluated
    assert item.why.startswith(
        "not understood in the current Ruleset or in revision 7: popular.after_hours"
    )
    assert not item.inconclusive


@pytest.mark.parametrize(
    ("then", "now"), [(RULES, WITHOUT), (WITHOUT, RULES)], ids=["removed", "added"]
)
def test_a_clause_that_came_or_went_is_named_with_its_rule(then: str, now: str) -> None:
    (one,) = audited(then, now).findings
    assert one.subject == Subject("rule", "Resolution of Proposals")
    assert len(one.evidence) == 1
    assert (one.rule is None) is (now is WITHOUT)


DOUBT = "A Proposal about hats is exempt from that."


def test_another_sentence_on_it_that_is_not_understood() -> None:
    """The values were read; what else is said of Proposals may change them."""
    (one,) = audited(RULES.replace(STALE, f"{STALE.replace('seven', 'nine')}\n\n{DOUBT}")).findings
    assert one.message.startswith("“proposal.stale_days” is 7; it was 9 in revision 7")
    assert one.confidence is Confidence.MEDIUM


def test_a_sentence_that_was_reviewed_is_no_doubt() -> None:
    now, then = (
        RULES.replace(STALE, f"{STALE.replace('seven', days)}\n\n{DOUBT}")
        for days in ("seven", "nine")
    )
    (known_by,) = (each.fingerprint for each in read_ruleset(now).unread if DOUBT in each.quote)
    reviews = Reviews(sentences=(SentenceReview(known_by, "Anna", NOW),))
    rules = read_ruleset(now, revid=8, reviews=reviews)
    former = Revision("Ruleset", 7, 0, NOW - DAY, "Anna", "why", then)
    view = game_view(NOW, rules, SEVEN, former_rules=former, reviews=reviews)
    (one,) = run_all(view, select=["BN612"]).findings
    assert one.confidence is Confidence.HIGH


@pytest.mark.parametrize("text", [None, "x" * (MAX_RULESET_CHARS + 1)], ids=["hidden", "too long"])
def test_a_revision_that_cannot_be_read(text: str | None) -> None:
    why = "revision 7 is too long to be read, or its text is unknown"
    assert audited(text) == AuditReport((), (NotEvaluated("BN612", why),))


def test_without_an_earlier_audit() -> None:
    view = game_view(NOW, read_ruleset(RULES), SEVEN)
    assert run_all(view, select=["BN612"]) == AuditReport(
        (), (NotEvaluated("BN612", "no earlier audit is known"),)
    )
    gone = remade(view, no_former_rules="it is gone")
    assert run_all(gone, select=["BN612"]).not_evaluated == (NotEvaluated("BN612", "it is gone"),)
