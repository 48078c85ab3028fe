"""From when on an audit looks at what was done: a time that was asked for, else the dynasty that is going on."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from parsers.model import Category, Status
from validators.finding import Finding, NotEvaluated
from validators.view import GameView

if TYPE_CHECKING:
    from validators.checks.run import AuditReport

_DONE = ("matter", "post", "player", "revision")
"""Subjects of findings about what somebody did; the others are about the state of the game."""


def dynasty_began(view: GameView) -> datetime | None:
    """When the latest Ascension Address known was posted."""
    made = (post.posted for post in view.posts if post.category is Category.ASCENSION and post.posted)
    return max((posted for posted in made if posted <= view.as_of), default=None)


def restricted(report: AuditReport, view: GameView, since: datetime | None = None) -> AuditReport:
    """The report without findings about what was done before ``since``, by default before the dynasty that is going on.

    A post counts by when it was posted or resolved, a pending matter always, anything else by its latest evidence. Where
    ``since`` is given and not all posts made since then were seen, the report is inconclusive.
    """
    start = dynasty_began(view) if since is None else since
    if start is None:
        return report
    counts = {
        post.key: (post.category.matter is not None and post.status is Status.PENDING)
        or any(time is None or time >= start for time in (post.posted, post.closed or post.posted))
        for post in view.posts
    }
    findings = tuple(finding for finding in report.findings if _is_covered(finding, counts, start))
    missing = []
    if since is not None and not view.coverage.reaches(since):
        missing = [NotEvaluated("posts", view.coverage.older_posts(since, view.as_of), source=True, inconclusive=True)]
    lacking = (item for item in report.not_evaluated if item.until is None or item.until >= start)
    return replace(report, findings=findings, not_evaluated=(*lacking, *missing), since=start)


def _is_covered(finding: Finding, counts: dict[str, bool], start: datetime) -> bool:
    if finding.subject.kind not in _DONE:
        return True
    times = [item.at for item in finding.evidence if item.at is not None]
    return counts.get(finding.subject.id, not times or max(times) >= start)
