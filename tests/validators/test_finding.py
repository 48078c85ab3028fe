"""What every finding holds to, whoever makes it; and from when on an audit looks at what was
done."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import product

import pytest

from parsers.model import Category, Confidence, Post
from tests.support.views import remade
from tests.validators.making import address, post, proposal, view
from tests.validators.scene import DAY, HOUR, NOW, SECOND
from validators.checks.audit_context import AuditContext
from validators.checks.run import AuditReport, restricted, run_all
from validators.finding import (
    Cause,
    Evidence,
    Finding,
    Severity,
    Subject,
    causes,
    dynasty_began,
    window_start,
)
from validators.view import Coverage


@pytest.mark.parametrize(("severity", "confidence"), list(product(Severity, Confidence)))
def test_low_confidence_errors_are_reported_as_warnings(
    severity: Severity, confidence: Confidence
) -> None:
    carried = (
        Severity.WARNING if (severity, confidence) == (Severity.ERROR, Confidence.LOW) else severity
    )
    made = Finding("BN105", "slug", severity, Subject("post", "a"), "words", confidence=confidence)
    changed = replace(
        Finding("BN105", "slug", severity, Subject("post", "a"), "words"), confidence=confidence
    )
    assert made.severity is changed.severity is carried
    assert replace(made, severity=Severity.ERROR).severity is (
        Severity.WARNING if confidence is Confidence.LOW else Severity.ERROR
    )


# Findings of one cause

EDIT = Finding(
    "BN2",
    "edit",
    Severity.ERROR,
    Subject("revision", "7"),
    "wrong",
    what="Boris: Coal",
    page="P",
    tells_cause=True,
)
VALUE = Finding(
    "BN1", "value", Severity.ERROR, Subject("variable", "Boris: Coal"), "illegal", page="P"
)


@pytest.mark.parametrize(
    "findings", [(EDIT, VALUE), (VALUE, EDIT)], ids=["edit first", "value first"]
)
def test_an_illegal_value_leads_the_edit_that_set_it(findings: tuple[Finding, ...]) -> None:
    assert causes(findings) == [Cause(VALUE, (EDIT,))]


def test_the_first_of_several_edits_leads_them() -> None:
    later = replace(EDIT, subject=Subject("revision", "8"))
    assert causes([EDIT, later]) == [Cause(EDIT, (later,))]


@pytest.mark.parametrize(
    "other",
    [replace(EDIT, page="Q"), replace(EDIT, what="Anna: Coal"), replace(EDIT, tells_cause=False)],
    ids=["another page", "another value", "an edit that set nothing"],
)
def test_findings_without_a_common_cause_stay_alone(other: Finding) -> None:
    assert causes([VALUE, other]) == [Cause(VALUE), Cause(other)]


def test_a_cause_names_the_edits_of_the_others() -> None:
    edit = replace(EDIT, evidence=(Evidence(edit="revision 7 by Ana"), Evidence()))
    later = replace(EDIT, evidence=())
    assert Cause(VALUE).came_about == ""
    assert Cause(VALUE, (edit, later)).came_about == " (BN2: revision 7 by Ana; BN2: )"


# From when on something counts

BEGAN = address(10 * DAY, author="Boris")


def nameless(age: float, **more: object) -> Post:
    """A story without a subject: BN203."""
    return post(Category.STORY, age * DAY, subject="", key=f"story-{age}", **more)  # type: ignore[arg-type]


def audited(
    *posts: Post, since: datetime | None = None, coverage: Coverage | None = None
) -> AuditReport:
    made = remade(view(*posts), coverage=coverage or Coverage())
    return restricted(run_all(made, select=["BN203", "BN104"]), made, since)


def subjects(report: AuditReport) -> list[str]:
    return [finding.subject.id for finding in report.findings]


def test_plain_audits_cover_the_dynasty() -> None:
    report = audited(BEGAN, nameless(10), nameless(11), nameless(9))
    assert subjects(report) == ["story-10", "story-9"]
    assert report.since == NOW - 10 * DAY
    assert not report.inconclusive
    everything = audited(nameless(11))
    assert (subjects(everything), everything.since) == (["story-11"], None)


def test_the_latest_address_counts_and_none_of_the_future() -> None:
    posts = (address(20 * DAY), BEGAN, address(-DAY), address(None))
    assert dynasty_began(posts, NOW) == NOW - 10 * DAY


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        pytest.param(NOW - 11 * DAY, ["story-11"], id="at the time"),
        pytest.param(NOW - 11 * DAY + SECOND, [], id="a second later"),
    ],
)
def test_since_a_time(since: datetime, expected: list[str]) -> None:
    assert subjects(audited(BEGAN, nameless(11), since=since)) == expected


def test_matters_resolved_since_then_are_covered() -> None:
    early = proposal(12 * DAY, closed=NOW - 12 * DAY + HOUR, key="early")
    late = proposal(12 * DAY, closed=NOW - 12 * DAY + 2 * HOUR, key="late")
    report = audited(BEGAN, early, late, since=NOW - 12 * DAY + 2 * HOUR)
    assert subjects(report) == ["late"]


def test_pending_matters_and_posts_without_a_date_always_count() -> None:
    pending = proposal(12 * DAY, subject="", key="pending")
    undated = post(Category.STORY, None, subject="", key="undated")
    assert "pending" in subjects(audited(BEGAN, pending, undated))


def test_other_subjects_count_by_their_evidence() -> None:
    made = view(BEGAN)
    (found,) = run_all(view(nameless(1)), select=["BN203"]).findings
    old = replace(
        found,
        subject=Subject("player", "Anna"),
        evidence=(replace(found.evidence[0], at=NOW - 11 * DAY),),
    )
    new = replace(old, evidence=(*old.evidence, replace(found.evidence[0], at=NOW)))
    state = replace(old, subject=Subject("page", "The Long Cut"))
    bare = replace(old, evidence=())
    report = restricted(AuditReport((old, new, state, bare), ()), made)
    assert report.findings == (new, state, bare)


def test_posts_that_were_not_seen_leave_no_verdict_where_they_were_asked_for() -> None:
    seen = Coverage(NOW - 5 * DAY)
    assert not audited(BEGAN, coverage=seen).inconclusive
    assert not audited(BEGAN, since=NOW - 5 * DAY, coverage=seen).inconclusive
    report = audited(BEGAN, since=NOW - 5 * DAY - SECOND, coverage=seen)
    assert report.inconclusive
    assert "older posts were not seen" in report.not_evaluated[-1].why


def test_uncovered_matters_are_not_judged() -> None:
    """It still counts for what is: the older Proposal was pending when the younger one was
    resolved.
    """
    older = proposal(12 * DAY, closed=NOW - 9 * DAY, key="older")
    long_ago = proposal(20 * DAY, closed=NOW - 19 * DAY, key="long ago")
    younger = proposal(9.5 * DAY, closed=NOW - 9.2 * DAY, key="younger")
    facts = AuditContext(view(BEGAN, older, long_ago, younger), window_start(view(BEGAN)))
    assert [post.key for post, _, _ in facts.resolved] == ["older", "younger"]
    assert [post.key for post in facts.matters] == ["older", "younger"]
    assert [post.key for post, _, _ in facts.ever_resolved] == ["long ago", "older", "younger"]
