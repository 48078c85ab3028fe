"""What the wiki client returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from parsers.model import Revision

__all__ = ["Answer", "Changes", "Cursor", "Found", "Invalid", "LogEvent", "Missing", "Titles", "WikiSite"]


@dataclass(frozen=True, slots=True)
class Found:
    """A page that is there, with its latest revision.

    ``title`` is its own title. It differs from the title that was asked for in spelling (``the_tower``,
    ``The tower``), unless a redirect was followed: then ``redirected_from`` is the title of the redirect.
    """

    asked: str
    title: str
    pageid: int
    revision: Revision
    redirected_from: str | None = None

    @property
    def revid(self) -> int:
        """The id of the latest revision."""
        return self.revision.revid


@dataclass(frozen=True, slots=True)
class Missing:
    """A title that no page has: it was never written, was deleted, or was moved without leaving a redirect.

    With ``redirected_from`` there is a redirect of that title, which leads to the missing page ``title``.
    """

    asked: str
    title: str
    redirected_from: str | None = None

    @property
    def revid(self) -> int:
        """As for MediaWiki, 0 is the revision of no page."""
        return 0


@dataclass(frozen=True, slots=True)
class Invalid:
    """A title that no page of this wiki could have, or a redirect that leads to none; ``why`` says it in a clause."""

    asked: str
    why: str

    @property
    def revid(self) -> int:
        """As for a missing page."""
        return 0


Answer = Found | Missing | Invalid


@dataclass(frozen=True, slots=True)
class Titles(Mapping[str, Answer]):
    """The answers by the titles as they were asked for, and the wiki's time when it began to answer."""

    answers: Mapping[str, Answer]
    server_time: datetime

    def __getitem__(self, asked: str) -> Answer:
        return self.answers[asked]

    def __iter__(self) -> Iterator[str]:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)

    @property
    def found(self) -> tuple[Found, ...]:
        """The pages that are there, in the order they were asked for."""
        return tuple(answer for answer in self.answers.values() if isinstance(answer, Found))

    @property
    def missing(self) -> tuple[Missing, ...]:
        """The titles without a page."""
        return tuple(answer for answer in self.answers.values() if isinstance(answer, Missing))

    @property
    def invalid(self) -> tuple[Invalid, ...]:
        """The titles that are none."""
        return tuple(answer for answer in self.answers.values() if isinstance(answer, Invalid))


@dataclass(frozen=True, slots=True)
class Cursor:
    """Up to when changes are known: the wiki's time then, and the log entries of the minutes before, by ``rcid``."""

    at: datetime
    seen: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class LogEvent:
    """An entry of the wiki's log on a page: ``kind`` and ``action`` are MediaWiki's (``move``/``move``,
    ``delete``/``delete``, ``delete``/``restore``, ``delete``/``revision``, ``protect``/``protect`` …).

    ``title`` is the title at that time, ``target`` the new one of a moved page. ``user`` and ``comment``
    are None where they were hidden.
    """

    rcid: int
    at: datetime
    kind: str
    action: str
    title: str
    target: str | None = None
    user: str | None = None
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed: the answers that are no longer what they were, and what the log says of the titles.

    ``log_is_complete`` is False where entries may be missing from ``events``: without a cursor, or with one
    older than the wiki keeps recent changes. ``pages`` is complete always.
    """

    pages: Titles
    events: tuple[LogEvent, ...]
    cursor: Cursor
    log_is_complete: bool


@dataclass(frozen=True, slots=True)
class WikiSite:
    """What the wiki says of itself. ``version`` is empty and ``release`` None where it is no MediaWiki.

    ``release`` is the version's first two numbers, for comparing. ``read_only`` is the reason given while
    nothing can be saved, else None. ``max_page_bytes`` is the size of the largest page it takes.
    """

    name: str
    generator: str
    version: str
    release: tuple[int, int] | None
    server_time: datetime
    read_only: str | None = None
    max_page_bytes: int | None = None
