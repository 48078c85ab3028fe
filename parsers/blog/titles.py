"""A post's title and the class of its heading: what kind of post it is, its status, its tags."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parsers.blog import selectors
from parsers.model import Category, Status

__all__ = ["Heading", "read_heading"]


@dataclass(frozen=True, slots=True)
class Heading:
    """What a title and its class say; ``status`` is None where the class names none, ``doubts`` what contradicts itself."""

    title: str
    subject: str
    tags: tuple[str, ...]
    category: Category
    status: Status | None
    doubts: tuple[str, ...] = ()


_TAG = re.compile(r"\[([^\[\]]+)\]")
_PREFIX = re.compile(
    r"(?:\[[^\[\]]*\]\s*)*(?:(proposal)|(call for judge?ment)|(declaration of victory)|(ascension address)|(story post))\s*:", re.IGNORECASE
)
_PREFIX_CATEGORIES = (Category.PROPOSAL, Category.CFJ, Category.DOV, Category.ASCENSION, Category.STORY)


def read_heading(title: str, classes: str) -> Heading:
    """What a title in plain text, with the class of its heading, says of its post.

    The category is that of the class; the prefix of the title ("Proposal: ") tells it where the class does not.
    """
    _, colon, subject = title.partition(":")
    tags = tuple(tag for found in _TAG.findall(title) if (tag := found.strip()))
    doubts = []
    of_class, of_title = selectors.categories(classes), _prefix_category(title)
    if len(of_class) > 1:
        doubts.append(f"its class names several categories: {', '.join(of_class)}")
    elif of_class and of_title and of_class[0] is not of_title:
        doubts.append(f"its class says {of_class[0].value}, its title says {of_title.value}")
    named = selectors.statuses(classes)
    resolved = [status for status in named if status is not Status.PENDING]
    if len(named) > 1:
        doubts.append(f"its class names several statuses: {', '.join(named)}")
    return Heading(
        title,
        subject.strip() if colon else title,
        tags,
        of_class[0] if of_class else of_title or Category.NONE,
        next(iter(resolved or named), None),
        tuple(doubts),
    )


def _prefix_category(title: str) -> Category | None:
    found = _PREFIX.match(title.strip())
    return _PREFIX_CATEGORIES[(found.lastindex or 1) - 1] if found else None
