"""Invented games for comparing two readings of the rules: mostly edges, rarely the plain middle.

Posts are made on whole minutes, as on the blog; comments and closings to the second. ``now`` lies
at, or a second beside, the moment from which the ages of the posts are counted, so that limits are
met exactly. A matter with a ``[Core]`` or like tag changes that section by its body too, and no
other matter does.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from parsers.model import Category, Comment, Icon, Post, Roster, Status, VoteIcon, same_name
from tests.validators.scene import DAY, HOUR, MINUTE, SECOND

__all__ = ["VOTINGS", "Game", "random_game", "vary"]

Game = tuple[Roster, str | None, tuple[Post, ...], datetime]

FOR, AGAINST, DEFERENTIAL, VETO = (icon.value for icon in VoteIcon)


def _read(value: object) -> object:
    return tuple(map(_read, value)) if isinstance(value, list) else value


_DATA = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
VOTINGS: dict[str, Mapping[str, object]] = {}
"""The rules of each year; ``games.json`` has what each changed of the one before it, 2022 of 2019.
"""
for _year, _changes in _DATA["editions"].items():
    _before = VOTINGS.get({"2020": "2019", "2022": "2019"}.get(_year, str(int(_year) - 1)), {})
    VOTINGS[_year] = {**_before, **{key: _read(value) for key, value in _changes.items()}}
_CHOICES: Mapping[str, Sequence[object]] = {
    key: [_read(each) for each in values] for key, values in _DATA["choices"].items()
}


def vary(rng: random.Random, voting: Mapping[str, object]) -> dict[str, object]:
    """The same rules with one to six of their numbers and switches set otherwise."""
    varied = dict(voting)
    for key in rng.sample(sorted(_CHOICES), rng.randint(1, 6)):
        varied[key] = rng.choice(_CHOICES[key])
    return varied


_NAMES = tuple(
    "Ana Lind|Bo.Varga|O'Cedar|tam_tam|Quill-9|J. Harrow|Mirelle|Old Nick Oss|Pell|d'Arcy"
    " Vox|ZEPHYRA|Wick.|Ulla Bray Tam|Krumm|Fenn 7|Isolde|Yarrow|Corvin".split("|")
)
_UNKNOWN_ICONS = ("revise", "arrow", "greentick")
_PREFIXES = {
    Category.PROPOSAL: "Proposal: ",
    Category.CFJ: "Call for Judgement: ",
    Category.DOV: "Declaration of Victory: ",
    Category.ASCENSION: "Ascension Address: ",
    Category.STORY: "Story Post: ",
    Category.NONE: "",
}
_SECTIONS = {
    "Core": "Core Rules",
    "Special Case": "Special Case",
    "Building Blocks": "Building Blocks",
    "Appendix": "Appendix",
}


@dataclass(frozen=True)
class _Setting:
    """What all posts of one game share; ``origin`` is the whole minute from which ages are counted
    back.
    """

    rng: random.Random
    voting: Mapping[str, object]
    roster: Roster
    emperor: str | None
    strangers: tuple[str, ...]
    origin: datetime
    now: datetime

    def chance(self, share: float) -> bool:
        """True so often."""
        return self.rng.random() < share

    def hours(self, key: str, otherwise: int) -> timedelta:
        """A limit of the rules, or another length of time where they have none."""
        value = self.voting.get(key)
        return timedelta(hours=value if isinstance(value, int) else otherwise)

    def edge(self, limit: timedelta) -> datetime:
        """A whole minute at which something ``limit`` old at the origin began, or one beside it."""
        return self.origin - limit + self.rng.choice((-1, 0, 0, 0, 1)) * MINUTE

    def after(self, start: datetime, end: datetime) -> datetime:
        """A second between two moments, either one included."""
        return start + self.rng.randint(0, max(0, int((end - start).total_seconds()))) * SECOND

    def spelt(self, name: str) -> str:
        """A name as a careless page may spell it."""
        if self.chance(0.9):
            return name
        return self.rng.choice((name.upper(), name.lower(), name.replace(" ", "  "), f" {name} "))

    @property
    def players(self) -> tuple[str, ...]:
        """The active Players."""
        return self.roster.active


def _origin(rng: random.Random) -> datetime:
    year, minute = rng.randint(2019, 2024), rng.choice((0, 0, 1, 30, 59))
    if rng.random() < 0.2:
        day = datetime(year, 12, rng.randint(21, 30), tzinfo=UTC)
        return day + rng.choice(
            (
                timedelta(),
                timedelta(),
                12 * HOUR,
                23 * HOUR + 59 * MINUTE,
                rng.randint(0, 23) * HOUR + minute * MINUTE,
            )
        )
    return datetime(
        year, rng.randint(1, 11), rng.randint(1, 28), rng.randint(0, 23), minute, tzinfo=UTC
    )


def _setting(rng: random.Random, voting: Mapping[str, object]) -> _Setting:
    names = rng.sample(_NAMES, len(_NAMES))
    active = tuple(
        names[: rng.choice((3, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 8, 9, 10, 11, 12, 13))]
    )
    idle = tuple(names[len(active) : len(active) + rng.randint(0, 3)])
    strangers = tuple(names[-2:])
    dormant = (
        rng.choice((True, False, False, False, None))
        if voting.get("dormancy.in_sidebar") is True
        else None
    )
    roster = Roster(active, idle, frozenset(active[:2]), len(active), len(active) // 2 + 1, dormant)
    emperor = rng.choices(
        (active[-1], idle[0] if idle else None, strangers[0], "", None), (76, 8, 2, 7, 7)
    )[0]
    origin = _origin(rng)
    now = origin + rng.choice(
        (timedelta(), timedelta(), SECOND, -SECOND, MINUTE, -MINUTE, 37 * SECOND)
    )
    setting = _Setting(rng, voting, roster, emperor, strangers, origin, now)
    return replace(setting, emperor=setting.spelt(emperor) if emperor else emperor)


# --- Votes
# ----------------------------------------------------------------------------------------------


def _ballots(setting: _Setting, category: Category, author: str) -> list[tuple[str, list[str]]]:
    """Who uses which icons in one comment, so that FOR comes close to a threshold."""
    rng, count = setting.rng, len(setting.players)
    threshold = (
        2 * count // 3 + 1 if category is Category.DOV and setting.chance(0.6) else count // 2 + 1
    )
    aim = min(count, max(0, threshold + rng.choice((-2, -1, -1, 0, 0, 1))))
    if setting.chance(0.3):
        aim = rng.randint(0, min(3, count))
    voters = rng.sample(setting.players, count)
    rest = rng.choice(
        ((AGAINST,), (AGAINST, DEFERENTIAL), (AGAINST, DEFERENTIAL, ""), (DEFERENTIAL, ""), ("",))
    )
    ballots = {
        voter: FOR if place < aim else rng.choice(rest) for place, voter in enumerate(voters)
    }
    emperor = next((each for each in voters if same_name(each, setting.emperor or "")), None)
    if emperor is not None:
        ballots[emperor] = rng.choice(
            (
                FOR,
                AGAINST,
                DEFERENTIAL,
                DEFERENTIAL,
                DEFERENTIAL,
                "",
                VETO if setting.chance(0.3) else FOR,
            )
        )
    if setting.chance(0.4):
        close_votes = [voter for voter in voters if voter not in (emperor, author)]
        for place, voter in enumerate(close_votes):
            ballots[voter] = (
                (FOR, AGAINST)[place % 2]
                if place < 2 * (len(close_votes) // 2)
                else rng.choice((FOR, AGAINST, DEFERENTIAL))
            )
    if author in ballots and setting.chance(0.85):
        ballots[author] = rng.choice(("", "", "", FOR, DEFERENTIAL))
    return [(voter, [icon]) for voter, icon in ballots.items() if icon]


def _noise(setting: _Setting, author: str) -> list[tuple[str, list[str]]]:
    """Comments of the kinds that are read wrongly; a name in front of an icon's says ``quoted``."""
    rng, anybody = setting.rng, (*setting.players, *setting.roster.idle, *setting.strangers)
    kinds: list[tuple[str, list[str]]] = [
        (rng.choice(anybody), []),
        (rng.choice(anybody), [rng.choice((FOR, AGAINST, DEFERENTIAL))]),
        (rng.choice(setting.players), [rng.choice((FOR, AGAINST, DEFERENTIAL))]),
        (rng.choice(setting.players), rng.sample((FOR, AGAINST, DEFERENTIAL), 2)),
        (rng.choice(setting.players), ["quoted " + rng.choice((FOR, AGAINST, DEFERENTIAL, VETO))]),
        (
            rng.choice(setting.players),
            ["quoted " + rng.choice((FOR, AGAINST)), rng.choice((FOR, AGAINST, DEFERENTIAL))],
        ),
        (rng.choice(setting.players), [rng.choice(_UNKNOWN_ICONS)]),
        (rng.choice(anybody), [VETO]),
        (rng.choice(anybody), [FOR, VETO]),
        (author, [AGAINST]),
        (
            author,
            rng.choice(([AGAINST, FOR], [FOR, AGAINST], ["quoted " + AGAINST], [DEFERENTIAL])),
        ),
        (
            setting.emperor or author,
            rng.choice(
                (
                    [VETO],
                    [VETO, FOR],
                    [FOR, VETO],
                    [DEFERENTIAL],
                    ["quoted " + VETO],
                    [FOR, DEFERENTIAL],
                )
            ),
        ),
    ]
    return rng.sample(kinds, rng.choice((0, 0, 1, 1, 2, 3, 4)))


def _comments(
    setting: _Setting, category: Category, author: str, posted: datetime, closed: datetime | None
) -> tuple[Comment, ...]:
    """The comments of one matter, in the page's order; some at, or just after, its closing and
    ``now``.
    """
    rng, end = setting.rng, min(setting.now, closed or setting.now)
    spoken = _ballots(setting, category, author)
    rng.shuffle(spoken)
    for extra in _noise(setting, author):
        spoken.insert(rng.randint(0, len(spoken)), extra)
        if setting.chance(0.25):
            spoken.append((extra[0], [FOR]))
    times: list[datetime] = []
    for _ in spoken:
        if times and setting.chance(0.2):
            times.append(times[-1])
        elif setting.chance(0.15):
            times.append(max(posted, end + rng.choice((-SECOND, timedelta(), SECOND, HOUR))))
        else:
            times.append(setting.after(posted, max(posted, end)))
    comments = []
    for place, (at, (name, icons)) in enumerate(zip(sorted(times), spoken, strict=True)):
        images = tuple(
            Icon(icon.removeprefix("quoted "), icon.startswith("quoted ")) for icon in icons
        )
        comments.append(Comment(setting.spelt(name), at, images, "Words.", f"c{place}", place))
    return tuple(comments)


# --- Posts
# ----------------------------------------------------------------------------------------------


def _post(
    setting: _Setting,
    category: Category,
    author: str,
    posted: datetime,
    closed: datetime | None = None,
    status: Status = Status.PENDING,
) -> Post:
    """A post with its comments; its address and place on the page come later."""
    tags: tuple[str, ...] = ()
    subject, body = (
        "A Matter",
        "Add a dynastic rule called Lanterns with the text: each Player has Oil, a number.",
    )
    if category is Category.PROPOSAL and setting.chance(0.25):
        tag = setting.rng.choice(sorted(_SECTIONS))
        tags = (tag if setting.chance(0.8) else tag.upper(),)
        subject, body = (
            f"A Matter [{tags[0]}]",
            f"In the {_SECTIONS[tag]}, change the text of the rule Wicks to: wicks are short.",
        )
    elif category is Category.CFJ and setting.chance(0.1):
        body = ""
    elif setting.chance(0.1):
        tags, subject = ("Lamps",), "[Lamps] A Matter"
    comments = _comments(setting, category, author, posted, closed) if category.matter else ()
    title = _PREFIXES[category] + subject
    return Post(
        "",
        title,
        category,
        author,
        posted,
        status,
        subject,
        tags,
        closed,
        None,
        body,
        len(body.split()),
        len(comments),
        comments,
    )


def _author(setting: _Setting) -> str:
    """Mostly a Player, and often the same one."""
    pools = (
        setting.players[:1],
        setting.players,
        setting.players[-1:],
        setting.roster.idle or setting.players,
        setting.strangers,
    )
    return setting.spelt(setting.rng.choice(setting.rng.choices(pools, (15, 70, 6, 6, 3))[0]))


def _when(setting: _Setting) -> datetime:
    """When a post was made: some limit of the rules ago, more or less, or anywhere in nine days."""
    limits = (
        setting.hours("proposal.min_open_hours", 12),
        setting.hours("popular.after_hours", 48),
        setting.hours("unpopular.after_hours", 48),
        24 * setting.hours("proposal.stale_days", 7),
        setting.hours("dov.early_hours", 12),
        setting.hours("dov.late_hours", 24),
        setting.hours("dov.fail_after_hours", 48),
        timedelta(),
    )
    if setting.chance(0.7):
        return setting.edge(setting.rng.choice(limits))
    return setting.origin - setting.rng.randint(0, 9 * 24 * 60) * MINUTE


def _closing(setting: _Setting, posted: datetime) -> datetime:
    """When a matter was resolved: at a limit, at ``now`` or beside it, or anywhere since it was
    posted.
    """
    limits = (
        setting.hours("proposal.min_open_hours", 12),
        setting.hours("popular.after_hours", 48),
    )
    choices = [posted + limit + late for limit in limits for late in (-SECOND, timedelta(), SECOND)]
    choices += [setting.now + late for late in (-SECOND, timedelta(), SECOND, HOUR)]
    closed = (
        setting.rng.choice(choices) if setting.chance(0.6) else setting.after(posted, setting.now)
    )
    return max(posted + SECOND, closed)


def _matter(
    setting: _Setting,
    category: Category,
    share_resolved: float,
    posted: datetime | None = None,
    author: str = "",
) -> Post:
    posted, author = posted or _when(setting), author or _author(setting)
    if not setting.chance(share_resolved):
        return _post(setting, category, author, posted)
    statuses = (Status.ENACTED, Status.FAILED, Status.VETOED, Status.ILLEGAL)
    weights = {
        Category.PROPOSAL: (5, 4, 2, 1),
        Category.CFJ: (4, 4, 0, 1),
        Category.DOV: (0, 6, 0, 1),
    }[category]
    return _post(
        setting,
        category,
        author,
        posted,
        _closing(setting, posted),
        setting.rng.choices(statuses, weights)[0],
    )


def _flood(setting: _Setting) -> list[Post]:
    """One author's Proposals around the limits on them: one day, around midnight, or within one
    minute.
    """
    author, start = _author(setting), _when(setting)
    if setting.chance(0.4):
        start = start.replace(hour=23, minute=58)
    gap = setting.rng.choice((timedelta(), MINUTE, MINUTE, HOUR))
    return [
        _matter(setting, Category.PROPOSAL, 0.6, start + place * gap, author)
        for place in range(setting.rng.randint(2, 5))
    ]


def _repeated_dov(setting: _Setting) -> list[Post]:
    """A DoV that failed, and its author's next one around the end of the cooldown."""
    author = setting.rng.choice(setting.players)
    again = _when(setting)
    cooldown = setting.hours("dov.cooldown_hours", 120)
    closed = (
        again
        - cooldown
        + setting.rng.choice((-MINUTE, -SECOND, timedelta(), timedelta(), SECOND, DAY))
    )
    first = _post(
        setting, Category.DOV, author, closed.replace(second=0) - DAY, closed, Status.FAILED
    )
    return [first, _matter(setting, Category.DOV, 0.3, again, author)]


def _succession(setting: _Setting) -> list[Post]:
    """An enacted DoV of somebody who is not the Emperor now, and mostly an Ascension Address."""
    posted = _when(setting) - DAY
    heirs = [each for each in setting.players if not same_name(each, setting.emperor or "")]
    closed = min(_closing(setting, posted), setting.origin + HOUR)
    posts = [
        _post(setting, Category.DOV, setting.rng.choice(heirs), posted, closed, Status.ENACTED)
    ]
    if setting.chance(0.75):
        address = setting.after(closed, max(closed, setting.origin)).replace(second=0)
        address += setting.rng.choice((timedelta(), MINUTE, -HOUR, HOUR))
        posts.append(_post(setting, Category.ASCENSION, setting.rng.choice(heirs), address))
    return posts


def _placed(setting: _Setting, posts: list[Post]) -> tuple[Post, ...]:
    """The posts with addresses and places, newest first; those of one minute in any order."""
    setting.rng.shuffle(posts)
    posts.sort(key=lambda post: post.posted or setting.origin, reverse=True)
    placed = [
        replace(post, url=f"https://blog.example/archive/post_{place}", position=place)
        for place, post in enumerate(posts)
    ]
    if setting.chance(0.3):
        setting.rng.shuffle(placed)
    return tuple(placed)


def random_game(rng: random.Random, voting: Mapping[str, object]) -> Game:
    """A roster, the present Emperor ("" or None in a Metadynasty), posts of all kinds, and the
    time.

    Some posts, comments and closings are later than that time.
    """
    setting = _setting(rng, voting)
    posts = [_matter(setting, Category.PROPOSAL, 0.3) for _ in range(rng.randint(1, 5))]
    posts += [_matter(setting, Category.CFJ, 0.2) for _ in range(rng.randint(0, 2))]
    if setting.chance(0.3):
        posts += _flood(setting)
    if setting.chance(0.18):
        posts += [_matter(setting, Category.DOV, 0.6) for _ in range(rng.randint(1, 2))]
    if setting.chance(0.08):
        posts += _repeated_dov(setting)
    if setting.chance(0.12):
        posts += _succession(setting)
    if setting.chance(0.3):
        twin, category = (
            rng.choice(posts),
            rng.choices((Category.PROPOSAL, Category.DOV), (5, 1))[0],
        )
        posts.append(_matter(setting, category, 0.2, twin.posted))
    if setting.chance(0.2):
        posts.append(
            _post(
                setting,
                rng.choice((Category.STORY, Category.NONE, Category.ASCENSION)),
                _author(setting),
                _when(setting),
            )
        )
    if setting.chance(0.15):
        posts.append(
            _matter(
                setting,
                rng.choice((Category.PROPOSAL, Category.DOV)),
                0.0,
                setting.origin + rng.randint(2, 300) * MINUTE,
            )
        )
    return setting.roster, setting.emperor, _placed(setting, posts), setting.now
