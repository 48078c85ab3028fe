"""Whatever becomes of runs, in whatever order: no finding is told twice in a place, and none is
forgotten that can still be told.
"""

from __future__ import annotations

import tempfile
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync.errors import NoVerdict
from sync.notices.composing import MAY_BE_UNDER_WAY, Scene, compose
from sync.notices.notice_model import NoticeOutcome, digits_of, mark_of, marked
from sync.notices.posting import Poster
from sync.notices.talk_pages import TalkPages
from sync.settings.config import Config, Live
from sync.settings.site_file import NoticeTable
from sync.store import Journal, State, Store, Write
from tests.sync.notices.invented import draft, finding
from tests.sync.samples import NOON, view

FINDINGS = [finding(what=str(number)) for number in range(4)]
Fate = Literal["sent", "killed before", "killed after", "not taken"]


class Killed(BaseException):
    """The run ends at once."""


class Service:
    """A chat that a run may be killed before, or after it has taken a message."""

    def __init__(self, got: list[str], fate: Fate) -> None:
        self.got, self.fate = got, fate

    def add(self, servers: str) -> bool:
        return True

    def notify(self, *, body: str, title: str, body_format: str) -> bool:
        if self.fate == "killed before":
            raise Killed
        self.got.append(body)
        if self.fate == "killed after":
            raise Killed
        return self.fate == "sent"


Run = tuple[frozenset[int], Fate, int]
RUNS: st.SearchStrategy[list[Run]] = st.lists(
    st.tuples(
        st.frozensets(st.integers(0, 3), min_size=1),
        st.sampled_from(["sent", "sent", "killed before", "killed after", "not taken"]),
        st.sampled_from([1, 299, 300, 86_400]),
    ),
    max_size=8,
)


@pytest.mark.slow
@given(RUNS)
def test_each_finding_is_sent_to_a_chat_at_most_once(runs: list[Run]) -> None:
    got: list[str] = []
    certain: set[str] = set()
    now = NOON
    with tempfile.TemporaryDirectory() as folder:
        for which, fate, seconds in runs:
            now += timedelta(seconds=seconds)
            left = run(Path(folder) / "store.sqlite3", now, which, Service(got, fate))
            # What was not told before, and of which nobody has to wonder, was sent now.
            expected = {digits_of(FINDINGS[number]) for number in which} - certain
            assert left <= expected
            if fate != "killed before" and left:
                assert left == marked(got[-1])
            certain |= left
    told = [digits for body in got for digits in marked(body)]
    assert len(told) == len(set(told))


def run(
    path: Path, now: datetime, which: frozenset[int], service: Service, per_day: int = 100
) -> frozenset[str]:
    """One run of the tool; what it was about to send, in digits of findings."""
    config = Config(site="tests", notice=NoticeTable(per_day=per_day))
    with pytest.MonkeyPatch.context() as patch, Store.open(path, now=now) as store:
        patch.setattr("sync.notices.posting.clock", lambda: now)
        scene = Scene(config, view(), TalkPages(config), store.journal, now)
        ((notice, posted),) = compose(
            [draft("chat", *[FINDINGS[number] for number in sorted(which)])], scene
        )
        if posted.result is not None:
            return frozenset()
        poster = Poster(
            scene,
            Live("https://blog.example", "https://wiki.example/", "tests", path),
            store.journal,
        )
        poster._chat = service
        with suppress(Killed):
            poster.post(notice)
        return marked(notice.mark)


def test_a_message_that_was_taken_is_posted_whatever_becomes_of_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **_options: object) -> None:
        raise NoVerdict("the disk is full")

    outcomes: list[NoticeOutcome] = []
    post = Poster.post
    monkeypatch.setattr(Poster, "post", lambda *given: outcomes.append(post(*given)))
    got: list[str] = []
    with monkeypatch.context() as patched:
        patched.setattr(Journal, "end", full)
        run(tmp_path / "a", NOON, frozenset({1}), Service(got, "sent"))
    why = "the journal does not have this result: the disk is full"
    assert outcomes == [NoticeOutcome("posted", why=why)]
    assert not run(tmp_path / "a", NOON + timedelta(days=9), frozenset({1}), Service(got, "sent"))
    assert len(got) == 1


def test_messages_killed_before_sending_are_not_sent_again(tmp_path: Path) -> None:
    got: list[str] = []
    everything = frozenset(range(4))
    assert run(tmp_path / "a", NOON, everything, Service(got, "killed before"))
    for after in (
        timedelta(),
        MAY_BE_UNDER_WAY - timedelta(seconds=1),
        MAY_BE_UNDER_WAY,
        timedelta(days=9),
    ):
        assert not run(tmp_path / "a", NOON + after, everything, Service(got, "sent"))
    assert got == []
    assert run(tmp_path / "b", NOON, frozenset({1, 2}), Service(got, "sent"))
    assert run(tmp_path / "b", NOON, everything, Service(got, "sent")) == {
        digits_of(FINDINGS[0]),
        digits_of(FINDINGS[3]),
    }
    assert len(got) == 2


@pytest.mark.parametrize(
    ("state", "ago", "sent"),
    [
        (None, timedelta(), False),
        (None, MAY_BE_UNDER_WAY, False),
        ("unknown", timedelta(), False),
        ("refused", timedelta(), True),
        ("posted", timedelta(), False),
    ],
)
def test_remains_of_an_earlier_run_in_the_journal(
    tmp_path: Path, state: State | None, ago: timedelta, sent: bool
) -> None:
    got: list[str] = []
    with Store.open(tmp_path / "store.sqlite3", now=NOON) as store:
        made = store.journal.begin(
            Write("chat", "chat", "words", mark_of(FINDINGS[:1])), NOON - ago
        )
        assert made is not None
        if state is not None:
            store.journal.end(made.id, state, NOON)
    run(tmp_path / "store.sqlite3", NOON, frozenset({0}), Service(got, "sent"))
    assert len(got) == sent


def test_no_more_a_day_than_are_allowed(tmp_path: Path) -> None:
    got: list[str] = []
    for which, now, count in (
        (0, NOON, 1),
        (1, NOON, 1),
        (0, NOON, 1),
        (1, NOON + timedelta(days=1), 2),
    ):
        run(tmp_path / "store.sqlite3", now, frozenset({which}), Service(got, "sent"), per_day=1)
        assert len(got) == count
