"""Posts as they were made: limits, hiatus, authors, DoVs too soon (BN116, BN117, BN201 to BN205)."""

from __future__ import annotations

from parsers.model import Confidence, MatterKind
from validators.checks.audit_context import HIATUS, AuditContext
from validators.checks.check import ERROR, INFO, Results, check, make_finding
from validators.checks.evidence import confidence_of, entry, matter, older_unseen, resolution
from validators.checks.resolutions import in_hiatus
from validators.finding import NotEvaluated, Subject
from validators.view import QUEUE_LOOKBACK
from validators.voting.dated import DatedPost
from validators.voting.implausible_times import late, late_words
from validators.voting.legality import by_emperor, cooldown, in_interregnum, over_daily_limit, over_pending_limit, start_of_day
from validators.words import day

__all__: list[str] = []

_RULES = {
    MatterKind.PROPOSAL: "Proposals",
    MatterKind.CFJ: "Calls for Judgement",
    MatterKind.DOV: "Victory and Ascension",
}


@check(
    "BN116", "dov-too-soon", ERROR, needs=("rules", "roster", "posts"), keys=("dov.cooldown_hours",), rests_on=("Victory and Ascension",)
)
def dov_too_soon(facts: AuditContext) -> Results:
    """A Declaration of Victory was made within the cooldown after its author's last one failed.

    A failed DoV without an AGAINST has no cooldown. Where its votes could not be seen, the tally sheet says so and nothing is
    reported.

    Evidence: The time at which the earlier DoV was failed, and an AGAINST on it or in its note.
    May be mistaken: When it is not certain who was a Player then, or the cooldown ended in that minute (low confidence).
    To settle it: It is an illegal post: fail it while it is pending.
    """
    hours = facts.rules.value("dov.cooldown_hours")
    for post in facts.timeline.of(MatterKind.DOV):
        waiting = cooldown(facts.rules, facts.timeline, post)
        if waiting is not None and waiting.sure:
            text = f"“{post.title}” is illegal: its author's “{waiting.failed.title}” had failed less than {hours} hours before"
            evidence = [entry(post), resolution(waiting.failed)]
            yield make_finding("BN116", matter(post), text, evidence=evidence, confidence=confidence_of(tied=waiting.tied))
    dovs = facts.timeline.of(MatterKind.DOV)
    yield from older_unseen(facts, "BN116", ((post.posted - QUEUE_LOOKBACK, post.posted) for post in dovs))


@check(
    "BN117",
    "dov-in-interregnum",
    ERROR,
    needs=("rules", "posts"),
    keys=("interregnum.no_dovs",),
    rests_on=("Dynasties", "Victory and Ascension"),
)
def dov_in_interregnum(facts: AuditContext) -> Results:
    """A Declaration of Victory was made during an Interregnum.

    An Ascension Address of the minute of the enactment, or of the DoV, ends the Interregnum.

    Evidence: The enacted DoV that began the Interregnum, and no Ascension Address since.
    May be mistaken: When the Ascension Address is not among the pages that were read.
    To settle it: It is an illegal post: fail it while it is pending.
    """
    for post in facts.timeline.of(MatterKind.DOV):
        since = in_interregnum(facts.rules, facts.timeline, post)
        if since is not None:
            text = f"“{post.title}” is illegal: it was made in the Interregnum after “{since.title}”"
            yield make_finding("BN117", matter(post), text, evidence=[entry(post), resolution(since)])
    dovs = facts.timeline.of(MatterKind.DOV)
    yield from older_unseen(facts, "BN117", ((facts.timeline.hiatus_since(post.posted), post.posted) for post in dovs))


@check("BN201", "too-many-pending", ERROR, needs=("rules", "posts"), keys=("proposal.pending_limit",), rests_on=("Proposals",))
def too_many_pending(facts: AuditContext) -> Results:
    """A Proposal was submitted while its author was at the limit of pending ones.

    A Proposal resolved at the same second, or before, is no longer pending.

    Evidence: The entry dates and the times of resolution of all Proposals of its author.
    May be mistaken: When one of the others has the same timestamp (minute), or was resolved in that minute (low confidence). What
        rests on one that is dated as resolved more than 14 days after it was posted is information: it may have been entered again.
    To settle it: It is an illegal post: fail it while it is pending.
    """
    for post in facts.proposals:
        over = over_pending_limit(facts.rules, facts.timeline, post)
        if over is not None:
            others = ", ".join(f"“{other.title}”" for other in over.others)
            text = f"{post.author} submitted “{post.title}” while {len(over.others)} others of theirs were pending: {others}"
            if over.late:
                text += f"; but {late_words(next(filter(late, over.others)))}"
            evidence, confidence = [entry(post), *map(entry, over.others)], confidence_of(tied=over.tied or over.late)
            severity = INFO if over.late else None
            yield make_finding("BN201", matter(post), text, evidence=evidence, confidence=confidence, severity=severity)
    yield from older_unseen(facts, "BN201", ((post.posted - QUEUE_LOOKBACK, post.posted) for post in facts.proposals))


@check("BN202", "too-many-today", ERROR, needs=("rules", "posts"), keys=("proposal.daily_limit",), rests_on=("Proposals",))
def too_many_today(facts: AuditContext) -> Results:
    """A Proposal exceeds its author's limit for one day.

    Days are UTC days; illegal Proposals count too.

    Evidence: The entry dates of all Proposals of its author.
    May be mistaken: When one of the others has the same timestamp (minute; low confidence), or came into the category later.
    To settle it: It is an illegal post: fail it while it is pending.
    """
    for post in facts.proposals:
        over = over_daily_limit(facts.rules, facts.timeline, post)
        if over is not None:
            text = f"“{post.title}” is Proposal number {len(over.others) + 1} of {post.author} on {day(post.posted)} {post.posted:%Y}"
            evidence = [entry(post), *map(entry, over.others)]
            yield make_finding("BN202", matter(post), text, evidence=evidence, confidence=confidence_of(tied=over.tied))
    yield from older_unseen(facts, "BN202", ((start_of_day(post.posted), post.posted) for post in facts.proposals))


@check("BN203", "empty-subject", ERROR, needs=("posts",), rests_on=("Subject",))
def empty_subject(facts: AuditContext) -> Results:
    """The subject of an entry is empty, so the entry is not valid.

    Evidence: Its title.
    May be mistaken: When the page shows the title cut off.
    To settle it: Its author posts it again.
    """
    for post in facts.posts:
        if not post.subject.strip():
            text = f"the entry “{post.key}” by {post.author} has the title “{post.title.strip()}” and no subject, so it is not valid"
            yield make_finding("BN203", Subject("post", post.key, post.url), text, evidence=[entry(post)])


@check(
    "BN204",
    "proposal-in-hiatus",
    ERROR,
    needs=("rules", "roster", "posts"),
    keys=("hiatus.stops_proposals",),
    parts=HIATUS,
    rests_on=("Hiatus", "Victory and Ascension", "Dormancy"),
)
def proposal_in_hiatus(facts: AuditContext) -> Results:
    """A Proposal was submitted during a hiatus.

    Pending DoVs, the Interregnum and the yearly downtime are checked, and dormancy by the rules and the roster of that time (medium
    confidence; low where the rules of that time are not known).

    Evidence: Its entry date, all DoVs and Ascension Addresses around it, and the roster of that time.
    May be mistaken: When the hiatus rests on an illegal DoV (medium confidence), or on one of the same minute (low).
    To settle it: It is an illegal post: fail it while it is pending.
    """
    for each in in_hiatus(facts, "BN204", ((post, post.posted, post) for post in facts.proposals)):
        if isinstance(each, NotEvaluated):
            yield each
            continue
        text = f"“{each.post.title}” was submitted during a hiatus: {each.text}"
        yield make_finding("BN204", matter(each.post), text, each.cause, evidence=[entry(each.post)], confidence=each.confidence)


@check(
    "BN205", "author-not-a-player", ERROR, needs=("roster", "posts"), rests_on=("Proposals", "Calls for Judgement", "Victory and Ascension")
)
def author_not_a_player(facts: AuditContext) -> Results:
    """The author of a pending official post is idle or not on the roster, or is the Emperor declaring victory.

    Only pending matters are checked, because the roster of the past is unknown.

    Evidence: The roster, and who the Emperor was when the post was made.
    May be mistaken: When its author left or went idle after posting it (low confidence for the idle, medium for strangers).
    To settle it: See whether its author was a Player when posting it.
    """
    for post in facts.still_pending(facts.matters):
        wrong = _wrong_author(facts, post)
        if wrong is not None:
            text, what, confidence = wrong
            rule = facts.titled(() if post.category.matter is None else (_RULES[post.category.matter],))
            yield make_finding(
                "BN205", matter(post), f"“{post.title}” {text}", what, rule=rule, evidence=[entry(post)], confidence=confidence
            )


def _wrong_author(facts: AuditContext, post: DatedPost) -> tuple[str, str, Confidence] | None:
    """What is wrong with the author of a pending matter: in words, for the fingerprint, and how surely."""
    if post.category.matter is MatterKind.DOV and by_emperor(facts.timeline, post):
        return f"is a DoV by {post.author}, who was the Emperor", "emperor", Confidence.HIGH
    if facts.players.is_idle(post.author):
        return f"is by {post.author}, who is idle now", "idle", Confidence.LOW
    if not facts.players.is_active(post.author):
        return f"is by {post.author}, who is not on the roster", "not on the roster", Confidence.MEDIUM
    return None
