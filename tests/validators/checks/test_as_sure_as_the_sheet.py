"""A finding on a matter or post is never surer than the tally sheet: what casts doubt on what it
rests on makes its confidence low.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from parsers.model import Confidence, MatterKind
from parsers.ruleset import read_ruleset
from parsers.ruleset.ruleset_model import Caveat, Ruleset, UnreadClause
from tests.support.views import remade
from tests.validators.checks.test_neighbours import PAIRS
from validators.checks.run import codes_of, run_all
from validators.finding import Finding, Severity
from validators.view import GameView

CODES = sorted(PAIRS.keys() & set(codes_of(lambda one: one.on_matters)) - {"BN211"})
"""BN211 is about a player's posts together, and about no sheet."""


def with_rules(given: GameView, **changes: object) -> GameView:
    assert given.rules is not None
    return remade(given, rules=replace(given.rules, **changes))  # type: ignore[arg-type]


def unreviewed(given: GameView) -> GameView:
    rules = read_ruleset("= Dynastic Rules =\n== Fog ==\nThe Fog is thick.")
    return with_rules(given, caveats=rules.caveats, reviewable=rules.reviewable)


def only(code: str, given: GameView) -> Finding:
    (finding,) = run_all(given, select=[code]).findings
    return finding


@pytest.mark.parametrize("code", CODES)
def test_a_rule_that_nobody_has_reviewed_makes_it_low(code: str) -> None:
    breach = PAIRS[code][0]
    before, after = only(code, breach), only(code, unreviewed(breach))
    assert after.confidence is Confidence.LOW
    assert after.severity is (
        Severity.WARNING if before.severity is Severity.ERROR else before.severity
    )
    assert after.fingerprint == before.fingerprint
    assert after.evidence[-1].excerpt == "1 rule is new or changed since it was reviewed: Fog"


@pytest.mark.parametrize(("kind", "low"), [("proposal", True), ("cfj", False)])
def test_a_review_counts_for_the_kinds_that_it_names(kind: str, low: bool) -> None:
    caveat = Caveat("Fog", "The Fog is thick.", frozenset({MatterKind(kind)}), by="Anna")
    finding = only("BN105", with_rules(PAIRS["BN105"][0], caveats=(caveat,)))
    assert (finding.confidence is Confidence.LOW) is low


@pytest.mark.parametrize(("topic", "low"), [("veto", True), ("dov.late_hours", False)])
def test_a_clause_that_is_missing_counts_for_the_matters_it_is_about(topic: str, low: bool) -> None:
    unread = (UnreadClause(topic, "no sentence says so"),)
    finding = only("BN105", with_rules(PAIRS["BN105"][0], unread=unread))
    assert (finding.confidence is Confidence.LOW) is low


def test_a_limit_that_was_another_then(monkeypatch: pytest.MonkeyPatch) -> None:
    given = PAIRS["BN201"][0]
    rules = given.rules
    assert rules is not None
    limit = replace(rules.voting.proposal_pending_limit, value=1)
    other: Ruleset = replace(rules, voting=replace(rules.voting, proposal_pending_limit=limit))
    monkeypatch.setattr("validators.voting.rules_then.RulesThen.at", lambda *_: (other, None))
    finding = only("BN201", given)
    assert finding.confidence is Confidence.LOW
    assert finding.evidence[-1].excerpt.endswith("differ from today's: proposal.pending_limit")
