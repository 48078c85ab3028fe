"""Apply the instructions of a matter to the Ruleset and the tracking page, one after the other.

An instruction is applied only if its place is found exactly once. The changed page is read again
and must show the intended difference and no other. All other instructions are left to people, each
with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from parsers.gamestate.change import Reread, SetValue, changed
from parsers.gamestate.gamestate_model import GAME, PLAYER, GameState, TrackedEntry
from parsers.gamestate.page_names import People, bare, label, one_form
from parsers.gamestate.typed import TypedValue, ValueKind, typed
from parsers.instructions.edited_ruleset import EditedRuleset
from parsers.instructions.instruction_model import (
    Instruction,
    InstructionKind,
    RuleName,
    ValueChange,
    needed,
)
from parsers.instructions.rule_edits import (
    Made,
    add_rule,
    move_rule,
    rename_rule,
    repeal_rule,
    replace_rule,
)
from parsers.instructions.rule_wording import alike
from parsers.instructions.text_edits import add_text, remove_text, replace_text
from parsers.model import Confidence, same_name
from parsers.refusal import Refusal, Refused
from parsers.ruleset.ruleset_model import Rule, SectionKind, Terms, Variable

MOST_WORK = 20_000_000
"""The most characters of the Ruleset that are read again, over all changes together."""

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
_MAKE_OR_UNMAKE = (
    InstructionKind.ADD_RULE,
    InstructionKind.REPLACE_RULE,
    InstructionKind.RENAME_RULE,
    InstructionKind.REPEAL_RULE,
)
_UNCLEAR = re.compile(r"%|\d\.\d{3}(?!\d)")
"""Ambiguous numbers: "5%" does not say of which amount; "1.000" is one or a thousand."""
_NOBODY = People(None, {})

Under = Callable[[str], Reread]
"""Returns, for the wikitext of a Ruleset, the function that reads the tracking page by it."""


@dataclass(frozen=True, slots=True)
class Protection:
    """The sections whose tag a matter lacks, and whether the rules demand tags: None if unknown,
    False if a stated section, number or unique title is enough.
    """

    untagged: frozenset[SectionKind] = frozenset()
    demanded: bool | None = None


@dataclass(frozen=True, slots=True)
class InstructionOutcome:
    """The outcome of an instruction: why it is ``refused``, or the titles of the changed ``rules``
    and the place in words (``where``).
    """

    instruction: Instruction
    refused: Refused | None = None
    rules: tuple[str, ...] = ()
    where: str = ""

    @property
    def applied(self) -> bool:
        """Whether it was carried out."""
        return self.refused is None

    @property
    def why(self) -> str | None:
        """Why it was not carried out, as a sentence."""
        return None if self.refused is None else str(self.refused)


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
    subrules_included: bool | None = None,
) -> Application:
    """Apply a matter's instructions to the Ruleset's wikitext and to the tracking page. Each that
    cannot be applied is skipped, with the reason.

    ``under`` reads the tracking page by the rules as changed so far, which define the values that
    can be set. ``terms`` are the dynasty's words. ``subrules_included`` states whether naming a
    rule includes its subrules (None: the Ruleset does not say).
    """
    page = EditedRuleset.read(ruleset, terms, subrules_included=subrules_included)
    applier = _Applier(page, tracking, under, protection)
    outcomes = tuple(map(applier.outcome, steps))
    state = applier.tracking
    return Application(outcomes, applier.page.source, None if state is None else state.wiki.source)


class _Applier:
    """The pages as changed so far, the new titles of renamed rules, and the titles that a skipped
    instruction would have created or removed.
    """

    def __init__(
        self,
        page: EditedRuleset,
        tracking: GameState | None,
        under: Under | None,
        protection: Protection,
    ) -> None:
        self.page = self._first = self._ruling = page
        self.tracking = self._before = tracking
        self._under = under
        self._protection = protection
        self._work = 0
        self._renamed: dict[str, str] = {}
        self._in_doubt: set[str] = set()

    def outcome(self, instruction: Instruction) -> InstructionOutcome:
        try:
            return (
                self._set(instruction)
                if instruction.kind is InstructionKind.SET_VALUE
                else self._changed(instruction)
            )
        except Refused as refused:
            if instruction.kind in _MAKE_OR_UNMAKE:
                names = (instruction.rule.title if instruction.rule else "", instruction.title)
                self._in_doubt.update(alike(name) for name in names if name)
            return InstructionOutcome(instruction, refused)

    def _changed(self, instruction: Instruction) -> InstructionOutcome:
        self._count_work()
        stated_rule = instruction.rule
        where = instruction.where
        if stated_rule is not None:
            is_new = instruction.kind is InstructionKind.ADD_RULE
            current = self._current_name(stated_rule, new=is_new)
            instruction = replace(instruction, rule=current)
        if where is not None and where.rule is not None:
            where = replace(where, rule=self._current_name(where.rule))
            instruction = replace(instruction, where=where)
        change, touched = _MAKERS[instruction.kind](self.page, instruction)
        for rule in touched:
            self._require_tag(stated_rule, rule)
        self.page = self.page.read_after(change)
        if instruction.kind is InstructionKind.RENAME_RULE:
            self._renamed[alike(change.rules[0])] = change.rules[1]
        return InstructionOutcome(instruction, rules=change.rules, where=change.where)

    def _require_tag(self, stated_rule: RuleName | None, rule: Rule) -> None:
        """Raise Refused if a rule's section needs a tag that the matter lacks."""
        demanded = self._protection.demanded
        needs_no_tag = demanded is False and self._identifies(stated_rule, rule)
        if needs_no_tag or rule.kind not in self._protection.untagged:
            return
        kind = Refusal.SECTION_MAY_NEED_TAG if demanded is None else Refusal.SECTION_NEEDS_TAG
        raise Refused(kind, tag=rule.kind.value.replace("-", " ").title())

    def _count_work(self) -> None:
        self._work += len(self.page.source)
        if self._work > MOST_WORK:
            raise Refused(Refusal.TOO_MANY_INSTRUCTIONS)

    def _set(self, instruction: Instruction) -> InstructionOutcome:
        value = needed(instruction.value, "value")
        if self.tracking is None or self._before is None or self._under is None:
            raise Refused(Refusal.TRACKING_PAGE_NOT_READ)
        reread = self._under(self.page.source)
        if self._ruling is not self.page:
            self._count_work()
            self._ruling = self.page
            self.tracking = reread(self.tracking.wiki.source)
        self.tracking, whose = _with_value(
            self.tracking, reread, value, self.page.terms, self._before
        )
        return InstructionOutcome(instruction, where=whose)

    def _current_name(self, name: RuleName, *, new: bool = False) -> RuleName:
        """Return a rule's name with the title that an earlier instruction gave it, unless another
        rule has the old title.
        """
        for title in (name.title, name.parent):
            if alike(title) in self._in_doubt:
                raise Refused(Refusal.RULE_IN_DOUBT, rule=title)
        before, now = (
            [rule.titles for rule in page.find_rules(name)] if name.number else []
            for page in (self._first, self.page)
        )
        if before != now and not new:
            raise Refused(Refusal.NUMBER_IN_DOUBT, number=name.number)
        renamed = self._renamed.get(alike(name.title))
        there = any(alike(rule.title) == alike(name.title) for rule in self.page.tree.rules)
        return name if new or renamed is None or there else replace(name, title=renamed)

    def _identifies(self, name: RuleName | None, rule: Rule) -> bool:
        """Return whether a matter identifies its rule by the section, the number, or a unique
        title.
        """
        is_unique = (
            sum(alike(other.title) == alike(rule.title) for other in self.page.tree.rules) == 1
        )
        return name is not None and bool(name.section or name.number or (name.title and is_unique))


# Values of players by name, of all of them, or of the game


def _with_value(
    state: GameState, reread: Reread, change: ValueChange, terms: Terms | None, before: GameState
) -> tuple[GameState, str]:
    """Return the page with new values, read again, and a label of the values. Raises Refused if
    the variable has another type than in ``before``.
    """
    entries = _entries(state, change, terms)
    variable = entries[0].variable
    assert variable is not None  # noqa: S101 - only entries with a variable are found
    if _kinds(before, variable) != {(variable.type, variable.visibility)}:
        raise Refused(Refusal.VARIABLE_CHANGES_TOO, variable=variable.name)
    known = {entry.text for entry in state.entries if entry.variable is variable}
    for entry in entries:
        value = _wanted(entry, variable, change, known)
        setting = SetValue(entry.owner, entry.subject, entry.label, entry.text, value, entry.idle)
        if value != entry.typed.value or entry.typed.failed:
            state = reread(changed(state, setting, reread))
    whose = "all players" if change.everybody else ", ".join(change.players) or "the game"
    return state, f"{variable.name} of {whose}"


def _kinds(state: GameState, variable: Variable) -> set[tuple[str, str]]:
    return {
        (known.type, known.visibility)
        for entry in state.entries
        if (known := entry.variable) is not None
        and known.owner == variable.owner
        and alike(known.name) == alike(variable.name)
    }


def _entries(state: GameState, change: ValueChange, terms: Terms | None) -> list[TrackedEntry]:
    """Return the entries that a change is about, all of one variable, in the order of the page."""
    wanted = _key(change.variable)
    owner = PLAYER if change.players or change.everybody else GAME
    entries = [
        entry
        for entry in state.entries
        if not entry.idle
        and entry.owner == owner
        and wanted in (_key(entry.label), entry.variable and _key(entry.variable.name))
    ]
    if not any(entry.variable for entry in entries):
        whose = "the game" if owner == GAME else "players"
        raise Refused(Refusal.NO_SUCH_VARIABLE, variable=change.variable, owner=whose)
    if len({id(entry.variable) for entry in entries}) > 1 or any(
        entry.confidence is not Confidence.HIGH for entry in entries
    ):
        raise Refused(Refusal.SEVERAL_SUCH_VARIABLES, variable=change.variable)
    names = [row.name for row in state.rows if row.own and not row.idle]
    plain = {"", "player", "players", "everybody", "everyone"} | (
        {alike(terms.player), alike(terms.players)} if terms else set()
    )
    if change.everybody and (change.players or alike(change.role) not in plain or not names):
        raise Refused(Refusal.EVERYBODY_IN_DOUBT, role=change.role)
    for player in change.players:
        if not any(same_name(player, name) for name in names):
            raise Refused(Refusal.NO_ACTIVE_ROW, player=player)
    found: list[TrackedEntry] = []
    owners = names if change.everybody else change.players
    for name in [""] if owner == GAME else dict.fromkeys(owners):
        own = [entry for entry in entries if same_name(entry.subject, name)]
        if len(own) != 1:
            raise Refused(Refusal.VALUE_TIMES, times=len(own))
        found += own
    return found


def _key(name: str) -> str:
    return one_form(bare(label(name)))


def _wanted(
    entry: TrackedEntry, variable: Variable, change: ValueChange, known: Collection[str]
) -> TypedValue:
    """Return the new value of an entry. Raises Refused if it is not allowed; without a type it must
    be ``known`` from the page.
    """
    read = typed(change.value.strip(), variable, _NOBODY)
    value = read.value
    numeric = variable.type in ("integer", "number")
    if (
        read.failed
        or (numeric and not isinstance(value, int | float))
        or (variable.type == "unknown" and change.value not in known)
    ):
        raise Refused(Refusal.NO_LEGAL_VALUE, value=change.value, variable=variable.name)
    if numeric and _UNCLEAR.search(change.value):
        raise Refused(Refusal.AMOUNT_IN_DOUBT, value=change.value)
    if change.adds:
        old = entry.typed.value
        if (
            entry.typed.failed
            or not isinstance(value, int | float)
            or not isinstance(old, int | float)
        ):
            raise Refused(Refusal.NO_NUMBER, variable=variable.name)
        value = old + value
    if isinstance(value, int | float) and (
        (variable.min is not None and value < variable.min)
        or (variable.max is not None and value > variable.max)
    ):
        raise Refused(Refusal.OUT_OF_RANGE, value=value, variable=variable.name)
    if read.kind is ValueKind.NONE and variable.default not in ("", None):
        raise Refused(Refusal.BLANK_IN_DOUBT, variable=variable.name)
    return value
