from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from msgspec.json import encode
from rich.cells import cell_len

from parsers.gamestate.change import RemoveRow
from parsers.model import Confidence
from sync.reports.audit_text import audit_report
from sync.reports.layout import print_to_text
from sync.schemas.findings import findings_json
from tests.support.command import Run
from tests.sync.samples import NOON, view
from validators.checks.resolutions import NOT_CERTIFIED
from validators.checks.run import AuditReport, HeldBack
from validators.finding import (
    Evidence,
    Finding,
    Fix,
    FixKind,
    Lack,
    NotEvaluated,
    RuleRef,
    Severity,
    Subject,
)

THING = Subject("matter", "a_thing", "https://blog.example/archive/a_thing")
ERROR = Finding("BN104", "resolved-too-early", Severity.ERROR, THING, "It was open for 3 hours, of 12.",
    evidence=(Evidence("https://blog.example/archive/a_thing", "Adminned at …", NOON - timedelta(hours=1)), Evidence(excerpt="quoted")),
    rule=RuleRef("Resolution of Proposals", "It has been open for twelve hours."),
    fix=Fix(FixKind.SET_VALUE, "a_thing", "Set it to Failed.", RemoveRow("A")))  # fmt: skip
WARNING = Finding("BN111", "quorum-misstated", Severity.WARNING, Subject("roster", "sidebar"), "It says 5\nand is 6.",
    confidence=Confidence.LOW)  # fmt: skip
NOTE = Finding(
    "BN101", "resolvable", Severity.INFO, THING, "It can be enacted.", rule=RuleRef("Votes")
)
UNSEEN = NotEvaluated("BN206", "this version does not check alterations")
BLIND = NotEvaluated("blog/index.html", "The file is missing.", kind=Lack.SOURCE, inconclusive=True)


def text_of(
    report: AuditReport, *, width: int = 80, verbose: bool = False, colour: bool = False
) -> str:
    return print_to_text(audit_report(view(), report, verbose=verbose), width=width, colour=colour)


AUDIT = """\
sample, as of 2024-01-20 12:00 UTC

To do now (2)
  BN101 It can be enacted.
  BN104 2024-01-20  It was open for 3 hours, of 12.
        → Set it to Failed.

Warnings (1)
  BN111 (low confidence) It says 5 and is 6.

Too old to settle (1)
  BN111 (low confidence) It says 5 and is 6.

Not evaluated (1)
  · BN206: this version does not check alterations

1 finding can no longer be settled (over 30 days old); only --fail-on-past
counts them.
blognomic correct shows the edits (→); -v shows all evidence; blognomic explain
CODE shows how to settle a finding.
4 entries: 2 to do now (1 error, 1 info), 1 warning, 1 too old to settle; 1 not
evaluated.
"""


def test_the_audit_in_eighty_columns() -> None:
    shown = text_of(
        AuditReport((NOTE, ERROR, WARNING, replace(WARNING, what="old", past=True)), (UNSEEN,))
    )
    assert shown == AUDIT


def test_all_evidence_on_request() -> None:
    text = text_of(AuditReport((NOTE, ERROR, WARNING), (UNSEEN,)), verbose=True)
    assert (
        text.partition("To do now (2)\n")[2].partition("Not evaluated")[0]
        == f"""\
BN101 resolvable  a_thing
    It can be enacted.
    Address: https://blog.example/archive/a_thing
    Rule: Votes
    Fingerprint: {NOTE.fingerprint}
BN104 resolved-too-early  a_thing
    It was open for 3 hours, of 12.
    Address: https://blog.example/archive/a_thing
    Rule: Resolution of Proposals: “It has been open for twelve hours.”
    Evidence: https://blog.example/archive/a_thing (2024-01-20 11:00 UTC)
    “Adminned at …”
    Evidence: “quoted”
    Fix: a_thing: Set it to Failed.
    Fingerprint: {ERROR.fingerprint}

Warnings (1)
BN111 quorum-misstated  sidebar  (low confidence)
    It says 5
    and is 6.
    Fingerprint: {WARNING.fingerprint}

"""
    )


def test_an_audit_without_findings_says_so_and_one_that_could_not_see() -> None:
    assert text_of(AuditReport((), ())).splitlines()[1:] == ["", "No findings."]
    text = text_of(AuditReport((), (UNSEEN, BLIND)))
    assert text.index("  ! blog/index.html: The file is missing.") < text.index("BN206")
    assert " ".join(text.split()).endswith("2 not evaluated. This audit is incomplete: no verdict.")


def told(*findings: Finding, **changes: Any) -> list[str]:
    lines = text_of(AuditReport(findings, (), **changes), width=100).splitlines()
    return lines[lines.index(f"Errors ({len(findings)})") + 1 :]


def at(days: int, message: str) -> Finding:
    evidence = tuple(Evidence(at=NOON - times * timedelta(days=days)) for times in (1, 2))
    return replace(ERROR, statement=message, fix=None, evidence=evidence)


def test_the_newest_come_first_and_what_stands_on_a_page_before_them() -> None:
    lines = told(
        at(40, "Old."), at(1, "word " * 200), replace(at(3, "Now."), page="A Page", line=7)
    )
    assert lines[0] == "  BN104 A Page, line 7: Now."
    assert lines[1].startswith("  BN104 2024-01-19  word word")
    assert [line for line in lines if line.endswith("word…")] == lines[3:4]
    assert lines[4] == "  BN104 2023-12-11  Old."


def test_a_clause_is_quoted_once() -> None:
    clause = "It has been open for twelve hours."
    finding = replace(ERROR, statement="Too early", clause=clause, fix=None)
    assert text_of(AuditReport((finding,), ()), verbose=True).count(clause) == 1
    assert clause not in text_of(AuditReport((finding,), ()))


def test_new_findings_are_marked() -> None:
    new, known = at(1, "One."), replace(at(2, "Two."), what="other")
    lines = text_of(AuditReport((known, new), (), new=frozenset({new.fingerprint}))).splitlines()
    assert lines[2:7] == [
        "New errors (1)",
        "  BN104 new: 2024-01-19  One.",
        "",
        "Errors (1)",
        "  BN104 2024-01-18  Two.",
    ]


def test_new_findings_come_before_what_can_be_done() -> None:
    report = AuditReport((NOTE, ERROR), (), new=frozenset({ERROR.fingerprint}))
    lines = text_of(report).splitlines()
    assert lines[2:8] == [
        "New errors (1)",
        "  BN104 new: 2024-01-20  It was open for 3 hours, of 12.",
        "        → Set it to Failed.",
        "",
        "To do now (1)",
        "  BN101 It can be enacted.",
    ]
    assert lines[-1] == "2 entries (1 new): 1 new error, 1 to do now."


def test_a_new_warning_of_a_known_error_is_no_new_error() -> None:
    value = Subject("variable", "Ana: Level")
    error = replace(ERROR, subject=value, fix=None, evidence=())
    warning = replace(WARNING, subject=value, confidence=Confidence.HIGH)
    new = frozenset({warning.fingerprint})
    lines = text_of(AuditReport((error, warning), (), new=new)).splitlines()
    assert lines[2] == "New warnings (1)"
    assert lines[-1] == "1 entry (1 new): 1 new warning."
    both = frozenset({*new, error.fingerprint})
    assert text_of(AuditReport((error, warning), (), new=both)).splitlines()[2] == "New errors (1)"


def test_with_a_baseline_what_it_does_not_list_is_new() -> None:
    listed = HeldBack(0, listed=frozenset({NOTE.fingerprint}))
    lines = text_of(AuditReport((NOTE, WARNING), (), held_back=listed)).splitlines()
    assert [line for line in lines if line.endswith("(1)") or "BN" in line] == [
        "New warnings (1)",
        "  BN111 new: (low confidence) It says 5 and is 6.",
        "To do now (1)",
        "  BN101 It can be enacted.",
    ]


def test_the_last_line_sums_the_groups_that_stand_above(run: Run) -> None:
    out = run("audit", "--site", "demo", code=1).out
    said: dict[str, list[int]] = {}
    listed = [0, 0]
    for line in out.splitlines():
        if heading := re.fullmatch(r"(\S.*) \((\d+)\)", line):
            listed = said[heading[1]] = [int(heading[2]), 0]
        elif re.match(r"  BN\d{3} ", line):
            listed[1] += 1
    unseen = [said.pop(name)[0] for name in ("Not evaluated", "Partly evaluated")]
    assert all(stated == shown > 0 for stated, shown in said.values())
    numbers = [stated for stated, _ in said.values()]
    last = " ".join(out.split()).rpartition("settle a finding.")[2]
    severities = re.search(r"\((\d+) errors, (\d+) warnings, (\d+) info\)", last)
    assert severities is not None
    assert sum(map(int, severities.groups())) == said["To do now"][0]
    totals = re.findall(r"\d+", last.replace(severities[0], ""))
    assert list(map(int, totals)) == [sum(numbers), *numbers, *unseen]


def test_unevaluated_checks_are_listed_once(run: Run) -> None:
    out = run("audit", "--site", "demo", code=1).words
    for heading, after in (("Not evaluated", "Partly evaluated"), ("Partly evaluated", "findings")):
        ((stated, listed),) = re.findall(rf"{heading} \((\d+)\)(.*?){after}", out)
        codes = re.findall(r"BN\d{3}", listed)
        assert len(codes) == len(set(codes)) == int(stated)


def test_uncertified_verdicts_are_marked_and_come_last() -> None:
    doubtful = replace(
        NOTE, statement=f"“A” can be enacted{NOT_CERTIFIED}a doubt", confidence=Confidence.MEDIUM
    )
    lines = text_of(
        AuditReport((doubtful, replace(NOTE, statement="“B” can be enacted")), ())
    ).splitlines()
    assert lines[3:5] == [
        "  BN101 “B” can be enacted",
        "  BN101 (medium confidence) “A” can be enacted; not certified: a doubt",
    ]


def test_one_line_for_each_reason() -> None:
    lacking = [
        NotEvaluated(f"BN{number}", "needs the Ruleset, which was not read", inconclusive=True)
        for number in range(401, 404)
    ]
    planned = [
        NotEvaluated(code, "needs posts, and none were read")
        for code in ("BN301", "BN302", "BN601")
    ]
    lines = text_of(AuditReport((), (*planned, *lacking))).splitlines()
    assert lines[3] == "  ! BN401, BN402, BN403: needs the Ruleset, which was not read"
    assert lines[4] == "  · BN301, BN302, BN601: needs posts, and none were read"
    assert lines[-1].startswith("No findings; 6 not evaluated")


@pytest.mark.parametrize("verbose", [False, True])
def test_hostile_text_neither_steers_nor_breaks(verbose: bool) -> None:
    text = "\x1b[2J\u202e深い" + "x" * 10_000 + "\n::error::\x07"
    finding = replace(
        ERROR,
        statement=text,
        subject=Subject(text, text, f"https://x.example/{text}"),
        page=text,
        rule=RuleRef(text, text),
    )
    printed = text_of(
        AuditReport((finding, replace(finding, code="BN101")), (NotEvaluated(text, text),)),
        verbose=verbose,
        colour=True,
    )
    plain = re.sub(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b\x07\u202e]*\x1b\\", "", printed)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", plain)
    assert max(map(cell_len, plain.splitlines())) <= 80


def test_the_demo_begins_with_what_can_be_done(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = run("audit", "--site", "demo", code=1).out.splitlines()
    assert lines[2] == "To do now (8)"
    assert lines[3] == "  BN101 2024-05-16  “Proposal: Passing Places” can be enacted now: 6 FOR, 1"
    assert len(lines) < 120
    assert max(map(cell_len, lines)) <= 80


def test_the_json_has_the_promised_shape() -> None:
    report = json.loads(
        encode(findings_json(view(), AuditReport((ERROR, WARNING), (UNSEEN, BLIND))))
    )
    assert (report["schema"], report["as_of"], report["site"]) == (
        "blognomic/findings/1",
        "2024-01-20T12:00:00Z",
        "sample",
    )
    assert report["counts"] == {"error": 1, "warning": 1, "info": 0}
    first, second = report["findings"]
    assert first["subject"] == {
        "kind": "matter",
        "id": "a_thing",
        "url": "https://blog.example/archive/a_thing",
    }
    assert first["evidence"][1] == {
        "url": None,
        "page": None,
        "line": None,
        "excerpt": "quoted",
        "at": None,
    }
    assert (first["severity"], first["evidence"][0]["at"], first["fix"]["kind"]) == (
        "error",
        "2024-01-20T11:00:00Z",
        "set-value",
    )
    assert (second["rule"], second["fix"]) == (None, None)
    assert report["not_evaluated"] == [
        {
            "check": "BN206",
            "why": "this version does not check alterations",
            "blind": False,
            "partly": False,
        },
        {
            "source": "blog/index.html",
            "why": "The file is missing.",
            "blind": True,
            "partly": False,
        },
    ]
