"""``blognomic/findings/1``."""

from __future__ import annotations

from typing import Literal, NotRequired

from parsers.model import Confidence
from sync.schemas.common import Code, Count, Fingerprint, Line, ReviewedJson, Time, many, of, says, shape
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
