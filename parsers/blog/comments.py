"""Read the comments of an entry page, whose votes are images and never words, and the blog's two
formats of time.

Posts have the time in words (11 May 2022 09:01:00 UTC), comments in numbers. Whether 03-04-2022 is
in March or in April depends on the template, so it is decided once for a page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from parsers.blog import selectors
from parsers.blog.html import Part, Tokens, read_parts
from parsers.blog.outline import Span
from parsers.model import Comment, Icon, Problem
from parsers.patterns import later

_SOON = timedelta(days=14)
_NAMES = (
    "january february march april may june july august september october november december".split()
)
_MONTHS = {
    name[:length]: number
    for number, name in enumerate(_NAMES, 1)
    for length in range(3, len(name) + 1)
}
_YEARS = range(1970, 9000)
"""Far enough from the first and last year, so that a time some months earlier or later exists."""
# "9:01", "09:01:00", and a zone other than GMT, which makes the time unknown: " PM", " EST", " +02"
_CLOCK = r"(\d{1,2}):(\d{2})(?::(\d{2}))?(?: (?!GMT\b)((?-i:[AP]M|[ap]m|[A-Z]{2,4}T)\b|[+-]\d{2}))?"
# "11 May 2022 09:01:00"
_WORDS = later(
    rf"(?<!\d)(\d{{1,2}}) ([a-z]{{3,9}})\.?,? (\d{{4}}),? {_CLOCK}", re.IGNORECASE | re.ASCII
)
# "03-04-2022 09:01", "3/4/2022, 09:01"
_NUMBERS = later(
    rf"(?<![\d-])(\d{{1,2}})([-/])(\d{{1,2}})\2(\d{{4}}),? {_CLOCK}", re.IGNORECASE | re.ASCII
)


class Stamp(NamedTuple):
    """A comment's time read in both orders, DD-MM-YYYY and MM-DD-YYYY: None if the date does not
    exist in that order.
    """

    day_first: datetime | None
    month_first: datetime | None


class SettledOrder(NamedTuple):
    """Return whether a page's dates begin with the day; None if the page contradicts itself.
    ``doubt`` is the reason for an uncertain order.
    """

    day_first: bool | None
    doubt: str = ""

    def read(self, stamp: Stamp) -> datetime | None:
        """A comment's time in that order; without an order, only if both give the same time."""
        if self.day_first is not None:
            return stamp.day_first if self.day_first else stamp.month_first
        times = {time for time in stamp if time is not None}
        return times.pop() if len(times) == 1 else None


def find_date(text: str) -> tuple[int, datetime | None] | None:
    """Find the last date in words of a text with single spaces: its offset, and the time (None: it
    does not exist).
    """
    dates = list(_WORDS.finditer(text))
    if not dates:
        return None
    found = dates[-1]
    day, month, year, *clock = found.groups()
    return found.start(), _time(year, _MONTHS.get(month.lower(), 0), day, clock)


def find_stamp(text: str) -> Stamp | None:
    """Find a comment's time in a text with single spaces, in numbers or else in words."""
    found = _NUMBERS.search(text)
    if found is not None:
        first, _, second, year, *clock = found.groups()
        day_first = _time(year, month=second, day=first, clock=clock)
        month_first = _time(year, month=first, day=second, clock=clock)
        return Stamp(day_first, month_first)
    date = find_date(text)
    return Stamp(date[1], date[1]) if date else None


def settle(stamps: Sequence[Stamp], posted: datetime | None) -> SettledOrder:
    """Decide the order of day and month in a page's ``stamps``, top to bottom.

    A date that exists in only one order decides. Else the order is the one in which no comment is
    earlier than its post or the comment above it; else the one in which the first comment was made
    within a fortnight of the post.
    """
    only = {
        stamp.day_first is not None
        for stamp in stamps
        if (stamp.day_first is None) is not (stamp.month_first is None)
    }
    if len(only) == 2:
        return SettledOrder(
            None, "some dates of comments can only be DD-MM-YYYY, others only MM-DD-YYYY"
        )
    if only or all(stamp.day_first == stamp.month_first for stamp in stamps):
        return SettledOrder(only.pop() if only else True)
    times = {
        True: [time for time, _ in stamps if time is not None],
        False: [time for _, time in stamps if time is not None],
    }
    fitting = [
        order
        for order, found in times.items()
        if (posted is None or found[0] >= posted) and found == sorted(found)
    ]
    if len(fitting) == 2 and posted is not None:
        # Exchanging day and month moves a date by at least four weeks, so only one order can put it
        # soon after the post.
        fitting = [order for order in fitting if times[order][0] - posted <= _SOON] or fitting
    if len(fitting) == 1:
        return SettledOrder(fitting[0])
    doubt = (
        "both DD-MM-YYYY and MM-DD-YYYY fit"
        if fitting
        else "neither DD-MM-YYYY nor MM-DD-YYYY fits"
    )
    return SettledOrder(True, f"{doubt} the dates of the comments; they are read as DD-MM-YYYY")


def _time(year: str, month: str | int, day: str, clock: Sequence[str | None]) -> datetime | None:
    hour, minute, second, zone = clock
    # The blog writes UTC; the meaning of another zone or of AM/PM is unknown.
    if zone is not None or int(month) > 12 or int(year) not in _YEARS:
        return None
    try:
        return datetime(
            int(year),
            int(month),
            int(day),
            int(hour or 0),
            int(minute or 0),
            int(second or 0),
            tzinfo=UTC,
        )
    except ValueError:
        return None


# Comments

_LONGEST_STAMP = 40
_LONGEST_ATTRIBUTE = 500
_MANY_IMAGES = 3
"""Comments with so many images and no vote among them suggest that the icons have changed."""


class _RawComment(NamedTuple):
    """A comment before the order of the page's dates is known: the number of its images, the voting
    icons among them, and doubts about these.
    """

    author: str
    member: int | None
    stamp: Stamp | None
    text: str
    images: int
    icons: tuple[Icon, ...]
    quotes: bool
    doubts: tuple[str, ...]


def read_comments(
    tokens: Tokens, spans: Sequence[Span], url: str, first: int, posted: datetime | None
) -> tuple[tuple[Comment, ...], list[Problem]]:
    """Read the comments at ``spans``, numbered from ``first``, and their problems. None is earlier
    than ``posted``.
    """
    raws = [
        (tokens[span.start][2].get("id", ""), _raw_comment(tokens[span.start : span.stop]))
        for span in spans
    ]
    order = settle([raw.stamp for _, raw in raws if raw.stamp], posted)
    problems = [Problem(url, order.doubt)] if order.doubt else []
    comments = []
    for position, (anchor, raw) in enumerate(raws, first):
        at = order.read(raw.stamp) if raw.stamp else None
        comments.append(
            Comment(raw.author, at, raw.icons, raw.text, anchor, position, raw.member, raw.quotes)
        )
        where = f"{url}#{anchor}" if anchor else f"{url}, comment {position + 1}"
        if not raw.author:
            problems.append(Problem(where, "the comment has no author"))
        if raw.stamp is None:
            problems.append(Problem(where, "the comment has no time"))
        elif at is None and order.day_first is not None:
            problems.append(Problem(where, "the comment has a time that does not exist"))
        problems += [
            Problem(where, f"{doubt} (comment of {raw.author})" if raw.author else doubt)
            for doubt in raw.doubts
        ]
    images = sum(raw.images for _, raw in raws)
    if images >= _MANY_IMAGES and not any(comment.icons for comment in comments):
        problems.append(Problem(url, f"the comments show {images} images, but no known vote icon"))
    return tuple(comments), problems


def _raw_comment(tokens: Tokens) -> _RawComment:
    outside, *parts = read_parts(tokens, 0, len(tokens), selectors.comment_region)
    name = next((part for part in parts if part.region == "name"), None)
    bodies = [part for part in parts if part.region == "body"]
    stamps = [part for part in parts if part.region == "stamp"]
    above = [part for part in stamps if not bodies or parts.index(part) < parts.index(bodies[0])]
    lines = [line for part in bodies or [outside] for line in part.lines()]
    if stamps:
        written = " ".join((above or stamps[::-1])[0].lines())
    else:
        # A template without an element for the date has it on a separate line outside the body.
        written = next(
            (line for line in outside.lines() if len(line) <= _LONGEST_STAMP and find_stamp(line)),
            "",
        )
        lines = lines if bodies else [line for line in lines if line != written]
    images = [image for part in bodies or [outside] for image in part.images]
    quotes = any(part.quotes for part in bodies or [outside])
    names = [
        _icon_name(
            image.get("alt", "")[:_LONGEST_ATTRIBUTE], image.get("src", "")[:_LONGEST_ATTRIBUTE]
        )
        for image, _ in images
    ]
    icons = tuple(
        Icon(found, quoted) for (found, _), (_, quoted) in zip(names, images, strict=True) if found
    )
    doubts = tuple(doubt for _, doubt in names if doubt)
    return _RawComment(
        *(_author(name) if name else ("", None)),
        find_stamp(written),
        "\n".join(lines),
        len(images),
        icons,
        quotes,
        doubts,
    )


def _author(heading: Part) -> tuple[str, int | None]:
    """Return the author of a comment and their member number: by the text of the member link in its
    heading, else of its first link, else of the heading.
    """
    links = [link for link in heading.links if link.text]
    members = [link for link in links if selectors.is_member_address(link.href)]
    if not links:
        return selectors.bare_name(" ".join(heading.lines()).partition(":")[0].strip()), None
    link = (members or links)[0]
    return selectors.bare_name(link.text), selectors.member_number(link.href)


@lru_cache(maxsize=64)
def _icon_name(alt: str, src: str) -> tuple[str, str]:
    """Return an icon's name, blank if the image is none, and a doubt, blank if there is none.

    In the icons' folder ``alt`` or the file name is enough; a copy saved with the page needs both.
    Any other picture is not a vote, whatever its name.
    """
    path = unquote(src.partition("?")[0].partition("#")[0])
    stem = path.rpartition("/")[2].partition(".")[0].strip().lower()
    stated, shown = selectors.vote_by_alt(alt), selectors.VOTE_FILES.get(stem)
    vote = stated or shown
    saved = stated and shown and selectors.in_saved_folder(path)
    if not saved and not selectors.in_vote_folder(path):
        doubt = f"an image outside the icons' folder says {vote}; not counted as a vote"
        return "", doubt if vote else ""
    name = vote.value if vote else alt.strip().lower() or stem
    if not stated or shown in (None, stated):
        return name, ""
    return name, f"an image says {stated} and is the file of {shown}; taken as {stated}"
