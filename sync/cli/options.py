"""The options that every reading command takes, and the settings they lead to."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from click.core import ParameterSource

from sync.cli.output import note
from sync.errors import UsageError
from sync.settings.config import Config, Options, resolve, unknown_variables
from sync.settings.site_file import COLORS, DEMO, FAIL_ON, FORMATS, AuditTable
from sync.times import parse_time

Function = TypeVar("Function", bound=Callable[..., Any])

_FIELDS = ("site", "snapshot", "ruleset", "tracking", "profile", "emperor", "now", "format", "output", "blog", "wiki", "store", "color")
_FLAGS = ("offline", "verbose", "quiet")
_SOURCE, _TIME, _NETWORK, _OUTPUT = "Where the game is read from", "Time", "Network", "Output"
_GROUPS = {
    **dict.fromkeys(("site", "snapshot", "blog", "wiki", "store", "ruleset", "tracking", "profile", "emperor"), _SOURCE),
    **dict.fromkeys(("now", "since", "until"), _TIME),
    "offline": _NETWORK,
    **dict.fromkeys(("format", "output", "color", "verbose", "quiet", "help"), _OUTPUT),
}
"""Below which heading of a command's help an option stands, by its name; any other is one of the command's own."""

_OPTIONS = (
    click.option(
        "--site",
        metavar="FILE",
        envvar="BLOGNOMIC_SITE",
        help="A blognomic.toml, or 'demo' for the sample game. [default: the nearest blognomic.toml upward]",
    ),
    click.option("--snapshot", metavar="DIR", envvar="BLOGNOMIC_SNAPSHOT", help="Read everything from a saved snapshot."),
    click.option("--blog", metavar="URL", envvar="BLOGNOMIC_BLOG", help="The blog's address. [default: the live game's]"),
    click.option("--wiki", metavar="URL", envvar="BLOGNOMIC_WIKI", help="The folder of the wiki's api.php. [default: the live game's]"),
    click.option("--store", metavar="PATH", envvar="BLOGNOMIC_STORE", help="SQLite database with pulled pages."),
    click.option("--offline", is_flag=True, envvar="BLOGNOMIC_OFFLINE", help="Do not use the network: read the store as it is."),
    click.option("--ruleset", metavar="FILE", envvar="BLOGNOMIC_RULESET", help="The Ruleset's wikitext, in place of the wiki page."),
    click.option(
        "--tracking", metavar="FILE", envvar="BLOGNOMIC_TRACKING", help="The tracking page's wikitext, in place of the wiki page."
    ),
    click.option("--profile", metavar="FILE", envvar="BLOGNOMIC_PROFILE", help="The dynasty's profile: aliases, ranges and constraints."),
    click.option("--emperor", metavar="NAME", envvar="BLOGNOMIC_EMPEROR", help="The Emperor's name; '' for none."),
    click.option(
        "--now",
        metavar="TIME",
        envvar="BLOGNOMIC_NOW",
        help="Evaluate as of this time, such as 2024-01-20T12:00:00Z; a date is its beginning in UTC.",
    ),
)
_REPORT_OPTIONS = (
    click.option("--output", metavar="FILE", envvar="BLOGNOMIC_OUTPUT", help="Write the report to a file ('-': standard output)."),
    click.option(
        "--color", envvar="BLOGNOMIC_COLOR", type=click.Choice(COLORS), help="Whether to colour the report. [default: auto, on a terminal]"
    ),
    click.option("-v", "--verbose", is_flag=True, envvar="BLOGNOMIC_VERBOSE", help="Report everything in full, and each step of a pull."),
    click.option(
        "-q", "--quiet", is_flag=True, envvar="BLOGNOMIC_QUIET", help="No progress, and of problems only those that leave no verdict."
    ),
)
_AUDIT_OPTIONS = (
    click.option(
        "--fail-on",
        envvar="BLOGNOMIC_FAIL_ON",
        type=click.Choice(FAIL_ON),
        help="The lowest severity that makes the exit code 1. [default: error]",
    ),
    click.option(
        "--select", multiple=True, metavar="CODES", envvar="BLOGNOMIC_SELECT", help="Only these codes or prefixes, such as BN1,BN203."
    ),
    click.option("--ignore", multiple=True, metavar="CODES", envvar="BLOGNOMIC_IGNORE", help="Not these codes or prefixes."),
    click.option("--baseline", metavar="FILE", envvar="BLOGNOMIC_BASELINE", help="Hold back the findings that this file lists."),
    click.option(
        "--fail-on-new/--no-fail-on-new",
        envvar="BLOGNOMIC_FAIL_ON_NEW",
        default=None,
        help="Only findings that no earlier audit of this store has reported make the exit code 1.",
    ),
    click.option(
        "--fail-on-past/--no-fail-on-past",
        envvar="BLOGNOMIC_FAIL_ON_PAST",
        default=None,
        help="Findings too old to be settled (resolved over 30 days ago) make the exit code 1, too.",
    ),
)


def audit_options(function: Function) -> Function:
    """Add the options that the table [audit] of the file is about."""
    for option in reversed(_AUDIT_OPTIONS):
        function = option(function)
    return function


def reading_options(function: Function, formats: Sequence[str] = FORMATS, without: Collection[str] = ()) -> Function:
    """Add the options to a command but those that it has no use for; their values arrive as keyword arguments of those names."""
    kind = click.Choice(formats, case_sensitive=False)
    choice = click.option("--format", envvar="BLOGNOMIC_FORMAT", type=kind, help="How to report. [default: text]")
    for option in reversed((*_OPTIONS, choice, *_REPORT_OPTIONS)):
        function = option(function)
    given: list[click.Parameter] = function.__click_params__  # type: ignore[attr-defined]
    given[:] = [each for each in given if each.name not in without]
    return function


def format_in_groups(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """Write the options of a command's help: first its own, then those that others have, too, by what they are about."""
    groups: dict[str, list[tuple[str, str]]] = {"Options": []}
    groups |= {heading: [] for heading in (_SOURCE, _TIME, _NETWORK, _OUTPUT)}
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
        if record is not None:
            groups[_GROUPS.get(parameter.name or "", "Options")].append(record)
    for heading, records in groups.items():
        if records:
            with formatter.section(heading):
                formatter.write_dl(records)


def config_from(ctx: click.Context) -> Config:
    """The settings of the command. Raises what :func:`sync.settings.config.resolve` raises, and :class:`UsageError` for an option
    that would do nothing.
    """
    values: dict[str, Any] = {name: ctx.params.get(name) for name in _FIELDS}
    values |= {name: bool(ctx.params.get(name)) for name in _FLAGS}
    if values["site"] == DEMO:
        refuse_given(ctx, ("snapshot",), f"with --site {DEMO}")
    if not values["quiet"]:
        for wrong in unknown_variables(os.environ):
            note(f"warning: {wrong}")
    config = resolve(Options(**values, origin=origins(ctx)), Path.cwd())
    if config.live is None:
        # An audit compares with a store, and records in it.
        refuse_given(ctx, ("wiki",) if "baseline" in ctx.params else ("wiki", "store"), "with a snapshot")
    # The file names the place of the audit's report, which that of no other command replaces.
    return config if "baseline" in ctx.params or ctx.params.get("output") is not None else replace(config, output=None)


def audit_settings(ctx: click.Context, config: Config) -> AuditTable:
    """What the file says under ``[audit]``, and what options and environment say in its place."""
    given = {name: ctx.params[name] for name in ("fail_on", "baseline", "fail_on_new", "fail_on_past") if ctx.params[name] is not None}
    codes = {name: list(ctx.params[name]) for name in ("select", "ignore") if ctx.params[name]}
    return msgspec.structs.replace(config.audit, **given, **codes)


def time_of(text: str | None, origin: str) -> datetime | None:
    """The time that an option states. Raises :class:`UsageError`."""
    try:
        return None if text is None else parse_time(text)
    except ValueError as error:
        raise UsageError(f"{origin}: {error}") from None


def refuse_given(ctx: click.Context, names: Iterable[str], why: str) -> None:
    """Raise :class:`UsageError` for an option of the command line that does nothing; what the environment sets is for all commands."""
    for name in names:
        if is_given(ctx, name):
            raise UsageError(f"--{name.replace('_', '-')} does nothing {why}; leave it out")


def is_given(ctx: click.Context, name: str) -> bool:
    """Whether the command line itself has an option."""
    return ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE


def listed(ctx: click.Context, name: str) -> tuple[str, ...]:
    """The names that an option gives, split at commas. Raises :class:`UsageError` where it is given and names nothing."""
    values: tuple[str, ...] = ctx.params[name]
    names = tuple(part.strip() for value in values for part in value.split(",") if part.strip())
    if values and not names:
        raise UsageError(f"{origins(ctx)[name]} names nothing, and without it all are taken; name what is meant, or leave it out")
    return names


def origins(ctx: click.Context) -> dict[str, str]:
    """The option or variable that gave each value, for error messages."""
    found: dict[str, str] = {}
    for name in ctx.params:
        from_environment = ctx.get_parameter_source(name) is ParameterSource.ENVIRONMENT
        found[name] = f"BLOGNOMIC_{name.upper()}" if from_environment else f"--{name.replace('_', '-')}"
    return found
