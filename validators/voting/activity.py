"""What everybody wrote and when, and which part of it was not seen."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from parsers.model import Comment, Post, Status, name_key
from validators.view import PENDS, GameView
from validators.voting.conditions import unseen_comments
from validators.voting.timeline import Timeline

_at, _posted = attrgetter("at"), attrgetter("posted")


@dataclass(frozen=True, slots=True)
class Deed:
    """An entry or comment of somebody; ``comment`` None for an entry."""

    at: datetime
    post: Post
    comment: Comment | None = None

    @property
    def text(self) -> str:
        """What it says."""
        return f"{self.post.title}\n{self.post.body}" if self.comment is None else self.comment.text


class Activity:
    """The entries and comments of everybody up to the time of the view, those that are gone since included."""

    def __init__(self, view: GameView, timeline: Timeline) -> None:
        self._view = view
        self._deeds: dict[str, dict[object, Deed]] = {}
        self._undated: set[str] = set()
        self._undated_posts, self._posts = timeline.undated, timeline.posts
        gone = (seen.value for past in (view.pasts or {}).values() for seen in past.versions)
        for post in (*view.posts, *gone):
            self._add(post.author, post.posted, post)
            for comment in post.comments or ():
                self._add(comment.author, comment.at, post, comment)
        self._sorted = {key: sorted(deeds.values(), key=_at) for key, deeds in self._deeds.items()}

    def _add(self, author: str, at: datetime | None, post: Post, comment: Comment | None = None) -> None:
        if at is None:
            self._undated.add(name_key(author))
        elif at <= self._view.as_of:
            self._deeds.setdefault(name_key(author), {}).setdefault((at, post.key, comment is None), Deed(at, post, comment))

    def undated(self, name: str) -> bool:
        """Whether the time of something that somebody wrote could not be read."""
        return name_key(name) in self._undated

    def until(self, name: str, moment: datetime) -> list[Deed]:
        """What somebody wrote up to a moment, oldest first."""
        deeds = self._sorted.get(name_key(name), [])
        return deeds[: bisect_right(deeds, moment, key=_at)]

    def unseen(self, start: datetime, end: datetime) -> str | None:
        """Why something written from one moment to another may not have been seen; None if all of it was.

        Comments on what was posted long before ``start`` are another matter; see :meth:`perhaps_unseen`.
        """
        coverage = self._view.coverage
        if not coverage.reaches(start, end):
            return coverage.older_posts(start, self._view.as_of)
        if not coverage.current(end):
            return coverage.outdated(None)
        first, last = bisect_left(self._posts, start - PENDS, key=_posted), bisect_right(self._posts, end, key=_posted)
        hidden = (self._hidden(post, start, end) for post in (*self._undated_posts, *self._posts[first:last]))
        return next((why for why in hidden if why is not None), None)

    def perhaps_unseen(self, start: datetime) -> bool:
        """Whether there may be comments from after ``start`` on older posts that nobody looked at."""
        old = self._posts[: bisect_left(self._posts, start - PENDS, key=_posted)]
        return not self._view.coverage.reaches(start - PENDS) or any(self._hidden(post, start, self._view.as_of) for post in old)

    def _hidden(self, post: Post, start: datetime, end: datetime) -> str | None:
        """Why comments from between two moments on a post may not have been seen; after its resolution there are none."""
        if post.status is not Status.PENDING and post.closed is not None and post.closed <= start:
            return None
        why = unseen_comments(post)
        if why is not None:
            return f"“{post.title}”: {why}{self._view.coverage.comments(post.key)}"
        return None if self._view.coverage.current(end, post.key) else f"“{post.title}”: {self._view.coverage.outdated(post.key)}"
