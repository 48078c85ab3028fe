"""The comments of an entry page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from parsers.blog import selectors
from parsers.blog.dates import Stamp, find_stamp, settle
from parsers.blog.icons import read_icons
from parsers.blog.markup import Tokens
from parsers.blog.outline import Span
from parsers.blog.regions import Image, Part, read_parts
from parsers.model import Comment, Problem

__all__ = ["read_comments"]

_LONGEST_STAMP = 40
# A few pictures are pictures; this many and no vote among them means that the icons have changed.
_MANY_IMAGES = 3


class _Draft(NamedTuple):
    """A comment whose time waits for the others' on the page."""

    id: str
    author: str
    stamp: Stamp | None
    lines: list[str]
    images: list[Image]


def read_comments(
    tokens: Tokens, spans: Sequence[Span], url: str, first: int, posted: datetime | None, limits: Sequence[datetime | None]
) -> tuple[tuple[Comment, ...], list[Problem]]:
    """The comments at ``spans`` of the page at ``url``, whose first has the position ``first``, and what is wrong with them.

    No comment is earlier than the post, ``posted``, nor later than the ``limits``; one whose time cannot be read has none.
    """
    drafts = [_draft(tokens, span) for span in spans]
    problems = []
    order = settle([draft.stamp for draft in drafts if draft.stamp], posted, *limits)
    if order.doubt:
        problems.append(Problem(url, order.doubt))
    comments = []
    for position, draft in enumerate(drafts, first):
        where = f"{url}#{draft.id}" if draft.id else f"{url}, comment {position + 1}"
        at = order.read(draft.stamp) if draft.stamp else None
        icons, doubts = read_icons(draft.images)
        if not draft.author:
            problems.append(Problem(where, "the comment names no author"))
        if at is None and (draft.stamp is None or order.order is not None):
            what = "has no time" if draft.stamp is None else "has a time that does not exist"
            problems.append(Problem(where, f"the comment {what}"))
        problems.extend(Problem(where, doubt) for doubt in doubts)
        comments.append(Comment(draft.author, at, icons, "\n".join(draft.lines), draft.id, position))
    images = sum(len(draft.images) for draft in drafts)
    if images >= _MANY_IMAGES and not any(comment.icons for comment in comments):
        problems.append(Problem(url, f"the comments show {images} images, and none of them is known as a vote"))
    return tuple(comments), problems


def _draft(tokens: Tokens, span: Span) -> _Draft:
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
    lines = [line for part in bodies for line in part.done()]
    images = [image for part in bodies for image in part.images]
    stamp = stamp_above or stamp_below
    if stamp is not None:
        written = " ".join(stamp.done())
    else:
        # A template without a place for the date has it on a line of its own, outside of the body.
        written = next((line for line in parts[0].done() if len(line) <= _LONGEST_STAMP and find_stamp(line)), "")
        lines = [line for line in lines if line != written] if bodies[0] is parts[0] else lines
    return _Draft(tokens[span.start][2].get("id", ""), _author(name) if name else "", find_stamp(written), lines, images)


def _author(heading: Part) -> str:
    """Who wrote a comment: the member link of its heading, or what precedes a colon there."""
    links = [link for link in heading.links if link.text]
    members = [link for link in links if selectors.is_member_address(link.href)]
    if links:
        return (members or links)[0].text.removesuffix(":").rstrip()
    return " ".join(heading.done()).partition(":")[0].strip()
