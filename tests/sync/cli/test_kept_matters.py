"""What is taken from earlier audits changes no report, and spares most of the judging."""

from __future__ import annotations

import ast
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from parsers.model import AdminNote, Category, Comment, Icon, Post, Revision, Roster, Status
from parsers.ruleset.model import Rule, UnreadClause
from sync.cli import premises
from sync.cli.kept_matters import KeptMatters, Memory, memory_of, still_settled, with_answers
from sync.settings import version
from tests.support.paths import DEMO
from tests.validators.checks.test_whole_histories import BODY, EMPEROR, EVERYBODY, START, invented, view_of
from tests.validators.making import (
    AGAINST_FOUR,
    DAY,
    HOUR,
    MINUTE,
    NOW,
    PLAYERS,
    QUORUM,
    SECOND,
    SEVEN,
    address,
    dov,
    of_then,
    post,
    proposal,
    rules,
    some,
    view,
)
from validators.checks import facts as of_facts
from validators.checks.check import CHECKS
from validators.checks.facts import Facts
from validators.checks.run import AuditReport, checks, restricted, run_all
from validators.checks.settled import SETTLED
from validators.view import Coverage, GameView, SeenRoster, StoodRules
from validators.voting.readings import resolution
from validators.window import window_start

IDLING = ("{} idles out. Quorum drops to {}.", "{} is idle.", "I idle {}.", "{} unidled. Quorum rises to {}.", "Please idle me.",
          "Welcome our new player {}!", "{} may be idling somewhere.", "I pass the mantle to {}.", "Just a story.")  # fmt: skip
ICONS = ("for", "for", "against", "deferential", "veto", "lamp", "arrow")
LIMITS = ("proposal__pending_limit", "proposal__daily_limit", "proposal__stale_days", "popular__after_hours", "dormancy__min_players",
          "fair_play__comments_in_row", "dov__cooldown_hours", "unpopular__after_hours")  # fmt: skip
CLAUSES = ("dov__hiatus", "interregnum", "downtime", "veto", "vote__author_implicit", "proposal__oldest_first", "popular__quorum",
           "proposal__withdrawn_term", "deferential", "hiatus__stops_proposals")  # fmt: skip
Change = Callable[[random.Random, GameView], GameView]


# Inventing


def game(rng: random.Random) -> GameView:
    """A history of the model's, with announcements, Addresses, another time, unread comments, and often nothing known of the past."""
    since = rng.choice([Coverage().since, Coverage().since, START + 3 * DAY, None])
    given = replace(view_of(invented(rng)), pasts=None, as_of=NOW - rng.randint(0, 14 * 24) * HOUR, coverage=Coverage(since))
    if rng.random() < 0.5:
        given = replace(given, emperor=rng.choice(["", EMPEROR, None]))
    if rng.random() < 0.4:
        given = replace(given, rosters=())
    if rng.random() < 0.3:
        given = replace(given, stood=())
    for _ in range(rng.randint(0, 12)):
        given = rng.choice(CHANGES)(rng, given)
    return given


def moment(rng: random.Random, given: GameView) -> datetime:
    """Any moment, but often a minute of which there is something else."""
    times = [time for each in given.posts for time in (each.posted, each.closed) if time is not None]
    found = START + rng.randint(-30, 30 * 24 * 60) * MINUTE if rng.random() < 0.5 or not times else rng.choice(times)
    return found.replace(second=0)


def voteless(rng: random.Random, given: GameView) -> Post:
    who, by = rng.sample([*EVERYBODY, "A stranger"], 2)
    text = rng.choice(IDLING).format(who, rng.randint(2, 5))
    age = NOW - moment(rng, given)
    category = rng.choices([Category.NONE, Category.STORY, Category.ASCENSION], [5, 2, 1])[0]
    title = "A Matter" if category is Category.ASCENSION else text
    return post(category, age, author=by, subject=title, body=text, place=rng.randint(0, 3), key=f"x{rng.randrange(10**9)}")


def matter(rng: random.Random, given: GameView) -> Post:
    made = moment(rng, given)
    category = rng.choices([Category.PROPOSAL, Category.CFJ, Category.DOV], [8, 2, 1])[0]
    closed = made + rng.choice([1, 13, 48, 49, 24 * 8, 24 * 20, 24 * 400, -1]) * HOUR if rng.random() < 0.8 else None
    status = Status.PENDING if closed is None else rng.choice(list(Status)[1:])
    found = post(category, NOW - made, author=rng.choice(EVERYBODY), closed=closed, status=status, body=BODY, place=rng.randint(0, 3),
                 key=f"m{rng.randrange(10**9)}")  # fmt: skip
    return replace(found, comments=tuple(comment(rng, found, place) for place in range(rng.randint(0, 7))))


def comment(rng: random.Random, on: Post, place: int) -> Comment:
    end = on.closed or NOW
    at = None if rng.random() < 0.03 or on.posted is None else on.posted + (end - on.posted) * rng.uniform(0, 1.1)
    text = rng.choice(["Words."] * 15 + ["I idle.", "Please unidle me.", "Player3 idles out."])
    icons = tuple(Icon(rng.choice(ICONS), rng.random() < 0.1) for _ in range(rng.choice([0, 1, 1, 1, 2])))
    return Comment(rng.choice([*EVERYBODY] * 6 + ["A stranger"]), at, icons, text, f"n{rng.randrange(10**9)}", place)


# What may change


def _with(given: GameView, old: Post, new: Post) -> GameView:
    return replace(given, posts=tuple(new if each is old else each for each in given.posts))


def _one(change: Callable[[random.Random, Post], Post]) -> Change:
    """A change of one post."""

    def changed(rng: random.Random, given: GameView) -> GameView:
        old = rng.choice(given.posts)
        return _with(given, old, change(rng, old))

    return changed


def _text(rng: random.Random, old: Post) -> Post:
    text = rng.choice([BODY, "Change the Core Rules.", "Repeal rule 1.2.", "Change “The Lamp Room”.", "Player2 idles out.", "Nothing."])
    more = [("body", text), ("title", text), ("subject", rng.choice(["", "A Matter"])), ("author", rng.choice(EVERYBODY))]
    field, value = rng.choice(more)
    return replace(old, **{field: value})  # type: ignore[arg-type]


def _comments(rng: random.Random, old: Post) -> Post:
    found = list(old.comments or ())
    match rng.choice(["add", "add", "remove", "icons", "time", "unread", "count", "row"]):
        case "add":
            found.insert(rng.randint(0, len(found)), comment(rng, old, rng.randint(0, 9)))
        case "remove" if found:
            found.pop(rng.randrange(len(found)))
        case "icons" if found:
            place = rng.randrange(len(found))
            found[place] = replace(found[place], icons=(Icon(rng.choice(ICONS)),))
        case "time" if found:
            place = rng.randrange(len(found))
            found[place] = replace(found[place], at=rng.choice([None, old.posted, old.closed, NOW]))
        case "unread":
            return replace(old, comments=None)
        case "count":
            return replace(old, comment_count=rng.choice([None, len(found), len(found) + 1]))
        case "row":
            found += [replace(comment(rng, old, 10 + place), author="Player1") for place in range(12)]
    return replace(old, comments=tuple(found), comment_count=rng.choice([None, len(found)]))


def _note(rng: random.Random, old: Post) -> Post:
    note = AdminNote("A note.", None, rng.randint(0, 6), rng.choice([None, 0, 1, 2]), admin="Player1")
    return replace(old, note=rng.choice([None, note]))


def _status(rng: random.Random, old: Post) -> Post:
    status = rng.choice(list(Status))
    return replace(old, status=status, closed=None if status is Status.PENDING else old.closed)


def _closed(rng: random.Random, old: Post) -> Post:
    start = old.posted or START
    closed = start + rng.choice([-2, 1, 12, 24, 48, 49, 170, 24 * 16, 24 * 500]) * HOUR + rng.choice([0, 1, 30]) * SECOND
    status = rng.choice(list(Status)[1:]) if old.status is Status.PENDING else old.status
    return replace(old, status=status, closed=rng.choice([closed, closed, closed, None]))


def _posted(rng: random.Random, old: Post) -> Post:
    moved = (old.posted or START) + rng.choice([-1, 1]) * rng.choice([1, 60, 24 * 60, 60 * 24 * 9]) * MINUTE
    return replace(old, posted=rng.choice([moved, moved, moved, None]), position=rng.randint(0, 3))


def _kind(rng: random.Random, old: Post) -> Post:
    return replace(old, category=rng.choice(list(Category)))


def _added(rng: random.Random, given: GameView) -> GameView:
    new = rng.choice([voteless, matter])(rng, given)
    posts = list(given.posts)
    posts.insert(rng.randint(0, len(posts)), new)
    return replace(given, posts=tuple(posts))


def _removed(rng: random.Random, given: GameView) -> GameView:
    gone = rng.choice(given.posts)
    return replace(given, posts=tuple(each for each in given.posts if each is not gone)) if len(given.posts) > 1 else given


def _sidebar(rng: random.Random, given: GameView) -> GameView:
    who = rng.sample(EVERYBODY, rng.randint(4, 8))
    roster = Roster(tuple(who), tuple(sorted({*EVERYBODY} - {*who})), frozenset({EMPEROR}), rng.choice([None, len(who)]))
    seen = SeenRoster(roster, given.as_of - rng.choice([0, 0, 2]) * HOUR, given.as_of)
    return replace(given, roster=roster, rosters=(*given.rosters, seen) if given.rosters else ())


def _rules(rng: random.Random, given: GameView) -> GameView:
    limits: dict[str, object] = {key: rng.choice([1, 2, 3, 24]) for key in LIMITS if rng.random() < 0.3}
    gone = {key: None for key in CLAUSES if rng.random() < 0.1}
    tag = rng.choice(["A change of them requires the [Core] tag.", "A [Core] tag may be used."])
    core = Rule("1.2", "The Lamp Room", "The Lamp Room", (), 3, rng.choice(["Core Rules", "Dynastic Rules"]), ("The Lamp Room",), tag)
    written = (replace(core, number="1.1", title="Tags", section="Core Rules"), core)
    new = rules("2023", {"rules": written[: rng.randint(0, 2)]}, **limits, **gone)
    return replace(given, rules=replace(new, revid=rng.choice([7, 7, None])))


def _later(rng: random.Random, given: GameView) -> GameView:
    """A later time, and mostly the sidebar and the Ruleset seen as of it, as they were."""
    later = given.as_of + rng.choice([MINUTE, 5 * HOUR, 2 * DAY, 5 * DAY])
    if rng.random() < 0.2:
        later = given.as_of - rng.choice([MINUTE, 5 * HOUR])
    if rng.random() < 0.1 and given.posts[0].closed is not None:
        later = given.posts[0].closed
    seen = tuple(replace(each, last_seen=later) if each.last_seen == given.as_of else each for each in given.rosters)
    stood = tuple(replace(each, until=later) if each.until == given.as_of else each for each in given.stood)
    return replace(given, as_of=later, rosters=seen, stood=stood)


def _lists(rng: random.Random, given: GameView) -> GameView:
    keys = [each.key for each in sorted(given.posts, key=lambda each: (each.posted or NOW, rng.random()), reverse=True)]
    return replace(given, lists=rng.choice([None, (), (tuple(keys),), (tuple(keys[::2]), tuple(keys[:20]))]))


def _seen(rng: random.Random, given: GameView) -> GameView:
    return replace(given, coverage=Coverage(rng.choice([None, Coverage().since, START + 5 * DAY]), rng.choice([None, given.as_of - DAY])))


def _same(_rng: random.Random, given: GameView) -> GameView:
    return given


OF_ONE = [_one(each) for each in (_text, _comments, _comments, _comments, _note, _note, _status, _closed, _closed, _posted, _kind)]
CHANGES: list[Change] = [*OF_ONE, _added, _added, _added, _removed, _removed, _later, _later, _sidebar, _rules, _lists, _seen, _same]


# The comparison


def report(facts: Facts, since: datetime | None, select: tuple[str, ...] = ()) -> AuditReport:
    return restricted(run_all(facts.view, facts=facts, select=select), facts.view, since)


def judged_anew(seed: int) -> tuple[int, int]:
    """Audit a game and what becomes of it with and without what was kept; how many answers were taken over, and of how many."""
    rng = random.Random(seed)
    given, kept = game(rng), None
    taken = every = 0
    for step in range(6):
        if step:
            for _ in range(rng.choice([1, 1, 1, 2, 5])):
                given = rng.choice(CHANGES)(rng, given)
        since = rng.choice([None, datetime.min.replace(tzinfo=NOW.tzinfo), START + rng.randint(0, 20) * DAY])
        select = rng.choice([(), (), (), (), ("BN103",), ("BN2",)])
        fresh = Facts(given, window_start(given, since))
        facts = Facts(given, window_start(given, since))
        now = memory_of(facts, kept)
        assert now is not None
        facts.settled.earlier = still_settled(kept, now, facts.timeline.posts)
        assert report(facts, since, select) == report(fresh, since, select), (seed, step)
        kept = msgspec.json.decode(msgspec.json.encode(with_answers(now, facts)), type=Memory)
        taken += sum(map(len, facts.settled.earlier.values()))
        every += sum(map(len, fresh.settled.now.values()))
    return taken, every


SLOW = [pytest.param(range(first, first + 100), id=f"from {first}", marks=pytest.mark.slow) for first in range(0, 300, 100)]


UNREADABLE = pytest.param((5094, 5214), id="a revision that cannot be read")


@pytest.mark.parametrize("seeds", [pytest.param(range(40), id="a few"), UNREADABLE, *SLOW])
def test_a_report_is_the_same_with_what_was_kept(seeds: Sequence[int]) -> None:
    taken, every = (sum(numbers) for numbers in zip(*map(judged_anew, seeds), strict=True))
    assert taken > every / 8


# Everything on which an answer rests


def codes(found: AuditReport) -> set[str]:
    return {each.code for each in found.findings} | {each.name for each in found.not_evaluated}


def seven(*posts: Post, **more: object) -> GameView:
    return of_then(view(*posts, **more))  # type: ignore[arg-type]


DEMO_RULES = (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8")
BALLOTS = (*QUORUM, ("Elias", "for", NOW - 8.5 * DAY))
ENACTED = proposal(9 * DAY, *QUORUM, closed=NOW - 8 * DAY, key="m", count=3)
FIVE = proposal(9 * DAY, *BALLOTS, closed=NOW - 8 * DAY, key="m", count=4)
VETOED = proposal(9 * DAY, ("Emperor", "veto"), closed=NOW - 8 * DAY, status=Status.VETOED, key="m", count=1)
OLDER = proposal(9 * DAY + HOUR, *QUORUM, author="Boris", closed=NOW - 8 * DAY - HOUR, key="older", count=3)
TWINS = (replace(OLDER, posted=ENACTED.posted, comments=ENACTED.comments), replace(ENACTED, closed=NOW - 8.5 * DAY))
OF_A_DAY = [proposal(9 * DAY - h * HOUR, *QUORUM, closed=NOW - 9 * DAY + (h + 12) * HOUR, key=f"d{h}", count=3) for h in (0, 1, 11)]
EARLY = proposal(9 * DAY + 11 * HOUR, closed=NOW - 9 * DAY - 10 * HOUR, status=Status.FAILED, key="early", count=0)
CROWNING = dov(20 * DAY, *QUORUM, ("Elias", "for"), ("Fiona", "for"), closed=NOW - 17 * DAY, key="dov")
CROWNED = address(16 * DAY, key="crowned")
FAILED = dov(20 * DAY, *AGAINST_FOUR, closed=NOW - 18 * DAY, status=Status.FAILED, key="failed")
ILLEGAL = dov(15 * DAY, closed=NOW - 13 * DAY, status=Status.ILLEGAL, key="illegal")
PENDING = [proposal(10 * DAY + h * HOUR, *QUORUM, closed=NOW - 7 * DAY, key=f"p{h}", count=3) for h in (0, 1)]
THIRD = proposal(9 * DAY, closed=NOW - 8 * DAY, status=Status.ILLEGAL, key="third", count=0)
BACK = post(Category.NONE, 5 * DAY, subject="Back", body="Boris unidled.", key="back")
MISCOUNT = replace(BACK, body="Boris unidled. Quorum rises to 9.")
ROW = replace(ENACTED, comments=tuple(Comment("Elias", NOW + (n * n - 1) * MINUTE, (), "Words.", f"r{n}", n) for n in range(12)))
SPARING = rules(fair_play__comments_in_row=5)


STRANGERS = proposal(9 * DAY, *QUORUM, ("Newt", "against"), closed=NOW - 8 * DAY, key="m", count=4)
WELCOME = post(Category.NONE, 5 * DAY, subject="Welcome", body="Welcome our new player Newt!", key="newt", author="Newt")
NOBODY_IDLE = replace(SEVEN, idle=())
JOINED = replace(NOBODY_IDLE, active=(*SEVEN.active, "Newt"))
NEEDS_QUORUM: dict[str, Any] = {"popular__core_text_needs_quorum": True, "popular__after_hours": 12}
ON_LAMPS = proposal(9 * DAY, *some(2, "for"), closed=NOW - 8 * DAY, key="m", count=2, body="Change “The Lamp Room”.")
LATER = proposal(8.25 * DAY, closed=NOW - 6 * DAY, status=Status.FAILED, key="m", count=0)
AGED = (replace(OLDER, posted=NOW - 16.5 * DAY, closed=NOW - 7 * DAY), ENACTED)
IN_MARCH = rules(downtime=("03-02",))


EARLY_VETO = replace(VETOED, comments=(Comment("Emperor", NOW - 12 * DAY, (Icon("veto"),), "No.", "c0", 0),))
TIMELESS = replace(VETOED, comments=(Comment("Emperor", None, (Icon("veto"),), "No.", "c0", 0),))
REIGN = replace(CROWNED, author="Emperor")
ANOTHER_REIGN = address(11 * DAY, author="Della", key="another")


def of_lamps(section: str, tags: str = "A [Core] tag may be used.", **changes: object) -> GameView:
    """The Ruleset of then is not known, and that of now has a rule on lamps."""
    lamps = Rule("1.2", "The Lamp Room", "The Lamp Room", (), 3, section, ("The Lamp Room",), "Lamps are lit.")
    about_tags = Rule("1.1", "Tags", "Tags", (), 3, "Core Rules", ("Tags",), tags)
    return replace(seven(ON_LAMPS, under=rules("2023", {"rules": (about_tags, lamps)}, **changes)), stood=())


def dormant_under(**changes: object) -> GameView:
    return replace(seven(ENACTED, under=rules("2023", None, **changes)), stood=())


def not_understood(given: GameView) -> GameView:
    assert given.rules is not None
    return replace(given, rules=replace(given.rules, unread=(UnreadClause("dormancy", "it was not understood"),)))


def known_then(given: GameView) -> GameView:
    """The Ruleset of then is known, and another than that of now."""
    then = StoodRules(Revision("Ruleset", 6, 5, NOW - 60 * DAY, None, None, DEMO_RULES), NOW - DAY)
    return replace(given, stood=(replace(given.stood[0], revision=replace(given.stood[0].revision, timestamp=NOW - DAY)), then))


def at(given: GameView, moment: datetime) -> GameView:
    """The same game later or before."""
    seen = tuple(replace(each, last_seen=moment) for each in given.rosters)
    return replace(given, as_of=moment, rosters=seen, stood=tuple(replace(each, until=moment) for each in given.stood))


def under_former(least: str) -> GameView:
    """Another Ruleset stood then, by which fewer Players than so many make the game dormant."""
    text = DEMO_RULES.replace("fewer than five", f"fewer than {least}")
    given = seven(ENACTED)
    return replace(given, stood=tuple(replace(each, revision=replace(each.revision, revid=8, text=text)) for each in given.stood))


def listed(*keys: str) -> GameView:
    return replace(seven(*TWINS), lists=(keys,))


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        pytest.param(seven(ENACTED), seven(replace(ENACTED, comments=(), comment_count=0)), "BN103", id="its votes"),
        pytest.param(seven(ENACTED), seven(replace(ENACTED, note=AdminNote("", None, 9, 9))), "BN102", id="its note"),
        pytest.param(seven(OLDER, ENACTED), seven(replace(OLDER, closed=NOW - 5 * DAY), ENACTED), "BN105", id="the queue"),
        pytest.param(seven(CROWNED, *OF_A_DAY), seven(CROWNED, EARLY, *OF_A_DAY), "BN202", id="the day"),
        pytest.param(seven(ENACTED), seven(dov(8.5 * DAY, author="Della"), ENACTED), "BN106", id="a DoV"),
        pytest.param(seven(FAILED, ILLEGAL), seven(replace(FAILED, comments=()), ILLEGAL), "BN103", id="an earlier DoV"),
        pytest.param(seven(CROWNED, *PENDING, THIRD), seven(CROWNED, PENDING[0], THIRD), "BN103", id="what made it illegal"),
        pytest.param(seven(CROWNING, CROWNED, ENACTED), seven(CROWNING, ENACTED), "BN204", id="an Address"),
        pytest.param(seven(VETOED), seven(VETOED, emperor="Della"), "BN103", id="the Emperor"),
        pytest.param(seven(ENACTED), seven(ENACTED, BACK), "BN103", id="the roster"),
        pytest.param(seven(FIVE, BACK), seven(FIVE, MISCOUNT), "BN103", id="a number of players"),
        pytest.param(seven(*OF_A_DAY), seven(*OF_A_DAY, under=rules(proposal__daily_limit=1)), "BN202", id="the rules"),
        pytest.param(under_former("five"), under_former("nine"), "BN106", id="the rules of that time"),
        pytest.param(seven(ENACTED), replace(seven(ENACTED), coverage=Coverage(NOW - DAY)), "BN106", id="what was seen"),
        pytest.param(seven(ROW, under=SPARING), at(seven(ROW, under=SPARING), NOW + HOUR), "BN212", id="comments from the future"),
        pytest.param(listed("older", "m"), listed("m", "older"), "BN105", id="the order of a minute"),
        pytest.param(of_lamps("Dynastic Rules", **NEEDS_QUORUM), of_lamps("Core Rules", **NEEDS_QUORUM), "BN103", id="the core rules"),
        pytest.param(of_lamps("Core Rules"), of_lamps("Core Rules", "It requires the [Core] tag."), "BN113", id="the rule on tags"),
        pytest.param(known_then(seven(ENACTED)), known_then(seven(ENACTED, under=IN_MARCH)), "BN106", id="downtime by the rules of now"),
        pytest.param(known_then(seven(LATER)), known_then(seven(LATER, under=IN_MARCH)), "BN204", id="downtime at its posting"),
        pytest.param(
            known_then(seven(*AGED)), known_then(seven(*AGED, under=rules(proposal__stale_days=9))), "BN105", id="the queue's limit"
        ),
        pytest.param(dormant_under(), dormant_under(dormancy__min_players=9), "BN106", id="dormancy by the rules of now"),
        pytest.param(
            dormant_under(dormancy__min_players=None),
            not_understood(dormant_under(dormancy__min_players=None)),
            "BN106",
            id="a clause on dormancy that was not understood",
        ),
        pytest.param(
            seven(STRANGERS, roster=NOBODY_IDLE), replace(seven(STRANGERS, roster=NOBODY_IDLE), rosters=()), "BN103", id="a sidebar of then"
        ),
        pytest.param(
            replace(view(STRANGERS, WELCOME, roster=JOINED), stood=seven().stood),
            replace(view(STRANGERS, WELCOME, roster=NOBODY_IDLE), stood=seven().stood),
            "BN103",
            id="who is on the sidebar",
        ),
        pytest.param(
            seven(REIGN, ANOTHER_REIGN, EARLY_VETO, emperor=None),
            seven(CROWNED, ANOTHER_REIGN, EARLY_VETO, emperor=None),
            "BN103",
            id="a comment before it",
        ),
        pytest.param(
            seven(REIGN, TIMELESS, emperor=None),
            seven(REIGN, TIMELESS, replace(ANOTHER_REIGN, posted=NOW - DAY), emperor=None),
            "BN103",
            id="a comment of any time",
        ),
        pytest.param(at(view(ENACTED), NOW - 8 * DAY), view(ENACTED), "BN103", id="its resolution as of the view"),
    ],
)
def test_what_an_answer_rests_on_is_looked_at(before: GameView, after: GameView, code: str) -> None:
    """There was nothing for a check, and then there is, though the matter may be the same."""
    first, second = Facts(before), Facts(after)
    kept, now = memory_of(first), memory_of(second)
    assert kept is not None
    assert now is not None
    assert code not in codes(run_all(before, facts=first))
    second.settled.earlier = still_settled(with_answers(kept, first), now, second.timeline.posts)
    found = run_all(after, facts=second)
    assert found == run_all(after)
    assert code in codes(found)


def test_little_is_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change of one matter those that were open with it, and after a new day without one none."""
    posts = [
        proposal(age * 8 * HOUR, *some(6, "for"), author=PLAYERS[age % 7], closed=NOW - age * 8 * HOUR + DAY, key=f"p{age}", count=6)
        for age in range(10, 170)
    ]
    judging = Mock(wraps=resolution)
    monkeypatch.setattr(of_facts, "resolution", judging)
    kept, counts = None, []
    changed = [replace(each, body="Other words.") if each.key == "p90" else each for each in posts]
    for given in (seven(*posts), seven(*changed), at(seven(*changed), NOW + DAY), at(seven(*changed, ENACTED), NOW + DAY)):
        facts = Facts(given)
        now = memory_of(facts, kept)
        assert now is not None
        facts.settled.earlier = still_settled(kept, now, facts.timeline.posts)
        assert run_all(given, facts=facts) == run_all(given)
        kept = with_answers(now, facts)
        counts.append(judging.call_count - len(given.posts))
        judging.reset_mock()
    assert counts[0] == len(posts)
    assert 0 < counts[1] < 15
    assert counts[2] == 0
    assert 0 < counts[3] < 15


def test_pending_matters_are_judged_each_time() -> None:
    """What they would change rests on the whole Ruleset."""
    facts = Facts(seven(proposal(DAY, key="pending"), ENACTED, under=rules("2023", {"rules": (TAGS,)})))
    now = memory_of(facts)
    assert now is not None
    run_all(facts.view, facts=facts)
    assert {each.key: bool(with_answers(now, facts).posts[each.key].nothing) for each in facts.timeline.posts} == {
        "pending": False,
        "m": True,
    }


# What a change leaves alone

WEEKS = [
    proposal(week * 7 * DAY, *some(4, "for"), closed=NOW - week * 7 * DAY + DAY, key=f"w{week}", count=4, author=PLAYERS[week % 7],
             note=AdminNote("", None, 4 if week % 7 in range(1, 5) else 5, 0))
    for week in range(2, 9)
]  # fmt: skip
CROWNED_FIRST = address(70 * DAY, key="first")
TAGS = Rule("1.1", "Tags", "Tags", (), 3, "Core Rules", ("Tags",), "A change of them requires the [Core] tag.")
HERE = replace(
    of_then(view(CROWNED_FIRST, *WEEKS, under=rules("2023", {"rules": (TAGS,)}, fair_play__comments_in_row=12))),
    stood=(
        StoodRules(Revision("Ruleset", 7, 6, NOW - DAY, None, None, "as it stands"), NOW),
        StoodRules(Revision("Ruleset", 6, 5, NOW - 60 * DAY, None, None, DEMO_RULES), NOW - DAY),
    ),
)
UNKNOWN_RULES = replace(HERE, stood=())


def joined(given: GameView, age: timedelta) -> GameView:
    """Somebody joined so long ago, and is on the sidebar now."""
    told = post(Category.NONE, age, subject="Welcome", body="Welcome our new player Newt! Quorum rises to 5.", key="joined", author="Newt")
    assert given.roster is not None
    now = replace(given.roster, active=(*given.roster.active, "Newt"))
    since = replace(given.rosters[0], last_seen=NOW - age - DAY)
    return replace(given, roster=now, posts=(*given.posts, told), rosters=(since, SeenRoster(now, NOW, NOW)))


def under(given: GameView, rule: Rule | None = None, **changes: object) -> GameView:
    """The same game under changed rules, or with a rule more."""
    assert given.rules is not None
    voting = rules("2023", None, **{"fair_play__comments_in_row": 12, **changes}).voting
    return replace(given, rules=replace(given.rules, voting=voting, rules=(TAGS, rule) if rule else (TAGS,)))


def audited(given: GameView) -> Memory:
    facts = Facts(given)
    now = memory_of(facts)
    assert now is not None
    run_all(given, facts=facts)
    return with_answers(now, facts)


def taken(kept: Memory, after: GameView) -> dict[str, list[str]]:
    """By codes the matters in which there was nothing, and has not to be looked again."""
    facts = Facts(after)
    now = memory_of(facts)
    assert now is not None
    settled = still_settled(kept, now, facts.timeline.posts)
    return {code: sorted(key for key in keys if key.startswith("w")) for code, keys in settled.items()}


ALL = sorted(each.key for each in WEEKS)
STORY = post(Category.STORY, 26 * DAY, subject="A story", body="Of lamps.", key="story")
LAMPS = Rule("3.1", "The Lamp Room", "The Lamp Room", (), 3, "Dynastic Rules", ("The Lamp Room",), "Lamps are lit.")
OVER_TIME = ("BN102", "BN103", "BN106", "BN204")


def of_time(keys: list[str]) -> dict[str, list[str]]:
    return dict.fromkeys(OVER_TIME, keys)


@pytest.mark.parametrize(
    ("before", "after", "again"),
    [
        pytest.param(HERE, HERE, {}, id="nothing"),
        pytest.param(HERE, joined(HERE, 5 * DAY), {}, id="somebody joined later"),
        pytest.param(HERE, joined(HERE, 26 * DAY), of_time(["w2", "w3"]), id="somebody joined"),
        pytest.param(HERE, replace(HERE, posts=(*HERE.posts, STORY)), {}, id="a story"),
        pytest.param(HERE, under(HERE, proposal__pending_limit=3), {"BN201": ALL}, id="a limit of now"),
        pytest.param(
            UNKNOWN_RULES,
            under(UNKNOWN_RULES, proposal__pending_limit=3),
            {"BN201": ALL, "BN102": ALL, "BN103": ALL},
            id="a limit that stands in for that of then",
        ),
        pytest.param(HERE, under(HERE, fair_play__comments_in_row=9), {"BN212": ALL}, id="a limit of comments"),
        pytest.param(HERE, replace(HERE, reviewed={"0" * 16: "Wyn"}), dict.fromkeys(SETTLED, ALL), id="a reviewed sentence"),
        pytest.param(HERE, replace(HERE, coverage=Coverage(NOW - 90 * DAY)), dict.fromkeys(SETTLED, ALL), id="what was seen"),
        pytest.param(HERE, under(HERE, LAMPS), {}, id="a dynastic rule"),
        pytest.param(UNKNOWN_RULES, under(UNKNOWN_RULES, LAMPS), {}, id="a dynastic rule, those of then unknown"),
        pytest.param(HERE, under(HERE, replace(LAMPS, section="Core Rules")), {"BN113": ALL}, id="a core rule"),
        pytest.param(replace(HERE, emperor=None), replace(HERE, emperor="Della"), of_time(ALL), id="the Emperor"),
        pytest.param(HERE, replace(HERE, posts=(*HERE.posts, replace(FAILED, posted=NOW - 30 * DAY, closed=NOW - 27.5 * DAY))),
                     {code: ["w4"] for code in SETTLED}, id="a DoV"),
    ],
)  # fmt: skip
def test_a_change_has_only_what_it_touches_judged_again(before: GameView, after: GameView, again: dict[str, list[str]]) -> None:
    kept = audited(before)
    nothing, held = taken(kept, before), taken(kept, after)
    assert set(nothing) == set(SETTLED)
    assert all(found == ALL for found in nothing.values())
    assert {code: sorted({*keys} - {*held.get(code, ())}) for code, keys in nothing.items() if keys != held.get(code)} == again


def test_a_changed_check_has_what_its_module_answers_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    real, kept = version.state, audited(HERE)
    monkeypatch.setattr(premises, "state", lambda module: real(module) + ("." if module.endswith("outcomes") else ""))
    assert {code for code, keys in taken(kept, HERE).items() if keys == ALL} == set(SETTLED) - {"BN102", "BN103", "BN113"}
    monkeypatch.setattr(premises, "program", lambda but: f"another but for {sorted(but)}")
    assert not any(taken(kept, HERE).values())


def test_what_is_kept_of_a_check_rests_on_its_module_alone() -> None:
    """Of other modules with checks it uses nothing, so a change of theirs is none of its own."""
    with_checks = {one.run.__module__ for one in checks()}
    for module in {CHECKS[code].run.__module__ for code in SETTLED}:
        tree = ast.parse(Path(sys.modules[module].__file__ or "").read_text(encoding="utf-8"))
        assert with_checks.isdisjoint(each.module for each in ast.walk(tree) if isinstance(each, ast.ImportFrom))


# In the cache folder


def test_where_posts_cannot_be_told_apart_nothing_is_kept() -> None:
    assert memory_of(Facts(seven(ENACTED, replace(ENACTED, body="Another.")))) is None
    assert memory_of(Facts(view(ENACTED, roster=None))) is None
    assert memory_of(Facts(view(ENACTED, under=None))) is None


def test_what_is_damaged_or_cannot_be_kept_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    one = KeptMatters("x")

    def recalled() -> int:
        facts = Facts(seven(ENACTED))
        memory = one.recall(facts)
        run_all(facts.view, facts=facts)
        taken = sum(map(len, facts.settled.earlier.values()))
        one.keep(memory, facts)
        return taken

    assert recalled() == 0
    whole = recalled()
    assert whole > 5
    data = one.place.read_bytes()
    for other in (b"", data[:-9], data.replace(b'"nothing":', b'"nothing": '), b"{}", b"null"):
        one.place.write_bytes(other)
        assert recalled() == 0
        assert recalled() == whole
    without_digest = Facts(seven(replace(ENACTED, body="\ud800")))
    assert one.recall(without_digest) is None
    one.keep(None, without_digest)
    assert recalled() == whole
