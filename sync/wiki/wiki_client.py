"""Reading the wiki: page texts and histories."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Self

from parsers.model import Revision
from sync.net.http import Http
from sync.text import one_line, shorten
from sync.times import clock
from sync.wiki.api_replies import PresentPage, nfc_title, odd, page_of, revision
from sync.wiki.wiki_access import (
    FoundPage,
    NoPage,
    NoSuchPage,
    PageLookup,
    WikiSettings,
    WikiUnreachable,
    shown_titles,
    title_fault,
)
from sync.wiki.wiki_api import ACCEPT, TEXTS, UNKNOWN_REVISION, Api


class WikiClient:
    """A wiki to read. Not thread-safe. Every method raises :class:`WikiUnreachable` if the wiki
    does not answer, and :class:`WikiNotUnderstood` if its reply is odd.
    """

    def __init__(
        self,
        settings: WikiSettings,
        *,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], datetime] = clock,
    ) -> None:
        self._http = Http(settings, accept=ACCEPT, sleep=sleep, now=now)
        self._api = Api(settings, self._http)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    @property
    def requests(self) -> int:
        """The number of requests sent so far."""
        return self._http.requests

    def read(self, titles: Iterable[str]) -> dict[str, PageLookup]:
        """Return the latest revisions of a few pages with their texts, by the titles given,
        redirects followed: one request.
        """
        asked = list(dict.fromkeys(titles))
        requested = f"the text of {shown_titles(asked)}"
        unfit = {title: NoPage(title, why) for title in asked if (why := title_fault(title))}
        names = "|".join(dict.fromkeys(nfc_title(title) for title in asked if title not in unfit))
        replies = (
            list(self._api.queries(requested, {**TEXTS, "redirects": "1", "titles": names}))
            if names
            else []
        )
        with self._api.asking(requested):
            return {
                title: unfit.get(title) or _with_text(page_of(replies, title)) for title in asked
            }

    def history(
        self, title: str, start: int | None = None, most: int | None = None
    ) -> Iterator[Revision]:
        """Yield the revisions of a page (not of its redirect target) with their texts, newest
        first, from a given revision or the latest on.

        A request asks for ``most`` revisions, or for as many as the wiki allows. Requests are made
        while the iterator is used. Raises :class:`NoSuchPage`, also if the wiki does not know the
        revision.
        """
        requested = f"the history of {shown_titles([title])}"
        for page in self._history(
            requested, title, start, {**TEXTS, "rvlimit": str(most or "max")}
        ):
            with self._api.asking(requested):
                found = [revision(page.title, row) for row in page.row.revisions or ()]
            yield from found

    def ids(self, title: str, start: int) -> Iterator[tuple[int, datetime]]:
        """Yield the ids and times of the revisions of :meth:`history`."""
        requested = f"the revisions of {shown_titles([title])}"
        query = {"prop": "revisions", "rvprop": "ids|timestamp", "rvlimit": "max"}
        for page in self._history(requested, title, start, query):
            yield from ((row.revid, row.timestamp) for row in page.row.revisions or ())

    def _history(
        self, requested: str, title: str, start: int | None, query: dict[str, str]
    ) -> Iterator[PresentPage]:
        """Yield the page several times, each with more of its revisions, newest first."""
        query = {**query, "rvdir": "older", "titles": nfc_title(title)}
        if start is not None:
            query["rvstartid"] = str(start)
        if why := title_fault(title):
            raise _no_page(title, why)
        try:
            for reply in self._api.queries(requested, query):
                page = page_of([reply], title)
                if isinstance(page, NoPage):
                    raise _no_page(title, page.why)
                yield page
        except WikiUnreachable as error:
            if error.code not in UNKNOWN_REVISION:
                raise
            raise NoSuchPage(
                f"the wiki no longer has revision {start}, the start of {requested}"
            ) from error

    def siteinfo(self) -> tuple[str, bool]:
        """Return the wiki's name, software and state as a sentence, and whether it is a MediaWiki:
        one request.
        """
        requested = "its name and version"
        reply = next(self._api.queries(requested, {"meta": "siteinfo", "siprop": "general"}))
        with self._api.asking(requested):
            if (site := reply.query.general) is None:
                raise odd("no site information in the reply")
        read_only = (
            f"; read-only: {shorten(site.readonlyreason, 200) or 'no reason given'}"
            if site.readonly is not False
            else ""
        )
        return (
            f"{one_line(site.sitename)}, {one_line(site.generator)}{read_only}",
            site.generator.startswith("MediaWiki "),
        )


def _no_page(title: str, why: str) -> NoSuchPage:
    return NoSuchPage(
        f"the wiki has no page {shown_titles([title])}{why and f': {why}'}; check the title"
    )


def _with_text(state: PresentPage | NoPage) -> PageLookup:
    if isinstance(state, NoPage):
        return state
    if not state.row.revisions:
        raise odd(f"no revision of the page {shown_titles([state.title])} in the reply")
    return FoundPage(
        state.title, revision(state.title, state.row.revisions[0]), state.redirected_from
    )
