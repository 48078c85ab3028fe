"""What is known before somebody is asked about an edit: the account, a limit, what the journal has."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sync.cli.correct import on_a_terminal
from sync.correct.correction import Correction
from sync.correct.correction_saving import saved_in_turn, show_rebased, undo, undone
from sync.errors import UsageError
from sync.settings.config import Config, Live
from sync.store import State, Store, Write
from sync.wiki.writing.page_edit import LOGIN_REFUSED, WRONG_RESULT, EditOutcome

NOW = datetime(2024, 5, 17, 18, tzinfo=UTC)
EDITS = [Correction(f"Page {number}", 7, "old", "new", "why", ()) for number in (1, 2, 3)]
KNOWN = [EditOutcome()] * 3


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Live:
    """A live game, and no account to write with."""
    for name in ("USER", "PASSWORD"):
        monkeypatch.delenv(f"BLOGNOMIC_WIKI_{name}", raising=False)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    blog, wiki = "https://blog.example", "https://wiki.example/"
    return Live(blog, wiki, "me@example.org", tmp_path / "s.sqlite3")


def nobody(*_: object) -> str:
    """Somebody is asked who must not be."""
    raise AssertionError("asked in vain")


def test_no_question_without_an_account(live: Live) -> None:
    config = Config("here", live=live)
    with pytest.raises(UsageError, match="no credentials configured for the wiki"):
        saved_in_turn(EDITS, KNOWN, config, live, nobody, most=5, asks=True)
    with pytest.raises(UsageError, match="no credentials configured for the wiki"):
        undo(config, live, 1, nobody)


def test_without_a_question_no_account_is_needed_to_save_nothing(live: Live) -> None:
    config = Config("here", live=live)
    outcomes = saved_in_turn(EDITS, KNOWN, config, live, lambda _: "declined", most=5)
    assert outcomes == [EditOutcome(why="declined")] * 3


class FakeWriter:
    """Saves each edit with the same outcome, and as many as are wanted."""

    def __init__(self, outcome: EditOutcome, most: int) -> None:
        self.outcome = outcome
        self.left = most

    def save(self, _: Correction) -> EditOutcome:
        self.left -= 1
        return self.outcome

    def limit_reached(self) -> str | None:
        return None if self.left > 0 else "limit of this run reached"


@pytest.mark.parametrize(
    ("first", "most", "rest"),
    [
        (EditOutcome("saved"), 1, EditOutcome("refused", why="limit of this run reached")),
        (
            EditOutcome("refused", why="no such account", code=LOGIN_REFUSED),
            5,
            EditOutcome("refused", why="no such account", code=LOGIN_REFUSED),
        ),
        (
            EditOutcome("saved", 8, "the result is wrong", code=WRONG_RESULT),
            5,
            EditOutcome("refused", why="the result of an earlier edit is wrong; look at it first"),
        ),
    ],
    ids=["a limit", "a password that was refused", "a wrong result"],
)
def test_no_question_about_edits_that_can_no_longer_be_saved(
    first: EditOutcome, most: int, rest: EditOutcome, live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def opened(_config: Config, _live: Live, most: int) -> Iterator[FakeWriter]:
        yield FakeWriter(first, most)

    monkeypatch.setattr("sync.correct.correction_saving.opened_writer", opened)
    asked: list[str] = []
    ask: Callable[[Correction], str | None] = lambda edit: asked.append(edit.title)  # noqa: E731
    outcomes = saved_in_turn(
        EDITS, KNOWN, Config("here", live=live), live, ask, most=most, asks=True
    )
    assert (outcomes, asked) == ([first, rest, rest], ["Page 1"])


@pytest.mark.parametrize(
    ("before", "state", "why"),
    [
        ("old", "refused", "write 1 in the journal is refused, not a saved wiki edit"),
        (None, "saved", "the edit created the page; only an administrator"),
        ("old", "saved", None),
    ],
)
def test_the_journal_shows_which_writes_cannot_be_undone(
    before: str | None, state: State, why: str | None, live: Live
) -> None:
    with Store.open(live.store, now=NOW) as store:
        entry = store.journal.begin(Write("wiki-edit", "A Page", "new", before=before), NOW)
        assert entry is not None
        store.journal.end(entry.id, state, NOW)
    found = undone(Config("here", live=live), 1)[1]
    assert found == why or (why is not None and (found or "").startswith(why))


def test_a_runner_takes_no_line_of_a_diff_for_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    show_rebased("::error::x\na", "::error::x\nb ##[add-mask]x")
    lines = capsys.readouterr().err.splitlines()
    assert lines[4:] == ["\\ ::error::x", "-a", "+b ##\\[add-mask]x"]


def test_an_edit_does_not_end_because_nobody_reads_its_diff(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    stream = os.fdopen(writer, "w", buffering=1, encoding="utf-8")
    monkeypatch.setattr(sys, "stderr", stream)
    show_rebased("a", "b")
    with suppress(BrokenPipeError):
        stream.close()


def test_without_standard_input_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert not on_a_terminal()
