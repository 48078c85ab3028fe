"""What somebody at a terminal is shown and asked before an edit is saved."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from sync.cli import correct
from sync.correct.correction import Correction
from sync.reports.writing_text import shown_correction

EDIT = Correction("The \x1bPage", 7, "old\n", "new\u202e\n", "why", ("BN401",), "0" * 8)


@pytest.mark.parametrize(
    ("answers", "saved", "asked"),
    [
        pytest.param("y\nn\nY\n", [True, False, True], 3, id="in turn"),
        pytest.param("n\na\n", [False, True, True], 2, id="all the rest"),
        pytest.param("y\nq\n", [True, False, False], 2, id="none of the rest"),
        pytest.param("x\n\ny\nq", [True, False, False], 4, id="no answer to the question"),
        pytest.param("y\n", [True, False, False], 2, id="the input ends"),
    ],
)
def test_each_edit_is_shown_and_asked_about(
    answers: str, saved: list[bool], asked: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    ask = correct.asking(shown_correction)
    assert [ask(EDIT) is None for _ in saved] == saved
    out, err = capsys.readouterr()
    assert (out, err.count("[y/n/a/q]")) == ("", asked)
    assert err.index("-old") < err.index("+new") < err.index("[y/n/a/q]")
    assert not {"\x1b", "\u202e"} & set(err)


@pytest.mark.parametrize(
    ("answers", "saved", "asked"),
    [
        pytest.param("a\ny\n", [True, True, True, True], 2, id="yes to it"),
        pytest.param("a\nn\n", [True, True, False, True], 2, id="no to it"),
        pytest.param("a\nq\n", [True, True, False, False], 2, id="none of the rest"),
    ],
)
def test_all_is_shown_all_the_same_and_not_what_may_be_mistaken(
    answers: str, saved: list[bool], asked: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    ask = correct.asking(shown_correction)
    edits = (EDIT, EDIT, replace(EDIT, doubtful=True), EDIT)
    assert [ask(each) is None for each in edits] == saved
    err = capsys.readouterr().err
    assert (err.count("+new"), err.count("[y/n/a/q]")) == (4 if saved[-1] else 3, asked)


@pytest.mark.parametrize(("into", "out", "asks"), [(True, True, True), (True, False, False), (False, True, False)])
def test_only_a_terminal_is_asked(into: bool, out: bool, asks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: into, raising=False)
    monkeypatch.setattr("sys.stderr.isatty", lambda: out, raising=False)
    assert correct.on_a_terminal() is asks
