"""What each revision of a page changed and what accounts for it, worked out once; and its text, read only where it is wanted.

An answer counts only for the program that gave it, and while all that it rests on is the same, so one can always be removed.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import blake2b
from typing import NamedTuple, TypeVar

import msgspec

from parsers.history.model import PageChange
from parsers.model import Revision
from sync.errors import SyncError
from sync.store.database import Database
from sync.store.rows import Damaged, compress, decompress
from sync.store.texts import read_text
from validators.edits.kept import KeptAccount, KeptChanges, PageHistory, digest_of

__all__ = ["StoredHistory", "remove_unused_edits"]

_AT_ONCE = 500
"""Rows that wait in memory to be written."""
_TEXTS = 8
"""Texts that stay in memory: an edit needs the one before it, and those of a few edits that it may undo."""
_ROWS = """
    SELECT revisions.id, revid, text, digest, described_by, changes, accounted_by, account
    FROM revisions LEFT JOIN texts ON texts.id = revisions.text LEFT JOIN edits ON edits.revision = revisions.id
    WHERE title = ? AND revisions.id > ? ORDER BY revisions.id"""
_SAVE = """
    INSERT OR REPLACE INTO edits (revision, described_by, changes, accounted_by, account)
    SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM revisions WHERE id = ?1)"""
Kept = TypeVar("Kept")


class _Row(NamedTuple):
    id: int
    revid: int
    text: int | None
    digest: str | None
    described_by: str | None
    changes: bytes | None
    accounted_by: str | None
    account: bytes | None


_NONE = _Row(0, 0, None, None, None, None, None, None)
_CHANGES = msgspec.json.Decoder(tuple[PageChange, ...])
_ACCOUNT = msgspec.json.Decoder(KeptAccount)


class StoredHistory(PageHistory):
    """The revisions of a page in a store, by their ids; of a number that was used twice the later one. For a ``with`` block.

    ``program`` stands for everything that gives the answers, so that another one gives its own; without it none is kept.
    """

    def __init__(self, db: Database, title: str, program: str | None) -> None:
        self.keeps = program is not None
        self._db, self._title, self._program = db, title, digest_of(program)
        self._rows: dict[int, _Row] = {}
        self._last = 0
        self._texts: dict[int, str] = {}
        self._changed: set[int] = set()

    def __exit__(self, *_: object) -> None:
        self._save()

    def key(self, revision: Revision) -> str | None:
        """By the numbers of its sections, which are never given to others."""
        return self._row(revision).digest

    def text(self, revision: Revision) -> str:
        """From the store, unless it is one of those that were wanted last."""
        number = self._row(revision).text
        if number is None:
            return ""
        text = self._texts.pop(number, None)
        if text is None:
            with self._db.reading():
                text = read_text(self._db, number)
        self._texts[number] = text  # behind the others: it was wanted last
        if len(self._texts) > _TEXTS:
            del self._texts[next(iter(self._texts))]
        return text

    def description(self, revision: Revision, rests_on: str) -> KeptChanges | None:
        """From the row of the revision, decoded when somebody looks at it."""
        row = self._row(revision)
        if row.changes is None or row.described_by != self._digest(rests_on):
            return None
        packed = row.changes
        return KeptChanges(lambda: self._unpacked(packed, _CHANGES))

    def keep_description(self, revision: Revision, rests_on: str, changes: tuple[PageChange, ...]) -> None:
        """In the row of the revision, once many are written, or the block ends."""
        self._keep(self._row(revision)._replace(described_by=self._digest(rests_on), changes=_packed(changes)))

    def account(self, revision: Revision, rests_on: str) -> KeptAccount | None:
        """From the row of the revision."""
        row = self._row(revision)
        if row.account is None or row.accounted_by != self._digest(rests_on):
            return None
        return _NOTHING if row.account == _PACKED_NOTHING else self._unpacked(row.account, _ACCOUNT)

    def keep_account(self, revision: Revision, rests_on: str, account: KeptAccount) -> None:
        """In the row of the revision, once many are written, or the block ends."""
        self._keep(self._row(revision)._replace(accounted_by=self._digest(rests_on), account=_packed(account)))

    def _digest(self, rests_on: str) -> str:
        return blake2b(f"{self._program} {rests_on}".encode(), digest_size=16).hexdigest()

    def _row(self, revision: Revision) -> _Row:
        if revision.revid in self._rows:
            return self._rows[revision.revid]
        with self._db.reading():
            found = self._db.all(_Row, _ROWS, self._title, self._last)
        self._rows.update({row.revid: row for row in found})
        self._last = max((row.id for row in found), default=self._last)
        return self._rows.get(revision.revid, _NONE)

    def _unpacked(self, packed: bytes, decoder: msgspec.json.Decoder[Kept]) -> Kept:
        with self._db.translated():
            try:
                return decoder.decode(decompress(packed))
            except (msgspec.DecodeError, RecursionError) as error:
                raise Damaged(f"what a revision changed cannot be read: {error}") from error

    def _keep(self, row: _Row) -> None:
        if row.id:
            self._rows[row.revid] = row
            self._changed.add(row.revid)
            if len(self._changed) >= _AT_ONCE:
                self._save()

    def _save(self) -> None:
        """Write what is new. A store that is locked, or on a full disk, is done without it: it will be worked out again."""
        rows = [self._rows[revid] for revid in self._changed]
        self._changed.clear()
        if rows:
            with suppress(SyncError), self._db.writing():
                self._db.run_many(_SAVE, ((row.id, *row[4:]) for row in rows))


def _packed(answer: object) -> bytes | None:
    try:
        return compress(msgspec.json.encode(answer))
    except UnicodeEncodeError:  # a lone surrogate, which a character reference can make
        return None


_NOTHING = KeptAccount(None)
_PACKED_NOTHING = _packed(_NOTHING)


def remove_unused_edits(db: Database) -> None:
    """Within a transaction, remove the answers for revisions that are not there any more."""
    db.run("DELETE FROM edits WHERE revision NOT IN (SELECT id FROM revisions)")
