"""``blognomic audit``: every check, and what it finds."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sync.cli.exits import ExitCode
from sync.cli.formats import document, summarise
from sync.cli.options import audit_options, audit_settings, config_from, is_given, origins, reading_options, time_of
from sync.cli.output import note, publish
from sync.cli.source import open_source, read_view
from sync.correct.past import with_restored_values
from sync.errors import UsageError, nearest
from sync.reports import as_json
from sync.reports.audit_text import audit_report
from sync.reports.formats.document import render
from sync.settings.baseline import hold_back, read_baseline, write_baseline
from sync.settings.config import Config
from sync.settings.site_file import AUDIT_FORMATS, AuditTable
from sync.sources.interface import Source
from sync.sources.view import BASIC, with_former_rules
from sync.times import clock
from validators.checks.audit_context import AuditContext
from validators.checks.run import AuditReport, all_codes, checks, evaluated, is_chosen, needed, restricted, run_all
from validators.finding import window_start
from validators.view import GameView

if TYPE_CHECKING:
    from sync.store import Store

_SEVERITIES = ("error", "warning", "info")


@click.command("audit")
@audit_options
@click.option(
    "--write-baseline",
    "write",
    metavar="FILE",
    help="In place of the report write a baseline: what is found, but not what can be done or corrected now. Entries keep their reasons.",
)
@click.option(
    "--since",
    metavar="TIME",
    envvar="BLOGNOMIC_SINCE",
    help="Report what was posted or resolved at this time or later. [default: since the dynasty began]",
)
@partial(reading_options, formats=AUDIT_FORMATS)
@click.pass_context
def command(ctx: click.Context, /, write: str | None, since: str | None, **_options: object) -> int:
    """Run every check on the state of the game and report what it finds.

    The exit code is 1 for findings at or above --fail-on, and 3 if anything needed could not be read: an incomplete
    audit must not look like a clean one. With --write-baseline it is 0 if everything could be read.
    """
    config = config_from(ctx)
    settings = audit_settings(ctx, config)
    chosen, left_out = _codes(ctx, settings)
    if settings.fail_on_new:
        _refuse_without_store(ctx, config)
    known = read_baseline(Path(settings.baseline), "--baseline") if settings.baseline is not None else None
    written = Path(write) if write is not None else None
    replaced = read_baseline(written, "--write-baseline") if written is not None and written.exists() else []
    start = time_of(since, origins(ctx)["since"])
    view, found = _audited(ctx, config, settings, (chosen, left_out), start)
    # What is older than --since was not looked at.
    today, was_evaluated = view.as_of.date(), partial(evaluated, found, select=chosen, ignore=left_out if start is None else ("",))
    report = found if known is None else hold_back(found, known, today, was_evaluated)
    with _history(ctx, config, settings) as store:
        if store is not None and settings.fail_on_new:
            report = replace(report, new=_new(report, store))
        code, why, failing = _ending(report, settings)
        if written is not None and code is not ExitCode.NO_VERDICT:
            code, why = ExitCode.CLEAN, "--write-baseline"
        audit = document(config, view, report, code, why, failing)
        if written is None or code is ExitCode.NO_VERDICT or config.output is not None or config.format != "text":
            publish(
                config,
                lambda: as_json.audit(view, report),
                lambda: audit_report(view, report, verbose=config.verbose),
                lambda name: render(name, audit),
            )
        if store is not None:
            store.record_findings(report.findings, view.as_of)
            if is_chosen("BN612", chosen, left_out):
                _record_rules(store, view)
    _explain_nothing(found, chosen, left_out)
    if written is not None:
        note(write_baseline(written, replaced, known or [], found, today, was_evaluated))
    elif code is not ExitCode.CLEAN or not ctx.params["quiet"]:  # else cron would mail it after every run
        summarise(config, audit)
    return code


def _audited(
    ctx: click.Context, config: Config, settings: AuditTable, codes: tuple[tuple[str, ...], tuple[str, ...]], since: datetime | None
) -> tuple[GameView, AuditReport]:
    """What the checks find, those selected and not ignored, and the view they ran on."""
    needs = BASIC | needed(select=codes[0], ignore=codes[1])
    with open_source(config, needs, since=since) as source:
        with _history(ctx, config, settings) as store:
            audited = None if store is None else store.audited_rules()
        view = with_former_rules(read_view(config, source, needs, since), source, audited, since, live=config.live is not None)
        everything = run_all(view, select=codes[0], ignore=codes[1], facts=AuditContext(view, window_start(view, since)))
        return view, with_fixes(source, view, restricted(everything, view, since))


def _explain_nothing(report: AuditReport, chosen: tuple[str, ...], left_out: tuple[str, ...]) -> None:
    """Say on standard error why nothing was found, where none of the checks could be made."""
    reasons = {name: item.why for item in report.not_evaluated if not item.source for name in item.name.split(", ")}
    wanted = [one.code for one in checks() if is_chosen(one.code, chosen, left_out)]
    if not report.findings and all(code in reasons for code in wanted):
        note(f"nothing was evaluated: {'; '.join(dict.fromkeys(f'{code}: {reasons[code]}' for code in wanted[:3]))}")


def _codes(ctx: click.Context, settings: AuditTable) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The codes that are selected, and those that are ignored. Raises :class:`UsageError` where no check is left."""
    origin = origins(ctx)
    selected = origin["select"] if ctx.params["select"] else "key 'audit.select'"
    chosen = known_codes(settings.select, selected)
    if settings.select and not chosen:
        raise UsageError(f"{selected} names nothing, and without it all are taken; name what is meant, or leave it out")
    left_out = known_codes(settings.ignore, origin["ignore"] if ctx.params["ignore"] else "key 'audit.ignore'")
    if not any(is_chosen(code, chosen, left_out) for code in all_codes()):
        raise UsageError(f"no check is left: {', '.join(chosen) or 'all'} selected, {', '.join(left_out)} ignored")
    return chosen, left_out


def _refuse_without_store(ctx: click.Context, config: Config) -> None:
    where = origins(ctx)["fail_on_new"] if ctx.params["fail_on_new"] is not None else "key 'audit.fail_on_new'"
    if config.ruleset is not None or config.tracking is not None:
        raise UsageError(f"{where} is about the game itself; leave out --ruleset and --tracking, or pass --no-fail-on-new")
    if config.live is None and config.store is None:
        raise UsageError(f"{where} needs a store that has what earlier audits reported, and a snapshot has none: pass --store PATH")


def _history(ctx: click.Context, config: Config, settings: AuditTable) -> AbstractContextManager[Store | None]:
    """The store in which the findings are recorded; None where they are not of the game as it is now, unless it is asked for."""
    named = config.live is None and is_given(ctx, "store")
    if not (settings.fail_on_new or named) and (config.live is None or config.now is not None):
        return nullcontext()
    path = config.live.store if config.live is not None else config.store
    if path is None or config.ruleset is not None or config.tracking is not None:
        return nullcontext()
    from sync.store import Store

    return Store.open(path, now=clock())


def _record_rules(store: Store, view: GameView) -> None:
    """Save which revision of the Ruleset was read, for the next audit to compare with; not one that lacks sections."""
    rules = view.rules
    if rules is not None and rules.revid is not None and rules.whole:
        store.record_rules(rules.revid, view.as_of)


def _new(report: AuditReport, store: Store) -> frozenset[str]:
    """The fingerprints of findings that no earlier audit has reported, or none as gravely."""
    earlier = {mark: _SEVERITIES.index(severity) for mark, severity in store.reported().items()}
    rank = {finding.fingerprint: _SEVERITIES.index(finding.severity) for finding in report.findings}
    return frozenset(mark for mark, place in rank.items() if place < earlier.get(mark, len(_SEVERITIES)))


def with_fixes(source: Source, view: GameView, report: AuditReport) -> AuditReport:
    """The report with the values in its fixes that ``correct`` would save, or that they are not known."""
    if not any(finding.fix is not None and finding.fix.change is not None for finding in report.findings):
        return report

    return with_restored_values(report, source, view)


def known_codes(values: Iterable[str], origin: str) -> tuple[str, ...]:
    """The codes and prefixes in the values, split at commas; a slug stands for its code.

    Raises :class:`UsageError` for one that fits nothing.
    """
    slugs = {one.slug: one.code for one in checks()}
    names = (name.strip() for value in values for name in value.split(","))
    wanted = tuple(slugs.get(name.lower(), name.upper()) for name in names if name)
    for code in wanted:
        if not any(known.startswith(code) for known in all_codes()):
            hint = nearest(code, all_codes()) or "; codes begin with BN1 to BN9"
            raise UsageError(f"{origin}: no finding has a code that begins with {code!r}{hint}")
    return wanted


def _ending(report: AuditReport, settings: AuditTable) -> tuple[ExitCode, str, frozenset[str]]:
    """The exit code, why, and the fingerprints of the findings that count for it."""
    grave = _SEVERITIES[: _SEVERITIES.index(settings.fail_on) + 1] if settings.fail_on != "never" else ()
    counting = (finding for finding in report.findings if settings.fail_on_past or not finding.past)
    counting = (finding for finding in counting if report.new is None or finding.fingerprint in report.new)
    failing = {finding.fingerprint: finding.severity.value for finding in counting if finding.severity.value in grave}
    worst = next((severity for severity in grave if severity in failing.values()), None)
    if report.inconclusive:
        return ExitCode.NO_VERDICT, "no verdict: not everything could be evaluated", frozenset(failing)
    if worst is not None:
        what = "information" if worst == "info" else f"{worst}s"
        return ExitCode.FINDINGS, f"{what} found" if report.new is None else f"new {what} found", frozenset(failing)
    return ExitCode.CLEAN, "nothing that counts for --fail-on" if report.findings else "nothing found", frozenset()
