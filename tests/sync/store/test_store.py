"""Runs, rosters, revisions, notes and findings: what is visible when, and what comes back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from parsers.model import Revision, Roster
from sync.errors import NoVerdict
from sync.store import Store
from tests.sync.store import strategies
from tests.sync.store.samples import DAY, HOUR, NOON, ROSTER, observe, opened, post, revision, rows
from validators.finding import Finding, Severity, Subject

OTHER = replace(ROSTER, active=("Ana", "Bo", "Dee"), stated_players=3)
LATE = Finding(
    "BN104",
    "too-early",
    Severity.ERROR,
    Subject("matter", "lamps", "https://blog.example/archive/lamps"),
    "Too early.",
)
IDLE = Finding(
    "BN110", "not-counted", Severity.INFO, Subject("matter", "ropes"), "“Bo” is idle.", "Bo"
)


def keep(store: Store, *revisions: Revision) -> int:
    """Keep the revisions. Returns how many of them are new."""
    with store.run("wiki", NOON) as run:
        for one in revisions:
            run.revision(one)
    return run.kept["revisions"]


def rosters(store: Store) -> list[tuple[Roster, int, int]]:
    """Every version, with the hours after noon at which it was first and last seen."""
    return [
        (seen.value, (seen.first_seen - NOON) // HOUR, (seen.last_seen - NOON) // HOUR)
        for seen in store.rosters()
    ]


class TestRuns:
    def test_observations_are_stored_from_the_next_checkpoint_on(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store, opened(tmp_path) as other, store.run("blog", NOON) as run:
            run.post(post())
            assert store.post("lamps") is other.post("lamps") is None
            assert run.checkpoint() == {"new": 1}
            assert store.post("lamps") == other.post("lamps") == post()
            run.post(post("other"))
            assert other.post("other") is None
            assert run.checkpoint() == {"new": 1}
            assert run.checkpoint() == {}

    def test_a_run_that_was_left_by_an_exception_keeps_what_it_had_kept(
        self, tmp_path: Path
    ) -> None:
        with opened(tmp_path) as store:
            with pytest.raises(ZeroDivisionError), store.run("blog", NOON) as run:
                run.post(post())
                run.note("pages", "done \0🏮", 1)
                run.checkpoint()
                run.post(post("other"))
                run.note("pages", "done \0🏮", 2)
                raise ZeroDivisionError
            assert [made.key for made in store.posts()] == ["lamps"]
            assert store.book("pages", int) == {"done \0🏮": 1}
            assert store.last_seen("blog") is None

    def test_as_of_when_a_kind_is_complete(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            for hours, kind, complete in [
                (3, "blog", True),
                (2, "wiki", True),
                (1, "blog", True),
                (5, "blog", False),
            ]:
                with store.run(kind, NOON + hours * HOUR) as run:
                    if complete:
                        run.finish()
            assert [store.last_seen(kind) for kind in ("blog", "wiki", "chat")] == [
                NOON + 3 * HOUR,
                NOON + 2 * HOUR,
                None,
            ]

    def test_a_time_that_is_not_named_is_the_latest_that_was(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            with store.run("blog", NOON) as run:
                run.post(post("early"))
                run.post(post(), at=NOON + 2 * HOUR)
                run.post(post("before"), at=NOON + HOUR)
                run.roster(ROSTER)
                run.gone("lamps")  # its list showed it, and its own page is not there
            assert {made.key: store.versions(made.key)[0].first_seen for made in store.posts()} == {
                "early": NOON,
                "before": NOON + HOUR,
            }
            assert rosters(store) == [(ROSTER, 2, 2)]

    @pytest.mark.parametrize("field", ["title", "tags", "text", "note"])
    def test_a_lone_surrogate_is_refused_and_nothing_is_kept(
        self, tmp_path: Path, field: str
    ) -> None:
        with opened(tmp_path) as store, store.run("blog", NOON) as run:
            run.post(post("other"))
            text = "a \ud800 b"
            refused = (
                r"^text with a lone surrogate cannot be stored in the store .*store\.sqlite \('a"
                r" \\ud800 b'\)$"
            )
            if field == "text":
                run.revision(revision(text=text))
            elif field == "note":
                run.note("pages", text, 1)
            else:
                run.post(post(title=text) if field == "title" else post(tags=(text,)))
            with pytest.raises(NoVerdict, match=refused):
                run.checkpoint()
            assert store.post("other") is None
            run._waiting.clear()


def test_values_survive_a_round_trip(tmp_path: Path) -> None:
    @given(strategies.rosters, strategies.revisions)
    def check(roster: Roster, one: Revision) -> None:
        observe(store, rosters=[roster])
        assert store.rosters()[-1].value == roster
        if store.revision(one.title, one.revid) is None:
            keep(store, one)
            assert store.revision(one.title, one.revid) == one

    with opened(tmp_path) as store:
        assert store.rosters() == []
        check()


def test_notes_are_forgotten_one_by_one_and_texts_kept_once(tmp_path: Path) -> None:
    with opened(tmp_path) as store, store.run("blog", NOON) as run:
        for name, value in [("b", 2), ("a", 1), ("b", None), ("c", 3)]:
            run.note("pages", name, value)
        run.note("other", "a", 9)
        run.checkpoint()
        assert list(store.book("pages", int).items()) == [("a", 1), ("c", 3)]
        with pytest.raises(NoVerdict, match="is damaged"):
            store.book("pages", str)
        keep(store, revision(7), revision(8, text=None), revision(9, ""), revision(10))
        assert [one.text for one in store.revisions("Ruleset")] == [
            revision().text,
            None,
            "",
            revision().text,
        ]
        assert [one.text for one in store.revisions("Ruleset", texts=False)] == [None] * 4
        assert rows(store, "SELECT count(*) FROM texts") == [(2,)]


class TestRosters:
    @pytest.mark.parametrize(
        ("seen", "expected"),
        [
            pytest.param([(0, ROSTER), (1, ROSTER)], [(ROSTER, 0, 1)], id="again"),
            pytest.param(
                [(0, ROSTER), (1, OTHER), (2, ROSTER)],
                [(ROSTER, 0, 0), (OTHER, 1, 1), (ROSTER, 2, 2)],
                id="back-again",
            ),
            pytest.param([(0, ROSTER), (0, OTHER)], [(ROSTER, 0, 0), (OTHER, 0, 0)], id="at-once"),
            pytest.param([(2, OTHER), (1, ROSTER)], [(OTHER, 2, 2)], id="late"),
        ],
    )
    def test_versions(
        self,
        tmp_path: Path,
        seen: list[tuple[int, Roster]],
        expected: list[tuple[Roster, int, int]],
    ) -> None:
        with opened(tmp_path) as store:
            for hours, roster in seen:
                observe(store, rosters=[roster], at=NOON + hours * HOUR)
            assert rosters(store) == expected
            assert [(one.latest, one.reader) for one in store.rosters()] == [(False, "test 1")] * (
                len(expected) - 1
            ) + [(True, "test 1")]


class TestRevisions:
    def test_the_latest_is_that_of_the_latest_time_and_of_one_second_that_of_the_greater_number(
        self, tmp_path: Path
    ) -> None:
        with opened(tmp_path) as store:
            keep(
                store,
                revision(9, timestamp=NOON),
                revision(8, timestamp=NOON + HOUR),
                revision(7, timestamp=NOON + HOUR),
            )
            keep(store, revision(99, title="Other"))
            assert store.revision("Ruleset") == revision(8, timestamp=NOON + HOUR)
            assert [one.revid for one in store.revisions("Ruleset")] == [9, 7, 8]
            assert (
                store.revision("None"),
                store.revision("Other", 8),
                list(store.revisions("None")),
            ) == (None, None, [])

    def test_unknown_parts_are_filled_in_and_known_parts_stay(self, tmp_path: Path) -> None:
        with opened(tmp_path) as store:
            assert keep(store, revision(text=None, user=None), revision()) == 1
            assert keep(store, revision(), revision(text=None, user=None, comment=None)) == 0
            assert list(store.revisions("Ruleset")) == [revision()]

    def test_a_number_that_is_used_again_is_another_revision(self, tmp_path: Path) -> None:
        another = revision(timestamp=NOON, text=None, user="Bo")
        with opened(tmp_path) as store:
            assert keep(store, revision(), another) == 2
            assert list(store.revisions("Ruleset")) == [another]


def test_repeated_findings_are_recognised_by_fingerprint(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.record_findings([LATE], NOON)
        store.record_findings(
            [replace(LATE, severity=Severity.WARNING, statement="Reworded."), IDLE], NOON + DAY
        )
        store.record_findings([], NOON + 2 * DAY)
        assert store.reported() == {LATE.fingerprint: "warning", IDLE.fingerprint: "info"}
        assert store.first_reported() == {LATE.fingerprint: NOON, IDLE.fingerprint: NOON + DAY}
        found = rows(
            store,
            "SELECT code, subject_kind, subject, url, message, first_seen, last_seen FROM findings"
            " ORDER BY code",
        )
    assert found == [
        (
            "BN104",
            "matter",
            "lamps",
            LATE.subject.url,
            "Reworded.",
            "2024-01-20T12:00:00Z",
            "2024-01-21T12:00:00Z",
        ),
        (
            "BN110",
            "matter",
            "ropes",
            None,
            "“Bo” is idle.",
            "2024-01-21T12:00:00Z",
            "2024-01-21T12:00:00Z",
        ),
    ]


def test_the_report(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        observe(store, post(), rosters=[ROSTER])
        observe(store, post(title="Other"), at=NOON + HOUR)
        keep(store, revision())
        report = store.report()
        assert report.rows == {"posts": 1, "versions": 2, "rosters": 1, "revisions": 1}
        assert (report.created, report.faults) == (NOON, ())
        assert report.file_size == (tmp_path / "store.sqlite").stat().st_size
