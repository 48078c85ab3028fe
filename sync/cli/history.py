"""``blognomic history``: what each revision of a wiki page changed, and what accounts for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

import click

from parsers.model import Revision
from sync.cli.exits import ExitCode
from sync.cli.options import config_from, reading_options, time_of
from sync.cli.output import publish, warn_of
from sync.cli.source import open_source, own_account
from sync.errors import UsageError
from sync.progress import Say, progress
from sync.reports.history import Filters, history_as_json, history_as_text
from sync.settings.profile import load_profile
from sync.settings.version import program
from sync.sources.interface import Source
from sync.sources.view import BASIC, load_view, no_verdict, with_state
from validators.edits.attributing import attributed
from validators.edits.describing import describe
from validators.edits.grounds import Grounds
from validators.edits.kept import PageHistory
from validators.edits.model import DescribedRevision
from validators.view import GameView
from validators.voting.timeline import Timeline

__all__ = ["command"]


@click.command("history")
@click.argument("page", required=False)
@click.option("--player", multiple=True, metavar="NAME", help="Only changes of what this player has.")
@click.option("--variable", multiple=True, metavar="NAME", help="Only changes of this variable.")
@click.option("--rule", multiple=True, metavar="TITLE", help="Only changes of this rule.")
@click.option("--editor", multiple=True, metavar="NAME", help="Only edits by this user of the wiki.")
@click.option("--since", metavar="TIME", help="Only revisions made at this time or later; what the store lacks is fetched.")
@click.option("--until", metavar="TIME", help="Only revisions made before this time.")
@reading_options
@click.pass_context
def command(ctx: click.Context, /, page: str | None, since: str | None, until: str | None, **_options: object) -> int:
    """Show what each revision of a wiki page changed, and what accounts for it: a matter, an Address, a rule, a correction or an undoing.

    PAGE is the tracking page unless another one is named, such as Ruleset. Without --since it goes back as far as the
    store or snapshot has the revisions one after the other. Names of players and variables are those of today's roster
    and rules. A revision whose text is hidden is listed, and the next one has the changes of both.
    """
    config = config_from(ctx)
    first, last = time_of(since, "--since"), time_of(until, "--until")
    if first is not None and last is not None and first >= last:
        raise UsageError("--since is not before --until, so no revision is asked for")
    filters = Filters(**{name: ctx.params[name] for name in ("player", "variable", "rule", "editor")}, until=last)
    with open_source(config, {*BASIC, "history"}) as source:
        view = load_view(source, BASIC, load_profile(config.profile, config.aliases), config.reviews, stood=False)
        if view.rules is None:
            raise no_verdict(view.problems)
        title = _title(page, source, view)
        found, history = (source if first is None else source.asking_wiki()).history(title, program())
        known = _since(found, history, first)
        if not known:
            raise source.missing(title)
        view = replace(view if title == view.rules.page else with_state(view, source, view.profile), written=source.written())
        view = replace(view, account=own_account(config))
        with history, progress() as say:
            described = list(_described(known, view, title, history, say))
    shown = [each for one in described if (first is None or one.revision.timestamp >= first) and (each := filters.kept(one))]
    warn_of(problem for problem in view.problems if problem.fatal)
    publish(config, lambda: history_as_json(title, shown), lambda: history_as_text(title, shown, view.as_of))
    return ExitCode.CLEAN


def _title(page: str | None, source: Source, view: GameView) -> str:
    assert view.rules is not None  # noqa: S101 - without rules there is no verdict
    title = page or source.tracking_page(view.rules.tracking_page)
    if title is None:
        raise UsageError("no tracking page is known: the rules name none; name a page, or set wiki.tracking in blognomic.toml")
    return title.replace("_", " ").strip()


def _since(newest_first: Iterable[Revision], history: PageHistory, since: datetime | None) -> list[Revision]:
    """The revisions of a page, oldest first; with ``since`` those made then or later, and the one before them."""
    found: list[Revision] = []
    for each in newest_first:
        found.append(each)
        if since is not None and each.timestamp < since and history.key(each) is not None:
            break
    return found[::-1]


def _described(known: Sequence[Revision], view: GameView, title: str, history: PageHistory, say: Say) -> Iterator[DescribedRevision]:

    described = attributed(describe(known, view, title, history), Grounds(view, Timeline(view)), history)
    for number, one in enumerate(described, start=1):
        say("revision", number, len(known))
        yield one
