"""What was when: which posts existed, which matters were pending, who was Emperor, at any moment.

Everything is looked up in sorted lists, so that a question about one moment costs the same however long
the archive is.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from parsers.model import Category, MatterKind, Post, Status, name_key
from validators.view import GameView

__all__ = ["MINUTE", "Emperor", "Timeline"]

MINUTE = timedelta(minutes=1)
"""The blog gives entries no seconds: of what falls into one minute, nobody can say which came first."""

_JUST_BEFORE = timedelta(microseconds=1)
_UNIDLES = re.compile(r"\b(?:un|de)-?idl", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Emperor:
    """Who headed the dynasty: a name, None for nobody (a Metadynasty), and whether that is known at all."""

    name: str | None
    known: bool = True


def _posted(post: Post) -> datetime:
    assert post.posted is not None  # noqa: S101 - Timeline keeps only dated posts
    return post.posted


def _order(post: Post) -> tuple[datetime, int, str]:
    """Oldest first; of two posts of one minute the one further down its page is the older."""
    return _posted(post), -post.position, post.key


class Timeline:
    """The posts of a view that existed at its time, oldest first, as they stood then.

    A post resolved later than ``as_of`` is pending; a post made later does not exist; comments made later
    are left out by :mod:`validators.tally`. Posts without a readable date are in ``undated``.
    """

    def __init__(self, view: GameView) -> None:
        self.as_of = view.as_of
        self._configured = view.emperor
        self.undated = tuple(post for post in view.posts if post.posted is None)
        dated = [post for post in view.posts if post.posted is not None and post.posted <= view.as_of]
        self.posts = tuple(self._as_it_stood(post) for post in sorted(dated, key=_order))
        self._rank = {post.key: place for place, post in enumerate(self.posts)}

    def _as_it_stood(self, post: Post) -> Post:
        if post.closed is not None and post.closed > self.as_of and post.closed >= _posted(post):
            return replace(post, status=Status.PENDING, closed=None, note=None)
        return post

    # Posts

    def of(self, kind: MatterKind) -> tuple[Post, ...]:
        """The matters of one kind, oldest first."""
        return self._by_kind.get(kind, ())

    @cached_property
    def _by_kind(self) -> dict[MatterKind, tuple[Post, ...]]:
        kinds: dict[MatterKind, list[Post]] = {}
        for post in self.posts:
            kind = post.category.matter
            if kind is not None:
                kinds.setdefault(kind, []).append(post)
        return {kind: tuple(posts) for kind, posts in kinds.items()}

    @cached_property
    def matters(self) -> tuple[Post, ...]:
        """Every votable matter, oldest first."""
        return tuple(post for post in self.posts if post.category.matter is not None)

    @cached_property
    def addresses(self) -> tuple[Post, ...]:
        """Every Ascension Address, oldest first."""
        return tuple(post for post in self.posts if post.category is Category.ASCENSION)

    def by_author(self, kind: MatterKind, name: str) -> tuple[Post, ...]:
        """The matters of one kind by one person, oldest first."""
        return self._by_author.get((kind, name_key(name)), ())

    @cached_property
    def _by_author(self) -> dict[tuple[MatterKind, str], tuple[Post, ...]]:
        authors: dict[tuple[MatterKind, str], list[Post]] = {}
        for kind, posts in self._by_kind.items():
            for post in posts:
                authors.setdefault((kind, name_key(post.author)), []).append(post)
        return {author: tuple(posts) for author, posts in authors.items()}

    def of_minute(self, moment: datetime) -> tuple[Post, ...]:
        """The posts that bear one minute."""
        return self.posts[bisect_left(self.posts, moment, key=_posted) : bisect_right(self.posts, moment, key=_posted)]

    def before(self, one: Post, other: Post) -> bool:
        """Whether ``one`` was posted before ``other``."""
        return self._rank[one.key] < self._rank[other.key]

    # What was pending

    @staticmethod
    def pending_at(post: Post, moment: datetime) -> bool:
        """Whether a matter was open at a moment. One resolved at a time nobody can read never was."""
        if post.posted is None or post.posted > moment:
            return False
        if post.status is Status.PENDING:
            return True
        return post.closed is not None and post.closed > moment

    def older_pending(self, post: Post, moment: datetime, counted: timedelta | None) -> Iterator[Post]:
        """Proposals older than one that were pending at a moment, and not for longer than ``counted``; the youngest first."""
        proposals = self.of(MatterKind.PROPOSAL)
        place = bisect_left(proposals, _order(post), key=_order)
        first = 0 if counted is None else bisect_left(proposals, moment - counted, key=_posted)
        return (proposals[i] for i in range(place - 1, first - 1, -1) if self.pending_at(proposals[i], moment))

    def pending_dovs(self, moment: datetime) -> tuple[Post, ...]:
        """DoVs that were pending at a moment, oldest first."""
        moments, pending = self._dov_changes
        place = bisect_right(moments, moment)
        return pending[place - 1] if place else ()

    @cached_property
    def _dov_changes(self) -> tuple[list[datetime], list[tuple[Post, ...]]]:
        """Every moment at which a DoV was made or resolved, and those pending from it on."""
        made: dict[datetime, list[Post]] = {}
        gone: dict[datetime, list[Post]] = {}
        for dov in self.of(MatterKind.DOV):
            if self.pending_at(dov, _posted(dov)):
                made.setdefault(_posted(dov), []).append(dov)
                if dov.closed is not None:
                    gone.setdefault(dov.closed, []).append(dov)
        moments = sorted(made.keys() | gone.keys())
        pending: list[tuple[Post, ...]] = []
        for moment in moments:
            over = {dov.key for dov in gone.get(moment, ())}
            before = pending[-1] if pending else ()
            pending.append((*(dov for dov in before if dov.key not in over), *made.get(moment, ())))
        return moments, pending

    # Dynasties

    @cached_property
    def _enacted(self) -> tuple[tuple[datetime, Post], ...]:
        """When which DoV was enacted, in that order."""
        found = [(dov.closed, dov) for dov in self.of(MatterKind.DOV) if dov.status is Status.ENACTED and dov.closed is not None]
        return tuple(sorted(found, key=lambda pair: pair[0]))

    def interregnum_since(self, moment: datetime) -> Post | None:
        """The enacted DoV after which, at that moment, no Ascension Address had been posted; else None."""
        place = bisect_right(self._enacted, moment, key=lambda pair: pair[0])
        if not place:
            return None
        closed, last = self._enacted[place - 1]
        return None if self._address_between(closed.replace(second=0, microsecond=0), moment) else last

    def perhaps_interregnum(self, moment: datetime) -> Post | None:
        """A DoV that was enacted nobody can say when, if no Ascension Address has been posted since it was made."""
        place = bisect_right(self._enacted_sometime, moment, key=_posted)
        last = self._enacted_sometime[place - 1] if place else None
        return None if last is None or self._address_between(_posted(last), moment) else last

    @cached_property
    def _enacted_sometime(self) -> tuple[Post, ...]:
        return tuple(dov for dov in self.of(MatterKind.DOV) if dov.status is Status.ENACTED and dov.closed is None)

    def _address_between(self, start: datetime, end: datetime) -> bool:
        place = bisect_left(self.addresses, start, key=_posted)
        return place < len(self.addresses) and _posted(self.addresses[place]) <= end

    @cached_property
    def _reigns(self) -> tuple[tuple[datetime, str], ...]:
        """When who became Emperor: by an enacted DoV, or by making the Ascension Address."""
        reigns = [(closed, 0, dov.author) for closed, dov in self._enacted]
        for address in self.addresses:
            since = _posted(address)
            place = bisect_left(self._enacted, since + MINUTE, key=lambda pair: pair[0]) - 1
            if place >= 0:  # an Address that shares its minute with the enactment came after it
                since = max(since, self._enacted[place][0])
            reigns.append((since, 1, address.author))
        return tuple((since, name) for since, _, name in sorted(reigns))

    def emperor_at(self, moment: datetime) -> Emperor:
        """The Emperor at a moment: as configured, else the last to be crowned or to make the Address.

        The configured Emperor was not yet that before the enactment of the DoV that crowned them. A mantle
        passed in a post of its own cannot be read; configuration has to say so.
        """
        if self._configured is not None and not self._crowned_after(self._configured, moment):
            return Emperor(self._configured or None)
        place = bisect_right(self._reigns, moment, key=lambda reign: reign[0])
        return Emperor(self._reigns[place - 1][1]) if place else Emperor(None, known=False)

    def _crowned_after(self, name: str, moment: datetime) -> bool:
        place = bisect_right(self._enacted, moment, key=lambda pair: pair[0])
        return any(name_key(dov.author) == name_key(name) for _, dov in self._enacted[place:])

    def emperor_for(self, post: Post) -> Emperor:
        """The Emperor whom the votes on a matter follow: now, or just before its resolution (which may crown another)."""
        if post.status is Status.PENDING:
            return self.emperor_at(self.as_of)
        end = _posted(post) if post.closed is None else max(post.closed, _posted(post))
        return self.emperor_at(end - _JUST_BEFORE)

    # Idling

    def unidled_after(self, name: str, start: datetime, end: datetime) -> Post | None:
        """A post between two moments that speaks of unidling somebody: by them, or naming them."""
        key = name_key(name)
        named = re.compile(rf"(?<!\w){re.escape(key)}(?!\w)")
        first, last = (bisect_right(self._unidlings, moment, key=lambda found: found[0]) for moment in (start, end))
        return next((post for _, text, post in self._unidlings[first:last] if name_key(post.author) == key or named.search(text)), None)

    @cached_property
    def _unidlings(self) -> tuple[tuple[datetime, str, Post], ...]:
        """Posts nobody votes on that speak of unidling: when, and their words as :func:`name_key` folds them."""
        posts = (post for post in self.posts if post.category in (Category.NONE, Category.STORY))
        spoken = ((post, f"{post.title}\n{post.body}") for post in posts)
        return tuple((_posted(post), name_key(text), post) for post, text in spoken if _UNIDLES.search(text))
