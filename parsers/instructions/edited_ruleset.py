"""The Ruleset as it is by then: which rule a matter names, and what the page shows. What is not plain is a ValueError with one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from parsers.instructions.instruction_model import RuleName
from parsers.instructions.rule_wording import alike
from parsers.ruleset.model import Rule, SectionKind, Terms
from parsers.ruleset.sentences import canonical
from parsers.ruleset.tree import Tree, read_tree
from parsers.wiki.wiki_page import read_passages

_ARTICLE = re.compile(r"(?:the|an?) (?=\S)", re.IGNORECASE)
_SECTIONS = {
    SectionKind.CORE: ("core", "core rules", "core ruleset"),
    SectionKind.DYNASTIC: ("dynastic", "dynastic rules", "dynastic ruleset"),
    SectionKind.SPECIAL_CASE: ("special case", "special case rules", "special cases"),
    SectionKind.BUILDING_BLOCKS: ("building blocks", "building blocks rules", "building block rules", "building block"),
    SectionKind.APPENDIX: ("appendix", "appendix rules"),
}
Shown = tuple[tuple[str, int, str], ...]
"""The text and the depth of each block, and the term that it explains."""
_tree = lru_cache(maxsize=16)(read_tree)  # several matters are tried on one text, and each instruction reads what the one before it made


class ShownPassage(NamedTuple):
    """A heading with its level, and what stands below it up to the next one."""

    level: int
    heading: str
    blocks: Shown


class RulesetChange(NamedTuple):
    """A changed Ruleset: its wikitext, what it has to show, the rules that were changed by their titles, and where, in words."""

    source: str
    shape: list[ShownPassage]
    rules: tuple[str, ...]
    where: str


@dataclass(frozen=True, slots=True)
class EditedRuleset:
    """A Ruleset's wikitext and its tree. ``rules`` are all that has text, in the order of the page: also introductions."""

    source: str
    tree: Tree
    rules: tuple[Rule, ...]
    terms: Terms | None = None

    @classmethod
    def read(cls, source: str, terms: Terms | None = None) -> EditedRuleset:
        """The page of some wikitext; ``terms`` are the dynasty's words."""
        tree = _tree(source)
        return cls(source, tree, tuple(tree.in_order), terms)

    def family(self, rule: Rule) -> Sequence[Rule]:
        """A rule with all its subrules, in order; of a section's introduction the whole section."""
        first = self.rules.index(rule)
        last = next((i for i in range(first + 1, len(self.rules)) if self.rules[i].level <= rule.level), len(self.rules))
        return self.rules[first:last]

    def parent(self, rule: Rule) -> Rule:
        """The rule or the section's introduction that a rule stands below."""
        above = self.rules[: self.rules.index(rule)]
        return next(other for other in reversed(above) if other.level < rule.level)

    def after(self, change: RulesetChange) -> EditedRuleset:
        """The page after a change, read again. Raises ValueError where it shows anything but what was wanted."""
        after = EditedRuleset.read(change.source, self.terms)
        same_marks = len(after.tree.unread) == len(self.tree.unread) and len(after.tree.hidden) <= len(self.tree.hidden)
        if shape_of(after.rules) != change.shape or not same_marks:
            raise ValueError("the change cannot be written so that the Ruleset reads as intended and nothing else changes")
        return after

    def find_rule(self, name: RuleName) -> Rule:
        """The one rule that a matter names, or the introduction of the section that it names."""
        if name.title or name.number:
            number = f"a rule {name.number[:40]}" if not name.title else f" with the number {name.number[:40]}" if name.number else ""
            return _only(self.find_rules(name), f"a rule {named(name.title)}{number}" if name.title else number)
        if name.section:
            return self.find_section(name.section)
        raise ValueError("the instruction names no rule")

    def find_rules(self, name: RuleName) -> list[Rule]:
        """The rules that a title or a number may mean: those that it fits most exactly."""
        pool: Sequence[Rule] = self.tree.rules
        if name.section:
            pool = self.family(self.find_section(name.section))[1:]
        if name.parent:
            pool = self.family(self.find_rule(RuleName(name.parent, section=name.section)))[1:]
        pool = [rule for rule in pool if not name.number or rule.number == name.number]
        wanted = alike(name.title)
        exact = [rule for rule in pool if wanted in ("", alike(rule.title), alike(rule.heading))]
        plain = canonical(self.terms)
        return exact or [rule for rule in pool if plain(_bare(rule.title)) == plain(_bare(name.title))]

    def find_section(self, name: str) -> Rule:
        """The introduction of the section that a matter names."""
        wanted = alike(_bare(name))
        intros = [section.intro for section in self.tree.sections]
        found = [rule for rule in intros if alike(rule.title) == wanted]
        return _only(found or [rule for rule in intros if wanted in _SECTIONS.get(rule.kind, ())], f"a section {named(name)}")


def shape_of(rules: Iterable[Rule]) -> list[ShownPassage]:
    """The passages of rules as they were read."""
    return [ShownPassage(rule.level, rule.heading, tuple((block.text, block.depth, block.term) for block in rule.blocks)) for rule in rules]


def shown(text: str) -> list[ShownPassage]:
    """The passages of some wikitext that stands by itself, what is above its first heading first."""
    return [
        ShownPassage(passage.level, passage.title, tuple((block.text, block.depth, block.term) for block in passage.blocks))
        for passage in read_passages(text).passages
    ]


def named(name: str) -> str:
    """A title as sentences show it."""
    return f"“{name[:80]}”"


def _bare(title: str) -> str:
    """A title without an article before it."""
    return _ARTICLE.sub("", title, count=1)


def _only(found: Sequence[Rule], what: str) -> Rule:
    if len(found) == 1:
        return found[0]
    raise ValueError(f"the Ruleset does not have {what}" if not found else f"{what} stands {len(found)} times in the Ruleset")
