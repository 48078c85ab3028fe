"""A blog of a few posts that a test rewrites between pulls, with its wiki and a store."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from pathlib import Path

import pytest

from parsers.model import Post, Roster
from sync.settings.config import Live
from tests.support.blog_pages import Look, entry_page, front_page, month_page
from tests.support.blog_server import serving
from tests.support.live_game import NOW, RULESET, Game, no_waiting
from tests.support.wiki_server import serving_wiki

ROSTER = Roster(
    ("Ana", "Bo", "Cy", "Di", "Eve"),
    idle=("Flo",),
    admins=frozenset({"Ana", "Bo"}),
    stated_players=5,
    stated_quorum=3,
)
SHOWN = 20
"""The number of posts on the front page."""


@dataclass
class SmallGame(Game):
    """A live game with the blog from the last call of :meth:`show`."""

    def show(
        self, posts: Iterable[Post], look: Look | None = None, roster: Roster = ROSTER
    ) -> None:
        """Rewrite all pages of the blog, newest posts first, with their places on the lists."""
        shutil.rmtree(self.blog.folder, ignore_errors=True)
        ordered = sorted(posts, key=lambda post: post.posted or NOW, reverse=True)
        self._write("", front_page(ordered[:SHOWN], roster, look=look))
        for month, some in groupby(ordered, key=lambda post: f"{post.posted or NOW:%Y/%m}"):
            self._write(month, month_page(list(some), roster, look=look))
        for post in ordered:
            self._write(f"archive/{post.key}", entry_page(post, roster, look=look))

    def _write(self, path: str, page: str) -> None:
        file = self.blog.page(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page, encoding="utf-8")


@contextmanager
def small_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SmallGame]:
    """A blog without posts, under the sample game's rules."""
    no_waiting(monkeypatch)
    with serving(folder / "blog") as blog, serving_wiki(NOW) as wiki:
        wiki.edit("Ruleset", RULESET, at=NOW - timedelta(days=60))
        yield SmallGame(
            blog, wiki, Live(blog.url, wiki.url, "tests", folder / "store.sqlite3", delay=0.0)
        )
