"""From the view, the audit and the histories of the pages to what a board shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parsers.model import MatterKind, name_key
from sync.board.courses import plotted
from sync.board.model import Board, MatterCard, PlayerLine, WikiEdit
from sync.reports.audit_summary import unevaluated
from sync.reports.enactment import effect_in_words
from sync.reports.tally_text import graded
from sync.sources.view import unseen_matters
from validators.checks.audit_context import AuditContext
from validators.checks.run import AuditReport, run_all
from validators.enacting import enactment
from validators.view import GameView
from validators.voting.judge import CannotJudge, TallySheet
from validators.voting.reasons import admin_note, why_counted
from validators.voting.tally import comment_address
from validators.voting.verdict import Verdict

_MAY_BE_IDLED = "BN301"
_ADMIN = "ADMIN"


def board(facts: AuditContext, report: AuditReport) -> Board:
    """What a board shows of a view, by the facts of it and the audit made with them. It rests on nothing else: nothing is fetched."""
    view = facts.view
    lacking = dict.fromkeys(_lacking(view, report))
    sheet = None
    try:
        sheet = facts.pending
    except CannotJudge as error:
        lacking["votes", str(error)] = None
    cards = tuple(_cards(view, sheet)) if sheet is not None else ()
    if not cards and (unseen := unseen_matters(view)):
        lacking["pending matters", unseen] = None
    histories = {} if view.rules is None else facts.described
    state = view.gamestate
    of_state = histories.get(state.page or "", ()) if state is not None else ()
    since, plots = plotted(state, of_state, view.as_of) if state is not None else (None, ())
    edits = (WikiEdit(title, one) for title, described in histories.items() for one in described)
    # Whatever codes the audit was told to select, and whatever a baseline holds back.
    idle = run_all(view, select=(_MAY_BE_IDLED,), facts=facts)
    return Board(
        view,
        sheet,
        cards,
        tuple(_players(view, sheet, cards, idle)),
        report,
        "; ".join(each.why for each in idle.not_evaluated if each.name == _MAY_BE_IDLED),
        tuple(lacking),
        tuple(sorted(edits, key=lambda edit: edit.described.revision.timestamp, reverse=True)),
        plots,
        since,
    )


def _lacking(view: GameView, report: AuditReport) -> Iterator[tuple[str, str]]:
    """What could not be seen, with where it is: each leaves the board without a verdict."""
    yield from ((problem.where, problem.what) for problem in view.problems if problem.fatal)
    yield from ((names, why) for grave, names, why in unevaluated(report) if grave)


def _cards(view: GameView, sheet: TallySheet) -> list[MatterCard]:
    """The matters in the order of the tally, before them those that may surely be resolved now."""
    cards = (_card(view, sheet, verdict) for verdict in sheet.verdicts)
    return sorted(cards, key=lambda card: not (card.verdict.certified and (card.verdict.enactable or card.verdict.failable)))


def _card(view: GameView, sheet: TallySheet, verdict: Verdict) -> MatterCard:
    instructed = verdict.kind is not MatterKind.DOV and verdict.post.body.strip()
    made = enactment(view, verdict.post) if instructed else None
    said = {comment_address(verdict.post, each): each.text for each in verdict.post.comments or () if each.id}
    return MatterCard(
        verdict,
        tuple(
            (vote, why_counted(vote, verdict, sheet.emperor, known=sheet.emperor_known), said.get(vote.comment or "", ""))
            for vote in verdict.votes
        ),
        tuple(verdict.not_voted(sheet.roster.active)),
        tuple(graded(verdict)),
        admin_note(verdict, _ADMIN),
        None if made is None else effect_in_words(made.reading),
        made,
    )


def _players(view: GameView, sheet: TallySheet | None, cards: Sequence[MatterCard], idling: AuditReport) -> Iterator[PlayerLine]:
    if view.roster is None:
        return
    admins, emperor = set(map(name_key, view.roster.admins)), name_key(sheet.emperor or "") if sheet is not None else ""
    idle = {name_key(finding.subject.id): finding for finding in idling.findings}
    for name in view.roster.active:
        key = name_key(name)
        yield PlayerLine(name, key in admins, key == emperor, tuple(card for card in cards if name in card.silent), idle.get(key))
