"""The scheduled audit: what it may do, what it runs, and what becomes of what the game's pages say."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.support.paths import ROOT

FOLDER = ROOT / ".github" / "workflows"
AUDIT = FOLDER / "audit.yml"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="a source distribution has no workflows")


def text() -> str:
    return AUDIT.read_text(encoding="utf-8")


def script(name: str) -> str:
    """The shell script of a step."""
    lines = text().partition(f"- name: {name}\n")[2].partition("run: |\n")[2].splitlines()
    indent = len(lines[0]) - len(lines[0].lstrip())
    end = next((place for place, line in enumerate(lines) if line.strip() and len(line) - len(line.lstrip()) < indent), len(lines))
    return "\n".join(line[indent:] for line in lines[:end])


def run(name: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": f"{folder}:/usr/bin:/bin", "GITHUB_OUTPUT": str(folder / "output"), "GITHUB_STEP_SUMMARY": str(folder / "summary")}
    command = ["bash", "-e", "-o", "pipefail", "-c", script(name)]
    return subprocess.run(command, cwd=folder, env=env | environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.yml")), ids=lambda file: file.name)
def test_every_action_is_pinned_and_nothing_may_be_written(file: Path) -> None:
    content = file.read_text(encoding="utf-8")
    uses = re.findall(r"uses: *(.*)", content)
    assert uses
    assert all(re.fullmatch(r"actions/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one) for one in uses)
    assert re.search(r"^permissions:\n  contents: read\n\n", content, re.MULTILINE)
    assert content.count("permissions:") == 1
    assert "persist-credentials: false" in content
    assert "secrets." not in content


def test_it_runs_on_a_schedule_and_by_hand_one_at_a_time() -> None:
    assert re.search(r'schedule:\n    - cron: "\d+ \*/3 \* \* \*"\n  workflow_dispatch:\n', text())
    assert re.search(r"concurrency:\n  group: audit\n  cancel-in-progress: false\n", text())


def test_the_store_is_restored_and_kept_even_after_a_failure() -> None:
    keys = re.findall(r" key: (.*)", text())
    assert len(keys) == 2
    assert len(set(keys)) == 1
    assert keys[0].startswith(re.findall(r"restore-keys: (.*)", text())[0])
    assert re.search(r"if: always\(\)[^\n]*\n +uses: actions/cache/save@", text())
    # What an audit has reported is in the store, too.
    assert text().index("name: Audit\n") < text().index("actions/cache/save@")


def test_no_expression_is_put_into_a_script() -> None:
    assert all("${{" not in script(name) for name in ("Pull", "Audit", "Summarise", "Verdict"))


@pytest.mark.parametrize(
    ("pulled", "audited", "code", "says"),
    [
        ("0", "0", 0, "No new errors were found"),
        ("0", "1", 1, "title=Findings"),
        ("3", "1", 3, "title=No verdict"),
        ("0", "3", 3, "title=No verdict"),
        ("3", "0", 3, "title=No verdict"),
        ("2", "2", 2, "title=Configuration"),
        ("", "", 2, "title=Configuration"),
    ],
)
def test_each_outcome_has_its_own_message(tmp_path: Path, pulled: str, audited: str, code: int, says: str) -> None:
    done = run("Verdict", tmp_path, PULLED=pulled, AUDITED=audited)
    assert (done.returncode, says in done.stdout) == (code, True)


@pytest.mark.parametrize("code", [0, 1, 3])
def test_the_commands_exit_codes_are_handed_on(tmp_path: Path, code: int) -> None:
    tool = tmp_path / "blognomic"
    tool.write_text(f'#!/bin/sh\necho "$@" >>asked\nexit {code}\n')
    tool.chmod(0o755)
    for name in ("Pull", "Audit"):
        assert run(name, tmp_path).returncode == 0
    assert (tmp_path / "output").read_text() == f"code={code}\n" * 2
    assert (tmp_path / "asked").read_text().splitlines() == [
        "pull",
        "audit --offline --fail-on-new --format markdown --output report.markdown",
        "audit --offline --format github",
        "audit --offline --format json --output report.json",
    ]


def test_the_summary_is_the_report_as_markdown(tmp_path: Path) -> None:
    """Its format keeps text of the game from being more than words (tests/sync/reports/formats)."""
    assert run("Summarise", tmp_path).returncode == 0
    (tmp_path / "report.markdown").write_text("## Audit\n")
    assert run("Summarise", tmp_path).returncode == 0
    assert (tmp_path / "summary").read_text() == "No report was written; see the log.\n## Audit\n"
