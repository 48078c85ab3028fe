"""``blognomic correct``: corrected pages as diffs, written where that was asked for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

import click

from sync.cli.audit import known_codes
from sync.cli.options import config_from, origins, reading_options
from sync.errors import NoVerdict

if TYPE_CHECKING:
    from sync.correct.pages import Editable
    from sync.correct.plan import Plan, Wanted, Written
    from sync.settings.config import Config
    from validators.checks.registry import Report
    from validators.view import GameView

__all__ = ["command"]

_REMAIN = 1
_NO_VERDICT = 3


@click.command("correct")
@click.option("--apply", "write", is_flag=True, help="Write to the wiki what may be written.")
@click.option("--yes", is_flag=True, help="Also what the configuration does not allow unasked.")
@click.option("--only", multiple=True, metavar="CODE|ID", envvar="BLOGNOMIC_ONLY", help="Only findings of this code, or this correction.")
@click.option("--max-edits", type=click.IntRange(min=0), default=5, show_default=True, metavar="N", help="Write no more edits than this.")
@click.option("--undo", type=int, metavar="N", help="Take back the edit that has this number in the journal; doctor lists them.")
@reading_options
@click.pass_context
def command(
    ctx: click.Context, /, write: bool, yes: bool, only: tuple[str, ...], max_edits: int, undo: int | None, **_options: object
) -> int:
    """Propose corrected pages as diffs, and write them with --apply.

    Each change is tried on the page first, and proposed only if its finding is gone by it and no other comes of
    it. Without --apply nothing is written. With it, corrections of the codes that the configuration lists are;
    the others need --yes. The exit code is 1 while corrections remain.
    """
    from sync.cli.output import publish
    from sync.correct.apply import apply, live_to_write
    from sync.correct.plan import Wanted, Written
    from sync.reports import corrections as reports

    config = config_from(ctx)
    if undo is not None:
        return _undo(config, undo, write=write)
    live = live_to_write(config) if write else None
    names = tuple(part.strip() for value in only for part in value.split(",") if part.strip())
    known_codes((each for each in names if each.upper().startswith("BN")), origins(ctx)["only"])
    allowed = known_codes(config.correct.allow, "key 'correct.allow'")
    view, report, proposed, pages = _proposed(config, Wanted(names, allowed, together=yes))
    if live is None:
        written = [Written() for _ in proposed.corrections]
    else:
        written = apply(proposed, config, live, view, pages, yes=yes, most=max_edits)
    publish(
        config,
        lambda: reports.corrections(proposed, written),
        lambda: reports.corrections_as_text(proposed, written, applied=write),
    )
    return _exit_code(view, report, proposed, written)


def _proposed(config: Config, wanted: Wanted) -> tuple[GameView, Report, Plan, dict[str, Editable]]:
    """The view, what the checks of its pages say of it, the corrections, and the pages."""
    from sync.correct.pages import CODES, editable_pages
    from sync.correct.plan import Past, plan
    from sync.sources.earlier import earlier_pages, rereader, texts_of, view_by_older_rules
    from sync.sources.histories import with_history
    from sync.sources.pipeline import load_view
    from sync.sources.tracking import with_gamestate
    from sync.text import safe
    from validators.checks.registry import run_all

    view = with_history(with_gamestate(load_view(config, partial=True), config), config)
    if view.gamestate is None:
        fatal = (f"{problem.where}: {problem.what}" for problem in view.problems if problem.fatal)
        why = next(fatal, "no page that tracks it is named")
        if view.rules is None:
            raise NoVerdict(f"no gamestate was read, so nothing can be corrected: {why}")
        sys.stderr.write(f"blognomic: no gamestate was read, so nothing but the Ruleset can be corrected: {safe(why)}\n")
    report = run_all(view, select=CODES)
    pages = editable_pages(view, None if view.gamestate is None else rereader(view), texts_of(config, view))
    waited = view.as_of - timedelta(minutes=config.correct.wait_minutes)
    past = Past(lambda: earlier_pages(config, view), lambda: view_by_older_rules(config, view), waited)
    return view, report, plan(view, report.findings, wanted, pages, past), pages


def _undo(config: Config, number: int, *, write: bool) -> int:
    from sync.cli.output import publish
    from sync.correct.plan import Plan
    from sync.correct.undo import undo
    from sync.reports import corrections as reports

    correction, written = undo(config, number, write=write)
    proposed = Plan((correction,), ())
    publish(
        config,
        lambda: reports.corrections(proposed, [written]),
        lambda: reports.corrections_as_text(proposed, [written], applied=write),
    )
    if written.result == "unknown":
        return _NO_VERDICT
    return 0 if written.result in ("saved", "unchanged") else _REMAIN


def _exit_code(view: GameView, report: Report, proposed: Plan, written: Sequence[Written]) -> int:
    blind = any(item.inconclusive for item in report.not_evaluated) or any(problem.fatal for problem in view.problems)
    if blind or any(each.result == "unknown" for each in written):
        return _NO_VERDICT
    remain = any(each.result not in ("saved", "unchanged") for each in written)
    return _REMAIN if remain or proposed.left else 0
