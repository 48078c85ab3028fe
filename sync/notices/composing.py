"""From drafts to notices: what was told in a place is left out, and what nobody knows of is not said again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from sync.notices.model import Draft, Notice, Posted, mark_of
from sync.notices.places import Told
from sync.notices.wording import worded

__all__ = ["composed"]

UNSURE = "it was sent before, and nobody knows whether it arrived; look there, and post it by hand if it did not"


def composed(drafts: Iterable[Draft], told_at: Callable[[Draft], Told], as_of: datetime) -> Iterator[tuple[Notice, Posted]]:
    """Each draft as a notice of what was not told yet, and what is known of it before anything is sent."""
    for draft in drafts:
        told = told_at(draft)
        left = tuple(finding for finding in draft.findings if finding.fingerprint[:8] not in told.told)
        if not left:
            yield Notice(draft, "", mark_of(draft.findings)), Posted("already-posted", why="the notice stands there, or did")
            continue
        notice = worded(replace(draft, findings=left), as_of)
        unsure = any(finding.fingerprint[:8] in told.unsure for finding in left)
        yield notice, Posted("unknown", why=UNSURE) if unsure else Posted()
