"""The Ruleset page as a tree: sections, rules, their numbers, tags and statuses.

Sections are the level-1 headings, rules everything below (glossary "Rule"). Numbers follow MediaWiki's
table of contents, whatever levels are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from parsers.ruleset.markup import plain, without_comments
from parsers.ruleset.model import Rule

__all__ = ["Section", "SectionKind", "Tree", "read_tree", "with_statuses"]

_TAG = re.compile(r"\[([^\[\]]{1,60})\]")
_MAX_LEVEL = 6
_DIV = re.compile(r"</?div\b[^<>]*>", re.IGNORECASE)


class SectionKind(StrEnum):
    """What a section is for, whatever its edition calls it."""

    CORE = "core"
    DYNASTIC = "dynastic"
    SPECIAL_CASE = "special-case"
    BUILDING_BLOCKS = "building-blocks"
    APPENDIX = "appendix"
    OTHER = "other"


_KINDS = (
    ("core", SectionKind.CORE),
    ("dynastic", SectionKind.DYNASTIC),
    ("special case", SectionKind.SPECIAL_CASE),
    ("building block", SectionKind.BUILDING_BLOCKS),
    ("appendix", SectionKind.APPENDIX),
    ("glossary", SectionKind.APPENDIX),
)


@dataclass(frozen=True, slots=True)
class Section:
    """A top-level heading: its title, its kind, and the text above its first rule."""

    title: str
    kind: SectionKind
    intro: str


@dataclass(frozen=True, slots=True)
class Tree:
    """The sections and rules of a page, in order; ``preface`` is what stands above the first section."""

    sections: tuple[Section, ...]
    rules: tuple[Rule, ...]

    def kind(self, rule: Rule) -> SectionKind:
        """The kind of section a rule stands in."""
        return next((s.kind for s in self.sections if s.title == rule.section), SectionKind.OTHER)


@dataclass(frozen=True, slots=True)
class _Heading:
    level: int
    text: str
    number: str
    body: str


def _split_heading(line: str) -> tuple[int, str] | None:
    stripped = line.rstrip()
    if len(stripped) < 3 or stripped[0] != "=" or stripped[-1] != "=":
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
    numbering = _Numbering()
    current: tuple[int, str] | None = None
    number = ""
    body: list[str] = []
    for line in text.split("\n"):
        found = _split_heading(line) if line.startswith("=") else None
        if found is None:
            body.append(line)
            continue
        if current:
            yield _Heading(*current, number, "\n".join(body))
        current, number, body = found, numbering.next(found[0]), []
    if current:
        yield _Heading(*current, number, "\n".join(body))


def _kind(title: str) -> SectionKind:
    folded = title.casefold()
    return next((kind for word, kind in _KINDS if word in folded), SectionKind.OTHER)


def _rule(heading: _Heading, section: str, path: tuple[str, ...], title: str, shown: str) -> Rule:
    tags = tuple(tag.strip() for tag in _TAG.findall(shown))
    return Rule(heading.number, title, shown, tags, heading.level, section, path, heading.body)


def _bare(heading: str) -> str:
    return " ".join(_TAG.sub(" ", heading).replace("*", " ").split())


def read_tree(text: str) -> Tree:
    """Sections and rules of a Ruleset's wikitext. A page without headings gives an empty tree."""
    sections: list[Section] = []
    rules: list[Rule] = []
    above: list[tuple[int, str]] = []
    for heading in _headings(_DIV.sub("", without_comments(text.replace("\r\n", "\n")))):
        shown = plain(heading.text)
        if heading.level == 1:
            sections.append(Section(_bare(shown), _kind(shown), heading.body))
            above = []
            continue
        title = _bare(shown)
        while above and above[-1][0] >= heading.level:
            above.pop()
        above.append((heading.level, title))
        section = sections[-1].title if sections else ""
        rules.append(_rule(heading, section, tuple(t for _, t in above), title, shown))
    return Tree(tuple(sections), tuple(rules))


def _status(rule: Rule, default: str | None) -> Rule:
    words = {tag.casefold() for tag in rule.tags}
    for status in ("active", "inactive"):
        if status in words:
            return replace(rule, status=status)
    if default is None:
        return rule
    if default in ("active", "inactive"):
        return replace(rule, status=default, defaulted=True)
    status, _, mark = default.partition("-if-")
    marked = "*" in rule.heading if mark == "asterisk" else mark in words
    other = "inactive" if status == "active" else "active"
    return replace(rule, status=status if marked else other, defaulted=True)


def with_statuses(tree: Tree, default: str | None) -> Tree:
    """The tree with the status of every Special Case rule, under the section's default.

    ``default`` is the value of ``special_case.default``: ``active``, ``inactive-if-asterisk``,
    ``inactive-if-rare``, ``active-if-standard`` or another tag in their place. A subrule has the status of
    the rule above it unless it states its own. Building Blocks rules are all active (their section says so).
    """
    rules: list[Rule] = []
    parents: dict[tuple[str, ...], Rule] = {}
    for rule in tree.rules:
        kind = tree.kind(rule)
        if kind is SectionKind.BUILDING_BLOCKS:
            read = replace(rule, status="active")
        elif kind is SectionKind.SPECIAL_CASE:
            parent = parents.get(rule.path[:-1])
            read = _status(rule, parent.status if parent else default)
        else:
            read = rule
        parents[rule.path] = read
        rules.append(read)
    return Tree(tree.sections, tuple(rules))
