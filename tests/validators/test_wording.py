"""Every kind of fact has one sentence, and is made with the parameters that the sentence names."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import pytest

from parsers.model import Problem
from parsers.ruleset.ruleset_model import Terms
from tests.validators.scene import DAY, HOUR, NOW
from validators import reason_wording, wording
from validators.reason_wording import (
    AssumedClause,
    CoreKind,
    HiatusKind,
    IllegalKind,
    ReasonKind,
    RosterKind,
    VerdictClause,
    VotesKind,
)
from validators.wording import DoubtKind, Fact, Kind, doubt, fact, worded
from validators.words import PlayerCount, shortened

VALIDATORS = Path(wording.__file__).parent
FAMILIES = (
    AssumedClause,
    CoreKind,
    DoubtKind,
    HiatusKind,
    IllegalKind,
    ReasonKind,
    RosterKind,
    VotesKind,
)


def parameters(kind: Kind) -> set[str]:
    """The names of the parameters of a sentence."""
    named = {name for _, name, _, _ in Formatter().parse(kind.sentence) if name}
    assert all(name.isidentifier() for name in named)
    return named


def made() -> list[tuple[Kind, set[str | None]]]:
    """The kinds that the product makes by name, each with the names of its parameters."""
    calls = (
        node
        for path in sorted(VALIDATORS.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("doubt", "fact")
    )
    families = {family.__name__: family for family in FAMILIES}
    return [
        (families[kind.value.id][kind.attr], {each.arg for each in call.keywords})
        for call in calls
        for kind in call.args
        if isinstance(kind, ast.Attribute)
        and isinstance(kind.value, ast.Name)
        and kind.value.id in families
    ]


def test_every_doubt_has_a_sentence() -> None:
    assert wording._DOUBTS.keys() == {*DoubtKind}


def test_every_condition_has_a_sentence() -> None:
    assert {kind.clause for kind in ReasonKind} == {*VerdictClause}


def test_every_kind_of_fact_is_known_here() -> None:
    modules = (vars(module).values() for module in (wording, reason_wording))
    kinds = {each for values in modules for each in values if isinstance(each, type)}
    assert {each for each in kinds if issubclass(each, Kind) and [*each]} == {*FAMILIES}


def test_every_kind_is_made_with_the_parameters_of_its_sentence() -> None:
    calls = made()
    assert len(calls) > 100
    for kind, given in calls:
        assert parameters(kind) == given, kind


@pytest.mark.parametrize(
    ("kind", "about", "sentence"),
    [
        (IllegalKind.PENDING_LIMIT, {"limit": 1}, "its author had 1 Proposal pending"),
        (IllegalKind.DAILY_LIMIT, {"limit": 3}, "its author had made 3 Proposals that day"),
        (HiatusKind.DOWNTIME, {"day": NOW.date()}, "10 March, a day of seasonal downtime"),
        (
            HiatusKind.DORMANCY,
            {"players": PlayerCount(1, Terms("Bargee", "Bargees", None)), "least": 5},
            "1 Bargee, fewer than 5",
        ),
        (ReasonKind.OPEN, {"open": HOUR, "needed": 12}, "open for 1 h (12 h needed)"),
        (
            DoubtKind.TIMES_CONTRADICTORY,
            {"start": NOW, "end": NOW + DAY},
            "times between 10 March 2024 and 11 March 2024 are unreliable: many matters of that"
            " time are dated as resolved before they were posted",
        ),
    ],
    ids=["one", "several", "a day", "people", "a length of time", "years"],
)
def test_parameters_are_worded_by_their_types(
    kind: Kind, about: dict[str, object], sentence: str
) -> None:
    assert worded(fact(kind, **about)) == sentence


def test_a_fact_within_another_is_worded_with_it() -> None:
    cause = fact(HiatusKind.PENDING_DOV, dov="{Braces}")
    why = fact(IllegalKind.IN_HIATUS, cause=cause)
    assert worded(fact(ReasonKind.ILLEGAL, why=why)) == (
        "an illegal post is Unpopular whatever its votes: it was submitted in a hiatus (a pending"
        " DoV, “{Braces}”)"
    )


def test_a_doubt_is_worded_by_its_parameters() -> None:
    other = doubt(DoubtKind.LEGAL_BY_CFJ, other="CfJ: {Braces}")
    assert worded(other).endswith("and “CfJ: {Braces}”, which was enacted, may make it legal")
    assert "resolved 8 days 1 h after" in worded(
        doubt(DoubtKind.RESOLVED_LATE, late=8 * DAY + HOUR)
    )
    aged = doubt(DoubtKind.SOURCE_AGED, problem=Problem("the wiki", "It is old."))
    assert worded(aged) == "the wiki: It is old."
    within = doubt(
        DoubtKind.DORMANT_WHEN_POSTED, why=doubt(DoubtKind.DORMANCY_UNSTATED, players="3")
    )
    assert worded(within).endswith(
        "posted: there are 3, and the sidebar does not say whether the game is dormant"
    )


def test_doubts_of_one_kind_differ_by_what_they_concern() -> None:
    one, other = (doubt(DoubtKind.STRANGER, name=name) for name in ("Ana", "Bo"))
    assert one == Fact(DoubtKind.STRANGER, (("name", "Ana"),)) != other


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("seven lamps", "seven lamps"),
        ("seven lamps!", "seven lamp…"),
        ("seventeen lamps", "seventeen…"),
    ],
)
def test_a_text_is_shortened_to_the_limit_with_its_ellipsis(text: str, shown: str) -> None:
    assert shortened(text, 11) == shown
