"""Every kind of doubt has one sentence, and is made with the parameters that the sentence names."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

from parsers.model import Problem
from tests.validators.scene import DAY, HOUR
from validators import wording
from validators.wording import Doubt, DoubtKind, doubt, worded

VOTING = Path(wording.__file__).parent
SENTENCES = wording._DOUBTS


def made() -> list[tuple[str, set[str | None]]]:
    """The kinds that the product makes by name, each with the names of its parameters."""
    calls = (
        node
        for path in sorted(VOTING.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "doubt" and node.args
    )
    named = ((ast.unparse(call.args[0]), {each.arg for each in call.keywords}) for call in calls)
    return [(kind, given) for kind, given in named if kind.startswith("DoubtKind.")]


def test_every_kind_has_a_sentence() -> None:
    assert SENTENCES.keys() == {*DoubtKind}


def test_every_kind_is_made_with_the_parameters_of_its_sentence() -> None:
    calls = made()
    assert len(calls) > 60
    for kind, given in calls:
        template = SENTENCES[DoubtKind[kind.removeprefix("DoubtKind.")]]
        assert {name for _, name, _, _ in Formatter().parse(template) if name} == given, kind


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
    assert one == Doubt(DoubtKind.STRANGER, (("name", "Ana"),)) != other
