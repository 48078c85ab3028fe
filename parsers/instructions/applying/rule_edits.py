"""Whole rules added, replaced, repealed, renamed and moved. Each change says what the Ruleset has to show after it.

Raises ValueError with one sentence wherever that is not plain.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from parsers.instructions.applying.places import EditedRuleset, RulesetChange, find_rule, named, shape_of, shown
from parsers.instructions.applying.wording import fit_text, fit_title, heading, headings_of, in_style
from parsers.instructions.model import Destination, Instruction, Relation, RuleName
from parsers.instructions.normalise import alike
from parsers.patch import spliced
from parsers.ruleset.model import Rule, SectionKind
from parsers.ruleset.tree import content_end, stated_status

_DEEPEST = 6


class _Spot(NamedTuple):
    """Where a rule goes: its place in the source and among the passages, its level, what it is in, and that in words.

    ``before`` says that what follows begins right there.
    """

    place: int
    at: int
    level: int
    parent: Rule
    where: str
    before: bool = False


def add_rule(page: EditedRuleset, instruction: Instruction) -> tuple[RulesetChange, list[Rule]]:
    """A new rule, and the rule or section it goes into."""
    name = instruction.rule or RuleName()
    title = fit_title(in_style(name.title, page.rules))
    if instruction.new is None:
        raise ValueError("the new rule has no text")
    spot = _spot(page, instruction.where, name)
    siblings = [rule for rule in page.family(spot.parent) if rule.level > spot.parent.level]
    if any(alike(title) in (alike(rule.title), alike(rule.heading)) for rule in siblings):
        raise ValueError(f"there is already a rule {named(title)}")
    text = _whole_rule(page, spot.level, title, instruction.new)
    shape = shape_of(page.rules)
    shape[spot.at : spot.at] = shown(text)[1:]
    source = spliced(page.source, [(spot.place, spot.place, f"{text}\n\n" if spot.before else f"\n\n{text}")])
    return RulesetChange(source, shape, (title,), spot.where), [spot.parent]


def replace_rule(page: EditedRuleset, instruction: Instruction) -> tuple[RulesetChange, list[Rule]]:
    """A rule with another text."""
    rule = _found(page, instruction, "replaced")
    if instruction.new is None:
        raise ValueError("the rule has no new text")
    family = page.family(rule)
    whole = bool(instruction.rule and instruction.rule.with_subrules)
    if headings_of(instruction.new) and len(family) > 1 and not whole:
        raise ValueError("the new text has subrules, and it is not said what becomes of those that the rule has")
    last = family[-1] if whole else rule
    text = _whole_rule(page, rule.level, rule.heading, instruction.new)
    end = content_end(page.source, last)
    if shape_of(family if whole else [rule]) == shown(text)[1:]:
        raise ValueError(f"{named(rule.title)} already has this text")
    first = page.rules.index(rule)
    shape = shape_of(page.rules)
    shape[first : first + (len(family) if whole else 1)] = shown(text)[1:]
    source = spliced(page.source, [(rule.start, max(end, rule.start), text)])
    subrules = " with its subrules" if whole and len(family) > 1 else ""
    return RulesetChange(source, shape, (rule.title,), f"the text of {named(rule.title)}{subrules}"), [rule]


def repeal_rule(page: EditedRuleset, instruction: Instruction) -> tuple[RulesetChange, list[Rule]]:
    """The page without a rule and its subrules."""
    rule = _found(page, instruction, "repealed")
    family = page.family(rule)
    first = page.rules.index(rule)
    shape = shape_of(page.rules)
    del shape[first : first + len(family)]
    below = len(family) - 1
    subrules = f" with its {below} subrule{'s' if below > 1 else ''}" if below else ""
    where = f"{named(rule.title)}{subrules}, in the {rule.section}"
    end = _behind(page.source, content_end(page.source, family[-1]))  # the blank lines before it stay
    source = spliced(page.source, [(rule.start, end, "")])
    return RulesetChange(source, shape, tuple(each.title for each in family), where), [rule]


def rename_rule(page: EditedRuleset, instruction: Instruction) -> tuple[RulesetChange, list[Rule]]:
    """A rule with another title, or another status."""
    rule = _found(page, instruction, "renamed")
    if instruction.status and rule.kind is SectionKind.DYNASTIC and stated_status(rule) is None:
        raise ValueError(f"{named(rule.title)} is a dynastic rule, which has no status")
    new = "" if instruction.status else fit_title(in_style(instruction.title, page.rules))
    words = _with_tags(new, rule) if new else _with_status(rule, instruction.status)
    if words == rule.heading:
        raise ValueError(f"the rule is already called {named(words)}")
    beside = [other for other in page.family(page.parent(rule)) if other is not rule and other.level == rule.level]
    if new and any(alike(new) in (alike(other.title), alike(other.heading)) for other in beside):
        raise ValueError(f"there is already a rule {named(new)}")
    shape = shape_of(page.rules)
    index = page.rules.index(rule)
    shape[index] = shape[index]._replace(heading=words)
    line = page.source[rule.start : rule.body]
    if line.count(rule.heading) != 1:
        raise ValueError("the heading has markup of its own, which a person has to look at")
    source = spliced(page.source, [(rule.start, rule.body, line.replace(rule.heading, words))])
    return RulesetChange(source, shape, (rule.title, words), f"the heading of {named(rule.title)}"), [rule]


def move_rule(page: EditedRuleset, instruction: Instruction) -> tuple[RulesetChange, list[Rule]]:
    """A rule with its subrules in another place; also the rule as it was, and what it is in now."""
    rule = _found(page, instruction, "moved")
    if instruction.where is None:
        raise ValueError("it is not said where the rule goes")
    family = list(page.family(rule))
    spot = _spot(page, instruction.where, RuleName())
    first = page.rules.index(rule)
    if first < spot.at < first + len(family) or spot.parent in family:
        raise ValueError("a rule cannot be moved into itself")
    if spot.at in (first, first + len(family)) and spot.level == rule.level:
        raise ValueError(f"{named(rule.title)} is already there")
    by = spot.level - rule.level
    if max(each.level for each in family) + by > _DEEPEST:
        raise ValueError("its subrules would be deeper than a wiki page has headings")
    end = content_end(page.source, family[-1])
    text = page.source[rule.start : end]
    headings = headings_of(text)
    if [(level, words) for level, words, _, _ in headings] != [(each.level, each.heading) for each in family]:
        raise ValueError("a heading is written in a way that a person has to look at")
    for level, words, start, stop in reversed(headings):
        blanks = " " * text.startswith(" ", start + level)
        text = text[:start] + "=" * (level + by) + blanks + words + blanks + "=" * (level + by) + text[stop:]
    shape = shape_of(page.rules)
    shape[spot.at : spot.at] = [passage._replace(level=passage.level + by) for passage in shape_of(family)]
    gone = first if spot.at > first else first + len(family)
    del shape[gone : gone + len(family)]
    stop = _behind(page.source, end)
    splices = sorted([(rule.start, stop, ""), (spot.place, spot.place, f"{text}\n\n" if spot.before else f"\n\n{text}")])
    if rule.start < spot.place < stop:
        splices = [(rule.start, end, text)]  # it stays where it is, and only its level is another
    return RulesetChange(spliced(page.source, splices), shape, (rule.title,), spot.where), [rule, spot.parent]


def _found(page: EditedRuleset, instruction: Instruction, done: str) -> Rule:
    """The rule that an instruction names, which is no section."""
    rule = find_rule(page, instruction.rule or RuleName())
    if rule.level < 2:
        raise ValueError(f"a section is not {done} like a rule")
    return rule


def _spot(page: EditedRuleset, where: Destination | None, name: RuleName) -> _Spot:
    """Where a new or moved rule goes: without a place said, to the end of its parent, its section or the Dynastic Rules."""
    if where is not None and where.passage is not None:
        raise ValueError("a rule cannot stand within the text of another")
    relation = where.relation if where is not None else Relation.END
    anchor = where.rule if where is not None and where.rule is not None else RuleName(name.parent, section=name.section)
    if relation in (Relation.BEFORE, Relation.AFTER):
        if not anchor.title + anchor.number:
            raise ValueError("no rule stands beside the sections of the Ruleset")
        return _beside(page, find_rule(page, anchor), relation)
    named_rule = anchor.title + anchor.number + anchor.section
    return _inside(page, find_rule(page, anchor if named_rule else RuleName(section="dynastic")), relation)


def _beside(page: EditedRuleset, anchor: Rule, relation: Relation) -> _Spot:
    parent, first = page.parent(anchor), page.rules.index(anchor)
    if relation is Relation.BEFORE:
        return _Spot(anchor.start, first, anchor.level, parent, f"before {named(anchor.title)}", before=True)
    family = page.family(anchor)
    return _Spot(content_end(page.source, family[-1]), first + len(family), anchor.level, parent, f"after {named(anchor.title)}")


def _inside(page: EditedRuleset, parent: Rule, relation: Relation) -> _Spot:
    family = page.family(parent)
    kind = f"subrule of {named(parent.title)}" if parent.level > 1 else f"rule of the {parent.title}"
    first = page.rules.index(parent)
    if parent.level >= _DEEPEST:
        raise ValueError("a subrule there would be deeper than a wiki page has headings")
    if relation is Relation.START and len(family) > 1:
        return _Spot(family[1].start, first + 1, parent.level + 1, parent, f"as the first {kind}", before=True)
    return _Spot(content_end(page.source, family[-1]), first + len(family), parent.level + 1, parent, f"as the last {kind}")


def _whole_rule(page: EditedRuleset, level: int, title: str, new: str) -> str:
    """The wikitext of a rule: its heading, its text, and its subrules, whose headings are set below its own."""
    text = in_style(fit_text(new), page.rules)
    found = headings_of(text)
    top = min((each[0] for each in found), default=0)
    if top == 1:
        raise ValueError("a heading of the new text would be a section of the Ruleset")
    if found and max(each[0] for each in found) - top + level + 1 > _DEEPEST:
        raise ValueError("its headings are too deep")
    parts, done = [heading(page.source, page.rules, level, title)], 0
    for deep, words, start, end in found:
        before = text[done:start].strip("\n")
        parts += ([before, "\n\n"] if before else []) + [heading(page.source, page.rules, level + 1 + deep - top, fit_title(words))]
        done = end
    written = "".join((*parts, text[done:].strip("\n"))).rstrip()
    if [passage.level for passage in shown(written)] != [0, level, *(level + 1 + each[0] - top for each in found)]:
        raise ValueError("the headings of the new text cannot be written so that they read as intended")
    return written


def _with_tags(title: str, rule: Rule) -> str:
    """A title with the tags (and the asterisk) of the rule's heading, unless it has tags of its own or is that heading."""
    if title == rule.heading or "[" in title:
        return title
    if rule.heading == rule.title:
        return title
    if not rule.heading.startswith(rule.title):
        raise ValueError(f"the tags of {named(rule.heading)} stand where a person has to look at them")
    return title + rule.heading[len(rule.title) :]


def _with_status(rule: Rule, status: str) -> str:
    """A heading with another status: of the two one takes the place of the other."""
    either = re.compile(r"\[\s*(?:active|inactive)\s*\]", re.IGNORECASE)
    return either.sub(f"[{status}]", rule.heading, count=1) if either.search(rule.heading) else f"{rule.heading} [{status}]"


def _behind(source: str, end: int) -> int:
    """Where the next line that is not blank begins."""
    while source.startswith("\n", end):
        end += 1
    return end
