"""The comments of an entry page. A vote is an image, never a word."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from parsers.blog import selectors
from parsers.blog.dates import Stamp, find_stamp, settle
from parsers.blog.html import Image, Part, Tokens, read_parts
from parsers.blog.outline import Span
from parsers.model import Comment, Icon, Problem

__all__ = ["read_comments"]

_LONGEST_STAMP = 40
_LONGEST_ATTRIBUTE = 500
# Comments with this many images and no vote among them suggest that the icons have changed.
_MANY_IMAGES = 3


class _RawComment(NamedTuple):
    """A comment whose time waits for the page's date order."""

    id: str
    author: str
    stamp: Stamp | None
    lines: list[str]
    images: list[Image]


def read_comments(
    tokens: Tokens, spans: Sequence[Span], url: str, first: int, posted: datetime | None, limits: Sequence[datetime | None]
) -> tuple[tuple[Comment, ...], list[Problem], bool]:
    """The comments at ``spans`` of the page at ``url``, numbered from ``first``, and what is wrong with them.

    No comment is earlier than the post, ``posted``, nor later than the ``limits``; one whose time cannot be read has none. The third
    value says whether another last limit may give other times.
    """
    raws = [_raw_comment(tokens, span) for span in spans]
    problems = []
    order = settle([raw.stamp for raw in raws if raw.stamp], posted, *limits)
    if order.doubt:
        problems.append(Problem(url, order.doubt))
    comments = []
    for position, raw in enumerate(raws, first):
        where = f"{url}#{raw.id}" if raw.id else f"{url}, comment {position + 1}"
        at = order.read(raw.stamp) if raw.stamp else None
        if not raw.author:
            problems.append(Problem(where, "the comment has no author"))
        if at is None and (raw.stamp is None or order.order is not None):
            what = "has no time" if raw.stamp is None else "has a time that does not exist"
            problems.append(Problem(where, f"the comment {what}"))
        icons = []
        for attributes, quoted in raw.images:
            name, doubt = _icon_name(attributes.get("alt", "")[:_LONGEST_ATTRIBUTE], attributes.get("src", "")[:_LONGEST_ATTRIBUTE])
            icons += [Icon(name, quoted)] if name else []
            problems += [Problem(where, doubt)] if doubt else []
        comments.append(Comment(raw.author, at, tuple(icons), "\n".join(raw.lines), raw.id, position))
    images = sum(len(raw.images) for raw in raws)
    if images >= _MANY_IMAGES and not any(comment.icons for comment in comments):
        problems.append(Problem(url, f"the comments show {images} images, but no known vote icon"))
    return tuple(comments), problems, order.by_limit


def _raw_comment(tokens: Tokens, span: Span) -> _RawComment:
    parts = read_parts(tokens, *span, selectors.comment_region)
    name = stamp_above = stamp_below = None
    bodies = []
    for part in parts:
        if part.region == "name":
            name = name or part
        elif part.region == "body":
            bodies.append(part)
        elif part.region == "stamp" and bodies:
            stamp_below = part
        elif part.region == "stamp":
            stamp_above = stamp_above or part
    bodies = bodies or parts[:1]
    lines = [line for part in bodies for line in part.lines()]
    images = [image for part in bodies for image in part.images]
    stamp = stamp_above or stamp_below
    if stamp is not None:
        written = " ".join(stamp.lines())
    else:
        # A template without an element for the date has it on a line of its own, outside of the body.
        written = next((line for line in parts[0].lines() if len(line) <= _LONGEST_STAMP and find_stamp(line)), "")
        lines = [line for line in lines if line != written] if bodies[0] is parts[0] else lines
    return _RawComment(tokens[span.start][2].get("id", ""), _author(name) if name else "", find_stamp(written), lines, images)


def _author(heading: Part) -> str:
    """Who wrote a comment: the member link of its heading, or what precedes a colon there."""
    links = [link for link in heading.links if link.text]
    members = [link for link in links if selectors.is_member_address(link.href)]
    if links:
        return (members or links)[0].text.removesuffix(":").rstrip()
    return " ".join(heading.lines()).partition(":")[0].strip()


@lru_cache(maxsize=64)
def _icon_name(alt: str, src: str) -> tuple[str, str]:
    """An icon's name, blank if the image is no icon, and how its ``alt`` and its file contradict each other."""
    path = unquote(src.partition("?")[0].partition("#")[0])
    stem = path.rpartition("/")[2].partition(".")[0].strip().lower()
    stated, shown = selectors.vote_by_alt(alt), selectors.vote_by_file(stem)
    if stated and shown and stated is not shown:
        return stated.value, f"an image says {stated.value} and is the file of {shown.value}; taken as {stated.value}"
    vote = stated or shown
    if vote:
        return vote.value, ""
    return (alt.strip().lower() or stem if selectors.in_vote_folder(path) else ""), ""
