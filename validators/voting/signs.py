"""What tells who somebody was at a moment: sidebars and announcements, brought into one order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from parsers.blog.announcements import NewsKind
from parsers.model import Post

AROUND = timedelta(hours=1)
"""An Admin writes the announcement before or after changing the sidebar; meanwhile either may hold."""

ANSWERED = timedelta(hours=96)
"""An Admin may do what somebody asks for within so long (rule "Idle Players"); later the request has no force."""

SINCE_WHEN = "idle afterwards, and no announcement tells since when"

_SAME = timedelta(days=1)
"""Two announcements of the same change of one person, so close together, are one event."""
MOMENT = timedelta(microseconds=1)


class Presence(StrEnum):
    """What somebody is at a moment."""

    ACTIVE = "active"
    IDLE = "idle"
    ABSENT = "not on the roster"


CHANGES: Mapping[NewsKind, tuple[Presence | None, Presence | None]] = {
    NewsKind.IDLED: (Presence.ACTIVE, Presence.IDLE),
    NewsKind.UNIDLED: (Presence.IDLE, Presence.ACTIVE),
    NewsKind.JOINED: (Presence.ABSENT, Presence.ACTIVE),
    NewsKind.ASKS_IDLE: (Presence.ACTIVE, None),
    NewsKind.ASKS_UNIDLE: (Presence.IDLE, None),
    NewsKind.ASKS_JOIN: (Presence.ABSENT, None),
    NewsKind.UNCLEAR: (None, None),
}
DONE = frozenset({NewsKind.IDLED, NewsKind.UNIDLED, NewsKind.JOINED})
ASKED = frozenset({NewsKind.ASKS_IDLE, NewsKind.ASKS_UNIDLE, NewsKind.ASKS_JOIN})


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that tells what somebody was just before and just after a moment (None: it does not tell).

    ``news`` is None for a sidebar, and for a number of players that leaves only one reading. ``post`` is where it stands, ``by``
    whose words they are, ``said`` when they were written, and ``requested`` whether they say that somebody asked for it.
    """

    at: datetime
    before: Presence | None
    after: Presence | None
    text: str
    news: NewsKind | None = None
    post: Post | None = None
    by: str = ""
    said: datetime | None = None
    requested: bool = False


def beside_sidebars(signs: list[Sign]) -> Iterator[Sign]:
    """The signs of one person, an announcement on that side of a sidebar seen within the hour on which both are true."""
    sidebars = [sign for sign in signs if sign.news is None]
    for sign in signs:
        if sign.news in DONE:
            since = (side.at for side in sidebars if timedelta() <= sign.at - side.at <= AROUND and side.after is sign.after)
            until = (side.at for side in sidebars if timedelta() < side.at - sign.at <= AROUND and side.before is sign.before)
            moved = next((at - MOMENT for at in since), None) or max((at + MOMENT for at in until), default=None)
            yield sign if moved is None else replace(sign, at=moved)
        else:
            yield sign


def one_event_each(signs: list[Sign]) -> list[Sign]:
    """The signs of one person without repetitions of an announcement, and without a request that was met."""
    kept: list[Sign] = []
    for sign in signs:
        last = kept[-1] if kept else None
        if last is not None and sign.news in DONE and sign.news is last.news and sign.at - last.at <= _SAME:
            continue
        kept.append(sign)
    return kept


def doubt_between(left: Sign | None, right: Sign | None, moment: datetime, from_sidebar: bool) -> str | None:
    """Why somebody's standing between two signs is not certain; None if it is."""
    before, after = (None if left is None else left.after), (None if right is None else right.before)
    if left is not None and left.news in ASKED and (right is None or right.news is None) and moment - left.at <= ANSWERED:
        return f"{left.text} asks for a change, and nothing tells when it was made"
    if left is None and after is Presence.IDLE:
        return SINCE_WHEN
    if before is not None and after is not None and before is not after and left is not None and right is not None:
        return f"{before} after {left.text}, {after} before {right.text}"
    if after is None and (before is None or not from_sidebar):
        return "an announcement was not understood" if right is not None or left is not None else "not on any known roster"
    return None
