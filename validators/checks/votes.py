"""Findings about votes, comments and what the sidebar says of Quorum (BN107, BN109 to BN115)."""

from __future__ import annotations

from collections.abc import Iterator

from parsers.model import MatterKind, Status, VoteIcon, name_key
from validators.checks.facts import Facts
from validators.checks.pointing import grouped, matter, resolution, said, sure, unread_comments
from validators.checks.registry import Found, check, found
from validators.finding import Evidence, Finding, Subject
from validators.voting.tally import NON_VOTES
from validators.voting.verdict import Uncounted

__all__: list[str] = []

_REPORTED = {Uncounted.IDLE, Uncounted.NOT_A_PLAYER, Uncounted.NOT_VALID_HERE, Uncounted.QUOTED}
_KNOWN = frozenset(VoteIcon) | NON_VOTES


@check("BN107", "rules", "roster", "posts", parts=("proposal.withdrawn_term", "veto"))
def enacted_though_withdrawn(facts: Facts) -> Found:
    """Enacted although Withdrawn or Vetoed."""
    enacted = [p for p, _, _ in facts.resolved if p.category.matter is MatterKind.PROPOSAL and p.status is Status.ENACTED]
    for post in enacted:
        tally = facts.tally(post)
        marks = {"vetoed": tally.vetoed, "withdrawn": tally.withdrawn}
        what = [mark for mark, holds in marks.items() if holds]
        if what:
            term = {"vetoed": "Vetoed", "withdrawn": str(facts.rules.value("proposal.withdrawn_term"))}
            text = f"“{post.title}” was enacted although it was {' and '.join(term[mark] for mark in what)}"
            rule = facts.rule("veto" if tally.vetoed else "proposal.withdrawn_term")
            evidence, confidence = [resolution(post)], sure(doubts=tally.lasting)
            yield found("BN107", matter(post), text, " ".join(what), rule=rule, evidence=evidence, confidence=confidence)
    yield from unread_comments("BN107", enacted, "enacted Proposal")


@check("BN109", "posts")
def comment_after_resolution(facts: Facts) -> Found:
    """A comment later than the resolution of its matter."""
    resolved = [post for post, _, _ in facts.resolved]
    late = ((p, c) for p, c in facts.comments(resolved) if c.at is not None and p.closed is not None and c.at > p.closed)
    for (_, who), uses in grouped(late, key=lambda use: (use[0].key, use[1].id or name_key(use[1].author))):
        post, comment = uses[0]
        text = f"a comment by {comment.author} on “{post.title}” is later than its resolution"
        yield found("BN109", matter(post), text, who, evidence=[resolution(post), *(said(p, c) for p, c in uses)])
    yield from unread_comments("BN109", resolved, "resolved matter")


@check("BN110", "rules", "roster", "posts")
def vote_not_counted(facts: Facts) -> Found:
    """An icon on a pending matter that counts for nothing, and why."""
    for verdict in facts.pending.verdicts:
        lost = (icon for icon in verdict.uncounted if icon.reason in _REPORTED)
        for (who, name, reason), icons in grouped(lost, key=lambda icon: (name_key(icon.voter), icon.icon, icon.reason)):
            text = f"the {name.upper()} of {icons[0].voter} on “{verdict.post.title}” is not counted: {reason.words}"
            evidence = [Evidence(icon.comment, "", icon.at) for icon in icons]
            yield found("BN110", matter(verdict.post), text, f"{who} {name} {reason}", rule=facts.rule("vote.last_icon"), evidence=evidence)
    yield from unread_comments("BN110", [verdict.post for verdict in facts.pending.verdicts], "pending matter")


@check("BN111", "roster", parts=("quorum",))
def quorum_misstated(facts: Facts) -> Iterator[Finding]:
    """The sidebar states a number of players or a quorum that its list does not give."""
    roster, players = facts.roster, facts.players
    stated = [("players", roster.stated_players, len(players))]
    known = facts.view.rules is not None and facts.rules.value("quorum") == "half-plus-one"
    if known:
        stated.append(("quorum", roster.stated_quorum, players.quorum))
    for word, said_, counted_ in stated:
        if said_ is not None and said_ != counted_:
            text = f"the sidebar states {word} {said_}; its list of {len(players)} names gives {counted_}"
            rule = facts.rule("quorum") if known else None
            yield found("BN111", Subject("roster", "sidebar"), text, f"{word} {said_} not {counted_}", rule=rule)


@check("BN114", "posts")
def comments_incomplete(facts: Facts) -> Iterator[Finding]:
    """Fewer comments shown than counted."""
    for post in facts.timeline.matters:
        shown = None if post.comments is None else len(post.comments)
        if shown is not None and post.comment_count is not None and shown < post.comment_count:
            text = f"the page of “{post.title}” counts {post.comment_count} comments and shows {shown}: its tally is not certified"
            yield found("BN114", matter(post), text, evidence=[Evidence(post.url, f"{shown} of {post.comment_count}")])


@check("BN115", "posts")
def unknown_icon(facts: Facts) -> Found:
    """A voting image the tool does not know."""
    matters = facts.timeline.matters
    uses = ((p, c, icon.name) for p, c in facts.comments(matters) for icon in c.icons if icon.name not in _KNOWN)
    for (_, who, name), same in grouped(uses, key=lambda use: (use[0].key, name_key(use[1].author), use[2])):
        post, comment, _ = same[0]
        text = f"{comment.author} used an icon named {name!r} on “{post.title}”, which is no vote that this tool knows"
        yield found("BN115", matter(post), text, f"{name} {who}", evidence=dict.fromkeys(said(p, c) for p, c, _ in same))
    yield from unread_comments("BN115", matters, "matter")
