"""The one interface between the commands and the source of a game, files laid over a source, and
the coverage of lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol, cast

from parsers.model import Post, PostPast, Problem, Revision, Roster
from sync.errors import NoVerdict, Unreachable
from sync.files import read_text, shown_path
from sync.times import shown
from validators.view import Coverage, SeenRoster, SeenStretch


class Source(Protocol):
    """A game as of one moment: a snapshot folder, the store, files laid over either, or memory in
    tests.

    It reads lazily. Every method raises :class:`sync.errors.NoVerdict` if an existing part cannot
    be read. Methods with a body are defaults.
    """

    site: str
    """The name of the site for reports."""

    as_of: datetime
    """The moment of the view. Later data does not count."""

    emperor: str | None
    """The Emperor's name as configured, ``""`` for a Metadynasty, None if it follows from the posts.
    """

    ruleset: str
    """The title of the page with the Ruleset."""

    @property
    def problems(self) -> Sequence[Problem]:
        """Return the parts that could not be read so far, or not fetched by the pull before."""
        ...

    @property
    def aged(self) -> Sequence[Problem]:
        """Return the parts that are too old, or that the last pull could not read."""
        return ()

    def tracking_page(self, named: str | None) -> str | None:
        """Return the title of the tracking page: the configured one, else ``named``, the one in the
        rules; None without either.
        """
        return named

    def posts(self) -> Sequence[Post]:
        """Return every known post once, newest first; possibly some later than ``as_of``."""
        ...

    def pasts(self) -> Mapping[str, PostPast] | None:
        """Return the posts that changed between pulls up to ``as_of``, or are gone, by key; None if
        earlier versions are not kept.
        """
        return None

    def lists(self) -> tuple[tuple[str, ...], ...] | None:
        """Return the keys of the posts on each list, newest first; None if the positions of the
        posts come from one list.
        """
        return None

    def coverage(self) -> Coverage:
        """Return the part of the blog behind :meth:`posts`, and the time it was seen."""
        ...

    def roster(self) -> Roster | None:
        """Return the roster as of ``as_of``; None if the source has none, which is then one of the
        problems.
        """

    def rosters(self) -> Sequence[SeenRoster]:
        """Return every version of the sidebar with its times, including the one of :meth:`roster`;
        empty without a roster.
        """
        ...

    def known(self, title: str) -> Iterable[Revision]:
        """Return every known revision of a wiki page, also after ``as_of``, newest first; texts may
        be left out.
        """
        ...

    def filled(self, revision: Revision) -> Revision:
        """Return a known revision with its text."""
        return revision

    def page(self, title: str, *, at: datetime | None = None) -> Revision | None:
        """Return a wiki page as of ``at``, by default ``as_of``; None if unknown or missing at that
        time. A hidden text is None.
        """
        found = standing(self.known(title), at or self.as_of)
        return None if found is None else self.filled(found)

    def nearest(self, title: str) -> Revision | None:
        """Return the last known revision of a wiki page up to ``as_of``, else the first one after
        it; None without any.
        """
        found = None
        for found in self.known(title):
            if found.timestamp <= self.as_of:
                break
        return None if found is None else self.filled(found)

    def revisions(self, title: str) -> Iterator[Revision]:
        """Yield the revisions of a wiki page up to ``as_of``, newest first, read on demand, up to
        the first gap.
        """
        ...

    def revision(self, title: str, revid: int) -> Revision | None:
        """Return the revision of a wiki page with this id; None if it is unknown, or later than
        ``as_of``.
        """
        return next(
            (revision for revision in self.revisions(title) if revision.revid == revid), None
        )

    def written(self) -> frozenset[int]:
        """Return the ids of the wiki revisions saved by this tool."""
        return frozenset()

    def where(self, title: str) -> str:
        """Return a page's name in messages: its file's name in a snapshot, else its title."""
        return title

    def absent(self, title: str) -> Unreachable:
        """Return the error for a missing wiki page, with advice."""
        ...

    def missing(self, title: str) -> Unreachable:
        """Return the error for a page without a text in :meth:`page`, with the reason and advice."""
        near = self.nearest(title)
        if near is None or self.page(title) is not None:
            return self.absent(title)
        return Unreachable(
            f"the text of {self.where(title)} at {shown(self.as_of)} is not available: the nearest"
            f" known text is from {shown(near.timestamp)}; pass {self.option(title)} FILE with the"
            " text of that time"
        )

    def option(self, title: str) -> str:
        """Return the option that names a file to replace a wiki page."""
        return "--ruleset" if title == self.ruleset else "--tracking"


def standing(known: Iterable[Revision], moment: datetime) -> Revision | None:
    """Return the current revision of a page at a moment, from the ``known`` ones, newest first.
    None if all are newer, or if an unknown one may lie between it and the next.
    """
    newer: Revision | None = None
    for revision in known:
        if revision.timestamp <= moment:
            return revision if newer is None or newer.parentid == revision.revid else None
        newer = revision
    return None


def unreadable(where: str, error: NoVerdict) -> Problem:
    """Return the fatal problem for a file or page that could not be read; the error's sentence can
    begin with its name.
    """
    sentence = str(error)
    if sentence.startswith(where):
        sentence = f"the file{sentence.removeprefix(where)}"
    return Problem(where, sentence, fatal=True, missing=isinstance(error, Unreachable))


def seen_since(
    moment: datetime, stretches: Iterable[SeenStretch]
) -> tuple[datetime | None, tuple[SeenStretch, ...]]:
    """Return the time since which every post up to a moment is known (None: not even the latest
    are), and the known stretches before it.

    Overlapping stretches are joined: 1 to 5 and 4 to 8 with the moment 8 give 1.
    """
    joined = [SeenStretch(moment, moment)]
    for stretch in sorted(stretches, key=lambda stretch: stretch.until, reverse=True):
        until = min(stretch.until, moment)
        if until >= joined[-1].since:
            joined[-1] = SeenStretch(min(stretch.since, joined[-1].since), joined[-1].until)
        elif stretch.since < until:
            joined.append(SeenStretch(stretch.since, until))
    first, *earlier = joined
    return (first.since, tuple(earlier)) if first.since < moment else (None, ())


def with_files(
    base: Source, *, ruleset: Path | None = None, tracking: Path | None = None
) -> Source:
    """Return the source with its Ruleset or tracking page replaced by the wikitext of a file, which
    has no history. The tracking page is replaced once :meth:`Source.tracking_page` has been asked
    for its title.
    """
    return cast("Source", _Overlay(base, ruleset, tracking)) if ruleset or tracking else base


class _Overlay:
    """A source with files instead of pages; everything else comes from the base."""

    def __init__(self, base: Source, ruleset: Path | None, tracking: Path | None) -> None:
        self._base = base
        self._tracking = tracking
        self._files = {} if ruleset is None else {base.ruleset: ruleset}

    def __getattr__(self, name: str) -> object:
        return getattr(self._base, name)

    @property
    def problems(self) -> Sequence[Problem]:
        return [problem for problem in self._base.problems if problem.where not in self._files]

    def tracking_page(self, named: str | None) -> str | None:
        title = self._base.tracking_page(named)
        if self._tracking is not None:
            title = title or self._tracking.stem.replace("_", " ")
            self._files[title] = self._tracking
        return title

    def page(self, title: str, *, at: datetime | None = None) -> Revision | None:
        if title not in self._files:
            return self._base.page(title, at=at)
        return (
            None
            if at is not None
            else Revision(title, 0, 0, self._base.as_of, None, None, read_text(self._files[title]))
        )

    def revisions(self, title: str) -> Iterator[Revision]:
        return iter(()) if title in self._files else self._base.revisions(title)

    def where(self, title: str) -> str:
        return shown_path(self._files[title]) if title in self._files else self._base.where(title)
