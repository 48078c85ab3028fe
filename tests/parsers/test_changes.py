"""Changes of pages of prose: they find their place, keep everything else, and say where they cannot
be made.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from parsers.changes import ReplaceTerm, TextChange, UndoRevision, changed_text
from parsers.instructions.instruction_model import (
    Destination,
    Instruction,
    InstructionKind,
    Relation,
    RuleName,
)
from parsers.refusal import Refused
from parsers.ruleset.ascension_address import FormerTerm
from parsers.ruleset.ruleset_model import Terms

TODAY = Terms("Bargee", "Bargees", "Lock Warden")
LAMP = FormerTerm("Lamplighter", "Lamplighters", "Bargee", "Bargees")

PAGE = Path(__file__).with_suffix(".wikitext").read_text(encoding="utf-8")


def made(change: TextChange, page: str = PAGE) -> str:
    return changed_text(page, change)


def test_a_term_is_replaced_in_one_rule() -> None:
    new = made(ReplaceTerm(("Core Rules", "Lamplighters"), LAMP, TODAY))
    assert new == PAGE.replace(
        "== Lamplighters ==\n\nLamplighters and a Lamplighter.",
        "== Bargees ==\n\nBargees and a Bargee.",
    )
    deeper = made(ReplaceTerm(("Core Rules", "Lamplighters", "Idle Lamplighters"), LAMP, TODAY))
    assert deeper == PAGE.replace(
        "=== Idle Lamplighters ===\n\nAn idle Lamplighter.",
        "=== Idle Bargees ===\n\nAn idle Bargee.",
    )
    assert made(ReplaceTerm((), LAMP, TODAY), "A Lamplighter.") == "A Bargee."


@pytest.mark.parametrize(
    ("rule", "named"),
    [(("Core Rules", "Bargees"), "“Bargees”"), ((), "the text above the first heading")],
    ids=["in a rule", "above the first heading"],
)
def test_a_term_that_no_longer_exists(rule: tuple[str, ...], named: str) -> None:
    with pytest.raises(Refused, match=f"^“Lamplighter” is no longer in {named}$"):
        made(ReplaceTerm(rule, LAMP, TODAY))


def test_an_enacted_instruction_is_carried_out() -> None:
    fog = Instruction(InstructionKind.ADD_RULE, rule=RuleName("Fog"), new="One.\n\n* a\n* b")
    assert made(fog) == PAGE.replace(
        "== Empty ==\n", "== Empty ==\n\n== Fog ==\n\nOne.\n\n* a\n* b\n"
    )
    more = Instruction(
        InstructionKind.ADD_TEXT,
        rule=RuleName("Coal"),
        where=Destination(Relation.END),
        new="More.",
    )
    assert made(more) == PAGE.replace("* two\n", "* two\n\nMore.\n")
    with pytest.raises(Refused, match=r"^there is already a rule “Fog”$"):
        made(fog, made(fog))


def test_an_edit_is_undone_where_that_can_be() -> None:
    undo = UndoRevision(7, "One.\n\nOld.\n\nLast.", "One.\n\nNew.\n\nLast.")
    assert changed_text("One.\n\nNew.\n\nLast.\n\nMore.", undo) == "One.\n\nOld.\n\nLast.\n\nMore."
    with pytest.raises(Refused, match=r"^revision 7 has already been undone$"):
        changed_text("One.\n\nOld.\n\nLast.\n\nMore.", undo)
    with pytest.raises(
        Refused,
        match=(
            r"^the lines that revision 7 changed have been edited since, so it must be undone manually$"
        ),
    ):
        changed_text("One.\n\nNewer.\n\nLast.", undo)
    assert "Old" not in repr(undo)
