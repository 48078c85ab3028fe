"""``blognomic correct``: corrections of wiki pages as diffs, saved with --apply; and the questions
about an edit, which ``enact`` shares.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from typing import TypeVar

import click
from rich.console import RenderableType

from parsers.ruleset.ruleset_model import Ruleset
from sync.cli.audit import known_codes, named_findings
from sync.cli.options import config_from, origin, reading_command, refuse_given
from sync.cli.output import note, publish, warn_of
from sync.cli.source import open_source, read_view, refuse_another_time
from sync.correct.correctable_pages import CODES, CORRECTED, EDITS, EarlierPages
from sync.correct.correction import Correction
from sync.correct.correction_plan import FIX_NAMES, Plan, Wanted, plan
from sync.correct.correction_saving import apply, foreseen, live_to_write, unconfirmed, undo, undone
from sync.errors import ExitCode, UsageError
from sync.reports import writing_text
from sync.reports.layout import print_to_text, reviews
from sync.schemas.writing import corrections_json
from sync.settings.config import Config, Live
from sync.sources.source_view import BASIC, no_verdict
from sync.text import one_line
from sync.wiki.writing.page_edit import LOGIN_REFUSED, WRONG_RESULT, EditOutcome, PageEdit
from validators.checks.run import run_all
from validators.view import GameView

Edit = TypeVar("Edit", bound=PageEdit)


def confirmation(
    shown: Callable[[Edit], Iterable[RenderableType]], *, write: bool, yes: bool
) -> Callable[[Edit], str | None] | None:
    """Return the asker for edits, None if no question is possible or needed. Raises
    :class:`UsageError` for --yes without --apply.
    """
    if yes and not write:
        raise UsageError("--yes confirms the edits of --apply; pass both, or neither for a preview")
    return asking(shown) if write and not yes and on_a_terminal() else None


def asking(shown: Callable[[Edit], Iterable[RenderableType]]) -> Callable[[Edit], str | None]:
    """Shows each edit with its diff on standard error, and asks whether to save it: why it is not
    saved, None where it is.

    The end of input means quit. A doubtful one is asked about after "all", too.
    """
    answer_for_rest = ""

    def ask(edit: Edit) -> str | None:
        nonlocal answer_for_rest
        if answer_for_rest == "q":
            return "declined"
        text = print_to_text(shown(edit), width=100, colour=False, encoding=sys.stderr.encoding)
        click.echo(text, err=True)
        if answer_for_rest == "a" and not (isinstance(edit, Correction) and edit.doubtful):
            return None
        question = (
            f"Save this edit of “{one_line(edit.title)}”? yes, no, yes to all, no to all [y/n/a/q]"
        )
        try:
            answer = click.prompt(
                question,
                type=click.Choice("ynaq", case_sensitive=False),
                show_choices=False,
                err=True,
            )
        except click.Abort:
            answer = "q"
        answer_for_rest = answer if answer in ("a", "q") else answer_for_rest
        return None if answer in ("y", "a") else "declined"

    return ask


def on_a_terminal() -> bool:
    """Return whether there is a terminal to show a change and ask about it."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def code_of_results(outcomes: Sequence[EditOutcome]) -> ExitCode:
    """Return the exit code of a command with these outcomes of edits."""
    if any(each.code == LOGIN_REFUSED for each in outcomes):
        return ExitCode.USAGE
    if any(each.result == "unknown" for each in outcomes):
        return ExitCode.NO_VERDICT
    return (
        ExitCode.FINDINGS
        if any(
            each.result not in ("saved", "unchanged") or each.code == WRONG_RESULT
            for each in outcomes
        )
        else ExitCode.CLEAN
    )


@reading_command("correct")
@click.option(
    "--apply",
    "write",
    is_flag=True,
    help="Save corrections; on a terminal each is confirmed first.",
)
@click.option(
    "--yes", is_flag=True, help="With --apply, save without asking, but no uncertain corrections."
)
@click.option(
    "--only",
    multiple=True,
    metavar="CODE|ID",
    envvar="BLOGNOMIC_ONLY",
    help="Only findings of this code, or this correction.",
)
@click.option(
    "--max-edits",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    metavar="N",
    help="Save at most this many edits.",
)
@click.option(
    "--undo",
    type=int,
    metavar="N",
    help="Undo the edit with this number in the journal (doctor --journal).",
)
def correct_command(
    ctx: click.Context,
    /,
    write: bool,
    yes: bool,
    max_edits: int,
    undo: int | None,
    **_options: object,
) -> int:
    """Propose corrections of wiki pages as diffs, and save them with --apply.

    Without --apply nothing is saved. With it, each edit is shown and confirmed in turn on a
    terminal; elsewhere those that [correct] allow lists are saved, and the others need --yes. The
    exit code is 1 while corrections remain.
    """
    config = config_from(ctx)
    refuse_another_time(config)
    ask = confirmation(writing_text.shown_correction, write=write, yes=yes)
    live = live_to_write(config) if write else None
    if undo is not None:
        refuse_given(ctx, ("only", "max_edits"), "with --undo")
        return _undo(config, undo, live, ask)
    names, codes = named_findings(ctx)
    _refuse_uncorrectable(codes, origin(ctx, "only"))
    wanted = Wanted(names, tuple(_allowed(config.correct.allow, config.key("correct.allow"))))
    needs = BASIC | {"gamestate", "history"}
    with open_source(config, needs) as source:
        view = read_view(config, source, needs)
        _warn_of_no_gamestate(view)
        report = run_all(view, select=CODES)
        past = EarlierPages(
            source, view, view.as_of - timedelta(minutes=config.correct.wait_minutes)
        )
        proposed = plan(view, report.findings, wanted, past)
        if live is None:
            outcomes = foreseen(proposed.corrections, config, view)
        else:
            outcomes = apply(
                proposed,
                config,
                live,
                view,
                ask or partial(unconfirmed, view=view, yes=yes),
                most=max_edits,
                asks=ask is not None,
            )
    _publish(config, proposed, outcomes, view.rules, applied=write)
    _explain_nothing(view, proposed, outcomes, codes, applied=write)
    code = code_of_results(outcomes)
    # Values on the pages are judged without the rules on hiatus and similar rules, which only
    # checks of edits need; an audit reports what these lack.
    blind = any(each.inconclusive and each.name not in EDITS for each in report.not_evaluated)
    if code in (ExitCode.CLEAN, ExitCode.FINDINGS) and (
        blind or any(problem.fatal for problem in view.problems)
    ):
        return ExitCode.NO_VERDICT
    return ExitCode.FINDINGS if code is ExitCode.CLEAN and proposed.left else code


def _allowed(values: Iterable[str], origin: str) -> Iterator[str]:
    """The entries of ``[correct] allow``. Raises :class:`UsageError` for one that names no finding
    or no correction.
    """
    for value in values:
        code, colon, kind = value.partition(":")
        if colon and kind not in FIX_NAMES.values():
            raise UsageError(f"{origin}: {value!r} must end in :value or :spelling, or in the code")
        codes = known_codes([code], origin)
        _refuse_uncorrectable(codes, origin)
        yield from (f"{each}{colon}{kind}" for each in codes)


def _refuse_uncorrectable(codes: Iterable[str], origin: str) -> None:
    """Raise :class:`UsageError` for a code or prefix without a correctable finding."""
    for code in codes:
        if not any(known.startswith(code) for known in CORRECTED):
            raise UsageError(
                f"{origin}: no finding of {code} can be corrected, only those of"
                f" {', '.join(CORRECTED)}"
            )


def _explain_nothing(
    view: GameView,
    proposed: Plan,
    outcomes: Sequence[EditOutcome],
    codes: Sequence[str],
    *,
    applied: bool,
) -> None:
    """Report on standard error the missing data or permission because of which nothing was done."""
    warn_of(problem for problem in view.problems if problem.fatal)
    if not proposed.corrections and not proposed.left:
        note("no correctable finding" + (f" with the code {' or '.join(codes)}" if codes else ""))
    elif applied and not any(outcome.result for outcome in outcomes):
        why = "; ".join(dict.fromkeys(outcome.why for outcome in outcomes if outcome.why))
        note(f"nothing was saved: {why or 'the findings need manual work'}")


def _warn_of_no_gamestate(view: GameView) -> None:
    """Report that no gamestate was read. Raises :class:`NoVerdict` without a Ruleset."""
    if view.rules is None:
        raise no_verdict(view.problems)
    if view.gamestate is None:
        note("no gamestate was read, so only the Ruleset can be corrected")


def _undo(
    config: Config, number: int, live: Live | None, ask: Callable[[Correction], str | None] | None
) -> int:
    correction, hindrance = undone(config, number)
    if hindrance is not None:
        outcome = EditOutcome("refused", why=hindrance)
    elif live is None:
        outcome = EditOutcome()
    else:
        outcome = undo(config, live, number, partial(ask, correction) if ask else lambda: None)
    _publish(config, Plan((correction,), ()), [outcome], None, applied=live is not None)
    if live is not None and outcome.result is None:
        note(f"nothing was saved: {outcome.why}")
    return code_of_results([outcome])


def _publish(
    config: Config,
    proposed: Plan,
    outcomes: Sequence[EditOutcome],
    rules: Ruleset | None,
    *,
    applied: bool,
) -> None:
    publish(
        config,
        lambda: corrections_json(proposed, outcomes, rules),
        lambda: [
            *writing_text.corrections_as_text(proposed, outcomes, applied=applied),
            *reviews(rules),
        ],
    )
