"""Three invented dynasties on a real MediaWiki: illegal edits are found and corrected, and the page is as it was."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from parsers.model import Category, Post
from sync.cli import main
from sync.net.http import Http
from tests.parsers.gamestate.playing import GAMES, ROSTER
from tests.support.blog_pages import BLOG, entry_page, front_page, month_page
from tests.support.blog_server import serving
from tests.support.mediawiki import ImportedRevision, MediaWiki

pytestmark = pytest.mark.mediawiki

Changes = Sequence[tuple[str, str]]
Output = pytest.CaptureFixture[str]


class Dynasty(NamedTuple):
    """``tidied`` is what the game's page has to lose to be in order, ``planted`` what was then edited against the rules."""

    tidied: Changes
    planted: Changes
    codes: list[str]


DYNASTIES = {
    "levels": Dynasty(
        tidied=[("| Old Dee || 10 || lots || Roof || Zed || -\n|-\n", ""), ("|| bo ||", "|| Bo_Bell ||")],
        planted=[("| Ana || 3 ||", "| Ana || 30 ||"), ("|| cellar ||", "|| Roof ||"), ("'''Forecast''': Drizzle", "'''Forecast''': Hail")],
        codes=["BN401", "BN402"],
    ),
    "bots": Dynasty(
        tidied=[("| Cy || Rattle || 13 || - || Gold", "| Cy || Rattle || 12 || - || Glass"), ("| Effie ||", "| Eff ||")],
        planted=[
            ("| Bo_Bell || 7 ||", "| Bo_Bell || -7 ||"),
            ("|| Brass\n", "|| Brasss\n"),
            ("Rattle || 4 ||", "Rattle || 40 ||"),
            ("$15", "$lots"),
        ],
        codes=["BN401", "BN402", "BN403"],
    ),
    "buildings": Dynasty(
        tidied=[("|| Effie", "|| Eff")],
        planted=[
            ("| 4 || 0 || 2", "| -4 || 0 || 2"),
            ("{{pill|SotY|Summer|gold}}", "{{pill|SotY|Autumn|gold}}"),
            ("| Town Hall || 3 || Ana", "| Town Hall || tall || Anna"),
        ],
        codes=["BN401", "BN402", "BN403", "BN404"],
    ),
}  # fmt: skip


def replaced(text: str, changes: Changes) -> str:
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text.rstrip()


@pytest.mark.parametrize("name", DYNASTIES)
def test_illegal_edits_are_undone_and_the_next_audit_is_clean(
    name: str, tmp_path: Path, mediawiki: MediaWiki, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    def run(*arguments: str) -> tuple[int, dict[str, Any]]:
        code = main([*arguments, "--format", "json"])
        return code, json.loads(capsys.readouterr().out)

    dynasty = DYNASTIES[name]
    start = datetime.now(UTC).replace(second=0, microsecond=0) - timedelta(days=3)
    right = replaced((GAMES / f"{name}.page.wikitext").read_text(encoding="utf-8"), dynasty.tidied)
    wrong = replaced(right, dynasty.planted)
    ruleset = (GAMES / f"{name}.rules.wikitext").read_text(encoding="utf-8")
    mediawiki.import_page(f"Dynasty of {name} rules", [ImportedRevision(start, "Ana", ruleset)])
    hours = (right, wrong)
    edits = [ImportedRevision(start + timedelta(hours=hour), "Ana", text) for hour, text in enumerate(hours, 1)]
    mediawiki.import_page(f"Dynasty of {name}", edits)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sync.net.http.Http", functools.partial(Http, sleep=lambda _: None))
    account = mediawiki.account("Corrector")
    monkeypatch.setenv("BLOGNOMIC_WIKI_USER", account.user)
    monkeypatch.setenv("BLOGNOMIC_WIKI_PASSWORD", account.password)
    build_blog(tmp_path / "blog", start)
    with serving(tmp_path / "blog") as blog:
        (tmp_path / "blognomic.toml").write_text(f"""
            [blog]
            url = "{blog.url}"
            delay = 0.0
            [wiki]
            url = "{mediawiki.api_url}"
            ruleset = "Dynasty of {name} rules"
            tracking = "Dynasty of {name}"
            [store]
            path = "store.sqlite3"
        """)
        before = run("audit", "--select", "BN4", "--fail-on", "warning")[1]
        assert sorted({each["code"] for each in before["findings"]} - {"BN406", "BN407"}) == dynasty.codes
        code, report = run("correct", "--apply", "--yes")
        assert [one["result"] for one in report["corrections"]] == ["saved"]
        assert (code, report["left"]) == (0, [])
        assert mediawiki.text(f"Dynasty of {name}") == right
        code, after = run("audit", "--select", "BN306,BN307,BN308,BN4", "--fail-on", "warning")
        assert (code, [each["message"] for each in after["findings"] if each["severity"] != "info"]) == (0, [])


def build_blog(folder: Path, start: datetime) -> None:
    """A blog with the Ascension Address alone, and the roster."""
    address = Post(
        f"{BLOG}/archive/the_address",
        "Ascension Address: Once More",
        Category.ASCENSION,
        "Ana",
        start - timedelta(days=1),
        body="Here we go.",
    )
    pages = {
        "index.html": front_page([address], ROSTER),
        f"{start - timedelta(days=1):%Y/%m}/index.html": month_page([address], ROSTER),
        f"{start + timedelta(days=3):%Y/%m}/index.html": month_page([address], ROSTER),
        "archive/the_address/index.html": entry_page(address, ROSTER),
    }
    for place, text in pages.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")
