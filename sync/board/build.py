"""The content of a board as one value: a command's view of the game and the results from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from parsers.model import MatterKind, Post, Status, VoteIcon, name_key
from sync.reports.audit_text import in_order, new_mark, to_do, unevaluated
from sync.reports.verdict_text import Opening, graded, openings, soonest
from sync.reports.writing_text import effect_in_words
from sync.sources.source_view import unseen_matters
from validators.checks.audit_context import AuditContext
from validators.checks.check import Act
from validators.checks.events import GameEvents, events_of
from validators.checks.run import AuditReport, codes_of, run_all
from validators.edits.described_edits import DescribedRevision
from validators.enacting import enactment
from validators.finding import Cause, Finding, Severity, causes, date_of
from validators.news import NEVER_REPORTED, NewsItem, news
from validators.verdict_wording import admin_note, why_counted
from validators.view import GameView
from validators.voting.dated_posts import DatedPost, misdated
from validators.voting.judge import CannotJudge, TallySheet
from validators.voting.verdict import Reason, Verdict, Vote
from validators.voting.vote_tally import comment_address
from validators.words import emperor

_MEANINGS = {
    Severity.ERROR: "Against the rules",
    Severity.WARNING: "Worth a look",
    Severity.INFO: "Good to know",
}


class MatterCard(NamedTuple):
    """A pending matter: its verdict, each vote with the reason for a different count and the
    voter's comment, its conditions, and its effect.
    """

    verdict: Verdict
    votes: tuple[tuple[Vote, str, str], ...]
    silent: tuple[str, ...]
    conditions: tuple[tuple[str, Sequence[tuple[str, Reason]]], ...]
    note: str | None
    effect: str | None

    @property
    def tone(self) -> str:
        """The marking of the matter: go, stop, wait, or unsure if the verdict is not certified."""
        if not self.verdict.certified or self.verdict.unknown:
            return "unsure"
        if self.verdict.enactable:
            return "go"
        return "stop" if self.verdict.failable else "wait"

    @property
    def can(self) -> str:
        """The possible actions, in the words of players."""
        if self.verdict.unknown:
            return "Not known"
        outcomes = (("enacted", self.verdict.enactable), ("failed", self.verdict.failable))
        may = " or ".join(outcome for outcome, holds in outcomes if holds)
        possible = f"can be {may} now" if may else "not yet"
        return (
            possible.capitalize() if self.verdict.certified else f"Probably {possible}: check first"
        )

    @property
    def later(self) -> list[Opening]:
        """The outcomes that are not allowed now, the earlier one first."""
        first = soonest(self.verdict)
        return sorted(
            (opening for opening in openings(self.verdict) if not opening.now),
            key=lambda opening: first is None or opening.outcome != first[1].outcome,
        )

    @property
    def ballots(self) -> Iterator[tuple[str, list[tuple[Vote, str, str]]]]:
        """The votes, grouped by their effect."""
        for counted_as, heading in (
            (VoteIcon.FOR, "for"),
            (VoteIcon.AGAINST, "against"),
            (None, "neither"),
        ):
            cast = [vote for vote in self.votes if vote[0].counts_as is counted_as]
            if cast:
                yield heading, cast

    def bar(self, players: int) -> tuple[float, float, float, float]:
        """Percentages of all players: FOR from the left, uncounted DEFERENTIALs, AGAINST from the
        right; and the quorum.
        """
        count = self.verdict.counts
        numbers = (count.for_, count.deferential, count.against, self.verdict.quorum)
        in_favour, deferential, against, quorum = (
            round(min(100.0, 100 * number / max(players, 1)), 2) for number in numbers
        )
        return in_favour, min(deferential, max(0.0, 100 - in_favour - against)), against, quorum


class PlayerLine(NamedTuple):
    """An active player: the pending matters without their vote, and the finding that they may be
    idled, if there is one.
    """

    name: str
    admin: bool
    emperor: bool
    silent_on: tuple[MatterCard, ...]
    idle: Finding | None


class Recent(NamedTuple):
    """The changes since a moment: the matters posted and resolved, and the numbers of later
    findings and wiki edits; ``edits`` is None if no edit is known. ``undated``: further matters
    with unreadable times may have been posted or resolved since.
    """

    since: datetime
    posted: tuple[Post, ...]
    resolved: tuple[Post, ...]
    findings: int
    edits: int | None
    undated: bool


@dataclass(frozen=True)
class Board:
    """The content of a board. ``sheet`` is None if no vote could be counted.

    ``lacking`` lists missing data with the reasons; if there is any, the board has no verdict.
    ``idle_unknown`` is the reason why idling was not evaluated, or ``""``. ``edits`` are the wiki
    edits with their pages, the latest first. ``to_do`` are the possible corrections and the players
    that may be idled. ``news`` is sorted from the newest item.
    """

    view: GameView
    sheet: TallySheet | None
    matters: tuple[MatterCard, ...]
    players: tuple[PlayerLine, ...]
    report: AuditReport
    idle_unknown: str
    lacking: tuple[tuple[str, str], ...]
    recent: Recent
    edits: tuple[tuple[str, DescribedRevision], ...] = ()
    to_do: tuple[Cause, ...] = ()
    news: tuple[NewsItem, ...] = ()
    events: GameEvents = GameEvents()  # noqa: RUF009 - a tuple

    @property
    def certain(self) -> bool:
        """Whether no data is missing."""
        return not self.lacking

    @property
    def accepted(self) -> int | None:
        """The number of accepted findings that are not shown; None without a baseline."""
        held = self.report.held_back
        if held is None:
            return None
        return held.count - sum(cause.lead.fingerprint in held.held for cause in self.to_do)

    @property
    def others(self) -> Mapping[str, list[Cause]]:
        """The findings that are neither to do nor a resolvable matter, by their meaning to players."""
        resolvable, _ = to_do(self.view, self.report)
        shown = {cause.lead.fingerprint for cause in (*self.to_do, *resolvable)}
        left: dict[str, list[Cause]] = {}
        for cause in causes(in_order(self.report)):
            if cause.lead.fingerprint not in shown:
                left.setdefault(_meaning(self.report, cause), []).append(cause)
        return left


def board(
    facts: AuditContext,
    report: AuditReport,
    first_reported: Mapping[str, datetime] = NEVER_REPORTED,
) -> Board:
    """Return the board of a view, from its facts, the audit made with them, and the times at which
    earlier audits first reported findings. Nothing is fetched.
    """
    view = facts.view
    lacking = dict.fromkeys(
        (problem.where, problem.what) for problem in view.problems if problem.fatal
    )
    lacking |= {(gap.names, gap.why): None for gap in unevaluated(report) if gap.grave}
    sheet = None
    try:
        sheet = facts.pending
    except CannotJudge as error:
        lacking["votes", str(error)] = None
    cards = _cards(view, sheet) if sheet is not None else []
    if not cards and (unseen := unseen_matters(view)):
        lacking["pending matters", unseen] = None
    edits = [(title, edit) for title, described in facts.described.items() for edit in described]
    # Regardless of the codes selected for the audit, and of a baseline.
    may_be_idled = codes_of(lambda check: check.act is Act.IDLE)
    idle = run_all(view, select=may_be_idled, context=facts)
    _, fixable = to_do(view, report)
    return Board(
        view,
        sheet,
        tuple(cards),
        tuple(_players(view, sheet, cards, idle)),
        report,
        "; ".join(gap.why for gap in idle.not_evaluated if gap.name in may_be_idled),
        tuple(lacking),
        _recent(facts, report, edits),
        tuple(sorted(edits, key=lambda edit: edit[1].revision.timestamp, reverse=True)),
        (*fixable, *map(Cause, idle.findings)),
        tuple(news(facts, report, first_reported)),
        events_of(facts),
    )


def _recent(
    facts: AuditContext, report: AuditReport, edits: Sequence[tuple[str, DescribedRevision]]
) -> Recent:
    """The changes in the day before the moment of the view."""
    end = facts.view.as_of
    since = end - timedelta(days=1)
    matters = facts.timeline.matters
    dates = [date_of(cause.lead) for cause in causes(report.findings)]
    return Recent(
        since,
        tuple(post for post in matters if since < post.posted <= end),
        tuple(post for post in matters if post.closed and since < post.closed <= end),
        sum(at is not None and since < at <= end for at in dates),
        sum(since < edit.revision.timestamp <= end for _, edit in edits) if edits else None,
        any(post.category.matter for post in facts.timeline.undated)
        or any(_may_be_resolved_since(post, since) for post in matters),
    )


def _may_be_resolved_since(post: DatedPost, since: datetime) -> bool:
    """Return whether a matter was resolved at an unreadable time that may be later."""
    unread = post.status is not Status.PENDING and (post.closed is None or misdated(post))
    return unread and not misdated(replace(post, closed=max(post.posted, since)))


def _meaning(report: AuditReport, cause: Cause) -> str:
    if new_mark(report, cause):
        return "New"
    return "Too old to change" if cause.lead.past else _MEANINGS[cause.lead.severity]


def _cards(view: GameView, sheet: TallySheet) -> list[MatterCard]:
    """The matters in the order of the tally, after the ones that can certainly be resolved now."""
    return sorted(
        (_card(view, sheet, verdict) for verdict in sheet.verdicts),
        key=lambda card: card.tone not in ("go", "stop"),
    )


def _card(view: GameView, sheet: TallySheet, verdict: Verdict) -> MatterCard:
    instructed = verdict.kind is not MatterKind.DOV and verdict.post.body.strip()
    effect = effect_in_words(enactment(view, verdict.post).reading) if instructed else None
    comments = {
        comment_address(verdict.post, comment): comment.text
        for comment in verdict.post.comments or ()
        if comment.id
    }
    why = partial(
        why_counted, who=sheet.emperor, office=emperor(sheet.rules), known=sheet.emperor_known
    )
    return MatterCard(
        verdict,
        tuple(
            (
                vote,
                "" if vote.counts_as is vote.icon else why(vote),
                comments.get(vote.comment or "", ""),
            )
            for vote in verdict.votes
        ),
        tuple(verdict.not_voted(sheet.roster.active)),
        tuple(graded(verdict)),
        admin_note(verdict, "ADMIN"),
        effect,
    )


def _players(
    view: GameView, sheet: TallySheet | None, cards: Sequence[MatterCard], idling: AuditReport
) -> Iterator[PlayerLine]:
    if view.roster is None:
        return
    admins = set(map(name_key, view.roster.admins))
    emperor = name_key(sheet.emperor or "") if sheet is not None else ""
    idle = {name_key(finding.subject.id): finding for finding in idling.findings}
    for name in view.roster.active:
        key = name_key(name)
        yield PlayerLine(
            name,
            key in admins,
            key == emperor,
            tuple(card for card in cards if name in card.silent),
            idle.get(key),
        )
