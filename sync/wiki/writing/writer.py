"""Writing wiki pages such that nothing is lost, nothing is doubled, and everything can be told and undone.

A reader cannot write by accident: :class:`sync.wiki.WikiClient` has no password and no way to send anything.
docs/writing.md says what can be relied on, and how that was tried.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from types import TracebackType
from typing import Literal, Self

from parsers.patch import patched
from sync.settings.credentials import Credentials
from sync.store import Journal, Kind, Written
from sync.text import shorten
from sync.times import clock
from sync.wiki.settings import WikiSettings
from sync.wiki.writing.edits import Asked, Limits, Outcome, PageEdit, Replan, Revalidate, Show, unfit
from sync.wiki.writing.exclusion import stop_page
from sync.wiki.writing.reconcile import find_write, history_since
from sync.wiki.writing.saved_form import as_saved
from sync.wiki.writing.saving import Means, Saving
from sync.wiki.writing.session import WikiSession

__all__ = ["Writer"]

_KINDS: tuple[Kind, ...] = ("wiki-edit", "wiki-talk")
_MAY_BE_UNDER_WAY = timedelta(minutes=5)


class Writer:
    """Writes to the wiki as one account, within limits, and keeps a journal of it. Not for several threads at once.

    Making one asks nothing yet. ``bot`` marks the edits as those of a bot, for accounts that are one. ``sleep`` and
    ``now`` are there for tests.
    """

    def __init__(
        self,
        settings: WikiSettings,
        credentials: Credentials,
        journal: Journal,
        limits: Limits | None = None,
        *,
        bot: bool = False,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], datetime] = clock,
    ) -> None:
        self._session = WikiSession(settings, credentials, sleep=sleep, now=now)
        self._journal = journal
        self._limits = limits or Limits()
        self._bot = bot
        self._sleep = sleep
        self._now = now
        self._made = 0
        self._settled = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections that are kept open."""
        self._session.close()

    def save(
        self,
        edit: PageEdit,
        *,
        revalidate: Revalidate = lambda _: None,
        show: Show = lambda _before, _after: None,
        replan: Replan | None = None,
    ) -> Outcome:
        """Save an edit, merged with what others did to the page since ``base_revid``.

        ``revalidate`` and ``show`` are given what was merged before it is sent. ``replan`` makes the text anew from the
        page's instead of merging, which suits a notice at the end of a page.

        Raises :class:`NoVerdict` where the wiki cannot be read or does not let the account in, and nothing was sent;
        :class:`UsageError` for a title that no page has. Whatever happens later is an :class:`Outcome`.
        """
        return self._save(edit, Asked(revalidate, show, replan), None)

    def undo(self, number: int, *, revalidate: Revalidate = lambda _: None, show: Show = lambda _before, _after: None) -> Outcome:
        """Take back the write that has a number in the journal, where nobody has changed its lines since.

        Raises what :meth:`save` raises, and :class:`KeyError` where the journal has no such number.
        """
        entry = self._journal.entry(number)
        if entry is None:
            raise KeyError(number)
        write = entry.write
        if write.kind not in _KINDS or entry.state != "saved":
            return Outcome("refused", why=f"number {number} of the journal is {entry.state}, and no edit of the wiki that was saved")
        if write.before is None:
            return Outcome("refused", why="the edit made the page, which only an administrator of the wiki can delete")
        look = self._session.look(write.place, self._stop_page)
        text = look.text or ""
        undone = None if look.revid is None else patched(write.text, write.before, text)
        if undone is None:
            return Outcome("refused", why="somebody changed the same lines since, or the page is gone; look at its history")
        if undone == text:
            return Outcome("unchanged", why="it was taken back already", text=text)
        summary = shorten(f"Undo revision {entry.new_revid}: {write.summary}", 500)
        edit = PageEdit(write.place, look.revid, text, undone, summary, write.findings, write.mark, _kind(write.kind), may_shrink=True)
        return self._save(edit, Asked(revalidate, show), number)

    def settle(self, *, under_way: timedelta = _MAY_BE_UNDER_WAY) -> list[Written]:
        """Find out what became of what the journal does not know the end of, after a run that was killed.

        What is in the page's history was saved. What is not there was not, unless it was begun less than ``under_way``
        ago: it may still be on its way. Returns what was settled. :meth:`save` does this once by itself.
        """
        settled: list[Written] = []
        for entry in self._journal.open(_KINDS):
            history = history_since(self._session, entry.write.place, entry.write.base_revid)
            others = {change.new_revid for change in self._journal.changes_at(entry.write.place)} - {None}
            revid = find_write(self._session, entry, history or [], {one for one in others if one is not None})
            if revid is not None:
                self._journal.end(entry.id, "saved", self._now(), new_revid=revid, why="found in the page's history afterwards")
            elif history is not None and self._now() - entry.began >= under_way:
                self._journal.end(entry.id, "refused", self._now(), why="the page's history does not have it: it did not reach the wiki")
            else:
                continue
            settled += [ended for ended in [self._journal.entry(entry.id)] if ended]
        self._settled = True
        return settled

    @property
    def _stop_page(self) -> str:
        return self._limits.stop_page or stop_page(self._session.user)

    def _save(self, edit: PageEdit, asked: Asked, undoes: int | None) -> Outcome:
        why = unfit(as_saved(edit.base_text), as_saved(edit.text), may_shrink=edit.may_shrink)
        if why:
            return Outcome("refused", why=why)
        if self._made >= self._limits.per_run:
            return Outcome("refused", why=f"{self._made} edits were made in this run, and no more are allowed; run it again for the rest")
        if not self._settled:
            self.settle()
        means = Means(self._session, self._journal, self._stop_page, self._limits.per_day, self._bot, self._sleep, self._now)
        outcome = Saving(means, edit, asked, undoes).run()
        self._made += outcome.result in {"saved", "unknown"}
        return outcome


def _kind(kind: Kind) -> Literal["wiki-edit", "wiki-talk"]:
    return "wiki-talk" if kind == "wiki-talk" else "wiki-edit"
