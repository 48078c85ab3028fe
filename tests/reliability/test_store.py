"""Whatever happens to the store: a command ends with one sentence, what was kept stays, and the next
run goes on from there.
"""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sync.notices.notice_model import NoticeOutcome
from sync.notices.posting import Poster
from sync.store import Store
from sync.wiki.writing.session import WikiSession
from tests.reliability.matrix import Outcome, record
from tests.reliability.playing import Play, verdicts
from tests.reliability.saving import Attempt, new_wiki, serving
from tests.support.fault_proxy import FaultProxy
from tests.support.paths import in_memory
from tests.support.scale import fresh_seeds
from tests.sync.notices import test_at_most_once as chats
from tests.sync.wiki.scripted import NOON

pytestmark = pytest.mark.slow

AREA = "The store"


@contextmanager
def full_disk(size: int = 0) -> Iterator[None]:
    """No file can become longer than this, as far as the system is concerned."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another process is in the middle of writing."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def read_only() -> Iterator[None]:
    """Nobody may write the file."""
    connect = sqlite3.connect

    def opened(address: str, *given: Any, **options: Any) -> sqlite3.Connection:
        read: sqlite3.Connection = connect(address.replace("=rw", "=ro"), *given, **options)
        return read

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", opened)
        yield


@contextmanager
def cut_short(path: Path, chance: Random) -> Iterator[None]:
    """The end of the file is missing, until somebody restores a copy."""
    whole = path.read_bytes()
    part = whole[: chance.randrange(1, len(whole))]
    path.write_bytes(part)
    yield
    assert path.read_bytes() == part
    path.write_bytes(whole)


def pull(play: Play, fault: str, chance: Random) -> Outcome:
    """Pull and tally with a fault of the store, then without."""
    play.tries += 1
    path = play.folder / f"{play.tries}.sqlite"
    play.begin()
    if fault != "disk full" or chance.random() < 0.5:
        assert play.tally().code == 0
    play.go_on("entry")
    faults: dict[str, Callable[[], AbstractContextManager[None]]] = {
        "disk full": lambda: full_disk(chance.randrange(140_000)),
        "locked": lambda: locked(path),
        "read-only": read_only,
        "cut short": lambda: cut_short(path, chance),
    }
    with faults[fault]():
        ran = play.tally()
    following = play.tally()
    expected = verdicts(following)
    assert following.code == 0
    assert not expected["lamps"]["enactable"]
    assert all(verdict["certified"] for verdict in expected.values())
    if ran.code == 0:
        assert verdicts(ran) == expected
        return Outcome.SAME
    assert ran.code == (2 if fault == "read-only" else ran.code)
    assert ran.code in {2, 3}
    (line,) = ran.err.splitlines()
    assert line.startswith("blognomic: ")
    assert "store" in line
    assert not ran.out
    return Outcome.UNCHANGED if fault in {"read-only", "cut short"} else Outcome.SETTLED


@pytest.mark.parametrize("seed", fresh_seeds(4))
@pytest.mark.parametrize("fault", ["disk full", "locked", "read-only", "cut short"])
def test_a_fault_of_the_store_while_pulling(
    fault: str, seed: int, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sync.sources.stored.open_store",
        lambda live, now: Store.open(live.store, now=now, wait=0.1),
    )
    chance = Random(seed)
    for _ in range(4 if fault == "disk full" else 1):
        record(AREA, "pull", fault, pull(play, fault, chance))


@contextmanager
def refusing(store: Store) -> Iterator[None]:
    """Nothing can be written through this connection."""
    store._db._connection.execute("PRAGMA query_only = ON")
    yield
    store._db._connection.execute("PRAGMA query_only = OFF")


def broken(fault: str, store: Store) -> AbstractContextManager[None]:
    if fault == "disk full":
        return full_disk()
    return locked(store._db.path) if fault == "locked" else refusing(store)


@contextmanager
def after_sending(fault: str, store: Store) -> Iterator[None]:
    """The fault begins when the wiki has answered."""
    save = WikiSession.save
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:

        def saving(*given: Any) -> Any:
            answer = save(*given)
            stack.enter_context(broken(fault, store))
            return answer

        patch.setattr(WikiSession, "save", saving)
        yield


@pytest.mark.parametrize("fault", ["disk full", "locked", "read-only"])
@pytest.mark.parametrize("sent", [False, True], ids=["before", "after"])
def test_a_journal_that_cannot_be_written(fault: str, sent: bool) -> None:
    for near in (None, False):
        with in_memory() as folder, serving(wiki := new_wiki()) as url, FaultProxy(url) as proxy:
            attempt = Attempt(wiki, proxy, folder, {})
            if near is not None:
                attempt.others(near)
            outcome = attempt.run(
                lambda store: after_sending(fault, store) if sent else broken(fault, store)
            )
        assert outcome is (Outcome.SAME if sent else Outcome.SETTLED)
        record(AREA, f"journal {'after' if sent else 'before'} an edit", fault, outcome)


def test_a_message_whose_result_the_disk_cannot_take(monkeypatch: pytest.MonkeyPatch) -> None:
    got: list[str] = []
    outcomes: list[NoticeOutcome] = []
    post = Poster.post
    monkeypatch.setattr(Poster, "post", lambda *given: outcomes.append(post(*given)))

    with ExitStack() as stack, in_memory() as folder:

        class Filling(chats.Service):
            def notify(self, **given: str) -> bool:
                taken = super().notify(**given)
                stack.enter_context(full_disk())
                return taken

        chats.run(folder / "store", NOON, frozenset({1}), Filling(got, "sent"))
        stack.close()
        later = NOON + timedelta(days=9)
        assert not chats.run(folder / "store", later, frozenset({1}), chats.Service(got, "sent"))
    assert [outcome.result for outcome in outcomes] == ["posted"]
    assert len(got) == 1
    record(AREA, "journal after a message", "disk full", Outcome.SAME)
