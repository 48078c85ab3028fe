"""A game of digging with a daily and a weekly action, whose tracking page and Ruleset tests edit at
given times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from parsers.model import Post, Revision, Roster
from parsers.ruleset import read_ruleset
from parsers.ruleset.reviews import Reviews
from tests.support.rules import reviews_of_pages
from tests.support.views import game_view, remade
from validators.checks.run import run_all
from validators.finding import Finding, NotEvaluated
from validators.profile.dynasty_profile import Profile
from validators.view import GameView, SeenRoster, read_state

TITLE = "The Pit"
ROSTER = Roster(("Ana", "Bo", "Cy"), ("Ivo",), frozenset({"Ana"}))
RULES = """= Core Rules =
== Ruleset and Gamestate ==
All Players shall obey this.

= Dynastic Rules =
== Coal ==
Each Player has Coal, which is a publicly-tracked non-negative integer defaulting to 5. A Player’s Coal can never be more than 30.

As a Daily Action called Digging, a Player may gain 2 Coal.

== Lamps ==
Each Player has a Lamp, which is publicly tracked, which may be either Dark, Dim or Bright, and which defaults to Dark.

As a Weekly Action called Trimming, a Player may spend 1 Coal and set their Lamp to another of these values.

== Mates ==
Each Player has a Mate, which is publicly tracked and is either blank or the name of another Player; it defaults to blank.

== Tools ==
Each Player has Tools, which is a publicly-tracked list of Picks, Ropes and Carts.

== Water ==
There is a publicly-tracked number named Water that defaults to 2. Once every 36 hours, a Player may raise the Water by 1.

= Appendix =
== Keywords ==
A Daily Action is an action which nobody may take more than once per day; between two of them lie at least 10 hours.

A Weekly Action is an action which nobody may take more than once per week; between two of them lie at least 24 hours.

A “day” that is not a duration begins at 00:00:00 UTC and ends when the next one begins.

A “week” that is not a duration runs from the beginning of a Monday to the end of the following Sunday.
"""
START = {
    "Ana": "3 || Dark || - || 1 May",
    "Bo": "8 || Dim || Ana ||",
    "Cy": "4 || Dark || - ||",
    "Ivo": "5 || Dark || - ||",
}


def page(water: str = "2", note: str = "The pit.", **rows: str) -> str:
    """The tracking page; a row by its player's name."""
    lines = "".join(f"|-\n| {name} || {row}\n" for name, row in {**START, **rows}.items() if row)
    return (
        f"{note}\n\n'''Water''': {water}\n\n{{|\n! Player !! Coal !! Lamp !! Mate !! Last"
        f" Dig\n{lines}|}}\n"
    )


def at(day: str) -> datetime:
    """A time in May 2024: ``6 09:30``, or with seconds; the sixth is a Monday."""
    number, _, clock = day.partition(" ")
    return datetime.fromisoformat(f"2024-05-{int(number):02}T{clock}").replace(tzinfo=UTC)


@dataclass(frozen=True)
class Save:
    """A saved text (None: it is hidden)."""

    day: str
    user: str | None
    text: str | None
    comment: str | None = ""


def revisions(title: str, saves: Sequence[Save], first: int) -> tuple[Revision, ...]:
    """The revisions of a page, numbered in a row."""
    return tuple(
        Revision(
            title,
            first + number,
            first + number - 1 if number else 0,
            at(each.day),
            each.user,
            each.comment,
            each.text,
        )
        for number, each in enumerate(saves)
    )


def game(
    *saves: Save,
    rules: Sequence[Save] = (),
    profile: Profile | None = None,
    posts: tuple[Post, ...] = (),
    roster: Roster = ROSTER,
    reviews: Reviews | None = None,
) -> GameView:
    """The game on 31 May after these edits of the page as it was on the second (revision 100).

    ``rules`` are revisions of the Ruleset (from 10 on), by default one of the first of May. By
    default all of them are reviewed.
    """
    given = profile or Profile()
    ruleset = revisions("Ruleset", rules or [Save("1 00:00", "Ana", RULES)], 10)
    if reviews is None:
        reviews = reviews_of_pages(*(each.text for each in ruleset if each.text))
    read = replace(
        read_ruleset(
            ruleset[-1].text or "", revid=ruleset[-1].revid, gamestate=True, reviews=reviews
        ),
        tracking_page=TITLE,
    )
    known = revisions(TITLE, [Save("2 00:00", "Ana", page()), *saves], 100)
    text = next((each.text for each in reversed(known) if each.text is not None), "")
    seen = SeenRoster(roster, at("1 00:00"), at("31 00:00"))
    view = game_view(
        at("31 00:00"),
        read,
        roster,
        posts,
        profile=given,
        histories={TITLE: known, "Ruleset": ruleset},
        rosters=(seen,),
        reviews=reviews,
    )
    return remade(view, gamestate=read_state(view, read, text, TITLE, known[-1].revid))


def report(code: str, view: GameView) -> tuple[tuple[Finding, ...], tuple[NotEvaluated, ...]]:
    """What a check finds, and what it could not evaluate."""
    made = run_all(view, select=[code])
    assert not [item for item in made.not_evaluated if "please report" in item.why], (
        made.not_evaluated
    )
    return made.findings, made.not_evaluated


def findings(code: str, view: GameView) -> list[Finding]:
    """What a check finds where it can evaluate everything."""
    found, lacking = report(code, view)
    assert lacking == ()
    return list(found)
