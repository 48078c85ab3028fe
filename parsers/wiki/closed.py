"""Whether a piece of wikitext is closed: whatever begins in it ends in it, so that it reads alike alone and on its page."""

from __future__ import annotations

import re

from parsers.patterns import later

__all__ = ["is_closed"]

_REACHING = frozenset(
    "nowiki pre includeonly noinclude onlyinclude ref gallery source syntaxhighlight math score s del strike sup sub table tr td th "
    "caption".split()
)
"""Tags that change how the text up to their end is read or shown; others, as the ``<div>`` around each section, may stay open."""
_TOKEN = later(r"<!--|-->|\{\{|\{\||\[\[|\|\}(?!\})|\}\}|\]\]|<(?P<close>/?)(?P<name>[a-z][a-z0-9]*)\b[^<>]*+(?P<end>>?)", re.IGNORECASE)
_ENDS = {"-->": "<!--", "}}": "{{", "|}": "{|", "]]": "[["}


def is_closed(source: str) -> bool:
    """Whether everything that is opened in a text is closed in it, strictly one inside the other.

    Which of it the wiki reads as markup does not matter then: text in ``<nowiki>`` or in a comment has its own openings and ends.
    So a text that seems open may be closed, and never the other way round.
    """
    opened: list[str] = []
    for token in _TOKEN.finditer(source):
        name = token["name"]
        if name is not None:
            if not token["end"]:
                return False
            name = name.lower()
            if name not in _REACHING or source[token.end() - 2] == "/":
                continue
        begun = _ENDS.get(token[0]) if name is None else name if token["close"] else None
        if begun is None:
            opened.append(name or token[0])
        elif not opened or opened.pop() != begun:
            return False
    return not opened
