"""A wrong value of an option with choices: whose it is, and what may be meant."""

from __future__ import annotations

import pytest

from sync.cli import main


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("audit", "--format", "jsonn"),
            "'--format': 'jsonn' is not one of 'text', 'json', 'concise', 'markdown', 'github', 'sarif', 'junit'; did you mean",
        ),
        (("tally", "--format", "sarif"), "'--format': 'sarif' is not one of 'text', 'json'"),
        (("audit", "--fail-on", "errors"), "is not one of 'error', 'warning', 'info', 'never'; did you mean 'error'?"),
        (("pull", "--format", "\n"), "is not one of 'text', 'json'"),
    ],
    ids=["typing error", "another command's", "another option", "no text"],
)
def test_the_nearest_choice_is_named(arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "--site", "demo"]) == 2
    assert says in capsys.readouterr().err


def test_upper_case_will_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--site", "demo", "--format", "CONCISE", "--select", "BN604"]) == 0
    shown = capsys.readouterr()
    assert shown.out == "Ruleset:160: BN604 2 rules are called “Cargo”: 2.3, 2.7.1\n"
    assert shown.err == "0 errors, 0 warnings, 1 info; exit 0 (nothing that counts for --fail-on)\n"
