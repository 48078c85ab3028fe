"""The instructions of a matter applied to the Ruleset and the tracking page, one after the other.

An instruction is applied only where it was understood whole and its place is found exactly once; the changed page is read again
and has to show just the wanted difference. All others are left to people, each with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from parsers.gamestate.change import Reread
from parsers.gamestate.model import GameState
from parsers.proposals.applying.additions import add_text
from parsers.proposals.applying.alike import alike
from parsers.proposals.applying.duties import blanks, duties
from parsers.proposals.applying.passages import occurrences
from parsers.proposals.applying.places import EditedRuleset, find_rule, find_rules, named
from parsers.proposals.applying.recounting import same_count
from parsers.proposals.applying.rule_edits import add_rule, move_rule, rename_rule, repeal_rule, replace_rule
from parsers.proposals.applying.shape import RulesetChange, checked
from parsers.proposals.applying.text_edits import remove_text, replace_text
from parsers.proposals.applying.values import with_values
from parsers.proposals.model import ConditionKind, Instruction, InstructionCondition, InstructionKind, Instructions, RuleName
from parsers.ruleset.model import Rule, SectionKind, Terms

MOST_WORK = 20_000_000
"""The characters of the Ruleset that are read again after changes at most, all together."""
_MAKE_OR_UNMAKE = (InstructionKind.ADD_RULE, InstructionKind.REPLACE_RULE, InstructionKind.RENAME_RULE, InstructionKind.REPEAL_RULE)

_OF_RULES = {
    InstructionKind.ADD_RULE: add_rule,
    InstructionKind.REPLACE_RULE: replace_rule,
    InstructionKind.REPEAL_RULE: repeal_rule,
    InstructionKind.RENAME_RULE: rename_rule,
}
_OF_TEXT = {
    InstructionKind.ADD_TEXT: add_text,
    InstructionKind.REPLACE_TEXT: replace_text,
    InstructionKind.REMOVE_TEXT: remove_text,
}

Decide = Callable[[InstructionCondition], bool | None]
"""Whether what a condition asks about is so, whatever its ``holds`` says: that a matter was enacted, or that comments say it.

None where that is not known."""

Under = Callable[[str], Reread]
"""Given the wikitext of a Ruleset, what reads the tracking page by it."""


@dataclass(frozen=True, slots=True)
class Protection:
    """The sections that a matter may not change for want of a tag: each with the reason in one sentence.

    ``named_will_do``: by the edition's rules a statement of the section, a rule's number, or a title that stands once do as well.
    """

    missing: Mapping[SectionKind, str] = field(default_factory=lambda: MappingProxyType({}))
    named_will_do: bool = False


@dataclass(frozen=True, slots=True)
class InstructionOutcome:
    """What became of an instruction. ``why`` is the reason in one sentence where it was not applied; ``left``: it is for people.

    ``rules`` are the titles of the rules that were changed, ``where`` is the place in words, ``sections`` what the place is in.
    """

    instruction: Instruction
    applied: bool
    why: str | None = None
    left: bool = False
    rules: tuple[str, ...] = ()
    where: str = ""
    sections: frozenset[SectionKind] = frozenset()


@dataclass(frozen=True, slots=True)
class Application:
    """The pages after a matter's instructions: ``tracking`` is None where none was given. ``left`` is what a person has to do."""

    outcomes: tuple[InstructionOutcome, ...]
    ruleset: str
    tracking: str | None
    left: tuple[str, ...]


def apply_instructions(
    instructions: Instructions,
    ruleset: str,
    *,
    tracking: GameState | None = None,
    under: Under | None = None,
    decide: Decide = lambda _: None,
    protection: Protection = Protection(),
    terms: Terms | None = None,
) -> Application:
    """Apply a matter's instructions to the Ruleset's wikitext and to the tracking page as read.

    ``under`` reads another text of the tracking page by the rules of then: what an instruction makes of them says which values the
    next one may set. ``terms`` are the dynasty's words. Never raises for what a matter or a
    page says: what cannot be done is left, with the reason.
    """
    applier = _Applier(EditedRuleset.read(ruleset, terms), tracking, under, decide, protection)
    outcomes: list[InstructionOutcome] = []
    for instruction in instructions.listed:
        outcomes.append(applier.outcome(instruction, outcomes))
    left = [outcome.instruction.quote for outcome in outcomes if outcome.left]
    left += applier.duties(outcomes)
    if instructions.unread is not None:
        left.append(instructions.unread)
    state = applier.tracking
    return Application(tuple(outcomes), applier.page.source, None if state is None else state.wiki.source, tuple(dict.fromkeys(left)))


class _Applier:
    """The pages as changed so far."""

    def __init__(
        self,
        page: EditedRuleset,
        tracking: GameState | None,
        under: Under | None,
        decide: Decide,
        protection: Protection,
    ) -> None:
        self.page = self._first = self._ruling = page
        self.tracking = self._before = tracking
        self._under = under
        self._decide = decide
        self._protection = protection
        self._work = 0
        self._renamed: dict[str, str] = {}
        self._in_doubt: set[str] = set()

    def outcome(self, instruction: Instruction, before: list[InstructionOutcome]) -> InstructionOutcome:
        """What becomes of an instruction, after the ones ``before``."""
        try:
            if instruction.why is not None:
                raise ValueError(instruction.why)
            needs = instruction.needs
            if needs is not None and not (0 <= needs < len(before) and before[needs].applied):
                raise ValueError("it depends on another instruction that is not applied")
            for condition in instruction.conditions:
                if not self._met(condition):
                    return InstructionOutcome(instruction, applied=False, why=f"the condition is not met: {condition.text}")
            if instruction.recounted:
                same_count(self._first, self.page, instruction, [each.instruction for each in before if each.left])
            return self._applied(instruction)
        except ValueError as error:
            if instruction.kind in _MAKE_OR_UNMAKE:
                names = [instruction.rule.title if instruction.rule else "", instruction.title]
                self._in_doubt.update(alike(name) for name in names if name)
            return InstructionOutcome(instruction, applied=False, why=str(error), left=True)

    def duties(self, outcomes: list[InstructionOutcome]) -> list[str]:
        """What the new texts and the rules that stood before ask of the enacting admin."""
        made = [outcome.instruction for outcome in outcomes if outcome.applied and outcome.rules]
        asked = [sentence for instruction in made for sentence in blanks(instruction.new or "")]
        if made:
            asked += duties(self._first.rules, adds_rule=any(each.kind is InstructionKind.ADD_RULE for each in made))
        return asked

    def _met(self, condition: InstructionCondition) -> bool:
        """Whether a condition is met. Raises ValueError where that is not known."""
        is_so = self._stands(condition) if condition.kind is ConditionKind.RULESET else self._decide(condition)
        if is_so is None:
            raise ValueError(f"whether its condition is met is for a person to decide: {condition.text}")
        return is_so is condition.holds

    def _stands(self, condition: InstructionCondition) -> bool | None:
        """Whether the Ruleset has a rule of a title, or a text; None where that is not certain."""
        try:
            if condition.rule is not None:
                return bool(find_rules(self.page, condition.rule))
            if condition.within is None and any(alike(condition.subject) == alike(rule.title) for rule in self.page.tree.rules):
                return True
            rules = self.page.rules if condition.within is None else [find_rule(self.page, condition.within)]
            return bool(occurrences(rules, condition.subject))
        except ValueError as error:
            return False if "do not stand there" in str(error) else None

    def _applied(self, instruction: Instruction) -> InstructionOutcome:
        if instruction.kind in (InstructionKind.CONDITIONAL, InstructionKind.OTHER):
            raise ValueError("it takes a person to do this")
        if instruction.kind is InstructionKind.SET_VALUE:
            return self._set(instruction)
        self._count_work()
        instruction = self._under_new_names(instruction)
        change, touched = self._change(instruction)
        self._allowed(instruction, touched)
        self.page = checked(self.page, change)
        if instruction.kind is InstructionKind.RENAME_RULE:
            self._renamed[alike(change.rules[0])] = change.rules[1]
        return InstructionOutcome(
            instruction,
            applied=True,
            rules=change.rules,
            where=change.where,
            sections=frozenset(rule.kind for rule in touched),
        )

    def _count_work(self) -> None:
        self._work += len(self.page.source)
        if self._work > MOST_WORK:
            raise ValueError("there are too many instructions for a page of this length")

    def _set(self, instruction: Instruction) -> InstructionOutcome:
        """The outcome of setting values."""
        if self.tracking is None or self._before is None or self._under is None:
            raise ValueError("the tracking page was not read")
        reread = self._under(self.page.source)
        if self._ruling is not self.page:
            self._count_work()
            self._ruling = self.page
            self.tracking = reread(self.tracking.wiki.source)
        self.tracking, whose = with_values(self.tracking, reread, instruction.values, self.page, self._before)
        return InstructionOutcome(instruction, applied=True, where=whose)

    def _change(self, instruction: Instruction) -> tuple[RulesetChange, list[Rule]]:
        """The change that an instruction asks for, and the rules (or the section) that it touches as they were."""
        kind = instruction.kind
        if kind is InstructionKind.MOVE_RULE:
            change, *touched = move_rule(self.page, instruction)
            return change, touched
        if kind in _OF_TEXT:
            return _OF_TEXT[kind](self.page, instruction)
        change, rule = _OF_RULES[kind](self.page, instruction)
        return change, [rule]

    def _under_new_names(self, instruction: Instruction) -> Instruction:
        """The instruction with a rule that an earlier one renamed under its new name. Raises ValueError for a rule in doubt."""
        where = instruction.where
        place = where.rule if where is not None else None
        for title in (name for rule in (instruction.rule, place) if rule is not None for name in (rule.title, rule.parent)):
            if alike(title) in self._in_doubt:
                raise ValueError(f"an earlier instruction about {named(title)} is left to a person")
        if instruction.rule is not None and instruction.kind is not InstructionKind.ADD_RULE:
            instruction = replace(instruction, rule=self._renewed(instruction.rule))
        if where is not None and place is not None:
            instruction = replace(instruction, where=replace(where, rule=self._renewed(place)))
        return instruction

    def _renewed(self, name: RuleName) -> RuleName:
        """A rule's name with the title that an earlier instruction gave it, unless another rule has the old one.

        Its number may be the one that it had before the matter.
        """
        if name.title and name.number and find_rules(self._first, name):
            name = replace(name, number="")
        new = self._renamed.get(alike(name.title))
        there = any(alike(rule.title) == alike(name.title) for rule in self.page.tree.rules)
        return name if new is None or there else replace(name, title=new)

    def _allowed(self, instruction: Instruction, touched: list[Rule]) -> None:
        """Raises ValueError where a section is changed that the matter may not change."""
        for rule in touched:
            why = self._protection.missing.get(rule.kind)
            if why is not None and not (self._protection.named_will_do and self._says_which(instruction.rule, rule)):
                raise ValueError(why)

    def _says_which(self, name: RuleName | None, rule: Rule) -> bool:
        """Whether a matter says which rule it changes by its section, its number, or a title that stands once."""
        if name is None:
            return False
        if name.section or name.number:
            return True
        return bool(name.title) and sum(alike(other.title) == alike(rule.title) for other in self.page.tree.rules) == 1
