"""What a board shows, as one value: the game as one command sees it, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import NamedTuple

from parsers.model import MatterKind, name_key
from sync.reports.audit_text import unevaluated
from sync.reports.verdict_text import ahead_in_words, graded, headline, soonest, verdict_word
from sync.reports.writing_text import effect_in_words
from sync.sources.source_view import unseen_matters
from validators.checks.audit_context import AuditContext
from validators.checks.check import Act
from validators.checks.run import AuditReport, codes_of, run_all
from validators.edits.described_edits import DescribedRevision
from validators.enacting import Enactment, enactment
from validators.finding import Finding
from validators.verdict_wording import admin_note, why_counted
from validators.view import GameView
from validators.voting.judge import CannotJudge, TallySheet
from validators.voting.verdict import Reason, Verdict, Vote
from validators.voting.vote_tally import comment_address
from validators.words import emperor, span


class MatterCard(NamedTuple):
    """A pending matter: its verdict, each vote with why it counts so and what was said with it, its
    conditions, and what it would do.
    """

    verdict: Verdict
    votes: tuple[tuple[Vote, str, str], ...]
    silent: tuple[str, ...]
    conditions: tuple[tuple[str, Sequence[tuple[str, Reason]]], ...]
    note: str | None
    effect: str | None
    enactment: Enactment | None

    @property
    def tone(self) -> str:
        """How the matter is marked: go, stop, wait, or unsure where the verdict is not
        certified.
        """
        if not self.verdict.certified or self.verdict.unknown:
            return "unsure"
        if self.verdict.enactable:
            return "go"
        return "stop" if self.verdict.failable else "wait"

    @property
    def can(self) -> str:
        """What can be done now, in a few words."""
        said = headline(self.verdict)[0].lower()
        sure = self.verdict.certified or self.verdict.unknown
        return said if sure else f"{said}: {verdict_word(self.verdict)[0]}"

    def in_short(self, as_of: datetime) -> str:
        """What the matter waits for, for its folded row: ``2 in the queue · not yet · 34 h
        left``.
        """
        verdict, first = self.verdict, soonest(self.verdict)
        place = f"{verdict.place} in the queue" if verdict.place else ""
        when = ""
        if not (verdict.unknown or verdict.enactable or verdict.failable):
            left = f"{span(first[0] - as_of)} left" if first and first[0] > as_of else ""
            ahead = (
                f"as soon as {ahead_in_words(verdict)} resolved"
                if first and first[1].if_first
                else ""
            )
            when = ", then ".join(filter(None, (left, ahead))) or "not as things stand"
        return " · ".join(filter(None, (place, self.can, when)))

    def bar(self, players: int) -> tuple[float, float, float, float]:
        """Percentages of all players: FOR from the left, DEFERENTIALs that count as nothing,
        AGAINST from the right; and the quorum.
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


@dataclass(frozen=True)
class Board:
    """Everything a board shows. ``sheet`` is None where no vote could be counted.

    ``lacking`` says where something could not be seen, and why: where there is any, the board has
    no verdict. ``idle_unknown`` is why it was not evaluated who may be idled, ``""`` where it was.
    ``edits`` are those of the wiki with their pages, the latest first.
    """

    view: GameView
    sheet: TallySheet | None
    matters: tuple[MatterCard, ...]
    players: tuple[PlayerLine, ...]
    report: AuditReport
    idle_unknown: str
    lacking: tuple[tuple[str, str], ...]
    edits: tuple[tuple[str, DescribedRevision], ...] = ()

    @property
    def certain(self) -> bool:
        """Whether everything was seen that should have been."""
        return not self.lacking

    @property
    def resolvable(self) -> list[MatterCard]:
        """The matters that can be resolved now; after those that are certain those that somebody
        has to check.
        """
        may = (card for card in self.matters if card.verdict.enactable or card.verdict.failable)
        return sorted(may, key=lambda card: not card.verdict.certified)


def board(facts: AuditContext, report: AuditReport) -> Board:
    """What a board shows of a view, by the facts of it and the audit made with them. It rests on
    nothing else: nothing is fetched.
    """
    view = facts.view
    lacking = dict.fromkeys(
        (problem.where, problem.what) for problem in view.problems if problem.fatal
    )
    lacking |= {(names, why): None for grave, names, why in unevaluated(report) if grave}
    sheet = None
    try:
        sheet = facts.pending
    except CannotJudge as error:
        lacking["votes", str(error)] = None
    cards = _cards(view, sheet) if sheet is not None else []
    if not cards and (unseen := unseen_matters(view)):
        lacking["pending matters", unseen] = None
    edits = [(title, one) for title, described in facts.described.items() for one in described]
    # Whatever codes the audit was told to select, and whatever a baseline holds back.
    may_be_idled = codes_of(lambda one: one.act is Act.IDLE)
    idle = run_all(view, select=may_be_idled, facts=facts)
    return Board(
        view,
        sheet,
        tuple(cards),
        tuple(_players(view, sheet, cards, idle)),
        report,
        "; ".join(each.why for each in idle.not_evaluated if each.name in may_be_idled),
        tuple(lacking),
        tuple(sorted(edits, key=lambda edit: edit[1].revision.timestamp, reverse=True)),
    )


def _cards(view: GameView, sheet: TallySheet) -> list[MatterCard]:
    """The matters in the order of the tally, before them those that may surely be resolved now."""
    return sorted(
        (_card(view, sheet, verdict) for verdict in sheet.verdicts),
        key=lambda card: card.tone not in ("go", "stop"),
    )


def _card(view: GameView, sheet: TallySheet, verdict: Verdict) -> MatterCard:
    instructed = verdict.kind is not MatterKind.DOV and verdict.post.body.strip()
    made = enactment(view, verdict.post) if instructed else None
    said = {
        comment_address(verdict.post, each): each.text
        for each in verdict.post.comments or ()
        if each.id
    }
    why = partial(
        why_counted, who=sheet.emperor, office=emperor(sheet.rules), known=sheet.emperor_known
    )
    return MatterCard(
        verdict,
        tuple((vote, why(vote), said.get(vote.comment or "", "")) for vote in verdict.votes),
        tuple(verdict.not_voted(sheet.roster.active)),
        tuple(graded(verdict)),
        admin_note(verdict, "ADMIN"),
        None if made is None else effect_in_words(made.reading),
        made,
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
