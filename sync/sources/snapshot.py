"""A snapshot folder as a source, separately saved entry pages beside it or alone, and the coverage
of its lists of posts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cached_property, partial
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from parsers.blog.merging import ReadPage, lists_of, merge_posts, merge_roster, newest_first
from parsers.blog.selectors import page_number
from parsers.model import RULESET_PAGE, Post, Problem, Revision, Roster, key_of
from sync.errors import NoVerdict, Unreachable, UsageError
from sync.files import read_bounded, shown_path
from sync.sources.advice import save_files, save_the_rest
from sync.sources.interface import Source, seen_since, unreadable
from sync.sources.snapshot_folder import NO_SNAPSHOT, UNKNOWN_REVISION, Snapshot, open_snapshot
from sync.times import clock, end_of, month_of, start_of
from validators.view import Coverage, SeenRoster, SeenStretch

_FRONT = "blog/index.html"
_MINUTE = timedelta(minutes=1)
"""Entry times have no seconds, so a list may lack some posts of its last minute."""
_DEFAULT_LIMIT = 100
"""The number of entries that ExpressionEngine shows without a limit in the template. A page with as
many may lack others, to which it has no link.
"""


class _Blog(NamedTuple):
    posts: Sequence[Post]
    roster: Roster | None
    pages: Sequence[ReadPage]


class PageTitles(NamedTuple):
    """The configured titles of the game's pages; None if the rules name the tracking page."""

    ruleset: str = RULESET_PAGE
    tracking: str | None = None


_USUAL = PageTitles()


class SnapshotSource(Source):
    """The game of a snapshot folder; without one, the game of ``entry_pages`` alone: separately
    saved pages, which take precedence over the folder's.

    Without ``now``, ``as_of`` is the time of the snapshot. ``emperor`` takes precedence over the
    one in ``snapshot.toml``. An unreadable page is a fatal problem. Raises the errors of
    :func:`open_snapshot`, and :class:`UsageError` without a time.
    """

    def __init__(
        self,
        folder: Path | None,
        *,
        blog_url: str,
        site: str = "",
        emperor: str | None = None,
        now: datetime | None = None,
        entry_pages: Sequence[ReadPage] = (),
        titles: PageTitles = _USUAL,
    ) -> None:
        self.site = site
        self._tracking = titles.tracking
        self._alone = folder is None
        self._folder = NO_SNAPSHOT if folder is None else open_snapshot(folder)
        # A folder written by a pull has the Ruleset under its usual title, whatever its title on
        # the wiki.
        has_usual = self._has(RULESET_PAGE) and not self._has(titles.ruleset)
        self.ruleset = RULESET_PAGE if has_usual else titles.ruleset
        self.emperor = self._folder.emperor if emperor is None else emperor
        self._blog_url = blog_url
        self._entry_pages = entry_pages
        self.as_of = now or self._folder.as_of or self._time_of_pages()
        self._noted: list[Problem] = []

    def _time_of_pages(self) -> datetime:
        """Return the time of the newest comment or post on separately saved pages; up to then they
        are complete.
        """
        if not self._alone:
            place = shown_path(self._folder.folder / "snapshot.toml")
            raise UsageError(
                f"{place} does not state when the pages were saved: add as_of ="
                " YYYY-MM-DDThh:mm:ssZ with that time in UTC, or pass --now"
            )
        posts = [post for read in self._entry_pages for post in read.page.posts]
        times = [post.posted for post in posts] + [
            comment.at for post in posts for comment in post.comments or ()
        ]
        return max((time for time in times if time is not None), default=clock())

    @property
    def problems(self) -> Sequence[Problem]:
        return list(dict.fromkeys(self._noted))

    def tracking_page(self, named: str | None) -> str | None:
        return self._tracking or named

    def posts(self) -> Sequence[Post]:
        return self._blog.posts

    def lists(self) -> tuple[tuple[str, ...], ...]:
        return lists_of(
            (read.page.url, newest_first(read.page))
            for read in self._blog.pages
            if read.kind != "entry"
        )

    def coverage(self) -> Coverage:
        """Return the coverage of the folder's lists at the time it was saved; for separately saved
        pages, the times of their files.
        """
        seen_times = {
            post.key: read.seen
            for read in self._entry_pages
            if read.seen is not None
            for post in read.page.posts
        }
        if self._alone:
            names = ", ".join(read.name for read in self._entry_pages) or "what was given"
            return Coverage(since=None, pages=seen_times, advise=partial(save_the_rest, names))
        seen_at = self._folder.as_of or self.as_of
        since, earlier = seen_since(
            min(seen_at, self.as_of), complete_stretches(self._blog.pages, seen_at)
        )
        if since is not None and (stated := self._folder.since) is not None:
            since = max(since, stated)
            earlier = tuple(stretch for stretch in earlier if stretch.since >= stated)
        return Coverage(since, seen_at, seen_times, earlier, save_files)

    def roster(self) -> Roster | None:
        return self._blog.roster

    def rosters(self) -> Sequence[SeenRoster]:
        """Return the folder's roster at the time it was saved, even if ``--now`` is earlier."""
        at = self._folder.as_of or self.as_of
        return [] if self._blog.roster is None else [SeenRoster(self._blog.roster, at, at)]

    def known(self, title: str) -> Iterator[Revision]:
        """Return the saved page (without a saved time, at the snapshot's time), and the saved
        history.
        """
        folder = self._folder
        latest = folder.saved_revision(title)
        if self._has(title):
            text = folder.page_text(title)
            yield latest.revision(title, text, folder.as_of or self.as_of)
        for revision in folder.history(title):
            if revision.revid != latest.revid:
                yield revision

    def _has(self, title: str) -> bool:
        return self._folder.wiki_file(title) in self._folder.names

    def page(self, title: str, *, at: datetime | None = None) -> Revision | None:
        """Return None without the saved page, because its history may have gaps."""
        return super().page(title, at=at) if self._has(title) else None

    def missing(self, title: str) -> Unreachable:
        return super().missing(title) if self._has(title) else self.absent(title)

    def revisions(self, title: str) -> Iterator[Revision]:
        """Yield the saved page, if its revision and time are known, and the saved history."""
        latest = self._folder.saved_revision(title)
        left_out = {UNKNOWN_REVISION, latest.revid} if latest.made is None else {UNKNOWN_REVISION}
        return (
            revision
            for revision in self.known(title)
            if revision.revid not in left_out and revision.timestamp <= self.as_of
        )

    def where(self, title: str) -> str:
        return title if self._alone else self._folder.wiki_file(title)

    def absent(self, title: str) -> Unreachable:
        if not self._alone:
            return Unreachable(
                f"{self._folder.missing(self.where(title))}, or pass {self.option(title)} FILE"
            )
        return Unreachable(
            f"the page {title!r} is missing: pass {self.option(title)} FILE with its wikitext, or"
            " --snapshot DIR"
        )

    @cached_property
    def _blog(self) -> _Blog:
        """The contents of the blog's pages. Their problems are recorded, a missing roster first."""
        own = {post.key for read in self._entry_pages for post in read.page.posts}
        problems: list[Problem] = []
        others = _pages(self._folder, self._blog_url, problems)
        pages = [
            *self._entry_pages,
            *(
                read
                for read in others
                if read.kind != "entry" or own.isdisjoint(post.key for post in read.page.posts)
            ),
        ]
        for read in pages:
            problems += [_placed(problem, read) for problem in read.page.problems]
        posts, contradictions = merge_posts(pages)
        roster, doubts = merge_roster(pages)
        missing_roster = [] if roster is not None else [self._no_roster()]
        self._noted += missing_roster
        self._noted += [*self._folder.problems, *problems, *contradictions, *doubts]
        return _Blog(posts, roster, pages)

    def _no_roster(self) -> Problem:
        if self._alone:
            return Problem(
                "the roster",
                "the saved pages have no sidebar with the roster; pass --snapshot DIR",
                fatal=True,
            )
        if all(page.kind != "front" for page in self._folder.blog):
            return unreadable(_FRONT, self._folder.missing(_FRONT))
        return Problem(
            _FRONT,
            "the file has no sidebar with the roster; save the front page again",
            fatal=True,
        )


def read_saved(path: Path, blog_url: str) -> ReadPage:
    """Read a saved entry page. Raises :class:`NoVerdict` if it is not a page of one entry."""
    from parsers.blog.blog_page import read_page

    name = path.stem if path.stem != "index" else path.resolve().parent.name
    address = f"/archive/{quote(name, errors='surrogateescape')}"
    page = read_page(read_bounded(path), blog_url + address, expect="entry")
    if len(page.posts) != 1:
        why = next((problem.what for problem in page.problems), "it is empty")
        if page.posts:
            why = f"it has {len(page.posts)} posts"
        raise NoVerdict(
            f"{shown_path(path)} is not an entry's page: {why}; save the entry's own page, with"
            " its comments"
        )
    written = None
    with suppress(OSError, ValueError):  # the file is gone, or its time is no date
        written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return ReadPage(shown_path(path), "entry", address, page, written)


def _pages(snapshot: Snapshot, blog_url: str, problems: list[Problem]) -> list[ReadPage]:
    from parsers.blog.blog_page import read_page

    pages: list[ReadPage] = []
    has_roster = False
    for file in snapshot.blog:
        try:
            page = read_page(
                read_bounded(snapshot.folder / file.name),
                blog_url + file.address,
                expect=file.kind,
                # The lists come first; an entry's sidebar is used only if no page before has one.
                sidebar=file.kind != "entry" or not has_roster,
            )
        except NoVerdict as error:
            problems.append(replace(unreadable(file.name, error), post=key_of(file.first)))
            continue
        has_roster = has_roster or page.roster is not None
        if file.address != file.first and file.kind == "entry":
            # A further page of comments has another address; the post has the entry's.
            page = replace(
                page, posts=tuple(replace(post, url=blog_url + file.first) for post in page.posts)
            )
        pages.append(ReadPage(file.name, file.kind, file.first, page))
    return pages


def _placed(problem: Problem, read: ReadPage) -> Problem:
    """Return a problem with the name of its file, and for an entry also the entry's name."""
    where = read.name if problem.where == read.page.url else f"{read.name}, {problem.where}"
    if read.kind != "entry":
        return replace(problem, where=where)
    key = read.page.posts[0].key if len(read.page.posts) == 1 else key_of(read.first)
    return replace(problem, where=where if key in where else f"{where} ({key})", post=key)


def complete_stretches(pages: Sequence[ReadPage], seen_at: datetime) -> list[SeenStretch]:
    """Return the stretches of time whose every post is on the front page or an archive, saved at a
    given time.

    The front page reaches back to its last post; its further pages do not count without it. An
    archive counts only as a whole: not if one of its pages or parts is missing, and not if it lacks
    a post of the front page, because then it was saved earlier.
    """
    lists = defaultdict[str, list[ReadPage]](list)
    for read in pages:
        if read.kind != "entry":
            lists[read.first].append(read)
    front = [post for read in pages if read.kind == "front" for post in read.page.posts]
    return [
        found
        for reads in lists.values()
        if (found := _complete_stretch(reads, front, seen_at)) is not None
    ]


def _complete_stretch(
    reads: Sequence[ReadPage], front: Sequence[Post], seen_at: datetime
) -> SeenStretch | None:
    """Return the stretch that a list shows completely with its further pages, or None."""
    first = reads[0].page
    month = month_of(first.url)
    shown = [post for read in reads for post in read.page.posts]
    dates = [
        post.posted
        for post in sorted(first.posts, key=lambda post: post.position)
        if post.posted is not None
    ]
    if (
        not dates
        or page_number(first.url)[1]
        or any(problem.fatal for read in reads for problem in read.page.problems)
    ):
        return None
    if month is None:
        return SeenStretch(dates[-1] + _MINUTE, seen_at)
    start, end = start_of(*month), end_of(*month)
    urls = {read.page.url.rstrip("/") for read in reads}
    linked = {address.rstrip("/") for read in reads for address in read.page.more}
    # A problem of one post does not hide others; a problem of the page may.
    has_page_problem = any(problem.post is None for read in reads for problem in read.page.problems)
    lacks_link = len(reads) == 1 and len(shown) == _DEFAULT_LIMIT
    # The page ``…/P25`` begins with post 25, so the pages before it must show 25 posts.
    posts_before = accumulate((len(read.page.posts) for read in reads), initial=0)
    has_gap = any(
        page_number(read.page.url)[1] > count
        for read, count in zip(reads, posts_before, strict=False)
    )
    if has_page_problem or linked - urls or lacks_link or has_gap:
        return None
    keys = {post.key for post in shown}
    is_older_than_front = any(
        post.key not in keys and post.posted is not None and start <= post.posted < end
        for post in front
    )
    return None if is_older_than_front else SeenStretch(start, min(end, seen_at))
