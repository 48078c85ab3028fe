"""Findings about what was done to the pages: edits that undo each other, and edits that removed a page (BN507, BN508)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from parsers.changes import UndoRevision
from parsers.edits import Edit, edits, regained, removed
from parsers.model import Revision, Status, same_name
from parsers.ruleset.markup import plain
from validators.checks.facts import Facts
from validators.checks.pointing import digest
from validators.checks.registry import Found, check, found
from validators.finding import Confidence, Evidence, Finding, Fix, FixKind, NotEvaluated, Subject

__all__: list[str] = []

_TIMES = 3
_LEAST_WORDS = 100
_AFTER_ADDRESS = timedelta(days=1)
_AROUND_ADDRESS = timedelta(days=3)
_MOST_SHOWN = 100
_MOST_READ = 2_000
_UNDOES = re.compile(r"\b(?:undo|undid|undone|revert\w*|rvv?|roll\w* ?back|restor\w*|(?:put|set|changed) back)\b", re.IGNORECASE)


def _pages(facts: Facts, code: str) -> Iterator[tuple[str, Sequence[Revision], list[Edit]] | NotEvaluated]:
    """The edits of each page that are at hand, and of which page none are."""
    histories, state = facts.view.histories, facts.view.gamestate
    tracking = facts.rules.tracking_page if state is None else state.page
    for title in sorted({*histories, *filter(None, (facts.rules.page, tracking))}):
        made = list(edits(histories.get(title, ())))
        if made:
            yield title, histories[title], made
        else:
            yield NotEvaluated(code, f"of the page “{title}” no two revisions that follow each other are at hand, with their texts")


@check("BN508", "rules", "history")
def mass_removal(facts: Facts) -> Found:
    """An edit removed most of a page, and it is not back."""
    for page in _pages(facts, "BN508"):
        if isinstance(page, NotEvaluated):
            yield page
            continue
        title, revisions, made = page
        text = next((each.text for each in reversed(revisions) if each.text is not None), "")
        for edit in made:
            lost = removed(edit, _LEAST_WORDS)
            if lost and not regained(edit, lost, text) and not _begins_a_dynasty(facts, edit.after):
                yield _removal(facts, title, edit)


def _begins_a_dynasty(facts: Facts, revision: Revision) -> bool:
    """Whether an edit may belong to an Ascension Address, which resets the game."""
    for address in facts.timeline.addresses:
        since = revision.timestamp - address.posted
        own = revision.user is not None and same_name(revision.user, address.author)
        if timedelta() <= since <= _AFTER_ADDRESS or (own and abs(since) <= _AROUND_ADDRESS):
            return True
    return False


def _removal(facts: Facts, title: str, edit: Edit) -> Finding:
    said = (edit.after.comment or "").casefold()
    enacted = (post for post in facts.timeline.matters if post.status is Status.ENACTED and post.subject)
    by_matter = any(post.subject.casefold() in said for post in enacted)
    before, after = len(edit.old), len(edit.new)
    text = f"{_who(edit.after)} removed most of “{title}” (from {before:,} to {after:,} characters), and it is not back"
    if by_matter:
        text += "; the summary names an enacted matter"
    undo = UndoRevision(edit.after.revid, edit.old, edit.new)
    fix = Fix(FixKind.UNDO_REVISION, title, f"undo revision {edit.after.revid} of {_who(edit.after)}, which removed most of the page", undo)
    confidence = Confidence.LOW if by_matter else Confidence.MEDIUM
    subject = Subject("page", title)
    return found("BN508", subject, text, f"revision {edit.after.revid}", evidence=[_seen(edit)], confidence=confidence, fix=fix)


def _who(revision: Revision) -> str:
    return "somebody whose name is hidden" if revision.user is None else revision.user


def _seen(edit: Edit) -> Evidence:
    return Evidence(None, f"revision {edit.after.revid} by {_who(edit.after)}: {(edit.after.comment or '')[:120]}", edit.after.timestamp)


@dataclass(slots=True)
class _War:
    """A change: who made it last, as long as it stands, and each time that somebody else undid it."""

    first: Edit
    standing: Edit | None
    undone: list[tuple[Edit, Edit]] = field(default_factory=list)


@check("BN507", "rules", "history")
def revert_war(facts: Facts) -> Found:
    """The same change, made and undone three times, by different people."""
    for page in _pages(facts, "BN507"):
        if isinstance(page, NotEvaluated):
            yield page
            continue
        title, _, made = page
        for war in _wars(made):
            if len(war.undone) >= _TIMES:
                yield _disputed(title, war)


def _wars(made: Sequence[Edit]) -> Sequence[_War]:
    known: dict[tuple[tuple[str, ...], ...], _War] = {}
    for edit in made:
        forward, backward = known.get((edit.around, edit.gone, edit.came)), known.get((edit.around, edit.came, edit.gone))
        if forward is not None:
            forward.standing = edit
        elif backward is None:
            known[edit.around, edit.gone, edit.came] = _War(edit, edit)
        elif backward.standing is not None:
            # Who takes back an edit of their own quarrels with nobody, and moves in a game go to and fro.
            if _who(edit.after) != _who(backward.standing.after):
                backward.undone.append((backward.standing, edit))
            backward.standing = None
    return list(known.values())


def _disputed(title: str, war: _War) -> Finding:
    old, new = (_short(lines) for lines in (war.first.gone, war.first.came))
    ours, theirs = (_names(pair[side] for pair in war.undone) for side in (0, 1))
    text = (
        f"a change of “{title}” was made and undone {len(war.undone)} times: “{new}” by {ours}, “{old}” by {theirs}. "
        "Nobody should change it again; raise a Call for Judgement, such as “Call for Judgement: "
        f"What “{title}” says: {ours} and {theirs} disagree on whether it is to say “{new}” or “{old}”. It shall say “…”, because …”"
    )
    evidence = [_seen(edit) for pair in war.undone[-_TIMES:] for edit in pair]
    what = digest("\n".join((*war.first.around, "\x1f", *war.first.gone, "\x1f", *war.first.came)))
    return found("BN507", Subject("page", title), text, what, evidence=evidence, confidence=_how_sure(undoing for _, undoing in war.undone))


def _how_sure(undoing: Iterable[Edit]) -> Confidence:
    """High where most of those who undid it say so: moves of a game, too, set values to and fro."""
    said = [_UNDOES.search(edit.after.comment or "") is not None for edit in undoing]
    return Confidence.HIGH if 2 * sum(said) > len(said) else Confidence.MEDIUM if any(said) else Confidence.LOW


def _names(made: Iterator[Edit]) -> str:
    return ", ".join(dict.fromkeys(_who(edit.after) for edit in made))


def _short(lines: Sequence[str]) -> str:
    text = plain(" ".join(line.strip() for line in lines)[:_MOST_READ])
    return (text[: _MOST_SHOWN - 1].rstrip() + "…" if len(text) > _MOST_SHOWN else text) or "nothing"
