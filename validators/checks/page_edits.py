"""What the checks of the wiki's edits share: the edits whose changes are known, and the finding on one of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from parsers.changes import UndoRevision
from parsers.history.page_change import ChangeKind, PageChange
from parsers.model import Confidence, Revision
from validators.checks.audit_context import AuditContext
from validators.checks.check import INFO, make_finding
from validators.edits.described_edits import Account, DescribedRevision, MadeEdit
from validators.edits.undoing import mended
from validators.finding import Evidence, Finding, Fix, FixKind, NotEvaluated, RuleRef, Subject
from validators.words import counted


class AuditedEdit(NamedTuple):
    """An edit whose editor is known and whose changes are its own, and all revisions that are known of its page."""

    title: str
    edits: Sequence[DescribedRevision]
    place: int

    @property
    def one(self) -> DescribedRevision:
        """What it changed, and what accounts for it."""
        return self.edits[self.place]

    @property
    def revision(self) -> Revision:
        """The revision; its text is known."""
        return self.one.revision

    @property
    def before(self) -> Revision:
        """The revision that it changed; its text is known."""
        return self.edits[self.place - 1].revision

    @property
    def made(self) -> MadeEdit:
        """The edit for those who ask which actions it may be."""
        return MadeEdit(self.edits, self.place)

    @property
    def account(self) -> Account | None:
        """What surely enough accounts for it."""
        by = self.one.by
        return None if by is None or by.confidence is Confidence.LOW else by

    @property
    def values(self) -> list[PageChange]:
        """The values that it changed."""
        return [change for change in self.one.changes or () if change.kind is ChangeKind.VALUE]

    @property
    def name(self) -> str:
        """Its editor, as the roster spells them if they are on it."""
        return self.one.player or self.revision.user or ""

    @property
    def subject(self) -> Subject:
        """It as the subject of a finding."""
        return Subject("revision", str(self.revision.revid))

    def undoing(self, summary: str) -> Fix:
        """The fix that undoes it."""
        undo = UndoRevision(self.revision.revid, self.before.text or "", self.revision.text or "")
        return Fix(FixKind.UNDO_REVISION, self.title, summary, undo)


def histories(facts: AuditContext, *, ruleset: bool = True) -> list[str]:
    """The titles of the Ruleset (unless it is left out), the tracking page and every other page with a history."""
    state = facts.view.gamestate
    tracking = facts.rules.tracking_page if state is None else state.page
    titles = {*facts.view.histories, *filter(None, (facts.rules.page, tracking))}
    return sorted(titles if ruleset else titles - {facts.rules.page})


def page_edits(code: str, facts: AuditContext, titles: Sequence[str]) -> tuple[list[AuditedEdit], list[NotEvaluated]]:
    """The edits of some pages, oldest first, and what cannot be said of others."""
    found, unknown = list[AuditedEdit](), list[NotEvaluated]()
    for title in titles:
        edits = facts.described.get(title, ())
        own = [place for place, (before, one) in enumerate(pairwise(edits), start=1) if _is_own(before, one)]
        found += (AuditedEdit(title, edits, place) for place in own)
        if len(own) < len(edits) - 1:
            what = f"who made {counted(len(edits) - 1 - len(own), 'revision')} of “{title}”, or what they changed, is not known"
            unknown.append(NotEvaluated(code, what, until=edits[-1].revision.timestamp))
        elif not own:
            unknown.append(no_edits(code, title))
    return found, unknown


def _is_own(before: DescribedRevision, one: DescribedRevision) -> bool:
    """Whether what a revision changed is its editor's: the changes of a missing or hidden one before it would be taken for theirs."""
    own = one.revision.parentid == before.revision.revid != 0 and not before.text_hidden and not one.text_hidden
    return own and bool(one.revision.user)


def no_edits(code: str, title: str) -> NotEvaluated:
    """The entry for a page without a history."""
    return NotEvaluated(code, f"no consecutive revisions of “{title}” are available with their texts")


def editor(revision: Revision) -> str:
    """Who made a revision, in words."""
    return "an editor whose name is hidden" if revision.user is None else revision.user


def edit_seen(revision: Revision) -> Evidence:
    """A revision as evidence: its editor and the beginning of its summary."""
    summary = (revision.comment or "")[:120]
    return Evidence(None, f"revision {revision.revid} by {editor(revision)}: {summary}", revision.timestamp, revision.title)


def edit_finding(
    code: str,
    edit: AuditedEdit,
    text: str,
    sure: Confidence,
    *,
    what: str = "",
    evidence: Sequence[Evidence] = (),
    rule: RuleRef | None = None,
    fix: Fix | None = None,
) -> Finding:
    """The finding on an edit, by default with it as evidence: information without a fix where a later edit mended it."""
    by = mended(edit.edits, edit.place)
    evidence = evidence or (edit_seen(edit.revision),)
    if by is not None:
        evidence = (*evidence, edit_seen(by.revision))
        text, what, fix = f"{text}; revision {by.revision.revid} mended it", ", ".join(filter(None, (what, "mended"))), None
    severity = None if by is None else INFO
    return make_finding(code, edit.subject, text, what, rule=rule, evidence=evidence, confidence=sure, severity=severity, fix=fix)
