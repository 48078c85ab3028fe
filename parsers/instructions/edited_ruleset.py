"""The Ruleset after the changes so far: find the rule that a matter names, and the stretch of text
that it means.

A place that is not found exactly once is refused; so are “all” places unless they are certain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from parsers.instructions.instruction_model import Instruction, RuleName, RulePassage, Unit
from parsers.instructions.rule_wording import alike, words
from parsers.refusal import Refusal, Refused
from parsers.ruleset.ruleset_model import Rule, Terms
from parsers.ruleset.sentences import canonical, split_sentences
from parsers.ruleset.tree import Tree, read_tree
from parsers.wiki.text_blocks import Block
from parsers.wiki.visible import visible_text
from parsers.wiki.wiki_page import read_page, read_passages

_ARTICLE = re.compile(r"\A(?:the|an?) (?=\S)", re.IGNORECASE)
_SECTION = re.compile(
    "(core|dynastic|special case|building block|appendix)s?(?: rules| ruleset| section)?"
)
_FINAL_MARK = r"[.!?:;,]?"
"""The mark that ends a sentence or an item, which a matter may leave out."""
_BOX = re.compile(r"^\{\{[^{}\n]*\}\}$", re.MULTILINE)
"""A template on a separate line, such as the top of a box."""
_NAMES = {
    Unit.SENTENCE: "sentence",
    Unit.PARAGRAPH: "paragraph",
    Unit.ITEM: "item of a list",
    Unit.PHRASE: "text",
}
ShownBlocks = tuple[tuple[str, int, str], ...]
"""The text and the depth of each block, and the term that it explains."""
# Several matters are tried on one text, and each instruction reads the result of the one before.
_tree = lru_cache(maxsize=16)(read_tree)


class ShownPassage(NamedTuple):
    """A heading with its level, and the blocks below it up to the next heading."""

    level: int
    heading: str
    blocks: ShownBlocks


class RulesetChange(NamedTuple):
    """A changed Ruleset: its wikitext, the passages that it must show, the titles of the changed
    rules, and the place in words.
    """

    source: str
    passages: list[ShownPassage]
    rules: tuple[str, ...]
    where: str


@dataclass(frozen=True, slots=True)
class EditedRuleset:
    """A Ruleset's wikitext and its tree. ``rules`` are the rules and the introductions of sections
    in the order of the page. ``subrules_included`` states whether naming a rule includes its
    subrules (None: the Ruleset does not say).
    """

    source: str
    tree: Tree
    rules: tuple[Rule, ...]
    terms: Terms | None = None
    subrules_included: bool | None = None

    @classmethod
    def read(
        cls, source: str, terms: Terms | None = None, *, subrules_included: bool | None = None
    ) -> EditedRuleset:
        """The page of some wikitext; ``terms`` are the dynasty's words."""
        tree = _tree(source)
        return cls(source, tree, tuple(tree.in_order), terms, subrules_included)

    def family(self, rule: Rule) -> Sequence[Rule]:
        """A rule with all its subrules, in order; for a section's introduction, the section."""
        first = self.rules.index(rule)
        last = next(
            (i for i in range(first + 1, len(self.rules)) if self.rules[i].level <= rule.level),
            len(self.rules),
        )
        return self.rules[first:last]

    def meant(self, name: RuleName, rule: Rule) -> Sequence[Rule]:
        """The rule that is named, with its subrules if naming it includes them. Raises Refused if
        the Ruleset does not say so.
        """
        family = self.family(rule)
        if len(family) == 1 or name.with_subrules or self.subrules_included:
            return family
        if self.subrules_included is None:
            raise Refused(Refusal.SUBRULES_IN_DOUBT, rule=rule.title)
        return family[:1]

    def parent(self, rule: Rule) -> Rule:
        """The rule or the section's introduction that a rule stands below."""
        above = self.rules[: self.rules.index(rule)]
        return next(other for other in reversed(above) if other.level < rule.level)

    def read_after(self, change: RulesetChange) -> EditedRuleset:
        """Read the page again after a change. Raises Refused if it shows anything else than the
        change intends.
        """
        after = EditedRuleset.read(
            change.source, self.terms, subrules_included=self.subrules_included
        )
        # Markup that is not read or hides text can change the page although the blocks are right.
        reads_as_much = len(after.tree.unread) == len(self.tree.unread)
        hides_no_more = len(after.tree.hidden) <= len(self.tree.hidden)
        shows_change = passages_of(after.rules) == change.passages
        if not (shows_change and reads_as_much and hides_no_more):
            raise Refused(Refusal.RULESET_READ_OTHERWISE)
        return after

    def find_rule(self, name: RuleName) -> Rule:
        """The one rule that a matter names, or the introduction of the section that it names."""
        if name.title or name.number:
            title = quoted_title(name.title) if name.title else ""
            number = name.number[:40]
            label = f"{title} with the number {number}" if title and number else title or number
            return _only(self.find_rules(name), f"a rule {label}")
        if name.section:
            return self.find_section(name.section)
        raise Refused(Refusal.NO_RULE_NAMED)

    def find_rules(self, name: RuleName) -> list[Rule]:
        """The rules that a title or a number can mean: the exact matches, else those whose titles
        differ in an article or a word for players.
        """
        pool: Sequence[Rule] = self.tree.rules
        if name.section:
            pool = self.family(self.find_section(name.section))[1:]
        if name.parent:
            pool = self.family(self.find_rule(RuleName(name.parent, section=name.section)))[1:]
        pool = [rule for rule in pool if not name.number or rule.number == name.number]
        wanted = alike(name.title)
        exact = [
            rule
            for rule in pool
            if not name.title or wanted in (alike(rule.title), alike(rule.heading))
        ]
        plain = canonical(self.terms)
        return exact or [
            rule for rule in pool if plain(_bare(rule.title)) == plain(_bare(name.title))
        ]

    def find_section(self, name: str) -> Rule:
        """The introduction of the section that a matter names."""
        wanted = alike(_bare(name))
        intros = [section.intro for section in self.tree.sections]
        found = [rule for rule in intros if alike(rule.title) == wanted]
        named_so = _SECTION.fullmatch(wanted)
        kind = named_so[1].replace(" ", "-") if named_so else None
        return _only(
            found or [rule for rule in intros if kind and rule.kind.value.startswith(kind)],
            f"a section {quoted_title(name)}",
        )


def passages_of(rules: Iterable[Rule]) -> list[ShownPassage]:
    """The passages that rules show."""
    return [
        ShownPassage(
            rule.level,
            rule.heading,
            tuple((block.text, block.depth, block.term) for block in rule.blocks),
        )
        for rule in rules
    ]


def passages_in(text: str) -> list[ShownPassage]:
    """The passages that some wikitext shows, beginning with the text above its first heading."""
    return [
        ShownPassage(
            passage.level,
            passage.title,
            tuple((block.text, block.depth, block.term) for block in passage.blocks),
        )
        for passage in read_passages(text).passages
    ]


def quoted_title(name: str) -> str:
    """A title in quotation marks, as sentences show it."""
    return f"“{name[:80]}”"


def _bare(title: str) -> str:
    return _ARTICLE.sub("", title, count=1)


def _only(found: Sequence[Rule], label: str) -> Rule:
    if len(found) == 1:
        return found[0]
    kind = Refusal.SEVERAL_SUCH_RULES if found else Refusal.NO_SUCH_RULE
    raise Refused(kind, rule=label, count=len(found))


# Text


class TextStretch(NamedTuple):
    """A stretch of a rule's text, from ``start`` to ``end`` in ``rule.text``."""

    rule: Rule
    start: int
    end: int

    @property
    def text(self) -> str:
        """The text of the stretch."""
        return self.rule.text[self.start : self.end]


def is_item(block: Block) -> bool:
    """Return whether a block is an item of a list: also a definition, whose depth is 0."""
    return bool(block.depth or block.term)


def blocks_of(rule: Rule) -> Iterator[tuple[Block, TextStretch]]:
    """The blocks of a rule with their places in its text."""
    start = 0
    for block in rule.blocks:
        end = start + len(block.text)
        yield block, TextStretch(rule, start, end)
        start = end + 1


def scope_of(page: EditedRuleset, instruction: Instruction) -> list[Rule]:
    """Return the rules whose text an instruction is about: the rule that it names, perhaps with its
    subrules, or all rules.

    Raises Refused if that rule or section is not found exactly once, if the quoted words are blank
    or too long, if they occur in subrules and the Ruleset does not say whether naming a rule
    includes these, or if they occur in a heading and no rule is named.
    """
    name = instruction.rule
    where = instruction.where.passage if instruction.where is not None else None
    quoted_texts = [
        passage.text or passage.begins
        for passage in (instruction.old, where)
        if passage is not None and (passage.text or passage.begins)
    ]
    if name is None:
        if any(
            pattern.search(rule.heading)
            for pattern in _in_any_case(page.rules, quoted_texts)
            for rule in page.rules
        ):
            raise Refused(Refusal.WORDS_IN_HEADING)
        return list(page.rules)
    rule = page.find_rule(name)
    family = list(page.family(rule))
    names_section = not (name.title or name.number)
    if names_section or name.with_subrules:
        return family
    in_subrules = any(
        pattern.search(subrule.text)
        for pattern in _in_any_case(family, quoted_texts)
        for subrule in family[1:]
    )
    return list(page.meant(name, rule)) if in_subrules else [rule]


def find(page: EditedRuleset, rules: Sequence[Rule], passage: RulePassage) -> list[TextStretch]:
    """Return the one stretch that a passage means, or with ``every`` all of them.

    A phrase is found by its ``text``; only a phrase can be ``every``. A sentence, a paragraph or an
    item is found by all its words (``text``), else by its first (``begins``), or by its ``order``
    in one rule; without any of these it must be the only one. Raises Refused for an ``order`` with
    words, and for a passage that is not found exactly once.
    """
    quoted_text = passage.text or passage.begins
    if passage.order is not None and (quoted_text or passage.every):
        raise Refused(Refusal.ORDER_OF_WORDS)
    if passage.unit is Unit.PHRASE:
        if not passage.text:
            raise Refused(Refusal.TEXT_NOT_NAMED)
        found = _occurrences(rules, passage.text)
        if passage.every:
            _refuse_parts(rules, _pattern(rules, passage.text), found)
            return found
        return _only_stretch(found, passage.unit)
    if len(rules) > 1 and not quoted_text:
        raise Refused(Refusal.NO_RULE_NAMED)
    units = [stretch for rule in rules for stretch in _units(page, rule, passage.unit)]
    if passage.order is not None:
        return [_ordered(page, units, passage.order, passage.unit)]
    if not quoted_text:
        return _only_stretch(units, passage.unit)
    # `text` is the whole unit, `begins` leaves its end open.
    ending = rf"{_FINAL_MARK}\Z" if passage.text else ""
    pattern = rf"\A{words(quoted_text).pattern}{ending}"
    found = [stretch for stretch in units if re.search(pattern, stretch.text)]
    in_any_case = [stretch for stretch in units if re.search(pattern, stretch.text, re.IGNORECASE)]
    if len(found) != len(in_any_case):
        raise Refused(Refusal.CAPITALS_DIFFER)
    if not found and passage.text:
        # The matter calls two sentences, or half of one, a sentence: its words decide.
        found = _occurrences(rules, passage.text)
    return _only_stretch(found, passage.unit)


def _only_stretch(found: list[TextStretch], unit: Unit) -> list[TextStretch]:
    if len(found) != 1:
        kind = Refusal.SEVERAL_SUCH_PASSAGES if found else Refusal.NO_SUCH_PASSAGE
        raise Refused(kind, unit=_NAMES[unit], count=len(found))
    return found


def _pattern(rules: Sequence[Rule], text: str) -> re.Pattern[str]:
    """Return the expression that finds a text in rules. Pasted wikitext is searched for by the text
    that it shows, unless it occurs as it is.
    """
    pattern = words(text)
    if ("''" in text or "[[" in text) and not _matches(rules, pattern):
        return words(visible_text(text))
    return pattern


def _in_any_case(rules: Sequence[Rule], texts: Iterable[str]) -> list[re.Pattern[str]]:
    """Return the expressions that find texts in rules, whatever their capital letters."""
    return [re.compile(_pattern(rules, text).pattern, re.IGNORECASE) for text in texts]


def _occurrences(rules: Sequence[Rule], text: str) -> list[TextStretch]:
    """Return where a text occurs. Raises Refused if it occurs nowhere, also with different capital
    letters, or overlapping.
    """
    found = _matches(rules, _pattern(rules, text))
    (in_any_case,) = _in_any_case(rules, [text])
    if len(_matches(rules, in_any_case)) > len(found):
        raise Refused(Refusal.CAPITALS_DIFFER)
    if not found:
        raise Refused(Refusal.NO_SUCH_WORDS)
    if any(one.rule is other.rule and other.start < one.end for one, other in pairwise(found)):
        raise Refused(Refusal.WORDS_OVERLAP)
    return found


def _matches(rules: Sequence[Rule], pattern: re.Pattern[str]) -> list[TextStretch]:
    found = []
    for rule in rules:
        place = 0
        while (match := pattern.search(rule.text, place)) is not None:
            found.append(TextStretch(rule, *match.span()))
            place = match.start() + 1  # not its end, so that overlapping matches are found
    return found


def _refuse_parts(
    rules: Sequence[Rule], pattern: re.Pattern[str], found: Sequence[TextStretch]
) -> None:
    """Raise Refused if a word that changes everywhere is also part of other words, or of headings."""
    # The expression of words() without the word boundaries at its ends: “rest” also in “forest”.
    bare = pattern.pattern.removeprefix(r"(?<!\w)").removesuffix(r"(?!\w)")
    if len(_matches(rules, re.compile(bare, re.IGNORECASE))) != len(found):
        raise Refused(Refusal.PART_OF_OTHER_WORDS)
    # A matter names a single rule by its heading and changes its text. Of several rules it is
    # unclear whether their headings change too.
    if len(rules) > 1 and any(
        re.search(bare, rule.heading, re.IGNORECASE) for rule in rules if rule.level > 1
    ):
        raise Refused(Refusal.WORDS_IN_HEADING)


def _ordered(
    page: EditedRuleset, units: Sequence[TextStretch], order: int, unit: Unit
) -> TextStretch:
    """Return the unit of an order: 2 is the second, -1 the last. Raises Refused if lists or boxes
    among the units make it doubtful how people count.
    """
    if not order:
        raise Refused(Refusal.ORDER_ZERO)
    index = order - 1 if order > 0 else len(units) + order
    if not 0 <= index < len(units):
        raise Refused(Refusal.TOO_FEW, count=len(units))
    rule = units[0].rule
    first, last = (units[0], units[index]) if order > 0 else (units[index], units[-1])
    counted = [
        block
        for block, stretch in blocks_of(rule)
        if stretch.start < last.end and first.start < stretch.end
    ]
    in_box = unit is not Unit.ITEM and _BOX.search(page.source, rule.body, rule.end)
    if in_box or _are_mixed(counted, unit):
        raise Refused(Refusal.COUNTING_IN_DOUBT)
    return units[index]


def _are_mixed(counted: Sequence[Block], unit: Unit) -> bool:
    """Return whether there are blocks among the counted units that some people count and others do
    not: list items among sentences; nested items or other text among items.
    """
    if unit is Unit.ITEM:
        return any(block.depth > 1 or not is_item(block) for block in counted)
    return unit is Unit.SENTENCE and any(map(is_item, counted))


def _units(page: EditedRuleset, rule: Rule, unit: Unit) -> Iterator[TextStretch]:
    """The sentences, paragraphs, items or lists of a rule's own text, outside its tables."""
    source = page.source[rule.body : rule.end]
    tables = read_page(source).tables if "{|" in source or "<" in source else ()
    spans = [(rule.body + table.start, rule.body + table.end) for table in tables]
    blocks = [
        (block, stretch)
        for block, stretch in blocks_of(rule)
        if not any(start <= block.start and block.end <= end for start, end in spans)
    ]
    if unit is Unit.SENTENCE:
        for _, stretch in blocks:
            start = stretch.start
            for sentence in split_sentences(stretch.text):
                start = rule.text.index(sentence, start)
                yield TextStretch(rule, start, start + len(sentence))
                start += len(sentence)
    else:
        yield from (stretch for block, stretch in blocks if is_item(block) is (unit is Unit.ITEM))
