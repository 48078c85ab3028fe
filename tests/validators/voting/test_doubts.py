"""What a verdict cannot vouch for beside the questions the rules leave open: clauses and pages not
read.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from parsers.model import Category, MatterKind, Problem, ProblemKind, Roster, Status
from parsers.ruleset.ruleset_model import UnreadClause
from tests.support.cases import cases
from tests.validators.making import (
    address,
    cfj,
    dov,
    flags,
    from_row,
    in_words,
    post,
    proposal,
    rules,
    sentences_of,
    sheet,
    verdict,
    without,
)
from tests.validators.scene import DAY, HOUR, NOW, QUORUM, SECOND, SEVEN, some
from validators.reason_wording import IllegalKind
from validators.voting.voting_rules import concerns
from validators.wording import DoubtKind, fact, worded

THIRDS = some(4, "for")


# The rules


@pytest.mark.parametrize(
    ("topic", "kinds"),
    [
        ("sections", "proposal cfj dov"),
        ("quorum", "proposal cfj dov"),
        ("vote", "proposal cfj dov"),
        ("vote.last_icon", "proposal cfj dov"),
        ("popular.after_hours", "proposal cfj dov"),
        ("unpopular", "proposal cfj dov"),
        ("post.illegal_unpopular", "proposal cfj dov"),
        ("proposal", "proposal"),
        ("proposal.stale_days", "proposal"),
        ("deferential.emperor", "proposal"),
        ("deferential.players", "proposal cfj dov"),
        ("hiatus", "proposal"),
        ("dov.hiatus", "proposal dov"),
        ("dov", "dov"),
        ("interregnum.no_dovs", "proposal dov"),
        ("downtime", "proposal dov"),
        ("cfj", "cfj"),
        ("idle.timeout_hours", ""),
        ("popularity", ""),
        ("name", ""),
    ],
)
def test_ununderstood_clauses_affect_the_matters_they_concern(topic: str, kinds: str) -> None:
    under = rules(fields={"unread": (UnreadClause(topic, "not understood: “…”", "Some Rule"),)})
    for matter, kind in (
        (proposal(DAY, *QUORUM), "proposal"),
        (cfj(DAY, *QUORUM), "cfj"),
        (dov(DAY, *THIRDS), "dov"),
    ):
        expected = (
            (f"not read in the Ruleset: {topic} (rule “Some Rule”): not understood: “…”",)
            if kind in kinds.split()
            else ()
        )
        assert sentences_of(verdict(matter, under=under).doubts) == expected
        assert concerns(topic, [MatterKind(kind)]) is (kind in kinds.split())
    assert sheet(under=under).certified is not bool(kinds)


@cases("assumptions")
def test_assumptions_are_reported(key: str, proposals: str, cfjs: bool) -> None:
    under = without(key)
    doubt = f"no clause of the Ruleset says {proposals}; this is assumed"
    assert sentences_of(verdict(proposal(DAY, *QUORUM), under=under).doubts) == (doubt,)
    assert sentences_of(verdict(cfj(DAY, *QUORUM), under=under).doubts) == (
        (doubt,) if cfjs else ()
    )


# The pages


@pytest.mark.parametrize(
    ("players", "kind", "doubted"),
    [
        pytest.param(None, ProblemKind.ROSTER, True, id="not settled"),
        pytest.param(7, ProblemKind.ROSTER, False, id="settled by the number"),
        pytest.param(7, ProblemKind.OLDER_SIDEBAR, True, id="the sidebar of another page"),
        pytest.param(None, ProblemKind.PAGE, False, id="not about who plays"),
    ],
)
def test_a_list_of_players_that_is_not_certain(
    players: int | None, kind: ProblemKind, doubted: bool
) -> None:
    what = "Boris is listed twice"
    front = Problem("https://blog.example/", what, kind=kind)
    result = verdict(
        cfj(DAY, *QUORUM), roster=replace(SEVEN, stated_players=players), problems=(front, front)
    )
    assert sentences_of(result.doubts) == ((what,) if doubted else ())


@pytest.mark.parametrize(
    ("name", "twin"),
    [
        ("Elias.", "Elias"),
        ("Elyas", "Elias"),
        ("Élias\u200b", "Elias"),
        ("Elias the Bold", "Elias"),
        ("Eli", "Elias"),
        ("El", None),
        ("Emilia", None),
    ],
)
def test_a_stranger_with_nearly_the_name_of_somebody_who_used_no_icon(
    name: str, twin: str | None
) -> None:
    doubts = (
        ()
        if twin is None
        else (f"{name} is not on the roster, and may be {twin}; their AGAINST is not counted",)
    )
    assert sentences_of(verdict(cfj(DAY, *QUORUM, (name, "against"))).doubts) == doubts
    assert (
        sentences_of(verdict(cfj(DAY, *QUORUM, ("Elias", "for"), (name, "against"))).doubts) == ()
    )  # Elias has a vote of their own


@pytest.mark.parametrize(
    ("count", "doubts"), [(3, ()), (2, ("the page counts 2 comments and shows 3",)), (None, ())]
)
def test_more_comments_than_the_page_counts(count: int | None, doubts: tuple[str, ...]) -> None:
    assert sentences_of(verdict(cfj(DAY, *QUORUM, count=count)).doubts) == doubts


def test_a_sidebar_that_contradicts_itself() -> None:
    doubt = "the sidebar states 8 players and lists 7"
    assert sentences_of(
        verdict(cfj(DAY, *QUORUM), roster=replace(SEVEN, stated_players=8)).doubts
    ) == (doubt,)
    assert verdict(cfj(DAY, *QUORUM), roster=replace(SEVEN, stated_players=None)).certified
    assert verdict(
        cfj(DAY, *QUORUM), roster=replace(SEVEN, stated_quorum=5)
    ).certified  # the list decides
    only_quorum = replace(SEVEN, stated_players=None, stated_quorum=5)
    assert sentences_of(verdict(cfj(DAY, *QUORUM), roster=only_quorum).doubts) == (
        "the sidebar states quorum 5 and lists 7 players",
    )


def test_a_comment_from_before_the_post() -> None:
    matter = cfj(DAY, *QUORUM, ("Elias", "for", NOW - DAY - SECOND))
    assert sentences_of(verdict(matter).doubts) == ("a comment is dated before the post",)
    assert verdict(cfj(DAY, *QUORUM, ("Elias", "for", NOW - DAY))).certified


@pytest.mark.parametrize(
    ("post", "kind", "its_own"),
    [
        ("lamps", ProblemKind.PAGE, True),
        ("more_lamps", ProblemKind.PAGE, False),
        (None, ProblemKind.PAGE, False),
        ("lamps", ProblemKind.ROSTER, False),
    ],
)
def test_problems_of_its_own_page(post: str | None, kind: ProblemKind, its_own: bool) -> None:
    what = "the order of day and month is not sure"
    problem = Problem("https://blog.example/archive/lamps", what, kind=kind, post=post)
    result = verdict(
        cfj(DAY, *QUORUM, key="lamps"),
        roster=replace(SEVEN, stated_players=7),
        problems=(problem,),
    )
    assert sentences_of(result.doubts) == (
        ("on its page: the order of day and month is not sure",) if its_own else ()
    )


@cases("authors")
def test_an_author_who_is_no_player_now(author: str, doubt: str | None) -> None:
    assert sentences_of(verdict(cfj(DAY, *QUORUM, ("Fiona", "for"), author=author)).doubts) == (
        () if doubt is None else (doubt,)
    )


def test_a_resolved_matter_with_unknown_roster_and_rules() -> None:
    wrote = ("Idle One", "")
    result = verdict(cfj(9 * DAY, *QUORUM, wrote, closed=NOW - 8 * DAY))
    assert sentences_of(result.doubts) == (
        (
            "the roster of that time is not certain: Idle One: idle afterwards, and no"
            " announcement shows since when"
        ),
        "the rules of that time are unknown: earlier revisions of the Ruleset are not available",
    )


def test_a_resolved_matter_is_doubted_as_it_stood_then() -> None:
    def doubts(length: timedelta) -> tuple[str, ...]:
        votes = (*some(1, "for"), ("Idle One", ""))
        return sentences_of(verdict(cfj(9 * DAY, *votes, closed=NOW - 9 * DAY + length)).doubts)[2:]

    assert (
        doubts(48 * HOUR - SECOND) == ()
    )  # it was not Popular by then, whatever the implied FOR is
    assert len(doubts(48 * HOUR)) == 1
    assert "only if the author's implied FOR counts" in doubts(48 * HOUR)[0]


# What cannot be dated


@cases("undated_posts")
def test_a_post_without_a_date_leaves_doubts(
    row: dict[str, Any], proposals: bool, dovs: bool
) -> None:
    other = from_row({row["kind"]: None, **{key: row[key] for key in row if key != "kind"}})
    words = f"the date of “{other.title}” could not be read; "
    of_proposal, of_dov = (
        sentences_of(verdict(proposal(DAY, *QUORUM), other).doubts),
        sentences_of(verdict(dov(DAY, *THIRDS), other).doubts),
    )
    assert of_proposal == (
        (words + "the queue, or whether there is a hiatus, may be different",) if proposals else ()
    )
    assert of_dov == (
        (words + "whether it was made in an Interregnum, or too soon, may be different",)
        if dovs
        else ()
    )
    assert verdict(cfj(DAY, *QUORUM), other).certified
    assert sheet(other).skipped == ((other,) if other.category.matter else ())


def test_a_dov_enacted_at_an_unknown_time() -> None:
    enacted = dov(3 * DAY, author="Boris", status=Status.ENACTED)
    words = (
        f"the time at which “{enacted.title}” was enacted is not certain, so there may be an"
        " Interregnum"
    )
    this = proposal(DAY, *QUORUM)
    assert sentences_of(verdict(this, enacted).doubts) == (words,)
    assert verdict(this, enacted).enactable
    assert verdict(this, enacted, address(2 * DAY, author="Boris")).certified
    assert words in sentences_of(verdict(this, enacted, address(4 * DAY, author="Boris")).doubts)
    assert verdict(this, enacted, under=rules(interregnum=False)).certified
    timed = dov(5 * DAY, author="Cyril", closed=NOW - 4 * DAY)
    assert not verdict(
        this, enacted, timed
    ).enactable  # one that is known makes the other no matter
    victory = verdict(dov(DAY, *THIRDS), enacted)
    assert sentences_of(victory.doubts) == (
        words.replace("there may be an Interregnum", "this may have been made in an Interregnum"),
        f"it may have failed when “{enacted.title}” was enacted",
    )
    silent = rules(interregnum__no_dovs=None, dov__fails_others=None)
    assert verdict(dov(DAY, *THIRDS), enacted, under=silent).certified
    assert not verdict(dov(4 * DAY, *THIRDS), enacted).certified  # it was enacted since


# Who the Emperor is


def test_an_unknown_emperor_and_a_dov() -> None:
    words = (
        "Emperor unknown: the Emperor may not make a DoV, and the Emperor's FOR lets one pass"
        " earlier"
    )
    assert sentences_of(verdict(dov(DAY, *THIRDS), emperor=None).doubts) == (words,)
    assert verdict(dov(DAY, *THIRDS), emperor="").certified
    made = sheet(emperor=None)
    assert (made.emperor, made.emperor_known) == (None, False)
    assert (sheet(emperor="").emperor, sheet(emperor="").emperor_known) == (None, True)
    assert sheet(emperor="EMPEROR").emperor == "Emperor"


@cases("players")
def test_dormancy_that_hangs_on_who_the_emperor_is(players: int, doubts: list[str]) -> None:
    roster = Roster(("Anna", "Boris", "Cyril", "Della", "Elias")[:players])
    result = verdict(proposal(DAY, *some(2, "for")), under="2024", roster=roster, emperor=None)
    assert [each for each in sentences_of(result.doubts) if "dormant" in each] == doubts


@pytest.mark.parametrize(
    ("since", "doubted"),
    [(2 * HOUR, True), (DAY, False)],
    ids=["submitted-among-four", "among-five"],
)
def test_a_pending_proposal_that_was_submitted_while_the_game_was_dormant(
    since: timedelta, doubted: bool
) -> None:
    """Four Players submit and a fifth one joins: the game is awake, and the Proposal is an illegal
    one all the same.
    """
    joined = post(
        Category.NONE,
        since,
        author="Boris",
        body="Welcome to our new player Anna! Quorum remains 3.",
    )
    five = Roster(("Anna", "Boris", "Cyril", "Della", "Elias"))
    matter = proposal(13 * HOUR, *some(3, "for", 2), author="Boris")
    result = verdict(matter, joined, roster=five, under="2023")
    assert result.enactable
    assert sentences_of(result.doubts) == (
        ("the game may have been dormant when it was posted: 4 Players, fewer than 5",)
        if doubted
        else ()
    )


@pytest.mark.parametrize(
    ("players", "flag", "doubt"),
    [(4, None, True), (5, None, False), (4, False, False), (4, True, False)],
    ids=in_words,
)
def test_dormancy_that_the_sidebar_should_state(
    players: int, flag: bool | None, doubt: bool
) -> None:
    roster = Roster(("Anna", "Boris", "Cyril", "Della", "Elias")[:players], dormant=flag)
    result = verdict(
        proposal(DAY, *some(2, "for")), under=rules("2022", dormancy__min_players=5), roster=roster
    )
    words = "there are 4 Players, and the sidebar does not say whether the game is dormant"
    assert [each for each in sentences_of(result.doubts) if "dormant" in each] == (
        [words] if doubt else []
    )


# Submitted in the minute in which something changed


ORDER = "whether it was submitted too soon depends on what happened first within one minute"
UNORDERED = (
    "it may be an illegal post if another one of the same minute was posted first, and no list of"
    " posts shows their order"
)


def test_a_limit_that_ends_in_the_minute_of_the_submission() -> None:
    pending = proposal(3 * DAY, subject="One", closed=NOW - HOUR)
    this = proposal(DAY, *QUORUM)
    for seconds, tied in ((59, True), (60, False)):
        ended = proposal(2 * DAY, subject="Two", closed=NOW - DAY + seconds * SECOND)
        result = verdict(this, pending, ended)
        assert result.illegal == fact(IllegalKind.PENDING_LIMIT, limit=2)
        assert sentences_of(result.doubts) == ((ORDER,) if tied else ())
    assert (
        verdict(this, pending, proposal(2 * DAY, subject="Two", closed=NOW - DAY)).illegal is None
    )


def test_a_dov_that_fails_in_the_minute_of_the_submission() -> None:
    this = proposal(DAY, *QUORUM)
    for seconds, tied in ((1, True), (59, True), (60, False)):
        failed = dov(
            2 * DAY, author="Boris", closed=NOW - DAY + seconds * SECOND, status=Status.FAILED
        )
        result = verdict(this, failed)
        assert result.illegal is not None
        assert worded(result.illegal) == (
            f"it was submitted in a hiatus (a pending DoV, “{failed.title}”)"
        )
        assert sentences_of(result.doubts) == ((ORDER,) if tied else ())


def test_a_cooldown_that_ends_in_the_minute_of_the_next_dov() -> None:
    this = dov(HOUR, *THIRDS)
    for seconds, illegal, tied in (
        (60, True, False),
        (59, True, True),
        (1, True, True),
        (0, False, False),
    ):
        failed = dov(
            9 * DAY,
            ("Boris", "against"),
            closed=NOW - HOUR - 120 * HOUR + seconds * SECOND,
            status=Status.FAILED,
        )
        result = verdict(this, failed)
        assert (result.illegal is not None) is illegal
        assert result.certified is not tied


def test_the_third_of_one_minute() -> None:
    first, second = (
        proposal(DAY, subject=name, place=place) for name, place in (("One", 9), ("Two", 8))
    )
    result = verdict(proposal(DAY, *QUORUM, place=7), first, second)
    assert (flags(result), sentences_of(result.doubts)) == ("unpopular", ())
    for other in (replace(second, position=7), replace(first, position=7)):
        result = verdict(
            proposal(DAY, *QUORUM, place=7), first if other.key != first.key else second, other
        )
        assert (result.illegal, result.popular, result.unpopular, result.enactable) == (
            None,
            None,
            None,
            None,
        )
        assert sentences_of(result.unseen)[0] == UNORDERED


@cases("unknown_resolutions")
def test_a_matter_resolved_at_an_unknown_time_may_have_counted(
    matter: dict[str, Any], other: dict[str, Any], doubted: bool
) -> None:
    found = [
        doubt
        for doubt in sentences_of(verdict(from_row(matter), from_row(other)).doubts)
        if "it may have made this an illegal post" in doubt
    ]
    assert bool(found) is doubted


@pytest.mark.parametrize(
    ("ballots", "doubtful"),
    [
        ([("Anna", "against for")], True),
        ([("Anna", "against ~for")], False),
        ([("Anna", "against for"), ("Anna", "against")], False),
        ([("Anna", "against")], False),
    ],
    ids=["beside another icon", "beside a quoted one", "once alone", "alone"],
)
def test_a_withdrawal_beside_another_icon_is_doubtful(
    ballots: list[tuple[str, str]], doubtful: bool
) -> None:
    kinds = {each.kind for each in verdict(proposal(DAY, *QUORUM, *ballots)).doubts}
    assert (DoubtKind.STOPPED_BESIDE_ICON in kinds) is doubtful
