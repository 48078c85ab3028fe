"""One edit on its way to the wiki: looked at, merged with what others did, sent, and found again in the page's history.

Each turn of :meth:`Saving.run` sends at most once. What was sent without an answer is looked for in the history; only
where it is not there, and nobody has changed the page, is the very same sent again. The wiki refuses what does not begin
with the page's latest revision, so the same text sent twice cannot be saved twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from parsers.patch import line_changes, patched
from sync.errors import NoVerdict
from sync.store import Journal, State, Write, Written
from sync.text import shorten
from sync.wiki.errors import Fault
from sync.wiki.reading.replies import ErrorRow, RevisionRow
from sync.wiki.writing.edits import Asked, Outcome, PageEdit, unfit
from sync.wiki.writing.exclusion import excluded_by, stopped_by
from sync.wiki.writing.posting import Lost, Saved
from sync.wiki.writing.reconcile import find_write, history_since, undone_in
from sync.wiki.writing.refusals import Next, failure, refusal
from sync.wiki.writing.saved_form import as_saved, digest, expands_on_saving
from sync.wiki.writing.session import Look, WikiSession

__all__ = ["MOST_TRIES", "Means", "Saving"]

MOST_TRIES = 3
"""An edit is sent once, and after a conflict or a lost answer at most twice more."""

LOOKS_AFTER = (0.0, 1.0, 3.0, 6.0)
"""Seconds before each look into the history for what was sent without an answer: a slow wiki may still be at it."""

_CALL = "is not made again: if it is right, a Call for Judgement is the way"
_LONGEST_SUMMARY = 500


@dataclass(frozen=True, slots=True)
class Means:
    """What a writer saves with: ``per_day`` bounds the edits of a kind on one day in UTC, ``bot`` marks them as a bot's."""

    session: WikiSession
    journal: Journal
    stop_page: str
    per_day: int
    bot: bool
    sleep: Callable[[float], None]
    now: Callable[[], datetime]


class Saving:
    """One :class:`PageEdit` being saved. ``undoes`` is the journal's number of what it takes back."""

    def __init__(self, means: Means, edit: PageEdit, asked: Asked, undoes: int | None = None) -> None:
        self._means = means
        self._session = means.session
        self._journal = means.journal
        self._edit = replace(edit, summary=shorten(edit.summary, _LONGEST_SUMMARY))
        self._asked = asked
        self._undoes = undoes
        self._base_revid = edit.base_revid
        self._base = as_saved(edit.base_text)
        self._text = as_saved(edit.text)
        self._entry: Written | None = None
        self._lost = False
        self._logged_in_anew = False
        self._last = Outcome("refused", why="it was not tried")

    def run(self) -> Outcome:
        """Save it, or find out why not. Raises what reading does where nothing was sent yet."""
        for turn in range(1, MOST_TRIES + 1):
            try:
                look = self._session.look(self._edit.title, self._means.stop_page)
                outcome = self._hindrance(look) or self._brought_up_to(look) or self._sent(look, turn)
            except NoVerdict as error:
                if self._entry is None:
                    raise
                outcome = Outcome("unknown" if self._lost else "refused", why=str(error))
            if outcome is not None:
                return self._ended(outcome)
        return self._ended(self._last)

    def _hindrance(self, look: Look) -> Outcome | None:
        """Why the page may not be written, whatever the text."""
        if look.invalid:
            return _refused(f"the wiki has no page of that title ({look.invalid}); check it")
        if stopped_by(look.stop):
            return _refused(f"the page {shorten(self._means.stop_page, 80)!r} of the wiki says stop; see there why")
        if look.text is None:
            return _refused("the text of the page was hidden by an administrator")
        sign = excluded_by(look.text, self._session.user, notice=self._edit.kind == "wiki-talk")
        return _refused(f"the page asks with {sign} to be left alone by this account") if sign else None

    def _brought_up_to(self, look: Look) -> Outcome | None:
        """Have the text begin with the page's latest revision. An outcome where that cannot be, or need not be."""
        # An imported page may end with white space that no edit would have left there.
        text = as_saved(look.text or "")
        if look.revid != self._base_revid:
            outcome = self._merged_with(look, text)
            if outcome is not None:
                return outcome
        elif self._base != text:
            return _refused("the text that the edit began with is not that of its revision; propose the edit anew")
        if expands_on_saving(self._text):
            # Not of what the page has already, which may be an example of how to sign.
            self._text = as_saved(self._session.expanded(look.title, self._text))
        if self._text == text and look.revid is not None:
            return self._found(look) or Outcome("unchanged", why="the page says so already", text=text)
        return self._undone_before(look)

    def _merged_with(self, look: Look, text: str) -> Outcome | None:
        """Bring what others did together with the edit."""
        if look.revid is None:
            return _refused("the page is not there any more: it was deleted or moved; look for it, and propose the edit anew")
        found = self._found(look)
        if found:
            return found
        history = None if self._base_revid is None else self._session.history(look.title, self._base_revid)
        if self._base_revid is not None and history is None:
            return _refused("the page is another one now: the one that was looked at was deleted or moved; propose the edit anew")
        merged = self._asked.replan(text) if self._asked.replan else patched(self._base, self._text, text)
        merged = None if merged is None else as_saved(merged)
        objection = None if merged == text else self._objection_to(merged, text, history or [])
        if objection:
            return objection
        if self._entry is not None:
            self._end(self._entry, "unknown" if self._lost else "conflict", why="somebody else was quicker")
        if merged is not None and merged != text:
            self._asked.show(text, merged)
        self._base_revid, self._base, self._text = look.revid, text, merged or text
        return None

    def _objection_to(self, merged: str | None, text: str, history: Sequence[RevisionRow]) -> Outcome | None:
        """Why a merged text is not to be written in place of the page's."""
        undone = None if self._undoes is not None else undone_in(history[1:], self._session.user, self._text)
        if undone:
            return _refused(f"this very edit was made (revision {undone.revid}) and somebody changed it back; it {_CALL}")
        if merged is None:
            return Outcome("conflict", why="somebody else changed the same lines; look at the page, and propose the edit anew")
        why = unfit(text, merged, may_shrink=self._edit.may_shrink) or self._asked.revalidate(merged)
        return Outcome("conflict", why=f"somebody else changed the page, and the edit does not fit it any more: {why}") if why else None

    def _undone_before(self, look: Look) -> Outcome | None:
        """Why the edit would revert a revert: the journal has the same change, and the page does not have it any more."""
        if self._undoes is not None or self._entry is not None:
            return None
        new = self._changes()
        for change in self._journal.changes_at(look.title):
            same = (change.mark and change.mark == self._edit.mark) or new & change.changes
            if same and not self._is_still_there(change.id):
                return _refused(f"this change was made before (revision {change.new_revid}) and somebody changed it back; it {_CALL}")
        return None

    def _is_still_there(self, number: int) -> bool:
        """Whether the page still has what a write changed, so that the like of it elsewhere is another change."""
        entry = self._journal.entry(number)
        return entry is not None and patched(entry.write.before or "", entry.write.text, self._base) == self._base

    def _changes(self) -> frozenset[bytes]:
        return line_changes(self._base, self._text)

    def _sent(self, look: Look, turn: int) -> Outcome | None:
        """Send it. None where it may be tried again; then ``_last`` is what there is to say if it may not."""
        if not self._begun(look):
            return _refused(f"{self._means.per_day} edits were made today, and no more are allowed; try again tomorrow")
        try:
            answer = self._session.save(look, self._text, self._edit.summary, bot=self._means.bot)
        except Lost as lost:
            return self._find_out(look, str(lost))
        except Fault as fault:
            why = f"the edit did not reach the wiki: {fault.happened}; {fault.todo}"
            return self._waited(turn, _refused(why, fault.code)) if fault.again else _refused(why, fault.code)
        if isinstance(answer, ErrorRow):
            return self._answered(look, answer, turn)
        if answer.result != "Success":
            return _refused(failure(answer.code, answer.info), answer.code)
        return self._saved(look, answer)

    def _begun(self, look: Look) -> bool:
        """Have the journal know of the edit before the wiki does. False where no more are allowed today."""
        if self._entry is None:
            edit = self._edit
            write = Write(
                kind=edit.kind,
                place=look.title,
                text=self._text,
                mark=edit.mark,
                account=self._session.user,
                summary=edit.summary,
                findings=edit.findings,
                base_revid=look.revid,
                before=None if look.revid is None else self._base,
                changes=self._changes(),
                undoes=self._undoes,
            )
            self._entry = self._journal.begin(write, self._means.now(), per_day=self._means.per_day)
        return self._entry is not None

    def _answered(self, look: Look, error: ErrorRow, turn: int) -> Outcome | None:
        """What follows an error of the API."""
        meaning = refusal(error.code, error.info)
        outcome = _refused(meaning.why, meaning.code)
        match meaning.next:
            case Next.GIVE_UP:
                return outcome
            case Next.FIND_OUT:
                return self._find_out(look, meaning.why, outcome)
            case Next.WAIT:
                return self._waited(turn, outcome)
            case Next.LOG_IN if self._logged_in_anew:
                return outcome
            case Next.LOG_IN:
                self._logged_in_anew = True
                self._session.log_in()
            case Next.LOOK:
                outcome = Outcome("conflict", why=f"{meaning.why}; look at the page, and propose the edit anew", code=meaning.code)
        self._last = outcome
        return None

    def _waited(self, turn: int, outcome: Outcome) -> Outcome | None:
        """Nothing, after a wait, or the outcome where no more waiting is allowed."""
        self._last = outcome
        return outcome if turn == MOST_TRIES or self._session.wait(turn) is None else None

    def _find_out(self, look: Look, reason: str, otherwise: Outcome | None = None) -> Outcome | None:
        """Look for what was sent in the page's history.

        Where it is not there: ``otherwise``, or None where nobody changed the page, so that it may be sent again.
        """
        self._lost = True
        told = f"nobody knows whether it was saved ({reason}); look at the page's history"
        self._last = Outcome("unknown", why=told)
        unchanged = False
        for seconds in LOOKS_AFTER:
            if seconds:
                self._means.sleep(seconds)
            try:
                found = self._found(look)
                if found:
                    return found
                unchanged = self._session.look(look.title, self._means.stop_page).revid == look.revid
            except NoVerdict as error:
                unchanged = False
                self._last = Outcome("unknown", why=f"{told}, which could not be read: {error}")
        if otherwise is not None and unchanged:
            self._lost = False
            return otherwise
        return None if unchanged else self._last

    def _found(self, look: Look) -> Outcome | None:
        """The outcome of what was sent without an answer, where the history has it."""
        if not self._lost or self._entry is None:
            return None
        history = history_since(self._session, look.title, self._base_revid) or []
        known = {change.new_revid for change in self._journal.changes_at(look.title)} - {None}
        revid = find_write(self._session, self._entry, history, {one for one in known if one is not None})
        return None if revid is None else self._checked(revid, "no answer came, and the page's history has it")

    def _saved(self, look: Look, answer: Saved) -> Outcome:
        """What the wiki has made of it."""
        if answer.nochange or answer.newrevid is None:
            return self._found(look) or Outcome("unchanged", why="the wiki found nothing to change", text=look.text)
        merged = look.revid is not None and answer.oldrevid != look.revid
        return self._checked(answer.newrevid, "somebody else changed the page meanwhile, and the wiki merged both" if merged else "")

    def _checked(self, revid: int, note: str) -> Outcome:
        """Saved as a revision; ``note`` and what its text has to say are told."""
        try:
            text = self._session.revisions([revid]).get(revid, ("", None))[1]
        except NoVerdict as error:
            return Outcome("saved", revid, _joined(note, f"what was saved could not be read back: {error}"), self._text)
        if text is None:
            return Outcome("saved", revid, _joined(note, "what was saved cannot be read: it was hidden or deleted since"), self._text)
        if digest(text) != digest(self._text):
            why = self._asked.revalidate(text)
            note = _joined(note or "the wiki saved another text than was sent", f"which is not right: {why}" if why else "")
        return Outcome("saved", revid, note or None, text)

    def _ended(self, outcome: Outcome) -> Outcome:
        """Have the journal know what came of it."""
        if self._entry is None:
            return outcome
        if self._lost and outcome.result not in {"saved", "unknown"}:
            outcome = Outcome("unknown", why=f"{self._last.why}; it was not sent again: {outcome.why}", code=outcome.code)
        self._end(self._entry, outcome.result, new_revid=outcome.new_revid, why=outcome.why)
        return outcome

    def _end(self, entry: Written, state: State, *, new_revid: int | None = None, why: str | None = None) -> None:
        self._journal.end(entry.id, state, self._means.now(), new_revid=new_revid, why=why)
        self._entry, self._lost = None, False


def _refused(why: str, code: str = "") -> Outcome:
    return Outcome("refused", why=why, code=code)


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)
