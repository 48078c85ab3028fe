"""Findings about votes and resolutions (BN1xx)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from parsers.model import MatterKind, Post, Status, VoteIcon, same_name
from validators.facts import Facts
from validators.finding import Confidence, Evidence, Finding, RuleRef, Subject
from validators.judge import legality
from validators.legality import Legality
from validators.registry import check, found
from validators.tally import NON_VOTES
from validators.verdict import Uncounted

__all__ = ["matter"]

_COUNTED_FOR_NOTHING = {
    "idle": "idle players have no vote",
    "not-a-player": "no such name is on the roster",
    "not-valid-here": "it is not a valid icon for that person and matter",
    "quoted": "it stands in a quotation or is struck out",
}


def matter(post: Post) -> Subject:
    """The subject of a finding about a matter."""
    return Subject("matter", post.key, post.url)


def _span(duration: timedelta) -> str:
    minutes = int(duration.total_seconds()) // 60
    days, hours = divmod(minutes // 60, 24)
    return f"{days} d {hours} h" if days > 6 else f"{minutes // 60} h {minutes % 60:02d} min"


def _closing(post: Post) -> Evidence:
    note = post.note.text if post.note is not None else f"Adminned at {post.closed:%Y-%m-%d %H:%M:%S} UTC"
    return Evidence(post.url, note[:200], post.closed)


@check("BN101", "rules", "roster", "posts")
def resolvable(facts: Facts) -> Iterator[Finding]:
    """A pending matter may be enacted or failed now."""
    for verdict in facts.pending.verdicts:
        may = [word for word, so in (("enacted", verdict.enactable), ("failed", verdict.failable)) if so]
        if not may:
            continue
        counts = verdict.counts
        text = f"“{verdict.post.title}” may be {' or '.join(may)} now: {counts.for_} FOR, {counts.against} AGAINST, quorum {verdict.quorum}"
        if verdict.doubts:
            text += f"; not certified: {verdict.doubts[0]}"
        met = next((reason for reason in verdict.reasons if reason.met and reason.rule), None)
        rule = RuleRef(met.rule) if met is not None and met.rule else None
        sure = Confidence.HIGH if verdict.certified else Confidence.MEDIUM
        yield found("BN101", matter(verdict.post), text, " or ".join(may), rule=rule, confidence=sure)


@check("BN104", "rules", "posts")
def resolved_too_early(facts: Facts) -> Iterator[Finding]:
    """Open for less than the time the rules demand for that outcome."""
    for post in facts.resolved:
        key, why = _too_early(facts, post)
        if key is None or post.posted is None or post.closed is None:
            continue
        text = f"“{post.title}” was {post.status} after {_span(post.closed - post.posted)}; {why}"
        yield found("BN104", matter(post), text, post.status, rule=facts.rule(key), evidence=[_closing(post)])


def _too_early(facts: Facts, post: Post) -> tuple[str | None, str]:
    """The clause a resolution was too early for, and in words; (None, "") if it was not."""
    enacted = post.status is Status.ENACTED
    kind = post.category.matter
    if kind is MatterKind.PROPOSAL and enacted:
        return _short_of(facts, post, "proposal.min_open_hours")
    if kind is not MatterKind.DOV or post.status is Status.ILLEGAL:
        return None, ""
    if not enacted:
        return (None, "") if _superseded(facts, post) else _short_of(facts, post, "dov.fail_unpopular_hours")
    early = _short_of(facts, post, "dov.early_hours")
    if early[0] is not None or facts.view.roster is None or post.comments is None:
        return early
    tally = facts.tally(post)
    emperor = facts.timeline.emperor_at(post.posted or facts.view.as_of).name
    blessed = any(emperor is not None and same_name(v.voter, emperor) and v.counts_as is VoteIcon.FOR for v in tally.votes)
    return (None, "") if blessed or not tally.counts.against else _short_of(facts, post, "dov.late_hours")


def _short_of(facts: Facts, post: Post, key: str) -> tuple[str | None, str]:
    hours = facts.rules.value(key)
    if not isinstance(hours, int) or post.closed is None or post.posted is None:
        return None, ""
    return (key, f"it has to be open for at least {hours} hours") if post.closed - post.posted < timedelta(hours=hours) else (None, "")


def _superseded(facts: Facts, post: Post) -> bool:
    """Whether a failed DoV gave way to another one's enactment."""
    others = (p for p in facts.timeline.of(MatterKind.DOV) if p.key != post.key and p.status is Status.ENACTED)
    return any(
        p.closed is not None and post.posted is not None and post.closed is not None and post.posted <= p.closed <= post.closed
        for p in others
    )


@check("BN105", "rules", "posts", keys=("proposal.oldest_first",))
def resolved_out_of_order(facts: Facts) -> Iterator[Finding]:
    """A Proposal was resolved while an older one was pending and still counted."""
    if not facts.rules.value("proposal.oldest_first"):
        return
    days = facts.rules.value("proposal.stale_days")
    counted = timedelta(days=days) if isinstance(days, int) else None
    window: list[Post] = []
    for post in facts.proposals:
        if post.closed is not None and post.posted is not None and post.closed >= post.posted:
            older = _pending_then(facts, window, post, post.closed, counted)
            if older is not None:
                text = f"“{post.title}” was {post.status} while the older “{older.title}” was pending"
                evidence = [_closing(post), Evidence(older.url, older.title, older.posted)]
                sure = Confidence.LOW if older.posted == post.posted else Confidence.HIGH
                yield found(
                    "BN105", matter(post), text, older.key, rule=facts.rule("proposal.oldest_first"), evidence=evidence, confidence=sure
                )
        window.append(post)
        if counted is not None and post.posted is not None:
            # Whatever is older than the limit now was no obstacle to any later Proposal.
            start = post.posted - counted
            window = [p for p in window if p.posted is not None and p.posted >= start]


def _pending_then(facts: Facts, older: list[Post], post: Post, closed: datetime, counted: timedelta | None) -> Post | None:
    for other in older:
        fresh = counted is None or (other.posted is not None and closed - other.posted <= counted)
        if fresh and facts.timeline.pending_at(other, closed):
            return other
    return None


@check("BN106", "rules", "roster", "posts", keys=("hiatus.stops_proposals",))
def resolved_in_hiatus(facts: Facts) -> Iterator[Finding]:
    """A Proposal was resolved during a hiatus."""
    for post in facts.resolved:
        if post.category.matter is not MatterKind.PROPOSAL or post.closed is None:
            continue
        hiatus = facts.hiatus(post.closed)
        if hiatus.active:
            text = f"“{post.title}” was {post.status} during a hiatus: {hiatus.texts[0]}"
            sure = Confidence.MEDIUM if hiatus.doubts else Confidence.HIGH
            yield found(
                "BN106",
                matter(post),
                text,
                hiatus.causes[0],
                rule=facts.rule("hiatus.stops_proposals"),
                evidence=[_closing(post)],
                confidence=sure,
            )


@check("BN107", "rules", "roster", "posts", keys=("proposal.withdrawn_term",))
def enacted_though_withdrawn(facts: Facts) -> Iterator[Finding]:
    """Enacted although Withdrawn or Vetoed."""
    for post in facts.resolved:
        if post.category.matter is not MatterKind.PROPOSAL or post.status is not Status.ENACTED or not post.comments:
            continue
        tally = facts.tally(post)
        if tally.withdrawn or tally.vetoed:
            word, key = (
                ("Vetoed", "veto") if tally.vetoed else (str(facts.rules.value("proposal.withdrawn_term")), "proposal.withdrawn_term")
            )
            yield found(
                "BN107",
                matter(post),
                f"“{post.title}” was enacted although it was {word}",
                word,
                rule=facts.rule(key),
                evidence=[_closing(post)],
            )


@check("BN108", "rules", "posts", keys=("proposal.stale_days",))
def stale_proposal(facts: Facts) -> Iterator[Finding]:
    """Pending for longer than the queue counts it."""
    days = facts.rules.value("proposal.stale_days")
    for post in facts.proposals:
        if post.status is Status.PENDING and post.posted is not None and facts.view.as_of - post.posted > timedelta(days=int(str(days))):
            text = (
                f"“{post.title}” has been pending for {_span(facts.view.as_of - post.posted)}, more than {days} days: any Admin may fail it"
            )
            yield found("BN108", matter(post), text, rule=facts.rule("proposal.stale_days"))


@check("BN109", "posts")
def comment_after_resolution(facts: Facts) -> Iterator[Finding]:
    """A comment later than the resolution of its matter."""
    for post in facts.resolved:
        for comment in post.comments or ():
            if comment.at is not None and post.closed is not None and post.closed < comment.at <= facts.view.as_of:
                text = f"a comment by {comment.author} on “{post.title}” is later than its resolution"
                where = f"{post.url}#{comment.id}"
                yield found(
                    "BN109", matter(post), text, comment.id or comment.author, evidence=[Evidence(where, comment.text[:120], comment.at)]
                )


@check("BN110", "rules", "roster", "posts")
def vote_not_counted(facts: Facts) -> Iterator[Finding]:
    """An icon on a pending matter that counts for nothing, and why."""
    for verdict in facts.pending.verdicts:
        for icon in verdict.uncounted:
            why = _COUNTED_FOR_NOTHING.get(icon.reason)
            if why is not None:
                text = f"the {icon.icon.upper()} of {icon.voter} on “{verdict.post.title}” counts for nothing: {why}"
                yield found("BN110", matter(verdict.post), text, _who(icon), rule=facts.rule("vote.last_icon"), evidence=[_where(icon)])


def _who(icon: Uncounted) -> str:
    return f"{icon.voter.casefold()} {icon.icon} {icon.reason}"


def _where(icon: Uncounted) -> Evidence:
    return Evidence(icon.comment, "", icon.at)


@check("BN111", "roster")
def quorum_misstated(facts: Facts) -> Iterator[Finding]:
    """The sidebar states a number of players or a quorum that its list does not give."""
    roster, players = facts.roster, facts.players
    stated = (("players", roster.stated_players, len(players)), ("quorum", roster.stated_quorum, players.quorum))
    for word, said, counted in stated:
        if said is not None and said != counted:
            text = f"the sidebar states {word} {said}; its list of {len(players)} names gives {counted}"
            rule = facts.rule("quorum") if facts.view.rules is not None else None
            yield found("BN111", Subject("roster", "sidebar"), text, f"{word} {said} not {counted}", rule=rule)


@check("BN114", "posts")
def comments_incomplete(facts: Facts) -> Iterator[Finding]:
    """Fewer comments shown than counted."""
    for post in facts.timeline.matters:
        shown = None if post.comments is None else len(post.comments)
        if shown is not None and post.comment_count is not None and shown < post.comment_count:
            text = f"the page of “{post.title}” counts {post.comment_count} comments and shows {shown}: its tally is not certified"
            yield found("BN114", matter(post), text, f"{shown} of {post.comment_count}", evidence=[Evidence(post.url)])


@check("BN115", "posts")
def unknown_icon(facts: Facts) -> Iterator[Finding]:
    """A voting image the tool does not know."""
    known = frozenset(VoteIcon) | NON_VOTES
    for post in facts.timeline.matters:
        for comment in post.comments or ():
            for icon in comment.icons:
                if icon.name not in known:
                    text = f"{comment.author} used an icon named {icon.name!r} on “{post.title}”, which is no vote that this tool knows"
                    where = Evidence(f"{post.url}#{comment.id}" if comment.id else post.url, comment.text[:120], comment.at)
                    yield found("BN115", matter(post), text, f"{icon.name} {comment.author.casefold()}", evidence=[where])


def _illegal_dovs(facts: Facts, code: str) -> Iterator[tuple[Post, Legality]]:
    for post in facts.timeline.of(MatterKind.DOV):
        legal = legality(facts.rules, facts.players, facts.timeline, post)
        if legal.check == code:
            yield post, legal


@check("BN116", "rules", "roster", "posts", keys=("dov.cooldown_hours",))
def dov_too_soon(facts: Facts) -> Iterator[Finding]:
    """Another DoV within the cooldown of a failed one."""
    for post, legal in _illegal_dovs(facts, "BN116"):
        yield found("BN116", matter(post), f"“{post.title}” is illegal: {legal.why}", rule=facts.rule("dov.cooldown_hours"))


@check("BN117", "rules", "roster", "posts", keys=("interregnum.no_dovs",))
def dov_in_interregnum(facts: Facts) -> Iterator[Finding]:
    """A DoV during an Interregnum."""
    for post, legal in _illegal_dovs(facts, "BN117"):
        yield found("BN117", matter(post), f"“{post.title}” is illegal: {legal.why}", rule=facts.rule("interregnum.no_dovs"))


@check("BN118", "posts")
def times_implausible(facts: Facts) -> Iterator[Finding]:
    """Resolved before it was posted."""
    for post in facts.timeline.posts:
        if post.closed is not None and post.posted is not None and post.closed < post.posted:
            text = f"“{post.title}” was posted at {post.posted:%Y-%m-%d %H:%M} and resolved at {post.closed:%Y-%m-%d %H:%M}, before it"
            yield found("BN118", Subject("post", post.key, post.url), text, evidence=[_closing(post)])
