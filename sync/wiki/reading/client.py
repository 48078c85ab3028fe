"""Reading the wiki: page texts, histories, and what has changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from types import TracebackType
from typing import Any, Self

import mwclient  # type: ignore[import-untyped]
import mwclient.errors  # type: ignore[import-untyped]
import mwclient.listing  # type: ignore[import-untyped]

from parsers.model import Revision
from sync.net.http import Http
from sync.text import one_line, shorten
from sync.times import clock
from sync.wiki.errors import ApiError, NoSuchPage, RevisionGone, WikiUnreachable
from sync.wiki.reading.api import ACCEPT, Api, Question
from sync.wiki.reading.replies import ODD, listed, revision
from sync.wiki.reading.titles import PresentPage, look_up, refused, sent, shown_titles
from sync.wiki.reading.values import FoundPage, InvalidTitle, MissingPage, PageLookup, WikiSite
from sync.wiki.settings import WikiSettings

__all__ = ["WikiClient"]

_REVISION = "ids|timestamp|user|comment"
_LATEST = {"prop": "revisions", "rvprop": f"{_REVISION}|content", "rvslots": "main", "redirects": "1"}
_STATE = {"prop": "info", "redirects": "1"}
_UNKNOWN_REVISION = "badid_rvstartid"


class WikiClient:
    """A wiki to read. Making one sends nothing yet. Not for several threads at once.

    ``sleep`` and ``now`` are there for tests. Every method raises :class:`WikiUnreachable` if the wiki does not answer
    and :class:`WikiNotUnderstood` if its answer is not one of MediaWiki's.
    """

    def __init__(self, settings: WikiSettings, *, sleep: Callable[[float], None] = time.sleep, now: Callable[[], datetime] = clock) -> None:
        self._http = Http(settings, accept=ACCEPT, sleep=sleep, now=now)
        self._api = Api(settings, self._http)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections that are kept open. The client can be used again."""
        self._http.close()

    @property
    def requests(self) -> int:
        """How many requests were sent so far."""
        return self._http.requests

    @property
    def waited(self) -> float:
        """How many seconds were waited so far before requests were repeated."""
        return self._http.waited

    def read(self, titles: Iterable[str]) -> dict[str, PageLookup]:
        """The latest revisions of a few pages with their texts, by the titles given: one request, more if texts are large.

        Redirects are followed, and the result tells which.
        """
        asked = list(dict.fromkeys(titles))
        what = f"the text of {shown_titles(asked)}"
        states = look_up(self._api, what, asked, _LATEST)
        with self._api.asking(Question(what)):
            return {title: _with_text(state) if isinstance(state, PresentPage) else state for title, state in states.items()}

    def history(self, title: str, start: int | None = None) -> Iterator[Revision]:
        """The revisions of a page with their texts, newest first, from one on or from the latest.

        50 revisions a request, made while the iterator is used. A redirect is not followed: its own history is given.
        Raises :class:`NoSuchPage`, and :class:`RevisionGone` if the wiki does not know the revision.
        """
        which = {} if start is None else {"rvstartid": str(start)}
        question = Question(f"the history of {shown_titles([title])}")
        page = self._page(question, title)
        question.title = page.name
        rows = mwclient.listing.PageProperty(
            page, "revisions", "rv", api_chunk_size="max", rvprop=f"{_REVISION}|content", rvslots="main", rvdir="older", **which
        )
        seen: set[int] = set()
        while (found := self._next_revision(question, rows, which)) is not None:
            if found.revid in seen:
                with self._api.asking(question):
                    raise ApiError(f"revision {found.revid} comes twice", ODD, understood=False)
            seen.add(found.revid)
            yield found

    def _next_revision(self, question: Question, rows: Any, which: Mapping[str, str]) -> Revision | None:
        try:
            with self._api.asking(question):
                try:
                    row = next(rows, None)
                    return None if row is None else revision(question.title, listed(row))
                except ValueError:  # from the parsing of times
                    raise ApiError("impossible time in the answer", ODD, understood=False) from None
        except WikiUnreachable as error:
            if error.code != _UNKNOWN_REVISION:
                raise
            gone = f"the wiki no longer has revision {which['rvstartid']}, from which {question.what} was to go back"
            raise RevisionGone(f"{gone}") from error

    def _page(self, question: Question, title: str) -> Any:
        """mwclient's page of a title, one request. Raises :class:`NoSuchPage`."""
        why = refused(title)
        page = None
        try:
            with self._api.asking(question):
                page = None if why else self._api.site.pages[sent(title)]
        except mwclient.errors.InvalidPageTitle as error:
            why = shorten(f"{error}", 200).rstrip(".")
        except (KeyError, StopIteration):  # from mwclient: no page of this wiki is in the answer
            why = "that is not a page of this wiki"
        if why or page is None or not page.exists or page.namespace < 0:
            raise NoSuchPage(f"the wiki has no page {shown_titles([title])}{f': {why}' if why else ''}; check the title")
        return page

    def changed(self, known: Mapping[str, int | None]) -> dict[str, PageLookup]:
        """The pages whose latest revision is not the known one: one request if there are none, one more for the new texts.

        ``known`` maps titles to the ``revid`` that :meth:`read` or this method gave for them last, None if none did.
        """
        what = f"the changes to {shown_titles(list(known))}"
        states = look_up(self._api, what, list(known), _STATE)
        with self._api.asking(Question(what)):
            changed = {title: state for title, state in states.items() if _revid(state) != known[title]}
        texts = self.read([title for title, state in changed.items() if isinstance(state, PresentPage)])
        return {title: texts[title] if isinstance(state, PresentPage) else state for title, state in changed.items()}

    def siteinfo(self) -> WikiSite:
        """The wiki's name, software and state: one request."""
        question = Question("its name and version")
        reply = next(self._api.queries(question, {"meta": "siteinfo", "siprop": "general"}))
        with self._api.asking(question):
            site = reply.query.general
            if site is None:
                raise ApiError("nothing about the site in the answer", ODD, understood=False)
            try:
                release = mwclient.Site.version_tuple_from_generator(site.generator)[:2]
            except (mwclient.errors.MediaWikiVersionError, ValueError):
                release = None
            return WikiSite(
                name=one_line(site.sitename),
                generator=one_line(site.generator),
                release=release,
                read_only=(shorten(site.readonlyreason, 200) or "no reason given") if site.readonly is not False else None,
            )


def _with_text(state: PresentPage) -> FoundPage:
    row = state.row
    if not row.revisions:
        raise ApiError(f"the page {shown_titles([state.title])} without its revision", ODD, understood=False)
    return FoundPage(state.asked, state.title, revision(state.title, row.revisions[0]), state.redirected_from)


def _revid(state: PresentPage | MissingPage | InvalidTitle) -> int:
    """The latest revision, by its id."""
    if not isinstance(state, PresentPage):
        return state.revid
    if not state.row.lastrevid:
        raise ApiError(f"the page {shown_titles([state.title])} without its revision", ODD, understood=False)
    return state.row.lastrevid
