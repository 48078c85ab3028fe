"""The yearly days without play (rule or glossary "Seasonal Downtime")."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from parsers.ruleset.model import Ruleset

__all__ = ["downtime_at", "downtime_edges"]


def _dates(rules: Ruleset) -> tuple[str, ...]:
    """The days as ``MM-DD``."""
    value = rules.value("downtime")
    return value if isinstance(value, tuple) else ()


def downtime_at(rules: Ruleset, moment: datetime) -> bool:
    """Whether a moment lies in the downtime (days are UTC days)."""
    return f"{moment:%m-%d}" in _dates(rules)


def downtime_edges(rules: Ruleset, after: datetime) -> list[datetime]:
    """The midnights at which a day of downtime begins or ends, in the year of ``after`` and the next."""
    edges: list[datetime] = []
    for year in (after.year, after.year + 1):
        for text in _dates(rules):
            month, day = (int(part) for part in text.split("-"))
            try:
                start = datetime.combine(date(year, month, day), datetime.min.time(), after.tzinfo)
            except ValueError:
                continue  # a 29th of February that this year has not
            edges += [start, start + timedelta(days=1)]
    return edges
