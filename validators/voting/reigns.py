"""Who was Emperor from when on: by enacted DoVs and Ascension Addresses, unknown where the mantle may have been passed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from parsers.model import Post, same_name

_METADYNASTY = re.compile(r"\bmeta-?dynasty\b", re.IGNORECASE)
_NO_EMPEROR = re.compile(
    r"(?:^|[.!?]\s)\s*(?:this(?: dynasty)? (?:is|will be|shall be) an? (?:[\w-]+ )?meta-?dynasty"
    r"|there (?:is|will be|shall be) no emperor)\s*(?:[.!]|$)",
    re.IGNORECASE | re.MULTILINE,
)
_MANTLE = re.compile(
    r"\bmantle\b|\bin my (?:stead|place)\b|\babdicat\w+"
    r"|\b(?:pass|hand|give|grant|confer)\w*\b[^.]{0,60}\b(?:role|title|crown|office|throne|emperor\w*)\b",
    re.IGNORECASE,
)


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


def reigns(
    crowned: Iterable[Dated], mantles: Iterable[Dated], addresses: Iterable[Dated], untimed: Collection[datetime] = ()
) -> Iterator[tuple[datetime, Emperor]]:
    """Since when who was Emperor, in that order: by an enacted DoV, or an Ascension Address.

    From one of the ``mantles`` on, the posts of an Interregnum that speak of it, the Emperor is unknown until the Address. Where that
    is by somebody else than whom the DoV crowned, the Emperor of the whole Interregnum is unknown. So is the Emperor
    after an Address by somebody other than the author of the one before, if no DoV was enacted in between; ``untimed`` says when
    those were made that were enacted at an unknown time.
    """
    kinds = enumerate((crowned, mantles, addresses))
    events = sorted(((at, kind, post) for kind, posts in kinds for at, post in posts), key=lambda event: event[:2])
    between: list[tuple[datetime, Emperor]] = []
    last, author = datetime.min.replace(tzinfo=UTC), None
    for at, kind, post in events:
        if kind == 1 and between:
            between.append((at, _UNKNOWN))
            continue
        holder = between[0][1].name if between else None
        passed = kind == 2 and holder is not None and not same_name(holder, post.author)
        yield from ((since, _UNKNOWN if passed else each) for since, each in between)
        if kind == 2:
            crowned_since = between or any(last < made <= at for made in untimed)
            yield at, _of_address(post) if crowned_since or author is None or same_name(author, post.author) else _UNKNOWN
            last, author = at, post.author
        between = [(at, Emperor(post.author))] if kind == 0 else []
    yield from between


def _of_address(address: Post) -> Emperor:
    """Its author, unless it speaks of a Metadynasty: nobody where it says so in so many words, else that is unknown."""
    text = f"{address.title}\n{address.body}"
    if _NO_EMPEROR.search(text):
        return Emperor(None)
    return _UNKNOWN if _METADYNASTY.search(text) else Emperor(address.author)
