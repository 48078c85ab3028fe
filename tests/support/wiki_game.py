"""The sample game on a real wiki, under unique titles, and the settings of commands for it."""

from __future__ import annotations

import functools
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sync.net.http import Http
from tests.support.blog_server import serving
from tests.support.command import Ran, Run
from tests.support.live_game import RULESET, TRACKING
from tests.support.mediawiki import ImportedRevision, MediaWiki
from tests.support.paths import DEMO

__all__ = ["WikiGame", "on_a_wiki", "use_account"]

_THEN = datetime(2024, 5, 16, 9, tzinfo=UTC)


@dataclass
class WikiGame:
    """The game, and its commands, which print JSON and never a password."""

    wiki: MediaWiki
    page: str
    rules: str
    folder: Path
    command: Run

    def ran(self, *arguments: str) -> Ran:
        ran = self.command(*arguments, "--format", "json", code=None)
        assert "internal error" not in ran.err
        assert "the password of" not in ran.out + ran.err
        return ran

    def text(self) -> str:
        return self.wiki.text(self.page)


def use_account(wiki: MediaWiki, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let commands save as this account."""
    account = wiki.account(name)
    monkeypatch.setenv("BLOGNOMIC_WIKI_USER", account.user)
    monkeypatch.setenv("BLOGNOMIC_WIKI_PASSWORD", account.password)


@contextmanager
def on_a_wiki(
    folder: Path,
    wiki: MediaWiki,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    settings: str,
    tracking: list[ImportedRevision] | None = None,
) -> Iterator[tuple[str, str]]:
    """Return the titles of tracking page and Ruleset for a test of that name; ``settings`` are
    further tables, with ``{page}``.
    """
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sync.net.http.Http", functools.partial(Http, sleep=lambda _: None))
    shutil.copytree(DEMO / "blog", folder / "blog")
    own = re.sub(r"\W+", " ", name.removeprefix("test_").replace("_", " ").capitalize()).strip()[
        :120
    ]
    page, rules = f"{own} page", f"{own} rules"
    wiki.import_page(page, tracking or [ImportedRevision(_THEN, "Pemberly", TRACKING)])
    wiki.import_page(rules, [ImportedRevision(_THEN, "Pemberly", RULESET)])
    with serving(folder / "blog") as blog:
        shutil.copy(DEMO / "reviewed.toml", folder)
        (folder / "blognomic.toml").write_text(f"""
            contact = "tests"
            [blog]
            url = "{blog.url}"
            delay = 0.0
            [wiki]
            url = "{wiki.api_url}"
            ruleset = "{rules}"
            tracking = "{page}"
            {settings.format(page=page)}
        """)
        yield page, rules
