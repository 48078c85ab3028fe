"""Everybody's posts and comments, the reasons for leaving, and the silence after which somebody may
be idled (rule "Idle Players").
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from itertools import pairwise
from operator import attrgetter

from parsers.blog.announcements import NewsKind, quits, says_goodbye, speaks_of_leaving
from parsers.model import Comment, Post, Roster, Status, name_key, same_name
from parsers.ruleset.ruleset_model import Ruleset
from validators.view import QUEUE_LOOKBACK, GameView
from validators.voting.dated_posts import NEVER, unseen_comments
from validators.voting.roster_events import DONE, RosterChange, RosterStatus, speaks_of_idling
from validators.voting.rosters import RosterHistory
from validators.voting.timeline import Timeline
from validators.voting.voting_rules import hours, unread_about
from validators.wording import Doubt, DoubtKind, doubt

_at = attrgetter("at")

_DAY = timedelta(days=1)
"""The longest time between a matter that idles somebody and the change of the sidebar."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An entry or comment; ``comment`` is None for an entry."""

    at: datetime
    post: Post
    comment: Comment | None = None

    @property
    def text(self) -> str:
        """The text."""
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
        """Return why entries or comments between two moments may be missing, leaving out old posts;
        None if none is.
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
        """Return whether older posts may have unread comments from after ``start``."""
        old = (post for post in self._timeline.posts if post.posted < start - QUEUE_LOOKBACK)
        return not self._seen.reaches(start - QUEUE_LOOKBACK) or any(
            self._hidden(post, start, self._as_of) for post in old
        )

    def departures(self, roster: Roster) -> Iterator[Doubt]:
        """Yield the entries by which a listed Player may have left the game: they say so, or say
        goodbye in their last known entry or comment.
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


# Leaving


class Asked(Enum):
    """Whether somebody was idled on request, or for another reason than silence."""

    YES = auto()
    PERHAPS = auto()
    NO = auto()


@dataclass(frozen=True, slots=True)
class Timeout:
    """The silence after which somebody can be idled: certainly after ``sure``, possibly after
    ``least`` because of the earlier idling ``reduced``.
    """

    sure: timedelta
    least: timedelta
    reduced: RosterChange | None = None


def active_throughout(
    deeds: Sequence[Deed], start: datetime, end: datetime, limit: timedelta
) -> bool:
    """Return whether somebody wrote so often that at every moment between two moments less than the
    limit had passed since.
    """
    times = [deed.at for deed in deeds if deed.at <= end]
    place = bisect_right(times, start)
    since = times[place - 1 :] if place else []
    if not since or start - since[0] >= limit or end - since[-1] >= limit:
        return False
    return all(later - earlier <= limit for earlier, later in pairwise(since))


class Idlings:
    """The departures from the list of Players in a view."""

    def __init__(self, view: GameView, timeline: Timeline, rosters: RosterHistory) -> None:
        self._view, self._timeline, self._rosters = view, timeline, rosters
        self.activity = Activity(view, timeline)

    def asked(self, change: RosterChange, rules: Ruleset) -> Asked | Doubt:
        """Return whether somebody asked to be idled, or a doubt about missing data. Also YES if an
        enacted matter idled them, or if an Admin who can idle themselves left without an
        announcement.
        """
        start, news = _request_since(change, rules), change.news
        own_news = {sign.news for sign in self._rosters.words_of(change.name, start, change.latest)}
        sidebars = (
            *self._rosters.sidebars_around(change.earliest),
            *self._rosters.sidebars_around(change.latest),
        )
        was_admin = any(
            same_name(admin, change.name) for sidebar in sidebars for admin in sidebar.roster.admins
        )
        by_themselves = was_admin if news is None else same_name(news.by, change.name)
        if by_themselves or NewsKind.ASKS_IDLE in own_news or self._by_matter(change):
            return Asked.YES
        deeds = [
            deed for deed in self.activity.until(change.name, change.latest) if deed.at >= start
        ]
        if NewsKind.UNCLEAR in own_news or any(speaks_of_leaving(deed.text) for deed in deeds):
            return Asked.PERHAPS
        why = self.activity.unseen(start, change.latest)
        if why is None and self.activity.undated(change.name):
            return doubt(DoubtKind.TIME_UNREAD, name=change.name)
        if why is not None:
            return why
        # An announcement that mentions a request is none itself; one that was not understood may
        # mention a request.
        unclear_signs = (
            sign
            for sign in self._rosters.signs.get(name_key(change.name), ())
            if sign.news is NewsKind.UNCLEAR
        )
        unread = any(
            change.earliest - _DAY <= sign.said <= change.latest + _DAY for sign in unclear_signs
        )
        return Asked.PERHAPS if unread or (news is not None and news.requested) else Asked.NO

    def request(self, change: RosterChange, rules: Ruleset) -> datetime | None:
        """Return when somebody who left certainly asked for it or idled themselves; None if
        unknown.
        """
        if change.news is not None and same_name(change.news.by, change.name):
            return change.announced_at
        words = self._rosters.words_of(change.name, _request_since(change, rules), change.earliest)
        return max((sign.at for sign in words if sign.news is NewsKind.ASKS_IDLE), default=None)

    def renamed(self, change: RosterChange) -> bool:
        """Return whether somebody missing from later sidebars may be listed there under a new name."""
        if change.now is not RosterStatus.ABSENT:
            return False
        before, after = (
            {
                name_key(name)
                for sidebar in sidebars
                for name in (*sidebar.roster.active, *sidebar.roster.idle)
            }
            for sidebars in (
                self._rosters.sidebars_around(change.earliest)[:1],
                self._rosters.sidebars_around(change.latest)[-1:],
            )
        )
        return bool(after - before)

    def timeout(self, name: str, moment: datetime, rules: Ruleset) -> Timeout:
        """Return the silence after which somebody could be idled at a moment. It may be shorter if
        they left without asking in this dynasty or the last.
        """
        full, reduced = (
            hours(rules.voting.idle_timeout_hours) or timedelta(),
            hours(rules.voting.idle_reduced_timeout_hours),
        )
        if reduced is None:
            return Timeout(
                full,
                full
                if unread_about(rules, rules.voting.idle_reduced_timeout_hours) is None
                else timedelta(),
            )
        addresses = self._timeline.addresses_between(NEVER, moment)[-2:]
        since = addresses[0].posted if len(addresses) > 1 else NEVER
        idlings = (
            change
            for change in reversed(self._rosters.changes)
            if change.left and same_name(change.name, name)
        )
        unasked = (
            change
            for change in idlings
            if since <= change.latest < moment
            and not (change.news is not None and change.news.requested)
        )
        perhaps = next((change for change in unasked if self.request(change, rules) is None), None)
        return Timeout(
            full,
            full if perhaps is None and self._view.coverage.reaches(since) else reduced,
            perhaps,
        )

    def _by_matter(self, change: RosterChange) -> bool:
        """Return whether an enacted matter that names somebody and mentions idling may have idled
        them.
        """
        enacted = (
            post
            for post in self._timeline.matters
            if post.status is Status.ENACTED and post.closed is not None
        )
        near = (
            post
            for post in enacted
            if change.earliest - _DAY <= post.end <= change.latest + _DAY and speaks_of_idling(post)
        )
        return any(change.name in self._rosters.named_in(post) for post in near)


def _request_since(change: RosterChange, rules: Ruleset) -> datetime:
    return change.earliest - (hours(rules.voting.idle_request_hours) or timedelta())
