"""The posts of a game over time: which existed, which matters were pending, who was Emperor, at any
moment.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from itertools import chain
from operator import itemgetter

from parsers.model import Category, MatterKind, Status, name_key, same_name
from parsers.patterns import later
from validators.view import QUEUE_LOOKBACK, Coverage, GameView
from validators.voting.dated_posts import (
    LONGEST,
    NEVER,
    YEAR,
    DatedPost,
    MinuteOrder,
    UnreliableTimes,
    by_order,
    by_posting,
    dated,
    misdated,
    unreliable_times,
)
from validators.voting.rosters import RosterHistory

MINUTE = timedelta(minutes=1)
"""The blog gives entries no seconds: what happened first within one minute, only a list of posts
can tell.
"""

_DAY = timedelta(days=1)
_JUST_BEFORE = timedelta(microseconds=1)
_when = itemgetter(0)

_TAGS = later(r"\[[^\[\]]*\]")
_NO_WORD = later(r"\W+")
_SENTENCE = later(r"[^.!?\n]+")
_NO_EMPEROR = later(
    r"(?:this|it|this dynasty|the new dynasty) (?:is|will be|shall be) an? (?:new |first"
    r" |second |third |\w+th |\d+(?:st|nd|rd) )?meta-?dynasty"
    r"|(?:the )?(?:new |first |second |third |\w+th |\d+(?:st|nd|rd) )?meta-?dynasty"
    r" (?:begins|starts)(?: now| today)?"
    r"|there (?:is|will be|shall be) no emperor(?: (?:in|during|for) this (?:meta-?)?dynasty)?"
    r"|(?:this|the new) dynasty (?:has|will have|shall have) no emperor",
    re.IGNORECASE,
)
"""A whole sentence of an Address that announces a Metadynasty."""
_PERHAPS_NONE = later(r"\bmeta-?dynast|\b(?:no|without an?) emperor\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Emperor:
    """Who headed the dynasty: a name, None if nobody did, and whether that is known at all."""

    name: str | None
    known: bool = True


UNKNOWN = Emperor(None, known=False)


def _plain(text: str) -> str:
    """The words of a text, each between spaces."""
    return f" {_NO_WORD.sub(' ', text).strip().casefold()} "


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def _made(posts: Sequence[DatedPost], start: datetime, end: datetime) -> Sequence[DatedPost]:
    """Those of some posts, oldest first, that were made from one moment to another, either
    included.
    """
    return posts[
        bisect_left(posts, start, key=by_posting) : bisect_right(posts, end, key=by_posting)
    ]


class Timeline:
    """The posts of a view that existed at its time, oldest first, as they stood then; those without
    a readable date are in ``undated``. A post resolved later than ``as_of`` is pending; comments
    made later are left out by :mod:`validators.voting.vote_tally`.
    """

    def __init__(self, view: GameView) -> None:
        self.as_of, self._view = view.as_of, view
        self.seen: Coverage = view.coverage
        self.undated = tuple(post for post in view.posts if post.posted is None)
        posts = [
            post
            for post in map(dated, view.posts)
            if post is not None and post.posted <= view.as_of
        ]
        self._minutes = MinuteOrder(posts, view.read.lists)
        stood = [
            self._as_it_stood(post)
            for post in sorted(map(self._minutes.placed, posts), key=by_order)
        ]
        enacted = [
            post
            for post in stood
            if post.category is Category.DOV and post.status is Status.ENACTED
        ]
        self._enacted = sorted(
            ((dov.end, dov) for dov in enacted if dov.end is not NEVER), key=_when
        )
        """When which DoV was enacted, in that order."""
        self._enacted_sometime = [dov for dov in enacted if dov.end is NEVER]
        rules = view.rules
        fails_others = rules is not None and rules.voting.dov_fails_others.value
        self.posts = tuple(map(self._failed_by_law, stood) if fails_others else stood)

    def _as_it_stood(self, post: DatedPost) -> DatedPost:
        if post.closed is None or post.closed <= self.as_of or misdated(post):
            return post
        if self.impossible(post.closed, post.key):
            return replace(post, closed=None)
        return replace(post, status=Status.PENDING, closed=None, note=None)

    def impossible(self, moment: datetime, key: str) -> bool:
        """Whether a time on the page of a post is later than the page was seen, and than the
        view.
        """
        return moment > self.as_of and not self.seen.current(moment, key)

    def _failed_by_law(self, post: DatedPost) -> DatedPost:
        """A DoV with the moment at which the enactment of another failed it, if one did."""
        if post.category is not Category.DOV or post.status is Status.ENACTED:
            return post
        ends = (at for at, _ in self._enacted if post.posted + MINUTE <= at <= post.end)
        return replace(post, failed_with=next(ends, None))

    def perhaps_failed_with(self, dov: DatedPost) -> DatedPost | None:
        """An enacted DoV with which a pending one may have failed: it was enacted in the minute in
        which that was posted, or at a time that is unknown.
        """
        since = dov.posted - QUEUE_LOOKBACK
        tied = (other for at, other in self._enacted if _minute(at) == dov.posted)
        untimed = (other for other in self._enacted_sometime if other.posted >= since)
        still = dov.failed_with is None and dov.status is Status.PENDING
        return next(chain(tied, untimed), None) if still else None

    # Posts

    @cached_property
    def _of(self) -> dict[tuple[MatterKind, str], list[DatedPost]]:
        """The matters of every kind (beside ""), and of every kind and author."""
        found: dict[tuple[MatterKind, str], list[DatedPost]] = {}
        for post in self.posts:
            kind = post.category.matter
            if kind is not None:
                found.setdefault((kind, ""), []).append(post)
                found.setdefault((kind, name_key(post.author)), []).append(post)
        return found

    def of(self, kind: MatterKind, author: str = "") -> Sequence[DatedPost]:
        """The matters of one kind, of one author if one is given, oldest first."""
        return self._of.get((kind, name_key(author)), ())

    @cached_property
    def matters(self) -> tuple[DatedPost, ...]:
        """Every votable matter, oldest first."""
        return tuple(post for post in self.posts if post.category.matter is not None)

    @cached_property
    def unreliable(self) -> tuple[UnreliableTimes, ...]:
        """The stretches of time in which the times of posts and of resolutions cannot be
        compared.
        """
        return tuple(unreliable_times(self.matters))

    @cached_property
    def addresses(self) -> tuple[DatedPost, ...]:
        """Every Ascension Address, oldest first."""
        return tuple(post for post in self.posts if post.category is Category.ASCENSION)

    def before(self, one: DatedPost, other: DatedPost) -> bool | None:
        """Whether ``one`` was posted before ``other``; None if both are of one minute and no list
        tells.
        """
        unknown = (
            one.posted == other.posted and one.key != other.key and not self._minutes.known(one)
        )
        return None if unknown else one.order < other.order

    def unordered(self, post: DatedPost) -> bool:
        """Whether another one of its minute that may make it an illegal post may have come first,
        as no list tells. Of a DoV that is an Ascension Address, of a Proposal also a DoV or another
        Proposal of its author.
        """
        bearing = (
            {Category.ASCENSION}
            if post.category is Category.DOV
            else {Category.ASCENSION, Category.DOV}
        )
        beside = (
            other
            for other in _made(self.posts, post.posted, post.posted)
            if self.before(other, post) is None
        )
        return any(
            other.category in bearing
            or (
                other.category is post.category is Category.PROPOSAL
                and same_name(other.author, post.author)
            )
            for other in beside
        )

    # What was pending, and what its author had made before

    def pending(
        self, kind: MatterKind, moment: datetime, start: datetime = NEVER, author: str = ""
    ) -> Iterator[DatedPost]:
        """The Proposals or DoVs, made since ``start``, that were pending at a moment, the youngest
        first.
        """
        since = max(
            start, moment - LONGEST
        )  # nothing that is resolved by then was pending for longer: dated_posts.misdated
        recent = reversed(_made(self.of(kind, author), since, moment))
        still = (
            post
            for post in self._still_pending
            if post.category.matter is kind and same_name(post.author, author or post.author)
        )
        return (
            post
            for post in chain(recent, (old for old in still if start <= old.posted < since))
            if post.pending_at(moment)
        )

    @cached_property
    def _still_pending(self) -> list[DatedPost]:
        """The matters that are pending now, the youngest first."""
        return [post for post in reversed(self.matters) if post.status is Status.PENDING]

    def older_pending(
        self,
        post: DatedPost,
        moment: datetime,
        counted: timedelta | None,
        *,
        before: bool | None = True,
    ) -> Iterator[DatedPost]:
        """Proposals known to be older than one that were pending at a moment, and not for longer
        than ``counted``; the youngest first. With ``before`` None those of its minute that may be
        older, as no list tells.
        """
        found = self.pending(
            MatterKind.PROPOSAL, moment, NEVER if counted is None else moment - counted
        )
        return (
            other
            for other in found
            if other.posted <= post.posted and self.before(other, post) is before
        )

    def of_author(
        self, post: DatedPost, start: datetime, *, pending: bool = False
    ) -> list[DatedPost]:
        """The Proposals that the author of one had made since a moment and before it, oldest first;
        of those of its minute whose order no list tells those that are sorted before it. With
        ``pending`` only those that were pending when it was submitted.
        """
        kind, author, at = MatterKind.PROPOSAL, post.author, post.posted
        own = (
            reversed([*self.pending(kind, at, start, author)])
            if pending
            else _made(self.of(kind, author), start, at)
        )
        return [other for other in own if other.order < post.order]

    def unended(self, post: DatedPost, start: datetime) -> list[DatedPost]:
        """Matters made between a moment and a post, oldest first, whose time of resolution is not
        certain; or before, if dated later.
        """

        def perhaps(other: DatedPost) -> bool:
            ended = (
                other.closed
                if other.closed is not None and other.closed <= other.posted + YEAR
                else NEVER
            )
            return other.order < post.order and (other.posted >= start or ended > post.posted)

        return [other for other in self._unended if perhaps(other)]

    @cached_property
    def _unended(self) -> list[DatedPost]:
        return [post for post in self.matters if post.end is NEVER]

    # Dynasties

    def enacted_since(self, moment: datetime) -> DatedPost | None:
        """The first DoV that was enacted after a moment."""
        return next((dov for at, dov in self._enacted if at > moment), None)

    def judged_in(self, post: DatedPost) -> DatedPost | None:
        """An enacted CfJ, not older than a post, that names it or has its address."""
        subject = _plain(_TAGS.sub(" ", post.subject))
        cfjs = (cfj for cfj in self.of(MatterKind.CFJ) if cfj.status is Status.ENACTED)
        return next(
            (
                cfj
                for cfj in cfjs
                if cfj.posted >= post.posted
                and cfj.key != post.key
                and (
                    (subject.strip() and subject in _plain(f"{cfj.title} {cfj.body}"))
                    or f"/{post.key}" in (cfj.markup or "")
                )
            ),
            None,
        )

    def interregnum_since(
        self, moment: datetime, before: DatedPost | None = None
    ) -> DatedPost | None:
        """The enacted DoV after which, at that moment, no Ascension Address had been posted; else
        None.

        ``before`` is a post made then: an Address of its minute ended the Interregnum unless it was
        posted later. None also if posts since the enactment were not seen, as an Address may be
        among them; see :meth:`hiatus_since`.
        """
        place = bisect_right(self._enacted, moment, key=_when)
        if not place:
            return None
        closed, last = self._enacted[place - 1]
        addresses = self.addresses_between(_minute(closed), moment)
        ended = any(before is None or self.before(each, before) is not False for each in addresses)
        return None if ended or not self.seen.reaches(_minute(closed), moment) else last

    def shows_pending(self, moment: datetime) -> bool:
        """Whether everything that may have been pending at a moment was seen."""
        return self.seen.reaches(moment - QUEUE_LOOKBACK, moment)

    def hiatus_since(self, moment: datetime) -> datetime:
        """Since when posts have to be seen to know whether there was a hiatus at a moment. An
        Ascension Address ended what was before it; a DoV that was enacted may have been followed by
        one.
        """
        place, start = bisect_right(self._enacted, moment, key=_when), moment - QUEUE_LOOKBACK
        enacted = _minute(self._enacted[place - 1][0]) if place else NEVER
        address = max(
            (each.posted for each in self.addresses_between(NEVER, moment)), default=NEVER
        )
        return min(start, enacted) if address < enacted else max(start, address)

    def unfinished_address(self, moment: datetime) -> DatedPost | None:
        """An Ascension Address of the day before a moment, unless its author has changed the
        Ruleset since and does not change it again that day: an Interregnum can end only when all
        that belongs to the Address has been done.
        """
        address = next(reversed(self.addresses_between(moment - _DAY, moment)), None)
        if address is None:
            return None
        made, author = address.posted, address.author
        edits = (each.revision for each in self._view.read.stood)
        times = [
            edit.timestamp
            for edit in edits
            if same_name(edit.user or "", author) and made <= edit.timestamp <= made + _DAY
        ]
        over = self.as_of > made + _DAY
        return None if over and times and max(times) <= moment else address

    def perhaps_interregnum(self, moment: datetime) -> DatedPost | None:
        """An enacted DoV whose time of enactment is unknown, if no Ascension Address has been
        posted since it was made.
        """
        last = next((dov for dov in reversed(self._enacted_sometime) if dov.posted <= moment), None)
        return None if last is None or self.addresses_between(last.posted, moment) else last

    def addresses_between(self, start: datetime, end: datetime) -> Sequence[DatedPost]:
        """The Ascension Addresses that were made from one moment to another, either included."""
        return _made(self.addresses, start, end)

    @cached_property
    def _reigns(self) -> list[tuple[datetime, Emperor]]:
        """Since when who was Emperor, as far as the posts tell: the author of a DoV from its
        enactment on, then whoever makes the Address, also one of that minute. That is unknown once
        the mantle may have been passed, while no time of enactment is known, and after an Address
        by another author without a DoV between them.
        """
        crownings = [(_minute(at), 0, at, dov) for at, dov in self._enacted]
        crownings += ((dov.posted, 0, dov.posted, dov) for dov in self._enacted_sometime)
        addresses = ((post.posted, 1, post.posted, post) for post in self.addresses)
        events = sorted((*crownings, *addresses), key=lambda event: event[:3])
        found: list[tuple[datetime, Emperor]] = []
        expected: str | None = None
        for place, (_, is_address, at, post) in enumerate(events):
            start = max(at, found[-1][0]) if found else at
            if is_address:
                own = expected is None or same_name(expected, post.author)
                found.append((start, self._head(post) if own else UNKNOWN))
                expected = post.author
                continue
            until, by_address, _, after = (*events, (self.as_of, 0, self.as_of, post))[place + 1]
            passed = min((at for at in self._passings(post, start) if at <= until), default=None)
            if post.end is NEVER or (by_address and not same_name(after.author, post.author)):
                passed = start if passed is None or post.end is NEVER else passed
            found.append((start, Emperor(post.author)))
            found += [] if passed is None else [(passed, UNKNOWN)]
            expected = "" if post.end is NEVER else None
        return found

    def _passings(self, dov: DatedPost, start: datetime) -> Iterator[datetime]:
        """When the mantle may have been passed since a DoV was enacted: by a post of its author, or
        by an enacted CfJ.
        """
        for post in _made(self.posts, _minute(start), self.as_of):
            own = same_name(post.author, dov.author) and post.category.matter is None
            if own and post.category is not Category.ASCENSION:
                yield max(post.posted, start)
        for cfj in self.of(MatterKind.CFJ):
            enacted = cfj.posted if cfj.end is NEVER else cfj.end
            if cfj.status is Status.ENACTED and enacted >= start:
                yield enacted

    def _head(self, address: DatedPost) -> Emperor:
        """The Emperor by an Address: its author, nobody where a sentence of it says so, and unknown
        where it may say so.
        """
        text = f"{address.title}\n{address.body}"
        terms = None if self._view.rules is None else self._view.rules.terms
        office = re.escape((terms and terms.emperor) or "emperor")
        said = re.sub(rf"\b{office}\b", "emperor", text, flags=re.IGNORECASE)
        if any(_NO_EMPEROR.fullmatch(sentence.strip()) for sentence in _SENTENCE.findall(said)):
            return Emperor(None)
        return UNKNOWN if _PERHAPS_NONE.search(said) else Emperor(address.author)

    def emperor_at(self, moment: datetime) -> Emperor:
        """The Emperor at a moment: as configured, else the author of the last Ascension Address.
        The configured Emperor is that of now: of the time before the last crowning or Address, else
        before the posts that were seen, only the posts tell.
        """
        first = self.as_of if self.seen.since is None else min(self.seen.since, self.as_of)
        if self._view.read.emperor is not None and moment >= (
            self._reigns[-1][0] if self._reigns else first
        ):
            return Emperor(self._view.read.emperor or None)
        place = bisect_right(self._reigns, moment, key=_when)
        if not place or not self.seen.reaches(self._reigns[place - 1][0], moment):
            return UNKNOWN  # nobody crowned is known, or somebody else may have been since
        return self._reigns[place - 1][1]

    def emperor_for(self, post: DatedPost) -> Emperor:
        """The Emperor whom the votes on a matter follow: now, or just before its resolution (which
        may crown another).
        """
        if post.status is Status.PENDING:
            return self.emperor_at(self.as_of)
        end = post.posted if post.closed is None or misdated(post) else post.closed
        return self.emperor_at(end - _JUST_BEFORE)

    @cached_property
    def rosters(self) -> RosterHistory:
        """The roster over time."""
        return RosterHistory(self._view)
