"""The roster over time: who was active or idle at a moment, from sidebars and announcements, each
with what it rests on.

A roster of the past is known where announcements lead to it from a sidebar without a contradiction:
whoever is active on the next sidebar was so before, unless something tells otherwise. Of somebody
idle, something has to tell since when.
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
from validators.voting.dated_posts import DatedPost, by_posting, unseen_comments
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


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two signs that cannot both be true, or a number of players that the signs do not give;
    ``name`` is "" for the latter.
    """

    name: str
    at: datetime
    stands: RosterFact
    post: Post


@dataclass(frozen=True)
class RosterThen:
    """The roster of a moment by the best reading, the people of whom it is not certain with the
    reason, and what else speaks against it.
    """

    roster: Roster
    unsettled: Mapping[str, RosterFact] = field(default_factory=dict)
    doubts: tuple[Doubt, ...] = ()

    @property
    def known(self) -> bool:
        """Whether every Player of that time is known."""
        return not self.unsettled and not self.doubts

    @property
    def sure(self) -> Roster:
        """The roster without those of whom it is not certain that they were Players."""
        return replace(
            self.roster,
            active=tuple(name for name in self.roster.active if name not in self.unsettled),
        )

    @property
    def why(self) -> tuple[Doubt, ...]:
        """What is not known of it."""
        reasons: dict[RosterFact, list[str]] = {}
        for name, why in self.unsettled.items():
            reasons.setdefault(why, []).append(name)
        of_people = (
            doubt(DoubtKind.ROSTER_THEN_OF, names=listed(names), why=why)
            for why, names in reasons.items()
        )
        return (*of_people, *self.doubts)


def sidebar_of(sidebars: Sequence[SeenRoster], moment: datetime) -> SeenRoster | None:
    """The sidebar that was seen at a moment, or that nobody has seen otherwise since; None where
    the next one seen is later.
    """
    before = [each for each in sidebars if each.first_seen <= moment]
    latest = max(sidebars, key=_last_seen, default=None)
    found = max(before, key=_last_seen, default=None)
    return found if found is latest or (found and found.last_seen >= moment) else None


class RosterHistory:
    """Everything that tells who played when. ``contradictions`` are what it cannot bring together,
    oldest first.
    """

    def __init__(self, view: GameView) -> None:
        self._coverage, self._as_of = view.coverage, view.as_of
        seen = view.read.rosters or (
            () if view.roster is None else (SeenRoster(view.roster, view.as_of, view.as_of),)
        )
        self._sidebars = sorted(seen, key=_last_seen)
        self._end = max([view.as_of, *map(_last_seen, self._sidebars)])
        self._posts = [
            post for post in view.posts if post.posted is not None and post.posted <= self._end
        ]
        self._names = KnownNames(
            _everybody(self._sidebars, self._posts), view.roster.also if view.roster else ()
        )
        self._spelt = {name_key(name): name for name in self._names.names}
        found: dict[str, list[RosterEvidence]] = {key: [*self._shown(key)] for key in self._spelt}
        stated = [*self._read_posts(found)]
        self.signs = {key: in_order(signs) for key, signs in found.items()}
        """What tells of each person, by folded name, in the order of time."""
        self.contradictions = tuple(
            sorted((*self._miscounts(stated), *self._disagreements()), key=_at)
        )

    # Reading

    def _shown(self, key: str) -> Iterator[RosterEvidence]:
        """What the sidebars show somebody as, from when to when they were seen."""
        for seen in self._sidebars:
            standing = Players(seen.roster).standing(key)
            for at in dict.fromkeys((seen.first_seen, seen.last_seen)):
                yield RosterEvidence(at, standing, standing, at)

    def _read_posts(
        self, found: dict[str, list[RosterEvidence]]
    ) -> Iterator[tuple[datetime, Announcement, Post]]:
        """Keep what every post and comment tells; those that tell of a change and state a number of
        players.
        """
        appeared, proposed = set[str](), set[str]()
        for post in sorted(self._posts, key=lambda each: (each.posted, -each.position)):
            voteless = post.category.matter is None and post.category is not Category.ASCENSION
            told = (
                [
                    (
                        post.posted,
                        post.author,
                        read_announcement(post.title, post.body, post.author, self._names),
                    )
                ]
                if voteless
                else []
            )
            idling = [each for each in post.comments or () if "idl" in each.text.lower()]
            told += [
                (each.at, each.author, read_announcement("", each.text, each.author, self._names))
                for each in idling
            ]
            for number, (at, by, news) in enumerate(told):
                if at is None or at > self._end:
                    continue
                opens = voteless and number == 0
                left_out = {
                    NewsKind.UNCLEAR: not voteless,
                    NewsKind.ASKS_JOIN: not opens or name_key(by) in appeared,
                }
                kept = [each for each in news.news if not left_out.get(each.kind)]
                for each in kept:
                    before, after = CHANGES[each.kind]
                    if each.kind is NewsKind.JOINED and name_key(each.name) in proposed:
                        # welcomed again, or for something else: a Player has made a matter before
                        before = None
                    sign = RosterEvidence(
                        at, before, after, at, each.kind, post, by, news.requested
                    )
                    found.setdefault(name_key(each.name), []).append(sign)
                if (
                    opens
                    and (news.quorum, news.players) != (None, None)
                    and any(each.kind in DONE for each in kept)
                ):
                    yield at, news, post
            appeared.update(
                map(name_key, (post.author, *(each.author for each in post.comments or ())))
            )
            if post.category.matter is not None:
                proposed.add(name_key(post.author))

    # Asking

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who was ever seen, as the latest sidebar or their first post spells them."""
        return self._names.names

    def of(self, name: str, moment: datetime) -> RosterStatusThen:
        """What somebody was at a moment."""
        return status_at(self.signs.get(name_key(name), ()), moment)

    def _idle_since(self, key: str, moment: datetime) -> bool:
        """Whether somebody was idle from a moment on: the first sign of them is a sidebar that
        shows it, and nobody can have idled them in between. They wrote nothing that asks for it
        within the time in which it may be granted, and any other idling is announced.
        """
        first, since = self.signs[key][0], moment - ANSWERED
        written = self._written.get(key, [])
        return (
            first.news is None
            and first.before is RosterStatus.IDLE
            and moment < first.at
            and bisect_left(written, since) == bisect_right(written, first.at)
            and self._told_all(since, first.at)
        )

    @cached_property
    def _written(self) -> Mapping[str, list[datetime]]:
        """When everybody wrote an entry or a comment, in the order of time."""
        found = defaultdict[str, list[datetime]](list)
        for post in self._posts:
            comments = ((comment.author, comment.at) for comment in post.comments or ())
            for author, at in ((post.author, post.posted), *comments):
                found[name_key(author)] += [] if at is None else [at]
        return {key: sorted(times) for key, times in found.items()}

    @cached_property
    def _opaque(self) -> list[Post]:
        """The posts, oldest first, with comments that were not read, or that speak of an idling
        and name nobody, or mean more people than they name.
        """

        def hides(post: Post) -> bool:
            unread = any(comment.at is None for comment in post.comments or ())
            said = (post.title, post.body, *(comment.text for comment in post.comments or ()))
            text = "\n".join(said)
            means_more = _OTHERS.search(text) or not self.named_in(post)
            idles = _IDLING.search(text) and means_more
            return bool(unread or unseen_comments(post) or idles)

        return sorted(filter(hides, self._posts), key=by_posting)

    def _told_all(self, start: datetime, end: datetime) -> bool:
        """Whether all was seen that was written, or told of the roster, from one moment to
        another.
        """
        first = bisect_left(self._opaque, start - QUEUE_LOOKBACK, key=by_posting)
        near = self._opaque[first : bisect_right(self._opaque, end, key=by_posting)]
        return self._coverage.reaches(start, end) and not any(
            post.closed is None or post.closed > start for post in near
        )

    def author_doubts(self, post: DatedPost) -> Iterator[Doubt]:
        """Whether the author of a matter may not have been a Player when posting it."""
        name, then = post.author, self.of(post.author, post.posted)
        if not name:
            yield doubt(DoubtKind.AUTHOR_UNREAD)
        elif not then.sure:
            yield doubt(DoubtKind.AUTHOR_UNSURE, name=name, why=then.rests_on)
        elif then.standing is not RosterStatus.ACTIVE:
            yield doubt(DoubtKind.AUTHOR_NO_PLAYER, name=name, standing=then.standing)

    def at(self, moment: datetime) -> RosterThen:
        """The roster of a moment, with the Admins of the sidebar next to it."""
        active: list[str] = []
        idle: list[str] = []
        unsettled: dict[str, RosterFact] = {}
        for key, name in self._spelt.items():
            signs = self.signs.get(key, ())
            then = status_at(signs, moment)
            if not then.sure and not (signs and self._idle_since(key, moment)):
                unsettled[name] = then.rests_on
            if then.standing is not RosterStatus.ABSENT:
                (active if then.standing is RosterStatus.ACTIVE else idle).append(name)
        next_to = next(reversed(self.sidebars_around(moment)), None)
        admins = frozenset() if next_to is None else next_to.roster.admins
        return RosterThen(
            Roster(tuple(active), tuple(idle), admins),
            unsettled,
            tuple(self._doubts(moment, next_to)),
        )

    def sidebars_around(self, moment: datetime) -> tuple[SeenRoster, ...]:
        """The sidebars seen last before a moment and first after it, as far as there are such."""
        before = next(
            (each for each in reversed(self._sidebars) if each.first_seen <= moment), None
        )
        place = bisect_left(self._sidebars, moment, key=_last_seen)
        after = self._sidebars[place] if place < len(self._sidebars) else None
        return tuple(
            each for each in (before, None if after is before else after) if each is not None
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
        """Who left the list of Players and who came back, in the order of time; nothing that is
        contradicted.
        """
        found = (
            change
            for key, signs in self.signs.items()
            for change in changes_of(self._spelt[key], signs)
        )
        return tuple(sorted(found, key=attrgetter("latest", "name")))

    @cached_property
    def contradicted(self) -> tuple[Doubt, ...]:
        """Why the roster of the view is not certain: a doubt for each who by the last words on
        them, of ten days, is not what its sidebar shows, and no other sidebar has shown since. What
        was not understood explains nothing in its last hour. Without a sidebar of that time: what
        :meth:`at` leaves open.
        """
        sidebar = sidebar_of(self._sidebars, self._as_of)
        if sidebar is not None:
            return tuple(self._against(sidebar))
        return self.at(self._as_of).why if self._sidebars else ()

    def _against(self, sidebar: SeenRoster) -> Iterator[Doubt]:
        players, hour = Players(sidebar.roster), sidebar.last_seen - AROUND
        for key, name in self._spelt.items():
            shown = players.standing(key)
            ago = (sign for sign in reversed(self.signs.get(key, ())) if sign.said <= self._as_of)
            vague = (None, NewsKind.UNCLEAR)
            last = next(
                (
                    s
                    for s in ago
                    if s.news not in vague or (s.said <= hour and (s.news or s.after is not shown))
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
                    told=last.after,
                )

    def words_of(self, name: str, start: datetime, end: datetime) -> list[RosterEvidence]:
        """What somebody themselves wrote on the roster from one moment to another."""
        key = name_key(name)
        return [
            each
            for each in self.signs.get(key, ())
            if name_key(each.by) == key and start <= each.at <= end
        ]

    def unidled(self, name: str, start: datetime, end: datetime) -> Post | None:
        """A post after one moment and up to another that tells, or may tell, of somebody's
        unidling.
        """
        telling = (NewsKind.UNIDLED, NewsKind.ASKS_UNIDLE, NewsKind.UNCLEAR)
        return next(
            (
                each.post
                for each in self.signs.get(name_key(name), ())
                if each.news in telling and start < each.said <= end
            ),
            None,
        )

    def named_in(self, post: Post) -> list[str]:
        """Whom a post names."""
        return self._names.read(self._names.marked(f"{post.title}\n{post.body}"))

    # Contradictions

    def _miscounts(
        self, stated: list[tuple[datetime, Announcement, Post]]
    ) -> Iterator[Contradiction]:
        """Numbers of players that the signs do not give, whatever is true of people of whom they
        leave it open.
        """
        for at, told, post in stated:
            then = [status_at(self.signs.get(key, ()), at, timedelta()) for key in self._spelt]
            sure = sum(one.standing is RosterStatus.ACTIVE and one.sure for one in then)
            perhaps = sum(not one.sure for one in then)
            counts = range(sure, sure + perhaps + 1)
            if not any(
                told.quorum in (None, count // 2 + 1) and told.players in (None, count)
                for count in counts
            ):
                quorum, players = told.quorum, told.players
                miscount = fact(
                    RosterKind.MISCOUNT,
                    post=post.title,
                    stated=fact(RosterKind.PLAYERS, players=players)
                    if quorum is None
                    else fact(RosterKind.QUORUM, quorum=quorum),
                    known=fact(RosterKind.BETWEEN, least=sure, most=sure + perhaps)
                    if perhaps
                    else fact(RosterKind.EXACTLY, least=sure),
                )
                yield Contradiction("", at, miscount, post)

    def _disagreements(self) -> Iterator[Contradiction]:
        """Neighbouring signs of one person that cannot both be true, one of them an announcement.
        Somebody called active who is idle on the next sidebar was idled without an announcement,
        which is another matter.
        """
        for key, every in self.signs.items():
            # A number that fits only if an announcement is true says nothing of its own.
            for one, other in pairwise(
                each for each in every if each.news is not None or each.post is None
            ):
                if one.after is None or other.before is None or one.after is other.before:
                    continue
                source = other if other.news in DONE else one
                silent = (
                    other.news is None
                    and one.after is RosterStatus.ACTIVE
                    and other.before is RosterStatus.IDLE
                )
                if source.news in DONE and source.post is not None and not silent:
                    name = self._spelt[key]
                    disagreement = fact(
                        RosterKind.DISAGREEMENT,
                        one=one.source,
                        name=name,
                        after=one.after,
                        other=other.source,
                        before=other.before,
                    )
                    yield Contradiction(name, other.at, disagreement, source.post)


def _everybody(sidebars: list[SeenRoster], posts: list[Post]) -> Iterator[str]:
    for seen in reversed(sidebars):
        yield from seen.roster.active
        yield from seen.roster.idle
    for post in posts:
        yield post.author
        yield from (comment.author for comment in post.comments or ())
