"""Find where a page's posts, comments and sidebar begin and end.

A post can contain any HTML, even the page's own class names. So it reaches from its title to the
last footer before the next title, and anything like a comment or the sidebar in between is text of
the post. Without a footer it ends with the element around its title, or at the next landmark.

A comment may contain such HTML too. With a footer in it, all comments above that footer would pass
for text of the post; a comment above the footer is therefore reported. A comment that is not closed
ends at the next comment, the form for comments, the list of players or the next title.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from parsers.blog import selectors
from parsers.blog.html import END, START, TEXT, Tokens, close_of, end_of_parent
from parsers.blog.selectors import Landmark

_MAX_HEADING_TOKENS = 20
"""A heading "Comments" has fewer. The rest of the page is not searched for the end of a heading."""
_COMMENT_ENDS = ("comment", "form", "players")
"""The landmarks that end even a comment that is not closed."""
_COMMENT_PLACES = ("comment", "comments section", "form")
"""The landmarks of a page on which comments can be shown."""


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
    """One post, its comments, and whether there is a place for comments below it.

    ``has_comment_above_footer``: the footer may be forged in a comment, or the comment in the post.
    """

    span: Span
    has_footer: bool
    has_comment_above_footer: bool
    comments: list[Span]
    has_comments_section: bool


class Outline(NamedTuple):
    """A page's posts from top to bottom and its sidebar, if it has one."""

    posts: list[PostSpan]
    side: SideSpan | None
    has_several_sides: bool


class _Mark(NamedTuple):
    """A landmark, and the place of its start tag among the tokens."""

    place: int
    landmark: Landmark


def read_outline(tokens: Tokens) -> Outline:
    """The posts, comments and sidebar of a page."""
    marks = _marks(tokens)
    title_indexes = [index for index, mark in enumerate(marks) if mark.landmark == "title"]
    posts: list[PostSpan] = []
    outside = marks[: title_indexes[0]] if title_indexes else marks[:]
    for title_index, next_index in pairwise([*title_indexes, len(marks)]):
        limit = marks[next_index].place if next_index < len(marks) else len(tokens)
        post, below = _post(tokens, marks[title_index:next_index], limit)
        posts.append(post)
        outside.extend(below)
    player_lists = [mark.place for mark in outside if mark.landmark == "players"]
    side = _side(tokens, marks, player_lists[0]) if player_lists else None
    return Outline(posts, side, len(player_lists) > 1)


def _marks(tokens: Tokens) -> list[_Mark]:
    """Return the landmarks of a page from top to bottom; a heading "Comments" is one too."""
    marks = []
    for place, (kind, tag, attributes) in enumerate(tokens):
        if kind == START and tag in selectors.DIVIDING:
            landmark = selectors.landmark(tag, attributes)
            if landmark is None and tag in selectors.HEADINGS:
                limit = min(place + _MAX_HEADING_TOKENS, len(tokens))
                heading_tokens = tokens[place : close_of(tokens, place, limit)]
                heading = "".join(piece for kind, piece, _ in heading_tokens if kind == TEXT)
                landmark = "comments section" if selectors.names_comments(heading) else None
            if landmark is not None:
                marks.append(_Mark(place, landmark))
    return marks


def _post(tokens: Tokens, marks: list[_Mark], limit: int) -> tuple[PostSpan, list[_Mark]]:
    """Return a post with its comments, and the landmarks below it. ``marks`` begin with its title;
    nothing of it reaches beyond ``limit``.
    """
    title, *others = marks
    footer = max((mark.place for mark in others if mark.landmark == "footer"), default=None)
    above = [mark for mark in others if footer is not None and mark.place < footer]
    below = [mark for mark in others if footer is None or mark.place > footer]
    next_mark = below[0].place if below else limit
    end = (
        end_of_parent(tokens, title.place, next_mark)
        if footer is None
        else close_of(tokens, footer, next_mark)
    )
    comments = []
    comment_limit = limit
    for mark in reversed(below):
        if mark.landmark == "comment":
            comments.append(Span(mark.place, close_of(tokens, mark.place, comment_limit)))
        if mark.landmark in _COMMENT_ENDS:
            comment_limit = mark.place
    post = PostSpan(
        span=Span(title.place, end),
        has_footer=footer is not None,
        has_comment_above_footer=any(mark.landmark == "comment" for mark in above),
        comments=comments[::-1],
        has_comments_section=any(mark.landmark in _COMMENT_PLACES for mark in below),
    )
    return post, below


def _side(tokens: Tokens, marks: list[_Mark], players: int) -> SideSpan:
    """Return the largest element around the list of players without a part of the main column, or
    the side column itself.
    """
    main = [mark.place for mark in marks if mark.landmark != "players"]
    before = max((place for place in main if place < players), default=-1)
    after = min((place for place in main if place > players), default=len(tokens))
    whole = list_span = Span(players, close_of(tokens, players, after))
    # Backwards from the list, a start tag without an end tag on the way opens an element around it.
    depth = 0
    for start in range(players - 1, before, -1):
        kind, _, attributes = tokens[start]
        if kind == START and depth == 0:
            stop = end_of_parent(tokens, whole.stop + 1, after)
            if stop == after:
                break
            whole = Span(start, stop)
            if selectors.names_side_column(attributes):
                break
        depth = max(0, depth + (kind == END) - (kind == START))
    return SideSpan(whole, list_span)
