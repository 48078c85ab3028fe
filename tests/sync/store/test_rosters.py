"""The roster, version by version."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given

from parsers.model import Roster
from sync.store import Kept, Store
from tests.sync.store.samples import HOUR, NOON, ROSTER, observe, opened
from tests.sync.store.test_rows import rosters

OTHER = replace(ROSTER, active=("Ana", "Bo", "Dee"), stated_players=3)


def versions(store: Store) -> list[tuple[Roster, int, int]]:
    """Every version, with the hours after noon at which it was first and last seen."""
    return [(seen.value, (seen.first_seen - NOON) // HOUR, (seen.last_seen - NOON) // HOUR) for seen in store.rosters()]


def test_there_may_be_none(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert store.rosters() == []


def test_any_roster_comes_back_as_it_was(tmp_path: Path) -> None:
    @given(rosters)
    def check(roster: Roster) -> None:
        observe(store, rosters=[roster])
        assert store.rosters()[-1].value == roster

    with opened(tmp_path) as store:
        check()


def test_a_roster_seen_again_is_no_version(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert observe(store, rosters=[ROSTER]) == Kept(rosters=1)
        assert observe(store, rosters=[ROSTER], at=NOON + HOUR) == Kept()
        assert versions(store) == [(ROSTER, 0, 1)]
        assert [seen.reader for seen in store.rosters()] == ["test 1"]


def test_what_becomes_again_what_it_was_is_a_third_version(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for hours, roster in enumerate([ROSTER, OTHER, ROSTER]):
            observe(store, rosters=[roster], at=NOON + hours * HOUR)
        assert versions(store) == [(ROSTER, 0, 0), (OTHER, 1, 1), (ROSTER, 2, 2)]
        assert [seen.latest for seen in store.rosters()] == [False, False, True]
        assert store.rosters()[-1].value == ROSTER


def test_two_at_the_same_time_follow_each_other(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        observe(store, rosters=[ROSTER, OTHER])
        assert store.rosters()[-1].value == OTHER
        assert observe(store, rosters=[OTHER]) == Kept()
        assert versions(store) == [(ROSTER, 0, 0), (OTHER, 0, 0)]


def test_what_was_seen_before_the_last_sight_tells_about_the_past(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        observe(store, rosters=[ROSTER], at=NOON)
        observe(store, rosters=[OTHER], at=NOON + 9 * HOUR)
        observe(store, rosters=[ROSTER], at=NOON + 2 * HOUR)
        observe(store, rosters=[OTHER], at=NOON + 7 * HOUR)
        assert versions(store) == [(ROSTER, 0, 2), (OTHER, 7, 9)]
        third = replace(OTHER, idle=())
        observe(store, rosters=[third], at=NOON + 5 * HOUR)
        assert versions(store) == [(ROSTER, 0, 2), (third, 5, 5), (OTHER, 7, 9)]
        assert store.rosters()[-1].value == OTHER
