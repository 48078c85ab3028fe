"""Stores of the schemas 1 to 6, moved into the tables of today. Nothing else knows how they were encoded.

Schema 6 is that of today without what edits changed, 5 the same with whole texts, and 4 without the markup of posts. In
the others a time was seconds since 1970, and a text from outside the bytes of its UTF-8. What is called packed below
begins with a byte that says how it is compressed: not at all, with zlib, or with zlib and the dictionary that the store kept; inside is the
MessagePack of an array of fields. A wiki page was cut into pieces, each of them a packed row of ``content``, and a
post's version named ranges of its comments as pairs of a first number and a count.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import msgspec

from parsers.model import AdminNote, Category, Comment, Icon, Outcome, Post, Revision, Roster, Status, Withheld
from sync.store.database import Database
from sync.store.journal import add_write
from sync.store.posts import Range, add_comments, add_content, add_post, add_version
from sync.store.revisions import add_revision
from sync.store.rosters import add_roster
from sync.store.rows import MAX_BYTES, Damaged, decompress
from sync.store.runs import add_listing, add_request, set_cursor
from sync.store.tables import EDITS, SECTIONS, create_tables
from sync.store.texts import keep_sections
from sync.store.values import Listing, Write

__all__ = ["migrate"]

_PLAIN, _ZLIB, _ZLIB_WITH_DICTIONARY = b"\x10", b"\x11", b"\x12"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_OLD_TABLES = "step run asked dictionary content post seen version old_comments roster listing page revision written state".split()

Row = tuple[Any, ...]


def migrate(db: Database, schema: int) -> None:
    """Within a transaction, replace the tables of an earlier schema by those of today, with everything they hold.

    Raises :class:`Damaged` for content that no earlier version wrote. Bytes that are not UTF-8, such as those of a
    lone surrogate, become U+FFFD. The markup of all posts is unknown until they are seen again.
    """
    if schema >= 4:
        if schema == 4:
            db.run("ALTER TABLE post_contents ADD COLUMN markup TEXT")
        if schema <= 5:
            _cut_texts(db)
        db.run(EDITS)
        return
    db.run("ALTER TABLE comments RENAME TO old_comments")
    create_tables(db)
    try:
        _Migration(db).run(has_journal=schema >= 3)
    except (AttributeError, LookupError, OverflowError, TypeError, ValueError, zlib.error, msgspec.MsgspecError) as error:
        raise Damaged(f"content of schema {schema} that cannot be read: {error}") from error
    for table in _OLD_TABLES:
        db.run(f"DROP TABLE IF EXISTS {table}")


def _cut_texts(db: Database) -> None:
    """Keep the sections of the texts in place of the texts."""
    db.run(SECTIONS)
    db.run("ALTER TABLE texts RENAME COLUMN sha256 TO digest")
    db.run("ALTER TABLE texts ADD COLUMN sections TEXT NOT NULL DEFAULT '[]'")
    for (number,) in db.rows("SELECT id FROM texts"):
        packed = db.one(bytes, "SELECT zlib FROM texts WHERE id = ?", number) or b""
        kept = keep_sections(db, decompress(packed))
        db.run("UPDATE texts SET digest = ?, bytes = ?, sections = ? WHERE id = ?", *kept, number)
    db.run("ALTER TABLE texts DROP COLUMN zlib")


class _Migration:
    def __init__(self, db: Database) -> None:
        self._db = db
        dictionary = db.one(bytes, "SELECT data FROM dictionary")
        self._dictionary = b"" if dictionary is None else _inflate(zlib.decompressobj(), dictionary)

    def run(self, *, has_journal: bool) -> None:
        for schema, at in self._rows("SELECT schema, at FROM step"):
            self._db.add("schema_steps", schema=schema, at=_time(at))
        self._runs()
        self._posts()
        for run, first, last, data in self._rows(
            "SELECT run, first, last, data FROM roster LEFT JOIN content ON content.id = content ORDER BY roster.id"
        ):
            active, idle, admins, *stated = self._unpacked(data)
            add_roster(self._db, run, Roster(tuple(active), tuple(idle), frozenset(admins), *stated[:3]), _time(first), _time(last))
        for url, kind, digest, keys, at in self._rows("SELECT url, kind, digest, posts, at FROM listing"):
            add_listing(self._db, Listing(_text(url), kind, digest, tuple(self._unpacked(keys)), _time(at)))
        for name, value in self._rows("SELECT name, value FROM state"):
            set_cursor(self._db, _text(name), _text(value))
        self._revisions()
        if has_journal:
            self._journal()

    def _runs(self) -> None:
        for number, kind, reader, began, ended, complete, note in self._rows(
            "SELECT id, kind, reader, began, ended, complete, note FROM run"
        ):
            values = {"began": _time(began), "ended": _maybe_time(ended), "complete": complete, "note": _text(note)}
            self._db.add("runs", id=number, kind=kind, reader=reader, **values)
        for run, data in self._rows("SELECT run, data FROM asked ORDER BY id"):
            for url, outcome, size, milliseconds in self._unpacked(data):
                add_request(self._db, run, url, outcome, size, milliseconds)

    def _posts(self) -> None:
        for number, key, run, place, gone, at, read in self._rows(
            "SELECT post.id, key, run, place, gone, at, read FROM post LEFT JOIN seen ON seen.post = post.id"
        ):
            versions = self._rows(
                "SELECT number, run, first, last, read, head, shown, data FROM version LEFT JOIN content ON content.id = head "
                "WHERE post = ? ORDER BY last IS NULL",
                number,
            )
            post, contents = None, dict[int, int]()
            for version, its_run, first, last, its_read, head, shown, data in versions:
                post = _post(self._unpacked(data))
                if head not in contents:
                    contents[head] = add_content(self._db, post)
                comment_count, runs = msgspec.msgpack.decode(shown)[:2]
                ranges = None if runs is None else list(_ranges(runs))
                values = {"run": its_run, "content": contents[head], "comment_count": comment_count, "comments_seen": _maybe_time(its_read)}
                add_version(self._db, number, version, ranges, first_seen=_time(first), last_seen=_maybe_time(last), **values)
            if post is None:
                raise Damaged(f"the post {_text(key)} has no versions")
            # The last of them is the latest.
            times = (min(_time(one[2]) for one in versions), _time(at), _maybe_time(read))
            add_post(self._db, post, *times, id=number, key=_text(key), run=run, place=place, gone=_maybe_time(gone))
            for start, data in self._rows("SELECT start, data FROM old_comments WHERE post = ?", number):
                forms = enumerate(self._unpacked(data), start)
                add_comments(self._db, number, ((one, _comment(form)) for one, form in forms if form is not None))

    def _revisions(self) -> None:
        for title, revid, parentid, at, data, text in self._rows(
            "SELECT title, revid, parentid, at, data, text FROM revision LEFT JOIN page ON page.id = page ORDER BY revision.id"
        ):
            user, comment, *more = self._unpacked(data)
            withheld = tuple(Withheld(part, why) for part, why in (more[0] if more else ()))
            revision = Revision(_text(title), revid, parentid, _time(at), user, comment, self._whole_text(text), withheld)
            add_revision(self._db, revision)

    def _journal(self) -> None:
        sql = "SELECT id, kind, place, mark, state, began, ended, base, made, undoes, data, text, before FROM written ORDER BY id"
        for number, kind, place, mark, state, began, ended, base, made, undoes, packed, text, before in self._rows(sql):
            # Digests of changes are bytes that are not text.
            account, summary, codes, changes, why, url = msgspec.msgpack.decode(self._bytes(packed))[:6]
            write = Write(
                kind=kind,
                place=_text(place),
                text=self._whole_text(text) or "",
                mark=_text(mark),
                account=_text(account),
                summary=_text(summary),
                findings=tuple(map(_text, codes)),
                base_revid=base,
                before=self._whole_text(before),
                changes=frozenset(changes),
                undoes=undoes,
            )
            results = {"ended": _maybe_time(ended), "new_revid": made, "why": _texts(why), "url": _texts(url)}
            add_write(self._db, write, state, _time(began), id=number, **results)

    def _whole_text(self, packed: bytes | None) -> str | None:
        if packed is None:
            return None
        pieces = [self._rows("SELECT data FROM content WHERE id = ?", number)[0][0] for number in self._unpacked(packed)]
        return _text(b"".join(map(self._bytes, pieces)))

    def _rows(self, sql: str, *parameters: int) -> list[Row]:
        return self._db.rows(sql, *parameters)

    def _unpacked(self, data: bytes) -> Any:
        return _texts(msgspec.msgpack.decode(self._bytes(data)))

    def _bytes(self, data: bytes) -> bytes:
        mark, rest = data[:1], data[1:]
        if mark == _PLAIN:
            return rest
        if mark == _ZLIB:
            return _inflate(zlib.decompressobj(), rest)
        if mark == _ZLIB_WITH_DICTIONARY and self._dictionary:
            return _inflate(zlib.decompressobj(zdict=self._dictionary), rest)
        raise Damaged("content that is compressed in an unknown way")


def _inflate(inflater: Any, data: bytes) -> bytes:
    plain = cast(bytes, inflater.decompress(data, MAX_BYTES))
    if not inflater.eof or inflater.unused_data:
        raise Damaged("content that is not complete")
    return plain


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _texts(value: Any) -> Any:
    """The value with text in the place of all bytes in it."""
    if isinstance(value, list):
        return [_texts(part) for part in value]
    return _text(value) if isinstance(value, bytes) else value


def _time(seconds: int) -> datetime:
    return _EPOCH + timedelta(seconds=seconds)


def _maybe_time(seconds: int | None) -> datetime | None:
    return None if seconds is None else _time(seconds)


def _post(head: list[Any]) -> Post:
    url, title, category, author, posted, status, subject, tags, closed, note, body, words = head[:12]
    return Post(
        url=url,
        title=title,
        category=Category(category),
        author=author,
        posted=_maybe_time(posted),
        status=Status(status),
        subject=subject,
        tags=tuple(tags),
        closed=_maybe_time(closed),
        note=None if note is None else AdminNote(note[0], None if note[1] is None else Outcome(note[1]), *note[2:7]),
        body=body,
        markup=None,
        words=words,
    )


def _comment(form: list[Any]) -> Comment:
    author, at, icons, text, name, shift = form[:6]
    return Comment(author, _maybe_time(at), tuple(Icon(*icon[:2]) for icon in icons), text, name, shift)


def _ranges(pairs: list[int]) -> Iterator[Range]:
    place = 0
    for first, count in zip(pairs[::2], pairs[1::2], strict=True):
        yield place, first, first + count - 1
        place += count
