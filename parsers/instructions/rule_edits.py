"""Whole rules added, replaced, repealed, renamed and moved. Each change says what the Ruleset has
to show after it.

All take the page and an instruction, and give the change and the rules that the matter needs leave
for. They raise Refused wherever that is not plain.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from parsers.instructions.edited_ruleset import (
    EditedRuleset,
    RulesetChange,
    ShownPassage,
    named,
    shape_of,
    shown,
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
    """Where a rule goes: place in the source, number, level, parent, and that in words; ``before``:
    what follows begins right there.
    """

    place: int
    at: int
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
    shape = shape_of(page.rules)
    shape[spot.at : spot.at] = shown(text)[1:]
    return RulesetChange(spliced(page.source, [spot.splice(text)]), shape, (title,), spot.where), [
        spot.parent
    ]


def replace_rule(page: EditedRuleset, instruction: Instruction) -> Made:
    """A rule with another text."""
    rule = _found(page, instruction, "replaced")
    new = needed(instruction.new, "new")
    replaced = page.meant(instruction.rule or RuleName(), rule)
    if headings_of(new) and len(replaced) < len(page.family(rule)):
        raise Refused(Refusal.SUBRULES_NOT_NAMED)
    heading = page.source[rule.start : rule.body].rstrip()
    text = _whole_rule(rule.level, heading, new)
    if shape_of(replaced) == shown(text)[1:]:
        raise Refused(Refusal.RULE_SAYS_SO, rule=rule.title)
    first = page.rules.index(rule)
    shape = shape_of(page.rules)
    shape[first : first + len(replaced)] = shown(text)[1:]
    source = spliced(
        page.source, [(rule.start, max(content_end(page.source, replaced[-1]), rule.start), text)]
    )
    subrules = " with its subrules" if len(replaced) > 1 else ""
    return RulesetChange(
        source, shape, (rule.title,), f"the text of {named(rule.title)}{subrules}"
    ), [rule]


def repeal_rule(page: EditedRuleset, instruction: Instruction) -> Made:
    """The page without a rule, and without those of its subrules that are named with it."""
    rule = _found(page, instruction, "repealed")
    gone = page.meant(instruction.rule or RuleName(), rule)
    splice, staying = _taken_out(page, rule, len(gone))
    first = page.rules.index(rule)
    shape = shape_of(page.rules)
    shape[first : first + len(page.family(rule))] = staying
    where = f"{named(rule.title)}{_with_subrules(len(gone), len(staying))}, in the {rule.section}"
    return RulesetChange(
        spliced(page.source, [splice]), shape, tuple(each.title for each in gone), where
    ), [rule]


def rename_rule(page: EditedRuleset, instruction: Instruction) -> Made:
    """A rule with another title, or another status."""
    rule = _found(page, instruction, "renamed")
    if instruction.status:
        if rule.kind is SectionKind.DYNASTIC and stated_status(rule) is None:
            raise Refused(Refusal.NO_STATUS, rule=rule.title)
        status = f"[{instruction.status}]"
        words = (
            _STATUS.sub(status, rule.heading, count=1)
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
    shape = shape_of(page.rules)
    index = page.rules.index(rule)
    shape[index] = shape[index]._replace(heading=words)
    line = page.source[rule.start : rule.body]
    if line.count(rule.heading) != 1:
        raise Refused(Refusal.HEADING_WITH_MARKUP)
    line = line.replace(rule.heading, as_wikitext(words))
    source = spliced(page.source, [(rule.start, rule.body, line)])
    return RulesetChange(
        source, shape, (rule.title, words), f"the heading of {named(rule.title)}"
    ), [rule]


def move_rule(page: EditedRuleset, instruction: Instruction) -> Made:
    """A rule, with its subrules where they are named with it, in another place; what it is in now
    needs leave too.
    """
    rule = _found(page, instruction, "moved")
    where = needed(instruction.where, "where")
    family = page.family(rule)
    spot = _spot(page, where, RuleName())
    first = page.rules.index(rule)
    last, by = first + len(family), spot.level - rule.level
    if first < spot.at < last or spot.parent in family:
        raise Refused(Refusal.MOVED_INTO_ITSELF)
    if spot.at in (first, last) and not by:
        raise Refused(Refusal.THERE_ALREADY, rule=rule.title)
    moved = page.meant(instruction.rule or RuleName(), rule)
    end = content_end(page.source, moved[-1])
    text = _relevelled(page.source[rule.start : end], by)
    removal, staying = _taken_out(page, rule, len(moved))
    shape = shape_of(page.rules)
    passages = [
        passage._replace(level=passage.level + by) for passage in shape[first:][: len(moved)]
    ]
    shape[first:last] = staying
    at = spot.at if spot.at <= first else spot.at - len(moved)
    shape[at:at] = passages
    splices = sorted([removal, spot.splice(text)])
    if rule.start < spot.place < removal[1] and not staying:
        splices = [(rule.start, end, text)]  # it stays where it is, and only its level is another
    told = f"{spot.where}{_with_subrules(len(moved), len(staying))}"
    return RulesetChange(spliced(page.source, splices), shape, (rule.title,), told), [
        rule,
        spot.parent,
    ]


def _taken_out(
    page: EditedRuleset, rule: Rule, count: int
) -> tuple[tuple[int, int, str], list[ShownPassage]]:
    """The change that takes out a rule with the first ``count`` of its family, and the passages of
    the subrules that stay: no rule is above them any more, so each is as much higher.
    """
    family = page.family(rule)
    staying = family[count:]
    end = content_end(page.source, family[-1])
    if not staying:
        below = page.source[end:].lstrip("\n")
        return (rule.start, len(page.source) - len(below), ""), []
    by = rule.level - staying[0].level
    if any(other.level + by < rule.level for other in staying):
        raise Refused(Refusal.SUBRULES_TOO_HIGH)
    text = _relevelled(page.source[staying[0].start : end], by)
    return (rule.start, end, text), [
        passage._replace(level=passage.level + by) for passage in shape_of(staying)
    ]


def _with_subrules(count: int, staying: int) -> str:
    """In words what becomes of the subrules of a rule."""
    below = staying or count - 1
    subrules = f"its {below} subrule{'s' if below > 1 else ''}"
    return f" {'without' if staying else 'with'} {subrules}" if below else ""


def _found(page: EditedRuleset, instruction: Instruction, done: str) -> Rule:
    rule = page.find_rule(instruction.rule or RuleName())
    if rule.level < 2:
        raise Refused(Refusal.SECTION_NAMED, done=done)
    return rule


def _refuse_title(title: str, beside: list[Rule]) -> None:
    if any(alike(title) in (alike(rule.title), alike(rule.heading)) for rule in beside):
        raise Refused(Refusal.TITLE_TAKEN, title=title)


def _spot(page: EditedRuleset, where: Destination | None, name: RuleName) -> _Spot:
    """Where a new or moved rule goes: without a place said, to the end of its parent, its section
    or the Dynastic Rules.
    """
    if where is not None and where.passage is not None:
        raise Refused(Refusal.NO_PLACE_FOR_RULE)
    relation = where.relation if where is not None else Relation.END
    told = (
        where.rule
        if where is not None and where.rule is not None
        else RuleName(name.parent, section=name.section)
    )
    beside = relation in (Relation.BEFORE, Relation.AFTER)
    if beside and not told.title + told.number:
        raise Refused(Refusal.NO_PLACE_FOR_RULE)
    anchor = page.find_rule(
        told if told.title + told.number + told.section else RuleName(section="dynastic")
    )
    first, family = page.rules.index(anchor), page.family(anchor)
    end, behind = content_end(page.source, family[-1]), first + len(family)
    if beside:
        level, parent, title = anchor.level, page.parent(anchor), named(anchor.title)
        if relation is Relation.BEFORE:
            return _Spot(anchor.start, first, level, parent, f"before {title}", before=True)
        return _Spot(end, behind, level, parent, f"after {title}")
    if anchor.level >= _DEEPEST:
        raise Refused(Refusal.SUBRULE_TOO_DEEP)
    kind = (
        f"subrule of {named(anchor.title)}" if anchor.level > 1 else f"rule of the {anchor.title}"
    )
    if relation is Relation.START and len(family) > 1:
        return _Spot(
            family[1].start,
            first + 1,
            anchor.level + 1,
            anchor,
            f"as the first {kind}",
            before=True,
        )
    return _Spot(end, behind, anchor.level + 1, anchor, f"as the last {kind}")


def _whole_rule(level: int, heading: str, new: str) -> str:
    """The wikitext of a rule: its heading, its text, and its subrules, whose headings are set below
    its own.
    """
    text = fit_text(new)
    found = headings_of(text)
    top = min((each[0] for each in found), default=0)
    by = level + 1 - top
    if top == 1 or any(each[0] + by > _DEEPEST or not each[1] for each in found):
        raise Refused(Refusal.HEADINGS_UNFIT)
    written = f"{heading}\n\n{_relevelled(text, by)}".rstrip()
    if [passage.level for passage in shown(written)] != [
        0,
        level,
        *(each[0] + by for each in found),
    ]:
        raise Refused(Refusal.HEADINGS_READ_OTHERWISE)
    return written


def _relevelled(text: str, by: int) -> str:
    """A text with its headings so many levels deeper."""
    for level, _, start, end in reversed(headings_of(text)):
        text = (
            text[:start]
            + "=" * (level + by)
            + text[start:end].rstrip()[level:-level]
            + "=" * (level + by)
            + text[end:]
        )
    return text


def _with_tags(title: str, rule: Rule) -> str:
    """A title with the tags (and the asterisk) of the rule's heading, unless it has tags of its own
    or is that heading.
    """
    if title == rule.heading or "[" in title:
        return title
    if not rule.heading.startswith(rule.title):
        raise Refused(Refusal.HEADING_WITH_MARKUP)
    return title + rule.heading[len(rule.title) :]
