"""Finding a write in a page's history, after an answer that was lost or a run that was killed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parsers.patch import patched
from sync.store import Journal, Written
from sync.wiki.reading.replies import RevisionRow
from sync.wiki.writing.page_edit import digest
from sync.wiki.writing.session import WikiSession

_MOST_CANDIDATES = 5


@dataclass(frozen=True, slots=True)
class Search:
    """The revision by which a write was saved, or None; ``complete`` is False where the page's history is gone."""

    revid: int | None
    complete: bool


def find_write(session: WikiSession, journal: Journal, written: Written) -> Search:
    """Look for a write in the history of its page, under whatever title the page has now.

    It is a revision of the account, of no other write in the journal, with the text that was sent; or one whose text is
    that change in the text of its parent, where the wiki merged the edit with another one.
    """
    write = written.write
    history = _history_since(session, write.place, write.base_revid)
    others = {change.new_revid for change in journal.changes_at(write.place)}
    own = [row for row in history or [] if row.user == write.account and row.revid not in others]
    sum_sent = digest(write.text)
    revid = next((row.revid for row in own if row.sha1 == sum_sent), None)
    if revid is None and write.before is not None:
        merged = [row for row in own if row.parentid != write.base_revid][:_MOST_CANDIDATES]
        revid = next((row.revid for row in merged if _is_patched(session, row, write.before, write.text)), None)
    return Search(revid, complete=history is not None)


def _history_since(session: WikiSession, title: str, base: int | None) -> list[RevisionRow] | None:
    """The revisions of the page after ``base``; None where it is gone."""
    rows = session.history(title, base)
    if rows is None and base is not None:
        moved_to = session.revisions([base]).get(base, (title, None))[0]
        rows = session.history(moved_to, base) if moved_to != title else None
    return rows if rows is None or base is None else rows[1:]


def _is_patched(session: WikiSession, row: RevisionRow, before: str, after: str) -> bool:
    texts = session.revisions([row.parentid, row.revid])
    parent, saved = (texts.get(revid, ("", None))[1] for revid in (row.parentid, row.revid))
    return parent is not None and saved is not None and patched(before, after, parent) == saved


def reverted_in(history: Sequence[RevisionRow], account: str, text: str) -> RevisionRow | None:
    """The account's own revision with exactly this text, after which the page was edited again; None without one."""
    sum_meant = digest(text)
    return next((row for row in history[:-1] if row.user == account and row.sha1 == sum_meant), None)
