"""Edits of the pages: what the checks of them share, edits that undo each other, and those that removed a page (BN507, BN508)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from parsers.changes import UndoRevision
from parsers.history.page_change import ChangeKind, PageChange
from parsers.model import Confidence, Revision, Status, same_name
from parsers.patch import Edit, edits, regained, removed
from parsers.wiki.visible import visible_text
from validators.checks.audit_context import AuditContext
from validators.checks.check import INFO, WARNING, Results, check, make_finding
from validators.checks.evidence import digest
from validators.edits.address_changes import AFTER_ADDRESS, AROUND_ADDRESS
from validators.edits.attributing import mended, says_undone
from validators.edits.described_edits import MadeEdit
from validators.edits.enacted_matters import has_subject
from validators.finding import Evidence, Finding, Fix, FixKind, NotEvaluated, RuleRef, Subject
from validators.words import counted, shortened

_TIMES = 3
_LEAST_WORDS = 100
_MOST_READ = 2_000


def values_of(edit: MadeEdit) -> list[PageChange]:
    """The values that an edit changed."""
    return [change for change in edit.changes if change.kind is ChangeKind.VALUE]


def editor_of(edit: MadeEdit) -> str:
    """Its editor, as the roster spells them if they are on it."""
    return edit.one.player or edit.revision.user or ""


def undoing(edit: MadeEdit, summary: str) -> Fix:
    """The fix that undoes an edit."""
    return Fix(FixKind.UNDO_REVISION, edit.revision.title, summary, UndoRevision(edit.revision.revid, edit.old, edit.new))


def histories(facts: AuditContext, *, ruleset: bool = True) -> list[str]:
    """The titles of the Ruleset (unless it is left out), the tracking page and every other page with a history."""
    state = facts.view.gamestate
    tracking = facts.rules.tracking_page if state is None else state.page
    titles = {*facts.view.histories, *filter(None, (facts.rules.page, tracking))}
    return sorted(titles if ruleset else titles - {facts.rules.page})


def page_edits(code: str, facts: AuditContext, titles: Sequence[str]) -> tuple[list[MadeEdit], list[NotEvaluated]]:
    """The edits of some pages whose editor is known and whose changes are their own, oldest first, and what cannot be said of others."""
    found, unknown = list[MadeEdit](), list[NotEvaluated]()
    for title in titles:
        edits = facts.described.get(title, ())
        made = [MadeEdit(edits, place) for place, one in enumerate(edits) if place and not one.text_hidden and one.changes is not None]
        # The changes of a missing or hidden revision before it would be taken for the editor's.
        own = [edit for edit in made if edit.alone and edit.revision.user]
        found += own
        if len(own) < len(edits) - 1:
            what = f"who made {counted(len(edits) - 1 - len(own), 'revision')} of “{title}”, or what they changed, is not known"
            unknown.append(NotEvaluated(code, what, until=edits[-1].revision.timestamp))
        elif not own:
            unknown.append(no_edits(code, title))
    return found, unknown


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
    edit: MadeEdit,
    text: str,
    sure: Confidence,
    *,
    what: str = "",
    evidence: Sequence[Evidence] = (),
    rule: RuleRef | None = None,
    fix: Fix | None = None,
) -> Finding:
    """The finding on an edit, by default with it as evidence: information without a fix where a later edit mended it."""
    by, subject = mended(edit.edits, edit.place), Subject("revision", str(edit.revision.revid))
    evidence = evidence or (edit_seen(edit.revision),)
    if by is not None:
        evidence = (*evidence, edit_seen(by.revision))
        text, what, fix = f"{text}; revision {by.revision.revid} mended it", ", ".join(filter(None, (what, "mended"))), None
    severity = None if by is None else INFO
    return make_finding(code, subject, text, what, rule=rule, evidence=evidence, confidence=sure, severity=severity, fix=fix)


@check("BN508", "mass-removal", WARNING, needs=("rules", "history"), rests_on=("Representations of the Gamestate", "Ruleset and Gamestate"))
def mass_removal(facts: AuditContext) -> Results:
    """An edit removed most of a page, and what it removed is not back.

    Evidence: The revisions in the audited time of the Ruleset and of the tracking page. Pages of fewer than a hundred words, the day after
        an Ascension Address, and edits by its author within three days of it are ignored.
    May be mistaken: When something that is not on the blog allowed it (medium confidence), or an enacted matter that it names (low).
    To settle it: Undo the edit, and keep the edits that others have made since.
    """
    for title in histories(facts):
        known = facts.view.histories.get(title, ())
        made, text = list(edits(known)), next((each.text for each in reversed(known) if each.text is not None), "")
        yield from [] if made else [no_edits("BN508", title)]
        for edit in made:
            lost = removed(edit, _LEAST_WORDS)
            if lost and not regained(edit, lost, text) and not _begins_a_dynasty(facts, edit.after):
                yield _removal(facts, title, edit)


def _begins_a_dynasty(facts: AuditContext, revision: Revision) -> bool:
    """Whether an edit may belong to an Ascension Address, which resets the game."""
    for address in facts.timeline.addresses:
        since = revision.timestamp - address.posted
        own = revision.user is not None and same_name(revision.user, address.author)
        if timedelta() <= since <= AFTER_ADDRESS or (own and abs(since) <= AROUND_ADDRESS):
            return True
    return False


def _removal(facts: AuditContext, title: str, edit: Edit) -> Finding:
    who, undo = editor(edit.after), UndoRevision(edit.after.revid, edit.old, edit.new)
    by_matter = any(post.status is Status.ENACTED and has_subject(edit.after.comment, post) for post in facts.timeline.matters)
    text = f"{who} removed most of “{title}” (from {len(edit.old):,} to {len(edit.new):,} characters), and it is not back"
    text += "; the summary names an enacted matter" if by_matter else ""
    fix = Fix(FixKind.UNDO_REVISION, title, f"undo revision {undo.revid} of {who}, which removed most of the page", undo)
    sure, evidence = Confidence.LOW if by_matter else Confidence.MEDIUM, [edit_seen(edit.after)]
    return make_finding("BN508", Subject("page", title), text, f"revision {undo.revid}", evidence=evidence, confidence=sure, fix=fix)


@dataclass(slots=True)
class _War:
    """A change: who made it last, as long as it stands, and each time that another editor undid it."""

    first: Edit
    standing: Edit | None
    undone: list[tuple[Edit, Edit]] = field(default_factory=list)


@check("BN507", "revert-war", WARNING, needs=("rules", "history"), rests_on=("Representations of the Gamestate",))
def revert_war(facts: AuditContext) -> Results:
    """The same change of a page was made and undone three times, by different people.

    Evidence: The revisions in the audited time of the Ruleset and of the tracking page: lines that were replaced and came back, again and
        again in the same place. Edits that somebody undid themselves are not counted.
    May be mistaken: When moves of the game set a value to and fro: low confidence where most summaries do not say that they undo.
    To settle it: Nobody changes it again; raise a Call for Judgement on what the page should say.
    """
    for title in histories(facts):
        made = list(edits(facts.view.histories.get(title, ())))
        yield from [] if made else [no_edits("BN507", title)]
        yield from (_disputed(title, war) for war in _wars(made) if len(war.undone) >= _TIMES)


def _wars(made: Sequence[Edit]) -> Sequence[_War]:
    known: dict[tuple[tuple[str, ...], ...], _War] = {}
    for edit in made:
        forward, backward = known.get((edit.around, edit.gone, edit.came)), known.get((edit.around, edit.came, edit.gone))
        if forward is not None:
            forward.standing = edit
        elif backward is None:
            known[edit.around, edit.gone, edit.came] = _War(edit, edit)
        elif backward.standing is not None:
            # Undoing an edit of one's own is no dispute, and moves in a game go to and fro.
            if editor(edit.after) != editor(backward.standing.after):
                backward.undone.append((backward.standing, edit))
            backward.standing = None
    return list(known.values())


def _disputed(title: str, war: _War) -> Finding:
    old, new = (_short(lines) for lines in (war.first.gone, war.first.came))
    ours, theirs = (", ".join(dict.fromkeys(editor(pair[side].after) for pair in war.undone)) for side in (0, 1))
    text = f"a change of “{title}” was made and undone {len(war.undone)} times: “{new}” by {ours}, “{old}” by {theirs}"
    text += "; nobody should change it again: raise a Call for Judgement on what it should say"
    said = sum(says_undone(undoing.after.comment) for _, undoing in war.undone)  # moves of a game, too, set values to and fro
    sure = Confidence.HIGH if 2 * said > len(war.undone) else Confidence.LOW
    evidence = [edit_seen(edit.after) for pair in war.undone[-_TIMES:] for edit in pair]
    what = digest("\n".join((*war.first.around, "\x1f", *war.first.gone, "\x1f", *war.first.came)))
    return make_finding("BN507", Subject("page", title), text, what, evidence=evidence, confidence=sure)


def _short(lines: Sequence[str]) -> str:
    return shortened(visible_text(" ".join(line.strip() for line in lines)[:_MOST_READ]), 100) or "nothing"
