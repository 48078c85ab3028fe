"""A finding on a matter or post is never surer than the tally sheet: what casts doubt on what it
rests on makes its confidence low.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from parsers.model import Confidence, MatterKind
from parsers.ruleset.ruleset_model import Caveat, Ruleset, UnreadClause
from tests.support.rows import rows
from tests.validators.checks.test_neighbours import PAIRS
from validators.checks.run import _ABOUT, run_all
from validators.finding import Finding, Severity
from validators.view import GameView
from validators.voting.voting_rules import Topic

SAID = {
    Topic.OUTCOME: "Whoever is Soggy wins ties.",
    Topic.VOTES: "A Player may have two votes.",
    Topic.TIMES: "A Proposal may be enacted after six hours.",
    Topic.HIATUS: "Proposals may be submitted and resolved while a DoV is pending.",
    Topic.POSTS: "An author may edit a post of theirs until Sunday.",
}
CODES = sorted(PAIRS.keys() & _ABOUT.keys())


def with_rules(given: GameView, **changes: object) -> GameView:
    assert given.rules is not None
    return replace(given, rules=replace(given.rules, **changes))  # type: ignore[arg-type]


def saying(given: GameView, sentence: str) -> GameView:
    return with_rules(given, caveats=(Caveat("Fog", sentence, frozenset(MatterKind), bears=True),))


def only(code: str, given: GameView) -> Finding:
    (finding,) = run_all(given, select=[code]).findings
    return finding


@pytest.mark.parametrize("code", CODES)
def test_a_sentence_about_what_a_check_rests_on(code: str) -> None:
    breach = PAIRS[code][0]
    before, after = only(code, breach), only(code, saying(breach, SAID[_ABOUT[code]]))
    assert after.confidence is Confidence.LOW
    assert after.severity is (
        Severity.WARNING if before.severity is Severity.ERROR else before.severity
    )
    assert after.fingerprint == before.fingerprint
    assert after.evidence[-1].excerpt == f"the rule “Fog” says: “{SAID[_ABOUT[code]]}”"


@pytest.mark.parametrize(
    "code", [code for code in CODES if _ABOUT[code] not in (Topic.OUTCOME, Topic.VOTES)]
)
def test_a_sentence_on_votes_says_nothing_of_other_things(code: str) -> None:
    assert only(code, saying(PAIRS[code][0], SAID[Topic.VOTES])) == only(code, PAIRS[code][0])


@pytest.mark.parametrize(("code", "topic", "low"), rows(__file__, "a_clause_that_was_not_read"))
def test_a_clause_that_was_not_read(code: str, topic: str, low: bool) -> None:
    finding = only(
        code, with_rules(PAIRS[code][0], unread=(UnreadClause(topic, "it was not understood"),))
    )
    assert (finding.confidence is Confidence.LOW) is low


def test_a_limit_that_was_another_then(monkeypatch: pytest.MonkeyPatch) -> None:
    given = PAIRS["BN201"][0]
    rules = given.rules
    assert rules is not None
    pending = rules.voting["proposal.pending_limit"]
    assert pending is not None
    other: Ruleset = replace(
        rules, voting={**rules.voting, "proposal.pending_limit": replace(pending, value=1)}
    )
    monkeypatch.setattr("validators.voting.past_game.PastGame.rules_at", lambda *_: (other, None))
    finding = only("BN201", given)
    assert finding.confidence is Confidence.LOW
    assert finding.evidence[-1].excerpt.endswith(
        "read otherwise than today's: proposal.pending_limit"
    )


@pytest.mark.parametrize(("code", "low"), [("BN103", False), ("BN107", True)])
def test_a_clause_that_says_nothing_of_this_matter(code: str, low: bool) -> None:
    """On the one nobody withdrew anything, on the other its author did."""
    unread = (UnreadClause("proposal.withdrawn_term", "it was not understood", only="withdrawal"),)
    assert (
        only(code, with_rules(PAIRS[code][0], unread=unread)).confidence is Confidence.LOW
    ) is low
