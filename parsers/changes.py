"""Changes of a page of prose: replace a left-over term, carry out an enacted instruction, undo an
edit, and nothing else.

A change names the rule, not the position, and finds its place on the current page.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from parsers.instructions.application import apply_instructions
from parsers.instructions.instruction_model import Instruction
from parsers.patch import patched, spliced
from parsers.refusal import Refusal, Refused
from parsers.ruleset.ascension_address import FormerTerm, left_over
from parsers.ruleset.ruleset_model import Terms


@dataclass(frozen=True, slots=True)
class ReplaceTerm:
    """Replace a former term in a rule and its heading; ``rule`` as in
    :attr:`parsers.ruleset.ruleset_model.Rule.titles`.
    """

    rule: tuple[str, ...]
    term: FormerTerm
    today: Terms


@dataclass(frozen=True, slots=True)
class UndoRevision:
    """Undo an edit and keep later ones: the page's text before the revision and after it."""

    revid: int
    before: str = field(repr=False)
    after: str = field(repr=False)


TextChange = ReplaceTerm | UndoRevision | Instruction


def changed_text(source: str, change: TextChange) -> str:
    """The page's new source. Raises Refused where the change cannot be
    made.
    """
    match change:
        case ReplaceTerm(rule, term, today):
            found = [each for each in left_over(source, (term,), today) if each.rule.titles == rule]
            if not found:
                where = f"“{rule[-1]}”" if rule else "the text above the first heading"
                raise Refused(Refusal.TERM_GONE, term=term.old, where=where)
            return spliced(source, ((each.start, each.end, each.instead) for each in found))
        case UndoRevision(revid, before, after):
            text = patched(after, before, source)
            if text is None:
                raise Refused(Refusal.LINES_EDITED_SINCE, revid=revid)
            if text == source:
                raise Refused(Refusal.UNDONE_ALREADY, revid=revid)
            return text
        case _:
            made = apply_instructions((change,), source)
            if (refused := made.outcomes[0].refused) is not None:
                raise refused
            return made.ruleset
