"""Which of two posts came first, where entry dates show minutes only: the lists of posts decide, the newest first.

Within a minute a list orders those of its posts that stand together on it: what stands apart from them, with posts of other minutes
between, was pinned (a sticky post) or has another date by now. Where lists contradict each other, nothing is known of that minute.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import TypeVar

from parsers.model import Post

P = TypeVar("P", bound=Post)

_UNKNOWN = -1


class MinuteOrder:
    """What the lists tell of the posts that share their minute: of each minute the list that shows most of them.

    ``lists`` have the keys of posts, each with the newest first; without any (None) the positions of the posts order them.
    """

    def __init__(self, posts: Iterable[Post], lists: Sequence[Sequence[str]] | None) -> None:
        made: dict[datetime | None, list[Post]] = {}
        for post in posts:
            made.setdefault(post.posted, []).append(post)
        runs = _by_position(made) if lists is None else _by_lists(made, lists)
        shared = {posted for posted, group in made.items() if posted is not None and len(group) > 1}
        self._places: dict[str, int] = {}
        self._unsettled: set[datetime] = set()
        for posted in shared:
            self._places.update((post.key, _UNKNOWN) for post in made[posted])
            longest = max(runs.get(posted, []), key=len, default=[])
            if all(_follows(run, longest) for run in runs.get(posted, [])):
                self._places.update((key, place) for place, key in enumerate(longest))
            if any(self._places[post.key] == _UNKNOWN for post in made[posted]):
                self._unsettled.add(posted)

    def placed(self, post: P) -> P:
        """The post with a position that sorts it among those of its minute: the older, the greater. What is unknown comes last, by keys."""
        return replace(post, position=self._places[post.key]) if post.key in self._places else post

    def known(self, one: Post, other: Post) -> bool:
        """Whether it is known which of two posts of one minute came first."""
        return one.key == other.key or _UNKNOWN not in (self._places.get(one.key), self._places.get(other.key))

    def settled(self, posted: datetime) -> bool:
        """Whether the order of all posts of a minute is known."""
        return posted not in self._unsettled


def _follows(run: Sequence[str], longest: Sequence[str]) -> bool:
    """Whether a list shows posts in the order of another that shows all of them."""
    rest = iter(longest)
    return len(set(run)) == len(run) and all(key in rest for key in run)


def _by_lists(made: Mapping[datetime | None, Sequence[Post]], lists: Iterable[Sequence[str]]) -> dict[datetime | None, list[list[str]]]:
    """The keys of posts of one minute that stand together on a list, the newest first."""
    dates = {post.key: posted for posted, group in made.items() for post in group}
    found: dict[datetime | None, list[list[str]]] = {}
    for keys in lists:
        for posted, together in groupby((key for key in keys if key in dates), key=dates.__getitem__):
            run = list(together)
            if len(run) > 1:
                found.setdefault(posted, []).append(run)
    return found


def _by_position(made: Mapping[datetime | None, Sequence[Post]]) -> dict[datetime | None, list[list[str]]]:
    """The same by the positions of posts, where no two of them are equal."""
    distinct = {posted: group for posted, group in made.items() if len({post.position for post in group}) == len(group)}
    return {posted: [[post.key for post in sorted(group, key=lambda post: post.position)]] for posted, group in distinct.items()}
