"""The months of the blog's archives."""

from __future__ import annotations

import re
from datetime import UTC, datetime

__all__ = ["end_of", "month_address", "month_of", "start_of"]

_MONTH = re.compile(r"/(\d{4})/(\d{2})(?:/P\d{1,6})?/?$")


def start_of(year: int, month: int) -> datetime:
    """The first moment of a month."""
    return datetime(year, month, 1, tzinfo=UTC)


def end_of(year: int, month: int) -> datetime:
    """The first moment after a month."""
    return datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)


def month_of(address: str) -> tuple[int, int] | None:
    """The month that an archive's address names."""
    found = _MONTH.search(address)
    return (int(found[1]), int(found[2])) if found and 1 <= int(found[2]) <= 12 else None


def month_address(base: str, year: int, month: int) -> str:
    """The address of a month's archive below that of the front page, which ends in a slash."""
    return f"{base}{year:04}/{month:02}/"
