"""What is done to the tool, where, and what may come of it: a new fault or point gets a row here and
a test that records each try.

    record("Reading", "entry", "500", Outcome.SAME)

`python -m tests.reliability` runs the tests of all cells and writes docs/reliability.md.
"""

from __future__ import annotations

import json
import os
from enum import Enum
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.fault_proxy import API_ERRORS, FAULTS, LATE

__all__ = ["ANYWHERE", "MATRIX", "REAL", "RECORD", "Outcome", "Tried", "cells", "record"]

REAL = "Saving an edit, on MediaWiki"
ANYWHERE = "any request"
RECORD = "RELIABILITY_RECORD"
"""The variable that names the file to which tests add what they tried, one JSON array a line."""


class Outcome(Enum):
    """How a try ended. There is no other way: a test fails instead."""

    SAME = "same"
    """As without the fault."""
    SETTLED = "settled"
    """Reported in a sentence and by the exit code; nothing is lost, doubled or certified that
    should not be, and the next run has the result.
    """
    UNKNOWN = "unknown"
    """As SETTLED, and the report says that the outcome of a write is unknown."""
    UNCHANGED = "unchanged"
    """Reported, and nothing was written; somebody has to mend it."""


class Tried(NamedTuple):
    """One try of a cell."""

    area: str
    point: str
    fault: str
    outcome: Outcome


_NETWORK = tuple(fault for fault in FAULTS if fault not in LATE and "API" not in fault)
_MOSTLY = (
    "reset, not handled",
    "502, not handled",
    "no answer, not handled",
    "reset, handled",
    "503, handled",
    "cut short",
    "cut short, length adjusted",
    "other page",
    "no answer, handled",
)
_ALL_READS = ("front page", "month", "entry", "wiki pages", "wiki history")
_ERRORS_OF_READING = ("readonly", "maxlag", "ratelimited", "internal_api_error_DBQueryError")
_ALL_SAVES = ("token", "login", "site", "look", "edit", "history", "read back")
_ALL_COMMENTS = ("entry", "login page", "login", "comment", "read back")
_JOURNAL = ("journal before an edit", "journal after an edit", "journal after a message")

MATRIX: dict[str, dict[str, tuple[str, ...]]] = {
    "Reading": {
        "connection refused": ("front page", "wiki pages"),
        **dict.fromkeys(_NETWORK, _ALL_READS),
        **{f"API error {code}": _ALL_READS[3:] for code in _ERRORS_OF_READING},
    },
    "Saving an edit": {
        "connection refused": ("token",),
        **dict.fromkeys(_NETWORK, _ALL_SAVES),
        **{f"API error {code}": ("edit",) for code in API_ERRORS},
        **{f"API error {code}": ("look", "edit", "read back") for code in _ERRORS_OF_READING},
        "killed at random": (ANYWHERE,),
        "faults and kills in any order": (ANYWHERE,),
    },
    REAL: {
        **dict.fromkeys((*_MOSTLY, *LATE), ("edit",)),
        "killed before": ("look", "edit", "read back"),
        "killed after": ("edit", "read back"),
    },
    "Commenting on the blog": {
        "connection refused": ("entry",),
        **dict.fromkeys(_NETWORK, _ALL_COMMENTS),
        "killed before": ("comment",),
        "killed after": ("comment",),
    },
    "The store": {
        "disk full": ("pull", *_JOURNAL),
        "locked": ("pull", *_JOURNAL[:2]),
        "read-only": ("pull", *_JOURNAL[:2]),
        "cut short": ("pull",),
        "write broken off": ("pull",),
        "killed at random": ("pull",),
        "two at once": ("pull",),
    },
}
"""Areas, their faults, and the points at which each is tried."""


def cells(area: str) -> list[object]:
    """The points and faults of an area as parameters of a test, but for kills."""
    return [
        pytest.param(point, fault, id=f"{fault} at {point}")
        for fault, points in MATRIX[area].items()
        if "kill" not in fault
        for point in points
    ]


def record(area: str, point: str, fault: str, outcome: Outcome) -> None:
    """Note the outcome of a try, where the run collects them."""
    assert point in MATRIX[area][fault]
    if file := os.environ.get(RECORD):
        with Path(file).open("a", encoding="utf-8") as lines:
            lines.write(json.dumps([area, point, fault, outcome.name]) + "\n")
