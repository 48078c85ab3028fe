"""The votes of a comment: images, never words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import unquote

from parsers.blog import selectors
from parsers.blog.regions import Image
from parsers.model import Icon

__all__ = ["read_icons"]

# No address of an icon is longer; what is read of one is kept for the next.
_LONGEST = 500


def read_icons(images: Iterable[Image]) -> tuple[tuple[Icon, ...], tuple[str, ...]]:
    """The voting icons among images, in their order, and what contradicts itself in them."""
    icons: list[Icon] = []
    doubts: list[str] = []
    for attributes, quoted in images:
        name, doubt = _name(attributes.get("alt", "")[:_LONGEST], attributes.get("src", "")[:_LONGEST])
        if name:
            icons.append(Icon(name, quoted))
        if doubt:
            doubts.append(doubt)
    return tuple(icons), tuple(doubts)


@lru_cache(maxsize=64)
def _name(alt: str, src: str) -> tuple[str, str]:
    """An icon's name, empty if the image is none, and what contradicts itself in it."""
    path = unquote(src.partition("?")[0].partition("#")[0])
    stem = path.rpartition("/")[2].partition(".")[0].strip().lower()
    stated, shown = selectors.vote_by_alt(alt), selectors.vote_by_file(stem)
    if stated and shown and stated is not shown:
        return stated.value, f"an image says {stated.value} and is the file of {shown.value}; taken as {stated.value}"
    vote = stated or shown
    if vote:
        return vote.value, ""
    return (alt.strip().lower() or stem if selectors.in_vote_folder(path) else ""), ""
