"""docs/configuration.md has the file that `blognomic init` writes, and every setting with its
option and variable.
"""

from __future__ import annotations

import re
from pathlib import Path

import click

from sync.cli import _COMMANDS, blognomic
from sync.settings.config import Options, resolve, settings_of
from sync.settings.site_file import SiteFile
from tests.support.paths import ROOT

PAGE = ROOT / "docs" / "configuration.md"
TEMPLATE = ROOT / "sync" / "settings" / "template.toml"
START = "| key of the file | option | variable |\n"


def options() -> dict[str, click.Option]:
    """Every option of a command that has a variable, by name."""
    with click.Context(blognomic) as context:
        commands = [blognomic.get_command(context, name) for name in _COMMANDS]
    found = [
        one
        for command in commands
        if command is not None
        for one in command.params
        if isinstance(one, click.Option)
    ]
    return {one.name: one for one in found if one.envvar is not None}


def table() -> str:
    """The settings that have an option, in the order of the file, then the options that are no
    settings.
    """
    keys = {
        name: key
        for key, name, _value in settings_of(resolve(Options(), Path("/")))
        if name is not None
    }
    known = options()
    named = [
        *(name for name in keys if name in known),
        *(name for name in known if name not in keys),
    ]
    file = {
        name: f"`{key}`"
        for name, key in keys.items()
        if "." in key or key in SiteFile.__struct_fields__
    }
    rows = (
        f"| {file.get(name, '–')} | `{known[name].opts[-1]}` | `{known[name].envvar}` |\n"
        for name in named
    )
    return f"{START}|---|---|---|\n{''.join(rows)}"


def documented() -> str:
    page = PAGE.read_text(encoding="utf-8")
    before, fence, after = page.partition("```toml\n")
    page = before + fence + TEMPLATE.read_text(encoding="utf-8") + after[after.index("```\n") :]
    before, _start, after = page.partition(START)
    return before + table() + after[len(re.match(r"(?:\|.*\n)*", after)[0]) :]  # type: ignore[index]


def test_the_page_has_every_setting() -> None:
    """After a change: python -m tests.sync.settings.test_configuration_page"""
    assert START in PAGE.read_text(encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == documented()


if __name__ == "__main__":
    PAGE.write_text(documented(), encoding="utf-8")
