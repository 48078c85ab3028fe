"""Resolutions against the votes as they stood then: what the note says (BN102, BN112), the outcome (BN103), and tags (BN113)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from parsers.blog import signed_by
from parsers.model import AdminNote, Confidence, MatterKind, Status, VoteIcon, name_key
from validators.checks.audit_context import AuditContext
from validators.checks.check import ERROR, GAME, WARNING, Results, check, make_finding
from validators.checks.evidence import and_others, entry, matter, resolution, unread_comments
from validators.checks.resolutions import missed_limit, opposed
from validators.finding import Finding, NotEvaluated, RuleRef
from validators.voting.conditions import Case, unseen_comments
from validators.voting.core_text import changes_core, demands_tags
from validators.voting.past_game import Resolution
from validators.voting.roster_events import RosterStatus
from validators.words import counted

_CHANGES = re.compile(
    r"\b(?:change|replace|add|amend|remove|repeal|reword|delete|rename|insert|append|strike)(?:s|d|ed|ing)?\b", re.IGNORECASE
)
_PLAIN = (VoteIcon.FOR, VoteIcon.AGAINST)
_UNDER = {
    Status.ENACTED: "popular.quorum",
    Status.FAILED: "unpopular.quorum",
    Status.VETOED: "veto",
    Status.ILLEGAL: "post.illegal_unpopular",
}


_OF_KINDS = ("Votes", "Resolution of Proposals", "Calls for Judgement", "Victory and Ascension")


@check("BN103", "wrong-outcome", ERROR, needs=GAME, keys=("quorum", "popular.quorum", "unpopular.quorum"), rests_on=_OF_KINDS)
def wrong_outcome(facts: AuditContext) -> Results:
    """The status of a resolved matter is not one that the votes allow, as they stood at its resolution.

    The roster and the rules are those of that time. Where it is not certain who was a Player, or the Ruleset of that time is not known,
    the confidence is low, and where the answer depends on who was a Player, the matter is not evaluated. A post marked Illegal although
    nothing makes it an illegal one is reported with medium confidence. What BN104 or BN107 say of the same matter is not repeated.

    Evidence: The comments up to the resolution, the roster by sidebars and announcements, the revision of the Ruleset that stood.
    May be mistaken: When an announcement of idling is missing, or a rule that cannot be read counts votes otherwise.
    To settle it: Raise a Call for Judgement to uphold or undo the resolution.
    """
    undecided: list[Resolution] = []
    resolved = [post for post, _, _ in facts.resolved]
    for each in map(facts.resolution, resolved):
        answers = each.allows()
        if answers == {True}:
            continue
        if answers != {False}:
            if unseen_comments(each.post) is None:
                undecided.append(each)
        elif not _told_apart(facts, each) and not _perhaps_illegal(facts, each):
            yield _outcome(facts, each)
    yield from unread_comments("BN103", resolved, "resolved matter")
    if undecided:
        first = undecided[0]
        what = "not certain who was a Player, or the Emperor,"
        if first.cases[0].legality.unordered:
            what = "not certain which posts of one minute came first, and so what was legal"
        yield NotEvaluated("BN103", f"{what} at the resolution of “{first.post.title}”{and_others(len(undecided), 'matter')}")


def _told_apart(facts: AuditContext, each: Resolution) -> bool:
    """Whether BN104 or BN107 says more exactly what is wrong."""
    post, enacted = each.post, each.post.status is Status.ENACTED
    if post.closed is None or (enacted and (each.cases[0].tally.withdrawn or each.cases[0].tally.vetoed)):
        return True
    key = missed_limit(facts, post, post.posted, post.closed)
    return key is not None and (key != "dov.late_hours" or (post.comments is not None and opposed(facts, post)))


def _perhaps_illegal(facts: AuditContext, each: Resolution) -> bool:
    """Whether a post marked Illegal may be an illegal one because its author was no Player, or for what a doubt names."""
    if each.post.status is not Status.ILLEGAL:
        return False
    author = facts.past.rosters.of(each.post.author, each.post.posted)
    return not author.sure or author.standing is not RosterStatus.ACTIVE or bool(each.cases[0].legality.doubts)


def _outcome(facts: AuditContext, each: Resolution) -> Finding:
    post, case = each.post, each.cases[0]
    counts = case.tally.counts
    votes = f"{counts.for_} FOR, {counts.against} AGAINST, quorum {case.quorum}"
    if post.status is Status.ILLEGAL:
        text = f"“{post.title}” was marked Illegal, and nothing makes it an illegal post"
    elif post.status is Status.ENACTED and case.illegal:
        text = f"“{post.title}” was enacted, though it was an illegal post: {case.legality.why}"
    else:
        text = f"“{post.title}” was {post.status}, which its votes did not allow: {votes}"
    key = "dov.threshold" if case.kind is MatterKind.DOV and post.status is Status.ENACTED else _UNDER[post.status]
    clause, sure = each.then.rules.voting.get(key), _confidence(facts, each, post.status is Status.ILLEGAL)
    rule = None if clause is None else RuleRef(clause.rule, clause.quote)
    return make_finding("BN103", matter(post), text, post.status, rule=rule, evidence=[resolution(post)], confidence=sure)


def _confidence(facts: AuditContext, each: Resolution, judged: bool = False) -> Confidence:
    if not each.sure:
        return Confidence.LOW
    doubtful = judged or each.cases[0].tally.doubts or facts.page_doubts(each.post)
    return Confidence.MEDIUM if doubtful else Confidence.HIGH


@check("BN102", "tally-differs", WARNING, needs=GAME, keys=("quorum",), rests_on=("Enacting and Failing", "Votes"))
def tally_differs(facts: AuditContext) -> Results:
    """The note of the Admin who resolved a matter states a tally that its votes do not give.

    DEFERENTIALs may be folded into the tally, left out, or stated apart. A note that states one side is compared in that side. Where
    it is not certain who was a Player, the confidence is low, and a note is not reported that fits with some of these people.

    Evidence: The note, the comments up to the resolution, and the roster of that time by sidebars and announcements.
    May be mistaken: When the numbers in the note are something else than the final tally, or an announcement of idling is missing.
    To settle it: An Admin corrects the note.
    """
    resolved = [post for post, _, _ in facts.resolved]
    for post in resolved:
        note = post.note
        if note is None or (note.for_ is None and note.against is None) or unseen_comments(post) is not None:
            continue
        each = facts.resolution(post)
        if each.open or _fits(note, each.cases):
            continue
        counts = each.cases[0].tally.counts
        votes = f"{counts.for_} FOR, {counts.against} AGAINST"
        deferred = sum(vote.icon is VoteIcon.DEFERENTIAL for vote in each.cases[0].tally.votes)
        votes += f" ({counted(deferred, 'DEFERENTIAL')})" if deferred else ""
        text = f"the note on “{post.title}” states {_stated(note)}; its votes give {votes}"
        what = f"{note.for_}-{note.against}-{note.deferential}"
        yield make_finding("BN102", matter(post), text, what, evidence=[resolution(post)], confidence=_confidence(facts, each))
    noted = [post for post in resolved if post.note is not None and post.note.for_ is not None]
    yield from unread_comments("BN102", noted, "matter whose note states a tally")


def _stated(note: AdminNote) -> str:
    sides = ((note.for_, "FOR"), (note.against, "AGAINST"), (note.deferential, "DEFERENTIAL"))
    return ", ".join(f"{number} {side}" for number, side in sides if number is not None)


def _fits(note: AdminNote, cases: Sequence[Case]) -> bool:
    """Whether a note states the votes, the DEFERENTIALs folded in, left out, or only the Emperor's folded in; or between several cases."""
    stated = (note.for_, note.against, note.deferential)

    def fits(way: Sequence[tuple[int, int, int]]) -> bool:
        return all(said is None or min(each) <= said <= max(each) for said, *each in zip(stated, *way, strict=True))

    return any(fits(way) for way in zip(*map(_tallies, cases), strict=True))


def _tallies(case: Case) -> Iterator[tuple[int, int, int]]:
    """Every way to state the votes of a case: FOR, AGAINST, DEFERENTIAL."""
    emperor = name_key(case.emperor.name or "")
    deferring = [vote for vote in case.tally.votes if vote.icon is VoteIcon.DEFERENTIAL]
    others = [vote for vote in deferring if name_key(vote.voter) != emperor]
    neither = sum(vote.counts_as is None for vote in deferring)
    for left_out in ([], others, deferring):
        for_, against = (sum(vote.counts_as is side and vote not in left_out for vote in case.tally.votes) for side in _PLAIN)
        for apart in (len(deferring), len(others), neither, 0):
            yield for_, against, apart


@check("BN112", "resolver-not-admin", WARNING, needs=("roster", "posts"), rests_on=("Enacting and Failing", "Resolution of Proposals"))
def resolver_not_admin(facts: AuditContext) -> Results:
    """The note on a resolved matter names somebody who was no Admin as the one who resolved it.

    Idle Admins resolve matters too. Confidence is medium where sidebars from before and after the resolution show that they were no
    Admin, and low otherwise, for they may have been one then.

    Evidence: The note, and the asterisks in the sidebars that were seen.
    May be mistaken: When the name in the note is not that of its writer.
    To settle it: Ask who resolved the matter.
    """
    everybody = {name_key(name): name for name in facts.past.rosters.names}
    for post, _, closed in facts.resolved:
        named = None if post.note is None else signed_by(post.note.text, facts.past.rosters.names)
        if named is None:
            continue
        sidebars = facts.past.rosters.sidebars_around(closed)
        if any(_abbreviates(named, admin) for seen in sidebars for admin in seen.roster.admins):
            continue
        name = everybody[name_key(named)]
        confidence = Confidence.MEDIUM if len(sidebars) > 1 else Confidence.LOW
        text = f"the note on “{post.title}” names {name}, who is no Admin"
        yield make_finding("BN112", matter(post), text, name_key(name), evidence=[resolution(post)], confidence=confidence)


def _abbreviates(named: str, admin: str) -> bool:
    """Whether a note may mean an Admin: by the name, a part of it, or its first letters."""
    short, full = name_key(named), name_key(admin)
    initials = "".join(word[0] for word in re.split(r"[\W_]+", full) if word)
    return short == initials or full.startswith(short) or (len(short) > 2 and short in full)


@check("BN113", "missing-tag", WARNING, needs=("rules", "posts"), rests_on=("Tags",))
def missing_tag(facts: AuditContext) -> Results:
    """A Proposal or Call for Judgement seems to change a section outside the Dynastic Rules, and lacks what the rules ask for.

    Where the rules ask for a tag, that of the section is missing. Where a plain statement of the section will do, or the name of a rule
    that occurs once, neither of these stands in its text either. Only pending and enacted matters are looked at.
    The confidence is always low.

    Evidence: The title and the text of the matter, and the titles and numbers of the rules.
    May be mistaken: When the text only speaks of the section, or names it in words that are not recognised.
    To settle it: The author adds the tag while the post may still be altered; later an Admin decides whether the change can be made.
    """
    strict = demands_tags(facts.rules)
    if strict is None:
        yield NotEvaluated("BN113", "the Ruleset has no rule on tags that was understood")
        return
    for post in facts.matters:
        if post.category.matter is MatterKind.DOV or post.status not in (Status.PENDING, Status.ENACTED) or not _CHANGES.search(post.body):
            continue
        change = changes_core(post, facts.rules)
        if change.changes and change.lacks_tag and (strict or not change.stated):
            text = f"“{post.title}” may change a section outside the Dynastic Rules: {change.evidence}"
            text += ", and it has the tag of another section" if change.sure else ""
            yield make_finding("BN113", matter(post), text, evidence=[entry(post)], confidence=Confidence.LOW)
