"""``blognomic pull``: bring the local store up to date, and write a snapshot of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sync.cli.options import config_from, reading_command, refuse_given, time_of
from sync.cli.output import note, publish, warn_of
from sync.errors import ExitCode, UsageError
from sync.progress import progress
from sync.reports.layout import words
from sync.sources.snapshot_writer import write_snapshot
from sync.sources.source_view import load_view
from sync.times import clock
from validators.words import counted

if TYPE_CHECKING:
    from sync.pulling.game_pull import Pulled


@reading_command("pull", without=("ruleset", "tracking", "profile"))
@click.option("--to", "folder", metavar="DIR", help="Also write a snapshot folder from the store.")
@click.option("--since", metavar="TIME", help="Also fetch the posts of earlier dynasties, back to this time.")
def pull_command(ctx: click.Context, /, folder: str | None, **_options: object) -> int:
    """Bring the local store up to date.

    Fetches what has changed on blog and wiki since the last pull, and keeps every version. The exit code is 3 if
    anything could not be fetched; the rest is kept. --to writes a complete folder, and replaces only one that an
    earlier --to wrote.
    """
    from sync.pulling.game_pull import pull
    from sync.sources.stored import StoreSource, open_store

    if folder is None:
        refuse_given(ctx, ("now", "emperor"), "in `blognomic pull` without --to")
    config = config_from(ctx)
    if config.live is None:
        raise UsageError("nothing to pull: the site is a snapshot; leave out --snapshot, or name a site with a blog and a wiki")
    live, start = config.live, time_of(ctx, "since")
    with open_store(live, clock()) as store:
        with progress() as say:
            pulled = None if live.offline else pull(live, store, say, since=start)
        problems = pulled.problems if pulled else ()
        if folder is not None:
            source = StoreSource(store, live, config.now or clock(), site=config.site, emperor=config.emperor, pulled=problems, since=start)
            view = load_view(source, reviewed=config.reviews)
            problems = (*view.problems, *write_snapshot(Path(folder), view, source))
    warn_of(problems)
    publish(config, lambda: _json(pulled), lambda: [words(_summary(pulled))])
    if pulled is None and config.format == "json":
        note("nothing was fetched: --offline makes no requests")
    return ExitCode.NO_VERDICT if any(problem.fatal for problem in problems) else ExitCode.CLEAN


def _summary(pulled: Pulled | None) -> str:
    if pulled is None:
        return "Nothing was fetched: --offline makes no requests."
    news = f"{counted(pulled.new, 'new post')}, {pulled.changed} changed, {counted(pulled.revisions, 'revision')} of the wiki"
    return f"{news} ({counted(pulled.blog_requests, 'request')} to the blog, {pulled.wiki_requests} to the wiki)."


def _json(pulled: Pulled | None) -> dict[str, object]:
    names = ("new", "changed", "revisions", "blog_requests", "wiki_requests")
    return {"schema": "blognomic/pull/1", **{name: 0 if pulled is None else getattr(pulled, name) for name in names}}
