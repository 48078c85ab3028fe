"""Truth values of conditions, of which some are unknown (None): Kleene's strong logic."""

from __future__ import annotations

__all__ = ["every", "negated", "some"]


def every(*values: bool | None) -> bool | None:
    """Whether all hold: one that does not is enough to know."""
    return False if False in values else None if None in values else True


def some(*values: bool | None) -> bool | None:
    """Whether at least one holds: one that does is enough to know."""
    return True if True in values else None if None in values else False


def negated(value: bool | None) -> bool | None:
    """The opposite, where it is known."""
    return None if value is None else not value
