"""The reasons of a verdict: true sentences in every state, each with the rule that sets it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from parsers.blog.notes import read_note, signed_by
from parsers.model import Outcome, Roster, VoteIcon
from parsers.ruleset.ruleset_model import Terms
from tests.support.cases import cases
from tests.sync.samples import NOON
from tests.validators.making import (
    cfj,
    dov,
    from_row,
    proposal,
    rules,
    sentences_of,
    sheet,
    verdict,
)
from tests.validators.scene import AGAINST_FOUR, DAY, HOUR, NOW, QUORUM, some
from validators.reason_wording import ReasonKind
from validators.reason_wording import VerdictClause as V
from validators.verdict_wording import admin_note, why_counted
from validators.voting.verdict import Reason, Verdict, Vote
from validators.wording import fact, worded

THIRDS = some(4, "for")
CHRISTMAS_DAY = datetime(2023, 12, 25, tzinfo=UTC)


def told(result: Verdict) -> dict[str, str]:
    """The reasons by clause, each with ``+`` if it is met."""
    assert all(
        reason.rule is not None and reason.rule.startswith("rule of ") for reason in result.reasons
    )
    return {
        str(reason.clause): ("+ " if reason.met else "- ") + worded(reason.stands)
        for reason in result.reasons
    }


@cases("matters")
def test_all_reasons_of_a_matter(matter: dict[str, Any], reasons: dict[str, str]) -> None:
    assert told(verdict(from_row(matter))) == reasons


def test_people_have_the_dynastys_own_names() -> None:
    under = rules(fields={"terms": Terms("Bargee", "Bargees", "Lock Warden")})
    assert (
        told(verdict(proposal(HOUR), under=under))["unpopular.quorum"]
        == "- 7 of 7 Bargees not voting AGAINST, quorum 4"
    )
    assert (
        told(verdict(proposal(HOUR, ("Emperor", "veto")), under=under))["proposal.vetoed"]
        == "+ Vetoed by the Lock Warden"
    )
    reasons = told(verdict(dov(13 * HOUR, ("Emperor", "for")), under=under))
    assert reasons["dov.threshold"] == "- 2 FOR, more than 2/3 of 7 Bargees needed"
    assert (
        "; the Lock Warden is FOR, 0 AGAINST (needed: the Lock Warden FOR, " in reasons["dov.early"]
    )
    alone = sheet(
        proposal(HOUR),
        under=replace(under, terms=Terms("Bargee", "Bargees", None)),
        roster=Roster(("Emperor", "Anna")),
    )
    assert sentences_of(alone.hiatus.causes) == ("2 Bargees, fewer than 5",)


def test_a_stale_proposal() -> None:
    reasons = told(verdict(proposal(8 * DAY + 10 * HOUR, *QUORUM)))
    assert reasons["proposal.stale"] == "+ pending for more than 7 days, which is enough to fail it"
    assert reasons["proposal.oldest"] == "- pending for too long to be counted in the queue"
    assert reasons["popular.time"].startswith("+ open for 8 days 10 h (48 h needed)")
    reasons = told(verdict(proposal(7 * DAY, *QUORUM)))
    assert reasons["proposal.stale"] == f"- more than 7 days needed: after {NOW:%Y-%m-%d %H:%M} UTC"


def test_age_has_a_row_before_it_counts_only_where_nothing_else_fails_a_proposal() -> None:
    assert "proposal.stale" in told(verdict(proposal(HOUR, *QUORUM)))
    assert "proposal.stale" not in told(verdict(proposal(HOUR, *AGAINST_FOUR)))


@pytest.mark.parametrize(
    ("older", "sentence"),
    [
        (1, "- “Proposal: Older 0” is older and pending"),
        (2, "- 2 older Proposals pending, the oldest of them “Proposal: Older 1”"),
    ],
)
def test_older_proposals_are_named(older: int, sentence: str) -> None:
    before = [proposal((2 + each) * HOUR, subject=f"Older {each}") for each in range(older)]
    assert told(verdict(proposal(HOUR), *before))["proposal.oldest"] == sentence


def test_withdrawn_vetoed_illegal() -> None:
    reasons = told(verdict(proposal(DAY, ("Anna", "against"), ("Emperor", "veto")), under="2020"))
    assert reasons["proposal.withdrawn"] == "+ Self-Killed by its author"
    assert reasons["proposal.vetoed"] == "+ Vetoed by the Emperor"
    illegal = told(verdict(proposal(DAY, *QUORUM, subject="")))
    assert (
        illegal["illegal"]
        == "+ an illegal post is Unpopular whatever its votes: its subject is empty"
    )
    assert (
        illegal["unpopular.time"]
        == "- open for 24 h, not Popular; after 48 h without being Popular it is Unpopular"
    )
    assert {"illegal", "proposal.withdrawn", "proposal.vetoed"}.isdisjoint(
        told(verdict(proposal(DAY, *QUORUM)))
    )


@cases("hiatuses")
def test_every_cause_of_a_hiatus_is_named(
    year: str, players: list[str], dormant: bool | None, text: str
) -> None:
    roster = Roster(tuple(players), dormant=dormant)
    assert (
        told(verdict(proposal(DAY), under=year, roster=roster))["hiatus"] == f"+ on hiatus: {text}"
    )


def test_downtime_is_named() -> None:
    made = NOW - CHRISTMAS_DAY + 3 * DAY
    assert (
        told(verdict(proposal(made, *QUORUM), now=CHRISTMAS_DAY))["hiatus"]
        == "+ on hiatus: 25 December, a day of seasonal downtime"
    )
    stopped = verdict(dov(made, *THIRDS), now=CHRISTMAS_DAY)
    assert told(stopped)["downtime"] == "+ a DoV may not be resolved on 25 December"
    assert stopped.reasons[-1].rule == "rule of downtime.suspends_dovs"
    assert "downtime" not in told(verdict(dov(DAY, *THIRDS)))


def test_a_cfj() -> None:
    reasons = told(verdict(cfj(48 * HOUR, ("Boris", "against"))))
    assert reasons["unpopular.time"].startswith("+ ")
    assert (
        reasons["cfj.no-change"]
        == "- an Admin may also judge that it asks for no change at all, which is enough to fail it"
    )
    assert "cfj.no-change" not in told(
        verdict(cfj(HOUR), under=rules(cfj__fail_if_no_change=False))
    )


def test_a_clause_that_was_not_read_names_no_rule() -> None:
    result = verdict(proposal(DAY, *QUORUM, subject=""), under=rules(post__illegal_unpopular=None))
    assert result.reasons[0].rule is None


@cases("obstacles")
def test_obstacles_to_an_enactment(popular: bool, given: str, blocking: str) -> None:
    """Of reasons that are met (+) and not (-)."""
    kinds = {str(kind.clause): kind for kind in ReasonKind}
    reasons = tuple(Reason(fact(kinds[each[1:]]), each[0] == "+", None) for each in given.split())
    judged = replace(verdict(proposal(HOUR)), popular=popular, reasons=reasons)
    assert " ".join(each.clause for each in judged.blocking) == blocking


def test_nothing_blocks_what_may_be_enacted() -> None:
    opposed = dov(25 * HOUR, *THIRDS, ("Fiona", "against"))
    for matter in (
        proposal(13 * HOUR, *QUORUM),
        cfj(HOUR, *QUORUM),
        dov(13 * HOUR, *THIRDS),
        opposed,
    ):
        judged = verdict(matter)
        assert judged.enactable
        assert judged.blocking == ()


def test_the_ground_of_an_outcome_is_the_first_that_is_enough() -> None:
    stale = verdict(proposal(8 * DAY, *AGAINST_FOUR, ("Emperor", "veto")))
    for outcome, clause in (("failed", V.VETOED), ("enacted", None)):
        ground = stale.ground(outcome)  # type: ignore[arg-type]
        assert (None if ground is None else ground.clause) is clause


# Why a vote counts so


@cases("votes")
def test_why_a_vote_counts_so(
    voter: str,
    icon: str,
    counts_as: str | None,
    implicit: bool,
    emperor: str | None,
    explanation: str,
) -> None:
    mine = Vote(
        voter,
        VoteIcon(icon),
        None if counts_as is None else VoteIcon(counts_as),
        implicit,
        NOON,
        None,
    )
    assert why_counted(mine, emperor) == explanation
    assert why_counted(mine, emperor, "Lock Warden") == explanation.replace(
        "Emperor", "Lock Warden"
    )


# The note to leave


@cases("notes")
def test_a_note_gives_the_reason_and_the_tally(matter: dict[str, Any], note: str) -> None:
    made = verdict(from_row(matter))
    assert admin_note(made, "Ana") == note
    read = read_note(note)
    assert (read.for_, read.against) in ((made.counts.for_, made.counts.against), (None, None))
    assert signed_by(note, ["Ana"]) == "Ana"
    assert (read.outcome is Outcome.ENACTED) is bool(made.enactable)


def test_nothing_to_resolve_has_no_note_unless_asked_for() -> None:
    made = verdict(proposal(HOUR, *some(1, "for")))
    assert admin_note(made, "Ana") is None
    assert admin_note(made, "Ana", "failed") == "2-0. Failed by Ana."
