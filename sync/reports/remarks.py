"""What every report of an audit says besides its findings: what is held back, and what does not count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from validators.past import PAST_AFTER
from validators.words import counted

if TYPE_CHECKING:
    from validators.checks.run import AuditReport


def remarks(report: AuditReport) -> Iterator[str]:
    """Sentences on the baseline and on findings that do not make an audit fail; none where there is nothing to say."""
    held = report.held_back
    if held is not None:
        yield f"{counted(held.count, 'known finding')} held back by the baseline."
        if held.stale:
            yield f"Stale in the baseline (no such finding any more): {', '.join(held.stale)}."
        if held.expired:
            yield f"Expired in the baseline: {', '.join(held.expired)}."
    if past := sum(finding.past for finding in report.findings):
        days = PAST_AFTER.days
        yield f"{counted(past, 'finding')} can no longer be settled (resolved over {days} days ago); only --fail-on-past counts them."
    if report.new is not None:
        yield f"{counted(len(report.new), 'finding')} new since the earlier audits of this store; with --fail-on-new only these count."
