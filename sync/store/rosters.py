"""The sidebar's roster, in every version that was ever seen."""

from __future__ import annotations

from typing import NamedTuple

from parsers.model import Roster
from sync.store import content
from sync.store.database import Database
from sync.store.forms import RosterForm, from_roster_form, roster_form
from sync.store.packing import decode, encode, time_of
from sync.store.values import Seen

__all__ = ["latest_roster", "observe_roster", "roster_versions"]


class _Row(NamedTuple):
    id: int
    first: int
    last: int
    data: bytes
    reader: str


# The version that was seen last, last of all; of two seen at the same time, the one that came second.
_ROWS = """
    SELECT roster.id, first, last, content.data, coalesce(run.reader, '')
    FROM roster JOIN content ON content.id = roster.content LEFT JOIN run ON run.id = roster.run"""


def observe_roster(db: Database, run: int, roster: Roster, at: int) -> bool:
    """Keep the roster as it was seen at a time. Returns whether that is a new version."""
    form = roster_form(roster)
    latest = db.one(_Row, f"{_ROWS} ORDER BY last DESC, roster.id DESC")
    if latest is not None and at < latest.last:
        # Two runs overlap, and the other one was faster: this tells about the past.
        same = [row for row in db.all(_Row, _ROWS) if _form(db, row) == form]
        nearest = min(same, key=lambda row: max(row.first - at, at - row.last, 0), default=None)
    else:
        nearest = latest if latest is not None and _form(db, latest) == form else None
    if nearest is not None:
        db.run("UPDATE roster SET first = min(first, ?), last = max(last, ?) WHERE id = ?", at, at, nearest.id)
        return False
    number = content.put(db, encode(form))
    db.run("INSERT INTO roster (run, first, last, content) VALUES (?, ?, ?, ?)", run, at, at, number)
    return True


def _form(db: Database, row: _Row) -> RosterForm:
    return decode(db.unpack(row.data), RosterForm)


def latest_roster(db: Database) -> Roster | None:
    """What :meth:`Store.roster` says."""
    with db.reading():
        row = db.one(_Row, f"{_ROWS} ORDER BY last DESC, roster.id DESC")
        return None if row is None else from_roster_form(_form(db, row))


def roster_versions(db: Database) -> list[Seen[Roster]]:
    """What :meth:`Store.rosters` says."""
    with db.reading():
        rows = db.all(_Row, f"{_ROWS} ORDER BY last, roster.id")
        ordered = sorted(rows[:-1], key=lambda row: row.first) + rows[-1:]
        return [
            Seen(from_roster_form(_form(db, row)), time_of(row.first), time_of(row.last), row.reader, latest=row is rows[-1])
            for row in ordered
        ]
