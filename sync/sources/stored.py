"""The store as a source, and later revisions from the wiki."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import KW_ONLY, dataclass
from datetime import datetime, timedelta
from functools import cached_property

from parsers.blog.merging import lists_of
from parsers.model import Post, PostPast, Problem, Revision, Roster, Seen
from sync.errors import OtherGame, Unreachable
from sync.files import shown_path
from sync.net.addresses import place_of
from sync.pulling.game_pull import (
    FAILED_PULL,
    FORGET_PLACES,
    PLACES,
    merged_problems,
    standing_problems,
)
from sync.pulling.pull_state import Listing, reach_of, window_of
from sync.settings.config import Live
from sync.sources.advice import pull_again
from sync.sources.interface import Source, seen_since
from sync.store import Store
from sync.times import end_of, month_address, month_of, months_back, shown, start_of
from validators.view import Coverage, GameView, SeenRoster, SeenStretch


@dataclass
class StoreSource(Source):
    """The store's content as of a time. Nothing is pulled: ``pulled`` are the problems of an
    earlier pull. ``since`` asks also for posts from before the dynasty. Methods raise the errors of
    :class:`Store`.
    """

    store: Store
    live: Live
    as_of: datetime
    _: KW_ONLY
    site: str = ""
    emperor: str | None = None
    pulled: Sequence[Problem] = ()
    since: datetime | None = None

    def __post_init__(self) -> None:
        self.ruleset = self.live.ruleset
        self._noted: list[Problem] = []
        self._dates: dict[str, list[Revision]] = {}

    @property
    def problems(self) -> Sequence[Problem]:
        return merged_problems(
            self.pulled, [*standing_problems(self.store, ["wiki"], self.as_of), *self._noted]
        )

    @property
    def aged(self) -> Sequence[Problem]:
        """Return the sites whose last complete pull is too old, and, as fatal, sites that the last
        pull failed to read.
        """
        unread = self.store.book(FAILED_PULL, tuple[Problem, ...])
        found = []
        for kind, where in (("blog", self.live.blog_url), ("wiki", self.live.wiki_url)):
            seen = self.store.last_seen(kind)
            read = "never read in full" if seen is None else f"last read in full at {shown(seen)}"
            lost = kind in unread
            if lost:
                state = f"The last pull could not read the {kind} ({read})"
            elif seen is None or self.as_of - seen > timedelta(hours=self.live.max_age_hours):
                state = f"The {kind} was {read}"
            else:
                continue
            state += "; verdicts may depend on later changes."
            found.append(Problem(where, state, fatal=lost))
        return found

    def tracking_page(self, named: str | None) -> str | None:
        return self.live.tracking or named

    @property
    def _window(self) -> datetime:
        """The start of the posts: a requested time, or the start of the dynasty. Pending matters
        are always included.
        """
        return window_of(self.store, self.as_of, self.since)

    def posts(self) -> Sequence[Post]:
        self._noted += standing_problems(self.store, ["blog"], self.as_of)
        return tuple(self.store.posts(self._window, pending=True))

    def pasts(self) -> Mapping[str, PostPast]:
        return self.store.pasts(self._window, self.as_of)

    def lists(self) -> tuple[tuple[str, ...], ...]:
        return lists_of(
            (url, listing.posts) for url, listing in self.store.book("listings", Listing).items()
        )

    def coverage(self) -> Coverage:
        """Return the coverage of the front page and the archives as last fetched, without a gap;
        never longer than :meth:`posts`.
        """
        base, window = self.live.blog_url.rstrip("/") + "/", self._window
        lists = self.store.book("listings", Listing)
        front = lists.get(base)
        if front is None:
            return Coverage(since=None, advise=pull_again)
        moment = min(self.as_of, front.seen)
        posts = (self.store.post(key) for key in front.posts)
        reach = reach_of(
            post.posted for post in posts if post is not None and post.posted is not None
        )
        stretches = [] if reach is None else [SeenStretch(reach, front.seen)]
        for year, month in months_back(moment, window):
            listing = lists.get(month_address(base, year, month))
            if listing is not None and not listing.broken:
                stretches.append(
                    SeenStretch(start_of(year, month), min(end_of(year, month), listing.seen))
                )
        since, earlier = seen_since(moment, stretches)
        return Coverage(
            None if since is None else max(since, window),
            front.seen,
            earlier=earlier,
            advise=pull_again,
        )

    def roster(self) -> Roster | None:
        """Return the roster known at ``as_of``, else the oldest."""
        if self._roster is None:
            fault = "The store has no roster: no page with the sidebar has been read yet."
            self._noted.append(
                Problem(f"{self.live.blog_url.rstrip('/')}/", fault, fatal=True, missing=True)
            )
        return None if self._roster is None else self._roster.value

    def rosters(self) -> Sequence[SeenRoster]:
        return [
            SeenRoster(seen.value, seen.first_seen, seen.last_seen) for seen in self.store.rosters()
        ]

    def known(self, title: str) -> list[Revision]:
        if title not in self._dates:
            self._dates[title] = [*self.store.revisions(title, texts=False)][::-1]
        return self._dates[title]

    def filled(self, revision: Revision) -> Revision:
        return self.store.revision(revision.title, revision.revid) or revision

    def revisions(self, title: str) -> Iterator[Revision]:
        """Yield revisions from the latest to each parent, up to the first unknown one."""
        known = {
            revision.revid: revision
            for revision in self.known(title)
            if revision.timestamp <= self.as_of
        }
        revid = next(iter(known), 0)
        while revid in known:
            # A wiki can name parents that form a cycle.
            made = known.pop(revid)
            yield self.filled(made)
            revid = made.parentid

    def revision(self, title: str, revid: int) -> Revision | None:
        found = self.store.revision(title, revid)
        return found if found is not None and found.timestamp <= self.as_of else None

    def written(self) -> frozenset[int]:
        return self.store.journal.revisions()

    def absent(self, title: str) -> Unreachable:
        return Unreachable(
            f"the store has no text of the page {title!r}; run `blognomic pull`, or pass"
            f" {self.option(title)} FILE"
        )

    @cached_property
    def _roster(self) -> Seen[Roster] | None:
        versions = self.store.rosters()
        before = [seen for seen in versions if seen.first_seen <= self.as_of]
        if before:
            return before[-1]
        return versions[0] if versions else None


def open_store(live: Live, now: datetime) -> Store:
    """Open the store of a site. Raises the errors of :meth:`Store.open`, and :class:`OtherGame`
    for the store of another game.
    """
    with ExitStack() as opened:
        store = opened.enter_context(Store.open(live.store, now=now))
        places = store.book(PLACES, str)
        for site, url in (("blog", live.blog_url), ("wiki", live.wiki_url)):
            place = place_of(url)
            if places.get(site, place) != place:
                path = shown_path(live.store)
                raise OtherGame(
                    f"the store {path} has the {site} of {places[site]}, not of {place}; pass"
                    " another file with --store. If the site has only moved, keep the store with"
                    f' `sqlite3 {path} "{FORGET_PLACES}"`'
                )
        opened.pop_all()
        return store


def lost_site(live: Live, view: GameView) -> str | None:
    """Return why findings from the store may no longer hold: the wiki, the front page or a month
    could not be read.
    """
    sites = {live.blog_url.rstrip("/"), live.wiki_url.rstrip("/")}
    lost = next(
        (
            problem.where
            for problem in (*view.problems, *view.missing.aged)
            if problem.fatal
            and problem.post is None
            and (problem.where.rstrip("/") in sites or month_of(problem.where) is not None)
        ),
        None,
    )
    return (
        None
        if lost is None
        else f"{lost} could not be read, so this may be out of date; run it again later"
    )
