"""The Ruleset as read: rules, terms, parameters with their proof, caveats, and unread parts."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from parsers.model import MatterKind
from parsers.ruleset.parameters import VotingRules
from parsers.ruleset.reviews import RuleReview
from parsers.wiki.text_blocks import Block


@dataclass(frozen=True, slots=True)
class Terms:
    """The dynasty's words for Player (singular, plural) and Emperor (None where the text names
    none).
    """

    player: str
    players: str
    emperor: str | None


class SectionKind(StrEnum):
    """The purposes of sections."""

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
class Variable:
    """A gamestate variable that a dynastic rule defines in prose; ``sides`` are the places where it
    was found: "rules", "page". ``whole``: its sentence was read from the first to the last word.
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
    sides: tuple[str, ...] = field(default=("rules",), compare=False)
    whole: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Action:
    """A game action that a rule allows a limited number of times. ``whole``: its sentence was read from the
    first to the last word.
    """

    name: str
    cadence: str
    rule: str
    quote: str
    min_gap_hours: int | None = None
    whole: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class EventType:
    """A type of Event that a dynastic rule defines by a sentence (``quote``). ``conditions`` are the
    sentences of the rule behind it; ``reviewed``: a person has reviewed the rule. ``on_end`` is a
    sentence of the dynastic rules that may state how its Events end, ``""`` if there is none.
    """

    name: str
    rule: str
    quote: str
    conditions: tuple[str, ...] = ()
    reviewed: bool = False
    on_end: str = ""


@dataclass(frozen=True, slots=True)
class Caveat:
    """A rule or sentence that can change the verdicts on some kinds of matters: nobody has reviewed
    it (``by`` is empty), or its reviewer says so.
    """

    rule: str
    quote: str
    kinds: frozenset[MatterKind]
    fingerprint: str = field(default="", compare=False)
    by: str = ""


@dataclass(frozen=True, slots=True)
class UnreadClause:
    """A sentence that was not understood, or a clause that should be there and is not.

    ``topic`` prefixes voting keys, and puts the verdicts in doubt that rest on them. A sentence
    that was not understood may say anything, so its ``kinds`` are all kinds of matters; it can be
    reviewed by its ``quote`` and ``fingerprint``.
    """

    topic: str
    why: str
    rule: str | None = None
    kinds: frozenset[MatterKind] = frozenset()
    quote: str = field(default="", compare=False)
    fingerprint: str = field(default="", compare=False)

    def concerns(self, key: str) -> bool:
        """Return whether it puts a voting parameter in doubt. A page without its sections lacks
        them all.
        """
        return self.topic == "sections" or f"{key}.".startswith(f"{self.topic}.")


@dataclass(frozen=True, slots=True)
class ReviewableRule:
    """A rule that only a person can judge, with its fingerprint, the sentences that look relevant
    to verdicts (``highlighted``), and the review, None if nobody has reviewed it as it is now.
    """

    rule: str
    fingerprint: str
    whole: Rule
    highlighted: tuple[str, ...]
    review: RuleReview | None


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

    ``perhaps_event_types`` are sentences that may define further types of Event. A topic in
    ``unread`` puts all voting parameters that it prefixes in doubt. ``introductions``
    are the texts above the first heading and each section's first rule, in the form of rules.
    ``source`` is the page's wikitext. ``reviewable`` are the rules that only a person can judge:
    the dynasty's, and those of the third section that the tool does not know.
    """

    sections: tuple[str, ...]
    rules: tuple[Rule, ...]
    terms: Terms | None
    tracking_page: str | None
    voting: VotingRules
    caveats: tuple[Caveat, ...] = ()
    unread: tuple[UnreadClause, ...] = ()
    reviewed: tuple[ReviewedSentence, ...] = ()
    reviewable: tuple[ReviewableRule, ...] = ()
    variables: tuple[Variable, ...] = ()
    actions: tuple[Action, ...] = ()
    event_types: tuple[EventType, ...] = ()
    perhaps_event_types: tuple[UnreadClause, ...] = ()
    page: str = "Ruleset"
    revid: int | None = None
    introductions: tuple[Rule, ...] = field(default=(), repr=False)
    source: str = field(default="", repr=False)

    @property
    def unread_rules(self) -> tuple[ReviewableRule, ...]:
        """The rules that nobody has reviewed as they are now."""
        return tuple(rule for rule in self.reviewable if rule.review is None)

    @property
    def awaits_review(self) -> bool:
        """Whether a rule, or a sentence that was not understood, waits for a review."""
        return bool(self.unread_rules) or any(clause.fingerprint for clause in self.unread)

    @property
    def duties(self) -> tuple[tuple[str, str], ...]:
        """The duties of an Admin who enacts a matter by reviewed rules: the title, and the duty."""
        return tuple(
            (rule.rule, rule.review.duty)
            for rule in self.reviewable
            if rule.review is not None and rule.review.duty
        )

    @property
    def whole(self) -> bool:
        """Whether the page has all sections that a Ruleset consists of."""
        return all(unread.topic != "sections" for unread in self.unread)
