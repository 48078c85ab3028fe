"""The tally in an admin's note: "7-1", "7 votes to 1", "3 FOR, 4 AGAINST", "15-8-3", "with 6 votes FOR"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from parsers.blog.numbers import NUMBER, read_number

__all__ = ["Tally", "read_tally"]


@dataclass(frozen=True, slots=True)
class Tally:
    """The numbers a note states; None for what it does not."""

    for_: int | None = None
    against: int | None = None
    deferential: int | None = None


_FOR, _AGAINST, _DEFERENTIAL = range(3)
_LABEL = r"(fors?|in favou?r|againsts?|defs?|deferentials?|imperials?)\b"
_VALUE = rf"({NUMBER})(?: votes?)?(?: {_LABEL})?"
_TO = r"(?: ?- ?| to | vs\.? | versus )"
# Not a part of a date or a time, not "from 6 to 5", not "2 to 3 days".
_PAIR = re.compile(
    rf"(?<![\w.:/-])(?<!from ){_VALUE}{_TO}{_VALUE}(?:{_TO}{_VALUE})?(?!\w|[:/]\d| ?- ?\d+\b| (?:hours?|hrs?|days?|minutes?)\b)",
    re.IGNORECASE,
)
_SIDE = re.compile(rf"(?<!no )(?<![\w.:/-])({NUMBER}) (?:votes? |players? |people |voted |voting ){{0,3}}{_LABEL}", re.IGNORECASE)
_NAMED = re.compile(rf"\b{_LABEL}(?: votes?)? ?[:=] ?({NUMBER})", re.IGNORECASE)


def read_tally(lines: Sequence[str]) -> Tally:
    """The tally that the last of a note's lines states, with DEFERENTIALs that a later line adds."""
    deferential = None
    for line in reversed(lines):
        stated = _in_line(line)
        if deferential is None:
            deferential = stated.get(_DEFERENTIAL)
        if _FOR in stated or _AGAINST in stated:
            return Tally(stated.get(_FOR), stated.get(_AGAINST), deferential)
    return Tally(deferential=deferential)


def _in_line(line: str) -> dict[int, int]:
    pairs = list(_PAIR.finditer(line))
    rest = _PAIR.sub(";", line)
    stated = {_side(label): read_number(number) for number, label in _SIDE.findall(rest)}
    stated |= {_side(label): read_number(number) for label, number in _NAMED.findall(rest)}
    return stated | _in_pair(pairs[-1]) if pairs else stated


def _in_pair(pair: re.Match[str]) -> dict[int, int]:
    """Which side each number of "7-1" or "7 FOR to 1" or "15-8-3" is: by its label, else in the order FOR, AGAINST, DEFERENTIAL."""
    number, label, other, other_label, third, third_label = pair.groups()
    if not label and other_label and _side(other_label) is _FOR:
        other_label = ""  # "7-1 for" speaks of the whole
    values = [(number, label), (other, other_label), *([(third, third_label)] if third else [])]
    stated = {_side(named): read_number(value) for value, named in values if named}
    free = [side for side in (_FOR, _AGAINST, _DEFERENTIAL) if side not in stated]
    return stated | {side: read_number(value) for side, (value, _) in zip(free, [v for v in values if not v[1]], strict=False)}


def _side(label: str) -> int:
    first = label[0].lower()
    return _AGAINST if first == "a" else _FOR if label.lower().startswith(("fo", "in")) else _DEFERENTIAL
