"""The evidence of who was a Player at which time: sidebars and announcements in one order, and the
conclusions from them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from operator import attrgetter

from parsers.blog.announcements import NewsKind
from parsers.model import Post, Roster, name_key
from validators.reason_wording import RosterFact, RosterKind
from validators.wording import fact

_at = attrgetter("at")

AROUND = timedelta(hours=1)
"""Admins write the announcement before or after changing the sidebar; in between, either can be
right.
"""

ANSWERED = timedelta(hours=96)
"""The time within which an Admin can carry out a request (rule "Idle Players")."""

_SAME = timedelta(days=1)
"""Two announcements of the same change of one person within this time are one event."""
MOMENT = timedelta(microseconds=1)


class RosterStatus(StrEnum):
    """The status of somebody on the roster."""

    ACTIVE = "active"
    IDLE = "idle"
    ABSENT = "not on the roster"


@dataclass(frozen=True)
class Players:
    """The roster, with look-ups by name that ignore differences of spelling."""

    roster: Roster

    @cached_property
    def _listed(self) -> dict[str, tuple[str, RosterStatus]]:
        """Everybody on the roster by folded name; somebody listed twice is active."""
        idle = {name_key(name): (name, RosterStatus.IDLE) for name in self.roster.idle}
        active = {name_key(name): (name, RosterStatus.ACTIVE) for name in self.roster.active}
        return {**idle, **active}

    def is_active(self, name: str) -> bool:
        """Return whether this is a Player: on the roster and not idle."""
        return self.standing(name) is RosterStatus.ACTIVE

    def standing(self, name: str) -> RosterStatus:
        """Return the status of somebody on the roster."""
        return self._listed.get(name_key(name), ("", RosterStatus.ABSENT))[1]

    def canonical_name(self, name: str) -> str:
        """Return the name as spelt on the roster, else as given."""
        return self._listed.get(name_key(name), (name,))[0]

    def __len__(self) -> int:
        return len({*map(name_key, self.roster.active)})

    @property
    def quorum(self) -> int:
        """The Quorum: half the number of Players, rounded down, plus one (glossary "Quorum")."""
        return self.quorum_without(0)

    def quorum_without(self, some: int) -> int:
        """Return the Quorum if a number of Players does not count."""
        return (len(self) - some) // 2 + 1


CHANGES: Mapping[NewsKind, tuple[RosterStatus | None, RosterStatus | None]] = {
    NewsKind.IDLED: (RosterStatus.ACTIVE, RosterStatus.IDLE),
    NewsKind.UNIDLED: (RosterStatus.IDLE, RosterStatus.ACTIVE),
    NewsKind.JOINED: (RosterStatus.ABSENT, RosterStatus.ACTIVE),
    NewsKind.ASKS_IDLE: (RosterStatus.ACTIVE, None),
    NewsKind.ASKS_UNIDLE: (RosterStatus.IDLE, None),
    NewsKind.ASKS_JOIN: (RosterStatus.ABSENT, None),
    NewsKind.UNCLEAR: (None, None),
}
DONE = frozenset({NewsKind.IDLED, NewsKind.UNIDLED, NewsKind.JOINED})
ASKED = frozenset({NewsKind.ASKS_IDLE, NewsKind.ASKS_UNIDLE, NewsKind.ASKS_JOIN})


@dataclass(frozen=True, slots=True)
class RosterEvidence:
    """Evidence of somebody's status just before and just after a moment (None: not shown).

    ``news`` is None for a sidebar. ``said`` is the time of writing, ``post`` the post of an
    announcement, ``by`` its author. ``requested``: it says that somebody asked for the change.
    """

    at: datetime
    before: RosterStatus | None
    after: RosterStatus | None
    said: datetime
    news: NewsKind | None = None
    post: Post | None = None
    by: str = ""
    requested: bool = False

    @property
    def source(self) -> RosterFact:
        """The sidebar or the announcement, for a sentence."""
        if self.post is None:
            return fact(RosterKind.SIDEBAR, at=self.said)
        return fact(RosterKind.ANNOUNCEMENT, post=self.post.title, at=self.said)


def in_order(signs: list[RosterEvidence]) -> list[RosterEvidence]:
    """Return the evidence on one person in chronological order, without repeated announcements. An
    announcement within an hour of a sidebar is put on the side of it where both are true.
    """
    sidebars = [sign for sign in signs if sign.news is None]
    distinct: list[RosterEvidence] = []
    for sign in sorted((_beside(sign, sidebars) for sign in signs), key=_at):
        last = distinct[-1] if distinct else None
        if (
            last is None
            or sign.news not in DONE
            or sign.news is not last.news
            or sign.at - last.at > _SAME
        ):
            distinct.append(sign)
    return distinct


def _beside(sign: RosterEvidence, sidebars: list[RosterEvidence]) -> RosterEvidence:
    if sign.news not in DONE:
        return sign
    shown = [
        side.at - MOMENT
        for side in sidebars
        if timedelta() <= sign.at - side.at <= AROUND and side.after is sign.after
    ]
    not_yet = [
        side.at + MOMENT
        for side in sidebars
        if timedelta() < side.at - sign.at <= AROUND and side.before is sign.before
    ]
    return replace(sign, at=shown[0] if shown else max(not_yet, default=sign.at))


def speaks_of_idling(post: Post) -> bool:
    """Return whether a post mentions idling."""
    return "idl" in f"{post.title}\n{post.body}".lower()


# The status of somebody at a moment


@dataclass(frozen=True, slots=True)
class RosterStatusThen:
    """The most likely status of somebody at a moment, whether it is certain, and the evidence or
    the reason for the doubt.
    """

    standing: RosterStatus
    sure: bool
    rests_on: RosterFact


def status_at(
    signs: Sequence[RosterEvidence], moment: datetime, around: timedelta = AROUND
) -> RosterStatusThen:
    """Return the status of a person at a moment by the evidence, which is in chronological order.
    Within ``around`` of a change nothing is certain.
    """
    place = bisect_right(signs, moment, key=_at)
    previous = signs[place - 1] if place else None
    following = signs[place] if place < len(signs) else None
    shown = next((sign for sign in signs[place:] if sign.before), None)
    best = (shown and shown.before) or (previous and previous.after) or RosterStatus.ABSENT
    near = (each for each in signs if each.news in DONE and abs(each.at - moment) <= around)
    change = next(near, None) if around else None
    if change is not None:
        best = (change.after if change.at <= moment else change.before) or best
        return RosterStatusThen(best, False, fact(RosterKind.CHANGE_NEAR, sign=change.source))
    open_ = _left_open(signs[:place], following, shown, moment)
    rests_on = open_ or (following or signs[place - 1]).source
    return RosterStatusThen(best, open_ is None, rests_on)


def _left_open(
    earlier: Sequence[RosterEvidence],
    following: RosterEvidence | None,
    shown: RosterEvidence | None,
    moment: datetime,
) -> RosterFact | None:
    """Return why the status at a moment is uncertain, judging by the evidence before it, the first
    evidence after it, and the first one that shows a status; None if it is certain.
    """
    if not earlier:
        if following is None:
            return fact(RosterKind.NEVER_LISTED)
        kinds = {RosterStatus.IDLE: RosterKind.IDLE_AFTERWARDS, None: RosterKind.NOT_UNDERSTOOD}
        return fact(kinds[following.before]) if following.before in kinds else None
    previous = earlier[-1]
    unanswered = moment - previous.at <= ANSWERED and (following is None or following.news is None)
    if previous.news in ASKED and unanswered:
        return fact(RosterKind.CHANGE_ASKED, sign=previous.source)
    before = previous.after
    if shown is not None and before not in (None, shown.before):
        return fact(
            RosterKind.CHANGE_BETWEEN,
            before=before,
            left=previous.source,
            after=shown.before,
            right=shown.source,
        )
    shown_before = before is not None and any(sign.news is None for sign in earlier)
    return (
        None
        if (following and following.before) or shown_before
        else fact(RosterKind.NOT_UNDERSTOOD)
    )


# Players who left the list of Players or came back


_SILENT = (
    (RosterStatus.ACTIVE, RosterStatus.IDLE),
    (RosterStatus.ACTIVE, RosterStatus.ABSENT),
    (RosterStatus.IDLE, RosterStatus.ACTIVE),
)


@dataclass(frozen=True, slots=True)
class RosterChange:
    """Somebody left the list of Players (``now`` is idle or absent), or came back to it from the
    idle players.

    The change was made between ``earliest`` and ``latest``. These follow from the evidence
    ``before`` and ``after`` it, and from the announcement ``news``, which was written within an
    hour of it. ``previous`` is the previous change of the same person.
    """

    name: str
    now: RosterStatus
    earliest: datetime
    latest: datetime
    news: RosterEvidence | None = None
    before: RosterEvidence | None = None
    after: RosterEvidence | None = None
    previous: RosterChange | None = field(default=None, repr=False, compare=False)

    @property
    def left(self) -> bool:
        """True if somebody left the list of Players, False if they came back."""
        return self.now is not RosterStatus.ACTIVE

    @property
    def announced_at(self) -> datetime | None:
        """The time of the change according to the announcement; None without one."""
        return None if self.news is None else min(max(self.news.said, self.earliest), self.latest)


def changes_of(name: str, signs: Sequence[RosterEvidence]) -> Iterator[RosterChange]:
    """Yield the changes shown by the evidence on one person, oldest first, without contradicted
    ones.
    """
    conclusive = [sign for sign in signs if sign.before or sign.after]
    made: RosterChange | None = None
    for last, sign, after in zip(
        (None, *conclusive), conclusive, (*conclusive[1:], None), strict=False
    ):
        was = None if last is None else last.after or last.before
        if sign.news in DONE:
            fits = was in (None, sign.before) and (
                after is None or after.before in (None, sign.after)
            )
            if fits and sign.news is not NewsKind.JOINED and sign.after is not None:
                earliest = sign.said - AROUND if last is None else max(sign.said - AROUND, last.at)
                latest = sign.said + AROUND if after is None else min(sign.said + AROUND, after.at)
                made = RosterChange(name, sign.after, earliest, latest, sign, last, after, made)
                yield made
        elif (
            last is not None
            and last.news not in DONE
            and was is not None
            and (was, sign.before) in _SILENT
            and sign.before is not None
        ):
            made = RosterChange(name, sign.before, last.at, sign.at, None, last, sign, made)
            yield made
