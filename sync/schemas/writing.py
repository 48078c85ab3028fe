"""``blognomic/corrections/1``, ``blognomic/notices/1`` and ``blognomic/enactment/1``."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from parsers.instructions.model import InstructionKind
from parsers.model import MatterKind, Status
from sync.notices import model as notice_model
from sync.schemas.common import Code, Fingerprint, ReviewedJson, Time
from sync.wiki.writing import page_edit


class CorrectionJson(TypedDict):
    """A corrected page."""

    id: str
    page: str
    base_revid: int | None
    findings: list[Code]
    fingerprints: list[Fingerprint]
    summary: str
    diff: str
    automatic: Annotated[bool, Meta(description="whether --apply saves it without --yes; if not, consent says why")]
    consent: list[str]
    result: page_edit.Result | None
    new_revid: int | None
    why: str | None


class ManualJson(TypedDict):
    """A finding that needs manual work, and why."""

    finding: Code
    fingerprint: Fingerprint
    message: str
    why: str


class CorrectionsJson(TypedDict):
    """Corrections, proposed or saved."""

    schema: Literal["blognomic/corrections/1"]
    corrections: list[CorrectionJson]
    left: list[ManualJson]
    reviewed: list[ReviewedJson]


class NoticeJson(TypedDict):
    """A notice."""

    id: str
    channel: notice_model.Channel
    target: str
    about: str
    text: str
    mark: str
    findings: list[Code]
    fingerprints: list[Fingerprint]
    result: notice_model.Result | None
    url: str | None
    why: str | None


class UntoldJson(TypedDict):
    """A finding that is left out unless --only names it."""

    finding: Code
    fingerprint: Fingerprint
    message: str


class NoticesJson(TypedDict):
    """Notices, composed or posted."""

    schema: Literal["blognomic/notices/1"]
    notices: list[NoticeJson]
    untold: list[UntoldJson]
    reviewed: list[ReviewedJson]


class EnactedMatterJson(TypedDict):
    """The matter."""

    url: str
    title: str
    kind: MatterKind
    status: Status


class EnactableJson(TypedDict):
    """Whether it may be enacted; null where that rests on something that was not seen."""

    enactable: bool | None
    earliest_enact: Time | None
    certified: bool
    doubts: list[str]


class InstructionJson(TypedDict):
    """An instruction; `why` says why it was not applied."""

    kind: InstructionKind
    rule: str | None
    where: str | None
    old: str | None
    new: str | None
    quote: Annotated[str, Meta(description="the instruction as the matter words it")]
    applied: bool
    why: str | None


class EnactedPageJson(TypedDict):
    """A page as it would be, or was saved."""

    page: str
    base_revid: int | None
    summary: str
    diff: str
    text: str
    result: page_edit.Result | None
    new_revid: int | None
    why: str | None


class EnactmentJson(TypedDict):
    """What enacting a matter would change, or has changed."""

    schema: Literal["blognomic/enactment/1"]
    as_of: Time
    matter: EnactedMatterJson
    verdict: EnactableJson
    note: Annotated[str | None, Meta(description="the note for the blog, while the matter may be enacted")]
    instructions: list[InstructionJson]
    remarks: Annotated[list[str], Meta(description="what its author struck, and what the plan calls a comment")]
    unclear: Annotated[list[str], Meta(description="sentences that were not read, and are not decided")]
    pages: list[EnactedPageJson]
    left: Annotated[list[str], Meta(description="what a person has to do or decide, in the matter's own words")]
