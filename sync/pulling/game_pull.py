"""Pull a game from both sites into the store, without requesting anything twice.

The front page shows new posts. A month's archive is requested if it may hold a change that the
front page does not show, an entry if it is new or a list shows a change. Each list is kept in one
transaction with the names of the entries still to be read, so a kill loses nothing. On the wiki,
the Ruleset and the tracking page are read, and their revisions since the dynasty began.

Pulls share these books of the store: ``todo`` (entries still to be read), ``lacking`` (problems of
pages read in part), ``lost`` (failures of the last pull), ``wiki`` (the followed pages) and
``wiki.tracking`` (the tracking page that a Ruleset names); those of the blog alone are described at
:class:`BlogPull`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import chain, islice
from typing import TYPE_CHECKING

from parsers.model import ROSTER_DOUBT, Post, Problem, ProblemKind, Status, key_of
from parsers.refusal import Refused
from sync import tool_version
from sync.errors import Unreachable
from sync.net.addresses import place_of, shown_address
from sync.net.fetched import HttpSettings, NotFetched
from sync.progress import Say, silent
from sync.pulling.blog_client import BlogClient
from sync.pulling.blog_pull import pull_lists, read_entry
from sync.pulling.pull_state import BlogPull, wanted, window_of
from sync.settings.config import Live
from sync.store import Run, Store
from sync.times import clock, end_of, month_of
from sync.wiki.wiki_access import FoundPage, NoSuchPage, PageLookup, WikiNotUnderstood, WikiSettings

if TYPE_CHECKING:
    from sync.wiki.wiki_client import WikiClient

SITES = ("blog", "wiki")
_MOST = 2_000
"""The maximum number of revisions of a page in one pull; the next pull continues with older ones.
"""
_CHUNK = 50
FAILED_PULL = "lost"
"""The book of the fatal problems by which the last pull of a site failed to read it."""
PLACES = "places"
"""The book with the places of blog and wiki: two games in one store would be judged as one."""
FORGET_PLACES = "DELETE FROM notes WHERE book = 'places'"

_UNREAD = (
    "A list shows a change of this post, and its own page has not been read since: votes may be"
    " missing."
)


@dataclass(frozen=True, slots=True)
class Pulled:
    """The result of a pull: requests to each site, new or changed posts, new revisions, and
    problems.
    """

    blog_requests: int = 0
    wiki_requests: int = 0
    new: int = 0
    changed: int = 0
    revisions: int = 0
    problems: tuple[Problem, ...] = ()


def pull(
    live: Live,
    store: Store,
    progress: Say = silent,
    *,
    sites: Collection[str] = SITES,
    now: Callable[[], datetime] | None = None,
    since: datetime | None = None,
    as_of: datetime | None = None,
) -> Pulled:
    """Bring the store up to date, with the posts made ``since`` a time, and the revisions of the
    wiki back to the dynasty of ``as_of``.

    If one site cannot be reached, the other is still read. The problems are the ones of this pull
    and the remaining ones of earlier pulls; see :func:`standing_problems`.
    """
    now = now or clock
    blog = _pull_blog(live, store, progress, now, since) if "blog" in sites else Pulled()
    starts = [window_of(store, moment, since) for moment in (now(), as_of or now())]
    wiki = _pull_wiki(live, store, progress, now(), min(starts)) if "wiki" in sites else Pulled()
    problems = merged_problems(
        blog.problems + wiki.problems, standing_problems(store, sites, now())
    )
    return replace(
        blog, wiki_requests=wiki.wiki_requests, revisions=wiki.revisions, problems=problems
    )


def last_failures(store: Store, sites: Iterable[str]) -> tuple[Problem, ...]:
    """Return the problems by which the last pull failed to read these sites."""
    failed = store.book(FAILED_PULL, tuple[Problem, ...])
    return tuple(problem for site in sites for problem in failed.get(site, ()))


def standing_problems(store: Store, sites: Collection[str], now: datetime) -> tuple[Problem, ...]:
    """Return the problems that last until a page is read again: incomplete pages, unread pages, and
    pages missing from the wiki.
    """
    problems: list[Problem] = []
    if "blog" in sites:
        since = window_of(store, now)
        unread = [
            post
            for key in store.book("todo", str)
            if (post := store.post(key)) is not None and wanted(post, since)
        ]
        problems = [
            about_its_post(page, problem)
            for page, found in store.book("lacking", tuple[Problem, ...]).items()
            for problem in found
        ]
        problems += [
            Problem(
                post.url,
                _UNREAD,
                fatal=post.status is Status.PENDING,
                missing=True,
                post=post.key,
            )
            for post in unread
        ]
    return (*problems, *(_wiki_problems(store) if "wiki" in sites else ()))


def is_list(page: str) -> bool:
    """Return whether a name in the book ``lacking`` is the address of a list, not an entry's key."""
    return "/" in page


def about_its_post(page: str, problem: Problem) -> Problem:
    """Return a stored problem with its subject: earlier versions stored neither kinds nor posts."""
    if problem.post is not None or problem.kind is not ProblemKind.PAGE:
        return problem
    if problem.what.startswith(ROSTER_DOUBT):
        return replace(problem, kind=ProblemKind.ROSTER)
    address = problem.where.partition(", post ")[2]
    if address:
        return replace(problem, post=key_of(address))
    return problem if is_list(page) else replace(problem, post=page)


def merged_problems(problems: Sequence[Problem], more: Iterable[Problem]) -> tuple[Problem, ...]:
    """Merge both without duplicates; a page that one of the first could not fetch is not also
    reported as missing.
    """
    named = {problem.where for problem in problems}
    return tuple(
        dict.fromkeys(
            (
                *problems,
                *(problem for problem in more if not (problem.missing and problem.where in named)),
            )
        )
    )


def _pull_blog(
    live: Live, store: Store, progress: Say, now: Callable[[], datetime], since: datetime | None
) -> Pulled:
    from sync.net.http import Http

    begun = now()
    progress(f"reading {shown_address(live.blog_url)}")
    with (
        Http(HttpSettings(live.contact, delay=live.delay), now=now) as http,
        store.run("blog", begun, reader=tool_version()) as run,
    ):
        blog = BlogPull(
            BlogClient(http, live.blog_url), store, live, begun, run, progress, since=since
        )
        try:
            _read_blog(blog)
        except NotFetched as error:
            blog.missed(error)
        lists = (found for page, found in blog.lacking.items() if is_list(page))
        _note_failure(run, "blog", chain(blog.problems, *lists))
        if blog.complete:
            run.note(PLACES, "blog", place_of(live.blog_url))
            run.finish()
        return Pulled(
            http.requests,
            new=len(blog.new),
            changed=len(blog.changed),
            problems=tuple(blog.problems),
        )


def _note_failure(run: Run, site: str, problems: Iterable[Problem]) -> None:
    """Save the problems by which this pull failed to read the wiki, the front page or a month, in
    place of those of the pull before.
    """
    fatal = tuple(problem for problem in problems if problem.fatal and problem.post is None)
    run.note(FAILED_PULL, site, fatal or None)


def _read_blog(blog: BlogPull) -> None:
    """Request and store everything that may have changed. Raises :class:`NotFetched` without a
    front page.
    """
    vanished = pull_lists(blog)
    if vanished is None:
        return
    since = window_of(blog.store, blog.now, blog.since)
    posts = _entries_to_read(blog, since)
    for number, post in enumerate(posts, 1):
        blog.progress("entry", number, len(posts), post.title)
        read_entry(blog, post)
    requested = {post.key for post in posts}
    for key in dict.fromkeys(vanished):  # gone, or moved to another list
        vanished_post = None if key in requested else blog.store.post(key)
        if vanished_post is not None and key not in blog.listed:
            read_entry(blog, vanished_post)
    for name in list(blog.lacking):  # forget pages that are no longer covered by an audit
        month = month_of(name)
        entry = None if is_list(name) else blog.store.post(name)
        if (month is not None and end_of(*month) < since) or (
            entry is not None and not wanted(entry, since)
        ):
            blog.lacking.drop(name)
    blog.run.checkpoint()


def _entries_to_read(blog: BlogPull, since: datetime) -> list[Post]:
    """Return the queued entries, pending matters first, including matters read long ago; entries
    not covered by an audit leave the queue.
    """
    long_ago = blog.now - timedelta(hours=blog.live.reread_hours)
    posts = []
    for key in sorted({*blog.store.pending_read_before(long_ago), *blog.todo}):
        post = blog.store.post(key)
        if post is not None and wanted(post, since):
            posts.append(post)
        else:
            blog.todo.drop(key)
    return sorted(
        posts,
        key=lambda post: (
            post.status is not Status.PENDING,
            -(post.posted or blog.now).timestamp(),
        ),
    )


@dataclass(frozen=True, slots=True)
class Followed:
    """A followed page: its title in the game, its title on the wiki, and its latest revision.
    ``revid`` is 0 for a missing page. ``says`` is a note for the report, empty if there is none.
    The fields are stored as JSON under these names: do not rename them.
    """

    title: str
    place: str
    revid: int
    says: str = ""


def _wiki_problems(store: Store) -> tuple[Problem, ...]:
    """Return notes on the followed pages that are missing, or were read at another title."""
    pages = store.book("wiki", Followed).values()
    return tuple(
        Problem(page.title, page.says, fatal=not page.revid, missing=not page.revid)
        for page in pages
        if page.says
    )


def _pull_wiki(live: Live, store: Store, progress: Say, begun: datetime, since: datetime) -> Pulled:
    from sync.wiki.wiki_client import WikiClient

    progress(f"reading {shown_address(live.wiki_url)}")
    problems: list[Problem] = []
    with (
        WikiClient(WikiSettings(live.contact, api_url=live.wiki_url)) as client,
        store.run("wiki", begun, reader=tool_version()) as run,
    ):
        try:
            _WikiPull(client, store, run, store.book("wiki", Followed)).pull(live, since)
        except (Unreachable, WikiNotUnderstood, NoSuchPage) as error:  # not those of the store
            problems = [
                Problem(
                    live.wiki_url, f"{error}.", fatal=True, missing=isinstance(error, Unreachable)
                )
            ]
        _note_failure(run, "wiki", problems)
        fatal = [*problems, *(problem for problem in _wiki_problems(store) if problem.fatal)]
        if not fatal:
            run.note(PLACES, "wiki", place_of(live.wiki_url))
            run.finish()
        return Pulled(
            wiki_requests=client.requests, revisions=run.kept["revisions"], problems=tuple(problems)
        )


@dataclass
class _WikiPull:
    """One pull: ``pages`` are the latest answers about the followed pages, ``texts`` the new texts."""

    client: WikiClient
    store: Store
    run: Run
    pages: dict[str, Followed]
    texts: dict[str, str | None] = field(default_factory=dict)

    def pull(self, live: Live, since: datetime) -> None:
        """Store the changes of the game's wiki pages, and their revisions back to the one current
        at ``since``.
        """
        # One request for all pages followed so far, whose titles the last pull left in the store.
        known = dict(self.pages)
        for title, answer in self.client.read([live.ruleset, *known]).items():
            if not answer.revid or title not in known or answer.revid != known[title].revid:
                self._take(title, answer)
        # The new Ruleset can name another tracking page; a page that is replaced is not followed.
        named = self._tracking_page(live.ruleset)
        tracking = live.tracking or named
        if tracking and tracking not in self.pages:
            self._take(tracking, self.client.read([tracking])[tracking])
        followed = [page for title, page in self.pages.items() if title in (live.ruleset, tracking)]
        for title, page in self.pages.items():
            self.run.note("wiki", title, page if page in followed else None)
        self.run.checkpoint()
        for page in followed:
            self._go_back(page, since)

    def _take(self, title: str, answer: PageLookup) -> None:
        """Save the latest revision of a page from the wiki's answer."""
        if not isinstance(answer, FoundPage):
            self.pages[title] = Followed(
                title,
                title,
                0,
                f"The wiki has no page {title!r}: {answer.why or 'no such page'}.",
            )
            return
        self.run.revision(replace(answer.revision, title=title))
        self.texts[title] = answer.revision.text
        redirected = answer.redirected_from is not None
        says = (
            f"The page redirects to {answer.title!r}; that page was read instead."
            if redirected
            else ""
        )
        self.pages[title] = Followed(title, answer.title, answer.revid, says)

    def _go_back(self, page: Followed, since: datetime) -> None:
        """Save the missing revisions of a page, back to a stored one, or to the one current at
        ``since``. Each pull fills the newest gap only; the next pull fills the one before it.
        """
        with suppress(NoSuchPage):  # the page was deleted, with its earlier revisions
            missing = self._missing_revisions(page, since)
            for first in range(0, len(missing), _CHUNK):
                ids = missing[first : first + _CHUNK]
                texts = self.client.history(page.place, ids[0], len(ids))
                for found in islice(texts, len(ids)):
                    self.run.revision(replace(found, title=page.title))
                self.run.checkpoint()

    def _missing_revisions(self, page: Followed, since: datetime) -> list[int]:
        """Return the ids of the missing revisions: from the latest missing ancestor of a page back
        to a stored one, or to the one current at a time.
        """
        revisions = self.store.revisions(page.title, texts=False)
        known = {revision.revid: revision for revision in revisions}
        # Skip the stored revisions from the latest on.
        revid, seen = page.revid, set[int]()
        while revid in known and revid not in seen and known[revid].timestamp > since:
            seen.add(revid)  # a wiki can name parents that form a cycle
            revid = known[revid].parentid
        missing: list[int] = []
        if revid and revid not in known:  # the newest gap: list it down to its far edge
            for ancestor, made in islice(self.client.ids(page.place, revid), _MOST):
                if ancestor in known:
                    break
                missing.append(ancestor)
                if made <= since:
                    break
        return missing

    def _tracking_page(self, ruleset: str) -> str | None:
        """Return the tracking page named by the latest Ruleset: read from its text if that is new,
        else as stored by the pull that read it (``""``: it names none).
        """
        text, noted = self.texts.get(ruleset), self.store.book("wiki.tracking", str).get(ruleset)
        if text is None and noted is None and (latest := self.store.revision(ruleset)) is not None:
            # An earlier version of the tool stored nothing for a configured page.
            text = latest.text
        if text is None:
            return noted or None
        from parsers.ruleset import read_ruleset

        named = None
        with suppress(Refused):  # too long for a Ruleset; the view reports it
            named = read_ruleset(text).tracking_page
        self.run.note("wiki.tracking", ruleset, named or "")
        return named
