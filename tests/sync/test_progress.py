from __future__ import annotations

import sys

import pytest

from sync.progress import progress


class Stream:
    def __init__(self, terminal: bool) -> None:
        self.terminal = terminal
        self.text = ""

    def isatty(self) -> bool:
        return self.terminal

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_for_terminals_and_leaves_nothing_behind(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream(terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    with progress() as say:
        say("entry 1 of 2: \x1b[2J" + "x" * 500)
    if terminal:
        assert stream.text.endswith("\r\x1b[K")
        assert stream.text.count("\x1b") == 2
        assert len(stream.text) < 100
    else:
        assert stream.text == ""
