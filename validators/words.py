"""Durations, dates and counts in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from parsers.ruleset.reviews import ClauseValue
from parsers.ruleset.ruleset_model import ReviewableRule, ReviewedSentence, Ruleset, Terms


def span(duration: timedelta) -> str:
    """Format a duration: ``45 min``, ``47 h 59 min``, and from three days on ``8 days 10 h``;
    smaller units are left out.
    """
    hours, minutes = divmod(int(duration.total_seconds()) // 60, 60)
    days = hours // 24 if hours >= 72 else 0
    parts = ((days, "days"), (hours - 24 * days, "h"), (0 if days else minutes, "min"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number) or "0 min"


def counted(number: int, noun: str) -> str:
    """Return a count with its noun: ``1 vote``, ``2 votes``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """A number of players in the dynasty's own word, if the rules define one: ``10 Players``."""

    number: int
    terms: Terms | None

    def __str__(self) -> str:
        """Return the number with the word."""
        if self.number == 1:
            return f"1 {'Player' if self.terms is None else self.terms.player}"
        return f"{self.number} {'Players' if self.terms is None else self.terms.players}"


def players(number: int, rules: Ruleset) -> str:
    """Return a number of players in the dynasty's own word."""
    return str(PlayerCount(number, rules.terms))


def emperor(rules: Ruleset) -> str:
    """Return the dynasty's word for Emperor."""
    return (rules.terms.emperor if rules.terms is not None else None) or "Emperor"


def listed(names: Sequence[str], most: int = 3) -> str:
    """Return a list for a sentence: ``Ana, Bo, Cy and 2 others``."""
    more = len(names) - most
    return (
        ", ".join(names) if more <= 0 else f"{', '.join(names[:most])} and {counted(more, 'other')}"
    )


def shortened(text: str, most: int) -> str:
    """Return the beginning of a text, with an ellipsis if more follows."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def day(moment: date) -> str:
    """Return a date without its year: ``24 December``."""
    return f"{moment.day} {moment:%B}"


def reviewed_by(reviewed: Collection[ReviewedSentence]) -> str:
    """Format the number of reviewed sentences with the reviewers: ``3 sentences of the Ruleset (2
    by Ana, 1 by Bo)``.
    """
    people = Counter(one.by for one in reviewed)
    reviewers = ", ".join(f"{count} by {name}" for name, count in people.most_common())
    return f"{counted(len(reviewed), 'sentence')} of the Ruleset ({reviewers})"


def not_reviewed(rules: Collection[ReviewableRule]) -> str:
    """Return which rules are not reviewed: ``3 rules are new or changed since they were reviewed:
    Boats, Ponds, Tides``.
    """
    many = "1 rule is new or changed since it was reviewed"
    if len(rules) > 1:
        many = f"{len(rules)} rules are new or changed since they were reviewed"
    return f"{many}: {listed([rule.rule for rule in rules], 6)}"


def value_in_words(value: ClauseValue) -> str:
    """Return the value of a parameter for people: yes or no, and lists with commas."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value) if value else "none"
    return str(value)
