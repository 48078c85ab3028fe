"""``blognomic doctor``: can the sources be reached, and does the tool understand what they say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click
from rich.console import RenderableType

from sync.cli.exits import ExitCode
from sync.cli.options import config_from, reading_options
from sync.cli.output import publish
from sync.cli.source import open_source
from sync.doctor import Check, State
from sync.reports.layout import bullet, words
from sync.schemas import shaped
from sync.sources.view import BASIC


@click.command("doctor")
@click.option("--journal", is_flag=True, help="Only list everything that was written to wiki, blog and chat.")
@reading_options
@click.pass_context
def command(ctx: click.Context, /, journal: bool, **_options: object) -> int:
    """Check sources, store and what the parsers recognise.

    Contacts each source, names its software, and shows one post, vote, roster entry and rule as read, and what was
    not recognised: on first contact with a site, one screen shows what to adapt.
    """
    from sync.doctor.diagnosis import diagnose
    from sync.doctor.journal import written

    config = config_from(ctx)
    checks = list(written(config) if journal else diagnose(config, lambda: open_source(config, BASIC)))
    shown = [shaped("audit.Check", check) for check in checks]
    publish(config, lambda: {"schema": "blognomic/doctor/1", "checks": shown}, lambda: _text(checks))
    return ExitCode.NO_VERDICT if any(check.state is State.BAD for check in checks) else ExitCode.CLEAN


def _text(checks: Iterable[Check]) -> Iterator[RenderableType]:
    marks = {"good": ("✓", "green"), "note": ("·", ""), "bad": ("✗", "red")}
    for check in checks:
        mark, style = marks[check.state.value]
        yield bullet(mark, words(f"{check.what}: {check.says}"), style)
