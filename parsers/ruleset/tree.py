"""The Ruleset page as a tree: sections, rules, their numbers, tags and statuses.

Sections are the level-1 headings, rules everything below (glossary "Rule"). Numbers follow MediaWiki's
table of contents, whatever levels are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from parsers.ruleset.markup import plain, prepared
from parsers.ruleset.model import Rule

__all__ = [
    "RulesetSection",
    "SectionKind",
    "Tree",
    "bare_title",
    "read_tree",
    "section_kind",
    "split_heading",
    "stated_status",
    "with_statuses",
]

_TAG = re.compile(r"\[([^\[\]]{1,60})\]")
_MAX_LEVEL = 6


class SectionKind(StrEnum):
    """What a section is for, whatever its edition calls it."""

    CORE = "core"
    DYNASTIC = "dynastic"
    SPECIAL_CASE = "special-case"
    BUILDING_BLOCKS = "building-blocks"
    APPENDIX = "appendix"
    OTHER = "other"


_KINDS = (
    (re.compile(r"\bcore\b"), SectionKind.CORE),
    (re.compile(r"\bdynastic\b"), SectionKind.DYNASTIC),
    (re.compile(r"\bspecial cases?\b"), SectionKind.SPECIAL_CASE),
    (re.compile(r"\bbuilding blocks?\b"), SectionKind.BUILDING_BLOCKS),
    (re.compile(r"\b(?:appendix|glossary)\b"), SectionKind.APPENDIX),
)


@dataclass(frozen=True, slots=True)
class RulesetSection:
    """A top-level heading: its title and kind, and the text above its first rule, in the form of a rule."""

    title: str
    kind: SectionKind
    intro: Rule


@dataclass(frozen=True)
class Tree:
    """The sections and rules of a page, in order; ``preface`` is what stands above its first heading."""

    sections: tuple[RulesetSection, ...]
    rules: tuple[Rule, ...]
    preface: Rule

    @cached_property
    def _kinds(self) -> dict[str, SectionKind]:
        return {section.title: section.kind for section in reversed(self.sections)}

    def kind(self, rule: Rule) -> SectionKind:
        """The kind of section a rule stands in."""
        return self._kinds.get(rule.section, SectionKind.OTHER)

    @cached_property
    def texts(self) -> tuple[Rule, ...]:
        """All that has text: the preface, what introduces each section, and the rules."""
        return (self.preface, *(section.intro for section in self.sections), *self.rules)


@dataclass(frozen=True, slots=True)
class _Heading:
    level: int
    text: str
    number: str
    body: str


def split_heading(line: str) -> tuple[int, str] | None:
    """The level and the text of a heading; None for a line that is none."""
    stripped = line.rstrip()
    if len(stripped) < 3 or stripped[-1] != "=":
        return None
    opening = len(stripped) - len(stripped.lstrip("="))
    closing = len(stripped) - len(stripped.rstrip("="))
    level = min(opening, closing, _MAX_LEVEL)
    if level * 2 >= len(stripped):
        return None
    return level, stripped[level:-level].strip()


class _Numbering:
    """MediaWiki's numbering of headings: a deeper one opens a level, a shallower one goes back to its own."""

    def __init__(self) -> None:
        self._levels: list[int] = []
        self._counts: list[int] = []

    def next(self, level: int) -> str:
        """The number of a heading of this level, coming after all before it."""
        if not self._levels or level > self._levels[-1]:
            self._levels.append(level)
            self._counts.append(0)
        else:
            while len(self._levels) > 1 and self._levels[-2] >= level:
                self._levels.pop()
                self._counts.pop()
            self._levels[-1] = level
        self._counts[-1] += 1
        return ".".join(map(str, self._counts))


def _headings(text: str) -> Iterator[_Heading]:
    """The headings of a page with the text below each; before them one of level 0 with what stands above."""
    numbering = _Numbering()
    current = (0, "")
    number = ""
    body: list[str] = []
    for line in text.split("\n"):
        found = split_heading(line) if line.startswith("=") else None
        if found is None:
            body.append(line)
            continue
        yield _Heading(*current, number, "\n".join(body))
        current, number, body = found, numbering.next(found[0]), []
    yield _Heading(*current, number, "\n".join(body))


def section_kind(title: str) -> SectionKind:
    """What a section of this title is for."""
    folded = title.casefold()
    return next((kind for word, kind in _KINDS if word.search(folded)), SectionKind.OTHER)


def bare_title(heading: str) -> str:
    """A heading without its tags and the asterisk that some editions mark a default status with."""
    return " ".join(_TAG.sub(" ", heading).split()).strip("* ") or heading


def _text_of(heading: _Heading, section: str, path: tuple[str, ...], shown: str) -> Rule:
    tags = tuple(tag.strip() for tag in _TAG.findall(shown))
    return Rule(heading.number, path[-1], shown, tags, heading.level, section, path, heading.body)


def read_tree(text: str) -> Tree:
    """Sections and rules of a Ruleset's wikitext. A page without headings gives an empty tree."""
    headings = _headings(prepared(text))
    preface = _text_of(next(headings), "", ("",), "")
    sections: list[RulesetSection] = []
    rules: list[Rule] = []
    above: list[tuple[int, str]] = []
    for heading in headings:
        shown = plain(heading.text)
        title = bare_title(shown)
        if heading.level == 1:
            sections.append(RulesetSection(title, section_kind(title), _text_of(heading, title, (title,), shown)))
            above = []
            continue
        while above and above[-1][0] >= heading.level:
            above.pop()
        above.append((heading.level, title))
        rules.append(_text_of(heading, sections[-1].title if sections else "", tuple(t for _, t in above), shown))
    return Tree(tuple(sections), tuple(rules), preface)


def stated_status(rule: Rule) -> str | None:
    """The status that a rule's own title states, if any."""
    words = {tag.casefold() for tag in rule.tags}
    return next((status for status in ("active", "inactive") if status in words), None)


def _defaulted(rule: Rule, default: str) -> str:
    """The status of a rule that states none, under a default such as ``inactive-if-rare``."""
    status, _, mark = default.partition("-if-")
    if not mark:
        return status
    marked = "*" in rule.heading if mark == "asterisk" else mark in {tag.casefold() for tag in rule.tags}
    return status if marked else ("inactive" if status == "active" else "active")


def _with_status(rule: Rule, default: str | None) -> Rule:
    stated = stated_status(rule)
    if stated or default is None:
        return replace(rule, status=stated)
    return replace(rule, status=_defaulted(rule, default), defaulted=True)


def with_statuses(tree: Tree, default: str | None) -> Tree:
    """The tree with the status of every Special Case rule, under the section's default.

    ``default`` is the value of ``special_case.default``: ``active``, ``inactive-if-asterisk``,
    ``inactive-if-rare``, ``active-if-standard`` or another tag in their place. A subrule has the status of
    the rule above it unless it states its own. Building Blocks rules are all active (their section says so).
    In a section of unknown kind only a stated status counts.
    """
    rules: list[Rule] = []
    parents: dict[tuple[str, ...], Rule] = {}
    for rule in tree.rules:
        kind = tree.kind(rule)
        read = rule
        if kind is SectionKind.BUILDING_BLOCKS:
            read = replace(rule, status="active")
        elif kind in (SectionKind.SPECIAL_CASE, SectionKind.OTHER):
            parent = parents.get(rule.path[:-1])
            general = default if kind is SectionKind.SPECIAL_CASE else None
            read = _with_status(rule, parent.status if parent else general)
        parents[rule.path] = read
        rules.append(read)
    return Tree(tree.sections, tuple(rules), tree.preface)
