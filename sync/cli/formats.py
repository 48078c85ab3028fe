"""An audit in the formats of other programs, and where its findings stand."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from sync.reports.formats.document import AuditDocument, Places, remarks
from sync.settings.config import Config
from sync.sources.snapshot_folder import open_snapshot
from validators.checks.run import AuditReport
from validators.view import GameView


def document(config: Config, view: GameView, report: AuditReport, code: int, why: str, failing: frozenset[str]) -> AuditDocument:
    """The audit as every format shows it."""
    places = Places() if config.format in ("json", "text") else _places(config)  # they name no files
    return AuditDocument(view, report, code, why, tuple(remarks(report)), places, failing)


def summarise(config: Config, audit: AuditDocument) -> None:
    """Counts, exit code and why on standard error, unless the report shows them to people."""
    if config.format != "text" or config.output is not None:
        sys.stderr.write(f"{audit.summary}\n")


def _places(config: Config) -> Places:
    if config.snapshot is None:
        return Places(wiki=None if config.live is None else config.live.wiki_url)
    folder, here = config.snapshot.resolve(), Path.cwd()
    snapshot = open_snapshot(config.snapshot)
    posts: dict[str, str] = {}
    for file in snapshot.blog:
        if file.kind == "entry":
            posts.setdefault(file.first.rpartition("/")[2], file.name)
    shown = os.path.relpath(folder, here).replace(os.sep, "/") if folder.is_relative_to(here) else None
    return Places(folder, shown, snapshot.wiki, posts)
