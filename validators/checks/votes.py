"""Votes, comments, and what the sidebar says of Quorum (BN107, BN109 to BN115)."""

from __future__ import annotations

from parsers.model import MatterKind, Status, VoteIcon, name_key
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, GAME, INFO, WARNING, Results, check, make_finding
from validators.checks.evidence import confidence_of, grouped, matter, quoted, resolution, unread_comments
from validators.finding import Evidence, Subject
from validators.voting.tally import NON_VOTES
from validators.voting.verdict import Uncounted
from validators.words import counted

_REPORTED = {Uncounted.IDLE, Uncounted.NOT_A_PLAYER, Uncounted.NOT_VALID_HERE, Uncounted.QUOTED}
_KNOWN = frozenset(VoteIcon) | NON_VOTES


_STOPS = ("proposal.withdrawn_term", "veto")


@check("BN107", "enacted-though-withdrawn", ERROR, needs=GAME, parts=_STOPS, rests_on=("Special Proposal Voting",))
def enacted_though_withdrawn(facts: AuditContext) -> Results:
    """A Proposal was enacted although its author had withdrawn it or the Emperor had vetoed it.

    It stays withdrawn or vetoed when the author or the Emperor changes the vote, or goes idle. An icon in a quotation does not
    count, nor does a DEFERENTIAL that resolves to AGAINST.

    Evidence: The comments up to the resolution, with the AGAINST of the author or the VETO of the Emperor.
    May be mistaken: When there is another icon in the same comment, or the voter is not a Player now (medium confidence).
    To settle it: Correct the status to Failed, or raise a Call for Judgement.
    """
    enacted = [p for p, _, _ in facts.resolved if p.category.matter is MatterKind.PROPOSAL and p.status is Status.ENACTED]
    for post, tally in ((post, facts.tally(post)) for post in enacted):
        marks = {"vetoed": tally.vetoed, "withdrawn": tally.withdrawn}
        what = [mark for mark, holds in marks.items() if holds]
        if what:
            term = {"vetoed": "Vetoed", "withdrawn": str(facts.rules.value("proposal.withdrawn_term"))}
            text = f"“{post.title}” was enacted although it was {' and '.join(term[mark] for mark in what)}"
            rule = facts.rule("veto" if tally.vetoed else "proposal.withdrawn_term")
            confidence = confidence_of(doubts=(*tally.lasting, *facts.page_doubts(post)))
            yield make_finding("BN107", matter(post), text, " ".join(what), rule=rule, evidence=[resolution(post)], confidence=confidence)
    yield from unread_comments("BN107", enacted, "enacted Proposal")


@check("BN109", "comment-after-resolution", WARNING, needs=("posts",), rests_on=("Enacting and Failing",))
def comment_after_resolution(facts: AuditContext) -> Results:
    """A comment is later than the resolution of its matter.

    Evidence: The time of the comment and that of “Adminned at”.
    May be mistaken: When day and month on the page were read in the wrong order, or the resolution was entered again.
    To settle it: Nothing has to be done: a vote in the comment is not counted.
    """
    resolved = [post for post, _, _ in facts.resolved]
    late = ((p, c) for p, c in facts.comments(resolved) if c.at is not None and p.closed is not None and c.at > p.closed)
    for (_, who), uses in grouped(late, key=lambda use: (use[0].key, use[1].id or name_key(use[1].author))):
        post, comment = uses[0]
        text = f"a comment by {comment.author} on “{post.title}” is later than its resolution"
        yield make_finding("BN109", matter(post), text, who, evidence=[resolution(post), *(quoted(p, c) for p, c in uses)])
    yield from unread_comments("BN109", resolved, "resolved matter")


@check("BN110", "vote-not-counted", INFO, needs=GAME, rests_on=("Votes",))
def vote_not_counted(facts: AuditContext) -> Results:
    """An icon on a pending matter is not counted, and why.

    Reasons: the voter is idle, or not on the roster; the icon is not valid for that player and matter, such as a VETO by anybody
    but the Emperor; it is in a quotation. An icon replaced by a later one of the same Player is not reported.

    Evidence: The comment, and the roster.
    May be mistaken: When the voter was idled, unidled or renamed after the pages were saved.
    To settle it: The voter votes again, if they may.
    """
    for verdict in facts.pending.verdicts:
        lost = (icon for icon in verdict.uncounted if icon.reason in _REPORTED)
        for (who, name, reason), icons in grouped(lost, key=lambda icon: (name_key(icon.voter), icon.icon, icon.reason)):
            text = f"the {name.upper()} of {icons[0].voter} on “{verdict.post.title}” is not counted: {reason.words}"
            evidence, rule = [Evidence(icon.comment, "", icon.at) for icon in icons], facts.rule("vote.last_icon")
            yield make_finding("BN110", matter(verdict.post), text, f"{who} {name} {reason}", rule=rule, evidence=evidence)
    yield from unread_comments("BN110", [verdict.post for verdict in facts.pending.verdicts], "pending matter")


@check("BN111", "quorum-misstated", WARNING, needs=("roster",), parts=("quorum",), rests_on=("Quorum", "Votes"))
def quorum_misstated(facts: AuditContext) -> Results:
    """The sidebar states a number of players or a quorum that does not follow from its list.

    Where the clause on Quorum was not read, only the number of players is checked. A quorum that follows from a wrong number is no
    mistake of its own.

    Evidence: The sidebar: its list of active players, and the sentence below it.
    May be mistaken: When the list in the sidebar was not read in full.
    To settle it: An Admin corrects the sidebar.
    """
    roster, players = facts.roster, facts.players
    rule = facts.rule("quorum") if facts.view.rules is not None and facts.rules.value("quorum") == "half-plus-one" else None
    number, quorum, sidebar = roster.stated_players, roster.stated_quorum, Subject("roster", "sidebar")
    wrong = rule is not None and quorum not in (None, players.quorum)
    if number is not None and number != len(players):
        text = f"the sidebar states {counted(number, 'player')} and lists {len(players)}"
        if wrong and quorum == number // 2 + 1:
            text, wrong = f"{text}; its quorum of {quorum} follows from that number, and would be {players.quorum}", False
        yield make_finding("BN111", sidebar, text, f"players {number} not {len(players)}", rule=rule)
    if wrong and not (number is not None and quorum == number // 2 + 1):
        text = f"the sidebar states quorum {quorum}; its list of {len(players)} names gives {players.quorum}"
        yield make_finding("BN111", sidebar, text, f"quorum {quorum} not {players.quorum}", rule=rule)


@check("BN114", "comments-incomplete", WARNING, needs=("posts",), rests_on=("Votes",), lasting=True)
def comments_incomplete(facts: AuditContext) -> Results:
    """A page shows fewer comments than it counts, so its tally is not certified.

    Evidence: The number of comments that the page states, and those it shows.
    May be mistaken: When a comment was removed and the number was not updated.
    To settle it: Read all pages of the comments.
    """
    for post in facts.matters:
        shown = None if post.comments is None else len(post.comments)
        if shown is not None and post.comment_count is not None and shown < post.comment_count:
            text = f"the page of “{post.title}” counts {post.comment_count} comments and shows {shown}: its tally is not certified"
            yield make_finding("BN114", matter(post), text, evidence=[Evidence(post.url, f"{shown} of {post.comment_count}")])


@check("BN115", "unknown-icon", INFO, needs=("posts",), rests_on=("Voting Icons", "Votes"))
def unknown_icon(facts: AuditContext) -> Results:
    """A comment has a voting image that this tool does not know.

    Poll markers and ticks, which never were votes, are known and ignored.

    Evidence: The comment with the image.
    May be mistaken: When it is only an illustration stored in the folder of voting icons.
    To settle it: See whether a rule gives it a meaning; if one does, count that vote by hand.
    """
    uses = ((p, c, icon.name) for p, c in facts.comments(facts.matters) for icon in c.icons if icon.name not in _KNOWN)
    for (_, who, name), same in grouped(uses, key=lambda use: (use[0].key, name_key(use[1].author), use[2])):
        post, comment, _ = same[0]
        text = f"{comment.author} used an icon named “{name}” on “{post.title}”, which this tool does not know as a vote"
        yield make_finding("BN115", matter(post), text, f"{name} {who}", evidence=dict.fromkeys(quoted(p, c) for p, c, _ in same))
    yield from unread_comments("BN115", facts.matters, "matter")
