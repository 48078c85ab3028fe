"""A small game on boats, with a tracking page whose edits tests make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from parsers.gamestate.tracking_page import read_gamestate
from parsers.model import Post, Revision, Roster
from parsers.ruleset import read_ruleset
from parsers.ruleset.parameters import Parameter
from parsers.ruleset.ruleset_model import Ruleset
from tests.support.views import game_view
from tests.validators.making import rules as parameters
from tests.validators.scene import DAY, HOUR, NOW
from validators.checks.audit_context import AuditContext
from validators.edits.described_edits import DescribedRevision
from validators.profile.dynasty_profile import Profile
from validators.view import GameView, RulesetInForce, SeenRoster

RULES = """= Core Rules =
== Ruleset and Gamestate ==
All Bargees shall obey this, and not the {{#if|}} rest.

= Dynastic Rules =
== Coal ==
Each Bargee has Coal, which is a publicly-tracked non-negative integer defaulting to 5.

As a Daily Action called Stoking, a Bargee may gain 2 Coal.

As a Daily Action called Robbing, a Bargee may choose another Bargee and set the Coal of that Bargee to 0.

== Lamps ==
Each Bargee has a Lamp, which is publicly tracked, which may be either Dark, Bright, or Broken, and which defaults to Dark.

As a Daily Action called Trimming, a Bargee may set their Lamp to Bright.

== Badges ==
Each Bargee has a Badge, which is a publicly-tracked text string (defaulting to blank).

== Fog ==
There is a publicly-tracked number named Fog that defaults to 0. As a Weekly Action, the Warden may raise the Fog by 1.

= Appendix =
== Synonyms ==
Each term in this list is synonymous with the term in parentheses

* Bargee (Player)
* Warden (Emperor)
"""
PAGE = "The Cut"
ROSTER = Roster(("Ana", "Bo Vane", "Cy"), ("Ivo",), frozenset({"Ana"}))
START: Mapping[str, tuple[str, str, str]] = {
    "Ana": ("5", "Dark", "Swan"),
    "Bo Vane": ("7", "Dark", "Salt lamps"),
    "Cy": ("9", "Bright", "-"),
    "Ivo": ("3", "Dark", "Primrose"),
}


def ruleset(text: str = RULES) -> Ruleset:
    """The rules, with the parameters of 2023; two players are enough."""
    voting = replace(parameters().voting, dormancy_min_players=Parameter("dormancy.min_players"))
    return replace(read_ruleset(text, gamestate=True), voting=voting, tracking_page=PAGE)


def page(
    fog: str = "1", note: str = "The state of the boats.", **rows: tuple[str, str, str]
) -> str:
    """The tracking page; a row by its player's name, with ``_`` for a blank."""
    cells = {**START, **{name.replace("_", " "): row for name, row in rows.items()}}
    lines = "".join(f"|-\n| {name} || {' || '.join(row)}\n" for name, row in cells.items())
    return f"{note}\n\n'''Fog''': {fog}\n\n{{|\n! Bargee !! Coal !! Lamp !! Badge\n{lines}|}}\n"


@dataclass(frozen=True)
class Save:
    """A saved text: who, the text (None: hidden), the summary, and how long before NOW (an hour
    after the one before it).
    """

    user: str | None
    text: str | None
    comment: str | None = ""
    age: timedelta | None = None


def revisions(
    saves: Iterable[Save], title: str = PAGE, text: str | None = None
) -> tuple[Revision, ...]:
    """The revisions 100 (the page as it was), 101 and so on; the last is an hour old unless it says
    otherwise.
    """
    made = [Save("Ana", page() if text is None else text), *saves]
    return tuple(
        Revision(
            title,
            100 + number,
            99 + number,
            _at(each, len(made) - number),
            each.user,
            each.comment,
            each.text,
        )
        for number, each in enumerate(made)
    )


def _at(save: Save, hours: int) -> datetime:
    return NOW - (hours * HOUR if save.age is None else save.age)


def game(
    *saves: Save,
    posts: tuple[Post, ...] = (),
    roster: Roster = ROSTER,
    since: timedelta | None = 60 * DAY,
    title: str = PAGE,
    profile: Profile | None = None,
    emperor: str | None = "Cy",
    rules: Ruleset | None = None,
    start: str | None = None,
) -> GameView:
    """The game after these edits of a page; the roster has been what it is for so long, or is known
    of today alone.

    The rules stood for sixty days.
    """
    read = ruleset() if rules is None else rules
    known = revisions(saves, title, start or (RULES if title == read.page else None))
    seen = SeenRoster(roster, NOW if since is None else NOW - since, NOW)
    last = (
        next((each.text for each in reversed(known) if each.text is not None), "")
        if title == PAGE
        else page()
    )
    given = Profile() if profile is None else profile
    state = read_gamestate(last, read, roster, given, page=PAGE)
    stood = RulesetInForce(
        Revision(read.page, read.revid or 7, 6, NOW - 60 * DAY, None, None, "as it stands"), NOW
    )
    read = replace(read, revid=stood.revision.revid)
    histories = {title: known}
    return game_view(
        NOW,
        read,
        roster,
        posts,
        emperor,
        gamestate=state,
        profile=given,
        histories=histories,
        rosters=(seen,),
        stood=(stood,),
    )


def described(view: GameView, title: str = PAGE) -> tuple[DescribedRevision, ...]:
    """The revisions with what accounts for each."""
    return AuditContext(view).described[title]
