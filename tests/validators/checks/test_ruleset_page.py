"""BN604 to BN610 and BN901, BN902: the Ruleset page, and pages that could not be had or
understood."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parsers.model import Confidence, MatterKind, Problem
from parsers.ruleset import read_ruleset
from parsers.ruleset.ruleset_model import Caveat, Rule, Terms, UnreadClause
from tests.validators.checking import codes, only, report
from tests.validators.making import rules
from validators.finding import Evidence, RuleRef, Severity, Subject


def rule(number: str, title: str, **more: object) -> Rule:
    return Rule(
        number,
        title,
        str(more.pop("heading", title)),
        (),
        2,
        "Core Rules",
        (title,),
        "Text.",
        **more,  # type: ignore[arg-type]
    )


def over(field: str, *values: object) -> dict[str, object]:
    return {"under": rules(fields={field: values})}


def test_two_rules_of_one_name() -> None:
    twice = (
        rule("1.2", "Cargo"),
        rule("2.1", "Holds"),
        rule("2.2", "CARGO", heading="CARGO [Old]"),
    )
    finding = only("BN604", **over("rules", *twice))
    assert finding.message == "2 rules are called “Cargo”: 1.2, 2.2"
    assert (finding.severity, finding.subject) == (Severity.INFO, Subject("rule", "Cargo"))
    assert [(item.excerpt, item.page) for item in finding.evidence] == [
        ("1.2 Cargo", "Ruleset"),
        ("2.2 CARGO [Old]", "Ruleset"),
    ]
    assert (
        only("BN604", **over("rules", *twice, rule("2.3", "Cargo"))).fingerprint
        == finding.fingerprint
    )
    assert not codes(select="BN604", **over("rules", rule("1.2", "Cargo"), rule("2.1", "Cargoes")))


def test_a_clause_that_was_not_read() -> None:
    unread = UnreadClause(
        "popular", "not understood: “It is liked.”", "Votes", quote="It is liked."
    )
    finding = only("BN605", **over("unread", unread))
    assert (
        finding.message == "not understood in the Ruleset: popular: not understood: “It is liked.”"
    )
    assert (finding.severity, finding.subject, finding.rule) == (
        Severity.WARNING,
        Subject("rule", "Votes"),
        RuleRef("Votes", "It is liked."),
    )
    reworded = only(
        "BN605",
        **over("unread", replace(unread, why="nobody knows what this means: “It is liked.”")),
    )
    assert reworded.fingerprint == finding.fingerprint
    others = [
        replace(unread, topic="unpopular"),
        replace(unread, rule="Vote"),
        replace(unread, quote="It is loved."),
    ]
    assert (
        len({only("BN605", **over("unread", other)).fingerprint for other in (unread, *others)})
        == 4
    )
    assert (
        len(
            report(
                select="BN605",
                **over("unread", unread, unread, replace(unread, why="“It is liked.”")),
            ).findings
        )
        == 1
    )


def test_an_absent_clause() -> None:
    finding = only(
        "BN605", **over("unread", UnreadClause("quorum", "no sentence says what Quorum is"))
    )
    assert (finding.subject, finding.rule, finding.what) == (
        Subject("rule", "Ruleset"),
        None,
        "quorum",
    )
    assert only(
        "BN605", **over("unread", UnreadClause("quorum", "not said", "Other"))
    ).rule == RuleRef("Other")
    assert not codes(select="BN605")


def test_a_rule_that_its_reviewer_says_can_change_verdicts() -> None:
    caveat = Caveat(
        "Night Watch",
        "Nobody votes at night.",
        frozenset({MatterKind.PROPOSAL, MatterKind.CFJ}),
        "0" * 16,
        "Anna",
    )
    finding = only("BN606", **over("caveats", caveat))
    assert (
        finding.message
        == "“Night Watch” can change verdicts (cfj, proposal), according to Anna: “Nobody votes"
        " at night.”"
    )
    assert (finding.severity, finding.subject) == (Severity.INFO, Subject("rule", "Night Watch"))
    assert finding.rule == RuleRef("Night Watch", "Nobody votes at night.")
    changed = only("BN606", **over("caveats", replace(caveat, fingerprint="1" * 16)))
    assert changed.fingerprint != finding.fingerprint


def test_a_rule_that_nobody_has_reviewed() -> None:
    page = "= Dynastic Rules =\n== Fog ==\nThe Fog is thick. Nobody votes in the Fog."
    fog = read_ruleset(page)
    finding = only("BN606", under=replace(rules(), caveats=fog.caveats, reviewable=fog.reviewable))
    assert finding.message == "“Fog” is new or has changed since it was reviewed"
    assert [each.excerpt for each in finding.evidence] == ["Nobody votes in the Fog."]
    assert not codes(select="BN606")


@pytest.mark.parametrize(
    ("emperor", "found"),
    [("AMNESIAC", True), ("Amnesiacs", True), ("Past Memory", False), (None, False)],
)
def test_one_term_for_both(emperor: str | None, found: bool) -> None:
    made = report(
        select="BN608", under=rules(fields={"terms": Terms("Amnesiac", "Amnesiacs", emperor)})
    ).findings
    assert [finding.message for finding in made] == [
        f"Player and Emperor are both called “{emperor}”"
    ] * found
    assert all(
        finding.evidence == (Evidence(None, f"Amnesiac, Amnesiacs; {emperor}"),) for finding in made
    )


def test_a_status_by_default() -> None:
    silent, said = (
        rule("3.1", "Tiller", status="inactive", defaulted=True),
        rule("3.2", "Dormancy", status="active"),
    )
    finding = only("BN610", **over("rules", silent, said))
    assert finding.message == "the title of “Tiller” states no status; by default it is inactive"
    assert (finding.severity, finding.subject, finding.what) == (
        Severity.INFO,
        Subject("rule", "Tiller"),
        "inactive",
    )
    assert finding.rule == RuleRef(
        "rule of special_case.default", "the clause on special_case.default"
    )
    assert finding.evidence == (Evidence(None, "Tiller", page="Ruleset", line=1),)
    assert only("BN610", under=rules("2024", fields={"rules": (silent,)})).rule is None


# BN901, BN902


def test_data_older_than_the_limit() -> None:
    old = Problem("https://blog.example", "The blog was last read in full at 2024-05-01 00:00 UTC.")
    finding = only("BN903", aged=(old,))
    assert (
        finding.message
        == "https://blog.example: The blog was last read in full at 2024-05-01 00:00 UTC."
    )
    assert (finding.severity, finding.subject) == (
        Severity.WARNING,
        Subject("page", "https://blog.example"),
    )
    assert (
        only(
            "BN903", aged=(replace(old, what="The blog has never been read in full."),)
        ).fingerprint
        == finding.fingerprint
    )
    assert not codes(select="BN903")


def test_a_source_that_could_not_be_had() -> None:
    gone = Problem("blog/index.html", "The file is missing.", fatal=True, missing=True)
    finding = only("BN901", problems=(gone,))
    assert finding.message == "blog/index.html: The file is missing."
    assert (finding.severity, finding.subject) == (
        Severity.ERROR,
        Subject("page", "blog/index.html"),
    )
    timed_out = only("BN901", problems=(replace(gone, what="It timed out after 31 s."),))
    assert timed_out.fingerprint == finding.fingerprint
    both = only("BN901", problems=(gone, replace(gone, what="It timed out.")))
    assert both.message == "blog/index.html: The file is missing. It timed out."
    assert not codes(select="BN901", problems=(replace(gone, missing=False),))


@pytest.mark.parametrize(
    ("fatal", "severity", "confidence"),
    [(True, Severity.ERROR, Confidence.HIGH), (False, Severity.WARNING, Confidence.MEDIUM)],
)
def test_a_page_that_was_not_understood(
    fatal: bool, severity: Severity, confidence: Confidence
) -> None:
    odd = Problem("/archive/lamps", "it shows no sidebar", fatal=fatal)
    finding = only("BN902", problems=(odd,))
    assert finding.message == "/archive/lamps: it shows no sidebar"
    assert (finding.severity, finding.confidence, finding.subject) == (
        severity,
        confidence,
        Subject("page", "/archive/lamps"),
    )
    two = report(select="BN902", problems=(odd, replace(odd, what="it shows no posts"))).findings
    assert len({each.fingerprint for each in two}) == 2
    assert not codes(select="BN902", problems=(replace(odd, missing=True),))
