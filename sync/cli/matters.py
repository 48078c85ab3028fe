"""Which matters a person means by an address or a title."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import NoReturn
from urllib.parse import urlsplit

from parsers.blog.selectors import page_number
from parsers.model import Post
from sync.errors import UsageError
from sync.text import one_line, shorten

__all__ = ["find_matters", "is_address", "key_of"]

_QUOTES = str.maketrans("‘’“”–—\xa0", "''\"\"-- ")


def is_address(text: str) -> bool:
    """Whether an argument is a web address, rather than a title or a file."""
    return text.startswith(("https://", "http://"))


def key_of(address: str) -> str:
    """A post's key, by its address: the last part of the path, whatever the host and the page of comments."""
    try:
        path = urlsplit(address).path
    except ValueError:
        raise UsageError(f"malformed address {one_line(address)!r}; copy it from the browser, or give the title") from None
    return page_number(path)[0].rstrip("/").rpartition("/")[2]


def find_matters(text: str, matters: Sequence[Post], posts: Iterable[Post]) -> list[Post]:
    """The matters an argument means: by address, exact title, title in other letters, or the only one it begins.

    Two matters of the same title are both meant. Raises :class:`UsageError`, with the nearest titles, if it fits none or
    begins several; ``posts`` are all posts, to say why one cannot be judged.
    """
    if is_address(text):
        key = key_of(text)
        found = [post for post in matters if post.key == key]
        return found or _refused(text, [post.url for post in matters], posts, lambda post: post.key == key)
    folded = _fold(text)
    exact = [post for post in matters if text in (post.title, post.subject, post.key)]
    if alike := exact or [post for post in matters if folded in _titles(post)]:
        return alike
    found = [post for post in matters if folded and any(title.startswith(folded) for title in _titles(post))]
    if len(found) > 1:
        titles = ", ".join(repr(shorten(post.title, 60)) for post in found[:5])
        more = f" and {len(found) - 5} more" if len(found) > 5 else ""
        raise UsageError(f"{one_line(text)!r} fits {len(found)} matters: {titles}{more}; give more of the title, or the address")
    names = [name for post in matters for name in (post.title, post.subject) if name]
    return found or _refused(text, names, posts, lambda post: folded in _titles(post))


def _titles(post: Post) -> tuple[str, str]:
    return _fold(post.title), _fold(post.subject)


def _fold(title: str) -> str:
    """A title as people type it: straight quotes, single blanks, any case."""
    return " ".join(title.translate(_QUOTES).split()).casefold()


def _refused(text: str, names: Sequence[str], posts: Iterable[Post], fits: Callable[[Post], bool]) -> NoReturn:
    shown = repr(one_line(text))
    other = next((post for post in posts if fits(post)), None)
    if other is not None and other.category.matter:
        raise UsageError(f"{shown} cannot be judged: it was posted later, or its date could not be read; see --now, or save its page again")
    if other is not None:
        raise UsageError(f"{shown} is not a votable matter: its category is {other.category.value}; give a Proposal, CfJ or DoV")
    folded = {_fold(name): name for name in names}
    close = [folded[name] for name in get_close_matches(_fold(text), folded, n=3, cutoff=0.5)]
    if close:
        raise UsageError(f"no votable matter fits {shown}; the nearest: {', '.join(repr(shorten(name, 80)) for name in close)}")
    raise UsageError(f"no votable matter fits {shown}; `blognomic tally --all` lists them")
