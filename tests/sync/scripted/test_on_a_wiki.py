"""The scripted game on a real MediaWiki: pulled and audited as it goes on, its history told, and its last illegal edit corrected."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from sync.cli import main
from sync.pulling.pull import pull
from sync.settings.config import Live
from sync.sources.stored import StoreSource, open_store
from sync.sources.view import load_view
from tests.support.blog_server import serving
from tests.support.live_game import no_waiting
from tests.support.mediawiki import ImportedRevision, MediaWiki
from tests.sync.scripted.script import BEGINS, Saved, blog, blog_pages, ruleset, tracking
from tests.sync.scripted.test_script import CODES, revision_of, stages
from validators.checks.run import run_all

pytestmark = pytest.mark.mediawiki

RULES, BOATS, TOOL = "Rules of the script", "Boats of the script", "Corrector"


def brought(wiki: MediaWiki, title: str, saved: Sequence[Saved], after: datetime, until: datetime) -> None:
    """The edits of a stretch of time, made on the wiki."""
    new = [ImportedRevision(each.at, each.user, each.text, each.comment) for each in saved if after < each.at <= until]
    if new:
        wiki.import_page(title, new)


def numbered(wiki: MediaWiki, title: str, saved: Sequence[Saved]) -> dict[str, Saved]:
    """The edits by the ids that the wiki gave them."""
    return {str(row["revid"]): each for row, each in zip(wiki.history(title), saved, strict=False)}


def test_a_game_of_three_hundred_revisions(
    tmp_path: Path, mediawiki: MediaWiki, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    no_waiting(monkeypatch)
    boats, rules = tracking(289), list(ruleset())
    for name, text in blog_pages(blog(tmp_path)).items():
        file = tmp_path / "blog" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    found: set[tuple[str, str]] = set()
    with serving(tmp_path / "blog") as server:
        live = Live(server.url, mediawiki.api_url, "tests", tmp_path / "store.sqlite3", RULES, BOATS, delay=0.0)
        before, seen = BEGINS - timedelta(days=1), set[str]()
        moments = [BEGINS - timedelta(minutes=30), *stages(boats), *(each.at + timedelta(hours=3) for each in rules)]
        for moment in sorted(set(moments)):
            brought(mediawiki, RULES, rules, before, moment)
            brought(mediawiki, BOATS, boats, before, moment)
            with open_store(live, moment) as store:
                assert pull(live, store, now=lambda at=moment: at).problems == ()  # type: ignore[misc]
                view = load_view(StoreSource(store, live, moment, site="live"), {"rules", "roster", "posts", "gamestate", "history"})
            there = {str(each.revid) for revisions in view.histories.values() for each in revisions}
            for one in run_all(view, select=CODES).findings:
                number = one.subject.id if one.subject.kind == "revision" else revision_of(one)
                if number in there - seen:
                    found.add((one.code, number))
            before, seen = moment, seen | there
        known = numbered(mediawiki, BOATS, boats) | numbered(mediawiki, RULES, rules)
        assert len(known) == 299
        wanted = {(code, number) for number, each in known.items() for code in each.finds}
        assert {(code, number, known[number].comment) for code, number in found ^ wanted} == set()

        account = mediawiki.account(TOOL)
        monkeypatch.setenv("BLOGNOMIC_WIKI_USER", account.user)
        monkeypatch.setenv("BLOGNOMIC_WIKI_PASSWORD", account.password)
        (tmp_path / "blognomic.toml").write_text(f"""
            contact = "tests"
            [blog]
            url = "{server.url}"
            delay = 0.0
            [wiki]
            url = "{mediawiki.api_url}"
            ruleset = "{RULES}"
            tracking = "{BOATS}"
            [store]
            path = "store.sqlite3"
        """)
        assert_told(run(capsys, "history", "--since", f"{BEGINS:%Y-%m-%d}"), numbered(mediawiki, BOATS, boats))
        corrected(mediawiki, capsys, list(numbered(mediawiki, BOATS, boats))[-1])


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """What a command prints, as JSON."""
    main([*arguments, "--format", "json"])
    out, err = capsys.readouterr()
    assert "internal error" not in err
    reply = json.loads(out)
    assert isinstance(reply, dict)
    return reply


def assert_told(history: dict[str, Any], script: dict[str, Saved]) -> None:
    """The history is the script: who edited, when, with which summary, and what each edit changed."""
    told = [
        (str(one["revid"]), one["timestamp"], one["user"].removeprefix("imported>"), one["comment"], sorted(map(str, one["changes"])))
        for one in history["revisions"]
    ]
    wanted = [
        (number, f"{each.at:%Y-%m-%dT%H:%M:%SZ}", each.user, each.comment, sorted(map(str, map(dict, each.changes))))
        for number, each in script.items()
        if each.at >= BEGINS
    ]
    assert told == wanted


def corrected(wiki: MediaWiki, capsys: pytest.CaptureFixture[str], last: str) -> None:
    """The value that the last edit set is set back by the tool, whose own edit is accused of nothing."""
    (proposed,) = run(capsys, "correct", "--only", "BN505")["corrections"]
    assert (proposed["findings"], proposed["summary"].count("set Hobb's Coal from “-4” to ")) == (["BN505"], 1)
    (saved,) = run(capsys, "correct", "--apply", "--yes", "--only", "BN505")["corrections"]
    assert saved["result"] == "saved"
    row = wiki.history(BOATS)[-1]
    assert (row["revid"], row["user"]) == (saved["new_revid"], TOOL)
    findings = [one for one in run(capsys, "audit", "--select", "BN4,BN5")["findings"] if one["subject"]["id"] in (last, str(row["revid"]))]
    assert [(one["code"], one["subject"]["id"], one["severity"], one["fix"]) for one in findings] == [("BN505", last, "info", None)]
    assert run(capsys, "correct", "--only", "BN505")["corrections"] == []
    (by,) = [one["by"] for one in run(capsys, "history")["revisions"] if one["revid"] == row["revid"]]
    assert by is None or by["kind"] == "tool"
