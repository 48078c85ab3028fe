"""BN612 from audit to audit of a store, and in a snapshot, which has the history of its Ruleset or
has not.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from parsers.model import Revision, Roster
from sync.store import Store
from tests.support.command import Run
from tests.support.paths import DEMO

RULES = (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8")
OPEN = "It has been open for voting for at least forty-eight hours, more than one"
NOON = datetime(2024, 5, 17, 12, tzinfo=UTC)
NO_AUDIT = "no earlier audit is known"
Audit = Callable[..., tuple[list[str], list[str]]]


def hours(number: str) -> str:
    """The Ruleset with this time for which a matter has to be open."""
    return RULES.replace(OPEN, OPEN.replace("forty-eight", number))


def told(run: Run, *arguments: str) -> tuple[list[str], list[str]]:
    """What an audit finds of BN612, and why it was not evaluated."""
    report: dict[str, Any] = run("audit", "--format", "json", *arguments).json
    why = [item["why"] for item in report["not_evaluated"] if item.get("check") == "BN612"]
    return [
        finding["message"].partition(" in revision")[0]
        for finding in report["findings"]
        if finding["code"] == "BN612"
    ], why


class Clock:
    """The time, which passes where a test says so."""

    now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    for module in ("audit", "source"):
        monkeypatch.setattr(f"sync.cli.{module}.clock", made)
    return made


@pytest.fixture
def audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, clock: Clock) -> Audit:
    """Audits a store an hour after it has seen a text of the Ruleset."""
    monkeypatch.chdir(tmp_path)

    def audited(text: str, *options: str, select: str = "BN612") -> tuple[list[str], list[str]]:
        with (
            Store.open(tmp_path / "store.sqlite3", now=clock.now) as store,
            store.run("wiki", clock.now) as seen,
        ):
            latest = store.revision("Ruleset")
            if latest is None or latest.text != text:
                parent = 0 if latest is None else latest.revid
                seen.revision(
                    Revision("Ruleset", parent + 1, parent, clock.now, "Ana", "why", text)
                )
            seen.roster(Roster(("Hobb", "Marrow77"), (), frozenset({"Hobb"}), 2, 2))
            seen.finish()
        clock.now += timedelta(hours=1)
        return told(run, "--offline", "--store", "store.sqlite3", "--select", select, *options)

    return audited


CHANGED = ["“popular.after_hours” is 36; it was 48"]


def test_from_audit_to_audit(audit: Audit) -> None:
    assert audit(hours("48")) == ([], [NO_AUDIT])
    assert audit(hours("48")) == ([], [])
    assert audit(hours("36")) == (CHANGED, [])
    assert audit(hours("36")) == ([], [])
    assert audit(hours("12")) == (["“popular.after_hours” is 12; it was 36"], [])


def test_an_audit_that_did_not_compare_is_not_the_last(audit: Audit) -> None:
    assert audit(hours("48"), select="BN604") == ([], [])
    assert audit(hours("36")) == ([], [NO_AUDIT])


def test_a_look_at_the_past_or_at_a_file_is_no_audit_of_the_game(
    audit: Audit, tmp_path: Path, clock: Clock
) -> None:
    audit(hours("48"))
    assert audit(hours("36"), "--now", clock.now.isoformat()) == ([], [NO_AUDIT])
    (tmp_path / "draft").write_text(hours("12"), encoding="utf-8")
    assert audit(hours("36"), "--ruleset", "draft") == ([], [NO_AUDIT])
    assert audit(hours("36")) == (CHANGED, [])


def test_a_ruleset_that_is_not_whole_is_not_compared_with(audit: Audit) -> None:
    audit(hours("48"))
    with pytest.raises(AssertionError, match="3"):
        audit("= Core Rules =\n== Lamps ==\nA lamp.\n")
    assert audit(hours("36")) == (CHANGED, [])


def test_a_revision_that_was_pruned(audit: Audit, tmp_path: Path, clock: Clock) -> None:
    audit(hours("48"))
    audit(hours("36"), select="BN604")
    with Store.open(tmp_path / "store.sqlite3", now=clock.now) as store:
        store._db.run("DELETE FROM revisions WHERE revid = 1")
    assert audit(hours("36")) == (
        [],
        ["revision 1 of “Ruleset”, read by the last audit, is no longer available"],
    )
    assert audit(hours("36")) == ([], [])


# A snapshot


@pytest.fixture
def snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Audit:
    """Audits the sample game with a history of its Ruleset."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(DEMO, tmp_path / "saved")

    def audited(*texts: str | None, since: str = "") -> tuple[list[str], list[str]]:
        lines = [
            json.dumps(
                {
                    "revid": number,
                    "parentid": number - 1,
                    "timestamp": f"2024-05-{number:02}T00:00:00Z",
                    "text": text,
                }
            )
            for number, text in enumerate(texts, 1)
        ]
        (tmp_path / "saved" / "wiki" / "Ruleset.history.jsonl").write_text("\n".join(lines))
        return told(
            run, "--snapshot", "saved", "--select", "BN612", *(["--since", since] if since else [])
        )

    return audited


NOTHING = "no earlier revision of “Ruleset” is available"


def test_the_history_of_a_snapshot(snapshot: Audit) -> None:
    was = ["“popular.after_hours” is 48; it was 36"]
    assert snapshot(hours("36"), hours("12")) == (was, [])
    assert snapshot(None, hours("36"), RULES) == (was, [])
    assert snapshot(RULES, hours("36")) == ([], [])
    assert snapshot(hours("36"), hours("12"), since="2024-05-01T23:59:59Z") == (was, [])
    assert snapshot(hours("36"), hours("12"), since="2024-05-02T00:00:00Z") == (
        ["“popular.after_hours” is 48; it was 12"],
        [],
    )
    assert snapshot(hours("36"), RULES, since="2024-05-03T00:00:00Z") == ([], [])
    assert snapshot(hours("36"), None, since="2024-05-03T00:00:00Z") == (was, [])
    assert snapshot() == snapshot(None) == ([], [NOTHING])
