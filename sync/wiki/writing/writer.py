"""Writing wiki pages: other users' edits are never lost, edits are never made twice, and each can
be listed and undone (docs/bot.md).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Self

from parsers.patch import patched
from sync.settings.credentials import Credentials
from sync.store import Journal, Kind, Written
from sync.times import clock
from sync.wiki.wiki_access import WikiSettings
from sync.wiki.writing.edit_saving import Saving, Show, WriterTools, refused
from sync.wiki.writing.page_edit import EditOutcome, Limits, PageEdit, PatchEdit, as_saved, unfit
from sync.wiki.writing.session import WikiSession, find_write

_KINDS: tuple[Kind, ...] = ("wiki-edit", "wiki-talk")


def not_undoable(entry: Written) -> str | None:
    """Return why an entry of the journal cannot be undone, whatever the page contains now."""
    if entry.write.kind not in _KINDS or entry.state != "saved":
        return f"write {entry.id} in the journal is {entry.state}, not a saved wiki edit"
    if entry.write.before is None:
        return "the edit created the page; only an administrator of the wiki can delete it"
    return None


class Writer:
    """Writes to the wiki as one account, within limits, and keeps a journal. Not thread-safe.
    Creating one sends nothing.

    ``show`` is called before sending an edit of a page that others have edited meanwhile. Tests
    replace ``sleep`` and ``now``.
    """

    def __init__(
        self,
        settings: WikiSettings,
        credentials: Credentials,
        journal: Journal,
        limits: Limits | None = None,
        *,
        show: Show = lambda _before, _after: None,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], datetime] = clock,
    ) -> None:
        session = WikiSession(settings, credentials, sleep=sleep, now=now)
        self._tools = WriterTools(session, journal, limits or Limits(), show, sleep, now)
        self._made = 0
        self._settled = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._tools.session.http.close()

    def save(self, edit: PageEdit) -> EditOutcome:
        """Save an edit, rebased by :meth:`PageEdit.rebased` if others have edited the page since
        ``base_revid``.

        Raises :class:`NoVerdict` if the wiki cannot be read or refuses the account, and nothing was
        sent; :class:`UsageError` for an impossible title. Any later result is an
        :class:`EditOutcome`.
        """
        return self._save(edit, None)

    def limit_reached(self) -> str | None:
        """Return why no more edits are saved in this run."""
        if self._made < self._tools.limits.per_run:
            return None
        return f"limit of this run reached: {self._made} edits were made; run it again for the rest"

    def undo(self, number: int) -> EditOutcome:
        """Undo a write by its number in the journal, unless its lines were edited since. Raises the
        errors of :meth:`save`, and :class:`KeyError` for an unknown number.
        """
        entry = self._tools.journal.entry(number)
        if entry is None:
            raise KeyError(number)
        if why := not_undoable(entry):
            return refused(why)
        write = entry.write
        basis = self._tools.session.read_for_edit(write.place, self._tools.stop_page)
        text = basis.text or ""
        undone = None if basis.revid is None else patched(write.text, write.before or "", text)
        if undone is None:
            return refused(
                "the same lines were edited since, or the page is gone; look at its history"
            )
        if undone == text:
            return EditOutcome("unchanged", why="no change: the edit was undone already", text=text)
        edit = PatchEdit(
            write.place,
            basis.revid,
            text,
            undone,
            f"Undo revision {entry.new_revid}: {write.summary}",
            write.findings,
            write.mark,
            write.kind,
            may_shrink=True,
        )
        return self._save(edit, number)

    def settle(self, *, under_way: timedelta = timedelta(minutes=5)) -> None:
        """Find the outcome of writes without a result in the journal, after a killed run.

        A write in the page's history was saved. Any other was never saved, unless it was begun less
        than ``under_way`` ago: it may still arrive. :meth:`save` does this once automatically.
        """
        journal = self._tools.journal
        now = self._tools.now
        for entry in journal.unsettled(_KINDS):
            found = find_write(self._tools.session, journal, entry)
            if found.revid is not None:
                why = "found in the page's history later"
                journal.end(entry.id, "saved", now(), new_revid=found.revid, why=why)
            elif found.history_known and now() - entry.began >= under_way:
                why = "not in the page's history: it did not reach the wiki"
                journal.end(entry.id, "refused", now(), why=why)
        self._settled = True

    def _save(self, edit: PageEdit, undoes: int | None) -> EditOutcome:
        why = unfit(as_saved(edit.base_text), as_saved(edit.text), may_shrink=edit.may_shrink)
        if why:
            return refused(why)
        if limit := self.limit_reached():
            return refused(limit)
        if not self._settled:
            self.settle()
        outcome = Saving(self._tools, edit, undoes).run()
        self._made += outcome.result in {"saved", "unknown"}
        return outcome
