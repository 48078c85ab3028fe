"""From titles as people write them to the wiki's answers, so that no answer is ever taken for another title's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import quote_plus, unquote

from sync.text import shorten
from sync.wiki.errors import ApiError
from sync.wiki.reading.api import Api, Question
from sync.wiki.reading.replies import ODD, LogRow, PageRow, Query, utc
from sync.wiki.reading.values import Cursor, InvalidTitle, LogEvent, MissingPage

__all__ = ["LookedUp", "PresentPage", "QueryPages", "batches", "look_up", "new_events", "refused", "sent", "shown_titles", "talk_page"]

MOST_TITLES = 50
"""The API's limit for accounts that are not bots."""

_LONGEST = 6_000
"""Bytes of titles in an address; servers take 8,000 for a whole request line."""

# Characters that the API takes for a separator, or drops: the title would be answered as another one.
_UNFIT = re.compile("[\x00-\x1f\x7f#|\ud800-\udfff]")


_NAMESPACES = {name.casefold(): name for name in ("User", "Project", "File", "MediaWiki", "Template", "Help", "Category")}


def refused(title: str) -> str | None:
    """Why a title cannot even be sent; None if the wiki is to judge."""
    if not title.strip(" _"):
        return "it is empty"
    unfit = _UNFIT.search(title)
    return f"it contains {unfit[0]!r}, which no title can" if unfit else None


def sent(title: str) -> str:
    """The title in NFC, as MediaWiki keeps titles."""
    return unicodedata.normalize("NFC", title)


def talk_page(title: str) -> str:
    """The talk page of a page. Namespaces are known by the English names that every MediaWiki accepts."""
    namespace, colon, rest = title.partition(":")
    name = namespace.strip().replace("_", " ").casefold() if colon else ""
    if name in _NAMESPACES:
        return f"{_NAMESPACES[name]} talk:{rest.strip()}"
    if name == "talk" or name.removesuffix(" talk") in _NAMESPACES:
        return title
    return f"Talk:{title}"


def batches(titles: Iterable[str]) -> Iterator[list[str]]:
    """The titles in as few groups as one query each can hold."""
    batch: list[str] = []
    length = 0
    for title in titles:
        size = len(quote_plus(title)) + 3
        if batch and (len(batch) == MOST_TITLES or length + size > _LONGEST):
            yield batch
            batch, length = [], 0
        batch.append(title)
        length += size
    if batch:
        yield batch


def shown_titles(titles: Sequence[str]) -> str:
    """Some titles for a sentence: 'Ruleset' and 3 more."""
    if not titles:
        return "nothing"
    first = repr(shorten(titles[0], 80))
    return first if len(titles) == 1 else f"{first} and {len(titles) - 1} more"


@dataclass(frozen=True, slots=True)
class PresentPage:
    """An existing page, as the wiki's reply shows it."""

    asked: str
    title: str
    redirected_from: str | None
    row: PageRow


@dataclass
class QueryPages:
    """The titles of one query, put together from all its replies."""

    rows: dict[str, PageRow] = field(default_factory=dict)
    normalized: dict[str, str] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    elsewhere: set[str] = field(default_factory=set)

    def add(self, query: Query) -> None:
        """Take in one more reply. A page is in each of them, its revision in one."""
        for row in query.rows:
            if row.revisions or row.title not in self.rows:
                self.rows[row.title] = row
        self.normalized |= {(unquote(row.asked) if row.encoded is not False else row.asked): row.to for row in query.normalized}
        self.redirects |= {row.title: row.to for row in query.redirects}
        self.elsewhere |= {row.title for row in query.interwiki} | {row.to for row in query.redirects if row.tointerwiki}

    def own_title(self, asked: str) -> str:
        """The title as the wiki spells it."""
        return self.normalized.get(sent(asked), sent(asked))

    def resolve(self, asked: str) -> PresentPage | MissingPage | InvalidTitle:
        """The page of a title, redirects followed. Raises :class:`ApiError` if the replies do not mention it."""
        own = title = self.own_title(asked)
        seen = {own}
        while title in self.redirects:
            title = self.redirects[title]
            if title in seen:
                return InvalidTitle(asked, "redirect loop")
            seen.add(title)
        redirected_from = own if title != own else None
        row = self.rows.get(title)
        why = self._why_none(title, row)
        if why:
            return InvalidTitle(asked, f"it redirects to {shorten(title, 80)!r}: {why}" if redirected_from else why)
        if row is None:
            raise ApiError(f"nothing about the page {shorten(asked, 80)!r} in the answer", ODD, understood=False)
        return MissingPage(asked, title, redirected_from) if row.missing is not False else PresentPage(asked, title, redirected_from, row)

    def _why_none(self, title: str, row: PageRow | None) -> str:
        """Why no page of this wiki has such a title, or nothing."""
        if title in self.elsewhere:
            return "that is a page of another wiki"
        if row is not None and row.special is not False:
            return "that is a special page"
        if row is not None and row.invalid is not False:
            return shorten(row.invalidreason, 200).rstrip(".") or "that is not a valid title"
        return ""


@dataclass
class LookedUp:
    """The pages of titles, all names they go by, the log entries that came with them, and when the replies were made."""

    states: dict[str, PresentPage | MissingPage | InvalidTitle]
    names: set[str] = field(default_factory=set)
    log: list[LogRow] = field(default_factory=list)
    times: list[datetime] = field(default_factory=list)

    @property
    def server_time(self) -> datetime:
        """The time of the first reply: what changed during the others will be seen next time."""
        return self.times[0]


def look_up(api: Api, what: str, titles: Sequence[str], parameters: Mapping[str, str], once: Mapping[str, str] | None = None) -> LookedUp:
    """Request all the titles, and with the first of them what ``once`` names. Raises what :meth:`Api.asking` does."""
    fit = {title: sent(title) for title in titles if not refused(title)}
    looked_up = LookedUp({title: InvalidTitle(title, refused(title) or "") for title in titles})
    # Even without a title the time is needed.
    for batch in list(batches(dict.fromkeys(fit.values()))) or [[]]:
        question, pages = Question(what), QueryPages()
        extra = {} if looked_up.times else once or {}
        for reply in api.queries(question, {**parameters, **extra, "titles": "|".join(batch)}):
            with api.asking(question):
                looked_up.times.append(reply.server_time)
            looked_up.log += reply.query.recentchanges
            pages.add(reply.query)
        with api.asking(question):
            for title in (title for title, name in fit.items() if name in batch):
                looked_up.states[title] = pages.resolve(title)
                looked_up.names.add(pages.own_title(title))
        looked_up.names |= pages.redirects.keys() | set(pages.redirects.values())
    return looked_up


def new_events(found: LookedUp, cursor: Cursor) -> tuple[LogEvent, ...]:
    """The log entries about the titles, and about those that their pages were moved to, that the cursor does not know."""
    names = set(found.names)
    events = []
    for row in found.log:
        if row.title is None or (row.title not in names and row.target not in names):
            continue
        if row.target is not None:
            names.add(row.target)
        if row.rcid not in cursor.seen:
            events.append(_event(row, row.title))
    return tuple(events)


def _event(row: LogRow, title: str) -> LogEvent:
    return LogEvent(
        rcid=row.rcid,
        at=utc(row.timestamp),
        kind=row.logtype,
        action=row.logaction,
        title=title,
        target=row.target,
        user=None if row.userhidden is not False else row.user,
        comment=None if row.commenthidden is not False else row.comment,
    )
