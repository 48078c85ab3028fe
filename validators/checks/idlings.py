"""The reasons for leaving the list of Players, and the silence after which somebody may be idled
(rule "Idle Players").
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from itertools import pairwise

from parsers.blog.announcements import NewsKind, may_ask_to_leave
from parsers.model import Status, name_key, same_name
from parsers.ruleset.ruleset_model import Ruleset
from validators.view import GameView
from validators.voting.activity import Activity, Deed
from validators.voting.dated_posts import NEVER
from validators.voting.roster_events import RosterChange, RosterStatus, speaks_of_idling
from validators.voting.rosters import RosterHistory
from validators.voting.timeline import Timeline
from validators.voting.voting_rules import hours, unread_about
from validators.wording import Doubt, DoubtKind, doubt

_DAY = timedelta(days=1)
"""The longest time between a matter that idles a player and the change of the sidebar."""


class Asked(Enum):
    """Whether a player was idled on request, or for another reason than silence."""

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
    """Return whether a player wrote so often that the limit was never reached between two moments."""
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
        if NewsKind.UNCLEAR in own_news or any(may_ask_to_leave(deed.text) for deed in deeds):
            return Asked.PERHAPS
        why = self.activity.unseen(start, change.latest)
        if why is None and self.activity.undated(change.name):
            return doubt(DoubtKind.TIME_UNREAD, name=change.name)
        if why is not None:
            return why
        # An announcement that mentions a request is not a request itself. One that was not
        # understood may mention a request.
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
        """Return the time at which a player who left certainly asked for it or idled themselves;
        None if unknown.
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
