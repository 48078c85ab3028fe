"""Votes, comments and notes compared with the outcome of matters (BN102, BN103, BN107, BN109 to
BN115).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from parsers.blog.notes import signed_by
from parsers.model import AdminNote, Confidence, MatterKind, Status, VoteIcon, name_key, same_name
from parsers.ruleset.parameters import PARAMETERS
from validators.checks.audit_context import AuditContext
from validators.checks.check import (
    ERROR,
    GAME,
    INFO,
    PRESENT,
    RESOLUTION,
    WARNING,
    Results,
    check,
)
from validators.checks.evidence import (
    and_others,
    confidence_of,
    entry,
    grouped,
    judged,
    matter,
    quoted,
    resolution,
    unread_comments,
)
from validators.checks.resolutions import missed_limit, opposed
from validators.finding import (
    Evidence,
    Found,
    Gap,
    Subject,
    stated_in,
)
from validators.reason_wording import Uncounted
from validators.voting.conditions import Case
from validators.voting.core_text import demands_tags, stated_change
from validators.voting.dated_posts import unseen_comments
from validators.voting.past_game import Resolution
from validators.voting.roster_events import RosterStatus
from validators.voting.vote_tally import NON_VOTES
from validators.wording import worded
from validators.words import counted

_CHANGES = re.compile(
    r"\b(?:change|replace|add|amend|remove|repeal|reword|delete|rename|insert|append|strike)(?:s|d|ed|ing)?\b",
    re.IGNORECASE,
)
_UNDER = {
    Status.ENACTED: PARAMETERS.popular_quorum,
    Status.FAILED: PARAMETERS.unpopular_quorum,
    Status.VETOED: PARAMETERS.veto,
    Status.ILLEGAL: PARAMETERS.post_illegal_unpopular,
}
_OF_KINDS = ("Votes", "Resolution of Proposals", "Calls for Judgement", "Victory and Ascension")
_STOPS = (PARAMETERS.proposal_withdrawn_term, PARAMETERS.veto)
_REPORTED = {Uncounted.IDLE, Uncounted.NOT_A_PLAYER, Uncounted.NOT_VALID_HERE, Uncounted.QUOTED}
_KNOWN = frozenset(VoteIcon) | NON_VOTES


@check(
    "BN103",
    "wrong-outcome",
    ERROR,
    judged_by=RESOLUTION,
    needs=GAME,
    keys=(PARAMETERS.quorum, PARAMETERS.popular_quorum, PARAMETERS.unpopular_quorum),
    rests_on=_OF_KINDS,
    reads_former_rules=True,
)
def wrong_outcome(facts: AuditContext) -> Results:
    """A matter was resolved with a status that its votes at that time did not allow.

    If the roster or the rules of that time are uncertain, the confidence is low. A matter is not
    evaluated if the answer depends on who was a Player.
    Evidence: The comments up to the resolution, the roster by sidebars and announcements, the
    revision of the Ruleset in force.
    May be mistaken: When an announcement of idling is missing, or a rule that was not understood
    counts votes differently.
    To settle it: Raise a Call for Judgement to uphold or undo the resolution.
    """
    undecided, any_decided = list[Resolution](), False
    resolved = [post for post, _, _ in facts.resolved]
    for resolved_matter in map(facts.resolution, resolved):
        answers = resolved_matter.allows()
        any_decided = any_decided or answers in ({True}, {False})
        if answers == {False} and not _reported_otherwise(facts, resolved_matter):
            yield _outcome(facts, resolved_matter)
        elif answers not in ({True}, {False}) and unseen_comments(resolved_matter.post) is None:
            undecided.append(resolved_matter)
    yield from judged(unread_comments(resolved, "resolved matter"), any_decided)
    if undecided:
        first = undecided[0]
        why = "not certain who was a Player, or the Emperor,"
        if first.cases[0].legality.unordered:
            why = "not certain which posts of one minute came first, and so what was legal"
        yield Gap(
            f"{why} at the resolution of"
            f" “{first.post.title}”{and_others(len(undecided), 'matter')}",
            part=any_decided,
        )


def _reported_otherwise(facts: AuditContext, decided: Resolution) -> bool:
    """Return whether BN104 or BN107 reports the fault more precisely, or the post can be illegal
    because its author was no Player.
    """
    post, tally = decided.post, decided.cases[0].tally
    if post.status is Status.ILLEGAL:
        author = facts.past.rosters.of(post.author, post.posted)
        return not author.sure or author.standing is not RosterStatus.ACTIVE
    if post.closed is None or (post.status is Status.ENACTED and (tally.withdrawn or tally.vetoed)):
        return True
    missed = missed_limit(facts, post, post.posted, post.closed)
    return missed is not None and (
        missed != facts.rules.voting.dov_late_hours
        or (post.comments is not None and opposed(facts, post))
    )


def _outcome(facts: AuditContext, decided: Resolution) -> Found:
    post, case, counts = decided.post, decided.cases[0], decided.cases[0].tally.counts
    if post.status is Status.ILLEGAL:
        text = f"“{post.title}” was marked Illegal, and nothing makes it an illegal post"
    elif post.status is Status.ENACTED and case.legality.why is not None:
        text = f"“{post.title}” was enacted, though it was an illegal post: {worded(case.legality.why)}"
    else:
        votes = f"{counts.for_} FOR, {counts.against} AGAINST, quorum {case.tally.quorum}"
        text = f"“{post.title}” was {post.status}, which its votes did not allow: {votes}"
    key = (
        PARAMETERS.dov_threshold
        if case.kind is MatterKind.DOV and post.status is Status.ENACTED
        else _UNDER[post.status]
    )
    confidence = Confidence.LOW if post.status is Status.ILLEGAL else _confidence(facts, decided)
    return Found(
        matter(post),
        text,
        post.status,
        rule=stated_in(decided.then.rules.voting.read(key)),
        evidence=[resolution(post)],
        confidence=confidence,
    )


def _confidence(facts: AuditContext, decided: Resolution) -> Confidence:
    return confidence_of(
        tied=not decided.sure,
        doubts=(*decided.cases[0].tally.doubts, *facts.page_doubts(decided.post)),
    )


@check(
    "BN102",
    "tally-differs",
    WARNING,
    judged_by=RESOLUTION,
    needs=GAME,
    keys=(PARAMETERS.quorum,),
    rests_on=("Enacting and Failing", "Votes"),
    can_be_upheld=False,
    reads_former_rules=True,
)
def tally_differs(facts: AuditContext) -> Results:
    """The note of the Admin who resolved a matter states a tally that its votes do not give.

    DEFERENTIALs may be folded in, left out, or stated apart; if the roster or the Emperor is
    uncertain, any matching tally is accepted, and the confidence is low.
    Evidence: The note, the comments up to the resolution, and the roster of that time by sidebars
    and announcements.
    May be mistaken: When the numbers in the note are not the final tally, or an announcement of
    idling is missing.
    To settle it: An Admin corrects the note.
    """
    noted = [(post, post.note) for post, _, _ in facts.resolved if post.note is not None]
    for post, note in noted:
        if (note.for_ is None and note.against is None) or unseen_comments(post) is not None:
            continue
        decided = facts.resolution(post)
        if not decided.open and not _fits(note, decided.cases):
            tally = decided.cases[0].tally
            votes = f"{tally.counts.for_} FOR, {tally.counts.against} AGAINST"
            sides = (
                (note.for_, "FOR"),
                (note.against, "AGAINST"),
                (note.deferential, "DEFERENTIAL"),
            )
            stated = ", ".join(f"{number} {side}" for number, side in sides if number is not None)
            yield Found(
                matter(post),
                f"the note on “{post.title}” states {stated}; its votes give {votes}",
                f"{note.for_}-{note.against}-{note.deferential}",
                evidence=[resolution(post)],
                confidence=_confidence(facts, decided),
            )
    yield from unread_comments(
        [post for post, note in noted if note.for_ is not None],
        "matter whose note states a tally",
    )


def _fits(note: AdminNote, cases: Sequence[Case]) -> bool:
    """Return whether the numbers in a note match the votes of a case, or lie between several cases.
    DEFERENTIALs can be folded in, left out or stated apart.
    """
    ranges: list[list[tuple[int, int]]] = []
    for case in cases:
        votes = case.tally.votes
        # With an unknown Emperor, a DEFERENTIAL may count for either side.
        undecided = () if case.emperor.known else (None,)
        sides = [
            (
                sum(vote.icon is side for vote in votes),
                sum(vote.counts_as in (side, *undecided) for vote in votes),
            )
            for side in (VoteIcon.FOR, VoteIcon.AGAINST)
        ]
        ranges.append([*sides, (0, sum(vote.icon is VoteIcon.DEFERENTIAL for vote in votes))])
    stated = zip((note.for_, note.against, note.deferential), *ranges, strict=True)
    within = all(
        number is None or min(low for low, _ in bounds) <= number <= max(high for _, high in bounds)
        for number, *bounds in stated
    )
    return within and (note.for_ or 0) + (note.against or 0) <= max(
        len(case.tally.votes) for case in cases
    )


@check(
    "BN107",
    "enacted-though-withdrawn",
    ERROR,
    judged_by=RESOLUTION,
    needs=GAME,
    parts=_STOPS,
    rests_on=("Special Proposal Voting",),
    compares_times=False,
)
def enacted_though_withdrawn(facts: AuditContext) -> Results:
    """A Proposal was enacted although its author had withdrawn it or the Emperor had vetoed it,
    whatever they voted later.

    Evidence: The comments up to the resolution, with the AGAINST of the author or the VETO of the
    Emperor.
    May be mistaken: When there is another icon in the same comment, or the voter is not a Player
    now (medium confidence).
    To settle it: Correct the status to Failed, or raise a Call for Judgement.
    """
    enacted = [
        post
        for post, _, _ in facts.resolved
        if post.category.matter is MatterKind.PROPOSAL and post.status is Status.ENACTED
    ]
    for post in enacted:
        tally = facts.resolution(post).cases[0].tally
        terms = {
            "vetoed": "Vetoed",
            "withdrawn": str(facts.rules.voting.proposal_withdrawn_term.value),
        }
        outcomes = [
            mark
            for mark, holds in (("vetoed", tally.vetoed), ("withdrawn", tally.withdrawn))
            if holds
        ]
        if outcomes:
            yield Found(
                matter(post),
                f"“{post.title}” was enacted although it was"
                f" {' and '.join(terms[mark] for mark in outcomes)}",
                " ".join(outcomes),
                rule=facts.rule(
                    PARAMETERS.veto if tally.vetoed else PARAMETERS.proposal_withdrawn_term
                ),
                evidence=[resolution(post)],
                confidence=confidence_of(doubts=(*tally.stop_doubts, *facts.page_doubts(post))),
            )
    yield from unread_comments(enacted, "enacted Proposal")


@check(
    "BN109",
    "comment-after-resolution",
    WARNING,
    judged_by=RESOLUTION,
    needs=("posts",),
    keys=(PARAMETERS.comment_none_after_resolution,),
    rests_on=("Enacting and Failing",),
    can_be_upheld=False,
)
def comment_after_resolution(facts: AuditContext) -> Results:
    """A comment is later than the resolution of its matter.

    Evidence: The time of the comment and that of “Adminned at”.
    May be mistaken: When day and month on the page were read in the wrong order, or the resolution
    was entered again.
    To settle it: Nothing to do: a vote in the comment is not counted.
    """
    resolved = [post for post, _, _ in facts.resolved]
    late = (
        (p, c)
        for p, c in facts.comments(resolved)
        if c.at is not None and p.closed is not None and c.at > p.closed
    )
    for (_, author), uses in grouped(
        late, key=lambda use: (use[0].key, use[1].id or name_key(use[1].author))
    ):
        post, comment = uses[0]
        yield Found(
            matter(post),
            f"a comment by {comment.author} on “{post.title}” is later than its resolution",
            author,
            evidence=[resolution(post), *(quoted(p, c) for p, c in uses)],
        )
    yield from unread_comments(resolved, "resolved matter")


@check("BN110", "vote-not-counted", INFO, judged_by=PRESENT, needs=GAME, rests_on=("Votes",))
def vote_not_counted(facts: AuditContext) -> Results:
    """An icon on a pending matter is not counted: its voter is idle or not on the roster, it is not
    valid there, or it is only quoted.

    Evidence: The comment, and the roster.
    May be mistaken: When the voter was idled, unidled or renamed after the pages were saved.
    To settle it: The voter votes again, if they may.
    """
    rule = facts.rule(PARAMETERS.vote_last_icon)
    for verdict in facts.pending.verdicts:
        lost = (icon for icon in verdict.uncounted if icon.reason in _REPORTED)
        for (voter, name, reason), icons in grouped(
            lost, key=lambda icon: (name_key(icon.voter), icon.icon, icon.reason)
        ):
            yield Found(
                matter(verdict.post),
                f"the {name.upper()} of {icons[0].voter} on “{verdict.post.title}” is not counted:"
                f" {reason.words}",
                f"{voter} {name} {reason}",
                rule=rule,
                evidence=[Evidence(icon.comment, "", icon.at) for icon in icons],
            )
    yield from unread_comments(
        [verdict.post for verdict in facts.pending.verdicts], "pending matter"
    )


@check(
    "BN111",
    "quorum-misstated",
    WARNING,
    judged_by=PRESENT,
    needs=("roster",),
    parts=(PARAMETERS.quorum,),
    rests_on=("Quorum", "Votes"),
)
def quorum_misstated(facts: AuditContext) -> Results:
    """The sidebar states a number of players or a quorum that does not follow from its list.

    Evidence: The sidebar: its list of active players, and the sentence below it.
    May be mistaken: When the list in the sidebar was not read in full.
    To settle it: An Admin corrects the sidebar.
    """
    roster, players, sidebar = facts.roster, facts.players, Subject("roster", "sidebar")
    rule = (
        facts.rule(PARAMETERS.quorum)
        if facts.view.rules is not None and facts.rules.voting.quorum.value == "half-plus-one"
        else None
    )
    number, quorum = roster.stated_players, roster.stated_quorum
    if number is not None and number != len(players):
        text = f"the sidebar states {counted(number, 'player')} and lists {len(players)}"
        yield Found(sidebar, text, f"players {number} not {len(players)}", rule=rule)
    if rule is not None and quorum not in (None, players.quorum):
        text = (
            f"the sidebar states quorum {quorum}; its list of {len(players)} names gives"
            f" {players.quorum}"
        )
        yield Found(sidebar, text, f"quorum {quorum} not {players.quorum}", rule=rule)


@check(
    "BN112",
    "resolver-not-admin",
    WARNING,
    judged_by=RESOLUTION,
    needs=("roster", "posts"),
    rests_on=("Enacting and Failing", "Resolution of Proposals"),
    compares_times=False,
    can_be_upheld=False,
)
def resolver_not_admin(facts: AuditContext) -> Results:
    """The note on a resolved matter says that it was resolved by somebody who was not an Admin.

    Evidence: The note, and the asterisks in the sidebars that were seen.
    May be mistaken: When the name is not that of its writer (medium confidence), or they were an
    Admin at that time (low, unless sidebars show otherwise).
    To settle it: Ask who resolved the matter.
    """
    rosters = facts.past.rosters
    for post, _, closed in facts.resolved:
        named = None if post.note is None else signed_by(post.note.text, rosters.names)
        sidebars = rosters.sidebars_around(closed)
        if named is None or any(
            same_name(named, admin) for sidebar in sidebars for admin in sidebar.roster.admins
        ):
            continue
        confidence = Confidence.MEDIUM if len(sidebars) > 1 else Confidence.LOW
        yield Found(
            matter(post),
            f"the note on “{post.title}” names {named}, who is no Admin",
            name_key(named),
            evidence=[resolution(post)],
            confidence=confidence,
        )


@check(
    "BN113", "missing-tag", WARNING, judged_by=PRESENT, needs=("rules", "posts"), rests_on=("Tags",)
)
def missing_tag(facts: AuditContext) -> Results:
    """A pending or enacted matter seems to change a section outside the Dynastic Rules, and has
    neither its tag nor a statement that suffices.

    Evidence: The title and the text of the matter, and the titles and numbers of the rules.
    May be mistaken: When the text only mentions the section, or names it in words that are not
    recognised (always low confidence).
    To settle it: The author adds the tag while the post may still be altered; later an Admin
    decides whether the change can be made.
    """
    strict = demands_tags(facts.rules)
    if strict is None:
        yield Gap("the Ruleset has no rule on tags that was understood")
        return
    for post in facts.matters:
        if (
            post.category.matter is MatterKind.DOV
            or post.status not in (Status.PENDING, Status.ENACTED)
            or not _CHANGES.search(post.body)
        ):
            continue
        change = stated_change(post, facts.rules)
        if change is not None and change.lacks_tag and (strict or not change.stated):
            text = f"“{post.title}” may change a section outside the Dynastic Rules: {worded(change.evidence)}"
            text += ", and it has the tag of another section" if change.sure else ""
            yield Found(matter(post), text, evidence=[entry(post)], confidence=Confidence.LOW)


@check(
    "BN114",
    "comments-incomplete",
    WARNING,
    judged_by=PRESENT,
    needs=("posts",),
    rests_on=("Votes",),
    lasting=True,
    about_the_tool=True,
)
def comments_incomplete(facts: AuditContext) -> Results:
    """A page shows fewer comments than it states, so its tally is not certified.

    Evidence: The number of comments that the page states, and those it shows.
    May be mistaken: When a comment was removed and the number was not updated.
    To settle it: Read all pages of the comments.
    """
    for post in facts.matters:
        shown, count = len(post.comments or ()), post.comment_count
        if post.comments is not None and count is not None and shown < count:
            yield Found(
                matter(post),
                f"the page of “{post.title}” counts {count} comments and shows {shown}: its tally"
                " is not certified",
                evidence=[Evidence(post.url, f"{shown} of {count}")],
            )


@check(
    "BN115",
    "unknown-icon",
    INFO,
    judged_by=PRESENT,
    needs=("posts",),
    rests_on=("Voting Icons", "Votes"),
)
def unknown_icon(facts: AuditContext) -> Results:
    """A comment has an unknown voting image.

    Evidence: The comment with the image.
    May be mistaken: When it is only an illustration stored in the folder of voting icons.
    To settle it: Check whether a rule gives it a meaning; if so, count that vote yourself.
    """
    uses = (
        (p, c, icon.name)
        for p, c in facts.comments(facts.matters)
        for icon in c.icons
        if icon.name not in _KNOWN
    )
    for (_, author, name), same in grouped(
        uses, key=lambda use: (use[0].key, name_key(use[1].author), use[2])
    ):
        post, comment, _ = same[0]
        yield Found(
            matter(post),
            f"{comment.author} used an icon named “{name}” on “{post.title}”, which this tool does"
            " not know as a vote",
            f"{name} {author}",
            evidence=dict.fromkeys(quoted(p, c) for p, c, _ in same),
        )
    yield from unread_comments(facts.matters, "matter")
