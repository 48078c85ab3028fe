"""What an edit changed on a page."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

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


@dataclass(frozen=True, slots=True)
class PackedRevision:
    """A revision whose text is kept compressed: of a long history the texts would take much memory."""

    revision: Revision
    packed: bytes | None

    @classmethod
    def of(cls, whole: Revision) -> PackedRevision:
        """A revision, packed."""
        packed = None if whole.text is None else zlib.compress(whole.text.encode("utf-8", "surrogatepass"), 1)
        return cls(replace(whole, text=None), packed)

    @property
    def text(self) -> str | None:
        """Its text; None if it was hidden, lost or not requested."""
        return None if self.packed is None else zlib.decompress(self.packed).decode("utf-8", "surrogatepass")

    @property
    def whole(self) -> Revision:
        """The revision with its text."""
        return replace(self.revision, text=self.text)
