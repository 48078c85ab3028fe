"""Known findings that people have accepted (``audit --baseline``), in a file that they may edit."""

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
# Findings that are known and held back; see docs/ci.md. `expires` is the last day on which an entry holds.
# Those below [[open]] are not accepted, since somebody can act on them, or the review of the rules comes first:
# they are reported, but not as new.
# To accept one, make its [[open]] a [[known]].

"""

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


class Baseline(Entry, frozen=True):
    """What the file holds: the findings that are held back, and those that were there when it was
    written, but not accepted.
    """

    known: list[Known] = []
    open: list[Known] = []


NO_BASELINE = Baseline()


@dataclass(frozen=True, slots=True)
class WrittenBaseline:
    """How many entries a baseline has, what has changed, and the findings it does not accept."""

    entries: int
    added: int
    removed: int
    left: tuple[Finding, ...]


Evaluated = Callable[[str], bool]
"""Whether the check of a code was selected and evaluated; of the code ``""``, whether all checks
were.
"""


def read_baseline(path: Path, option: str) -> Baseline:
    """A baseline, which the option names. Raises :class:`UsageError` where it cannot
    be read.
    """
    if why := unreadable(path):
        writing = "name a new file, or an earlier baseline"
        reading = "`blognomic audit --write-baseline FILE` writes one"
        todo = writing if option == "--write-baseline" else reading
        raise UsageError(f"{option}: {why}; {todo}")
    return read_toml(path, Baseline)


def hold_back(
    report: AuditReport, baseline: Baseline, today: date, evaluated: Evaluated
) -> AuditReport:
    """The report without the findings that entries in force hold back, and with what is to be said
    of the entries.
    """
    known = baseline.known
    found = {finding.fingerprint for finding in report.findings}
    in_force = {each.fingerprint for each in known if not each.expired(today)}
    left = tuple(finding for finding in report.findings if finding.fingerprint not in in_force)
    stale = tuple(
        each.fingerprint for each in known if each.fingerprint not in found and evaluated(each.code)
    )
    expired = tuple(each.fingerprint for each in known if each.expired(today))
    names = {each.fingerprint: each.name for each in known}
    listed = frozenset(each.fingerprint for each in (*known, *baseline.open))
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
    """Write a baseline of what was found and is accepted with it.

    What somebody may do now, and what `blognomic correct` can put right, is only accepted with
    ``accept_all``, else listed as open; so is what has low confidence while the Ruleset
    ``awaits_review``, which may make it certain. ``replaced`` is what the file has, ``in_force`` the
    baseline in force, which may be another. Entries keep their reasons, and their dates unless these
    have passed; one that has no finding, although its check was evaluated, is removed. What people
    wrote between the entries stays.
    """
    before = {each.fingerprint: each for each in (*in_force.known, *replaced.known)}
    opened = {each.fingerprint: each for each in (*in_force.open, *replaced.open)}
    found = {finding.fingerprint: finding for finding in report.findings}
    gone = {mark for mark, each in before.items() if mark not in found and evaluated(each.code)}
    new = [finding for mark, finding in found.items() if mark not in before]
    from validators.checks.run import codes_of

    actionable = codes_of(lambda one: one.act)
    left = [
        finding
        for finding in new
        if not accept_all
        and (
            can_be_corrected(finding)
            or finding.code in actionable
            or (awaits_review and finding.confidence is Confidence.LOW)
        )
    ]
    accepted = {mark: each for mark, each in before.items() if mark not in gone}
    still_open = {
        mark: each
        for mark, each in opened.items()
        if mark not in {*before, *found} and not evaluated(each.code)
    }
    for finding in new:
        entries = still_open if finding in left else accepted
        entries[finding.fingerprint] = opened.get(finding.fingerprint, _known(finding))
    for mark, each in accepted.items():
        if mark in found and each.expired(today):
            accepted[mark] = msgspec.structs.replace(each, expires=None)
    document = _parsed(path)
    _list_entries(document, "known", accepted)
    _list_entries(document, "open", still_open)
    write_whole(path, document.as_string(), "--write-baseline")
    return WrittenBaseline(len(accepted), len(new) - len(left), len(gone), tuple(left))


def _list_entries(document: TOMLDocument, name: str, entries: Mapping[str, Known]) -> None:
    """List the entries, by their fingerprints, below ``[[name]]``. Tables that are there stay as
    they are, but for a date that the entry lacks.
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
        del document[name]  # nobody could add a table to an empty list


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


def _parsed(path: Path) -> TOMLDocument:
    """A baseline, which need not be there yet, with what people wrote into it."""
    import tomlkit

    if path.exists():
        read_tables(path)  # within its bounds
    return tomlkit.parse(read_text(path) if path.exists() else _HEAD)


def as_toml(each: Entry) -> TomlTable:
    """An entry as the file states it."""
    import tomlkit

    table = tomlkit.table()
    for name, value in msgspec.structs.asdict(each).items():
        if value is not None:
            table[name] = whole_utc(value) if isinstance(value, datetime) else value
    return table
