"""What an edit changed on a page."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache

from parsers.model import Revision


class ChangeKind(StrEnum):
    """What was changed."""

    VALUE = "value"
    ROW_ADDED = "row-added"
    ROW_REMOVED = "row-removed"
    COLUMN_ADDED = "column-added"
    COLUMN_REMOVED = "column-removed"
    COLUMN_RENAMED = "column-renamed"
    RULE_CHANGED = "rule-changed"
    RULE_ADDED = "rule-added"
    RULE_REMOVED = "rule-removed"
    RULE_MOVED = "rule-moved"
    RULE_RENAMED = "rule-renamed"
    TEXT = "text"


Shown = str | Mapping[str, str] | None
"""A text; of a row its cells by their columns."""


@dataclass(frozen=True, slots=True)
class PageChange:
    """One change: ``subject`` is the player, thing or rule it is about, ``variable`` the value's name, as they are after the edit.

    ``old`` and ``new`` are, of a value, the visible text; of a row its cells; of a rule its own text; of a renamed rule or column
    the names; of a moved rule the titles from its section down, divided by `` > ``; of other text the passage.
    """

    kind: ChangeKind
    subject: str | None = None
    variable: str | None = None
    old: Shown = None
    new: Shown = None


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> str:
    """A text; the last ones are kept, for each is asked for several times while an edit is judged."""
    return zlib.decompress(packed).decode("utf-8", "surrogatepass")


class PackedRevision(Revision):
    """A revision that keeps its text compressed: of a long history the texts would take much memory."""

    __slots__ = ("_packed",)

    @classmethod
    def of(cls, whole: Revision) -> PackedRevision:
        """A revision, packed."""
        return whole if isinstance(whole, PackedRevision) else cls(*(getattr(whole, field.name) for field in fields(Revision)))

    @property
    def text(self) -> str | None:
        """Its text, decompressed when somebody asks for it."""
        return None if self._packed is None else _unpacked(self._packed)  # type: ignore[attr-defined]

    @text.setter
    def text(self, text: str | None) -> None:  # pyright: ignore[reportIncompatibleVariableOverride]
        object.__setattr__(self, "_packed", None if text is None else zlib.compress(text.encode("utf-8", "surrogatepass"), 1))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Revision) and all(getattr(self, each.name) == getattr(other, each.name) for each in fields(Revision))

    __hash__ = Revision.__hash__
