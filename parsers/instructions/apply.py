"""The instructions of a matter applied to the Ruleset and the tracking page, one after the other.

An instruction is applied only where its place is found exactly once; the changed page is read again and has to show just the
wanted difference. All others are left to people, each with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from msgspec.structs import replace

from parsers.gamestate.change import Reread
from parsers.gamestate.gamestate_model import GameState
from parsers.instructions.edited_ruleset import EditedRuleset, named
from parsers.instructions.instruction_model import Instruction, InstructionKind, RuleName
from parsers.instructions.rule_edits import Made, add_rule, move_rule, rename_rule, repeal_rule, replace_rule
from parsers.instructions.rule_wording import alike
from parsers.instructions.text_edits import add_text, remove_text, replace_text
from parsers.instructions.value_edits import with_value
from parsers.ruleset.model import Rule, SectionKind, Terms

MOST_WORK = 20_000_000
"""The characters of the Ruleset that are read again after changes at most, all together."""

_MAKERS: Mapping[InstructionKind, Callable[[EditedRuleset, Instruction], Made]] = {
    InstructionKind.ADD_RULE: add_rule,
    InstructionKind.REPLACE_RULE: replace_rule,
    InstructionKind.REPEAL_RULE: repeal_rule,
    InstructionKind.RENAME_RULE: rename_rule,
    InstructionKind.MOVE_RULE: move_rule,
    InstructionKind.ADD_TEXT: add_text,
    InstructionKind.REPLACE_TEXT: replace_text,
    InstructionKind.REMOVE_TEXT: remove_text,
}
_MAKE_OR_UNMAKE = (InstructionKind.ADD_RULE, InstructionKind.REPLACE_RULE, InstructionKind.RENAME_RULE, InstructionKind.REPEAL_RULE)

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
    """What became of an instruction. ``why`` is the reason in one sentence where it was not applied.

    ``rules`` are the titles of the rules that were changed, ``where`` is the place in words.
    """

    instruction: Instruction
    why: str | None = None
    rules: tuple[str, ...] = ()
    where: str = ""

    @property
    def applied(self) -> bool:
        """Whether it was carried out."""
        return self.why is None


@dataclass(frozen=True, slots=True)
class Application:
    """The pages after a matter's instructions: ``tracking`` is None where none was given."""

    outcomes: tuple[InstructionOutcome, ...]
    ruleset: str
    tracking: str | None


def apply_instructions(
    steps: Sequence[Instruction],
    ruleset: str,
    *,
    tracking: GameState | None = None,
    under: Under | None = None,
    protection: Protection = Protection(),
    terms: Terms | None = None,
) -> Application:
    """Apply a matter's instructions to the Ruleset's wikitext and to the tracking page as read.

    ``under`` reads another text of the tracking page by the rules of then: what an instruction makes of them says which values the
    next one may set. ``terms`` are the dynasty's words. Never raises for what a matter or a page says: what cannot be done is
    left, with the reason.
    """
    applier = _Applier(EditedRuleset.read(ruleset, terms), tracking, under, protection)
    outcomes = tuple(map(applier.outcome, steps))
    state = applier.tracking
    return Application(outcomes, applier.page.source, None if state is None else state.wiki.source)


class _Applier:
    """The pages as changed so far."""

    def __init__(self, page: EditedRuleset, tracking: GameState | None, under: Under | None, protection: Protection) -> None:
        self.page = self._first = self._ruling = page
        self.tracking = self._before = tracking
        self._under = under
        self._protection = protection
        self._work = 0
        self._renamed: dict[str, str] = {}
        self._in_doubt: set[str] = set()

    def outcome(self, instruction: Instruction) -> InstructionOutcome:
        """What becomes of an instruction, after those before it."""
        try:
            if instruction.kind is InstructionKind.SET_VALUE:
                return InstructionOutcome(instruction, where=self._set(instruction))
            return self._changed(instruction)
        except ValueError as error:
            if instruction.kind in _MAKE_OR_UNMAKE:
                names = [instruction.rule.title if instruction.rule else "", instruction.title]
                self._in_doubt.update(alike(name) for name in names if name)
            return InstructionOutcome(instruction, why=str(error))

    def _changed(self, instruction: Instruction) -> InstructionOutcome:
        self._count_work()
        told = instruction.rule
        instruction = self._under_new_names(instruction)
        change, touched = _MAKERS[instruction.kind](self.page, instruction)
        for rule in touched:
            why = self._protection.missing.get(rule.kind)
            if why is not None and not (self._protection.named_will_do and self._says_which(told, rule)):
                raise ValueError(why)
        self.page = self.page.after(change)
        if instruction.kind is InstructionKind.RENAME_RULE:
            self._renamed[alike(change.rules[0])] = change.rules[1]
        return InstructionOutcome(instruction, rules=change.rules, where=change.where)

    def _count_work(self) -> None:
        self._work += len(self.page.source)
        if self._work > MOST_WORK:
            raise ValueError("there are too many instructions for a page of this length")

    def _set(self, instruction: Instruction) -> str:
        """Set a value; whose it is in words."""
        if instruction.value is None:
            raise ValueError("it is not said which value is set")
        if self.tracking is None or self._before is None or self._under is None:
            raise ValueError("the tracking page was not read")
        reread = self._under(self.page.source)
        if self._ruling is not self.page:
            self._count_work()
            self._ruling = self.page
            self.tracking = reread(self.tracking.wiki.source)
        self.tracking, whose = with_value(self.tracking, reread, instruction.value, self.page.terms, self._before)
        return whose

    def _under_new_names(self, instruction: Instruction) -> Instruction:
        """The instruction with its rules under the names that they have by now. Raises ValueError for a rule in doubt."""
        where = instruction.where
        place = where.rule if where is not None else None
        for title in (name for rule in (instruction.rule, place) if rule is not None for name in (rule.title, rule.parent)):
            if alike(title) in self._in_doubt:
                raise ValueError(f"an earlier instruction about {named(title)} is left to a person")
        if instruction.rule is not None and instruction.kind is not InstructionKind.ADD_RULE:
            instruction = replace(instruction, rule=self._by_now(instruction.rule))
        if where is not None and place is not None:
            instruction = replace(instruction, where=replace(where, rule=self._by_now(place)))
        return instruction

    def _by_now(self, name: RuleName) -> RuleName:
        """A rule by the title that an earlier instruction gave it, unless another has the old one. A number is that before the matter."""
        if name.number and self.page is not self._first and len(found := self._first.find_rules(name)) == 1:
            name = RuleName(found[0].title, section=name.section)
            if len(self._first.find_rules(name)) != 1:
                raise ValueError(f"there are several rules {named(name.title)}, so that its number does not tell which it is by now")
        new = self._renamed.get(alike(name.title))
        there = any(alike(rule.title) == alike(name.title) for rule in self.page.tree.rules)
        return name if new is None or there else replace(name, title=new)

    def _says_which(self, name: RuleName | None, rule: Rule) -> bool:
        """Whether a matter says which rule it changes by its section, its number, or a title that stands once."""
        if name is None:
            return False
        if name.section or name.number:
            return True
        return bool(name.title) and sum(alike(other.title) == alike(rule.title) for other in self.page.tree.rules) == 1
