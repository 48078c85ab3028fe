"""What the sentences of an enacted matter that fit a form should have made of the Ruleset, and what of it is nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from parsers.changes import AddRule, InsertText, TextChange
from parsers.history.rules import read_revision
from parsers.instructions.apply import apply_instructions
from parsers.instructions.model import Instruction, Relation
from parsers.ruleset.model import Rule, SectionKind
from validators.edits.enacted_matters import EnactedMatter
from validators.edits.text_overlap import ENOUGH, RUN, SOME, ComparedText, Overlap, Roles, words_of
from validators.words import shortened

_MOST_SHOWN = 100
_FEWEST_WORDS = 3
"""A shorter text stands somewhere by chance."""
_ADDING = ("add-rule", "add-text", "replace-rule")


@dataclass(frozen=True, slots=True)
class Missing:
    """A step of a matter that no text of the Ruleset shows the outcome of: ``says`` is a clause, ``what`` a few stable words.

    ``change`` makes up for it where that is exactly known: it ``adds`` a rule or a text.
    """

    step: Instruction
    says: str
    what: str
    unsure: bool = False
    change: TextChange | None = None
    adds: str = ""


@lru_cache(maxsize=12)
def _rules(text: str, roles: Roles) -> tuple[tuple[Rule, ComparedText], ...]:
    return tuple((rule, ComparedText(f"{rule.title}\n{rule.text}", roles)) for rule in read_revision(text).rules)


def missing(one: EnactedMatter, texts: Sequence[str], later: Sequence[EnactedMatter]) -> Iterator[Missing]:
    """What a matter instructs and none of these texts has, the Ruleset in force first, unless a later matter is about it."""
    for step in one.supposed.steps:
        title = step.title or (step.rule.title if step.rule is not None else "")
        name, new = words_of(title), words_of(step.new or "")
        if any((title and each.text.quotes(name)) or (len(new) >= RUN and each.text.shares_run(new)) for each in later):
            continue
        said = bool(title) and any(each.names([title]) for each in later)
        lacks = _lacks_text if step.kind in _ADDING else _lacks_change
        now = lacks(step, title, texts[0], one.roles, said)
        if now is not None and all(lacks(step, title, text, one.roles, said) for text in texts[1:]):
            yield now


def _lacks_change(step: Instruction, title: str, text: str, _roles: Roles, said: bool) -> Missing | None:
    """A change that can still be made, so that nobody made it."""
    if step.kind == "move-rule" or (step.old is not None and not step.old.text):
        return None
    if not apply_instructions((step,), text).outcomes[0].applied:
        return None
    if step.old is None:
        repeals = step.kind == "repeal-rule"
        says = f"the rule “{title}”, which it repeals, is still there" if repeals else f"no rule is called “{title}”"
        return Missing(step, says, f"{'repeal' if repeals else 'title'} {title}", said)
    told = f", and not “{step.new}”" if step.new else ""
    words = " ".join(words_of(step.old.text))
    return Missing(step, f"“{step.old.text}” still stands in “{title}”{told}", f"words {title} {words[:60]}", said)


def _lacks_text(step: Instruction, title: str, text: str, roles: Roles, said: bool) -> Missing | None:
    """A line of the text that is to be added."""
    every = _rules(text, roles)
    rules = [rule for rule, _ in every if title and rule.title.casefold() == title.casefold()]
    new = step.kind == "add-rule"
    lines = [line for line in (step.new or "").split("\n") if len(words_of(line, roles)) > _FEWEST_WORDS]
    for line in lines:
        words = words_of(line, roles)
        there = max(
            (each.overlap(words) for _, each in every), key=lambda each: (each.share, each.agrees), default=Overlap(0, agrees=False)
        )
        if there.share < ENOUGH or not there.agrees:
            like = there.share >= SOME
            # A rule that is there with another text, or that is not there to be added to, was changed by something not known here.
            unsure = said or like or bool(rules) is new or step.kind == "replace-rule"
            adds = f"as the rule “{title}”" if new else f"to “{title}”" if title else "to it"
            says = f"the text it adds {adds} is {'there otherwise' if like else 'not in the Ruleset'}: “{shortened(line, _MOST_SHOWN)}”"
            where = f"the rule “{title}” to the Dynastic Rules" if new else f"the enacted text to “{title}”"
            return Missing(step, says, f"{'rule' if new else 'text'} {title}", unsure, _adding(step, rules), where)
    if new and not rules and not lines:
        return Missing(step, f"no rule is called “{title}”", f"rule {title}", said, _adding(step, rules))
    return None


def _adding(step: Instruction, rules: Sequence[Rule]) -> TextChange | None:
    """The change that makes up for a text at the end of the Dynastic Rules or of a rule."""
    name, where = step.rule, step.where
    if name is None or not step.new or (where is not None and (where.relation is not Relation.END or where.passage is not None)):
        return None
    if step.kind == "add-rule" and not rules and where is None and not name.parent and name.section in ("", "dynastic"):
        return AddRule(name.title, step.new)
    if step.kind == "add-text" and len(rules) == 1 and rules[0].kind is SectionKind.DYNASTIC:
        return InsertText(rules[0].titles, step.new)
    return None
