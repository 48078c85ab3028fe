"""Notices sent: a section on a talk page, a comment on an entry, a message to a chat; each kept in the journal first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import quote

from sync.errors import NoVerdict, UsageError
from sync.notices.composing import UNDER_WAY, UNSURE, no_more
from sync.notices.model import Channel, Notice, Posted, Result, marked
from sync.notices.posted import MAY_BE_UNDER_WAY, Scene, by_whom, is_new, remembered
from sync.settings.config import Live
from sync.store import Journal, State, Write
from sync.times import clock
from sync.wiki.errors import WikiRefused
from sync.wiki.settings import WikiSettings

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from sync.notices.blog import Commenter, FormSession
    from sync.notices.chat import Chat
    from sync.wiki.writing.writer import Writer

__all__ = ["Poster"]

_STATES: dict[Result, State] = {"posted": "posted", "already-posted": "unchanged", "refused": "refused", "unknown": "unknown"}
_OF_EDITS: dict[str, Result] = {
    "saved": "posted",
    "unchanged": "already-posted",
    "conflict": "refused",
    "refused": "refused",
    "unknown": "unknown",
}


class Poster:
    """Posts notices. What a channel needs is made when it is first asked for. Not for several threads at once."""

    def __init__(self, scene: Scene, live: Live, journal: Journal) -> None:
        self._scene = replace(scene, journal=journal)
        self._live = live
        self._journal = journal
        self._writer: Writer | None = None
        self._session: FormSession | None = None
        self._commenter: Commenter | None = None
        self._chat: Chat | None = None
        self._locked_out: WikiRefused | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for one in (self._writer, self._session):
            if one is not None:
                one.close()

    def settle(self, channels: Iterable[Channel]) -> None:
        """Find out what became of what an earlier run began and did not end. Raises :class:`UsageError` for missing credentials."""
        kinds = set(channels)
        if "blog-comment" in kinds:
            self._settle_comments()
        if "wiki-talk" in kinds and self._journal.open(["wiki-talk"]):
            try:
                self._opened_writer().settle()
            except WikiRefused as error:
                self._locked_out = error
            except NoVerdict:
                # A wiki that cannot be asked says so where its talk page is read.
                return

    def prepare(self, channels: Iterable[Channel]) -> None:
        """Have whatever these channels need. Raises :class:`UsageError` for credentials that are missing, and nothing was sent."""
        opened = {"wiki-talk": self._opened_writer, "blog-comment": self._opened_commenter, "chat": self._opened_chat}
        for channel in dict.fromkeys(channels):
            opened[channel]()

    def post(self, notice: Notice) -> Posted:
        """Post one, and say what came of it; what keeps one from being posted does not keep the next."""
        send = {"wiki-talk": self._to_wiki, "blog-comment": self._to_blog, "chat": self._to_chat}[notice.draft.channel]
        try:
            return send(notice)
        except WikiRefused as error:
            # A password that was refused once is not sent again.
            self._locked_out = error
            return Posted("refused", why=str(error))
        except (NoVerdict, UsageError) as error:
            return Posted("refused", why=str(error))

    def remember(self, notice: Notice) -> None:
        """Keep of a notice that it stands in its place, so that it is not posted again when somebody removes it."""
        draft = notice.draft
        kept = remembered(self._journal.marks_at(draft.channel, draft.target), draft.channel, self._scene.now).kept
        if not marked(notice.mark) <= kept:
            written = self._journal.begin(Write(draft.channel, draft.target, "", notice.mark, findings=draft.codes), clock())
            if written is not None:
                self._journal.end(written.id, "unchanged", clock(), why="it was found there")

    def _settle_comments(self) -> None:
        """What an entry shows was posted; what it does not show, though it shows all its comments, did not reach the blog."""
        posts = {post.url: post for post in self._scene.view.posts}
        for row in self._journal.open(["blog-comment"]):
            post, digits = posts.get(row.write.place), marked(row.write.mark)
            if post is None or post.comments is None or not digits:
                continue
            if digits <= by_whom(post, self._scene.config)[0]:
                self._journal.end(row.id, "posted", clock(), url=post.url, why="found on the entry afterwards")
            elif row.state == "begun" and clock() - row.began >= MAY_BE_UNDER_WAY and len(post.comments) >= (post.comment_count or 0):
                self._journal.end(row.id, "refused", clock(), why="the entry does not have it: it did not reach the blog")

    def _to_wiki(self, notice: Notice) -> Posted:
        from sync.notices.talk_section import TalkSection

        if self._locked_out is not None:
            return Posted("refused", why=str(self._locked_out))
        page = self._scene.talk.read(notice.draft.target, anew=True)
        url = self._address(page.title)
        try:
            edit = TalkSection.of(notice, page)
        except ValueError as error:
            return Posted("refused", why=str(error))
        if edit.text == page.text:
            self.remember(notice)
            return Posted("already-posted", url, "the notice is there by now")
        outcome = self._opened_writer().save(edit)
        result = _OF_EDITS[outcome.result or "refused"]
        if result == "already-posted":
            self.remember(notice)
        return Posted(result, url if result in ("posted", "already-posted") else None, outcome.why)

    def _address(self, title: str) -> str:
        folder = WikiSettings(self._live.contact, api_url=self._live.wiki_url).folder
        return f"{folder.url}index.php?title={quote(title.replace(' ', '_'))}"

    def _to_blog(self, notice: Notice) -> Posted:
        draft = notice.draft
        rows = self._journal.marks_at("blog-comment", draft.target)
        post = next((post for post in self._scene.view.posts if post.url == draft.target), None)
        never_sent = is_new(post, self._journal, rows)
        commenter = self._opened_commenter()
        number, why_not = self._begun(notice)
        if why_not is not None:
            return why_not
        outcome = commenter.post(draft.target, notice.text, notice.mark, never_sent=never_sent)
        return self._ended(number, Posted(outcome.result, outcome.url, outcome.why))

    def _to_chat(self, notice: Notice) -> Posted:
        chat = self._opened_chat()
        number, why_not = self._begun(notice)
        return self._ended(number, chat.send(notice)) if why_not is None else why_not

    def _begun(self, notice: Notice) -> tuple[int, Posted | None]:
        """Keep in the journal that a notice is about to be sent: its number there, or why it is not to be sent.

        Whoever is killed from here on leaves a row that says ``begun``. Of two runs with one journal, the row that was
        there first counts.
        """
        draft, per_day = notice.draft, self._scene.config.notice.per_day
        write = Write(draft.channel, draft.target, notice.text, notice.mark, findings=draft.codes)
        entry = self._journal.begin(write, clock(), per_day=per_day)
        if entry is None:
            return 0, Posted("refused", why=no_more(per_day))
        before = [row for row in self._journal.marks_at(draft.channel, draft.target) if row.id < entry.id]
        told, digits = remembered(before, draft.channel, entry.began), marked(notice.mark)
        posted = None
        if digits & told.unsure:
            posted = Posted("unknown", why=UNSURE)
        elif digits & told.under_way:
            posted = Posted("refused", why=UNDER_WAY)
        elif digits & told.kept:
            posted = Posted("already-posted", why="another run posted it meanwhile")
        if posted is not None:
            self._journal.end(entry.id, "refused", clock(), why="another run was there first")
        return entry.id, posted

    def _ended(self, number: int, posted: Posted) -> Posted:
        """Keep what came of it."""
        self._journal.end(number, _STATES[posted.result or "unknown"], clock(), url=posted.url, why=posted.why)
        return posted

    def _opened_writer(self) -> Writer:
        if self._writer is None:
            from sync.settings.credentials import find_credentials
            from sync.wiki.writing.page_edit import Limits
            from sync.wiki.writing.writer import Writer

            config = self._scene.config
            limits = Limits(config.notice.per_day, config.notice.per_day, config.correct.stop_page)
            settings = WikiSettings(self._live.contact, api_url=self._live.wiki_url)
            self._writer = Writer(settings, find_credentials("wiki"), self._journal, limits)
        return self._writer

    def _opened_commenter(self) -> Commenter:
        if self._commenter is None:
            from sync.net.http import HttpSettings
            from sync.notices.blog import Commenter, CommentingSettings, FormSession
            from sync.settings.credentials import find_credentials

            credentials = find_credentials("blog")
            self._session = FormSession(HttpSettings(self._live.contact, delay=self._live.delay))
            settings = CommentingSettings(name=self._scene.config.notice.blog_name)
            self._commenter = Commenter(self._session, self._live.blog_url, credentials, settings)
        return self._commenter

    def _opened_chat(self) -> Chat:
        if self._chat is None:
            from sync.notices.chat import Chat

            self._chat = Chat.found()
        return self._chat
