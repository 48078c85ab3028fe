"""The options that every reading command takes, and the settings they lead to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import fields, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import click
import msgspec
from click.core import ParameterSource

from parsers.refusal import Refused
from sync.errors import UsageError
from sync.settings.config import Config, Options, resolve
from sync.settings.site_file import COLORS, DEMO, FAIL_ON, FORMATS, AuditTable
from sync.times import parse_time


def to_time(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> datetime | None:
    """The time that an option states, in UTC."""
    try:
        return None if value is None else parse_time(value)
    except Refused as error:
        raise click.BadParameter(str(error)) from None


def _option(*names: str, help: str, **more: Any) -> click.Option:  # noqa: A002 - as click calls it
    """An option with the variable of its name."""
    name = names[-1].partition("/")[0].removeprefix("--")
    return click.Option(
        names, envvar=f"BLOGNOMIC_{name.upper().replace('-', '_')}", help=help, **more
    )


_SHARED = {
    "Where the game is read from": (
        _option(
            "--site",
            metavar="FILE",
            help=(
                "A blognomic.toml, or 'demo' for the sample game. [default: the nearest one upward]"
            ),
        ),
        _option("--snapshot", metavar="DIR", help="Read everything from a saved snapshot."),
        _option("--blog", metavar="URL", help="The blog's address. [default: the live game's]"),
        _option(
            "--wiki",
            metavar="URL",
            help="The folder of the wiki's api.php. [default: the live game's]",
        ),
        _option("--store", metavar="PATH", help="SQLite database with pulled pages."),
        _option(
            "--ruleset", metavar="FILE", help="The Ruleset's wikitext, in place of the wiki page."
        ),
        _option(
            "--tracking",
            metavar="FILE",
            help="The tracking page's wikitext, in place of the wiki page.",
        ),
        _option(
            "--profile",
            metavar="FILE",
            help="The dynasty's profile: aliases, ranges and constraints.",
        ),
        _option("--emperor", metavar="NAME", help="The Emperor's name; '' for none."),
    ),
    "Time": (
        _option(
            "--now",
            metavar="TIME",
            callback=to_time,
            help="Evaluate as of this time: 2024-01-20T12:00:00Z, or a date.",
        ),
    ),
    "Network": (
        _option("--offline", is_flag=True, help="Do not use the network: read the store as it is."),
    ),
    "Output": (
        _option(
            "--output", metavar="FILE", help="Write the report to a file ('-': standard output)."
        ),
        _option(
            "--color",
            type=click.Choice(COLORS),
            help="Whether to colour the report. [default: auto, on a terminal]",
        ),
        _option(
            "-v",
            "--verbose",
            is_flag=True,
            help="Report everything in full, and each step of a pull.",
        ),
        _option(
            "-q",
            "--quiet",
            is_flag=True,
            help="No progress messages, and only problems that leave no verdict.",
        ),
    ),
}
"""By the heading below which a command's help has them."""

_HEADINGS = {option.name: heading for heading, options in _SHARED.items() for option in options}

_AUDIT = (
    _option(
        "--fail-on",
        type=click.Choice(FAIL_ON),
        help="The lowest severity that makes the exit code 1. [default: error]",
    ),
    _option(
        "--select",
        multiple=True,
        metavar="CODES",
        help="Only these codes, prefixes of codes or slugs.",
    ),
    _option(
        "--ignore",
        multiple=True,
        metavar="CODES",
        help="Not these codes, prefixes of codes or slugs.",
    ),
    _option("--baseline", metavar="FILE", help="Hold back the findings that this file lists."),
    _option(
        "--fail-on-new/--no-fail-on-new",
        default=None,
        help="Only findings new to this store make the exit code 1.",
    ),
    _option(
        "--fail-on-past/--no-fail-on-past",
        default=None,
        help="Findings too old to be settled also make the exit code 1.",
    ),
)
"""The options of the file's table [audit]."""


class _ReadingCommand(click.Command):
    """A command whose help lists its own options first, then shared options by topic."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading in ("Options", *_SHARED):
            shown = [
                parameter.get_help_record(ctx)
                for parameter in self.get_params(ctx)
                if _HEADINGS.get(parameter.name, "Options") == heading
            ]
            with formatter.section(heading):
                formatter.write_dl([record for record in shown if record is not None])


def reading_command(
    name: str,
    *,
    formats: Sequence[str] = FORMATS,
    without: Collection[str] = (),
    audit: bool = False,
) -> Callable[[Callable[..., int]], click.Command]:
    """Make a function a command that takes, beside its own options, those of every reading command
    but ``without``.

    The function is given the context and all values by name. ``audit`` adds the options of the
    table [audit].
    """

    def made(function: Callable[..., int]) -> click.Command:
        command = click.command(name, cls=_ReadingCommand)(click.pass_context(function))
        choice = _option(
            "--format",
            type=click.Choice(formats, case_sensitive=False),
            help="How to report. [default: text]",
        )
        shared = [
            option
            for options in _SHARED.values()
            for option in options
            if option.name not in without
        ]
        command.params = [*(_AUDIT if audit else ()), *command.params, choice, *shared]
        return command

    return made


def config_from(ctx: click.Context) -> Config:
    """Return the settings of the command. Raises the errors of
    :func:`sync.settings.config.resolve`, and :class:`UsageError` for an option without effect.
    """
    values: dict[str, Any] = {field.name: ctx.params.get(field.name) for field in fields(Options)}
    if values["site"] == DEMO:
        refuse_given(ctx, ("snapshot",), f"with --site {DEMO}")
    config = resolve(Options(**values), Path.cwd())
    if config.live is None:
        # An audit compares with a store, and records in it.
        refuse_given(
            ctx, ("wiki",) if "baseline" in ctx.params else ("wiki", "store"), "with a snapshot"
        )
    # The file names the place of the audit's report, which that of no other command replaces.
    return (
        config
        if "baseline" in ctx.params or ctx.params.get("output") is not None
        else replace(config, output=None)
    )


def audit_settings(ctx: click.Context, config: Config) -> AuditTable:
    """Return the ``[audit]`` settings of the file, overridden by options and environment."""
    options_given = {
        name: ctx.params[name]
        for name in AuditTable.__struct_fields__
        if ctx.params[name] not in (None, ())
    }
    return msgspec.structs.replace(config.audit, **options_given)


def refuse_given(ctx: click.Context, names: Iterable[str], why: str) -> None:
    """Raise :class:`UsageError` for a command line option without effect. Environment variables are
    for all commands.
    """
    for name in names:
        if is_given(ctx, name):
            raise UsageError(f"--{name.replace('_', '-')} does nothing {why}; leave it out")


def is_given(ctx: click.Context, name: str) -> bool:
    """Return whether the command line itself has an option."""
    return ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE


def audit_origin(ctx: click.Context, config: Config, name: str) -> str:
    """The option or variable that gave a value of the table [audit], else its key and the file."""
    if ctx.params.get(name) not in (None, ()):
        return origin(ctx, name)
    return config.key(f"audit.{name}")


def origin(ctx: click.Context, name: str) -> str:
    """The option or variable that gave a value, for error messages."""
    from_environment = ctx.get_parameter_source(name) is ParameterSource.ENVIRONMENT
    return f"BLOGNOMIC_{name.upper()}" if from_environment else f"--{name.replace('_', '-')}"
