"""``blognomic config show``: which settings are in force, and where each comes from."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from rich.console import RenderableType

from sync.cli.exits import ExitCode
from sync.cli.options import audit_options, audit_settings, config_from, origins, reading_options
from sync.cli.output import publish
from sync.files import shown_path
from sync.reports.layout import columns, heading, words
from sync.settings.config import SECRETS, Setting, settings_in_force
from sync.settings.site_file import site_file
from sync.times import iso


@click.command("config")
@click.argument("show", required=False, metavar="[show]", type=click.Choice(["show"]))
@audit_options
@reading_options
@click.pass_context
def command(ctx: click.Context, /, **_options: object) -> int:
    """Show which settings are in force, and where each comes from.

    An option wins over the environment, the environment over the file, the file over what is built in. Of passwords
    only is shown whether they are set.
    """
    config = config_from(ctx)
    config = replace(config, audit=audit_settings(ctx, config))
    file = site_file(ctx.params["site"], Path.cwd())
    named = origins(ctx)

    def given(option: str) -> str | None:
        source, value = ctx.get_parameter_source(option), ctx.params[option]
        return named[option] if source in (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT) and value not in (None, ()) else None

    settings = [_without_secrets(each) for each in settings_in_force(config, file, given)]
    secrets = {name: bool(os.environ.get(name)) for name in SECRETS}
    shown = replace(config, output=config.output if ctx.params["output"] is not None else None)
    publish(shown, lambda: _json(file, settings, secrets), lambda: _text(file, settings, secrets))
    return ExitCode.CLEAN


def _without_secrets(setting: Setting) -> Setting:
    """An address may have a user name and a password in it."""
    from sync.net.addresses import shown_address

    return replace(setting, value=shown_address(setting.value)) if setting.key.endswith(".url") else setting


def _json(file: Path | None, settings: Sequence[Setting], secrets: dict[str, bool]) -> dict[str, Any]:
    rows = [{"key": each.key, "value": _plain(each.value), "origin": each.origin} for each in settings]
    return {"schema": "blognomic/config/1", "file": None if file is None else str(file), "settings": rows, "secrets": secrets}


def _plain(value: object) -> object:
    return iso(value) if isinstance(value, datetime) else str(value) if isinstance(value, Path) else value


def _text(file: Path | None, settings: Sequence[Setting], secrets: dict[str, bool]) -> Iterator[RenderableType]:
    name = "" if file is None else shown_path(file)
    yield words(f"File: {name}" if file is not None else "File: none")
    yield words("")
    rows = []
    for each in settings:
        value = "-" if each.value is None else json.dumps(_plain(each.value), ensure_ascii=False)
        origin = Path(name).name if each.origin == "file" else each.origin
        rows.append((words(each.key), words(value), words(origin, "dim" if each.origin == "built-in" else "")))
    yield columns(("Setting", "Value", "From"), rows)
    yield heading("Passwords")
    yield columns(("Variable", "Value"), ((words(name), words("set" if is_set else "not set")) for name, is_set in secrets.items()))
