"""The baseline: findings that people know of already, which an audit holds back (``audit --baseline``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec

from parsers.model import Confidence
from sync.errors import UsageError
from sync.files import no_file, read_text, shown_path, write_whole
from sync.settings.tomlfile import read_toml
from sync.text import shorten
from validators.checks.run import AuditReport, HeldBack
from validators.finding import Finding
from validators.words import counted

if TYPE_CHECKING:
    from tomlkit.items import Table

_HEAD = "Findings that are known and held back; see docs/ci.md. `expires` is the last day on which an entry holds."

_MAY_BE_DONE = ("BN101", "BN108", "BN301", "BN607")
"""What is no fault, and says what somebody may do: it comes again until it is done."""


class Known(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One finding by its fingerprint; code, subject and message are for readers. ``expires`` is the last day (UTC) it is held back on."""

    fingerprint: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
    code: str = ""
    subject: str = ""
    message: str = ""
    reason: str = ""
    expires: date | None = None

    def expired(self, today: date) -> bool:
        """Whether its last day is over."""
        return self.expires is not None and self.expires < today


class _File(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    known: list[Known] = []


Evaluated = Callable[[str], bool]
"""Whether the check of a code was selected and evaluated; of the code ``""``, whether all checks were."""


def read_baseline(path: Path, option: str) -> list[Known]:
    """The entries of a baseline, which the option names. Raises :class:`UsageError` where it cannot be read, or has an entry twice."""
    if not path.is_file():
        raise UsageError(f"{option}: {no_file(path)}; `blognomic audit --write-baseline FILE` writes one")
    known = read_toml(path, _File).known
    twice = [fingerprint for fingerprint, count in Counter(each.fingerprint for each in known).items() if count > 1]
    if twice:
        raise UsageError(f"{shown_path(path)}: the fingerprint {twice[0]} is listed twice; remove one of the entries")
    return known


def hold_back(report: AuditReport, known: Sequence[Known], today: date, evaluated: Evaluated) -> AuditReport:
    """The report without the findings that entries in force hold back, and with what is to be said of the entries."""
    found = {finding.fingerprint for finding in report.findings}
    in_force = {each.fingerprint for each in known if not each.expired(today)}
    left = tuple(finding for finding in report.findings if finding.fingerprint not in in_force)
    stale = tuple(each.fingerprint for each in known if each.fingerprint not in found and evaluated(each.code))
    expired = tuple(each.fingerprint for each in known if each.expired(today))
    names = {each.fingerprint: _name(each, report) for each in known}
    return replace(report, findings=left, held_back=HeldBack(len(report.findings) - len(left), stale, expired, names))


def _name(each: Known, report: AuditReport) -> str:
    """What an entry is about, in words; the fingerprint where neither it nor the report says."""
    message = each.message or next((finding.message for finding in report.findings if finding.fingerprint == each.fingerprint), "")
    subject = "" if each.subject and each.subject in message else each.subject
    return ": ".join(filter(None, (" ".join(filter(None, (each.code, subject))), shorten(message, 200)))) or each.fingerprint


def write_baseline(
    path: Path, replaced: Sequence[Known], known: Sequence[Known], report: AuditReport, today: date, evaluated: Evaluated
) -> str:
    """Write a baseline of what was found and is accepted with it, and return what has changed, in a sentence.

    What somebody may do now is left out, and what `blognomic correct` can put right: a person may add it. ``replaced`` are the
    entries that the file has, ``known`` those of the baseline in force, which may be another. Entries keep their reasons, and their
    dates unless these have passed; one that has no finding, although its check was evaluated, is removed. What people wrote into the
    file between the entries stays.
    """
    import tomlkit
    from tomlkit.items import AoT

    there = {each.fingerprint: each for each in replaced}
    before = {each.fingerprint: each for each in known} | there
    found = {finding.fingerprint: finding for finding in report.findings}
    gone = {mark for mark, each in before.items() if mark not in found and evaluated(each.code)}
    document = tomlkit.parse(read_text(path)) if path.exists() else tomlkit.document().add(tomlkit.comment(_HEAD)).add(tomlkit.nl())
    array = document.get("known")
    if not isinstance(array, AoT):
        array, there = tomlkit.aot(), {}
        document["known"] = array
    for place in reversed(range(len(array))):
        mark = array[place]["fingerprint"]
        if mark in gone:
            del array[place]
        elif mark in found and there[mark].expired(today):
            del array[place]["expires"]
    kept = {mark: each for mark, each in before.items() if mark not in gone}
    new = {mark: finding for mark, finding in found.items() if mark not in kept}
    added = {mark: _entry(finding) for mark, finding in new.items() if not _to_be_done(finding)}
    left = len(new) - len(added)
    for mark, each in (kept | added).items():
        if mark not in there:
            array.append(_table(each, lasting=mark in found and each.expired(today)))
    write_whole(path, tomlkit.dumps(document), "--write-baseline")
    changed = f"{len(added)} added, {len(gone)} removed"
    more = f"; {counted(left, 'finding')} left out that somebody can act on now" if left else ""
    return f"wrote {shown_path(path)}: {counted(len(array), 'known finding')} ({changed}){more}"


def can_be_corrected(finding: Finding) -> bool:
    """Whether `blognomic correct` proposes an edit for it without being asked for its code."""
    return finding.fix is not None and finding.fix.change is not None and finding.confidence is not Confidence.LOW


def _to_be_done(finding: Finding) -> bool:
    return finding.code in _MAY_BE_DONE or can_be_corrected(finding)


def _entry(finding: Finding) -> Known:
    return Known(finding.fingerprint, finding.code, shorten(finding.subject.id, 200), shorten(finding.message, 400))


def _table(each: Known, *, lasting: bool) -> Table:
    import tomlkit

    table = tomlkit.table()
    for name in ("fingerprint", "code", "subject", "message", "reason"):
        table[name] = getattr(each, name)
    if each.expires is not None and not lasting:
        table["expires"] = each.expires
    return table
