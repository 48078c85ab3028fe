"""A value as the page at hand writes it: the text it replaces, and those beside it, set the style."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from parsers.gamestate.model import Entry, Kind, TypedValue
from parsers.gamestate.typed import is_blank

__all__ = ["written"]

_NUMBER = re.compile(r"[-+−–]?\d[\d,.]{0,30}")
_LONGEST_STYLE = 80


def written(value: TypedValue, old: str, beside: Iterable[Entry]) -> str:
    """The text for a value; ``old`` is what stands in its place now, ``beside`` are the entries of its column.

    A number keeps what stands around the old one (``$5``, ``5/20``), or is a run of its symbol. Nothing is written
    as the column writes it. Whether the text is then read as that value has to be tried.
    """
    if value is None or value in ("", ()):
        return _nothing(beside)
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, str):
        return value
    shown = f"{value}"
    if len(old) > _LONGEST_STYLE:
        return shown
    symbol = old[:1]
    if symbol and not symbol.isalnum() and set(old) == {symbol} and len(old) > 1 and isinstance(value, int) and 0 < value <= _LONGEST_STYLE:
        return symbol * value
    number = _NUMBER.search(old)
    return old if number is None and old == shown else shown if number is None else old[: number.start()] + shown + old[number.end() :]


def _nothing(beside: Iterable[Entry]) -> str:
    """What most blanks of the column say: nothing at all where there is none."""
    nothing = (entry for entry in beside if entry.typed.kind is Kind.NONE or entry.typed.value == ())
    # What is struck out is nothing too, but would not be if it were written anew.
    blanks = Counter(entry.text for entry in nothing if is_blank(entry.text))
    return blanks.most_common(1)[0][0] if blanks else ""
