"""A run: what one pull saw, gathered in memory and kept in chunks.

Nothing holds the file while a page is being fetched: observations wait in the run until the caller asks for
a checkpoint, which writes all of them in one transaction, or none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from types import TracebackType
from typing import NamedTuple
from urllib.parse import urlsplit, urlunsplit

from parsers.model import Post, Revision, Roster
from sync.store.database import Database
from sync.store.forms import AskedForm
from sync.store.listings import observe_listing
from sync.store.packing import decode, encode, seconds, text_of, time_of, to_bytes
from sync.store.posts import observe_gone, observe_post
from sync.store.revisions import observe_revision
from sync.store.rosters import observe_roster
from sync.store.values import Asked, Exchange, Kept, RunInfo

__all__ = ["Run", "asked_in", "last_complete", "last_run", "public_address", "set_state", "state"]

_SECRET = ("auth", "key", "pass", "secret", "session", "sig", "token", "xid")
_LONGEST_OUTCOME = 500

Observation = Callable[[Database], str | None]
"""Writes something seen, and says which number of :class:`Kept` it counts for."""

_AskedForms = tuple[AskedForm, ...]


class Run:
    """What one pull sees. Made by :meth:`Store.run`.

    ``at`` is always the time of the fetch; without it, the latest that was named, or that of the run. Nothing is in the store before
    :meth:`checkpoint` or :meth:`finish`. Leaving the ``with`` block ends the run, though not as a complete one;
    leaving it by an exception drops what was not kept yet, and the run stays without an end, as if it was killed.
    """

    def __init__(self, db: Database, kind: str, now: datetime, *, reader: str) -> None:
        self._db = db
        self._latest = seconds(now)
        self._waiting: list[Observation] = []
        self._kept: Counter[str] = Counter()
        self._ended = False
        with db.writing():
            self.id = db.insert("INSERT INTO run (kind, reader, began) VALUES (?, ?, ?)", kind, reader, seconds(now))

    def __enter__(self) -> Run:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind is None and not self._ended:
            self.finish(complete=False)

    def post(self, post: Post, at: datetime | None = None) -> None:
        """A post as it was seen. Without ``comments`` it was seen on a list, and what a list leaves out counts as unchanged."""
        when = self._when(at)
        if post.key:
            self._add(lambda db: observe_post(db, self.id, post, when).value)
        else:
            self._add(lambda _: "nameless")

    def gone(self, key: str, at: datetime | None = None) -> None:
        """A post that was looked for and is not there any more."""
        when = self._when(at)
        self._add(lambda db: observe_gone(db, key, when))

    def roster(self, roster: Roster, at: datetime | None = None) -> None:
        """The roster as it was seen."""
        when = self._when(at)
        self._add(lambda db: "rosters" if observe_roster(db, self.id, roster, when) else None)

    def page(self, url: str, digest: bytes, kind: str, posts: Sequence[str] | None = None, at: datetime | None = None) -> None:
        """A page that lists posts: the digest of its bytes, and the keys of its posts.

        Without ``posts`` it was not read: if the digest is that of the last time, its posts count as seen again.
        """
        when = self._when(at)
        self._add(lambda db: observe_listing(db, public_address(url), digest, kind, posts, when))

    def revision(self, revision: Revision) -> None:
        """A revision of a wiki page, with its text or without."""
        self._add(lambda db: "revisions" if observe_revision(db, revision) else None)

    def asked(self, entries: Iterable[Exchange]) -> None:
        """Requests that were made, in their order."""
        forms = tuple(_asked_form(entry) for entry in entries)
        self._add(lambda db: _add_asked(db, self.id, forms))

    def cursor(self, name: str, value: str) -> None:
        """Remember how far the run got, together with what it saw until there; see :meth:`Store.cursor`."""
        self._add(lambda db: set_state(db, name, value))

    def update(self, name: str, change: Callable[[str | None], str]) -> None:
        """Remember what ``change`` makes of what is remembered by a name at the checkpoint, whoever kept that in the meantime."""
        self._add(lambda db: set_state(db, name, change(_remembered(db, name))))

    def checkpoint(self) -> Kept:
        """Keep everything observed since the last checkpoint. When this returns, no kill and no crash can take it away.

        Raises :class:`NoVerdict` where that is not possible; then nothing of it was kept, and it may be tried again.
        """
        return self._keep(lambda: None)

    def finish(self, ended: datetime | None = None, *, complete: bool = True, note: str = "") -> Kept:
        """Keep the rest and end the run. Returns what the whole run has kept.

        ``complete`` says that everything asked for was got, so that the store is as fresh as this run.
        """
        when = self._when(ended)
        sql = "UPDATE run SET ended = ?, complete = ?, note = ? WHERE id = ?"
        self._keep(lambda: self._db.run(sql, when, complete, to_bytes(note), self.id))
        self._ended = True
        return Kept(**self._kept)

    def _when(self, at: datetime | None) -> int:
        if at is None:
            return self._latest
        self._latest = max(self._latest, seconds(at))
        return seconds(at)

    def _add(self, observation: Observation) -> None:
        if self._ended:
            raise ValueError("a run that has ended sees nothing more")
        self._waiting.append(observation)

    def _keep(self, last: Callable[[], object]) -> Kept:
        with self._db.writing():
            counted = Counter(name for observation in self._waiting if (name := observation(self._db)) is not None)
            last()
        self._waiting.clear()
        self._kept += counted
        return Kept(**counted)


def set_state(db: Database, name: str, value: str) -> None:
    """Within a transaction, remember a value by its name."""
    db.run("INSERT OR REPLACE INTO state (name, value) VALUES (?, ?)", to_bytes(name), to_bytes(value))


def state(db: Database, name: str) -> str | None:
    """What :meth:`Store.cursor` says."""
    with db.reading():
        return _remembered(db, name)


def _remembered(db: Database, name: str) -> str | None:
    value = db.one(bytes, "SELECT value FROM state WHERE name = ?", to_bytes(name))
    return None if value is None else text_of(value)


class _RunRow(NamedTuple):
    id: int
    kind: str
    reader: str
    began: int
    ended: int | None
    complete: int
    note: bytes


def last_run(db: Database, kind: str | None) -> RunInfo | None:
    """What :meth:`Store.last_run` says."""
    sql = "SELECT id, kind, reader, began, ended, complete, note FROM run WHERE ? IS NULL OR kind = ? ORDER BY id DESC"
    with db.reading():
        row = db.one(_RunRow, sql, kind, kind)
        if row is None:
            return None
        ended = None if row.ended is None else time_of(row.ended)
        return RunInfo(row.id, row.kind, row.reader, time_of(row.began), ended, bool(row.complete), text_of(row.note))


def last_complete(db: Database, kind: str | None) -> datetime | None:
    """What :meth:`Store.last_seen` says."""
    sql = "SELECT began FROM run WHERE complete AND (? IS NULL OR kind = ?) ORDER BY began DESC"
    with db.reading():
        began = db.one(int, sql, kind, kind)
        return None if began is None else time_of(began)


def asked_in(db: Database, run: int) -> list[Asked]:
    """What :meth:`Store.asked` says."""
    with db.reading():
        packed = db.all(bytes, "SELECT data FROM asked WHERE run = ? ORDER BY id", run)
        forms = [form for data in packed for form in decode(db.unpack(data), _AskedForms)]
        return [_asked(form) for form in forms]


def public_address(url: str) -> str:
    """The address without user name, password and fragment, and without the values of parameters that may be secret."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    host = parts.netloc.rpartition("@")[2]
    query = "&".join(_public_parameter(parameter) for parameter in parts.query.split("&"))
    return urlunsplit((parts.scheme, host, parts.path, query, ""))


def _public_parameter(parameter: str) -> str:
    name, equals, _ = parameter.partition("=")
    return f"{name}{equals}..." if equals and any(word in name.casefold() for word in _SECRET) else parameter


def _asked_form(entry: Exchange) -> AskedForm:
    outcome = entry.outcome if isinstance(entry.outcome, int) else to_bytes(entry.outcome[:_LONGEST_OUTCOME])
    return AskedForm(to_bytes(public_address(entry.url)), outcome, entry.bytes, round(entry.seconds * 1000))


def _asked(form: AskedForm) -> Asked:
    outcome = form.outcome if isinstance(form.outcome, int) else text_of(form.outcome)
    return Asked(text_of(form.url), outcome, form.size, form.milliseconds / 1000)


def _add_asked(db: Database, run: int, forms: Sequence[AskedForm]) -> None:
    if forms:
        db.run("INSERT INTO asked (run, data) VALUES (?, ?)", run, db.pack(encode(forms)))
