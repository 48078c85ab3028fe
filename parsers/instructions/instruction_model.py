"""What a votable matter instructs: which texts and values change, and where, by words and never by
position. A plan file holds the same.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeVar

import msgspec

from parsers.refusal import Refusal, Refused

T = TypeVar("T")


class InstructionKind(StrEnum):
    """What an instruction does."""

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
    """What a passage is made of: the very words, or whole sentences, paragraphs, or items
    (definitions too).
    """

    PHRASE = "phrase"
    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    ITEM = "item"


class Relation(StrEnum):
    """Where new text or a rule goes, seen from its anchor.

    ``start`` is that of the anchor's own text, and before the first rule of a section; ``end`` that
    of its own text, and for a rule behind the anchor's last subrule.
    """

    BEFORE = "before"
    AFTER = "after"
    START = "start"
    END = "end"


class RuleName(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A rule by ``title`` or ``number``, perhaps in a ``parent`` or ``section``, or a section: its
    own text, or ``with_subrules``.
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
    """A value of ``players``, ``everybody`` or the game, or what it ``adds``; ``role`` is the
    matter's word for everybody.
    """

    variable: str
    value: str
    players: tuple[str, ...] = ()
    everybody: bool = False
    adds: bool = False
    role: str = ""


def needed(part: T | None, name: str) -> T:
    """A part of an instruction that its kind cannot do without."""
    if part is None:
        raise Refused(Refusal.INSTRUCTION_INCOMPLETE, part=name)
    return part


class Instruction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step of a matter; ``quote`` is the sentence that it carries out.

    ``rule`` is the rule that changes (None: its text is looked for in the whole Ruleset), or the
    name of a new one. ``new`` is wikitext as in a rule with a heading of level 2; headings in it
    are subrules. ``unit`` is what the matter calls a new text. ``title`` and ``status`` are a
    rule's new ones.
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
