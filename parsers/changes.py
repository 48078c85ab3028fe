"""Changes of a page of prose: replace a left-over term, add an enacted text, undo an edit, and nothing else.

A change names the rule, not the position, and finds its place on the current page. The result is read again to check
that it says what was wanted; where that is impossible, a ValueError says why in one sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from parsers.patch import patched
from parsers.patterns import later
from parsers.ruleset.former_terms import FormerTerm, left_over
from parsers.ruleset.model import Rule, SectionKind, Terms
from parsers.ruleset.tree import content_end, read_tree
from parsers.wiki.page import read_passages
from parsers.wiki.splice import spliced

__all__ = ["AddRule", "InsertText", "ReplaceTerm", "TextChange", "UndoRevision", "changed_text"]

_MARKED = ("*", "#", ":", ";", "|", "!", "{|")
_UNFIT = later(r"~~~|</?(?:div|nowiki|pre)\b|<!--|^=|^\{\|", re.IGNORECASE | re.MULTILINE)


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
    text = _fit(change.text)
    rules = read_tree(source).in_order
    dynastic = [rule for rule in rules if rule.kind is SectionKind.DYNASTIC]
    if not dynastic:
        raise ValueError("the page has no section of Dynastic Rules")
    if any(rule.title.casefold() == change.title.casefold() for rule in dynastic):
        raise ValueError(f"there is already a dynastic rule “{change.title}”")
    around = [rule for rule in dynastic if rule.level == 2] or [rule for rule in rules if rule.level == 2]
    heading = f"== {change.title} ==" if _mostly(source.startswith("== ", rule.start) for rule in around) else f"=={change.title}=="
    below = "\n\n" if _mostly(source.startswith("\n", rule.body) for rule in around) else "\n"
    place = content_end(source, dynastic[-1])
    new = f"{source[:place]}\n\n{heading}{below}{_laid_out(text)}{source[place:]}"
    last = [rule for rule in read_tree(new).in_order if rule.kind is SectionKind.DYNASTIC][-1]
    if last.titles != (dynastic[0].titles[0], change.title) or not _says(last, text):
        raise ValueError(f"the rule “{change.title}” cannot be written so that it reads as intended")
    return new


def _with_text(source: str, change: InsertText) -> str:
    text = _fit(change.text)
    found = [rule for rule in read_tree(source).in_order if rule.titles == change.rule]
    if len(found) != 1:
        raise ValueError(f"there are now {len(found)} rules {_named(change.rule)}")
    (rule,) = found
    place = content_end(source, rule)
    together = text.startswith(_MARKED) and source[rule.body : place].rpartition("\n")[2].startswith(text[0])
    new = source[:place] + ("\n" if together else "\n\n") + _laid_out(text) + source[place:]
    there = [each for each in read_tree(new).in_order if each.titles == change.rule]
    if len(there) != 1 or not _says(there[0], text):
        raise ValueError(f"the text cannot be written into {_named(change.rule)} so that it reads as intended")
    return new


def _fit(text: str) -> str:
    """The text without surrounding blanks. Raises ValueError where its markup could change the rest of the page."""
    found = _UNFIT.search(text)
    if found is not None:
        raise ValueError(f"the text has markup of its own (“{found[0]}”), so it must be added manually")
    return text.strip()


def _mostly(answers: Iterable[bool]) -> bool:
    """The majority's answer; yes for a tie."""
    counts = Counter(answers)
    return counts[True] >= counts[False]


def _laid_out(text: str) -> str:
    """Lines as wikitext paragraphs, without blank lines between the items of a list or the lines of a table."""
    parts: list[str] = []
    for line in filter(None, map(str.strip, text.split("\n"))):
        together = parts and line.startswith(_MARKED) and parts[-1].startswith(_MARKED)
        parts += [("\n" if together else "\n\n") if parts else "", line]
    return "".join(parts)


def _says(rule: Rule, text: str) -> bool:
    """Whether a rule ends with what a text shows by itself."""
    shown = [block.text for block in rule.blocks]
    wanted = [block.text for block in read_passages(_laid_out(text)).passages[0].blocks]
    return shown[-len(wanted) :] == wanted
