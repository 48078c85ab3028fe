"""Find where a page's posts, comments and sidebar begin and end.

A post can contain any HTML, even the page's own class names. So it reaches from its title to the
last footer before the next title, and anything like a comment or the sidebar in between is text of
the post. A comment ends where the next one begins, so unclosed HTML does not join two.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from parsers.blog import selectors
from parsers.blog.html import END, START, TEXT, Tokens, close_of, end_of_parent
from parsers.blog.selectors import Landmark

_HEADING_REACH = 20
_ENDS_COMMENT = ("comment", "form", "players")
_FOR_COMMENTS = ("comment", "section", "form")


class Span(NamedTuple):
    """A range of the page's tokens, like a slice."""

    start: int
    stop: int


class SideSpan(NamedTuple):
    """The sidebar, and where the list of players begins and ends in it."""

    whole: Span
    players: Span


@dataclass(slots=True)
class PostSpan:
    """One post, its comments, and whether there is a place for comments below it."""

    span: Span
    has_footer: bool
    comments: list[Span]
    has_comments_section: bool


class Outline(NamedTuple):
    """A page's posts from top to bottom and its sidebar, if it has one."""

    posts: list[PostSpan]
    side: SideSpan | None
    has_several_sides: bool


class _Mark(NamedTuple):
    place: int
    landmark: Landmark


def read_outline(tokens: Tokens) -> Outline:
    """The posts, comments and sidebar of a page."""
    marks = _marks(tokens)
    titles = [number for number, mark in enumerate(marks) if mark.landmark == "title"]
    posts: list[PostSpan] = []
    outside = marks[: titles[0]] if titles else marks[:]
    for number, end in pairwise([*titles, len(marks)]):
        title, *others = marks[number:end]
        stop = marks[end].place if end < len(marks) else len(tokens)
        footer = max((mark.place for mark in others if mark.landmark == "footer"), default=None)
        below = [mark for mark in others if footer is None or mark.place > footer]
        posts.append(_post(tokens, title.place, footer, below, stop))
        outside.extend(below)
    lists = [mark.place for mark in outside if mark.landmark == "players"]
    return Outline(posts, _side(tokens, marks, lists[0]) if lists else None, len(lists) > 1)


def _marks(tokens: Tokens) -> list[_Mark]:
    marks = []
    for place, (kind, tag, attributes) in enumerate(tokens):
        if kind == START and tag in selectors.DIVIDING:
            landmark = selectors.landmark(tag, attributes)
            if landmark is None and tag in selectors.HEADINGS:
                stop = close_of(tokens, place, min(place + _HEADING_REACH, len(tokens)))
                heading = "".join(piece for kind, piece, _ in tokens[place:stop] if kind == TEXT)
                landmark = "section" if selectors.names_comments(heading) else None
            if landmark is not None:
                marks.append(_Mark(place, landmark))
    return marks


def _post(
    tokens: Tokens, title: int, footer: int | None, below: list[_Mark], stop: int
) -> PostSpan:
    next_mark = below[0].place if below else stop
    end = (
        end_of_parent(tokens, title, next_mark)
        if footer is None
        else close_of(tokens, footer, next_mark)
    )
    comments = []
    for mark in reversed(below):
        if mark.landmark == "comment":
            comments.append(Span(mark.place, close_of(tokens, mark.place, stop)))
        if mark.landmark in _ENDS_COMMENT:
            stop = mark.place
    return PostSpan(
        Span(title, end),
        footer is not None,
        comments[::-1],
        any(mark.landmark in _FOR_COMMENTS for mark in below),
    )


def _side(tokens: Tokens, marks: list[_Mark], players: int) -> SideSpan:
    """Return the largest element around the list of players without a part of the main column, or
    the side column itself.
    """
    main = [mark.place for mark in marks if mark.landmark != "players"]
    before = max((place for place in main if place < players), default=-1)
    after = min((place for place in main if place > players), default=len(tokens))
    whole = list_span = Span(players, close_of(tokens, players, after))
    depth = 0
    for start in range(players - 1, before, -1):
        kind, _, attributes = tokens[start]
        if kind == START and depth == 0:  # an element around the list
            stop = end_of_parent(tokens, whole.stop + 1, after)
            if stop == after:
                break
            whole = Span(start, stop)
            if selectors.names_side_column(attributes):
                break
        depth = max(0, depth + (kind == END) - (kind == START))
    return SideSpan(whole, list_span)
