"""Saving corrections to the wiki, and undoing one of the tool's own edits by its number in the
journal.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from difflib import unified_diff
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from sync.correct.correction import Correction
from sync.correct.correction_plan import Plan
from sync.errors import NoVerdict, UsageError
from sync.files import check_output
from sync.notices.talk_pages import TalkPages
from sync.progress import to_stderr
from sync.settings.config import Config, Live
from sync.settings.credentials import find_credentials
from sync.sources.stored import lost_site, open_store
from sync.text import encodable, log_line, safe
from sync.times import clock
from sync.wiki.wiki_access import WikiRefused, WikiSettings
from sync.wiki.writing.page_edit import (
    LOGIN_REFUSED,
    WRONG_RESULT,
    EditOutcome,
    Limits,
    PageEdit,
    as_saved,
    unfit,
)
from validators.view import GameView

if TYPE_CHECKING:
    from sync.wiki.writing.writer import Writer

NEEDS_CONFIRMATION = "needs confirmation: review it, and pass --yes"
DOUBTFUL = (
    "it may be mistaken, so --yes does not save it; run without --yes on a terminal and confirm"
)
CARRIED_OUT = "carried-out"
"""The code of an edit that may already have been made."""
Edit = TypeVar("Edit", bound=PageEdit)


def live_to_write(config: Config) -> Live:
    """Return the live game for writing. Raises :class:`UsageError` if the data is not read from the
    current game, or the report cannot be written.
    """
    live = config.live
    if (
        live is None
        or live.offline
        or config.tracking is not None
        or config.ruleset is not None
        or config.now is not None
    ):
        raise UsageError(
            "--apply writes to the live game, so all data must come from it: omit --snapshot, a"
            " --site that is a snapshot, --ruleset, --tracking, --now and --offline"
        )
    if config.output is not None:
        check_output(config.output)
    return live


def foreseen(edits: Sequence[PageEdit], config: Config, view: GameView) -> list[EditOutcome]:
    """Return the known obstacles to saving before anything is sent: the page, the stop page, an
    unreachable site, a text that is never saved.

    A result of None means that an edit can be saved. The writer checks again and applies the
    limits.
    """
    pages = TalkPages(config)
    live = config.live
    lost = None if live is None else lost_site(live, view)
    found: list[EditOutcome] = []
    for edit in edits:
        try:
            old, new = as_saved(edit.base_text), as_saved(edit.text)
            why = lost or pages.hindrance(edit.base_text, notice=False)
            why = why or unfit(old, new, may_shrink=edit.may_shrink)
        except NoVerdict as error:
            why = str(error)
        found.append(EditOutcome("refused", why=why) if why else EditOutcome())
    return found


def apply(
    plan: Plan,
    config: Config,
    live: Live,
    view: GameView,
    confirmed: Callable[[Correction], str | None],
    *,
    most: int,
    asks: bool = False,
) -> list[EditOutcome]:
    """Save at most ``most`` corrections that are ``confirmed`` and have no obstacle; see
    :func:`saved_in_turn`.
    """
    return saved_in_turn(
        plan.corrections,
        foreseen(plan.corrections, config, view),
        config,
        live,
        confirmed,
        most=most,
        asks=asks,
    )


def saved_in_turn(
    edits: Sequence[Edit],
    before: Sequence[EditOutcome],
    config: Config,
    live: Live,
    confirmed: Callable[[Edit], str | None],
    *,
    most: int,
    asks: bool = False,
    at_once: bool = False,
) -> list[EditOutcome]:
    """Save the edits without an outcome in ``before`` and without a reason against them from
    ``confirmed``. If ``asks`` is set, the account and the limits are checked before the user is
    asked.

    After an edit that was not saved, later edits of its page are skipped, or of any page if they
    belong ``at_once``; an edit that is already carried out does not count as unsaved. Raises the
    errors of :func:`find_credentials` and :meth:`Store.open`.
    """
    outcomes: list[EditOutcome] = []
    with ExitStack() as opened:
        writer: Writer | None = None
        unsaved = set[str]()
        for edit, outcome in zip(edits, before, strict=True):
            done, page = outcome, "" if at_once else edit.title
            if outcome.result is None and page in unsaved:
                done = EditOutcome(why="it depends on the previous edit, which was not saved")
            elif outcome.result is None:
                if asks:
                    writer = writer or opened.enter_context(opened_writer(config, live, most))
                known = _in_vain(writer, outcomes) if asks else None
                if known is None and (why := confirmed(edit)) is not None:
                    known = EditOutcome(why=why)
                if known is None:
                    writer = writer or opened.enter_context(opened_writer(config, live, most))
                    known = _in_vain(writer, outcomes) or tried(partial(writer.save, edit))
                done = known
            outcomes.append(done)
            if done.result not in ("saved", "unchanged") and done.code != CARRIED_OUT:
                unsaved.add(page)
    return outcomes


def _in_vain(writer: Writer | None, outcomes: Sequence[EditOutcome]) -> EditOutcome | None:
    """Return why no more edits can be saved: a rejected password, which is not sent again, a wrong
    result, or a limit.
    """
    if any(outcome.code == WRONG_RESULT for outcome in outcomes):
        return EditOutcome(
            "refused", why="the result of an earlier edit is wrong; look at it first"
        )
    refused = next((outcome for outcome in outcomes if outcome.code == LOGIN_REFUSED), None)
    if refused is None and writer is not None and (limit := writer.limit_reached()):
        return EditOutcome("refused", why=limit)
    return refused


def undone(config: Config, number: int) -> tuple[Correction, str | None]:
    """Return the effect of undoing a wiki edit (from the saved text to the one before) and the
    reason against it, as far as the journal shows one. Raises :class:`UsageError` if the journal
    has no such edit.
    """
    if config.live is None:
        raise UsageError(
            "--undo needs the journal, which is in the store; omit --snapshot, or a --site that"
            " is one"
        )
    with open_store(config.live, clock()) as store:
        entry = store.journal.entry(number)
    if entry is None or entry.write.kind not in ("wiki-edit", "wiki-talk"):
        raise UsageError(
            f"--undo {number}: the journal has no edit of the wiki with this number; `blognomic"
            " doctor --journal` lists them"
        )
    done = entry.write
    summary = f"undo write {number} of the journal: {done.summary}"
    from sync.wiki.writing.writer import not_undoable

    correction = Correction(
        done.place,
        entry.new_revid,
        done.text,
        done.before or "",
        summary,
        done.findings,
        f"undo-{number}",
        may_shrink=True,
        automatic=True,
    )
    return correction, not_undoable(entry)


def undo(
    config: Config, live: Live, number: int, confirmed: Callable[[], str | None]
) -> EditOutcome:
    """Undo a wiki edit, unless its lines have been edited since, or ``confirmed`` returns a reason
    against it.
    """
    with opened_writer(config, live, 1) as writer:
        if why := confirmed():
            return EditOutcome(why=why)
        return tried(partial(writer.undo, number))


@contextmanager
def opened_writer(config: Config, live: Live, most: int) -> Iterator[Writer]:
    """Open a writer to the wiki for ``most`` edits. Raises the errors of :func:`find_credentials`
    and :meth:`Store.open`.
    """
    from sync.wiki.writing.writer import Writer

    limits = Limits(most, config.correct.edits_per_day, config.correct.stop_page)
    settings = WikiSettings(live.contact, api_url=live.wiki_url)
    credentials = find_credentials("wiki")
    with (
        open_store(live, clock()) as store,
        Writer(settings, credentials, store.journal, limits, show=show_rebased) as writer,
    ):
        yield writer


def unconfirmed(correction: Correction, view: GameView, *, yes: bool) -> str | None:
    """Return why a correction is not saved without a question: a correction that is not
    ``automatic`` needs --yes, and so does every one if data is missing. For a doubtful correction
    --yes is not enough.
    """
    if correction.doubtful:
        return DOUBTFUL
    if yes:
        return None
    unread = next((problem.where for problem in view.problems if problem.fatal), None)
    if unread is not None:
        return (
            f"needs confirmation, because {unread} could not be read completely: review it, and"
            " pass --yes"
        )
    return None if correction.automatic else NEEDS_CONFIRMATION


def tried(write: Callable[[], EditOutcome]) -> EditOutcome:
    """Run an edit and return its outcome, even for an error: the report must still list the edits
    saved before it.
    """
    try:
        return write()
    except WikiRefused as error:
        return EditOutcome("refused", why=str(error), code=LOGIN_REFUSED)
    except NoVerdict as error:
        return EditOutcome("refused", why=str(error))


def show_rebased(before: str, after: str) -> None:
    """Print the changes to save to standard error after others have edited the page."""
    lines = unified_diff(
        before.split("\n"), after.split("\n"), "the page now", "the text to save", lineterm=""
    )
    shown = "".join(f"{log_line(encodable(safe(line), sys.stderr.encoding))}\n" for line in lines)
    to_stderr(f"blognomic: the page was edited meanwhile\n{shown}")
