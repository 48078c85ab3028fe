"""The journal for people: what the tool wrote, where and when, and the outcome."""

from __future__ import annotations

from collections.abc import Iterator

from sync.doctor import Check, State
from sync.errors import UsageError
from sync.settings.config import Config
from sync.store import Journal, Written
from sync.text import shorten
from sync.times import clock, shown

_LATEST = 5
_QUOTED = 160
_UNSETTLED = ("begun", "unknown")


def latest_written(journal: Journal) -> Iterator[Check]:
    """The latest writes, as part of a diagnosis; nothing for an empty journal."""
    entries = journal.entries()
    if entries:
        open_ones = sum(entry.state in _UNSETTLED for entry in entries)
        unsettled = f", the outcome of {open_ones} unknown" if open_ones else ""
        yield Check("journal", State.NOTE, f"{len(entries)} written or tried{unsettled}; see `blognomic doctor --journal`")
        yield from map(_check, entries[: -_LATEST - 1 : -1])


def written(config: Config) -> Iterator[Check]:
    """Everything that was written or tried, the latest first. Raises :class:`UsageError` without a store."""
    from sync.sources.stored import open_store

    if config.live is None or not config.live.store.is_file():
        raise UsageError("--journal: there is no store, so nothing was written from here")
    with open_store(config.live, clock()) as store:
        entries = store.journal.entries()
    yield Check("journal", State.NOTE, f"{len(entries)} written or tried; `blognomic correct --undo N` undoes an edit of the wiki")
    yield from map(_check, reversed(entries))


def _check(entry: Written) -> Check:
    write = entry.write
    revision = f" as revision {entry.new_revid}" if entry.new_revid is not None else ""
    why = f": {entry.why}" if entry.why else ""
    what = shorten(write.summary or ", ".join(write.findings) or write.mark, _QUOTED)
    says = f"{shown(entry.began)}, {write.kind}, {shorten(write.place, _QUOTED)}: {what} ({entry.state}{revision}{why})"
    return Check(f"number {entry.id}", State.BAD if entry.state in _UNSETTLED else State.NOTE, says)
