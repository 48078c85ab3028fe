"""What the store gives back beside the values of the parsers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Literal, Protocol, TypeVar

from parsers.model import Post

__all__ = [
    "Asked",
    "Exchange",
    "Gone",
    "Held",
    "Kept",
    "Kind",
    "Listing",
    "Pruned",
    "Report",
    "RunInfo",
    "Seen",
    "State",
    "Write",
    "Written",
]

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Seen(Generic[Value]):
    """One version of something, and when it was seen to be so.

    ``reader`` names what read it for the first time: where two versions have different readers, it may be the
    reading that changed and not the page. ``latest`` says that nothing else was seen since.
    """

    value: Value
    first_seen: datetime
    last_seen: datetime
    reader: str
    latest: bool


@dataclass(frozen=True, slots=True)
class Gone:
    """A post that was there and is not any more, as it was last seen."""

    post: Post
    last_seen: datetime
    found_gone: datetime


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of the blog as last fetched: the digest of its bytes, and the keys of the posts on it."""

    url: str
    kind: str
    digest: bytes
    posts: tuple[str, ...]
    seen: datetime


class Exchange(Protocol):
    """A request and what came of it, as :mod:`sync.net.http` and the wiki's client record them."""

    @property
    def url(self) -> str:
        """What was asked for."""
        ...

    @property
    def outcome(self) -> int | str:
        """The status of HTTP, or what went wrong."""
        ...

    @property
    def bytes(self) -> int:
        """How many came in."""
        ...

    @property
    def seconds(self) -> float:
        """How long it took."""
        ...


@dataclass(frozen=True, slots=True)
class Asked:
    """An :class:`Exchange` as it was kept: to the millisecond, and without what may be secret in its address."""

    url: str
    outcome: int | str
    bytes: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class RunInfo:
    """A run that was begun. ``ended`` is None while it goes on, and for ever if it was killed.

    ``complete`` says that it got everything it asked for.
    """

    id: int
    kind: str
    reader: str
    began: datetime
    ended: datetime | None
    complete: bool
    note: str


@dataclass(frozen=True, slots=True)
class Kept:
    """What a checkpoint has made sure of, in numbers of observations.

    ``new`` and ``changed`` count posts, ``unchanged`` posts that were as they had been. ``nameless`` posts
    have no address, so that nobody could tell which they are: they are not kept.
    """

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    nameless: int = 0
    revisions: int = 0
    rosters: int = 0


@dataclass(frozen=True, slots=True)
class Held:
    """How much of one kind the store holds; ``size`` is in bytes, without what SQLite itself needs."""

    kind: str
    count: int
    size: int
    oldest: datetime | None = None
    newest: datetime | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What ``doctor`` says of a store. ``faults`` are SQLite's own words for what is wrong with the file."""

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
    """What :meth:`Store.prune` took away, in numbers, and the bytes that the file shrank by."""

    versions: int
    comments: int
    rosters: int
    revisions: int
    runs: int
    logs: int
    freed: int


Kind = Literal["wiki-edit", "wiki-talk", "blog-comment", "chat"]
State = Literal["begun", "saved", "posted", "unchanged", "conflict", "refused", "unknown"]
"""``begun`` is what was about to be sent when nobody heard of it again; ``unknown`` what was sent and not found out."""


@dataclass(frozen=True, slots=True)
class Write:
    """Something that is about to be written.

    ``place`` is where: a page's title, an entry's address, a chat's name. ``mark`` names what it is about, so that the
    same is not written twice. ``before`` is the text that is replaced, None where there was none, and ``changes`` are
    digests of what differs. ``undoes`` is the journal's number of a write that this one takes back.
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
    """A row of the journal: what was to be written, when, and what came of it. ``ended`` is None while nobody knows."""

    id: int
    write: Write
    state: State
    began: datetime
    ended: datetime | None = None
    new_revid: int | None = None
    url: str | None = None
    why: str | None = None
