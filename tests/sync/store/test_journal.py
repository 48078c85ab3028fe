"""The journal: kept before anything is sent, never lost, and what it says of what was written."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from sync.store import State, Store, Write, Written
from tests.sync.store.samples import DAY, HOUR, NOON, opened

PAGE = "".join(
    f"== Lamp {number} ==\nIt has {number * 7} flames, which nobody counted.\n"
    for number in range(60)
)
EDIT = Write(
    kind="wiki-edit",
    place="The Tower",
    text=PAGE.replace("49 flames", "50 flames"),
    mark="lamp-7",
    account="Ana",
    summary="Lamp 7 has 50",
    findings=("BN401", "BN402"),
    base_revid=12,
    before=PAGE,
    changes=frozenset({b"12345678", b"87654321"}),
)
MIDNIGHT = NOON + 12 * HOUR


def begun(store: Store, write: Write = EDIT, at: datetime = NOON) -> Written:
    made = store.journal.begin(write, at)
    assert made is not None
    return made


def ended(
    store: Store, state: State, write: Write = EDIT, at: datetime = NOON, **parts: object
) -> int:
    number = begun(store, write, at).id
    store.journal.end(number, state, at, **parts)  # type: ignore[arg-type]
    return number


def test_the_end_is_kept_beside_what_was_to_be_written(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        made = begun(store)
        with opened(tmp_path) as another:  # before it is sent
            assert another.journal.entries() == [made] == another.journal.unsettled(["wiki-edit"])
        assert (
            made.write,
            made.state,
            made.began,
            made.ended,
            store.journal.unsettled(["chat"]),
        ) == (
            EDIT,
            "begun",
            NOON,
            None,
            [],
        )
        store.journal.end(made.id, "refused", NOON)
        number = ended(
            store,
            "saved",
            at=NOON + HOUR,
            new_revid=13,
            url="https://wiki.example/13",
            why="merged \0🏮",
        )
    with opened(tmp_path) as store:
        *_, entry = store.journal.entries()
        assert store.journal.entry(number) == entry
        assert store.journal.entry(number + 1) is None
        assert store.journal.unsettled() == []
    assert entry == Written(
        number,
        EDIT,
        "saved",
        NOON + HOUR,
        NOON + HOUR,
        13,
        "https://wiki.example/13",
        "merged \0🏮",
    )


def test_writes_without_a_result_are_open(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for state in ("refused", "conflict", "unchanged", "saved", "posted", "unknown"):
            ended(store, state)
        begun(store)
        assert [entry.state for entry in store.journal.unsettled()] == ["unknown", "begun"]


def test_changes_at_a_place_are_the_saved_ones_that_the_tool_did_not_undo(
    tmp_path: Path,
) -> None:
    with opened(tmp_path) as store:
        first, second = (
            ended(store, "saved", new_revid=13),
            ended(store, "saved", replace(EDIT, mark="other"), new_revid=14),
        )
        ended(store, "saved", replace(EDIT, place="Elsewhere"))
        ended(store, "unknown")
        assert [
            (one.id, one.write.mark, one.new_revid, one.write.changes)
            for one in store.journal.changes_at("The Tower")
        ] == [
            (first, "lamp-7", 13, EDIT.changes),
            (second, "other", 14, EDIT.changes),
        ]
        ended(store, "refused", replace(EDIT, undoes=first))
        assert [one.id for one in store.journal.changes_at("The Tower")] == [first, second]
        ended(store, "saved", replace(EDIT, undoes=first))
        assert [one.id for one in store.journal.changes_at("The Tower")] == [second]


def test_the_revisions_that_were_saved_are_our_own(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        ended(store, "saved", new_revid=41)
        ended(store, "saved")
        ended(store, "refused", new_revid=43)
        begun(store)
        assert store.journal.revisions() == frozenset({41})


def test_a_day_has_so_many_writes_of_a_kind_and_not_one_more(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        journal = store.journal
        ended(store, "saved", at=MIDNIGHT - HOUR)
        ended(store, "refused", at=MIDNIGHT)
        begun(store, replace(EDIT, kind="chat"), MIDNIGHT)
        assert journal.begin(EDIT, MIDNIGHT, per_day=0) is None
        assert journal.begin(EDIT, MIDNIGHT, per_day=1) is not None
        assert journal.begin(EDIT, MIDNIGHT + DAY - HOUR / 60, per_day=1) is None
        assert journal.begin(EDIT, MIDNIGHT + DAY, per_day=1) is not None
        assert journal.made_since_midnight(MIDNIGHT, ["wiki-edit"]) == 2
        assert journal.made_since_midnight(MIDNIGHT + DAY, ["wiki-edit"]) == 1
        assert journal.made_since_midnight(MIDNIGHT + DAY, ["chat"]) == 0
        assert len(journal.entries()) == 5


def test_two_who_begin_at_once_do_not_exceed_the_day_together(tmp_path: Path) -> None:
    with opened(tmp_path) as one, opened(tmp_path) as other:
        made = [
            store.journal.begin(EDIT, NOON, per_day=3) for _ in range(3) for store in (one, other)
        ]
    assert [entry is not None for entry in made] == [True, True, True, False, False, False]


def test_the_marks_of_a_place_come_with_what_came_of_each(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        numbers = [
            ended(store, "saved"),
            begun(store, at=NOON + HOUR).id,
            ended(store, "refused", replace(EDIT, mark="other")),
        ]
        ended(store, "saved", replace(EDIT, kind="wiki-talk"))
        ended(store, "saved", replace(EDIT, place="Elsewhere"))
        found = store.journal.writes_at("wiki-edit", EDIT.place)
        assert [(one.id, one.write.mark, one.state, one.began) for one in found] == [
            (numbers[0], EDIT.mark, "saved", NOON),
            (numbers[1], EDIT.mark, "begun", NOON + HOUR),
            (numbers[2], "other", "refused", NOON),
        ]
        assert store.journal.writes_at("chat", EDIT.place) == []


def test_a_change_whose_undo_was_undone_is_listed_again(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        change = ended(store, "saved")
        latest = change
        for listed in ([], [change], [], [change]):
            latest = ended(store, "saved", replace(EDIT, undoes=latest))
            assert [one.id for one in store.journal.changes_at("The Tower")] == listed
        ended(store, "refused", replace(EDIT, undoes=latest))
        assert [one.id for one in store.journal.changes_at("The Tower")] == [change]
        ended(store, "saved", replace(EDIT, undoes=change))
        assert store.journal.changes_at("The Tower") == []


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        ("saved", "refused", "saved"),
        ("posted", "unknown", "posted"),
        ("refused", "saved", "saved"),
        ("unknown", "refused", "refused"),
    ],
)
def test_a_success_is_not_overwritten(
    tmp_path: Path, first: State, second: State, kept: State
) -> None:
    with opened(tmp_path) as store:
        number = ended(store, first, new_revid=13)
        store.journal.end(number, second, NOON + HOUR, new_revid=14)
        entry = store.journal.entry(number)
        assert entry is not None
        assert (entry.state, entry.new_revid) == (kept, 13 if first == kept else 14)
        with pytest.raises(KeyError):
            store.journal.end(number + 1, "saved", NOON)
