"""How long a server asks to be left alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from sync.text import one_line, shorten

__all__ = ["AskedWait", "read_retry_after"]

_LONGEST_DATE = 64


@dataclass(frozen=True, slots=True)
class AskedWait:
    """What ``Retry-After`` asks for: in seconds from now, and in words."""

    seconds: float
    text: str


def read_retry_after(headers: Mapping[str, str], now: datetime) -> AskedWait | None:
    """How long the server asks to wait, in seconds or until a date; None where it does not say so in a way that can be understood."""
    text = headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdigit():
        # float() because int() does not take any number of digits.
        return AskedWait(float(text), f"{shorten(text, 20)} seconds")
    if len(text) > _LONGEST_DATE:
        return None
    try:
        until = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return AskedWait(max((until - now).total_seconds(), 0.0), f"until {one_line(until.strftime('%Y-%m-%d %H:%M:%S %Z'))}")
