"""A game of any length: posts with ten comments each, in the words of the sample game, in no order.

Words in no order deflate worse than what people write, so sizes measured with it are on the high side.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache

from parsers.model import AdminNote, Category, Comment, Icon, Outcome, Post, Roster, Status
from tests.support.blog_pages import BLOG
from tests.support.paths import ROOT

BEGIN = datetime(2004, 1, 1, tzinfo=UTC)
BETWEEN = timedelta(hours=7)
COMMENTS = 10

_GAME = ROOT / "tests" / "demo" / "game.toml"
_SYLLABLES = "ba do fen gri hol jun kes lam mor nid osp pell quin ras tam ul ver wick yar zo".split()
_ICONS = ("for", "for", "for", "against", "deferential")


def invented_posts(count: int, seed: int = 1) -> Iterator[Post]:
    """So many posts of consecutive times, oldest first, all resolved but the last three."""
    chance = random.Random(seed)
    names = _names()
    for number in range(count):
        posted = BEGIN + number * BETWEEN
        title = f"Proposal: {_text(chance, 4).title()}"
        closed = posted + timedelta(minutes=chance.randrange(12 * 60, 72 * 60))
        pending = number >= count - 3
        yield Post(
            url=f"{BLOG}/archive/{re.sub('[^a-z]+', '_', title[10:].lower())}{number}",
            title=title,
            category=Category.PROPOSAL,
            author=chance.choice(names),
            posted=posted,
            status=Status.PENDING if pending else Status.ENACTED,
            subject=title[10:],
            closed=None if pending else closed,
            note=None if pending else _note(chance, names),
            body="\n".join(_text(chance, chance.randrange(10, 70)) for _ in range(3)),
            words=120,
            comment_count=COMMENTS,
            comments=tuple(_comment(chance, names, posted, number, place) for place in range(COMMENTS)),
            position=count - number,
        )


def invented_roster() -> Roster:
    """A sidebar of twelve active and twenty-eight idle players."""
    names = _names()
    return Roster(tuple(names[:12]), tuple(names[12:40]), frozenset(names[:4]), 12, 7)


def _comment(chance: random.Random, names: list[str], posted: datetime, number: int, place: int) -> Comment:
    at = posted + timedelta(minutes=place * 240 + chance.randrange(240), seconds=chance.randrange(60))
    icons = (Icon(chance.choice(_ICONS)),) if chance.random() < 0.8 else ()
    return Comment(chance.choice(names), at, icons, _text(chance, chance.randrange(40)), f"c{number * COMMENTS + place}", place)


def _note(chance: random.Random, names: list[str]) -> AdminNote:
    votes, admin = chance.randrange(5, 9), chance.choice(names)
    return AdminNote(f"Reached quorum, {votes} votes to 2. Enacted by {admin}.", Outcome.ENACTED, votes, 2)


def _text(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(_words(), k=words))


@cache
def _words() -> list[str]:
    """All words of the sample game as often as they occur there."""
    return re.findall(r"[A-Za-z'][A-Za-z',.?!-]*", _GAME.read_text(encoding="utf-8"))


@cache
def _names() -> list[str]:
    chance = random.Random(7)
    return ["".join(chance.sample(_SYLLABLES, 3)).title() for _ in range(40)]
