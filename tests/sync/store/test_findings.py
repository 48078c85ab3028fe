"""Findings that audits of a store have reported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from sync.cli import main
from sync.sources.stored import open_store
from tests.support.live_game import NOW, Game
from tests.sync.store.samples import DAY, HOUR, NOON, opened, rows
from validators.finding import Finding, Severity, Subject

LATE = Finding("BN104", "too-early", Severity.ERROR, Subject("matter", "lamps", "https://blog.example/archive/lamps"), "Too early.")
IDLE = Finding("BN110", "not-counted", Severity.INFO, Subject("matter", "ropes"), "“Bo” is idle.", "Bo")


def test_what_is_reported_again_is_known_by_its_fingerprint(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert store.findings() == []
        store.record_findings([LATE], NOON)
        store.record_findings([replace(LATE, severity=Severity.WARNING, message="Reworded."), IDLE], NOON + DAY)
        store.record_findings([], NOON + 2 * DAY)
        late, idle = store.findings()
    assert (late.fingerprint, late.code, late.severity, late.message) == (LATE.fingerprint, "BN104", "warning", "Reworded.")
    assert (late.subject_kind, late.subject, late.url) == ("matter", "lamps", "https://blog.example/archive/lamps")
    assert (late.first_seen, late.last_seen) == (NOON, NOON + DAY)
    assert (idle.fingerprint, idle.url, idle.first_seen, idle.last_seen) == (IDLE.fingerprint, None, NOON + DAY, NOON + DAY)


def test_an_earlier_audit_that_is_recorded_late_does_not_change_the_latest_words(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.record_findings([LATE], NOON + HOUR)
        store.record_findings([replace(LATE, message="Old words.")], NOON)
        (found,) = store.findings()
    assert (found.message, found.first_seen, found.last_seen) == ("Too early.", NOON, NOON + HOUR)


def test_pruning_leaves_findings(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        store.record_findings([LATE, IDLE], NOON)
        store.prune(NOON + 99 * DAY)
        assert len(store.findings()) == 2


def test_an_audit_of_the_live_game_records_what_it_reports(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for place in ("sync.times.clock", "sync.cli.audit.clock", "sync.cli.source.clock", "sync.pulling.pull.clock"):
        monkeypatch.setattr(place, lambda: game.now)
    (tmp_path / "blognomic.toml").write_text(
        f'[blog]\nurl = "{game.blog.url}"\ndelay = 0\n[wiki]\nurl = "{game.live.wiki_url}"\n[store]\npath = "store.sqlite3"\n'
    )
    assert main(["audit", "--select", "BN104", "--now", "2024-05-16T00:00:00Z", "--fail-on", "never"]) == 0
    with open_store(game.live, NOW) as store:
        assert store.findings() == []
    assert main(["audit", "--offline", "--select", "BN104", "--fail-on", "never"]) == 0
    assert "BN104" in capsys.readouterr().out
    with open_store(game.live, NOW) as store:
        assert {one.code for one in store.findings()} == {"BN104"}
        assert rows(store, "SELECT DISTINCT last_seen FROM findings") == [("2024-05-17T18:00:00Z",)]
