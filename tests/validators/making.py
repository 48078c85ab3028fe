"""Small games for hand-worked tests: posts so old at NOW, with the ballots of
:mod:`tests.validators.scene`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from parsers.model import (
    AdminNote,
    Category,
    Comment,
    Icon,
    Post,
    Problem,
    Revision,
    Roster,
    Status,
)
from parsers.ruleset.ruleset_model import Ruleset
from tests.support.rules import ruleset_of
from tests.support.views import game_view, remade
from tests.validators.games import VOTINGS
from tests.validators.scene import DAY, HOUR, MINUTE, NOW, SECOND, SEVEN, Ballot
from validators.view import GameView, RulesetInForce, SeenRoster
from validators.voting.dated_posts import DatedPost, dated
from validators.voting.judge import TallySheet, judge
from validators.voting.verdict import Verdict
from validators.wording import Fact, worded


def _comments(ballots: Iterable[Ballot], posted: datetime | None) -> tuple[Comment, ...]:
    comments = []
    for number, (name, icons, *when) in enumerate(ballots):
        images = tuple(Icon(icon.removeprefix("~"), icon.startswith("~")) for icon in icons.split())
        comments.append(
            Comment(name, when[0] if when else posted, images, "Words.", f"c{number}", number)
        )
    return tuple(comments)


def post(
    category: Category,
    age: timedelta | None,
    *ballots: Ballot,
    author: str = "Anna",
    closed: datetime | None = None,
    status: Status | None = None,
    place: int = 0,
    subject: str = "A Matter",
    tags: tuple[str, ...] = (),
    body: str = "Change the number of lamps.",
    note: AdminNote | None = None,
    key: str = "",
    hidden: bool = False,
    count: int | None = None,
) -> Post:
    """A post so old at NOW (``None``: nobody can say). ``hidden`` leaves its comments out,
    ``count`` is what the page states.
    """
    posted = None if age is None else NOW - age
    comments = None if hidden else _comments(ballots, posted)
    url = f"https://blog.example/archive/{key or f'{category}_{author}_{subject}_{age}_{place}'.replace(' ', '_')}"
    settled = status or (Status.PENDING if closed is None else Status.ENACTED)
    words = len(body.split())
    title = subject if category is Category.NONE else f"{category.title()}: {subject}"
    return Post(
        url,
        title,
        category,
        author,
        posted,
        settled,
        subject,
        tags,
        closed,
        note,
        body,
        words,
        count,
        comments,
        place,
    )


def known(given: Post) -> DatedPost:
    """The post as one whose date could be read."""
    found = dated(given)
    assert found is not None
    return found


def proposal(age: timedelta | None, *ballots: Ballot, **more: object) -> Post:
    return post(Category.PROPOSAL, age, *ballots, **more)  # type: ignore[arg-type]


def cfj(age: timedelta | None, *ballots: Ballot, **more: object) -> Post:
    return post(Category.CFJ, age, *ballots, **more)  # type: ignore[arg-type]


def dov(age: timedelta | None, *ballots: Ballot, **more: object) -> Post:
    return post(Category.DOV, age, *ballots, **more)  # type: ignore[arg-type]


def address(age: timedelta | None, **more: object) -> Post:
    return post(Category.ASCENSION, age, **more)  # type: ignore[arg-type]


def length(text: str) -> timedelta:
    """A length of time in a row of data: ``7d 1s``, ``12h -1s``."""
    units = {"d": DAY, "h": HOUR, "m": MINUTE, "s": SECOND}
    return sum((float(part[:-1]) * units[part[-1]] for part in text.split()), timedelta())


def ballots(text: str) -> list[Ballot]:
    """The ballots in a row of data: ``Boris: for against; Idle One: for @ 1h``, the last of them an
    hour before NOW.
    """
    told = (part.partition(" @ ") for part in filter(None, text.split("; ")))
    found = ((*each.split(": "), at) for each, _, at in told)
    return [(name, icons, NOW - length(at)) if at else (name, icons) for name, icons, at in found]


def from_row(row: Mapping[str, Any]) -> Post:
    """The matter in a row of data: ``{"proposal": AGE, "votes": BALLOTS}``, and ``closed`` so long
    before NOW or any other field.
    """
    kind, age = next(iter(row.items()))
    more = {key: value for key, value in row.items() if key not in (kind, "votes")}
    if "closed" in more:
        more["closed"] = NOW - length(more["closed"])
    for key, form in (("status", Status), ("tags", tuple)):
        if key in more:
            more[key] = form(more[key])
    return post(
        Category(kind), None if age is None else length(age), *ballots(row.get("votes", "")), **more
    )


def rules(
    year: str = "2023", fields: Mapping[str, object] | None = None, **changes: object
) -> Ruleset:
    """The rules of a year with some parameters changed; ``__`` stands for the dot of a key,
    ``fields`` are the Ruleset's own.
    """
    own = {"dov.protected": True if year in ("2019", "2020") else None}
    return ruleset_of(
        {
            **VOTINGS[year],
            **own,
            **{key.replace("__", "."): value for key, value in changes.items()},
        },
        **(fields or {}),
    )


def without(*keys: str) -> Ruleset:
    """The rules of 2023 with some parameters not in their text."""
    return ruleset_of({**VOTINGS["2023"], **dict.fromkeys(keys)})


def view(
    *posts: Post,
    under: Ruleset | str | None = "2023",
    roster: Roster | None = SEVEN,
    emperor: str | None = "Emperor",
    now: datetime = NOW,
    problems: tuple[Problem, ...] = (),
    aged: tuple[Problem, ...] = (),
) -> GameView:
    """A game; ``under`` is a Ruleset or the year of one."""
    return game_view(
        now,
        rules(under) if isinstance(under, str) else under,
        roster,
        posts,
        emperor,
        problems=problems,
        aged=aged,
    )


def of_then(given: GameView) -> GameView:
    """The same game where the roster and the Ruleset were what they are for sixty days,
    provably."""
    since = NOW - 60 * DAY
    known_roster = () if given.roster is None else (SeenRoster(given.roster, since, given.as_of),)
    read = None if given.rules is None else replace(given.rules, revid=7)
    stood = (
        RulesetInForce(Revision("Ruleset", 7, 6, since, None, None, "as it stands"), given.as_of),
    )
    return remade(given, rules=read, rosters=known_roster, stood=stood)


def sheet(*posts: Post, **setting: object) -> TallySheet:
    return judge(view(*posts, **setting))  # type: ignore[arg-type]


def verdict(matter: Post, *others: Post, **setting: object) -> Verdict:
    """The verdict on the first of these posts."""
    made = judge(view(matter, *others, **setting), only=[matter.key])  # type: ignore[arg-type]
    return made.verdicts[0]


def sentences_of(facts: Iterable[Fact[Any]]) -> tuple[str, ...]:
    """The sentences of some doubts, or other facts."""
    return tuple(map(worded, facts))


def counts(result: Verdict) -> tuple[int, int, int, int]:
    """FOR, AGAINST, DEFERENTIAL, not voting AGAINST."""
    return (
        result.counts.for_,
        result.counts.against,
        result.counts.deferential,
        result.counts.not_against,
    )


def flags(result: Verdict) -> str:
    """What holds, in words."""
    names = ("withdrawn", "vetoed", "popular", "unpopular", "enactable", "failable")
    return " ".join(name for name in names if getattr(result, name))


def in_words(value: object) -> str:
    """A parameter of a test as part of its name: ballots, lengths of time and counts as one would
    say them.
    """
    if isinstance(value, Post):
        return ", ".join(
            [
                value.category,
                *(
                    f"{c.author} {' '.join(icon.name for icon in c.icons)}"
                    for c in value.comments or ()
                ),
            ]
        )
    if isinstance(value, timedelta):
        return f"{value.total_seconds() / 3600:g} h"
    if isinstance(value, set):
        return " ".join(sorted(value)) or "none"
    if isinstance(value, tuple | list):
        return (
            ", ".join(
                " ".join(map(str, each[:2])) if isinstance(each, tuple) else str(each)
                for each in value
            )
            or "none"
        )
    if isinstance(value, Roster):
        return f"{len(value.active)} players"
    return getattr(value, "__name__", str(value))
