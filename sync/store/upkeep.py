"""What the store holds, and taking away what is too old to matter. What the tool has written stays always."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sync.files import shown_path
from sync.store.database import Database
from sync.store.forms import CommentsForm, ShownForm
from sync.store.packing import decode, encode, seconds, time_of
from sync.store.posts import CommentRow, comment_rows, known_comments, numbers_of
from sync.store.revisions import Pieces
from sync.store.values import Held, Pruned, Report
from sync.text import one_line

__all__ = ["prune", "report"]

_KINDS = {
    "posts": "SELECT count(*), (SELECT coalesce(sum(length(data)), 0) FROM content WHERE id IN (SELECT head FROM version)), "
    "min(made), max(made) FROM post",
    "versions": "SELECT count(*), coalesce(sum(length(shown)), 0), min(first), max(first) FROM version",
    "rosters": "SELECT count(*), (SELECT coalesce(sum(length(data)), 0) FROM content WHERE id IN (SELECT content FROM roster)), "
    "min(first), max(last) FROM roster",
    "listings": "SELECT count(*), coalesce(sum(length(posts)), 0), min(at), max(at) FROM listing",
    "revisions": "SELECT count(*), coalesce(sum(length(data) + coalesce(length(text), 0)), 0), min(at), max(at) FROM revision",
    "runs": "SELECT count(*), coalesce(sum(length(note)), 0), min(began), max(began) FROM run",
    "logs": "SELECT count(*), coalesce(sum(length(data)), 0), min(began), max(began) FROM asked JOIN run ON run.id = asked.run",
    "written": "SELECT count(*), coalesce(sum(length(data)), 0), min(began), max(began) FROM written",
}
_DELETE_RUNS = """
    DELETE FROM run WHERE began < ? AND id NOT IN (
        SELECT run FROM post UNION SELECT run FROM version UNION SELECT run FROM roster
        UNION SELECT max(id) FROM run GROUP BY kind UNION SELECT id FROM (SELECT id, max(began) FROM run WHERE complete GROUP BY kind))"""
_MOST_FAULTS = 5


class _Held(NamedTuple):
    number: int
    size: int
    oldest: int | None
    newest: int | None


class _Text(NamedTuple):
    id: int
    size: int


class _RevisionRow(NamedTuple):
    id: int
    page: int
    revid: int
    parentid: int
    at: int


def report(db: Database) -> Report:
    """What :meth:`Store.report` says."""
    with db.reading():
        kinds = [_held(kind, db.all(_Held, sql)[0]) for kind, sql in _KINDS.items()]
        packed = db.all(CommentRow, "SELECT start, data FROM comments")
        comments = sum(form is not None for row in packed for form in decode(db.unpack(row.data), CommentsForm))
        pieces = _pieces(db)
        texts = [text.size for text in db.all(_Text, "SELECT id, length(data) FROM content") if text.id in pieces]
        faults = db.all(str, f"PRAGMA quick_check({_MOST_FAULTS})")
        return Report(
            path=shown_path(db.path),
            schema=db.all(int, "PRAGMA user_version")[0],
            created=time_of(db.all(int, "SELECT min(at) FROM step")[0]),
            file_size=_file_size(db),
            kinds=(*kinds, Held("comments", comments, sum(len(row.data) for row in packed)), Held("texts", len(texts), sum(texts))),
            faults=() if faults == ["ok"] else tuple(map(one_line, faults)),
        )


def prune(db: Database, before: datetime) -> Pruned:
    """What :meth:`Store.prune` says."""
    size = _file_size(db)
    until = seconds(before)
    with db.writing():
        posts = db.all(int, "SELECT DISTINCT post FROM version WHERE last < ?", until)
        versions = db.run("DELETE FROM version WHERE last < ?", until)
        comments = sum(_prune_comments(db, post) for post in posts)
        rosters = db.run("DELETE FROM roster WHERE last < ? AND id <> (SELECT id FROM roster ORDER BY last DESC, id DESC LIMIT 1)", until)
        revisions = _prune_revisions(db, until)
        logs = db.run("DELETE FROM asked WHERE run IN (SELECT id FROM run WHERE began < ?)", until)
        runs = db.run(_DELETE_RUNS, until)
        _prune_content(db)
    with db.translated():
        db.run("VACUUM")
        db.run("PRAGMA wal_checkpoint(TRUNCATE)")
    return Pruned(versions, comments, rosters, revisions, runs, logs, size - _file_size(db))


def _held(kind: str, row: _Held) -> Held:
    oldest, newest = (None if at is None else time_of(at) for at in (row.oldest, row.newest))
    return Held(kind, row.number, row.size, oldest, newest)


def _file_size(db: Database) -> int:
    """The bytes of the file, and of what SQLite has not moved into it yet."""
    files = (db.path, db.path.with_name(f"{db.path.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def _pieces(db: Database) -> set[int]:
    """The contents that the texts of revisions, and of what was written, are put together from."""
    packed = db.all(
        bytes,
        "SELECT text FROM revision WHERE text IS NOT NULL UNION ALL SELECT text FROM written "
        "UNION ALL SELECT before FROM written WHERE before IS NOT NULL",
    )
    return {number for data in packed for number in decode(db.unpack(data), Pieces)}


def _prune_comments(db: Database, post: int) -> int:
    """Empty the places of comments that no version of the post shows any more. Returns how many."""
    rows = comment_rows(db, post)
    known = known_comments(db, rows)
    shown = db.all(bytes, "SELECT shown FROM version WHERE post = ?", post)
    needed = {number for data in shown for number in numbers_of(decode(data, ShownForm), known) or ()}
    taken = 0
    for start, data in rows:
        forms = decode(db.unpack(data), CommentsForm)
        left = tuple(form if number in needed else None for number, form in enumerate(forms, start))
        if left != forms:
            taken += sum(form is not None for form in forms) - sum(form is not None for form in left)
            db.run("UPDATE comments SET data = ? WHERE post = ? AND start = ?", db.pack(encode(left)), post, start)
    return taken


def _prune_revisions(db: Database, until: int) -> int:
    """Remove revisions of before a time, but not the latest of a page, and none that one which stays was made from."""
    rows = db.all(_RevisionRow, "SELECT id, page, revid, parentid, at FROM revision ORDER BY at, revid, id")
    latest = {row.page: row.id for row in rows}
    stays = [row for row in rows if row.at >= until or row.id == latest[row.page]]
    needed = {(row.page, row.parentid) for row in stays} | {(row.page, row.revid) for row in stays}
    goes = [(row.id,) for row in rows if (row.page, row.revid) not in needed]
    db.run_many("DELETE FROM revision WHERE id = ?", goes)
    return len(goes)


def _prune_content(db: Database) -> None:
    used = _pieces(db).union(db.all(int, "SELECT head FROM version"), db.all(int, "SELECT content FROM roster"))
    unused = [(number,) for number in db.all(int, "SELECT id FROM content") if number not in used]
    db.run_many("DELETE FROM content WHERE id = ?", unused)
