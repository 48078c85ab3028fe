"""A snapshot folder of what the store has, written whole or not at all.

No text from outside becomes a path as it was written: titles are percent-encoded, and a post whose address
has no plain last part gets no page of its own.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from urllib.parse import quote, unquote

import tomlkit

from parsers.blog.selectors import page_number
from parsers.model import RULESET_PAGE, Post, Problem, Revision
from sync.errors import UsageError
from sync.files import shown_path
from sync.pulling.wiki import pages_of
from sync.settings.config import Live
from sync.sources.blog_pages import entry_page, front_page, month_page
from sync.sources.snapshot_folder import MAX_LINE
from sync.store import Store
from sync.times import iso
from validators.view import GameView
from validators.voting.order import MinuteOrder

MARK = "# Written by `blognomic pull --to`, which replaces the whole folder when it runs again.\n"
"""The first line of a written ``snapshot.toml``. A folder without it was made by hand, and is never replaced."""

_EVER = datetime.min.replace(tzinfo=UTC)
_LATEST = 20
_LONGEST_NAME = 200
_OURS = re.compile(r"snapshot\.toml|blog/(.{1,300}/)?index\.html|wiki/.{1,300}\.(wikitext|jsonl?)")
_MOST_HISTORY = 100_000_000
"""Characters of a page's history; earlier revisions are left out."""


def write_snapshot(folder: Path, view: GameView, store: Store, live: Live) -> tuple[Problem, ...]:
    """Write the view's posts and the wiki's pages as a snapshot. Returns what could not be put into it.

    Raises :class:`UsageError` where the folder holds something else already, or cannot be written to.
    """
    target = folder.resolve()
    _refuse_what_is_not_ours(folder, target)
    problems: list[Problem] = []
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as made:
            new, old = Path(made) / "new", Path(made) / "old"
            for name, text in _files(view, store, live, problems):
                path = new / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", errors="replace", newline="\n")
            if target.exists():
                target.rename(old)
            new.rename(target)
    except OSError as error:
        raise UsageError(f"--to {shown_path(folder)} cannot be written: {error.strerror or error}; name another folder") from None
    return tuple(problems)


def _refuse_what_is_not_ours(folder: Path, target: Path) -> None:
    """Raise :class:`UsageError` for a place that holds anything but a snapshot that was written here."""
    if not target.exists():
        return
    mine = target.is_dir() and (not any(target.iterdir()) or _is_ours(target))
    if not mine:
        raise UsageError(f"--to {shown_path(folder)} holds something that no `pull --to` wrote; name a new or empty folder")


def _is_ours(folder: Path) -> bool:
    description = folder / "snapshot.toml"
    if not description.is_file() or not description.read_bytes().startswith(MARK.encode()):
        return False
    paths = [path for path in folder.rglob("*") if not path.is_dir() or path.is_symlink()]
    return all(_OURS.fullmatch(path.relative_to(folder).as_posix()) for path in paths)


def _files(view: GameView, store: Store, live: Live, problems: list[Problem]) -> Iterator[tuple[str, str]]:
    """The names and texts of all files."""
    yield "snapshot.toml", f"{MARK}{_times(view)}{_game_table(view.emperor)}"
    yield from _wiki_files(store, live)
    posts, front = _newest_first(view)
    undated = [post for post in posts[_LATEST:] if post.posted is None]
    yield "blog/index.html", front_page([*front[:_LATEST], *undated], view.roster)
    for (year, month), made in _by_month(posts).items():
        yield f"blog/{year:04}/{month:02}/index.html", month_page(made)
    for post in posts:
        if post.comments is None:
            continue
        name = _slug(post.key)
        if name is None:
            problems.append(
                Problem(post.url, "Its address has no name that a folder could have, so its comments were left out.", fatal=True)
            )
        else:
            yield f"blog/archive/{name}/index.html", entry_page(post)


def _newest_first(view: GameView) -> tuple[list[Post], list[Post]]:
    """The posts as archives and front page are to list them. Where their order within a minute is unknown, the two contradict."""
    order = MinuteOrder(view.posts, view.lists)
    posts: list[Post] = []
    front: list[Post] = []
    for made, together in groupby(sorted(view.posts, key=attrgetter("position")), key=attrgetter("posted")):
        group = sorted(map(order.placed, together), key=attrgetter("position"))
        posts += group
        front += group if made is None or order.settled(made) else group[::-1]
    return posts, front


def _times(view: GameView) -> str:
    """When the blog was seen, if that is long ago, and since when all its posts were, if that is known."""
    seen, now = view.coverage, view.as_of
    as_of = now if seen.seen_at is None or seen.current(now) else seen.seen_at
    stated = f"as_of = {iso(as_of)}\n"
    return stated if seen.reaches(_EVER) else f"{stated}since = {iso(seen.since or as_of)}\n"


def _game_table(emperor: str | None) -> str:
    """The table ``[game]``, with ``?`` for each lone surrogate, for which TOML has no escape."""
    return "" if emperor is None else "\n" + tomlkit.dumps({"game": {"emperor": emperor.encode("utf-8", errors="replace").decode()}})


def _wiki_files(store: Store, live: Live) -> Iterator[tuple[str, str]]:
    for title in pages_of(store):
        revision = store.revision(title)
        if revision is not None and revision.text is not None:
            name = _file_name(RULESET_PAGE if title == live.ruleset else title)
            yield f"wiki/{name}.wikitext", revision.text
            yield f"wiki/{name}.json", json.dumps(_described(revision))
            lines = list(_history(store, revision))[::-1]
            if len(lines) > 1:
                yield f"wiki/{name}.history.jsonl", "".join(lines)


def _described(revision: Revision) -> dict[str, object]:
    known = {"title": revision.title, "revid": revision.revid, "parentid": revision.parentid, "timestamp": iso(revision.timestamp)}
    return {**known, "user": revision.user, "comment": revision.comment}


def _history(store: Store, latest: Revision) -> Iterator[str]:
    """A line for each revision of a page, newest first, parent by parent up to the first that the store lacks."""
    parents = {each.revid: each.parentid for each in store.revisions(latest.title, texts=False)}
    revid, left = latest.revid, _MOST_HISTORY
    while revid in parents:
        found = store.revision(latest.title, revid)
        line = "" if found is None else f"{json.dumps({**_described(found), 'text': found.text})}\n"
        left -= len(line)
        if not line or len(line) > MAX_LINE or left < 0:
            return
        yield line
        revid = parents.pop(revid)


def _file_name(title: str) -> str:
    """A title as the name that a snapshot's reader looks for; a slash stays one only where it cannot lead out."""
    name = quote(title.replace(" ", "_"), errors="replace")
    parts = name.split("/")
    if any(not part or part.startswith(".") for part in parts) or len(parts) > 3 or max(map(len, parts)) > _LONGEST_NAME:
        return quote(title[:60], safe="", errors="replace").replace(".", "%2E")[:_LONGEST_NAME]
    return name


def _slug(key: str) -> str | None:
    """The last part of a post's address as a folder's name, from which the reader makes the same address; else None."""
    plain = unquote(key)
    fits = quote(plain) == key and plain.isprintable() and not plain.startswith(".") and not {"/", "\\"} & set(plain)
    return plain if fits and 0 < len(plain.encode()) <= _LONGEST_NAME and page_number(f"/{plain}")[0] == f"/{plain}" else None


def _by_month(posts: Iterable[Post]) -> dict[tuple[int, int], list[Post]]:
    months: dict[tuple[int, int], list[Post]] = {}
    for post in posts:
        if post.posted is not None:
            months.setdefault((post.posted.year, post.posted.month), []).append(post)
    return months
