"""What ``doctor`` looks at: the settings, each source, the store, and one example of everything the parsers read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from sync.config import Config, Live
from sync.errors import SyncError
from sync.files import shown_path
from sync.live import live_view, open_store
from sync.pipeline import load_view
from sync.store import Report, Store
from sync.times import clock, parse_time
from validators.view import GameView

__all__ = ["Check", "State", "diagnose"]


class State(StrEnum):
    """How a check came out."""

    GOOD = "good"
    NOTE = "note"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: what it was, how it came out, and in words."""

    what: str
    state: State
    says: str


def diagnose(config: Config, prune: str | None = None) -> Iterator[Check]:
    """Look at everything. A source that fails is one bad check; the others are still looked at."""
    if config.live is None:
        yield Check("source", State.GOOD, f"the snapshot {shown_path(config.snapshot)}" if config.snapshot else "files")
        yield from _tried("pages", lambda: recognised(load_view(config, partial=True)))
        return
    live = config.live
    if not live.offline:
        yield from _tried("blog", lambda: _blog(live))
        yield from _tried("wiki", lambda: _wiki(live))
    yield from _tried("store", lambda: _store(config, live, prune))


def _tried(what: str, look: Callable[[], Iterable[Check]]) -> Iterator[Check]:
    try:
        yield from list(look())
    except SyncError as error:
        yield Check(what, State.BAD, f"{error}.")


def _blog(live: Live) -> Iterator[Check]:
    from sync.blog import BlogClient
    from sync.http import Http, HttpSettings

    with Http(HttpSettings(live.contact, delay=live.delay)) as http:
        client = BlogClient(http, live.blog_url)
        answer = client.front()
        page = client.read(answer, "front")
        head = answer.text[:200_000].lower()
        software = next((f"; it names {word}" for word in ("ExpressionEngine", "WordPress", "Blogger") if word.lower() in head), "")
        yield Check("blog", State.GOOD, f"{answer.url} answered with {len(answer.body):,} bytes{software}")
        yield Check("front page", State.GOOD if page.posts else State.BAD, f"{len(page.posts)} posts recognised")
        for problem in page.problems:
            yield Check("front page", State.BAD if problem.fatal else State.NOTE, problem.what)
        entry = next((post for post in page.posts if post.comment_count), None)
        if entry is not None:
            read = client.read(client.entry(entry.url), "entry")
            comments = read.posts[0].comments if read.posts else None
            votes = [icon for comment in comments or () for icon in comment.icons]
            state = State.GOOD if comments else State.BAD
            seen = f"{len(comments or ())} of {entry.comment_count} comments, {len(votes)} voting icons recognised"
            yield Check("entry", state, f"“{entry.title}”: {seen}")
            for problem in read.problems:
                yield Check("entry", State.BAD if problem.fatal else State.NOTE, problem.what)


def _wiki(live: Live) -> Iterator[Check]:
    from sync.wiki import Found, WikiClient, WikiSettings

    with WikiClient(WikiSettings(live.wiki_url, live.contact)) as client:
        site = client.siteinfo()
        state = State.GOOD if site.release else State.BAD
        yield Check("wiki", state, f"{site.name}, {site.generator}" + (f"; read-only: {site.read_only}" if site.read_only else ""))
        answer = client.read([live.ruleset])[live.ruleset]
        if isinstance(answer, Found) and answer.revision.text is not None:
            yield Check("Ruleset", State.GOOD, f"revision {answer.revid} of {answer.title!r}, {len(answer.revision.text):,} characters")
        else:
            yield Check("Ruleset", State.BAD, f"the wiki has no readable page {live.ruleset!r}")


def _store(config: Config, live: Live, prune: str | None) -> Iterator[Check]:
    with open_store(live, clock()) as store:
        if prune is not None:
            yield _pruned(store, prune)
        yield from _report(store.report())
        yield from recognised(live_view(config, live, store))


def _pruned(store: Store, before: str) -> Check:
    try:
        gone = store.prune(parse_time(before))
    except ValueError as error:
        return Check("prune", State.BAD, f"--prune: {error}")
    went = f"{gone.versions} versions of posts, {gone.comments} of comments and {gone.revisions} revisions removed"
    return Check("prune", State.GOOD, f"{went}; {gone.freed:,} bytes freed")


def _report(report: Report) -> Iterator[Check]:
    yield Check("store", State.GOOD, f"{report.path}: {report.file_size:,} bytes, schema {report.schema}, since {report.created:%Y-%m-%d}")
    for held in report.kinds:
        span = f", {held.oldest:%Y-%m-%d} to {held.newest:%Y-%m-%d}" if held.oldest and held.newest else ""
        yield Check("store", State.NOTE, f"{held.kind}: {held.count:,} in {held.size:,} bytes{span}")
    for fault in report.faults:
        yield Check("store", State.BAD, fault)


def recognised(view: GameView) -> Iterator[Check]:
    """One example of everything, and what was not understood."""
    post = next((p for p in view.posts if p.category.matter is not None and p.comments), None)
    if post is not None:
        yield Check("post", State.GOOD, f"“{post.title}” by {post.author}, {post.status}, {len(post.comments or ())} comments")
        vote = next(((c, i) for c in post.comments or () for i in c.icons), None)
        says = f"{vote[1].name.upper()} by {vote[0].author}" if vote else "none on that post"
        yield Check("vote", State.GOOD if vote else State.NOTE, says)
    else:
        yield Check("post", State.BAD, "no votable matter with comments was recognised")
    if view.roster is not None:
        roster = view.roster
        yield Check("roster", State.GOOD, f"{len(roster.active)} active, {len(roster.idle)} idle, {len(roster.admins)} Admins")
    if view.rules is not None:
        rules = view.rules
        read = sum(clause is not None for clause in rules.voting.values())
        says = f"{len(rules.rules)} rules, {read} of {len(rules.voting)} parameters read, tracking page {rules.tracking_page!r}"
        yield Check("rules", State.GOOD, says)
        quorum = rules.voting.get("quorum")
        if quorum is not None:
            yield Check("rule", State.GOOD, f"{quorum.rule}: “{quorum.quote}”")
        for unread in rules.unread:
            yield Check("rules", State.BAD, f"not understood: {unread.topic}: {unread.why}")
    for problem in view.problems[:20]:
        yield Check("not recognised", State.BAD if problem.fatal else State.NOTE, f"{problem.where}: {problem.what}")
    for problem in view.aged:
        yield Check("age", State.NOTE, problem.what)
