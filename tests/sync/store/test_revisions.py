"""Wiki pages: every revision, and every text but once."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.model import Revision, Withheld
from sync.store import Store
from sync.store.forms import RevisionForm
from sync.store.packing import decode, encode
from sync.store.revisions import cut
from tests.sync.store.samples import HOUR, NOON, opened, revision
from tests.sync.store.test_forms import texts, times


def keep(store: Store, *revisions: Revision) -> int:
    """Keep the revisions. Returns how many of them are new."""
    with store.run("wiki", NOON) as run:
        for one in revisions:
            run.revision(one)
        return run.finish().revisions


def page(chance: random.Random, rules: int) -> list[str]:
    """The sections of a page like the Ruleset."""
    return [f"== Rule {number} ==\n" + "".join(f"{sentence(chance)}\n" for _ in range(12)) for number in range(rules)]


def sentence(chance: random.Random) -> str:
    return " ".join("".join(chance.choices("abcdefghij", k=5)) for _ in range(12))


revisions = st.builds(
    Revision,
    title=st.just("T\0\ud800"),
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
        # One of the first schema does not say.
        assert decode(encode([b"Ana", b"enacted"]), RevisionForm).withheld == ()


@pytest.mark.parametrize("changes", [{"text": "Other."}, {"user": "Bo"}, {"comment": ""}, {"parentid": 1}, {"timestamp": NOON}])
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


def test_a_hundred_revisions_of_a_long_page_cost_little_more_than_one(tmp_path: Path) -> None:
    chance = random.Random(1)
    sections = page(chance, 100)
    kept = [revision(0, "".join(sections))]
    with opened(tmp_path) as store:
        keep(store, *kept)
        one = store.report().held("texts").size
        for number in range(1, 100):
            sections[chance.randrange(len(sections))] = page(chance, 1)[0]
            if number % 10 == 0:
                del sections[chance.randrange(len(sections))]
            kept.append(revision(number, "".join(sections)))
        keep(store, *kept[1:])
        # What was written is as long as the page.
        assert store.report().held("texts").size < 3 * one
        assert list(store.revisions("Ruleset")) == kept


class TestCut:
    @given(
        st.binary()
        | st.lists(st.sampled_from([b"== A ==\n", b"b" * 300 + b"\n", b"c\r\n", b"d", b"=\r", b"\n"]), max_size=60).map(b"".join)
    )
    def test_the_pieces_are_the_text(self, text: bytes) -> None:
        pieces = cut(text)
        assert b"".join(pieces) == text
        assert all(pieces)

    def test_a_piece_is_neither_short_nor_long(self) -> None:
        pieces = cut("".join(page(random.Random(2), 50)).encode())
        assert all(400 <= len(piece) <= 16_000 for piece in pieces[:-1])
        assert 400 < sum(map(len, pieces)) / len(pieces) < 4_000

    def test_lines_that_all_may_end_a_piece_do_not_make_many(self) -> None:
        assert len(cut(b"= =\n" * 10_000)) <= 100

    def test_lines_none_of_which_may_end_a_piece_do_not_make_one(self) -> None:
        assert len(cut(b"l\n" * 100_000)) >= 10

    def test_an_edit_changes_the_pieces_beside_it_only(self) -> None:
        text = "".join(page(random.Random(3), 50)).encode()
        before, after = set(cut(text)), set(cut(text[:30_000] + b"word " + text[30_000:]))
        assert len(before ^ after) <= 6
