"""Posting notices: a section on a talk page, a comment on an entry, or a chat message; each is
entered in the journal before it is sent.
"""

from __future__ import annotations

import importlib
import logging
import warnings
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property, partial
from typing import Any
from urllib.parse import quote

from parsers.refusal import Refused
from sync.errors import NoVerdict, SyncError, UsageError
from sync.net.fetched import HttpSettings
from sync.net.http import FormSession
from sync.notices.blog_comments import Commenter
from sync.notices.composing import (
    MAY_BE_UNDER_WAY,
    Scene,
    in_comments,
    in_journal,
    limit_reached,
    sent_before,
)
from sync.notices.notice_model import Channel, Notice, NoticeOutcome, Result, marked
from sync.notices.talk_pages import TalkSection
from sync.settings.config import Live
from sync.settings.credentials import find_chat_url, find_credentials
from sync.store import RESULT_NOT_SAVED, Journal, State, Write
from sync.times import clock
from sync.wiki.wiki_access import WikiRefused, WikiSettings
from sync.wiki.writing.page_edit import Limits
from sync.wiki.writing.writer import Writer

_STATES: dict[Result, State] = {
    "posted": "posted",
    "already-posted": "unchanged",
    "refused": "refused",
    "unknown": "unknown",
}
_OF_EDITS: dict[str | None, Result] = {
    "saved": "posted",
    "unchanged": "already-posted",
    "unknown": "unknown",
}


def configured_chat(environment: Mapping[str, str] | None = None) -> Any:
    """Return an ``apprise.Apprise`` for the chat, whose address is a secret in the environment or
    the keyring. Raises :class:`UsageError` if it is missing or unusable.
    """
    address = find_chat_url(environment)
    try:
        service = importlib.import_module("apprise").Apprise()
    except ImportError:
        raise UsageError(
            "notices to a chat need the library apprise; install the tool with it: pipx install"
            " '.[chat]'"
        ) from None
    # A redirected message arrives at another host, or without its text.
    service.asset.http_redirects = False
    # It logs addresses.
    logging.getLogger("apprise").disabled = True
    with warnings.catch_warnings(action="ignore"):  # mwclient has them all shown
        is_known = service.add(address)
    if not is_known:
        raise UsageError(
            "apprise does not recognise the chat's address; see its list of services, and set"
            " BLOGNOMIC_CHAT_URL again"
        )
    return service


def send_to_chat(service: Any, text: str) -> NoticeOutcome:
    """Send one message. Without a confirmation by the service the outcome is unknown, and it is not
    sent again.
    """
    try:
        taken = service.notify(body=text, title="", body_format="text")
    except Exception as error:  # noqa: BLE001 - whatever a service's plugin raises; its message may have the address
        return NoticeOutcome("unknown", why=f"the chat's service failed ({type(error).__name__})")
    return (
        NoticeOutcome("posted")
        if taken
        else NoticeOutcome("unknown", why="the chat's service did not confirm the message")
    )


class Poster(ExitStack):
    """Posts notices. Channels are opened on first use. Not thread-safe."""

    def __init__(self, scene: Scene, live: Live, journal: Journal) -> None:
        super().__init__()
        self._scene = scene
        self._live = live
        self._journal = journal
        self._locked_out: WikiRefused | None = None

    @cached_property
    def _writer(self) -> Writer:
        per_day = self._scene.config.notice.per_day
        # Only the limit of the day holds, and only tomorrow a further run helps.
        limits = Limits(per_day + 1, per_day, self._scene.config.correct.stop_page)
        settings = WikiSettings(self._live.contact, api_url=self._live.wiki_url)
        return self.enter_context(Writer(settings, find_credentials("wiki"), self._journal, limits))

    @cached_property
    def _commenter(self) -> Commenter:
        credentials = find_credentials("blog")
        session = FormSession(HttpSettings(self._live.contact, delay=self._live.delay))
        self.callback(session.close)
        return Commenter(
            session, self._live.blog_url, credentials, self._scene.config.notice.blog_name
        )

    _chat = cached_property(lambda _: configured_chat())

    def settle(self, channels: Iterable[Channel]) -> None:
        """Find the outcome of unfinished writes of an earlier run. Raises :class:`UsageError` for
        missing credentials.
        """
        kinds = set(channels)
        if "blog-comment" in kinds:
            self._settle_comments()
        if "wiki-talk" in kinds and self._journal.unsettled(["wiki-talk"]):
            try:
                self._writer.settle()
            except WikiRefused as error:
                self._locked_out = error
            except NoVerdict:
                # Reading the talk page of each notice gives the same error.
                return

    def prepare(self, channels: Iterable[Channel]) -> None:
        """Open the resources of these channels. Raises :class:`UsageError` for missing credentials,
        before anything is sent.
        """
        for channel in channels:
            if channel == "wiki-talk":
                _ = self._writer
            elif channel == "blog-comment":
                _ = self._commenter
            else:
                _ = self._chat

    def post(self, notice: Notice) -> NoticeOutcome:
        """Post one notice; an error is an outcome, so that the next notice can be posted."""
        try:
            return (
                self._to_wiki(notice) if notice.draft.channel == "wiki-talk" else self._sent(notice)
            )
        except WikiRefused as error:
            # A rejected password is not sent again.
            self._locked_out = error
            return NoticeOutcome("refused", why=str(error), login_refused=True)
        except (NoVerdict, UsageError) as error:
            return NoticeOutcome("refused", why=str(error))

    def remember(self, notice: Notice) -> None:
        """Enter in the journal that a notice was seen in its place, so that it is not posted again
        after its removal.
        """
        draft = notice.draft
        known = in_journal(
            self._journal.writes_at(draft.channel, draft.target), draft.channel, self._scene.now
        ).posted
        if not marked(notice.mark) <= known:
            write = Write(draft.channel, draft.target, "", notice.mark, findings=draft.codes)
            if written := self._journal.begin(write, clock()):
                self._journal.end(
                    written.id, "unchanged", clock(), why=("it was found in its place")
                )

    def _settle_comments(self) -> None:
        """Settle comments: a visible comment was posted; a comment missing from an entry without
        hidden comments was not.
        """
        posts = {post.url: post for post in self._scene.view.posts}
        for row in self._journal.unsettled(["blog-comment"]):
            post, digits = posts.get(row.write.place), marked(row.write.mark)
            if post is None or post.comments is None or not digits:
                continue
            if digits <= in_comments(post):
                self._journal.end(
                    row.id, "posted", clock(), url=post.url, why="found on the entry later"
                )
            elif (
                row.state == "begun"
                and clock() - row.began >= MAY_BE_UNDER_WAY
                and len(post.comments) >= (post.comment_count or 0)
            ):
                self._journal.end(
                    row.id, "refused", clock(), why="not on the entry: it did not reach the blog"
                )

    def _to_wiki(self, notice: Notice) -> NoticeOutcome:
        if self._locked_out is not None:
            return NoticeOutcome("refused", why=str(self._locked_out), login_refused=True)
        page = self._scene.talk.for_notices(notice.draft.target, again=True)
        settings = WikiSettings(self._live.contact, api_url=self._live.wiki_url)
        url = f"{settings.folder.url}index.php?title={quote(page.title.replace(' ', '_'))}"
        try:
            edit = TalkSection.of(notice, page)
        except Refused as error:
            return NoticeOutcome("refused", why=str(error))
        if edit.text == page.text:
            self.remember(notice)
            return NoticeOutcome("already-posted", url, "the notice has been posted meanwhile")
        outcome = self._writer.save(edit)
        result = _OF_EDITS.get(outcome.result, "refused")
        if result == "already-posted":
            self.remember(notice)
        return NoticeOutcome(
            result, url if result in ("posted", "already-posted") else None, outcome.why or ""
        )

    def _sent(self, notice: Notice) -> NoticeOutcome:
        """Enter a comment or message in the journal, send it, and enter the outcome.

        A run killed meanwhile leaves the row in the state ``begun``. Of two runs with one journal,
        the first row counts.
        """
        draft, per_day = notice.draft, self._scene.config.notice.per_day
        # Opened before the entry in the journal, because opening may raise.
        sending = (
            partial(send_to_chat, self._chat, notice.text)
            if draft.channel == "chat"
            else partial(self._commenter.post, draft.target, notice.text, notice.mark)
        )
        write = Write(draft.channel, draft.target, notice.text, notice.mark, findings=draft.codes)
        entry = self._journal.begin(write, clock(), per_day=per_day)
        if entry is None:
            return NoticeOutcome("refused", why=limit_reached(per_day))
        before = [
            row for row in self._journal.writes_at(draft.channel, draft.target) if row.id < entry.id
        ]
        outcome = sent_before(marked(notice.mark), in_journal(before, draft.channel, entry.began))
        if outcome is not None:
            self._journal.end(entry.id, "refused", clock(), why="another run was first")
            return outcome
        outcome = sending()
        try:
            self._journal.end(
                entry.id,
                _STATES[outcome.result or "unknown"],
                clock(),
                url=outcome.url,
                why=outcome.why or None,
            )
        except SyncError as error:  # it is as it is, and safe: what is begun is not sent again
            known = [outcome.why] if outcome.why else []
            return replace(outcome, why="; ".join([*known, RESULT_NOT_SAVED.format(error)]))
        return outcome
