"""The revisions of a wiki page that are at hand, the newest first: of the store, or of a snapshot's ``.history.jsonl``."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec

from parsers.model import Revision
from sync.errors import NoVerdict
from sync.settings.config import Config, Live
from sync.sources.snapshot import Snapshot, open_snapshot
from sync.sources.wiki_history import WikiHistory
from sync.text import one_line
from sync.times import parse_time

__all__ = ["as_of", "newest_first"]

MOST = 500
"""Revisions that are looked at: beyond that nobody remembers either."""


class _Line(msgspec.Struct, frozen=True):
    """A line of a snapshot's history."""

    revid: int
    timestamp: str
    text: str | None = None
    user: str | None = None
    parentid: int = 0
    comment: str | None = None


def newest_first(config: Config, title: str, snapshot: Snapshot | None = None) -> Iterator[Revision]:
    """At most :data:`MOST` revisions with texts, none later than ``--now``; none at all where no history is at hand.

    ``snapshot`` is the configured one, where the caller has it open. What the store lacks the wiki is asked for, while
    the iterator is used and only once; ``--offline`` ends there.

    Raises :class:`NoVerdict` for a history that cannot be understood, and what the wiki's client raises.
    """
    if config.snapshot is not None:
        found = _in_snapshot(snapshot or open_snapshot(config.snapshot), title)
    else:
        found = _live(config.live, title) if config.live else iter(())
    for count, each in enumerate(each for each in found if config.now is None or each.timestamp <= config.now):
        if count == MOST:
            return
        yield each


def as_of(config: Config, title: str, moment: datetime) -> Revision | None:
    """The revision that stood at a moment; None where that cannot be told. Raises what :func:`newest_first` raises."""
    if config.snapshot is not None or config.live is None:
        return next((kept for kept in newest_first(config, title) if kept.timestamp <= moment), None)
    with WikiHistory.opened(config.live, title) as page:
        return page.as_of(moment)


def _live(live: Live, title: str) -> Iterator[Revision]:
    with WikiHistory.opened(live, title) as page:
        yield from page.back()


def _in_snapshot(snapshot: Snapshot, title: str) -> Iterator[Revision]:
    """The saved page, if the snapshot says of when it is, and the history behind it."""
    page, saved = snapshot.wiki_file(title), snapshot.revision(title)
    if saved.revid is not None and saved.timestamp is not None:
        try:
            yield Revision(
                title, saved.revid, saved.parentid or 0, parse_time(saved.timestamp), saved.user, saved.comment, snapshot.page_text(title)
            )
        except ValueError as error:
            raise NoVerdict(f"{page.removesuffix('.wikitext')}.json: {error}; save it again, or remove it") from None
    name = page.removesuffix(".wikitext") + ".history.jsonl"
    if not (snapshot.folder / name).is_file():
        return
    for number, line in reversed(list(enumerate(snapshot.read(name).splitlines(), 1))):
        kept = _kept(title, name, number, line)
        if kept is not None and kept.revid != saved.revid:
            yield kept


def _kept(title: str, name: str, number: int, line: bytes) -> Revision | None:
    if not line.strip():
        return None
    try:
        found = msgspec.json.decode(line, type=_Line)
        if found.text is None:
            return None
        return Revision(title, found.revid, found.parentid, parse_time(found.timestamp), found.user, found.comment, found.text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise NoVerdict(f"{name}, line {number}, is not the JSON of a revision: {one_line(str(error))}; save it again") from None
