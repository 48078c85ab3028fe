"""What an audit of a large snapshot found, kept so that an audit of the same pages need not judge anything again.

It is kept by a digest of everything that an audit rests on: every file of the snapshot by its name, size and times of change, the
settings, and the program. So an audit that is found again is the one that would be made. The files lie in the user's cache folder,
one for each audit, the latest few; what is damaged, or not such a file, is as if it was not there.
"""

from __future__ import annotations

import errno
import hashlib
import os
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, fields
from datetime import datetime
from functools import cache
from pathlib import Path

import msgspec

from parsers.model import Confidence
from sync.cli.kept_matters import KeptMatters
from sync.cli.sealed import read_sealed, write_sealed
from sync.cli.source import own_account
from sync.settings.config import Config
from sync.settings.version import program
from sync.sources import page_reader
from sync.sources.page_cache import TICK, cache_folder
from sync.sources.snapshot_folder import MAX_FILES
from validators.checks.run import AuditReport
from validators.finding import Evidence, Finding, Fix, FixKind, NotEvaluated, RuleRef, Severity, Subject
from validators.profile import Profile
from validators.view import GameView

_KEPT = 8
"""Audits that are kept: those made last."""


@dataclass(frozen=True)
class _KeptFinding:
    """A :class:`Finding`; its fix is what a report shows of it, without the change that ``correct`` makes."""

    code: str
    slug: str
    severity: Severity
    subject: Subject
    message: str
    what: str
    confidence: Confidence
    evidence: tuple[Evidence, ...]
    rule: RuleRef | None
    fix: tuple[FixKind, str, str] | None
    page: str | None
    line: int | None
    past: bool


@dataclass(frozen=True)
class _KeptAudit:
    key: str
    site: str
    as_of: datetime
    since: datetime | None
    findings: tuple[_KeptFinding, ...]
    not_evaluated: tuple[NotEvaluated, ...]


_FIELDS = tuple(field.name for field in fields(_KeptFinding) if field.name != "fix")


@dataclass(frozen=True)
class KeptAudit:
    """One audit by the digest of what it rests on. Made by :func:`kept_audit`."""

    key: str
    matters: KeptMatters = field(default=KeptMatters(""))

    @property
    def place(self) -> Path:
        """Its file."""
        return cache_folder() / f"audit-{self.key}.json"

    def find(self) -> tuple[GameView, AuditReport] | None:
        """The audit, and what its report shows of the view; None if it is not there, or not whole."""
        kept = read_sealed(self.place, _decoder())
        if kept is None or kept.key != self.key:
            return None
        findings = (
            Finding(**{name: getattr(each, name) for name in _FIELDS}, fix=None if each.fix is None else Fix(*each.fix))
            for each in kept.findings
        )
        return GameView(kept.as_of, None, None, site=kept.site), AuditReport(tuple(findings), kept.not_evaluated, since=kept.since)

    def keep(self, view: GameView, report: AuditReport) -> None:
        """Keep an audit, unless there is more to tell of it than :meth:`find` gives, or it cannot be written."""
        unread = view.gamestate is None or any(problem.grave or problem.lost for problem in view.gamestate.unread)
        if view.rules is None or view.rules.reviewed or view.roster is None or (unread and view.profile != Profile()):
            return
        findings = tuple(
            _KeptFinding(
                **{name: getattr(each, name) for name in _FIELDS},
                fix=None if each.fix is None else (each.fix.kind, each.fix.page, each.fix.summary),
            )
            for each in report.findings
        )
        audit = _KeptAudit(self.key, view.site, view.as_of, report.since, findings, report.not_evaluated)
        write_sealed(self.place, audit, most=_KEPT)


def kept_audit(config: Config, codes: tuple[Collection[str], Collection[str]], since: datetime | None) -> KeptAudit | None:
    """Where the audit by these settings and codes is kept; None for a live game, a small snapshot, and where files stand in for pages."""
    others = (config.live, config.store, config.ruleset, config.tracking)
    if config.snapshot is None or not config.cached or any(other is not None for other in others):
        return None
    try:
        files = [*_stamps(config.snapshot), *([] if config.profile is None else [_stamp(config.profile)])]
    except OSError:
        return None
    newest = max((max(changed) for _, _, *changed in files), default=0)
    if len(files) < page_reader.MANY or newest > time.time_ns() - TICK:
        return None
    names = (sorted(config.aliases.items()), sorted(config.reviews.items()), own_account(config))
    game = (config.site, os.fspath(config.snapshot.resolve()), config.emperor, config.blog_url, names)
    return KeptAudit(_key(program(), game, config.now, *codes, since, config.profile, sorted(files)), KeptMatters(_key(game)))


def _key(*rests_on: object) -> str:
    return hashlib.sha256(repr(rests_on).encode("utf-8", "surrogatepass")).hexdigest()[:32]


_Stamp = tuple[str, int, int, int]
"""The name of a file, its size, and when its text and its entry were last changed, in nanoseconds."""


def _stamps(snapshot: Path) -> Iterator[_Stamp]:
    """Every file that a snapshot may be read from. Raises OSError, also for a link to a folder, and for more than a snapshot has."""
    yield _stamp(snapshot / "snapshot.toml")
    waiting = [os.fspath(snapshot / part) for part in ("blog", "wiki")]
    if any(map(os.path.islink, waiting)):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    count = 0
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                count += 1
                if count > 2 * MAX_FILES:
                    raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif entry.is_dir():
                    raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
                else:
                    state = entry.stat()
                    yield entry.path, state.st_size, state.st_mtime_ns, state.st_ctime_ns


def _stamp(path: Path) -> _Stamp:
    state = path.stat()
    return os.fspath(path), state.st_size, state.st_mtime_ns, state.st_ctime_ns


@cache
def _decoder() -> msgspec.json.Decoder[_KeptAudit]:
    return msgspec.json.Decoder(_KeptAudit)
