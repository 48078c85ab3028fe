"""What everybody wrote and when, why somebody left, and after how much silence they may be idled
(rule "Idle Players").
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
"""A matter that idles somebody is enacted at most so long before or after the sidebar changes."""


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
    """The entries and comments of everybody up to the time of the view, those that are gone since
    included.
    """

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
        """Whether the time of something that somebody wrote could not be read."""
        return name_key(name) in self._undated

    def until(self, name: str, moment: datetime) -> list[Deed]:
        """What somebody wrote up to a moment, oldest first."""
        deeds = self._deeds.get(name_key(name), [])
        return deeds[: bisect_right(deeds, moment, key=_at)]

    def unseen(self, start: datetime, end: datetime) -> Doubt | None:
        """Why something written from one moment to another may not have been seen, old posts left
        out; None if all of it was.
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
        """Whether there may be comments from after ``start`` on older posts that nobody looked
        at.
        """
        old = (post for post in self._timeline.posts if post.posted < start - QUEUE_LOOKBACK)
        return not self._seen.reaches(start - QUEUE_LOOKBACK) or any(
            self._hidden(post, start, self._as_of) for post in old
        )

    def departures(self, roster: Roster) -> Iterator[Doubt]:
        """The entries by which somebody who is listed as a Player may have left the game: they say
        so, or say goodbye in the last that was seen of them.
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
        """Why comments from between two moments on a post may not have been seen."""
        if post.status is not Status.PENDING and post.closed is not None and post.closed <= start:
            return None
        why = unseen_comments(post, self._seen.comments(post.key, len(post.comments or ())))
        if why is None and not self._seen.current(end, post.key):
            why = doubt(DoubtKind.PAGE_OUTDATED, what=self._seen.outdated(post.key))
        return why and doubt(DoubtKind.POST_UNSEEN, post=post.title, why=why)


# Leaving


class Asked(Enum):
    """Whether somebody was idled because they asked for it, or for another reason than their
    silence.
    """

    YES = auto()
    PERHAPS = auto()
    NO = auto()


@dataclass(frozen=True, slots=True)
class Timeout:
    """How long a silence lets somebody be idled: surely so long, and at the ``least``, to which the
    earlier idling ``reduced`` may have reduced it.
    """

    sure: timedelta
    least: timedelta
    reduced: RosterChange | None = None


def active_throughout(
    deeds: Sequence[Deed], start: datetime, end: datetime, limit: timedelta
) -> bool:
    """Whether at every moment from one to another (whatever moment it was) less than the limit had
    passed since somebody wrote.
    """
    times = [deed.at for deed in deeds if deed.at <= end]
    place = bisect_right(times, start)
    since = times[place - 1 :] if place else []
    if not since or start - since[0] >= limit or end - since[-1] >= limit:
        return False
    return all(later - earlier <= limit for earlier, later in pairwise(since))


class Idlings:
    """The leavings of a view."""

    def __init__(self, view: GameView, timeline: Timeline, rosters: RosterHistory) -> None:
        self._view, self._timeline, self._rosters = view, timeline, rosters
        self.activity = Activity(view, timeline)

    def asked(self, change: RosterChange, rules: Ruleset) -> Asked | Doubt:
        """Whether somebody asked to be idled, or else what was not seen. YES also where an Admin
        who may have done it themselves left in silence, or an enacted matter idled them.
        """
        start, news = _request_since(change, rules), change.news
        told = {sign.news for sign in self._rosters.words_of(change.name, start, change.latest)}
        sidebars = (
            *self._rosters.sidebars_around(change.earliest),
            *self._rosters.sidebars_around(change.latest),
        )
        was_admin = any(
            same_name(admin, change.name) for seen in sidebars for admin in seen.roster.admins
        )
        by_themselves = was_admin if news is None else same_name(news.by, change.name)
        if by_themselves or NewsKind.ASKS_IDLE in told or self._by_matter(change):
            return Asked.YES
        deeds = [
            deed for deed in self.activity.until(change.name, change.latest) if deed.at >= start
        ]
        if NewsKind.UNCLEAR in told or any(speaks_of_leaving(deed.text) for deed in deeds):
            return Asked.PERHAPS
        why = self.activity.unseen(start, change.latest)
        if why is None and self.activity.undated(change.name):
            return doubt(DoubtKind.TIME_UNREAD, name=change.name)
        if why is not None:
            return why
        # That an announcement says so is no request of theirs; one that was not understood may say
        # so.
        told_of = (
            sign
            for sign in self._rosters.signs.get(name_key(change.name), ())
            if sign.news is NewsKind.UNCLEAR
        )
        unread = any(
            change.earliest - _DAY <= sign.said <= change.latest + _DAY for sign in told_of
        )
        return Asked.PERHAPS if unread or (news is not None and news.requested) else Asked.NO

    def request(self, change: RosterChange, rules: Ruleset) -> datetime | None:
        """When somebody who left had surely asked for it, or idled themselves; None if that is not
        known.
        """
        if change.news is not None and same_name(change.news.by, change.name):
            return change.told
        words = self._rosters.words_of(change.name, _request_since(change, rules), change.earliest)
        return max((sign.at for sign in words if sign.news is NewsKind.ASKS_IDLE), default=None)

    def renamed(self, change: RosterChange) -> bool:
        """Whether somebody who is on no later sidebar may be one who is new there."""
        if change.now is not RosterStatus.ABSENT:
            return False
        before, after = (
            {
                name_key(name)
                for seen in sidebars
                for name in (*seen.roster.active, *seen.roster.idle)
            }
            for sidebars in (
                self._rosters.sidebars_around(change.earliest)[:1],
                self._rosters.sidebars_around(change.latest)[-1:],
            )
        )
        return bool(after - before)

    def timeout(self, name: str, moment: datetime, rules: Ruleset) -> Timeout:
        """After how much silence somebody could be idled at a moment: perhaps less, if they left
        unasked in this dynasty or the last.
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
        own = (
            each
            for each in reversed(self._rosters.changes)
            if each.left and same_name(each.name, name)
        )
        left = (
            each
            for each in own
            if since <= each.latest < moment and not (each.news is not None and each.news.requested)
        )
        perhaps = next((each for each in left if self.request(each, rules) is None), None)
        return Timeout(
            full,
            full if perhaps is None and self._view.coverage.reaches(since) else reduced,
            perhaps,
        )

    def _by_matter(self, change: RosterChange) -> bool:
        """Whether an enacted matter that names somebody and speaks of idling may have idled
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
