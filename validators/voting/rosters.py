"""The roster over time: who was active or idle at a moment, with the evidence from sidebars and
announcements.

A past roster is known if announcements connect it with a sidebar without a contradiction. A player
who is active on the next sidebar was active before, unless some evidence shows otherwise. For an
idle player there must be evidence of when they became idle.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from itertools import pairwise
from operator import attrgetter

from parsers.blog.announcements import Announcement, KnownNames, NewsKind, read_announcement
from parsers.model import Category, Post, Roster, name_key
from validators.reason_wording import RosterFact, RosterKind
from validators.view import QUEUE_LOOKBACK, GameView, SeenRoster
from validators.voting.dated_posts import ALWAYS, DatedPost, by_posting, earlier, unseen_comments
from validators.voting.roster_events import (
    ANSWERED,
    AROUND,
    CHANGES,
    DONE,
    Players,
    RosterChange,
    RosterEvidence,
    RosterStatus,
    RosterStatusThen,
    changes_of,
    in_order,
    status_at,
)
from validators.wording import Doubt, DoubtKind, doubt, fact
from validators.words import listed

_at, _last_seen = attrgetter("at"), attrgetter("last_seen")


_IDLING = re.compile(r"idl|tim(?:es?|ed) out", re.IGNORECASE)
_OTHERS = re.compile(
    r"\b(?:every\w*|others?|all|any\w*|rest|several|some\w*|both|more|players)\b", re.IGNORECASE
)


_PLAYING = timedelta(days=7)
"""The time before a moment in which a move shows that somebody was a Player at the moment, unless
announced otherwise.
"""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Contradictory evidence on somebody, or a stated number of players that does not match the
    evidence (then ``name`` is "").
    """

    name: str
    at: datetime
    stands: RosterFact
    post: Post


@dataclass(frozen=True)
class RosterThen:
    """The most likely roster of a moment. ``unsettled`` are the people whose status is uncertain,
    with the reasons; ``doubts`` are other doubts.
    """

    roster: Roster
    unsettled: Mapping[str, RosterFact] = field(default_factory=dict)
    doubts: tuple[Doubt, ...] = ()

    @property
    def known(self) -> bool:
        """True if every Player of that time is known."""
        return not self.unsettled and not self.doubts

    @property
    def sure(self) -> Roster:
        """The roster without people whose status is uncertain."""
        return replace(
            self.roster,
            active=tuple(name for name in self.roster.active if name not in self.unsettled),
        )

    @property
    def why(self) -> tuple[Doubt, ...]:
        """All doubts about it, those about people first."""
        reasons: dict[RosterFact, list[str]] = {}
        for name, why in self.unsettled.items():
            reasons.setdefault(why, []).append(name)
        of_people = (
            doubt(DoubtKind.ROSTER_THEN_OF, names=listed(names), why=why)
            for why, names in reasons.items()
        )
        return (*of_people, *self.doubts)


def sidebar_of(sidebars: Sequence[SeenRoster], moment: datetime) -> SeenRoster | None:
    """Return the sidebar that was shown at a moment: the one seen both before and after it, else
    the latest of all if it was first seen by then. None if that is unknown.
    """
    before = [each for each in sidebars if each.first_seen <= moment]
    latest = max(sidebars, key=_last_seen, default=None)
    found = max(before, key=_last_seen, default=None)
    return found if found is latest or (found and found.last_seen >= moment) else None


class RosterHistory:
    """The evidence of who was a Player at which time. ``contradictions`` are oldest first."""

    def __init__(self, view: GameView) -> None:
        self._coverage, self._as_of = view.coverage, view.as_of
        sidebars = view.read.rosters or (
            () if view.roster is None else (SeenRoster(view.roster, view.as_of, view.as_of),)
        )
        self._sidebars = sorted(sidebars, key=_last_seen)
        self._end = max([view.as_of, *map(_last_seen, self._sidebars)])
        self._posts = [
            post for post in view.posts if post.posted is not None and post.posted <= self._end
        ]
        self.known_names = KnownNames(
            _everybody(self._sidebars, self._posts), view.roster.also if view.roster else ()
        )
        self._spelt = {name_key(name): name for name in self.known_names.names}
        found: dict[str, list[RosterEvidence]] = {key: [*self._shown(key)] for key in self._spelt}
        stated = [*self._read_posts(found)]
        self.signs = {key: in_order(signs) for key, signs in found.items()}
        """The evidence on each person, by folded name, in chronological order."""
        self.contradictions = tuple(
            sorted((*self._miscounts(stated), *self._disagreements()), key=_at)
        )

    # Reading

    def _shown(self, key: str) -> Iterator[RosterEvidence]:
        """Yield the status of somebody on each sidebar, at the times when it was first and last
        seen.
        """
        for sidebar in self._sidebars:
            standing = Players(sidebar.roster).standing(key)
            for at in dict.fromkeys((sidebar.first_seen, sidebar.last_seen)):
                yield RosterEvidence(at, standing, standing, at)

    def _read_posts(
        self, found: dict[str, list[RosterEvidence]]
    ) -> Iterator[tuple[datetime, Announcement, Post]]:
        """Add the announcements in every post and comment to ``found``. Yield the time, the
        announcement and the post of those that announce a change and state a number of players.
        """
        appeared, proposed = set[str](), set[str]()
        for post in sorted(self._posts, key=lambda item: (item.posted, -item.position)):
            voteless = post.category.matter is None and post.category is not Category.ASCENSION
            announcements = self._announcements(post, with_entry=voteless)
            for number, (at, author, news) in enumerate(announcements):
                if at is None or at > self._end:
                    continue
                opens = voteless and number == 0
                left_out = {
                    NewsKind.UNCLEAR: not voteless,
                    NewsKind.ASKS_JOIN: not opens or name_key(author) in appeared,
                }
                relevant = [item for item in news.news if not left_out.get(item.kind)]
                for item in relevant:
                    before, after = CHANGES[item.kind]
                    if item.kind is NewsKind.JOINED and name_key(item.name) in proposed:
                        # They had made a matter before, so this welcome does not show when they
                        # joined.
                        before = None
                    sign = RosterEvidence(
                        at, before, after, at, item.kind, post, author, news.requested
                    )
                    found.setdefault(name_key(item.name), []).append(sign)
                if (
                    opens
                    and (news.quorum, news.players) != (None, None)
                    and any(item.kind in DONE for item in relevant)
                ):
                    yield at, news, post
            appeared.update(
                map(name_key, (post.author, *(item.author for item in post.comments or ())))
            )
            if post.category.matter is not None:
                proposed.add(name_key(post.author))

    def _announcements(
        self, post: Post, *, with_entry: bool
    ) -> Iterator[tuple[datetime | None, str, Announcement]]:
        """Yield the time, the author and the announcement of an entry, and of each comment on it
        that mentions idling.
        """
        if with_entry:
            by_entry = read_announcement(post.title, post.body, post.author, self.known_names)
            yield post.posted, post.author, by_entry
        for comment in post.comments or ():
            if "idl" in comment.text.lower():
                by_comment = read_announcement("", comment.text, comment.author, self.known_names)
                yield comment.at, comment.author, by_comment

    # Asking

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who was ever seen, as spelt on the latest sidebar or in their first post."""
        return self.known_names.names

    def of(self, name: str, moment: datetime) -> RosterStatusThen:
        """Return the status of somebody at a moment."""
        return self._status(name_key(name), moment)

    def _status(self, key: str, moment: datetime, around: timedelta = AROUND) -> RosterStatusThen:
        status = status_at(self.signs.get(key, ()), moment, around)
        if status.sure and self._perhaps_back(key, moment):
            return replace(status, sure=False, rests_on=fact(RosterKind.PERHAPS_BACK))
        return status

    def _perhaps_back(self, key: str, moment: datetime) -> bool:
        """Return whether somebody whose first evidence shows an active player may have asked to be
        one only after a moment, in any words. They may have if they wrote something, after the
        moment or within the time in which a request is answered, and then made their first move or
        had no time for one.
        """
        first = next((sign for sign in self.signs.get(key, ()) if sign.before or sign.after), None)
        if first is None or first.at <= moment or first.before is not RosterStatus.ACTIVE:
            return False
        if self._perhaps_announced(key, moment, first.at, by_quorum=True):
            return True
        words, moves = (self._written.get((key, is_move), []) for is_move in (False, True))
        if _first(moves, earlier(moment, _PLAYING)) <= moment:
            return False
        answered = earlier(moment, ANSWERED)
        asked, acted = _first(words, answered), _first(moves, answered)
        if acted < first.at:
            return asked <= acted
        return asked < first.at and _first(words, earlier(first.at, ANSWERED)) < first.at

    def _idle_since(self, key: str, moment: datetime) -> bool:
        """Return whether somebody was certainly idle from a moment until their first evidence,
        which must be a sidebar that lists them as idle. Nobody idled them in between: they wrote
        nothing that may be a request, and any other idling would have been announced.
        """
        first, since = self.signs[key][0], earlier(moment, ANSWERED)
        written = (self._written.get((key, is_move), []) for is_move in (False, True))
        return (
            first.news is None
            and first.before is RosterStatus.IDLE
            and moment < first.at
            and not any(_first(times, since) <= first.at for times in written)
            and not self._perhaps_announced(key, moment, first.at, by_quorum=False)
            and self._all_seen(since, first.at)
        )

    @cached_property
    def _written(self) -> Mapping[tuple[str, bool], list[datetime]]:
        """The times of everybody's entries and comments, oldest first, by their key and whether
        those are moves: votes, or entries that only Players make.
        """
        found = defaultdict[tuple[str, bool], list[datetime]](list)
        for post in self._posts:
            written = [(post.author, post.posted, post.category is not Category.NONE)]
            for comment in post.comments or ():
                votes = any(not icon.quoted for icon in comment.icons)
                written.append((comment.author, comment.at, votes))
            for author, at, is_move in written:
                found[name_key(author), is_move] += [] if at is None else [at]
        return {key: sorted(times) for key, times in found.items()}

    def _perhaps_announced(
        self, key: str, start: datetime, end: datetime, *, by_quorum: bool
    ) -> bool:
        """Return whether a post between two moments may announce a change of somebody, in any
        words: it names them, or names nobody and mentions the quorum. ``by_quorum``: a post that
        names them must mention it, too.
        """
        since = earlier(start, AROUND)
        kinds = [("", True), (key, True), *([] if by_quorum else [(key, False)])]
        return any(_first(self._remarks.get(kind, []), since) <= end for kind in kinds)

    @cached_property
    def _remarks(self) -> Mapping[tuple[str, bool], list[datetime]]:
        """The times of the posts without votes that may announce a change, oldest first, by the
        key of each person named and whether they mention the quorum. Left out are Ascension
        Addresses, and the people whose change was read in the post. The key is "" if a post names
        nobody, unless a change was read in it or it is a Story Post.
        """
        read = defaultdict[str, set[str]](set)
        for key, signs in self.signs.items():
            for sign in signs:
                if sign.post is not None and sign.news in DONE:
                    read[sign.post.key].add(key)
        found = defaultdict[tuple[str, bool], list[datetime]](list)
        for post in sorted(self._posts, key=by_posting):
            if post.posted is None or post.category not in (Category.NONE, Category.STORY):
                continue
            names, told = {*map(name_key, self.named_in(post))}, read[post.key]
            if not (names or told) and post.category is Category.NONE:
                names = {""}
            of_quorum = "quorum" in f"{post.title} {post.body}".casefold()
            for key in names - told:
                found[key, of_quorum].append(post.posted)
        return found

    @cached_property
    def _opaque(self) -> list[Post]:
        """The posts that may hide an announcement, oldest first: they have unread comments, or
        mention idling without naming everybody concerned.
        """

        def hides(post: Post) -> bool:
            unread = any(comment.at is None for comment in post.comments or ())
            text = "\n".join((post.title, post.body, *(each.text for each in post.comments or ())))
            means_more = _OTHERS.search(text) or not self.named_in(post)
            idles = _IDLING.search(text) and means_more
            return bool(unread or unseen_comments(post) or idles)

        return sorted(filter(hides, self._posts), key=by_posting)

    def _all_seen(self, start: datetime, end: datetime) -> bool:
        """Return whether all posts between two moments were seen and every announcement was
        understood.
        """
        first = bisect_left(self._opaque, earlier(start, QUEUE_LOOKBACK), key=by_posting)
        near = self._opaque[first : bisect_right(self._opaque, end, key=by_posting)]
        return self._coverage.reaches(start, end) and not any(
            post.closed is None or post.closed > start for post in near
        )

    def author_doubts(self, post: DatedPost) -> Iterator[Doubt]:
        """Yield a doubt if the author of a matter may not have been a Player when posting it."""
        name, status = post.author, self.of(post.author, post.posted)
        if not name:
            yield doubt(DoubtKind.AUTHOR_UNREAD)
        elif not status.sure:
            yield doubt(DoubtKind.AUTHOR_UNSURE, name=name, why=status.rests_on)
        elif status.standing is not RosterStatus.ACTIVE:
            yield doubt(DoubtKind.AUTHOR_NO_PLAYER, name=name, standing=status.standing)

    def at(self, moment: datetime) -> RosterThen:
        """Return the roster of a moment, with the Admins of the nearest sidebar."""
        active: list[str] = []
        idle: list[str] = []
        unsettled: dict[str, RosterFact] = {}
        for key, name in self._spelt.items():
            signs = self.signs.get(key, ())
            status = self._status(key, moment)
            if not status.sure and not (signs and self._idle_since(key, moment)):
                unsettled[name] = status.rests_on
            if status.standing is not RosterStatus.ABSENT:
                (active if status.standing is RosterStatus.ACTIVE else idle).append(name)
        next_to = next(reversed(self.sidebars_around(moment)), None)
        admins = frozenset() if next_to is None else next_to.roster.admins
        return RosterThen(
            Roster(tuple(active), tuple(idle), admins),
            unsettled,
            tuple(self._doubts(moment, next_to)),
        )

    def sidebars_around(self, moment: datetime) -> tuple[SeenRoster, ...]:
        """Return the last sidebar seen before a moment and the first one after it, if any."""
        before = next(
            (sidebar for sidebar in reversed(self._sidebars) if sidebar.first_seen <= moment), None
        )
        place = bisect_left(self._sidebars, moment, key=_last_seen)
        after = self._sidebars[place] if place < len(self._sidebars) else None
        return tuple(
            sidebar
            for sidebar in (before, None if after is before else after)
            if sidebar is not None
        )

    def _doubts(self, moment: datetime, next_to: SeenRoster | None) -> Iterator[Doubt]:
        until = (
            max(moment, next_to.first_seen)
            if next_to is not None and next_to.last_seen >= moment
            else None
        )
        if not self._coverage.reaches(moment, until):
            older = self._coverage.older_posts(moment, self._as_of)
            yield doubt(DoubtKind.ROSTER_THEN, why=older)
        wrong = next(
            (each for each in self.contradictions if not each.name and each.at >= moment), None
        )
        if wrong is not None and next_to is not None and wrong.at <= next_to.last_seen:
            yield doubt(DoubtKind.ROSTER_THEN, why=wrong.stands)

    @cached_property
    def changes(self) -> tuple[RosterChange, ...]:
        """The changes by which players left the list of Players or came back, in chronological
        order, without contradicted ones.
        """
        found = (
            change
            for key, signs in self.signs.items()
            for change in changes_of(self._spelt[key], signs)
        )
        return tuple(sorted(found, key=attrgetter("latest", "name")))

    @cached_property
    def contradicted(self) -> tuple[Doubt, ...]:
        """The doubts about the roster of the view: one for each player whose latest announcement,
        within ten days, contradicts the sidebar, unless another sidebar has confirmed it since.

        An announcement that was not understood explains no change in the hour before the sidebar
        was last seen. Without a sidebar of that time, the doubts are those of :meth:`at`.
        """
        sidebar = sidebar_of(self._sidebars, self._as_of)
        if sidebar is not None:
            return tuple(self._against(sidebar))
        return self.at(self._as_of).why if self._sidebars else ()

    def _against(self, sidebar: SeenRoster) -> Iterator[Doubt]:
        players, hour_before = Players(sidebar.roster), sidebar.last_seen - AROUND
        for key, name in self._spelt.items():
            shown = players.standing(key)
            earlier = (
                sign for sign in reversed(self.signs.get(key, ())) if sign.said <= self._as_of
            )
            vague = (None, NewsKind.UNCLEAR)
            last = next(
                (
                    sign
                    for sign in earlier
                    if sign.news not in vague
                    or (sign.said <= hour_before and (sign.news or sign.after is not shown))
                ),
                None,
            )
            if (
                last is not None
                and last.news
                and last.after not in (None, shown)
                and last.said > sidebar.last_seen - QUEUE_LOOKBACK
            ):
                yield doubt(
                    DoubtKind.SIDEBAR_CONTRADICTED,
                    seen=sidebar.last_seen,
                    name=name,
                    shown=shown,
                    sign=last.source,
                    announced=last.after,
                )

    def words_of(self, name: str, start: datetime, end: datetime) -> list[RosterEvidence]:
        """Return the announcements that somebody wrote about themselves between two moments."""
        key = name_key(name)
        return [
            sign
            for sign in self.signs.get(key, ())
            if name_key(sign.by) == key and start <= sign.at <= end
        ]

    def entered(self, name: str, start: datetime, end: datetime) -> Post | None:
        """Return the post of an announcement between two moments by which somebody was, or may have
        been, unidled or joined; None if there is none. A welcome of somebody who was a Player
        before shows nothing, unless they are known to have left.
        """
        telling = (NewsKind.UNIDLED, NewsKind.JOINED, NewsKind.ASKS_UNIDLE, NewsKind.UNCLEAR)
        signs = self.signs.get(name_key(name), ())
        earlier = (sign.after for sign in reversed(signs) if sign.after and sign.at <= start)
        last = next(earlier, None)
        return next(
            (
                sign.post
                for sign in signs
                if sign.news in telling
                and start < sign.said <= end
                and (
                    sign.news is not NewsKind.JOINED
                    or (last or sign.before) not in (None, RosterStatus.ACTIVE)
                )
            ),
            None,
        )

    def named_in(self, post: Post) -> list[str]:
        """Return the people whom a post names."""
        return self.known_names.read(self.known_names.marked(f"{post.title}\n{post.body}"))

    # Contradictions

    def _miscounts(
        self, stated: list[tuple[datetime, Announcement, Post]]
    ) -> Iterator[Contradiction]:
        """Yield stated numbers of players that no reading of the evidence gives."""
        for at, announcement, post in stated:
            statuses = [self._status(key, at, timedelta()) for key in self._spelt]
            certain = sum(
                status.standing is RosterStatus.ACTIVE and status.sure for status in statuses
            )
            perhaps = sum(not status.sure for status in statuses)
            counts = range(certain, certain + perhaps + 1)
            if not any(
                announcement.quorum in (None, count // 2 + 1)
                and announcement.players in (None, count)
                for count in counts
            ):
                quorum, players = announcement.quorum, announcement.players
                miscount = fact(
                    RosterKind.MISCOUNT,
                    post=post.title,
                    stated=fact(RosterKind.PLAYERS, players=players)
                    if quorum is None
                    else fact(RosterKind.QUORUM, quorum=quorum),
                    known=fact(RosterKind.BETWEEN, least=certain, most=certain + perhaps)
                    if perhaps
                    else fact(RosterKind.EXACTLY, least=certain),
                )
                yield Contradiction("", at, miscount, post)

    def _disagreements(self) -> Iterator[Contradiction]:
        """Yield a contradiction for neighbouring evidence on one person that does not fit together,
        if one of the two is an announcement. No contradiction: somebody announced as active is idle
        on the next sidebar, because they may have been idled without an announcement.
        """
        for key, every in self.signs.items():
            # A number that fits only if an announcement is true is no separate evidence.
            for first, second in pairwise(
                each for each in every if each.news is not None or each.post is None
            ):
                if first.after is None or second.before is None or first.after is second.before:
                    continue
                source = second if second.news in DONE else first
                silent = (
                    second.news is None
                    and first.after is RosterStatus.ACTIVE
                    and second.before is RosterStatus.IDLE
                )
                if source.news in DONE and source.post is not None and not silent:
                    name = self._spelt[key]
                    disagreement = fact(
                        RosterKind.DISAGREEMENT,
                        one=first.source,
                        name=name,
                        after=first.after,
                        other=second.source,
                        before=second.before,
                    )
                    yield Contradiction(name, second.at, disagreement, source.post)


def _first(times: list[datetime], since: datetime) -> datetime:
    """Return the first of the times, which are in order, that is not before a moment; ALWAYS if
    there is none.
    """
    place = bisect_left(times, since)
    return times[place] if place < len(times) else ALWAYS


def _everybody(sidebars: list[SeenRoster], posts: list[Post]) -> Iterator[str]:
    for sidebar in reversed(sidebars):
        yield from sidebar.roster.active
        yield from sidebar.roster.idle
    for post in posts:
        yield post.author
        yield from (comment.author for comment in post.comments or ())
