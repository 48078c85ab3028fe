"""Everybody's entries and comments over time, and the missing ones."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter

from parsers.blog.announcements import quits, says_goodbye
from parsers.model import Comment, Post, Roster, Status, name_key
from validators.view import QUEUE_LOOKBACK, GameView
from validators.voting.dated_posts import unseen_comments
from validators.voting.roster_events import DONE
from validators.voting.timeline import Timeline
from validators.wording import Doubt, DoubtKind, doubt

_at = attrgetter("at")


@dataclass(frozen=True, slots=True)
class Deed:
    """An entry or comment; ``comment`` is None for an entry."""

    at: datetime
    post: Post
    comment: Comment | None = None

    @property
    def text(self) -> str:
        """The text of the entry, with its title, or of the comment."""
        return f"{self.post.title}\n{self.post.body}" if self.comment is None else self.comment.text


class Activity:
    """Everybody's entries and comments up to the time of the view, including deleted ones."""

    def __init__(self, view: GameView, timeline: Timeline) -> None:
        self._seen, self._timeline, self._as_of = view.coverage, timeline, view.as_of
        found: dict[str, dict[object, Deed]] = {}
        self._undated: set[str] = set()
        gone = (seen.value for past in (view.read.pasts or {}).values() for seen in past.versions)
        for post in (*view.posts, *gone):
            written = [
                (post.author, post.posted, None),
                *((each.author, each.at, each) for each in post.comments or ()),
            ]
            for author, at, comment in written:
                if at is None:
                    self._undated.add(name_key(author))
                elif at <= view.as_of:
                    found.setdefault(name_key(author), {}).setdefault(
                        (at, post.key, comment is None), Deed(at, post, comment)
                    )
        self._deeds = {key: sorted(deeds.values(), key=_at) for key, deeds in found.items()}

    def undated(self, name: str) -> bool:
        """Return whether an entry or comment of somebody has an unreadable time."""
        return name_key(name) in self._undated

    def until(self, name: str, moment: datetime) -> list[Deed]:
        """Return the entries and comments of somebody up to a moment, oldest first."""
        deeds = self._deeds.get(name_key(name), [])
        return deeds[: bisect_right(deeds, moment, key=_at)]

    def unseen(self, start: datetime, end: datetime) -> Doubt | None:
        """Return why entries or comments between two moments may be missing; None if none can be.
        Comments on old posts are not considered (see :meth:`perhaps_unseen`).
        """
        if not self._seen.reaches(start, end):
            missing = self._seen.older_posts(start, self._as_of)
            return doubt(DoubtKind.OLDER_POSTS, what=missing)
        if not self._seen.current(end):
            return doubt(DoubtKind.PAGE_OUTDATED, what=self._seen.outdated(None))
        recent = (
            post for post in self._timeline.posts if start - QUEUE_LOOKBACK <= post.posted <= end
        )
        posts = (*self._timeline.undated, *recent)
        hidden = (self._hidden(post, start, end) for post in posts)
        return next(filter(None, hidden), None)

    def perhaps_unseen(self, start: datetime) -> bool:
        """Return whether old posts may have unread comments from after a moment."""
        old = (post for post in self._timeline.posts if post.posted < start - QUEUE_LOOKBACK)
        return not self._seen.reaches(start - QUEUE_LOOKBACK) or any(
            self._hidden(post, start, self._as_of) for post in old
        )

    def departures(self, roster: Roster) -> Iterator[Doubt]:
        """Yield a doubt for each entry by which a listed Player may have left the game: it says so,
        or it is their last known entry or comment and says goodbye.
        """
        signs = self._timeline.rosters.signs
        for name in roster.active:
            deeds = self.until(name, self._as_of)
            added = [sign.at for sign in signs.get(name_key(name), ()) if sign.news in DONE]
            for deed in deeds:
                entry = deed.comment is None and deed.post.category.matter is None
                if (
                    entry
                    and (quits(deed.text) or (deed is deeds[-1] and says_goodbye(deed.text)))
                    and max(added, default=deed.at) <= deed.at
                ):
                    yield doubt(DoubtKind.LEFT_BY_POST, name=name, post=deed.post.title)

    def _hidden(self, post: Post, start: datetime, end: datetime) -> Doubt | None:
        """Return why comments on a post between two moments may be missing."""
        if post.status is not Status.PENDING and post.closed is not None and post.closed <= start:
            return None
        why = unseen_comments(post, self._seen.comments(post.key, len(post.comments or ())))
        if why is None and not self._seen.current(end, post.key):
            why = doubt(DoubtKind.PAGE_OUTDATED, what=self._seen.outdated(post.key))
        return why and doubt(DoubtKind.POST_UNSEEN, post=post.title, why=why)
