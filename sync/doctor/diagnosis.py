"""The checks of ``doctor``: each source, the store, the journal, and one example of every kind of
data that the parsers read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from parsers.model import Page, Post, Problem, Roster
from parsers.refusal import Refused
from parsers.ruleset.reviews import Reviews
from parsers.ruleset.ruleset_model import Ruleset
from sync.doctor import Check, State
from sync.errors import SyncError, UsageError
from sync.files import shown_path
from sync.settings.config import Config, Live
from sync.sources.interface import Source
from sync.sources.source_view import ViewRequest, load_view
from sync.sources.stored import StoreSource, open_store
from sync.store import Store
from sync.text import shorten
from sync.times import clock, shown
from validators.words import counted, reviewed_by

_MOST_PROBLEMS = 6
_QUOTED = 160
_UNSETTLED = ("begun", "unknown")


@dataclass
class _Recognised:
    """The values recognised on a source's pages."""

    posts: list[Post] = field(default_factory=list)
    roster: Roster | None = None
    rules: Ruleset | None = None
    problems: list[Problem] = field(default_factory=list)

    def add(self, page: Page) -> None:
        self.posts[:0] = page.posts
        self.roster = self.roster or page.roster
        self.problems += page.problems


def diagnose(
    config: Config, opened: Callable[[], AbstractContextManager[Source]]
) -> Iterator[Check]:
    """Check everything. A failing source is one bad check; the others are still checked. ``opened``
    opens the configured source.
    """
    live = config.live
    if live is None:
        yield Check(
            "source",
            State.GOOD,
            f"the snapshot {shown_path(config.snapshot)}" if config.snapshot else "files",
        )
        yield from _tried("pages", lambda: _of_source(opened(), config.reviews))
        return
    seen = _Recognised()
    if not live.offline:
        yield from _tried("blog", lambda: _blog(live, seen))
        yield from _tried("wiki", lambda: _wiki(live, config.reviews, seen))
    yield from _tried("store", lambda: _store(config, live))
    if not live.offline:
        yield from _examples(seen)


def _tried(name: str, look: Callable[[], Iterable[Check]]) -> Iterator[Check]:
    try:
        yield from look()
    except SyncError as error:
        yield Check(name, State.BAD, f"{error}.")


def _fine(name: str, good: object, detail: str) -> Check:
    return Check(name, State.GOOD if good else State.BAD, detail)


def _blog(live: Live, seen: _Recognised) -> Iterator[Check]:
    from sync.net.fetched import HttpSettings
    from sync.net.http import Http
    from sync.pulling.blog_client import BlogClient

    with Http(HttpSettings(live.contact, delay=live.delay)) as http:
        client = BlogClient(http, live.blog_url)
        answer = client.front()
        page = client.read(answer, "front")
        yield Check("blog", State.GOOD, f"{answer.url} answered with {len(answer.body):,} bytes")
        yield _fine("front page", page.posts, f"{counted(len(page.posts), 'post')} recognised")
        seen.add(page)
        # Prefer a votable matter, because it has votes.
        for entry in sorted(
            (post for post in page.posts if post.comment_count),
            key=lambda post: post.category.matter is None,
        )[:1]:
            read = client.read(client.entry(entry.url), "entry")
            seen.add(read)
            comments = (read.posts[0].comments if read.posts else None) or ()
            votes = counted(sum(len(comment.icons) for comment in comments), "voting icon")
            yield _fine(
                "entry",
                comments,
                f"“{entry.title}”: {len(comments)} of {entry.comment_count} comments, {votes}"
                " recognised",
            )


def _wiki(live: Live, reviews: Reviews, seen: _Recognised) -> Iterator[Check]:
    from parsers.ruleset import read_ruleset
    from sync.wiki.wiki_access import FoundPage, WikiSettings
    from sync.wiki.wiki_client import WikiClient

    with WikiClient(WikiSettings(live.contact, api_url=live.wiki_url)) as client:
        detail, is_known = client.siteinfo()
        yield _fine("wiki", is_known, detail)
        answer = client.read([live.ruleset])[live.ruleset]
        text = answer.revision.text if isinstance(answer, FoundPage) else None
        yield _fine(
            "Ruleset",
            text,
            f"“{live.ruleset}”: {'no such page' if text is None else f'revision {answer.revid}'}",
        )
        if text is None:
            return
        try:
            seen.rules = read_ruleset(text, page=live.ruleset, revid=answer.revid, reviews=reviews)
        except Refused as error:
            yield Check("Ruleset", State.BAD, str(error))
            return
        tracking = live.tracking or seen.rules.tracking_page
        if tracking is not None:
            found = client.read([tracking])[tracking]
            yield from _table_of(
                tracking, found.revision.text if isinstance(found, FoundPage) else None
            )


def _store(config: Config, live: Live) -> Iterator[Check]:
    if not live.store.is_file():
        detail = f"{shown_path(live.store)} does not exist yet; `blognomic pull` creates it"
        yield Check("store", State.BAD if live.offline else State.NOTE, detail)
        return
    with open_store(live, clock()) as store:
        report = store.report()
        yield _fine(
            "store",
            not report.faults,
            f"{shown_path(live.store)}: {report.file_size:,} bytes, since"
            f" {report.created:%Y-%m-%d}",
        )
        yield Check(
            "store",
            State.NOTE,
            ", ".join(f"{count:,} {kind}" for kind, count in report.rows.items()),
        )
        yield from (Check("store", State.BAD, fault) for fault in report.faults)
        if entries := store.journal.entries():
            unsettled = sum(entry.state in _UNSETTLED for entry in entries)
            detail = (
                f"{len(entries)} writes made or tried, {unsettled} with an unknown outcome; see"
                " `blognomic doctor --journal`"
            )
            yield Check("journal", State.BAD if unsettled else State.NOTE, detail)
        source = StoreSource(store, live, config.now or clock())
        yield from (Check("age", State.NOTE, problem.what) for problem in source.aged)
        if live.offline:
            yield from _of_source(nullcontext(source), config.reviews)


def journal(config: Config) -> Iterator[Check]:
    """Yield all writes, including attempts, the latest first. Raises :class:`UsageError` without a
    store.
    """
    if config.live is None or not config.live.store.is_file():
        raise UsageError("--journal: there is no store, so this machine has made no writes")
    with Store.open(config.live.store, now=clock()) as store:
        entries = store.journal.entries()
    yield Check(
        "journal",
        State.NOTE,
        (
            f"{len(entries)} writes made or tried; `blognomic correct --undo N` undoes an edit of the"
            " wiki"
        ),
    )
    for entry in reversed(entries):
        write = entry.write
        revision = f" as revision {entry.new_revid}" if entry.new_revid is not None else ""
        content = shorten(write.summary or ", ".join(write.findings) or write.mark, _QUOTED)
        outcome = f"{entry.state}{revision}{f': {entry.why}' if entry.why else ''}"
        detail = (
            f"{shown(entry.began)}, {write.kind}, {shorten(write.place, _QUOTED)}: {content}"
            f" ({outcome})"
        )
        yield Check(
            f"number {entry.id}", State.BAD if entry.state in _UNSETTLED else State.NOTE, detail
        )


def _table_of(title: str, text: str | None) -> Iterator[Check]:
    """Check that a table of a tracking page can be read."""
    from parsers.wiki.wiki_page import read_page

    tables = read_page(text).tables if text is not None else ()
    found = max(tables, key=lambda table: len(table.grid), default=None)
    detail = "the page does not exist, or none of its tables was recognised"
    if found is not None:
        columns = shorten(", ".join(name for name in found.columns if name), _QUOTED)
        detail = f"{len(tables)} on the page; the largest has {len(found.body)} rows: {columns}"
    yield _fine("table", found, f"“{title}”: {detail}")


def _of_source(opened: AbstractContextManager[Source], reviews: Reviews) -> Iterator[Check]:
    with opened as source:
        view = load_view(source, ViewRequest(reviews=reviews))
        yield from _examples(
            _Recognised(list(view.posts), view.roster, view.rules, list(view.problems))
        )
        title = source.tracking_page(view.rules.tracking_page if view.rules is not None else None)
        if title is not None:
            page = source.page(title)
            yield from _table_of(title, None if page is None else page.text)


def _examples(seen: _Recognised) -> Iterator[Check]:
    """Yield one example of each kind of data, and the parts that were not understood."""
    post = next((p for p in seen.posts if p.category.matter is not None and p.comments), None)
    if post is None:
        yield Check("post", State.BAD, "no votable matter with comments was recognised")
    else:
        yield Check(
            "post",
            State.GOOD,
            f"“{post.title}” by {post.author}, {post.status},"
            f" {counted(len(post.comments or ()), 'comment')}",
        )
        vote = next(
            (f"{i.name.upper()} by {c.author}" for c in post.comments or () for i in c.icons), None
        )
        yield Check("vote", State.GOOD if vote else State.NOTE, vote or "none on that post")
    roster = seen.roster
    detail = "no list of players was recognised"
    if roster is not None:
        first = f", the first {roster.active[0]}" if roster.active else ""
        detail = (
            f"{len(roster.active)} active{first}; {len(roster.idle)} idle;"
            f" {counted(len(roster.admins), 'Admin')}"
        )
    yield _fine("roster", roster, detail)
    yield from _rules(seen.rules)
    problems = sorted(dict.fromkeys(seen.problems), key=lambda problem: not problem.fatal)
    for problem in problems[:_MOST_PROBLEMS]:
        yield Check(
            "not recognised",
            State.BAD if problem.fatal else State.NOTE,
            f"{problem.where}: {problem.what}",
        )
    if len(problems) > _MOST_PROBLEMS:
        yield Check(
            "not recognised",
            State.NOTE,
            f"and {len(problems) - _MOST_PROBLEMS} more; `blognomic audit` lists them all",
        )


def _rules(rules: Ruleset | None) -> Iterator[Check]:
    if rules is None:
        yield Check("rules", State.BAD, "no Ruleset was read")
        return
    voting = tuple(rules.voting)
    absent = [clause.name for clause in voting if clause.value is None]
    detail = (
        f"{len(rules.rules)} rules, {len(voting) - len(absent)} of {len(voting)}"
        f" parameters read (not in the text: {', '.join(absent) or 'none'}), tracking page"
        f" “{rules.tracking_page}”"
    )
    yield _fine("rules", rules.rules, detail)
    quorum = rules.voting.quorum
    if quorum.value is not None:
        yield Check("rule", State.GOOD, f"{quorum.rule}: “{shorten(quorum.quote, _QUOTED)}”")
    if rules.reviewed:
        yield Check(
            "rules",
            State.NOTE,
            f"reviewed, no effect on verdicts: {reviewed_by(rules.reviewed)}",
        )
    for unread in rules.unread:
        yield Check("rules", State.BAD, f"not understood: {unread.topic}: {unread.why}")
