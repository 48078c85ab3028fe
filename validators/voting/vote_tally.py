"""Comments to votes: which icons count, and as what (rules "Votes", "Special Proposal Voting",
"Imperial Deferentials").

Comments are ordered by time, and within one second by their place on the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from parsers.model import Comment, MatterKind, Post, VoteIcon, name_key, same_name
from parsers.ruleset.ruleset_model import Ruleset
from validators.reason_wording import Uncounted
from validators.voting.dated_posts import DatedPost
from validators.voting.roster_events import Players, RosterStatus
from validators.voting.timeline import Emperor, Timeline
from validators.voting.verdict import Counts, UncountedIcon, Vote
from validators.wording import Doubt, DoubtKind, doubt

NON_VOTES = frozenset({"arrow", "greentick"})
"""Images in the folder of voting icons that were never votes: poll markers and ticks."""

_VOTES = frozenset(VoteIcon)
_OUT_OF_QUORUM = ("out-of-quorum", "all-out-of-quorum")
_PLAIN = (VoteIcon.FOR, VoteIcon.AGAINST)
_DAWN = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class VoteTally:
    """The votes and the uncounted icons of one matter, with the doubts about its tally.
    ``stop_doubts`` are those about whether it is Withdrawn or Vetoed. ``perhaps_vetoed``: a Player
    who may have been Emperor used VETO.
    """

    votes: tuple[Vote, ...]
    uncounted: tuple[UncountedIcon, ...]
    counts: Counts
    quorum: int
    withdrawn: bool
    vetoed: bool
    doubts: tuple[Doubt, ...]
    stop_doubts: tuple[Doubt, ...] = ()
    perhaps_vetoed: bool = False

    def is_for(self, name: str) -> bool:
        """Return whether somebody's vote counts as FOR."""
        return any(
            same_name(vote.voter, name) and vote.counts_as is VoteIcon.FOR for vote in self.votes
        )

    @property
    def of_others(self) -> dict[str, str]:
        """The last icon of each person who is no longer a Player but may have been one then, by
        folded name.
        """
        return {
            name_key(icon.voter): icon.icon
            for icon in self.uncounted
            if icon.reason in (Uncounted.IDLE, Uncounted.NOT_A_PLAYER)
        }


@dataclass(frozen=True, slots=True)
class _Used:
    """One icon that somebody used."""

    voter: str
    icon: VoteIcon
    comment: Comment


class _IconReader:
    """Reads the comments of one matter once and classifies each icon."""

    def __init__(
        self, post: DatedPost, rules: Ruleset, players: Players, timeline: Timeline
    ) -> None:
        self.post, self.rules, self.players, self.timeline = post, rules, players, timeline
        self.proposal = post.category.matter is MatterKind.PROPOSAL
        self.used: dict[str, list[_Used]] = {}
        """The valid icons of each Player in the order of use; whoever used one last comes last."""
        self.uncounted: list[UncountedIcon] = []
        self.withdrawn_by: list[_Used] = []
        self.vetoed_by: list[_Used] = []
        self.doubts: list[Doubt] = []
        self.quoted: dict[str, str] = {}
        """The names of Players whose last icon is only quoted, struck out or hidden, by folded
        name; a later vote removes them.
        """
        self.perhaps_vetoed = False

    def read(self) -> None:
        """Classify the icons of every comment up to the time of the timeline. Icons after the
        resolution are not counted.
        """
        for comment in _in_order(self.post.comments or ()):
            icons = [icon for icon in comment.icons if icon.name not in NON_VOTES]
            if not icons or (comment.at is not None and comment.at > self.timeline.as_of):
                continue
            if comment.at is None:
                self.doubts.append(doubt(DoubtKind.COMMENT_TIME_UNREAD, name=comment.author))
            late = (
                comment.at is not None
                and self.post.closed is not None
                and comment.at > self.post.closed
            )
            for icon in icons:
                if late:
                    self.pass_over(comment, icon.name, Uncounted.AFTER_RESOLUTION)
                    # Nobody can comment on a resolved matter. So one of the two times is wrong, or
                    # the matter was resolved again.
                    if (
                        icon.name in _VOTES
                        and not icon.quoted
                        and self.players.is_active(comment.author)
                    ):
                        self.doubts.append(doubt(DoubtKind.ICON_AFTER_RESOLUTION))
                elif icon.name not in _VOTES:
                    self.pass_over(
                        comment,
                        icon.name,
                        Uncounted.QUOTED if icon.quoted else Uncounted.UNKNOWN_ICON,
                    )
                    if not icon.quoted and self.players.is_active(comment.author):
                        self.doubts.append(
                            doubt(DoubtKind.ICON_UNKNOWN, icon=icon.name, name=comment.author)
                        )
                else:
                    used = _Used(
                        self.players.canonical_name(comment.author), VoteIcon(icon.name), comment
                    )
                    (self._quote if icon.quoted else self._use)(used)

    def pass_over(self, comment: Comment, icon: str, reason: Uncounted) -> None:
        """Record that an icon is not counted."""
        name = self.players.canonical_name(comment.author)
        self.uncounted.append(
            UncountedIcon(name, icon, reason, comment.at, comment_address(self.post, comment))
        )

    def _quote(self, used: _Used) -> None:
        self.pass_over(used.comment, used.icon, Uncounted.QUOTED)
        if used.icon is VoteIcon.VETO:
            emperor = self.timeline.emperor_at(used.comment.at or self.timeline.as_of)
            decides = not emperor.known or (
                emperor.name is not None and same_name(emperor.name, used.voter)
            )
        else:
            decides = used.icon is VoteIcon.AGAINST and same_name(used.voter, self.post.author)
        if decides:
            self.doubts.append(doubt(DoubtKind.ICON_QUOTED, name=used.voter))
        elif self.players.is_active(used.voter) and used.icon is not VoteIcon.VETO:
            self.quoted[name_key(used.voter)] = used.voter

    def _use(self, used: _Used) -> None:
        key = name_key(used.voter)
        voting = self.rules.voting
        clauses = (voting.deferential_players.value, voting.deferential_emperor.value)
        valid = used.icon in _PLAIN or (
            self._may_veto(used.comment)
            if used.icon is VoteIcon.VETO
            else any(clause not in (None, "off") for clause in clauses)
        )
        if valid and used.icon is VoteIcon.VETO:
            self.vetoed_by.append(used)
        if (
            self.proposal
            and used.icon is VoteIcon.AGAINST
            and same_name(used.voter, self.post.author)
        ):
            self.withdrawn_by.append(used)
        standing = self.players.standing(used.voter)
        if standing is not RosterStatus.ACTIVE:
            idle = standing is RosterStatus.IDLE
            reason = Uncounted.IDLE if idle else Uncounted.NOT_A_PLAYER
            self.pass_over(used.comment, used.icon, reason)
        elif valid:
            self.used[key] = [*self.used.pop(key, []), used]
            self.quoted.pop(key, None)
        else:
            self.pass_over(used.comment, used.icon, Uncounted.NOT_VALID_HERE)

    def _may_veto(self, comment: Comment) -> bool:
        clause = self.rules.voting.veto.value
        if not self.proposal or clause is False:
            return False
        emperor = self.timeline.emperor_at(comment.at or self.timeline.as_of)
        by_emperor = emperor.name is not None and same_name(emperor.name, comment.author)
        if not emperor.known:
            self.perhaps_vetoed = self.perhaps_vetoed or self.players.is_active(comment.author)
            self.doubts.append(doubt(DoubtKind.VETO_UNSURE))
        if by_emperor and clause is None:
            self.doubts.append(doubt(DoubtKind.VETO_WITHOUT_CLAUSE))
        return by_emperor and clause is not None


def _in_order(comments: Iterable[Comment]) -> Iterator[Comment]:
    """Return comments sorted by time, then by place. A comment with an unknown time stays after the
    one before it on the page.
    """
    last, keyed = _DAWN, []
    for comment in sorted(comments, key=lambda each: each.position):
        last = comment.at or last
        keyed.append(((last, comment.position), comment))
    return (comment for _, comment in sorted(keyed, key=lambda pair: pair[0]))


def comment_address(post: Post, comment: Comment) -> str:
    """Return the address of a comment, else that of its matter."""
    return f"{post.url}#{comment.id}" if comment.id else post.url


def _ballots(reader: _IconReader) -> list[Vote]:
    """Return the last valid icon of every Player, oldest first, after the author's implied FOR.
    DEFERENTIALs are not resolved yet.
    """
    post, author = reader.post, name_key(reader.post.author)
    implied = (
        reader.players.is_active(post.author)
        and reader.rules.voting.vote_author_implicit.value == "for"
    )
    ballots = []
    if implied and author not in reader.used:
        name = reader.players.canonical_name(post.author)
        ballots.append(Vote(name, VoteIcon.FOR, VoteIcon.FOR, True, post.posted, None))
    for key, (*earlier, last) in reader.used.items():
        revivable = any(used.icon in _PLAIN for used in earlier) or (implied and key == author)
        at, address = last.comment.at, comment_address(post, last.comment)
        ballots.append(Vote(last.voter, last.icon, last.icon, False, at, address, revivable))
    return ballots


# Doubts about one matter's votes


def _stop_doubts(reader: _IconReader) -> Iterator[Doubt]:
    """Yield a doubt for each withdrawal or veto by somebody who is not a Player now, beside another
    icon in the same comment, by somebody who was no longer Emperor, or without a clause.
    """
    for state, uses in (("Withdrawn", reader.withdrawn_by), ("Vetoed", reader.vetoed_by)):
        if uses and not any(reader.players.is_active(used.voter) for used in uses):
            yield doubt(DoubtKind.STOPPED_BY_NO_PLAYER, state=state, name=uses[0].voter)
        if uses and all(
            any(
                icon.name in _VOTES and icon.name != used.icon and not icon.quoted
                for icon in used.comment.icons
            )
            for used in uses
        ):
            yield doubt(DoubtKind.STOPPED_BESIDE_ICON, state=state, name=uses[0].voter)
    emperor = reader.timeline.emperor_for(reader.post).name or ""
    vetoers = [used.voter for used in reader.vetoed_by]
    if vetoers and not any(same_name(emperor, voter) for voter in vetoers):
        yield doubt(DoubtKind.VETOED_BY_FORMER_EMPEROR, name=vetoers[0])
    if reader.withdrawn_by and reader.rules.voting.proposal_withdrawn_term.value is None:
        yield doubt(DoubtKind.WITHDRAWN_WITHOUT_CLAUSE)


def _doubts(reader: _IconReader, ballots: Iterable[Vote]) -> Iterator[Doubt]:
    """Yield a doubt for each quoted last icon, each vote that depends on the order of two comments
    of one second, and each vote cast before a post mentions that the voter was unidled or joined.
    """
    for name in reader.quoted.values():
        yield doubt(DoubtKind.ICON_QUOTED, name=name)
    for icons in reader.used.values():
        last = icons[-1]
        tied = {
            used.comment.position: used.icon
            for used in icons
            if used.comment.at is not None and used.comment.at == last.comment.at
        }
        if len(set(tied.values())) > 1:
            yield doubt(DoubtKind.COMMENTS_OF_ONE_SECOND, name=last.voter)
    end = reader.post.closed or reader.timeline.as_of
    for ballot in ballots:
        back = (
            None
            if ballot.at is None or ballot.implicit
            else reader.timeline.rosters.entered(ballot.voter, ballot.at, end)
        )
        if back is not None:
            yield doubt(
                DoubtKind.VOTER_PERHAPS_IDLE,
                name=ballot.voter,
                icon=ballot.icon.upper(),
                post=back.title,
            )


# Resolving DEFERENTIALs

_Outcome = tuple[VoteIcon | None, VoteIcon | None, list[Doubt]]
"""What the Emperor's vote counts as, what the others' DEFERENTIALs count as, and the doubts."""


def _resolve(
    ballots: Sequence[Vote], rules: Ruleset, player_count: int, emperor: Emperor, *, proposal: bool
) -> tuple[tuple[Vote, ...], list[Doubt]]:
    """Turn ballots into votes. ``player_count`` includes the Emperor."""
    emperors_ballot = next(
        (
            ballot
            for ballot in ballots
            if emperor.name is not None and same_name(ballot.voter, emperor.name)
        ),
        None,
    )
    others = [ballot for ballot in ballots if ballot is not emperors_ballot]
    emperor_as, deferred_as, doubts = _outcome(
        emperors_ballot, others, rules, player_count, proposal=proposal
    )
    if not emperor.known and any(vote.icon is VoteIcon.DEFERENTIAL for vote in others):
        doubts.append(doubt(DoubtKind.DEFERENTIALS_WITHOUT_EMPEROR))
    votes = []
    for ballot in ballots:
        counts_as = emperor_as if ballot is emperors_ballot else deferred_as
        is_open = ballot is emperors_ballot or ballot.icon is VoteIcon.DEFERENTIAL
        votes.append(replace(ballot, counts_as=counts_as) if is_open else ballot)
    return tuple(votes), doubts


def _outcome(
    vote: Vote | None, others: Sequence[Vote], rules: Ruleset, player_count: int, *, proposal: bool
) -> _Outcome:
    if vote is None or vote.icon is VoteIcon.VETO:
        return None, None, []
    follows = rules.voting.deferential_players.value == "follow-emperor"
    if vote.icon in _PLAIN:
        return vote.icon, vote.icon if follows else None, []
    mode = rules.voting.deferential_emperor.value
    if not proposal or mode == "off":
        return None, None, []
    if mode in _OUT_OF_QUORUM:
        return None, None, _not_revived(others) if mode == "out-of-quorum" else []
    if mode not in ("all-follow", "others-void"):
        return None, None, [doubt(DoubtKind.EMPERORS_DEFERENTIAL_UNREAD)]
    return _emperors_deferential(
        others, rules, player_count, follows=follows and mode == "all-follow"
    )


def _emperors_deferential(
    others: Sequence[Vote], rules: Ruleset, player_count: int, *, follows: bool
) -> _Outcome:
    """Return what the Emperor's own DEFERENTIAL on a Proposal counts as: what most others voted.

    The rules do not say whether the votes that it creates count in that majority. There is a doubt
    if that could change the result.
    """
    doubts = []
    small = rules.voting.deferential_emperor_small_group.value
    if small is not None and player_count <= small:
        if len(others) < player_count - 1:
            return None, None, []
        if any(vote.implicit for vote in others):
            doubts.append(doubt(DoubtKind.EMPERORS_DEFERENTIAL_IMPLIED))
    in_favour = sum(vote.icon is VoteIcon.FOR for vote in others)
    against = sum(vote.icon is VoteIcon.AGAINST for vote in others)
    deferring = sum(vote.icon is VoteIcon.DEFERENTIAL for vote in others) if follows else 0
    if -deferring <= in_favour - against <= deferring + 1:
        doubts.append(
            doubt(DoubtKind.EMPERORS_DEFERENTIAL_CLOSE, in_favour=in_favour, against=against)
        )
    if not follows:
        doubts += _not_revived(others)
    becomes = VoteIcon.FOR if in_favour > against else VoteIcon.AGAINST
    return becomes, becomes if follows else None, doubts


def _not_revived(others: Sequence[Vote]) -> list[Doubt]:
    void = (vote.voter for vote in others if vote.icon is VoteIcon.DEFERENTIAL and vote.revivable)
    return [doubt(DoubtKind.DEFERENTIAL_NOT_REVIVED, name=name) for name in void][:1]


def _out_of_quorum(
    votes: Sequence[Vote], rules: Ruleset, emperor: Emperor, *, proposal: bool
) -> int:
    """Return the number of Players whom the Emperor's DEFERENTIAL takes out of the Quorum of a
    matter.
    """
    mode = rules.voting.deferential_emperor.value
    deferring = [vote.voter for vote in votes if vote.icon is VoteIcon.DEFERENTIAL]
    if (
        not proposal
        or mode not in _OUT_OF_QUORUM
        or not any(same_name(voter, emperor.name or "") for voter in deferring)
    ):
        return 0
    return len(deferring) if mode == "all-out-of-quorum" else 1


def tally(post: DatedPost, rules: Ruleset, players: Players, timeline: Timeline) -> VoteTally:
    """Count the votes on one matter as of the timeline's time, or as of its resolution."""
    reader = _IconReader(post, rules, players, timeline)
    reader.read()
    for icons in reader.used.values():
        for used in icons[:-1]:
            reader.pass_over(used.comment, used.icon, Uncounted.SUPERSEDED)
    ballots = _ballots(reader)
    emperor = timeline.emperor_for(post)
    votes, deferral_doubts = _resolve(
        ballots, rules, len(players), emperor, proposal=reader.proposal
    )
    out = _out_of_quorum(votes, rules, emperor, proposal=reader.proposal)
    stop_doubts = tuple(_stop_doubts(reader))
    doubts = [*reader.doubts, *stop_doubts, *_doubts(reader, ballots), *deferral_doubts]
    against = sum(vote.counts_as is VoteIcon.AGAINST for vote in votes)
    counts = Counts(
        for_=sum(vote.counts_as is VoteIcon.FOR for vote in votes),
        against=against,
        deferential=sum(
            vote.icon is VoteIcon.DEFERENTIAL and vote.counts_as is None for vote in votes
        ),
        not_against=len(players) - against,
    )
    quorum = players.quorum_without(out)
    if counts.not_against - out < quorum <= counts.not_against:
        doubts.append(doubt(DoubtKind.OUT_OF_QUORUM))
    withdrawn = bool(reader.withdrawn_by) and rules.voting.proposal_withdrawn_term.value is not None
    uncounted = sorted(
        reader.uncounted, key=lambda icon: (icon.at or _DAWN, icon.comment or "", icon.voter)
    )
    return VoteTally(
        votes,
        tuple(uncounted),
        counts,
        quorum,
        withdrawn,
        bool(reader.vetoed_by),
        tuple(dict.fromkeys(doubts)),
        stop_doubts,
        reader.perhaps_vetoed,
    )
