"""What became of titles, in as few requests as there can be, and what the log says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sync.wiki.reading.api import Api
from sync.wiki.reading.replies import LogRow, plain, utc
from sync.wiki.reading.titles import Pages, Present, batches, refused, sent
from sync.wiki.reading.values import Cursor, Invalid, LogEvent, Missing

__all__ = ["LookedUp", "look_up", "new_events"]


@dataclass
class LookedUp:
    """The states of titles, all titles they go by, the log rows that came with them, and when the replies were made."""

    states: dict[str, Present | Missing | Invalid]
    names: set[str] = field(default_factory=set)
    log: list[LogRow] = field(default_factory=list)
    times: list[datetime] = field(default_factory=list)

    @property
    def server_time(self) -> datetime:
        """The time of the first reply: what changed while the others were made will be seen next time."""
        return self.times[0]


def look_up(api: Api, what: str, titles: Sequence[str], parameters: Mapping[str, str], once: Mapping[str, str] | None = None) -> LookedUp:
    """Ask for all the titles, and with the first of them for what ``once`` says. Raises what :meth:`Api.ask` does."""
    fit = {title: sent(title) for title in titles if not refused(title)}
    looked_up = LookedUp({title: Invalid(title, refused(title) or "") for title in titles})
    # Without any title to ask for, there is still the time.
    for batch in list(batches(dict.fromkeys(fit.values()))) or [[]]:
        pages = Pages()
        extra = {} if looked_up.times else once or {}
        for reply in api.replies(what, {**parameters, **extra, "titles": "|".join(batch)}):
            with api.told(what):
                looked_up.times.append(reply.server_time)
                looked_up.log += reply.query.recentchanges
                pages.add(reply.query)
        with api.told(what):
            for title in (title for title, name in fit.items() if name in batch):
                looked_up.states[title] = pages.resolve(title)
                looked_up.names.add(pages.own_title(title))
        looked_up.names |= pages.redirects.keys() | set(pages.redirects.values())
    return looked_up


def new_events(found: LookedUp, cursor: Cursor) -> tuple[LogEvent, ...]:
    """What the log says about the titles, and those that their pages were moved to, beyond what the cursor knows."""
    names = set(found.names)
    events = []
    for row in found.log:
        if row.title is None or (row.title not in names and row.target not in names):
            continue
        if row.target is not None:
            names.add(row.target)
        if row.rcid not in cursor.seen:
            events.append(_event(row, row.title))
    return tuple(events)


def _event(row: LogRow, title: str) -> LogEvent:
    return LogEvent(
        rcid=row.rcid,
        at=utc(row.timestamp),
        kind=row.logtype,
        action=row.logaction,
        title=plain(title),
        target=None if row.target is None else plain(row.target),
        user=None if row.userhidden or row.user is None else plain(row.user),
        comment=None if row.commenthidden or row.comment is None else plain(row.comment),
    )
