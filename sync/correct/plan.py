"""From findings to corrections: new texts of pages, each change tried before it is proposed.

The same function plans for the preview and for the wiki, so what is proposed is what would be saved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from parsers.changes import UndoRevision
from sync.correct.correctable import Eligible, Left, eligible
from sync.correct.correction import Correction, change_of, made, objection
from sync.correct.pages import CorrectablePage, correctable_pages
from sync.correct.past import Past
from sync.errors import UsageError, nearest
from validators.finding import Finding
from validators.view import GameView

_DISPUTED = "this very change was made and undone before; if it is right, post a Call for Judgement"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which corrections are wanted: ``only`` has codes, beginnings of codes, or ids; without any, all are.

    Codes that begin with one of ``allowed`` are corrected automatically; ``together`` confirms all of them.
    """

    only: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    together: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The corrections, in the order in which they are saved, and the findings that need manual work."""

    corrections: tuple[Correction, ...]
    left: tuple[Left, ...]


def plan(view: GameView, findings: Iterable[Finding], wanted: Wanted, past: Past) -> Plan:
    """Plan the corrections of a view: for each page at most one automatic one, one that needs confirmation, and one
    that is doubtful.

    ``findings`` are those of an audit of the view. Raises :class:`UsageError` for an id that no correction has.
    """
    codes = tuple(each.upper() for each in wanted.only if each.upper().startswith("BN"))
    ids = {each.lower() for each in wanted.only if not each.upper().startswith("BN")}
    pages = correctable_pages(view, past)
    chosen = eligible(view, tuple(findings), () if ids else codes, wanted.allowed, past)
    if ids:
        marks = _of_ids(chosen, ids, pages)
        kept = tuple(each for each in chosen.findings if each.fingerprint in marks or each.code.startswith(codes))
        chosen = Eligible(kept, chosen.doubts, chosen.left, chosen.doubtful)
    left = list(chosen.left)
    return Plan(tuple(_corrections(chosen, left, pages, together=wanted.together)), tuple(left))


def _of_ids(chosen: Eligible, ids: set[str], pages: Sequence[CorrectablePage]) -> set[str]:
    """The fingerprints of what the corrections with these ids settle, whether they were planned apart or together."""
    there = {each.id: each for together in (True, False) for each in _corrections(chosen, [], pages, together=together)}
    for each in ids - there.keys():
        raise UsageError(f"--only {each}: no correction has that id{nearest(each, there) or '; without --only all are shown'}")
    return {finding.fingerprint for each in ids for finding in there[each].findings}


def _corrections(chosen: Eligible, left: list[Left], pages: Sequence[CorrectablePage], *, together: bool) -> Iterator[Correction]:
    """The corrections of each page; what cannot be corrected is added to ``left``."""
    for page in pages:
        own = [each for each in chosen.findings if each.fix is not None and each.fix.page == page.title]
        doubtful = [each for each in own if each.fingerprint in chosen.doubtful]
        others = [each for each in own if each.fingerprint not in chosen.doubtful]
        automatic = [each for each in others if each.fingerprint not in chosen.doubts]
        asked = [each for each in others if each.fingerprint in chosen.doubts]
        here = page
        for group in [others, doubtful] if together else [automatic, asked, doubtful]:
            after, done = _applied(here, [each for each in group if not _is_settled(each, page, here)], left)
            if done:
                yield replace(made(here, after, done, _consent(done, chosen.doubts)), doubtful=group is doubtful)
            here = after


def _consent(group: Iterable[Finding], doubts: Mapping[str, str]) -> tuple[str, ...]:
    """Why confirmation is needed: each reason once, with the codes that it is about."""
    codes: dict[str, dict[str, None]] = {}
    for finding in group:
        if finding.fingerprint in doubts:
            codes.setdefault(doubts[finding.fingerprint], {})[finding.code] = None
    return tuple(f"{', '.join(some)}: {why}" for why, some in codes.items())


def _is_settled(finding: Finding, first: CorrectablePage, now: CorrectablePage) -> bool:
    """Whether a finding is settled by changes that were made for others: the edit that set a value, and the value itself."""
    if finding.fingerprint in first.findings:
        return finding.fingerprint not in now.findings
    change = change_of(finding)
    return first.stands(change) and not now.stands(change)


def _applied(page: CorrectablePage, group: Sequence[Finding], left: list[Left]) -> tuple[CorrectablePage, list[Finding]]:
    """The page with every change that can be made, one after the other, and what these settle.

    Edits are undone first: what such an edit brought is gone with it, and needs no change of its own.
    """
    first, done = page, list[Finding]()
    for finding in sorted(group, key=lambda each: not isinstance(change_of(each), UndoRevision)):
        change = change_of(finding)
        if _is_settled(finding, first, page):
            continue
        try:
            after = page.apply(change)
        except ValueError as error:
            left.append(Left(finding, str(error)))
            continue
        known = dict(page.findings)
        if isinstance(change, UndoRevision):
            # What the page had before that edit may come back with it.
            known |= page.with_text(change.before).findings
        why = objection(known, after.findings, [finding])
        if why is None and first.disputed(change):
            why = _DISPUTED
        if why is None:
            page = after
            done.append(finding)
        else:
            left.append(Left(finding, why))
    return page, done
