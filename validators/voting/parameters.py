"""The Ruleset's numbers and switches in the types the game counts in, and what of them was not understood."""

from __future__ import annotations

from datetime import timedelta

from parsers.ruleset.model import Ruleset, UnreadClause

__all__ = ["days", "hours", "number", "unread_about", "within"]


def number(rules: Ruleset, key: str) -> int | None:
    """A whole number of the rules; None where the text has none."""
    value = rules.value(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def hours(rules: Ruleset, key: str) -> timedelta | None:
    """A limit that the rules state in hours."""
    amount = number(rules, key)
    return None if amount is None else timedelta(hours=amount)


def days(rules: Ruleset, key: str) -> timedelta | None:
    """A limit that the rules state in days."""
    amount = number(rules, key)
    return None if amount is None else timedelta(days=amount)


def within(name: str, topic: str) -> bool:
    """Whether a dotted name is a topic or lies below it."""
    return name == topic or name.startswith(topic + ".")


def unread_about(rules: Ruleset, key: str) -> UnreadClause | None:
    """The clause that was not understood and would have held a key. A page without its sections lacks them all."""
    for unread in rules.unread:
        if unread.topic == "sections" or within(key, unread.topic):
            return unread
    return None
