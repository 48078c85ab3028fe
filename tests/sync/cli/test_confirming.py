"""What somebody at a terminal is shown and asked before an edit is saved."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from sync.cli import correct
from sync.correct.correction import Correction
from sync.reports.writing_text import shown_correction
from tests.support.cases import cases

EDIT = Correction("The \x1bPage", 7, "old\n", "new\u202e\n", "why", ("BN401",), "0" * 8)


@cases("answers")
def test_each_edit_is_shown_and_asked_about(
    answers: str,
    saved: str,
    asked: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    ask = correct.asking(shown_correction)
    answered = [ask(each) for each in (EDIT, EDIT, replace(EDIT, doubtful=True), EDIT)]
    assert ["yes" if why is None else "no" for why in answered] == saved.split()
    out, err = capsys.readouterr()
    assert (out, err.count("[y/n/a/q]")) == ("", asked)
    assert err.index("-old") < err.index("+new") < err.index("[y/n/a/q]")
    assert not {"\x1b", "\u202e"} & set(err)


def test_a_change_of_quotation_marks_is_seen_where_the_output_lacks_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = io.TextIOWrapper(io.BytesIO(), "latin-1", errors="backslashreplace")
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    monkeypatch.setattr("sys.stderr", shown)
    correct.asking(shown_correction)(replace(EDIT, base_text="“Oak”\n", text='"Oak"\n'))
    shown.seek(0)
    lines = shown.read().split("\n")
    assert "    -\\u201cOak\\u201d" in lines
    assert '    +"Oak"' in lines


@pytest.mark.parametrize(
    ("into", "out", "asks"), [(True, True, True), (True, False, False), (False, True, False)]
)
def test_only_a_terminal_is_asked(
    into: bool, out: bool, asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: into, raising=False)
    monkeypatch.setattr("sys.stderr.isatty", lambda: out, raising=False)
    assert correct.on_a_terminal() is asks
