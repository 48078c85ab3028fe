"""The local store: every version of posts, comments, rosters and wiki pages that was ever seen. See docs/store.md."""

from __future__ import annotations

from sync.store.journal import Journal
from sync.store.runs import Run
from sync.store.store import Store
from sync.store.values import Held, Kept, Kind, Listing, Pruned, Report, ReportedFinding, State, Write, Written

__all__ = [
    "Held",
    "Journal",
    "Kept",
    "Kind",
    "Listing",
    "Pruned",
    "Report",
    "ReportedFinding",
    "Run",
    "State",
    "Store",
    "Write",
    "Written",
]
