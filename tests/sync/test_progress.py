from __future__ import annotations

import sys

import click
import pytest

from sync.progress import Steps, progress


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


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def stderr(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> Stream:
    stream = Stream(terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    return stream


def test_a_terminal_shows_the_first_step_at_once_and_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = stderr(monkeypatch, terminal=True)
    with progress() as say:
        say("reading https://blog.example")
        assert stream.text == "\r\x1b[Kreading https://blog.example"
        say("entry", 1, 2, "\x1b[2J" + "x" * 500)
    assert stream.text.endswith("\r\x1b[K")
    assert stream.text.count("\x1b") == 3
    assert len(stream.text) < 150


def test_without_a_terminal_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    stream, clock = stderr(monkeypatch, terminal=False), Clock()
    with progress(clock) as say:
        say("reading https://blog.example")
        clock.time = 100.0
        say("entry", 1, 3, "One")
    assert stream.text == ""


@pytest.mark.parametrize("terminal", [True, False], ids=["terminal", "pipe"])
@pytest.mark.parametrize(("option", "lines"), [("quiet", []), ("verbose", ["blognomic: month 2024-05", "blognomic: entry 1 of 2: One"])])
def test_options_decide(option: str, lines: list[str], terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = stderr(monkeypatch, terminal=terminal)
    with click.Context(click.Command("pull")) as context:
        context.params[option] = True
        with progress() as say:
            say("month 2024-05")
            say("entry", 1, 2, "One")
    assert stream.text.splitlines() == lines


def test_the_time_that_is_left() -> None:
    clock = Clock()
    steps = Steps(clock)
    lines = []
    for number, at in ((1, 0.0), (2, 1.0), (12, 6.0), (84, 400.0), (85, 401.0)):
        clock.time = at
        lines.append(steps.take("entry", number, 85, ""))
    assert lines == [
        "entry 1 of 85",
        "entry 2 of 85, about 85 s left",
        "entry 12 of 85, about 40 s left",
        "entry 84 of 85, about 10 s left",
        "entry 85 of 85, about 5 s left",
    ]


def test_each_series_is_timed_by_itself() -> None:
    clock = Clock()
    steps = Steps(clock)
    steps.take("entry", 1, 2, "")
    clock.time = 3600.0
    assert steps.take("entry", 2, 2, "A") == "entry 2 of 2, about 1 h left: A"
    assert steps.take("notice", 1, 2, "") == "notice 1 of 2"
    assert steps.take("reading", 0, 0, "") == "reading"
