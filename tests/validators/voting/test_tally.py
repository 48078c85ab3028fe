"""Whose icon is a vote, what it counts as, and what becomes of every other icon."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parsers.model import Comment, Icon, Post, Roster, Status, VoteIcon
from tests.validators.making import (
    DAY,
    HOUR,
    NOW,
    PLAYERS,
    QUORUM,
    SECOND,
    SEVEN,
    Ballot,
    cfj,
    counts,
    dov,
    flags,
    in_words,
    of_then,
    proposal,
    rules,
    some,
    verdict,
    view,
)
from validators.voting.judge import judge
from validators.voting.verdict import UncountedIcon


def uncounted(result: object) -> list[tuple[str, str, str]]:
    icons: tuple[UncountedIcon, ...] = result.uncounted  # type: ignore[attr-defined]
    return [(icon.voter, icon.icon, icon.reason) for icon in icons]


def test_every_icon_that_is_no_vote_is_listed_with_its_reason() -> None:
    ballots: list[Ballot] = [
        ("idle one", "for"),
        ("Stranger", "against"),
        ("Boris", "veto revise ~for arrow"),
        ("Cyril", "for"),
        ("Cyril", "against"),
    ]
    assert uncounted(verdict(proposal(HOUR, *ballots))) == [
        ("Idle One", "for", "idle"),
        ("Stranger", "against", "not-a-player"),
        ("Boris", "veto", "not-valid-here"),
        ("Boris", "revise", "unknown-icon"),
        ("Boris", "for", "quoted"),
        ("Cyril", "for", "superseded"),
    ]


def test_icons_that_are_no_votes_are_listed_by_time() -> None:
    result = verdict(proposal(HOUR, ("Zoe", "for", NOW), ("Ann", "for", NOW - SECOND), ("Yves", "for", None)))
    assert [icon.voter for icon in result.uncounted] == ["Yves", "Ann", "Zoe"]  # who used one nobody knows when stands first


def test_comments_after_a_resolution_count_for_nothing() -> None:
    closed = NOW - HOUR
    ballots: list[Ballot] = [("Boris", "for", closed), ("Cyril", "for", closed + SECOND), ("Anna", "against", closed + SECOND)]
    result = verdict(proposal(DAY, *ballots, closed=closed))
    assert counts(result) == (2, 0, 0, 7)
    assert not result.withdrawn
    assert uncounted(result) == [("Cyril", "for", "after-resolution"), ("Anna", "against", "after-resolution")]


@pytest.mark.parametrize(
    ("ballot", "doubted"),
    [
        pytest.param(("Boris", "revise"), True, id="a player"),
        pytest.param(("Boris", "for revise"), True, id="beside a vote"),
        pytest.param(("Boris", "~revise"), False, id="quoted"),
        pytest.param(("Boris", "arrow"), False, id="never a vote"),
        pytest.param(("Idle One", "revise"), False, id="somebody idle"),
    ],
)
def test_an_unknown_icon_of_a_player_is_doubtful(ballot: Ballot, doubted: bool) -> None:
    doubts = verdict(cfj(HOUR, ballot)).doubts
    assert ("the icon “revise” of Boris is not known, and is taken for no vote" in doubts) is doubted


@pytest.mark.parametrize(
    ("ballot", "doubted"),
    [
        pytest.param(("Boris", "against", NOW - 8 * DAY), False, id="at its time"),
        pytest.param(("Boris", "against", NOW - 8 * DAY + SECOND), True, id="after it"),
        pytest.param(("Boris", "~against", NOW - 8 * DAY + SECOND), False, id="quoted"),
        pytest.param(("Idle One", "against", NOW - 8 * DAY + SECOND), False, id="somebody idle"),
    ],
)
def test_a_vote_dated_after_the_resolution_is_doubtful(ballot: Ballot, doubted: bool) -> None:
    doubts = judge(of_then(view(cfj(9 * DAY, ballot, closed=NOW - 8 * DAY)))).verdicts[0].doubts
    assert ("a voting icon is dated after its resolution, and is not counted" in doubts) is doubted


def test_votes_carry_their_proof() -> None:
    result = verdict(proposal(HOUR, ("boris", "deferential", NOW)))
    implied, deferred = result.votes
    assert (implied.voter, implied.icon, implied.counts_as, implied.implicit, implied.comment) == (
        "Anna",
        VoteIcon.FOR,
        VoteIcon.FOR,
        True,
        None,
    )
    assert (deferred.voter, deferred.icon, deferred.counts_as, deferred.implicit) == ("Boris", VoteIcon.DEFERENTIAL, None, False)
    assert (deferred.at, deferred.comment) == (NOW, f"{result.post.url}#c0")


@pytest.mark.parametrize(("listed", "voter"), [("O'Neil", "o\u2019Neil"), ("Zo\u00eb", "Zoe\u0308"), ("Della  May", "Della May")])
def test_spellings_of_one_name_are_one_voter(listed: str, voter: str) -> None:
    roster = replace(SEVEN, active=(*PLAYERS[:6], listed))
    result = verdict(cfj(DAY, (voter, "against")), roster=roster)
    assert [(vote.voter, vote.counts_as) for vote in result.votes] == [("Anna", "for"), (listed, "against")]
    assert not verdict(cfj(DAY, (voter.replace("o", "\u03bf").replace("a", "\u0430"), "against")), roster=roster).counts.against


def test_a_comment_without_an_address_is_found_on_its_post() -> None:
    matter = proposal(HOUR, ("Boris", "for"))
    nameless = replace(matter, comments=tuple(replace(comment, id="") for comment in matter.comments or ()))
    assert verdict(nameless).votes[1].comment == matter.url


def test_votes_stand_in_the_order_of_the_last_icon() -> None:
    result = verdict(cfj(HOUR, ("Boris", "for"), ("Cyril", "for"), ("Boris", "against")))
    assert [vote.voter for vote in result.votes] == ["Anna", "Cyril", "Boris"]


def test_without_the_clause_an_author_has_no_implied_vote() -> None:
    assert counts(verdict(cfj(HOUR), under=rules(vote__author_implicit=None))) == (0, 0, 0, 7)
    assert counts(verdict(cfj(HOUR, author="Idle One"))) == (0, 0, 0, 7)
    assert counts(verdict(cfj(HOUR, author="Stranger"))) == (0, 0, 0, 7)


@pytest.mark.parametrize("make", [cfj, dov])
def test_a_veto_is_valid_on_proposals_only(make: object) -> None:
    result = verdict(make(HOUR, ("Emperor", "for veto"), ("Anna", "against")))  # type: ignore[operator]
    assert (counts(result), flags(result)) == ((1, 1, 0, 6), "")
    assert ("Emperor", "veto", "not-valid-here") in uncounted(result)


def test_a_veto_needs_its_clause() -> None:
    for there in (False, None):
        result = verdict(proposal(HOUR, ("Emperor", "veto"), *QUORUM), under=rules(veto=there))
        assert not result.vetoed
        assert uncounted(result) == [("Emperor", "veto", "not-valid-here")]
        words = "the Emperor used VETO, and no clause says what that does"
        assert result.doubts == ((words,) if there is None else ())  # that there is none is a clause as well
    silent = rules(veto=None)
    assert verdict(proposal(HOUR, ("Boris", "veto"), ("Emperor", "~veto"), *some(3, "for")), under=silent).certified


# Comments in time


def test_the_later_comment_counts_and_of_one_second_the_lower_on_the_page() -> None:
    early, late = NOW - 2 * SECOND, NOW - SECOND
    assert counts(verdict(cfj(HOUR, ("Boris", "against", late), ("Boris", "for", early)))) == (1, 1, 0, 6)
    assert counts(verdict(cfj(HOUR, ("Boris", "against", late), ("Boris", "for", late)))) == (2, 0, 0, 7)


def test_a_comment_without_a_time_stays_where_it_stands_and_costs_the_certificate() -> None:
    ballots: list[Ballot] = [("Boris", "for", NOW - HOUR), ("Boris", "against", None), ("Cyril", "for", NOW - SECOND)]
    result = verdict(cfj(DAY, *ballots))
    assert counts(result) == (2, 1, 0, 6)
    assert "the time of a comment by Boris could not be read" in result.doubts
    assert verdict(cfj(DAY, *QUORUM, ("Boris", "", None))).certified  # no icon, no matter
    assert counts(verdict(cfj(DAY, ("Boris", "for", None)))) == (2, 0, 0, 7)


def test_the_order_of_the_comments_in_hand_does_not_matter() -> None:
    matter = cfj(DAY, ("Boris", "for"), ("Boris", "against"), ("Cyril", "for", NOW))
    turned = replace(matter, comments=(matter.comments or ())[::-1])
    assert verdict(turned).votes == verdict(matter).votes


# The Emperor's own DEFERENTIAL (Anna's FOR is implied)

AHEAD: list[Ballot] = [("Boris", "for"), ("Cyril", "for"), ("Della", "against"), ("Elias", "deferential"), ("Emperor", "deferential")]
BEHIND: list[Ballot] = [("Boris", "against"), ("Cyril", "against"), ("Elias", "deferential"), ("Emperor", "deferential")]


@pytest.mark.parametrize(
    ("mode", "votes", "quorum", "popular"),
    [
        ("out-of-quorum", [*some(2, "for"), ("Emperor", "deferential")], 4, False),
        ("out-of-quorum", [*some(3, "for"), ("Emperor", "deferential")], 4, True),
        ("out-of-quorum", [*some(2, "for"), ("Elias", "deferential"), ("Emperor", "deferential")], 4, False),
        ("all-out-of-quorum", [*some(2, "for"), ("Elias", "deferential"), ("Emperor", "deferential")], 3, True),
        ("all-out-of-quorum", [*some(2, "for"), ("Elias", "deferential"), ("Emperor", "for")], 4, True),
        ("all-out-of-quorum", [*some(2, "for"), ("Elias", "deferential")], 4, False),
    ],
)
def test_the_emperors_deferential_may_leave_quorum(mode: str, votes: list[Ballot], quorum: int, popular: bool) -> None:
    found = verdict(proposal(HOUR, *votes), under=rules("2024", deferential__emperor=mode))
    assert (found.quorum, found.popular, found.certified) == (quorum, popular, True)


def test_six_players_of_whom_the_emperor_defers() -> None:
    six = replace(SEVEN, active=PLAYERS[1:], idle=("Anna",), stated_players=6)
    matter = proposal(HOUR, *some(3, "for"), ("Emperor", "deferential"))
    found = verdict(matter, under=rules("2024", deferential__emperor="out-of-quorum"), roster=six)
    assert (found.quorum, found.counts.for_, found.popular) == (3, 3, True)


def test_who_is_out_of_quorum_may_not_count_among_those_who_are_not_against() -> None:
    found = verdict(
        proposal(HOUR, *some(3, "against"), ("Emperor", "deferential")), under=rules("2024", deferential__emperor="out-of-quorum")
    )
    assert (found.unpopular, found.certified) == (False, False)
    assert "whoever is out of Quorum is counted among those who are not voting AGAINST, as is assumed" in found.doubts


def test_it_is_none_on_other_matters() -> None:
    assert counts(verdict(cfj(HOUR, *AHEAD), under="2020")) == (3, 1, 2, 6)


SIX = Roster(("Anna", "Boris", "Cyril", "Della", "Elias", "Emperor"))


def test_without_the_clause_on_followers_nobody_follows() -> None:
    unfollowed = rules("2020", deferential__players=None)
    assert counts(verdict(proposal(HOUR, ("Boris", "deferential"), ("Emperor", "for")), under=unfollowed)) == (2, 0, 1, 7)
    assert counts(verdict(proposal(HOUR, *AHEAD), under=unfollowed)) == (4, 1, 1, 6)


def test_an_unread_clause_on_the_emperors_own_is_owned_up_to() -> None:
    unread = rules("2020", deferential__emperor=None)
    result = verdict(proposal(HOUR, *AHEAD), under=unread)
    assert counts(result) == (3, 1, 2, 6)
    assert "no clause says what the Emperor's own DEFERENTIAL becomes; it is not counted" in result.doubts
    assert verdict(proposal(HOUR, *QUORUM), under=unread).certified


def test_an_emperor_nobody_knows_is_owned_up_to() -> None:
    followers = verdict(proposal(HOUR, ("Boris", "deferential"), *some(2, "for", 5)), emperor=None)
    assert counts(followers) == (3, 0, 1, 7)
    assert followers.doubts == ("there are DEFERENTIAL votes, and the Emperor is unknown",)
    veto = verdict(proposal(HOUR, ("Emperor", "veto"), *QUORUM), emperor=None)
    assert not veto.vetoed
    assert veto.doubts == ("somebody used VETO, and the Emperor at that time is unknown",)
    assert verdict(proposal(HOUR, ("Emperor", "~veto"), *QUORUM), emperor=None).certified
    assert verdict(proposal(HOUR, ("Emperor", "veto", NOW + SECOND), *QUORUM), emperor=None).certified
    assert verdict(cfj(HOUR, ("Emperor", "veto"), *QUORUM), emperor=None).certified
    assert verdict(proposal(HOUR, ("Emperor", "deferential veto"), *QUORUM), emperor="").certified  # a Metadynasty


# Withdrawn and Vetoed


@pytest.mark.parametrize(
    ("ballots", "expected"),
    [
        ([("Anna", "against")], "withdrawn failable"),
        ([("ANNA", "against"), ("Anna", "for")], "withdrawn failable"),
        ([("Anna", "deferential"), ("Emperor", "against")], ""),  # resolves to AGAINST, and withdraws nothing
        ([("Boris", "against")], ""),
        ([("Emperor", "veto")], "vetoed failable"),
        ([("Emperor", "veto"), ("Emperor", "for")], "vetoed failable"),
        ([("Boris", "veto")], ""),
        ([("Anna", "against"), ("Emperor", "veto")], "withdrawn vetoed failable"),
    ],
    ids=in_words,
)
def test_withdrawn_and_vetoed(ballots: list[Ballot], expected: str) -> None:
    assert flags(verdict(proposal(HOUR, *ballots))) == expected


def test_an_unread_clause_on_withdrawal_is_owned_up_to() -> None:
    silent = rules(proposal__withdrawn_term=None)
    result = verdict(proposal(HOUR, ("Anna", "against"), *QUORUM), under=silent)
    assert not result.withdrawn
    assert result.doubts == ("its author used AGAINST, and no clause says what that does to their own Proposal",)
    assert verdict(proposal(HOUR, *QUORUM), under=silent).certified


def test_the_votes_on_a_resolved_matter_follow_the_emperor_of_that_time() -> None:
    crowned = dov(4 * DAY, author="Boris", closed=NOW - 3 * DAY)
    old = proposal(6 * DAY, ("Cyril", "deferential"), ("Emperor", "against"), ("Boris", "for"), closed=NOW - 5 * DAY)
    reign: list[Post] = [crowned, dov(9 * DAY, author="Emperor", closed=NOW - 8 * DAY, key="first")]
    assert counts(verdict(old, *reign, emperor=None)) == (2, 2, 0, 5)  # Cyril follows the Emperor of that time
    assert counts(verdict(replace(old, status=Status.PENDING, closed=None), *reign, emperor=None)) == (3, 1, 0, 6)  # and Boris now


def test_a_player_may_use_many_icons() -> None:
    icons = (Icon("for"), Icon("against")) * 5000
    matter = replace(cfj(HOUR), comments=(Comment("Boris", NOW, icons),))
    assert counts(verdict(matter)) == (1, 1, 0, 6)
    assert len(verdict(matter).uncounted) == 9999
