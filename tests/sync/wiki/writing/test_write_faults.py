"""Whatever a network does to a write, on a real wiki: nothing lost, nothing doubled, and the
journal says how it is.

Where tests are scaled up (TEST_SCALE) the faults also happen to the requests around the edit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from sync.errors import NoVerdict
from sync.net.addresses import Address
from sync.net.fetched import RawResponse
from sync.net.transport import Transport
from sync.wiki.writing.page_edit import EditOutcome
from tests.reliability.matrix import MATRIX, REAL, Outcome, record
from tests.support.cases import cases
from tests.support.fault_proxy import LATE, NOT_HANDLED, SILENT, FaultProxy, kind_of
from tests.support.killing import run_and_kill
from tests.support.mediawiki import MediaWiki
from tests.support.scale import SCALE
from tests.sync.wiki.edited import FIXED, PAGE, edit, saved_by, writing

pytestmark = pytest.mark.mediawiki

# Every request that a save makes.
POINTS = ("token", "login", "look", "edit", "read back")
OTHERS = f"{PAGE}\nIt shines."
LONG = SCALE > 1
RESULTS = ("saved", "unknown", "refused")
FAULTS = [fault for fault in MATRIX[REAL] if "killed" not in fault]
OUTCOMES = {"saved": Outcome.SAME, "unknown": Outcome.UNKNOWN}


@contextmanager
def impatient(proxy: FaultProxy, point: str) -> Iterator[None]:
    """Time out early on the request that the fault happens to, and on no other: on a busy machine
    the wiki may need long for those, and then the writer gives up before the fault.
    """
    exchange = Transport.exchange

    def timed(transport: Transport, address: Address, **parts: Any) -> RawResponse:
        is_met = not proxy.done and kind_of(address.url, parts.get("form") or b"") == point
        early = replace(transport._settings, read_timeout=1.0)
        with mock.patch.object(transport, "_settings", early) if is_met else nullcontext():
            return exchange(transport, address, **parts)

    with mock.patch.object(Transport, "exchange", timed):
        yield


def try_fault(mediawiki: MediaWiki, folder: Path, fault: str, point: str, *, others: bool) -> str:
    """Save an edit while a fault happens, and check what became of it. Returns the result."""
    title = f"Fault {list(FAULTS).index(fault)} on {point}{' among others' if others else ''}"
    base = mediawiki.edit(title, PAGE)
    account = mediawiki.account("Fay")
    with FaultProxy(mediawiki.server) as proxy:
        proxy.next(fault, on=point)
        if others:
            # Right after the fault, before the writer can look what became of its edit.
            state = {"edited": False}

            def others_edit(kind: str) -> None:
                if kind == "history" and not state["edited"]:
                    state["edited"] = True
                    now = mediawiki.text(title)
                    mediawiki.edit(title, now + "\nIt shines.")

            proxy.before = others_edit
        slow = fault in SILENT or fault in LATE
        with (
            impatient(proxy, point) if slow else nullcontext(),
            writing(proxy.api_url, account, folder / "store.sqlite") as (writer, store),
        ):
            try:
                outcome = writer.save(edit(title, base))
            except NoVerdict:
                # The wiki could not be read, and nothing was sent.
                assert [
                    entry for entry in store.journal.entries() if entry.write.place == title
                ] == []
                outcome = EditOutcome("refused")
    proxy.join()
    assert proxy.done == [fault]
    with writing(mediawiki.api_url, account, folder / "store.sqlite") as (writer, store):
        entries = [entry for entry in store.journal.entries() if entry.write.place == title]
        assert [(entry.state, entry.new_revid) for entry in entries] in (
            [(outcome.result, outcome.new_revid)],
            [],
        )
        writer.settle(under_way=timedelta(0))
        settled = [
            (entry.state, entry.new_revid)
            for entry in store.journal.entries()
            if entry.write.place == title
        ]
    ours = [revid for revid, _ in saved_by(mediawiki, title, "Fay")]
    # Nothing is doubled, nothing of anybody's is lost, and the journal knows the revision.
    assert len(ours) <= 1
    assert mediawiki.text(title).count("Ana || 4") == len(ours)
    assert mediawiki.text(title).count("It shines.") == others
    assert [revid for state, revid in settled if state == "saved"] == ours
    assert {state for state, _ in settled} <= {"saved", "refused"}
    assert outcome.result in {"saved", "unknown"} or not ours
    return str(outcome.result)


@pytest.mark.parametrize("fault", FAULTS)
def test_no_fault_loses_or_doubles_an_edit(
    fault: str, mediawiki: MediaWiki, tmp_path: Path
) -> None:
    is_repeated = fault == "handled after a repetition"
    points = ("edit",) if is_repeated or not LONG else POINTS
    alone = Counter(try_fault(mediawiki, tmp_path, fault, point, others=False) for point in points)
    among_others = try_fault(mediawiki, tmp_path, fault, "edit", others=True)
    # Where others have changed the page, nobody can be sure that what the wiki has not done yet
    # will not be done.
    assert among_others == ("unknown" if fault in NOT_HANDLED or is_repeated else "saved")
    if LONG:
        alone[among_others] += 1
        assert set(alone) <= set(RESULTS)
    else:
        assert alone == {"saved": 1}
        record(REAL, "edit", fault, Outcome.SAME)
        record(REAL, "edit", fault, OUTCOMES[among_others])


# A writer that is killed, at every point: what it wrote is found again, and written once.


@cases("kills")
def test_a_writer_killed_at_a_point_has_written_once_or_not_at_all(
    method: str, arrived: bool, point: str, states: list[str], mediawiki: MediaWiki, tmp_path: Path
) -> None:
    title, account, store = (
        f"Killed {method} {arrived}",
        mediawiki.account("Kit"),
        tmp_path / "store.sqlite",
    )
    base = mediawiki.edit(title, PAGE)
    arguments = (mediawiki.api_url, account.user, account.password, f"{store}", title, f"{base}")
    what = f"sync.wiki.writing.session:WikiSession.{method}"
    run_and_kill(what, *arguments, arrived=arrived, program="tests.sync.wiki.killed")
    with writing(mediawiki.api_url, account, store) as (writer, opened):
        writer.settle(under_way=timedelta(0))
        entries = opened.journal.entries()
        own = saved_by(mediawiki, title, "Kit")
        assert [entry.state for entry in entries] == states
        assert [entry.new_revid for entry in entries if entry.state == "saved"] == [
            revid for revid, _ in own
        ]
        # Whoever comes next goes on where it was left.
        assert writer.save(edit(title, base)).result == ("unchanged" if own else "saved")
    assert [text for _, text in saved_by(mediawiki, title, "Kit")] == [FIXED]
    record(REAL, point, f"killed {'after' if arrived else 'before'}", Outcome.SETTLED)
