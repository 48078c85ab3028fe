"""The commands on the sample game, and on copies of it that are broken in the ways real pages
break.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from sync.cli import main
from tests.support.cases import cases
from tests.support.command import Run
from tests.support.paths import DEMO

PENDING = "passing_places"
TITLE = "Proposal: Passing Places"
Output = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sample game to break."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(DEMO, tmp_path / "game"))


def entry(folder: Path, slug: str = PENDING) -> Path:
    return folder / "blog" / "archive" / slug / "index.html"


def run_json(run: Run, *arguments: str) -> tuple[int, dict[str, Any], str]:
    code, out, err = run(*arguments, "--format", "json", code=None)
    return code, json.loads(out), err


def test_the_audit_finds_faults_and_fails_only_when_asked(run: Run) -> None:
    code, report, err = run_json(run, "audit", "--site", "demo")
    errors, warnings, info = report["counts"].values()
    counts = f"{errors} errors, {warnings} warnings, {info} info"
    assert (code, err) == (1, f"{counts}; exit 1 (errors found)\n")
    assert report["site"] == "demo"
    assert report["counts"]["error"] > 0
    assert not [item for item in report["not_evaluated"] if item["blind"]]
    assert (
        "“Proposal: Ice on the Water” was enacted after 9 h 20 min"
        in run("audit", "--site", "demo", "--fail-on", "never").words
    )


@cases("exit_codes")
def test_severities_decide_the_exit_code(selection: list[str], fail_on: str, code: int) -> None:
    assert main(["audit", "--site", "demo", *selection, "--fail-on", fail_on]) == code


def test_selection_in_the_file_holds_unless_an_option_says_otherwise(
    folder: Path, run: Run
) -> None:
    Path("blognomic.toml").write_text(
        'snapshot = "game"\n[audit]\nselect = ["BN101"]\nignore = ["BN2"]\nfail_on = "info"\n'
    )
    code, report, _ = run_json(run, "audit")
    assert (code, {finding["code"] for finding in report["findings"]}) == (1, {"BN101"})
    code, report, _ = run_json(run, "audit", "--select", "BN108", "--fail-on", "error")
    assert (code, {finding["code"] for finding in report["findings"]}) == (0, {"BN108"})


def test_the_tally_shows_what_is_pending(run: Run) -> None:
    code, report, err = run_json(run, "tally", "--site", "demo")
    assert (code, err) == (0, "")
    assert {matter["status"] for matter in report["matters"]} == {"pending"}
    code, every, _ = run_json(run, "tally", "--site", "demo", "--all")
    assert code == 0
    statuses = [matter["status"] for matter in every["matters"]]
    assert statuses[: len(report["matters"])] == ["pending"] * len(report["matters"])
    assert "enacted" in statuses
    assert "ENACT" in run("tally", "--site", "demo").out


def test_time_runs_with_the_option(run: Run) -> None:
    _, before, _ = run_json(run, "tally", "--site", "demo", TITLE, "--now", "2024-05-16T06:00:00Z")
    assert before["as_of"] == "2024-05-16T06:00:00Z"
    assert before["matters"][0]["enactable"] is False
    early = run("tally", "--site", "demo", TITLE, "--now", "2024-01-01T00:00:00Z", code=2)
    assert "it was posted later, or its date could not be read" in early.err


def cut(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])


def test_a_page_that_ends_too_soon_certifies_nothing(folder: Path, run: Run) -> None:
    cut(entry(folder))
    code, report, _ = run_json(run, "tally", "--snapshot", "game", TITLE)
    assert code == 3 or report["matters"][0]["certified"] is False


def test_impossible_dates_are_named(folder: Path, run: Run) -> None:
    for page in folder.rglob("*.html"):
        page.write_text(page.read_text().replace(" May  2024", " Foo  2024"))
    err = run("tally", "--snapshot", "game", code=3).err
    assert "the date of this matter could not be read" in err
    assert f"archive/{PENDING}" in err
