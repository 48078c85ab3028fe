"""What was not seen makes a verdict unknown, and only that: older posts, comments, and what came
after the pages were saved.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from parsers.model import Post, Problem
from tests.support.cases import cases
from tests.support.views import remade
from tests.validators.making import (
    address,
    cfj,
    dov,
    from_row,
    in_words,
    length,
    proposal,
    rules,
    sentences_of,
    view,
)
from tests.validators.scene import AGAINST_FOUR, DAY, HOUR, MINUTE, NOW, QUORUM, SECOND, some
from validators.checks.run import run_all
from validators.reason_wording import HiatusKind, ReasonKind, VerdictClause
from validators.view import QUEUE_LOOKBACK, Coverage
from validators.voting.judge import TallySheet, judge
from validators.voting.timeline import Timeline
from validators.voting.verdict import Reason, Verdict
from validators.wording import worded

THIRDS = some(4, "for")
STALE = timedelta(days=7)


def since(age: timedelta, **more: object) -> Coverage:
    """What lists show that reach back so far."""
    return replace(Coverage(NOW - age), **more)  # type: ignore[arg-type]


NOTHING = Coverage(since=None)


def sheet(seen: Coverage, *posts: Post, **setting: object) -> TallySheet:
    return judge(remade(view(*posts, **setting), coverage=seen))  # type: ignore[arg-type]


def verdict(seen: Coverage, matter: Post, *others: Post, **setting: object) -> Verdict:
    found = sheet(seen, matter, *others, **setting).verdicts
    return next(each for each in found if each.post.key == matter.key)


def states(result: Verdict) -> tuple[bool | None, ...]:
    return result.popular, result.unpopular, result.enactable, result.failable


def reason(result: Verdict, clause: VerdictClause) -> Reason:
    return next(each for each in result.reasons if each.clause is clause)


UNKNOWN = (None, None, None, None)


# Older posts


@cases("lists")
def test_lists_have_to_reach_back_far_enough(row: dict[str, Any], age: str) -> None:
    matter, enough = from_row(row), length(age)
    whole = verdict(Coverage(), matter)
    assert whole.certified
    assert verdict(since(enough), matter) == whole
    short = verdict(since(enough - SECOND), matter)
    assert states(short) == UNKNOWN
    assert not short.certified
    assert short.unknown
    assert (short.earliest_enact, short.earliest_fail) == (None, None)
    assert (
        sentences_of(short.unseen)
        == sentences_of(short.doubts)
        == ("older posts were not seen (before 2024-02-28 12:00 UTC)",)
    )


def test_the_queue_is_known_as_far_as_a_proposal_counts() -> None:
    under = rules(proposal__stale_days=30)
    matter = proposal(DAY, *QUORUM)
    assert verdict(since(30 * DAY), matter, under=under).certified
    short = verdict(since(30 * DAY - SECOND), matter, under=under)
    assert (short.popular, short.enactable, short.failable, short.certified) == (
        True,
        None,
        False,
        False,
    )
    assert reason(short, VerdictClause.OLDEST).met is None
    assert "older posts were not" in worded(reason(short, VerdictClause.OLDEST).stands)
    assert not [each for each in short.blocking if each.clause is VerdictClause.OLDEST]
    behind = verdict(
        since(30 * DAY - SECOND), matter, proposal(2 * DAY, *QUORUM, author="Della"), under=under
    )
    assert (behind.enactable, behind.failable) == (False, False)
    assert verdict(NOTHING, matter, under=rules(proposal__oldest_first=None)).enactable is None


@pytest.mark.parametrize(("short", "certified"), [(timedelta(), True), (SECOND, False)])
def test_when_a_young_proposal_can_be_enacted_rests_on_the_queue(
    short: timedelta, certified: bool
) -> None:
    young = verdict(
        since(30 * DAY - 11 * HOUR - short),
        proposal(HOUR, *QUORUM),
        under=rules(proposal__stale_days=30),
    )
    assert (young.enactable, young.failable) == (False, False)
    assert (young.earliest_enact is not None, young.certified) == (certified, certified)


def test_a_cfj_rests_on_no_other_post() -> None:
    assert verdict(NOTHING, cfj(DAY, *QUORUM)) == verdict(Coverage(), cfj(DAY, *QUORUM))


def test_what_is_certain_whatever_else_there_is_stays_certain() -> None:
    early = verdict(NOTHING, proposal(HOUR, *QUORUM))
    assert (early.enactable, early.failable) == (False, None)
    withdrawn = verdict(since(DAY), proposal(DAY, *QUORUM, ("Anna", "against")))
    assert (withdrawn.enactable, withdrawn.failable) == (False, None)
    old = verdict(since(QUEUE_LOOKBACK), proposal(STALE + SECOND, *QUORUM))
    assert (old.popular, old.enactable, old.failable) == (None, False, True)
    assert not old.unknown
    assert not old.certified


def test_an_ascension_address_ends_what_was_before_it() -> None:
    matter = proposal(DAY, *QUORUM)
    start = address(3 * DAY, author="Emperor")
    found = sheet(since(3 * DAY), matter, start)
    assert not found.hiatus.unseen
    assert not sentences_of(found.hiatus.doubts)
    without = sheet(since(3 * DAY), matter)
    assert without.hiatus.unseen
    assert sentences_of(without.hiatus.doubts) == (
        "a DoV may be pending: older posts were not seen (before 2024-03-07 12:00 UTC)",
    )
    assert reason(verdict(since(3 * DAY), matter), VerdictClause.HIATUS).met is None


def test_an_enacted_dov_may_have_been_followed_by_an_address_that_was_not_seen() -> None:
    enacted = dov(14 * DAY, *THIRDS, author="Boris", closed=NOW - 12 * DAY)
    whole, gap = (
        sheet(seen, enacted, proposal(HOUR, *QUORUM)) for seen in (Coverage(), since(11 * DAY))
    )
    assert [cause.kind for cause in whole.hiatus.causes] == [HiatusKind.INTERREGNUM]
    assert not gap.hiatus.active
    assert gap.hiatus.unseen
    assert sentences_of(gap.verdicts[0].unseen) == (
        "older posts were not seen (before 2024-02-28 12:00 UTC)",
    )
    report = run_all(
        remade(view(enacted, dov(DAY, *THIRDS)), coverage=since(11 * DAY)),
        select=["BN117", "BN204"],
    )
    assert not report.findings


def test_downtime_hides_no_other_cause() -> None:
    noon = datetime.fromisoformat("2024-12-25T12:00:00Z")
    made = remade(
        view(replace(proposal(DAY, *QUORUM), posted=noon - 3 * DAY), now=noon),
        coverage=Coverage(noon - DAY),
    )
    (found,) = judge(made).verdicts
    assert (found.enactable, found.failable) == (False, False)
    assert (found.earliest_enact, found.certified) == (None, False)
    assert sentences_of(found.unseen) == (
        "older posts were not seen (before 2024-12-24 12:00 UTC)",
    )


def test_the_emperor_is_known_from_posts_without_a_gap_only() -> None:
    posts = (address(20 * DAY, author="Emperor"), proposal(DAY, ("Boris", "for")))
    for seen, emperor in (
        (Coverage(), "Emperor"),
        (since(20 * DAY), "Emperor"),
        (since(19 * DAY), None),
    ):
        made = remade(view(*posts, emperor=None), coverage=seen)
        assert Timeline(made).emperor_at(NOW).name == emperor
        assert Timeline(made).emperor_at(NOW).known is (emperor is not None)


def test_a_dov_with_an_against_waits_for_the_emperor_whoever_that_is() -> None:
    opposed = (*some(5, "for"), ("Anna", "against"))
    early = verdict(Coverage(), dov(12 * HOUR, *opposed, author="Cyril"), emperor=None)
    assert (early.enactable, sentences_of(early.unseen)) == (
        None,
        ("Emperor unknown; their FOR would make it pass now; pass --emperor NAME",),
    )
    few = verdict(
        Coverage(), dov(12 * HOUR, *THIRDS, ("Anna", "against"), author="Cyril"), emperor=None
    )
    assert (few.enactable, sentences_of(few.unseen)) == (False, ())
    assert (
        verdict(Coverage(), dov(12 * HOUR, *opposed, author="Cyril"), emperor="Fiona").enactable
        is True
    )
    assert (
        verdict(Coverage(), dov(12 * HOUR, *opposed, author="Cyril"), emperor="Anna").enactable
        is False
    )
    assert (
        verdict(Coverage(), dov(12 * HOUR, *opposed, author="Cyril"), emperor="").enactable is False
    )
    assert (
        verdict(
            Coverage(), dov(12 * HOUR - MINUTE, *opposed, author="Cyril"), emperor=None
        ).enactable
        is False
    )
    assert (
        verdict(Coverage(), dov(24 * HOUR, *opposed, author="Cyril"), emperor=None).enactable
        is True
    )


def test_a_veto_by_a_possible_emperor() -> None:
    matter = proposal(DAY, *QUORUM, ("Fiona", "veto"))
    found = verdict(Coverage(), matter, emperor=None)
    assert (found.popular, found.enactable, found.failable) == (True, None, None)
    assert sentences_of(found.unseen) == (
        "somebody used VETO, and the Emperor at that time is unknown",
    )
    stranger = verdict(Coverage(), proposal(DAY, *QUORUM, ("Nobody", "veto")), emperor=None)
    assert stranger.enactable is True
    assert not stranger.certified


# Comments


@cases("unseen_comments")
@pytest.mark.parametrize("make", [proposal, cfj], ids=["Proposal", "CfJ"])
def test_comments_that_were_not_seen_make_the_votes_unknown(
    make: object, hidden: dict[str, object], doubt: str
) -> None:
    found = verdict(Coverage(), make(DAY, *QUORUM, **hidden))  # type: ignore[operator]
    assert states(found) == UNKNOWN
    assert sentences_of(found.doubts)[0] == doubt
    assert sentences_of(found.unseen) == (doubt,)
    assert reason(found, VerdictClause.POPULAR_QUORUM).met is None
    assert reason(found, VerdictClause.POPULAR_TIME).met is False
    late = verdict(Coverage(), make(3 * DAY, *QUORUM, **hidden))  # type: ignore[operator]
    assert reason(late, VerdictClause.POPULAR_TIME).met is None
    assert "unknown whether Popular" in worded(reason(late, VerdictClause.UNPOPULAR_TIME).stands)


def test_a_dov_with_missing_comments() -> None:
    found = verdict(Coverage(), dov(3 * DAY, hidden=True))
    assert states(found) == (None, None, None, None)
    assert [
        reason(found, clause).met
        for clause in (VerdictClause.THRESHOLD, VerdictClause.DOV_EARLY, VerdictClause.DOV_LATE)
    ] == [
        None,
        None,
        True,
    ]
    assert reason(found, VerdictClause.DOV_FAIL).met is None
    assert reason(found, VerdictClause.DOV_OLD).stands.kind is ReasonKind.DOV_OLD_UNKNOWN
    young = verdict(Coverage(), dov(HOUR, hidden=True))
    assert (young.enactable, young.failable) == (False, False)


# What came after the pages were saved


@pytest.mark.parametrize(
    ("age", "fresh"),
    [(timedelta(0), True), (30 * MINUTE, True), (30 * MINUTE + SECOND, False), (2 * DAY, False)],
    ids=in_words,
)
def test_pages_speak_of_the_time_they_were_saved(age: timedelta, fresh: bool) -> None:
    saved = Coverage(seen_at=NOW - age)
    for matter in (proposal(3 * DAY, *QUORUM), cfj(3 * DAY, *QUORUM), dov(3 * DAY, *THIRDS)):
        found = verdict(saved, matter)
        assert found.certified is fresh
        assert (found.enactable is not None) is fresh
    lost = verdict(saved, proposal(3 * DAY, *AGAINST_FOUR))
    assert lost.failable is (True if fresh else None)


def test_a_page_saved_later_than_the_lists() -> None:
    matter, older = proposal(DAY, *QUORUM), proposal(2 * DAY, *QUORUM, author="Della")
    lists = Coverage(seen_at=NOW - DAY, pages={matter.key: NOW})
    found = verdict(lists, matter, older)
    assert (found.popular, found.enactable, found.failable) == (True, None, False)
    assert sentences_of(found.unseen) == (
        "the lists of posts were last seen at 2024-03-09 12:00 UTC and may have changed since",
    )
    declared = dov(2 * DAY, *THIRDS, author="Boris")
    paused = verdict(lists, matter, declared)
    assert reason(paused, VerdictClause.HIATUS).met is None
    own = verdict(Coverage(pages={matter.key: NOW - DAY}), matter)
    assert sentences_of(own.unseen) == (
        "its page was last seen at 2024-03-09 12:00 UTC and may have changed since",
    )


def test_sources_that_are_too_old_certify_nothing() -> None:
    found = judge(
        view(cfj(DAY, *QUORUM), aged=(Problem("the wiki", "It was last read yesterday."),))
    )
    assert (
        sentences_of(found.doubts)
        == sentences_of(found.verdicts[0].doubts)
        == ("the wiki: It was last read yesterday.",)
    )
    assert not found.certified
    assert found.verdicts[0].enactable is True
