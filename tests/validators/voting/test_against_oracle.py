"""Verdicts of the product against those of an independent reading of the same rules, over invented
games.

The two share nothing but the values. Every field must agree; what the rules leave open must not be
certified.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from tests.support.rules import ruleset_of
from tests.support.scale import fresh_seeds
from tests.support.views import game_view
from tests.validators import games, oracle
from validators.voting.judge import judge
from validators.voting.timeline import Emperor, Timeline
from validators.voting.verdict import Verdict

QUICK = 4
"""Games for each edition and each half (as it stands, with changed numbers) that the quick run
compares.
"""
MANY = 36
"""Those that the slow run compares beside them: about 4,000 matters."""


def rules_for(voting: Mapping[str, object]) -> dict[str, object]:
    """The oracle's plain parameters, with what the product reads in clauses of their own."""
    return {
        **voting,
        "dov.protected": True,
        "interregnum.no_dovs": voting.get("interregnum") or None,
    }


def fields(verdict: Verdict) -> dict[str, object]:
    """What a verdict says, without its evidence, by the oracle's names."""
    counts = verdict.counts
    told = (counts.for_, counts.against, counts.deferential, counts.not_against)
    return dict(
        zip(
            oracle.FIELDS,
            (*told, *(getattr(verdict, name) for name in oracle.FIELDS[4:])),
            strict=True,
        )
    )


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(QUICK), id="a few"),
        pytest.param(fresh_seeds(MANY), id="many", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("changed", [False, True], ids=["as it stands", "with changed numbers"])
@pytest.mark.parametrize("edition", sorted(games.VOTINGS))
def test_verdicts_agree(
    edition: str, changed: bool, seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    matters = 0
    for seed in seeds:
        rng = random.Random(f"{edition} {changed} {seed}")
        voting = games.vary(rng, games.VOTINGS[edition]) if changed else games.VOTINGS[edition]
        roster, emperor, posts, now = games.random_game(rng, voting)
        only_emperor = Emperor(emperor or None)  # the oracle has one for a whole game
        monkeypatch.setattr(Timeline, "emperor_at", lambda *_, name=only_emperor: name)
        sheet = judge(game_view(now, ruleset_of(rules_for(voting)), roster, posts, emperor or ""))
        originals = {post.key: post for post in posts}
        for verdict in sheet.verdicts:
            expected = oracle.judge(
                voting, roster, emperor, posts, originals[verdict.post.key], now
            )
            mine = fields(verdict)
            assert mine == {name: expected[name] for name in mine}, (
                f"game {seed}, {verdict.post.key}"
            )
            left_open = expected["open_questions"]
            assert isinstance(left_open, set)
            assert not (left_open and verdict.certified), (
                f"game {seed}, {verdict.post.key}: {left_open} is open"
            )
            matters += 1
    assert matters > len(seeds)  # the generator makes several matters a game
