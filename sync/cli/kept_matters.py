"""In which matters of a large snapshot the audits found nothing, kept so that they need not be judged again while that still holds.

What such an answer rests on, :mod:`validators.checks.settled` says. Each post is kept by a digest; where one changed, came or went,
every matter is judged again that was open, or was posted on the same day, at any time while that one was. All else is in one
digest: where that is another, every matter is judged again.
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

from parsers.model import Category, Post
from sync.cli.sealed import read_sealed, write_sealed
from sync.sources.page_cache import cache_folder, digest_of
from validators.checks.facts import Facts
from validators.checks.settled import SETTLED
from validators.voting.dated import DatedPost
from validators.voting.legality import start_of_day

_KEPT = 8
"""Games whose matters are kept: those audited last."""

_DECIDE = (Category.DOV, Category.ASCENSION)
"""Posts on which the hiatus and the Emperor of any time may rest."""

_content = attrgetter(*(field.name for field in fields(Post) if field.name != "position"))


@dataclass(frozen=True, slots=True)
class KeptPost:
    """One post: its digest, from when to when it was open, and in which checks it has nothing, as bits in the order of SETTLED."""

    digest: str
    start: datetime
    end: datetime
    nothing: int = 0


@dataclass(frozen=True, slots=True)
class Memory:
    """The posts of one audit by their keys, and the digest of all else that the answers about them rest on."""

    rests_on: str
    posts: dict[str, KeptPost]


@dataclass(frozen=True)
class KeptMatters:
    """The matters of one game, by the digest of the program and the settings."""

    key: str

    @property
    def place(self) -> Path:
        """Their file."""
        return cache_folder() / f"matters-{self.key}.json"

    def recall(self, facts: Facts) -> Memory | None:
        """Let the checks pass over the matters in which there still is nothing for them; what :meth:`keep` is to be given."""
        try:
            now = memory_of(facts)
        except Exception:  # noqa: BLE001 - what cannot be worked out, or has no digest, a check will report, and all are to run
            return None
        if now is not None:
            facts.settled.earlier = still_settled(read_sealed(self.place, _decoder()), now)
        return now

    def keep(self, now: Memory | None, facts: Facts) -> None:
        """Keep in which matters there is nothing, by this audit or by an earlier one."""
        if now is not None:
            write_sealed(self.place, with_answers(now, facts), most=_KEPT)


@cache
def _decoder() -> msgspec.json.Decoder[Memory]:
    return msgspec.json.Decoder(Memory)


# What answers rest on


def memory_of(facts: Facts) -> Memory | None:
    """What is to be compared, still without answers; None without a Ruleset or roster, and where posts cannot be told apart."""
    view, posts = facts.view, facts.timeline.posts
    if view.rules is None or view.roster is None or len({post.key for post in posts}) < len(posts):
        return None
    kept = {post.key: KeptPost(_digest(facts, post), post.posted, max(post.posted, post.end)) for post in posts}
    decide = [kept[post.key].digest for post in posts if post.category in _DECIDE]
    stood = [(each.revision.title, each.revision.revid, each.revision.timestamp, None if each.until == view.as_of else each.until,
              each.revision.text) for each in view.stood]  # fmt: skip
    first = posts[0].posted if posts else None
    rests_on = (view.rules, view.roster, dict(view.reviewed), stood, view.coverage.since, first, decide, facts.timeline.emperors,
                facts.past.rosters.bearing())  # fmt: skip
    return Memory(_encoded(rests_on), kept)


def _digest(facts: Facts, post: DatedPost) -> str:
    """Of what a page shows of a post, and the order of its minute. Its position counts only there; comments from the future not yet."""
    told = facts.timeline.order_told(post.posted)
    future = any(comment.at is not None and comment.at > facts.view.as_of for comment in post.comments or ())
    return _encoded((_content(post), post.position if told else None, told, facts.view.as_of if future else None))


def _encoded(value: object) -> str:
    return digest_of(_encoder().encode(value)).hex()


@cache
def _encoder() -> msgspec.msgpack.Encoder:
    return msgspec.msgpack.Encoder(enc_hook=_plain, order="deterministic")


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(type(value))


# What still holds


def still_settled(before: Memory | None, now: Memory) -> Mapping[str, frozenset[str]]:
    """In which posts there still is nothing, by codes."""
    if before is None or before.rests_on != now.rests_on:
        return MappingProxyType({})
    changed = [each for key in before.posts.keys() | now.posts.keys() for each in _versions(before.posts.get(key), now.posts.get(key))]
    touched = _Stretches((each.start, each.end) for each in changed)
    # A post that changed is touched by itself.
    held = [(key, kept.nothing) for key, kept in before.posts.items() if not touched.meet(start_of_day(kept.start), kept.end)]
    return {code: frozenset(key for key, nothing in held if nothing >> place & 1) for place, code in enumerate(SETTLED)}


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
    """The memory with the answers of the audit, and those before it that held. None of a post made or resolved as of the view."""
    found = facts.settled.found()
    over = {post.key for post in facts.timeline.posts if max(post.posted, post.closed or post.posted) < facts.view.as_of}
    return replace(now, posts={key: replace(kept, nothing=found.get(key, 0) if key in over else 0) for key, kept in now.posts.items()})
