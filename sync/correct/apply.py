"""Saving corrections to the wiki, and undoing one of the tool's own edits by its number in the journal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import unified_diff
from typing import TYPE_CHECKING

from sync.correct.correction import Correction
from sync.correct.plan import Plan
from sync.errors import NoVerdict, UsageError
from sync.files import check_output
from sync.settings.config import Config, Live
from sync.settings.credentials import find_credentials
from sync.sources.stored import lost_site, open_store
from sync.text import safe
from sync.times import clock
from sync.wiki.settings import WikiSettings
from sync.wiki.writing.page_edit import EditOutcome, Limits
from validators.view import GameView

if TYPE_CHECKING:
    from sync.wiki.writing.writer import Writer

__all__ = ["NEEDS_CONFIRMATION", "apply", "live_to_write", "undo"]

NEEDS_CONFIRMATION = "needs confirmation: review it, and pass --yes"
_LEAVE_OUT = "leave out --snapshot, a --site that is one, --ruleset, --tracking, --now and --offline"


def live_to_write(config: Config) -> Live:
    """The live game, to be written to.

    Raises :class:`UsageError` where what is read is not the game as it is now, or the report could not be written.
    """
    live = config.live
    if live is None or live.offline or config.tracking is not None or config.ruleset is not None or config.now is not None:
        raise UsageError(f"--apply writes to the wiki, so everything has to be read from there, as it is now: {_LEAVE_OUT}")
    if config.output is not None:
        check_output(config.output)
    return live


def apply(plan: Plan, config: Config, live: Live, view: GameView, *, yes: bool, most: int) -> list[EditOutcome]:
    """Save the corrections, ``most`` of them; the outcomes are in the order of the plan.

    One that is not ``automatic`` needs ``yes``, and so does every one where something could not be read; where a whole
    site could not be read, nothing is saved. Raises what :func:`find_credentials` and :meth:`Store.open` raise.
    """
    reasons = [_hindrance(correction, live, view, yes=yes) for correction in plan.corrections]
    if None not in reasons:
        return [EditOutcome(why=why) for why in reasons]
    with _opened_writer(config, live, most) as writer:
        return [
            _saved(writer, correction) if why is None else EditOutcome(why=why)
            for correction, why in zip(plan.corrections, reasons, strict=True)
        ]


def undo(config: Config, number: int, *, write: bool) -> tuple[Correction, EditOutcome]:
    """What undoing an edit of the wiki changes, and, with ``write``, the outcome.

    The change shown leads from what was saved to what was there before; the edit is undone only where nobody has edited
    its lines since. Raises :class:`UsageError` where the journal has no such edit.
    """
    if config.live is None:
        raise UsageError("--undo needs the journal, which is in the store; leave out --snapshot, or a --site that is one")
    live = live_to_write(config) if write else config.live
    with open_store(live, clock()) as store:
        entry = store.journal.entry(number)
    if entry is None or entry.write.kind not in ("wiki-edit", "wiki-talk"):
        raise UsageError(f"--undo {number}: the journal has no edit of the wiki with this number; blognomic doctor lists them")
    done = entry.write
    summary = f"undo number {number} of the journal: {done.summary}"
    correction = Correction(
        done.place, entry.new_revid, done.text, done.before or "", summary, done.findings, f"undo-{number}", may_shrink=True
    )
    if not write:
        return correction, EditOutcome()
    with _opened_writer(config, live, 1) as writer:
        try:
            return correction, writer.undo(number)
        except NoVerdict as error:
            return correction, EditOutcome("refused", why=str(error))


@contextmanager
def _opened_writer(config: Config, live: Live, most: int) -> Iterator[Writer]:
    from sync.wiki.writing.writer import Writer

    limits = Limits(most, config.correct.edits_per_day, config.correct.stop_page)
    settings, credentials = WikiSettings(live.contact, api_url=live.wiki_url), find_credentials("wiki")
    with open_store(live, clock()) as store, Writer(settings, credentials, store.journal, limits, show=_show_rebased) as writer:
        yield writer


def _hindrance(correction: Correction, live: Live, view: GameView, *, yes: bool) -> str | None:
    """Why a correction is not saved."""
    if (lost := lost_site(live, view.problems)) is not None or yes:
        return lost
    unread = next((problem.where for problem in view.problems if problem.fatal), None)
    if unread is not None:
        return f"needs confirmation, because {unread} could not be read completely: review it, and pass --yes"
    return None if correction.automatic else NEEDS_CONFIRMATION


def _saved(writer: Writer, correction: Correction) -> EditOutcome:
    try:
        return writer.save(correction)
    except NoVerdict as error:
        # The report has to list what was saved before it all the same.
        return EditOutcome("refused", why=str(error))


def _show_rebased(before: str, after: str) -> None:
    """Show on standard error what is about to be saved after others edited the page."""
    lines = unified_diff(before.split("\n"), after.split("\n"), "the page now", "what is saved instead", lineterm="")
    sys.stderr.write("blognomic: the page was edited meanwhile\n" + "".join(f"{safe(line)}\n" for line in lines))
