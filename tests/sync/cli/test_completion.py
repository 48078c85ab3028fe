"""What each shell completes: by click's protocol, and in the shells themselves where they are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from sync.cli import blognomic
from sync.schemas import SCHEMAS
from tests.support.paths import ROOT
from validators.checks.run import checks

CODES = [one.code for one in checks()]


def completed(*words: str) -> list[tuple[str, str]]:
    """The kind and value of every completion of the last word."""
    shell = ShellComplete(blognomic, {}, "blognomic", "_BLOGNOMIC_COMPLETE")
    return [(item.type, item.value) for item in shell.get_completions(list(words[:-1]), words[-1])]


def plain(*words: str) -> list[str]:
    return [value for kind, value in completed(*words) if kind == "plain"]


def test_commands_and_choices() -> None:
    assert plain("ta") == ["tally"]
    assert plain("audit", "--format", "s") == ["sarif"]
    assert plain("schema", "") == list(SCHEMAS)


@pytest.mark.parametrize("words", [("audit", "--select"), ("audit", "--ignore"), ("explain",), ("correct", "--only"), ("notice", "--only")])
def test_codes_of_findings(words: tuple[str, ...]) -> None:
    assert plain(*words, "") == CODES
    assert plain(*words, "BN10") == [code for code in CODES if code.startswith("BN10")]
    assert plain(*words, "bn101") == ["BN101"]
    assert plain(*words, "resolved-out") == ["resolved-out-of-order"]


def test_codes_behind_a_comma() -> None:
    assert plain("audit", "--select", "BN101,BN10") == [f"BN101,{code}" for code in CODES if code.startswith("BN10") and code != "BN101"]


def test_sites(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other.toml").touch()
    (tmp_path / "notes.txt").touch()
    monkeypatch.chdir(tmp_path)
    assert completed("tally", "--site", "") == [("plain", "demo"), ("plain", "other.toml")]
    assert completed("tally", "--site", "de") == [("plain", "demo")]
    assert completed("tally", "--site", "folder/x") == [("file", "folder/x")]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (("audit", "--baseline"), "file"),
        (("audit", "--write-baseline"), "file"),
        (("rules", "--compare"), "file"),
        (("tally", "--snapshot"), "dir"),
        (("pull", "--to"), "dir"),
    ],
    ids=" ".join,
)
def test_files_and_folders_are_left_to_the_shell(words: tuple[str, ...], kind: str) -> None:
    assert completed(*words, "x") == [(kind, "x")]


def test_the_shells_part_is_printed() -> None:
    out = subprocess.run(
        [sys.executable, "-m", "blognomic"],
        env=os.environ | {"_BLOGNOMIC_COMPLETE": "fish_source", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "_BLOGNOMIC_COMPLETE=fish_complete" in out.stdout
    assert out.stderr == ""


SCRIPTS = {
    "bash": """
        source <(_BLOGNOMIC_COMPLETE=bash_source blognomic)
        COMP_WORDS=(blognomic {words}) COMP_CWORD={last}
        _blognomic_completion blognomic 2>/dev/null
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """,
    "fish": """
        _BLOGNOMIC_COMPLETE=fish_source blognomic | source
        complete --do-complete 'blognomic {words}' | string replace --regex '\\t.*' ''
    """,
}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["explain", "BN10"], [code for code in CODES if code.startswith("BN10")]),
        (["audit", "--select", "BN101,BN102"], ["BN101,BN102"]),
        (["tally", "--site", "de"], ["demo"]),
    ],
    ids=["codes", "codes behind a comma", "sites"],
)
@pytest.mark.parametrize("shell", list(SCRIPTS))
@pytest.mark.slow
def test_in_the_shell_itself(tmp_path: Path, shell: str, words: list[str], expected: list[str]) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed; CI has it")
    program = tmp_path / "blognomic"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m sync "$@"\n')
    program.chmod(0o755)
    script = SCRIPTS[shell].format(words=" ".join(words), last=len(words))
    env = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    done = subprocess.run([shell, "-c", script], cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout.split() == expected, done.stderr
