"""What is to be written, within which limits, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

__all__ = ["Asked", "Limits", "Outcome", "PageEdit", "Replan", "Result", "Revalidate", "Show", "unfit"]

_HALF = re.compile("[\ud800-\udfff]")

Result = Literal["saved", "unchanged", "conflict", "refused", "unknown"]

Revalidate = Callable[[str], str | None]
"""Given a text that was merged, says in a sentence why it is not to be written, or None."""

Show = Callable[[str, str], None]
"""Given the page's text and the one that is about to be written instead, after others changed the page."""

Replan = Callable[[str], str | None]
"""Given the page's text as others made it, the text to write now, or None where that cannot be said."""


@dataclass(frozen=True, slots=True)
class PageEdit:
    """A whole new text for a page, made from its revision ``base_revid``, or for a page that is not there (None).

    ``summary`` is what the page's history will show, ``findings`` are the codes that the edit settles, and ``mark``
    names the correction or notice: the same thing proposed again has the same mark. ``kind`` is ``wiki-talk`` for a
    notice. A text that removes more than half of the page is refused unless ``may_shrink``.
    """

    title: str
    base_revid: int | None
    base_text: str
    text: str
    summary: str
    findings: tuple[str, ...] = ()
    mark: str = ""
    kind: Literal["wiki-edit", "wiki-talk"] = "wiki-edit"
    may_shrink: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """What the caller says to an edit whose page others have changed."""

    revalidate: Revalidate
    show: Show
    replan: Replan | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an edit.

    ``why`` is a sentence: why it was not saved, or what is to be known of what was saved. ``new_revid`` and ``text``
    are those that the page has by this edit. ``code`` is the API's name for an error, else empty.
    """

    result: Result
    new_revid: int | None = None
    why: str | None = None
    text: str | None = None
    code: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much may be written: edits in one run, and on one day in UTC, whichever tool's runs they were in.

    ``stop_page`` is the page that stops the tool; None is ``User:<name>/Stop``.
    """

    per_run: int = 5
    per_day: int = 20
    stop_page: str | None = None


def unfit(before: str, text: str, *, may_shrink: bool) -> str | None:
    """Why a text may not be written in place of another, whatever else it says."""
    if not text.strip():
        return "the text is blank, and a blank page is never written"
    if _HALF.search(text):
        return "the text holds halves of characters, which nobody can save"
    if not may_shrink and len(before) > 200 and 2 * len(text) < len(before):
        return f"the text has {len(text)} characters where the page has {len(before)}, and more than half of a page is not removed"
    return None
