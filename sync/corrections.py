"""Corrections: from findings with a fix to new texts of pages, each change tried before it is proposed.

What is proposed is what would be written: the same function plans for the preview and for the wiki.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from itertools import count, islice

from parsers.changes import ReplaceTerm, TextChange, UndoRevision
from parsers.gamestate.change import AddRow, Change, SetValue
from sync.editable import Editable
from sync.errors import UsageError, nearest
from sync.summaries import edit_summary
from validators.finding import Confidence, Finding
from validators.fixes import with_value
from validators.plausible import implausible
from validators.registry import run_all
from validators.restoring import Earlier, had_row, is_illegal, restored, stood_at
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
    findings, each once.
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


@dataclass(frozen=True, slots=True)
class Left:
    """A finding that has a fix, and why it is not corrected."""

    finding: Finding
    why: str


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


@dataclass(frozen=True, slots=True)
class _Fixable:
    """A finding with the fix as it would be made; ``automatic`` says that it may be written unasked."""

    finding: Finding
    automatic: bool


@dataclass(frozen=True, slots=True)
class Past:
    """What a correction asks of the past, each only where it is needed.

    ``revisions`` gives the tracking page's, the newest first; ``yesterday`` gives the view as it would be if the rules
    were those of a day ago, None where these are not known. What is illegal since ``waited`` or later is not touched
    unasked yet; without it nothing waits.
    """

    revisions: Callable[[], Iterable[Earlier]]
    yesterday: Callable[[], GameView | None]
    waited: datetime | None = None


def plan(view: GameView, findings: Iterable[Finding], wanted: Wanted, pages: Mapping[str, Editable], past: Past) -> Plan:
    """Plan the corrections: for each page at most one that may be written unasked, and one that may not.

    ``findings`` are those of an audit of ``view``, ``pages`` what :func:`sync.editable.editable_pages` gives.
    Raises :class:`UsageError` for an id that no correction has.
    """
    codes = tuple(each.upper() for each in wanted.only if each.upper().startswith("BN"))
    ids = {each.lower() for each in wanted.only if not each.upper().startswith("BN")}
    left: list[Left] = []
    fixable = list(_fixable(view, tuple(findings), () if ids else codes, wanted.allowed, left, past))
    if ids:
        chosen = _of_ids(view, fixable, ids, pages)
        fixable = [each for each in fixable if each.finding.fingerprint in chosen or each.finding.code.startswith(codes)]
    return Plan(tuple(_corrections(view, fixable, left, pages, together=wanted.together)), tuple(left))


def _fixable(
    view: GameView, findings: Sequence[Finding], codes: Sequence[str], allowed: Sequence[str], left: list[Left], past: Past
) -> Iterator[_Fixable]:
    known = Past(_remembered(past.revisions), cache(past.yesterday), past.waited)
    too_many = implausible(view.gamestate, findings) if view.gamestate is not None else {}
    for finding in findings:
        if finding.fix is None or finding.fix.change is None or (codes and not finding.code.startswith(tuple(codes))):
            continue
        doubt = too_many.get(finding.fingerprint) or _doubt(finding, known)
        if doubt is not None and not codes:
            left.append(Left(finding, f"{doubt}: --only {finding.code} shows what would be done"))
            continue
        better, certain = _restored(finding, known)
        listed = finding.code.startswith(tuple(allowed)) if allowed else False
        sure = finding.confidence is Confidence.HIGH and doubt is None
        yield _Fixable(better, listed and certain and sure and _is_borne_out(finding, known))


def _remembered(revisions: Callable[[], Iterable[Earlier]]) -> Callable[[], Iterator[Earlier]]:
    """The same revisions as often as they are asked for, each read once, and only as far back as anybody looks."""
    seen, rest = list[Earlier](), cache(lambda: iter(revisions()))

    def again() -> Iterator[Earlier]:
        for at in count():
            if at == len(seen):
                seen.extend(islice(rest(), 1))
            if at == len(seen):
                return
            yield seen[at]

    return again


def _doubt(finding: Finding, past: Past) -> str | None:
    """Why a finding's fix is not even proposed as long as nobody asks for it."""
    if finding.confidence is Confidence.LOW:
        return "it is not sure enough to be proposed unasked"
    if finding.fix is not None and isinstance(finding.fix.change, AddRow):
        return had_row(finding.fix.change.name, past.revisions())
    return None


def _is_borne_out(finding: Finding, past: Past) -> bool:
    """Whether the past was seen and speaks for it. What a correction rests on has to have been a rule a day ago, too:
    an edit of the Ruleset may be a mistake, or worse.
    """
    kind, change = ("", None) if finding.fix is None else (finding.fix.kind, finding.fix.change)
    if isinstance(change, AddRow):
        return any(True for _ in past.revisions())
    if kind == "respell" and isinstance(change, SetValue) and had_row(change.old, past.revisions()) is not None:
        # What looks like a slip of the pen is the name of somebody who has left.
        return False
    if isinstance(change, SetValue) and past.waited is not None and not stood_at(change, past.revisions(), past.waited):
        return False
    if not isinstance(change, SetValue | ReplaceTerm):
        return True
    yesterday = past.yesterday()
    if yesterday is None or yesterday.rules is None:
        return False
    if isinstance(change, ReplaceTerm):
        return yesterday.rules.terms == change.today
    return yesterday.gamestate is not None and is_illegal(change, yesterday.gamestate)


def _restored(finding: Finding, past: Past) -> tuple[Finding, bool]:
    """The finding with the value that the page's history gives in place of the starting value, and whether that is certain."""
    fix = finding.fix
    if fix is None or fix.kind != "set-value" or not isinstance(fix.change, SetValue):
        return finding, True
    found = restored(fix.change, past.revisions())
    if found is None:
        why = "its starting value, since no legal one is known"
        return replace(finding, fix=with_value(fix, fix.change, fix.change.new, why)), False
    return replace(finding, fix=with_value(fix, fix.change, found.value, found.why, found.text)), found.certain


def _of_ids(view: GameView, fixable: Sequence[_Fixable], ids: set[str], pages: Mapping[str, Editable]) -> set[str]:
    """The fingerprints of what the corrections of these ids settle, whether these were planned apart or together."""
    there = {each.id: each for together in (False, True) for each in _corrections(view, fixable, [], pages, together=together)}
    for each in ids - there.keys():
        raise UsageError(f"--only {each}: no correction has that id{nearest(each, there) or '; without --only all are shown'}")
    return {finding.fingerprint for each in ids for finding in there[each].findings}


def _corrections(
    view: GameView, fixable: Sequence[_Fixable], left: list[Left], pages: Mapping[str, Editable], *, together: bool
) -> Iterator[Correction]:
    for page in pages.values():
        own = [each for each in fixable if each.finding.fix is not None and each.finding.fix.page == page.title]
        yield from _of_page(view, own, left, page, together=together)


def _of_page(view: GameView, fixable: Sequence[_Fixable], left: list[Left], page: Editable, *, together: bool) -> Iterator[Correction]:
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
            )
        view = after


def _id(page: str, findings: Iterable[Finding]) -> str:
    parts = (page, *sorted(finding.fingerprint for finding in findings))
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _made(view: GameView, fixable: Iterable[_Fixable], left: list[Left], page: Editable) -> tuple[GameView, list[Finding]]:
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


def _change(fixable: _Fixable) -> Change | TextChange:
    fix = fixable.finding.fix
    assert fix is not None  # noqa: S101 - what is fixable has a fix
    assert fix.change is not None  # noqa: S101 - with a change
    return fix.change


def _excused(standing: Mapping[str, Finding], view: GameView, page: Editable, fixable: _Fixable) -> Mapping[str, Finding]:
    """What may be found after a change: what stands, and, where an edit is undone, what the page had before it."""
    change = _change(fixable)
    if not isinstance(change, UndoRevision):
        return standing
    return {**standing, **_findings(page.with_text(view, change.before), page.codes)}


def _is_disputed(view: GameView, page: Editable, fixable: _Fixable) -> bool:
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
