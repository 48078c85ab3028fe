"""The live game: pull both sites into the store, and the view that the store gives."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from parsers.model import Problem, Revision, Roster
from parsers.ruleset.model import Ruleset
from sync.errors import NoVerdict
from sync.files import shown_path
from sync.settings.config import Config, Live
from sync.settings.version import tool_version
from sync.store import Store
from sync.times import clock, shown
from validators.view import GameView

__all__ = ["Pulled", "aged", "live_rules", "live_view", "lost_site", "open_store", "pull", "standing"]

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Pulled:
    """What a pull did: requests to each site, posts that were new or changed, new revisions, and what it could not see."""

    blog_requests: int
    wiki_requests: int
    new: int
    changed: int
    revisions: int
    problems: tuple[Problem, ...]


def open_store(live: Live, now: datetime) -> Store:
    """The store of this site; its folder is made where there is none. Raises what :meth:`Store.open` raises."""
    try:
        live.store.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        folder = shown_path(live.store.parent)
        raise NoVerdict(f"the folder {folder} for the store cannot be made: {error.strerror or error}; pass --store PATH") from None
    return Store.open(live.store, now=now)


def pull(
    live: Live,
    store: Store,
    progress: Progress = lambda _: None,
    *,
    sites: Collection[str] = ("blog", "wiki"),
    now: Callable[[], datetime] | None = None,
) -> Pulled:
    """Bring the store up to date. One site that cannot be reached does not keep the other from being read.

    The problems are those of this pull and those that earlier ones left; see :func:`standing`.
    """
    nothing = Pulled(0, 0, 0, 0, 0, ())
    now = now or clock
    blog = _pull_blog(live, store, progress, now) if "blog" in sites else nothing
    wiki = _pull_wiki(live, store, progress, now()) if "wiki" in sites else nothing
    problems = _added(blog.problems + wiki.problems, standing(store, now(), sites=sites))
    return replace(blog, wiki_requests=wiki.wiki_requests, revisions=wiki.revisions, problems=problems)


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
        return Pulled(http.requests, 0, len(blog.new), len(blog.changed), 0, tuple(blog.problems))


def _pull_wiki(live: Live, store: Store, progress: Progress, begun: datetime) -> Pulled:
    from sync.pulling.wiki import WIKI_RUN, pull_wiki, unreachable, wiki_problems
    from sync.wiki import WikiClient, WikiSettings

    progress("the wiki")
    problems: list[Problem] = []
    with WikiClient(WikiSettings(live.wiki_url, live.contact)) as client, store.run(WIKI_RUN, begun, reader=tool_version()) as run:
        try:
            pull_wiki(client, store, live, run)
        except NoVerdict as error:
            problems = [unreachable(live, error)]
        lost = [*problems, *(problem for problem in wiki_problems(store) if problem.fatal)]
        kept = run.finish(complete=not lost)
        return Pulled(0, client.requests, 0, 0, kept.revisions, tuple(problems))


def lost_site(live: Live, problems: Iterable[Problem]) -> str | None:
    """Why nothing is certain any more that was found in what the store has: a site that could not be read now."""
    sites = {live.blog_url.rstrip("/"), live.wiki_url.rstrip("/")}
    lost = next((problem.where for problem in problems if problem.missing and problem.where.rstrip("/") in sites), None)
    return None if lost is None else f"{lost} could not be read now, so that it may not hold any more; run it again later"


def standing(store: Store, now: datetime, sites: Collection[str] = ("blog", "wiki")) -> tuple[Problem, ...]:
    """The problems that stay until something is read again: what pages lacked, what is still unread, what the wiki has not."""
    from sync.pulling.posts import lacking, unread
    from sync.pulling.wiki import wiki_problems

    blog = (*lacking(store), *unread(store, now)) if "blog" in sites else ()
    return (*blog, *(wiki_problems(store) if "wiki" in sites else ()))


def _added(problems: tuple[Problem, ...], more: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Both, without saying of a page that it could not be had when it was said already."""
    named = {problem.where for problem in problems}
    return tuple(dict.fromkeys((*problems, *(problem for problem in more if not (problem.missing and problem.where in named)))))


def live_rules(live: Live, store: Store, problems: list[Problem], now: datetime | None = None) -> Ruleset | None:
    """The Ruleset as the store has it, as of a time; None, with a problem, where it has none that can be read."""
    from parsers.ruleset import read_ruleset

    kept = _as_of(store, live.ruleset, now)
    if kept is None or kept.text is None:
        if not any(problem.where == live.ruleset for problem in problems):
            what = "The store has no text of this page: pull it from the wiki, or pass --ruleset FILE."
            problems.append(Problem(live.ruleset, what, fatal=True, missing=True))
        return None
    try:
        ruleset = read_ruleset(kept.text, page=live.ruleset, revid=kept.revid, gamestate=True)
    except ValueError as error:
        problems.append(Problem(live.ruleset, f"Revision {kept.revid} cannot be read: {error}.", fatal=True))
        return None
    absent = next((unread.why for unread in ruleset.unread if unread.topic == "sections"), None)
    if absent or not ruleset.rules:
        problems.append(Problem(live.ruleset, f"Revision {kept.revid} is no whole Ruleset: {absent or 'it has no rules'}.", fatal=True))
    return ruleset if ruleset.rules else None


def _as_of(store: Store, title: str, now: datetime | None) -> Revision | None:
    """The latest revision of a page that was made by then; the oldest known where all are younger."""
    latest = store.revision(title)
    if latest is None or now is None or latest.timestamp <= now:
        return latest
    earliest = None
    for revision in store.revisions(title):
        if revision.text is None:
            continue
        if earliest is not None and revision.timestamp > now:
            break
        earliest = revision
    return earliest or latest


def _roster(store: Store, now: datetime) -> tuple[Roster | None, datetime | None]:
    """The roster as of a time, and since when it is known; where all are younger, the oldest."""
    kept = store.rosters()
    then = [seen for seen in kept if seen.first_seen <= now]
    found = then[-1] if then else kept[0] if kept else None
    return (found.value, found.first_seen) if found is not None else (None, None)


def live_view(config: Config, live: Live, store: Store, problems: tuple[Problem, ...] = ()) -> GameView:
    """What the store knows, as of now or of ``--now``; ``problems`` are those of the pull before."""
    from sync.pulling.posts import window_of

    now = config.now or clock()
    found = list(_added(problems, standing(store, now)))
    rules = live_rules(live, store, found, now)
    roster, _ = _roster(store, now)
    if roster is None:
        what = "The store has no roster: no page with the sidebar has been read yet."
        found.append(Problem(live.blog_url, what, fatal=True, missing=True))
    return GameView(
        as_of=now,
        rules=rules,
        roster=roster,
        posts=tuple(store.posts(window_of(store, now), pending=True)),
        emperor=config.emperor,
        site=config.site,
        problems=tuple(dict.fromkeys(found)),
        aged=(*aged(live, store, now), *_younger(live, store, now)),
    )


def aged(live: Live, store: Store, now: datetime) -> tuple[Problem, ...]:
    """Sources whose last complete pull is older than the configured limit."""
    limit = timedelta(hours=live.max_age_hours)
    found = []
    for kind, where in (("blog", live.blog_url), ("wiki", live.wiki_url)):
        seen = store.last_seen(kind)
        if seen is None or now - seen > limit:
            since = "has never been read in full" if seen is None else f"was last read in full at {shown(seen)}"
            found.append(Problem(where, f"The {kind} {since}; verdicts may rest on what has changed since."))
    return tuple(found)


def _younger(live: Live, store: Store, now: datetime) -> tuple[Problem, ...]:
    """What is used of a time after ``--now``, for want of anything older."""
    found = []
    revision, (_, since) = _as_of(store, live.ruleset, now), _roster(store, now)
    if revision is not None and revision.timestamp > now:
        found.append(Problem(live.ruleset, f"The oldest revision that is kept is of {shown(revision.timestamp)}; it was used."))
    if since is not None and since > now:
        found.append(Problem(live.blog_url, f"The oldest roster that is kept was first seen at {shown(since)}; it was used."))
    return tuple(found)
