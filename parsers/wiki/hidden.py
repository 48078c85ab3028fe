"""Where a page strikes text out, hides or raises it or makes a footnote of it: it is in the source, and does not say what it seems to.

Tags are found in the source as written, before comments and templates are dealt with. Too much may be found that
way, in ``<nowiki>`` for one, and never too little.
"""

from __future__ import annotations

import re

from parsers.patterns import later

_TAG = later(r"<(?P<close>/?)(?P<name>[a-z][a-z0-9]{0,15})\b(?P<attributes>[^<>]{0,2000})>", re.IGNORECASE)
_HIDES = later(r"display\s*:\s*none|visibility\s*:\s*hidden|line-through|opacity\s*:\s*0|font-size\s*:\s*0", re.IGNORECASE)
_HIDING = frozenset({"s", "del", "strike", "sup", "sub", "ref"})
_EMPTY = frozenset({"br", "hr", "img", "wbr"})


def hidden_spans(source: str) -> list[tuple[int, int]]:
    """The stretches of a page between tags that strike out, hide, raise or make a footnote of their text; to the end if nothing ends one.

    The elements are ``s``, ``del``, ``strike``, ``sup``, ``sub``, ``ref``, and those with a style that hides (as
    ``Sanitizer::checkCss`` lets through). Stretches may hold others.
    """
    opened: list[tuple[str, int | None]] = []
    spans: list[tuple[int, int]] = []
    for tag in _TAG.finditer(source):
        name = tag["name"].lower()
        if tag["close"]:
            place = next((at for at in range(len(opened) - 1, -1, -1) if opened[at][0] == name), None)
            if place is not None:
                start = opened[place][1]
                del opened[place]
                if start is not None:
                    spans.append((start, tag.end()))
        elif not tag["attributes"].endswith("/") and name not in _EMPTY:
            hides = name in _HIDING or _HIDES.search(tag["attributes"])
            opened.append((name, tag.start() if hides else None))
            del opened[:-200]
    spans += [(start, len(source)) for _, start in opened if start is not None]
    return sorted(spans)
