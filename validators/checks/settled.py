"""In which matters a check need not look again: an earlier audit found nothing there, and nothing that this rests on has changed.

Only that there was nothing is ever taken from an earlier audit. Whatever is found, or could not be judged, is judged each time, so
that findings, their confidence and the sentences about several matters always are those of this audit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeVar

from parsers.model import Post

P = TypeVar("P", bound=Post)

SETTLED = ("BN102", "BN103", "BN105", "BN106", "BN113", "BN201", "BN202", "BN204", "BN212")
"""The checks that ask, and say where there was nothing.

What their answer to one matter rests on, where it is that there is nothing: the matter itself; other matters that were pending when
it was posted or resolved, or were posted on the day of its posting; its minute's order; the Emperor, the Interregnum, the Players and
the Ruleset of that time; what the check asks the Ruleset of now for; and since when posts were seen. Not the time of the view, as
long as both posting and resolution are before it. Each of them stands in a module that imports none with other checks, so that a
change of one check is known to be no change of another.
"""


@dataclass
class NothingFound:
    """By codes, the keys of posts of which an ``earlier`` audit's answer holds; :attr:`now` are those in which this one found nothing."""

    earlier: Mapping[str, frozenset[str]] = field(default_factory=lambda: MappingProxyType({}))
    now: dict[str, set[str]] = field(default_factory=lambda: {code: set() for code in SETTLED})

    def others(self, code: str, posts: Iterable[P]) -> Iterator[P]:
        """The posts in which there may be something for a check."""
        earlier = self.earlier.get(code, frozenset())
        return (post for post in posts if post.key not in earlier)

    def found(self) -> dict[str, int]:
        """In which checks there is nothing in a post, by its key, as bits in the order of SETTLED."""
        found: dict[str, int] = {}
        for place, code in enumerate(SETTLED):
            for key in self.now[code].union(self.earlier.get(code, ())):
                found[key] = found.get(key, 0) | 1 << place
        return found

    def nothing(self, code: str, post: Post) -> None:
        """Remember that a check found nothing in a post, and that nothing was in the way of finding it."""
        self.now[code].add(post.key)
