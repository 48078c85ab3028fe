"""Wiki pages: every revision, and every text but once."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.model import Revision, Withheld
from sync.store import Store
from tests.sync.store.samples import DAY, HOUR, NOON, opened, revision
from tests.sync.store.test_rows import texts, times


def keep(store: Store, *revisions: Revision) -> int:
    """Keep the revisions. Returns how many of them are new."""
    with store.run("wiki", NOON) as run:
        for one in revisions:
            run.revision(one)
        return run.finish().revisions


revisions = st.builds(
    Revision,
    title=st.just("T\0🏮"),
    revid=st.integers(0, 2**63 - 1),
    parentid=st.integers(0, 2**63 - 1),
    timestamp=times.filter(bool),
    user=st.none() | texts,
    comment=st.none() | texts,
    text=st.none() | texts | texts.map(lambda text: f"== {text} ==\n" * 200),
    withheld=st.lists(st.builds(Withheld, st.sampled_from(["user", "comment", "text"]), texts), max_size=2).map(tuple),
)


def test_any_revision_comes_back_as_it_was(tmp_path: Path) -> None:
    @given(revisions)
    def check(one: Revision) -> None:
        if store.revision(one.title, one.revid) is None:
            keep(store, one)
            assert store.revision(one.title, one.revid) == one

    with opened(tmp_path) as store:
        check()


def test_a_page_nobody_has_seen_has_none(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        keep(store, revision(title="Other"))
        assert store.revision("Ruleset") is None
        assert store.revision("Other", 8) is None
        assert list(store.revisions("Ruleset")) == []


def test_the_latest_is_that_of_the_latest_time_and_of_one_second_that_of_the_greater_number(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        keep(store, revision(9, timestamp=NOON), revision(8, timestamp=NOON + HOUR), revision(7, timestamp=NOON + HOUR))
        latest = store.revision("Ruleset")
        assert latest
        assert latest.revid == 8
        assert [one.revid for one in store.revisions("Ruleset")] == [9, 7, 8]
        assert [one.revid for one in store.revisions("Ruleset", NOON + HOUR)] == [7, 8]


def test_texts_may_be_left_out(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        keep(store, revision(7), revision(8, text=None), revision(9, ""))
        assert [one.text for one in store.revisions("Ruleset")] == [revision().text, None, ""]
        assert [one.text for one in store.revisions("Ruleset", texts=False)] == [None, None, None]


def test_a_revision_seen_again_is_not_new(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert keep(store, revision(), revision()) == 1
        assert keep(store, revision(), revision(text=None, user=None, comment=None)) == 0
        assert list(store.revisions("Ruleset")) == [revision()]


def test_what_was_not_known_is_filled_in(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        keep(store, revision(text=None, user=None))
        assert keep(store, revision(comment=None)) == 0
        assert list(store.revisions("Ruleset")) == [revision()]


def test_why_a_part_is_not_known_is_known_until_it_is(tmp_path: Path) -> None:
    hidden, unasked = Withheld("user", "it was hidden"), Withheld("text", "it was not asked for")
    with opened(tmp_path) as store:
        keep(store, revision(text=None, withheld=(unasked,)))
        keep(store, revision(user=None, text=None, withheld=(hidden, unasked)))
        assert store.revision("Ruleset") == revision(text=None, withheld=(unasked,))
        keep(store, revision(text=None))
        assert store.revision("Ruleset") == revision(text=None, withheld=(unasked,))
        keep(store, revision(user=None, withheld=(hidden,)))
        assert store.revision("Ruleset") == revision()


@pytest.mark.parametrize(
    "changes", [{"text": "Other."}, {"user": "Bo"}, {"comment": ""}, {"parentid": 1}, {"timestamp": NOON}], ids=lambda one: next(iter(one))
)
def test_a_number_that_is_used_again_is_another_revision(tmp_path: Path, changes: dict[str, Any]) -> None:
    with opened(tmp_path) as store:
        assert keep(store, revision(), revision(**changes)) == 2
        assert list(store.revisions("Ruleset")) == [revision(**changes)]
        assert store.revision("Ruleset") == store.revision("Ruleset", 7) == revision(**changes)
        assert keep(store, revision(), revision(**changes)) == 0
        assert store.report().held("revisions").count == 2


def test_pages_are_told_apart(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        keep(store, revision(), revision(title="Other"))
        assert store.revision("Ruleset") == revision()
        assert store.revision("Other") == revision(title="Other")


def test_a_text_is_kept_once_and_compressed(tmp_path: Path) -> None:
    chance = random.Random(1)
    long = "".join(" ".join(chance.choices(["lamp", "rope", "tower", "flame"], k=12)) + "\n" for _ in range(900))
    with opened(tmp_path) as store:
        keep(store, *(revision(number, long if number % 2 else "Short.") for number in range(10)))
        assert store.report().held("texts").count == 2
        assert store.report().held("texts").size < len(long) / 3
        assert [one.text for one in store.revisions("Ruleset")] == ["Short.", long] * 5


def test_a_revision_that_is_pruned_while_they_are_read_is_left_out(tmp_path: Path) -> None:
    known = [replace(revision(number, f"= A =\n{number}"), parentid=0, timestamp=NOON + number * DAY) for number in range(1, 5)]
    with opened(tmp_path) as store, opened(tmp_path) as other:
        keep(store, *known[:3])
        found = store.revisions("Ruleset")
        assert next(found) == known[0]
        other.prune(NOON + 99 * DAY)
        assert list(found) == [known[2]]
        keep(store, known[3])
        assert list(store.revisions("Ruleset")) == known[2:]
