"""What the tool found, wrote and is set to: ``blognomic/findings/1``, ``board/1``,
``explanations/1``, ``doctor/1``, ``pull/1``, ``config/1``, ``corrections/1``, ``notices/1`` and
``enactment/1``.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from parsers.instructions.instruction_model import InstructionKind
from parsers.model import Confidence, MatterKind, Status
from sync.doctor import State
from sync.notices import notice_model
from sync.schemas.common_shapes import (
    Code,
    Count,
    Fingerprint,
    Line,
    ReviewedJson,
    Time,
    filled,
    many,
    of,
    says,
    shape,
)
from sync.wiki.writing import page_edit
from validators.finding import FixKind, Severity

# fmt: off
SubjectJson = shape("SubjectJson", "What a finding is about: a post by the last part of its address, a page or rule by its title.",
    kind=Literal["matter", "post", "page", "revision", "player", "variable", "rule", "roster"], id=str, url=str | None)
EvidenceJson = shape("EvidenceJson", "Where it can be seen.",
    url=str | None, page=str | None, line=Line | None, excerpt=str, at=Time | None)
RuleRefJson = shape("RuleRefJson", "The rule it rests on, with its sentence where that was read.", title=str, quote=str | None)
FixJson = shape("FixJson", "An edit that would settle it.", kind=FixKind, page=str, summary=str)
FindingJson = shape("FindingJson", "One thing found.",
    code=Code, slug=str, severity=Severity, confidence=Confidence,
    past=says(bool, "too old to be settled; such a finding fails an audit only with --fail-on-past"),
    subject=SubjectJson, message=str, page=says(str | None, "the page of the wiki it stands on"), line=Line | None,
    evidence=many(EvidenceJson), rule=RuleRefJson | None, fix=FixJson | None, fingerprint=Fingerprint)
NotEvaluatedJson = shape("NotEvaluatedJson",
    "A check (codes, separated by commas) or a source that was not evaluated; it leaves no verdict if it is `blind`.",
    check=NotRequired[str], source=NotRequired[str], why=str, blind=bool)
BaselineJson = shape("BaselineJson", "How many findings the baseline holds back, and which of its entries are stale or expired.",
    held_back=of("count", Count), stale=list[Fingerprint], expired=list[Fingerprint])
CountsJson = shape("CountsJson", "How many findings there are of each severity.", error=Count, warning=Count, info=Count)
FindingsJson = shape("FindingsJson", "An audit.",
    schema=Literal["blognomic/findings/1"], as_of=Time, since=Time | None, site=str, findings=many(FindingJson),
    not_evaluated=many(NotEvaluatedJson), counts=CountsJson, baseline=of("held_back", BaselineJson | None),
    new=says(list[Fingerprint] | None, "those that no earlier audit of the store has reported, with --fail-on-new"),
    reviewed=many(ReviewedJson))
QuotedJson = shape("QuotedJson", "A clause of the Ruleset.", rule=str, quote=str, by=filled(str))
ExplanationJson = shape("ExplanationJson", "What a finding means, what it rests on, when it may be mistaken, and how to settle it.",
    code=Code, slug=str, severity=Severity, meaning=str, notes=list[str], rests_on=list[str], evidence=str, mistaken=str, settle=str,
    clauses=many(QuotedJson))
ExplanationsJson = shape("ExplanationsJson", "Explanations of findings.",
    schema=Literal["blognomic/explanations/1"], findings=many(ExplanationJson))
CheckJson = shape("CheckJson", "One thing that was looked at.", what=str, state=State, says=str)
DoctorJson = shape("DoctorJson", "What `doctor` found, or wrote earlier.", schema=Literal["blognomic/doctor/1"], checks=many(CheckJson))
PulledJson = shape("PulledJson", "What a pull got; with --offline nothing.",
    schema=Literal["blognomic/pull/1"], new=int, changed=int, revisions=int, blog_requests=int, wiki_requests=int)
LackingJson = shape("LackingJson", "What could not be seen or evaluated.", source=str, why=str)
BoardJson = shape("BoardJson", "The board that was written: its page is an HTML file.",
    schema=Literal["blognomic/board/1"], site=str, as_of=Time, page=says(str, "the path of the file"),
    verdict=says(bool, "false where something needed could not be seen"), lacking=many(LackingJson),
    pending=says(int, "how many matters are pending"), counts=CountsJson)
SettingJson = shape("SettingJson", "A setting in force.",
    key=str, value=str | bool | int | float | list[str] | dict[str, str] | None,
    origin=says(str, "an option, a variable, `file` or `built-in`"))
SettingsJson = shape("SettingsJson",
    "Every setting in force. `secrets` shows passwords only as set or not set.",
    schema=Literal["blognomic/config/1"], file=str | None, settings=many(SettingJson), secrets=dict[str, bool])

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
