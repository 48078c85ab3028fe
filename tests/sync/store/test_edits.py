"""What was worked out of revisions, kept beside them; and their texts, one by one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from parsers.history.model import ChangeKind, PageChange
from parsers.model import Confidence, Revision
from sync.errors import NoVerdict
from sync.store import Store
from sync.store.database import Database
from sync.store.edits import StoredHistory
from sync.store.rows import decompress
from tests.sync.store.samples import DAY, HOUR, NOON, opened, revision
from tests.sync.store.test_failures import writing
from tests.sync.store.test_revisions import keep
from validators.edits.kept import KeptAccount, Learnt
from validators.edits.model import Account, AccountKind

CHANGES = (
    PageChange(ChangeKind.VALUE, "Ana", "Coal", "5", "7"),
    PageChange(ChangeKind.ROW_REMOVED, "Bo", None, {"Coal": "1", "Lamp": "“Dim” 🏮"}, None),
)
ACCOUNT = KeptAccount(
    Account(AccountKind.MATTER, "Proposal: Lamps", Confidence.HIGH, "the edit does what it instructs"),
    (Learnt("lamps", NOON, True, ("a",), ("b", "c"), ()),),
)
FIRST, SECOND, HIDDEN = revision(1, "One.\n== A ==\na"), revision(2, "Two.\n== A ==\na"), revision(3, None)


def history(store: Store, program: str | None = "this") -> StoredHistory:
    return store.history("Ruleset", program)


def kept(store: Store, program: str | None = "this", rests_on: str = "texts") -> tuple[object, object]:
    with history(store, program) as known:
        return known.description(SECOND, rests_on), known.account(SECOND, rests_on)


def fill(store: Store) -> None:
    keep(store, FIRST, SECOND, HIDDEN)
    with history(store) as known:
        known.keep_description(SECOND, "texts", CHANGES)
        known.keep_account(SECOND, "texts", ACCOUNT)


def test_an_answer_comes_back_as_it_was_in_another_run(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        fill(store)
        with history(store) as known:
            known.keep_account(FIRST, "texts", KeptAccount(None))
    with opened(tmp_path) as store:
        assert kept(store) == (CHANGES, ACCOUNT)
        assert history(store).account(FIRST, "texts") == KeptAccount(None)
        assert history(store).description(FIRST, "texts") is None


def test_an_answer_of_another_program_or_on_other_grounds_counts_for_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        fill(store)
        assert kept(store, "another") == kept(store, rests_on="other texts") == kept(store, None) == (None, None)
        with history(store) as known:
            known.keep_account(SECOND, "others", KeptAccount(None))
            assert (known.account(SECOND, "others"), known.account(SECOND, "texts")) == (KeptAccount(None), None)
        with history(store) as known:  # the description stays
            found: tuple[object, object] = known.description(SECOND, "texts"), known.account(SECOND, "others")
            assert found == (CHANGES, KeptAccount(None))


def test_texts_are_read_one_by_one_and_a_few_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = [revision(number, f"Text {number}.") for number in range(1, 21)]
    read: list[int] = []
    with opened(tmp_path) as store:
        keep(store, *many, replace(many[0], revid=30), replace(many[0], revid=31, text=""), replace(HIDDEN, revid=32))
        known = history(store, None)
        bare = [replace(each, text=None) for each in many]

        def read_text(_db: Database, number: int) -> str:
            read.append(number)
            return f"Text {number}."

        monkeypatch.setattr("sync.store.edits.read_text", read_text)
        assert [known.text(each) for each in bare] == [each.text for each in many]
        assert known.text(bare[-1]) == known.text(bare[-1]) == "Text 20."
        assert (len(read), len(known._texts)) == (20, 8)
        keys = [known.key(revision(number)) for number in (1, 2, 30, 31, 32, 99)]
        assert keys[0] == keys[2] is not None
        assert len({*keys[:2], keys[3]}) == 3
        assert keys[4:] == [None, None]
        assert known.text(revision(32)) == known.text(revision(99)) == ""
        known.keep_account(revision(99), "texts", ACCOUNT)
        assert known.account(revision(99), "texts") is None
        assert known.keeps is False


def test_a_revision_that_was_fetched_meanwhile_and_a_number_that_was_used_twice(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        keep(store, FIRST)
        known = history(store)
        assert (known.key(FIRST) is not None, known.key(SECOND)) == (True, None)
        keep(store, SECOND)
        assert known.text(SECOND) == SECOND.text
        keep(store, replace(SECOND, text="Restored.", timestamp=SECOND.timestamp + HOUR))
        assert history(store).text(SECOND) == "Restored."


def test_kept_changes_are_found_among_others(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        fill(store)
        with history(store) as known:
            known.keep_description(FIRST, "texts", CHANGES[:1])
            assert known.description(FIRST, "texts") in {CHANGES[:1]}


def test_many_answers_are_written_at_once_and_the_rest_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sync.store.edits._AT_ONCE", 3)
    many = [revision(number, f"Text {number}.") for number in range(1, 6)]
    with opened(tmp_path) as store:
        keep(store, *many)

        def written() -> int:
            return store.report().held("edits").count

        with history(store) as known:
            for count, each in zip([0, 0, 3, 3, 3], many, strict=True):
                known.keep_account(each, "texts", ACCOUNT)
                assert written() == count
        assert written() == 5


def test_a_store_that_another_process_writes_to_is_done_without(tmp_path: Path) -> None:
    with opened(tmp_path, wait=0.05) as store:
        keep(store, FIRST, SECOND)
        with writing(tmp_path / "store.sqlite"), history(store) as known:
            known.keep_account(SECOND, "texts", ACCOUNT)
        assert kept(store) == (None, None)


def test_what_json_cannot_say_is_not_kept(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        keep(store, SECOND)
        with history(store) as known:
            known.keep_description(SECOND, "texts", (PageChange(ChangeKind.TEXT, new="\ud800"),))
        assert kept(store) == (None, None)


@pytest.mark.parametrize("data", ["x'78'", "x'789c03000000000001'", "x'789cab56020000930093'"], ids=["half", "blank", "other"])
def test_a_damaged_answer_is_said_to_be_one(tmp_path: Path, data: str) -> None:
    with opened(tmp_path) as store:
        fill(store)
        store._db.run(f"UPDATE edits SET changes = {data}")
        changes = history(store).description(SECOND, "texts")
        assert changes is not None
        with pytest.raises(NoVerdict, match="is damaged"):
            tuple(changes)


def test_changes_are_read_when_somebody_looks_at_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []

    def decompressed(data: bytes) -> str:
        read.append(data)
        return decompress(data)

    monkeypatch.setattr("sync.store.edits.decompress", decompressed)
    with opened(tmp_path) as store:
        fill(store)
        known, other = history(store), history(store).description(SECOND, "texts")
        changes = known.description(SECOND, "texts")
        assert changes is not None
        assert read == []
    # The store is closed by now.
    assert (changes[0], changes[1:], len(changes), list(changes)) == (CHANGES[0], CHANGES[1:], 2, list(CHANGES))
    assert changes == CHANGES == changes == other
    assert changes != CHANGES[:1]
    assert len(read) > 0


def test_pruning_removes_the_answers_for_what_it_removes(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        fill(store)
        late = [Revision("Ruleset", number, number - 1, NOON + number * DAY, "Ana", "", f"Text {number}.") for number in (7, 8)]
        keep(store, *late)
        with history(store) as known:
            known.keep_account(late[0], "texts", ACCOUNT)
        store.prune(NOON + 2 * DAY)
        assert [each.revid for each in store.revisions("Ruleset")] == [7, 8]
        assert store.report().held("edits").count == 1
        assert history(store).account(late[0], "texts") == ACCOUNT
        with history(store) as known:
            known._rows[3] = known._row(late[0])._replace(id=77, revid=3)
            known.keep_account(HIDDEN, "texts", ACCOUNT)  # of a revision that was pruned meanwhile
        assert store.report().held("edits").count == 1
