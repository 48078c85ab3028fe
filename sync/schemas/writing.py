"""``blognomic/corrections/1``, ``notices/1`` and ``enactment/1``: proposed or saved changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from parsers.instructions.application import InstructionOutcome
from parsers.instructions.instruction_model import Instruction, InstructionKind
from parsers.model import MatterKind, Status
from parsers.ruleset.ruleset_model import Ruleset
from sync.correct.correction import Correction
from sync.correct.correction_plan import Plan
from sync.correct.enactment_edits import EnactmentEdit
from sync.notices import notice_model
from sync.notices.notice_model import Notice, NoticeOutcome
from sync.reports.writing_text import DROPPED, diff_of, value_change
from sync.schemas.common import (
    Code,
    Fingerprint,
    ReviewedJson,
    Time,
    reviewed_json,
)
from sync.wiki.writing import page_edit
from sync.wiki.writing.page_edit import EditOutcome
from validators.enacting import Enactment
from validators.finding import Finding
from validators.news import NewsTopic
from validators.voting.verdict import Verdict
from validators.wording import worded


class CorrectionJson(Struct):
    """A corrected page."""

    id: str
    page: str
    base_revid: int | None
    findings: Sequence[Code]
    fingerprints: Sequence[Fingerprint]
    summary: str
    diff: str
    automatic: Annotated[
        bool,
        Meta(
            description=("whether --apply saves it without --yes; if not, consent has the reasons")
        ),
    ]
    consent: Sequence[str]
    result: page_edit.Result | None
    new_revid: int | None
    why: str | None


class ManualJson(Struct):
    """A finding that needs manual work, and the reason."""

    finding: Code
    fingerprint: Fingerprint
    message: str
    why: str


class CorrectionsJson(Struct, tag_field="schema", tag="blognomic/corrections/1"):
    """Corrections, proposed or saved."""

    corrections: Sequence[CorrectionJson]
    left: Sequence[ManualJson]
    reviewed: Sequence[ReviewedJson]


class NoticeJson(Struct):
    """A notice."""

    id: str
    channel: notice_model.Channel
    target: str
    about: str
    text: str
    mark: str
    findings: Sequence[Code]
    fingerprints: Sequence[Fingerprint]
    events: Annotated[
        Sequence[NewsTopic], Meta(description="the topics of its news; empty for findings alone")
    ]
    result: notice_model.Result | None
    url: str | None
    why: str | None


class UntoldJson(Struct):
    """A finding that is left out unless --only names it."""

    finding: Code
    fingerprint: Fingerprint
    message: str


class NoticesJson(Struct, tag_field="schema", tag="blognomic/notices/1"):
    """Notices, composed or posted."""

    notices: Sequence[NoticeJson]
    untold: Sequence[UntoldJson]
    reviewed: Sequence[ReviewedJson]


class EnactedMatterJson(Struct):
    """The matter."""

    url: str
    title: str
    kind: MatterKind
    status: Status


class EnactableJson(Struct):
    """The possibility of enacting it; null if that depends on missing data."""

    enactable: bool | None
    earliest_enact: Time | None
    certified: bool
    doubts: Sequence[str]


class InstructionJson(Struct):
    """An instruction; `why` is the reason if it was not applied."""

    kind: InstructionKind
    rule: str | None
    where: str | None
    old: str | None
    new: str | None
    quote: Annotated[str, Meta(description="the instruction in the words of the matter")]
    applied: bool
    why: str | None


class EnactedPageJson(Struct):
    """A page, proposed or saved."""

    page: str
    base_revid: int | None
    summary: str
    diff: str
    text: str
    result: page_edit.Result | None
    new_revid: int | None
    why: str | None


class EnactmentJson(Struct, tag_field="schema", tag="blognomic/enactment/1"):
    """The changes of enacting a matter, proposed or saved."""

    as_of: Time
    matter: EnactedMatterJson
    verdict: EnactableJson
    note: Annotated[
        str | None, Meta(description="the note for the blog, while the matter can be enacted")
    ]
    instructions: Sequence[InstructionJson]
    remarks: Annotated[
        Sequence[str],
        Meta(description="text struck by its author, and comments according to the plan"),
    ]
    unclear: Annotated[Sequence[str], Meta(description="unread sentences without a decision")]
    pages: Sequence[EnactedPageJson]
    left: Annotated[
        Sequence[str],
        Meta(description="the parts for the admin to do or decide, in the words of the matter"),
    ]


def corrections_json(
    plan: Plan, outcomes: Sequence[EditOutcome], rules: Ruleset | None
) -> CorrectionsJson:
    """Return the corrections; ``outcomes`` are in the same order."""
    return CorrectionsJson(
        corrections=[
            _correction(correction, outcome)
            for correction, outcome in zip(plan.corrections, outcomes, strict=True)
        ],
        left=[
            ManualJson(
                finding=manual.finding.code,
                fingerprint=manual.finding.fingerprint,
                message=manual.finding.message,
                why=manual.why,
            )
            for manual in plan.left
        ],
        reviewed=reviewed_json(rules),
    )


def _correction(correction: Correction, outcome: EditOutcome) -> CorrectionJson:
    return CorrectionJson(
        id=correction.id,
        page=correction.title,
        base_revid=correction.base_revid,
        findings=correction.codes,
        fingerprints=[finding.fingerprint for finding in correction.findings],
        summary=correction.summary,
        diff=diff_of(correction),
        automatic=correction.automatic,
        consent=correction.consent,
        result=outcome.result,
        new_revid=outcome.new_revid,
        why=outcome.why,
    )


def notices_json(
    composed: Sequence[tuple[Notice, NoticeOutcome]],
    untold: Sequence[Finding],
    rules: Ruleset | None,
) -> NoticesJson:
    """Return the notices; ``untold`` are the findings that are left out unless ``--only`` names
    them.
    """
    return NoticesJson(
        notices=[_notice(notice, posted) for notice, posted in composed],
        untold=[
            UntoldJson(finding.code, finding.fingerprint, finding.message) for finding in untold
        ],
        reviewed=reviewed_json(rules),
    )


def _notice(notice: Notice, posted: NoticeOutcome) -> NoticeJson:
    draft = notice.draft
    return NoticeJson(
        id=draft.id,
        channel=draft.channel,
        target=draft.target,
        about=draft.about,
        text=notice.text,
        mark=notice.mark,
        findings=draft.codes,
        fingerprints=[finding.fingerprint for finding in draft.reported],
        events=list(dict.fromkeys(item.topic for item in draft.news)),
        result=posted.result,
        url=posted.url,
        why=posted.why or None,
    )


def enactment_json(
    verdict: Verdict,
    made: Enactment,
    edits: Sequence[EnactmentEdit],
    results: Sequence[EditOutcome],
    note: str | None,
) -> EnactmentJson:
    """Return the changes of an enactment; ``results`` are in the order of the edits."""
    post = made.post
    applied = [_instruction(outcome.instruction, outcome) for outcome in made.application.outcomes]
    dropped = [_instruction(step, None) for step in made.decided.dropped]
    return EnactmentJson(
        as_of=made.view.as_of,
        matter=EnactedMatterJson(post.url, post.title, verdict.kind, verdict.status),
        verdict=EnactableJson(
            enactable=verdict.enactable,
            earliest_enact=verdict.earliest_enact,
            certified=verdict.certified,
            doubts=[worded(doubt) for doubt in verdict.doubts],
        ),
        note=note,
        instructions=[*applied, *dropped],
        remarks=[*made.reading.struck, *made.decided.comments],
        unclear=made.decided.open,
        pages=[_page(edit, result) for edit, result in zip(edits, results, strict=True)],
        left=made.left,
    )


def _instruction(step: Instruction, outcome: InstructionOutcome | None) -> InstructionJson:
    """Return a step with its result; None if the plan leaves it out."""
    name, old = step.rule, step.old
    rule = name.title or name.number or name.section if name else ""
    if outcome is not None and outcome.rules:
        rule = outcome.rules[-1]
    passage = old.text or (old.begins and f"{old.begins} …") if old else ""
    new = value_change(step.value) if step.value else step.new or step.title or step.status
    return InstructionJson(
        kind=step.kind,
        rule=rule or None,
        where=(outcome.where or None) if outcome else None,
        old=passage or None,
        new=new or None,
        quote=step.quote,
        applied=outcome is not None and outcome.applied,
        why=DROPPED if outcome is None else outcome.why,
    )


def _page(edit: EnactmentEdit, result: EditOutcome) -> EnactedPageJson:
    return EnactedPageJson(
        page=edit.title,
        base_revid=edit.base_revid,
        summary=edit.summary,
        diff=diff_of(edit, "enacted"),
        text=edit.text,
        result=result.result,
        new_revid=result.new_revid,
        why=result.why,
    )
