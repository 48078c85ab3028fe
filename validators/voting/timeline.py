"""What was when: which posts existed, which matters were pending, who was Emperor, at any moment.

Everything is looked up in sorted lists, so that a question about one moment costs about the same however
long the archive is.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from parsers.model import Category, MatterKind, Post, Status, name_key, same_name
from validators.view import GameView
from validators.voting.pending import Matters, order, posted

__all__ = ["MINUTE", "Emperor", "Timeline"]

MINUTE = timedelta(minutes=1)
"""The blog gives entries no seconds: of what falls into one minute, nobody can say which came first."""

_NOTHING = Matters(())
_JUST_BEFORE = timedelta(microseconds=1)
_UNIDLES = re.compile(r"\b(?:un|de)-?idl", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Emperor:
    """Who headed the dynasty: a name, None for nobody (a Metadynasty), and whether that is known at all."""

    name: str | None
    known: bool = True


def _when(event: tuple[datetime, *tuple[object, ...]]) -> datetime:
    """When an event was, of the tuples below, which all begin with it."""
    return event[0]


class Timeline:
    """The posts of a view that existed at its time, oldest first, as they stood then.

    A post resolved later than ``as_of`` is pending; a post made later does not exist; comments made later
    are left out by :mod:`validators.voting.tally`. Posts without a readable date are in ``undated``.
    """

    def __init__(self, view: GameView) -> None:
        self.as_of = view.as_of
        self._configured = view.emperor
        self.undated = tuple(post for post in view.posts if post.posted is None)
        dated = [post for post in view.posts if post.posted is not None and post.posted <= view.as_of]
        self.posts = tuple(self._as_it_stood(post) for post in sorted(dated, key=order))
        self._rank = {post.key: place for place, post in enumerate(self.posts)}

    def _as_it_stood(self, post: Post) -> Post:
        if post.closed is not None and post.closed > self.as_of:
            return replace(post, status=Status.PENDING, closed=None, note=None)
        return post

    # Posts

    def of(self, kind: MatterKind) -> tuple[Post, ...]:
        """The matters of one kind, oldest first."""
        return self._matters(kind).posts

    def by_author(self, kind: MatterKind, name: str) -> tuple[Post, ...]:
        """The matters of one kind by one person, oldest first."""
        return self._matters(kind, name).posts

    def _matters(self, kind: MatterKind, author: str | None = None) -> Matters:
        return self._sorted_out.get((kind, None if author is None else name_key(author)), _NOTHING)

    @cached_property
    def _sorted_out(self) -> dict[tuple[MatterKind, str | None], Matters]:
        """The matters of every kind, and of every kind and author."""
        found: dict[tuple[MatterKind, str | None], list[Post]] = {}
        for post in self.posts:
            kind = post.category.matter
            if kind is not None:
                found.setdefault((kind, None), []).append(post)
                found.setdefault((kind, name_key(post.author)), []).append(post)
        return {sort: Matters(posts) for sort, posts in found.items()}

    @cached_property
    def matters(self) -> tuple[Post, ...]:
        """Every votable matter, oldest first."""
        return tuple(post for post in self.posts if post.category.matter is not None)

    @cached_property
    def addresses(self) -> tuple[Post, ...]:
        """Every Ascension Address, oldest first."""
        return tuple(post for post in self.posts if post.category is Category.ASCENSION)

    def of_minute(self, moment: datetime) -> tuple[Post, ...]:
        """The posts that bear one minute."""
        return self.posts[bisect_left(self.posts, moment, key=posted) : bisect_right(self.posts, moment, key=posted)]

    def before(self, one: Post, other: Post) -> bool:
        """Whether ``one`` was posted before ``other``."""
        return self._rank[one.key] < self._rank[other.key]

    # What was pending, and what its author had made before

    def older_pending(self, post: Post, moment: datetime, counted: timedelta | None) -> Iterator[Post]:
        """Proposals older than one that were pending at a moment, and not for longer than ``counted``; the youngest first."""
        proposals = self._matters(MatterKind.PROPOSAL)
        first = 0 if counted is None else proposals.since(moment - counted)
        return proposals.pending(moment, first, proposals.place(post))

    def pending_dovs(self, moment: datetime) -> tuple[Post, ...]:
        """DoVs that were pending at a moment, oldest first."""
        return tuple(self._matters(MatterKind.DOV).pending(moment))[::-1]

    def pending_of_author(self, post: Post) -> tuple[Post, ...]:
        """The Proposals that the author of one had pending when it was submitted, oldest first."""
        own = self._matters(MatterKind.PROPOSAL, post.author)
        return tuple(own.pending(posted(post), last=own.place(post)))[::-1]

    def made_since(self, post: Post, start: datetime) -> tuple[Post, ...]:
        """The Proposals that the author of one had made between a moment and it, oldest first."""
        own = self._matters(MatterKind.PROPOSAL, post.author)
        return own.posts[own.since(start) : own.place(post)]

    # Dynasties

    @cached_property
    def _enacted(self) -> tuple[tuple[datetime, Post], ...]:
        """When which DoV was enacted, in that order."""
        found = [(dov.closed, dov) for dov in self.of(MatterKind.DOV) if dov.status is Status.ENACTED and dov.closed is not None]
        return tuple(sorted(found, key=_when))

    def enacted_between(self, start: datetime, end: datetime) -> list[Post]:
        """The DoVs that were enacted from one moment to another, either included."""
        first, last = bisect_left(self._enacted, start, key=_when), bisect_right(self._enacted, end, key=_when)
        return [dov for _, dov in self._enacted[first:last]]

    def interregnum_since(self, moment: datetime) -> Post | None:
        """The enacted DoV after which, at that moment, no Ascension Address had been posted; else None."""
        place = bisect_right(self._enacted, moment, key=_when)
        if not place:
            return None
        closed, last = self._enacted[place - 1]
        return None if self._address_between(closed.replace(second=0, microsecond=0), moment) else last

    def perhaps_interregnum(self, moment: datetime) -> Post | None:
        """A DoV that was enacted nobody can say when, if no Ascension Address has been posted since it was made."""
        place = bisect_right(self._enacted_sometime, moment, key=posted)
        last = self._enacted_sometime[place - 1] if place else None
        return None if last is None or self._address_between(posted(last), moment) else last

    @cached_property
    def _enacted_sometime(self) -> tuple[Post, ...]:
        return tuple(dov for dov in self.of(MatterKind.DOV) if dov.status is Status.ENACTED and dov.closed is None)

    def _address_between(self, start: datetime, end: datetime) -> bool:
        place = bisect_left(self.addresses, start, key=posted)
        return place < len(self.addresses) and posted(self.addresses[place]) <= end

    @cached_property
    def _reigns(self) -> tuple[tuple[datetime, str], ...]:
        """When who became Emperor: by an enacted DoV, or by making the Ascension Address."""
        reigns = [(closed, 0, dov.author) for closed, dov in self._enacted]
        for address in self.addresses:
            since = posted(address)
            place = bisect_left(self._enacted, since + MINUTE, key=_when) - 1
            if place >= 0:  # an Address that shares its minute with the enactment came after it
                since = max(since, self._enacted[place][0])
            reigns.append((since, 1, address.author))
        return tuple((since, name) for since, _, name in sorted(reigns))

    def emperor_at(self, moment: datetime) -> Emperor:
        """The Emperor at a moment: as configured, else the last to be crowned or to make the Address.

        The configured Emperor was not yet that before the enactment of the DoV that crowned them. A mantle
        passed in a post of its own cannot be read; configuration has to say so.
        """
        if self._configured is not None and (self._crowning is None or self._crowning <= moment):
            return Emperor(self._configured or None)
        place = bisect_right(self._reigns, moment, key=_when)
        return Emperor(self._reigns[place - 1][1]) if place else Emperor(None, known=False)

    @cached_property
    def _crowning(self) -> datetime | None:
        """When the configured Emperor was last crowned, as far as the posts tell."""
        own = (closed for closed, dov in reversed(self._enacted) if self._configured and same_name(dov.author, self._configured))
        return next(own, None)

    def emperor_for(self, post: Post) -> Emperor:
        """The Emperor whom the votes on a matter follow: now, or just before its resolution (which may crown another)."""
        if post.status is Status.PENDING:
            return self.emperor_at(self.as_of)
        end = posted(post) if post.closed is None else max(post.closed, posted(post))
        return self.emperor_at(end - _JUST_BEFORE)

    # Idling

    def unidled_after(self, name: str, start: datetime, end: datetime) -> Post | None:
        """A post between two moments that speaks of unidling somebody: by them, or naming them."""
        key = name_key(name)
        named = re.compile(rf"(?<!\w){re.escape(key)}(?!\w)")
        first, last = (bisect_right(self._unidlings, moment, key=_when) for moment in (start, end))
        return next((post for _, text, post in self._unidlings[first:last] if name_key(post.author) == key or named.search(text)), None)

    @cached_property
    def _unidlings(self) -> tuple[tuple[datetime, str, Post], ...]:
        """Posts nobody votes on that speak of unidling: when, and their words as :func:`name_key` folds them."""
        posts = (post for post in self.posts if post.category in (Category.NONE, Category.STORY))
        spoken = ((post, f"{post.title}\n{post.body}") for post in posts)
        return tuple((posted(post), name_key(text), post) for post, text in spoken if _UNIDLES.search(text))
