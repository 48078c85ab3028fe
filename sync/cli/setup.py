"""``blognomic init``, ``config show``, ``doctor`` and ``pull``: the settings, whether the sources
can be read, and the store of them.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

import sync.settings
from sync.cli.options import (
    audit_settings,
    config_from,
    origin,
    reading_command,
    refuse_given,
    to_time,
)
from sync.cli.output import note, publish, warn_of
from sync.cli.source import open_source
from sync.doctor import State
from sync.errors import ExitCode, UsageError
from sync.files import shown_path, write_new
from sync.net.addresses import shown_address
from sync.progress import progress
from sync.reports.layout import bullet, columns, words
from sync.schemas.setup import DoctorJson, PulledJson, SettingJson, SettingsJson, SettingValue
from sync.settings.config import SECRETS, settings_of, stated_keys
from sync.settings.site_file import site_file
from sync.settings.tomlfile import read_tables
from sync.sources.snapshot_writer import write_snapshot
from sync.sources.source_view import BASIC, ViewRequest, load_view
from sync.times import clock, iso
from validators.words import counted

if TYPE_CHECKING:
    from sync.pulling.game_pull import Pulled


@click.command("init")
@click.argument("file", default="blognomic.toml", metavar="[FILE]")
def init_command(file: str) -> int:
    """Write a blognomic.toml with every setting commented out and explained.

    It is written here, or to FILE; a file that exists is not replaced.
    """
    template = Path(sync.settings.__path__[0], "template.toml")
    write_new(Path(file), template.read_text(encoding="utf-8"), "init:")
    note(
        f"wrote {shown_path(Path(file))}; `blognomic config show` shows which settings are in force"
    )
    return ExitCode.CLEAN


@reading_command("config", audit=True)
@click.argument("show", required=False, metavar="[show]", type=click.Choice(["show"]))
def config_command(ctx: click.Context, /, **_options: object) -> int:
    """Show which settings are in force, and where each comes from.

    Options take precedence over the environment, the environment over the file, the file over
    defaults. Passwords are shown only as set or not set.
    """
    config = config_from(ctx)
    config = replace(config, audit=audit_settings(ctx, config))
    file = site_file(ctx.params["site"], Path.cwd())
    stated = set(stated_keys(read_tables(file))) if file is not None else set[str]()
    settings = [
        SettingJson(
            key=key,
            value=_plain(key, value),
            origin=_given_with(ctx, option) or ("file" if key in stated else "built-in"),
        )
        for key, option, value in settings_of(config)
    ]
    secrets = {name: bool(os.environ.get(name)) for name in SECRETS}
    report = SettingsJson(
        file=None if file is None else str(file), settings=settings, secrets=secrets
    )
    rows = [
        [setting.key, json.dumps(setting.value, ensure_ascii=False), setting.origin]
        for setting in settings
    ]
    rows += [
        [name, "set" if is_set else "not set", "environment"] for name, is_set in secrets.items()
    ]
    table = columns(("Setting", "Value", "From"), [[words(cell) for cell in row] for row in rows])
    shown = replace(config, output=config.output if ctx.params["output"] is not None else None)
    publish(
        shown,
        lambda: report,
        lambda: [
            words(f"File: {'none' if file is None else shown_path(file)}\n", newlines=True),
            table,
        ],
    )
    return ExitCode.CLEAN


def _given_with(ctx: click.Context, option: str | None) -> str | None:
    """Return the option or environment variable that sets a setting, None if neither does."""
    if option is None or ctx.get_parameter_source(option) not in (
        ParameterSource.COMMANDLINE,
        ParameterSource.ENVIRONMENT,
    ):
        return None
    return origin(ctx, option)


def _plain(key: str, value: Any) -> SettingValue:
    """A value for a report: an address may have a user name and a password in it."""
    if key.endswith(".url"):
        return shown_address(value)
    if isinstance(value, datetime):
        return iso(value)
    return str(value) if isinstance(value, Path) else value


@reading_command("doctor")
@click.option(
    "--journal", is_flag=True, help="Only list everything written to wiki, blog and chat."
)
def doctor_command(ctx: click.Context, /, **_options: object) -> int:
    """Check sources, store and parsers.

    Contacts each source, and shows one post, vote, roster entry and rule as read, and unrecognised
    parts.
    """
    from sync.doctor.diagnosis import diagnose, journal

    config = config_from(ctx)
    marks = {State.GOOD: ("✓", "green"), State.NOTE: ("·", ""), State.BAD: ("✗", "red")}
    checks = list(
        journal(config)
        if ctx.params["journal"]
        else diagnose(config, lambda: open_source(config, BASIC))
    )
    publish(
        config,
        lambda: DoctorJson(checks=checks),
        lambda: [
            bullet(
                marks[check.state][0], words(f"{check.what}: {check.says}"), marks[check.state][1]
            )
            for check in checks
        ],
    )
    return (
        ExitCode.NO_VERDICT if any(check.state is State.BAD for check in checks) else ExitCode.CLEAN
    )


@reading_command("pull", without=("ruleset", "tracking", "profile"))
@click.option("--to", "folder", metavar="DIR", help="Also write a snapshot folder from the store.")
@click.option(
    "--since",
    metavar="TIME",
    callback=to_time,
    help="Also fetch the posts of earlier dynasties, back to this time.",
)
def pull_command(
    ctx: click.Context, /, folder: str | None, since: datetime | None, **_options: object
) -> int:
    """Bring the local store up to date.

    Fetches changes of blog and wiki, and keeps every version. The exit code is 3 if anything could
    not be fetched; the rest is kept. --to writes a complete folder, and replaces only one that an
    earlier --to wrote.
    """
    from sync.pulling.game_pull import Pulled, pull
    from sync.sources.stored import StoreSource, open_store

    if folder is None:
        refuse_given(ctx, ("now", "emperor"), "in `blognomic pull` without --to")
    config = config_from(ctx)
    if config.live is None:
        raise UsageError(
            "nothing to pull: the site is a snapshot; leave out --snapshot, or name a site with a"
            " blog and a wiki"
        )
    live = config.live
    with open_store(live, clock()) as store:
        with progress() as say:
            pulled = None if live.offline else pull(live, store, say, since=since, as_of=config.now)
        problems = pulled.problems if pulled else ()
        if folder is not None:
            source = StoreSource(
                store,
                live,
                config.now or clock(),
                site=config.site,
                emperor=config.emperor,
                pulled=problems,
                since=since,
            )
            view = load_view(source, ViewRequest(reviews=config.reviews, as_written=True))
            problems = view.problems
            write_snapshot(Path(folder), view, source)
    warn_of(problems)
    publish(
        config,
        lambda: _counts(pulled or Pulled()),
        lambda: [words(_summary(pulled))],
    )
    return ExitCode.NO_VERDICT if any(problem.fatal for problem in problems) else ExitCode.CLEAN


def _summary(pulled: Pulled | None) -> str:
    if pulled is None:
        return "Nothing was fetched: --offline makes no requests."
    news = (
        f"{counted(pulled.new, 'new post')}, {pulled.changed} changed,"
        f" {counted(pulled.revisions, 'revision')} of the wiki"
    )
    return (
        f"{news} ({counted(pulled.blog_requests, 'request')} to the blog, {pulled.wiki_requests} to"
        " the wiki)."
    )


def _counts(pulled: Pulled) -> PulledJson:
    return PulledJson(
        new=pulled.new,
        changed=pulled.changed,
        revisions=pulled.revisions,
        blog_requests=pulled.blog_requests,
        wiki_requests=pulled.wiki_requests,
    )
