"""``blognomic gamestate``: the tracking page as read."""

from __future__ import annotations

from collections.abc import Iterator

import click

from parsers.gamestate.gamestate_model import GameState
from parsers.model import Problem
from sync.cli.exits import ExitCode
from sync.cli.names import check_names
from sync.cli.options import config_from, reading_options
from sync.cli.output import publish, warn_of
from sync.cli.source import open_source
from sync.reports.as_json import gamestate
from sync.reports.wiki_text import gamestate_as_read
from sync.settings.profile import load_profile
from sync.sources.view import load_state, load_view, no_verdict


@click.command("gamestate")
@reading_options
@click.pass_context
def command(ctx: click.Context, /, **_options: object) -> int:
    """Show the tracking page as read.

    Its tables and labelled values, which variable of the rules each column is and how surely, what every
    player has, and what was not understood. With --ruleset and --tracking no other source is read, and names
    are as the page spells them.
    """
    config = config_from(ctx)
    alone = config.tracking is not None and config.ruleset is not None and config.snapshot is None
    needs = {"rules"} if alone else {"rules", "roster"}
    with open_source(config, {*needs, "gamestate"}) as source:
        view = load_view(source, needs, load_profile(config.profile, config.aliases), config.reviews)
        if view.rules is None:
            raise no_verdict(view.problems)
        _, state = load_state(source, view, view.rules)
    check_names(config, view.roster, None, view.profile, state)
    problems = list(_unread(state))
    if view.roster is None and not alone:
        problems.insert(0, Problem("the roster", "it could not be read, so names are as on the page, and who is idle is unknown"))
    warn_of(problems)
    publish(config, lambda: gamestate(state), lambda: gamestate_as_read(state))
    return ExitCode.NO_VERDICT if any(problem.fatal for problem in problems) else ExitCode.CLEAN


def _unread(state: GameState) -> Iterator[Problem]:
    """What of the page was not read; fatal if that is all of it, or its end."""
    where = state.page or "the tracking page"
    if not state.tables:
        what = "the page holds no table" + ("" if state.labels else " and no labelled value: is it the tracking page?")
        yield Problem(where, what, fatal=not state.labels)
    elif not state.rows:
        yield Problem(where, "no table has a column that is known to hold players, so no value has an owner")
    for unread in state.unread:
        if unread.grave:
            yield Problem(f"{where}, {unread.where}", unread.why, fatal=unread.lost)
