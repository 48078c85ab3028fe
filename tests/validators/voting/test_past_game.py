"""Rules, roster and hiatus of an earlier time: certified only where both are known, and nothing is
called wrong that may be right.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import product

import pytest

from parsers.model import Category, MatterKind, Post, Revision, Roster, Status, name_key
from parsers.ruleset.parameters import PARAMETERS
from parsers.ruleset.ruleset_model import UnreadClause
from tests.demo.build import DEMO
from tests.support.cases import cases
from tests.support.reviewing import harmless
from tests.support.rules import ruleset_of
from tests.support.scale import fresh_seeds
from tests.support.views import game_view, remade
from tests.validators import games, oracle
from tests.validators.making import (
    address,
    cfj,
    dov,
    length,
    of_then,
    post,
    proposal,
    rules,
    sentences_of,
    view,
)
from tests.validators.scene import DAY, HOUR, MINUTE, NOW, PLAYERS, QUORUM, SECOND, some
from tests.validators.voting.test_against_oracle import fields, rules_for
from validators.reason_wording import HiatusKind
from validators.view import QUEUE_LOOKBACK, Coverage, GameView, RulesetInForce, SeenRoster
from validators.voting.judge import judge
from validators.voting.legality import known_hiatus
from validators.voting.past_game import PastGame, _with, allows, resolution
from validators.voting.timeline import Timeline
from validators.voting.verdict import Hiatus, Verdict
from validators.wording import Doubt, DoubtKind, doubt, fact, worded
from validators.words import PlayerCount

TEXT = (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8")


def judged(given: GameView) -> Verdict:
    return judge(given).verdicts[0]


def stood(
    text: str | None, since: timedelta, until: timedelta = timedelta(), revid: int = 7
) -> RulesetInForce:
    return RulesetInForce(
        Revision("Ruleset", revid, revid - 1, NOW - since, None, None, text), NOW - until
    )


# Rosters


def test_it_is_certified_where_roster_and_rules_are_known() -> None:
    result = judged(of_then(view(proposal(9 * DAY, *QUORUM, closed=NOW - 8 * DAY))))
    assert sentences_of(result.doubts) == ()
    assert (result.counts.for_, result.quorum, result.popular) == (4, 4, True)


@pytest.mark.parametrize(
    ("minutes", "certain"), [(61, True), (60, False), (0, False), (-60, False), (-61, True)]
)
def test_around_an_announcement_nothing_is_certified(minutes: int, certain: bool) -> None:
    said = post(Category.NONE, 8 * DAY, subject="Idling", body="Idle One idles out.", author="Anna")
    result = judged(
        remade(
            of_then(
                view(proposal(9 * DAY, *QUORUM, closed=NOW - 8 * DAY + minutes * MINUTE), said)
            ),
            rosters=(),
        )
    )
    assert result.certified is certain
    assert result.quorum == (5 if minutes < 0 else 4)
    assert result.counts.not_against == (8 if minutes < 0 else 7)


def test_an_author_who_is_idle_since_was_a_player() -> None:
    said = post(Category.NONE, 8 * DAY, subject="Idling", body="Idle One idles out.", author="Anna")
    by_idle = cfj(9 * DAY, *some(4, "for", 0), author="Idle One", closed=NOW - 7 * DAY)
    assert sentences_of(judged(remade(of_then(view(by_idle, said)), rosters=())).doubts) == ()
    unsure = judged(remade(of_then(view(by_idle)), rosters=()))
    assert (
        "not certain whether its author Idle One was a Player when posting it: idle afterwards, and"
        " no announcement" in sentences_of(unsure.doubts)[1]
    )


def test_a_voter_on_no_later_roster_may_have_been_a_player() -> None:
    matter = cfj(9 * DAY, *QUORUM, ("Zoe", "against"), closed=NOW - 8 * DAY)
    given = of_then(view(matter, roster=Roster(PLAYERS)))
    alone = remade(given, rosters=(SeenRoster(Roster(PLAYERS), NOW, NOW),))
    assert sentences_of(judged(alone).doubts) == (
        "Zoe used a voting icon and is not on a later roster; they may have been a Player then",
    )
    assert sentences_of(judged(given).doubts) == ()


@pytest.mark.parametrize(
    ("joined", "against", "sure"),
    [(7 * DAY, 0, True), (17 * DAY / 2, 1, False), (8 * DAY, None, False)],
)
def test_a_voter_who_joined_is_a_player_from_then_on(
    joined: timedelta, against: int | None, sure: bool
) -> None:
    """Fiona used an icon nine days ago; the matter was resolved eight days ago. Whether the icon of
    somebody who was no Player yet counts is open.
    """
    welcome = post(
        Category.NONE,
        joined,
        subject="Welcome",
        body="Welcome to our new player Fiona.",
        author="Anna",
    )
    matter = cfj(9 * DAY, *QUORUM, ("Fiona", "against"), closed=NOW - 8 * DAY)
    result = judged(remade(of_then(view(matter, welcome, roster=Roster(PLAYERS))), rosters=()))
    assert result.certified is sure
    assert against in (None, result.counts.against)
    assert not any("not on a later roster" in doubt for doubt in sentences_of(result.doubts))


def test_posts_that_were_not_seen_leave_it_open_whether_it_was_legal() -> None:
    given = of_then(view(proposal(9 * DAY, *QUORUM, closed=NOW - 8 * DAY)))
    assert judged(remade(given, coverage=Coverage(since=NOW - 19 * DAY))).certified
    assert any(
        "older posts were not seen" in doubt
        for doubt in sentences_of(
            judged(remade(given, coverage=Coverage(since=NOW - 15 * DAY))).doubts
        )
    )


def test_dormancy_of_then() -> None:
    few = Roster(PLAYERS[:4])
    result = judged(
        of_then(view(proposal(9 * DAY, *some(2, "for"), closed=NOW - 8 * DAY), roster=few))
    )
    assert sentences_of(result.doubts) == (
        "the game may have been dormant when it was posted: 4 Players, fewer than 5",
    )
    assert any(
        reason.clause == "hiatus" and reason.met and "4 Players" in worded(reason.stands)
        for reason in result.reasons
    )
    assert judged(
        of_then(view(cfj(9 * DAY, *some(2, "for"), closed=NOW - 8 * DAY), roster=few))
    ).certified


# Rules


@cases("revisions")
def test_the_ruleset_of_today_is_known_from_its_revision_on(since: str, doubt: str | None) -> None:
    given = of_then(view(cfj(9 * DAY, *QUORUM, closed=NOW - 8 * DAY)))
    result = judged(remade(given, stood=(stood(None, length(since)),)))
    assert result.certified is (doubt is None)
    assert doubt is None or sentences_of(result.doubts)[0].startswith(doubt)


def test_an_earlier_revision_is_read() -> None:
    """By it two FOR votes and more than none AGAINST do after 48 hours; today's rules ask for
    72."""
    matter = cfj(9 * DAY, ("Boris", "for"), closed=NOW - 7 * DAY)
    given = of_then(view(matter, under=rules("2023", popular__after_hours=72)))
    earlier = stood(TEXT, 30 * DAY, 5 * DAY, revid=3)
    assert judged(given).popular is False
    assert judged(remade(given, stood=(stood(None, 5 * DAY), earlier))).popular is True
    for unreadable in (None, "no rules", "x" * 2_000_001):
        result = judged(
            remade(
                given, stood=(stood(None, 5 * DAY), stood(unreadable, 30 * DAY, 5 * DAY, revid=3))
            )
        )
        assert result.popular is False
        assert (
            sentences_of(result.doubts)[0]
            == "the rules of that time are unknown: revision 3 of the Ruleset cannot be read"
        )


@cases("changed_rules")
def test_rules_that_changed_while_it_was_open(changed: str, when: str, certain: bool) -> None:
    then = length(when)
    before = TEXT.replace(changed, changed.replace("eight", "two").replace("Coal", "a Coal"))
    given = of_then(view(cfj(9 * DAY, *QUORUM, closed=NOW - 8 * DAY)))
    result = judged(
        remade(given, stood=(stood(TEXT, then, revid=4), stood(before, 30 * DAY, then, revid=3)))
    )
    told = [
        doubt
        for doubt in sentences_of(result.doubts)
        if doubt.startswith("the rules on votes were changed while it was open")
    ]
    assert bool(told) is not certain


@pytest.mark.parametrize(("before", "doubted"), [("Coal", False), ("a Coal", True)])
def test_a_rule_that_was_unreviewed_when_it_was_posted(before: str, doubted: bool) -> None:
    then = TEXT.replace("Each Bargee has Coal", f"Each Bargee has {before}")
    given = of_then(view(cfj(9 * DAY, *QUORUM, closed=NOW - 8 * DAY)))
    changed = 8 * DAY + 12 * HOUR
    stands = (stood(TEXT, changed, revid=4), stood(then, 30 * DAY, changed, revid=3))
    result = judged(remade(given, reviews=harmless(TEXT), stood=stands))
    assert (
        any(doubt.startswith("when it was posted: ") for doubt in sentences_of(result.doubts))
        is doubted
    )


@pytest.mark.parametrize("today", [True, None])
def test_the_rules_of_an_enactment_say_whether_it_failed_the_other_dovs(today: bool | None) -> None:
    other, enacted = dov(9 * DAY), dov(9 * DAY, author="Boris", closed=NOW - 8 * DAY)
    given = of_then(view(other, enacted, under=rules(dov__fails_others=today)))
    silent = TEXT.replace("all other pending DoVs are Failed, ", "")
    for text, failed in ((TEXT, NOW - 8 * DAY), (silent, None)):
        stands = (stood(None, 5 * DAY), stood(text, 30 * DAY, 5 * DAY, revid=3))
        first = Timeline(remade(given, stood=stands)).of(MatterKind.DOV, other.author)[0]
        assert first.failed_with == failed


# Random histories against the second reading


def history_of(rng: random.Random, seed: int) -> tuple[GameView, Post, Roster, datetime]:
    """A resolved matter, the roster at its resolution, and a view in which everybody's idling since
    was announced.
    """
    voting = games.VOTINGS[sorted(games.VOTINGS)[seed % len(games.VOTINGS)]]
    everybody = [f"Player{number}" for number in range(rng.randint(5, 9))]
    active = {name for name in everybody if rng.random() < 0.8} | set(everybody[:4])
    closed = NOW - rng.randint(5, 20) * DAY + rng.choice([-SECOND, timedelta(), SECOND])
    then = Roster(
        tuple(name for name in everybody if name in active),
        tuple(name for name in everybody if name not in active),
    )
    made = (closed - rng.choice([11, 12, 24, 30, 48, 49, 72]) * HOUR).replace(second=0)
    ballots = [
        (name, rng.choice(["for", "against", "deferential", "for against"]))
        for name in everybody
        if rng.random() < 0.7
    ]
    make = rng.choice([proposal, cfj, dov])
    matter = make(
        NOW - made,
        *ballots,
        author=rng.choice(everybody),
        closed=closed,
        status=rng.choice([Status.ENACTED, Status.FAILED]),
    )
    posts = [matter, address(NOW - made + 20 * DAY, author="Player0")]
    at = closed
    while (at := at + rng.choice([2, 9, 30, 100]) * HOUR) < NOW - 2 * HOUR:
        name = rng.choice(everybody[1:])
        verb = "idles" if name in active else "unidles"
        active ^= {name}
        posts.append(
            post(
                Category.NONE,
                NOW - at.replace(second=0),
                subject=f"{name} {verb}",
                body=f"Quorum is now {len(active) // 2 + 1}.",
            )
        )
    now = Roster(
        tuple(name for name in everybody if name in active),
        tuple(name for name in everybody if name not in active),
    )
    before = SeenRoster(then, made - DAY, made - DAY)
    given = game_view(
        NOW,
        ruleset_of(rules_for(voting), revid=7),
        now,
        tuple(posts),
        rosters=(before, SeenRoster(now, NOW, NOW)),
    )
    return remade(given, stood=(stood(None, 60 * DAY),)), matter, then, closed


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(100), id="a few"),
        pytest.param(fresh_seeds(1_000), id="many", marks=pytest.mark.slow),
    ],
)
def test_resolved_matters_agree_with_the_second_reading(seeds: range) -> None:
    certified = 0
    for seed in seeds:
        given, matter, then, closed = history_of(random.Random(seed), seed)
        result = judge(given, only=[matter.key]).verdicts[0]
        if any(
            doubt.startswith("the roster of that time") for doubt in sentences_of(result.doubts)
        ):
            continue
        voting = {
            each.name: each.value
            for each in (given.rules.voting if given.rules else PARAMETERS)
            if each.value is not None
        }
        pending = replace(matter, status=Status.PENDING, closed=None)
        expected = oracle.judge(voting, then, "Player0", (pending, given.posts[1]), pending, closed)
        mine = fields(result)
        told = (
            "for",
            "against",
            "deferential",
            "not_against",
            "quorum",
            "withdrawn",
            "vetoed",
            "popular",
            "unpopular",
        )
        assert {name: mine[name] for name in told} == {name: expected[name] for name in told}, seed
        left_open = expected["open_questions"]
        assert isinstance(left_open, set)
        if matter.posted is not None and closed - matter.posted < 48 * HOUR:
            left_open = left_open - {
                "implied-vote-valid"
            }  # the second reading also asks what would have come after 48 hours
        assert not (left_open and result.certified), seed
        certified += result.certified
    assert certified > len(seeds) / 3


US = timedelta(microseconds=1)


def past_of(given: GameView) -> PastGame:
    return PastGame(given, Timeline(given))


def hiatus_of(given: GameView, moment: datetime) -> Hiatus:
    assert given.rules is not None
    return known_hiatus(given.rules, Timeline(given), moment)


def test_missing_data_is_unknown() -> None:
    old = proposal(20 * DAY, closed=NOW - 19 * DAY)
    given = remade(of_then(view(old)), coverage=Coverage(NOW - 15 * DAY))
    until = NOW - 15 * DAY + QUEUE_LOOKBACK
    assert [(hiatus_of(given, each).unseen, hiatus_of(given, each).active) for each in (NOW - 20 * DAY, until - US, until)] == [
        (True, False), (True, False), (False, False)
    ]  # fmt: skip


def test_dormancy_from_an_hour_after_an_idling_on() -> None:
    told = post(
        Category.NONE,
        5 * DAY,
        author="Anna",
        subject="Idle",
        body="Edith idles out. Quorum drops to 3.",
    )
    given = of_then(
        view(
            proposal(20 * DAY, closed=NOW - 19 * DAY),
            told,
            under=rules("2020"),
            roster=Roster(("Anna", "Boris", "Cyril", "Doris"), ("Edith",)),
        )
    )
    before = SeenRoster(
        Roster(("Anna", "Boris", "Cyril", "Doris", "Edith"), ()), NOW - 50 * DAY, NOW - 10 * DAY
    )
    after = SeenRoster(given.roster or Roster((), ()), NOW - DAY, NOW)
    found = past_of(remade(given, rosters=(before, after)))
    unknown, dormant = (
        (None, doubt(DoubtKind.DORMANCY_UNSURE)),
        (fact(HiatusKind.DORMANCY, players=PlayerCount(4, rules().terms), least=5), None),
    )
    told_at = NOW - 5 * DAY
    assert [found.dormancy_at(each) for each in (told_at - HOUR - US, told_at - HOUR, told_at + HOUR, told_at + HOUR + US)] == [
        (None, None), unknown, unknown, dormant
    ]  # fmt: skip


def test_dormancy_that_only_a_sidebar_of_the_past_said_is_not_known() -> None:
    given = of_then(view(proposal(20 * DAY, closed=NOW - 19 * DAY), under=rules("2022")))
    assert past_of(given).dormancy_at(NOW - DAY) == (
        None,
        doubt(DoubtKind.DORMANCY_IN_SIDEBAR),
    )


@pytest.mark.parametrize(
    ("unread", "expected"),
    [
        ((), None),
        ((UnreadClause("popular", "unclear"),), None),
        ((UnreadClause("dormancy", "unclear"),), doubt(DoubtKind.DORMANCY_UNREAD)),
    ],
    ids=["no clause", "another clause is unclear", "its clause is unclear"],
)
def test_without_a_number_of_players_there_is_no_dormancy(
    unread: tuple[UnreadClause, ...], expected: Doubt | None
) -> None:
    under = rules(fields={"unread": unread}, dormancy__min_players=None)
    given = of_then(view(proposal(20 * DAY, closed=NOW - 19 * DAY), under=under))
    assert past_of(given).dormancy_at(NOW - DAY) == (None, expected)


ICONS = ("for", "against", "deferential", "for against", "against for", "")


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(150), id="a few"),
        pytest.param(range(150, 5000), id="many", marks=pytest.mark.slow),
    ],
)
def test_nothing_is_called_wrong_that_some_roster_allows(seeds: range) -> None:
    called = 0
    for seed in seeds:
        rng = random.Random(seed)
        sure = [f"Sure{number}" for number in range(rng.randint(1, 6))]
        idle = [f"Idle{number}" for number in range(rng.randint(1, 5))]
        ballots = [(name, rng.choice(ICONS)) for name in (*sure, *idle) if rng.random() < 0.7]
        make = rng.choice([proposal, cfj, dov])
        closed = NOW - 9 * DAY + rng.choice([20 * HOUR, 48 * HOUR, 48 * HOUR + MINUTE, 8 * DAY])
        status = rng.choice([Status.ENACTED, Status.FAILED])
        matter = make(
            9 * DAY, *ballots, author=rng.choice((*sure, *idle)), closed=closed, status=status
        )
        given = of_then(
            view(
                matter,
                under=rules("2020"),
                roster=Roster(tuple(sure), tuple(idle)),
                emperor=rng.choice((*sure, *idle)),
            )
        )
        given = remade(given, rosters=())
        timeline = Timeline(given)
        past = PastGame(given, timeline)
        (post,) = timeline.matters
        assert given.rules is not None
        assert post.category.matter is not None
        tried = resolution(post, post.category.matter, past, timeline, given.rules)
        answers = set()
        unsettled = {name_key(name) for name in tried.then.roster.unsettled}
        perhaps = [name for name in idle if name_key(name) in unsettled]
        assert len(perhaps) == len(unsettled)
        wrote = {matter.author, *(name for name, _ in ballots)}
        assert closed > NOW - 6 * DAY or {*perhaps} == wrote.intersection(idle)
        for chosen in product((False, True), repeat=len(perhaps)):
            plays = tuple(name for name, active in zip(perhaps, chosen, strict=True) if active)
            answers.add(allows(_with(tried.cases[0], (*sure, *plays))))
        assert tried.allows() != {False} or answers == {False}, seed
        called += tried.allows() == {False}
    assert called > len(seeds) / 20
