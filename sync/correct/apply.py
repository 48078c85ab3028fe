"""Corrections written to the wiki: those that may be, tried again on what others made of the page meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import unified_diff
from typing import TYPE_CHECKING

from sync.correct.pages import Editable
from sync.correct.plan import Correction, Plan, Written, objection
from sync.errors import NoVerdict, UsageError
from sync.files import check_output
from sync.settings.config import Config, Live
from sync.settings.credentials import find_credentials
from sync.sources.live import lost_site, open_store
from sync.text import safe
from sync.times import clock
from sync.wiki.settings import WikiSettings
from sync.wiki.writing.edits import Limits, PageEdit
from sync.wiki.writing.writer import Writer
from validators.view import GameView

if TYPE_CHECKING:
    from sync.wiki.writing.edits import Outcome

__all__ = ["NEEDS_CONSENT", "apply", "live_to_write", "opened_writer", "show_merged"]

NEEDS_CONSENT = "not all of its codes are listed under [correct] allow, or it is not certain; look at it, and pass --yes"
_NOW_AND_HERE = "leave out --snapshot, a --site that is one, --ruleset, --tracking, --now and --offline"


def live_to_write(config: Config) -> Live:
    """The live game, to be written to.

    Raises :class:`UsageError` where what is read is not the game as it is now, or the report could not be written.
    """
    live = config.live
    if live is None or live.offline or config.tracking is not None or config.ruleset is not None or config.now is not None:
        raise UsageError(f"--apply writes to the wiki, so everything has to be read from there, as it is now: {_NOW_AND_HERE}")
    if config.output is not None:
        check_output(config.output)
    return live


@contextmanager
def opened_writer(config: Config, live: Live, most: int) -> Iterator[Writer]:
    """Who writes to the wiki, within the configured limits and at most so many edits, with the store's journal.

    Raises what :func:`find_credentials` and :meth:`Store.open` raise.
    """
    credentials = find_credentials("wiki")
    limits = Limits(most, config.correct.edits_per_day, config.correct.stop_page)
    settings = WikiSettings(live.wiki_url, live.contact)
    with open_store(live, clock()) as store, Writer(settings, credentials, store.journal, limits) as writer:
        yield writer


def apply(plan: Plan, config: Config, live: Live, view: GameView, pages: Mapping[str, Editable], *, yes: bool, most: int) -> list[Written]:
    """Write what may be written; the results are in the order of the plan's corrections.

    A correction that is not ``automatic`` needs ``yes``, and so does every one where something could not be read; where
    a whole site could not, nothing is written. ``most`` is how many edits may be made. Raises what :func:`opened_writer`
    raises.
    """
    hindered = [_hindrance(correction, live, view, yes=yes) for correction in plan.corrections]
    if None not in hindered:
        return [Written(why=why) for why in hindered]
    with opened_writer(config, live, most) as writer:
        return [
            _save(writer, correction, view, pages[correction.page]) if why is None else Written(why=why)
            for correction, why in zip(plan.corrections, hindered, strict=True)
        ]


def _hindrance(correction: Correction, live: Live, view: GameView, *, yes: bool) -> str | None:
    """Why a correction is not written."""
    if (lost := lost_site(live, view.problems)) is not None or yes:
        return lost
    unread = next((problem.where for problem in view.problems if problem.fatal), None)
    if unread is not None:
        return f"{unread} could not be read whole, so that nothing is written unasked; look at it, and pass --yes"
    return None if correction.automatic else NEEDS_CONSENT


def _save(writer: Writer, correction: Correction, view: GameView, page: Editable) -> Written:
    edit = PageEdit(
        correction.page,
        correction.base_revid,
        correction.base_text,
        correction.text,
        correction.summary,
        correction.codes,
        correction.id,
        may_shrink=False,
    )

    def revalidate(merged: str) -> str | None:
        known = (view, page.with_text(view, correction.text))
        return objection(known, page.with_text(view, merged), correction.findings, page.codes)

    try:
        return _written(writer.save(edit, revalidate=revalidate, show=show_merged))
    except NoVerdict as error:
        # What was written before it has to be told all the same.
        return Written("refused", why=str(error))


def _written(outcome: Outcome) -> Written:
    return Written(outcome.result, outcome.new_revid, outcome.why)


def show_merged(before: str, after: str) -> None:
    """What is about to be written after others changed the page, on standard error."""
    lines = unified_diff(before.split("\n"), after.split("\n"), "the page by now", "what is written instead", lineterm="")
    sys.stderr.write("blognomic: the page was edited meanwhile\n" + "".join(f"{safe(line)}\n" for line in lines))
