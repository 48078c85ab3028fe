"""``blognomic gamestate``: the tracking page as read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from sync.cli.options import config_from, reading_options
from sync.errors import NoVerdict

if TYPE_CHECKING:
    from rich.console import RenderableType

    from parsers.gamestate.model import GameState
    from parsers.model import Problem, Roster
    from parsers.ruleset.model import Ruleset
    from sync.settings.config import Config

__all__ = ["command"]


@click.command("gamestate")
@reading_options
@click.pass_context
def command(ctx: click.Context, /, **_options: object) -> int:
    """Show the tracking page as read.

    Its tables and labelled values, which variable of the rules each column is and how surely, what every
    player has, and what was not understood. With --ruleset and --tracking nothing else is read, and names
    are taken as the page spells them.
    """
    from sync.cli.output import publish, warn_of
    from sync.reports.gamestate_json import gamestate
    from sync.sources.tracking import load_gamestate, load_profile, problems_of

    config = config_from(ctx)
    alone = config.tracking is not None and config.ruleset is not None and config.snapshot is None
    rules, roster, problems = _rules_and_roster(config, alone=alone)
    state = load_gamestate(config, rules, roster, load_profile(config))
    problems = [*problems, *problems_of(state)]
    warn_of(problems)
    publish(config, lambda: gamestate(state), lambda: _text(state))
    return 3 if any(problem.fatal for problem in problems) else 0


def _rules_and_roster(config: Config, *, alone: bool) -> tuple[Ruleset, Roster | None, list[Problem]]:
    """The rules, the roster if it can be had, and what of either is missing. ``alone`` reads the rules only."""
    from parsers.model import Problem
    from sync.sources.pipeline import load_rules, load_view

    if alone:
        rules, problems = load_rules(config)
        return rules, None, problems
    view = load_view(config, partial=True)
    if view.rules is None:
        fatal = next(problem for problem in view.problems if problem.fatal)
        raise NoVerdict(f"{fatal.where}: {fatal.what}".rstrip("."))
    if view.roster is None:
        return view.rules, None, [Problem("the roster", "it could not be read, so names are as on the page and nobody is known to be idle")]
    return view.rules, view.roster, []


def _text(state: GameState) -> Iterable[RenderableType]:
    from sync.reports.gamestate_text import gamestate_as_read

    return gamestate_as_read(state)
