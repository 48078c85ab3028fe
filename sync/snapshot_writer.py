"""A snapshot folder of what the store has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

from parsers.model import Post
from sync.errors import UsageError
from sync.files import shown_path, write_whole
from sync.pages import entry_page, front_page, month_page
from sync.pull_wiki import pages_of
from sync.store import Store
from sync.times import iso
from validators.view import GameView

__all__ = ["write_snapshot"]

_SLUG = re.compile(r"[A-Za-z0-9_-]{1,200}")
_LATEST = 20


def write_snapshot(folder: Path, view: GameView, store: Store) -> None:
    """Write the view's posts and the wiki's pages as a snapshot.

    Raises :class:`UsageError` where the folder holds something else already, or cannot be written to.
    """
    if folder.exists() and not (folder / "snapshot.toml").is_file() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"--to {shown_path(folder)} holds something that is no snapshot; name a new or empty folder")
    emperor = "" if view.emperor is None else f"\n[game]\nemperor = {json.dumps(view.emperor)}\n"
    _write(folder / "snapshot.toml", f"as_of = {iso(view.as_of)}\n{emperor}")
    for title in pages_of(store):
        revision = store.revision(title)
        if revision is not None and revision.text is not None:
            name = quote(title.replace(" ", "_"), safe="_-.'()!, ")
            _write(folder / "wiki" / f"{name}.wikitext", revision.text)
            known = {"title": title, "revid": revision.revid, "parentid": revision.parentid, "timestamp": iso(revision.timestamp)}
            _write(folder / "wiki" / f"{name}.json", json.dumps({**known, "user": revision.user, "comment": revision.comment}))
    posts = sorted(view.posts, key=lambda post: post.position)
    _write(folder / "blog" / "index.html", front_page(posts[:_LATEST], view.roster))
    for (year, month), made in _by_month(posts).items():
        _write(folder / "blog" / f"{year:04}" / f"{month:02}" / "index.html", month_page(made))
    for post in posts:
        if post.comments is not None and _SLUG.fullmatch(post.key):
            _write(folder / "blog" / "archive" / post.key / "index.html", entry_page(post))


def _by_month(posts: Iterable[Post]) -> dict[tuple[int, int], list[Post]]:
    months: dict[tuple[int, int], list[Post]] = {}
    for post in posts:
        if post.posted is not None:
            months.setdefault((post.posted.year, post.posted.month), []).append(post)
    return months


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--to: the folder {shown_path(path.parent)} cannot be made: {error.strerror or error}") from None
    write_whole(path, text)
