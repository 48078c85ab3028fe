"""A ban on an icon spoils a verdict only where it could have changed it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.gamestate import read_gamestate
from parsers.gamestate.model import GameState, StateProblem
from parsers.model import MatterKind, Post, Problem, Revision, Status, VoteIcon
from parsers.ruleset.model import Ban, BanCondition, Caveat, Ruleset, Variable
from tests.support.rules import ruleset_of
from tests.validators.games import VOTINGS, random_game, vary
from tests.validators.making import AGAINST_FOUR, DAY, HOUR, MINUTE, NOW, QUORUM, SEVEN, Ballot, cfj, dov, proposal, rules, some, verdict
from validators.view import GameView
from validators.voting.bans import surely_not
from validators.voting.judge import judge
from validators.voting.verdict import Verdict

WATER = Variable("Water", "game", "choice", "Water", "It is Low, Fair or Flood.", choices=("Low", "Fair", "Flood"), default="Fair")
FOG = Variable("Fog", "game", "integer", "Fog", "It is a number.", min=0, default=0)
FLOOD = BanCondition("water", "flood")
QUOTE = "No Bargee may use it."


def caveat(
    icon: VoteIcon = VoteIcon.AGAINST, condition: BanCondition | None = None, kinds: Sequence[MatterKind] = tuple(MatterKind)
) -> Caveat:
    return Caveat("Night Watch", QUOTE, frozenset(kinds), bears=True, ban=Ban(icon, condition))


def under(*caveats: Caveat) -> Ruleset:
    return rules(fields={"caveats": caveats, "variables": (WATER, FOG), "tracking_page": "The Page"})


def judged(matter: Post, *caveats: Caveat, least: int = 2) -> Verdict:
    known = rules(fields={"caveats": caveats}, popular__min_valid_votes=least)
    return verdict(matter, under=known)


# Without a condition


@pytest.mark.parametrize(
    ("matter", "why"),
    [
        pytest.param(proposal(DAY, *QUORUM), "no vote is AGAINST", id="no AGAINST"),
        pytest.param(proposal(DAY, *QUORUM, ("Fiona", "against")), "no AGAINST decides", id="quorum without them"),
        pytest.param(proposal(8 * DAY, *some(5, "for")), "no vote is AGAINST", id="too old"),
        pytest.param(cfj(3 * DAY, *some(2, "for"), ("Fiona", "against"), author="Nobody"), "no AGAINST decides", id="two to one"),
        pytest.param(proposal(DAY, *QUORUM, ("Fiona", "against for")), "no vote is AGAINST", id="changed their mind"),
        pytest.param(proposal(DAY, *QUORUM, ("Fiona", "against for against against")), "no AGAINST decides", id="changed it often"),
        pytest.param(proposal(DAY, *QUORUM, ("Emperor", "for"), ("Fiona", "deferential")), "no vote is AGAINST", id="deferential for"),
    ],
)
def test_a_ban_that_changes_nothing(matter: Post, why: str) -> None:
    result = judged(matter, caveat())
    assert result.without_effect == (f"the rule “Night Watch” says: “{QUOTE}” ({why})",)
    assert not [doubt for doubt in result.doubts if "Night Watch" in doubt]


@pytest.mark.parametrize(
    "matter",
    [
        pytest.param(proposal(DAY, *AGAINST_FOUR), id="unpopular by them"),
        pytest.param(proposal(3 * DAY, *some(1, "for"), ("Fiona", "against"), ("Elias", "against")), id="time without them"),
        pytest.param(proposal(DAY, *QUORUM, ("Anna", "against for")), id="withdrawn"),
        pytest.param(cfj(DAY, *some(4, "for"), ("Anna", "against")), id="the author's"),
        pytest.param(proposal(DAY, *some(2, "for"), ("Fiona", "for against")), id="a FOR before it"),
        pytest.param(dov(DAY - 11 * HOUR, *some(4, "for"), ("Fiona", "against")), id="a DoV that is opposed"),
        pytest.param(
            proposal(3 * DAY, ("Boris", "for"), ("Emperor", "against"), *[(n, "deferential") for n in ("Cyril", "Della")]), id="Emperor"
        ),
    ],
)
def test_a_ban_that_may_change_it(matter: Post) -> None:
    result = judged(matter, caveat())
    assert not result.without_effect
    assert f"the rule “Night Watch” says: “{QUOTE}”" in result.doubts


def test_votes_between_none_and_all_are_tried() -> None:
    """With a minimum of valid votes neither all nor none of the votes AGAINST let it pass, but some of them do."""
    matter = proposal(3 * DAY, *some(1, "for"), ("Della", "against"), ("Elias", "against"))
    assert not judged(matter, least=3).popular
    assert not judged(proposal(3 * DAY, *some(1, "for")), least=3).popular
    assert not judged(matter, caveat(), least=3).without_effect


def test_too_many_ways_are_not_tried() -> None:
    names = tuple(f"Player {number}" for number in range(40))
    roster = replace(SEVEN, active=names, stated_players=40, stated_quorum=21)
    mixed: list[Ballot] = [
        (name, icons) for name, icons in zip(names[1:25], ["for against", "deferential against", "against"] * 8, strict=True)
    ]
    matter = proposal(8 * DAY, *mixed, author=names[0])
    assert not verdict(matter, roster=roster, under=under(caveat())).without_effect


@pytest.mark.parametrize(
    ("icon", "matter", "spared"),
    [
        pytest.param(VoteIcon.FOR, proposal(DAY, *AGAINST_FOUR, author="Nobody"), False, id="FOR is never tried"),
        pytest.param(VoteIcon.VETO, proposal(DAY, *QUORUM), True, id="no VETO"),
        pytest.param(VoteIcon.VETO, proposal(DAY, *QUORUM, ("Emperor", "veto")), False, id="VETO"),
        pytest.param(VoteIcon.DEFERENTIAL, proposal(DAY, *QUORUM, ("Fiona", "deferential")), True, id="DEFERENTIAL"),
        pytest.param(
            VoteIcon.DEFERENTIAL, proposal(DAY, *some(1, "for"), ("Fiona", "deferential"), ("Emperor", "for")), False, id="it decides"
        ),
        pytest.param(
            VoteIcon.AGAINST,
            proposal(DAY, *some(3, "against", 3), ("Boris", "deferential"), ("Emperor", "against")),
            False,
            id="it follows AGAINST",
        ),
    ],
)
def test_other_icons(icon: VoteIcon, matter: Post, spared: bool) -> None:
    assert bool(judged(matter, caveat(icon)).without_effect) is spared


def test_two_bans_are_tried_together() -> None:
    matter = proposal(DAY, *some(2, "for against"), ("Della", "for deferential"), ("Emperor", "against"), author="Nobody")
    one, other = caveat(VoteIcon.VETO), replace(caveat(VoteIcon.AGAINST), quote="Nor this.")
    assert len(judged(proposal(DAY, *QUORUM), one, other).without_effect) == 2
    assert not judged(matter, one, other).without_effect


def test_a_ban_on_other_matters_is_not_mentioned() -> None:
    result = judged(cfj(DAY, *QUORUM), caveat(kinds=[MatterKind.PROPOSAL]))
    assert result.certified and not result.without_effect


def _stripped(post: Post, rng: random.Random, share: float) -> Post:
    """The post without some of its icons AGAINST, as if they were not valid."""
    comments = [
        replace(comment, icons=tuple(icon for icon in comment.icons if icon.name != "against" or icon.quoted or rng.random() > share))
        for comment in post.comments or ()
    ]
    return replace(post, comments=None if post.comments is None else tuple(comments))


def _says(each: Verdict) -> tuple[object, ...]:
    may = (each.popular, each.unpopular, each.enactable, each.failable, each.earliest_enact, each.earliest_fail)
    return each.withdrawn, each.vetoed, may, [(reason.clause, reason.met) for reason in each.reasons]


@pytest.mark.slow
@given(st.sampled_from(sorted(VOTINGS)), st.integers(0, 2**32), st.booleans())
def test_a_spared_verdict_is_the_same_whichever_votes_were_forbidden(edition: str, seed: int, changed: bool) -> None:
    rng = random.Random(f"{edition} {seed}")
    voting = vary(rng, VOTINGS[edition]) if changed else VOTINGS[edition]
    roster, emperor, posts, now = random_game(rng, voting)
    view = GameView(now, ruleset_of({**voting, "dov.protected": True}, caveats=(caveat(),)), roster, posts, emperor or "")
    for result in judge(view).verdicts:
        if not result.without_effect:
            assert not result.certified
            continue
        for share in (1, 0.5, 0.5, 0.5):
            others = tuple(_stripped(post, rng, share) if post.key == result.post.key else post for post in posts)
            again = judge(replace(view, posts=others), only=[result.post.key]).verdicts[0]
            assert _says(again) == _says(result)


# With a condition


def page(water: str = "Fair", fog: str = "2") -> str:
    return f"* '''Water''': {water}\n* '''Fog''': {fog}\n"


def read(text: str, *variables: Variable) -> GameState:
    return read_gamestate(text, ruleset_of({}, variables=variables or (WATER, FOG)), SEVEN, page="The Page", revid=9)


@pytest.mark.parametrize(
    ("condition", "text", "shown"),
    [
        pytest.param(FLOOD, page(), "Water is Fair", id="another choice"),
        pytest.param(FLOOD, page("Flood"), None, id="it holds"),
        pytest.param(FLOOD, page("Fair (nearly)"), "Water is Fair (nearly)", id="remark"),
        pytest.param(FLOOD, page("F"), None, id="short for two choices"),
        pytest.param(FLOOD, page("Lo"), None, id="interpreted"),
        pytest.param(FLOOD, page("Frozen"), None, id="no choice"),
        pytest.param(FLOOD, page() + "* '''Water''': Flood\n", None, id="two places"),
        pytest.param(FLOOD, "* '''Fog''': 2\n", None, id="not on the page"),
        pytest.param(FLOOD, page("<s>Flood</s> Fair"), None, id="struck out"),
        pytest.param(FLOOD, page("{{Tide|Fair}}"), "Water is Fair", id="template"),
        pytest.param(BanCondition("water", "flooded"), page(), None, id="unknown value"),
        pytest.param(BanCondition("tide", "flood"), page(), None, id="unknown variable"),
        pytest.param(BanCondition("fog", "3"), page(), "Fog is 2", id="another number"),
        pytest.param(BanCondition("fog", "2"), page(), None, id="the number"),
        pytest.param(BanCondition("fog", "exactly 2"), page(), None, id="exactly the number"),
        pytest.param(BanCondition("fog", "at least 3"), page(), "Fog is 2", id="below the least"),
        pytest.param(BanCondition("fog", "at least 2"), page(), None, id="the least"),
        pytest.param(BanCondition("fog", "at most 2"), page(), None, id="the most"),
        pytest.param(BanCondition("fog", "more than 2"), page(), "Fog is 2", id="not more"),
        pytest.param(BanCondition("fog", "below 2"), page(), "Fog is 2", id="not below"),
        pytest.param(BanCondition("fog", "below 3"), page(), None, id="below"),
        pytest.param(BanCondition("fog", "thick"), page(), None, id="no number wanted"),
        pytest.param(BanCondition("fog", "3"), page(fog="many"), None, id="no number there"),
    ],
)
def test_when_a_condition_surely_does_not_hold(condition: BanCondition, text: str, shown: str | None) -> None:
    assert surely_not(condition, read(text)) == shown


def test_a_page_or_a_variable_that_is_not_certain() -> None:
    state = read(page())
    assert surely_not(FLOOD, replace(state, unread=(StateProblem("line 9", "a table is not closed", grave=True),))) is None
    assert surely_not(FLOOD, replace(state, unread=(StateProblem("line 9", "the page ends there", lost=True),))) is None
    assert surely_not(FLOOD, replace(state, unread=(StateProblem("the game, Water", "it may be another"),))) is None
    assert surely_not(FLOOD, replace(state, unread=(StateProblem("Anna, Coal", "no number"),))) == "Water is Fair"
    assert surely_not(FLOOD, read(page(), replace(WATER, owner="player"))) is None
    assert surely_not(FLOOD, read(page(), WATER, replace(WATER, name="WATER"))) is None


def history(*saved: tuple[timedelta, str]) -> tuple[Revision, ...]:
    """Revisions so long before NOW, oldest first."""
    return tuple(Revision("The Page", place + 1, place, NOW - age, "Anna", "", text) for place, (age, text) in enumerate(saved))


def with_history(revisions: Sequence[Revision], *caveats: Caveat, matter: Post, aged: tuple[Problem, ...] = ()) -> Verdict:
    known = under(*caveats)
    last = revisions[-1] if revisions else None
    state = read_gamestate((last and last.text) or page(), known, SEVEN, page="The Page", revid=last.revid if last else 9)
    histories = {"The Page": revisions} if revisions else {}
    view = GameView(NOW, known, SEVEN, (matter,), "Emperor", gamestate=state, histories=histories, aged=aged)
    return judge(view).verdicts[0]


VOTED_DOWN = proposal(3 * DAY, *[(name, "against", NOW - 2 * DAY) for name in ("Boris", "Cyril", "Della", "Elias")])
OLD, FAIR, HIGH = 4 * DAY, page(), page("Flood")


@pytest.mark.parametrize(
    ("revisions", "spared"),
    [
        pytest.param(history((OLD, FAIR)), True, id="fair throughout"),
        pytest.param(history((OLD, HIGH)), False, id="flood throughout"),
        pytest.param(history((DAY, FAIR)), False, id="known since the votes only"),
        pytest.param(history((OLD, HIGH), (DAY, FAIR)), False, id="flood at the votes"),
        pytest.param(history((OLD, HIGH), (2 * DAY + HOUR, FAIR)), True, id="fair an hour before the votes"),
        pytest.param(history((OLD, HIGH), (2 * DAY + MINUTE, FAIR)), True, id="fair a minute before the votes"),
        pytest.param(history((OLD, HIGH), (2 * DAY + MINUTE / 2, FAIR)), False, id="fair half a minute before the votes"),
        pytest.param(history((OLD, FAIR), (DAY, HIGH)), True, id="flood after the votes"),
        pytest.param(history((OLD, FAIR), (2 * DAY - MINUTE, HIGH)), False, id="flood a minute after the votes"),
        pytest.param(history((OLD, FAIR), (2 * DAY + HOUR, HIGH), (2 * DAY - HOUR, FAIR)), False, id="flood around the votes"),
        pytest.param((history((OLD, FAIR))[0], replace(history((OLD, FAIR), (DAY, FAIR))[1], parentid=7)), False, id="a revision missing"),
        pytest.param((replace(history((OLD, FAIR))[0], text=None), history((OLD, FAIR), (DAY, FAIR))[1]), False, id="a text hidden"),
        pytest.param((), False, id="no history"),
        pytest.param((replace(history((OLD, FAIR))[0], revid=0),), False, id="a page without its revision"),
    ],
)
def test_a_ban_whose_condition_the_history_shows_not_to_have_held(revisions: tuple[Revision, ...], spared: bool) -> None:
    result = with_history(revisions, caveat(condition=FLOOD), matter=VOTED_DOWN)
    assert result.failable
    assert bool(result.without_effect) is spared is result.certified
    if spared and revisions[-1].text == FAIR:
        assert result.without_effect[0].endswith("(Water is Fair; by the tracking page it was not in force when it could have mattered)")


def test_a_stale_page_proves_nothing() -> None:
    revisions = history((OLD, FAIR))
    stale = (Problem("The Page", "It was last read a week ago."),)
    assert with_history(revisions, caveat(condition=FLOOD), matter=VOTED_DOWN).certified
    assert not with_history(revisions, caveat(condition=FLOOD), matter=VOTED_DOWN, aged=stale).certified


def test_a_ban_that_was_never_in_force_beside_one_that_may_be() -> None:
    revisions = history((OLD, FAIR))
    other = replace(caveat(VoteIcon.FOR), quote="Nor this.")
    result = with_history(revisions, caveat(condition=FLOOD), other, matter=VOTED_DOWN)
    assert [QUOTE in text for text in result.without_effect] == [True]
    assert [doubt for doubt in result.doubts if "Night Watch" in doubt] == ["the rule “Night Watch” says: “Nor this.”"]
    third = replace(caveat(VoteIcon.VETO), quote="Nor that.")
    assert len(with_history(revisions, caveat(condition=FLOOD), third, matter=VOTED_DOWN).without_effect) == 2


def test_a_vote_whose_time_is_unknown_may_be_forbidden() -> None:
    times: list[datetime | None] = [NOW - 2 * DAY, None]
    for when in times:
        late = history((OLD, HIGH), (2 * DAY + HOUR, FAIR))
        matter = proposal(3 * DAY, *[(name, "against", when) for name in ("Boris", "Cyril", "Della", "Elias")])
        assert bool(with_history(late, caveat(condition=FLOOD), matter=matter).without_effect) is (when is not None)


def test_a_resolved_matter_is_about_its_own_time() -> None:
    closed = replace(VOTED_DOWN, status=Status.FAILED, closed=NOW - DAY)
    revisions = history((OLD, FAIR), (HOUR, HIGH))
    result = with_history(revisions, caveat(condition=FLOOD), matter=closed)
    assert result.without_effect[0].endswith("(by the tracking page it was not in force when it could have mattered)")
    assert not result.certified
