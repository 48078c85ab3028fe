"""Accepted findings (``audit --baseline``), in a file that admins may edit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec

from parsers.model import Confidence
from sync.errors import UsageError
from sync.files import read_text, unreadable, write_whole
from sync.settings.tomlfile import read_tables, read_toml
from sync.text import shorten
from sync.times import whole_utc

if TYPE_CHECKING:
    from tomlkit import TOMLDocument
    from tomlkit.items import Table as TomlTable

    from validators.checks.run import AuditReport
    from validators.finding import Finding

_HEAD = """\
# Known findings that are held back; see docs/ci.md. `expires` is the last day on which an entry is valid.
# Findings below [[open]] are not accepted, because a player or admin can act on them, or the rules must be
# reviewed first: they are reported, but not as new. To accept one, change its [[open]] to [[known]].

"""

Fingerprint = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
Time = Annotated[datetime, msgspec.Meta(tz=True)]


class Entry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of one of the files."""


class Known(Entry, frozen=True):
    """One finding by its fingerprint; code, subject and message are for readers. ``expires`` is the
    last day (UTC) on which it is held back.
    """

    fingerprint: Fingerprint
    code: str = ""
    subject: str = ""
    message: str = ""
    reason: str = ""
    expires: date | None = None

    @property
    def name(self) -> str:
        """The name shown to readers."""
        parts = f"{self.code} {self.subject}".strip(), shorten(self.message, 200)
        return ": ".join(filter(None, parts)) or self.fingerprint

    def expired(self, today: date) -> bool:
        """Return whether its last day is over."""
        return self.expires is not None and self.expires < today


class Baseline(Entry, frozen=True):
    """The contents of a baseline: findings that are held back, and findings that existed when it
    was written, but are not accepted.
    """

    known: list[Known] = []
    open: list[Known] = []


NO_BASELINE = Baseline()


@dataclass(frozen=True, slots=True)
class WrittenBaseline:
    """The number of entries of a baseline, the changes, and the findings that it does not accept."""

    entries: int
    added: int
    removed: int
    left: tuple[Finding, ...]


Evaluated = Callable[[str], bool]
"""Returns whether the check of a code was selected and evaluated; for the code ``""``, whether all
checks were.
"""


def read_baseline(path: Path, option: str) -> Baseline:
    """Read the baseline named by an option. Raises :class:`UsageError` if it cannot be read."""
    if why := unreadable(path):
        writing = "choose a new file, or an earlier baseline"
        reading = "`blognomic audit --write-baseline FILE` writes one"
        todo = writing if option == "--write-baseline" else reading
        raise UsageError(f"{option}: {why}; {todo}")
    return read_toml(path, Baseline)


def hold_back(
    report: AuditReport, baseline: Baseline, today: date, evaluated: Evaluated
) -> AuditReport:
    """Return the report without the findings held back by entries in force, and the remarks on the
    entries.
    """
    known = baseline.known
    found = {finding.fingerprint for finding in report.findings}
    in_force = {entry.fingerprint for entry in known if not entry.expired(today)}
    left = tuple(finding for finding in report.findings if finding.fingerprint not in in_force)
    stale = tuple(
        entry.fingerprint
        for entry in known
        if entry.fingerprint not in found and evaluated(entry.code)
    )
    expired = tuple(entry.fingerprint for entry in known if entry.expired(today))
    names = {entry.fingerprint: entry.name for entry in known}
    listed = frozenset(entry.fingerprint for entry in (*known, *baseline.open))
    from validators.checks.run import HeldBack

    count = len(report.findings) - len(left)
    held_back = HeldBack(count, stale, expired, names, listed, frozenset(found & in_force))
    return replace(report, findings=left, held_back=held_back)


def write_baseline(
    path: Path,
    replaced: Baseline,
    in_force: Baseline,
    report: AuditReport,
    today: date,
    evaluated: Evaluated,
    *,
    accept_all: bool = False,
    awaits_review: bool = False,
) -> WrittenBaseline:
    """Write a baseline of the findings that are accepted with it.

    Findings that a player or admin can act on now, or that `blognomic correct` can fix, are
    accepted only with ``accept_all``, and listed as open otherwise; so are low-confidence findings
    while the Ruleset ``awaits_review``, which may make them certain. ``replaced`` is the current
    content of the file, ``in_force`` the baseline in force, which may be another one.

    Entries keep their reasons, and their dates unless these have passed; an entry without a finding
    is removed if its check was evaluated. Text between the entries stays.
    """
    before = {entry.fingerprint: entry for entry in (*in_force.known, *replaced.known)}
    opened = {entry.fingerprint: entry for entry in (*in_force.open, *replaced.open)}
    found = {finding.fingerprint: finding for finding in report.findings}
    gone = {mark for mark, entry in before.items() if mark not in found and evaluated(entry.code)}
    new = [finding for mark, finding in found.items() if mark not in before]
    from validators.checks.run import codes_of

    actionable = codes_of(lambda check: check.act)
    left = {
        finding.fingerprint: finding
        for finding in new
        if not accept_all
        and (
            can_be_corrected(finding)
            or finding.code in actionable
            or (awaits_review and finding.confidence is Confidence.LOW)
        )
    }
    accepted = {mark: entry for mark, entry in before.items() if mark not in gone}
    still_open = {
        mark: entry
        for mark, entry in opened.items()
        if mark not in {*before, *found} and not evaluated(entry.code)
    }
    for finding in new:
        entries = still_open if finding.fingerprint in left else accepted
        entries[finding.fingerprint] = opened.get(finding.fingerprint, _known(finding))
    for mark, entry in accepted.items():
        if mark in found and entry.expired(today):
            accepted[mark] = msgspec.structs.replace(entry, expires=None)
    document = _parsed(path)
    _list_entries(document, "known", accepted)
    _list_entries(document, "open", still_open)
    write_whole(path, document.as_string(), "--write-baseline")
    return WrittenBaseline(len(accepted), len(new) - len(left), len(gone), tuple(left.values()))


def _list_entries(document: TOMLDocument, name: str, entries: Mapping[str, Known]) -> None:
    """List the entries, by fingerprint, below ``[[name]]``. Existing tables stay unchanged, except
    for a missing date.
    """
    import tomlkit
    from tomlkit.items import AoT

    if not isinstance(document.get(name), AoT):
        document[name] = tomlkit.aot()
    array = document[name]
    for place in reversed(range(len(array))):
        entry = entries.get(array[place]["fingerprint"])
        if entry is None:
            del array[place]
        elif entry.expires is None:
            array[place].pop("expires", None)
    there = {table["fingerprint"] for table in array}
    for mark, entry in entries.items():
        if mark not in there:
            array.append(as_toml(entry))
    if not array:
        del document[name]  # TOML does not allow adding a table to an empty list


def _known(finding: Finding) -> Known:
    return Known(
        fingerprint=finding.fingerprint,
        code=finding.code,
        subject=shorten(finding.subject.id, 200),
        message=shorten(finding.message, 400),
    )


def can_be_corrected(finding: Finding) -> bool:
    """Return whether `blognomic correct` proposes an edit for it without being asked for its code."""
    return (
        finding.fix is not None
        and finding.fix.change is not None
        and finding.confidence is not Confidence.LOW
    )


def _parsed(path: Path) -> TOMLDocument:
    """Read a baseline, which may not exist yet, with the users' own text."""
    import tomlkit

    if path.exists():
        read_tables(path)  # within its bounds
    return tomlkit.parse(read_text(path) if path.exists() else _HEAD)


def as_toml(entry: Entry) -> TomlTable:
    """Return an entry in the form of the file."""
    import tomlkit

    table = tomlkit.table()
    for name, value in msgspec.structs.asdict(entry).items():
        if value is not None:
            table[name] = whole_utc(value) if isinstance(value, datetime) else value
    return table
