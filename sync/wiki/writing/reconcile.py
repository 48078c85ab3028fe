"""Whether a write is in a page's history: after an answer that was lost, and after a run that was killed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from parsers.patch import patched
from sync.store import Written
from sync.wiki.reading.replies import RevisionRow
from sync.wiki.writing.saved_form import digest
from sync.wiki.writing.session import WikiSession

__all__ = ["find_write", "history_since", "undone_in"]

_MOST_CANDIDATES = 5


def history_since(session: WikiSession, title: str, base: int | None) -> list[RevisionRow] | None:
    """The revisions of the page after ``base``, under whatever title it has now; None where it is gone."""
    rows = session.history(title, base)
    if rows is None and base is not None:
        moved_to = session.revisions([base]).get(base, (title, None))[0]
        rows = session.history(moved_to, base) if moved_to != title else None
    return rows if rows is None or base is None else rows[1:]


def find_write(session: WikiSession, written: Written, history: Sequence[RevisionRow], others: Collection[int]) -> int | None:
    """The revision by which a write was saved, or None. ``others`` are those that are known to be of other writes.

    It is the account's own, and has the text that was sent; or the wiki brought that together with another's change,
    and its text is what that has to give.
    """
    write = written.write
    own = [row for row in history if row.user == write.account and row.revid not in others]
    sum_sent = digest(write.text)
    found = next((row.revid for row in own if row.sha1 == sum_sent), None)
    if found is not None or write.before is None:
        return found
    for row in [row for row in own if row.parentid != write.base_revid][:_MOST_CANDIDATES]:
        texts = session.revisions([row.parentid, row.revid])
        parent, saved = (texts.get(revid, ("", None))[1] for revid in (row.parentid, row.revid))
        if parent is not None and saved is not None and patched(write.before, write.text, parent) == saved:
            return row.revid
    return None


def undone_in(history: Sequence[RevisionRow], account: str, text: str) -> RevisionRow | None:
    """The account's own revision with just this text that others have changed since, or None."""
    sum_meant = digest(text)
    return next((row for row in history[:-1] if row.user == account and row.sha1 == sum_meant), None)
