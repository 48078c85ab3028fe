"""In which matters of a large snapshot the audits found nothing, kept so that they need not be judged again while that still holds.

What such an answer rests on, :mod:`validators.checks.settled` says. Each post is kept by a digest; where one changed, came or went,
every matter is judged again that was open, or was posted on the same day, at any time while that one was. What else touches
which answers, :mod:`sync.cli.premises` tells.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import cache
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType

import msgspec

from parsers.model import MatterKind, Post
from sync.cli.premises import BY_HIATUS, BY_VOTES, Premises, encoded, judged_by_today, premises_of, touched
from sync.cli.sealed import read_sealed, write_sealed
from sync.sources.page_cache import cache_folder
from validators.checks.facts import Facts
from validators.checks.settled import SETTLED
from validators.voting.dated import ALWAYS, DatedPost
from validators.voting.legality import start_of_day

_KEPT = 8
"""Games whose matters are kept: those audited last."""

_content = attrgetter(*(field.name for field in fields(Post) if field.name != "position"))


@dataclass(frozen=True, slots=True)
class KeptPost:
    """One post: its digest, from when to when it was open, and in which checks it has nothing, as bits in the order of SETTLED.

    ``by_today`` says whether that may rest on the Ruleset of now in the place of that of its time.
    """

    digest: str
    start: datetime
    end: datetime
    nothing: int = 0
    by_today: bool = False


@dataclass(frozen=True, slots=True)
class Memory:
    """The posts of one audit by their keys, and what else the answers about them rest on."""

    premises: Premises
    posts: dict[str, KeptPost]


@dataclass(frozen=True)
class KeptMatters:
    """The matters of one game, by the digest of its settings."""

    key: str

    @property
    def place(self) -> Path:
        """Their file."""
        return cache_folder() / f"matters-{self.key}.json"

    def recall(self, facts: Facts) -> Memory | None:
        """Let the checks pass over the matters in which there still is nothing for them; what :meth:`keep` is to be given."""
        try:
            before = read_sealed(self.place, _decoder())
            now = memory_of(facts, before)
        except Exception:  # noqa: BLE001 - what cannot be worked out, or has no digest, a check will report, and all are to run
            return None
        if now is not None:
            facts.settled.earlier = still_settled(before, now, facts.timeline.posts)
        return now

    def keep(self, now: Memory | None, facts: Facts) -> None:
        """Keep in which matters there is nothing, by this audit or by an earlier one."""
        if now is not None:
            write_sealed(self.place, with_answers(now, facts), most=_KEPT)


@cache
def _decoder() -> msgspec.json.Decoder[Memory]:
    return msgspec.json.Decoder(Memory)


# What answers rest on


def memory_of(facts: Facts, before: Memory | None = None) -> Memory | None:
    """What is to be compared with ``before``, still without answers.

    None without a Ruleset or roster, and where posts cannot be told apart.
    """
    view, posts = facts.view, facts.timeline.posts
    if view.rules is None or view.roster is None or len({post.key for post in posts}) < len(posts):
        return None
    by_today = {key for key, kept in before.posts.items() if kept.by_today} if before is not None else ()
    return Memory(premises_of(facts), {post.key: _kept(facts, post, by_today=post.key in by_today) for post in posts})


def _kept(facts: Facts, post: DatedPost, *, by_today: bool) -> KeptPost:
    """A post by what a page shows of it, and the order of its minute. Its position counts only there; comments from the future not yet.

    A comment whose time was not read may be of any time. What is no matter is not open after it was posted.
    """
    told, now = facts.timeline.order_told(post.posted), facts.view.as_of
    times = [comment.at for comment in post.comments or ()]
    future = any(at is not None and at > now for at in times)
    digest = encoded((_content(post), post.position if told else None, told, now if future else None))
    start = min((post.posted, *(at for at in times if at is not None)))
    end = post.posted if post.category.matter is None else max(post.posted, post.end)
    return KeptPost(digest, start, ALWAYS if None in times else end, by_today=by_today)


# What still holds


def still_settled(before: Memory | None, now: Memory, posts: Iterable[DatedPost]) -> Mapping[str, frozenset[str]]:
    """In which of the ``posts`` of now there still is nothing, by codes."""
    if before is None:
        return MappingProxyType({})
    other = touched(before.premises, now.premises)
    changed = [each for key in before.posts.keys() | now.posts.keys() for each in _versions(before.posts.get(key), now.posts.get(key))]
    by_posts = _Stretches((each.start, each.end) for each in changed)
    # A post that changed is touched by itself.
    held = [(key, kept) for key, kept in before.posts.items() if not by_posts.meet(start_of_day(kept.start), kept.end)]
    by_times = _Stretches(other.stretches)
    named = {post.key for post in posts if other.names(post)}
    of_then = {key for key, kept in held if by_times.meet(start_of_day(kept.start), kept.end)}
    by_code = {**dict.fromkeys(BY_HIATUS, of_then), **dict.fromkeys(BY_VOTES, of_then | named)}

    def holds(code: str, place: int, key: str, kept: KeptPost) -> bool:
        return bool(kept.nothing >> place & 1) and key not in by_code.get(code, ()) and not (kept.by_today and code in other.by_today)

    return {
        code: frozenset(key for key, kept in held if code not in other.codes and holds(code, place, key, kept))
        for place, code in enumerate(SETTLED)
    }


def _versions(before: KeptPost | None, now: KeptPost | None) -> Iterator[KeptPost]:
    """Both versions of a post that changed, the only one of one that came or went."""
    if before is None or now is None or before.digest != now.digest:
        yield from (each for each in (before, now) if each is not None)


class _Stretches:
    """Some stretches of time, put together where they meet."""

    def __init__(self, stretches: Iterable[tuple[datetime, datetime]]) -> None:
        self._starts: list[datetime] = []
        self._ends: list[datetime] = []
        for start, end in sorted(stretches):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def meet(self, start: datetime, end: datetime) -> bool:
        """Whether one of them has a moment from ``start`` to ``end``."""
        place = bisect_right(self._starts, end)
        return place > 0 and self._ends[place - 1] >= start


def with_answers(now: Memory, facts: Facts) -> Memory:
    """The memory with the answers of the audit, and those before it that held.

    None of a post made or resolved as of the view, of a pending matter, nor on the votes on a DoV, which rest on those of others.
    """
    found, kept = facts.settled.found(), {}
    anew = frozenset[str]().union(*(facts.settled.now[code] for code in (*BY_VOTES, *BY_HIATUS)))
    for post in facts.timeline.posts:
        matter, known = post.category.matter, now.posts[post.key]
        over = max(post.posted, post.closed or post.posted) < facts.view.as_of and (matter is None or not post.unresolved)
        nothing = found.get(post.key, 0) if over else 0
        kept[post.key] = replace(
            known,
            nothing=nothing & ~_OF_VOTES if matter is MatterKind.DOV else nothing,
            by_today=judged_by_today(facts, post) if post.key in anew else known.by_today,
        )
    return replace(now, posts=kept)


_OF_VOTES = sum(1 << SETTLED.index(code) for code in BY_VOTES)
