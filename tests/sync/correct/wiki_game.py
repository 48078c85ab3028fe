"""The sample game on a real wiki."""

from __future__ import annotations

import functools
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from sync.cli import main
from sync.net.http import Http
from tests.support.blog_server import serving
from tests.support.mediawiki import ImportedRevision, MediaWiki
from tests.support.paths import DEMO

BOT = "Corrector"
Output = pytest.CaptureFixture[str]


@dataclass
class Game:
    """The sample game with its wiki pages on a real wiki, under titles of their own."""

    wiki: MediaWiki
    page: str
    rules: str
    capsys: Output

    def run(self, *arguments: str) -> tuple[int, dict[str, Any]]:
        code = main([*arguments, "--format", "json"])
        out, err = self.capsys.readouterr()
        assert "internal error" not in err
        assert "the password of" not in out + err
        return code, json.loads(out)

    def text(self) -> str:
        return self.wiki.text(self.page)


def history_of_the_page() -> list[ImportedRevision]:
    rows = [json.loads(line) for line in (DEMO / "wiki" / "The_Long_Cut.history.jsonl").read_text(encoding="utf-8").splitlines()]
    return [ImportedRevision(datetime.fromisoformat(row["timestamp"]), row["user"], row["text"].rstrip(), row["comment"]) for row in rows]


@contextmanager
def playing(folder: Path, mediawiki: MediaWiki, monkeypatch: pytest.MonkeyPatch, capsys: Output, name: str) -> Iterator[Game]:
    """The game in a folder, on pages with a name of their own."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sync.net.http.Http", functools.partial(Http, sleep=lambda _: None))
    account = mediawiki.account(BOT)
    monkeypatch.setenv("BLOGNOMIC_WIKI_USER", account.user)
    monkeypatch.setenv("BLOGNOMIC_WIKI_PASSWORD", account.password)
    shutil.copytree(DEMO / "blog", folder / "blog")
    name = name.removeprefix("test_").translate(str.maketrans("_[]?", " ()!")).capitalize()
    page, rules = f"{name} page", f"{name} rules"
    mediawiki.import_page(page, history_of_the_page())
    ruleset = (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8")
    mediawiki.import_page(rules, [ImportedRevision(datetime(2024, 5, 16, 9, tzinfo=UTC), "Pemberly", ruleset)])
    with serving(folder / "blog") as blog:
        (folder / "blognomic.toml").write_text(f"""
            contact = "tests"
            [blog]
            url = "{blog.url}"
            delay = 0.0
            [wiki]
            url = "{mediawiki.api_url}"
            ruleset = "{rules}"
            tracking = "{page}"
            [store]
            path = "store.sqlite3"
            [correct]
            allow = ["BN401", "BN402"]
        """)
        # The dynasty began longer ago than a pull looks for its Address, so the page's revisions are asked for.
        assert main(["history", "--since", "2024-05-01"]) == 0
        capsys.readouterr()
        yield Game(mediawiki, page, rules, capsys)
