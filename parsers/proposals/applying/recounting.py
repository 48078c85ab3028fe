"""Places that are told by their number where an earlier instruction of the same matter may have moved the count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parsers.proposals.applying.alike import same_case
from parsers.proposals.applying.draft import scope_of
from parsers.proposals.applying.passages import find
from parsers.proposals.applying.places import EditedRuleset
from parsers.proposals.counting import RECOUNTED, is_recounted
from parsers.proposals.model import Instruction


def same_count(first: EditedRuleset, page: EditedRuleset, instruction: Instruction, left: Sequence[Instruction]) -> None:
    """Raises ValueError unless a place is the same on the page before the matter and on that of now.

    ``left`` are the earlier instructions that people are still to carry out, and who knows how they count.
    """
    try:
        same = list(_places(first, instruction)) == list(_places(page, instruction))
    except ValueError:
        same = False
    if not same or is_recounted(instruction, left):
        raise ValueError(RECOUNTED)


def _places(page: EditedRuleset, instruction: Instruction) -> Iterator[str]:
    """The texts that an instruction finds on a page."""
    where = instruction.where
    for passage in (instruction.old, *((where.passage, where.next_passage) if where is not None else ())):
        if passage is not None:
            yield from (same_case(stretch.text) for stretch in find(page, scope_of(page, instruction), passage))
