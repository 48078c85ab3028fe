"""BN116, BN117, BN201 to BN205: posts as they were made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parsers.model import Category, Post, Status
from parsers.ruleset.model import Rule
from tests.validators.checking import codes, only
from tests.validators.making import DAY, HOUR, MINUTE, NOW, SECOND, address, cfj, dov, post, proposal, rules
from validators.finding import Confidence, RuleRef, Severity, Subject


def rule(key: str) -> RuleRef:
    return RuleRef(f"rule of {key}", f"the clause on {key}")


# BN116 (the edges of the cooldown are tried in the tests of submission)


def test_a_dov_too_soon() -> None:
    failed = dov(9 * DAY, ("Boris", "against"), closed=NOW - 3 * DAY, status=Status.FAILED, subject="First")
    again = dov(DAY, subject="Again")
    finding = only("BN116", again, failed)
    assert finding.message == "“Dov: Again” is illegal: its author's “Dov: First” had failed less than 120 hours before"
    assert (finding.severity, finding.confidence, finding.rule) == (Severity.ERROR, Confidence.HIGH, rule("dov.cooldown_hours"))
    assert [(item.url, item.at) for item in finding.evidence] == [(again.url, NOW - DAY), (failed.url, NOW - 3 * DAY)]
    assert not codes(again, replace(failed, comments=()), select="BN116")
    assert not codes(again, replace(failed, comments=None), select="BN116")  # a doubt of the verdict, no finding
    assert only("BN116", again, replace(failed, closed=NOW - 6 * DAY + SECOND)).confidence is Confidence.LOW
    assert not codes(again, replace(failed, closed=NOW - 6 * DAY), select="BN116")


# BN117


def test_a_dov_in_an_interregnum() -> None:
    won, this = dov(9 * DAY, author="Boris", closed=NOW - 2 * DAY, subject="Won"), dov(DAY)
    finding = only("BN117", this, won)
    assert finding.message == "“Dov: A Matter” is illegal: it was made in the Interregnum after “Dov: Won”"
    assert (finding.severity, finding.rule) == (Severity.ERROR, rule("interregnum.no_dovs"))
    assert [item.url for item in finding.evidence] == [this.url, won.url]
    assert not codes(this, won, address(DAY, author="Boris"), select="BN117")
    assert codes(this, won, address(DAY - MINUTE, author="Boris"), select="BN117")
    assert not codes(dov(2 * DAY + MINUTE), won, select="BN117")


# BN201


def earlier(*ages: object, **more: object) -> list[Post]:
    return [proposal(age, subject=f"Number {place}", place=place, **more) for place, age in enumerate(ages, 20)]  # type: ignore[arg-type]


def test_too_many_pending() -> None:
    this = proposal(13 * HOUR)
    finding = only("BN201", this, *earlier(40 * HOUR, 41 * HOUR))
    assert finding.message == (
        "Anna submitted “Proposal: A Matter” while 2 others of theirs were pending: “Proposal: Number 21”, “Proposal: Number 20”"
    )
    assert (finding.severity, finding.confidence, finding.rule) == (Severity.ERROR, Confidence.HIGH, rule("proposal.pending_limit"))
    assert finding.subject == Subject("matter", this.key, this.url)
    assert len(finding.evidence) == 3
    assert not codes(this, *earlier(40 * HOUR), select="BN201")
    assert only("BN201", this, *earlier(40 * HOUR, 13 * HOUR)).confidence is Confidence.HIGH  # lower on the list, so older
    tied = [replace(each, position=this.position) for each in earlier(40 * HOUR, 13 * HOUR)]
    finding = only("BN201", this, *tied)  # one of the two, and no list tells which
    assert (finding.severity, finding.confidence) == (Severity.WARNING, Confidence.LOW)
    late = only("BN201", replace(this, position=25), *earlier(40 * HOUR, 13 * HOUR))
    assert late.subject.id != this.key  # higher on the list, so the other one is the third
    assert codes(replace(this, status=Status.ILLEGAL, closed=NOW), *earlier(40 * HOUR, 41 * HOUR), select="BN201")


# BN202


def test_too_many_today() -> None:
    this, gone = proposal(HOUR), NOW - HOUR - MINUTE
    finding = only("BN202", this, *earlier(3 * HOUR, 4 * HOUR, 5 * HOUR, closed=gone))
    assert finding.message == "“Proposal: A Matter” is Proposal number 4 of Anna on 10 March 2024"
    assert (finding.severity, finding.confidence, finding.rule) == (Severity.ERROR, Confidence.HIGH, rule("proposal.daily_limit"))
    assert len(finding.evidence) == 4
    assert not codes(this, *earlier(3 * HOUR, 4 * HOUR, closed=gone), select="BN202")
    assert not codes(this, *earlier(3 * HOUR, 4 * HOUR, 12 * HOUR + MINUTE, closed=gone), select="BN202")
    assert only("BN202", this, *earlier(3 * HOUR, 4 * HOUR, closed=gone), *earlier(HOUR)).confidence is Confidence.HIGH
    tied = [replace(each, position=0) for each in earlier(HOUR)]
    finding = only("BN202", this, *earlier(3 * HOUR, 4 * HOUR, closed=gone), *tied)
    assert (finding.severity, finding.confidence) == (Severity.WARNING, Confidence.LOW)
    five = codes(*earlier(1 * HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR, 5 * HOUR), select="BN202")
    assert len(five) == 2  # the fourth and the fifth


# BN203


@pytest.mark.parametrize("category", list(Category))
def test_an_empty_subject(category: Category) -> None:
    this = post(category, HOUR, subject=" ")
    finding = only("BN203", this)
    assert finding.message == f"the entry “{this.key}” by Anna has the title “{this.title.strip()}” and no subject, so it is not valid"
    assert (finding.severity, finding.subject) == (Severity.ERROR, Subject("post", this.key, this.url))
    assert finding.evidence[0].at == NOW - HOUR
    assert not codes(post(category, HOUR, subject="x"), select="BN203")
    assert not codes(post(category, -HOUR, subject=""), select="BN203")


# BN204


def test_submitted_in_a_hiatus() -> None:
    this = proposal(DAY, place=5)
    finding = only("BN204", this, dov(2 * DAY, author="Boris", subject="Won"))
    assert finding.message == "“Proposal: A Matter” was submitted during a hiatus: a pending DoV, “Dov: Won”"
    assert (finding.severity, finding.confidence, finding.what) == (Severity.ERROR, Confidence.HIGH, "pending-dov")
    assert finding.rule == rule("hiatus.stops_proposals")
    assert finding.evidence[0].url == this.url
    assert only("BN204", this, dov(2 * DAY, author="Emperor")).confidence is Confidence.MEDIUM
    assert only("BN204", this, dov(DAY, author="Boris", place=6)).confidence is Confidence.HIGH
    tied = only("BN204", this, dov(DAY, author="Boris", place=5))
    assert (tied.severity, tied.confidence) == (Severity.WARNING, Confidence.LOW)
    assert not codes(this, dov(DAY, author="Boris", place=4), select="BN204")
    assert not codes(cfj(DAY), dov(2 * DAY, author="Boris"), select="BN204")
    assert not codes(proposal(None), dov(2 * DAY, author="Boris"), select="BN204")


# BN205


RULES = tuple(
    Rule(f"1.{number}", title, title, (), 2, "Core Rules", (title,), "Text.")
    for number, title in enumerate(("Proposals", "Calls for Judgement", "Victory and Ascension"))
)


@pytest.mark.parametrize(
    ("matter", "message", "what", "confidence", "title"),
    [
        (dov(DAY, author="Emperor"), "is a DoV by Emperor, who was the Emperor", "emperor", Confidence.HIGH, "Victory and Ascension"),
        (proposal(DAY, author="idle one"), "is by idle one, who is idle now", "idle", Confidence.LOW, "Proposals"),
        (cfj(DAY, author="Zoe"), "is by Zoe, who is not on the roster", "not on the roster", Confidence.MEDIUM, "Calls for Judgement"),
    ],
    ids=["Emperor", "idle", "not on the roster"],
)
def test_an_author_who_is_no_player(matter: Post, message: str, what: str, confidence: Confidence, title: str) -> None:
    finding = only("BN205", matter, under=rules(fields={"rules": RULES}))
    assert finding.message == f"“{matter.title}” {message}"
    severity = Severity.WARNING if confidence is Confidence.LOW else Severity.ERROR
    assert (finding.severity, finding.confidence, finding.what) == (severity, confidence, what)
    assert finding.rule == RuleRef(title)
    assert only("BN205", matter).rule is None
    assert only("BN205", matter, under=None).rule is None
    assert not codes(replace(matter, status=Status.FAILED, closed=NOW), select="BN205")
