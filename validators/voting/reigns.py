"""Who was Emperor from when on: by enacted DoVs, mantles passed in an Interregnum, and Ascension Addresses."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from parsers.blog.announcements import KnownNames
from parsers.model import Post, same_name

_METADYNASTY = re.compile(r"\bmeta-?dynasty\b", re.IGNORECASE)
_NO_EMPEROR = re.compile(
    r"(?:^|[.!?]\s)\s*(?:this(?: dynasty)? (?:is|will be|shall be) an? (?:[\w-]+ )?meta-?dynasty"
    r"|there (?:is|will be|shall be) no emperor)\s*(?:[.!]|$)",
    re.IGNORECASE | re.MULTILINE,
)
_MANTLE = re.compile(r"\bmantle\b", re.IGNORECASE)
_ABOUT_IT = re.compile(r"[^.!?\n]*\bmantle\b[^.!?\n]*[.!?]?")
_ONE = r"\x02\d+\x03"
_PASSES = re.compile(
    r"(?:(?:so|now|and|therefore),? )?"
    rf"(?:i(?: hereby| now)*(?: am|['’]m)?(?: hereby)? pass(?:ing|ed)?(?: on)? the mantle(?: on)? to {_ONE}"
    rf"|(?:hereby )?passing the mantle to {_ONE}"
    rf"|the mantle (?:passes|is(?: hereby| now)? passed)(?: on)? to {_ONE}|{_ONE} is(?: hereby| now)? passed the mantle)[.!]?"
)
"""A whole sentence that passes the mantle, with a mark for the name."""


@dataclass(frozen=True, slots=True)
class Emperor:
    """Who headed the dynasty: a name, None in a Metadynasty, and whether that is known at all."""

    name: str | None
    known: bool = True


Dated = tuple[datetime, Post]
_UNKNOWN = Emperor(None, known=False)


def speaks_of_mantle(post: Post) -> bool:
    """Whether a post speaks of the mantle, which it may pass."""
    return _MANTLE.search(f"{post.title}\n{post.body}") is not None


def heir(post: Post, names: KnownNames) -> str | None:
    """To whom a post passes the mantle; None where it does not say so in so many words, or says more of the mantle."""
    sentences = [each.strip() for each in _ABOUT_IT.findall(names.marked(post.body))]
    named = {name for each in sentences for name in names.read(each)}
    return named.pop() if len(named) == 1 and all(map(_PASSES.fullmatch, sentences)) else None


def reigns(
    crowned: Iterable[Dated], mantles: Iterable[Dated], addresses: Iterable[Dated], names: KnownNames, untimed: Collection[datetime] = ()
) -> Iterator[tuple[datetime, Emperor]]:
    """Since when who was Emperor, in that order: by an enacted DoV, a mantle passed in its Interregnum, or an Ascension Address.

    ``mantles`` are the posts of an Interregnum that speak of it. Where the Address is by somebody else than who then was Emperor by
    the posts, the mantle was passed at a time that nothing tells, and the Emperor of the Interregnum is unknown. So is the Emperor
    after an Address by somebody other than the author of the one before, if no DoV was enacted in between; ``untimed`` says when
    those were made that were enacted at an unknown time.
    """
    kinds = enumerate((crowned, mantles, addresses))
    events = sorted(((at, kind, post) for kind, posts in kinds for at, post in posts), key=lambda event: event[:2])
    between: list[tuple[datetime, Emperor]] = []
    last, author = datetime.min.replace(tzinfo=UTC), None
    for at, kind, post in events:
        if kind == 1 and between:
            between.append((at, _passed(between[-1][1], post, names)))
            continue
        holder = between[-1][1].name if between else None
        passed = kind == 2 and holder is not None and not same_name(holder, post.author)
        yield from ((since, _UNKNOWN if passed else each) for since, each in between)
        if kind == 2:
            crowned_since = between or any(last < made <= at for made in untimed)
            yield at, _of_address(post) if crowned_since or author is None or same_name(author, post.author) else _UNKNOWN
            last, author = at, post.author
        between = [(at, Emperor(post.author))] if kind == 0 else []
    yield from between


def _passed(holder: Emperor, post: Post, names: KnownNames) -> Emperor:
    """Who is Emperor after a post that speaks of the mantle."""
    name = heir(post, names) if holder.name is not None and same_name(holder.name, post.author) else None
    return _UNKNOWN if name is None else Emperor(name)


def _of_address(address: Post) -> Emperor:
    """Its author, unless it speaks of a Metadynasty: nobody where it says so in so many words, else that is unknown."""
    text = f"{address.title}\n{address.body}"
    if _NO_EMPEROR.search(text):
        return Emperor(None)
    return _UNKNOWN if _METADYNASTY.search(text) else Emperor(address.author)
