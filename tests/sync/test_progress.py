from __future__ import annotations

import sys

import click
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


def stderr(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> Stream:
    stream = Stream(terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


def test_a_terminal_shows_the_first_step_at_once_and_keeps_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stream = stderr(monkeypatch, terminal=True)
    with progress() as say:
        say("reading https://blog.example")
        assert stream.text == "\r\x1b[Kreading https://blog.example"
        say("entry", 1, 2, "\x1b[2J" + "x" * 500)
    assert stream.text.endswith("\r\x1b[K")
    assert stream.text.count("\x1b") == 3
    assert len(stream.text) < 150


def test_without_a_terminal_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = stderr(monkeypatch, terminal=False)
    with progress() as say:
        say("reading https://blog.example")
        say("entry", 1, 3, "One")
    assert stream.text == ""


@pytest.mark.parametrize("terminal", [True, False], ids=["terminal", "pipe"])
@pytest.mark.parametrize(
    ("option", "lines"),
    [("quiet", []), ("verbose", ["blognomic: month 2024-05", "blognomic: entry 1 of 2: One"])],
)
def test_options_decide(
    option: str, lines: list[str], terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = stderr(monkeypatch, terminal=terminal)
    with click.Context(click.Command("pull")) as context:
        context.params[option] = True
        with progress() as say:
            say("month 2024-05")
            say("entry", 1, 2, "One")
    assert stream.text.splitlines() == lines
