"""BN301 to BN304 and BN309 against a simple model, in invented histories whose truth is known.

The model tries every moment at which somebody may have left or come back, one by one, and asks the rule of each.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import pytest

from parsers.model import Category, Comment, Post, Roster, Status
from tests.support.scale import fresh_seeds
from tests.validators.making import DAY, HOUR, MINUTE, NOW, SECOND, address, dov, of_then, post, view
from validators.checks.run import run_all
from validators.view import SeenRoster

START = NOW - 90 * DAY
LIMIT, REDUCED, REQUEST, COOLDOWN = 168 * HOUR, 96 * HOUR, 96 * HOUR, 96 * HOUR
CODES = ("BN301", "BN302", "BN303", "BN304", "BN309")


@dataclass
class Turn:
    """Somebody leaves the list of Players or comes back; the model knows from when to when it may have been."""

    name: str
    leaves: bool
    at: datetime
    told: bool
    first: datetime = START
    last: datetime = NOW


@dataclass
class World:
    """Everything that happened, by person where it is about one."""

    under: str
    rng: random.Random
    names: list[str]
    active: dict[str, bool]
    deeds: dict[str, list[datetime]] = field(default_factory=dict)
    asks: dict[str, list[datetime]] = field(default_factory=dict)
    shown: dict[str, list[datetime]] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)
    sidebars: list[SeenRoster] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)

    def writes(self, name: str, at: datetime, text: str = "Words.") -> None:
        """Somebody comments, which shows them as what they are if they ask for something."""
        self.deeds.setdefault(name, []).append(at)
        self.comments.append(Comment(name, at, text=text, id=f"c{len(self.comments)}"))

    def asks_for(self, name: str, at: datetime) -> None:
        """Somebody asks to be idled, or unidled."""
        if self.active[name]:
            self.asks.setdefault(name, []).append(at)
        self.shown.setdefault(name, []).append(at)
        self.writes(name, at, "Please idle me." if self.active[name] else "Please unidle me.")

    def shows(self, at: datetime) -> None:
        """A pull keeps the sidebar."""
        there = tuple(name for name in self.names if self.active[name])
        idle = tuple(name for name in self.names if not self.active[name])
        self.sidebars.append(SeenRoster(Roster((*there, "Clerk"), idle, frozenset({"Clerk"})), at, at))
        for name in self.names:
            self.shown.setdefault(name, []).append(at)

    def turn(self, name: str, at: datetime) -> None:
        """An Admin idles or unidles somebody, and mostly says so."""
        told = self.rng.random() < 0.6
        self.turns.append(Turn(name, self.active[name], at, told))
        if told:
            text = f"{name} {'is idled out' if self.active[name] else 'unidles'}."
            self.posts.append(post(Category.NONE, NOW - at, author="Clerk", subject=f"News {len(self.posts)}", body=text))
        self.active[name] = not self.active[name]

    def view_of(self) -> object:
        """What an audit sees of it."""
        thread = post(Category.STORY, NOW - START + DAY, author="Clerk", subject="Thread")
        thread = replace(thread, comments=tuple(self.comments), comment_count=len(self.comments))
        clerk = (post(Category.STORY, HOUR, author="Clerk", subject="Here"), thread)
        given = of_then(view(*self.posts, *clerk, under=self.under, roster=self.sidebars[-1].roster, emperor="Clerk"))
        stood = tuple(replace(each, revision=replace(each.revision, timestamp=START - DAY)) for each in given.stood)
        return replace(given, rosters=tuple(self.sidebars), stood=stood)


def invented(rng: random.Random) -> World:
    """Mostly edges: turns are made where a limit falls, or a second or minutes beside it."""
    names = [f"Player{number}" for number in range(rng.randint(2, 4))]
    world = World(rng.choice(["2022", "2023"]), rng, names, {name: rng.random() < 0.8 for name in names})
    world.shows(START)
    at = START
    while (at := at + rng.choice([4 * HOUR, 9 * HOUR, DAY, 2 * DAY, 4 * DAY])) < NOW - 30 * HOUR:
        name = rng.choice(names)
        doing = rng.random()
        if doing < 0.35:
            world.writes(name, at + rng.choice([0, 1, 30]) * SECOND)
        elif doing < 0.45:
            world.asks_for(name, at)
        elif doing < 0.53:
            won, end = rng.random() < 0.3, at + rng.choice([20, 30, 60]) * HOUR
            status = Status.ENACTED if won else Status.FAILED
            world.posts.append(dov(NOW - at, author="Clerk", closed=end, status=status, subject=f"Won {len(world.posts)}"))
            if won:
                world.posts.append(address(NOW - end - rng.choice([0, 7, 50]) * HOUR, author="Clerk", subject=f"Reign {len(world.posts)}"))
        else:
            wait = rng.choice([LIMIT, REDUCED]) + rng.choice([-2 * HOUR, -HOUR, -HOUR + MINUTE, -MINUTE, timedelta(), MINUTE, HOUR, DAY])
            since = [turn.at for turn in world.turns[-1:] if turn.name == name] + world.deeds.get(name, [])[-1:]
            if since and rng.random() < 0.6:
                at = min(max(at, rng.choice(since).replace(second=0) + wait), NOW - 24 * HOUR)
            world.shows(at - rng.choice([61 * MINUTE, 2 * HOUR, 3 * HOUR]))
            world.turn(name, at)
            world.shows(at + rng.choice([61 * MINUTE, 2 * HOUR, 3 * HOUR]))
            at += 3 * HOUR
    world.shows(NOW)
    for turn in world.turns:
        known = world.shown[turn.name]
        turn.first = max(each for each in known if each < turn.at)
        turn.last = min(each for each in known if each > turn.at)
        if turn.told:
            turn.first, turn.last = max(turn.first, turn.at - HOUR), min(turn.last, turn.at + HOUR)
    return world


class Model:
    """What the rule on idling says of a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.new = world.under == "2023"
        self.addresses = [each.posted for each in world.posts if each.category is Category.ASCENSION and each.posted]
        self.dovs = [each for each in world.posts if each.category is Category.DOV]

    def moments(self, turn: Turn, edges: Iterator[datetime]) -> list[datetime]:
        """The ends of the time of a turn, and all that may be an edge between them."""
        near = (edge + beside for edge in edges for beside in (-SECOND, timedelta(), SECOND))
        return [turn.first, turn.last, *(each for each in near if turn.first < each < turn.last)]

    def asked(self, turn: Turn) -> bool:
        """Whether a request may have been in force."""
        return any(turn.first - REQUEST <= ask <= turn.last for ask in self.world.asks.get(turn.name, []))

    def limit(self, name: str, moment: datetime) -> timedelta | None:
        """The idle limit of somebody; None where it may or may not have been reduced."""
        found = LIMIT
        for turn in self.world.turns:
            if self.new and turn.name == name and turn.leaves and turn.last < moment and not self.asked(turn):
                ages = {sum(each < there <= moment for there in self.addresses) for each in (turn.first, turn.last)}
                if max(ages) <= 1:
                    return REDUCED
                if min(ages) <= 1:
                    found = timedelta()
        return found or None

    def early(self, turn: Turn) -> str | None:
        """How surely somebody was idled too early."""
        limit = self.limit(turn.name, turn.first)
        deeds = self.world.deeds.get(turn.name, [])
        if limit is None:
            return "?"
        if self.asked(turn):
            return None

        def illegal(moment: datetime) -> bool:
            return any(deed <= moment and moment - deed < limit for deed in deeds)

        if all(map(illegal, self.moments(turn, (edge for deed in deeds for edge in (deed, deed + limit))))):
            return "high"
        return "low" if turn.told and illegal(turn.at) else None

    def unannounced(self, turn: Turn) -> str | None:
        """How surely nobody said that somebody was idled."""
        texts = [each for each in self.world.posts if f"{turn.name} " in each.body and "idle" in each.body]
        if turn.told or self.asked(turn) or any(each.posted and turn.first - DAY <= each.posted <= turn.last + DAY for each in texts):
            return None
        return "low" if NOW - turn.last < HOUR else "high"

    def interregnum(self, moment: datetime) -> bool:
        """Whether a DoV had been enacted and no Address made since."""
        won = [each.closed for each in self.dovs if each.status is Status.ENACTED and each.closed and each.closed <= moment]
        return any(all(not closed - MINUTE < there <= moment for there in self.addresses) for closed in won[-1:])

    def soon(self, gone: Turn, back: Turn) -> str | None:
        """How surely somebody came back within the cooldown."""
        start = gone.first
        if not self.new:
            asks = [ask for ask in self.world.asks.get(gone.name, []) if gone.first - REQUEST <= ask <= gone.first]
            if not asks:
                return None
            start = max(asks)
        if any(gone.last < there <= back.first for there in self.addresses):
            return None
        unsure = any(gone.first < there <= back.last for there in self.addresses)
        unsure = unsure or any(map(self.interregnum, (gone.first, gone.last, back.first, back.last)))
        if back.last - start < COOLDOWN:
            return "low" if unsure else "high"
        return "low" if (back.at if back.told else back.last) - (gone.at if gone.told else gone.first) < COOLDOWN else None

    def in_dov(self, back: Turn) -> str | None:
        """How surely a DoV was pending when somebody came back."""
        spans = [(each.posted, each.closed) for each in self.dovs if each.posted and each.closed]
        if not self.new:
            return None
        if any(made + MINUTE <= back.first and back.last < closed for made, closed in spans):
            return "high"
        return "low" if back.told and any(made <= back.at < closed for made, closed in spans) else None

    def expected(self) -> dict[tuple[str, str, str], str | None]:
        """What should be found: how surely, by code, person and time; "?" where the model does not say."""
        found: dict[tuple[str, str, str], str | None] = {}
        gone: dict[str, Turn] = {}
        for turn in self.world.turns:
            key = (turn.name, f"{turn.at if turn.told else turn.last:%Y-%m-%d %H:%M}")
            if turn.leaves:
                found["BN302", *key] = self.early(turn)
                found["BN303", *key] = self.unannounced(turn)
                gone[turn.name] = turn
            else:
                found["BN309", *key] = self.in_dov(turn)
                if turn.name in gone:
                    found["BN304", *key] = self.soon(gone[turn.name], turn)
        for name in self.world.names:
            deeds = self.world.deeds.get(name, [])
            limit = self.limit(name, NOW)
            if self.world.active[name]:
                last = f"{deeds[-1]:%Y-%m-%d %H:%M}" if deeds else ""
                silent = not deeds or NOW - deeds[-1] >= (limit or LIMIT)
                found["BN301", name, last] = "?" if limit is None else "high" if silent else None
        return found


def differences(world: World) -> Iterator[tuple[object, ...]]:
    """What the checks find and the model does not, and the other way round."""
    expected = Model(world).expected()
    made = run_all(world.view_of(), select=CODES)  # type: ignore[arg-type]
    assert made.not_evaluated == ()
    found = {(each.code, each.subject.id, each.what): each.confidence.value for each in made.findings}
    for key in expected.keys() | found.keys():
        if expected.get(key) != "?" and expected.get(key) != found.get(key):
            yield (*key, expected.get(key), found.get(key))


@pytest.mark.parametrize("seeds", [pytest.param(range(30), id="a few"), pytest.param(fresh_seeds(400), id="many", marks=pytest.mark.slow)])
def test_the_checks_find_what_the_model_finds(seeds: range) -> None:
    seen: Counter[tuple[str, str | None]] = Counter()
    for seed in seeds:
        world = invented(random.Random(seed))
        assert list(differences(world)) == [], seed
        seen.update((key[0], how) for key, how in Model(world).expected().items())
    assert all(seen[code, "high"] and seen[code, None] for code in CODES), seen
    assert all(seen[code, "low"] for code in ("BN302", "BN304")) or len(seeds) < 100, seen


def test_nothing_that_is_certain_is_wrong() -> None:
    """By the truth itself: who was idled too early had written within the limit."""
    judged: Callable[[Turn, World], bool] = lambda turn, world: any(  # noqa: E731
        timedelta() <= turn.at - deed < LIMIT for deed in world.deeds.get(turn.name, [])
    )
    certain = 0
    for seed in range(15):
        world = invented(random.Random(seed))
        for each in run_all(world.view_of(), select=["BN302"]).findings:  # type: ignore[arg-type]
            turns = [turn for turn in world.turns if turn.name == each.subject.id and turn.leaves]
            turn = next(t for t in turns if each.what == f"{t.at if t.told else t.last:%Y-%m-%d %H:%M}")
            certain += each.confidence.value == "high"
            assert each.confidence.value != "high" or judged(turn, world), seed
    assert certain
