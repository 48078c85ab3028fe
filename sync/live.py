"""The live game: pull both sites into the store, and the view that the store gives."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from parsers.model import Problem
from parsers.ruleset.model import Ruleset
from sync.config import Config, Live
from sync.errors import NoVerdict
from sync.files import shown_path
from sync.store import Store
from sync.times import clock
from sync.version import tool_version
from validators.view import GameView

__all__ = ["Pulled", "live_rules", "live_view", "open_store", "pull"]

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Pulled:
    """What a pull did: requests to each site, posts and revisions that were new or changed, and what it could not see."""

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
    now: Callable[[], datetime] = clock,
) -> Pulled:
    """Bring the store up to date. One site that cannot be reached does not keep the other from being read."""
    nothing = Pulled(0, 0, 0, 0, 0, ())
    blog = _pull_blog(live, store, progress, now()) if "blog" in sites else nothing
    wiki = _pull_wiki(live, store, progress, now()) if "wiki" in sites else nothing
    return replace(blog, wiki_requests=wiki.wiki_requests, revisions=wiki.revisions, problems=blog.problems + wiki.problems)


def _pull_blog(live: Live, store: Store, progress: Progress, now: datetime) -> Pulled:
    from sync.blog import BlogClient
    from sync.http import Http, HttpSettings
    from sync.pull import BLOG_RUN, Blog, pull_blog

    with Http(HttpSettings(live.contact, delay=live.delay)) as http, store.run(BLOG_RUN, now, reader=tool_version()) as run:
        blog = Blog(BlogClient(http, live.blog_url), store, live, now, run, progress)
        pull_blog(blog)
        run.asked(http.log)
        kept = run.finish(complete=blog.complete)
        return Pulled(http.requests, 0, kept.new, kept.changed, 0, tuple(blog.problems))


def _pull_wiki(live: Live, store: Store, progress: Progress, now: datetime) -> Pulled:
    from sync.pull_wiki import WIKI_RUN, pull_wiki, unreachable
    from sync.wiki import WikiClient, WikiSettings

    progress("the wiki")
    problems: list[Problem] = []
    with WikiClient(WikiSettings(live.wiki_url, live.contact)) as client, store.run(WIKI_RUN, now, reader=tool_version()) as run:
        try:
            problems = pull_wiki(client, store, live, run)
        except NoVerdict as error:
            problems = [unreachable(live, error)]
        kept = run.finish(complete=not any(problem.fatal for problem in problems))
        return Pulled(0, client.requests, 0, 0, kept.revisions, tuple(problems))


def live_rules(live: Live, store: Store, problems: list[Problem]) -> Ruleset | None:
    """The Ruleset as the store has it; None, with a problem, where it has none."""
    from parsers.ruleset import read_ruleset

    kept = store.revision(live.ruleset)
    if kept is None or kept.text is None:
        what = "The store has no text of this page: pull it from the wiki, or pass --ruleset FILE."
        problems.append(Problem(live.ruleset, what, fatal=True, missing=True))
        return None
    return read_ruleset(kept.text, page=live.ruleset, revid=kept.revid)


def live_view(config: Config, live: Live, store: Store, problems: tuple[Problem, ...] = ()) -> GameView:
    """What the store knows, as of now or of ``--now``; ``problems`` are those of the pull before."""
    from sync.pull import lacking, window_of

    now = config.now or clock()
    found = [*problems, *lacking(store)]
    rules = live_rules(live, store, found)
    roster = store.roster()
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
        aged=tuple(_aged(live, store, now)),
    )


def _aged(live: Live, store: Store, now: datetime) -> list[Problem]:
    """Sources whose last complete pull is older than the configured limit."""
    limit = timedelta(hours=live.max_age_hours)
    aged = []
    for kind, where in (("blog", live.blog_url), ("wiki", live.wiki_url)):
        seen = store.last_seen(kind)
        if seen is None or now - seen > limit:
            since = "has never been read in full" if seen is None else f"was last read in full at {seen:%Y-%m-%d %H:%M} UTC"
            aged.append(Problem(where, f"The {kind} {since}; verdicts may rest on what has changed since."))
    return aged
