"""The findings that audits of this store have reported."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from sync.store.database import StorePart
from sync.store.rows import json_object
from sync.store.runs import known_cursor, set_cursor
from sync.store.values import ReportedFinding
from sync.times import iso

if TYPE_CHECKING:
    from validators.finding import Finding

__all__ = ["StoredFindings"]

_RULES = "audit.ruleset"
_SAVE = """
    INSERT INTO findings (fingerprint, code, severity, subject_kind, subject, url, message, first_seen, last_seen)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)
    ON CONFLICT (fingerprint) DO UPDATE SET
        severity = iif(?8 >= last_seen, ?3, severity), url = iif(?8 >= last_seen, ?6, url), message = iif(?8 >= last_seen, ?7, message),
        first_seen = min(first_seen, ?8), last_seen = max(last_seen, ?8)"""


class StoredFindings(StorePart):
    """The findings in a store."""

    def findings(self) -> list[ReportedFinding]:
        """Every finding that an audit of this store has reported, by its first and last time, in the order of the first."""
        sql = f"SELECT {json_object(ReportedFinding, 'findings')} FROM findings ORDER BY first_seen, code, fingerprint"
        with self._db.reading():
            return self._db.objects(ReportedFinding, sql)

    def audited_rules(self) -> int | None:
        """The revision of the Ruleset that the last audit read which compared it; None if there was none."""
        with self._db.reading():
            kept = known_cursor(self._db, _RULES)
        return None if kept is None else int(kept.partition(" ")[0])

    def record_rules(self, revid: int, at: datetime) -> None:
        """Save which revision of the Ruleset an audit has read and compared, unless a later one has."""
        with self._db.writing():
            kept = known_cursor(self._db, _RULES)
            if kept is None or kept.partition(" ")[2] <= (iso(at) or ""):
                set_cursor(self._db, _RULES, f"{revid} {iso(at)}")

    def record_findings(self, findings: Iterable[Finding], at: datetime) -> None:
        """Save the findings that an audit reported at a time; of known ones, that they were reported again.

        Findings that are not among them stay as they are: the audit may have left out their checks.
        """
        rows = (
            (one.fingerprint, one.code, one.severity, one.subject.kind, one.subject.id, one.subject.url, one.message, iso(at))
            for one in findings
        )
        with self._db.writing():
            self._db.run_many(_SAVE, rows)
