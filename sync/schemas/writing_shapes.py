"""``blognomic/corrections/1``, ``blognomic/notices/1`` and ``blognomic/enactment/1``."""

from __future__ import annotations

from typing import Literal

from parsers.instructions.instruction_model import InstructionKind
from parsers.model import MatterKind, Status
from sync.notices import notice_model
from sync.schemas.common_shapes import Code, Fingerprint, ReviewedJson, Time, filled, many, of, says, shape
from sync.wiki.writing import page_edit

# fmt: off
CorrectionJson = shape("CorrectionJson", "A corrected page.",
    id=str, page=of("title", str), base_revid=int | None, findings=of("codes", list[Code]), fingerprints=list[Fingerprint],
    summary=str, diff=str,
    automatic=says(bool, "whether --apply saves it without --yes; if not, consent says why"), consent=list[str],
    result=page_edit.Result | None, new_revid=int | None, why=str | None)

ManualJson = shape("ManualJson", "A finding that needs manual work, and why.",
    finding=of("finding.code", Code), fingerprint=of("finding.fingerprint", Fingerprint), message=of("finding.message", str), why=str)

CorrectionsJson = shape("CorrectionsJson", "Corrections, proposed or saved.",
    schema=Literal["blognomic/corrections/1"], corrections=many(CorrectionJson), left=many(ManualJson), reviewed=many(ReviewedJson))

NoticeJson = shape("NoticeJson", "A notice.",
    id=str, channel=notice_model.Channel, target=str, about=str, text=str, mark=str, findings=of("codes", list[Code]),
    fingerprints=list[Fingerprint], result=notice_model.Result | None, url=str | None, why=filled(str))

UntoldJson = shape("UntoldJson", "A finding that is left out unless --only names it.",
    finding=of("code", Code), fingerprint=Fingerprint, message=str)

NoticesJson = shape("NoticesJson", "Notices, composed or posted.",
    schema=Literal["blognomic/notices/1"], notices=many(NoticeJson), untold=many(UntoldJson), reviewed=many(ReviewedJson))

EnactedMatterJson = shape("EnactedMatterJson", "The matter.", url=str, title=str, kind=MatterKind, status=Status)

EnactableJson = shape("EnactableJson", "Whether it may be enacted; null where that rests on something that was not seen.",
    enactable=bool | None, earliest_enact=Time | None, certified=bool, doubts=list[str])

InstructionJson = shape("InstructionJson", "An instruction; `why` says why it was not applied.",
    kind=InstructionKind, rule=str | None, where=str | None, old=str | None, new=str | None,
    quote=says(str, "the instruction as the matter words it"), applied=bool, why=str | None)

EnactedPageJson = shape("EnactedPageJson", "A page as it would be, or was saved.",
    page=of("title", str), base_revid=int | None, summary=str, diff=str, text=str, result=page_edit.Result | None, new_revid=int | None,
    why=str | None)

EnactmentJson = shape("EnactmentJson", "What enacting a matter would change, or has changed.",
    schema=Literal["blognomic/enactment/1"], as_of=Time, matter=EnactedMatterJson, verdict=EnactableJson,
    note=says(str | None, "the note for the blog, while the matter may be enacted"), instructions=many(InstructionJson),
    remarks=says(list[str], "what its author struck, and what the plan calls a comment"),
    unclear=says(list[str], "sentences that were not read, and are not decided"), pages=many(EnactedPageJson),
    left=says(list[str], "what a person has to do or decide, in the matter's own words"))
