"""What was worked out of a page's revisions before, and where their texts are.

An answer is kept by a digest of everything it rests on, and counts only while that is the same: :mod:`validators.edits.resting`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Self, overload

from parsers.history.model import PageChange
from parsers.model import Revision
from validators.edits.model import Account


@dataclass(frozen=True, slots=True)
class Learnt:
    """What an edit of the Ruleset tells about later ones: that a matter was carried out in part, or wrongly.

    ``post`` is the key of the matter. ``first``: the edit is the first that carries it out; then ``gone`` and ``came`` are the lines that
    the matter takes away and brings. ``wrong`` are lines that the edit made of them.
    """

    post: str
    moment: datetime
    first: bool
    gone: tuple[str, ...]
    came: tuple[str, ...]
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptAccount:
    """What accounts for an edit, None if nothing does, and what it tells about later ones."""

    by: Account | None
    learnt: tuple[Learnt, ...] = ()


class KeptChanges(Sequence[PageChange]):
    """What a revision changed, as it was kept: ``read`` decodes it each time that somebody looks at it, so that it takes little memory."""

    def __init__(self, read: Callable[[], tuple[PageChange, ...]]) -> None:
        self._read = read

    @overload
    def __getitem__(self, place: int) -> PageChange: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[PageChange, ...]: ...

    def __getitem__(self, place: int | slice) -> PageChange | tuple[PageChange, ...]:
        return self._read()[place]

    def __iter__(self) -> Iterator[PageChange]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())

    def __eq__(self, other: object) -> bool:
        return self._read() == (other._read() if isinstance(other, KeptChanges) else other)

    def __hash__(self) -> int:
        return hash(self._read())


class PageHistory:
    """The revisions of one page: this one has the texts in them, and keeps nothing."""

    keeps: bool = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing more is asked."""

    def key(self, revision: Revision) -> str | None:
        """What the text of a revision is known by: the same for the same text, None for one that is hidden or missing."""
        return revision.text

    def text(self, revision: Revision) -> str:
        """The text of a revision, blank where it is hidden or missing."""
        return revision.text or ""

    def description(self, _revision: Revision, _rests_on: str) -> Sequence[PageChange] | None:
        """What a revision changed, if that was kept and rests on the same; else None."""
        return None

    def keep_description(self, revision: Revision, rests_on: str, changes: tuple[PageChange, ...]) -> None:
        """Keep what a revision changed."""

    def account(self, _revision: Revision, _rests_on: str) -> KeptAccount | None:
        """What accounts for a revision, if that was kept and rests on the same; else None."""
        return None

    def keep_account(self, revision: Revision, rests_on: str, account: KeptAccount) -> None:
        """Keep what accounts for a revision."""


CARRIED = PageHistory()


_PLAIN = frozenset({str, int, bool, type(None), datetime})


def digest_of(value: object) -> str:
    """A digest of a value: a dataclass, a mapping, a set, a sequence, a time, or what these consist of.

    It is the same in every process. Raises TypeError for anything else.
    """
    return blake2b(repr(_plain(value)).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _plain(value: object) -> object:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, tuple | list):
        return [each if type(each) in _PLAIN else _plain(each) for each in value]
    # A value of a subclass counts as the plain value: its own repr() may name the subclass.
    if isinstance(value, str | int):
        return str(value) if isinstance(value, str) else int(value)
    if isinstance(value, datetime):
        return datetime.combine(value.date(), value.timetz())
    if isinstance(value, Mapping):
        return ["mapping", *sorted(([_plain(key), _plain(each)] for key, each in value.items()), key=repr)]
    if isinstance(value, AbstractSet):
        return ["set", *sorted(map(_plain, value), key=repr)]
    if is_dataclass(value):
        return [type(value).__name__, *(_plain(getattr(value, field.name)) for field in fields(value))]
    raise TypeError(f"no digest of {type(value).__name__}")
