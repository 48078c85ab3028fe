"""``blognomic audit``: every check, and what it finds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from sync.cli.exits import ExitCode
from sync.cli.options import config_from, origins, reading_options
from sync.errors import UsageError, nearest
from sync.settings.config import FAIL_ON

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sync.settings.config import Config
    from sync.sources.interface import Source
    from validators.checks.run import AuditReport
    from validators.view import GameView

__all__ = ["command"]


@click.command("audit")
@click.option(
    "--fail-on",
    envvar="BLOGNOMIC_FAIL_ON",
    type=click.Choice(FAIL_ON),
    help="The lowest severity that makes the exit code 1. [default: error]",
)
@click.option(
    "--select", multiple=True, metavar="CODES", envvar="BLOGNOMIC_SELECT", help="Only these codes or prefixes, such as BN1,BN203."
)
@click.option("--ignore", multiple=True, metavar="CODES", envvar="BLOGNOMIC_IGNORE", help="Not these codes or prefixes.")
@reading_options
@click.pass_context
def command(ctx: click.Context, /, fail_on: str | None, select: tuple[str, ...], ignore: tuple[str, ...], **_options: object) -> int:
    """Run every check on the state of the game and report what it finds.

    The exit code is 1 for findings at or above --fail-on, and 3 if anything needed could not be read: an incomplete
    audit must not look like a clean one.
    """
    from sync.cli.output import publish
    from sync.cli.source import open_source, read_view
    from sync.reports import as_json
    from sync.sources.view import BASIC
    from validators.checks.run import all_codes, needed, run_all

    config = config_from(ctx)
    origin = origins(ctx)
    chosen = known_codes(select, origin["select"]) or known_codes(config.select, "key 'audit.select'")
    left_out = known_codes(ignore, origin["ignore"]) or known_codes(config.ignore, "key 'audit.ignore'")
    if not any(code.startswith(chosen or ("",)) and not code.startswith(left_out) for code in all_codes()):
        raise UsageError(f"no check is left: {', '.join(chosen) or 'all'} selected, {', '.join(left_out)} ignored")
    needs = BASIC | needed(select=chosen, ignore=left_out)
    with open_source(config, needs) as source:
        view = read_view(config, source, needs)
        report = with_fixes(config, source, view, run_all(view, select=chosen, ignore=left_out))
        publish(config, lambda: as_json.audit(view, report), lambda: _text(view, report))
        if config.live is not None and config.now is None:
            _record(source, report)
    return _exit_code(report, fail_on or config.fail_on)


def with_fixes(config: Config, source: Source, view: GameView, report: AuditReport) -> AuditReport:
    """The report with the values in its fixes that ``correct`` would save, or that they are not known."""
    if not any(finding.fix is not None and finding.fix.change is not None for finding in report.findings):
        return report
    from sync.correct.past import with_restored_values

    return with_restored_values(report, source, view, more=config.live is not None and not config.live.offline)


def _record(source: Source, report: AuditReport) -> None:
    """Store the findings, unless files stand in for pages of the game."""
    # Imported only for the live game: it brings the clients of blog and wiki with it.
    from sync.sources.stored import StoreSource

    if isinstance(source, StoreSource):
        source.record(report.findings)


def known_codes(values: Iterable[str], origin: str) -> tuple[str, ...]:
    """The codes and prefixes in the values, split at commas. Raises :class:`UsageError` for one that fits nothing."""
    from validators.checks.run import all_codes

    wanted = tuple(code.strip().upper() for value in values for code in value.split(",") if code.strip())
    for code in wanted:
        if not any(known.startswith(code) for known in all_codes()):
            hint = nearest(code, all_codes()) or "; codes begin with BN1 to BN9"
            raise UsageError(f"{origin}: no finding has a code that begins with {code!r}{hint}")
    return wanted


def _exit_code(report: AuditReport, fail_on: str) -> int:
    from validators.finding import Severity

    if any(item.inconclusive for item in report.not_evaluated):
        return ExitCode.NO_VERDICT
    grave = {
        "error": {Severity.ERROR},
        "warning": {Severity.ERROR, Severity.WARNING},
        "info": set(Severity),
        "never": set[Severity](),
    }[fail_on]
    return ExitCode.FINDINGS if any(finding.severity in grave for finding in report.findings) else ExitCode.CLEAN


def _text(view: GameView, report: AuditReport) -> Iterable[RenderableType]:
    from sync.reports.audit_text import audit_report

    return audit_report(view, report)
