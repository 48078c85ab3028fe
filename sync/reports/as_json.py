"""The reports for programs. Their shapes are declared in :mod:`sync.schemas`; fields may be added,
never renamed or dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import starmap
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from parsers.blog.notes import signed_by
from parsers.ruleset.ruleset_model import Caveat, Ruleset, UnreadClause
from sync.schemas import shaped
from sync.times import iso

if TYPE_CHECKING:
    from parsers.gamestate.gamestate_model import Column, GameState, Reading
    from parsers.instructions.application import InstructionOutcome
    from parsers.instructions.instruction_model import Instruction
    from parsers.ruleset.ruleset_comparison import Reported, RulesetComparison
    from parsers.ruleset.waiting import Waiting
    from sync.correct.correction_plan import Plan
    from sync.correct.enactment_edits import EnactmentEdit
    from sync.notices.notice_model import Notice, NoticeOutcome
    from sync.reports.rules_text import Version
    from sync.wiki.writing.page_edit import EditOutcome
    from validators.checks.run import AuditReport
    from validators.edits.described_edits import DescribedRevision
    from validators.enacting import Enactment
    from validators.finding import Finding
    from validators.view import GameView
    from validators.voting.judge import TallySheet
    from validators.voting.roster_events import Players
    from validators.voting.verdict import Verdict

Json = dict[str, Any]


def tally(
    view: GameView,
    sheet: TallySheet,
    verdicts: Iterable[Verdict],
    effects: Mapping[str, str] = MappingProxyType({}),
) -> Json:
    """``blognomic/tally/1``: the matters asked for, and everything they share; ``effects`` say what
    they would do, by their keys.
    """
    from validators.voting.roster_events import Players

    roster, players, read = sheet.roster, Players(sheet.roster), view.rules
    order = {name: place for place, name in enumerate((*roster.active, *roster.idle))}
    admins = sorted(
        set(map(players.canonical_name, roster.admins)),
        key=lambda name: (order.get(name, len(order)), name),
    )
    emperor = sheet.emperor and players.canonical_name(sheet.emperor)
    place = {"page": read and read.page, "revid": read and read.revid}
    return shaped(
        "game.Tally",
        sheet,
        view,
        players=shaped("game.Players", roster, sheet, admins=admins, emperor=emperor),
        rules=shaped("game.RulesRead", sheet, **place, reviewed=reviewed(read)),
        matters=[_matter(verdict, players, effects.get(verdict.post.key)) for verdict in verdicts],
    )


def _matter(verdict: Verdict, players: Players, effect: str | None) -> Json:
    from validators.voting.reasons import admin_note

    post, named, people = (
        verdict.post,
        players.canonical_name,
        (*players.roster.active, *players.roster.idle),
    )
    return shaped(
        "game.Matter",
        verdict,
        post,
        author=named(post.author),
        votes=[shaped("game.Vote", vote, voter=named(vote.voter)) for vote in verdict.votes],
        uncounted=[
            shaped("game.Uncounted", icon, voter=named(icon.voter)) for icon in verdict.uncounted
        ],
        ahead=[ahead.url for ahead in verdict.ahead or ()],
        not_voted=verdict.not_voted(players.roster.active),
        suggested_note=admin_note(verdict, "ADMIN"),
        note=None
        if post.note is None
        else shaped("game.Note", post.note, admin=signed_by(post.note.text, people)),
        effect=effect,
    )


def rules(ruleset: Ruleset) -> Json:
    """``blognomic/rules/1``: the Ruleset as read."""
    return shaped("game.Rules", ruleset)


def review(ruleset: Ruleset, items: Iterable[Waiting]) -> Json:
    """``blognomic/review/1``: what waits for a review, and what was reviewed."""
    waiting = [_waiting(item) for item in items]
    by = [
        shaped("game.ReviewedPart", one, one.review, kind="rule")
        for one in ruleset.reviewable
        if one.review is not None
    ]
    by += [shaped("game.ReviewedPart", one, kind="sentence") for one in ruleset.reviewed]
    return shaped("game.Review", waiting=waiting, reviewed=by)


def _waiting(item: Waiting) -> Json:
    from parsers.ruleset.waiting import WaitingSentence
    from sync.reports.review_text import as_read

    if isinstance(item, WaitingSentence):
        none: Json = {"previous": None, "highlighted": [], "read": [], "names": []}
        return shaped("game.Waiting", item, kind="sentence", **none)
    read = [{"name": each.name, "as": as_read(each)} for each in item.read]
    return shaped("game.Waiting", item, kind="rule", read=read)


def reviewed(ruleset: Ruleset | None) -> list[Json]:
    """The sentences that would be reported, had nobody reviewed them."""
    return (
        [shaped("common.Reviewed", one) for one in ruleset.reviewed] if ruleset is not None else []
    )


def audit(view: GameView, report: AuditReport) -> Json:
    """``blognomic/findings/1``: the findings, what was not evaluated, and how many there are of
    each severity.
    """
    from sync.reports.audit_text import severities

    unseen = [
        {"source" if one.source else "check": one.name, "why": one.why, "blind": one.inconclusive}
        for one in report.not_evaluated
    ]
    return shaped(
        "audit.Findings",
        report,
        view,
        not_evaluated=unseen,
        counts=severities(report),
        reviewed=reviewed(view.rules),
    )


def compared(comparison: RulesetComparison, old: Version, new: Version) -> Json:
    """``blognomic/ruleset-comparison/1`` (docs/json.md)."""
    terms, tracking = comparison.terms, comparison.tracking_page
    return shaped(
        "game.RulesetComparison",
        comparison,
        old=_version(old),
        new=_version(new),
        terms=None
        if terms is None
        else dict(
            zip(
                ("old", "new"), (each and shaped("game.Terms", each) for each in terms), strict=True
            )
        ),
        tracking_page=None if tracking is None else {"old": tracking[0], "new": tracking[1]},
        reported=_reported(comparison.reported),
        no_longer_reported=_reported(comparison.settled),
        reviewed=reviewed(comparison.new),
    )


def _reported(items: Iterable[Reported]) -> Json:
    unread = [shaped("game.Unread", each) for each in items if isinstance(each, UnreadClause)]
    return {
        "unread": unread,
        "caveats": [shaped("common.Caveat", each) for each in items if isinstance(each, Caveat)],
    }


def _version(version: Version) -> Json:
    page, named = version.page, version.file is None
    revid, made = (page.revid, iso(page.timestamp)) if named else (None, None)
    return shaped(
        "game.Version", version, page=page.title if named else None, revid=revid, timestamp=made
    )


def gamestate(state: GameState) -> Json:
    """``blognomic/gamestate/1``: tables, labelled values, values of players, things and the game,
    and what each was read from.
    """

    def column(one: Column) -> Json:
        return shaped("game.Column", one, why=(one.match and one.match.why) or one.why)

    return shaped(
        "game.Gamestate",
        state,
        tables=[
            shaped("game.Table", table, matches=list(map(column, table.columns)))
            for table in state.tables
        ],
        values={label.value.label: label.value.text for label in reversed(state.labels)},
        players=_owners(state.players),
        idle=_owners(state.idle),
        things={noun: _owners(things) for noun, things in state.things.items()},
        game=_values(state.game),
    )


def _owners(owners: Mapping[str, Mapping[str, Reading]]) -> Json:
    return {name: _values(readings) for name, readings in owners.items()}


def _values(readings: Mapping[str, Reading]) -> Json:
    return {
        name: list(each.value) if isinstance(each.value, tuple) else each.value
        for name, each in readings.items()
    }


def history(title: str, described: Iterable[DescribedRevision]) -> Json:
    """``blognomic/history/1``, oldest first."""
    return shaped("game.History", page=title, revisions=[_revision(one) for one in described])


def _revision(one: DescribedRevision) -> Json:
    changes = [shaped("game.Change", change) for change in one.changes or ()]
    return shaped(
        "game.HistoryRevision", one, one.revision, known=one.changes is not None, changes=changes
    )


def corrections(plan: Plan, outcomes: Sequence[EditOutcome], rules: Ruleset | None) -> Json:
    """``blognomic/corrections/1``; ``outcomes`` are those of the plan's corrections, in their
    order.
    """
    from sync.reports.writing_text import diff_of

    made = (
        shaped(
            "audit.Correction",
            one,
            outcome,
            fingerprints=[each.fingerprint for each in one.findings],
            diff=diff_of(one),
        )
        for one, outcome in zip(plan.corrections, outcomes, strict=True)
    )
    return shaped("audit.Corrections", plan, corrections=list(made), reviewed=reviewed(rules))


def notices(
    composed: Sequence[tuple[Notice, NoticeOutcome]],
    untold: Sequence[Finding],
    rules: Ruleset | None,
) -> Json:
    """``blognomic/notices/1``; ``untold`` are the findings that are left out unless ``--only``
    names them.
    """
    made = (
        shaped(
            "audit.Notice",
            one.draft,
            one,
            posted,
            fingerprints=[each.fingerprint for each in one.draft.findings],
        )
        for one, posted in composed
    )
    left = [shaped("audit.Untold", each) for each in untold]
    return shaped("audit.Notices", notices=list(made), untold=left, reviewed=reviewed(rules))


def enactment(
    verdict: Verdict,
    made: Enactment,
    edits: Sequence[EnactmentEdit],
    results: Sequence[EditOutcome],
    note: str | None,
) -> Json:
    """``blognomic/enactment/1``; ``results`` are those of the edits, in their order."""
    from sync.reports.writing_text import diff_of

    steps = [(outcome.instruction, outcome) for outcome in made.application.outcomes]
    pairs = zip(edits, results, strict=True)
    return shaped(
        "audit.Enactment",
        made,
        as_of=iso(made.view.as_of),
        matter=shaped("audit.EnactedMatter", verdict, made.post),
        verdict=shaped("audit.Enactable", verdict),
        note=note,
        instructions=[
            *starmap(_instruction, steps),
            *(_instruction(step, None) for step in made.decided.dropped),
        ],
        remarks=[*made.reading.struck, *made.decided.comments],
        unclear=list(made.decided.open),
        pages=[
            shaped("audit.EnactedPage", edit, result, diff=diff_of(edit, "enacted"))
            for edit, result in pairs
        ],
    )


def _instruction(step: Instruction, outcome: InstructionOutcome | None) -> Json:
    """A step with what became of it; None where the plan leaves it out."""
    from sync.reports.writing_text import DROPPED, value_change

    name = step.rule
    told = (name.title or name.number or name.section or None) if name else None
    return {
        "kind": step.kind.value,
        "rule": outcome.rules[-1] if outcome and outcome.rules else told,
        "where": (outcome.where or None) if outcome else None,
        "old": step.old
        and (step.old.text or (f"{step.old.begins} …" if step.old.begins else None)),
        "new": value_change(step.value)
        if step.value
        else step.new or step.title or step.status or None,
        "quote": step.quote,
        "applied": outcome is not None and outcome.applied,
        "why": DROPPED if outcome is None else outcome.why,
    }
