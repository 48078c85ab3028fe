"""A pull of a game: both sites into the store, and what could not be read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from parsers.model import Problem
from sync.errors import NoVerdict
from sync.settings.config import Live
from sync.settings.version import tool_version
from sync.store import Store
from sync.times import clock

__all__ = ["SITES", "Pulled", "merged_problems", "pull", "standing_problems"]

SITES = ("blog", "wiki")

Progress = Callable[[str], None]


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
    progress: Progress = lambda _: None,
    *,
    sites: Collection[str] = SITES,
    now: Callable[[], datetime] | None = None,
) -> Pulled:
    """Bring the store up to date. If one site cannot be reached, the other is read all the same.

    The problems are those of this pull and those that earlier ones left; see :func:`standing_problems`.
    """
    now = now or clock
    blog = _pull_blog(live, store, progress, now) if "blog" in sites else Pulled()
    wiki = _pull_wiki(live, store, progress, now()) if "wiki" in sites else Pulled()
    problems = merged_problems(blog.problems + wiki.problems, standing_problems(store, sites, now()))
    return replace(blog, wiki_requests=wiki.wiki_requests, revisions=wiki.revisions, problems=problems)


def standing_problems(store: Store, sites: Collection[str], now: datetime) -> tuple[Problem, ...]:
    """Problems that last until a page is read again: what pages lacked, what is still unread, what the wiki does not have."""
    from sync.pulling.posts import lacking, unread
    from sync.pulling.wiki import wiki_problems

    blog = (*lacking(store), *unread(store, now)) if "blog" in sites else ()
    return (*blog, *(wiki_problems(store) if "wiki" in sites else ()))


def merged_problems(problems: Sequence[Problem], more: Iterable[Problem]) -> tuple[Problem, ...]:
    """Both, each once; a page that one of the first could not fetch is not called missing again."""
    named = {problem.where for problem in problems}
    return tuple(dict.fromkeys((*problems, *(problem for problem in more if not (problem.missing and problem.where in named)))))


def _pull_blog(live: Live, store: Store, progress: Progress, now: Callable[[], datetime]) -> Pulled:
    from sync.net.http import Http, HttpSettings
    from sync.pulling.client import BlogClient
    from sync.pulling.posts import BLOG_RUN, Blog, pull_blog

    begun = now()
    with Http(HttpSettings(live.contact, delay=live.delay), now=now) as http:
        client = BlogClient(http, live.blog_url)
        with store.run(BLOG_RUN, begun, reader=tool_version()) as run:
            blog = Blog(client, store, live, begun, run, progress)
            pull_blog(blog)
            run.asked(http.log)
            run.finish(now(), complete=blog.complete)
        return Pulled(http.requests, new=len(blog.new), changed=len(blog.changed), problems=tuple(blog.problems))


def _pull_wiki(live: Live, store: Store, progress: Progress, begun: datetime) -> Pulled:
    from sync.pulling.wiki import WIKI_RUN, pull_wiki, unreachable, wiki_problems
    from sync.wiki import WikiClient, WikiSettings

    progress("the wiki")
    problems: list[Problem] = []
    with WikiClient(WikiSettings(live.contact, api_url=live.wiki_url)) as client, store.run(WIKI_RUN, begun, reader=tool_version()) as run:
        try:
            pull_wiki(client, store, live, run)
        except NoVerdict as error:
            problems = [unreachable(live, error)]
        lost = [*problems, *(problem for problem in wiki_problems(store) if problem.fatal)]
        kept = run.finish(complete=not lost)
        return Pulled(wiki_requests=client.requests, revisions=kept.revisions, problems=tuple(problems))
