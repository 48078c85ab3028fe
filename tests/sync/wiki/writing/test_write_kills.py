"""A writer that is killed, at every point: what it wrote is found again, and written once."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.killing import run_and_kill
from tests.support.mediawiki import MediaWiki
from tests.sync.wiki.edited import FIXED, PAGE, edit, saved_by, writing

pytestmark = pytest.mark.mediawiki


@pytest.mark.parametrize(
    ("method", "arrived", "states"),
    [
        pytest.param("look", False, [], id="before the page was looked at"),
        pytest.param("save", False, ["refused"], id="after the journal knew and before the wiki did"),
        pytest.param("save", True, ["saved"], id="after the wiki had saved it and before it answered"),
        pytest.param("revisions", False, ["saved"], id="after the answer and before it was read back"),
        pytest.param("revisions", True, ["saved"], id="before the journal knew the end"),
    ],
)
def test_a_writer_killed_at_a_point_has_written_once_or_not_at_all(
    method: str, arrived: bool, states: list[str], mediawiki: MediaWiki, tmp_path: Path
) -> None:
    title, account, store = f"Killed {method} {arrived}", mediawiki.account("Kit"), tmp_path / "store.sqlite"
    base = mediawiki.edit(title, PAGE)
    arguments = (mediawiki.api_url, account.user, account.password, f"{store}", title, f"{base}")
    what = f"sync.wiki.writing.session:WikiSession.{method}"
    run_and_kill(what, *arguments, arrived=arrived, program="tests.sync.wiki.killed")
    with writing(mediawiki.api_url, account, store) as (writer, opened):
        writer.settle(under_way=timedelta(0))
        entries = opened.journal.entries()
        own = saved_by(mediawiki, title, "Kit")
        assert [entry.state for entry in entries] == states
        assert [entry.new_revid for entry in entries if entry.state == "saved"] == [revid for revid, _ in own]
        # Whoever comes next goes on where it was left.
        assert writer.save(edit(title, base)).result == ("unchanged" if own else "saved")
    assert [text for _, text in saved_by(mediawiki, title, "Kit")] == [FIXED]
