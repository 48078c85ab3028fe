"""A place that is counted, after instructions that may have moved what it counts."""

from __future__ import annotations

import pytest

from parsers.proposals.applying.places import EditedRuleset
from parsers.proposals.applying.recounting import same_count
from parsers.proposals.counting import RECOUNTED
from parsers.proposals.model import Destination, Instruction, InstructionKind, Relation, RuleName, RulePassage, Unit

BEFORE = EditedRuleset.read("= Dynastic Rules =\n== Doors ==\nDoors creak. Doors slam. Doors stick.\n")
SECOND = RulePassage(Unit.SENTENCE, order=2)
REMOVE = Instruction(InstructionKind.REMOVE_TEXT, "", rule=RuleName("Doors"), old=SECOND)
ADD = Instruction(
    InstructionKind.ADD_TEXT, "", rule=RuleName("Doors"), where=Destination(Relation.AFTER, passage=SECOND), new="Doors close."
)
AFTER = "= Dynastic Rules =\n== {} ==\n{}\n"


@pytest.mark.parametrize("instruction", [pytest.param(REMOVE, id="removed"), pytest.param(ADD, id="added behind")])
@pytest.mark.parametrize(
    ("title", "text", "same"),
    [
        pytest.param("Doors", "Doors creak. Doors slam.", True, id="the same sentence"),
        pytest.param("Doors", "Doors slam. Doors stick.", False, id="another sentence"),
        pytest.param("Gates", "Doors creak. Doors slam.", False, id="no such rule"),
    ],
)
def test_a_place_has_to_be_the_same_before_and_after(instruction: Instruction, title: str, text: str, *, same: bool) -> None:
    page = EditedRuleset.read(AFTER.format(title, text))
    if same:
        same_count(BEFORE, page, instruction, [])
    else:
        with pytest.raises(ValueError, match=RECOUNTED):
            same_count(BEFORE, page, instruction, [])
