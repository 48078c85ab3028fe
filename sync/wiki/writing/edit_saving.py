"""Saving one edit: read the page, apply the edit to its latest revision, send it, and check the
history.

Each attempt of :meth:`Saving.run` sends at most one writing request. After a lost answer, the
page's history shows whether the edit was saved; the same text is sent again only if it was not and
the page is unchanged. The wiki refuses an edit of an older revision, so the same text sent twice
cannot be saved twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from parsers.patch import line_changes, patched
from parsers.refusal import Refused
from sync.errors import NoVerdict, SyncError
from sync.net.fetched import TransportError
from sync.store import RESULT_NOT_SAVED, Journal, State, Write, Written
from sync.text import shorten
from sync.wiki.api_replies import ErrorRow
from sync.wiki.wiki_access import OutcomeUnknown
from sync.wiki.writing.page_edit import (
    WRONG_RESULT,
    EditOutcome,
    Limits,
    PageEdit,
    as_saved,
    digest,
    expansions,
    unfit,
)
from sync.wiki.writing.refusals import (
    GONE,
    Next,
    excluded_by,
    failure,
    refusal,
    stop_page,
    stopped_by,
)
from sync.wiki.writing.session import EditAnswer, EditBasis, WikiSession, find_write

MAX_ATTEMPTS = 3
"""An edit is sent once, and at most twice more after a conflict or a lost answer."""

LOOKS_AFTER = (0.0, 1.0, 3.0, 6.0)
"""Seconds before each check of the history after a lost answer: a slow wiki may still be saving."""


Show = Callable[[str, str], None]
"""Shows the page's latest text and the replacement, after others edited the page."""


@dataclass(frozen=True, slots=True)
class WriterTools:
    """The collaborators of a writer."""

    session: WikiSession
    journal: Journal
    limits: Limits
    show: Show
    sleep: Callable[[float], None]
    now: Callable[[], datetime]

    @property
    def stop_page(self) -> str:
        """The title of the stop page."""
        return self.limits.stop_page or stop_page(self.session.user)


class Saving:
    """One :class:`PageEdit` being saved. ``undoes`` is the journal's number of the write that it
    undoes.
    """

    def __init__(self, tools: WriterTools, edit: PageEdit, undoes: int | None = None) -> None:
        self._tools = tools
        self._session = tools.session
        self._journal = tools.journal
        self._edit = _normalised(edit)
        self._undoes = undoes
        self._entry: Written | None = None
        self._lost = False
        self._last = EditOutcome("refused", why="it was not tried")

    def run(self) -> EditOutcome:
        """Save the edit, or find the reason against it. Raises the errors of reading, as long as
        nothing was sent.
        """
        for attempt in range(1, MAX_ATTEMPTS + 1):
            try:
                basis = self._session.read_for_edit(self._edit.title, self._tools.stop_page)
                outcome = (
                    self._hindrance(basis) or self._updated(basis) or self._sent(basis, attempt)
                )
            except SyncError as error:
                if self._entry is None:
                    raise
                outcome = EditOutcome("unknown" if self._lost else "refused", why=str(error))
            if outcome is not None:
                return self._ended(outcome)
        return self._ended(self._last)

    def _hindrance(self, basis: EditBasis) -> EditOutcome | None:
        """Return why the page must not be edited, whatever the text."""
        if basis.invalid:
            return refused(f"the wiki cannot have a page of that title ({basis.invalid}); check it")
        if stopped_by(basis.stop_text):
            return refused(
                f"the page {shorten(self._tools.stop_page, 80)!r} of the wiki stops this tool; see"
                " the page for the reason"
            )
        if basis.text is None:
            return refused("the text of the page was hidden by an administrator")
        sign = excluded_by(basis.text, self._session.user, notice=self._edit.kind == "wiki-talk")
        return refused(f"the page excludes this account with {sign}") if sign else None

    def _updated(self, basis: EditBasis) -> EditOutcome | None:
        """Apply the edit to the page's latest revision. Return an outcome if that is impossible or
        changes nothing.
        """
        # An imported page may end with white space that an edit would have lost.
        text = as_saved(basis.text or "")
        if basis.revid != self._edit.base_revid:
            outcome = self._rebased(basis, text)
            if outcome is not None:
                return outcome
        elif self._edit.base_text != text:
            return refused(
                "the edit's base text differs from its base revision; propose the edit again"
            )
        if expansions(self._edit.text) > expansions(text):
            return refused(
                "the text contains a signature, subst: or a pipe trick, which the wiki would"
                " replace; edit the page yourself"
            )
        if self._edit.text == text and basis.revid is not None:
            return self._found() or EditOutcome(
                "unchanged", why="no change: the page already has this text", text=text
            )
        return self._reverted_before(basis)

    def _rebased(self, basis: EditBasis, text: str) -> EditOutcome | None:
        """Apply the edit to a page that others have edited since its base revision."""
        if basis.revid is None:
            return refused(GONE)
        found = self._found()
        if found:
            return found
        base = self._edit.base_revid
        if base is not None and self._session.history(basis.title, base) is None:
            return refused(
                "another page now has this title: the page with the base revision was deleted or"
                " moved"
            )
        if patched(self._edit.base_text, self._edit.text, text) == text:
            new = replace(self._edit, base_revid=basis.revid, base_text=text, text=text)
        else:
            try:
                new = _normalised(self._edit.rebased(basis.revid, text))
            except Refused as error:
                return _edited_meanwhile(error)
            if why := unfit(text, new.text, may_shrink=self._edit.may_shrink):
                return _edited_meanwhile(why)
            self._tools.show(text, new.text)
        if self._entry is not None:
            self._end(self._entry, "unknown" if self._lost else "conflict", why="edit conflict")
        self._edit = new
        return None

    def _reverted_before(self, basis: EditBasis) -> EditOutcome | None:
        """Return why the edit would revert a revert: the journal has the same change, and the page
        no longer has it.
        """
        if self._undoes is not None or self._entry is not None:
            return None
        new = line_changes(self._edit.base_text, self._edit.text)
        for change in self._journal.changes_at(basis.title):
            same_mark = change.write.mark and change.write.mark == self._edit.mark
            if (same_mark or new & change.write.changes) and not self._is_still_there(change.id):
                return refused(
                    f"this change was made before (revision {change.new_revid}) and was reverted;"
                    " it is not repeated; if it is right, post a Call for Judgement"
                )
        return None

    def _is_still_there(self, number: int) -> bool:
        """Return whether the page still has the change of a write, so that the same lines elsewhere
        are another change.
        """
        entry, text = self._journal.entry(number), self._edit.base_text
        return (
            entry is not None and patched(entry.write.before or "", entry.write.text, text) == text
        )

    def _sent(self, basis: EditBasis, attempt: int) -> EditOutcome | None:
        """Send the edit. None means try again; ``_last`` is the outcome if there is no further
        attempt.
        """
        per_day = self._tools.limits.per_day
        if not self._begun(basis, per_day):
            return refused(
                f"daily limit reached: {per_day} edits were made today; try again tomorrow"
            )
        try:
            answer = self._session.save(basis, self._edit.text, self._edit.summary)
        except OutcomeUnknown as error:
            return self._looked_for(basis, str(error))
        except TransportError as error:
            outcome = refused(f"the edit did not reach the wiki: {error.reason}; {error.todo}")
            return self._waited(attempt, outcome) if error.again else outcome
        if isinstance(answer, ErrorRow):
            return self._answered(basis, answer, attempt)
        if answer.result != "Success":
            return refused(failure(answer.code, answer.info), answer.code)
        return self._saved(basis, answer)

    def _begun(self, basis: EditBasis, per_day: int) -> bool:
        """Enter the edit in the journal before sending it. False if the day's limit is reached."""
        if self._entry is None:
            edit = self._edit
            write = Write(
                kind=edit.kind,
                place=basis.title,
                text=edit.text,
                mark=edit.mark,
                account=self._session.user,
                summary=edit.summary,
                findings=edit.codes,
                base_revid=basis.revid,
                before=None if basis.revid is None else edit.base_text,
                changes=line_changes(edit.base_text, edit.text),
                undoes=self._undoes,
            )
            self._entry = self._journal.begin(write, self._tools.now(), per_day=per_day)
        return self._entry is not None

    def _answered(self, basis: EditBasis, error: ErrorRow, attempt: int) -> EditOutcome | None:
        """Return the outcome of an API error; None for another attempt."""
        meaning = refusal(error.code, error.info)
        outcome = refused(meaning.why, meaning.code)
        match meaning.next:
            case Next.GIVE_UP:
                return outcome
            case Next.FIND_OUT:
                return self._looked_for(basis, meaning.why, outcome)
            case Next.WAIT:
                return self._waited(attempt, outcome)
            case Next.LOG_IN:
                self._session.log_in()
            case Next.LOOK:
                outcome = EditOutcome(
                    "conflict",
                    why=f"{meaning.why}; look at the page, and propose the edit again",
                    code=meaning.code,
                )
        self._last = outcome
        return None

    def _waited(self, attempt: int, outcome: EditOutcome) -> EditOutcome | None:
        """Wait and return None, or return the outcome if no more waiting is allowed."""
        self._last = outcome
        return outcome if attempt == MAX_ATTEMPTS or not self._session.http.wait(attempt) else None

    def _looked_for(
        self, basis: EditBasis, reason: str, otherwise: EditOutcome | None = None
    ) -> EditOutcome | None:
        """Look for the edit in the page's history after a lost answer.

        If it is not in the history and the page is unchanged, return ``otherwise``, or None if the
        edit can be sent again.
        """
        self._lost = True
        unknown = f"unknown whether the edit was saved ({reason}); look at the page's history"
        self._last = EditOutcome("unknown", why=unknown)
        unchanged = False
        for seconds in LOOKS_AFTER:
            if seconds:
                self._tools.sleep(seconds)
            try:
                found = self._found()
                if found:
                    return found
                unchanged = (
                    self._session.read_for_edit(basis.title, self._tools.stop_page).revid
                    == basis.revid
                )
            except NoVerdict as error:
                unchanged = False
                self._last = EditOutcome(
                    "unknown", why=f"{unknown} (it could not be read: {error})"
                )
        if otherwise is not None and unchanged:
            self._lost = False
            return otherwise
        return None if unchanged else self._last

    def _found(self) -> EditOutcome | None:
        """Return the outcome of an edit without an answer if the page's history has it."""
        if not self._lost or self._entry is None:
            return None
        revid = find_write(self._session, self._journal, self._entry).revid
        return (
            None
            if revid is None
            else self._checked(revid, "the answer was lost, but the page's history has the edit")
        )

    def _saved(self, basis: EditBasis, answer: EditAnswer) -> EditOutcome:
        """Return the outcome of an edit that the wiki reports as saved."""
        if answer.nochange or answer.newrevid is None:
            return self._found() or EditOutcome(
                "unchanged", why="no change: the page already had this text", text=basis.text
            )
        merged = basis.revid is not None and answer.oldrevid != basis.revid
        return self._checked(
            answer.newrevid,
            "the page was edited meanwhile, and the wiki merged both edits" if merged else "",
        )

    def _checked(self, revid: int, note: str) -> EditOutcome:
        """Compare the saved text with the text sent."""
        text: str | None = None
        code = ""
        lost = "it has been hidden or deleted since"
        try:
            text = self._session.revisions([revid]).get(revid)
        except NoVerdict as error:
            lost = f"{error}"
        if text is None:
            return EditOutcome(
                "saved",
                revid,
                _joined(note, f"the saved text could not be read back: {lost}"),
                self._edit.text,
            )
        if digest(text) != digest(self._edit.text):
            why = self._edit.objection(text)
            code = WRONG_RESULT if why else ""
            note = _joined(
                note or "the saved text differs from the text sent",
                f"the result is wrong: {why}" if why else "",
            )
        return EditOutcome("saved", revid, note or None, text, code)

    def _ended(self, outcome: EditOutcome) -> EditOutcome:
        """Enter the outcome in the journal."""
        if self._entry is None:
            return outcome
        if self._lost and outcome.result not in {"saved", "unknown"}:
            outcome = EditOutcome(
                "unknown",
                why=f"{self._last.why}; it was not sent again: {outcome.why}",
                code=outcome.code,
            )
        try:
            self._end(
                self._entry,
                outcome.result or "refused",
                new_revid=outcome.new_revid,
                why=outcome.why,
            )
        except SyncError as error:  # the next run finds it out; this one must report what it knows
            return replace(outcome, why=_joined(outcome.why or "", RESULT_NOT_SAVED.format(error)))
        return outcome

    def _end(
        self, entry: Written, state: State, *, new_revid: int | None = None, why: str | None = None
    ) -> None:
        self._journal.end(entry.id, state, self._tools.now(), new_revid=new_revid, why=why)
        self._entry, self._lost = None, False


def _normalised(edit: PageEdit) -> PageEdit:
    """Return the edit with its texts as the wiki saves them, and a summary short enough for it."""
    return replace(
        edit,
        summary=shorten(edit.summary, 500),  # the wiki cuts longer ones
        base_text=as_saved(edit.base_text),
        text=as_saved(edit.text),
    )


def refused(why: str, code: str = "") -> EditOutcome:
    """The outcome of an edit that was not made."""
    return EditOutcome("refused", why=why, code=code)


def _edited_meanwhile(why: object) -> EditOutcome:
    return EditOutcome("conflict", why=f"the page was edited meanwhile: {why}")


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)
