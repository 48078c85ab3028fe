"""The form in which MediaWiki saves a text that it is sent, so that what it saved can be compared with what was meant.

What the wiki itself expands on saving (signatures, ``subst:``) is not undone here: see :func:`expands_on_saving`.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

__all__ = ["as_saved", "digest", "expands_on_saving"]

# What its Unicode validator replaces; PHP's rtrim() takes the same white space off the end whatever the locale.
_REPLACED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_TRIMMED = " \t\n\r\0\x0b"

_EXPANDED = re.compile(r"~~~|subst:|\|[^\S\n]*\]\]|\[\[[^\S\n]*\|", re.IGNORECASE)


def as_saved(text: str) -> str:
    r"""The text with ``\n`` between its lines, in NFC, without control characters and white space at its end."""
    replaced = _REPLACED.sub("\ufffd", text)
    return unicodedata.normalize("NFC", replaced).rstrip(_TRIMMED).replace("\r\n", "\n").replace("\r", "\n")


def digest(text: str) -> str:
    """The SHA-1 by which the API names a text that was saved: no secret, and the only sum that it gives."""
    return hashlib.sha1(text.encode("utf-8"), usedforsecurity=False).hexdigest()


def expands_on_saving(text: str) -> bool:
    """Whether the wiki may save something else than the text: it holds a signature, ``subst:`` or a pipe trick.

    Such a text has to be expanded by the wiki before it is sent, or nobody could tell whether it was saved.
    """
    return _EXPANDED.search(text) is not None
