"""``blognomic/corrections/1`` and ``blognomic/notices/1``."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from sync.notices import model as notice_model
from sync.schemas.common import Code, Fingerprint, ReviewedJson
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
