"""Every format shows the same findings: of small audits, of the sample game, and of a game whose
players try to break it.
"""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from parsers.model import Confidence
from sync.reports.formats import NAMES, AuditDocument, Places, markdown, render
from tests.support.cases import cases
from tests.sync.reports.formats import reading
from tests.sync.reports.formats.reading import READERS
from tests.sync.samples import BLOG, NOON, post, view
from validators.checks.run import AuditReport
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

THING = Subject("matter", "a_thing", f"{BLOG}/archive/a_thing")
ERROR = Finding("BN104", "resolved-too-early", Severity.ERROR, THING, "It was open for 3 hours, of 12.",
    evidence=(Evidence(f"{BLOG}/archive/a_thing", "Adminned at …", NOON - timedelta(hours=1)), Evidence(THING.url)),
    rule=RuleRef("Resolution of Proposals", "It has been open for twelve hours."))  # fmt: skip
VALUE = Finding("BN401", "value-out-of-range", Severity.ERROR, Subject("variable", "Ana: Level"),
    "Ana's Level is “-3”", clause="Each Level is not negative.", evidence=(Evidence(None, "-3", page="A Page", line=51), Evidence()),
    rule=RuleRef("Levels", "Each Level is not negative."), fix=Fix(FixKind.SET_VALUE, "A Page", "set Ana's Level to “3”"),
    page="A Page", line=51)  # fmt: skip
SIDEBAR = Finding("BN111", "quorum-misstated", Severity.WARNING, Subject("roster", "sidebar"), "It says 5\nand is 6.",
    confidence=Confidence.LOW)  # fmt: skip
NOTE = Finding(
    "BN101", "resolvable", Severity.INFO, THING, "It can be enacted.", rule=RuleRef("Votes")
)
UNSEEN = tuple(
    NotEvaluated(code, "this version does not check alterations") for code in ("BN206", "BN207")
)
AGAIN = NotEvaluated("BN207", "another reason")
BLIND = NotEvaluated("blog/index.html", "The file is missing.", kind=Lack.SOURCE, inconclusive=True)


def audit(
    *findings: Finding, skipped: tuple[NotEvaluated, ...] = (), **changes: object
) -> AuditDocument:
    made = AuditDocument(view(), AuditReport(findings, skipped), 1, "errors found")
    return replace(made, **changes)  # type: ignore[arg-type]


SMALL = audit(NOTE, SIDEBAR, ERROR, VALUE, skipped=(*UNSEEN, AGAIN))


def test_every_format_is_read_back() -> None:
    assert sorted(READERS) == sorted(NAMES)


@pytest.mark.parametrize("name", READERS)
def test_the_same_findings_worst_first(name: str) -> None:
    seen = READERS[name](render(name, SMALL))
    if name == "markdown":
        seen = [*seen[1:], seen[0]]  # it begins with what can be done now
    assert [each.code for each in seen] == ["BN401", "BN104", "BN111", "BN101"]
    assert [each.text for each in seen] == [
        VALUE.statement if name == "markdown" else VALUE.message,
        ("a_thing: " if name == "markdown" else "") + ERROR.message,
        "It says 5 and is 6. (low confidence)",
        ("a_thing: " if name == "markdown" else "") + NOTE.message,
    ]
    # Where no file below here has it, a line would be that of nothing.
    assert (seen[0].page, seen[0].line) == ("A Page", None if name == "github" else 51)


PAST = replace(ERROR, what="past", statement="It is long over.", past=True, evidence=())
NEW = replace(
    SIDEBAR, code="BN114", what="new", statement="It came up.", confidence=Confidence.HIGH
)
EDIT = replace(
    VALUE, code="BN505", slug="illegal-value-set", subject=Subject("revision", "9"), what="Ana: Level", statement="Ana set it.", line=None,
    tells_cause=True, evidence=(Evidence(None, "revision 9 by Ana: up", NOON, "A Page", edit="revision 9 by Ana"),),
)  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_new_before_old_and_what_is_past_last(name: str) -> None:
    """The edit that set an illegal value is told with the value, where a person reads it; a summary
    leaves out what is past.
    """
    report = AuditReport(
        (PAST, NOTE, EDIT, NEW, ERROR, VALUE), (), new=frozenset({NEW.fingerprint})
    )
    text = render(name, AuditDocument(view(), report, 1, "x", failing=frozenset({NEW.fingerprint})))
    seen = [each.code for each in READERS[name](text) if name != "markdown" or each.code != "BN101"]
    apart = name in ("sarif", "junit")
    assert seen == [
        "BN114",
        "BN401",
        *(["BN505"] if apart else []),
        "BN104",
        *(["BN101", "BN104"] if name != "markdown" else []),
    ]
    assert ("(BN505: revision 9 by Ana)" in text) is not apart
    if name == "sarif":
        states = [result["baselineState"] for result in json.loads(text)["runs"][0]["results"]]
        assert states == ["new", *["unchanged"] * 5]
    else:
        assert text.count("new: ") == 1


def test_only_what_fails_the_run_fails_in_junit_and_names_stay() -> None:
    twice = replace(SIDEBAR, what="again", statement="It says 7.")
    made = AuditDocument(
        view(),
        AuditReport((SIDEBAR, ERROR, twice), ()),
        1,
        "x",
        failing=frozenset({SIDEBAR.fingerprint}),
    )
    cases = {
        case.get("name"): case[0].tag
        for case in reading.junit(render("junit", made)).findall("testcase")
    }
    assert cases == {
        "BN104 a_thing": "system-out",
        f"BN111 sidebar ({SIDEBAR.fingerprint[:8]})": "failure",
        f"BN111 sidebar ({twice.fingerprint[:8]})": "system-out",
    }


@pytest.mark.parametrize("name", READERS)
def test_an_audit_without_findings(name: str) -> None:
    assert READERS[name](render(name, audit(code=0, why="nothing found"))) == []


TOLD = replace(
    SMALL,
    notes=("3 findings are held back.", "::error::x"),
    report=replace(SMALL.report, not_evaluated=(*UNSEEN, BLIND)),
)


def test_a_line_for_each_in_the_concise_format() -> None:
    assert render("concise", TOLD).splitlines() == [
        "A Page:51: BN401 Ana's Level is “-3”: “Each Level is not negative.”",
        f"{BLOG}/archive/a_thing: BN104 It was open for 3 hours, of 12.",
        "sidebar: BN111 It says 5 and is 6. (low confidence)",
        f"{BLOG}/archive/a_thing: BN101 It can be enacted.",
        "blog/index.html: not evaluated: The file is missing.",
        "3 findings are held back.",
        "\\::error::x",
    ]


@pytest.mark.parametrize("name", ["concise", "sarif"])
def test_partly_evaluated_checks_are_not_called_unevaluated(name: str) -> None:
    in_part = NotEvaluated("BN204", "edits may be missing", inconclusive=True, partly=True)
    text = render(name, audit(skipped=(in_part,)))
    assert "BN204: evaluated in part: edits may be missing" in text
    assert "BN204: not evaluated" not in text


def test_markdown() -> None:
    text = render(
        "markdown", replace(TOLD, notes=TOLD.notes[:1], places=Places(wiki="https://wiki.example/"))
    )
    thing = "[a\\_thing](<https://blog.example/archive/a_thing>)"
    page = "[A Page, line 51](<https://wiki.example/index.php?title=A_Page>)"
    assert [line for line in text.splitlines() if line] == [
        "## Audit of sample, 2024-01-20 12:00 UTC",
        "**4 entries: 1 to do now, 2 errors, 1 warning; exit 1 (errors found)**",
        "3 findings are held back.",
        "### No verdict",
        "This audit is incomplete:",
        "- **blog/index.html**: The file is missing.",
        "### To do now (1)",
        f"- **BN101** {thing}: It can be enacted.",
        "### Errors (2)",
        f"- **BN401** {page}: Ana's Level is “-3”",
        "  - Rule Levels: “Each Level is not negative.”",
        "  - Fix: set Ana's Level to “3”",
        f"- **BN104** {thing}: It was open for 3 hours, of 12.",
        "  - Rule Resolution of Proposals: “It has been open for twelve hours.”",
        "### Warnings (1)",
        "- **BN111** It says 5 and is 6. (low confidence)",
        "### Not evaluated",
        "- **BN206, BN207**: this version does not check alterations",
    ]


def test_a_summary_links_titles_and_says_each_clause_once() -> None:
    other = post("an_other", title="Proposal: *Other*")
    message = "“Proposal: A Thing [Core]” was enacted before “Proposal: *Other*”"
    late = replace(
        ERROR,
        statement=message,
        evidence=(Evidence(other.url, "Pending"), Evidence(THING.url, "Enacted")),
    )
    found = (late, replace(late, what="again", statement="It says more: “Proposal: Another Thing”"))
    text = render("markdown", replace(audit(*found), view=view(post(), other)))
    thing = "[Proposal: A Thing \\[Core\\]](<https://blog.example/archive/a_thing>)"
    evidence = "  - Evidence: [Proposal: \\*Other\\*](<https://blog.example/archive/an_other>)"
    assert [line for line in text.splitlines() if line][3:] == [
        f"- **BN104** “{thing}” was enacted before “Proposal: \\*Other\\*”",
        "  - Rule Resolution of Proposals: “It has been open for twelve hours.”",
        evidence,
        f"- **BN104** {thing}: It says more: “Proposal: Another Thing”",
        evidence,
    ]


@pytest.mark.parametrize(("failing", "listed"), [(frozenset(), 0), ({PAST.fingerprint}, 1)])
def test_a_summary_lists_what_is_past_only_where_it_fails_the_audit(
    failing: frozenset[str], listed: int
) -> None:
    text = render("markdown", audit(PAST, failing=failing))
    assert (text.count("It is long over."), text.count("Too old to settle")) == (listed, listed)
    assert text.count("\n1 too old to settle: not listed here.\n") == 1 - listed


def test_a_summary_shows_what_is_new_before_what_can_be_done() -> None:
    report = AuditReport((NOTE, VALUE, ERROR), (), new=frozenset({VALUE.fingerprint}))
    text = render("markdown", audit(report=report))
    parts = [line for line in text.splitlines() if line.startswith(("###", "- "))]
    assert [line.partition(" ")[2][:16] for line in parts] == [
        "New errors (1)",
        "**BN401** new: A",
        "To do now (1)",
        "**BN101** [a\\_th",
        "Errors (1)",
        "**BN104** [a\\_th",
    ]


@pytest.mark.parametrize(
    "note", ["1. x", "- x", "===", "123456789) x", "---", "# x", "> x", "    x"]
)
def test_a_note_is_a_paragraph(note: str) -> None:
    blocks = reading.markdown(render("markdown", audit(notes=(note,))))
    assert [kind for kind, _, _ in blocks] == ["h2", "paragraph", "paragraph"]
    assert blocks[2][2] == note.strip()


@pytest.mark.parametrize("spare", [0, -1])
def test_markdown_is_cut_within_its_limit_and_says_so(
    spare: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = render("markdown", SMALL)
    monkeypatch.setattr(markdown, "LIMIT", len(whole.encode()) + 500 + spare)
    text = render("markdown", SMALL)
    assert (text == whole) is (spare == 0)
    if spare:
        assert text.rstrip().endswith(": 1 more item. The counts above are of all.")


@cases("annotations")
def test_at_most_ten_annotations_of_a_kind(
    counts: list[int], shown: list[int], left_out: str, *, blind: bool
) -> None:
    found = [
        finding
        for finding, count in zip((ERROR, SIDEBAR, NOTE), counts, strict=True)
        for _ in range(count)
    ]
    text = render("github", audit(*found, skipped=(*UNSEEN, BLIND) if blind else (*UNSEEN,)))
    made = reading.commands(text)
    kinds = [kind for kind, _, _ in made]
    assert [kinds.count(kind) for kind in ("error", "warning", "notice")] == shown
    assert ("No verdict" in [properties["title"] for _, properties, _ in made[:1]]) is blind
    rest = [line for line in text.splitlines() if not line.startswith("::")]
    lacking = (
        f"{3 if blind else 2} not evaluated ({'blog/index.html, ' if blind else ''}BN206, BN207)."
    )
    assert rest == [
        *(
            [f"Left out, since GitHub shows 10 annotations of a kind in a step: {left_out}."]
            if left_out
            else []
        ),
        lacking,
    ]


def test_past_findings_are_notices_unless_they_fail_the_run() -> None:
    for failing, kind in ((frozenset[str](), "notice"), (frozenset({PAST.fingerprint}), "error")):
        made = reading.commands(render("github", audit(PAST, failing=failing)))
        assert [each for each, _, _ in made] == [kind]


def test_annotations_name_files_below_the_working_folder() -> None:
    files = Places(
        Path("/x/saved"),
        "saved",
        {"A Page": "wiki/A_Page.wikitext"},
        {"a_thing": "blog/archive/a_thing/index.html"},
    )
    made = reading.commands(render("github", replace(SMALL, places=files, notes=("::note",))))
    here = replace(SMALL, places=replace(files, shown="."))
    assert reading.commands(render("github", here))[0][1]["file"] == "wiki/A_Page.wikitext"
    assert [(properties["file"], properties.get("line")) for _, properties, _ in made] == [
        ("saved/wiki/A_Page.wikitext", "51"),
        ("saved/blog/archive/a_thing/index.html", None),
        ("saved/snapshot.toml", None),
        ("saved/blog/archive/a_thing/index.html", None),
    ]


def locations(document: AuditDocument) -> list[tuple[str, str | None, int | None]]:
    results = json.loads(render("sarif", document))["runs"][0]["results"]
    places = [result["locations"][0]["physicalLocation"] for result in results]
    return [
        (
            p["artifactLocation"]["uri"],
            p["artifactLocation"].get("uriBaseId"),
            p.get("region", {}).get("startLine"),
        )
        for p in places
    ]


def test_where_sarif_finds_them() -> None:
    """In the files of a snapshot, and for the live game where a pull would write them."""
    saved = Places(
        Path("/x/saved"),
        pages={"A Page": "wiki/A Page é%.wikitext"},
        posts={"a_thing": "blog/archive/a_thing/index.html"},
    )
    entry, nowhere = (
        ("blog/archive/a_thing/index.html", "SNAPSHOT", None),
        ("snapshot.toml", "SNAPSHOT", None),
    )
    page = ("wiki/A%20Page%20%C3%A9%25.wikitext", "SNAPSHOT", 51)
    assert locations(replace(SMALL, places=saved)) == [page, entry, nowhere, entry]
    assert locations(replace(SMALL, places=Places(Path("/x/saved")))) == [nowhere] * 4
    assert locations(SMALL)[0] == ("wiki/A_Page.wikitext", "SNAPSHOT", 51)


def test_a_run_in_sarif() -> None:
    skipped = (*UNSEEN, BLIND, NotEvaluated("BN507", "no {revisions}", inconclusive=True))
    document = replace(
        SMALL,
        code=3,
        why="no verdict",
        notes=("3 are held back.",),
        report=replace(SMALL.report, not_evaluated=skipped),
    )
    run = json.loads(render("sarif", replace(document, places=Places(Path("/x/a b")))))["runs"][0]
    assert run["originalUriBaseIds"]["SNAPSHOT"]["uri"] == "file:///x/a%20b/"
    (ending,) = run["invocations"]
    assert (ending["exitCode"], ending["executionSuccessful"]) == (3, False)
    assert [
        (each["level"], each["message"]["text"]) for each in ending["toolExecutionNotifications"]
    ] == [
        ("note", "3 are held back."),
        ("note", "BN206: not evaluated: this version does not check alterations"),
        ("note", "BN207: not evaluated: this version does not check alterations"),
        ("error", "blog/index.html: not evaluated: The file is missing."),
        ("error", "BN507: not evaluated: no {{revisions}}"),
    ]
    assert [result["partialFingerprints"]["blognomic/v1"] for result in run["results"]] == [
        each.fingerprint for each in document.findings
    ]
    for rule in run["tool"]["driver"]["rules"]:  # as long as GitHub's code scanning takes them
        assert (
            max(
                len(rule["name"]) * 4,
                len(rule["shortDescription"]["text"]),
                len(rule["fullDescription"]["text"]),
            )
            <= 1024
        )


def test_unevaluated_checks_are_skipped_or_errors_in_junit() -> None:
    source = NotEvaluated(f"{BLOG}/archive/x", "no date", Lack.POST)
    in_part = NotEvaluated("BN104", "edits may be missing", partly=True)
    unseen = replace(in_part, name="BN105", inconclusive=True)
    blind = replace(unseen, name="BN106", partly=False)
    made = audit(
        ERROR,
        NOTE,
        skipped=(*UNSEEN, AGAIN, BLIND, source, in_part, unseen, blind),
        notes=("3 are held back.",),
        failing=frozenset({ERROR.fingerprint}),
    )
    suite = reading.junit(render("junit", made))
    assert {
        case.get("name"): (case[0].tag, case[0].get("message"))
        for case in suite.findall("testcase")[2:]
    } == {
        "BN104 evaluated in part": ("system-out", None),
        "BN105 evaluated in part": ("error", "edits may be missing"),
        "BN106 not evaluated": ("error", "edits may be missing"),
        "BN206 not evaluated": ("skipped", "this version does not check alterations"),
        "BN207 not evaluated": (
            "skipped",
            "this version does not check alterations; another reason",
        ),
        "source blog/index.html": ("error", "The file is missing."),
        f"source {BLOG}/archive/x": ("skipped", "no date"),
    }
    assert (
        suite.findtext("system-out")
        == "1 error, 0 warnings, 1 info; exit 1 (errors found)\n3 are held back."
    )
    assert (suite.get("failures"), suite.get("errors"), suite.get("skipped")) == ("1", "3", "3")
