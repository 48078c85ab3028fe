"""People's reviews of a Ruleset.

A review belongs to the fingerprint of a text, so it ends when a word of that text changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from parsers.model import MatterKind

ClauseValue = str | int | bool | tuple[str, ...]
"""The value that a clause gives a parameter."""

EVERY_KIND = frozenset(MatterKind)


@dataclass(frozen=True, slots=True)
class RuleReview:
    """A person's review of a whole rule.

    ``verdicts`` are the kinds of matters whose verdicts it can change. ``complete``: the variables
    and actions that were read from it are right and complete. ``changes`` are the names of the
    variables and actions of other rules whose limits it changes, ``duty`` is the duty of an Admin
    who enacts a matter. ``rule`` is its title.
    """

    fingerprint: str
    by: str
    at: datetime
    verdicts: frozenset[MatterKind] = frozenset()
    complete: bool = False
    changes: tuple[str, ...] = ()
    duty: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class SentenceReview:
    """A person's review of a sentence: the kinds of matters whose verdicts it can change, and the
    parameters that it sets.
    """

    fingerprint: str
    by: str
    at: datetime
    verdicts: frozenset[MatterKind] = frozenset()
    sets: tuple[tuple[str, ClauseValue], ...] = ()


@dataclass(frozen=True)
class Reviews:
    """All that was reviewed of a game."""

    rules: tuple[RuleReview, ...] = ()
    sentences: tuple[SentenceReview, ...] = ()

    @cached_property
    def of_rules(self) -> Mapping[str, RuleReview]:
        """By fingerprint; the last one of a rule counts."""
        return {review.fingerprint: review for review in self.rules}

    @cached_property
    def of_sentences(self) -> Mapping[str, SentenceReview]:
        """By fingerprint; the last one of a sentence counts."""
        return {review.fingerprint: review for review in self.sentences}

    def as_of(self, moment: datetime) -> Reviews:
        """Return the reviews made up to a moment."""
        return replace(
            self,
            rules=tuple(review for review in self.rules if review.at <= moment),
            sentences=tuple(review for review in self.sentences if review.at <= moment),
        )


NO_REVIEWS = Reviews()
