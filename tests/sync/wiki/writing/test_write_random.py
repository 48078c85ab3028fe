"""Courses of events that nobody thought of: requests lost, answered late, processes killed, others
editing, in any order.
"""

from __future__ import annotations

import re
from contextlib import ExitStack, suppress
from datetime import timedelta
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sync.errors import NoVerdict
from sync.net.addresses import Address
from sync.net.fetched import RawResponse
from sync.net.transport import Transport
from sync.settings.credentials import Credentials
from sync.store import Store, Written
from sync.wiki.wiki_access import WikiSettings
from sync.wiki.writing.page_edit import Limits, PageEdit
from sync.wiki.writing.writer import Writer
from tests.reliability.matrix import ANYWHERE, Outcome, record
from tests.support.paths import in_memory
from tests.support.scale import scaled
from tests.sync.wiki.invented_wiki import Event, InventedWiki, Killed
from tests.sync.wiki.scripted import NOON, Waits

TITLE = "The count"
START = "Others: .\n\n...\n\n.\nThe count is 0.\n\nEnd."
ACCOUNT = Credentials("Wyn@tool", "0123456789abcdef0123456789abcdef")
GOAL = 4
MOST_RUNS = 12
EXAMPLES = scaled(150)

# Most requests pass, or nothing would ever happen.
EVENTS = st.lists(
    st.one_of(st.just(Event.NOTHING), st.just(Event.NOTHING), st.sampled_from(Event)), max_size=60
)


def others_edit(text: str, near: bool) -> str:
    """Others add a letter far away, or in the line above the count."""
    return (
        text.replace("\nThe count", "x\nThe count", 1)
        if near
        else text.replace("Others: .", "Others: .x", 1)
    )


def count_of(text: str) -> int:
    found = re.search(r"^The count is (\d+)\.$", text, re.MULTILINE)
    assert found, text
    return int(found[1])


def letters(text: str) -> int:
    return text.count("x")


def writer_of(store: Store) -> Writer:
    """A run of the tool, which does not really wait."""
    wiki = WikiSettings("tests@example.org", api_url="https://wiki.example/w/")
    return Writer(wiki, ACCOUNT, store.journal, Limits(99, 999), sleep=Waits(), now=lambda: NOON)


def count_up(wiki: InventedWiki, store: Store) -> None:
    """The tool counts on from what the page says, until it is done, killed, or cannot read the
    wiki.
    """
    with writer_of(store) as writer:
        for _ in range(GOAL):
            revision = wiki.revisions[-1]
            now = count_of(revision["text"])
            if now >= GOAL:
                return
            text = revision["text"].replace(f"The count is {now}.", f"The count is {now + 1}.")
            writer.save(
                PageEdit(
                    TITLE, revision["revid"], revision["text"], text, "one more", mark=str(now + 1)
                )
            )


def check(wiki: InventedWiki, entries: list[Written]) -> None:
    """Nobody's edit is lost or doubled, and the journal says what is on the wiki."""
    own = [row for row in wiki.revisions if row["user"] == "Wyn"]
    assert [count_of(row["text"]) for row in own] == list(range(1, len(own) + 1))
    assert letters(wiki.revisions[-1]["text"]) == wiki.edited
    assert sorted(entry.new_revid or 0 for entry in entries if entry.state == "saved") == [
        row["revid"] for row in own
    ]
    assert {entry.state for entry in entries} <= {"saved", "conflict", "refused", "unchanged"}


def run_course(events: list[Event]) -> list[Event]:
    """Have these events happen to the requests of writers, one after the other. Returns all that
    happened.
    """
    wiki = InventedWiki(TITLE, START, iter(events), others_edit)

    def exchange(
        _: Transport, address: Address, *, form: bytes | None = None, **_headers: object
    ) -> RawResponse:
        return wiki.exchange(address, form)

    with ExitStack() as stack:
        folder = stack.enter_context(in_memory())
        stack.enter_context(patch.object(Transport, "exchange", exchange))
        for _ in range(MOST_RUNS):
            with (
                Store.open(folder / "store.sqlite", now=NOON) as store,
                suppress(Killed, NoVerdict),
            ):
                count_up(wiki, store)
        wiki.events = iter(())
        wiki.land(10**9)
        with Store.open(folder / "store.sqlite", now=NOON) as store, writer_of(store) as writer:
            writer.settle(under_way=timedelta(0))
            check(wiki, store.journal.entries())
        count_up(wiki, stack.enter_context(Store.open(folder / "other.sqlite", now=NOON)))
    assert count_of(wiki.revisions[-1]["text"]) == GOAL
    return wiki.happened


@pytest.mark.slow
def test_no_course_of_events_loses_or_doubles_an_edit() -> None:
    seen: set[Event] = set()

    @settings(max_examples=EXAMPLES, deadline=None)
    @given(EVENTS)
    def course(events: list[Event]) -> None:
        seen.update(run_course(events))
        record("Saving an edit", ANYWHERE, "faults and kills in any order", Outcome.SETTLED)

    course()
    assert seen == set(Event)
