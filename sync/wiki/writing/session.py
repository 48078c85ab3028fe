"""A login to the wiki with a bot password: read before an edit, send it once, and find it in the
page's history.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import msgspec
import mwclient.errors  # type: ignore[import-untyped]

from parsers.patch import patched
from sync.errors import UsageError
from sync.net.addresses import LOOPBACK
from sync.net.fetched import TransportError
from sync.net.http import FormSession
from sync.settings.credentials import Credentials
from sync.store import Journal, Written
from sync.text import shorten
from sync.times import iso
from sync.wiki.api_replies import (
    ApiReply,
    ErrorRow,
    PresentPage,
    RevisionRow,
    nfc_title,
    odd,
    page_of,
)
from sync.wiki.wiki_access import (
    NoPage,
    OutcomeUnknown,
    WikiRefused,
    WikiSettings,
    WikiUnreachable,
    shown_titles,
    title_fault,
)
from sync.wiki.wiki_api import ACCEPT, MAXLAG, TEXTS, UNKNOWN_REVISION, Api
from sync.wiki.writing.page_edit import digest

_MOST_CANDIDATES = 5
"""The maximum number of texts compared to find a merged write: each costs a request."""


@dataclass(frozen=True, slots=True)
class EditBasis:
    """What was read in one request before an edit: the page, the text of the stop page, an edit
    token, and the wiki's time (``at``).

    For a missing page ``revid`` is None and ``text`` is ``""``. A text is None only if it was
    hidden. ``invalid`` is the reason why no page can have this title, or empty.
    """

    title: str
    revid: int | None
    text: str | None
    stop_text: str | None
    token: str
    at: datetime
    invalid: str = ""


class EditAnswer(msgspec.Struct, frozen=True):
    """The API's answer to an edit: saved (with the previous and the new revision), no change, or
    refused.
    """

    result: str
    oldrevid: int | None = None
    newrevid: int | None = None
    nochange: bool = False
    code: str = ""
    info: str = ""


class _Posted(msgspec.Struct, frozen=True):
    edit: EditAnswer | None = None
    error: ErrorRow | None = None


class WikiSession:
    """An account of the wiki, named ``user``, that logs in on first use. Reading raises
    :class:`WikiUnreachable`, :class:`sync.wiki.wiki_access.WikiNotUnderstood`, and
    :class:`WikiRefused` if the login is refused.
    """

    def __init__(
        self,
        settings: WikiSettings,
        credentials: Credentials,
        *,
        sleep: Callable[[float], None],
        now: Callable[[], datetime],
    ) -> None:
        _check(settings, credentials)
        self.user = credentials.user.partition("@")[0].replace("_", " ").strip()
        self._credentials = credentials
        self.http = FormSession(settings, accept=ACCEPT, sleep=sleep, now=now)
        self._api = Api(settings, self.http, credentials.hide)
        self._logged_in = False

    def log_in(self) -> None:
        """Log in, again if the login has expired. Raises :class:`WikiRefused` if the wiki rejects
        the password.
        """
        requested = "a login"
        self._logged_in = False
        # Without the cookies of an earlier login, which would prevent a new one.
        self.http.cookies.clear()
        self._api.site.tokens.clear()
        try:
            with self._api.asking(requested):
                self._send_password()
        except OutcomeUnknown as error:
            raise self._api.failed(requested, TransportError(str(error))) from error
        self._logged_in = True
        self.user = self._api.site.username

    def _send_password(self) -> None:
        user, password = self._credentials.user, self._credentials.password
        try:
            self._api.site.login(user, password)
        except (AttributeError, LookupError, TypeError, ValueError):
            # mwclient takes the shape of the answers for granted.
            raise odd("the reply to the login is neither a success nor a refusal") from None
        except mwclient.errors.LoginError as error:
            reason = shorten(self._credentials.hide(f"{error.code}"), 40) or "no reason given"
            raise WikiRefused(
                f"the wiki at {self._api.settings.folder.shown} refused the login ({reason});"
                " check BLOGNOMIC_WIKI_USER and BLOGNOMIC_WIKI_PASSWORD, which must be a bot"
                " password's (Special:BotPasswords)"
            ) from None

    def _query(self, requested: str, parameters: Mapping[str, str]) -> list[ApiReply]:
        """Return the replies to a query that needs a login; log in again once if the login has
        expired.
        """
        if not self._logged_in:
            self.log_in()
        try:
            return list(self._api.queries(requested, {**parameters, "assertuser": self.user}))
        except WikiUnreachable as error:
            if error.code not in {"assertuserfailed", "assertnameduserfailed"}:
                raise
        self.log_in()
        return list(self._api.queries(requested, {**parameters, "assertuser": self.user}))

    def read_for_edit(self, title: str, stop_page: str) -> EditBasis:
        """Read the page, the stop page, a token and the wiki's time, in one request. Raises
        :class:`UsageError` for impossible titles.
        """
        for asked in (title, stop_page):
            if why := title_fault(asked):
                raise UsageError(
                    f"no wiki can have a page {shown_titles([asked])}: {why}; check the title"
                )
        requested = f"the text of {shown_titles([title])}"
        replies = self._query(
            requested,
            {
                **TEXTS,
                "meta": "tokens",
                "titles": "|".join(dict.fromkeys([nfc_title(title), nfc_title(stop_page)])),
            },
        )
        with self._api.asking(requested):
            token = next(
                (
                    reply.query.tokens["csrftoken"]
                    for reply in replies
                    if "csrftoken" in reply.query.tokens
                ),
                None,
            )
            at = replies[0].curtimestamp
            if token is None or at is None:
                raise odd("no edit token or no server time in the reply")
            page, stop = page_of(replies, title), page_of(replies, stop_page)
            if isinstance(stop, NoPage) and stop.why:
                raise UsageError(
                    f"the stop page {shown_titles([stop_page])} is not a page of the wiki:"
                    f" {self._credentials.hide(stop.why)}; configure another one"
                )
            revid, text = _latest(page)
            _, stop_text = _latest(stop)
            return EditBasis(
                title=page.title,
                revid=revid,
                text=text,
                stop_text=stop_text,
                token=token,
                at=at,
                invalid=self._credentials.hide(page.why) if isinstance(page, NoPage) else "",
            )

    def history(self, title: str, base: int | None) -> list[RevisionRow] | None:
        """Return the revisions of a page without their texts, beginning with ``base`` itself (None:
        with the first). None if the page does not exist or ``base`` is not in its history.
        """
        query = {
            "prop": "revisions",
            "rvprop": "ids|timestamp|user|comment|sha1",
            "rvdir": "newer",
            "rvlimit": "max",
        }
        if base is not None:
            query["rvstartid"] = str(base)
        try:
            replies = self._query(
                f"the history of {shown_titles([title])}", {**query, "titles": nfc_title(title)}
            )
        except WikiUnreachable as error:
            if error.code in UNKNOWN_REVISION:
                return None
            raise
        if not isinstance(page_of(replies, title), PresentPage):
            return None
        rows = list(_rows(replies))
        if base is not None and (not rows or rows[0].revid != base):
            return None
        return rows

    def revisions(self, revids: Iterable[int]) -> dict[int, str | None]:
        """Return the texts (None if hidden) of revisions by id, without revisions unknown to the
        wiki.
        """
        replies = self._query(
            "the text that was saved", {**TEXTS, "revids": "|".join(map(str, revids))}
        )
        return {row.revid: row.main.content for row in _rows(replies)}

    def save(self, basis: EditBasis, text: str, summary: str) -> EditAnswer | ErrorRow:
        """Send a whole new text for the page that was read, once
        (https://www.mediawiki.org/wiki/API:Edit). Raises :class:`OutcomeUnknown` if the result is
        unknown, and :class:`TransportError` if it was not saved.
        """
        guard = (
            {"createonly": "1"}
            if basis.revid is None
            else {"nocreate": "1", "baserevid": f"{basis.revid}"}
        )
        form = {
            "format": "json",
            # Flags are booleans in this version. mwclient, which reads version 1, is not used here.
            "formatversion": "2",
            "action": "edit",
            "title": basis.title,
            "text": text,
            "summary": summary,
            "watchlist": "nochange",
            **guard,
            "starttimestamp": iso(basis.at) or "",
            "assertuser": self.user,
            "maxlag": f"{MAXLAG}",
            # The checksum prevents saving a text that was damaged on its way.
            "md5": hashlib.md5(text.encode("utf-8"), usedforsecurity=False).hexdigest(),
            # Last, so that a truncated form has none.
            "token": basis.token,
        }
        body = self._api.post(form)
        try:
            posted = msgspec.json.decode(body, type=_Posted)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise OutcomeUnknown("the reply is incomplete, or not one of MediaWiki's") from None
        answer = posted.error or posted.edit
        if answer is None:
            raise OutcomeUnknown("the reply does not show whether the edit was saved")
        hide = self._credentials.hide
        return msgspec.structs.replace(answer, code=hide(answer.code), info=hide(answer.info))


def _check(settings: WikiSettings, credentials: Credentials) -> None:
    address = settings.folder
    if address.scheme != "https" and address.host not in LOOPBACK:
        raise UsageError(
            f"the wiki's address {address.shown} begins with http://; a password is sent over https"
            " only"
        )
    # MediaWiki accepts "Name@bot" with the secret, and "Name" with "bot@secret".
    if "@" not in credentials.user and "@" not in credentials.password:
        raise UsageError(
            "the wiki account is not a bot password (its name contains an @); create one on the"
            " wiki's page Special:BotPasswords, and set BLOGNOMIC_WIKI_USER and"
            " BLOGNOMIC_WIKI_PASSWORD to its values"
        )


def _rows(replies: Iterable[ApiReply]) -> Iterator[RevisionRow]:
    for reply in replies:
        for page in reply.query.pages.values():
            yield from page.revisions or ()


def _latest(page: PresentPage | NoPage) -> tuple[int | None, str | None]:
    """Return the revision and the text of a page, None and ``""`` for a missing page."""
    if isinstance(page, NoPage):
        return None, ""
    if not page.row.revisions:
        raise odd(f"no revision of the page {shown_titles([page.title])} in the reply")
    return page.row.revisions[0].revid, page.row.revisions[0].main.content


class FoundWrite(NamedTuple):
    """The revision that saved a write, None if it was not found.

    ``history_known`` is False if the page is gone or its history lacks the write's base revision:
    then the write may have been saved all the same.
    """

    revid: int | None
    history_known: bool


def find_write(session: WikiSession, journal: Journal, written: Written) -> FoundWrite:
    """Find the revision that saved a write, in the history of the page with its title.

    It is a revision of the account, of no other write in the journal, with the text sent; or a
    revision that makes the same change to its parent's text, if the wiki merged the edit with
    another one.
    """
    write, base = written.write, written.write.base_revid
    history = session.history(write.place, base)
    newer = history or []
    if base is not None:
        newer = newer[1:]
    others = journal.revisions()
    own = [row for row in newer if row.user == write.account and row.revid not in others]
    sum_sent = digest(write.text)
    revid = next((row.revid for row in own if row.sha1 == sum_sent), None)
    if revid is None and write.before is not None:
        # Only an edit that does not follow the base directly can have been merged by the wiki.
        merged = [row for row in own if row.parentid != base][:_MOST_CANDIDATES]
        revid = next(
            (row.revid for row in merged if _is_patched(session, row, write.before, write.text)),
            None,
        )
    return FoundWrite(revid, history_known=history is not None)


def _is_patched(session: WikiSession, row: RevisionRow, before: str, after: str) -> bool:
    texts = session.revisions([row.parentid, row.revid])
    parent, saved = texts.get(row.parentid), texts.get(row.revid)
    return parent is not None and saved is not None and patched(before, after, parent) == saved
