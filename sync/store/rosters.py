"""The sidebar's roster, in all versions."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, NamedTuple

from parsers.model import Roster, Seen
from sync.store.database import Database, StorePart
from sync.store.rows import json_object, values_of
from sync.times import iso

__all__ = ["StoredRosters", "add_roster", "observe_roster"]

_ROSTER = json_object(
    Roster,
    "rosters",
    active="json(active)",
    idle="json(idle)",
    admins="json(admins)",
    dormant="json(CASE dormant WHEN 0 THEN 'false' WHEN 1 THEN 'true' END)",
)
# The one that was seen last comes last; of two that were seen at the same time, the one that was added later.
_ROWS = f"""
    SELECT json_array(rosters.id, first_seen, last_seen, coalesce(reader, ''), {_ROSTER})
    FROM rosters LEFT JOIN runs ON runs.id = run ORDER BY last_seen, rosters.id"""


class _Row(NamedTuple):
    id: int
    first_seen: datetime
    last_seen: datetime
    reader: str
    roster: Roster


def observe_roster(db: Database, run: int, roster: Roster, at: datetime) -> Literal["rosters"] | None:
    """Save the roster as it was seen at a time. Returns what a new version counts as in :class:`Kept`."""
    rows = db.objects(_Row, _ROWS)
    # Where two runs overlap and the other one was faster, this is about the past, and any version may be the nearest.
    candidates = rows if rows and at < rows[-1].last_seen else rows[-1:]
    same = [row for row in candidates if row.roster == roster]
    if not same:
        add_roster(db, run, roster, at, at)
        return "rosters"
    nearest = min(same, key=lambda row: max((row.first_seen - at).total_seconds(), (at - row.last_seen).total_seconds(), 0))
    sql = "UPDATE rosters SET first_seen = min(first_seen, ?1), last_seen = max(last_seen, ?1) WHERE id = ?2"
    db.run(sql, iso(at), nearest.id)
    return None


def add_roster(db: Database, run: int, roster: Roster, first_seen: datetime, last_seen: datetime) -> None:
    """Save a version of the roster."""
    db.add("rosters", run=run, first_seen=first_seen, last_seen=last_seen, **values_of(roster))


class StoredRosters(StorePart):
    """The rosters of a store."""

    def rosters(self) -> list[Seen[Roster]]:
        """All versions of the roster: the one that was seen last at the end, the others by when they were first seen."""
        with self._db.reading():
            rows = self._db.objects(_Row, _ROWS)
        ordered = sorted(rows[:-1], key=lambda row: row.first_seen) + rows[-1:]
        return [Seen(row.roster, row.first_seen, row.last_seen, row.reader, latest=row is rows[-1]) for row in ordered]
