"""Known findings that people have accepted (``audit --baseline``), in a file that they may edit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec

from parsers.model import Confidence
from sync.errors import UsageError
from sync.files import read_text, shown_path, unreadable, write_whole
from sync.settings.tomlfile import read_tables, read_toml
from sync.text import shorten
from sync.times import whole_utc
from validators.words import counted

if TYPE_CHECKING:
    from tomlkit import TOMLDocument
    from tomlkit.items import AoT
    from tomlkit.items import Table as TomlTable

    from validators.checks.run import AuditReport
    from validators.finding import Finding

_HEAD = (
    "Findings that are known and held back; see docs/ci.md. `expires` is the last day on which an"
    " entry holds."
)

Fingerprint = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
Time = Annotated[datetime, msgspec.Meta(tz=True)]


class Entry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of one of the files."""


class Known(Entry, frozen=True):
    """One finding by its fingerprint; code, subject and message are for readers. ``expires`` is the
    last day (UTC) it is held back on.
    """

    fingerprint: Fingerprint
    code: str = ""
    subject: str = ""
    message: str = ""
    reason: str = ""
    expires: date | None = None

    @property
    def name(self) -> str:
        """What readers know it by."""
        parts = f"{self.code} {self.subject}".strip(), shorten(self.message, 200)
        return ": ".join(filter(None, parts)) or self.fingerprint

    def expired(self, today: date) -> bool:
        """Whether its last day is over."""
        return self.expires is not None and self.expires < today


class _Baseline(Entry, frozen=True):
    known: list[Known] = []


Evaluated = Callable[[str], bool]
"""Whether the check of a code was selected and evaluated; of the code ``""``, whether all checks
were.
"""


def read_baseline(path: Path, option: str) -> list[Known]:
    """The entries of a baseline, which the option names. Raises :class:`UsageError` where it cannot
    be read.
    """
    if why := unreadable(path):
        raise UsageError(f"{option}: {why}; `blognomic audit --write-baseline FILE` writes one")
    return read_toml(path, _Baseline).known


def hold_back(
    report: AuditReport, known: Sequence[Known], today: date, evaluated: Evaluated
) -> AuditReport:
    """The report without the findings that entries in force hold back, and with what is to be said
    of the entries.
    """
    found = {finding.fingerprint for finding in report.findings}
    in_force = {each.fingerprint for each in known if not each.expired(today)}
    left = tuple(finding for finding in report.findings if finding.fingerprint not in in_force)
    stale = tuple(
        each.fingerprint for each in known if each.fingerprint not in found and evaluated(each.code)
    )
    expired = tuple(each.fingerprint for each in known if each.expired(today))
    names = {each.fingerprint: each.name for each in known}
    from validators.checks.run import HeldBack

    held_back = HeldBack(len(report.findings) - len(left), stale, expired, names)
    return replace(report, findings=left, held_back=held_back)


def write_baseline(
    path: Path,
    replaced: Sequence[Known],
    known: Sequence[Known],
    report: AuditReport,
    today: date,
    evaluated: Evaluated,
) -> str:
    """Write a baseline of what was found and is accepted with it, and return what has changed, in a
    sentence.

    What somebody may do now is left out, and what `blognomic correct` can put right. ``replaced``
    are the entries that the file has, ``known`` those of the baseline in force, which may be
    another. Entries keep their reasons, and their dates unless these have passed; one that has no
    finding, although its check was evaluated, is removed. What people wrote between the entries
    stays.
    """
    before = {each.fingerprint: each for each in (*known, *replaced)}
    found = {finding.fingerprint: finding for finding in report.findings}
    gone = {mark for mark, each in before.items() if mark not in found and evaluated(each.code)}
    new = [finding for mark, finding in found.items() if mark not in before]
    from validators.checks.run import codes_of

    accepted = [
        finding
        for finding in new
        if not can_be_corrected(finding) and finding.code not in codes_of(lambda one: one.act)
    ]
    document, array = _opened(path)
    for place in reversed(range(len(array))):
        mark = array[place]["fingerprint"]
        if mark in gone:
            del array[place]
        elif mark in found and before[mark].expired(today):
            del array[place]["expires"]
    there = gone | {table["fingerprint"] for table in array}
    kept = (
        msgspec.structs.replace(each, expires=None)
        if mark in found and each.expired(today)
        else each
        for mark, each in before.items()
        if mark not in there
    )
    for one in (*kept, *map(_known, accepted)):
        array.append(as_toml(one))
    write_whole(path, document.as_string(), "--write-baseline")
    changed = (
        f"{len(accepted)} added, {len(gone)} removed, {len(new) - len(accepted)} left out that"
        " somebody can act on now"
    )
    return f"wrote {shown_path(path)}: {counted(len(array), 'known finding')} ({changed})"


def _known(finding: Finding) -> Known:
    return Known(
        fingerprint=finding.fingerprint,
        code=finding.code,
        subject=shorten(finding.subject.id, 200),
        message=shorten(finding.message, 400),
    )


def can_be_corrected(finding: Finding) -> bool:
    """Whether `blognomic correct` proposes an edit for it without being asked for its code."""
    return (
        finding.fix is not None
        and finding.fix.change is not None
        and finding.confidence is not Confidence.LOW
    )


def _opened(path: Path) -> tuple[TOMLDocument, AoT]:
    """A baseline, which need not be there yet, and its list of tables, to add to; what people wrote
    into it stays.
    """
    import tomlkit
    from tomlkit.items import AoT

    if path.exists():
        read_tables(path)  # within its bounds
    document = tomlkit.parse(read_text(path) if path.exists() else f"# {_HEAD}\n\n")
    if not isinstance(document.get("known"), AoT):
        document["known"] = tomlkit.aot()
    return document, document["known"]


def as_toml(each: Entry) -> TomlTable:
    """An entry as the file states it."""
    import tomlkit

    table = tomlkit.table()
    for name, value in msgspec.structs.asdict(each).items():
        if value is not None:
            table[name] = whole_utc(value) if isinstance(value, datetime) else value
    return table
