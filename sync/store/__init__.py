"""The local store: every version of posts, comments, rosters and wiki pages that a pull has read.
See docs/store.md.
"""

from __future__ import annotations

from sync.store.journal import NOT_IN_JOURNAL, Journal, Kind, State, Write, Written
from sync.store.pull_run import Run
from sync.store.store import Report, Store

__all__ = [
    "NOT_IN_JOURNAL",
    "Journal",
    "Kind",
    "Report",
    "Run",
    "State",
    "Store",
    "Write",
    "Written",
]
