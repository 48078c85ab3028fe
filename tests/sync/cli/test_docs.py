"""The documentation keeps up with the tool: every command, every option, every finding, every link."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from sync.cli import _COMMANDS, blognomic
from tests.support.paths import ROOT

COMMANDS = ROOT / "docs" / "commands.md"
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])


COMMANDS_OF_ALL = [name for each in _COMMANDS for name in ((each, "config show") if each == "config" else (each,))]


def help_of(name: str) -> str:
    result = CliRunner().invoke(blognomic, [*name.split(), "--help"], prog_name="blognomic", terminal_width=100)
    assert result.exit_code == 0
    return result.output.rstrip()


def documented() -> str:
    intro = COMMANDS.read_text(encoding="utf-8").partition("\n## ")[0].rstrip()
    return intro + "\n" + "".join(f"\n## {name}\n\n```text\n{help_of(name)}\n```\n" for name in COMMANDS_OF_ALL)


def test_every_command_is_documented_as_its_help_says() -> None:
    """After a change: python -m tests.sync.cli.test_docs"""
    assert COMMANDS.read_text(encoding="utf-8") == documented()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


SAMPLE = re.compile(r"^    \$ blognomic (.*)\n((?:    .*\n|\n)+)", re.MULTILINE)
SAMPLES = {found[1]: found for page in PAGES for found in SAMPLE.finditer(page.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("command", SAMPLES)
def test_a_sample_is_what_is_printed(command: str) -> None:
    """A line with only an ellipsis stands for any others."""
    result = CliRunner(env={"COLUMNS": "80"}).invoke(blognomic, shlex.split(command), standalone_mode=False)
    printed = "\n".join(line.rstrip() for line in result.output.strip().splitlines())
    sample = "\n".join(line.removeprefix("    ").rstrip() for line in SAMPLES[command][2].strip("\n").splitlines())
    expected = r"(?:\n.*)*".join(re.escape(part) for part in re.split(r"\n *…(?=\n)", f"\n{sample}\n"))
    assert re.fullmatch(expected, f"\n{printed}\n"), printed


def test_there_are_samples() -> None:
    assert "tally --site demo" in SAMPLES
    assert len(SAMPLES) >= 3


if __name__ == "__main__":
    COMMANDS.write_text(documented(), encoding="utf-8")
