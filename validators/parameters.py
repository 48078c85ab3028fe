"""The Ruleset's numbers and switches in the types the game counts in, and what of them was not understood."""

from __future__ import annotations

from datetime import timedelta

from parsers.ruleset.model import Ruleset, Unread

__all__ = ["days", "hours", "number", "unread_about", "within"]

_TOGETHER = {
    "votes": ("vote", "deferential.players"),
    "proposal.limits": ("proposal.pending_limit", "proposal.daily_limit"),
    "proposal.enact": ("proposal.min_open_hours", "proposal.oldest_first"),
    "proposal.fail": ("proposal.oldest_first",),
    "dov.enact": ("dov.threshold", "dov.early_hours", "dov.late_hours"),
    "dov.fail": ("dov.fail_unpopular_hours", "dov.fail_after_hours"),
}
"""Topics of the parser that stand for several keys, where the topic is not simply the beginning of the key."""


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


def unread_about(rules: Ruleset, key: str) -> Unread | None:
    """The clause that was not understood and would have held a key. A page without its sections lacks them all."""
    for unread in rules.unread:
        topics = _TOGETHER.get(unread.topic, (unread.topic,))
        if unread.topic == "sections" or any(within(key, topic) for topic in topics):
            return unread
    return None
