"""What a reader of a post sees, and the gravest difference between two states of it (for BN206).

That is its text, where its links lead, its voting icons, and what is struck out; white space, entities and other tags are nothing of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from html import unescape
from typing import NamedTuple
from urllib.parse import urljoin

from parsers.blog.selectors import vote_by_alt
from parsers.model import Post
from parsers.patch import shared_ends
from validators.spelling import is_spelling

_TAG = re.compile(r'<(?:a href="([^"]*)"|img alt="([^"]*)"|(/?)s)>|<[^<>]*>|([^<]+)')


class Shown(NamedTuple):
    """What a reader sees: the text, then the addresses of links and the names of voting icons, and the text that is struck out."""

    text: str
    marks: tuple[str, ...]
    struck: str


class Change(NamedTuple):
    """What of a post changed, from what to what, and whether that corrects the spelling (None: only a reader can tell)."""

    what: str
    before: str
    after: str
    spelling: bool | None = False


def shown(post: Post) -> Shown:
    """What a reader sees of a post; title and tags are text."""
    links, icons, struck, is_struck = list[str](), list[str](), list[str](), False
    for found in _TAG.finditer(post.markup or ""):
        href, alt, closing, text = found.groups()
        if href is not None:
            address = _address(unescape(href), post.url)
            links += [address] if links[-1:] != [address] else []  # a link that is struck out in part is written as two
        elif alt is not None and (vote := vote_by_alt(unescape(alt))):
            icons.append(vote.value.upper())
        elif closing is not None:
            is_struck = not closing
        elif is_struck:
            struck.append(unescape(text or " "))
    return Shown(" ".join(f"{post.subject} {post.body}".split()), (*links, *icons), " ".join("".join(struck).split()))


def change(old: Shown, new: Shown, known: Collection[str]) -> Change | None:
    """The gravest difference, None if there is none; ``known`` has words that are no misspellings."""
    text = None
    if old.text != new.text:
        text = Change("the text", *_around(old.text.split(), new.text.split()), is_spelling(old.text, new.text, known))
    if text is not None and text.spelling is False:
        return text
    if old.marks != new.marks:
        place, _ = shared_ends(old.marks, new.marks)
        before, after = (marks[place] if place < len(marks) else "none" for marks in (old.marks, new.marks))
        return Change("a link or a voting icon", before, after)
    if old.struck != new.struck and (text is None or is_spelling(old.struck, new.struck, known) is False):
        return Change("the struck text", old.struck or "none", new.struck or "none")
    return text


def _address(href: str, url: str) -> str:
    """A link's address in one form: whether it is encrypted, relative, or ends in a slash does not count."""
    try:
        return re.sub(r"^https?:", "https:", urljoin(url, href)).rstrip("/")
    except ValueError:
        return href


def _around(old: list[str], new: list[str]) -> tuple[str, str]:
    """Both texts around the first words that differ."""
    same, _ = shared_ends(old, new)
    start = max(0, same - 6)
    one, other = (("… " if start else "") + " ".join(words[start : same + 20]) for words in (old, new))
    return one, other
