"""Whether a value of the tracking page is one that its variable may have, as far as the rules were read."""

from __future__ import annotations

import re

from parsers.gamestate.model import TrackedEntry
from parsers.gamestate.typed import ValueKind
from parsers.model import Confidence
from parsers.ruleset.model import Variable

__all__ = ["NUMBERS", "blank_by_mistake", "exceeded_limit", "is_legal", "not_chosen"]

NUMBERS = ("integer", "number")
"""The types of variables that hold a number."""

_ALLOWS_BLANK = re.compile(r"\b(?:blank|empty|none|nothing|no (?:one|value)|nobody|unset|may have (?:an?|one)|up to one)\b", re.IGNORECASE)


def is_legal(entry: TrackedEntry) -> bool:
    """Whether a value is one that its variable may have; what has no variable may be anything."""
    variable = entry.variable
    if variable is None or entry.typed.failed:
        return variable is None
    if variable.choices:
        return not not_chosen(entry, variable)[0]
    value = entry.typed.value
    return variable.type not in NUMBERS or (isinstance(value, int | float) and exceeded_limit(value, variable) is None)


def exceeded_limit(value: float, variable: Variable) -> int | None:
    """The least or greatest number allowed, where a value is beyond it."""
    if variable.min is not None and value < variable.min:
        return variable.min
    return variable.max if variable.max is not None and value > variable.max else None


def not_chosen(entry: TrackedEntry, variable: Variable) -> tuple[str, Confidence]:
    """The part of a value that is not one of the variable's choices, in words (empty if all is), and how surely."""
    if variable.type in ("list", "set") and isinstance(entry.typed.value, tuple):
        known = {choice.casefold() for choice in variable.choices or ()}
        wrong = [item for item in entry.typed.value if item.casefold() not in known]
        return ", ".join(f"“{item[:80]}”" for item in wrong[:5]), Confidence.MEDIUM
    if entry.typed.failed:
        return f"“{entry.text[:80]}”", Confidence.HIGH
    return ("blank", Confidence.LOW) if blank_by_mistake(entry, variable) else ("", Confidence.HIGH)


def blank_by_mistake(entry: TrackedEntry, variable: Variable) -> bool:
    """Whether a value is blank although its rule says nothing of blank ones."""
    return entry.typed.kind is ValueKind.NONE and variable.default != "" and not _ALLOWS_BLANK.search(variable.quote)
