"""Files given in place of wiki pages, laid over another source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from parsers.model import Post, PostPast, Problem, Revision, Roster
from sync.errors import Unreachable
from sync.files import read_text, shown_path
from sync.sources.interface import Source
from validators.view import Coverage, SeenRoster

__all__ = ["FileSource"]


class FileSource:
    """Another source, whose Ruleset or tracking page is replaced by the wikitext of a file (``--ruleset``, ``--tracking``).

    A file has no history. The tracking page is replaced once :meth:`tracking_page` has been asked for its title.
    """

    def __init__(self, base: Source, *, ruleset: Path | None = None, tracking: Path | None = None) -> None:
        self.site = base.site
        self.emperor = base.emperor
        self.ruleset = base.ruleset
        self._base = base
        self._tracking = tracking
        self._files = {} if ruleset is None else {base.ruleset: ruleset}

    @property
    def as_of(self) -> datetime:
        return self._base.as_of

    @property
    def problems(self) -> Sequence[Problem]:
        """Those of the base, without the pages that files replace."""
        return [problem for problem in self._base.problems if problem.where not in self._files]

    @property
    def aged(self) -> Sequence[Problem]:
        return [problem for problem in self._base.aged if problem.where not in self._files]

    def tracking_page(self, named: str | None) -> str | None:
        """Without a title, the name of the file."""
        title = self._base.tracking_page(named)
        if self._tracking is None:
            return title
        title = title or self._tracking.stem.replace("_", " ")
        self._files[title] = self._tracking
        return title

    def posts(self) -> Sequence[Post]:
        return self._base.posts()

    def pasts(self) -> Mapping[str, PostPast] | None:
        return self._base.pasts()

    def lists(self) -> tuple[tuple[str, ...], ...] | None:
        return self._base.lists()

    def coverage(self) -> Coverage:
        return self._base.coverage()

    def roster(self) -> Roster | None:
        return self._base.roster()

    def rosters(self) -> Sequence[SeenRoster]:
        return self._base.rosters()

    def page(self, title: str, *, at: datetime | None = None) -> Revision | None:
        """Raises what :func:`sync.files.read_text` raises."""
        if title not in self._files:
            return self._base.page(title, at=at)
        return None if at is not None else Revision(title, 0, 0, self.as_of, None, None, read_text(self._files[title]))

    def revisions(self, title: str) -> Iterator[Revision]:
        return iter(()) if title in self._files else self._base.revisions(title)

    def revision(self, title: str, revid: int) -> Revision | None:
        """That of the base: one that is asked for by its id is none of the files."""
        return self._base.revision(title, revid)

    def written(self) -> frozenset[int]:
        return self._base.written()

    def where(self, title: str) -> str:
        return shown_path(self._files[title]) if title in self._files else self._base.where(title)

    def missing(self, title: str) -> Unreachable:
        return self._base.missing(title)
