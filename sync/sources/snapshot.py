"""A snapshot folder as a source, entry pages saved by hand beside it or alone, and how far back its lists of posts reach."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from parsers.blog.merging import ReadPage, lists_of, merge_posts, merge_roster, newest_first
from parsers.blog.selectors import page_number
from parsers.model import RULESET_PAGE, Post, Problem, Revision, Roster
from sync.errors import NoVerdict, Unreachable, UsageError
from sync.files import read_bounded, shown_path
from sync.sources.interface import seen_since, unreadable
from sync.sources.snapshot_folder import NO_SNAPSHOT, Snapshot, open_snapshot
from sync.times import clock, end_of, month_of, start_of
from validators.view import Coverage, SeenRoster, SeenStretch

_FRONT = "blog/index.html"
_MINUTE = timedelta(minutes=1)
"""Entry times have no seconds: of the posts of a list's last minute, some may not be on it."""
_UNLIMITED = 100
"""ExpressionEngine shows so many entries where a template states no limit, and no link to the others."""


class _Blog(NamedTuple):
    posts: Sequence[Post]
    roster: Roster | None
    pages: Sequence[ReadPage]


class SnapshotSource:
    """The game of a snapshot folder; without one, that of ``saved`` entry pages alone (see :func:`read_saved`).

    Saved pages win over what the folder has of the same entry. ``now`` is ``--now``; without it, ``as_of`` is when the
    snapshot was taken. ``emperor`` wins over the one ``snapshot.toml`` names. A page that cannot be read becomes a fatal
    problem. Raises what :func:`open_snapshot` raises.
    """

    ruleset = RULESET_PAGE
    aged = ()

    def __init__(
        self,
        folder: Path | None,
        *,
        blog_url: str,
        site: str = "",
        emperor: str | None = None,
        now: datetime | None = None,
        saved: Sequence[ReadPage] = (),
    ) -> None:
        self.site = site
        self._alone = folder is None
        self._folder = NO_SNAPSHOT if folder is None else open_snapshot(folder)
        self.emperor = self._folder.emperor if emperor is None else emperor
        self._blog_url = blog_url
        self._now = now
        self._saved = saved
        self._noted: list[Problem] = []

    @property
    def as_of(self) -> datetime:
        """Of pages saved by hand, when the newest comment was made, or their post: up to then they show everything of it.

        Raises :class:`UsageError` if the snapshot does not say and ``--now`` was not given.
        """
        stated = self._now or self._folder.as_of
        if stated is not None:
            return stated
        if not self._alone:
            place = shown_path(self._folder.folder / "snapshot.toml")
            raise UsageError(f"{place} does not say when the pages were saved: add as_of = 2024-01-20T12:00:00Z, or pass --now")
        posts = [post for read in self._saved for post in read.page.posts]
        times = [post.posted for post in posts] + [comment.at for post in posts for comment in post.comments or ()]
        return max((time for time in times if time is not None), default=clock())

    @property
    def problems(self) -> Sequence[Problem]:
        return list(dict.fromkeys(self._noted))

    def tracking_page(self, named: str | None) -> str | None:
        return named

    def posts(self) -> Sequence[Post]:
        return self._blog.posts

    def pasts(self) -> None:
        return None

    def lists(self) -> tuple[tuple[str, ...], ...]:
        return lists_of((read.page.url, newest_first(read.page)) for read in self._blog.pages if read.kind != "entry")

    def coverage(self) -> Coverage:
        """The lists of the folder, as of when it was saved; of pages saved by hand, when their files were written."""
        saved = {post.key: read.seen for read in self._saved if read.seen is not None for post in read.page.posts}
        if self._alone:
            names = ", ".join(read.name for read in self._saved) or "what was given"
            advice = f"{names} shows one post; save the front page and the months too, and pass the folder as --snapshot DIR"
            return Coverage(since=None, pages=saved, advice=advice)
        seen_at = self._folder.as_of or self.as_of
        since, earlier = seen_since(min(seen_at, self.as_of), listed(self._blog.pages, seen_at))
        if since is not None and (stated := self._folder.since) is not None:
            since, earlier = max(since, stated), tuple(one for one in earlier if one.since >= stated)
        return Coverage(since, seen_at, saved, files=True, earlier=earlier)

    def roster(self) -> Roster | None:
        return self._blog.roster

    def rosters(self) -> Sequence[SeenRoster]:
        """The one of the folder, as of when it was saved, also where ``--now`` is earlier."""
        at = self._folder.as_of or self.as_of
        return [] if self._blog.roster is None else [SeenRoster(self._blog.roster, at, at)]

    def page(self, title: str, *, at: datetime | None = None) -> Revision | None:
        """A malformed ``.json`` is a problem, and the revision's id is then unknown."""
        if at is not None:
            return next((each for each in self.revisions(title) if each.timestamp <= at), None)
        folder = self._folder
        if folder.wiki_file(title) not in folder.names:
            return None
        text, undated = folder.page_text(title), self._now or folder.as_of or clock()
        try:
            return folder.saved_revision(title).revision(title, text, undated)
        except NoVerdict as error:
            self._noted.append(Problem(self.where(title), str(error)))
            return Revision(title, 0, 0, undated, None, None, text)

    def revisions(self, title: str) -> Iterator[Revision]:
        """The saved page, if its revision and time are known, and the saved history."""
        saved, page = self._folder.saved_revision(title), self.page(title)
        if page is not None and saved.revid is not None and saved.made is not None and saved.made <= self.as_of:
            yield page
        for each in self._folder.history(title):
            if each.revid != saved.revid and each.timestamp <= self.as_of:
                yield each

    def revision(self, title: str, revid: int) -> Revision | None:
        return next((each for each in self.revisions(title) if each.revid == revid), None)

    def written(self) -> frozenset[int]:
        return frozenset()

    def where(self, title: str) -> str:
        return title if self._alone else self._folder.wiki_file(title)

    def missing(self, title: str) -> Unreachable:
        if not self._alone:
            return self._folder.missing(self.where(title))
        option = "--ruleset" if title == self.ruleset else "--tracking"
        return Unreachable(
            f"the page {title!r} is missing: pass {option} FILE with its wikitext, or --snapshot DIR for a folder that has it"
        )

    @cached_property
    def _blog(self) -> _Blog:
        """Everything the pages of the blog show; what they lack is added to the problems, a missing roster first."""
        own = {post.key for read in self._saved for post in read.page.posts}
        problems: list[Problem] = []
        others = _pages(self._folder, self._blog_url, problems)
        pages = [*self._saved, *(read for read in others if read.kind != "entry" or own.isdisjoint(post.key for post in read.page.posts))]
        for read in pages:
            problems += [_placed(problem, read) for problem in read.page.problems]
        posts, contradictions = merge_posts(pages)
        roster, doubts = merge_roster(pages)
        lacking = [] if roster is not None else [self._no_roster()]
        self._noted += [*lacking, *self._folder.problems, *problems, *contradictions, *doubts]
        return _Blog(posts, roster, pages)

    def _no_roster(self) -> Problem:
        if self._alone:
            what = "the saved pages show no sidebar with the roster; save a page with its sidebar, or pass --snapshot DIR"
            return Problem("the roster", what, fatal=True)
        if all(page.kind != "front" for page in self._folder.blog):
            return unreadable(_FRONT, self._folder.missing(_FRONT))
        return Problem(_FRONT, "the file shows no sidebar with the roster; save the front page again", fatal=True)


def read_saved(path: Path, blog_url: str) -> ReadPage:
    """An entry's page saved by hand. Raises :class:`NoVerdict` if it is not that of one entry."""
    from parsers.blog.blog_page import read_page

    name = path.stem if path.stem != "index" else path.resolve().parent.name
    address = f"/archive/{quote(name, errors='surrogateescape')}"
    page = read_page(read_bounded(path), blog_url + address, expect="entry")
    if len(page.posts) != 1:
        why = f"it holds {len(page.posts)} posts" if page.posts else next((problem.what for problem in page.problems), "it is empty")
        raise NoVerdict(f"{shown_path(path)} is not the page of an entry: {why}; save the entry's own page, with its comments")
    written = None
    with suppress(OSError, ValueError):  # gone meanwhile, or a time that no calendar has
        written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return ReadPage(shown_path(path), "entry", address, page, written)


def _pages(snapshot: Snapshot, blog_url: str, problems: list[Problem]) -> list[ReadPage]:
    from parsers.blog.blog_page import read_page

    pages: list[ReadPage] = []
    for file in snapshot.blog:
        try:
            page = read_page(snapshot.read(file.name), blog_url + file.address, expect=file.kind, fetched=snapshot.as_of)
        except NoVerdict as error:
            problems.append(unreadable(file.name, error))
            continue
        if file.address != file.first and file.kind == "entry":
            # A further page of comments shows its own address; the post is known by the entry's.
            page = replace(page, posts=tuple(replace(post, url=blog_url + file.first) for post in page.posts))
        pages.append(ReadPage(file.name, file.kind, file.first, page))
    return pages


def _placed(problem: Problem, read: ReadPage) -> Problem:
    """The problem, placed in the file it was seen in; of an entry also by the entry's name."""
    where = read.name if problem.where == read.page.url else f"{read.name}, {problem.where}"
    keys = [post.key for post in read.page.posts] if read.kind == "entry" else []
    return replace(problem, where=where if len(keys) != 1 or keys[0] in where else f"{where} ({keys[0]})")


def listed(pages: Sequence[ReadPage], seen_at: datetime) -> list[SeenStretch]:
    """The stretches of which front page and archives that were saved at a time show every post.

    An archive that lacks a post of the front page was saved earlier. One that is cut off, or continues on a page that is
    not there, reaches back to its last post.
    """
    lists = defaultdict[str, list[ReadPage]](list)
    for read in pages:
        if read.kind != "entry" and not any(problem.fatal for problem in read.page.problems):
            lists[read.first].append(read)
    front = [post for read in pages if read.kind == "front" for post in read.page.posts]
    return [found for reads in lists.values() if (found := _stretch(reads, front, seen_at)) is not None]


def _stretch(reads: Sequence[ReadPage], front: Sequence[Post], seen_at: datetime) -> SeenStretch | None:
    """What a list with its further pages shows."""
    shown: list[Post] = []
    whole = True
    for read in reads:
        if page_number(read.page.url)[1] > len(shown):
            whole = False  # a page between them is missing
            break
        shown += sorted(read.page.posts, key=lambda post: post.position)
        whole = whole and all(problem.where != read.page.url for problem in read.page.problems)
    dates = [post.posted for post in shown if post.posted is not None]
    if not dates:
        return None
    month = month_of(reads[0].page.url)
    if month is None:
        return SeenStretch(dates[-1] + _MINUTE, seen_at)
    start, end = start_of(*month), end_of(*month)
    whole = whole and (len(reads) > 1 or len(shown) != _UNLIMITED)
    have = {read.page.url.rstrip("/") for read in reads}
    whole = whole and all(address.rstrip("/") in have for read in reads for address in read.page.more)
    keys = {post.key for post in shown}
    later = any(post.key not in keys and post.posted is not None and start <= post.posted < end for post in front)
    until = dates[0] + _MINUTE if later else min(end, seen_at)
    return SeenStretch(start if whole else dates[-1] + _MINUTE, until)
