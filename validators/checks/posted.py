"""Posts as they were made: limits, hiatus, authors, DoVs too soon (BN116, BN117, BN201 to BN205),
and Fair Play (BN211 to BN213).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from parsers.model import Confidence, MatterKind, Status, name_key
from parsers.ruleset.parameters import PARAMETERS, Parameter
from validators.checks.audit_context import HIATUS, AuditContext
from validators.checks.check import (
    ACTION,
    ERROR,
    GAME,
    POSTING,
    PRESENT,
    WARNING,
    Results,
    check,
)
from validators.checks.evidence import (
    any_post,
    confidence_of,
    entry,
    grouped,
    matter,
    older_unseen,
    quoted,
    resolution,
)
from validators.checks.resolutions import IN_HIATUS, done_in_hiatus
from validators.finding import (
    Evidence,
    Found,
    Subject,
)
from validators.view import QUEUE_LOOKBACK
from validators.voting.dated_posts import DatedPost
from validators.voting.legality import (
    OverLimit,
    by_emperor,
    cooldown,
    in_interregnum,
    over_limit,
    start_of_day,
)
from validators.voting.roster_events import RosterStatus
from validators.words import day

_DOV = ("Victory and Ascension",)
_RULES = {
    MatterKind.PROPOSAL: "Proposals",
    MatterKind.CFJ: "Calls for Judgement",
    MatterKind.DOV: _DOV[0],
}
_FAIR_PLAY = ("Fair Play",)


@check(
    "BN116",
    "dov-too-soon",
    ERROR,
    judged_by=POSTING,
    needs=GAME,
    keys=(PARAMETERS.dov_cooldown_hours,),
    rests_on=_DOV,
    settled_by=Status.ILLEGAL,
)
def dov_too_soon(facts: AuditContext) -> Results:
    """A Declaration of Victory was made within the cooldown after its author's last one failed.

    Evidence: The time at which the earlier DoV was failed, and an AGAINST vote on it or in its
    note, without which there is no cooldown.
    May be mistaken: When the Players of that time are uncertain, or the cooldown ended in that
    minute (low confidence).
    To settle it: It is an illegal post: fail it while it is pending.
    """
    limit, dovs = facts.rules.voting.dov_cooldown_hours.value, facts.timeline.of(MatterKind.DOV)
    for post in dovs:
        waiting = cooldown(facts.rules, facts.timeline, post)
        if waiting is not None and waiting.sure:
            yield Found(
                matter(post),
                f"“{post.title}” is illegal: its author's “{waiting.failed.title}” had failed less"
                f" than {limit} hours before",
                evidence=[entry(post), resolution(waiting.failed)],
                confidence=confidence_of(tied=waiting.tied),
            )
    yield from older_unseen(facts, [(post.posted - QUEUE_LOOKBACK, post.posted) for post in dovs])


@check(
    "BN117",
    "dov-in-interregnum",
    ERROR,
    judged_by=POSTING,
    needs=("rules", "posts"),
    keys=(PARAMETERS.interregnum_no_dovs,),
    rests_on=("Dynasties", *_DOV),
    settled_by=Status.ILLEGAL,
)
def dov_in_interregnum(facts: AuditContext) -> Results:
    """A Declaration of Victory was made during an Interregnum. An Ascension Address of the same
    minute ends the Interregnum.

    Evidence: The enacted DoV that began the Interregnum, and no Ascension Address since.
    May be mistaken: When the Ascension Address is not among the pages that were read.
    To settle it: It is an illegal post: fail it while it is pending.
    """
    dovs = facts.timeline.of(MatterKind.DOV)
    for post in dovs:
        since = in_interregnum(facts.rules, facts.timeline, post)
        if since is not None:
            yield Found(
                matter(post),
                f"“{post.title}” is illegal: it was made in the Interregnum after “{since.title}”",
                evidence=[entry(post), resolution(since)],
            )
    yield from older_unseen(
        facts, [(facts.timeline.hiatus_since(post.posted), post.posted) for post in dovs]
    )


@check(
    "BN201",
    "too-many-pending",
    ERROR,
    judged_by=POSTING,
    needs=("rules", "posts"),
    keys=(PARAMETERS.proposal_pending_limit,),
    rests_on=("Proposals",),
    settled_by=Status.ILLEGAL,
)
def too_many_pending(facts: AuditContext) -> Results:
    """A Proposal was submitted while its author already had the allowed number pending.

    Evidence: The entry dates and the times of resolution of all Proposals of its author, except
    those dated as resolved after 14 days or more.
    May be mistaken: When one of the others has the same timestamp (minute), or was resolved in that
    minute (low confidence).
    To settle it: It is an illegal post: fail it while it is pending.
    """
    for post, over, evidence in _over(facts, facts.rules.voting.proposal_pending_limit):
        others = ", ".join(f"“{other.title}”" for other in over.others)
        yield Found(
            matter(post),
            f"{post.author} submitted “{post.title}” while {len(over.others)} others of theirs were"
            f" pending: {others}",
            evidence=evidence,
            confidence=confidence_of(tied=over.tied),
        )
    yield from older_unseen(
        facts, [(post.posted - QUEUE_LOOKBACK, post.posted) for post in facts.proposals]
    )


def _over(
    facts: AuditContext, limit: Parameter[int]
) -> Iterator[tuple[DatedPost, OverLimit, list[Evidence]]]:
    found = (
        (post, over_limit(facts.rules, facts.timeline, post, limit)) for post in facts.proposals
    )
    yield from (
        (post, over, [entry(post), *map(entry, over.others)])
        for post, over in found
        if over is not None
    )


@check(
    "BN202",
    "too-many-today",
    ERROR,
    judged_by=POSTING,
    needs=("rules", "posts"),
    keys=(PARAMETERS.proposal_daily_limit,),
    rests_on=("Proposals",),
    settled_by=Status.ILLEGAL,
)
def too_many_today(facts: AuditContext) -> Results:
    """A Proposal exceeds its author's limit for one day, in UTC; illegal Proposals count too.

    Evidence: The entry dates of all Proposals of its author.
    May be mistaken: When one of the others has the same timestamp (minute; low confidence), or was
    made a Proposal later.
    To settle it: It is an illegal post: fail it while it is pending.
    """
    for post, over, evidence in _over(facts, facts.rules.voting.proposal_daily_limit):
        yield Found(
            matter(post),
            f"“{post.title}” is Proposal number {len(over.others) + 1} of {post.author} on"
            f" {day(post.posted)} {post.posted:%Y}",
            evidence=evidence,
            confidence=confidence_of(tied=over.tied),
        )
    yield from older_unseen(
        facts, [(start_of_day(post.posted), post.posted) for post in facts.proposals]
    )


@check(
    "BN203",
    "empty-subject",
    ERROR,
    judged_by=ACTION,
    needs=("posts",),
    keys=(PARAMETERS.post_empty_invalid,),
    rests_on=("Subject",),
)
def empty_subject(facts: AuditContext) -> Results:
    """The subject of an entry is empty, so the entry is not valid.

    Evidence: Its title.
    May be mistaken: When the page shows only a part of the title.
    To settle it: Its author posts it again.
    """
    for post in facts.posts:
        if not post.subject.strip():
            yield Found(
                any_post(post),
                f"the entry “{post.key}” by {post.author} has the title “{post.title.strip()}” and"
                " no subject, so it is not valid",
                evidence=[entry(post)],
            )


@check(
    "BN204",
    "proposal-in-hiatus",
    ERROR,
    judged_by=POSTING,
    needs=GAME,
    keys=(PARAMETERS.hiatus_stops_proposals,),
    parts=HIATUS,
    rests_on=IN_HIATUS,
    settled_by=Status.ILLEGAL,
)
def proposal_in_hiatus(facts: AuditContext) -> Results:
    """A Proposal was submitted during a hiatus: a pending DoV, the Interregnum, the yearly
    downtime, or dormancy.

    Evidence: Its entry date, all DoVs and Ascension Addresses around it, and the roster of that
    time.
    May be mistaken: When it rests on dormancy or an illegal DoV (medium confidence), or on a DoV of
    the same minute (low).
    To settle it: It is an illegal post: fail it while it is pending.
    """
    made = [(post, post.posted) for post in facts.proposals]
    yield from done_in_hiatus(facts, made, submitted=True)


@check(
    "BN205",
    "author-not-a-player",
    ERROR,
    judged_by=POSTING,
    needs=("roster", "posts"),
    rests_on=tuple(_RULES.values()),
    compares_times=False,
    can_be_upheld=False,
)
def author_not_a_player(facts: AuditContext) -> Results:
    """The author of a pending official post is idle or not on the roster, or is the Emperor
    declaring victory.

    Evidence: The roster, and who the Emperor was when the post was made.
    May be mistaken: When its author left or went idle after posting it (low confidence for the
    idle, medium for strangers).
    To settle it: See whether its author was a Player when posting it.
    """
    for post in facts.still_pending(facts.matters):
        kind = post.category.matter
        rules = facts.view.rules
        if kind is MatterKind.DOV and rules and by_emperor(rules, facts.timeline, post):
            text = f"is a DoV by {post.author}, who was the Emperor"
            state = "emperor"
            confidence = Confidence.HIGH
        elif facts.players.standing(post.author) is RosterStatus.IDLE:
            text = f"is by {post.author}, who is idle now"
            state = "idle"
            confidence = Confidence.LOW
        elif not facts.players.is_active(post.author):
            text = f"is by {post.author}, who is not on the roster"
            state = "not on the roster"
            confidence = Confidence.MEDIUM
        else:
            continue
        rule = None if kind is None else facts.titled((_RULES[kind],))
        yield Found(
            matter(post),
            f"“{post.title}” {text}",
            state,
            rule=rule,
            evidence=[entry(post)],
            confidence=confidence,
        )


@check(
    "BN211",
    "too-many-entries",
    WARNING,
    judged_by=POSTING,
    needs=("rules", "posts"),
    keys=(PARAMETERS.fair_play_entries_per_day, PARAMETERS.time_day),
    rests_on=_FAIR_PLAY,
    can_be_upheld=False,
)
def too_many_entries(facts: AuditContext) -> Results:
    """Somebody posted more entries on one UTC day than Fair Play suggests.

    Evidence: The entry dates of that day.
    May be mistaken: When an entry date was changed, or the rules asked for the entries.
    To settle it: Ask its author to post less; what counts as spam is for the players to say.
    """
    limit = facts.rules.voting.fair_play_entries_per_day.value or 0
    for (name, date), posts in grouped(
        facts.timeline.posts, lambda post: (name_key(post.author), post.posted.date())
    ):
        if name and len(posts) > limit:
            yield Found(
                Subject("player", posts[0].author),
                f"{posts[0].author} posted {len(posts)} entries on {date}; Fair Play suggests no"
                f" more than {limit} a day",
                str(date),
                evidence=map(entry, posts[limit:]),
            )


@check(
    "BN212",
    "too-many-comments",
    WARNING,
    judged_by=PRESENT,
    needs=("rules", "posts"),
    keys=(PARAMETERS.fair_play_comments_in_row,),
    rests_on=_FAIR_PLAY,
)
def too_many_comments(facts: AuditContext) -> Results:
    """Somebody posted more comments in a row on one entry than Fair Play suggests.

    Evidence: The first comment beyond the limit.
    May be mistaken: When comments of others between them were removed.
    To settle it: Ask its author to post less; what counts as spam is for the players to say.
    """
    limit = facts.rules.voting.fair_play_comments_in_row.value or 0
    for (_, name), run in groupby(
        facts.comments(facts.posts), key=lambda one: (one[0], name_key(one[1].author))
    ):
        series = list(run)
        if name and len(series) > limit:
            post, first = series[0]
            yield Found(
                any_post(post),
                f"{first.author} posted {len(series)} comments in a row on “{post.title}”; Fair"
                f" Play suggests no more than {limit}",
                f"{name} {first.id or first.position}",
                evidence=[quoted(*series[limit])],
            )


@check(
    "BN213",
    "entry-too-long",
    WARNING,
    judged_by=PRESENT,
    needs=("rules", "posts"),
    keys=(PARAMETERS.fair_play_entry_words,),
    rests_on=_FAIR_PLAY,
)
def entry_too_long(facts: AuditContext) -> Results:
    """An entry has more words than Fair Play suggests, without its title and the admin's note.

    Evidence: The number of words.
    May be mistaken: When the rules asked for a text of this length, or much of it is quoted.
    To settle it: Ask its author to be brief; what counts as spam is for the players to say.
    """
    limit = facts.rules.voting.fair_play_entry_words.value or 0
    for post in facts.posts:
        if post.words > limit:
            yield Found(
                any_post(post),
                f"“{post.title}” by {post.author} has {post.words} words; Fair Play suggests no"
                f" more than {limit}",
                evidence=[entry(post)],
            )
