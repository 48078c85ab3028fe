"""``blognomic init``: a file of settings to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from sync.cli.exits import ExitCode
from sync.cli.output import note
from sync.files import shown_path, write_new


@click.command("init")
@click.argument("file", default="blognomic.toml", metavar="[FILE]")
def command(file: str) -> int:
    """Write a blognomic.toml with every setting, commented out, and what it does.

    It is written here, or to FILE; a file that exists is not replaced.
    """
    template = Path(__file__).parents[1] / "settings" / "template.toml"
    write_new(Path(file), template.read_text(encoding="utf-8"), "init:")
    note(f"wrote {shown_path(Path(file))}; `blognomic config show` tells which settings are in force")
    return ExitCode.CLEAN
