"""Corrections: from findings with a fix to new texts of pages, each change tried before it is proposed.

What is proposed is what would be written: the same function plans for the preview and for the wiki.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from parsers.changes import TextChange, UndoRevision
from parsers.gamestate.change import GamestateChange
from sync.correct.eligibility import Fixable, Left, Past, fixable_of
from sync.correct.pages import Editable
from sync.correct.summaries import edit_summary
from sync.errors import UsageError, nearest
from validators.checks.registry import run_all
from validators.finding import Finding
from validators.view import GameView

__all__ = ["Correction", "Left", "Past", "Plan", "Wanted", "Written", "objection", "plan"]

_DISPUTED = "somebody undid this very change before, and it would be a revert of a revert: raise a Call for Judgement in its place"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which corrections are asked for: codes or their beginnings, or ids (all without any); ``allowed`` may be
    written unasked, ``together`` is the consent to all.
    """

    only: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    together: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """A page's new text and what it settles. ``automatic`` ones may be written without another word.

    ``id`` is eight hexadecimal digits that depend on the page and on what is settled; ``codes`` are those of the
    findings, each once; ``consent`` says why it needs any, a clause for each reason.
    """

    id: str
    page: str
    base_revid: int | None
    base_text: str = field(repr=False)
    text: str = field(repr=False)
    summary: str
    codes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    automatic: bool = False
    consent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What is proposed, in the order in which it would be written, and what is left to people."""

    corrections: tuple[Correction, ...]
    left: tuple[Left, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """What came of writing a correction: ``result`` is None where it was not tried, ``why`` says why, or why not."""

    result: str | None = None
    new_revid: int | None = None
    why: str | None = None


def plan(view: GameView, findings: Iterable[Finding], wanted: Wanted, pages: Mapping[str, Editable], past: Past) -> Plan:
    """Plan the corrections: for each page at most one that may be written unasked, and one that may not.

    ``findings`` are those of an audit of ``view``, ``pages`` what :func:`sync.correct.pages.editable_pages` gives.
    Raises :class:`UsageError` for an id that no correction has.
    """
    codes = tuple(each.upper() for each in wanted.only if each.upper().startswith("BN"))
    ids = {each.lower() for each in wanted.only if not each.upper().startswith("BN")}
    left: list[Left] = []
    fixable = list(fixable_of(view, tuple(findings), () if ids else codes, wanted.allowed, left, past))
    if ids:
        chosen = _of_ids(view, fixable, ids, pages)
        fixable = [each for each in fixable if each.finding.fingerprint in chosen or each.finding.code.startswith(codes)]
    return Plan(tuple(_corrections(view, fixable, left, pages, together=wanted.together)), tuple(left))


def _of_ids(view: GameView, fixable: Sequence[Fixable], ids: set[str], pages: Mapping[str, Editable]) -> set[str]:
    """The fingerprints of what the corrections of these ids settle, whether these were planned apart or together."""
    there = {each.id: each for together in (False, True) for each in _corrections(view, fixable, [], pages, together=together)}
    for each in ids - there.keys():
        raise UsageError(f"--only {each}: no correction has that id{nearest(each, there) or '; without --only all are shown'}")
    return {finding.fingerprint for each in ids for finding in there[each].findings}


def _corrections(
    view: GameView, fixable: Sequence[Fixable], left: list[Left], pages: Mapping[str, Editable], *, together: bool
) -> Iterator[Correction]:
    for page in pages.values():
        own = [each for each in fixable if each.finding.fix is not None and each.finding.fix.page == page.title]
        yield from _of_page(view, own, left, page, together=together)


def _of_page(view: GameView, fixable: Sequence[Fixable], left: list[Left], page: Editable, *, together: bool) -> Iterator[Correction]:
    groups = [fixable] if together else [[each for each in fixable if each.automatic is automatic] for automatic in (True, False)]
    for group in groups:
        after, done = _made(view, group, left, page)
        if done:
            yield Correction(
                id=_id(page.title, done),
                page=page.title,
                base_revid=page.revid,
                base_text=page.source(view),
                text=page.source(after),
                summary=edit_summary(done),
                codes=tuple(dict.fromkeys(finding.code for finding in done)),
                findings=tuple(done),
                automatic=all(each.automatic for each in group),
                consent=_consent(group),
            )
        view = after


def _consent(group: Iterable[Fixable]) -> tuple[str, ...]:
    """Why consent is needed, reason by reason, with the codes that each is about."""
    codes: dict[str, dict[str, None]] = {}
    for each in group:
        if each.why is not None:
            codes.setdefault(each.why, {})[each.finding.code] = None
    return tuple(f"{', '.join(some)}: {why}" for why, some in codes.items())


def _id(page: str, findings: Iterable[Finding]) -> str:
    parts = (page, *sorted(finding.fingerprint for finding in findings))
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _made(view: GameView, fixable: Iterable[Fixable], left: list[Left], page: Editable) -> tuple[GameView, list[Finding]]:
    """The view with every change made that can be, one after the other; what an undone edit brought goes with it."""
    first, done = view, list[Finding]()
    at_first = standing = _findings(view, page.codes)
    for each in sorted(fixable, key=lambda each: not isinstance(_change(each), UndoRevision)):
        mark = each.finding.fingerprint
        if mark in at_first and mark not in standing:
            continue
        try:
            after = page.with_text(view, page.changed(view, _change(each)))
        except ValueError as error:
            left.append(Left(each.finding, str(error)))
            continue
        then = _findings(after, page.codes)
        why = _objection(_excused(standing, view, page, each), then, [each.finding])
        if why is None and _is_disputed(first, page, each):
            why = _DISPUTED
        if why is None:
            view, standing = after, then
            done.append(each.finding)
        else:
            left.append(Left(each.finding, why))
    return view, done


def _change(fixable: Fixable) -> GamestateChange | TextChange:
    fix = fixable.finding.fix
    assert fix is not None  # noqa: S101 - what is fixable has a fix
    assert fix.change is not None  # noqa: S101 - with a change
    return fix.change


def _excused(standing: Mapping[str, Finding], view: GameView, page: Editable, fixable: Fixable) -> Mapping[str, Finding]:
    """What may be found after a change: what stands, and, where an edit is undone, what the page had before it."""
    change = _change(fixable)
    if not isinstance(change, UndoRevision):
        return standing
    return {**standing, **_findings(page.with_text(view, change.before), page.codes)}


def _is_disputed(view: GameView, page: Editable, fixable: Fixable) -> bool:
    """Whether somebody undid just this change, by itself, whatever else is corrected with it."""
    try:
        return page.disputed(page.source(view), page.changed(view, _change(fixable)))
    except ValueError:
        # It rests on another change, which nobody has made yet, so nobody has undone it either.
        return False


def objection(known: Iterable[GameView], after: GameView, settled: Collection[Finding], codes: Collection[str]) -> str | None:
    """What speaks against a new text of a page: a finding that it should settle and does not, or one that no ``known`` view has."""
    old = {mark: finding for view in known for mark, finding in _findings(view, codes).items()}
    return _objection(old, _findings(after, codes), settled)


def _objection(old: Mapping[str, Finding], new: Mapping[str, Finding], settled: Collection[Finding]) -> str | None:
    for finding in settled:
        if finding.fingerprint in new:
            return f"the finding would still stand: {finding.message}"
    # A finding that quotes what was changed is another one by its fingerprint, and is not a new one.
    over = {finding.fingerprint for finding in settled}
    reworded = [(finding.code, finding.subject) for mark, finding in old.items() if mark not in new and mark not in over]
    for fingerprint, finding in new.items():
        if fingerprint in old:
            continue
        if (finding.code, finding.subject) not in reworded:
            return f"another finding would come of it: {finding.code}, {finding.message}"
        reworded.remove((finding.code, finding.subject))
    return None


def _findings(view: GameView, codes: Collection[str]) -> dict[str, Finding]:
    return {finding.fingerprint: finding for finding in run_all(view, select=codes).findings}
