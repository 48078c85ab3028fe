"""What was when: which posts existed, which matters were pending, who was Emperor, at any moment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from parsers.model import Category, MatterKind, Post, Status, name_key
from validators.view import GameView

__all__ = ["Emperor", "Timeline"]


@dataclass(frozen=True, slots=True)
class Emperor:
    """Who headed the dynasty: a name, None for nobody (a Metadynasty), and whether that is known at all."""

    name: str | None
    known: bool = True


def _order(post: Post) -> tuple[datetime, int]:
    """Oldest first; of two posts of one minute the one further down its page is the older."""
    assert post.posted is not None  # noqa: S101 - Timeline keeps only dated posts
    return post.posted, -post.position


class Timeline:
    """The posts of a view that existed at its time, oldest first, as they stood then.

    A post resolved later than ``as_of`` is pending; a post made later does not exist; comments made later
    are left out by :mod:`validators.tally`. Posts without a readable date are in ``undated``.
    """

    def __init__(self, view: GameView) -> None:
        self.as_of = view.as_of
        self._emperor = view.emperor
        self.undated = tuple(post for post in view.posts if post.posted is None)
        dated = [post for post in view.posts if post.posted is not None and post.posted <= view.as_of]
        self.posts = tuple(self._as_it_stood(post) for post in sorted(dated, key=_order))
        self._rank = {post.key: place for place, post in enumerate(self.posts)}

    def _as_it_stood(self, post: Post) -> Post:
        if post.closed is not None and post.closed > self.as_of and post.posted is not None and post.closed >= post.posted:
            return replace(post, status=Status.PENDING, closed=None, note=None)
        return post

    def of(self, kind: MatterKind) -> tuple[Post, ...]:
        """The matters of one kind, oldest first."""
        return self._by_kind.get(kind, ())

    @cached_property
    def _by_kind(self) -> dict[MatterKind, tuple[Post, ...]]:
        kinds: dict[MatterKind, list[Post]] = {}
        for post in self.posts:
            matter = post.category.matter
            if matter is not None:
                kinds.setdefault(matter, []).append(post)
        return {kind: tuple(posts) for kind, posts in kinds.items()}

    @cached_property
    def matters(self) -> tuple[Post, ...]:
        """Every votable matter, oldest first."""
        return tuple(post for post in self.posts if post.category.matter is not None)

    @cached_property
    def addresses(self) -> tuple[Post, ...]:
        """Every Ascension Address, oldest first."""
        return tuple(post for post in self.posts if post.category is Category.ASCENSION)

    @staticmethod
    def pending_at(post: Post, moment: datetime) -> bool:
        """Whether a matter was open at a moment. One resolved at a time nobody can read never was."""
        if post.posted is None or post.posted > moment:
            return False
        if post.status is Status.PENDING:
            return True
        return post.closed is not None and post.closed > moment

    def before(self, one: Post, other: Post) -> bool:
        """Whether ``one`` was posted before ``other``."""
        return self._rank[one.key] < self._rank[other.key]

    def pending_dovs(self, moment: datetime) -> tuple[Post, ...]:
        """DoVs that were pending at a moment."""
        return tuple(post for post in self.of(MatterKind.DOV) if self.pending_at(post, moment))

    def interregnum_since(self, moment: datetime) -> Post | None:
        """The enacted DoV after which, at that moment, no Ascension Address had been posted; else None."""
        enacted = [p for p in self.of(MatterKind.DOV) if p.status is Status.ENACTED and p.closed is not None and p.closed <= moment]
        if not enacted:
            return None
        last = max(enacted, key=lambda p: p.closed or moment)
        began = (last.closed or moment).replace(second=0, microsecond=0)  # entry times have no seconds
        ended = any(a.posted is not None and began <= a.posted <= moment for a in self.addresses)
        return None if ended else last

    @cached_property
    def _reigns(self) -> tuple[tuple[datetime, str], ...]:
        """When who became Emperor: by an enacted DoV, or by making the Ascension Address."""
        crowned = [(p.closed, p.author) for p in self.of(MatterKind.DOV) if p.status is Status.ENACTED and p.closed is not None]
        addressed = [(p.posted, p.author) for p in self.addresses if p.posted is not None]
        return tuple(sorted(crowned + addressed))

    def emperor_at(self, moment: datetime) -> Emperor:
        """The Emperor at a moment: as configured, else the last to be crowned or to make the Address.

        A mantle passed in a post of its own cannot be read; configuration has to say so.
        """
        if self._emperor is not None:
            return Emperor(self._emperor or None)
        reigning = [name for since, name in self._reigns if since <= moment]
        return Emperor(reigning[-1]) if reigning else Emperor(None, known=False)

    @cached_property
    def _by_author(self) -> dict[str, tuple[Post, ...]]:
        authors: dict[str, list[Post]] = {}
        for post in self.of(MatterKind.PROPOSAL):
            authors.setdefault(name_key(post.author), []).append(post)
        return {author: tuple(posts) for author, posts in authors.items()}

    def by_author(self, name: str) -> tuple[Post, ...]:
        """The Proposals of one person, oldest first."""
        return self._by_author.get(name_key(name), ())
