"""What a Votable Matter instructs: which texts and values it changes, where, and in its own words.

An instruction says what is to be found, never a position: :mod:`parsers.proposals.apply` finds its place on the page as it
is by then, and applies it only where that place is found exactly once.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
    CONDITIONAL = "conditional"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class RuleName:
    """How a matter names a rule: its ``title`` as written, its ``number``, the rule it is a subrule of, or its section.

    With only a ``section`` it is the section itself ("the Dynastic Rules"). ``with_subrules`` where the words say so; a named
    rule is its own text otherwise. ``latest`` says that it is the rule that an earlier instruction of the same matter spoke of
    ("that rule", "it"), whose name the reader has put into ``title``.
    """

    title: str = ""
    number: str = ""
    parent: str = ""
    section: str = ""
    with_subrules: bool = False
    latest: bool = False


class Unit(StrEnum):
    """What a passage is made of."""

    PHRASE = "phrase"
    """The very words of ``text``."""
    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    """An item of a list: a bullet, a numbered step or a definition."""
    LIST = "list"
    ROW = "row"
    """A row of a table; ``text`` is what one of its cells shows, or the row's cells joined by ``|``."""
    TABLE = "table"
    CELL = "cell"
    """A cell of a table, below the heading ``contains`` and in the row that has ``text``; ``begins`` is what stands in it.

    Without ``text`` the heading itself."""
    DEFINITION = "definition"
    """What explains the term ``text``; it goes with its term."""
    WHOLE = "whole"
    """All of the rule's own text."""


@dataclass(frozen=True, slots=True)
class RulePassage:
    """A stretch of a rule's text, chosen by its words, its beginning, or its order.

    ``text`` is the visible text of the whole stretch, ``begins`` and ``ends`` its first and last words (of a quotation that is
    shortened with “…” both), ``contains`` words in it; a phrase with ``behind`` is all that stands behind these words. ``order``
    counts from 1 for the first among those that fit, from -1 for the last; None demands that there is just one. ``every`` takes
    all of them, which have to be ``count`` where that is said ("both"); with ``order`` it is ``count`` of them from there on.
    ``within`` is the stretch it lies in, ``about`` what a list or table is said to be of. ``shown`` is what the stretch that an order
    chose is said to show, ``titles`` that ``every`` means the words in headings, too.
    """

    unit: Unit
    text: str = ""
    begins: str = ""
    ends: str = ""
    contains: str = ""
    order: int | None = None
    every: bool = False
    within: RulePassage | None = None
    count: int | None = None
    about: str = ""
    behind: str = ""
    shown: str = ""
    titles: bool = False


class Relation(StrEnum):
    """Where new text or a moved rule goes, seen from its anchor."""

    BEFORE = "before"
    AFTER = "after"
    START = "start"
    """The start of the anchor's own text; of a section, before its first rule."""
    END = "end"
    """The end of the anchor's own text; of a rule for a subrule, after its last subrule."""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where something goes: in ``relation`` to a rule or to a passage (of ``Instruction.rule``); without either, to that rule itself.

    "Between A and B" is after A, and B (``next_rule`` or ``next_passage``) has to follow it at once. At the start or the end of a
    section ``next_rule`` is the rule that has to stand beside it there. ``closing``: before the sign that the passage ends with.
    """

    relation: Relation
    rule: RuleName | None = None
    passage: RulePassage | None = None
    next_rule: RuleName | None = None
    next_passage: RulePassage | None = None
    closing: bool = False


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A value on the tracking page: ``variable`` of ``players`` (their names as written), of all of them, or of the game.

    ``value`` is the new one, or what is added (``adds`` True; negative for a loss). ``role`` is the word by which the matter calls
    those whom ``everybody`` means ("player", "Necromancer"), in the singular or the plural: only the Ruleset tells whether it is
    the word for all of them. With ``among`` only those are meant whose variable of that name has that value, which may be a bound
    in words: "at least 3", "at most 3", "exactly 3". ``was`` is the value, or such a bound, that is said of what stands there now.
    """

    variable: str
    value: str
    players: tuple[str, ...] = ()
    everybody: bool = False
    adds: bool = False
    role: str = ""
    among: tuple[str, str] | None = None
    was: str = ""


class ConditionKind(StrEnum):
    """What a condition asks about."""

    MATTER = "matter"
    """Whether a matter was enacted (or failed): ``subject`` is its title or address."""
    RULESET = "ruleset"
    """Whether the Ruleset has a rule ``subject``, or the text ``subject``."""
    COMMENTS = "comments"
    """What the comments on the matter say."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class InstructionCondition:
    """When an instruction is to be carried out. ``holds`` False for "if … was not …" and for the other branch of a condition.

    ``text`` is the condition in the matter's words, ``outcome`` what is asked of a matter ("enacted", "failed"). ``latest`` says
    that it speaks of the latest matter of that title, ``within`` is the rule that the text is looked for in (None: any), ``rule``
    the rule ``subject`` where it is that.
    """

    kind: ConditionKind
    text: str
    subject: str = ""
    outcome: str = ""
    holds: bool = True
    latest: bool = False
    within: RuleName | None = None
    rule: RuleName | None = None


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction of a matter; ``quote`` is the sentence that it came from.

    ``rule`` is the rule whose text changes (None: the text is looked for in the whole Ruleset), or the new rule's name. ``where``
    is the new place. ``old`` is the text to go. ``new`` is wikitext as it would stand in a rule with a heading of level 2: of a new
    rule its text without heading, headings in it from level 3 on (they are subrules of it). ``unit`` is what the matter calls the
    new text ("a sentence", "a bullet"), None where it says nothing. ``title`` is a rule's new title; ``status`` with RENAME_RULE
    is what the status in its title becomes ("Active"), the rest of the title staying. ``conditions`` all have to hold. ``why``
    says why the instruction was not understood whole, None if it was; then it is not applied. ``needs`` is the number of an
    instruction of the same matter that must have been applied before it (it speaks of what that one made), counted from 0.
    ``recounted`` says that such an instruction may have moved what this one counts: then its place has to be the same both before
    the matter and by then.
    """

    kind: InstructionKind
    quote: str
    rule: RuleName | None = None
    where: Destination | None = None
    old: RulePassage | None = None
    new: str | None = None
    unit: Unit | None = None
    title: str = ""
    status: str = ""
    values: tuple[ValueChange, ...] = ()
    conditions: tuple[InstructionCondition, ...] = ()
    why: str | None = None
    needs: int | None = None
    recounted: bool = False


@dataclass(frozen=True, slots=True)
class Instructions:
    """What a matter's text instructs, in its order; ``remarks`` is what was taken for commentary, ``unread`` says why the text
    could not be read whole (too long, too many instructions), None if it was.

    ``unclear`` are the sentences that are not understood, or that may take back or limit others; ``declared`` those of them that
    somebody called commentary.
    """

    listed: tuple[Instruction, ...]
    remarks: tuple[str, ...] = ()
    unread: str | None = None
    unclear: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()
