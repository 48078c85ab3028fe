"""What was done to the pages: edits that undo each other, and edits that removed a page (BN507, BN508)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from parsers.changes import UndoRevision
from parsers.model import Confidence, Revision, Status, same_name
from parsers.patch import Edit, edits, regained, removed
from parsers.wiki.visible import visible_text
from validators.checks.audit_context import AuditContext
from validators.checks.check import WARNING, Results, check, make_finding
from validators.checks.evidence import digest
from validators.checks.page_edits import edit_seen, editor, histories, no_edits
from validators.edits.address_changes import AFTER_ADDRESS, AROUND_ADDRESS
from validators.edits.undoing import says_undone
from validators.finding import Finding, Fix, FixKind, Subject

_TIMES = 3
_LEAST_WORDS = 100
_MOST_SHOWN = 100
_MOST_READ = 2_000


def _edits(facts: AuditContext) -> Iterator[tuple[str, list[Edit]]]:
    """The Ruleset, the tracking page and every other page with a history, each with its edits."""
    for title in histories(facts):
        yield title, list(edits(facts.view.histories.get(title, ())))


@check("BN508", "mass-removal", WARNING, needs=("rules", "history"), rests_on=("Representations of the Gamestate", "Ruleset and Gamestate"))
def mass_removal(facts: AuditContext) -> Results:
    """An edit removed most of a page, and what it removed is not back.

    `blognomic correct` undoes the edit; where lines that it changed were edited since, that needs manual work.

    Evidence: The revisions in the audited time of the Ruleset and of the tracking page. Pages of fewer than a hundred words, the
        day after an Ascension Address, and edits by its author within three days of it are ignored.
    May be mistaken: When something that is not on the blog allowed it. The confidence is medium, and low where the summary of the
        edit names an enacted matter.
    To settle it: Undo the edit, and keep the edits that others have made since.
    """
    for title, made in _edits(facts):
        if not made:
            yield no_edits("BN508", title)
            continue
        text = next((each.text for each in reversed(facts.view.histories[title]) if each.text is not None), "")
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
    summary = (edit.after.comment or "").casefold()
    enacted = (post for post in facts.timeline.matters if post.status is Status.ENACTED and post.subject)
    by_matter = any(post.subject.casefold() in summary for post in enacted)
    before, after = len(edit.old), len(edit.new)
    text = f"{editor(edit.after)} removed most of “{title}” (from {before:,} to {after:,} characters), and it is not back"
    if by_matter:
        text += "; the summary names an enacted matter"
    undo = f"undo revision {edit.after.revid} of {editor(edit.after)}, which removed most of the page"
    fix = Fix(FixKind.UNDO_REVISION, title, undo, UndoRevision(edit.after.revid, edit.old, edit.new))
    what, confidence = f"revision {edit.after.revid}", Confidence.LOW if by_matter else Confidence.MEDIUM
    return make_finding("BN508", Subject("page", title), text, what, evidence=[edit_seen(edit.after)], confidence=confidence, fix=fix)


@dataclass(slots=True)
class _War:
    """A change: who made it last, as long as it stands, and each time that another editor undid it."""

    first: Edit
    standing: Edit | None
    undone: list[tuple[Edit, Edit]] = field(default_factory=list)


@check("BN507", "revert-war", WARNING, needs=("rules", "history"), rests_on=("Representations of the Gamestate",))
def revert_war(facts: AuditContext) -> Results:
    """The same change of a page was made and undone three times, by different people.

    The message words such a Call for Judgement. There is no fix: a correction that was undone before needs manual work, too.

    Evidence: The revisions in the audited time of the Ruleset and of the tracking page: lines that were replaced and came back,
        again and again in the same place. Edits that somebody undid themselves are not counted.
    May be mistaken: When moves of the game set a value to and fro, each by another player. The confidence is high where most
        summaries of the undoing edits say that they undo, medium where one does, else low.
    To settle it: Nobody changes it again; raise a Call for Judgement on what the page should say.
    """
    for title, made in _edits(facts):
        if not made:
            yield no_edits("BN507", title)
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
    text = (
        f"a change of “{title}” was made and undone {len(war.undone)} times: “{new}” by {ours}, “{old}” by {theirs}. "
        "Nobody should change it again; raise a Call for Judgement, such as “Call for Judgement: "
        f"What “{title}” says: {ours} and {theirs} disagree on whether it is to say “{new}” or “{old}”. It shall say “…”, because …”"
    )
    evidence = [edit_seen(edit.after) for pair in war.undone[-_TIMES:] for edit in pair]
    what = digest("\n".join((*war.first.around, "\x1f", *war.first.gone, "\x1f", *war.first.came)))
    return make_finding(
        "BN507", Subject("page", title), text, what, evidence=evidence, confidence=_how_sure(undoing for _, undoing in war.undone)
    )


def _how_sure(undoing: Iterable[Edit]) -> Confidence:
    """High where most of the undoing edits say so: moves of a game, too, set values to and fro."""
    said = [says_undone(edit.after.comment) for edit in undoing]
    return Confidence.HIGH if 2 * sum(said) > len(said) else Confidence.MEDIUM if any(said) else Confidence.LOW


def _short(lines: Sequence[str]) -> str:
    text = visible_text(" ".join(line.strip() for line in lines)[:_MOST_READ])
    return (text[: _MOST_SHOWN - 1].rstrip() + "…" if len(text) > _MOST_SHOWN else text) or "nothing"
