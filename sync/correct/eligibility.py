"""Which findings are corrected, with which value, and which of them may be written without anybody having looked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from itertools import count, islice

from parsers.changes import ReplaceTerm
from parsers.gamestate.change import AddRow, SetValue
from validators.finding import Confidence, Finding, FixKind
from validators.fixes.fixes import with_value
from validators.fixes.plausible import implausible
from validators.fixes.restoring import Earlier, had_row, is_illegal, restored, stood_at
from validators.view import GameView

__all__ = ["Fixable", "Left", "Past", "fixable_of"]


@dataclass(frozen=True, slots=True)
class Left:
    """A finding that has a fix, and why it is not corrected."""

    finding: Finding
    why: str


@dataclass(frozen=True, slots=True)
class Fixable:
    """A finding with the fix as it would be made, and why it is not written unasked, in a clause; None where it may be."""

    finding: Finding
    why: str | None

    @property
    def automatic(self) -> bool:
        """Whether it may be written unasked."""
        return self.why is None


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


def fixable_of(
    view: GameView, findings: Sequence[Finding], codes: Sequence[str], allowed: Sequence[str], left: list[Left], past: Past
) -> Iterator[Fixable]:
    """The findings that can be corrected; what is too doubtful to be proposed unless ``codes`` ask for it is added to ``left``.

    ``allowed`` are the codes that may be written unasked.
    """
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
        yield Fixable(better, doubt or _unlisted(finding, allowed) or _unsure(finding, known, certain=certain))


def _unlisted(finding: Finding, allowed: Sequence[str]) -> str | None:
    return None if allowed and finding.code.startswith(tuple(allowed)) else "not listed under [correct] allow"


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


def _unsure(finding: Finding, past: Past, *, certain: bool) -> str | None:
    """Why the past does not speak for a fix as much as it should, in a clause."""
    kind, change = (None, None) if finding.fix is None else (finding.fix.kind, finding.fix.change)
    if finding.confidence is not Confidence.HIGH:
        return f"of {finding.confidence.value} confidence"
    if not certain:
        return "the history does not prove which value is right"
    if isinstance(change, AddRow):
        return None if any(True for _ in past.revisions()) else "the page's history is not at hand, and the player may have had a row"
    if kind == FixKind.RESPELL and isinstance(change, SetValue) and had_row(change.old, past.revisions()) is not None:
        return f"“{change.old[:80]}” had a row, so it may be no slip of the pen but somebody who has left"
    if isinstance(change, SetValue) and past.waited is not None and not stood_at(change, past.revisions(), past.waited):
        return "it was not seen to stand for as long as [correct] wait_minutes asks"
    if isinstance(change, SetValue | ReplaceTerm) and not _is_borne_out(change, past.yesterday()):
        return "the rules that it rests on are not known to be those of a day ago"
    return None


def _is_borne_out(change: SetValue | ReplaceTerm, yesterday: GameView | None) -> bool:
    """Whether what a correction rests on was a rule a day ago, too: an edit of the Ruleset may be a mistake, or worse."""
    if yesterday is None or yesterday.rules is None:
        return False
    if isinstance(change, ReplaceTerm):
        return yesterday.rules.terms == change.today
    return yesterday.gamestate is not None and is_illegal(change, yesterday.gamestate)


def _restored(finding: Finding, past: Past) -> tuple[Finding, bool]:
    """The finding with the value that the page's history gives in place of the starting value, and whether that is certain."""
    fix = finding.fix
    if fix is None or fix.kind != FixKind.SET_VALUE or not isinstance(fix.change, SetValue):
        return finding, True
    found = restored(fix.change, past.revisions())
    if found is None:
        why = "its starting value, since no legal one is known"
        return replace(finding, fix=with_value(fix, fix.change, fix.change.new, why)), False
    return replace(finding, fix=with_value(fix, fix.change, found.value, found.why, found.text)), found.certain
