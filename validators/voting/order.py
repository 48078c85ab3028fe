"""Which of two posts came first, where entry dates show minutes only: the lists of posts decide, the newest first.

Within a minute a list orders those of its posts that stand together on it: what stands apart from them, with posts of other minutes
between, was pinned (a sticky post) or has another date by now. Where lists contradict each other, nothing is known of that minute.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from graphlib import CycleError, TopologicalSorter
from itertools import combinations, groupby, pairwise
from typing import TypeVar

from parsers.model import Post

P = TypeVar("P", bound=Post)

_COMPARED = 50
"""Posts of one minute that are compared two by two. Of more, one list shows all, or nothing is known."""


@dataclass(frozen=True, slots=True)
class _Minute:
    """What is known of several posts of one minute: on which lists each stands, and whether one list shows all of them."""

    lists: Mapping[str, frozenset[int]] = field(default_factory=dict)
    whole: bool = False


class MinuteOrder:
    """What the lists tell of the posts that share their minute.

    ``lists`` have the keys of posts, each with the newest first; without any (None) the positions of the posts order them.
    """

    def __init__(self, posts: Iterable[Post], lists: Sequence[Sequence[str]] | None) -> None:
        made: dict[datetime, list[Post]] = {}
        for post in posts:
            if post.posted is not None:
                made.setdefault(post.posted, []).append(post)
        shared = {posted: group for posted, group in made.items() if len(group) > 1}
        runs = dict(_by_position(shared)) if lists is None else _by_lists(made, lists)
        self._places: dict[str, int] = {}
        self._minutes = {posted: self._minute(group, runs.get(posted, [])) for posted, group in shared.items()}

    def placed(self, post: P) -> P:
        """The post with a position that sorts it among those of its minute: the older, the greater. What is unknown is sorted by keys."""
        place = self._places.get(post.key)
        return post if place is None else replace(post, position=place)

    def known(self, one: Post, other: Post) -> bool:
        """Whether it is known which of two posts of one minute came first."""
        minute = _Minute() if one.posted is None else self._minutes.get(one.posted, _Minute())
        return minute.whole or not minute.lists.get(one.key, frozenset()).isdisjoint(minute.lists.get(other.key, ()))

    def settled(self, posted: datetime) -> bool:
        """Whether the order of all posts of a minute is known."""
        return posted not in self._minutes or self._minutes[posted].whole

    def blank(self, posted: datetime) -> bool:
        """Whether nothing is known of the order of several posts of a minute."""
        return not self.settled(posted) and not self._minutes[posted].lists

    def _minute(self, group: Sequence[Post], runs: Sequence[Sequence[str]]) -> _Minute:
        """What runs of keys, the newest first, tell of the posts of one minute."""
        graph = TopologicalSorter({post.key: () for post in group})
        for run in runs:
            for newer, older in pairwise(run):
                graph.add(newer, older)
        try:
            graph.prepare()
        except CycleError:
            graph, runs = TopologicalSorter({post.key: () for post in group}), ()
            graph.prepare()
        order: list[str] = []
        while graph.is_active():
            ready = sorted(graph.get_ready())
            order += ready
            graph.done(*ready)
        self._places.update((key, -place) for place, key in enumerate(order))
        if any(len(run) == len(group) for run in runs):
            return _Minute(whole=True)
        lists: dict[str, set[int]] = {}
        for number, run in enumerate(runs if len(group) <= _COMPARED else ()):
            for key in run:
                lists.setdefault(key, set()).add(number)
        return _Minute({key: frozenset(numbers) for key, numbers in lists.items()})


def _by_lists(made: Mapping[datetime, Sequence[Post]], lists: Iterable[Sequence[str]]) -> dict[datetime, list[list[str]]]:
    """The keys of posts of one minute that stand together on a list, the newest first."""
    dates = {post.key: posted for posted, group in made.items() for post in group}
    found: dict[datetime, list[list[str]]] = {}
    for keys in lists:
        for posted, together in groupby((key for key in keys if key in dates), key=dates.__getitem__):
            run = list(together)
            if len(run) > 1:
                found.setdefault(posted, []).append(run)
    return found


def _by_position(shared: Mapping[datetime, Sequence[Post]]) -> Iterator[tuple[datetime, list[list[str]]]]:
    """The same by the positions of posts; those with equal ones are not ordered."""
    for posted, posts in shared.items():
        group = sorted(posts, key=lambda post: (post.position, post.key))
        if len({post.position for post in group}) == len(group):
            yield posted, [[post.key for post in group]]
        elif len(group) <= _COMPARED:
            yield posted, [[one.key, other.key] for one, other in combinations(group, 2) if one.position != other.position]
