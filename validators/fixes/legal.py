"""Whether a value of the tracking page is one that its variable may have, as far as the rules were read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from parsers.gamestate.model import TrackedEntry
from parsers.gamestate.typed import ValueKind
from parsers.model import Confidence
from parsers.ruleset.model import Variable

NUMBERS = ("integer", "number")
"""The types of variables that hold a number."""

_ALLOWS_BLANK = re.compile(r"\b(?:blank|empty|none|nothing|no (?:one|value)|nobody|unset|may have (?:an?|one)|up to one)\b", re.IGNORECASE)


class Fault(NamedTuple):
    """Why a value is not legal: the code of the check, what is wrong as the end of a sentence, and how sure that is."""

    code: str
    says: str
    sure: Confidence = Confidence.HIGH


def faults(entry: TrackedEntry, variable: Variable) -> Iterator[Fault]:
    """What is wrong with a value, as BN401 to BN404 report it."""
    value, is_number = entry.typed.value, variable.type in NUMBERS
    if is_number and isinstance(value, int | float) and (limit := _exceeded_limit(value, variable)) is not None:
        says = "and it may not be negative" if value < limit == 0 else f"{'less' if value < limit else 'more'} than {limit}"
        yield Fault("BN401", f"is “{entry.text[:80]}”, {says}")
    wrong, sure = _not_chosen(entry, variable) if variable.choices else ("", Confidence.HIGH)
    if wrong:
        yield Fault("BN402", f"is {wrong}, which is none of {', '.join((variable.choices or ())[:20])}", sure)
    if is_number and entry.typed.failed:
        yield Fault("BN403", f"should be a number: {entry.typed.why}")
    elif is_number and _blank_by_mistake(entry, variable):
        yield Fault("BN403", "is blank and should be a number", Confidence.LOW)
    if variable.type == "name" and entry.typed.failed:
        yield Fault("BN404", f"should be a player's name, and {entry.typed.why}")


def is_legal(entry: TrackedEntry) -> bool:
    """Whether a value is one that its variable may have; what has no variable may be anything."""
    return entry.variable is None or not (entry.typed.failed or any(faults(entry, entry.variable)))


def _exceeded_limit(value: float, variable: Variable) -> int | None:
    """The least or greatest number allowed, where a value is beyond it."""
    if variable.min is not None and value < variable.min:
        return variable.min
    return variable.max if variable.max is not None and value > variable.max else None


def _not_chosen(entry: TrackedEntry, variable: Variable) -> tuple[str, Confidence]:
    """The part of a value that is not one of the variable's choices, in words (empty if all is), and how surely."""
    if variable.type in ("list", "set") and isinstance(entry.typed.value, tuple):
        known = {choice.casefold() for choice in variable.choices or ()}
        wrong = [item for item in entry.typed.value if item.casefold() not in known]
        return ", ".join(f"“{item[:80]}”" for item in wrong[:5]), Confidence.MEDIUM
    if entry.typed.failed:
        return f"“{entry.text[:80]}”", Confidence.HIGH
    return ("blank", Confidence.LOW) if _blank_by_mistake(entry, variable) else ("", Confidence.HIGH)


def _blank_by_mistake(entry: TrackedEntry, variable: Variable) -> bool:
    """Whether a value is blank although its rule says nothing of blank ones."""
    return entry.typed.kind is ValueKind.NONE and variable.default != "" and not _ALLOWS_BLANK.search(variable.quote)
