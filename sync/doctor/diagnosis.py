"""The checks of ``doctor``: each source, the store, and one example of everything the parsers read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from parsers.model import Page, Post, Problem, Roster
from parsers.ruleset.model import Ruleset
from sync.doctor import Check, State
from sync.doctor.journal import latest_written
from sync.errors import SyncError
from sync.files import shown_path
from sync.settings.config import Config, Live
from sync.sources.interface import Source
from sync.sources.stored import StoreSource, open_store
from sync.sources.view import load_view
from sync.store import Store
from sync.text import shorten
from sync.times import clock
from validators.words import counted, reviewed_by

_MOST_PROBLEMS = 6
_QUOTED = 160
_SOFTWARE = ("ExpressionEngine", "WordPress", "Blogger")


@dataclass
class _Recognised:
    """What the parsers made of a source's pages."""

    posts: list[Post] = field(default_factory=list)
    roster: Roster | None = None
    rules: Ruleset | None = None
    problems: list[Problem] = field(default_factory=list)

    def add(self, page: Page) -> None:
        """What one page of the blog held."""
        self.posts[:0] = page.posts
        self.roster = self.roster or page.roster
        self.problems += page.problems


def diagnose(config: Config, opened: Callable[[], AbstractContextManager[Source]]) -> Iterator[Check]:
    """Check everything. A source that fails is one bad check; the others are still checked. ``opened`` opens the configured source."""
    live = config.live
    if live is None:
        yield Check("source", State.GOOD, f"the snapshot {shown_path(config.snapshot)}" if config.snapshot else "files")
        yield from _tried("pages", lambda: _of_snapshot(opened, config.reviews))
        return
    seen = _Recognised()
    if not live.offline:
        yield from _tried("blog", lambda: _blog(live, seen))
        yield from _tried("wiki", lambda: _wiki(live, config.reviews, seen))
    yield from _tried("store", lambda: _store(config, live))
    if not live.offline:
        yield from _examples(seen)


def _tried(what: str, look: Callable[[], Iterable[Check]]) -> Iterator[Check]:
    try:
        yield from look()
    except SyncError as error:
        yield Check(what, State.BAD, f"{error}.")


def _blog(live: Live, seen: _Recognised) -> Iterator[Check]:
    from sync.net.http import Http
    from sync.net.pacing import HttpSettings
    from sync.pulling.blog_client import BlogClient

    with Http(HttpSettings(live.contact, delay=live.delay)) as http:
        client = BlogClient(http, live.blog_url)
        answer = client.front()
        page = client.read(answer, "front")
        head = answer.text[:200_000].lower()
        software = next((f"; it names {word}" for word in _SOFTWARE if word.lower() in head), "; no known software is named")
        yield Check("blog", State.GOOD, f"{answer.url} answered with {len(answer.body):,} bytes{software}")
        yield Check("front page", State.GOOD if page.posts else State.BAD, f"{counted(len(page.posts), 'post')} recognised")
        seen.add(page)
        entry = next((post for post in page.posts if post.category.matter and post.comment_count), None)
        entry = entry or next((post for post in page.posts if post.comment_count), None)
        if entry is None:
            return
        read = client.read(client.entry(entry.url), "entry")
        seen.add(read)
        comments = (read.posts[0].comments if read.posts else None) or ()
        votes = sum(len(comment.icons) for comment in comments)
        stated = counted(entry.comment_count or 0, "comment")
        says = f"“{entry.title}”: {len(comments)} of {stated}, {counted(votes, 'voting icon')} recognised"
        yield Check("entry", State.GOOD if comments else State.BAD, says)


def _wiki(live: Live, reviews: Mapping[str, str], seen: _Recognised) -> Iterator[Check]:
    from parsers.ruleset import read_ruleset
    from sync.wiki.wiki_access import FoundPage, WikiSettings
    from sync.wiki.wiki_client import WikiClient

    with WikiClient(WikiSettings(live.contact, api_url=live.wiki_url)) as client:
        site = client.siteinfo()
        read_only = f"; read-only: {site.read_only}" if site.read_only else ""
        yield Check("wiki", State.GOOD if site.release else State.BAD, f"{site.name}, {site.generator}{read_only}")
        answer = client.read([live.ruleset])[live.ruleset]
        text = answer.revision.text if isinstance(answer, FoundPage) else None
        if text is None:
            yield Check("Ruleset", State.BAD, f"the wiki has no readable page “{live.ruleset}”")
            return
        try:
            seen.rules = read_ruleset(text, page=live.ruleset, revid=answer.revid, reviewed=reviews)
        except ValueError as error:
            yield Check("Ruleset", State.BAD, f"revision {answer.revid}: {error}")
            return
        yield Check("Ruleset", State.GOOD, f"revision {answer.revid}, {len(text):,} characters")
        tracking = live.tracking or seen.rules.tracking_page
        if tracking is not None:
            found = client.read([tracking])[tracking]
            there = isinstance(found, FoundPage)
            says = f"“{tracking}”: " + (f"revision {found.revid}" if there else "the wiki has no such page")
            yield Check("tracking page", State.GOOD if there else State.BAD, says)
            if isinstance(found, FoundPage) and found.revision.text is not None:
                yield table_of(found.revision.text)


def _store(config: Config, live: Live) -> Iterator[Check]:
    if not live.store.is_file():
        says = f"{shown_path(live.store)} is not there yet; `blognomic pull` makes it"
        yield Check("store", State.BAD if live.offline else State.NOTE, says)
        return
    with open_store(live, clock()) as store:
        yield from _report(live, store)
        yield from latest_written(store.journal)
        source = StoreSource(store, live, config.now or clock())
        for problem in source.aged:
            yield Check("age", State.NOTE, problem.what)
        if live.offline:
            yield from _of_source(source, config.reviews)


def table_of(text: str) -> Check:
    """One table of a tracking page, as it was read."""
    from parsers.wiki.wiki_page import read_page

    page = read_page(text)
    found = max(page.tables, key=lambda table: len(table.grid), default=None)
    if found is None:
        return Check("table", State.BAD, "no table was recognised on the tracking page")
    columns = ", ".join(name for name in found.columns if name)
    return Check(
        "table", State.GOOD, f"{len(page.tables)} on the page; the largest has {len(found.body)} rows: {shorten(columns, _QUOTED)}"
    )


def _report(live: Live, store: Store) -> Iterator[Check]:
    report = store.report()
    span = f"{shown_path(live.store)}: {report.file_size:,} bytes, since {report.created:%Y-%m-%d}"
    yield Check("store", State.BAD if report.faults else State.GOOD, span)
    counts = ", ".join(f"{count:,} {kind.removesuffix('s') if count == 1 else kind}" for kind, count in report.rows.items())
    yield Check("store", State.NOTE, counts)
    for fault in report.faults:
        yield Check("store", State.BAD, fault)


def _of_snapshot(opened: Callable[[], AbstractContextManager[Source]], reviews: Mapping[str, str]) -> Iterator[Check]:
    with opened() as source:
        yield from _of_source(source, reviews)


def _of_source(source: Source, reviews: Mapping[str, str]) -> Iterator[Check]:
    view = load_view(source, reviewed=reviews)
    yield from _examples(_Recognised(list(view.posts), view.roster, view.rules, list(view.problems)))
    title = source.tracking_page(view.rules.tracking_page if view.rules is not None else None)
    page = None if title is None else source.page(title)
    if page is not None and page.text is not None:
        yield table_of(page.text)
    elif title is not None:
        yield Check("tracking page", State.BAD, f"{source.missing(title)}.")


def _examples(seen: _Recognised) -> Iterator[Check]:
    """One example of everything, and what was not understood."""
    post = next((p for p in seen.posts if p.category.matter is not None and p.comments), None)
    if post is not None:
        yield Check("post", State.GOOD, f"“{post.title}” by {post.author}, {post.status}, {counted(len(post.comments or ()), 'comment')}")
        vote = next(((c, i) for c in post.comments or () for i in c.icons), None)
        says = f"{vote[1].name.upper()} by {vote[0].author}" if vote else "none on that post"
        yield Check("vote", State.GOOD if vote else State.NOTE, says)
    else:
        yield Check("post", State.BAD, "no votable matter with comments was recognised")
    roster = seen.roster
    if roster is not None:
        first = f", the first {roster.active[0]}" if roster.active else ""
        admins = counted(len(roster.admins), "Admin")
        yield Check("roster", State.GOOD, f"{len(roster.active)} active{first}; {len(roster.idle)} idle; {admins}")
    else:
        yield Check("roster", State.BAD, "no list of players was recognised")
    yield from _rules(seen.rules)
    problems = sorted(dict.fromkeys(seen.problems), key=lambda problem: not problem.fatal)
    for problem in problems[:_MOST_PROBLEMS]:
        yield Check("not recognised", State.BAD if problem.fatal else State.NOTE, f"{problem.where}: {problem.what}")
    if len(problems) > _MOST_PROBLEMS:
        yield Check("not recognised", State.NOTE, f"and {len(problems) - _MOST_PROBLEMS} more; `blognomic audit` names them all")


def _rules(rules: Ruleset | None) -> Iterator[Check]:
    if rules is None:
        yield Check("rules", State.BAD, "no Ruleset was read")
        return
    read = sum(clause is not None for clause in rules.voting.values())
    says = f"{len(rules.rules)} rules, {read} of {len(rules.voting)} parameters read (`blognomic rules -v` lists them), "
    says += f"tracking page “{rules.tracking_page}”"
    yield Check("rules", State.GOOD if rules.rules else State.BAD, says)
    quorum = rules.voting.get("quorum")
    if quorum is not None:
        yield Check("rule", State.GOOD, f"{quorum.rule}: “{shorten(quorum.quote, _QUOTED)}”")
    if rules.reviewed:
        yield Check("rules", State.NOTE, f"reviewed, and found to change no verdict: {reviewed_by(rules.reviewed)}")
    for unread in rules.unread:
        yield Check("rules", State.BAD, f"not understood: {unread.topic}: {unread.why}")
