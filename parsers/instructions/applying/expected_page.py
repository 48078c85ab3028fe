"""What a Ruleset shows, passage by passage: what a change was to make of it is compared with what it made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from parsers.instructions.applying.places import EditedRuleset
from parsers.ruleset.model import Rule
from parsers.wiki.page import read_passages

Shown = tuple[tuple[str, int, str], ...]
"""The text and the depth of each block, and the term that it explains."""


class ShownPassage(NamedTuple):
    """A heading with its level, and what stands below it up to the next one."""

    level: int
    heading: str
    blocks: Shown


def shape_of(rules: Iterable[Rule]) -> list[ShownPassage]:
    """The passages of rules as they were read."""
    return [ShownPassage(rule.level, rule.heading, tuple((block.text, block.depth, block.term) for block in rule.blocks)) for rule in rules]


def shown(text: str) -> list[ShownPassage]:
    """The passages of some wikitext that stands by itself, what is above its first heading first."""
    return [
        ShownPassage(passage.level, passage.title, tuple((block.text, block.depth, block.term) for block in passage.blocks))
        for passage in read_passages(text).passages
    ]


class RulesetChange(NamedTuple):
    """A changed Ruleset: its wikitext, what it has to show, the rules that were changed by their titles, and where, in words."""

    source: str
    shape: list[ShownPassage]
    rules: tuple[str, ...]
    where: str


def checked(before: EditedRuleset, change: RulesetChange) -> EditedRuleset:
    """The page after a change, read again. Raises ValueError where it shows anything but what was wanted."""
    after = EditedRuleset.read(change.source, before.terms)
    same_marks = len(after.tree.unread) == len(before.tree.unread) and len(after.tree.hidden) <= len(before.tree.hidden)
    if shape_of(after.rules) != change.shape or not same_marks:
        raise ValueError("the change cannot be written so that the Ruleset reads as intended and nothing else changes")
    return after
