"""The comments of an entry page. A vote is an image, never a word."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from parsers.blog import selectors
from parsers.blog.dates import Stamp, find_stamp, settle
from parsers.blog.html import Part, Tokens, read_parts
from parsers.blog.outline import Span
from parsers.model import Comment, Icon, Problem

_LONGEST_STAMP = 40
_LONGEST_ATTRIBUTE = 500
_MANY_IMAGES = 3
"""Comments with so many images and no vote among them suggest that the icons have changed."""


class _RawComment(NamedTuple):
    """A comment whose time waits for the page's date order: its voting icons among its images, and what is doubtful about these."""

    author: str
    stamp: Stamp | None
    text: str
    images: int
    icons: tuple[Icon, ...]
    doubts: tuple[str, ...]


def read_comments(
    tokens: Tokens, spans: Sequence[Span], url: str, first: int, posted: datetime | None, limits: Sequence[datetime | None]
) -> tuple[tuple[Comment, ...], list[Problem]]:
    """The comments at ``spans`` of the page at ``url``, numbered from ``first``, and what is wrong with them.

    No comment is earlier than the post, ``posted``, nor later than the ``limits``; one whose time cannot be read has none.
    """
    raws = [(tokens[span.start][2].get("id", ""), _raw_comment(tokens[span.start : span.stop])) for span in spans]
    order = settle([raw.stamp for _, raw in raws if raw.stamp], posted, *limits)
    problems = [Problem(url, order.doubt)] if order.doubt else []
    comments = []
    for position, (anchor, raw) in enumerate(raws, first):
        at = order.read(raw.stamp) if raw.stamp else None
        comments.append(Comment(raw.author, at, raw.icons, raw.text, anchor, position))
        where = f"{url}#{anchor}" if anchor else f"{url}, comment {position + 1}"
        if not raw.author:
            problems.append(Problem(where, "the comment has no author"))
        if raw.stamp is None:
            problems.append(Problem(where, "the comment has no time"))
        elif at is None and order.day_first is not None:
            problems.append(Problem(where, "the comment has a time that does not exist"))
        problems += [Problem(where, f"{doubt} (comment of {raw.author})" if raw.author else doubt) for doubt in raw.doubts]
    images = sum(raw.images for _, raw in raws)
    if images >= _MANY_IMAGES and not any(comment.icons for comment in comments):
        problems.append(Problem(url, f"the comments show {images} images, but no known vote icon"))
    return tuple(comments), problems


def _raw_comment(tokens: Tokens) -> _RawComment:
    """A comment: its heading, its body, and the time above or below that."""
    outside, *parts = read_parts(tokens, 0, len(tokens), selectors.comment_region)
    name = next((part for part in parts if part.region == "name"), None)
    bodies = [part for part in parts if part.region == "body"]
    stamps = [part for part in parts if part.region == "stamp"]
    above = [part for part in stamps if not bodies or parts.index(part) < parts.index(bodies[0])]
    lines = [line for part in bodies or [outside] for line in part.lines()]
    if stamps:
        written = " ".join((above or stamps[::-1])[0].lines())
    else:
        # A template without an element for the date has it on a line of its own, outside of the body.
        written = next((line for line in outside.lines() if len(line) <= _LONGEST_STAMP and find_stamp(line)), "")
        lines = lines if bodies else [line for line in lines if line != written]
    images = [image for part in bodies or [outside] for image in part.images]
    names = [_icon_name(image.get("alt", "")[:_LONGEST_ATTRIBUTE], image.get("src", "")[:_LONGEST_ATTRIBUTE]) for image, _ in images]
    icons = tuple(Icon(found, quoted) for (found, _), (_, quoted) in zip(names, images, strict=True) if found)
    doubts = tuple(doubt for _, doubt in names if doubt)
    return _RawComment(_author(name) if name else "", find_stamp(written), "\n".join(lines), len(images), icons, doubts)


def _author(heading: Part) -> str:
    """Who wrote a comment: the text of the member link of its heading, else of its first link, else that of the heading."""
    links = [link for link in heading.links if link.text]
    members = [link for link in links if selectors.is_member_address(link.href)]
    if not links:
        return " ".join(heading.lines()).partition(":")[0].strip()
    return (members or links)[0].text.removesuffix(":").rstrip()


@lru_cache(maxsize=64)
def _icon_name(alt: str, src: str) -> tuple[str, str]:
    """An icon's name, blank if the image is no icon, and what is doubtful about it.

    In the folder of the voting icons ``alt`` or file is enough. Anybody's picture of a seal is called seal.jpg, so elsewhere a file's
    name alone makes no vote, and an ``alt`` alone a doubtful one.
    """
    path = unquote(src.partition("?")[0].partition("#")[0])
    stem = path.rpartition("/")[2].partition(".")[0].strip().lower()
    stated, shown = selectors.vote_by_alt(alt), selectors.VOTE_FILES.get(stem)
    if stated and shown and stated is not shown:
        return stated.value, f"an image says {stated.value} and is the file of {shown.value}; taken as {stated.value}"
    if selectors.in_vote_folder(path):
        vote = stated or shown
        return (vote.value if vote else alt.strip().lower() or stem), ""
    if stated:
        return stated.value, "" if shown or not stem else f"an image outside the icons' folder says {stated.value}; taken as {stated.value}"
    return "", f"an image outside the icons' folder is called {stem}; taken as no vote" if shown else ""
