"""The documentation keeps up with the tool: every command, every sample, every link, and its
size."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner

from sync.cli import _COMMANDS, blognomic
from tests.support.paths import ROOT

PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("command", _COMMANDS)
def test_every_command_is_documented(command: str) -> None:
    """Some page has it in a sample, and its own help says the rest."""
    sample = re.compile(rf"^ {{4}}.*\bblognomic {command}\b|`blognomic {command}\b", re.MULTILINE)
    assert any(sample.search(page.read_text(encoding="utf-8")) for page in PAGES)
    result = CliRunner().invoke(blognomic, [command, "--help"], prog_name="blognomic")
    assert result.exit_code == 0


REFERENCE = {"findings.md", "json.md", "reliability.md", "benchmarks.md"}
"""The pages that are written by the code. People look things up there and do not read them through."""


def words(pages: Iterable[Path]) -> int:
    return sum(len(page.read_text(encoding="utf-8").split()) for page in pages)


def test_the_documentation_is_bounded() -> None:
    """A newcomer can read no more than this: a new page takes the place of another one."""
    pages = {page for page in PAGES if page.parent == ROOT / "docs"}
    reference = {page for page in pages if page.name in REFERENCE}
    assert len(pages - reference) <= 14
    assert words(pages - reference) <= 15_900
    assert words(reference) <= 12_500
    assert words([ROOT / "README.md"]) <= 600


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


SAMPLE = re.compile(r"^    \$ blognomic (.*)\n((?:    .*\n|\n)+)", re.MULTILINE)
SAMPLES = {
    found[1]: found for page in PAGES for found in SAMPLE.finditer(page.read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("command", SAMPLES)
def test_a_sample_is_what_is_printed(command: str) -> None:
    """A line with only an ellipsis stands for any others."""
    result = CliRunner(env={"COLUMNS": "80"}).invoke(
        blognomic, shlex.split(command), standalone_mode=False
    )
    printed = "\n".join(line.rstrip() for line in result.output.strip().splitlines())
    sample = "\n".join(
        line.removeprefix("    ").rstrip() for line in SAMPLES[command][2].strip("\n").splitlines()
    )
    expected = r"(?:\n.*)*".join(
        re.escape(part) for part in re.split(r"\n *…(?=\n)", f"\n{sample}\n")
    )
    assert re.fullmatch(expected, f"\n{printed}\n"), printed


def test_there_are_samples() -> None:
    assert "tally --site demo" in SAMPLES
    assert len(SAMPLES) >= 2
