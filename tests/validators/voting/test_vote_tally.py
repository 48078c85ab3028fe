"""Whose icon is a vote, what becomes of every other icon, and each question that the rules leave
open beside the nearest settled case.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from parsers.model import Category, MatterKind, Post, Roster, Status, VoteIcon
from parsers.ruleset.ruleset_model import Caveat
from tests.support.cases import cases
from tests.validators.making import (
    address,
    cfj,
    counts,
    dov,
    flags,
    in_words,
    length,
    of_then,
    post,
    proposal,
    rules,
    sentences_of,
    verdict,
    view,
)
from tests.validators.making import from_row as matter_of
from tests.validators.scene import (
    DAY,
    HOUR,
    MINUTE,
    NOW,
    PLAYERS,
    QUORUM,
    SECOND,
    SEVEN,
    Ballot,
    some,
)
from validators.voting.judge import judge
from validators.voting.verdict import UncountedIcon, Verdict


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


@cases("unknown_icons")
def test_an_unknown_icon_of_a_player_is_doubtful(ballot: Ballot, doubted: bool) -> None:
    doubts = sentences_of(verdict(cfj(HOUR, ballot)).doubts)
    assert (
        "the icon “revise” of Boris is unknown; it is not counted as a vote" in doubts
    ) is doubted


@cases("late_votes")
def test_a_vote_dated_after_the_resolution_is_doubtful(
    voter: str, icon: str, age: str, doubted: bool
) -> None:
    doubts = sentences_of(
        judge(of_then(view(cfj(9 * DAY, (voter, icon, NOW - length(age)), closed=NOW - 8 * DAY))))
        .verdicts[0]
        .doubts
    )
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
    assert (deferred.voter, deferred.icon, deferred.counts_as, deferred.implicit) == (
        "Boris",
        VoteIcon.DEFERENTIAL,
        None,
        False,
    )
    assert (deferred.at, deferred.comment) == (NOW, f"{result.post.url}#c0")


@pytest.mark.parametrize(
    ("listed", "voter"),
    [("O'Neil", "o\u2019Neil"), ("Zo\u00eb", "Zoe\u0308"), ("Della  May", "Della May")],
)
def test_spellings_of_one_name_are_one_voter(listed: str, voter: str) -> None:
    roster = replace(SEVEN, active=(*PLAYERS[:6], listed))
    result = verdict(cfj(DAY, (voter, "against")), roster=roster)
    assert [(vote.voter, vote.counts_as) for vote in result.votes] == [
        ("Anna", "for"),
        (listed, "against"),
    ]
    assert not verdict(
        cfj(DAY, (voter.replace("o", "\u03bf").replace("a", "\u0430"), "against")), roster=roster
    ).counts.against


def test_without_the_clause_an_author_has_no_implied_vote() -> None:
    assert counts(verdict(cfj(HOUR), under=rules(vote__author_implicit=None))) == (0, 0, 0, 7)
    assert counts(verdict(cfj(HOUR, author="Idle One"))) == (0, 0, 0, 7)
    assert counts(verdict(cfj(HOUR, author="Stranger"))) == (0, 0, 0, 7)


def test_a_veto_needs_its_clause() -> None:
    for there in (False, None):
        result = verdict(proposal(HOUR, ("Emperor", "veto"), *QUORUM), under=rules(veto=there))
        assert not result.vetoed
        assert uncounted(result) == [("Emperor", "veto", "not-valid-here")]
        words = "the Emperor used VETO, and no clause says what that does"
        assert sentences_of(result.doubts) == (
            (words,) if there is None else ()
        )  # that there is none is a clause as well
    assert verdict(
        proposal(HOUR, ("Boris", "veto"), *some(3, "for")), under=rules(veto=None)
    ).certified


# Comments in time


def test_a_comment_without_a_time_keeps_its_place_and_prevents_certification() -> None:
    ballots: list[Ballot] = [
        ("Boris", "for", NOW - HOUR),
        ("Boris", "against", None),
        ("Cyril", "for", NOW - SECOND),
    ]
    result = verdict(cfj(DAY, *ballots))
    assert counts(result) == (2, 1, 0, 6)
    assert "the time of a comment by Boris could not be read" in sentences_of(result.doubts)
    assert verdict(cfj(DAY, *QUORUM, ("Boris", "", None))).certified  # no icon, no matter
    assert counts(verdict(cfj(DAY, ("Boris", "for", None)))) == (2, 0, 0, 7)


# The Emperor's own DEFERENTIAL (Anna's FOR is implied)

AHEAD: list[Ballot] = [
    ("Boris", "for"),
    ("Cyril", "for"),
    ("Della", "against"),
    ("Elias", "deferential"),
    ("Emperor", "deferential"),
]


def test_who_is_out_of_quorum_may_not_count_among_those_who_are_not_against() -> None:
    found = verdict(
        proposal(HOUR, *some(3, "against"), ("Emperor", "deferential")),
        under=rules("2024", deferential__emperor="out-of-quorum"),
    )
    assert (found.unpopular, found.certified) == (False, False)
    assert (
        "whoever is out of Quorum is counted among those who are not voting AGAINST, as is assumed"
        in sentences_of(found.doubts)
    )


SIX = Roster(("Anna", "Boris", "Cyril", "Della", "Elias", "Emperor"))


def test_an_unread_clause_on_the_emperors_own_is_owned_up_to() -> None:
    unread = rules("2020", deferential__emperor=None)
    result = verdict(proposal(HOUR, *AHEAD), under=unread)
    assert counts(result) == (3, 1, 2, 6)
    assert (
        "no clause says what the Emperor's own DEFERENTIAL becomes; it is not counted"
        in sentences_of(result.doubts)
    )
    assert verdict(proposal(HOUR, *QUORUM), under=unread).certified


def test_an_unknown_emperor_is_reported() -> None:
    followers = verdict(proposal(HOUR, ("Boris", "deferential"), *some(2, "for", 5)), emperor=None)
    assert counts(followers) == (3, 0, 1, 7)
    assert sentences_of(followers.doubts) == (
        "there are DEFERENTIAL votes, and the Emperor is unknown",
    )
    veto = verdict(proposal(HOUR, ("Emperor", "veto"), *QUORUM), emperor=None)
    assert not veto.vetoed
    assert sentences_of(veto.doubts) == (
        "somebody used VETO, and the Emperor at that time is unknown",
    )
    assert verdict(
        proposal(HOUR, ("Emperor", "veto", NOW + SECOND), *QUORUM), emperor=None
    ).certified
    assert verdict(cfj(HOUR, ("Emperor", "veto"), *QUORUM), emperor=None).certified
    assert verdict(
        proposal(HOUR, ("Emperor", "deferential veto"), *QUORUM), emperor=""
    ).certified  # a Metadynasty


# Withdrawn and Vetoed


def test_an_unread_clause_on_withdrawal_is_owned_up_to() -> None:
    silent = rules(proposal__withdrawn_term=None)
    result = verdict(proposal(HOUR, ("Anna", "against"), *QUORUM), under=silent)
    assert not result.withdrawn
    assert sentences_of(result.doubts) == (
        "its author used AGAINST, and no clause says what that does to their own Proposal",
    )
    assert verdict(proposal(HOUR, *QUORUM), under=silent).certified


CHRISTMAS = datetime(2023, 12, 24, tzinfo=UTC)


def one_doubt(result: Verdict, words: str) -> bool:
    """Whether the verdict is not certified for this reason and no other."""
    return (
        not result.certified
        and len(sentences_of(result.doubts)) == 1
        and words in sentences_of(result.doubts)[0]
    )


# The Emperor's DEFERENTIAL: the others' icons decide it, the implied FOR among them


@cases("deferentials")
def test_deferentials_that_follow_the_emperors_own(
    in_favour: int, against: int, deferring: int, open_: bool
) -> None:
    votes = [
        *some(in_favour, "for", 0),
        *some(against, "against", in_favour),
        *some(deferring, "deferential", in_favour + against),
    ]
    matter = proposal(HOUR, *votes, ("Emperor", "deferential"))
    assert (
        verdict(matter, under="2020").certified is not open_
    )  # with the others it could prove either answer right
    assert verdict(matter, under="2023").certified is (
        in_favour - against not in (0, 1)
    )  # theirs are void


def test_a_void_deferential_revives_nothing() -> None:
    def game(icons: str, year: str = "2023", author: str = "Anna") -> Verdict:
        return verdict(
            proposal(HOUR, *QUORUM, ("Elias", icons), ("Emperor", "deferential"), author=author),
            under=year,
        )

    assert counts(game("against deferential")) == (5, 0, 1, 7)
    assert one_doubt(
        game("against deferential"),
        "the DEFERENTIAL of Elias is not counted, and is assumed not to revive an earlier vote",
    )
    assert game("deferential").certified
    assert game("against deferential", "2020").certified  # there it follows the Emperor
    assert game("deferential against").certified
    assert one_doubt(
        game("deferential", author="Elias"), "the DEFERENTIAL of Elias"
    )  # the implied FOR might come back


def test_an_implied_for_is_a_vote_cast() -> None:
    others: list[Ballot] = [*some(3, "for", 2), ("Emperor", "deferential")]
    assert one_doubt(
        verdict(proposal(HOUR, *others, author="Boris"), under="2024", roster=_without("Anna")),
        "implied FOR is a vote cast",
    )
    said = verdict(
        proposal(HOUR, ("Boris", "for"), *others, author="Boris"),
        under="2024",
        roster=_without("Anna"),
    )
    assert said.certified
    assert counts(said) == (5, 0, 0, 5)
    assert verdict(
        proposal(HOUR, *others[1:], ("Boris", "for"), author="Boris"),
        under="2024",
        roster=_without("Anna"),
    ).certified


def _without(name: str) -> Roster:
    return Roster(tuple(each for each in SIX.active if each != name))


def test_an_implied_for_is_one_of_two_valid_votes() -> None:
    assert one_doubt(
        verdict(cfj(48 * HOUR, *some(1, "for"))), "only if the author's implied FOR counts"
    )
    assert one_doubt(
        verdict(cfj(HOUR, *some(1, "for"))), "only if the author's implied FOR counts"
    )  # it will decide
    assert verdict(cfj(48 * HOUR, *some(2, "for"))).certified
    assert verdict(cfj(48 * HOUR, ("Anna", "for"), *some(1, "for"))).certified
    assert verdict(cfj(48 * HOUR, *some(1, "against"))).certified  # not Popular either way
    illegal = verdict(
        proposal(48 * HOUR, *some(1, "for")),
        dov(49 * HOUR, author="Boris", closed=NOW - HOUR, status=Status.FAILED),
    )
    assert (flags(illegal), sentences_of(illegal.doubts)) == ("unpopular failable", ())


@cases("two_icons")
def test_each_of_two_icons_in_a_comment_was_used(ballot: Ballot, open_: bool) -> None:
    votes = [each for each in QUORUM if each[0] != ballot[0]] + [("Fiona", "for")]
    result = verdict(proposal(HOUR, ballot, *votes))
    assert (
        one_doubt(
            result, f"by an icon that {ballot[0]} used beside another one in the same comment"
        )
        is open_
    )
    assert result.certified is not open_
    assert (result.withdrawn, result.vetoed) == ("Anna" in ballot[0], "Emperor" in ballot[0])


def test_authors_of_withdrawals_and_vetoes_were_players() -> None:
    away = verdict(proposal(HOUR, *QUORUM, ("Idle One", "against"), author="Idle One"))
    assert away.withdrawn
    assert (
        "Withdrawn by Idle One, who is not a Player now and is assumed to have been one then"
        in sentences_of(away.doubts)
    )
    veto = verdict(proposal(HOUR, *QUORUM, ("Idle One", "veto")), emperor="Idle One")
    assert veto.vetoed
    assert one_doubt(veto, "Vetoed by Idle One, who is not a Player now")
    assert verdict(proposal(HOUR, *QUORUM, ("Anna", "against"))).certified
    assert verdict(proposal(HOUR, *QUORUM, ("Emperor", "veto"))).certified


def test_a_veto_by_a_former_emperor() -> None:
    reigns = [
        dov(9 * DAY, author="Fiona", closed=NOW - 8 * DAY),
        address(8 * DAY - HOUR, author="Fiona"),
    ]
    later = [dov(2 * DAY, author="Boris", closed=NOW - DAY), address(DAY - HOUR, author="Boris")]
    matter = proposal(3 * DAY, *QUORUM, ("Fiona", "veto"))
    result = verdict(matter, *reigns, *later, emperor=None)
    assert result.vetoed
    assert one_doubt(result, "Vetoed by Fiona, who was the Emperor then and not afterwards")
    assert verdict(matter, *reigns, emperor=None).certified


@pytest.mark.parametrize(
    ("gap", "place", "open_"), [(0, 1, True), (0, 2, False), (1, 1, False)], ids=in_words
)
def test_two_proposals_of_one_minute(gap: int, place: int, open_: bool) -> None:
    this = proposal(DAY, *QUORUM, place=1)
    other = proposal(DAY + gap * MINUTE, author="Boris", place=place)
    words = (
        "no list of posts shows which is older: this, or “Proposal: A Matter” of the same minute"
    )
    result = verdict(this, other)
    assert one_doubt(result, words) is open_
    assert (result.certified, result.unknown, result.enactable) == (
        not open_,
        open_,
        None if open_ else False,
    )
    assert (result.ahead is None, result.place) == (open_, None if open_ else 2)
    assert verdict(
        this, proposal(DAY, author="Boris", place=place, closed=NOW - HOUR)
    ).certified  # out of the queue, no limit of Anna's


def test_what_is_surely_older_leaves_no_doubt_that_it_waits() -> None:
    """With an older one pending it may not be enacted, whichever of its minute came first; its
    place in the queue is unknown.
    """
    result = verdict(
        proposal(DAY, *QUORUM), proposal(DAY, author="Boris"), proposal(2 * DAY, author="Cyril")
    )
    assert (result.enactable, result.failable, result.ahead, result.earliest_enact) == (
        False,
        False,
        None,
        None,
    )
    stale = verdict(proposal(8 * DAY, *QUORUM), proposal(8 * DAY, author="Boris"))
    assert (stale.failable, stale.certified) == (True, True)


@pytest.mark.parametrize("place", [0, 2, 4], ids=["above", "unknown", "below"])
@cases("hiatuses")
def test_a_proposal_and_what_may_end_or_begin_a_hiatus_in_its_minute(
    row: dict[str, Any], illegal_when: str, place: int
) -> None:
    """What stands below it on a list came first: the DoV had begun, the Address had ended the
    Interregnum.
    """
    other = matter_of(row)
    enacted = dov(3 * DAY, author="Boris", closed=NOW - 2 * DAY)
    settled = address(DAY + HOUR, author="Boris")
    before = [enacted] if other.category is Category.ASCENSION else [enacted, settled]
    result = verdict(proposal(DAY, *QUORUM, place=2), replace(other, position=place), *before)
    unknown, there = place == 2 and bool(illegal_when), {0: "above", 4: "below"}.get(place)
    assert (result.illegal is not None) is (there == illegal_when)
    assert (result.popular, result.certified) == (
        None if unknown else there != illegal_when,
        not unknown,
    )
    assert one_doubt(result, "another one of the same minute was posted first") is unknown


@pytest.mark.parametrize(("place", "popular"), [(0, False), (1, None), (2, True)], ids=in_words)
def test_a_dov_and_an_address_of_one_minute(place: int, popular: bool | None) -> None:
    enacted = dov(3 * DAY, author="Boris", closed=NOW - 2 * DAY)
    made = verdict(
        dov(DAY, *some(4, "for"), place=1), address(DAY, author="Boris", place=place), enacted
    )
    assert (made.popular, made.certified) == (popular, popular is not None)
    assert verdict(
        dov(DAY, *some(4, "for")), proposal(DAY, author="Boris"), dov(DAY, author="Boris")
    ).certified


def test_two_comments_of_one_second() -> None:
    words = "two comments of Boris have the same timestamp (second); the later on the page counts"
    assert one_doubt(
        verdict(cfj(HOUR, ("Boris", "for", NOW), ("Boris", "against", NOW), *some(3, "for", 2))),
        words,
    )
    assert verdict(
        cfj(HOUR, ("Boris", "for", NOW - SECOND), ("Boris", "against", NOW), *some(3, "for", 2))
    ).certified
    assert verdict(
        cfj(HOUR, ("Boris", "for", NOW), ("Boris", "for", NOW), *some(3, "for", 2))
    ).certified
    assert verdict(cfj(HOUR, ("Boris", "for against", NOW), *some(3, "for", 2))).certified
    both = [
        ("Boris", "for", NOW - SECOND),
        ("Boris", "against", NOW - SECOND),
        ("Boris", "for", NOW),
    ]
    assert verdict(cfj(HOUR, *both, *some(3, "for", 2))).certified  # a later one settles it


@pytest.mark.parametrize(
    ("title", "author", "age", "open_"),
    [
        pytest.param(
            "Back again: please unidle me", "Boris", "1h", True, id="a request of their own"
        ),
        pytest.param(
            "De-idling Boris. Quorum rises to 4",
            "Anna",
            "1h",
            True,
            id="an announcement of another",
        ),
        pytest.param(
            "Unidling Fiona, who used no icon",
            "Anna",
            "1h",
            False,
            id="an announcement about somebody without an icon",
        ),
        pytest.param("Welcome our new player Boris!", "Anna", "1h", True, id="a welcome"),
        pytest.param("Unidling Borislav", "Anna", "1h", False, id="a similar name"),
        pytest.param("Please unidle me", "Boris", "3h", False, id="a request before the icon"),
        pytest.param("Please idle me", "Boris", "1h", False, id="a request to be idled"),
    ],
)
def test_an_icon_used_before_its_owner_was_a_player(
    title: str, author: str, age: str, open_: bool
) -> None:
    request = post(Category.NONE, length(age), author=author, subject=title)
    matter = proposal(DAY, ("Boris", "for", NOW - 2 * HOUR), *some(3, "for", 2))
    result = verdict(matter, request)
    assert counts(result)[0] == 5
    words = f"Boris may have been no Player when using FOR (see “{title}”); the icon counts"
    assert one_doubt(result, words) is open_
    assert result.certified is not open_


@pytest.mark.parametrize(
    ("earlier", "listed", "certified"),
    [
        pytest.param((), True, True, id="a sidebar listed them"),
        pytest.param((proposal(9 * DAY, author="Boris"),), False, True, id="they made a matter"),
        pytest.param(
            (
                proposal(9 * DAY, author="Boris"),
                post(Category.NONE, 5 * DAY, author="Anna", subject="Idling Boris"),
            ),
            True,
            False,
            id="they were idled since",
        ),
    ],
)
def test_a_welcome_of_somebody_who_was_a_player_before(
    earlier: tuple[Post, ...], listed: bool, certified: bool
) -> None:
    welcome = post(Category.NONE, HOUR, author="Anna", subject="Welcome Boris!")
    matter = proposal(DAY, ("Boris", "for", NOW - 2 * HOUR), *some(3, "for", 2))
    given = view(matter, *earlier, welcome)
    verdicts = judge(of_then(given) if listed else given).verdicts
    (result,) = (each for each in verdicts if each.post.key == matter.key)
    words = "Boris may have been no Player when using FOR (see “Welcome Boris!”); the icon counts"
    assert one_doubt(result, words) is not certified
    assert result.certified is certified


def test_an_author_who_asks_to_be_unidled_may_have_been_idle_when_posting() -> None:
    assert one_doubt(
        verdict(proposal(DAY, *QUORUM), post(Category.NONE, HOUR, subject="Please unidle me")),
        "its author Anna was a Player",
    )


@cases("quoted_icons")
def test_an_icon_only_inside_a_quotation(ballots: list[Ballot], open_: bool) -> None:
    result = verdict(proposal(HOUR, *QUORUM, *ballots))
    words = f"an icon of {ballots[0][0]} is only quoted, struck out or hidden; it is not counted"
    assert one_doubt(result, words) is open_
    assert result.certified is not open_


def test_an_illegal_dov_causes_a_hiatus() -> None:
    this, illegal, legal = (
        proposal(DAY, *QUORUM),
        dov(HOUR, author="Emperor"),
        dov(HOUR, author="Boris"),
    )
    assert flags(verdict(this, illegal)) == "popular"
    assert one_doubt(
        verdict(this, illegal),
        "is an illegal DoV, and the rules do not say whether an illegal DoV causes a hiatus",
    )
    assert verdict(this, legal).certified
    assert verdict(this, illegal, legal).certified
    assert verdict(cfj(DAY, *QUORUM), illegal).certified


@cases("tags")
def test_a_tag_without_such_a_change_and_a_change_without_its_tag(
    tags: list[str], body: str, popular: bool, open_: bool
) -> None:
    matter = proposal(48 * HOUR, *some(2, "for"), tags=tuple(tags), body=body)
    result = verdict(matter, under="2022")
    assert result.popular is popular
    assert one_doubt(result, "it is not certain whether it changes a protected rule") is open_
    assert result.certified is not open_
    assert verdict(matter, under="2023").certified


@cases("cfjs")
def test_a_cfj_that_asks_for_nothing(body: str, words: str | None) -> None:
    result = verdict(cfj(HOUR, *QUORUM, body=body))
    assert flags(result) == "popular enactable"  # it is failable by its votes only
    assert result.certified if words is None else one_doubt(result, words)
    assert verdict(
        cfj(HOUR, *QUORUM, body=body), under=rules(cfj__fail_if_no_change=False)
    ).certified


@pytest.mark.parametrize(
    ("year", "open_"), [("2019", True), ("2020", True), ("2023", False)], ids=in_words
)
def test_dovs_in_december(year: str, open_: bool) -> None:
    victory = dov(NOW - (CHRISTMAS - 2 * DAY), *some(4, "for"))
    result = verdict(victory, under=year, now=CHRISTMAS)
    assert not result.enactable
    assert one_doubt(result, "it is disputed whether the downtime suspends them") is open_
    assert verdict(victory, under=year, now=CHRISTMAS - SECOND).certified
    waiting = dov(NOW - (CHRISTMAS - DAY), *some(4, "for"), ("Fiona", "against"))
    assert (
        verdict(waiting, under=year, now=CHRISTMAS - SECOND).certified is not open_
    )  # its 24 hours end in the downtime


def test_a_dov_made_in_december() -> None:
    made = dov(NOW - CHRISTMAS, *some(4, "for"))
    after = CHRISTMAS + 4 * DAY
    assert one_doubt(
        verdict(made, now=after),
        "it was made on 24 December, when the downtime suspends what the rule on DoVs defines",
    )
    assert verdict(made, now=after, under=rules(downtime__suspends_dovs=False)).certified
    assert verdict(dov(NOW - CHRISTMAS + MINUTE, *some(4, "for")), now=after).certified


@pytest.mark.parametrize(
    ("kinds", "open_"), [(["proposal"], True), (["proposal", "cfj"], True), (["cfj"], False)]
)
def test_a_rule_that_its_reviewer_says_can_change_verdicts(kinds: list[str], open_: bool) -> None:
    caveat = Caveat(
        "Night Watch",
        "Nobody who sleeps may vote.",
        frozenset(map(MatterKind, kinds)),
        by="Anna",
    )
    result = verdict(proposal(DAY, *QUORUM), under=rules(fields={"caveats": (caveat,)}))
    assert flags(result) == "popular enactable"  # as the core rules have it
    doubt = (
        "“Night Watch” can change this verdict, according to Anna: “Nobody who sleeps may vote.”"
    )
    assert one_doubt(result, doubt) is open_
    assert result.certified is not open_


@pytest.mark.parametrize(
    ("clauses", "for_", "reason"),
    [
        ({"deferential__players": None, "deferential__emperor": None}, 2, ["not-valid-here"]),
        ({"deferential__players": None, "deferential__emperor": "off"}, 2, ["not-valid-here"]),
        ({"deferential__players": None, "deferential__emperor": "all-follow"}, 1, ["superseded"]),
        ({"deferential__emperor": "off"}, 1, ["superseded"]),
    ],
)
def test_an_icon_of_which_no_clause_speaks_supersedes_nothing(
    clauses: dict[str, Any], for_: int, reason: list[str]
) -> None:
    result = verdict(
        proposal(DAY, ("Boris", "for"), ("Boris", "deferential")), under=rules(**clauses)
    )
    assert (result.counts.for_, [each[2] for each in uncounted(result)]) == (for_, reason)
