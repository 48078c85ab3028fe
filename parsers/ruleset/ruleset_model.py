"""The Ruleset as read: rules, terms, parameters with their proof, caveats, and what was not
understood.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from parsers.model import MatterKind
from parsers.wiki.text_blocks import Block

ClauseValue = str | int | bool | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    """The dynasty's words for Player (singular, plural) and Emperor (None where the text names
    none).
    """

    player: str
    players: str
    emperor: str | None


class SectionKind(StrEnum):
    """What a section is for."""

    CORE = "core"
    DYNASTIC = "dynastic"
    SPECIAL_CASE = "special-case"
    BUILDING_BLOCKS = "building-blocks"
    APPENDIX = "appendix"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: a heading below a section, with what stands between it and the next heading.

    ``number`` is that of the table of contents, ``title`` the heading without ``[tags]`` and
    asterisk, ``path`` the titles from the top-level rule down. ``status`` is ``active`` or
    ``inactive`` (``defaulted``: by the section), None where it knows none. ``text`` is the visible
    text, a line for each of ``blocks``. In the source it stands from ``start`` (its text from
    ``body``) to ``end``.
    """

    number: str
    title: str
    heading: str
    tags: tuple[str, ...]
    level: int
    section: str
    path: tuple[str, ...]
    text: str
    status: str | None = None
    defaulted: bool = False
    kind: SectionKind = SectionKind.OTHER
    blocks: tuple[Block, ...] = field(default=(), repr=False)
    start: int = 0
    body: int = 0
    end: int = 0

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles from the section down to this rule; none above the first heading of the
        page.
        """
        if not self.level:
            return ()
        return (self.section, *self.path) if self.level > 1 and self.section else self.path

    @property
    def effective(self) -> bool:
        """Whether the rule has any effect: an inactive Special Case rule is flavour text."""
        return self.status != "inactive"


@dataclass(frozen=True, slots=True)
class Clause:
    """A parameter's value with its proof: the title of the rule and the sentence it was read
    from.
    """

    value: ClauseValue
    rule: str
    quote: str


@dataclass(frozen=True, slots=True)
class Variable:
    """A gamestate variable that a dynastic rule defines in prose; ``sides`` says where it was
    found: in the "rules", on the "page".
    """

    name: str
    owner: str
    type: str
    rule: str
    quote: str
    min: int | None = None
    max: int | None = None
    choices: tuple[str, ...] | None = None
    default: str | int | None = None
    visibility: str = "public"
    sides: tuple[str, ...] = ("rules",)


@dataclass(frozen=True, slots=True)
class Action:
    """A game action that a rule allows so and so often."""

    name: str
    cadence: str
    rule: str
    quote: str
    min_gap_hours: int | None = None


@dataclass(frozen=True, slots=True)
class Caveat:
    """A sentence outside the core that speaks of voting, and the matters it may touch; one that
    does not ``bear`` costs no certificate.
    """

    rule: str
    quote: str
    kinds: frozenset[MatterKind]
    bears: bool
    fingerprint: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class UnreadClause:
    """A clause that should be there, or is there, and was not understood.

    ``topic`` prefixes voting keys, and puts the verdicts in doubt that rest on them; ``kinds`` are
    matters that the sentence names beside. It can be reviewed where ``quote`` and ``fingerprint``
    stand. ``only`` is what has to occur on a matter for the clause to say anything of it:
    "deferential" (the Emperor's own), "veto", "withdrawal" or "core text".
    """

    topic: str
    why: str
    rule: str | None = None
    kinds: frozenset[MatterKind] = frozenset()
    quote: str = field(default="", compare=False)
    fingerprint: str = field(default="", compare=False)
    only: str = field(default="", compare=False)

    def concerns(self, key: str) -> bool:
        """Whether it puts a voting parameter in doubt. A page without its sections lacks them
        all.
        """
        return self.topic == "sections" or f"{key}.".startswith(f"{self.topic}.")


@dataclass(frozen=True, slots=True)
class UnreadRule:
    """A dynastic rule that nobody has read as it is now, by the fingerprint of the whole."""

    rule: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class ReviewedSentence:
    """A sentence that would be reported if ``by`` had not found that it changes no verdict."""

    rule: str
    quote: str
    fingerprint: str
    by: str


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Everything read from one Ruleset page.

    ``voting`` maps every key to its :class:`Clause`, or to None where the text has none that was
    understood. A topic in ``unread`` puts all keys that it prefixes in doubt. ``introductions`` are
    the texts above the first heading and each section's first rule, in the form of rules.
    ``source`` is the page's wikitext.
    """

    sections: tuple[str, ...]
    rules: tuple[Rule, ...]
    terms: Terms | None
    tracking_page: str | None
    voting: Mapping[str, Clause | None]
    caveats: tuple[Caveat, ...] = ()
    unread: tuple[UnreadClause, ...] = ()
    reviewed: tuple[ReviewedSentence, ...] = ()
    unread_rules: tuple[UnreadRule, ...] = ()
    variables: tuple[Variable, ...] = ()
    actions: tuple[Action, ...] = ()
    page: str = "Ruleset"
    revid: int | None = None
    introductions: tuple[Rule, ...] = field(default=(), repr=False)
    source: str = field(default="", repr=False)

    @property
    def whole(self) -> bool:
        """Whether the page has all sections that a Ruleset consists of."""
        return all(unread.topic != "sections" for unread in self.unread)

    def value(self, key: str) -> ClauseValue | None:
        """The value of a voting parameter, or None where the text has no such clause."""
        clause = self.voting.get(key)
        return None if clause is None else clause.value
