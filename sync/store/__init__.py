"""The local store: every version of posts, comments, rosters and wiki pages that a pull has read.
See docs/store.md.
"""

from __future__ import annotations

from sync.store.journal import RESULT_NOT_SAVED, Journal, Kind, State, Write, Written
from sync.store.pull_run import Run
from sync.store.store import Report, Store

__all__ = [
    "RESULT_NOT_SAVED",
    "Journal",
    "Kind",
    "Report",
    "Run",
    "State",
    "Store",
    "Write",
    "Written",
]
