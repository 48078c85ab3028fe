"""``blognomic correct``: corrections of wiki pages as diffs, saved with --apply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import partial

import click

from parsers.ruleset.ruleset_model import Ruleset
from sync.cli.audit import known_codes
from sync.cli.confirming import Confirmation, code_of_results, confirmation
from sync.cli.options import config_from, listed, origin, reading_command, refuse_given
from sync.cli.output import note, publish, warn_of
from sync.cli.source import open_source, read_view
from sync.correct.correctable_pages import CODES, CORRECTED, EDITS
from sync.correct.correction import Correction
from sync.correct.correction_plan import Plan, Wanted, plan
from sync.correct.correction_saving import apply, foreseen, live_to_write, unconfirmed, undo, undone
from sync.correct.earlier_pages import EarlierPages
from sync.errors import ExitCode, NoVerdict, UsageError
from sync.reports import as_json, writing_text
from sync.reports.layout import reviews
from sync.settings.config import Config, Live
from sync.sources.source_view import BASIC
from sync.wiki.writing.page_edit import EditOutcome
from validators.checks.run import run_all
from validators.view import GameView


@reading_command("correct")
@click.option("--apply", "write", is_flag=True, help="Save corrections; on a terminal each is confirmed first.")
@click.option("--yes", is_flag=True, help="With --apply, save without asking, but not what may be mistaken.")
@click.option("--only", multiple=True, metavar="CODE|ID", envvar="BLOGNOMIC_ONLY", help="Only findings of this code, or this correction.")
@click.option("--max-edits", type=click.IntRange(min=0), default=5, show_default=True, metavar="N", help="Save at most this many edits.")
@click.option("--undo", type=int, metavar="N", help="Undo the edit with this number in the journal (doctor --journal).")
def correct_command(ctx: click.Context, /, write: bool, yes: bool, max_edits: int, undo: int | None, **_options: object) -> int:
    """Propose corrections of wiki pages as diffs, and save them with --apply.

    Each change is tried on the page first, and proposed only if it settles its finding and introduces no other.
    Without --apply nothing is saved. With it, each edit is shown and confirmed in turn on a terminal; elsewhere the
    corrections of codes that [correct] allow lists are saved, and the others need --yes. The exit code is 1 while
    corrections remain.
    """
    config = config_from(ctx)
    ask = confirmation(writing_text.shown_correction, write=write, yes=yes)
    live = live_to_write(config) if write else None
    if undo is not None:
        refuse_given(ctx, ("only", "max_edits"), "with --undo")
        return _undo(config, undo, live, ask)
    names = listed(ctx, "only")
    codes = _correctable((each for each in names if each.upper().startswith("BN")), origin(ctx, "only"))
    wanted = Wanted(names, _correctable(config.correct.allow, "key 'correct.allow'"), together=yes)
    needs = BASIC | {"gamestate", "history"}
    with open_source(config, needs) as source:
        view = read_view(config, source, needs)
        _warn_of_no_gamestate(view)
        report = run_all(view, select=CODES)
        past = EarlierPages(source, view, view.as_of - timedelta(minutes=config.correct.wait_minutes))
        proposed = plan(view, report.findings, wanted, past)
        if live is None:
            outcomes = foreseen(proposed.corrections, config, view, most=max_edits)
        else:
            outcomes = apply(proposed, config, live, view, ask or partial(unconfirmed, view=view, yes=yes), most=max_edits)
    _publish(config, proposed, outcomes, view.rules, applied=write)
    _explain_nothing(view, proposed, outcomes, codes, applied=write)
    code = code_of_results(outcomes)
    # What the pages say is judged without the rules on hiatus and the like, by which edits are; an audit tells what they lack.
    blind = any(each.inconclusive and each.name not in EDITS for each in report.not_evaluated)
    if code in (ExitCode.CLEAN, ExitCode.FINDINGS) and (blind or any(problem.fatal for problem in view.problems)):
        return ExitCode.NO_VERDICT
    return ExitCode.FINDINGS if code is ExitCode.CLEAN and proposed.left else code


def _correctable(values: Iterable[str], origin: str) -> tuple[str, ...]:
    """The codes and prefixes in the values. Raises :class:`UsageError` for one of which no finding has a correction."""
    codes = known_codes(values, origin)
    for code in codes:
        if not any(known.startswith(code) for known in CORRECTED):
            raise UsageError(f"{origin}: no finding of {code} can be corrected, only those of {', '.join(CORRECTED)}")
    return codes


def _explain_nothing(view: GameView, proposed: Plan, outcomes: Sequence[EditOutcome], codes: Sequence[str], *, applied: bool) -> None:
    """Say on standard error what was not read, not found, or not allowed, where that is why nothing was done."""
    warn_of(problem for problem in view.problems if problem.fatal)
    if not proposed.corrections and not proposed.left and codes:
        note(f"nothing was found with the code {' or '.join(codes)} that can be corrected")
    elif applied and not outcomes:
        note(f"nothing was saved: {'what was found needs manual work' if proposed.left else 'nothing to correct was found'}")
    if applied and outcomes and not any(outcome.result for outcome in outcomes):
        note(f"nothing was saved: {'; '.join(dict.fromkeys(outcome.why for outcome in outcomes if outcome.why))}")


def _warn_of_no_gamestate(view: GameView) -> None:
    """Say that no gamestate was read. Raises :class:`NoVerdict` where there is no Ruleset either."""
    if view.gamestate is None:
        why = next((f"{problem.where}: {problem.what}" for problem in view.problems if problem.fatal), "no page that tracks it is named")
        if view.rules is None:
            raise NoVerdict(f"no gamestate was read, so nothing can be corrected: {why}")
        note(f"no gamestate was read, so only the Ruleset can be corrected: {why}")


def _undo(config: Config, number: int, live: Live | None, ask: Confirmation[Correction] | None) -> int:
    correction = undone(config, number)
    why = None if live is None or ask is None else ask(correction)
    outcome = EditOutcome(why=why) if live is None or why is not None else undo(config, live, number)
    _publish(config, Plan((correction,), ()), [outcome], None, applied=live is not None)
    if live is not None and outcome.result is None:
        note(f"nothing was saved: {outcome.why}")
    return code_of_results([outcome])


def _publish(config: Config, proposed: Plan, outcomes: Sequence[EditOutcome], rules: Ruleset | None, *, applied: bool) -> None:
    publish(
        config,
        lambda: as_json.corrections(proposed, outcomes, rules),
        lambda: [*writing_text.corrections_as_text(proposed, outcomes, applied=applied), *reviews(rules)],
    )
