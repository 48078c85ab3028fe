"""``blognomic rules``: the Ruleset as read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from sync.cli.options import config_from, reading_options

if TYPE_CHECKING:
    from rich.console import RenderableType

    from parsers.ruleset.model import Ruleset

__all__ = ["command"]


@click.command("rules")
@reading_options
@click.pass_context
def command(ctx: click.Context, /, **_options: object) -> int:
    """Show the Ruleset as read.

    Terms, the tree of rules, every voting parameter with the sentence it was read from, sentences elsewhere
    that speak of voting, and what was not understood.
    """
    from sync.cli.output import publish, warn_of
    from sync.pipeline import load_rules
    from sync.reports import as_json

    config = config_from(ctx)
    ruleset, problems = load_rules(config)
    warn_of(problems)
    publish(config, lambda: as_json.rules(ruleset), lambda: _text(ruleset))
    return 3 if any(problem.fatal for problem in problems) else 0


def _text(ruleset: Ruleset) -> Iterable[RenderableType]:
    from sync.reports.rules_text import ruleset_as_read

    return ruleset_as_read(ruleset)
