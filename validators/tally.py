"""Comments to votes: whose icon counts, and as what (rules "Votes", "Special Proposal Voting", "Imperial Deferentials").

The tally looks at a matter's comments, the present roster and the Emperor, never at the order in which
pages were read: comments are taken by their time, and by their place on the page within one second.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from parsers.model import Comment, MatterKind, Post, VoteIcon, name_key, same_name
from parsers.ruleset.model import Ruleset
from validators.deferentials import Ballot, resolve
from validators.roster import Players
from validators.timeline import Timeline
from validators.verdict import Counts, Uncounted, Vote

__all__ = ["NON_VOTES", "Tally", "tally"]

NON_VOTES = frozenset({"arrow", "greentick"})
"""Images from the voting folder that never were votes: poll markers and ticks."""

_VOTES = frozenset(VoteIcon)
_DAWN = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Tally:
    """Votes and what became of every icon, with the doubts of this matter's tally alone."""

    votes: tuple[Vote, ...]
    uncounted: tuple[Uncounted, ...]
    counts: Counts
    withdrawn: bool
    vetoed: bool
    doubts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Used:
    """One icon that somebody used, in the order of use."""

    voter: str
    icon: VoteIcon
    comment: Comment


class _Reader:
    """Goes through the comments of one matter once and remembers what each icon is."""

    def __init__(self, post: Post, rules: Ruleset, players: Players, timeline: Timeline) -> None:
        self.post, self.rules, self.players, self.timeline = post, rules, players, timeline
        self.proposal = post.category.matter is MatterKind.PROPOSAL
        self.used: list[_Used] = []
        self.uncounted: list[Uncounted] = []
        self.withdrawn_by: list[_Used] = []
        self.vetoed_by: list[_Used] = []
        self.doubts: list[str] = []

    def read(self, *, with_quoted: bool = False) -> None:
        """Read every comment; ``with_quoted`` counts quoted icons too (to see whether it would matter)."""
        for comment in _in_order(self.post.comments or ()):
            if comment.at is not None and comment.at > self.timeline.as_of:
                continue
            if comment.at is None and comment.icons:
                self.doubts.append(f"the time of a comment by {comment.author} could not be read")
            late = comment.at is not None and self.post.closed is not None and comment.at > self.post.closed
            for icon in comment.icons:
                if icon.name in NON_VOTES:
                    continue
                if late:
                    self._pass_over(comment, icon.name, "after-resolution")
                elif icon.quoted and not with_quoted:
                    self._pass_over(comment, icon.name, "quoted")
                elif icon.name not in _VOTES:
                    self._pass_over(comment, icon.name, "unknown-icon")
                else:
                    self._use(comment, VoteIcon(icon.name))

    def _pass_over(self, comment: Comment, icon: str, reason: str) -> None:
        name = self.players.spelt(comment.author)
        self.uncounted.append(Uncounted(name, icon, reason, comment.at, _address(self.post, comment)))

    def _use(self, comment: Comment, icon: VoteIcon) -> None:
        used = _Used(self.players.spelt(comment.author), icon, comment)
        valid = icon is not VoteIcon.VETO or self._may_veto(comment)
        if self.proposal and valid and icon is VoteIcon.VETO:
            self.vetoed_by.append(used)
        if self.proposal and icon is VoteIcon.AGAINST and same_name(comment.author, self.post.author):
            self.withdrawn_by.append(used)
        if self.players.is_active(comment.author):
            if valid:
                self.used.append(used)
            else:
                self._pass_over(comment, icon, "not-valid-here")
        else:
            self._pass_over(comment, icon, "idle" if self.players.is_idle(comment.author) else "not-a-player")

    def _may_veto(self, comment: Comment) -> bool:
        if not (self.proposal and self.rules.value("veto")):
            return False
        emperor = self.timeline.emperor_at(comment.at or self.timeline.as_of)
        return emperor.name is not None and same_name(emperor.name, comment.author)


def _in_order(comments: Iterable[Comment]) -> list[Comment]:
    """By time, then by place; a comment whose time is unknown stays behind the one before it on the page."""
    placed = sorted(comments, key=lambda c: c.position)
    last = _DAWN
    keyed = []
    for comment in placed:
        last = comment.at if comment.at is not None else last
        keyed.append(((last, comment.position), comment))
    return [comment for _, comment in sorted(keyed, key=lambda pair: pair[0])]


def _address(post: Post, comment: Comment) -> str:
    return f"{post.url}#{comment.id}" if comment.id else post.url


def _ballots(reader: _Reader) -> tuple[list[Ballot], list[Uncounted]]:
    """The last valid icon of every Player, the author's implicit FOR, and the icons these replaced."""
    last: dict[str, _Used] = {}
    superseded: list[Uncounted] = []
    for used in reader.used:
        before = last.pop(name_key(used.voter), None)
        if before is not None:
            superseded.append(Uncounted(before.voter, before.icon, "superseded", before.comment.at, _address(reader.post, before.comment)))
        last[name_key(used.voter)] = used
    earlier = {name_key(u.voter) for u in superseded if u.icon in (VoteIcon.FOR, VoteIcon.AGAINST)}
    ballots = [Ballot(u.voter, u.icon, u.comment.at, _address(reader.post, u.comment), changed=key in earlier) for key, u in last.items()]
    post = reader.post
    if reader.players.is_active(post.author) and name_key(post.author) not in last and reader.rules.value("vote.author_implicit") == "for":
        ballots.insert(0, Ballot(reader.players.spelt(post.author), VoteIcon.FOR, post.posted, None, implicit=True))
    return ballots, superseded


def _lasting_doubts(reader: _Reader) -> list[str]:
    """What section "left open" says of withdrawals and vetoes."""
    doubts = []
    for word, by in (("Withdrawn", reader.withdrawn_by), ("Vetoed", reader.vetoed_by)):
        if not by:
            continue
        if not any(reader.players.is_active(used.voter) for used in by):
            doubts.append(f"{word} by {by[0].voter}, who is no Player now and is taken to have been one then")
        undone = all(_undone_in_place(used) for used in by)
        if undone:
            doubts.append(f"{word} by an icon that {by[0].voter} followed with another one in the same comment")
    now = reader.timeline.emperor_at(reader.timeline.as_of)
    if reader.vetoed_by and not any(now.name is not None and same_name(now.name, used.voter) for used in reader.vetoed_by):
        doubts.append(f"Vetoed by {reader.vetoed_by[0].voter}, who was the Emperor then and is not now")
    return doubts


def _undone_in_place(used: _Used) -> bool:
    """Whether the comment of an AGAINST or VETO holds a FOR as well."""
    return any(icon.name == VoteIcon.FOR and not icon.quoted for icon in used.comment.icons)


def _signature(reader: _Reader) -> tuple[object, ...]:
    ballots, _ = _ballots(reader)
    return sorted((b.voter, b.icon) for b in ballots), bool(reader.withdrawn_by), bool(reader.vetoed_by)


def _ties(reader: _Reader) -> list[str]:
    """Voters whose vote depends on the order of two comments of one second."""
    at: dict[tuple[str, datetime], list[_Used]] = {}
    for used in reader.used:
        if used.comment.at is not None:
            at.setdefault((name_key(used.voter), used.comment.at), []).append(used)
    tied = [group for group in at.values() if len({u.comment.position for u in group}) > 1 and len({u.icon for u in group}) > 1]
    return [f"two comments of {group[0].voter} bear the same second; the later on the page counts" for group in tied]


def tally(post: Post, rules: Ruleset, players: Players, timeline: Timeline) -> Tally:
    """Count the votes on one matter as of the timeline's time, or as of its resolution."""
    reader = _Reader(post, rules, players, timeline)
    reader.read()
    ballots, superseded = _ballots(reader)
    emperor = timeline.emperor_at(timeline.as_of)
    votes, doubts = resolve(ballots, rules, len(players), emperor, proposal=reader.proposal)
    doubts = [*reader.doubts, *_lasting_doubts(reader), *_ties(reader), *doubts]
    if any(u.reason == "quoted" for u in reader.uncounted):
        other = _Reader(post, rules, players, timeline)
        other.read(with_quoted=True)
        if _signature(other) != _signature(reader):
            doubts.append("an icon stands only inside a quotation; it is taken as not used")
    if not emperor.known and any(icon.name == VoteIcon.VETO and not icon.quoted for c in post.comments or () for icon in c.icons):
        doubts.append("somebody used VETO, and who the Emperor is is not known")
    against = sum(vote.counts_as is VoteIcon.AGAINST for vote in votes)
    counts = Counts(
        for_=sum(vote.counts_as is VoteIcon.FOR for vote in votes),
        against=against,
        deferential=sum(vote.icon is VoteIcon.DEFERENTIAL and vote.counts_as is None for vote in votes),
        not_against=len(players) - against,
    )
    withdrawn = bool(reader.withdrawn_by) and rules.value("proposal.withdrawn_term") is not None
    uncounted = sorted((*reader.uncounted, *superseded), key=lambda u: (u.at or _DAWN, u.comment or "", u.voter))
    return Tally(votes, tuple(uncounted), counts, withdrawn, bool(reader.vetoed_by), tuple(dict.fromkeys(doubts)))
