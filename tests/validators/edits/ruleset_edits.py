"""A small Ruleset, matters that change it, and edits of it: for tests of what accounts for an
edit."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType

from parsers.model import AdminNote, Post, Revision, Roster, Status
from parsers.ruleset import read_ruleset
from parsers.ruleset.ruleset_model import Ruleset
from tests.support.views import game_view
from tests.validators.making import address, proposal
from tests.validators.scene import DAY, HOUR, MINUTE, NOW
from validators.view import GameView

ROSTER = Roster(
    ("Anna", "Boris", "Cyril", "Della", "Emperor"), ("Idle One",), frozenset({"Anna", "Boris"})
)
RULES = """= Core Rules =
== Votes ==
Each Player has one vote. A change of the core rules requires the "[Core]" tag.
= Dynastic Rules =
== Lamps ==
Each Player has a number of Lamps, which is publicly tracked and defaults to 3.

A Player may not sell a Lamp on a Sunday. A Player may light up to four Lamps a day.

* A lit Lamp is bright.
* A dark Lamp is not.
== Oil ==
Each Player has 5 Oil. Oil burns.
== Boats ==
A Boat has room for two.
= Appendix =
== Words ==
* Player (Player)
"""
START = NOW - 12 * DAY
ASCENSION = address(
    30 * DAY,
    author="Emperor",
    subject="Lamps and Oil",
    body="Repeal all dynastic rules.",
    key="ascension",
)


def enacted(
    body: str, closed: datetime = NOW - 5 * DAY, *, subject: str = "More Lamps", **more: object
) -> Post:
    """A Proposal enacted at a time, made a day before."""
    key = str(more.pop("key", subject.casefold().replace(" ", "_")))
    status = more.pop("status", Status.ENACTED)
    note = AdminNote("Enacted by Anna.")
    made = proposal(
        NOW - closed + DAY,
        author="Boris",
        subject=subject,
        body=body,
        closed=closed,
        status=status,
        note=note,
        key=key,
        **more,
    )
    return replace(made, markup="".join(f"<p>{line}</p>" for line in body.split("\n")))


def edit(
    text: str | None,
    at: datetime = NOW - 5 * DAY + 5 * MINUTE,
    user: str | None = "Anna",
    comment: str | None = "",
) -> Revision:
    """An edit of the Ruleset; its number is given by :func:`view_of`."""
    return Revision("Ruleset", 0, 0, at, user, comment, text)


@lru_cache(maxsize=4)
def _rules(text: str, revid: int) -> Ruleset:
    return read_ruleset(text, revid=revid, gamestate=True)


def view_of(*made: Post | Revision, before: str = RULES) -> GameView:
    """A game whose Ruleset was edited like that, after a first revision; the Ruleset is the last
    text that is known.
    """
    posts = tuple(each for each in made if isinstance(each, Post))
    edits = [edit(before, START, "Emperor"), *(each for each in made if isinstance(each, Revision))]
    known = tuple(
        replace(each, revid=100 + number, parentid=99 + number) for number, each in enumerate(edits)
    )
    text = next(each.text for each in reversed(known) if each.text is not None)
    rules, histories = _rules(text, known[-1].revid), MappingProxyType({"Ruleset": known})
    return game_view(NOW, rules, ROSTER, (ASCENSION, *posts), "Emperor", histories=histories)


def changed(*pairs: tuple[str, str], text: str = RULES) -> str:
    """The Ruleset with some texts replaced, each of which it has once."""
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


__all__ = [
    "ASCENSION",
    "DAY",
    "HOUR",
    "NOW",
    "ROSTER",
    "RULES",
    "START",
    "changed",
    "edit",
    "enacted",
    "view_of",
]
