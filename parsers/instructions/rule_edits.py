"""Add, replace, repeal, rename and move whole rules. Each change states what the Ruleset must show
after it.

Each function takes the page and an instruction, and returns the change and the rules that the
matter must be allowed to change. It raises Refused if the instruction is unclear.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from parsers.instructions.edited_ruleset import (
    EditedRuleset,
    RulesetChange,
    ShownPassage,
    passages_in,
    passages_of,
    quoted_title,
)
from parsers.instructions.instruction_model import (
    Destination,
    Instruction,
    Relation,
    RuleName,
    needed,
)
from parsers.instructions.rule_wording import alike, fit_text, fit_title, headings_of
from parsers.patch import spliced
from parsers.refusal import Refusal, Refused
from parsers.ruleset.ruleset_model import Rule, SectionKind
from parsers.ruleset.tree import content_end, stated_status
from parsers.wiki.edit import as_wikitext

_DEEPEST = 6
_STATUS = re.compile(r"\[\s*(?:active|inactive)\s*\]", re.IGNORECASE)
Made = tuple[RulesetChange, list[Rule]]


class _Spot(NamedTuple):
    """The target of a rule: the offset in the source, the number of the rule, the level, the
    parent, and the same in words. ``before``: another rule begins at the offset.
    """

    place: int
    number: int
    level: int
    parent: Rule
    where: str
    before: bool = False

    def splice(self, text: str) -> tuple[int, int, str]:
        return self.place, self.place, f"{text}\n\n" if self.before else f"\n\n{text}"


def add_rule(page: EditedRuleset, instruction: Instruction) -> Made:
    """A new rule, in a rule or section."""
    name = instruction.rule or RuleName()
    title = fit_title(name.title)
    new = needed(instruction.new, "new")
    spot = _spot(page, instruction.where, name)
    _refuse_title(
        title, [rule for rule in page.family(spot.parent) if rule.level > spot.parent.level]
    )
    heading = f"{'=' * spot.level} {as_wikitext(title)} {'=' * spot.level}"
    text = _whole_rule(spot.level, heading, new)
    passages = passages_of(page.rules)
    passages[spot.number : spot.number] = passages_in(text)[1:]
    source = spliced(page.source, [spot.splice(text)])
    return RulesetChange(source, passages, (title,), spot.where), [spot.parent]


def replace_rule(page: EditedRuleset, instruction: Instruction) -> Made:
    """A rule with another text."""
    rule = _found(page, instruction, "replaced")
    new = needed(instruction.new, "new")
    replaced = page.meant(instruction.rule or RuleName(), rule)
    if headings_of(new) and len(replaced) < len(page.family(rule)):
        raise Refused(Refusal.SUBRULES_NOT_NAMED)
    heading = page.source[rule.start : rule.body].rstrip()
    text = _whole_rule(rule.level, heading, new)
    if passages_of(replaced) == passages_in(text)[1:]:
        raise Refused(Refusal.RULE_SAYS_SO, rule=rule.title)
    first = page.rules.index(rule)
    passages = passages_of(page.rules)
    passages[first : first + len(replaced)] = passages_in(text)[1:]
    end = max(content_end(page.source, replaced[-1]), rule.start)
    source = spliced(page.source, [(rule.start, end, text)])
    subrules = " with its subrules" if len(replaced) > 1 else ""
    where = f"the text of {quoted_title(rule.title)}{subrules}"
    return RulesetChange(source, passages, (rule.title,), where), [rule]


def repeal_rule(page: EditedRuleset, instruction: Instruction) -> Made:
    """The page without a rule, and without those of its subrules that are named with it."""
    rule = _found(page, instruction, "repealed")
    gone = page.meant(instruction.rule or RuleName(), rule)
    splice, staying = _taken_out(page, rule, len(gone))
    first = page.rules.index(rule)
    passages = passages_of(page.rules)
    passages[first : first + len(page.family(rule))] = staying
    subrules = _with_subrules(len(gone), len(staying))
    where = f"{quoted_title(rule.title)}{subrules}, in the {rule.section}"
    titles = tuple(repealed.title for repealed in gone)
    return RulesetChange(spliced(page.source, [splice]), passages, titles, where), [rule]


def rename_rule(page: EditedRuleset, instruction: Instruction) -> Made:
    """A rule with another title, or another status."""
    rule = _found(page, instruction, "renamed")
    if instruction.status:
        if rule.kind is SectionKind.DYNASTIC and stated_status(rule) is None:
            raise Refused(Refusal.NO_STATUS, rule=rule.title)
        status = f"[{instruction.status}]"
        words = (
            _STATUS.sub(status, rule.heading)
            if _STATUS.search(rule.heading)
            else f"{rule.heading} {status}"
        )
    else:
        words = _with_tags(fit_title(instruction.title), rule)
    if words == rule.heading:
        raise Refused(Refusal.ALREADY_CALLED, title=words)
    if not instruction.status:
        beside = [
            other
            for other in page.family(page.parent(rule))
            if other is not rule and other.level == rule.level
        ]
        _refuse_title(instruction.title, beside)
    passages = passages_of(page.rules)
    index = page.rules.index(rule)
    passages[index] = passages[index]._replace(heading=words)
    line = page.source[rule.start : rule.body]
    if line.count(rule.heading) != 1:
        raise Refused(Refusal.HEADING_WITH_MARKUP)
    line = line.replace(rule.heading, as_wikitext(words))
    source = spliced(page.source, [(rule.start, rule.body, line)])
    where = f"the heading of {quoted_title(rule.title)}"
    return RulesetChange(source, passages, (rule.title, words), where), [rule]


def move_rule(page: EditedRuleset, instruction: Instruction) -> Made:
    """A rule in another place, with its subrules where they are named with it. The matter must be
    allowed to change both its old and its new place.
    """
    rule = _found(page, instruction, "moved")
    where = needed(instruction.where, "where")
    family = page.family(rule)
    spot = _spot(page, where, RuleName())
    first = page.rules.index(rule)
    last = first + len(family)
    deeper = spot.level - rule.level
    if first < spot.number < last or spot.parent in family:
        raise Refused(Refusal.MOVED_INTO_ITSELF)
    if spot.number in (first, last) and not deeper:
        raise Refused(Refusal.THERE_ALREADY, rule=rule.title)
    moved = page.meant(instruction.rule or RuleName(), rule)
    end = content_end(page.source, moved[-1])
    text = _relevelled(page.source[rule.start : end], deeper)
    removal, staying = _taken_out(page, rule, len(moved))
    passages = passages_of(page.rules)
    moved_passages = [
        passage._replace(level=passage.level + deeper) for passage in passages[first:][: len(moved)]
    ]
    passages[first:last] = staying
    index = spot.number if spot.number <= first else spot.number - len(moved)
    passages[index:index] = moved_passages
    splices = sorted([removal, spot.splice(text)])
    if rule.start < spot.place < removal[1] and not staying:
        splices = [(rule.start, end, text)]  # the rule stays in place, only its level changes
    where_to = f"{spot.where}{_with_subrules(len(moved), len(staying))}"
    change = RulesetChange(spliced(page.source, splices), passages, (rule.title,), where_to)
    return change, [rule, spot.parent]


def _taken_out(
    page: EditedRuleset, rule: Rule, count: int
) -> tuple[tuple[int, int, str], list[ShownPassage]]:
    """Return the splice that removes the first ``count`` rules of a rule's family, and the passages
    of the subrules that stay. They move up as many levels as the first of them must.
    """
    family = page.family(rule)
    staying = family[count:]
    end = content_end(page.source, family[-1])
    if not staying:
        below = page.source[end:].lstrip("\n")
        return (rule.start, len(page.source) - len(below), ""), []
    deeper = rule.level - staying[0].level
    if any(other.level + deeper < rule.level for other in staying):
        raise Refused(Refusal.SUBRULES_TOO_HIGH)
    text = _relevelled(page.source[staying[0].start : end], deeper)
    passages = [passage._replace(level=passage.level + deeper) for passage in passages_of(staying)]
    return (rule.start, end, text), passages


def _with_subrules(count: int, staying: int) -> str:
    """Say whether a rule moves or goes with its subrules: `` without its 2 subrules``."""
    below = staying or count - 1
    subrules = f"its {below} subrule{'s' if below > 1 else ''}"
    word = "without" if staying else "with"
    return f" {word} {subrules}" if below else ""


def _found(page: EditedRuleset, instruction: Instruction, done: str) -> Rule:
    rule = page.find_rule(instruction.rule or RuleName())
    if rule.level < 2:
        raise Refused(Refusal.SECTION_NAMED, done=done)
    return rule


def _refuse_title(title: str, beside: list[Rule]) -> None:
    if any(alike(title) in (alike(rule.title), alike(rule.heading)) for rule in beside):
        raise Refused(Refusal.TITLE_TAKEN, title=title)


def _spot(page: EditedRuleset, where: Destination | None, name: RuleName) -> _Spot:
    """Return where a new or moved rule goes. Unless the matter says so, that is the end of its
    parent, of its section or of the Dynastic Rules.
    """
    if where is not None and where.passage is not None:
        raise Refused(Refusal.NO_PLACE_FOR_RULE)
    relation = where.relation if where is not None else Relation.END
    anchor_name = (
        where.rule
        if where is not None and where.rule is not None
        else RuleName(name.parent, section=name.section)
    )
    beside = relation in (Relation.BEFORE, Relation.AFTER)
    if beside and not anchor_name.title + anchor_name.number:
        raise Refused(Refusal.NO_PLACE_FOR_RULE)
    if not anchor_name.title + anchor_name.number + anchor_name.section:
        anchor_name = RuleName(section="dynastic")
    anchor = page.find_rule(anchor_name)
    family = page.family(anchor)
    first = page.rules.index(anchor)
    behind = first + len(family)
    end = content_end(page.source, family[-1])
    title = quoted_title(anchor.title)
    if beside:
        parent = page.parent(anchor)
        if relation is Relation.BEFORE:
            where_to = f"before {title}"
            return _Spot(anchor.start, first, anchor.level, parent, where_to, before=True)
        return _Spot(end, behind, anchor.level, parent, f"after {title}")
    level = anchor.level + 1
    if level > _DEEPEST:
        raise Refused(Refusal.SUBRULE_TOO_DEEP)
    kind = f"subrule of {title}" if anchor.level > 1 else f"rule of the {anchor.title}"
    if relation is Relation.START and len(family) > 1:
        where_to = f"as the first {kind}"
        return _Spot(family[1].start, first + 1, level, anchor, where_to, before=True)
    return _Spot(end, behind, level, anchor, f"as the last {kind}")


def _whole_rule(level: int, heading: str, new: str) -> str:
    """Return the wikitext of a rule: its heading, its text, and its subrules, whose headings are
    moved below its own.
    """
    text = fit_text(new)
    headings = [(sublevel, title) for sublevel, title, _, _ in headings_of(text)]
    top = min((sublevel for sublevel, _ in headings), default=0)
    deeper = level + 1 - top
    if top == 1 or any(sublevel + deeper > _DEEPEST or not title for sublevel, title in headings):
        raise Refused(Refusal.HEADINGS_UNFIT)
    written = f"{heading}\n\n{_relevelled(text, deeper)}".rstrip()
    wanted_levels = [0, level, *(sublevel + deeper for sublevel, _ in headings)]
    if [passage.level for passage in passages_in(written)] != wanted_levels:
        raise Refused(Refusal.HEADINGS_READ_OTHERWISE)
    return written


def _relevelled(text: str, deeper: int) -> str:
    """Return a text with its headings so many levels deeper: ``== Doors ==`` by 1 becomes
    ``=== Doors ===``.
    """
    for level, _, start, end in reversed(headings_of(text)):
        marks = "=" * (level + deeper)
        title = text[start:end].rstrip()[level:-level]
        text = f"{text[:start]}{marks}{title}{marks}{text[end:]}"
    return text


def _with_tags(title: str, rule: Rule) -> str:
    """Return a title with the tags (and the asterisk) of the rule's heading, unless it contains
    tags or is that heading.
    """
    if title == rule.heading or "[" in title:
        return title
    if not rule.heading.startswith(rule.title):
        raise Refused(Refusal.HEADING_WITH_MARKUP)
    return title + rule.heading[len(rule.title) :]
