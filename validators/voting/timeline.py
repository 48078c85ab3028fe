"""The posts of a game over time: at any moment, which posts existed, which matters were pending,
and who was Emperor.
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
from parsers.ruleset.ruleset_model import Ruleset
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
    longest_pending,
    misdated,
    unreliable_times,
)
from validators.voting.rosters import RosterHistory
from validators.voting.rules_then import RulesThen

MINUTE = timedelta(minutes=1)
"""Entry dates have no seconds: only lists of posts show the order within one minute."""

_DAY = timedelta(days=1)
_JUST_BEFORE = timedelta(microseconds=1)
_when = itemgetter(0)

_TAGS = later(r"\[[^\[\]]*\]")
_NO_WORD = later(r"\W+")
_OFFICE = "\x04"
"""Stands for every word for the Emperor; no name has it."""
_SENTENCE = later(r"[^.!?;\n]+")
_NO_EMPEROR = later(
    r"(?:this|it|this dynasty|the new dynasty) (?:is|will be|shall be) an? (?:new |first"
    r" |second |third |\w+th |\d+(?:st|nd|rd) )?meta-?dynasty"
    r"|(?:the )?(?:new |first |second |third |\w+th |\d+(?:st|nd|rd) )?meta-?dynasty"
    r" (?:begins|starts)(?: now| today)?"
    rf"|there (?:is|will be|shall be) no {_OFFICE}(?: (?:in|during|for) this (?:meta-?)?dynasty)?"
    rf"|(?:this|the new) dynasty (?:has|will have|shall have) no {_OFFICE}",
    re.IGNORECASE,
)
"""A whole sentence of an Address that announces a Metadynasty."""
_METADYNASTY = later(r"\bmeta-?dynast", re.IGNORECASE)
_BEFORE_SUBJECT = (
    r"after|and|at|because|before|but|by|for|from|if|in|into|not|of|on|once|only|or|since|than"
    r"|that|then|to|unless|until|via|when|whenever|where|which|while|with"
)
_NEW_HOLDER = later(
    rf"\b(?!(?:the|an?)\s)\w+\s+{_OFFICE}"  # "serves as Emperor"
    rf"|\b(?!(?:{_BEFORE_SUBJECT})\s)\w+\s+(?:the|an?)\s+{_OFFICE}"  # "becomes the Emperor"
    r"(?!['’]|\s+(?:\d+|an?|can|cannot|has|may|must|shall|should|will)\b)"  # ", each day the Emperor may"
    rf"|{_OFFICE}(?:\s*:|\s+(?:\w+\s+)?(?:am|are|be|becomes?|is|was)\b)"  # "the Emperor is now"
)
_ABDICATION = later(
    rf"\A\s*(?:the\s+)?{_OFFICE}(?:\s+\w+){{1,2}}\s*\Z"  # "The Emperor quits"
    r"|\b(?:abdicat|coronat|crown|depos(?!it)|mantle|pass\w* (?:on )?the role|resign|steps? (?:down|aside)"
    r"|success(?:ion|or)|thron)"
)
_AUTHOR = later(r"\b(?:i|me|my|myself|author|proposer)\b")
_PERHAPS_NONE = later(rf"\bmeta-?dynast|\b(?:no|without an?) {_OFFICE}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Emperor:
    """The Emperor: the name, None if there was none or it is not ``known``."""

    name: str | None
    known: bool = True


UNKNOWN = Emperor(None, known=False)


def _plain(text: str) -> str:
    """Return the words of a text, each between spaces."""
    return f" {_NO_WORD.sub(' ', text).strip().casefold()} "


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def _with_office(post: DatedPost, offices: re.Pattern[str]) -> str:
    """Return the text of a post with one sign for the words for the Emperor."""
    return offices.sub(_OFFICE, f"{post.title}.\n{post.body}")


def _made(posts: Sequence[DatedPost], start: datetime, end: datetime) -> Sequence[DatedPost]:
    """Return the posts (given oldest first) made between two moments, both included."""
    return posts[
        bisect_left(posts, start, key=by_posting) : bisect_right(posts, end, key=by_posting)
    ]


class Timeline:
    """The posts of a view as of its time, oldest first; ``undated`` are those without a readable
    date. A post resolved later than ``as_of`` counts as pending. Later comments are left out by
    :mod:`validators.voting.vote_tally`.
    """

    def __init__(self, view: GameView) -> None:
        self.as_of, self._view = view.as_of, view
        self.rules_then = RulesThen(view)
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
        """The times of enactment and the enacted DoVs, in chronological order."""
        self._enacted_sometime = [dov for dov in enacted if dov.end is NEVER]
        self.posts = tuple(map(self._failed_by_law, stood))

    def _as_it_stood(self, post: DatedPost) -> DatedPost:
        if post.closed is None or post.closed <= self.as_of or misdated(post):
            return post
        if self.impossible(post.closed, post.key):
            return replace(post, closed=None)
        return replace(post, status=Status.PENDING, closed=None, note=None)

    def impossible(self, moment: datetime, key: str) -> bool:
        """Return whether a time on the page of a post is later than both the pull of the page and
        the view.
        """
        return moment > self.as_of and not self.seen.current(moment, key)

    def _failed_by_law(self, post: DatedPost) -> DatedPost:
        """Return a DoV with the moment at which the enactment of another one failed it, if any;
        other posts unchanged.
        """
        if post.category is not Category.DOV or post.status is Status.ENACTED:
            return post
        ends = (at for at, _ in self._enacted if post.posted + MINUTE <= at <= post.end)
        by_law = (
            at for at in ends if (rules := self._rules(at)) and rules.voting.dov_fails_others.value
        )
        return replace(post, failed_with=next(by_law, None))

    def _rules(self, moment: datetime) -> Ruleset | None:
        """Return the rules of a moment, today's if they are unknown."""
        return self.rules_then.at(moment)[0] or self._view.rules

    def perhaps_failed_with(self, dov: DatedPost) -> DatedPost | None:
        """Return an enacted DoV that may have failed a pending one, because it was enacted in the
        minute in which the other was posted or at an unknown time; None if there is none.
        """
        since = dov.posted - QUEUE_LOOKBACK
        tied = (other for at, other in self._enacted if _minute(at) == dov.posted)
        untimed = (other for other in self._enacted_sometime if other.posted >= since)
        still = dov.failed_with is None and dov.status is Status.PENDING
        return next(chain(tied, untimed), None) if still else None

    # Posts

    @cached_property
    def _of(self) -> dict[tuple[MatterKind, str], list[DatedPost]]:
        """The matters by kind and author; the author "" stands for all."""
        found: dict[tuple[MatterKind, str], list[DatedPost]] = {}
        for post in self.posts:
            kind = post.category.matter
            if kind is not None:
                found.setdefault((kind, ""), []).append(post)
                found.setdefault((kind, name_key(post.author)), []).append(post)
        return found

    def of(self, kind: MatterKind, author: str = "") -> Sequence[DatedPost]:
        """Return the matters of one kind, optionally of one author, oldest first."""
        return self._of.get((kind, name_key(author)), ())

    @cached_property
    def matters(self) -> tuple[DatedPost, ...]:
        """Every votable matter, oldest first."""
        return tuple(post for post in self.posts if post.category.matter is not None)

    @cached_property
    def unreliable(self) -> tuple[UnreliableTimes, ...]:
        """The periods in which the times of posts and resolutions cannot be compared."""
        return tuple(unreliable_times(self.matters))

    @cached_property
    def addresses(self) -> tuple[DatedPost, ...]:
        """Every Ascension Address, oldest first."""
        return tuple(post for post in self.posts if post.category is Category.ASCENSION)

    def before(self, one: DatedPost, other: DatedPost) -> bool | None:
        """Return whether ``one`` was posted before ``other``; None if both were posted in one
        minute and no list shows their order.
        """
        unknown = (
            one.posted == other.posted and one.key != other.key and not self._minutes.known(one)
        )
        return None if unknown else one.order < other.order

    def unordered(self, post: DatedPost) -> bool:
        """Return whether another post of the same minute may have come first and made a post
        illegal, because no list shows their order. For a DoV that is an Ascension Address; for a
        Proposal also a DoV, or another Proposal of its author.
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

    # Pending matters, and earlier matters of an author

    def pending(
        self, kind: MatterKind, moment: datetime, start: datetime = NEVER, author: str = ""
    ) -> Iterator[DatedPost]:
        """Yield the Proposals or DoVs made since ``start`` that were pending at a moment, latest
        first.
        """
        # No resolved matter was pending for longer: see dated_posts.misdated.
        since = max(start, moment - LONGEST)
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
        """The matters pending now, latest first."""
        return [post for post in reversed(self.matters) if post.status is Status.PENDING]

    def older_pending(
        self,
        post: DatedPost,
        moment: datetime,
        counted: timedelta | None,
        *,
        before: bool | None = True,
    ) -> Iterator[DatedPost]:
        """Yield the Proposals older than a given one that were pending at a moment, for no longer
        than ``counted``, latest first. If ``before`` is None, yield instead those of the same
        minute that may be older, because no list shows their order.
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
        """Return the Proposals that the author of a post made from a moment on and before it,
        oldest first. Of the posts of one minute in unknown order, those count that are sorted
        before it. ``pending``: only those that were pending when it was submitted.
        """
        kind, author, at = MatterKind.PROPOSAL, post.author, post.posted
        proposals = (
            reversed([*self.pending(kind, at, start, author)])
            if pending
            else _made(self.of(kind, author), start, at)
        )
        return [other for other in proposals if other.order < post.order]

    def unended(self, post: DatedPost, start: datetime) -> list[DatedPost]:
        """Return the matters made before a post whose time of resolution is uncertain, oldest
        first: those made from a moment on, and those dated as resolved after the post.
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
        """Return the first DoV enacted after a moment."""
        return next((dov for at, dov in self._enacted if at > moment), None)

    def judged_in(self, post: DatedPost) -> DatedPost | None:
        """Return an enacted CfJ, not older than a post, that names the post or links to it; None if
        there is none.
        """
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
        """Return the enacted DoV that began the Interregnum of a moment; None if there was none, or
        if posts since the enactment are missing, because an Ascension Address may be among them
        (see :meth:`hiatus_since`).

        ``before`` is a post of that moment: an Address of the same minute ended the Interregnum
        unless it was posted later.
        """
        place = bisect_right(self._enacted, moment, key=_when)
        if not place:
            return None
        closed, last = self._enacted[place - 1]
        addresses = self.addresses_between(_minute(closed), moment)
        ended = any(before is None or self.before(each, before) is not False for each in addresses)
        return None if ended or not self.seen.reaches(_minute(closed), moment) else last

    def shows_pending(self, moment: datetime) -> bool:
        """Return whether all matters that may have been pending at a moment were seen."""
        return self.seen.reaches(moment - QUEUE_LOOKBACK, moment)

    def hiatus_since(self, moment: datetime) -> datetime:
        """Return the time since which all posts are needed to know whether there was a hiatus at a
        moment. An Ascension Address ended any earlier hiatus, unless a DoV was enacted after it.
        """
        place, start = bisect_right(self._enacted, moment, key=_when), moment - QUEUE_LOOKBACK
        enacted = _minute(self._enacted[place - 1][0]) if place else NEVER
        address = max(
            (each.posted for each in self.addresses_between(NEVER, moment)), default=NEVER
        )
        return min(start, enacted) if address < enacted else max(start, address)

    def unfinished_address(self, moment: datetime) -> DatedPost | None:
        """Return an Ascension Address of the day before a moment, if the Interregnum may not have
        ended yet, because everything in the Address must be done first; else None. It has ended if
        the author of the Address has changed the Ruleset since, and does not change it again that
        day.
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
        """Return the last DoV enacted at an unknown time, if no Ascension Address has been posted
        since the DoV; else None.
        """
        last = next((dov for dov in reversed(self._enacted_sometime) if dov.posted <= moment), None)
        return None if last is None or self.addresses_between(last.posted, moment) else last

    def addresses_between(self, start: datetime, end: datetime) -> Sequence[DatedPost]:
        """Return the Ascension Addresses made between two moments, both included."""
        return _made(self.addresses, start, end)

    @cached_property
    def _reigns(self) -> list[tuple[datetime, Emperor]]:
        """Emperors with their start times, as far as the posts show: the author of a DoV from its
        enactment on if the rules say so, then the author of the Address, which may be of the same
        minute. The Emperor is unknown once the mantle may have been passed, while a time of
        enactment is unknown, after an Address of somebody whom nothing named since, and once an
        enacted matter may have changed who it is.
        """
        crownings = [(_minute(at), 0, at, dov) for at, dov in self._enacted]
        crownings += ((dov.posted, 0, dov.posted, dov) for dov in self._enacted_sometime)
        addresses = ((post.posted, 1, post.posted, post) for post in self.addresses)
        events = sorted((*crownings, *addresses), key=lambda event: event[:3])
        found: list[tuple[datetime, Emperor]] = []
        expected: str | None = None
        for place, (_, is_address, at, post) in enumerate(events):
            start = max(at, found[-1][0]) if found else at
            until, by_address, _, after = (*events, (self.as_of, 0, self.as_of, post))[place + 1]
            if is_address:
                as_expected = expected is None or same_name(expected, post.author)
                found.append((start, self._head(post, until) if as_expected else UNKNOWN))
                expected = post.author if as_expected else expected
                replaced = self._replaced(post, start, until)
                found += [] if replaced is None else [(replaced, UNKNOWN)]
                continue
            passings = [each for each in self._passings(post, start) if each[0] <= until]
            passed = min(map(_when, passings), default=None)
            to_other = any(
                same_name(name, after.author)
                for _, passing in passings
                for name in self.rosters.named_in(passing)
            )
            expected = after.author if to_other else post.author
            if post.end is NEVER or (by_address and not same_name(after.author, post.author)):
                passed = start if passed is None or post.end is NEVER else passed
            rules = self._rules(at)
            crowned = rules is not None and rules.voting.dov_crowns_author.value
            found.append((start, Emperor(post.author) if crowned else UNKNOWN))
            found += [] if passed is None else [(passed, UNKNOWN)]
            expected = "" if post.end is NEVER else expected
        return found

    def _passings(self, dov: DatedPost, start: datetime) -> Iterator[tuple[datetime, DatedPost]]:
        """Yield what may have passed the mantle since the enactment of a DoV, with the time: a post
        of its author, or an enacted CfJ.
        """
        for post in _made(self.posts, _minute(start), self.as_of):
            by_victor = same_name(post.author, dov.author) and post.category.matter is None
            if by_victor and post.category is not Category.ASCENSION:
                yield max(post.posted, start), post
        for cfj in self.of(MatterKind.CFJ):
            enacted = cfj.posted if cfj.end is NEVER else cfj.end
            if cfj.status is Status.ENACTED and enacted >= start:
                yield enacted, cfj

    def _replaced(self, address: DatedPost, start: datetime, until: datetime) -> datetime | None:
        """Return the first time between two moments at which the enactment of a Proposal or CfJ may
        have changed who is Emperor; None if there is none.
        """
        return min(
            (
                at
                for at, post in self._enacted_matters(start)
                if start <= at <= until
                and self._may_replace(post, address.author, self._offices(at, until))
            ),
            default=None,
        )

    def _may_replace(self, post: DatedPost, emperor: str, offices: re.Pattern[str]) -> bool:
        """Return whether a matter is about a Metadynasty or a new Emperor, or has the office and
        somebody else in one sentence.
        """
        names = self.rosters.known_names
        text = names.marked(_with_office(post, offices))
        if _METADYNASTY.search(text) or _NEW_HOLDER.search(text):
            return True
        by_other = not same_name(post.author, emperor)
        return any(
            _ABDICATION.search(sentence)
            or (by_other and _AUTHOR.search(sentence))
            or any(not same_name(name, emperor) for name in names.read(sentence))
            for sentence in _SENTENCE.findall(text)
            if _OFFICE in sentence
        )

    def _enacted_matters(self, start: datetime) -> Iterator[tuple[datetime, DatedPost]]:
        """Yield the enacted Proposals and CfJs with their times of enactment, or, where that is
        unknown, the first possible time since ``start``.
        """
        for post in (*self.of(MatterKind.PROPOSAL), *self.of(MatterKind.CFJ)):
            if post.status is not Status.ENACTED:
                continue
            if post.end is not NEVER:
                yield post.end, post
            elif post.posted >= start - longest_pending(post):
                yield max(post.posted, start), post

    def _offices(self, *moments: datetime) -> re.Pattern[str]:
        """Return an expression for the words for the Emperor at some moments and now."""
        rules = (self._view.rules, *map(self._rules, moments))
        words = {(each and each.terms and each.terms.emperor) or "Emperor" for each in rules}
        spelt = sorted({"Emperor", *words}, key=len, reverse=True)
        any_word = "|".join(r"\s+".join(map(re.escape, word.split())) for word in spelt)
        return re.compile(rf"\b(?:{any_word})s?\b", re.IGNORECASE)

    def _head(self, address: DatedPost, until: datetime) -> Emperor:
        """Return the Emperor according to an Address: its author, none if one of its sentences
        announces a Metadynasty, unknown if one may do so.
        """
        statement = _with_office(address, self._offices(address.posted, until))
        if any(
            _NO_EMPEROR.fullmatch(sentence.strip()) for sentence in _SENTENCE.findall(statement)
        ):
            return Emperor(None)
        return UNKNOWN if _PERHAPS_NONE.search(statement) else Emperor(address.author)

    def emperor_at(self, moment: datetime) -> Emperor:
        """Return the Emperor at a moment: the configured one, else the one that the posts show. The
        configured Emperor is the current one; only the posts count for times before the last
        crowning or Address, or before the earliest post seen.
        """
        first = self.as_of if self.seen.since is None else min(self.seen.since, self.as_of)
        if self._view.read.emperor is not None and moment >= (
            self._reigns[-1][0] if self._reigns else first
        ):
            return Emperor(self._view.read.emperor or None)
        place = bisect_right(self._reigns, moment, key=_when)
        if not place or not self.seen.reaches(self._reigns[place - 1][0], moment):
            return UNKNOWN  # no crowning is known, or there may have been another one since
        return self._reigns[place - 1][1]

    def emperor_for(self, post: DatedPost) -> Emperor:
        """Return the Emperor whom the votes on a matter follow: the current one for a pending
        matter, else the one just before the resolution (which can crown another).
        """
        if post.status is Status.PENDING:
            return self.emperor_at(self.as_of)
        end = post.posted if post.closed is None or misdated(post) else post.closed
        return self.emperor_at(end - _JUST_BEFORE)

    @cached_property
    def rosters(self) -> RosterHistory:
        """The roster over time."""
        return RosterHistory(self._view)
