"""What tells who was a Player when: sidebars and announcements brought into one order, and what
follows from them.
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
"""An Admin writes the announcement before or after changing the sidebar; meanwhile either may hold.
"""

ANSWERED = timedelta(hours=96)
"""An Admin may do what somebody asks for within so long (rule "Idle Players"); later the request
has no force.
"""

_SAME = timedelta(days=1)
"""Two announcements of the same change of one person, so close together, are one event."""
MOMENT = timedelta(microseconds=1)


class RosterStatus(StrEnum):
    """What somebody is at a moment."""

    ACTIVE = "active"
    IDLE = "idle"
    ABSENT = "not on the roster"


@dataclass(frozen=True)
class Players:
    """The roster, asked by name whatever the spelling."""

    roster: Roster

    @cached_property
    def _listed(self) -> dict[str, tuple[str, RosterStatus]]:
        """Everybody on the roster by folded name; whoever is listed twice is active."""
        idle = {name_key(name): (name, RosterStatus.IDLE) for name in self.roster.idle}
        active = {name_key(name): (name, RosterStatus.ACTIVE) for name in self.roster.active}
        return {**idle, **active}

    def is_active(self, name: str) -> bool:
        """Whether this is a Player: on the roster and not idle."""
        return self.standing(name) is RosterStatus.ACTIVE

    def standing(self, name: str) -> RosterStatus:
        """What the roster shows somebody as."""
        return self._listed.get(name_key(name), ("", RosterStatus.ABSENT))[1]

    def canonical_name(self, name: str) -> str:
        """The name as the roster spells it, else as given."""
        return self._listed.get(name_key(name), (name,))[0]

    def __len__(self) -> int:
        return len({*map(name_key, self.roster.active)})

    @property
    def quorum(self) -> int:
        """Half the number of Players, rounded down, plus one (glossary "Quorum")."""
        return self.quorum_without(0)

    def quorum_without(self, some: int) -> int:
        """The same where so many of them do not count for it."""
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
    """Something that tells what somebody was just before and just after a moment (None: it does not
    tell).

    ``news`` is None for a sidebar. ``said`` is when it was written, ``post`` where an announcement
    stands, ``by`` whose words it is, and ``requested`` whether it says that somebody asked for the
    change.
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
        """The sidebar or the announcement."""
        if self.post is None:
            return fact(RosterKind.SIDEBAR, at=self.said)
        return fact(RosterKind.ANNOUNCEMENT, post=self.post.title, at=self.said)


def in_order(signs: list[RosterEvidence]) -> list[RosterEvidence]:
    """The signs of one person in the order of time, without repetitions of an announcement. An
    announcement stands on that side of a sidebar seen within the hour on which both are true.
    """
    sidebars = [sign for sign in signs if sign.news is None]
    kept: list[RosterEvidence] = []
    for sign in sorted((_beside(sign, sidebars) for sign in signs), key=_at):
        last = kept[-1] if kept else None
        if (
            last is None
            or sign.news not in DONE
            or sign.news is not last.news
            or sign.at - last.at > _SAME
        ):
            kept.append(sign)
    return kept


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
    """Whether a post speaks of idling."""
    return "idl" in f"{post.title}\n{post.body}".lower()


# What somebody was at a moment


@dataclass(frozen=True, slots=True)
class RosterStatusThen:
    """What somebody was at a moment by the best reading, whether that is certain, and what it rests
    on or why it is not.
    """

    standing: RosterStatus
    sure: bool
    rests_on: RosterFact


def status_at(
    signs: Sequence[RosterEvidence], moment: datetime, around: timedelta = AROUND
) -> RosterStatusThen:
    """What one person was at a moment by their signs, which are in the order of time; ``around`` a
    change nothing is certain.
    """
    place = bisect_right(signs, moment, key=_at)
    left = signs[place - 1] if place else None
    right = signs[place] if place < len(signs) else None
    best = (
        next((sign.before for sign in signs[place:] if sign.before), None)
        or (left and left.after)
        or RosterStatus.ABSENT
    )
    near = (each for each in signs if each.news in DONE and abs(each.at - moment) <= around)
    change = next(near, None) if around else None
    if change is not None:
        best = (change.after if change.at <= moment else change.before) or best
        return RosterStatusThen(best, False, fact(RosterKind.CHANGE_NEAR, sign=change.source))
    open_ = _left_open(signs[:place], right, moment)
    rests_on = open_ or (right or signs[place - 1]).source
    return RosterStatusThen(best, open_ is None, rests_on)


def _left_open(
    earlier: Sequence[RosterEvidence], right: RosterEvidence | None, moment: datetime
) -> RosterFact | None:
    """Why it is not certain what somebody was at a moment, by the signs before it and the first one
    after it; None if it is.
    """
    if not earlier:
        if right is None:
            return fact(RosterKind.NEVER_LISTED)
        kinds = {RosterStatus.IDLE: RosterKind.IDLE_AFTERWARDS, None: RosterKind.NOT_UNDERSTOOD}
        return fact(kinds[right.before]) if right.before in kinds else None
    left = earlier[-1]
    unanswered = moment - left.at <= ANSWERED and (right is None or right.news is None)
    if left.news in ASKED and unanswered:
        return fact(RosterKind.CHANGE_ASKED, sign=left.source)
    before, after = left.after, None if right is None else right.before
    if right is not None and None not in (before, after) and before is not after:
        return fact(
            RosterKind.CHANGE_BETWEEN,
            before=before,
            left=left.source,
            after=after,
            right=right.source,
        )
    told = before is not None and any(sign.news is None for sign in earlier)
    return None if after is not None or told else fact(RosterKind.NOT_UNDERSTOOD)


# Who left the list of Players and who came back


_SILENT = (
    (RosterStatus.ACTIVE, RosterStatus.IDLE),
    (RosterStatus.ACTIVE, RosterStatus.ABSENT),
    (RosterStatus.IDLE, RosterStatus.ACTIVE),
)


@dataclass(frozen=True, slots=True)
class RosterChange:
    """Somebody left the list of Players (``now`` is idle or absent), or came back to it from the
    idle ones.

    It was made from ``earliest`` to ``latest``: between the signs ``before`` and ``after`` of what
    they were, as far as there are such, and if it was announced by ``news``, within the hour.
    ``previous`` is the change of the same person before it.
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
        """Whether somebody left."""
        return self.now is not RosterStatus.ACTIVE

    @property
    def told(self) -> datetime | None:
        """When it was made by the announcement."""
        return None if self.news is None else min(max(self.news.said, self.earliest), self.latest)


def changes_of(name: str, signs: Sequence[RosterEvidence]) -> Iterator[RosterChange]:
    """The changes that the signs of one person tell, oldest first; none that another sign
    contradicts.
    """
    told = [sign for sign in signs if sign.before or sign.after]
    made: RosterChange | None = None
    for last, sign, after in zip((None, *told), told, (*told[1:], None), strict=False):
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
