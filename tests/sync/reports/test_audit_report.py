from __future__ import annotations

import json
from datetime import timedelta

from sync.reports import as_json
from sync.reports.audit_text import audit_report
from sync.reports.layout import print_to_text
from tests.sync.samples import NOON, view
from validators.checks.run import AuditReport
from validators.finding import Confidence, Evidence, Finding, Fix, FixKind, NotEvaluated, RuleRef, Severity, Subject

THING = Subject("matter", "a_thing", "https://blog.example/archive/a_thing")
ERROR = Finding(
    "BN104",
    "resolved-too-early",
    Severity.ERROR,
    THING,
    "It was open for 3 hours, of 12.",
    evidence=(Evidence("https://blog.example/archive/a_thing", "Adminned at …", NOON - timedelta(hours=1)), Evidence(excerpt="quoted")),
    rule=RuleRef("Resolution of Proposals", "It has been open for twelve hours."),
    fix=Fix(FixKind.SET_VALUE, "a_thing", "Set it to Failed."),
)
WARNING = Finding(
    "BN111", "quorum-misstated", Severity.WARNING, Subject("roster", "sidebar"), "It says 5\nand is 6.", confidence=Confidence.LOW
)
NOTE = Finding("BN101", "resolvable", Severity.INFO, THING, "It may be enacted.", rule=RuleRef("Votes"))
UNSEEN = NotEvaluated("BN206", "this version does not check alterations")
BLIND = NotEvaluated("blog/index.html", "The file is missing.", source=True, inconclusive=True)


def text_of(report: AuditReport) -> str:
    return print_to_text(audit_report(view(), report), width=80, colour=False)


def test_the_audit_in_eighty_columns() -> None:
    assert (
        text_of(AuditReport((NOTE, ERROR, WARNING), (UNSEEN,)))
        == """\
sample, as of 2024-01-20 12:00 UTC

Errors (1)
BN104 resolved-too-early  a_thing
    It was open for 3 hours, of 12.
    Rule Resolution of Proposals: “It has been open for twelve hours.”
    See https://blog.example/archive/a_thing (2024-01-20 11:00 UTC): “Adminned
    at …”
    See the page: “quoted”
    Fix on a_thing: Set it to Failed.

Warnings (1)
BN111 quorum-misstated  sidebar  (low confidence)
    It says 5
    and is 6.

Information (1)
BN101 resolvable  a_thing
    It may be enacted.
    Rule Votes
    https://blog.example/archive/a_thing

Not evaluated
  · BN206: this version does not check alterations

1 error, 1 warning, 1 info; 1 check or source not evaluated.
"""
    )


def test_an_audit_without_findings_says_so() -> None:
    assert text_of(AuditReport((), ())).splitlines()[-1] == "0 errors, 0 warnings, 0 info."


def test_an_audit_that_could_not_see_says_so() -> None:
    text = text_of(AuditReport((), (BLIND, UNSEEN)))
    assert "  ! blog/index.html: The file is missing." in text
    assert " ".join(text.split()).endswith("2 checks or sources not evaluated. This audit is incomplete: no verdict.")


def test_the_json_has_the_promised_shape() -> None:
    report = json.loads(as_json.dump(as_json.audit(view(), AuditReport((ERROR, WARNING), (UNSEEN, BLIND)))))
    assert (report["schema"], report["as_of"], report["site"]) == ("blognomic/findings/1", "2024-01-20T12:00:00Z", "sample")
    assert report["counts"] == {"error": 1, "warning": 1, "info": 0}
    no_place = {"page": None, "line": None}
    assert report["findings"][0] == {
        "code": "BN104",
        "slug": "resolved-too-early",
        "severity": "error",
        "confidence": "high",
        "past": False,
        "subject": {"kind": "matter", "id": "a_thing", "url": "https://blog.example/archive/a_thing"},
        "message": "It was open for 3 hours, of 12.",
        "evidence": [
            {**no_place, "url": "https://blog.example/archive/a_thing", "excerpt": "Adminned at …", "at": "2024-01-20T11:00:00Z"},
            {**no_place, "url": None, "excerpt": "quoted", "at": None},
        ],
        **no_place,
        "rule": {"title": "Resolution of Proposals", "quote": "It has been open for twelve hours."},
        "fix": {"kind": "set-value", "page": "a_thing", "summary": "Set it to Failed."},
        "fingerprint": ERROR.fingerprint,
    }
    assert (report["findings"][1]["rule"], report["findings"][1]["fix"]) == (None, None)
    assert report["not_evaluated"] == [
        {"check": "BN206", "why": "this version does not check alterations", "blind": False},
        {"source": "blog/index.html", "why": "The file is missing.", "blind": True},
    ]
