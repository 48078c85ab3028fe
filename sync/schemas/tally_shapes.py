"""``blognomic/tally/1``."""

from __future__ import annotations

from typing import Literal

from parsers.model import MatterKind, Outcome, Status, VoteIcon
from sync.schemas.common_shapes import CaveatJson, Count, ReviewedJson, Time, many, says, shape
from validators.voting.verdict import Uncounted, VerdictClause

# fmt: off
PlayersJson = shape("PlayersJson", "The roster.",
    active=list[str], idle=list[str], admins=list[str], emperor=str | None, emperor_known=bool, quorum=Count)

HiatusJson = shape("HiatusJson", "Whether the game is on hiatus, and why, in words in `texts`.",
    active=bool, causes=list[Literal["pending-dov", "interregnum", "downtime", "dormancy"]], texts=list[str], doubts=list[str])

RulesReadJson = shape("RulesReadJson", "The Ruleset that the verdicts rest on.",
    page=str | None, revid=int | None, certified=bool, caveats=many(CaveatJson), doubts=list[str], reviewed=many(ReviewedJson))

VoteJson = shape("VoteJson", "One player's vote.",
    voter=str, icon=VoteIcon, counts_as=says(Literal["for", "against"] | None, "null for a DEFERENTIAL that counts as neither"),
    implicit=says(bool, "the author's FOR without an icon"), at=Time | None, comment=str | None)

UncountedJson = shape("UncountedJson", "An icon that is not counted, and why.",
    voter=str, icon=str, reason=Uncounted, at=Time | None, comment=str | None)

VoteCountsJson = shape("VoteCountsJson", for_=Count, against=Count, deferential=Count, not_against=int)

ReasonJson = shape("ReasonJson", "One condition of the rules; `met` is null where it rests on something that was not seen.",
    clause=VerdictClause, met=bool | None, text=str, rule=str | None)

NoteJson = shape("NoteJson",
    text=str, outcome=Outcome | None, for_=int | None, against=int | None, deferential=int | None, quorum=int | None, admin=str | None)

MatterJson = shape("MatterJson",
    "A votable matter and the verdict on it. What rests on something that was not seen is null, and `certified` false.",
    url=str, title=str, kind=MatterKind, tags=list[str], author=str, posted=Time, status=Status, votes=many(VoteJson),
    uncounted=many(UncountedJson), counts=VoteCountsJson, quorum=Count, withdrawn=bool, vetoed=bool, popular=bool | None,
    unpopular=bool | None, enactable=bool | None, failable=bool | None,
    earliest_enact=says(Time | None, "if no vote, post or roster changes; null if never"), earliest_fail=Time | None,
    place=int | None, ahead=list[str], enact_if_first=Time | None, fail_if_first=Time | None, not_voted=list[str],
    suggested_note=str | None, illegal=says(str | None, "why it is an illegal post"), certified=bool, doubts=list[str],
    closed=Time | None, note=NoteJson | None, reasons=many(ReasonJson),
    effect=says(str | None, "what a pending Proposal or CfJ would do, in a sentence"))

SkippedJson = shape("SkippedJson", "A matter without a date, which was not judged.", url=str, title=str)

ProblemJson = shape("ProblemJson", "Something that was not read or understood.", where=str, what=str, fatal=bool)

TallyJson = shape("TallyJson", "Tally sheets.",
    schema=Literal["blognomic/tally/1"], as_of=Time, site=str, players=PlayersJson, hiatus=HiatusJson, rules=RulesReadJson,
    matters=many(MatterJson), skipped=many(SkippedJson), problems=many(ProblemJson))
