"""Durations, dates and counts in words."""

from __future__ import annotations

from datetime import date, timedelta

__all__ = ["counted", "day", "span"]


def span(duration: timedelta) -> str:
    """A length of time: hours and minutes, from seven days on days and hours; seconds are left out."""
    minutes = int(duration.total_seconds()) // 60
    hours = minutes // 60
    return f"{hours // 24} days {hours % 24} h" if hours >= 7 * 24 else f"{hours} h {minutes % 60:02d} min"


def counted(number: int, noun: str) -> str:
    """``1 vote``, ``2 votes``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def day(moment: date) -> str:
    """``24 December``."""
    return f"{moment.day} {moment:%B}"
