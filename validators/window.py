"""From when on an audit looks at what was done: a time that was asked for, else the dynasty that is going on; and what comes too late."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from parsers.model import Category, Post, Status
from validators.finding import Finding
from validators.view import GameView

PAST_AFTER = timedelta(days=30)
"""What a finding is about cannot be put right any more when its matter was resolved so long ago."""


def dynasty_began(view: GameView) -> datetime | None:
    """When the latest Ascension Address known was posted."""
    made = (post.posted for post in view.posts if post.category is Category.ASCENSION and post.posted)
    return max((posted for posted in made if posted <= view.as_of), default=None)


def window_start(view: GameView, since: datetime | None = None) -> datetime | None:
    """From when on an audit looks at what was done: ``since``, else since the dynasty began; None where everything counts."""
    return dynasty_began(view) if since is None else since


def covers(start: datetime | None, post: Post) -> bool:
    """Whether a post counts: by when it was posted or resolved, a pending matter always."""
    if start is None or (post.category.matter is not None and post.status is Status.PENDING):
        return True
    return any(time is None or time >= start for time in (post.posted, post.closed or post.posted))


def with_past(view: GameView, findings: Iterable[Finding], lasting: Collection[str] = ()) -> Iterator[Finding]:
    """The findings, those marked as ``past`` that are about a matter resolved, or another post made, too long ago.

    Findings about pending matters, pages and people never are, nor those of the codes in ``lasting``.
    """
    old = {post.key for post in view.posts if _is_old(post, view)}
    for finding in findings:
        about_post = finding.subject.kind in ("matter", "post") and finding.code not in lasting
        yield replace(finding, past=True) if about_post and finding.subject.id in old else finding


def _is_old(post: Post, view: GameView) -> bool:
    pending = post.category.matter is not None and post.unresolved
    since = post.closed or post.posted
    return not pending and since is not None and since < view.as_of - PAST_AFTER
