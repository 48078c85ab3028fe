"""Who was Emperor from when on: by enacted DoVs and Ascension Addresses, unknown where the mantle may have been passed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from parsers.model import Post, same_name
from parsers.patterns import later
from validators.voting.dated_posts import DatedPost

_METADYNASTY = later(r"\bmeta-?dynasty\b", re.IGNORECASE)
_NO_EMPEROR = later(
    r"(?:^|[.!?]\s)\s*(?:this(?: dynasty)? (?:is|will be|shall be) an? (?:[\w-]+ )?meta-?dynasty"
    r"|there (?:is|will be|shall be) no emperor)\s*(?:[.!]|$)",
    re.IGNORECASE | re.MULTILINE,
)
_MANTLE = later(
    r"\bmantle\b|\bin my (?:stead|place)\b|\babdicat\w+"
    r"|\b(?:pass|hand|give|grant|confer)\w*\b[^.]{0,60}\b(?:role|title|crown|office|throne|emperor\w*)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Emperor:
    """Who headed the dynasty: a name, None in a Metadynasty, and whether that is known at all."""

    name: str | None
    known: bool = True


UNKNOWN = Emperor(None, known=False)


def reigns(
    enacted: Iterable[tuple[datetime, DatedPost]],
    addresses: Iterable[DatedPost],
    spoken: Sequence[DatedPost],
    untimed: Collection[datetime] = (),
) -> list[tuple[datetime, Emperor]]:
    """Since when who was Emperor, in that order: by an enacted DoV, or an Ascension Address, also one of the minute of the enactment.

    Of an Interregnum in which one of the posts ``spoken`` without votes speaks of the mantle, or whose Address is by somebody else than
    whom the DoV crowned, the Emperor is unknown. So is the Emperor after an Address by somebody other than the author of the one before,
    if no DoV was enacted in between; ``untimed`` says when those were made that were enacted at an unknown time.
    """
    crownings = [(at.replace(second=0, microsecond=0), 0, at, dov) for at, dov in enacted]
    events = sorted((*crownings, *((post.posted, 1, post.posted, post) for post in addresses)), key=lambda event: event[:3])
    found: list[tuple[datetime, Emperor]] = []
    last, author = datetime.min.replace(tzinfo=UTC), None
    for place, (_, is_address, at, post) in enumerate(events):
        after = events[place + 1] if place + 1 < len(events) else None
        if is_address:
            crowned = (place and not events[place - 1][1]) or any(last < made <= at for made in untimed)
            holder = _of_address(post) if crowned or author is None or same_name(author, post.author) else UNKNOWN
            last, author = at, post.author
        else:
            passed = after is not None and after[1] and not same_name(after[3].author, post.author)
            between = (each for each in spoken if at <= each.posted and (after is None or each.posted < after[2]))
            passed = passed or any(_MANTLE.search(f"{each.title}\n{each.body}") for each in between)
            holder = UNKNOWN if passed else Emperor(post.author)
        found.append((max(at, found[-1][0]) if found else at, holder))
    return found


def _of_address(address: Post) -> Emperor:
    """Its author, unless it speaks of a Metadynasty: nobody where it says so in so many words, else that is unknown."""
    text = f"{address.title}\n{address.body}"
    if _NO_EMPEROR.search(text):
        return Emperor(None)
    return UNKNOWN if _METADYNASTY.search(text) else Emperor(address.author)
