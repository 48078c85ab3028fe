"""``blognomic gamestate`` and ``blognomic history``: the tracking page as read, and the changes of
each revision of a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

import click

from parsers.gamestate.gamestate_model import GameState
from parsers.history.page_change import PackedRevision
from parsers.model import Problem, Revision
from sync.cli.options import config_from, reading_command, to_time
from sync.cli.output import note, publish, warn_of
from sync.cli.source import check_names, open_source, own_account
from sync.errors import ExitCode, UsageError, nearest
from sync.reports.wiki_text import Filters, gamestate_as_read, history_as_text
from sync.schemas.wiki_pages import gamestate_json, history_json
from sync.settings.profile_file import load_profile
from sync.sources.source_view import BASIC, ViewRequest, load_state, load_view, no_verdict
from validators.edits.attributing import attributed
from validators.edits.described_edits import describe
from validators.edits.edit_context import EditContext
from validators.voting.timeline import Timeline

LATEST = 100
"""Revisions that are shown unless more are asked for."""


@reading_command("gamestate")
def gamestate_command(ctx: click.Context, /, **_options: object) -> int:
    """Show the tracking page as read.

    With --ruleset and --tracking no other source is read, and names are as the page spells them.
    """
    config = config_from(ctx)
    alone = config.tracking is not None and config.ruleset is not None and config.snapshot is None
    needs = {"rules"} if alone else {"rules", "roster"}
    with open_source(config, {*needs, "gamestate"}) as source:
        profile = load_profile(config.profile, config.aliases)
        view = load_view(source, ViewRequest(needs, profile, config.reviews))
        if view.rules is None:
            raise no_verdict(view.problems)
        _, state = load_state(source, view.rules, view.roster, view.profile)
    check_names(config, view.roster, None, view.profile, state)
    problems = list(_unread(state))
    if view.roster is None and not alone:
        problems.insert(
            0,
            Problem(
                "the roster",
                "it could not be read, so names are as on the page, and who is idle is unknown",
            ),
        )
    warn_of(problems)
    publish(config, lambda: gamestate_json(state), lambda: gamestate_as_read(state))
    return ExitCode.NO_VERDICT if any(problem.fatal for problem in problems) else ExitCode.CLEAN


def _unread(state: GameState) -> Iterator[Problem]:
    """Yield the unread parts of the page; fatal if nothing or not the end was read."""
    page = state.page or "the tracking page"
    if not state.tables:
        problem = "the page holds no table" + (
            "" if state.labels else " and no labelled value: is it the tracking page?"
        )
        yield Problem(page, problem, fatal=not state.labels)
    elif not state.rows:
        yield Problem(
            page, "no table has a column that is known to hold players, so no value has an owner"
        )
    for unread in state.unread:
        if unread.grave:
            yield Problem(f"{page}, {unread.where}", unread.why, fatal=unread.lost)


@reading_command("history")
@click.argument("page", required=False)
@click.option(
    "--player", multiple=True, metavar="NAME", help="Only changes of this player's values."
)
@click.option("--variable", multiple=True, metavar="NAME", help="Only changes of this variable.")
@click.option("--rule", multiple=True, metavar="TITLE", help="Only changes of this rule.")
@click.option(
    "--editor", multiple=True, metavar="NAME", help="Only edits by this user of the wiki."
)
@click.option(
    "--since",
    metavar="TIME",
    callback=to_time,
    help="Only revisions made at this time or later, which a pull fetches.",
)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help=f"All revisions that are known, not only the latest {LATEST}.",
)
@click.option(
    "--until", metavar="TIME", callback=to_time, help="Only revisions made before this time."
)
def history_command(
    ctx: click.Context,
    /,
    page: str | None,
    every: bool,
    since: datetime | None,
    until: datetime | None,
    **_options: object,
) -> int:
    """Show the changes of each revision of a wiki page, and what allows them.

    PAGE is by default the tracking page; another example is Ruleset. A revision whose text is
    hidden is listed, and the next one has the changes of both.
    """
    config = config_from(ctx)
    if since is not None and until is not None and since >= until:
        raise UsageError("--since is not before --until, so no revision is asked for")
    filters = Filters(
        **{name: ctx.params[name] for name in ("player", "variable", "rule", "editor")}, until=until
    )
    named = None if page is None else page.replace("_", " ").strip()
    most = None if every or since is not None else LATEST
    with open_source(config, {*BASIC, "history"}, since=since) as source:
        needs = BASIC if named == source.ruleset else BASIC | {"gamestate"}
        profile = load_profile(config.profile, config.aliases)
        wanted = ViewRequest(needs, profile, config.reviews, own_account(config), stood=False)
        view = load_view(source, wanted)
        if view.rules is None:
            raise no_verdict(view.problems)
        tracking = source.tracking_page(view.rules.tracking_page)
        title = _title(named, tracking)
        known = _packed(source.revisions(title), since, most)
        if not known:
            pages = {view.rules.page, tracking} - {None, title}
            if hint := nearest(title, map(str, pages)):
                raise UsageError(f"no revision of a page {title!r} is known{hint}")
            raise source.missing(title)
        edits = attributed(describe(known, view, title), EditContext(view, Timeline(view)))
        described = list(edits)
    partial = most is not None and len(known) > most
    made = (
        described[len(known) - LATEST :]
        if partial
        else [one for one in described if since is None or one.revision.timestamp >= since]
    )
    shown = [kept for one in made if (kept := filters.kept(one))]
    if partial:
        note(
            f"{title}: only the latest {LATEST} revisions are shown; use --all or --since TIME for"
            " earlier ones"
        )
    if made and not shown:
        note(
            f"{title}: no examined revision has such a change; check that the names are spelt as"
            " on the page"
        )
    warn_of(problem for problem in view.problems if problem.fatal)
    publish(config, lambda: history_json(title, shown), lambda: history_as_text(title, shown))
    return ExitCode.CLEAN


def _title(named: str | None, tracking: str | None) -> str:
    title = named or tracking
    if title is None:
        raise UsageError(
            "no tracking page is known: the rules name none; name a page, or set wiki.tracking in"
            " blognomic.toml"
        )
    return title


def _packed(
    newest_first: Iterable[Revision], since: datetime | None, most: int | None
) -> list[Revision]:
    """Return the requested revisions, oldest first, preceded by the latest earlier one with a text,
    for comparison.
    """
    found: list[Revision] = []
    for revision in newest_first:
        found.append(PackedRevision.of(revision))
        below = (since is not None and revision.timestamp < since) or (
            most is not None and len(found) > most
        )
        if below and revision.text is not None:
            break
    return found[::-1]
