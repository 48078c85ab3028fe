"""Reading the wiki: page texts and histories."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Self

import mwclient  # type: ignore[import-untyped]
import mwclient.errors  # type: ignore[import-untyped]

from parsers.model import Revision
from sync.net.http import Http
from sync.text import one_line, shorten
from sync.times import clock
from sync.wiki.api_replies import odd, revision
from sync.wiki.page_lookup import PageState, PresentPage, look_up, page_parts, shown_titles
from sync.wiki.wiki_access import FoundPage, InvalidTitle, NoSuchPage, PageLookup, WikiSettings, WikiUnreachable
from sync.wiki.wiki_api import ACCEPT, TEXTS, Api

_HISTORY = {**TEXTS, "rvdir": "older", "rvlimit": "max"}
_UNKNOWN_REVISION = "badid_rvstartid"


@dataclass(frozen=True, slots=True)
class WikiSite:
    """``release`` is the first two numbers of MediaWiki's version, ``read_only`` the reason given while nothing can be saved."""

    name: str
    generator: str
    release: tuple[int, int] | None
    read_only: str | None = None


class WikiClient:
    """A wiki to read. Not for several threads at once.

    Every method raises :class:`WikiUnreachable` if the wiki does not answer, :class:`WikiNotUnderstood` if its answer is odd.
    """

    def __init__(self, settings: WikiSettings, *, sleep: Callable[[float], None] = time.sleep, now: Callable[[], datetime] = clock) -> None:
        self._http = Http(settings, accept=ACCEPT, sleep=sleep, now=now)
        self._api = Api(settings, self._http)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    @property
    def requests(self) -> int:
        """How many requests were sent so far."""
        return self._http.requests

    def read(self, titles: Iterable[str]) -> dict[str, PageLookup]:
        """The latest revisions of a few pages with their texts, by the titles given: one request, more if texts are large.

        Redirects are followed, and the result tells which.
        """
        asked = list(dict.fromkeys(titles))
        what = f"the text of {shown_titles(asked)}"
        states = look_up(self._api, what, asked, {**TEXTS, "redirects": "1"})
        with self._api.asking(what):
            return {title: _with_text(state) for title, state in states.items()}

    def history(self, title: str, start: int | None = None) -> Iterator[Revision]:
        """The revisions of a page with their texts, newest first, from one on or from the latest.

        50 revisions a request, made while the iterator is used. A redirect is not followed: its own history is given.
        Raises :class:`NoSuchPage`, also if the wiki does not know the revision.
        """
        what = f"the history of {shown_titles([title])}"
        query = _HISTORY if start is None else {**_HISTORY, "rvstartid": str(start)}
        try:
            for page in page_parts(self._api, what, title, query):
                if not isinstance(page, PresentPage):
                    why = f": {page.why}" if isinstance(page, InvalidTitle) else ""
                    raise NoSuchPage(f"the wiki has no page {shown_titles([title])}{why}; check the title")
                with self._api.asking(what):
                    found = [revision(page.title, row) for row in page.row.revisions or ()]
                yield from found
        except WikiUnreachable as error:
            if error.code != _UNKNOWN_REVISION:
                raise
            raise NoSuchPage(f"the wiki no longer has revision {start}, from which {what} was to go back") from error

    def siteinfo(self) -> WikiSite:
        """The wiki's name, software and state: one request."""
        what = "its name and version"
        reply = next(self._api.queries(what, {"meta": "siteinfo", "siprop": "general"}))
        with self._api.asking(what):
            if (site := reply.query.general) is None:
                raise odd("nothing about the site in the answer")
        try:
            release = mwclient.Site.version_tuple_from_generator(site.generator)[:2]
        except (mwclient.errors.MediaWikiVersionError, ValueError):
            release = None
        read_only = (shorten(site.readonlyreason, 200) or "no reason given") if site.readonly is not False else None
        return WikiSite(one_line(site.sitename), one_line(site.generator), release, read_only)


def _with_text(state: PageState) -> PageLookup:
    if not isinstance(state, PresentPage):
        return state
    if not state.row.revisions:
        raise odd(f"the page {shown_titles([state.title])} without its revision")
    return FoundPage(state.title, revision(state.title, state.row.revisions[0]), state.redirected_from)
