"""The Ruleset page as a tree: sections, rules, their numbers, tags and statuses, and where in the
source each stands.

Sections are the level-1 headings, rules everything below (glossary "Rule"). Numbers are those of
MediaWiki's table of contents (``Parser::finalizeHeadings``), whatever levels are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from parsers.patch import spliced
from parsers.patterns import later
from parsers.ruleset.ruleset_model import Rule, SectionKind
from parsers.wiki.inline import hidden_spans
from parsers.wiki.visible import visible_text
from parsers.wiki.wiki_model import UnreadMarkup
from parsers.wiki.wiki_page import Passages, WikiPassage, read_passages

STATUSES = ("active", "inactive")
"""The statuses that a rule's title can state in a tag; a title with both is doubtful."""

_TAG = later(r"\[([^\[\]]{1,60})\]")
_LAYOUT = later(r"\s*(?:</?div\b[^<>]{0,300}>\s*)?", re.IGNORECASE)
_KINDS = (
    (later(r"\bcore\b"), SectionKind.CORE),
    (later(r"\bdynastic\b"), SectionKind.DYNASTIC),
    (later(r"\bspecial cases?\b"), SectionKind.SPECIAL_CASE),
    (later(r"\bbuilding blocks?\b"), SectionKind.BUILDING_BLOCKS),
    (later(r"\b(?:appendix|glossary)\b"), SectionKind.APPENDIX),
)


class RulesetSection(NamedTuple):
    """A top-level heading: its title and kind, and the text above its first rule, in the form of a
    rule.
    """

    title: str
    kind: SectionKind
    intro: Rule


@dataclass(frozen=True, slots=True)
class Tree:
    """The sections and rules of a page, in order; ``preface`` is the text above its first heading.

    ``unread`` are the parts that may read differently on the wiki, such as templates nested too
    deeply, which are text here; ``hidden`` are the stretches that are struck out, hidden, raised or
    in a footnote, ``made`` the templates that may show anything.
    """

    sections: tuple[RulesetSection, ...]
    rules: tuple[Rule, ...]
    preface: Rule
    unread: tuple[UnreadMarkup, ...] = ()
    hidden: tuple[tuple[int, int], ...] = ()
    made: tuple[tuple[int, int], ...] = ()

    @property
    def texts(self) -> tuple[Rule, ...]:
        """Everything that has text: the preface, the introduction of each section, and the
        rules.
        """
        return (self.preface, *(section.intro for section in self.sections), *self.rules)

    @property
    def in_order(self) -> list[Rule]:
        """The same in the order of the page, which they cover whole."""
        return sorted(self.texts, key=lambda rule: (rule.start, rule.body))


def _numbers(levels: Iterable[int]) -> Iterator[str]:
    """Number headings of these levels: a deeper one opens a level, a shallower one returns to its
    level. Levels 1, 2, 2, 4, 2 give 1, 1.1, 1.2, 1.2.1, 1.3.
    """
    open_levels: list[tuple[int, int]] = []
    for level in levels:
        if not open_levels or level > open_levels[-1][0]:
            open_levels.append((level, 0))
        while len(open_levels) > 1 and open_levels[-2][0] >= level:
            open_levels.pop()
        open_levels[-1] = (level, open_levels[-1][1] + 1)
        yield ".".join(str(count) for _, count in open_levels)


class Placed(NamedTuple):
    """A passage with its section, the titles down to it (from the top-level rule, of a section its
    own), and the section's kind.
    """

    passage: WikiPassage
    section: str
    path: tuple[str, ...]
    kind: SectionKind


def placed(read: Passages, source: str) -> Iterator[Placed]:
    """Yield the passages of a Ruleset with their places, first the text above the first heading."""
    above: list[tuple[int, str]] = []
    section, kind = "", SectionKind.OTHER
    for passage in read.passages:
        title = _title(passage, read.made, source)
        if passage.level == 0:
            yield Placed(passage, "", ("",), SectionKind.OTHER)
        elif passage.level == 1:
            section, above = title, []
            kind = next(
                (kind for word, kind in _KINDS if word.search(title.casefold())), SectionKind.OTHER
            )
            yield Placed(passage, section, (title,), kind)
        else:
            while above and above[-1][0] >= passage.level:
                above.pop()
            above.append((passage.level, title))
            yield Placed(passage, section, tuple(title for _, title in above), kind)


def read_tree(source: str) -> Tree:
    """Sections and rules of a Ruleset's wikitext. A page without headings gives an empty tree."""
    read = read_passages(source)
    first, *others = placed(read, source)
    numbers = _numbers(each.passage.level for each in others)
    rules = [rule_of(each, number) for each, number in zip(others, numbers, strict=True)]
    sections = tuple(
        RulesetSection(rule.title, rule.kind, rule) for rule in rules if rule.level == 1
    )
    return Tree(
        sections,
        tuple(rule for rule in rules if rule.level > 1),
        rule_of(first),
        read.unread,
        tuple(hidden_spans(source)),
        read.made,
    )


def rule_of(place: Placed, number: str = "") -> Rule:
    """The rule, or introduction, that a passage is."""
    passage = place.passage
    return Rule(
        number=number,
        title=place.path[-1],
        heading=passage.title,
        tags=(
            tuple(tag.strip() for tag in _TAG.findall(passage.title))
            if "[" in passage.title
            else ()
        ),
        level=passage.level,
        section=place.section,
        path=place.path,
        text="\n".join(block.text for block in passage.blocks),
        kind=place.kind,
        blocks=passage.blocks,
        start=passage.start,
        body=passage.body,
        end=passage.end,
    )


def _title(passage: WikiPassage, made: Iterable[tuple[int, int]], source: str) -> str:
    """A heading without its tags, without the asterisk that marks a default status in some
    editions, and without templates that may show anything.
    """
    start, heading = passage.start, passage.title
    if "{{" in source[start : passage.body]:
        line = spliced(
            source[start : passage.body],
            ((a - start, b - start, " ") for a, b in made if start <= a < passage.body),
        )
        heading = visible_text(line)[passage.level : -passage.level].strip() or heading
    bare = _TAG.sub(" ", heading) if "[" in heading else heading
    return " ".join(bare.split()).strip("* ") or heading


def content_end(source: str, rule: Rule) -> int:
    """Return the end of a rule's last line, without its line end, before blank lines and the
    ``<div>`` tags around sections.
    """
    end = rule.end
    while end > rule.body:
        start = max(source.rfind("\n", rule.body, end - 1) + 1, rule.body)
        if not _LAYOUT.fullmatch(source, start, end):
            break
        end = start
    return end - 1 if source.endswith("\n", rule.start, end) else end


def stated_status(rule: Rule) -> str | None:
    """The status that a rule's own title states, if any."""
    words = {tag.casefold() for tag in rule.tags}
    return next((status for status in STATUSES if status in words), None)


def _with_status(rule: Rule, default: str | None) -> Rule:
    stated = stated_status(rule)
    if stated or default is None:
        return replace(rule, status=stated)
    status, _, mark = default.partition("-if-")
    marked = not mark or (
        "*" in rule.heading if mark == "asterisk" else mark in {tag.casefold() for tag in rule.tags}
    )
    if not marked:
        status = "inactive" if status == "active" else "active"
    return replace(rule, status=status, defaulted=True)


def with_statuses(tree: Tree, default: str | None) -> Tree:
    """The tree with the status of every Special Case rule, under the section's ``default`` (a value
    of ``special_case.default``).

    A subrule has the status of the rule above it unless it states its own. Building Blocks rules
    are all active (their section says so). In a section of unknown kind only a stated status
    counts.
    """
    rules: list[Rule] = []
    parents: dict[tuple[str, ...], Rule] = {}
    for rule in tree.rules:
        read = rule
        if rule.kind is SectionKind.BUILDING_BLOCKS:
            read = replace(rule, status="active")
        elif rule.kind in (SectionKind.SPECIAL_CASE, SectionKind.OTHER):
            parent = parents.get(rule.path[:-1])
            general = default if rule.kind is SectionKind.SPECIAL_CASE else None
            read = _with_status(rule, parent.status if parent else general)
        parents[rule.path] = read
        rules.append(read)
    return replace(tree, rules=tuple(rules))
