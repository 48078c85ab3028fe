"""The reading side of the wiki, wrapped around mwclient."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from types import TracebackType
from typing import Self

from parsers.model import Revision
from sync.text import one_line, shorten
from sync.times import clock, iso
from sync.wiki.errors import Fault, NoSuchPage, RevisionGone, WikiUnreachable
from sync.wiki.reading.api import Api
from sync.wiki.reading.lookup import look_up, new_events
from sync.wiki.reading.replies import ODD, RevisionRow, revision, utc
from sync.wiki.reading.titles import Pages, Present, refused, sent, shown_titles
from sync.wiki.reading.values import Changes, Cursor, Found, Invalid, Missing, Titles, WikiSite
from sync.wiki.settings import WikiSettings

__all__ = ["KEPT_FOR", "OVERLAP", "WikiClient"]

OVERLAP = timedelta(minutes=5)
"""How far a poll looks back behind the one before: an entry may become visible later than its time says."""

KEPT_FOR = timedelta(days=90)
"""How long MediaWiki keeps recent changes."""

_REVISION = "ids|timestamp|user|comment"
_LATEST = {"prop": "revisions", "rvprop": f"{_REVISION}|content", "rvslots": "main", "redirects": "1"}
_STATE = {"prop": "info", "redirects": "1"}
_LOG = {"list": "recentchanges", "rctype": "log", "rcprop": "ids|title|timestamp|user|comment|loginfo", "rcdir": "newer", "rclimit": "max"}
_UNKNOWN_REVISION = "badid_rvstartid"
_VERSION = re.compile(r"MediaWiki ((\d{1,4})\.(\d{1,4})\S{0,40})")


class WikiClient:
    """A wiki to ask. Making one asks nothing yet. Not for several threads at once.

    ``sleep`` and ``now`` are there for tests. The time of this machine plays no part in what is read.
    Every method raises :class:`WikiUnreachable` where the wiki gives no answer and
    :class:`WikiNotUnderstood` where its answer is not one that MediaWiki gives.
    """

    def __init__(self, settings: WikiSettings, *, sleep: Callable[[float], None] = time.sleep, now: Callable[[], datetime] = clock) -> None:
        self._api = Api(settings, sleep, now)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections that are kept open. The client can be used again."""
        self._api.connection.close()

    @property
    def requests(self) -> int:
        """How many requests were sent so far."""
        return self._api.connection.requests

    @property
    def waited(self) -> float:
        """How many seconds were waited so far before requests were repeated."""
        return self._api.waited

    def read(self, titles: Iterable[str]) -> Titles:
        """The latest revisions of pages with their texts: one request for 50 titles, more where texts are large.

        Redirects are followed, and the answer says so.
        """
        asked = list(dict.fromkeys(titles))
        what = f"the text of {shown_titles(asked)}"
        looked_up = look_up(self._api, what, asked, _LATEST)
        with self._api.told(what):
            answers = {title: _with_text(state) if isinstance(state, Present) else state for title, state in looked_up.states.items()}
        return Titles(answers, looked_up.server_time)

    def history(self, title: str, after_revid: int | None = None, *, with_text: bool = True) -> Iterator[Revision]:
        """The revisions of a page, oldest first, after ``after_revid`` or from the beginning.

        50 revisions a request, 500 without texts. The wiki is asked while the iterator is used. A redirect is
        not followed: its own history is given. Raises :class:`NoSuchPage`, and :class:`RevisionGone` where the
        wiki does not know ``after_revid``.
        """
        start = {} if after_revid is None else {"rvstartid": str(after_revid)}
        for found in self._revisions(title, {"rvdir": "newer", "rvlimit": "max", **start}, with_text=with_text):
            if found.revid != after_revid:
                yield found

    def history_back(self, title: str, start: int | datetime) -> Iterator[Revision]:
        """The revisions of a page with their texts, newest first, from a revision on or from the latest made by a time.

        20 revisions a request, asked for while the iterator is used. Otherwise like :meth:`history`.
        """
        where = {"rvstartid": str(start)} if isinstance(start, int) else {"rvstart": iso(start) or ""}
        return self._revisions(title, {"rvdir": "older", "rvlimit": "20", **where}, with_text=True)

    def _revisions(self, title: str, which: Mapping[str, str], *, with_text: bool) -> Iterator[Revision]:
        what = f"the history of {shown_titles([title])}"
        why = refused(title)
        if why:
            raise NoSuchPage(f"no wiki has a page {shown_titles([title])}: {why}; check the title")
        parameters = {"prop": "revisions", "rvprop": _REVISION, "titles": sent(title), **which}
        if with_text:
            parameters |= {"rvprop": f"{_REVISION}|content", "rvslots": "main"}
        seen: set[int] = set()
        for row in self._rows(what, title, parameters):
            with self._api.told(what):
                if row.revid in seen:
                    raise Fault(f"it gives revision {row.revid} twice", ODD, understood=False)
                seen.add(row.revid)
                found = revision(title, row, with_text=with_text)
            yield found

    def changed_since(self, cursor: Cursor, known: Mapping[str, int | None]) -> Changes:
        """What changed on some pages: one request where nothing did, one more for the new texts.

        ``known`` maps titles to the ``revid`` that :meth:`read` or this method gave for them last, None where
        nothing is known. The first cursor is ``Cursor(titles.server_time)`` of what was read; then each
        answer brings the next.
        """
        titles = list(known)
        what = f"what has changed on {shown_titles(titles)}"
        since = iso(cursor.at - OVERLAP) or ""
        state = look_up(self._api, what, titles, _STATE, {**_LOG, "rcstart": since})
        with self._api.told(what):
            changed = {title: now for title, now in state.states.items() if _revid(now) != known[title]}
            events = new_events(state, cursor)
            seen = frozenset(row.rcid for row in state.log if utc(row.timestamp) >= state.server_time - OVERLAP)
        unread = [title for title, now in changed.items() if isinstance(now, Present)]
        texts = self.read(unread) if unread else {}
        return Changes(
            pages=Titles({title: texts[title] if isinstance(now, Present) else now for title, now in changed.items()}, state.server_time),
            events=events,
            cursor=Cursor(state.server_time, seen),
            log_is_complete=state.server_time - cursor.at <= KEPT_FOR,
        )

    def siteinfo(self) -> WikiSite:
        """What the wiki says of itself: one request."""
        what = "its name and version"
        reply = self._api.ask(what, {"meta": "siteinfo", "siprop": "general"})
        with self._api.told(what):
            site = reply.query.general
            if site is None:
                raise Fault("its answer holds nothing about itself", ODD, understood=False)
            version = _VERSION.match(site.generator)
            return WikiSite(
                name=one_line(site.sitename),
                generator=one_line(site.generator),
                version=one_line(version[1]) if version else "",
                release=(int(version[2]), int(version[3])) if version else None,
                server_time=reply.server_time,
                read_only=(shorten(site.readonlyreason, 200) or "it does not say why") if site.readonly else None,
                max_page_bytes=site.maxarticlesize,
            )

    def _rows(self, what: str, title: str, parameters: Mapping[str, str]) -> Iterator[RevisionRow]:
        """The revisions of one page as the replies bring them."""
        try:
            for reply in self._api.replies(what, parameters):
                pages = Pages()
                with self._api.told(what):
                    pages.add(reply.query)
                    state = pages.resolve(title)
                if isinstance(state, Missing):
                    raise NoSuchPage(f"the wiki has no page {shown_titles([title])}; check the title")
                if isinstance(state, Invalid):
                    raise NoSuchPage(f"the wiki has no page {shown_titles([title])}: {state.why}; check the title")
                yield from state.row.revisions or ()
        except WikiUnreachable as error:
            if error.code != _UNKNOWN_REVISION:
                raise
            raise RevisionGone(
                f"the wiki no longer knows revision {parameters['rvstartid']}, after which {what} was to begin; read it from the beginning"
            ) from error


def _with_text(state: Present) -> Found:
    row = state.row
    if not row.pageid or not row.revisions:
        raise Fault(f"the page {shown_titles([state.title])} comes without its revision", ODD, understood=False)
    return Found(state.asked, state.title, row.pageid, revision(state.title, row.revisions[0], with_text=True), state.redirected_from)


def _revid(state: Present | Missing | Invalid) -> int:
    """The latest revision, by its id."""
    if not isinstance(state, Present):
        return state.revid
    if not state.row.lastrevid:
        raise Fault(f"the page {shown_titles([state.title])} comes without its revision", ODD, understood=False)
    return state.row.lastrevid
