"""Somebody who is logged in to the wiki with a bot password: what they read before and after they write, and the writing.

A request that could change something is sent once. Whoever sends it is told whether there was an answer, and decides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from sync.errors import UsageError
from sync.net.cookies import Cookies
from sync.settings.credentials import Credentials
from sync.text import shorten
from sync.times import iso
from sync.wiki.errors import Fault, WikiRefused, WikiUnreachable
from sync.wiki.reading.api import Api
from sync.wiki.reading.replies import ODD, ErrorRow, RevisionRow, plain
from sync.wiki.reading.titles import Pages, Present, refused, sent, shown_titles
from sync.wiki.reading.values import Invalid, Missing
from sync.wiki.settings import WikiSettings
from sync.wiki.writing.posting import Lost, Saved, post

__all__ = ["Look", "WikiSession"]

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_LOGGED_OUT = frozenset({"assertuserfailed", "assertnameduserfailed"})
_UNKNOWN_REVISION = frozenset({"badid_rvstartid", "nosuchrevid"})
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class Look:
    """What is there immediately before a write.

    ``revid`` is None where there is no page, ``text`` None where it was hidden. ``stop`` is the text of the stop page,
    ``""`` where there is none. ``invalid`` says why there can be no such page.
    """

    title: str
    revid: int | None
    text: str | None
    stop: str | None
    token: str
    at: datetime
    invalid: str = ""


class WikiSession:
    """An account of the wiki. Nothing is asked before it is needed. Not for several threads at once.

    Every method that reads raises :class:`WikiUnreachable` and :class:`WikiNotUnderstood`, and :class:`WikiRefused`
    where the wiki does not let the account in. ``user`` is its name, ``waited`` counts the seconds of all waiting.
    """

    def __init__(
        self, settings: WikiSettings, credentials: Credentials, *, sleep: Callable[[float], None], now: Callable[[], datetime]
    ) -> None:
        _check(settings, credentials)
        self.settings = settings
        self.user = credentials.user.partition("@")[0].replace("_", " ").strip()
        self._credentials = credentials
        self._cookies = Cookies()
        self._api = Api(settings, sleep, now, self._cookies)
        self._sleep = sleep
        self._logged_in = False

    def close(self) -> None:
        """Close the connections that are kept open."""
        self._api.connection.close()

    @property
    def requests(self) -> int:
        """How many requests were sent so far."""
        return self._api.connection.requests

    def wait(self, tries: int) -> float | None:
        """Wait before try number ``tries`` + 1, as long as the wiki asked for in its last answer, or None where it may not be."""
        settings = self.settings
        asked = self._api.connection.asked_wait
        step = min(settings.retry_timeout * 2.0 ** (tries - 1), settings.max_retry_timeout)
        seconds = max(step, asked.seconds if asked else 0.0)
        if self._api.waited + seconds > settings.max_wait:
            return None
        self._api.waited += seconds
        self._sleep(seconds)
        return seconds

    def log_in(self) -> None:
        """Log in, anew if need be. Raises :class:`WikiRefused` where the wiki does not take the password."""
        tries = 0
        while True:
            tries += 1
            self._logged_in = False
            # With nothing of the last time: who is logged in by half cannot log in.
            self._cookies.clear()
            token = self._api.ask("a token to log in", {"meta": "tokens", "type": "login"}).query.tokens.get("logintoken", "")
            secrets = {"lgname": self._credentials.user, "lgpassword": self._credentials.password, "lgtoken": token}
            try:
                with self._api.told("a login"):
                    answer = post(self._api.connection, {"action": "login", **secrets}).login
                break
            except Lost as lost:
                self._again(tries, "a login", lost)
        if answer is None or answer.result != "Success" or not answer.lgusername:
            said = "" if answer is None else shorten(answer.result, 40)
            raise WikiRefused(
                f"the wiki at {self.settings.folder.shown} does not let the account in ({said or 'it does not say why'}); check "
                "BLOGNOMIC_WIKI_USER and BLOGNOMIC_WIKI_PASSWORD, which have to be those of a bot password (Special:BotPasswords)"
            )
        self.user = answer.lgusername
        self._logged_in = True

    def look(self, title: str, stop: str) -> Look:
        """The page as it is now, the stop page, a token, and the wiki's time: one request."""
        for asked in (title, stop):
            why = refused(asked)
            if why:
                raise UsageError(f"no wiki has a page {shown_titles([asked])}: {why}; check the title")
        what = f"the text of {shown_titles([title])}"
        names = list(dict.fromkeys([sent(title), sent(stop)]))
        query = {"prop": "revisions", "rvprop": "ids|timestamp|user|comment|content", "rvslots": "main", "meta": "tokens"}
        return self._logged(lambda: self._look(what, title, stop, {**query, "titles": "|".join(names), "assertuser": self.user}))

    def _look(self, what: str, title: str, stop: str, query: Mapping[str, str]) -> Look:
        pages, times = Pages(), list[datetime]()
        tokens: dict[str, str] = {}
        for reply in self._api.replies(what, query):
            with self._api.told(what):
                times.append(reply.server_time)
            tokens |= reply.query.tokens
            pages.add(reply.query)
        with self._api.told(what):
            page, stopping = pages.resolve(title), pages.resolve(stop)
            if isinstance(stopping, Invalid):
                raise UsageError(f"the stop page {shown_titles([stop])} is none of the wiki: {stopping.why}; configure another")
            if "csrftoken" not in tokens:
                raise Fault("it gives no token to write with", ODD, understood=False)
            invalid = page.why if isinstance(page, Invalid) else ""
            revid, text = _latest(page)
            own_title = title if isinstance(page, Invalid) else page.title
            return Look(own_title, revid, text, _latest(stopping)[1], tokens["csrftoken"], times[0], invalid)

    def history(self, title: str, after: int | None) -> list[RevisionRow] | None:
        """The revisions of a page from ``after`` on, that one first, without their texts; from the beginning with None.

        None where there is no such page, or its history does not have that revision.
        """
        what = f"the history of {shown_titles([title])}"
        query = {"prop": "revisions", "rvprop": "ids|timestamp|user|comment|sha1", "rvdir": "newer", "rvlimit": "max"}
        if after is not None:
            query["rvstartid"] = str(after)
        try:
            rows = self._logged(lambda: self._rows(what, title, {**query, "titles": sent(title), "assertuser": self.user}))
        except WikiUnreachable as error:
            if error.code in _UNKNOWN_REVISION:
                return None
            raise
        if rows is None or (after is not None and (not rows or rows[0].revid != after)):
            return None
        return rows

    def _rows(self, what: str, title: str, query: Mapping[str, str]) -> list[RevisionRow] | None:
        rows: list[RevisionRow] = []
        for reply in self._api.replies(what, query):
            pages = Pages()
            pages.add(reply.query)
            with self._api.told(what):
                page = pages.resolve(title)
            if not isinstance(page, Present):
                return None
            rows += page.row.revisions or ()
        return rows

    def revisions(self, revids: Iterable[int]) -> dict[int, tuple[str, str | None]]:
        """The title and the text (None where it was hidden) that revisions have, by their ids; without those the wiki does not know."""
        what = "the text of what was saved"
        numbers = "|".join(map(str, revids))
        query = {"prop": "revisions", "rvprop": "ids|timestamp|user|comment|content", "rvslots": "main", "revids": numbers}
        return self._logged(lambda: dict(self._texts(what, {**query, "assertuser": self.user})))

    def _texts(self, what: str, query: Mapping[str, str]) -> Iterator[tuple[int, tuple[str, str | None]]]:
        for reply in self._api.replies(what, query):
            with self._api.told(what):
                for page in reply.query.pages:
                    for row in page.revisions or ():
                        yield row.revid, (plain(page.title), _content(row))

    def expanded(self, title: str, text: str) -> str:
        """The text as the wiki would save it, its signatures and ``subst:`` expanded. Nothing is saved."""
        form = {"action": "parse", "onlypst": "1", "title": title, "contentmodel": "wikitext", "text": text}
        return self._logged(lambda: self._expanded({**form, "assertuser": self.user}))

    def _expanded(self, form: Mapping[str, str]) -> str:
        what = "the text as it would be saved"
        tries = 0
        while True:
            tries += 1
            try:
                with self._api.told(what):
                    posted = post(self._api.connection, form)
                    if posted.error is not None:
                        code = shorten(posted.error.code, 60)
                        raise Fault(f"it answered with the error {code!r}", "try again later", code=code)
                    if posted.parse is None:
                        raise Fault("its answer holds no text", ODD, understood=False)
                    return plain(posted.parse.text)
            except Lost as lost:
                self._again(tries, what, lost)

    def save(self, look: Look, text: str, summary: str, *, bot: bool) -> Saved | ErrorRow:
        """Send a whole new text for the page that was looked at, once.

        Raises :class:`Lost` where nobody knows whether it was saved, and :class:`Fault` where it was not.
        """
        form = {"action": "edit", "title": look.title, "text": text, "summary": summary, "watchlist": "nochange"}
        form |= {"createonly": "1"} if look.revid is None else {"nocreate": "1", "baserevid": str(look.revid)}
        form |= {"bot": "1"} if bot else {}
        form |= {"starttimestamp": iso(look.at) or "", "assertuser": self.user, "maxlag": str(self.settings.maxlag)}
        # The sum of what was sent: a text that was damaged on its way is not saved. The token last: one cut short has none.
        form |= {"md5": hashlib.md5(text.encode("utf-8"), usedforsecurity=False).hexdigest(), "token": look.token}
        posted = post(self._api.connection, form)
        if posted.error is not None:
            return posted.error
        if posted.edit is None:
            raise Lost("its answer does not say what became of the edit")
        return posted.edit

    def _logged(self, ask: Callable[[], _Answer]) -> _Answer:
        """What comes of a question by somebody who is logged in; where that is over, they log in again, once."""
        if not self._logged_in:
            self.log_in()
            return ask()
        try:
            return ask()
        except WikiUnreachable as error:
            if error.code not in _LOGGED_OUT:
                raise
        self.log_in()
        return ask()

    def _again(self, tries: int, what: str, lost: Lost) -> None:
        """Wait before what changes nothing is sent again, or raise :class:`WikiUnreachable` where it is not to be."""
        if tries > self.settings.max_retries or self.wait(tries) is None:
            raise self._api.failed(what, Fault(str(lost), "try again later"), tries) from lost


def _check(settings: WikiSettings, credentials: Credentials) -> None:
    address = settings.folder
    if address.scheme != "https" and address.host not in _LOOPBACK:
        raise UsageError(f"the wiki's address {address.shown} begins with http://, and no password is sent that way; use https://")
    if "@" not in credentials.user and "@" not in credentials.password:
        raise UsageError(
            "the account for the wiki is none of a bot password, whose name has an @ in it; make one on the wiki's page "
            "Special:BotPasswords and set BLOGNOMIC_WIKI_USER and BLOGNOMIC_WIKI_PASSWORD to what it says"
        )


def _latest(page: Present | Missing | Invalid) -> tuple[int | None, str | None]:
    """The revision and the text a page has: none and nothing where there is no page."""
    if not isinstance(page, Present):
        return None, ""
    if not page.row.revisions:
        raise Fault(f"the page {shown_titles([page.title])} comes without its revision", ODD, understood=False)
    return page.row.revisions[0].revid, _content(page.row.revisions[0])


def _content(row: RevisionRow) -> str | None:
    content = row.main.content
    return None if content is None else plain(content)
