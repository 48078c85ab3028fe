"""What the store takes and returns besides the values of :mod:`parsers.model`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

__all__ = [
    "Held",
    "Kept",
    "Kind",
    "Listing",
    "Pruned",
    "Report",
    "ReportedFinding",
    "State",
    "Write",
    "Written",
]


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of the blog that lists posts, as last fetched: the digest of its bytes, and the keys of its posts."""

    url: str
    kind: str
    digest: bytes
    posts: tuple[str, ...]
    seen: datetime


@dataclass(frozen=True, slots=True)
class Kept:
    """What a checkpoint saved, in numbers of observations.

    ``new``, ``changed`` and ``unchanged`` count posts. ``nameless`` posts have no address to identify them by and
    are not saved.
    """

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    nameless: int = 0
    revisions: int = 0
    rosters: int = 0


@dataclass(frozen=True, slots=True)
class Held:
    """How many rows of one kind the store has, and the bytes of their texts."""

    kind: str
    count: int
    size: int


@dataclass(frozen=True, slots=True)
class Report:
    """What the store holds. ``faults`` are SQLite's messages about damage in the file; ``file_size`` is in bytes."""

    path: str
    schema: int
    created: datetime
    file_size: int
    kinds: tuple[Held, ...]
    faults: tuple[str, ...]

    def held(self, kind: str) -> Held:
        """One kind by its name. Raises :class:`KeyError`."""
        return {held.kind: held for held in self.kinds}[kind]


@dataclass(frozen=True, slots=True)
class Pruned:
    """What :meth:`Store.prune` removed, in numbers, and by how many bytes the file shrank."""

    versions: int
    comments: int
    rosters: int
    revisions: int
    runs: int
    requests: int
    freed: int


@dataclass(frozen=True, slots=True)
class ReportedFinding:
    """A finding that audits of this store have reported, as the last of them reported it.

    ``fingerprint``, ``code`` and ``severity`` are those of :class:`validators.finding.Finding`.
    """

    fingerprint: str
    code: str
    severity: str
    subject_kind: str
    subject: str
    url: str | None
    message: str
    first_seen: datetime
    last_seen: datetime


Kind = Literal["wiki-edit", "wiki-talk", "blog-comment", "chat"]
State = Literal["begun", "saved", "posted", "unchanged", "conflict", "refused", "unknown"]
"""``begun``: about to be sent, and the program ended before there was a result; ``unknown``: sent, result unknown."""


@dataclass(frozen=True, slots=True)
class Write:
    """Something that is about to be written to the wiki, the blog or a chat.

    ``place`` is a page's title, an entry's address, or a chat's name. ``mark`` identifies what it is about, so that it
    is written once only. ``before`` is the text that it replaces, None if there is none; ``changes`` are digests of
    the differences (:func:`sync.wiki.writing.threeway.changes`). ``undoes`` is the journal's id of the write that
    this one reverts.
    """

    kind: Kind
    place: str
    text: str
    mark: str = ""
    account: str = ""
    summary: str = ""
    findings: tuple[str, ...] = ()
    base_revid: int | None = None
    before: str | None = None
    changes: frozenset[bytes] = frozenset()
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A row of the journal: the write, its state, when it began, and when its result was known (None until then)."""

    id: int
    write: Write
    state: State
    began: datetime
    ended: datetime | None = None
    new_revid: int | None = None
    url: str | None = None
    why: str | None = None
