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
    match tables().accepted.get(key), value:
        case "flag", bool():
            return value
        case "true", True:
            return True
        case "words" | "dates" as kind, list(words):
            form = _DATE if kind == "dates" else _ANY
            said = tuple(map(str, words))
            return said if all(map(form.fullmatch, said)) else None
        case list(choices), str() if value in choices:
            return value
        case None, int() if accepted(key) and not isinstance(value, bool) and 0 <= value <= MOST:
            return value
    return None
