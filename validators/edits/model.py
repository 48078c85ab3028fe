"""An edit of a wiki page: who made it, what it changed, and what accounts for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from parsers.history.model import PageChange
from parsers.model import Confidence, Revision


class AccountKind(StrEnum):
    """What an edit was made by."""

    MATTER = "matter"
    ADDRESS = "address"
    RULE = "rule"
    TYPO = "typo"
    UNDO = "undo"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class Account:
    """What accounts for an edit: ``ref`` is the title of the matter, address or rule, or the revision that was undone.

    ``why`` says what this rests on, as a clause ("its summary names the matter, which was enacted 3 minutes before").
    """

    kind: AccountKind
    ref: str
    confidence: Confidence
    why: str


@dataclass(frozen=True, slots=True)
class DescribedRevision:
    """A revision: ``player`` is its editor as the roster spells them, None for somebody on no roster.

    ``changes`` are those since the last revision before it whose text is known; None where there is no such revision.
    ``text_hidden``: its own text is not known, so the next one has the changes of both.
    ``by``: what accounts for the edit; None where nothing that is known does.
    """

    revision: Revision
    player: str | None
    changes: Sequence[PageChange] | None = ()
    text_hidden: bool = False
    by: Account | None = None
