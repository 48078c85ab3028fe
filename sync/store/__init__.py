"""The local store: every version of posts, comments, rosters and wiki pages that was ever seen. See docs/store.md."""

from __future__ import annotations

from sync.store.runs import Run
from sync.store.store import Store
from sync.store.values import Asked, Exchange, Gone, Held, Kept, Listing, Pruned, Report, Revision, RunInfo, Seen

__all__ = ["Asked", "Exchange", "Gone", "Held", "Kept", "Listing", "Pruned", "Report", "Revision", "Run", "RunInfo", "Seen", "Store"]
