"""What a reader of a post sees: its text, where its links lead, its voting icons, and what is struck out.

White space, entities and other tags are nothing of it. Where the program that read the page kept no markup, links, icons
and strokes are unknown, and differ from nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from html import unescape
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from parsers.blog.selectors import vote_by_alt
from parsers.model import Post
from parsers.patch import shared_ends
from validators.spelling import is_spelling

_TAG = re.compile(r'<(?:a href="([^"]*)"|img alt="([^"]*)"|(/?)s)>|<[^<>]*>|([^<]+)')


class Marks(NamedTuple):
    """The addresses of links and the names of voting icons, in their order, and the text that is struck out."""

    links: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    struck: str = ""


class Shown(NamedTuple):
    """What a reader sees; ``marks`` is None if it is not known."""

    text: str
    marks: Marks | None

    def same(self, other: Shown) -> bool:
        """Whether nothing is known in which the two differ."""
        return self.text == other.text and (self.marks is None or other.marks is None or self.marks == other.marks)


class Change(NamedTuple):
    """What of a post changed, from what to what, what the change is known by, and whether it corrects the spelling.

    ``spelling`` is None where only a reader can tell.
    """

    what: str
    before: str
    after: str
    identity: str
    spelling: bool | None = False


def shown(post: Post) -> Shown:
    """What a reader sees of a post; title and tags are text."""
    return Shown(" ".join(f"{post.subject} {post.body}".split()), None if post.markup is None else _marks(post.markup, post.url))


def learn(states: list[Shown], new: Shown) -> None:
    """Add a state, in the place of one that says less of the same."""
    if new.marks is not None:
        states[:] = [one for one in states if one.text != new.text or one.marks is not None]
    if not any(one.same(new) for one in states):
        states.append(new)


def change(old: Shown, new: Shown, known: Collection[str], *, pronouns: bool = False) -> Change | None:
    """The gravest difference, None if there is none; ``known`` has words that are no misspellings; ``pronouns`` as there."""
    text = None
    if old.text != new.text:
        spelling = is_spelling(old.text, new.text, known, pronouns=pronouns)
        text = Change("the text", *_around(old.text, new.text), f"{old.text}\n{new.text}", spelling)
    if old.marks is None or new.marks is None or (text is not None and text.spelling is False):
        return text
    identity = f"{old}\n{new}"
    if old.marks.links != new.marks.links:
        return Change("a link", *_first(old.marks.links, new.marks.links), identity)
    if old.marks.icons != new.marks.icons:
        return Change("a voting icon", *_first(old.marks.icons, new.marks.icons), identity)
    was, now = old.marks.struck, new.marks.struck
    if was != now and (text is None or is_spelling(was, now, known, pronouns=pronouns) is False):
        return Change("the struck text", was or "none", now or "none", identity)
    return text


def _marks(markup: str, url: str) -> Marks:
    links: list[str] = []
    icons: list[str] = []
    struck: list[str] = []
    is_struck = False
    for found in _TAG.finditer(markup):
        href, alt, closing, text = found.groups()
        if href is not None:
            # A link that is struck out in part is written as two.
            address = _address(unescape(href), url)
            links += [address] if links[-1:] != [address] else []
        elif alt is not None:
            vote = vote_by_alt(unescape(alt))
            icons += [vote.value.upper()] if vote else []
        elif closing is not None:
            is_struck = not closing
        elif is_struck:
            struck.append(unescape(text or " "))
    return Marks(tuple(links), tuple(icons), " ".join("".join(struck).split()))


def _address(href: str, url: str) -> str:
    """A link's address in one form: whether it is encrypted, relative, or ends in a slash does not count."""
    try:
        parts = urlsplit(urljoin(url, href))
    except ValueError:
        return href
    scheme = "https" if parts.scheme == "http" else parts.scheme
    return parts._replace(scheme=scheme, netloc=parts.netloc.lower(), path=parts.path.rstrip("/")).geturl()


def _first(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[str, str]:
    """The first that differ."""
    place, _ = shared_ends(old, new)
    one, other = (marks[place] if place < len(marks) else "none" for marks in (old, new))
    return one, other


def _around(before: str, after: str) -> tuple[str, str]:
    """Both texts around the first words that differ."""
    old, new = before.split(), after.split()
    same, _ = shared_ends(old, new)
    start = max(0, same - 6)
    lead = "… " if start else ""
    one, other = (lead + " ".join(words[start : same + 20]) for words in (old, new))
    return one, other
