"""The oracle, and the product with it, against verdicts worked out by hand: on either side of each
edge of the rules.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

import pytest

from parsers.model import Category, Post, Roster, Status
from tests.support.cases import cases
from tests.support.rules import ruleset_of
from tests.support.views import game_view
from tests.validators.games import VOTINGS, random_game, vary
from tests.validators.making import address, ballots, cfj, dov, from_row, length, proposal
from tests.validators.oracle import FIELDS, judge
from tests.validators.scene import DAY, HOUR, NOW, PLAYERS, QUORUM, SECOND, Ballot, some
from tests.validators.voting.test_against_oracle import fields, rules_for
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
    with patch.object(
        Timeline, "emperor_at", lambda *_: Emperor(emperor or None)
    ):  # the oracle has one for a whole game
        (mine,) = product(
            game_view(now, ruleset_of(rules_for(voting)), roster, posts, emperor or ""),
            only=[matter.key],
        ).verdicts
    assert fields(mine) == {name: result[name] for name in fields(mine)}
    return result


def counts(result: Mapping[str, object]) -> tuple[object, ...]:
    """FOR, AGAINST, DEFERENTIAL, not voting AGAINST."""
    return tuple(result[field] for field in FIELDS[:4])


def verdict(result: Mapping[str, object]) -> str:
    """The flags that are set, as words."""
    return " ".join(
        field
        for field in ("withdrawn", "vetoed", "popular", "unpopular", "enactable", "failable")
        if result[field]
    )


def earliest(result: Mapping[str, object]) -> tuple[object, object]:
    return result["earliest_enact"], result["earliest_fail"]


@cases("votes")
def test_votes_are_counted(votes: str, expected: list[int]) -> None:
    assert counts(sheet(proposal(HOUR, *ballots(votes)))) == tuple(expected)


@cases("emperors_deferential")
def test_emperors_deferential(rules: str, ahead: list[int], even: list[int]) -> None:
    others: list[Ballot] = [
        ("Boris", "for"),
        ("Cyril", "against"),
        ("Della", "deferential"),
    ]  # 2 to 1 with Anna's
    assert counts(sheet(proposal(HOUR, *others, EMPEROR), rules=rules)) == tuple(ahead)
    assert counts(
        sheet(proposal(HOUR, *others, ("Fiona", "against"), EMPEROR), rules=rules)
    ) == tuple(even)


def test_in_a_group_of_six_all_others_must_have_voted() -> None:
    others: list[Ballot] = [*some(3, "for", 2), ("Fiona", "deferential")]
    assert counts(
        sheet(proposal(HOUR, *others, EMPEROR, author="Boris"), roster=SIX, rules="2024")
    ) == (5, 0, 1, 6)
    assert counts(
        sheet(proposal(HOUR, *others[:3], EMPEROR, author="Boris"), roster=SIX, rules="2024")
    ) == (4, 0, 1, 6)


@cases("a_matter_alone")
def test_a_matter_alone(
    matter: dict[str, Any], rules: str, expected: str, enact: str | None, fail: str | None
) -> None:
    result = sheet(from_row(matter), rules=rules)
    assert (verdict(result), *earliest(result)) == (
        expected,
        *(None if each is None else NOW + length(each) for each in (enact, fail)),
    )


OLDER = proposal(3 * DAY, author="Boris")
ENACTED_DOV = dov(3 * DAY, author="Boris", closed=NOW - 30 * HOUR)
FAILED_DOV = dov(9 * DAY, ("Boris", "against"), closed=NOW - 2 * DAY, status=Status.FAILED)


@cases("a_matter_among_others")
def test_a_matter_among_others(
    matter: dict[str, Any], others: list[dict[str, Any]], expected: str
) -> None:
    assert verdict(sheet(from_row(matter), *map(from_row, others))) == expected


def test_three_days_in_december() -> None:
    for now, hiatus in (
        (CHRISTMAS - SECOND, False),
        (CHRISTMAS, True),
        (CHRISTMAS + 3 * DAY - SECOND, True),
        (CHRISTMAS + 3 * DAY, False),
    ):
        result = sheet(proposal(NOW - CHRISTMAS + 2 * DAY, *QUORUM), now=now)
        assert (result["hiatus"], earliest(result)[0]) == (
            hiatus,
            CHRISTMAS + 3 * DAY if hiatus else now,
        )


@cases("dormancy")
def test_dormancy(rules: str, players: int, flag: bool | None, hiatus: bool) -> None:
    roster = Roster(tuple(f"P{number}" for number in range(players)), dormant=flag)
    assert (
        sheet(proposal(DAY, author="P0"), rules=rules, roster=roster, emperor="P0")["hiatus"]
        is hiatus
    )


def test_a_resolved_matter_is_judged_as_of_its_closing() -> None:
    closed, after = NOW - DAY, NOW - DAY + SECOND
    votes: list[Ballot] = [
        *some(2, "for"),
        ("Elias", "for", closed),
        ("Fiona", "for", after),
        ("Anna", "against", after),
    ]
    result = sheet(proposal(3 * DAY, *votes, closed=closed))
    assert (counts(result), verdict(result), earliest(result)) == (
        (4, 0, 0, 7),
        "popular",
        (None, None),
    )
    assert verdict(sheet(proposal(DAY, *QUORUM, closed=NOW + SECOND))) == "popular enactable"


@cases("questions")
def test_open_questions(
    matter: dict[str, Any],
    others: list[dict[str, Any]],
    setting: dict[str, str],
    questions: list[str],
) -> None:
    given = {
        key: {"six": SIX, "Christmas": CHRISTMAS}.get(value, value)
        for key, value in setting.items()
    }
    found = sheet(from_row(matter), *map(from_row, others), **given)["open_questions"]  # type: ignore[arg-type]
    assert found == set(questions)


def test_matters_without_a_judgement() -> None:
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
    return [
        each
        for each in posts
        if each.category.matter is not None and each.posted is not None and each.posted <= now
    ]


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
            seen |= {
                (matter.category, field, bool(result[field])) for field in (*FIELDS[5:], "hiatus")
            }
            seen |= result["open_questions"] if isinstance(result["open_questions"], set) else set()
    never = {("withdrawn", True), ("vetoed", True)}
    for category in (Category.PROPOSAL, Category.CFJ, Category.DOV):
        for field in (*FIELDS[5:], "hiatus"):
            for value in (True, False):
                possible = category is Category.PROPOSAL or (field, value) not in never
                assert ((category, field, value) in seen) is possible, (category, field, value)
    assert {"emperor-deferential", "void-deferential-revives", "same-second", "quoted-icon"} <= seen
    assert {
        "implied-vote-cast",
        "implied-vote-valid",
        "icons-in-one-comment",
        "used-by-idle",
    } <= seen
    assert {"illegal-dov-hiatus", "downtime-dov", "blank-cfj"} <= seen
