"""What the wiki client returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from parsers.model import Revision

__all__ = ["Changes", "Cursor", "FoundPage", "InvalidTitle", "LogEvent", "MissingPage", "PageLookup", "Titles", "WikiSite"]


@dataclass(frozen=True, slots=True)
class FoundPage:
    """An existing page with its latest revision.

    ``title`` is its own title. It may differ from the title ``asked`` in spelling (``the_tower``, ``The tower``), and
    more if a redirect was followed: then ``redirected_from`` is the title of the redirect.
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
class MissingPage:
    """A title without a page: never written, deleted, or moved without leaving a redirect.

    With ``redirected_from`` there is a redirect of that title, which leads to the missing page ``title``.
    """

    asked: str
    title: str
    redirected_from: str | None = None

    @property
    def revid(self) -> int:
        """0, which in MediaWiki stands for no revision."""
        return 0


@dataclass(frozen=True, slots=True)
class InvalidTitle:
    """A title that no page of this wiki can have, or a redirect to none; ``why`` is a clause."""

    asked: str
    why: str

    @property
    def revid(self) -> int:
        """As for a missing page."""
        return 0


PageLookup = FoundPage | MissingPage | InvalidTitle


@dataclass(frozen=True, slots=True)
class Titles(Mapping[str, PageLookup]):
    """Pages by the titles as they were asked for, and the wiki's time when it began to answer."""

    answers: Mapping[str, PageLookup]
    server_time: datetime

    def __getitem__(self, asked: str) -> PageLookup:
        return self.answers[asked]

    def __iter__(self) -> Iterator[str]:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)

    @property
    def found(self) -> tuple[FoundPage, ...]:
        """The existing pages, in the order they were asked for."""
        return tuple(answer for answer in self.answers.values() if isinstance(answer, FoundPage))

    @property
    def missing(self) -> tuple[MissingPage, ...]:
        """The titles without a page."""
        return tuple(answer for answer in self.answers.values() if isinstance(answer, MissingPage))

    @property
    def invalid(self) -> tuple[InvalidTitle, ...]:
        """The invalid titles."""
        return tuple(answer for answer in self.answers.values() if isinstance(answer, InvalidTitle))


@dataclass(frozen=True, slots=True)
class Cursor:
    """Up to when changes are known: the wiki's time, and the ``rcid`` of the log entries in the minutes before it."""

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
    """What changed: the titles whose lookup differs from before, and the log entries about them."""

    pages: Titles
    events: tuple[LogEvent, ...]
    cursor: Cursor


@dataclass(frozen=True, slots=True)
class WikiSite:
    """The wiki's own account of itself. ``release`` is the first two numbers of MediaWiki's version, None if it is
    other software. ``read_only`` is the reason given while nothing can be saved, else None.
    """

    name: str
    generator: str
    release: tuple[int, int] | None
    read_only: str | None = None
