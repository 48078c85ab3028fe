"""A command that did nothing says why on standard error, with the exit code that fits."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from sync.cli import main
from sync.cli.notice import _explain_nothing
from sync.correct.correctable_pages import CODES, CORRECTED
from tests.support.cases import cases
from tests.support.command import Run
from tests.support.paths import DEMO
from validators.checks.run import AuditReport
from validators.finding import Finding, Severity, Subject


def told(run: Run, *options: str) -> tuple[int, str]:
    ran = run(*options, "--site", "demo", code=None)
    return ran.code, ran.err


@cases("selections")
def test_unselected_checks(run: Run, options: list[str], code: int, said: str) -> None:
    assert told(run, *options) == (code, said)


def test_a_code_without_corrections_is_refused(run: Run) -> None:
    code, said = told(run, "correct", "--only", "BN101")
    assert code == 2
    assert said.startswith(
        "blognomic: --only: no finding of BN101 can be corrected, only those of BN306, "
    )
    assert set(CORRECTED) <= set(CODES)


def test_unread_parts_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["notice", "--offline", "--store", str(tmp_path / "store.db")]) == 3
    assert (
        "blognomic: Ruleset: the store has no text of the page 'Ruleset'" in capsys.readouterr().err
    )


@cases("profiles")
def test_names_in_a_profile_that_stand_for_nothing(
    tmp_path: Path, run: Run, profile: str, said: str
) -> None:
    file = tmp_path / "profile.toml"
    file.write_text(profile, encoding="utf-8")
    code, shown = told(run, "gamestate", "--profile", str(file))
    assert code == 2
    assert shown.count("\n") == 1
    assert said in shown


def test_an_emperor_who_is_on_no_roster(run: Run) -> None:
    code, said = told(run, "tally", "--emperor", "Otoline Marsh")
    assert code == 2
    assert said.endswith("no player is called “Otoline Marsh”; did you mean “Ottoline Marsh”?\n")
    assert told(run, "tally", "--emperor", "")[0] == 0


def quiet_game(folder: Path) -> None:
    """The sample game with every pending matter failed."""
    shutil.copytree(DEMO, folder)
    for page in folder.glob("blog/**/index.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(re.sub(r'(<h3 class="[^"]*)\bopen\b', r"\1Failed", text), encoding="utf-8")


def test_no_pending_matter(tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    quiet_game(tmp_path / "quiet")
    saved = ["tally", "--format", "json", "--snapshot", str(tmp_path / "quiet")]
    assert run(*saved).err == "blognomic: no votable matter is pending\n"
    assert main([*saved, "--now", "2024-05-18T18:00:00Z"]) == 3
    assert capsys.readouterr().err.startswith(
        "blognomic: no votable matter is pending of those that were seen: the lists of posts were "
    )
    front = tmp_path / "quiet" / "blog" / "index.html"
    text = re.sub(
        r'(?s)(?<=<div id="main">).*?(?=<div id="side")',
        "</div>",
        front.read_text(encoding="utf-8"),
    )
    front.write_text(text, encoding="utf-8")
    shutil.rmtree(tmp_path / "quiet" / "blog" / "2024")
    assert (
        "no votable matter is pending of those that were seen: older posts were not seen"
        in run(*saved, code=3).err
    )
    assert main([*saved, "--all"]) == 3


def test_offline_nothing_is_fetched(tmp_path: Path, run: Run) -> None:
    pull = ["pull", "--offline", "--store", str(tmp_path / "store.sqlite3")]
    assert run(*pull)[1:] == ("Nothing was fetched: --offline makes no requests.\n", "")


def test_findings_that_no_notice_is_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What does not belong to a channel, and what is left out, is said to be; so is that nothing
    was found.
    """
    quiet_game(tmp_path / "quiet")
    assert main(["notice", "--to", "blog-comment", "--snapshot", str(tmp_path / "quiet")]) == 0
    assert capsys.readouterr().err == "blognomic: no finding belongs to blog-comment\n"
    info = Finding(
        "BN604", "duplicate-rule-title", Severity.INFO, Subject("rule", "Hats"), "Two hats."
    )
    for findings, said in (
        ((info,), "nothing is announced without --only: "),
        ((), "nothing was found\n"),
    ):
        _explain_nothing(AuditReport(findings, ()), (), None)
        assert capsys.readouterr().err.startswith(f"blognomic: {said}")
