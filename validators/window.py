"""From when on an audit looks at what was done: a time that was asked for, else the dynasty that is going on."""

from __future__ import annotations

from datetime import datetime

from parsers.model import Category, Post, Status
from validators.view import GameView


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
