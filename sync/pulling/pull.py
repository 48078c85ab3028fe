"""A pull of a game: both sites into the store, nothing requested twice, and what could not be read.

The front page tells what is new. A month's archive is requested if it may hold a change that the front page does not
show, an entry if it is new or a list shows that it changed. A page whose bytes are those of the last time is not read
again. Every version that was seen stays in the store, and each list is kept in one transaction with the names of the
entries still to be read, so a kill loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from parsers.model import Post, Problem, Status
from sync import tool_version
from sync.errors import NoVerdict, Unreachable
from sync.net.addresses import shown_address
from sync.net.fetched import NotFetched
from sync.net.pacing import HttpSettings
from sync.progress import Say, silent
from sync.pulling.books import BlogPull, end_of, lacking, unread, wanted, window_of
from sync.pulling.client import BlogClient
from sync.pulling.entries import read_entry, recheck_entry
from sync.pulling.lists import month_of, pull_lists
from sync.pulling.wiki import pull_wiki, wiki_problems
from sync.settings.config import Live
from sync.store import Store
from sync.times import clock
from sync.wiki.wiki_access import WikiSettings

SITES = ("blog", "wiki")


@dataclass(frozen=True, slots=True)
class Pulled:
    """What a pull did: requests to each site, posts that were new or changed, new revisions, and what it could not read."""

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
) -> Pulled:
    """Bring the store up to date. If one site cannot be reached, the other is read all the same.

    ``since`` asks for the posts and revisions made since a time before the dynasty, too.

    The problems are those of this pull and those that earlier ones left; see :func:`standing_problems`.
    """
    now = now or clock
    blog = _pull_blog(live, store, progress, now, since) if "blog" in sites else Pulled()
    wiki = _pull_wiki(live, store, progress, now(), window_of(store, now(), since)) if "wiki" in sites else Pulled()
    problems = merged_problems(blog.problems + wiki.problems, standing_problems(store, sites, now()))
    return replace(blog, wiki_requests=wiki.wiki_requests, revisions=wiki.revisions, problems=problems)


def standing_problems(store: Store, sites: Collection[str], now: datetime) -> tuple[Problem, ...]:
    """Problems that last until a page is read again: what pages lacked, what is still unread, what the wiki does not have."""
    blog = (*lacking(store), *unread(store, now)) if "blog" in sites else ()
    return (*blog, *(wiki_problems(store) if "wiki" in sites else ()))


def merged_problems(problems: Sequence[Problem], more: Iterable[Problem]) -> tuple[Problem, ...]:
    """Both, each once; a page that one of the first could not fetch is not called missing again."""
    named = {problem.where for problem in problems}
    return tuple(dict.fromkeys((*problems, *(problem for problem in more if not (problem.missing and problem.where in named)))))


def _pull_blog(live: Live, store: Store, progress: Say, now: Callable[[], datetime], since: datetime | None) -> Pulled:
    from sync.net.http import Http

    begun = now()
    progress(f"reading {shown_address(live.blog_url)}")
    with Http(HttpSettings(live.contact, delay=live.delay), now=now) as http:
        client = BlogClient(http, live.blog_url)
        with store.run("blog", begun, reader=tool_version()) as run:
            blog = BlogPull(client, store, live, begun, run, progress, since=since)
            _read_blog(blog)
            if blog.complete:
                run.finish()
        return Pulled(http.requests, new=len(blog.new), changed=len(blog.changed), problems=tuple(blog.problems))


def _pull_wiki(live: Live, store: Store, progress: Say, begun: datetime, since: datetime) -> Pulled:
    from sync.wiki.wiki_client import WikiClient

    progress(f"reading {shown_address(live.wiki_url)}")
    problems: list[Problem] = []
    with WikiClient(WikiSettings(live.contact, api_url=live.wiki_url)) as client, store.run("wiki", begun, reader=tool_version()) as run:
        try:
            pull_wiki(client, store, live, run, since)
        except NoVerdict as error:
            problems = [Problem(live.wiki_url, f"{error}.", fatal=True, missing=isinstance(error, Unreachable))]
        lost = [*problems, *(problem for problem in wiki_problems(store) if problem.fatal)]
        run.checkpoint() if lost else run.finish()
        return Pulled(wiki_requests=client.requests, revisions=run.kept["revisions"], problems=tuple(problems))


def _read_blog(blog: BlogPull) -> None:
    """Request what may have changed, and keep it. Problems are left in ``blog.problems`` and in the store."""
    try:
        vanished = pull_lists(blog)
    except NotFetched as error:
        blog.missed(error)
        return
    if vanished is None:
        return  # no front page to begin with
    since = window_of(blog.store, blog.now, blog.since)
    posts = _entries_to_read(blog, since)
    for number, post in enumerate(posts, 1):
        blog.progress("entry", number, len(posts), post.title)
        read_entry(blog, post)
    for key in dict.fromkeys(vanished):
        recheck_entry(blog, key)
    _forget_old_pages(blog, since)
    blog.run.checkpoint()


def _entries_to_read(blog: BlogPull, since: datetime) -> list[Post]:
    """The queued entries, pending matters first, those read long ago included; the queue drops what no audit covers."""
    long_ago = blog.now - timedelta(hours=blog.live.reread_hours)
    posts = []
    for key in sorted({*blog.store.pending_read_before(long_ago), *blog.todo}):
        post = blog.store.post(key)
        if post is not None and wanted(post, since):
            posts.append(post)
        else:
            blog.todo.drop(key)
    return sorted(posts, key=lambda post: (post.status is not Status.PENDING, -(post.posted or blog.now).timestamp()))


def _forget_old_pages(blog: BlogPull, since: datetime) -> None:
    """Forget what pages lacked that no audit covers any more."""
    for name in list(blog.lacking):
        month = month_of(name)
        post = None if "/" in name else blog.store.post(name)
        if (month is not None and end_of(*month) < since) or (post is not None and not wanted(post, since)):
            blog.lacking.drop(name)
