"""``blognomic/tally/1``: the requested matters, and the data they share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Annotated

from msgspec import Meta, Struct

from parsers.blog.notes import signed_by
from parsers.model import AdminNote, MatterKind, Outcome, Post, Status, VoteIcon
from sync.schemas.common import (
    CaveatJson,
    Count,
    ReviewedJson,
    Time,
    caveat_json,
    one_of,
    reviewed_json,
)
from validators.reason_wording import Uncounted, VerdictClause
from validators.verdict_wording import admin_note
from validators.view import GameView
from validators.voting.judge import TallySheet
from validators.voting.roster_events import Players
from validators.voting.verdict import Verdict
from validators.wording import worded


class PlayersJson(Struct):
    """The roster."""

    active: Sequence[str]
    idle: Sequence[str]
    admins: Sequence[str]
    emperor: str | None
    emperor_known: bool
    quorum: Count
    stated_quorum: Count | None


class HiatusJson(Struct):
    """The state of hiatus and its causes, as sentences in `texts`."""

    active: bool
    causes: Sequence[Annotated[str, one_of("pending-dov", "interregnum", "downtime", "dormancy")]]
    texts: Sequence[str]
    doubts: Sequence[str]


class RulesReadJson(Struct):
    """The Ruleset of the verdicts."""

    page: str | None
    revid: int | None
    certified: bool
    caveats: Sequence[CaveatJson]
    doubts: Sequence[str]
    reviewed: Sequence[ReviewedJson]


class VoteJson(Struct):
    """One player's vote."""

    voter: str
    icon: VoteIcon
    counts_as: Annotated[
        Annotated[str, one_of("for", "against")] | None,
        Meta(description="null for a DEFERENTIAL that counts as neither"),
    ]
    implicit: Annotated[bool, Meta(description="the author's FOR without an icon")]
    at: Time | None
    comment: str | None


class UncountedJson(Struct):
    """An uncounted icon and the reason."""

    voter: str
    icon: str
    reason: Uncounted
    at: Time | None
    comment: str | None


class VoteCountsJson(Struct, rename={"for_": "for"}):
    """Votes by kind."""

    for_: Count
    against: Count
    deferential: Count
    not_against: int


class ReasonJson(Struct):
    """One condition of the rules; `met` is null if it depends on missing data."""

    clause: VerdictClause
    met: bool | None
    text: str
    rule: str | None


class NoteJson(Struct, rename={"for_": "for"}):
    """The note of a resolved matter."""

    text: str
    outcome: Outcome | None
    for_: int | None
    against: int | None
    deferential: int | None
    quorum: int | None
    admin: str | None


class MatterJson(Struct):
    """A votable matter and the verdict on it. Values that depend on missing data are null;
    `certified` is false then.
    """

    url: str
    title: str
    kind: MatterKind
    tags: Sequence[str]
    author: str
    posted: Time
    status: Status
    votes: Sequence[VoteJson]
    uncounted: Sequence[UncountedJson]
    counts: VoteCountsJson
    quorum: Count
    withdrawn: bool
    vetoed: bool
    popular: bool | None
    unpopular: bool | None
    enactable: bool | None
    failable: bool | None
    earliest_enact: Annotated[
        Time | None,
        Meta(description=("without further votes, posts or roster changes; null if never")),
    ]
    earliest_fail: Time | None
    place: int | None
    ahead: Sequence[str]
    enact_if_first: Time | None
    fail_if_first: Time | None
    not_voted: Sequence[str]
    suggested_note: str | None
    illegal: Annotated[str | None, Meta(description="the reason why the post is illegal")]
    certified: bool
    doubts: Sequence[str]
    closed: Time | None
    note: NoteJson | None
    reasons: Sequence[ReasonJson]
    blocking: Annotated[Sequence[str], Meta(description="the present obstacles to its enactment")]
    comments_read: Annotated[
        Count | None, Meta(description="how many, up to `as_of`; null if no page shows them")
    ]
    effect: Annotated[
        str | None, Meta(description="the effect of a pending Proposal or CfJ, as a sentence")
    ]


class SkippedJson(Struct):
    """A matter that was not judged because it has no date."""

    url: str
    title: str


class ProblemJson(Struct):
    """An unread page or part of a page."""

    where: str
    what: str
    fatal: bool


class TallyJson(Struct, tag_field="schema", tag="blognomic/tally/1"):
    """Tally sheets."""

    as_of: Time
    site: str
    players: PlayersJson
    hiatus: HiatusJson
    rules: RulesReadJson
    matters: Sequence[MatterJson]
    skipped: Sequence[SkippedJson]
    problems: Sequence[ProblemJson]


def tally_json(
    view: GameView,
    sheet: TallySheet,
    verdicts: Iterable[Verdict],
    effects: Mapping[str, str] = MappingProxyType({}),
) -> TallyJson:
    """Return the sheet of these matters; ``effects`` describe their effects by key."""
    players, hiatus = Players(sheet.roster), sheet.hiatus
    return TallyJson(
        as_of=sheet.as_of,
        site=view.site,
        players=_players(sheet, players),
        hiatus=HiatusJson(
            hiatus.active,
            [cause.kind.keyword for cause in hiatus.causes],
            [worded(cause) for cause in hiatus.causes],
            [worded(doubt) for doubt in hiatus.doubts],
        ),
        rules=RulesReadJson(
            page=sheet.rules.page,
            revid=sheet.rules.revid,
            certified=sheet.certified,
            caveats=[caveat_json(caveat) for caveat in sheet.caveats],
            doubts=[worded(doubt) for doubt in sheet.doubts],
            reviewed=reviewed_json(sheet.rules),
        ),
        matters=[
            _matter(verdict, players, effects.get(verdict.post.key), sheet.as_of)
            for verdict in verdicts
        ],
        skipped=[SkippedJson(post.url, post.title) for post in sheet.skipped],
        problems=[
            ProblemJson(problem.where, problem.what, problem.fatal) for problem in view.problems
        ],
    )


def _players(sheet: TallySheet, players: Players) -> PlayersJson:
    roster, named = sheet.roster, players.canonical_name
    order = {name: place for place, name in enumerate((*roster.active, *roster.idle))}
    return PlayersJson(
        active=roster.active,
        idle=roster.idle,
        admins=sorted(
            set(map(named, roster.admins)), key=lambda name: (order.get(name, len(order)), name)
        ),
        emperor=sheet.emperor and named(sheet.emperor),
        emperor_known=sheet.emperor_known,
        quorum=sheet.quorum,
        stated_quorum=roster.stated_quorum,
    )


def _matter(verdict: Verdict, players: Players, effect: str | None, as_of: datetime) -> MatterJson:
    post, counts = verdict.post, verdict.counts
    roster, named = players.roster, players.canonical_name
    return MatterJson(
        url=post.url,
        title=post.title,
        kind=verdict.kind,
        tags=post.tags,
        author=named(post.author),
        posted=post.posted,
        status=verdict.status,
        votes=[
            VoteJson(
                voter=named(vote.voter),
                icon=vote.icon,
                counts_as=vote.counts_as,
                implicit=vote.implicit,
                at=vote.at,
                comment=vote.comment,
            )
            for vote in verdict.votes
        ],
        uncounted=[
            UncountedJson(
                voter=named(icon.voter),
                icon=icon.icon,
                reason=icon.reason,
                at=icon.at,
                comment=icon.comment,
            )
            for icon in verdict.uncounted
        ],
        counts=VoteCountsJson(counts.for_, counts.against, counts.deferential, counts.not_against),
        quorum=verdict.quorum,
        withdrawn=verdict.withdrawn,
        vetoed=verdict.vetoed,
        popular=verdict.popular,
        unpopular=verdict.unpopular,
        enactable=verdict.enactable,
        failable=verdict.failable,
        earliest_enact=verdict.earliest_enact,
        earliest_fail=verdict.earliest_fail,
        place=verdict.place,
        ahead=[ahead.url for ahead in verdict.ahead or ()],
        enact_if_first=verdict.enact_if_first,
        fail_if_first=verdict.fail_if_first,
        not_voted=verdict.not_voted(roster.active),
        suggested_note=admin_note(verdict, "ADMIN"),
        illegal=None if verdict.illegal is None else worded(verdict.illegal),
        certified=verdict.certified,
        doubts=[worded(doubt) for doubt in verdict.doubts],
        closed=post.closed,
        note=_note(post.note, (*roster.active, *roster.idle)),
        reasons=[
            ReasonJson(condition.clause, condition.met, worded(condition.stands), condition.rule)
            for condition in verdict.reasons
        ],
        blocking=[worded(reason.stands) for reason in verdict.blocking],
        comments_read=_comments_read(post, as_of),
        effect=effect,
    )


def _comments_read(post: Post, as_of: datetime) -> int | None:
    """Return how many comments the votes were read from; None if no page shows them."""
    if post.comments is None and post.comment_count != 0:
        return None
    return sum(comment.at is None or comment.at <= as_of for comment in post.comments or ())


def _note(note: AdminNote | None, people: Sequence[str]) -> NoteJson | None:
    if note is None:
        return None
    return NoteJson(
        text=note.text,
        outcome=note.outcome,
        for_=note.for_,
        against=note.against,
        deferential=note.deferential,
        quorum=note.quorum,
        admin=signed_by(note.text, people),
    )
