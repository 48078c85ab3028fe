"""The instructions of a votable matter: which texts and values change, and where. Words identify
each place, never a position. A plan file has the same values.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeVar

import msgspec

from parsers.refusal import Refusal, Refused

T = TypeVar("T")


class InstructionKind(StrEnum):
    """The kinds of instructions."""

    ADD_RULE = "add-rule"
    REPLACE_RULE = "replace-rule"
    REPEAL_RULE = "repeal-rule"
    RENAME_RULE = "rename-rule"
    MOVE_RULE = "move-rule"
    ADD_TEXT = "add-text"
    REPLACE_TEXT = "replace-text"
    REMOVE_TEXT = "remove-text"
    SET_VALUE = "set-value"


class Unit(StrEnum):
    """The kind of a passage: the exact words, or a whole sentence, paragraph or list item
    (definitions included).
    """

    PHRASE = "phrase"
    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    ITEM = "item"


class Relation(StrEnum):
    """The target of new text or a rule, relative to its anchor. ``start`` is the start of the
    anchor's own text, or before the first rule of a section; ``end`` is the end of its own text, or
    for a rule behind the anchor's last subrule.
    """

    BEFORE = "before"
    AFTER = "after"
    START = "start"
    END = "end"


class RuleName(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rule by its ``title`` or ``number``, perhaps in a ``parent`` or ``section``; or a
    ``section``. It means the rule's own text, or all ``with_subrules``.
    """

    title: str = ""
    number: str = ""
    parent: str = ""
    section: str = ""
    with_subrules: bool = False


class RulePassage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The one stretch of text, or ``every``, with some words (``text``), that ``begins`` with some,
    or of an ``order`` (-1 is the last).
    """

    text: str = ""
    unit: Unit = Unit.PHRASE
    begins: str = ""
    order: int | None = None
    every: bool = False


class Destination(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place beside or in a ``rule``, or beside a ``passage`` of the instruction's rule; without
    either, in that rule itself.
    """

    relation: Relation
    rule: RuleName | None = None
    passage: RulePassage | None = None


class ValueChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A new value of ``players``, ``everybody`` or the game, or an amount that is added (``adds``).
    ``role`` is the matter's word for everybody.
    """

    variable: str
    value: str
    players: tuple[str, ...] = ()
    everybody: bool = False
    adds: bool = False
    role: str = ""


def needed(part: T | None, name: str) -> T:
    """Return a part that the kind of an instruction requires. Raises Refused if it is missing."""
    if part is None:
        raise Refused(Refusal.INSTRUCTION_INCOMPLETE, part=name)
    return part


class Instruction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step of a matter; ``quote`` is the sentence that it carries out.

    ``rule`` is the rule that changes (None: the text is searched for in the whole Ruleset), or the
    name of a new one. ``new`` is wikitext as in a rule with a heading of level 2; headings in it
    are subrules. ``unit`` is the kind of a new text by the matter's words. ``title`` and ``status``
    are those that a rule gets.
    """

    kind: InstructionKind
    quote: str = ""
    source: Literal["read", "person"] = msgspec.field(default="read", name="from")
    rule: RuleName | None = None
    where: Destination | None = None
    old: RulePassage | None = None
    new: str | None = None
    unit: Unit | None = None
    title: str = ""
    status: Literal["", "Active", "Inactive"] = ""
    value: ValueChange | None = None
