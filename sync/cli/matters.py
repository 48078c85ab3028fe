"""Which matters a person means by an address or a title."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from urllib.parse import urlsplit

from parsers.model import Post
from sync.errors import UsageError
from sync.text import one_line, shorten
from validators.voting.verdict import Verdict

__all__ = ["find_matters", "is_address", "key_of"]

_FURTHER = re.compile(r"/P\d{1,6}/*$")
_QUOTES = str.maketrans("‘’“”–—\xa0", "''\"\"-- ")


def is_address(text: str) -> bool:
    """Whether an argument is an address of the web, rather than a title or a file."""
    return text.startswith(("https://", "http://"))


def key_of(address: str) -> str:
    """What identifies a post in its address: the last part of the path, whatever the host."""
    try:
        path = urlsplit(address).path
    except ValueError:
        raise UsageError(f"{one_line(address)!r} is no address; copy it from the browser, or give the title") from None
    return _FURTHER.sub("", path).rstrip("/").rpartition("/")[2]


def find_matters(text: str, verdicts: Sequence[Verdict], posts: Iterable[Post]) -> list[Verdict]:
    """The matters an argument means: by address, exact title, title in other letters, or the only one it begins.

    Two matters of the same title are both meant. Raises :class:`UsageError`, with the nearest titles, where
    it fits none, or begins several.
    """
    if is_address(text):
        found = [verdict for verdict in verdicts if verdict.post.key == key_of(text)]
        if found:
            return found
        raise UsageError(_none(text, [verdict.post.url for verdict in verdicts], _unvotable(posts, lambda post: post.key == key_of(text))))
    for fits in (_exactly(text), _folded(text)):
        found = [verdict for verdict in verdicts if fits(verdict.post)]
        if found:
            return found
    found = [verdict for verdict in verdicts if _begins(text)(verdict.post)]
    if len(found) > 1:
        titles = ", ".join(repr(shorten(verdict.post.title, 60)) for verdict in found[:5])
        raise UsageError(f"{one_line(text)!r} fits {len(found)} matters: {titles}; give more of the title, or the address")
    if not found:
        names = [name for verdict in verdicts for name in (verdict.post.title, verdict.post.subject) if name]
        raise UsageError(_none(text, names, _unvotable(posts, _folded(text))))
    return found


def _exactly(text: str) -> Callable[[Post], bool]:
    return lambda post: text in (post.title, post.subject, post.key)


def _folded(text: str) -> Callable[[Post], bool]:
    return lambda post: _fold(text) in (_fold(post.title), _fold(post.subject))


def _begins(text: str) -> Callable[[Post], bool]:
    start = _fold(text)
    return lambda post: bool(start) and (_fold(post.title).startswith(start) or _fold(post.subject).startswith(start))


def _fold(title: str) -> str:
    """Titles as people type them: straight quotes, single blanks, any case."""
    return " ".join(title.translate(_QUOTES).split()).casefold()


def _unvotable(posts: Iterable[Post], fits: Callable[[Post], bool]) -> Post | None:
    return next((post for post in posts if fits(post)), None)


def _none(text: str, names: Sequence[str], other: Post | None) -> str:
    shown = repr(one_line(text))
    if other is not None and other.category.matter:
        return f"{shown} cannot be judged: it was posted later, or its date could not be read; see --now, or save its page again"
    if other is not None:
        return f"{shown} is no votable matter: its category is {other.category.value}; give a Proposal, CfJ or DoV"
    folded = {_fold(name): name for name in names}
    close = [folded[name] for name in get_close_matches(_fold(text), folded, n=3, cutoff=0.5)]
    if close:
        return f"no votable matter fits {shown}; the nearest: {', '.join(repr(shorten(name, 80)) for name in close)}"
    return f"no votable matter fits {shown}; `blognomic tally --all` shows all there are"
