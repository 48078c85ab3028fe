"""``blognomic/tally/1``."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from parsers.model import MatterKind, Outcome, Status, VoteIcon
from sync.schemas.common import CaveatJson, Count, ReviewedJson, Time
from validators.voting.verdict import Uncounted, VerdictClause


class PlayersJson(TypedDict):
    """The roster."""

    active: list[str]
    idle: list[str]
    admins: list[str]
    emperor: str | None
    emperor_known: bool
    quorum: Count


class HiatusJson(TypedDict):
    """Whether the game is on hiatus, and why, in words in `texts`."""

    active: bool
    causes: list[Literal["pending-dov", "interregnum", "downtime", "dormancy"]]
    texts: list[str]
    doubts: list[str]


class RulesReadJson(TypedDict):
    """The Ruleset that the verdicts rest on."""

    page: str | None
    revid: int | None
    certified: bool
    caveats: list[CaveatJson]
    doubts: list[str]
    reviewed: list[ReviewedJson]


class VoteJson(TypedDict):
    """One player's vote."""

    voter: str
    icon: VoteIcon
    counts_as: Annotated[Literal["for", "against"] | None, Meta(description="null for a DEFERENTIAL that counts as neither")]
    implicit: Annotated[bool, Meta(description="the author's FOR without an icon")]
    at: Time | None
    comment: str | None


class UncountedJson(TypedDict):
    """An icon that is not counted, and why."""

    voter: str
    icon: str
    reason: Uncounted
    at: Time | None
    comment: str | None


VoteCountsJson = TypedDict("VoteCountsJson", {"for": Count, "against": Count, "deferential": Count, "not_against": int})


class ReasonJson(TypedDict):
    """One condition of the rules; `met` is null where it rests on something that was not seen."""

    clause: VerdictClause
    met: bool | None
    text: str
    rule: str | None


NoteJson = TypedDict(
    "NoteJson",
    {
        "text": str,
        "outcome": Outcome | None,
        "for": int | None,
        "against": int | None,
        "deferential": int | None,
        "quorum": int | None,
        "admin": str | None,
    },
)


class MatterJson(TypedDict):
    """A votable matter and the verdict on it. What rests on something that was not seen is null, and `certified` false."""

    url: str
    title: str
    kind: MatterKind
    tags: list[str]
    author: str
    posted: Time
    status: Status
    votes: list[VoteJson]
    uncounted: list[UncountedJson]
    counts: VoteCountsJson
    quorum: Count
    withdrawn: bool
    vetoed: bool
    popular: bool | None
    unpopular: bool | None
    enactable: bool | None
    failable: bool | None
    earliest_enact: Annotated[Time | None, Meta(description="if no vote, post or roster changes; null if never")]
    earliest_fail: Time | None
    place: int | None
    ahead: list[str]
    enact_if_first: Time | None
    fail_if_first: Time | None
    not_voted: list[str]
    suggested_note: str | None
    illegal: Annotated[str | None, Meta(description="why it is an illegal post")]
    certified: bool
    doubts: list[str]
    closed: Time | None
    note: NoteJson | None
    reasons: list[ReasonJson]
    effect: Annotated[str | None, Meta(description="what a pending Proposal or CfJ would do, in a sentence")]


class SkippedJson(TypedDict):
    """A matter without a date, which was not judged."""

    url: str
    title: str


class ProblemJson(TypedDict):
    """Something that was not read or understood."""

    where: str
    what: str
    fatal: bool


class TallyJson(TypedDict):
    """Tally sheets."""

    schema: Literal["blognomic/tally/1"]
    as_of: Time
    site: str
    players: PlayersJson
    hiatus: HiatusJson
    rules: RulesReadJson
    matters: list[MatterJson]
    skipped: list[SkippedJson]
    problems: list[ProblemJson]
