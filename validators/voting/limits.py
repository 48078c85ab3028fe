"""The numbers, durations and dates of a Ruleset in the types the game counts in, and the clauses that were not understood."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from parsers.ruleset.model import Ruleset, UnreadClause


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
    """The clause that was not understood and would have held a key."""
    return next((unread for unread in rules.unread if unread.concerns(key)), None)


# The yearly days without play (rule or glossary "Seasonal Downtime")


def _downtime(rules: Ruleset) -> tuple[str, ...]:
    """The days as ``MM-DD``."""
    value = rules.value("downtime")
    return value if isinstance(value, tuple) else ()


def downtime_at(rules: Ruleset, moment: datetime) -> bool:
    """Whether a moment lies in the downtime (days are UTC days)."""
    return f"{moment:%m-%d}" in _downtime(rules)


def downtime_edges(rules: Ruleset, after: datetime) -> list[datetime]:
    """The midnights at which a day of downtime begins or ends, in the year of ``after`` and the next."""
    edges: list[datetime] = []
    for year in (after.year, after.year + 1):
        for text in _downtime(rules):
            month, day = (int(part) for part in text.split("-"))
            try:
                start = datetime.combine(date(year, month, day), datetime.min.time(), after.tzinfo)
            except ValueError:
                continue  # 29 February of a common year
            edges += [start, start + timedelta(days=1)]
    return edges
