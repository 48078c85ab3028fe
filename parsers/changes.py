"""Changes of a page of prose: replace a left-over term, add an enacted text, undo an edit, and
nothing else.

A change names the rule, not the position, and finds its place on the current page. The result is read again to check
that it says what was wanted; where that is impossible, a ValueError says why in one sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from parsers.instructions.applying.places import EditedRuleset, checked
from parsers.instructions.applying.rule_edits import add_rule
from parsers.instructions.applying.splices import PendingSplices
from parsers.instructions.applying.wording import fit_text, in_style
from parsers.instructions.model import Instruction, InstructionKind, RuleName
from parsers.patch import patched, spliced
from parsers.ruleset.former_terms import FormerTerm, left_over
from parsers.ruleset.model import Terms

_MARKED = ("*", "#", ":", ";", "|", "!", "{|")


@dataclass(frozen=True, slots=True)
class ReplaceTerm:
    """Replace every form of a former term, and the article before it, with today's in one rule, its heading included.

    ``rule`` are the titles from the section down to the rule, as in :attr:`parsers.ruleset.model.Rule.titles`.
    """

    rule: tuple[str, ...]
    term: FormerTerm
    today: Terms


@dataclass(frozen=True, slots=True)
class AddRule:
    """Add a rule at the end of the Dynastic Rules: its title, and its text with one paragraph per line."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class InsertText:
    """Add a text (one paragraph per line) at the end of a rule's own text, before its subrules."""

    rule: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class UndoRevision:
    """Undo an edit and keep later ones: the page's text before the revision and after it."""

    revid: int
    before: str = field(repr=False)
    after: str = field(repr=False)


TextChange = ReplaceTerm | AddRule | InsertText | UndoRevision


def changed_text(source: str, change: TextChange) -> str:
    """The page's new source. Raises ValueError with one sentence where the change cannot be made."""
    if isinstance(change, ReplaceTerm):
        return _replaced(source, change)
    if isinstance(change, AddRule):
        return _with_rule(source, change)
    if isinstance(change, InsertText):
        return _with_text(source, change)
    return _undone(source, change)


def _replaced(source: str, change: ReplaceTerm) -> str:
    found = [each for each in left_over(source, (change.term,), change.today) if each.rule.titles == change.rule]
    if not found:
        raise ValueError(f"“{change.term.old}” is no longer in {_named(change.rule)}")
    return spliced(source, ((each.start, each.end, each.instead) for each in found))


def _named(path: tuple[str, ...]) -> str:
    return f"“{path[-1]}”" if path else "the text above the first heading"


def _undone(source: str, change: UndoRevision) -> str:
    text = patched(change.after, change.before, source)
    if text is None:
        raise ValueError(f"the lines that revision {change.revid} changed were edited since, so it has to be undone by hand")
    if text == source:
        raise ValueError(f"revision {change.revid} was undone already")
    return text


def _with_rule(source: str, change: AddRule) -> str:
    page = EditedRuleset.read(source)
    adding = Instruction(InstructionKind.ADD_RULE, rule=RuleName(change.title), new=_laid_out(change.text))
    return checked(page, add_rule(page, adding)[0]).source


def _with_text(source: str, change: InsertText) -> str:
    page = EditedRuleset.read(source)
    found = [rule for rule in page.rules if rule.titles == change.rule]
    if len(found) != 1:
        raise ValueError(f"there are now {len(found)} rules {_named(change.rule)}")
    pending = PendingSplices(page)
    pending.lines(found[0], len(found[0].blocks), len(found[0].blocks), in_style(fit_text(_laid_out(change.text)), page.rules))
    return checked(page, pending.change()[0]).source


def _laid_out(text: str) -> str:
    """Lines as wikitext paragraphs, without blank lines between the items of a list or the lines of a table.

    Raises ValueError for lines that look like headings.
    """
    if re.search(r"^\s*=", text, re.MULTILINE):
        raise ValueError("the text has headings of its own, so it must be added manually")
    parts: list[str] = []
    for line in filter(None, map(str.strip, text.split("\n"))):
        together = parts and line.startswith(_MARKED) and parts[-1].startswith(_MARKED)
        parts += [("\n" if together else "\n\n") if parts else "", line]
    return "".join(parts)
