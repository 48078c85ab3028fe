"""Who left the list of Players and who came back, and when: each change with the time between which it was made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from parsers.blog.announcements import NewsKind
from validators.voting.signs import AROUND, DONE, Presence, Sign

_SILENT = ((Presence.ACTIVE, Presence.IDLE), (Presence.ACTIVE, Presence.ABSENT), (Presence.IDLE, Presence.ACTIVE))


@dataclass(frozen=True, slots=True)
class RosterChange:
    """Somebody left the list of Players (``now`` is idle or absent), or came back to it from the idle ones.

    It was made from ``earliest`` to ``latest``: between the signs ``before`` and ``after`` of what they were, as far as there are
    such, and if it was announced by ``news``, within the hour.
    """

    name: str
    now: Presence
    earliest: datetime
    latest: datetime
    news: Sign | None = None
    before: Sign | None = None
    after: Sign | None = None

    @property
    def left(self) -> bool:
        """Whether somebody left."""
        return self.now is not Presence.ACTIVE

    @property
    def told(self) -> datetime | None:
        """When it was made by the announcement."""
        return None if self.news is None else min(max(self.news.said or self.news.at, self.earliest), self.latest)


def changes_of(name: str, signs: Sequence[Sign]) -> Iterator[RosterChange]:
    """The changes that the signs of one person tell, oldest first; none that another sign contradicts.

    A number of players that leaves only one reading (``news`` None, ``post`` given) is not relied upon.
    """
    told = [sign for sign in signs if (sign.before or sign.after) and (sign.news is not None or sign.post is None)]
    last: Sign | None = None
    for place, sign in enumerate(told):
        was = None if last is None else last.after or last.before
        after = told[place + 1] if place + 1 < len(told) else None
        if sign.news in DONE:
            fits = was in (None, sign.before) and (after is None or after.before in (None, sign.after))
            if fits and sign.news is not NewsKind.JOINED and sign.after is not None:
                said = sign.said or sign.at
                earliest = said - AROUND if last is None else max(said - AROUND, last.at)
                latest = said + AROUND if after is None else min(said + AROUND, after.at)
                yield RosterChange(name, sign.after, earliest, latest, sign, last, after)
        elif last is not None and last.news not in DONE and was is not None and (was, sign.before) in _SILENT and sign.before is not None:
            yield RosterChange(name, sign.before, last.at, sign.at, None, last, sign)
        last = sign
