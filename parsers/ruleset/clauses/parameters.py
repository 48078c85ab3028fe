"""What a reviewer may set a parameter of the rules to."""

from __future__ import annotations

import re

from parsers.ruleset.clauses.clause_collector import tables
from parsers.ruleset.reviews import ClauseValue

MOST = 10_000
_DESCRIBED = {
    "flag": "true or false",
    "true": "true: the tool does not follow the opposite",
    "words": "a list of words",
    "dates": "a list of days such as 12-24",
}
_ANY = re.compile(r"[^\n]{1,100}")
_DATE = re.compile(r"(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")


def accepted(key: str) -> str | None:
    """Describe the values that a reviewer may give a parameter; None for no such parameter."""
    kind = tables().accepted.get(key)
    if kind is None:
        known = key in tables().keys.split() and key != "special_case.default"
        return f"a whole number from 0 to {MOST:,}" if known else None
    described = _DESCRIBED.get(kind) if isinstance(kind, str) else None
    return described or f"one of {', '.join(kind)}"


def stated_by_person(key: str, value: object) -> ClauseValue | None:
    """Return the value as the rules keep it; None where the parameter does not accept it."""
    kind = tables().accepted.get(key)
    if kind == "flag":
        return value if isinstance(value, bool) else None
    if kind == "true":
        return True if value is True else None
    if kind in ("words", "dates"):
        form = _DATE if kind == "dates" else _ANY
        if not isinstance(value, list) or not all(form.fullmatch(str(word)) for word in value):
            return None
        return tuple(map(str, value))
    if kind is not None:
        return value if isinstance(value, str) and value in kind else None
    if accepted(key) is None or isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value <= MOST else None
