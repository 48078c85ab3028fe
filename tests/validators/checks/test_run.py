"""Running checks: selection, what is missing, what breaks, and that nothing passes in silence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from parsers.model import Category, Post, Problem, Revision, Roster, Status
from parsers.ruleset.ruleset_model import UnreadClause
from tests.support.cases import cases
from tests.support.paths import SHARED
from tests.support.views import remade
from tests.validators.checking import FAMILIES, report
from tests.validators.making import address, cfj, length, post, proposal, rules, view, without
from tests.validators.scene import DAY, HOUR, NOW, QUORUM
from validators.checks.audit_context import AuditContext
from validators.checks.check import INFO, PRESENT, AuditCheck, Results, check
from validators.checks.run import AuditReport, checks, codes_of, evaluated, needed, run_all
from validators.finding import Evidence, Found, Gap, Lack, NotEvaluated, Subject

SOMETHING = cfj(DAY, *QUORUM)
OURS = [one for one in checks() if one.code.startswith(FAMILIES)]


def missing(name: str, *posts: Post, **setting: object) -> list[tuple[str, bool]]:
    """What one check says it could not evaluate, and whether that leaves the audit blind."""
    made = report(*posts, select="", **setting)
    return [(item.why, item.inconclusive) for item in made.not_evaluated if item.name == name]


@pytest.mark.parametrize(
    ("code", "inputs"),
    [
        ("BN203", {"posts"}),
        ("BN601", {"rules", "posts", "history"}),
        ("BN602", {"rules", "posts", "history"}),
    ],
)
def test_a_selected_check_needs_its_inputs_and_its_optional_ones(
    code: str, inputs: set[str]
) -> None:
    assert needed(select=[code]) == inputs


# What is missing


@pytest.mark.parametrize(
    ("needed", "setting", "why"),
    [
        ("rules", {"under": None}, "needs the Ruleset, which was not read"),
        ("roster", {"roster": None}, "needs the roster, which was not read"),
        ("posts", {}, "needs posts, and none were read"),
    ],
    ids=["Ruleset", "roster", "posts"],
)
def test_without_what_it_needs_no_check_runs_and_the_audit_is_blind(
    needed: str, setting: dict[str, object], why: str
) -> None:
    posts = () if needed == "posts" else (SOMETHING,)
    for one in OURS:
        said = missing(one.code, *posts, **setting)
        assert ((why, True) in said) is (needed in one.needs), one.code


@pytest.mark.parametrize(
    "one", [one for one in OURS if one.keys or one.parts], ids=lambda one: one.code
)
def test_without_its_clause_a_check_or_a_part_of_it_is_not_evaluated(one: AuditCheck) -> None:
    for key, what in (
        *((each.name, "it") for each in one.keys),
        *((each.name, "a part of it") for each in one.parts),
    ):
        bare = without(key)
        assert missing(one.code, SOMETHING, under=bare) == [
            (f"the Ruleset has no clause that {what} could rest on ({key})", False)
        ]
        unread = replace(bare, unread=(UnreadClause(key, "“…” is not understood"),))
        why = f"the clause that {what} rests on ({key}) was not understood: “…” is not understood"
        assert missing(one.code, SOMETHING, under=unread)[0] == (why, True)
    assert not missing(one.code, SOMETHING, under=rules())


def test_where_nothing_can_be_judged_the_checks_on_verdicts_say_so() -> None:
    for code in ("BN101", "BN110"):
        said = missing(code, SOMETHING, under=rules(quorum=None))
        assert said == [("the Ruleset has no readable clause on quorum", True)]
        assert missing(code, SOMETHING, roster=Roster(())) == [
            ("the roster lists no active Player, so there is no Quorum", True)
        ]


def test_a_fatal_problem_is_a_source_that_was_not_seen() -> None:
    fatal, light = Problem("wiki/Ruleset", "It is empty.", fatal=True), Problem("/archive/x", "odd")
    said = report(SOMETHING, problems=(fatal, light, fatal)).not_evaluated
    assert said == (NotEvaluated("wiki/Ruleset", "It is empty.", Lack.SOURCE, inconclusive=True),)


@pytest.mark.parametrize(
    ("undated", "blind"),
    [
        (cfj(None), True),
        (proposal(None, status=Status.FAILED), True),
        (address(None), True),
        (post(Category.STORY, None), False),
    ],
    ids=["CfJ", "failed Proposal", "Ascension Address", "story post"],
)
def test_a_post_without_a_date_was_not_checked(undated: Post, blind: bool) -> None:
    said = report(SOMETHING, undated).not_evaluated
    why = (
        f"the date of “{undated.title}” could not be read, so nothing that depends on it was"
        " checked"
    )
    assert said == (NotEvaluated(undated.url, why, Lack.POST, inconclusive=blind),)
    assert report(SOMETHING, undated, select="BN1").not_evaluated == said
    assert not report(SOMETHING, undated, select="BN604").not_evaluated  # which looks at no post


# Selection and order


@cases("selections")
def test_selection_by_codes_and_prefixes(
    select: list[str], ignore: list[str], expected: list[str]
) -> None:
    posts = (
        cfj(DAY, *QUORUM),
        cfj(DAY, closed=NOW - 2 * DAY, author="Boris"),
        post(Category.STORY, HOUR, subject=""),
    )
    findings = run_all(view(*posts), select=select, ignore=ignore).findings
    assert {finding.code for finding in findings} == set(expected)
    assert [finding.code for finding in findings] == sorted(finding.code for finding in findings)


# Breaking


def with_check(monkeypatch: pytest.MonkeyPatch, run: Callable[[AuditContext], Results]) -> None:
    """Let BN101 be another check."""
    changed = tuple(replace(one, run=run) if one.code == "BN101" else one for one in checks())
    monkeypatch.setattr("validators.checks.run.checks", lambda: changed)


def test_a_check_that_raises_is_reported_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(facts: AuditContext) -> Iterator[Found]:
        yield Found(Subject("matter", "x"), "Found before it broke.")
        raise KeyError(facts.view.as_of.year)

    with_check(monkeypatch, broken)
    made = report(cfj(DAY, *QUORUM, count=5))
    assert [finding.code for finding in made.findings] == ["BN101", "BN114"]
    assert made.not_evaluated == (
        NotEvaluated(
            "BN101",
            "the check itself failed (KeyError: 2024); please report it",
            inconclusive=True,
            partly=True,
        ),
    )


@pytest.mark.parametrize(
    ("parts", "partly"),
    [([True], True), ([False], False), ([True, True], True), ([True, False], False)],
    ids=str,
)
def test_a_check_is_evaluated_in_part_only_where_every_gap_says_so(
    monkeypatch: pytest.MonkeyPatch, parts: list[bool], partly: bool
) -> None:
    gaps = [Gap(f"gap {number}", part=part) for number, part in enumerate(parts)]
    with_check(monkeypatch, lambda facts: iter(gaps))
    said = report(SOMETHING, select="BN101").not_evaluated
    assert [(each.why, each.partly) for each in said] == [(each.why, partly) for each in gaps]


def test_a_finding_from_before_the_window_evaluates_no_part_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run(facts: AuditContext) -> Iterator[Found | Gap]:
        yield Found(Subject("player", "Boris"), "Old.", evidence=[Evidence(at=NOW - 3 * DAY)])
        yield Gap("the rest was not seen")

    with_check(monkeypatch, run)
    game = view(SOMETHING)
    for since, partly in ((None, True), (NOW - 4 * DAY, True), (NOW - 2 * DAY, False)):
        made = run_all(game, select=["BN101"], context=AuditContext(game, since))
        assert [each.partly for each in made.not_evaluated] == [partly]


@pytest.mark.parametrize(("code", "parts"), [("BN104", 4), ("BN107", 2)])
def test_without_all_its_clauses_a_check_is_not_evaluated(code: str, parts: int) -> None:
    (one,) = (each for each in checks() if each.code == code)
    names = [each.name for each in one.parts]
    assert len(names) == parts
    for lacking, partly in ((names[1:], True), (names, False)):
        said = report(SOMETHING, select=code, under=without(*lacking)).not_evaluated
        assert [each.partly for each in said] == [partly] * len(lacking)


@cases("edits_not_seen")
def test_edits_in_the_audited_time_that_were_not_seen(
    parentid: int, ago: str, reported: bool
) -> None:
    known = (
        Revision("Ruleset", 7, parentid, NOW - length(ago), "Ana", "", "Text."),
        Revision("Ruleset", 8, 7, NOW, "Ana", "", "Text. Text."),
    )
    game = remade(view(SOMETHING), histories={"Ruleset": known})
    made = run_all(game, select=["BN507", "BN508", "BN101"], context=AuditContext(game, NOW - DAY))
    why = (
        f"edits of “Ruleset” between {NOW - DAY:%Y-%m-%d %H:%M} and {NOW - HOUR:%Y-%m-%d %H:%M} UTC"
        " may be missing: the revision before 7 was not read"
    )
    said = [
        (one.name, one.why, one.inconclusive, one.partly)
        for one in made.not_evaluated
        if one.kind is Lack.EDITS
    ]
    assert said == [("BN507", why, False, True), ("BN508", why, False, True)] * reported
    assert [
        one
        for one in run_all(
            game, select=["BN101"], context=AuditContext(game, NOW - DAY)
        ).not_evaluated
        if one.kind is Lack.EDITS
    ] == []


def test_a_code_has_one_check() -> None:
    checks()
    register = check("BN101", "again", INFO, judged_by=PRESENT)
    with pytest.raises(ValueError, match="BN101 has a check already"):
        register(lambda facts: iter(()))


# Descriptions


@pytest.mark.parametrize("one", checks(), ids=lambda one: one.code)
def test_descriptions_are_sentences(one: AuditCheck) -> None:
    for text in (one.meaning, *one.notes, one.evidence, one.mistaken, one.settle):
        assert text[0].isupper() or text[0] == "`"
        assert text.endswith(".")
        assert "  " not in text


def test_slugs_and_severities_are_those_of_the_list() -> None:
    listed = SHARED / "FINDINGS.md"
    if not listed.exists():
        pytest.skip(
            "the list of findings is not beside this checkout; it comes with the reference material"
        )
    lines = re.findall(
        r"^\| (BN\d{3}) \| ([a-z-]+) \| ([EWI]) \|",
        listed.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    known = {
        code: (slug, {"E": "error", "W": "warning", "I": "info"}[severity])
        for code, slug, severity in lines
    }
    known["BN410"] = ("orphan-variable", "info")
    newer = {"BN216", "BN510"}
    assert set(codes_of()) == set(known) | newer
    assert {one.code: (one.slug, str(one.severity)) for one in checks() if one.code in known} == {
        one.code: known[one.code] for one in checks() if one.code in known
    }


def gap(code: str, kind: Lack = Lack.CHECK, *, inconclusive: bool = False) -> AuditReport:
    return AuditReport((), (NotEvaluated(code, "why", kind, inconclusive),))


@pytest.mark.parametrize(
    ("report", "code", "select", "expected"),
    [
        (AuditReport((), ()), "BN203", ["BN2"], True),
        (AuditReport((), ()), "BN203", ["BN1"], False),
        (gap("BN203"), "BN203", ["BN2"], False),
        (gap("BN204"), "BN203", ["BN2"], True),
        (gap("BN203", Lack.SOURCE), "BN203", ["BN2"], True),
        (gap("BN204", inconclusive=True), "BN203", ["BN2"], False),
        (AuditReport((), ()), "", [], True),
        (AuditReport((), ()), "", ["BN2"], False),
        (gap("BN203"), "", [], False),
    ],
)
def test_a_check_is_evaluated_if_nothing_of_it_is_missing(
    report: AuditReport, code: str, select: list[str], expected: bool
) -> None:
    assert evaluated(report, code, select=select, ignore=()) is expected
