"""A source in memory, for tests without files and store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from parsers.model import RULESET_PAGE, Post, PostPast, Problem, Revision, Roster
from sync.errors import Unreachable
from sync.sources.interface import Source
from validators.view import Coverage, SeenRoster

__all__ = ["MemorySource"]


@dataclass
class MemorySource(Source):
    """A source of given values. ``pages`` are revisions in any order, of any titles."""

    pages: Sequence[Revision] = ()
    made: Sequence[Post] = ()
    players: Roster | None = None
    as_of: datetime = datetime(2024, 1, 20, 12, tzinfo=UTC)
    site: str = "memory"
    emperor: str | None = None
    ruleset: str = RULESET_PAGE
    tracking: str | None = None
    problems: Sequence[Problem] = ()  # pyright: ignore[reportIncompatibleMethodOverride] - a value does what the property does
    aged: Sequence[Problem] = ()  # pyright: ignore[reportIncompatibleMethodOverride]
    past: Mapping[str, PostPast] | None = None
    seen: Coverage = field(default_factory=Coverage)

    def tracking_page(self, named: str | None) -> str | None:
        return self.tracking or named

    def posts(self) -> Sequence[Post]:
        return self.made

    def pasts(self) -> Mapping[str, PostPast] | None:
        return self.past

    def coverage(self) -> Coverage:
        return self.seen

    def roster(self) -> Roster | None:
        return self.players

    def rosters(self) -> Sequence[SeenRoster]:
        return [] if self.players is None else [SeenRoster(self.players, self.as_of, self.as_of)]

    def known(self, title: str) -> list[Revision]:
        made = (each for each in self.pages if each.title == title)
        return sorted(made, key=lambda each: (each.timestamp, each.revid), reverse=True)

    def revisions(self, title: str) -> Iterator[Revision]:
        return (each for each in self.known(title) if each.timestamp <= self.as_of)

    def absent(self, title: str) -> Unreachable:
        return Unreachable(f"there is no page {title!r}")
