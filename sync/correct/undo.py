"""Taking back one of the tool's own edits, by its number in the journal."""

from __future__ import annotations

from sync.correct.apply import live_to_write, opened_writer, show_merged
from sync.correct.plan import Correction, Written
from sync.errors import NoVerdict, UsageError
from sync.settings.config import Config
from sync.sources.live import open_store
from sync.store.values import Written as Entry
from sync.times import clock

__all__ = ["undo"]


def undo(config: Config, number: int, *, write: bool) -> tuple[Correction, Written]:
    """What taking it back would change, and, with ``write``, what came of it.

    The change shown is from what was written to what was there before; lines that others have changed since stay as
    they are, or it is refused. Raises :class:`UsageError` where the journal has no such edit.
    """
    if config.live is None:
        raise UsageError("--undo needs the journal, which is in the store; leave out --snapshot, or a --site that is one")
    live = live_to_write(config) if write else config.live
    with open_store(live, clock()) as store:
        entry = store.journal.entry(number)
    if entry is None or entry.write.kind not in ("wiki-edit", "wiki-talk"):
        raise UsageError(f"--undo {number}: the journal has no edit of the wiki with this number; blognomic doctor lists them")
    correction = _backwards(entry)
    if not write:
        return correction, Written()
    with opened_writer(config, live, 1) as writer:
        try:
            outcome = writer.undo(number, show=show_merged)
        except NoVerdict as error:
            return correction, Written("refused", why=str(error))
    return correction, Written(outcome.result, outcome.new_revid, outcome.why)


def _backwards(entry: Entry) -> Correction:
    done = entry.write
    summary = f"undo number {entry.id} of the journal: {done.summary}"
    return Correction(f"undo-{entry.id}", done.place, entry.new_revid, done.text, done.before or "", summary, done.findings)
