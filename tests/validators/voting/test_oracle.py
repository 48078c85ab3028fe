"""The oracle, and the product with it, against verdicts worked out by hand: on either side of each edge of the rules."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import UTC, datetime
from unittest.mock import patch

import pytest

from parsers.model import Category, Post, Roster, Status
from tests.support.rules import ruleset_of
from tests.validators.games import VOTINGS, random_game, vary
from tests.validators.making import address, cfj, dov, proposal
from tests.validators.oracle import FIELDS, judge
from tests.validators.scene import AGAINST_FOUR, DAY, HOUR, NOW, PLAYERS, QUORUM, SECOND, Ballot, some
from tests.validators.voting.test_against_oracle import fields, rules_for
from validators.view import GameView
from validators.voting.judge import judge as product
from validators.voting.timeline import Emperor, Timeline

SEVEN = Roster(PLAYERS, idle=("Idle One",))
SIX = Roster(PLAYERS[1:], idle=("Idle One",))
CHRISTMAS = datetime(2023, 12, 24, tzinfo=UTC)
THIRDS = some(4, "for")
EMPEROR: Ballot = ("Emperor", "deferential")


def sheet(
    matter: Post,
    *others: Post,
    rules: str | Mapping[str, object] = "2020",
    roster: Roster = SEVEN,
    emperor: str | None = "Emperor",
    now: datetime = NOW,
) -> dict[str, object]:
    voting = VOTINGS[rules] if isinstance(rules, str) else rules
    posts = (matter, *others)
    result = judge(voting, roster, emperor, posts, matter, now)
    with patch.object(Timeline, "emperor_at", lambda *_: Emperor(emperor or None)):  # the oracle has one for a whole game
        (mine,) = product(GameView(now, ruleset_of(rules_for(voting)), roster, posts, emperor or ""), only=[matter.key]).verdicts
    assert fields(mine) == {name: result[name] for name in fields(mine)}
    return result


def counts(result: Mapping[str, object]) -> tuple[object, ...]:
    """FOR, AGAINST, DEFERENTIAL, not voting AGAINST."""
    return tuple(result[field] for field in FIELDS[:4])


def verdict(result: Mapping[str, object]) -> str:
    """The flags that are set, as words."""
    return " ".join(field for field in ("withdrawn", "vetoed", "popular", "unpopular", "enactable", "failable") if result[field])


def earliest(result: Mapping[str, object]) -> tuple[object, object]:
    return result["earliest_enact"], result["earliest_fail"]


@pytest.mark.parametrize(
    ("ballots", "expected"),
    [
        pytest.param([], (1, 0, 0, 7), id="implied FOR"),
        pytest.param([("Anna", "deferential")], (0, 0, 1, 7), id="author's own icon"),
        pytest.param([("Boris", "for"), ("boris", "against")], (1, 1, 0, 6), id="last of two comments"),
        pytest.param([("Boris", "for against")], (1, 1, 0, 6), id="last of one comment"),
        pytest.param([("Boris", "for veto revise ~against")], (2, 0, 0, 7), id="invalid icons"),
        pytest.param([("Boris", "arrow greentick")], (1, 0, 0, 7), id="no voting icons"),
        pytest.param([("  boris ", "for"), ("BORIS", "against")], (1, 1, 0, 6), id="one name"),
        pytest.param([("Anna", "for")], (1, 0, 0, 7), id="author's own FOR"),
        pytest.param([("Anna", "veto")], (1, 0, 0, 7), id="author's VETO"),
        pytest.param([("Boris", "deferential"), ("Emperor", "for")], (3, 0, 0, 7), id="follows the Emperor's FOR"),
        pytest.param([("Boris", "deferential")], (1, 0, 1, 7), id="nobody to follow"),
        pytest.param([("Idle One", "for"), ("Stranger", "against")], (1, 0, 0, 7), id="not players"),
        pytest.param([("Boris", "deferential"), ("EMPEROR", "against")], (1, 2, 0, 5), id="follows the Emperor"),
        pytest.param([("Boris", "deferential"), ("Emperor", "for veto")], (1, 0, 1, 7), id="no Emperor's vote"),
        pytest.param([("Boris", "for", NOW), ("Cyril", "for", NOW + SECOND)], (2, 0, 0, 7), id="after now"),
    ],
)
def test_votes(ballots: list[Ballot], expected: tuple[int, ...]) -> None:
    assert counts(sheet(proposal(HOUR, *ballots))) == expected


@pytest.mark.parametrize(
    ("rules", "ahead", "even"),
    [("2019", (2, 1, 2, 6), (2, 2, 2, 5)), ("2020", (4, 1, 0, 6), (2, 4, 0, 3)), ("2023", (3, 1, 1, 6), (2, 3, 1, 4))],
    ids=["not in force", "all follow", "others void"],
)
def test_emperors_deferential(rules: str, ahead: tuple[int, ...], even: tuple[int, ...]) -> None:
    others: list[Ballot] = [("Boris", "for"), ("Cyril", "against"), ("Della", "deferential")]  # 2 to 1 with Anna's
    assert counts(sheet(proposal(HOUR, *others, EMPEROR), rules=rules)) == ahead
    assert counts(sheet(proposal(HOUR, *others, ("Fiona", "against"), EMPEROR), rules=rules)) == even


def test_in_a_group_of_six_all_others_must_have_voted() -> None:
    others: list[Ballot] = [*some(3, "for", 2), ("Fiona", "deferential")]
    assert counts(sheet(proposal(HOUR, *others, EMPEROR, author="Boris"), roster=SIX, rules="2024")) == (5, 0, 1, 6)
    assert counts(sheet(proposal(HOUR, *others[:3], EMPEROR, author="Boris"), roster=SIX, rules="2024")) == (4, 0, 1, 6)


@pytest.mark.parametrize(
    ("matter", "rules", "expected", "enact", "fail"),
    [
        pytest.param(proposal(HOUR, ("Anna", "against for")), "2020", "withdrawn failable", None, NOW, id="withdrawn"),
        pytest.param(proposal(HOUR, ("Emperor", "veto for")), "2020", "vetoed failable", None, NOW, id="vetoed"),
        pytest.param(proposal(12 * HOUR - SECOND, *QUORUM), "2020", "popular", NOW + SECOND, NOW + 156 * HOUR + 2 * SECOND, id="young"),
        pytest.param(proposal(12 * HOUR, *QUORUM), "2020", "popular enactable", NOW, NOW + 156 * HOUR + SECOND, id="old enough"),
        pytest.param(proposal(HOUR, *AGAINST_FOUR), "2020", "unpopular failable", None, NOW, id="cannot pass"),
        pytest.param(proposal(7 * DAY, *QUORUM), "2020", "popular enactable", NOW, NOW + SECOND, id="not yet stale"),
        pytest.param(proposal(7 * DAY + SECOND, *QUORUM), "2020", "popular failable", None, NOW, id="stale"),
        pytest.param(
            proposal(2 * DAY, *some(1, "for"), tags=("Core",), body="Change the core rules."),
            "2022",
            "unpopular failable",
            None,
            NOW,
            id="core",
        ),
        pytest.param(cfj(HOUR, *some(3, "for")), "2020", "popular enactable", NOW, None, id="exactly quorum"),
        pytest.param(cfj(HOUR, *some(2, "for")), "2020", "", NOW + 47 * HOUR, None, id="one less"),
        pytest.param(cfj(HOUR, *some(3, "against")), "2020", "", None, NOW + 47 * HOUR, id="four not voting AGAINST"),
        pytest.param(cfj(HOUR, *some(4, "against")), "2020", "unpopular failable", None, NOW, id="three not voting AGAINST"),
        pytest.param(cfj(48 * HOUR, *some(2, "deferential")), "2020", "unpopular failable", None, NOW, id="no valid votes"),
        pytest.param(cfj(48 * HOUR, *some(1, "against")), "2020", "unpopular failable", None, NOW, id="a tie"),
        pytest.param(cfj(48 * HOUR - SECOND, *some(1, "for")), "2020", "", NOW + SECOND, None, id="CfJ before 48 h"),
        pytest.param(cfj(48 * HOUR, *some(1, "for")), "2020", "popular enactable", NOW, None, id="CfJ at 48 h"),
        pytest.param(cfj(48 * HOUR), "2020", "unpopular failable", None, NOW, id="CfJ with one vote"),
        pytest.param(dov(12 * HOUR, *QUORUM), "2020", "popular enactable", NOW, None, id="DoV unopposed"),
        pytest.param(dov(12 * HOUR, *QUORUM, ("Elias", "against")), "2020", "popular", NOW + 12 * HOUR, None, id="DoV opposed"),
        pytest.param(dov(12 * HOUR - SECOND, *QUORUM), "2020", "popular", NOW + SECOND, None, id="DoV too young"),
        pytest.param(dov(24 * HOUR, *QUORUM, ("Elias", "against")), "2020", "popular enactable", NOW, None, id="DoV opposed, older"),
        pytest.param(dov(48 * HOUR, *QUORUM), "2023", "popular", None, NOW + SECOND, id="DoV not yet too old"),
        pytest.param(dov(48 * HOUR + SECOND, *QUORUM), "2023", "popular failable", None, NOW, id="DoV too old"),
        pytest.param(dov(12 * HOUR, *THIRDS), "2023", "popular enactable", NOW, None, id="DoV by two thirds"),
        pytest.param(dov(12 * HOUR, *QUORUM), "2023", "popular", None, NOW + 36 * HOUR + SECOND, id="DoV with a quorum only"),
        pytest.param(dov(12 * HOUR - SECOND, *AGAINST_FOUR), "2023", "unpopular", None, NOW + SECOND, id="DoV too young to fail"),
        pytest.param(dov(DAY, *some(5, "for"), author="Emperor"), "2023", "unpopular failable", None, NOW, id="DoV by the Emperor"),
    ],
)
def test_a_matter_alone(matter: Post, rules: str, expected: str, enact: datetime | None, fail: datetime | None) -> None:
    result = sheet(matter, rules=rules)
    assert (verdict(result), *earliest(result)) == (expected, enact, fail)


OLDER = proposal(3 * DAY, author="Boris")
ENACTED_DOV = dov(3 * DAY, author="Boris", closed=NOW - 30 * HOUR)
FAILED_DOV = dov(9 * DAY, ("Boris", "against"), closed=NOW - 2 * DAY, status=Status.FAILED)


@pytest.mark.parametrize(
    ("matter", "others", "expected"),
    [
        pytest.param(proposal(2 * DAY, *QUORUM), [OLDER], "popular", id="behind an older one"),
        pytest.param(proposal(2 * DAY, *QUORUM, place=4), [proposal(2 * DAY, author="Boris", place=5)], "popular", id="lower in a minute"),
        pytest.param(
            proposal(2 * DAY, *QUORUM), [proposal(7 * DAY + SECOND, author="Boris")], "popular enactable", id="behind a stale one"
        ),
        pytest.param(proposal(13 * HOUR, *QUORUM), [proposal(8 * DAY), proposal(9 * DAY)], "unpopular failable", id="a third pending"),
        pytest.param(
            proposal(10 * HOUR, *QUORUM),
            [proposal(age * HOUR, closed=NOW - 10 * HOUR, place=age) for age in (10, 11, 12)],
            "unpopular failable",
            id="a fourth that day",
        ),
        pytest.param(proposal(2 * DAY, *QUORUM), [dov(HOUR, author="Boris")], "popular", id="pending DoV"),
        pytest.param(cfj(HOUR, *QUORUM), [dov(HOUR, author="Boris")], "popular enactable", id="CfJ in a hiatus"),
        pytest.param(proposal(DAY, *QUORUM), [ENACTED_DOV], "unpopular", id="submitted in an Interregnum"),
        pytest.param(proposal(DAY, *QUORUM), [ENACTED_DOV, address(30 * HOUR)], "popular enactable", id="after the Address"),
        pytest.param(dov(DAY, *QUORUM), [ENACTED_DOV], "unpopular failable", id="DoV in an Interregnum"),
        pytest.param(dov(DAY, *QUORUM), [FAILED_DOV], "unpopular failable", id="DoV in its author's cooldown"),
        pytest.param(dov(DAY, *QUORUM, author="Elias"), [FAILED_DOV], "popular enactable", id="DoV in another's cooldown"),
    ],
)
def test_a_matter_among_others(matter: Post, others: list[Post], expected: str) -> None:
    assert verdict(sheet(matter, *others)) == expected


def test_three_days_in_december() -> None:
    for now, hiatus in ((CHRISTMAS - SECOND, False), (CHRISTMAS, True), (CHRISTMAS + 3 * DAY - SECOND, True), (CHRISTMAS + 3 * DAY, False)):
        result = sheet(proposal(NOW - CHRISTMAS + 2 * DAY, *QUORUM), now=now)
        assert (result["hiatus"], earliest(result)[0]) == (hiatus, CHRISTMAS + 3 * DAY if hiatus else now)


@pytest.mark.parametrize(
    ("rules", "players", "flag", "hiatus"),
    [("2020", 4, None, True), ("2020", 5, True, False), ("2022", 9, True, True), ("2024", 4, None, True), ("2024", 5, None, False)],
    ids=["four", "five", "flag", "three and the Emperor", "four and the Emperor"],
)
def test_dormancy(rules: str, players: int, flag: bool | None, hiatus: bool) -> None:
    roster = Roster(tuple(f"P{number}" for number in range(players)), dormant=flag)
    assert sheet(proposal(DAY, author="P0"), rules=rules, roster=roster, emperor="P0")["hiatus"] is hiatus


def test_a_resolved_matter_is_judged_as_of_its_closing() -> None:
    closed, after = NOW - DAY, NOW - DAY + SECOND
    votes: list[Ballot] = [*some(2, "for"), ("Elias", "for", closed), ("Fiona", "for", after), ("Anna", "against", after)]
    result = sheet(proposal(3 * DAY, *votes, closed=closed))
    assert (counts(result), verdict(result), earliest(result)) == ((4, 0, 0, 7), "popular", (None, None))
    assert verdict(sheet(proposal(DAY, *QUORUM, closed=NOW + SECOND))) == "popular enactable"


@pytest.mark.parametrize(
    ("matter", "others", "setting", "questions"),
    [
        pytest.param(proposal(HOUR, *QUORUM), [], {}, set(), id="nothing"),
        pytest.param(proposal(HOUR, *some(1, "against"), EMPEROR), [], {}, {"emperor-deferential"}, id="the Emperor's own"),
        pytest.param(
            proposal(HOUR, *QUORUM, ("Elias", "against deferential"), EMPEROR),
            [],
            {"rules": "2023"},
            {"void-deferential-revives"},
            id="revives",
        ),
        pytest.param(
            proposal(HOUR, *some(4, "for", 2), EMPEROR, author="Boris"),
            [],
            {"rules": "2024", "roster": SIX},
            {"implied-vote-cast"},
            id="cast",
        ),
        pytest.param(cfj(HOUR, *some(1, "for")), [], {}, {"implied-vote-valid"}, id="the second valid vote"),
        pytest.param(proposal(HOUR, ("Anna", "against for")), [], {}, {"icons-in-one-comment"}, id="two icons"),
        pytest.param(proposal(HOUR, ("Idle One", "against"), author="Idle One"), [], {}, {"used-by-idle"}, id="idle author"),
        pytest.param(cfj(HOUR, *QUORUM, ("Boris", "against")), [], {}, {"same-second"}, id="one second"),
        pytest.param(cfj(HOUR, *QUORUM, ("Elias", "~against")), [], {}, {"quoted-icon"}, id="quotation"),
        pytest.param(proposal(HOUR, *QUORUM), [dov(SECOND, author="Emperor")], {}, {"illegal-dov-hiatus"}, id="illegal DoV"),
        pytest.param(dov(NOW - CHRISTMAS + DAY, *THIRDS), [], {"now": CHRISTMAS}, {"downtime-dov"}, id="December"),
        pytest.param(cfj(HOUR, *QUORUM, body=" "), [], {}, {"blank-cfj"}, id="blank CfJ"),
    ],
)
def test_open_questions(matter: Post, others: list[Post], setting: dict[str, object], questions: set[str]) -> None:
    assert sheet(matter, *others, **setting)["open_questions"] == questions  # type: ignore[arg-type]


def test_what_cannot_be_judged() -> None:
    with pytest.raises(ValueError, match="nobody votes"):
        sheet(address(HOUR))
    with pytest.raises(ValueError, match="no such post"):
        sheet(cfj(-SECOND))
    with pytest.raises(ValueError, match="no time"):
        sheet(cfj(None))


# Invented games


def random_rules(rng: random.Random) -> Mapping[str, object]:
    voting = VOTINGS[rng.choice(sorted(VOTINGS))]
    return vary(rng, voting) if rng.random() < 0.4 else voting


def judgeable(posts: tuple[Post, ...], now: datetime) -> list[Post]:
    return [each for each in posts if each.category.matter is not None and each.posted is not None and each.posted <= now]


@pytest.mark.slow
def test_invented_games_reach_every_field_and_question() -> None:
    seen: set[object] = set()
    for seed in range(120):
        rng = random.Random(seed)
        voting = random_rules(rng)
        roster, emperor, posts, now = random_game(rng, voting)
        assert 3 <= len(roster.active) <= 13
        for matter in judgeable(posts, now):
            result = judge(voting, roster, emperor, posts, matter, now)
            seen |= {(matter.category, field, bool(result[field])) for field in (*FIELDS[5:], "hiatus")}
            seen |= result["open_questions"] if isinstance(result["open_questions"], set) else set()
    never = {("withdrawn", True), ("vetoed", True)}
    for category in (Category.PROPOSAL, Category.CFJ, Category.DOV):
        for field in (*FIELDS[5:], "hiatus"):
            for value in (True, False):
                possible = category is Category.PROPOSAL or (field, value) not in never
                assert ((category, field, value) in seen) is possible, (category, field, value)
    assert {"emperor-deferential", "void-deferential-revives", "same-second", "quoted-icon"} <= seen
    assert {"implied-vote-cast", "implied-vote-valid", "icons-in-one-comment", "used-by-idle"} <= seen
    assert {"illegal-dov-hiatus", "downtime-dov", "blank-cfj"} <= seen
