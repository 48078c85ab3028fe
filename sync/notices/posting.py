"""Notices sent: a section on a talk page, a comment on an entry, a message to a chat; each kept in the journal first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from sync.config import Config, Live
from sync.errors import NoVerdict
from sync.live import open_store
from sync.notices.model import Notice, Posted, marked
from sync.notices.places import TalkPages
from sync.store import Journal, State, Write
from sync.times import clock

if TYPE_CHECKING:
    from sync.commenting import Commenter
    from sync.notices.chat import Chat
    from sync.wiki.writer import Writer

__all__ = ["Poster", "opened_poster"]

_STATES: dict[str, State] = {"posted": "posted", "already-posted": "unchanged", "refused": "refused", "unknown": "unknown"}
_OF_EDITS = {"saved": "posted", "unchanged": "already-posted", "conflict": "refused", "refused": "refused", "unknown": "unknown"}


@dataclass
class Poster:
    """Posts notices. What a channel needs is made when the first notice goes there."""

    config: Config
    live: Live
    journal: Journal
    talk: TalkPages

    def __post_init__(self) -> None:
        self._writer: Writer | None = None
        self._commenter: Commenter | None = None
        self._chat: Chat | None = None

    def post(self, notice: Notice) -> Posted:
        """Post one, and say what came of it. Raises :class:`UsageError` for credentials that are missing, before anything is sent."""
        send = {"wiki-talk": self._to_wiki, "blog-comment": self._to_blog, "chat": self._to_chat}[notice.draft.channel]
        try:
            return send(notice)
        except NoVerdict as error:
            # What was posted before it has to be told all the same.
            return Posted("refused", why=str(error))

    def close(self) -> None:
        """Close what is kept open."""
        if self._writer is not None:
            self._writer.close()

    def _to_wiki(self, notice: Notice) -> Posted:
        from sync.wiki.edits import PageEdit

        page = self.talk(notice.draft.target)
        told = marked(notice.mark)

        def with_section(text: str) -> str:
            """The talk page with the notice at its end, unless it stands there by now."""
            before = text.rstrip()
            return text if told <= marked(text) else f"{before}\n\n{notice.text}" if before else notice.text

        codes = tuple(dict.fromkeys(finding.code for finding in notice.draft.findings))
        summary = f"/* Correction notice */ {', '.join(codes)}: new section"
        edit = PageEdit(page.title, page.revid, page.text, with_section(page.text), summary, codes, notice.mark, "wiki-talk")
        outcome = self._opened_writer().save(edit, replan=with_section)
        url = f"{self.live.wiki_url}index.php?title={quote(page.title.replace(' ', '_'))}"
        return Posted(_OF_EDITS[outcome.result], url if outcome.result in ("saved", "unchanged") else None, outcome.why)  # type: ignore[arg-type]

    def _to_blog(self, notice: Notice) -> Posted:
        earlier = self.journal.with_mark(notice.mark, "blog-comment", notice.draft.target)
        commenter = self._opened_commenter()
        with self._kept(notice) as kept:
            if kept.number is None:
                return kept.posted
            outcome = commenter.post(notice.draft.target, notice.text, notice.mark, never_sent=not earlier)
            kept.posted = Posted(outcome.result, outcome.url, outcome.why)
        for begun in (entry for entry in earlier if entry.state == "begun"):
            state: State = "posted" if outcome.result == "already-posted" else "refused"
            self.journal.end(begun.id, state, clock(), url=outcome.url, why="settled by reading the entry in a later run")
        return kept.posted

    def _to_chat(self, notice: Notice) -> Posted:
        from sync.notices.chat import Chat

        if self._chat is None:
            self._chat = Chat.from_environment()
        with self._kept(notice) as kept:
            if kept.number is not None:
                kept.posted = self._chat.send(notice)
        return kept.posted

    @contextmanager
    def _kept(self, notice: Notice) -> Iterator[_Kept]:
        """Keep in the journal that a notice is about to be sent, and what came of it.

        Where it is not known at the end because something else failed, the journal goes on saying that it was begun.
        """
        draft = notice.draft
        codes = tuple(dict.fromkeys(finding.code for finding in draft.findings))
        write = Write("chat" if draft.channel == "chat" else "blog-comment", draft.target, notice.text, notice.mark, findings=codes)
        per_day = self.config.notice.per_day
        entry = self.journal.begin(write, clock(), per_day=per_day)
        why = f"{per_day} notices were posted there today, and no more are allowed; see [notice] per_day"
        kept = _Kept(None if entry is None else entry.id, Posted("refused", why=why))
        yield kept
        if kept.number is not None and kept.posted.result is not None:
            self.journal.end(kept.number, _STATES[kept.posted.result], clock(), url=kept.posted.url, why=kept.posted.why)

    def _opened_writer(self) -> Writer:
        if self._writer is None:
            from sync.credentials import find_credentials
            from sync.wiki.edits import Limits
            from sync.wiki.settings import WikiSettings
            from sync.wiki.writer import Writer

            limits = Limits(self.config.notice.per_day, self.config.notice.per_day, self.config.correct.stop_page)
            settings = WikiSettings(self.live.wiki_url, self.live.contact)
            self._writer = Writer(settings, find_credentials("wiki"), self.journal, limits)
        return self._writer

    def _opened_commenter(self) -> Commenter:
        if self._commenter is None:
            from sync.commenting import Commenter, CommentingSettings, FormSession
            from sync.credentials import find_credentials
            from sync.http import HttpSettings

            session = FormSession(HttpSettings(self.live.contact, delay=self.live.delay))
            settings = CommentingSettings(name=self.config.notice.blog_name)
            self._commenter = Commenter(session, self.live.blog_url, find_credentials("blog"), settings)
        return self._commenter


@dataclass
class _Kept:
    """A row of the journal while its notice is sent; without a number nothing may be sent."""

    number: int | None
    posted: Posted


@contextmanager
def opened_poster(config: Config, live: Live, talk: TalkPages) -> Iterator[Poster]:
    """Who posts notices, with the store's journal."""
    with open_store(live, clock()) as store:
        poster = Poster(config, live, store.journal, talk)
        try:
            yield poster
        finally:
            poster.close()
