"""Findings whose every field is a trap: each format stays valid, and shows as many findings, with their codes and severities."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sync.reports.formats.document import AuditDocument, Places, render
from tests.sync.reports.formats.reading import READERS
from tests.sync.reports.formats.test_escaping import TEXTS
from tests.sync.samples import NOON, view
from validators.checks.run import AuditReport
from validators.finding import Confidence, Evidence, Finding, Fix, FixKind, NotEvaluated, RuleRef, Severity, Subject, causes

CODES = {Severity.ERROR: "BN401", Severity.WARNING: "BN404", Severity.INFO: "BN604"}
URLS = st.none() | TEXTS | TEXTS.map("https://blog.example/archive/{}".format)
LINES = st.none() | st.integers(1, 10**9)
PAGES = st.none() | TEXTS.filter(bool)
FINDINGS = st.builds(
    lambda severity, **fields: Finding(CODES[severity], "a-slug", severity, **fields),
    st.sampled_from(Severity),
    subject=st.builds(Subject, st.sampled_from(("matter", "page", "variable")), TEXTS, URLS),
    message=TEXTS.map("x{}x".format),
    confidence=st.sampled_from(Confidence),
    evidence=st.lists(st.builds(Evidence, URLS, TEXTS, st.none() | st.just(NOON), PAGES, LINES), max_size=2).map(tuple),
    rule=st.none() | st.builds(RuleRef, TEXTS, st.none() | TEXTS),
    fix=st.none() | st.builds(Fix, st.just(FixKind.RESPELL), TEXTS, TEXTS),
    page=PAGES,
    line=LINES,
)
SKIPPED = st.builds(NotEvaluated, TEXTS | st.just("BN101, BN102"), TEXTS.map("x{}".format), st.booleans(), st.booleans())
PLACES = st.builds(
    Places,
    st.none() | st.just(Path("/x/{a}%é")),
    st.none() | TEXTS,
    st.dictionaries(TEXTS, TEXTS.map("wiki/{}".format), max_size=2),
    st.dictionaries(TEXTS, TEXTS.map("blog/{}".format), max_size=2),
    wiki=st.none() | st.just("https://wiki.example/"),
)
AUDITS = st.builds(
    lambda findings, skipped, places, notes: AuditDocument(view(), AuditReport(tuple(findings), tuple(skipped)), 1, "x", notes, places),
    st.lists(FINDINGS, max_size=4),
    st.lists(SKIPPED, max_size=3),
    PLACES,
    st.lists(TEXTS, max_size=2).map(tuple),
)


def holds(name: str, audit: AuditDocument) -> None:
    if name == "github":
        audit = AuditDocument(audit.view, AuditReport(audit.report.findings, ()), 1, "x", audit.notes, audit.places)
    text = render(name, audit)
    wanted = audit.findings if name in ("sarif", "junit") else [cause.lead for cause in causes(audit.findings)]
    if name == "concise":
        assert len(text.splitlines()) == len(wanted) + len(audit.skipped(inconclusive=True)) + len(audit.notes)
        return
    seen = READERS[name](text)
    if name == "markdown":
        assert sorted(each.code for each in seen) == sorted(finding.code for finding in wanted)
    else:
        assert [(each.code, each.severity) for each in seen] == [(finding.code, finding.severity) for finding in wanted]


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=15)
@given(audit=AUDITS)
def test_a_few(name: str, audit: AuditDocument) -> None:
    holds(name, audit)
