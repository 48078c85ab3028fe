"""Plans corrections for findings: which findings, with which value, which need confirmation, and
the new texts of the pages.

Each change is tried before it is proposed. The same function plans for the preview and for the
wiki, so the preview shows exactly the edits that would be saved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from parsers.changes import ReplaceTerm, UndoRevision
from parsers.gamestate.change import AddRow, MoveRow, RemoveRow, SetValue
from parsers.model import Confidence
from parsers.refusal import Refusal, Refused
from sync.correct.correctable_pages import MOST, CorrectablePage, EarlierPages, correctable_pages
from sync.correct.correction import Correction, change_of, made, objection
from sync.errors import UsageError, nearest
from validators.finding import Finding, FixKind
from validators.fixes.restoring import came_back, had_row, is_illegal, stood_at, with_restored
from validators.fixes.tracking_fixes import implausible
from validators.view import GameView

FIX_NAMES = {FixKind.SET_VALUE: "value", FixKind.RESPELL: "spelling"}
"""The names of kinds of fixes in ``[correct] allow``, after the code and a colon."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The requested corrections: ``only`` has codes, prefixes of codes, or ids; without any, all
    are requested. Fixes matched by :func:`_allows` in ``allowed`` are corrected automatically.
    """

    only: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Left:
    """A finding with a fix that is not made, and the reason."""

    finding: Finding
    why: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The corrections, in the order of saving, and the findings that need manual work."""

    corrections: tuple[Correction, ...]
    left: tuple[Left, ...]


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A finding with its final fix. ``confirm_reason`` is the reason to ask for confirmation, as a
    clause; without one the fix is automatic. A ``doubtful`` fix is proposed only if its code or its
    correction's id was requested.
    """

    finding: Finding
    confirm_reason: str | None
    doubtful: bool


def plan(view: GameView, findings: Iterable[Finding], wanted: Wanted, past: EarlierPages) -> Plan:
    """Plan the corrections of a view: for each page at most one automatic correction, one that
    needs confirmation, and one that is doubtful.

    ``findings`` come from an audit of the view. Raises :class:`UsageError` for an unknown id.
    """
    codes = tuple(word.upper() for word in wanted.only if word.upper().startswith("BN"))
    ids = {word.lower() for word in wanted.only if not word.upper().startswith("BN")}
    left: list[Left] = []
    pages = correctable_pages(view, past)
    chosen = list(
        _choose(view, tuple(findings), codes, wanted.allowed, past, left, by_id=bool(ids))
    )
    if ids:
        by_id = {correction.id: correction for correction in _corrections(chosen, [], pages)}
        for unknown in ids - by_id.keys():
            raise UsageError(
                f"--only {unknown}: no correction has that"
                f" id{nearest(unknown, by_id) or '; omit --only to show all'}"
            )
        marks = {finding.fingerprint for name in ids for finding in by_id[name].findings}
        candidates, chosen = chosen, []
        for choice in candidates:
            if choice.finding.fingerprint in marks or choice.finding.code.startswith(codes):
                chosen.append(choice)
            elif choice.doubtful:
                left.append(_too_doubtful(choice.finding, choice.confirm_reason))
    return Plan(tuple(_corrections(chosen, left, pages)), tuple(left))


# The findings to correct, and the reasons to confirm them


def _choose(
    view: GameView,
    findings: Sequence[Finding],
    codes: tuple[str, ...],
    allowed: tuple[str, ...],
    past: EarlierPages,
    left: list[Left],
    *,
    by_id: bool,
) -> Iterator[_Chosen]:
    """Yield the findings with a code that begins with one of ``codes``, or all without any.

    Findings too doubtful to be proposed are added to ``left``. ``by_id`` yields everything,
    including the doubtful ones, because an id is known only after the correction is made.
    """
    too_many = implausible(view.gamestate, findings) if view.gamestate is not None else {}
    confident_changes = {
        finding.fix.change
        for finding in findings
        if finding.fix is not None and finding.confidence is not Confidence.LOW
    }
    for finding in findings:
        has_code = finding.code.startswith(codes)
        if (
            finding.fix is None
            or finding.fix.change is None
            or (codes and not has_code and not by_id)
        ):
            continue
        doubtful_reason = too_many.get(finding.fingerprint) or (
            "of low confidence" if finding.confidence is Confidence.LOW else None
        )
        row = finding.fix.change
        if doubtful_reason is None and isinstance(row, AddRow) and row.since is None:
            doubtful_reason = had_row(row.name, past.tracking_pages())
        if doubtful_reason is not None and not has_code:
            # The same change may be made for a finding of higher confidence.
            made_anyway = finding.fix.change in confident_changes
            if finding.confidence is Confidence.LOW and made_anyway:
                continue
            if not by_id:
                left.append(_too_doubtful(finding, doubtful_reason))
                continue
        better, certain = with_restored(finding, past.tracking_pages())
        if better.fix is None or better.fix.change is None:
            left.append(Left(better, "the correct value is unknown"))
            continue
        confirm_reason = doubtful_reason or (
            _why_confirm(better, view, past, certain=certain)
            if any(_allows(entry, better.code, better.fix.kind) for entry in allowed)
            else "not listed under [correct] allow"
        )
        yield _Chosen(better, confirm_reason=confirm_reason, doubtful=doubtful_reason is not None)


def _too_doubtful(finding: Finding, reason: str | None) -> Left:
    return Left(finding, f"{reason}: run with --only {finding.code} to see the change")


def _allows(allowed: str, code: str, kind: FixKind) -> bool:
    """Return whether an entry of ``[correct] allow`` names a fix: ``BN402`` names all but the last
    legal value, ``BN402:value`` names that one, and ``BN402:spelling`` the correction of a misspelt
    value.
    """
    prefix, _, named = allowed.partition(":")
    meant = FIX_NAMES.get(kind, "")
    return code.startswith(prefix) and (named == meant or (not named and meant != "value"))


def _why_confirm(
    finding: Finding, view: GameView, past: EarlierPages, *, certain: bool
) -> str | None:
    """Return why a fix is not certain enough to be made without confirmation, or None."""
    change = change_of(finding)
    if finding.confidence is not Confidence.HIGH:
        return f"of {finding.confidence.value} confidence"
    if not certain:
        return "the history does not prove which value is right"
    if not is_old_enough(finding, view, past):
        return "not known to be older than [correct] wait_minutes"
    if isinstance(change, AddRow) and next(past.tracking_pages(), None) is None:
        return "the page's history is not available, and the player may have had a row before"
    respelt = (
        isinstance(change, SetValue)
        and finding.fix is not None
        and finding.fix.kind is FixKind.RESPELL
    )
    if (
        isinstance(change, SetValue)
        and respelt
        and had_row(change.old, past.tracking_pages()) is not None
    ):
        return f"“{change.old[:80]}” had a row before, so it may be a player who left, not a typo"
    if isinstance(change, SetValue) and came_back(change, islice(past.tracking_pages(), MOST)):
        return (
            f"“{change.old[:80]}” was replaced before and has been restored, so it may be intended"
        )
    if isinstance(change, SetValue | ReplaceTerm) and not _held_yesterday(change, past.yesterday):
        return "not known to follow from the rules of a day ago"
    return None


def _held_yesterday(change: SetValue | ReplaceTerm, yesterday: GameView | None) -> bool:
    """Return whether a correction already followed from the rules of a day ago: an edit of the
    Ruleset may be a mistake, or vandalism.
    """
    if yesterday is None or yesterday.rules is None:
        return False
    if isinstance(change, ReplaceTerm):
        return yesterday.rules.terms == change.today
    return yesterday.gamestate is not None and is_illegal(change, yesterday.gamestate)


def is_old_enough(finding: Finding, view: GameView, past: EarlierPages) -> bool:
    """Return whether the page, and the blog as far as the finding relies on it, have been unchanged
    since before ``past.settled_before``.

    An Admin who enacts a matter edits the wiki and then the blog, or the other way round; an Admin
    who unidles a player edits the sidebar and then the page.
    """
    moment, fix = past.settled_before, finding.fix
    if moment is None or fix is None:
        return True
    change = fix.change
    if isinstance(change, SetValue):
        return stood_at(change, past.tracking_pages(), moment)
    history = view.histories.get(fix.page, ())
    if isinstance(change, UndoRevision):
        return any(
            revision.revid == change.revid and revision.timestamp <= moment for revision in history
        )
    if not history or history[-1].timestamp > moment:
        return False
    if finding.subject.kind == "matter":
        post = next((post for post in view.posts if post.key == finding.subject.id), None)
        return post is not None and post.closed is not None and post.closed <= moment
    rosters = max((version.first_seen for version in view.read.rosters), default=None)
    return not isinstance(change, AddRow | MoveRow | RemoveRow) or (
        rosters is not None and rosters <= moment
    )


# The new texts of the pages


def _corrections(
    chosen: Sequence[_Chosen], left: list[Left], pages: Sequence[CorrectablePage]
) -> Iterator[Correction]:
    """Yield the corrections of each page: automatic ones first, then the ones that need
    confirmation, then the doubtful ones. Findings that cannot be corrected are added to ``left``.
    """
    for page in pages:
        here = page
        own = [
            choice
            for choice in chosen
            if choice.finding.fix is not None and choice.finding.fix.page == page.title
        ]
        confirm_reasons = {choice.finding.fingerprint: choice.confirm_reason for choice in own}
        doubtful = [choice for choice in own if choice.doubtful]
        plain = [choice for choice in own if not choice.doubtful]
        automatic = [choice for choice in plain if choice.confirm_reason is None]
        confirmed = [choice for choice in plain if choice.confirm_reason is not None]
        for group in (automatic, confirmed, doubtful):
            findings = [
                choice.finding for choice in group if not _is_settled(choice.finding, page, here)
            ]
            after, done = _applied(here, findings, left)
            if done:
                codes_by_reason: dict[str, dict[str, None]] = {}
                for finding in done:
                    reason = confirm_reasons[finding.fingerprint]
                    if reason is not None:
                        codes_by_reason.setdefault(reason, {})[finding.code] = None
                consent = tuple(
                    f"{', '.join(codes)}: {reason}" for reason, codes in codes_by_reason.items()
                )
                yield made(here, after, done, consent, doubtful=group is doubtful)
            here = after


def _is_settled(finding: Finding, first: CorrectablePage, now: CorrectablePage) -> bool:
    """Return whether changes made for other findings settle this one, for instance if one is about
    a value and another about the edit that set it.
    """
    if finding.fingerprint in first.findings:
        return finding.fingerprint not in now.findings
    change = change_of(finding)
    return first.stands(change) and not now.stands(change)


def _applied(
    page: CorrectablePage, group: Sequence[Finding], left: list[Left]
) -> tuple[CorrectablePage, list[Finding]]:
    """Make every possible change in turn; return the page and the settled findings.

    Edits are undone first, because the faults of such an edit disappear with it.
    """
    first = page
    done: list[Finding] = []
    undone_first = sorted(
        group, key=lambda finding: not isinstance(change_of(finding), UndoRevision)
    )
    for finding in undone_first:
        change = change_of(finding)
        if _is_settled(finding, first, page):
            continue
        try:
            after = page.apply(change)
        except Refused as refused:
            left.append(Left(finding, str(refused)))
            continue
        known = dict(page.findings)
        if isinstance(change, UndoRevision):
            # Earlier findings may return when the edit is undone.
            known |= page.with_text(change.before).findings
        why = objection(known, after.findings, [finding])
        if why is None and first.disputed(change):
            why = Refused(Refusal.DISPUTED)
        if why is not None:
            left.append(Left(finding, str(why)))
            continue
        page = after
        done.append(finding)
    return page, done
