"""Files given in place of wiki pages, laid over another source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, cast

from parsers.model import Problem, Revision
from sync.files import read_text, shown_path

if TYPE_CHECKING:
    from sync.sources.interface import Source


def with_files(base: Source, *, ruleset: Path | None = None, tracking: Path | None = None) -> Source:
    """The source with its Ruleset or tracking page replaced by the wikitext of a file (``--ruleset``, ``--tracking``).

    A file has no history. The tracking page is replaced once :meth:`Source.tracking_page` has been asked for its title.
    """
    return cast("Source", _Overlay(base, ruleset, tracking)) if ruleset or tracking else base


class _Overlay:
    """What is not defined here is that of the base."""

    def __init__(self, base: Source, ruleset: Path | None, tracking: Path | None) -> None:
        self._base = base
        self._tracking = tracking
        self._files = {} if ruleset is None else {base.ruleset: ruleset}

    def __getattr__(self, name: str) -> object:
        return getattr(self._base, name)

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
        if self._tracking is not None:
            title = title or self._tracking.stem.replace("_", " ")
            self._files[title] = self._tracking
        return title

    def page(self, title: str, *, at: datetime | None = None) -> Revision | None:
        """Raises what :func:`sync.files.read_text` raises."""
        if title not in self._files:
            return self._base.page(title, at=at)
        return None if at is not None else Revision(title, 0, 0, self._base.as_of, None, None, read_text(self._files[title]))

    def revisions(self, title: str) -> Iterator[Revision]:
        return iter(()) if title in self._files else self._base.revisions(title)

    def where(self, title: str) -> str:
        return shown_path(self._files[title]) if title in self._files else self._base.where(title)
