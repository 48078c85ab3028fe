"""The sample game on a real wiki, with the history of its tracking page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import Run
from tests.support.mediawiki import ImportedRevision, MediaWiki
from tests.support.paths import DEMO
from tests.support.wiki_game import WikiGame, on_a_wiki, use_account

BOT = "Corrector"
SETTINGS = """[store]
            path = "store.sqlite3"
            [correct]
            allow = ["BN401:value", "BN402:value"]"""


class Game(WikiGame):
    """What a command reports."""

    def run(self, *arguments: str) -> tuple[int, dict[str, Any]]:
        ran = self.ran(*arguments)
        return ran.code, ran.json


def history_of_the_page() -> list[ImportedRevision]:
    rows = [
        json.loads(line)
        for line in (DEMO / "wiki" / "The_Long_Cut.history.jsonl")
        .read_text(encoding="utf-8")
        .splitlines()
    ]
    return [
        ImportedRevision(
            datetime.fromisoformat(row["timestamp"]),
            row["user"],
            row["text"].rstrip(),
            row["comment"],
        )
        for row in rows
    ]


@contextmanager
def playing(
    folder: Path, mediawiki: MediaWiki, monkeypatch: pytest.MonkeyPatch, run: Run, name: str
) -> Iterator[Game]:
    """The game in a folder, on pages with a name of their own."""
    use_account(mediawiki, monkeypatch, BOT)
    with on_a_wiki(folder, mediawiki, monkeypatch, name, SETTINGS, history_of_the_page()) as (
        page,
        rules,
    ):
        # The dynasty began longer ago than a pull looks for its Address, so the page's revisions
        # are asked for.
        run("history", "--since", "2024-05-01")
        yield Game(mediawiki, page, rules, folder, run)
