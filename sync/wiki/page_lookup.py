"""From titles as people write them to the wiki's answers, so that no answer is ever taken for another title's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from sync.text import shorten
from sync.wiki.api_replies import PageRow, Query, odd
from sync.wiki.wiki_access import InvalidTitle, MissingPage
from sync.wiki.wiki_api import Api

# Characters that the API takes for a separator, or drops: the title would be answered as another one.
_UNFIT = re.compile("[\x00-\x1f\x7f#|\ud800-\udfff]")


def refused(title: str) -> str | None:
    """Why a title cannot even be sent; None if the wiki is to judge."""
    if not title.strip(" _"):
        return "it is empty"
    unfit = _UNFIT.search(title)
    return f"it contains {unfit[0]!r}, which no title can" if unfit else None


def sent(title: str) -> str:
    """The title in NFC, as MediaWiki keeps titles."""
    return unicodedata.normalize("NFC", title)


def shown_titles(titles: Sequence[str]) -> str:
    """Some titles for a sentence: 'Ruleset' and 3 more."""
    if not titles:
        return "nothing"
    first = repr(shorten(titles[0], 80))
    return first if len(titles) == 1 else f"{first} and {len(titles) - 1} more"


@dataclass(frozen=True, slots=True)
class PresentPage:
    """An existing page, as the wiki's reply shows it."""

    title: str
    redirected_from: str | None
    row: PageRow


PageState = PresentPage | MissingPage | InvalidTitle


@dataclass
class QueryPages:
    """The titles of one query, put together from all its replies."""

    rows: dict[str, PageRow] = field(default_factory=dict)
    normalized: dict[str, str] = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    elsewhere: set[str] = field(default_factory=set)

    def add(self, query: Query) -> None:
        """Take in one more reply. A page is in each of them, its revision in one."""
        for row in query.pages.values():
            if row.revisions or row.title not in self.rows:
                self.rows[row.title] = row
        self.normalized |= {(unquote(row.title) if row.encoded is not False else row.title): row.to for row in query.normalized}
        self.redirects |= {row.title: row.to for row in query.redirects}
        self.elsewhere |= {row.title for row in query.interwiki} | {row.to for row in query.redirects if row.tointerwiki}

    def resolve(self, asked: str) -> PageState:
        """The page of a title, redirects followed. Raises :class:`ApiError` if the replies do not mention it."""
        own = title = self.normalized.get(sent(asked), sent(asked))
        seen = {own}
        while title in self.redirects:
            title = self.redirects[title]
            if title in seen:
                return InvalidTitle("redirect loop")
            seen.add(title)
        redirected_from = own if title != own else None
        row = self.rows.get(title)
        why = ""
        if title in self.elsewhere:
            why = "that is a page of another wiki"
        elif row is not None and row.special is not False:
            why = "that is a special page"
        elif row is not None and row.invalid is not False:
            why = shorten(row.invalidreason, 200).rstrip(".") or "that is not a valid title"
        if why:
            return InvalidTitle(f"it redirects to {shorten(title, 80)!r}: {why}" if redirected_from else why)
        if row is None:
            raise odd(f"nothing about the page {shorten(asked, 80)!r} in the answer")
        return MissingPage(title, redirected_from) if row.missing is not False else PresentPage(title, redirected_from, row)


def look_up(api: Api, what: str, titles: Sequence[str], parameters: Mapping[str, str]) -> dict[str, PageState]:
    """Request a few titles in one query (the API takes 50). Raises what :meth:`Api.asking` does."""
    unfit = {title: InvalidTitle(why) for title in titles if (why := refused(title))}
    fit, pages = dict.fromkeys(sent(title) for title in titles if title not in unfit), QueryPages()
    for reply in api.queries(what, {**parameters, "titles": "|".join(fit)}) if fit else ():
        pages.add(reply.query)
    with api.asking(what):
        return {title: unfit.get(title) or pages.resolve(title) for title in titles}


def page_parts(api: Api, what: str, title: str, parameters: Mapping[str, str]) -> Iterator[PageState]:
    """What each reply to a query says of its one page, as they are requested. Raises what :meth:`Api.asking` does."""
    if unfit := refused(title):
        yield InvalidTitle(unfit)
        return
    for reply in api.queries(what, {**parameters, "titles": sent(title)}):
        pages = QueryPages()
        pages.add(reply.query)
        with api.asking(what):
            page = pages.resolve(title)
        yield page
