"""The posts of a game over time: which existed, which matters were pending, who was Emperor, at any moment.

Everything is looked up in sorted lists, so that a question about one moment costs about the same however
long the archive is.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property
from operator import itemgetter

from parsers.model import Category, MatterKind, Status, name_key
from validators.view import QUEUE_LOOKBACK, Coverage, GameView
from validators.voting.dated import NEVER, DatedPost, Matters, by_order, by_posting, dated
from validators.voting.implausible_times import UnreliableTimes, late, misdated, unreliable_times
from validators.voting.order import MinuteOrder
from validators.voting.reigns import Emperor, reigns, speaks_of_mantle
from validators.voting.rosters import RosterHistory

__all__ = ["MINUTE", "Emperor", "Timeline"]

MINUTE = timedelta(minutes=1)
"""The blog gives entries no seconds: what happened first within one minute, only a list of posts can tell."""

_JUST_BEFORE = timedelta(microseconds=1)
_UNIDLES = re.compile(r"\b(?:un|de)-?idl", re.IGNORECASE)
_when = itemgetter(0)
"""When an event was, of the tuples below, which all begin with it."""


_NO_MATTERS = Matters(())


class Timeline:
    """The posts of a view that existed at its time, oldest first, as they stood then.

    A post resolved later than ``as_of`` is pending; a post made later does not exist; comments made later
    are left out by :mod:`validators.voting.tally`. Posts without a readable date are in ``undated``.
    """

    def __init__(self, view: GameView) -> None:
        self.as_of, self._view = view.as_of, view
        self.seen: Coverage = view.coverage
        self._configured = view.emperor
        self.undated = tuple(post for post in view.posts if post.posted is None)
        posts = [post for post in map(dated, view.posts) if post is not None and post.posted <= view.as_of]
        self._minutes = MinuteOrder(posts, view.lists)
        self.posts = tuple(self._as_it_stood(post) for post in sorted(map(self._minutes.placed, posts), key=by_order))

    def _as_it_stood(self, post: DatedPost) -> DatedPost:
        if post.closed is not None and post.closed > self.as_of and not misdated(post):
            return replace(post, status=Status.PENDING, closed=None, note=None)
        return post

    # Posts

    def of(self, kind: MatterKind) -> tuple[DatedPost, ...]:
        """The matters of one kind, oldest first."""
        return self._matters(kind).posts

    def by_author(self, kind: MatterKind, name: str) -> tuple[DatedPost, ...]:
        """The matters of one kind by one person, oldest first."""
        return self._matters(kind, name).posts

    def _matters(self, kind: MatterKind, author: str | None = None) -> Matters:
        return self._sorted_out.get((kind, None if author is None else name_key(author)), _NO_MATTERS)

    @cached_property
    def _sorted_out(self) -> dict[tuple[MatterKind, str | None], Matters]:
        """The matters of every kind, and of every kind and author."""
        found: dict[tuple[MatterKind, str | None], list[DatedPost]] = {}
        for post in self.posts:
            kind = post.category.matter
            if kind is not None:
                found.setdefault((kind, None), []).append(post)
                found.setdefault((kind, name_key(post.author)), []).append(post)
        return {sort: Matters(posts) for sort, posts in found.items()}

    @cached_property
    def matters(self) -> tuple[DatedPost, ...]:
        """Every votable matter, oldest first."""
        return tuple(post for post in self.posts if post.category.matter is not None)

    @cached_property
    def unreliable(self) -> tuple[UnreliableTimes, ...]:
        """The stretches of time in which the times of posts and of resolutions cannot be compared."""
        return unreliable_times(self.matters)

    @cached_property
    def addresses(self) -> tuple[DatedPost, ...]:
        """Every Ascension Address, oldest first."""
        return tuple(post for post in self.posts if post.category is Category.ASCENSION)

    def of_minute(self, moment: datetime) -> tuple[DatedPost, ...]:
        """The posts of one minute."""
        return self.posts[bisect_left(self.posts, moment, key=by_posting) : bisect_right(self.posts, moment, key=by_posting)]

    def before(self, one: DatedPost, other: DatedPost) -> bool | None:
        """Whether ``one`` was posted before ``other``; None if both are of one minute and no list tells."""
        if one.posted == other.posted and not self._minutes.known(one, other):
            return None
        return one.order < other.order

    # What was pending, and what its author had made before

    def older_pending(self, post: DatedPost, moment: datetime, counted: timedelta | None) -> Iterator[DatedPost]:
        """Proposals known to be older than one that were pending at a moment, and not for longer than ``counted``; the youngest first."""
        proposals = self._matters(MatterKind.PROPOSAL)
        first, last = 0 if counted is None else proposals.since(moment - counted), proposals.place(post)
        if not self._minutes.settled(post.posted):
            start = proposals.since(post.posted)
            if not self._minutes.blank(post.posted):
                of_minute = proposals.pending(moment, max(first, start), last)
                yield from (other for other in of_minute if self.before(other, post))
            last = start
        yield from proposals.pending(moment, first, last)

    def perhaps_older_pending(self, post: DatedPost, moment: datetime, counted: timedelta | None) -> Iterator[DatedPost]:
        """Those of its minute that may be older, as no list tells."""
        if self._minutes.settled(post.posted) or (counted is not None and post.posted < moment - counted):
            return
        proposals = self._matters(MatterKind.PROPOSAL)
        for other in proposals.pending(moment, proposals.since(post.posted), proposals.until(post.posted)):
            if other.key != post.key and self.before(other, post) is None:
                yield other

    def pending_dovs(self, moment: datetime) -> tuple[DatedPost, ...]:
        """DoVs that were pending at a moment, oldest first."""
        return tuple(self._matters(MatterKind.DOV).pending(moment))[::-1]

    def pending_of_author(self, post: DatedPost) -> tuple[DatedPost, ...]:
        """The Proposals that the author of one had pending when it was submitted, oldest first."""
        own = self._matters(MatterKind.PROPOSAL, post.author)
        return tuple(own.pending(post.posted, last=own.place(post)))[::-1]

    def perhaps_before(self, post: DatedPost, *, pending: bool = False) -> Iterator[DatedPost]:
        """Proposals of the same author and minute that stand behind one, and may have been made before it, as no list tells.

        With ``pending`` those that were pending when it was submitted.
        """
        if not self._minutes.settled(post.posted):
            own = self._matters(MatterKind.PROPOSAL, post.author)
            later = own.posts[own.place(post) + 1 : own.until(post.posted)]
            yield from (each for each in later if self.before(each, post) is None and (not pending or each.pending_at(post.posted)))

    def unended(self, post: DatedPost, start: datetime) -> tuple[DatedPost, ...]:
        """Matters made between a moment and a post, oldest first, that were resolved at a time that could not be read."""
        return self._unended.posts[self._unended.since(start) : self._unended.place(post)]

    @cached_property
    def _unended(self) -> Matters:
        return Matters(post for post in self.matters if post.end is NEVER)

    def made_since(self, post: DatedPost, start: datetime) -> tuple[DatedPost, ...]:
        """The Proposals that the author of one had made between a moment and it, oldest first."""
        own = self._matters(MatterKind.PROPOSAL, post.author)
        return own.posts[own.since(start) : own.place(post)]

    # Dynasties

    @cached_property
    def _enacted(self) -> tuple[tuple[datetime, DatedPost], ...]:
        """When which DoV was enacted, in that order."""
        found = [
            (dov.closed, dov)
            for dov in self.of(MatterKind.DOV)
            if dov.status is Status.ENACTED and dov.closed is not None and not misdated(dov) and not late(dov)
        ]
        return tuple(sorted(found, key=_when))

    def enacted_between(self, start: datetime, end: datetime) -> list[DatedPost]:
        """The DoVs that were enacted from one moment to another, either included."""
        first, last = bisect_left(self._enacted, start, key=_when), bisect_right(self._enacted, end, key=_when)
        return [dov for _, dov in self._enacted[first:last]]

    def interregnum_since(self, moment: datetime, before: DatedPost | None = None, *, perhaps: bool = False) -> DatedPost | None:
        """The enacted DoV after which, at that moment, no Ascension Address had been posted; else None.

        ``before`` is a post made then: an Address of its minute ended the Interregnum if it was posted first. Where no list tells, it
        did, but with ``perhaps`` it did not. None also if posts since the enactment were not seen, as an Address may be among
        them; see :meth:`hiatus_since`.
        """
        place = bisect_right(self._enacted, moment, key=_when)
        if not place:
            return None
        closed, last = self._enacted[place - 1]
        since = closed.replace(second=0, microsecond=0)
        ends = (True,) if perhaps else (True, None)
        ended = any(before is None or self.before(each, before) in ends for each in self._addresses_between(since, moment))
        return None if ended or not self.seen.reaches(since, moment) else last

    def shows_pending(self, moment: datetime) -> bool:
        """Whether everything that may have been pending at a moment was seen."""
        return self.seen.reaches(moment - QUEUE_LOOKBACK, moment)

    def hiatus_since(self, moment: datetime) -> datetime:
        """Since when posts have to be seen to know whether there was a hiatus at a moment.

        An Ascension Address ended what was before it; a DoV that was enacted may have been followed by one.
        """
        place = bisect_right(self._enacted, moment, key=_when)
        enacted = self._enacted[place - 1][0] if place else None
        place = bisect_right(self.addresses, moment, key=by_posting)
        address = self.addresses[place - 1].posted if place else None
        if enacted is not None and (address is None or address < enacted.replace(second=0, microsecond=0)):
            return min(moment - QUEUE_LOOKBACK, enacted.replace(second=0, microsecond=0))
        return moment - QUEUE_LOOKBACK if address is None else max(moment - QUEUE_LOOKBACK, address)

    def perhaps_interregnum(self, moment: datetime) -> DatedPost | None:
        """An enacted DoV whose time of enactment is unknown, if no Ascension Address has been posted since it was made."""
        place = bisect_right(self._enacted_sometime, moment, key=by_posting)
        last = self._enacted_sometime[place - 1] if place else None
        return None if last is None or any(self._addresses_between(last.posted, moment)) else last

    @cached_property
    def _enacted_sometime(self) -> tuple[DatedPost, ...]:
        return tuple(dov for dov in self.of(MatterKind.DOV) if dov.status is Status.ENACTED and (dov.end is NEVER or late(dov)))

    def _addresses_between(self, start: datetime, end: datetime) -> Iterator[DatedPost]:
        for place in range(bisect_left(self.addresses, start, key=by_posting), bisect_right(self.addresses, end, key=by_posting)):
            yield self.addresses[place]

    @cached_property
    def _reigns(self) -> tuple[tuple[datetime, Emperor], ...]:
        """Since when who was Emperor, as far as the posts tell."""
        mantles = [(post.posted, post) for post in self._mantle_posts]
        untimed = [dov.posted for dov in self._enacted_sometime]
        return tuple(reigns(self._enacted, mantles, ((self._began(address), address) for address in self.addresses), untimed))

    def _began(self, address: DatedPost) -> datetime:
        """When the dynasty of an Address began: one that shares its minute with the enactment came after it."""
        place = bisect_left(self._enacted, address.posted + MINUTE, key=_when) - 1
        return address.posted if place < 0 else max(address.posted, self._enacted[place][0])

    @property
    def _mantle_posts(self) -> Iterator[DatedPost]:
        """Posts without votes that speak of the mantle while an enacted DoV waits for its Ascension Address."""
        for post in self.posts:
            voteless = post.category.matter is None and post.category is not Category.ASCENSION
            if voteless and speaks_of_mantle(post) and self.interregnum_since(post.posted) is not None:
                yield post

    def emperor_at(self, moment: datetime) -> Emperor:
        """The Emperor at a moment: as configured, else the last to be crowned or to make the Address.

        The configured Emperor is that of now: of the time before the last crowning or Address only the posts tell
        (:mod:`validators.voting.reigns`).
        """
        if self._configured is not None and self._reigning_since <= moment:
            return Emperor(self._configured or None)
        place = bisect_right(self._reigns, moment, key=_when)
        if not place or not self.seen.reaches(self._reigns[place - 1][0], moment):
            return Emperor(None, known=False)  # nobody crowned is known, or somebody else may have been since
        return self._reigns[place - 1][1]

    @cached_property
    def _reigning_since(self) -> datetime:
        """Since when the configured Emperor is known to be that: the last that made somebody Emperor, else since posts were seen."""
        if self._reigns:
            return self._reigns[-1][0]
        return self.as_of if self.seen.since is None else min(self.seen.since, self.as_of)

    def emperor_for(self, post: DatedPost) -> Emperor:
        """The Emperor whom the votes on a matter follow: now, or just before its resolution (which may crown another)."""
        if post.status is Status.PENDING:
            return self.emperor_at(self.as_of)
        end = post.posted if post.closed is None or misdated(post) else post.closed
        return self.emperor_at(end - _JUST_BEFORE)

    @cached_property
    def rosters(self) -> RosterHistory:
        """The roster over time."""
        return RosterHistory(self._view)

    # Idling

    def unidled_after(self, name: str, start: datetime, end: datetime) -> DatedPost | None:
        """A post between two moments that mentions unidling somebody: by them, or naming them."""
        first, last = (bisect_right(self._unidlings, moment, key=_when) for moment in (start, end))
        if first >= last:
            return None
        key = name_key(name)
        named = re.compile(rf"(?<!\w){re.escape(key)}(?!\w)")
        return next((post for _, text, post in self._unidlings[first:last] if name_key(post.author) == key or named.search(text)), None)

    @cached_property
    def _unidlings(self) -> tuple[tuple[datetime, str, DatedPost], ...]:
        """Posts without votes that mention unidling: when, and their words as :func:`name_key` folds them."""
        posts = (post for post in self.posts if post.category in (Category.NONE, Category.STORY))
        spoken = ((post, f"{post.title}\n{post.body}") for post in posts)
        return tuple((post.posted, name_key(text), post) for post, text in spoken if _UNIDLES.search(text))
