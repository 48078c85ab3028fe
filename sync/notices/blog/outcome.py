"""The outcome of posting a comment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["CommentOutcome", "Result", "refused", "unknown"]

Result = Literal["posted", "already-posted", "refused", "unknown"]


@dataclass(frozen=True, slots=True)
class CommentOutcome:
    """``url`` is the comment's address, None where it has none that is known; ``why`` is one clear sentence.

    - "posted": the comment was seen on the entry after it was sent.
    - "already-posted": it was there before, and nothing was sent.
    - "refused": no comment was stored; another attempt can do no harm.
    - "unknown": a comment may have been stored, or wait for a moderator; it must not be sent again.
    """

    result: Result
    url: str | None
    why: str


def refused(why: str) -> CommentOutcome:
    """Nothing was stored."""
    return CommentOutcome("refused", None, why)


def unknown(why: str) -> CommentOutcome:
    """Something may have been stored."""
    return CommentOutcome("unknown", None, why)
