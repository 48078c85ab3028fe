"""Every sample of the documentation: each command line is one that the tool takes, and does what it
should on the sample game, live.

Those with their output are compared in tests/sync/cli/test_docs.py, the store's SQL and Python in
tests/sync/store.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from datetime import datetime, tzinfo
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from sync.cli import blognomic, main
from sync.settings.site_file import read_site
from tests.support.live_game import NOW, live_game
from tests.support.paths import DEMO, ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMAND = re.compile(r"blognomic [^|<>;&#\n]*(?: #)?")
CODE = re.compile(r"^(?: {4}.*|```.*\n(?s:.*?)^```)$", re.MULTILINE)


def samples() -> dict[str, str]:
    """Every command line in a block of code, and the page it is first seen on."""
    found: dict[str, str] = {}
    for page in PAGES:
        for block in CODE.findall(page.read_text(encoding="utf-8")):
            for line in block.splitlines():
                # At the start of a line, after a prompt, or behind the time of a cron table and
                # other commands.
                if re.match(r" *(\$ )?(blognomic |17 \*/3 |47 \*/3 )", line) and "NAME" not in line:
                    for command in COMMAND.findall(line.partition("  #")[0]):
                        found.setdefault(command.strip(), page.name)
    return found


SAMPLES = samples()


def test_there_are_samples_on_many_pages() -> None:
    assert len(SAMPLES) > 30
    assert {"README.md", "admin.md", "ci.md", "bot.md", "own-game.md"} <= set(SAMPLES.values())


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_tool_takes_every_command_line(sample: str) -> None:
    """Commands, options and choices are known; nothing is run."""
    _program, name, *arguments = shlex.split(sample)
    if name.startswith("-"):
        return
    with click.Context(blognomic, info_name="blognomic", **blognomic.context_settings) as context:
        command = blognomic.get_command(context, name)
        assert command is not None, name
        if isinstance(command, click.Group):
            command = command.get_command(context, arguments.pop(0))
            assert command is not None
        if "--help" not in arguments:
            command.make_context(name, arguments, parent=context)


def test_the_settings_of_a_sample_are_settings(tmp_path: Path) -> None:
    blocks = re.findall(
        r"```toml\n(.*?)```", (ROOT / "docs" / "bot.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert len(blocks) == 2
    for block in blocks:
        (tmp_path / "blognomic.toml").write_text(block, encoding="utf-8")
        site, _path, _name = read_site(None, tmp_path)
        assert site.notice.talk == "User:Herald/Notices" or site.notice.blog_name == "Herald"


NEEDS_AN_ACCOUNT = (2, r"BLOGNOMIC_(WIKI|BLOG|CHAT)_")
OTHERWISE = {
    "blognomic init": (2, "the file exists already"),
    "blognomic correct --undo 12": (2, "12"),
    "blognomic correct --undo 12 --apply": (2, "12"),
    "blognomic notice --only 731d6092": (2, "731d6092"),
    "blognomic rules --compare 25110": (3, "revision 25110 of Ruleset is not available"),
    "blognomic rules --ruleset draft.wikitext --compare 25122": (
        3,
        "revision 25122 of draft.wikitext is not available",
    ),
    # One page does not show which Proposals are older.
    'blognomic tally passing_places.html --ruleset Ruleset.wikitext --emperor "Ottoline Marsh"': (
        3,
        "older posts were not seen",
    ),
}
"""Samples that name what the sample game does not have, and what is then said."""


class AtThatMoment(datetime):
    """The time stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return NOW


@pytest.mark.slow
def test_every_command_line_works_on_a_live_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the sample game's blog and wiki on loopback, with the files that the samples name. Saving
    needs an account, and says so.
    """
    monkeypatch.setattr("sync.times.datetime", AtThatMoment)
    wrong: dict[str, str] = {}
    with live_game(tmp_path / "sites", monkeypatch) as game:
        folder = tmp_path / "game"
        folder.mkdir()
        monkeypatch.chdir(folder)
        shutil.copytree(DEMO, folder / "saved")
        shutil.copy(
            DEMO / "blog" / "archive" / "passing_places" / "index.html",
            folder / "passing_places.html",
        )
        for name in ("Ruleset", "earlier", "draft"):
            shutil.copy(DEMO / "wiki" / "Ruleset.wikitext", folder / f"{name}.wikitext")
        settings = (
            f'[blog]\nurl = "{game.blog.url}"\ndelay = 0\n[wiki]\nurl ='
            f' "{game.live.wiki_url}"\n[store]\npath = "game.sqlite3"\n'
        )
        (folder / "blognomic.toml").write_text(settings, encoding="utf-8")
        runner = CliRunner()
        for sample in SAMPLES:
            result = runner.invoke(_Main(), shlex.split(sample)[1:])
            code, says = OTHERWISE.get(sample, NEEDS_AN_ACCOUNT)
            said = " ".join(result.output.split())
            if result.exit_code not in (0, 1) and (
                result.exit_code != code or not re.search(says, said)
            ):
                wrong[sample] = f"{result.exit_code}: {said[-300:]}"
    assert not wrong, "\n".join(f"{sample}: {why}" for sample, why in wrong.items())


class _Main(click.Command):
    """The program as a command, with the exit codes that it ends with."""

    def __init__(self) -> None:
        super().__init__("blognomic")

    def main(self, args: list[str] | None = None, **_: object) -> None:  # type: ignore[override]
        sys.exit(main(args))


def test_messages_quoted_in_troubleshooting_exist(tmp_path: Path) -> None:
    """Each phrase of its first column stands in the program."""
    page = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
    said = "".join(
        path.read_text(encoding="utf-8")
        for package in ("sync", "validators")
        for path in (ROOT / package).rglob("*.py")
    )
    quoted = [
        phrase
        for row in re.findall(r"^\| (.*?) \|", page, re.MULTILINE)
        for phrase in re.findall(r"\*(.+?)\*", row)
    ]
    assert len(quoted) > 8
    assert [phrase for phrase in quoted if phrase not in said] == []
