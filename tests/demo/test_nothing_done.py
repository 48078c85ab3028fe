"""A command that did nothing says why on standard error, with the exit code that fits."""

from __future__ import annotations

from pathlib import Path

import pytest

from sync.cli import main
from sync.correct.pages import CODES, CORRECTED

NOT_FOUND = "blognomic: nothing was found with the code BN405"


def run(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    code = main([*options, "--site", "demo"])
    return code, capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        pytest.param(
            ["audit", "--select", "BN104", "--ignore", "BN1"],
            2,
            "blognomic: no check is left: BN104 selected, BN1 ignored\n",
            id="no check left",
        ),
        pytest.param(["audit", "--ignore", "BN"], 2, "blognomic: no check is left: all selected, BN ignored\n", id="all ignored"),
        pytest.param(["audit", "--select", "BN401", "--ignore", "BN402"], 1, "", id="a check left"),
        pytest.param(["notice", "--only", "BN405"], 0, f"{NOT_FOUND}\n", id="no such finding to post"),
        pytest.param(
            ["notice", "--only", "BN401", "--to", "blog-comment"],
            0,
            "blognomic: nothing that was found with the code BN401 belongs to blog-comment\n",
            id="not for that channel",
        ),
        pytest.param(["notice", "--only", "BN401"], 1, "", id="a notice"),
        pytest.param(["correct", "--only", "BN405"], 0, f"{NOT_FOUND} that can be corrected\n", id="no such finding to correct"),
        pytest.param(["correct", "--only", "BN401"], 1, "", id="a correction"),
    ],
)
def test_what_was_not_selected(capsys: pytest.CaptureFixture[str], options: list[str], code: int, said: str) -> None:
    assert run(capsys, *options) == (code, said)


def test_a_code_that_is_not_checked_is_named_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "notice", "--only", "BN505")
    assert code == 0
    first, second = said.splitlines()
    assert first == "blognomic: nothing was found with the code BN505"
    assert second.startswith("blognomic: not evaluated: BN501")


def test_a_code_without_corrections_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "correct", "--only", "BN101")
    assert code == 2
    assert said.startswith("blognomic: --only: no finding of BN101 can be corrected, only those of BN306, ")
    assert set(CORRECTED) <= set(CODES)


def test_what_was_not_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["notice", "--offline", "--store", str(tmp_path / "store.db")])
    assert code == 3
    assert "blognomic: Ruleset: the store has no text of the page 'Ruleset'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("profile", "said"),
    [
        pytest.param(
            '[[constraints]]\nname = "a"\ncheck = "self.Cole <= 3"',
            "constraint “a”: no variable “Cole”; did you mean “Coal”?",
            id="constraint",
        ),
        pytest.param('[columns]\n"Lampp" = "Lamp"', "such column or label; did you mean “Lamp”?", id="column"),
        pytest.param('[aliases]\n"Hob" = "Hobbb"', "no player is called “Hobbb”; did you mean “Hobb”?", id="alias"),
        pytest.param("[ranges.Coall]\nmax = 3", "no variable “Coall”; did you mean “Coal”?", id="range"),
        pytest.param('[cadence]\n"Mooringg" = "daily"', "did you mean “Mooring”?", id="cadence"),
    ],
)
def test_names_in_a_profile_that_stand_for_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str], profile: str, said: str) -> None:
    file = tmp_path / "profile.toml"
    file.write_text(profile, encoding="utf-8")
    code, shown = run(capsys, "gamestate", "--profile", str(file))
    assert code == 2
    assert shown.count("\n") == 1
    assert said in shown


def test_an_emperor_who_is_on_no_roster(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "tally", "--emperor", "Otoline Marsh")
    assert code == 2
    assert said.endswith("no player is called “Otoline Marsh”; did you mean “Ottoline Marsh”?\n")
    assert run(capsys, "tally", "--emperor", "")[0] == 0
