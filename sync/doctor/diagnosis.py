"""The checks of ``doctor``: each source, the store, what was written, and one example of everything the parsers read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from parsers.model import Page, Post, Problem, Roster
from parsers.ruleset.ruleset_model import Ruleset
from sync.doctor import Check, State
from sync.errors import SyncError, UsageError
from sync.files import shown_path
from sync.settings.config import Config, Live
from sync.sources.interface import Source
from sync.sources.source_view import load_view
from sync.sources.stored import StoreSource, open_store
from sync.store import Written
from sync.text import shorten
from sync.times import clock, shown
from validators.words import counted, reviewed_by

_MOST_PROBLEMS = 6
_QUOTED = 160
_LATEST_WRITES = 5
_UNSETTLED = ("begun", "unknown")
_SOFTWARE = ("ExpressionEngine", "WordPress", "Blogger")


@dataclass
class _Recognised:
    """What the parsers made of a source's pages."""

    posts: list[Post] = field(default_factory=list)
    roster: Roster | None = None
    rules: Ruleset | None = None
    problems: list[Problem] = field(default_factory=list)

    def add(self, page: Page) -> None:
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


def _fine(what: str, good: object, says: str) -> Check:
    return Check(what, State.GOOD if good else State.BAD, says)


def _blog(live: Live, seen: _Recognised) -> Iterator[Check]:
    from sync.net.fetched import HttpSettings
    from sync.net.http import Http
    from sync.pulling.blog_client import BlogClient

    with Http(HttpSettings(live.contact, delay=live.delay)) as http:
        client = BlogClient(http, live.blog_url)
        answer = client.front()
        page = client.read(answer, "front")
        head = answer.text[:200_000].lower()
        software = next((f"; it names {word}" for word in _SOFTWARE if word.lower() in head), "; no known software is named")
        yield Check("blog", State.GOOD, f"{answer.url} answered with {len(answer.body):,} bytes{software}")
        yield _fine("front page", page.posts, f"{counted(len(page.posts), 'post')} recognised")
        seen.add(page)
        # One of a votable matter, if there is one, for the sake of its votes.
        for entry in sorted((post for post in page.posts if post.comment_count), key=lambda post: post.category.matter is None)[:1]:
            read = client.read(client.entry(entry.url), "entry")
            seen.add(read)
            comments = (read.posts[0].comments if read.posts else None) or ()
            votes = counted(sum(len(comment.icons) for comment in comments), "voting icon")
            stated = counted(entry.comment_count or 0, "comment")
            yield _fine("entry", comments, f"“{entry.title}”: {len(comments)} of {stated}, {votes} recognised")


def _wiki(live: Live, reviews: Mapping[str, str], seen: _Recognised) -> Iterator[Check]:
    from parsers.ruleset import read_ruleset
    from sync.wiki.wiki_access import FoundPage, WikiSettings
    from sync.wiki.wiki_client import WikiClient

    with WikiClient(WikiSettings(live.contact, api_url=live.wiki_url)) as client:
        says, is_known = client.siteinfo()
        yield _fine("wiki", is_known, says)
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
            text = found.revision.text if isinstance(found, FoundPage) else None
            revision = f"revision {found.revid}" if isinstance(found, FoundPage) else "the wiki has no such page"
            yield _fine("tracking page", isinstance(found, FoundPage), f"“{tracking}”: {revision}")
            if text is not None:
                yield _table_of(text)


def _store(config: Config, live: Live) -> Iterator[Check]:
    if not live.store.is_file():
        says = f"{shown_path(live.store)} is not there yet; `blognomic pull` makes it"
        yield Check("store", State.BAD if live.offline else State.NOTE, says)
        return
    with open_store(live, clock()) as store:
        report = store.report()
        yield _fine("store", not report.faults, f"{shown_path(live.store)}: {report.file_size:,} bytes, since {report.created:%Y-%m-%d}")
        counts = ", ".join(f"{count:,} {kind.removesuffix('s') if count == 1 else kind}" for kind, count in report.rows.items())
        yield Check("store", State.NOTE, counts)
        yield from (Check("store", State.BAD, fault) for fault in report.faults)
        yield from _latest_written(store.journal.entries())
        source = StoreSource(store, live, config.now or clock())
        for problem in source.aged:
            yield Check("age", State.NOTE, problem.what)
        if live.offline:
            yield from _of_source(source, config.reviews)


def _latest_written(entries: Sequence[Written]) -> Iterator[Check]:
    if entries:
        open_ones = sum(entry.state in _UNSETTLED for entry in entries)
        unsettled = f", the outcome of {open_ones} unknown" if open_ones else ""
        yield Check("journal", State.NOTE, f"{len(entries)} written or tried{unsettled}; see `blognomic doctor --journal`")
        yield from map(_written, entries[: -_LATEST_WRITES - 1 : -1])


def journal(config: Config) -> Iterator[Check]:
    """Everything that was written or tried, the latest first. Raises :class:`UsageError` without a store."""
    if config.live is None or not config.live.store.is_file():
        raise UsageError("--journal: there is no store, so nothing was written from here")
    with open_store(config.live, clock()) as store:
        entries = store.journal.entries()
    yield Check("journal", State.NOTE, f"{len(entries)} written or tried; `blognomic correct --undo N` undoes an edit of the wiki")
    yield from map(_written, reversed(entries))


def _written(entry: Written) -> Check:
    write = entry.write
    revision = f" as revision {entry.new_revid}" if entry.new_revid is not None else ""
    why = f": {entry.why}" if entry.why else ""
    what = shorten(write.summary or ", ".join(write.findings) or write.mark, _QUOTED)
    says = f"{shown(entry.began)}, {write.kind}, {shorten(write.place, _QUOTED)}: {what} ({entry.state}{revision}{why})"
    return Check(f"number {entry.id}", State.BAD if entry.state in _UNSETTLED else State.NOTE, says)


def _table_of(text: str) -> Check:
    """One table of a tracking page, as it was read."""
    from parsers.wiki.wiki_page import read_page

    tables = read_page(text).tables
    found = max(tables, key=lambda table: len(table.grid), default=None)
    if found is None:
        return Check("table", State.BAD, "no table was recognised on the tracking page")
    columns = shorten(", ".join(name for name in found.columns if name), _QUOTED)
    return Check("table", State.GOOD, f"{len(tables)} on the page; the largest has {len(found.body)} rows: {columns}")


def _of_snapshot(opened: Callable[[], AbstractContextManager[Source]], reviews: Mapping[str, str]) -> Iterator[Check]:
    with opened() as source:
        yield from _of_source(source, reviews)


def _of_source(source: Source, reviews: Mapping[str, str]) -> Iterator[Check]:
    view = load_view(source, reviewed=reviews)
    yield from _examples(_Recognised(list(view.posts), view.roster, view.rules, list(view.problems)))
    title = source.tracking_page(view.rules.tracking_page if view.rules is not None else None)
    page = None if title is None else source.page(title)
    if page is not None and page.text is not None:
        yield _table_of(page.text)
    elif title is not None:
        yield Check("tracking page", State.BAD, f"{source.missing(title)}.")


def _examples(seen: _Recognised) -> Iterator[Check]:
    """One example of everything, and what was not understood."""
    post = next((p for p in seen.posts if p.category.matter is not None and p.comments), None)
    if post is None:
        yield Check("post", State.BAD, "no votable matter with comments was recognised")
    else:
        yield Check("post", State.GOOD, f"“{post.title}” by {post.author}, {post.status}, {counted(len(post.comments or ()), 'comment')}")
        vote = next((f"{i.name.upper()} by {c.author}" for c in post.comments or () for i in c.icons), None)
        yield Check("vote", State.GOOD if vote else State.NOTE, vote or "none on that post")
    roster = seen.roster
    if roster is None:
        yield Check("roster", State.BAD, "no list of players was recognised")
    else:
        first = f", the first {roster.active[0]}" if roster.active else ""
        admins = counted(len(roster.admins), "Admin")
        yield Check("roster", State.GOOD, f"{len(roster.active)} active{first}; {len(roster.idle)} idle; {admins}")
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
    yield _fine("rules", rules.rules, says)
    quorum = rules.voting.get("quorum")
    if quorum is not None:
        yield Check("rule", State.GOOD, f"{quorum.rule}: “{shorten(quorum.quote, _QUOTED)}”")
    if rules.reviewed:
        yield Check("rules", State.NOTE, f"reviewed, and found to change no verdict: {reviewed_by(rules.reviewed)}")
    for unread in rules.unread:
        yield Check("rules", State.BAD, f"not understood: {unread.topic}: {unread.why}")
