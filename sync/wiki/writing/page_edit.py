"""An edit of a wiki page, the form in which MediaWiki saves its text, and the outcome of saving
it.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from parsers.patch import patched
from parsers.refusal import Refusal, Refused
from sync.store import Kind

Result = Literal["saved", "unchanged", "conflict", "refused", "unknown"]
LOGIN_REFUSED = "login-refused"
WRONG_RESULT = "wrong-result"

_SURROGATE = re.compile("[\ud800-\udfff]")
# Characters that MediaWiki's Unicode validator replaces, and the white space that PHP's rtrim()
# removes.
_REPLACED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_TRIMMED = " \t\n\r\0\x0b"
_EXPANDED = re.compile(r"~~~|subst:|\|[^\S\n]*\]\]|\[\[[^\S\n]*\|", re.IGNORECASE)


@dataclass(frozen=True)
class PageEdit:
    """A whole new text for a page, made from its revision ``base_revid``; None for a page that does
    not exist.

    ``codes`` are the codes of the findings that the edit settles, and ``mark`` identifies the
    correction or notice: the same one proposed again has the same mark. A text that removes more
    than half of the page is refused unless ``may_shrink``.
    """

    title: str
    base_revid: int | None
    base_text: str = field(repr=False)
    text: str = field(repr=False)
    summary: str
    codes: tuple[str, ...] = ()
    mark: str = ""
    kind: Kind = "wiki-edit"
    may_shrink: bool = False

    def rebased(self, revid: int, text: str) -> Self:
        """Apply the edit to the page's latest text. Raises Refused if it no longer applies. An edit
        of this class itself applies only to its own revision.
        """
        raise Refused(Refusal.OTHER_REVISION, revid=self.base_revid)

    def objection(self, text: str) -> Refused | None:
        """Return the fault of a text that the wiki saved after merging this edit with another one,
        or None.
        """
        return None


@dataclass(frozen=True)
class PatchEdit(PageEdit):
    """An edit of its own lines, valid as long as these lines and their neighbours are unchanged."""

    def rebased(self, revid: int, text: str) -> Self:  # noqa: D102 - see PageEdit
        new = patched(self.base_text, self.text, text)
        if new is None:
            raise Refused(Refusal.SAME_LINES)
        return replace(self, base_revid=revid, base_text=text, text=new)


@dataclass(frozen=True, slots=True)
class EditOutcome:
    """The outcome of an edit: ``result`` is None if it was not tried, ``why`` the reason, or a
    remark on the saved text. ``new_revid`` and ``text`` describe the page afterwards, ``code`` is
    the API's error code, :data:`LOGIN_REFUSED`, or :data:`WRONG_RESULT` for a saved text that has a
    fault.
    """

    result: Result | None = None
    new_revid: int | None = None
    why: str | None = None
    text: str | None = None
    code: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits for the edits of one run, and of one day in UTC over all runs; ``stop_page`` stops the
    tool, by default ``User:<name>/Stop``.
    """

    per_run: int = 5
    per_day: int = 20
    stop_page: str | None = None


def unfit(before: str, text: str, *, may_shrink: bool) -> str | None:
    """Return why a text must not replace another, whatever its contents."""
    if not text.strip():
        return "the text is blank; blank pages are never written"
    if _SURROGATE.search(text):
        return "the text contains unpaired surrogates and cannot be saved"
    if not may_shrink and len(before) > 200 and 2 * len(text) < len(before):
        return (
            f"the text would shrink the page from {len(before)} to {len(text)} characters; more"
            " than half of a page is never removed"
        )
    return None


def as_saved(text: str) -> str:
    r"""Return the text as MediaWiki saves it, without expansions: ``\n`` between lines, NFC, no
    control characters, no trailing white space.
    """
    replaced = _REPLACED.sub("\ufffd", text)
    return (
        unicodedata.normalize("NFC", replaced)
        .rstrip(_TRIMMED)
        .replace("\r\n", "\n")
        .replace("\r", "\n")
    )


def digest(text: str) -> str:
    """The SHA-1 in hexadecimal digits, the same as ``rvprop=sha1`` of a saved text."""
    return hashlib.sha1(text.encode("utf-8"), usedforsecurity=False).hexdigest()


def expansions(text: str) -> int:
    """Count the signatures, ``subst:`` and pipe tricks of a text: text that the wiki replaces
    cannot be recognised in the history.
    """
    return len(_EXPANDED.findall(text))
