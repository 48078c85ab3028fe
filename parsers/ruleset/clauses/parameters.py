"""What a reviewer may set a parameter of the rules to."""

from __future__ import annotations

from parsers.ruleset.clauses.clause_collector import tables
from parsers.ruleset.reviews import ClauseValue

MOST = 10_000


def accepted(key: str) -> str | None:
    """Describe the values that a reviewer may give a parameter; None for no such parameter."""
    kind = tables().accepted.get(key)
    if kind is None:
        known = key in tables().keys.split() and key != "special_case.default"
        return f"a whole number from 0 to {MOST:,}" if known else None
    if kind == "flag":
        return "true or false"
    return "a list of words" if kind == "words" else f"one of {', '.join(kind)}"


def stated_by_person(key: str, value: object) -> ClauseValue | None:
    """Return the value as the rules keep it; None where the parameter does not accept it."""
    kind = tables().accepted.get(key)
    if kind == "flag":
        return value if isinstance(value, bool) else None
    if kind == "words":
        fits = isinstance(value, list) and all(isinstance(word, str) for word in value)
        return tuple(map(str, value)) if fits and isinstance(value, list) else None
    if kind is not None:
        return value if isinstance(value, str) and value in kind else None
    if accepted(key) is None or isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value <= MOST else None
