"""How far back the lists of posts of a source reach without a gap, and what they show before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from parsers.blog.merging import ReadPage
from parsers.blog.selectors import page_number
from parsers.model import Post
from sync.pulling.pull_state import end_of, month_of, start_of
from validators.view import SeenStretch

_MINUTE = timedelta(minutes=1)
"""Entry times have no seconds: of the posts of a list's last minute, some may not be on it."""
_UNLIMITED = 100
"""ExpressionEngine shows so many entries where a template states no limit, and no link to the others."""


def seen_since(moment: datetime, stretches: Iterable[SeenStretch]) -> tuple[datetime | None, tuple[SeenStretch, ...]]:
    """Since when, up to a moment, every post is known, None if not even those just before it are; and what is known before that.

    Stretches that touch are one.
    """
    joined = [SeenStretch(moment, moment)]
    for each in sorted(stretches, key=lambda one: one.until, reverse=True):
        until = min(each.until, moment)
        if until >= joined[-1].since:
            joined[-1] = SeenStretch(min(each.since, joined[-1].since), joined[-1].until)
        elif each.since < until:
            joined.append(SeenStretch(each.since, until))
    first, *earlier = joined
    return (first.since, tuple(earlier)) if first.since < moment else (None, ())


def listed(pages: Sequence[ReadPage], seen_at: datetime) -> list[SeenStretch]:
    """The stretches of which front page and archives that were saved at a time show every post.

    An archive that lacks a post of the front page was saved earlier. One that is cut off, or continues on a page that is
    not there, reaches back to its last post.
    """
    lists: dict[str, list[ReadPage]] = {}
    for read in pages:
        if read.kind != "entry" and not any(problem.fatal for problem in read.page.problems):
            lists.setdefault(read.first, []).append(read)
    front = [post for read in pages if read.kind == "front" for post in read.page.posts]
    return [found for reads in lists.values() if (found := _stretch(reads, front, seen_at)) is not None]


def _stretch(reads: Sequence[ReadPage], front: Sequence[Post], seen_at: datetime) -> SeenStretch | None:
    """What a list with its further pages shows."""
    shown: list[Post] = []
    whole = True
    for read in reads:
        if page_number(read.page.url)[1] > len(shown):
            whole = False  # a page between them is missing
            break
        shown += sorted(read.page.posts, key=lambda post: post.position)
        whole = whole and all(problem.where != read.page.url for problem in read.page.problems)
    dates = [post.posted for post in shown if post.posted is not None]
    if not dates:
        return None
    month = month_of(reads[0].page.url)
    if month is None:
        return SeenStretch(dates[-1] + _MINUTE, seen_at)
    start, end = start_of(*month), end_of(*month)
    whole = whole and (len(reads) > 1 or len(shown) != _UNLIMITED)
    have = {read.page.url.rstrip("/") for read in reads}
    whole = whole and all(address.rstrip("/") in have for read in reads for address in read.page.more)
    keys = {post.key for post in shown}
    later = any(post.key not in keys and post.posted is not None and start <= post.posted < end for post in front)
    until = dates[0] + _MINUTE if later else min(end, seen_at)
    return SeenStretch(start if whole else dates[-1] + _MINUTE, until)
